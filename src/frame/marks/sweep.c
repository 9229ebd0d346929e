/* The camera over an exposure, without its jumps; see sweep.h. */
#include "frame/marks/sweep.h"

#include "base/view.h"

#include <math.h>

#define STEP 4 /* an increment more than STEP times as long as both its neighbours is a jump */

static bool same3(vec3 a, vec3 b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

static bool same(const tw_camera *a, const tw_camera *b) {
    return a->has_eye == b->has_eye && a->has_target == b->has_target && a->has_fov == b->has_fov &&
           (!a->has_eye || same3(a->eye, b->eye)) &&
           (!a->has_target || same3(a->target, b->target)) && same3(a->up, b->up) &&
           (!a->has_fov || a->fov == b->fov) && a->projection == b->projection &&
           a->has_height == b->has_height && (!a->has_height || a->height == b->height) &&
           a->around == b->around && a->above == b->above;
}

bool tw_sweep_still(const tw_camera *c, int count) {
    for (int k = 1; k < count; k++)
        if (!same(&c[0], &c[k])) return false;
    return true;
}

/* measure of the difference of two cameras: about metres at the target; INFINITY: they leave
 * different members open */
static double apart(const tw_camera *a, const tw_camera *b) {
    if (a->has_eye != b->has_eye || a->has_target != b->has_target || a->has_fov != b->has_fov ||
        a->projection != b->projection || a->has_height != b->has_height)
        return INFINITY;
    double far = a->has_eye && a->has_target ? v3_length(v3_sub(a->target, a->eye)) : 1;
    double d = fabs(b->around - a->around) + fabs(b->above - a->above);
    if (a->has_fov) d += fabs(b->fov - a->fov);
    d = far * (d + v3_length(v3_sub(b->up, a->up)));
    if (a->has_height) d += fabs(b->height - a->height);
    if (a->has_eye) d += v3_length(v3_sub(b->eye, a->eye));
    if (a->has_target) d += v3_length(v3_sub(b->target, a->target));
    return d;
}

/* true: the change from c[k] to c[k + 1], of cameras c [count], is a jump */
static bool steps(const tw_camera *c, int count, int k) {
    double before = k > 0 ? apart(&c[k - 1], &c[k]) : 0;
    double after = k + 2 < count ? apart(&c[k + 1], &c[k + 2]) : 0;
    double d = apart(&c[k], &c[k + 1]);
    return !isfinite(d) || d > STEP * fmax(before, after);
}

bool tw_sweep_goes_on(const tw_camera *c) {
    return !steps(c, 3, 0);
}

tw_camera tw_camera_earlier(const tw_camera *now, const tw_camera *next, int n) {
    tw_camera c = *now;
    c.eye = v3_madd(now->eye, -n, v3_sub(next->eye, now->eye));
    c.target = v3_madd(now->target, -n, v3_sub(next->target, now->target));
    c.up = v3_madd(now->up, -n, v3_sub(next->up, now->up));
    c.fov = now->fov - n * (next->fov - now->fov);
    c.height = now->height - n * (next->height - now->height);
    c.around = now->around - n * (next->around - now->around);
    c.above = now->above - n * (next->above - now->above);
    return c;
}

/* true: `a` is a valid camera, and neither upside down nor looking backward relative to b */
static bool fits(const tw_camera *a, const tw_camera *b) {
    vec3 d = v3_sub(a->target, a->eye), e = v3_sub(b->target, b->eye);
    bool parallel = a->projection == TW_ORTHOGRAPHIC;
    if (!(v3_length(d) > 0) ||
        !(parallel ? a->height > 0 : a->fov > 0 && a->fov < TW_VIEW_ANGLE_END))
        return false;
    return v3_dot(d, e) > 0 && v3_dot(v3_cross(d, a->up), v3_cross(e, b->up)) > 0;
}

void tw_sweep_settle(tw_frame *f) {
    int n = f->sweep_count, middle = n / 2;
    if (n < 2) return;
    tw_camera c[TW_SWEEP];
    for (int k = 0; k < n; k++) c[k] = f->sweep[k];
    for (int side = -1; side <= 1; side += 2) {
        bool goes = true;
        for (int k = middle + side; k >= 0 && k < n; k += side) {
            goes = goes && !steps(c, n, side < 0 ? k : k - 1) && fits(&c[k], &c[k - side]);
            if (!goes) f->sweep[k] = f->sweep[k - side];
        }
    }
    if (tw_sweep_still(f->sweep, n)) {
        f->sweep = NULL;
        f->sweep_count = 0;
    }
}
