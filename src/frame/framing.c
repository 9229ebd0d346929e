/*
 * The automatic camera; see framing.h.
 *
 * What is in view: the corners of every item's box at every pose of every frame, and the marks.
 * From a direction (from the front, 7 degrees above, if the camera does not say) the distance is
 * the smallest at which all these points lie inside the field of view with a margin; the target is
 * moved until they lie in its middle. Where the direction or the target moves, the distance is the
 * one at which every frame shows what is in it.
 *
 * Distances are rounded up to 32 steps an octave, targets to a 64th of the distance: what reaches
 * out a little farther from time to time, as almost every motion does, changes nothing then.
 */
#include "frame/framing.h"

#include "base/elementary.h"
#include "frame/sweep.h"

#include <math.h>

#define FOV 0.5235987755982988 /* 30 degrees */
#define EMPTY 6.0              /* how far away the eye is where there is nothing to see, m */
#define MARGIN 1.12
#define ARROWS 1.4 /* more around what has arrows, which reach out of it */

/* the next of 32 steps an octave; d > 0 */
static double coarse(double d) {
    double step = 0.69314718055994531 / 32;
    return tw_exp(ceil(tw_log(d) / step - 1e-9) * step);
}

static vec3 snapped(vec3 p, double step) {
    if (!isfinite(step)) return p;
    return v3(floor(p.x / step + 0.5) * step, floor(p.y / step + 0.5) * step,
              floor(p.z / step + 0.5) * step);
}

typedef struct axes {
    vec3 right, up, forward;
} axes;

static axes axes_of(vec3 forward, vec3 up) {
    axes a;
    a.forward = v3_normalized(forward);
    a.right = v3_cross(a.forward, up);
    a.right = v3_length(a.right) > 1e-9 ? v3_normalized(a.right) : v3_orthogonal(a.forward);
    a.up = v3_cross(a.right, a.forward);
    return a;
}

/* calls see(context, point) for everything that should be in view of one frame */
static void points_of(const tw_frame *f, void (*see)(void *, vec3), void *context) {
    for (size_t i = 0; i < f->item_count; i++)
        for (int k = 0; k < f->pose_count; k++) {
            tw_bounds b =
                tw_shape_bounds(&f->item[i].shape, &f->pose[f->item[i].first_pose + (size_t)k]);
            for (int c = 0; c < 8; c++)
                see(context,
                    v3(c & 1 ? b.hi.x : b.lo.x, c & 2 ? b.hi.y : b.lo.y, c & 4 ? b.hi.z : b.lo.z));
        }
    for (size_t i = 0; i < f->mark_count; i++) {
        const tw_mark *m = &f->mark[i];
        if (m->kind == TW_MARK_POINT || m->kind == TW_MARK_NAIL) see(context, m->a);
    }
}

static void points_of_film(tw_frame *const *frames, size_t count, void (*see)(void *, vec3),
                           void *context) {
    for (size_t i = 0; i < count; i++) points_of(frames[i], see, context);
}

/* fmin and fmax, not called but in place; a b that is no number changes nothing */
static double least(double a, double b) {
    return b < a ? b : a;
}

static double most(double a, double b) {
    return b > a ? b : a;
}

static const tw_bounds nowhere = {{INFINITY, INFINITY, INFINITY},
                                  {-INFINITY, -INFINITY, -INFINITY}};

static void grow_box(void *context, vec3 p) {
    tw_bounds *b = context;
    b->lo = v3(least(b->lo.x, p.x), least(b->lo.y, p.y), least(b->lo.z, p.z));
    b->hi = v3(most(b->hi.x, p.x), most(b->hi.y, p.y), most(b->hi.z, p.z));
}

/* how far back the eye must be, and where the points stand in the picture */
typedef struct fit {
    axes a;
    vec3 target;
    double tan_x, tan_y; /* half the field of view, margin taken off */
    double distance;
    double lo_x, hi_x, lo_y, hi_y, eye; /* slopes from an eye `eye` behind the target */
} fit;

static void see_distance(void *context, vec3 p) {
    fit *f = context;
    vec3 d = v3_sub(p, f->target);
    double x = fabs(v3_dot(d, f->a.right)), y = fabs(v3_dot(d, f->a.up)),
           z = v3_dot(d, f->a.forward);
    f->distance = most(f->distance, most(x / f->tan_x, y / f->tan_y) - z);
}

static void see_slope(void *context, vec3 p) {
    fit *f = context;
    vec3 d = v3_sub(p, f->target);
    double z = most(v3_dot(d, f->a.forward) + f->eye, 1e-9 * f->eye);
    double x = v3_dot(d, f->a.right) / z, y = v3_dot(d, f->a.up) / z;
    f->lo_x = least(f->lo_x, x);
    f->hi_x = most(f->hi_x, x);
    f->lo_y = least(f->lo_y, y);
    f->hi_y = most(f->hi_y, y);
}

static void clear_slopes(fit *f) {
    f->lo_x = f->lo_y = INFINITY;
    f->hi_x = f->hi_y = -INFINITY;
}

/* moves the target and the distance until everything is in the middle of the view */
static void fit_distance(tw_frame *const *frames, size_t count, fit *f) {
    for (int i = 0; i < 4; i++) {
        f->distance = 0;
        points_of_film(frames, count, see_distance, f);
        f->distance = fmax(f->distance, 1e-3);
        f->eye = f->distance;
        clear_slopes(f);
        points_of_film(frames, count, see_slope, f);
        f->target = v3_madd(f->target, 0.5 * (f->lo_x + f->hi_x) * f->distance, f->a.right);
        f->target = v3_madd(f->target, 0.5 * (f->lo_y + f->hi_y) * f->distance, f->a.up);
    }
    f->target = snapped(f->target, coarse(f->distance) / 64);
    f->distance = 0;
    points_of_film(frames, count, see_distance, f);
    f->distance = coarse(fmax(f->distance, 1e-3));
}

static bool has_arrows(const tw_frame *f) {
    for (size_t j = 0; j < f->mark_count; j++)
        if (f->mark[j].kind == TW_MARK_ARROW) return true;
    return false;
}

/* how much wider than what is in view the picture is */
static double margin_of(tw_frame *const *frames, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (has_arrows(frames[i])) return ARROWS;
    return MARGIN;
}

static bool same_place(vec3 a, vec3 b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

static bool looks_alike(const tw_camera *a, const tw_camera *b) {
    return same_place(a->eye, b->eye) && same_place(a->up, b->up) &&
           a->has_target == b->has_target && (!a->has_target || same_place(a->target, b->target));
}

/* the field of view that shows everything from where the eyes of those frames are that have an eye
 * but no field of view */
static double fit_fov(tw_frame *const *frames, size_t count, double aspect, vec3 middle) {
    double slope = 0;
    const tw_camera *last = NULL; /* most eyes stand still */
    for (size_t i = 0; i < count; i++) {
        const tw_camera *c = &frames[i]->camera;
        if (!c->has_eye || c->has_fov || (last && looks_alike(c, last))) continue;
        last = c;
        vec3 target = c->has_target ? c->target : middle, d = v3_sub(target, c->eye);
        fit f = {.a = axes_of(d, c->up), .target = target, .eye = v3_length(d)};
        clear_slopes(&f);
        points_of_film(frames, count, see_slope, &f);
        slope = fmax(slope, fmax(fmax(-f.lo_y, f.hi_y), fmax(-f.lo_x, f.hi_x) / aspect));
    }
    if (slope == 0) return FOV;
    double fov = 2 * tw_atan(coarse(slope) * margin_of(frames, count));
    return fmin(fmax(isfinite(fov) ? fov : FOV, 0.05), 1.75);
}

/* the middle of all that is seen; false: there is nothing to see */
static bool middle_of(tw_frame *const *frames, size_t count, vec3 *middle) {
    tw_bounds b = nowhere;
    points_of_film(frames, count, grow_box, &b);
    *middle = v3_zero();
    if (!(b.lo.x <= b.hi.x)) return false;
    double size = v3_length(v3_sub(b.hi, b.lo));
    *middle = snapped(v3_lerp(b.lo, b.hi, 0.5), coarse(fmax(size, 1e-3)) / 128);
    return true;
}

/* from an automatic eye of this frame */
static vec3 view_of(const tw_camera *c) {
    double flat = tw_cos(c->above);
    return v3(-flat * tw_sin(c->around), flat * tw_cos(c->around), -tw_sin(c->above));
}

typedef struct tw_framing_sort automatic;

static int sort_of(const tw_camera *c) {
    return (c->has_target ? 1 : 0) + (c->has_fov ? 2 : 0);
}

/* do all frames of this sort look from the same side? */
static bool stands(tw_frame *const *frames, size_t count, const tw_camera *like) {
    for (size_t i = 0; i < count; i++) {
        const tw_camera *c = &frames[i]->camera;
        if (!c->has_eye && sort_of(c) == sort_of(like) &&
            (c->around != like->around || c->above != like->above))
            return false;
    }
    return true;
}

/* the distance at which each frame of this sort shows all that is in it */
static double farthest(tw_frame *const *frames, size_t count, const tw_camera *like, fit *f) {
    bool given = like->has_target;
    f->distance = 0;
    for (size_t i = 0; i < count; i++) {
        const tw_camera *c = &frames[i]->camera;
        if (c->has_eye || sort_of(c) != sort_of(like)) continue;
        if (given) f->target = c->target;
        f->a = axes_of(view_of(c), c->up);
        points_of(frames[i], see_distance, f);
    }
    return coarse(fmax(f->distance, 1e-3));
}

static automatic make_automatic(tw_frame *const *frames, size_t count, double aspect,
                                const tw_camera *c, vec3 middle) {
    automatic m = {.ready = true, .fov = c->has_fov ? c->fov : FOV, .target = middle};
    double t = tw_tan(0.5 * m.fov) / margin_of(frames, count);
    fit f = {.a = axes_of(view_of(c), c->up), .target = middle, .tan_x = t * aspect, .tan_y = t};
    if (!c->has_target && stands(frames, count, c)) {
        fit_distance(frames, count, &f);
        m.target = f.target;
        m.distance = f.distance;
    } else {
        m.distance = farthest(frames, count, c, &f);
    }
    return m;
}

/* ---- over the film -------------------------------------------------------------------------- */

tw_framing tw_framing_choose(tw_frame *const *frames, size_t count, double aspect) {
    tw_framing f = {.fov = FOV};
    bool empty = !middle_of(frames, count, &f.middle);
    for (size_t i = 0; i < count; i++) {
        const tw_camera *c = &frames[i]->camera;
        automatic *m = &f.sort[sort_of(c)];
        if (c->has_eye || m->ready) continue;
        *m = empty ? (automatic){true, c->has_fov ? c->fov : FOV, EMPTY, f.middle}
                   : make_automatic(frames, count, aspect, c, f.middle);
    }
    f.fov = fit_fov(frames, count, aspect, f.middle);
    return f;
}

bool tw_framing_same(const tw_framing *a, const tw_framing *b) {
    bool same = same_place(a->middle, b->middle) && a->fov == b->fov;
    for (int i = 0; i < 4; i++) {
        const automatic *x = &a->sort[i], *y = &b->sort[i];
        same = same && x->ready == y->ready && x->fov == y->fov && x->distance == y->distance &&
               same_place(x->target, y->target);
    }
    return same;
}

bool tw_framing_serves(const tw_framing *framing, const tw_frame *f) {
    return f->camera.has_eye || framing->sort[sort_of(&f->camera)].ready;
}

/* ---- one frame ------------------------------------------------------------------------------ */

/* what is open of eye and target, and the field of view that goes with an automatic eye */
static void complete(tw_camera *c, const automatic *m, vec3 middle) {
    if (!c->has_target) c->target = c->has_eye ? middle : m->target;
    if (c->has_eye) return;
    /* a target that moves takes the eye along */
    c->eye = v3_madd(c->target, -m->distance, v3_normalized(view_of(c)));
    if (!c->has_fov) c->fov = m->fov;
}

static bool widen(double *lo, double *hi, double a, double b) {
    bool wider = a < *lo || b > *hi;
    *lo = fmin(*lo, a);
    *hi = fmax(*hi, b);
    return wider;
}

bool tw_framing_reach(const tw_framing *framing, const tw_frame *frame, tw_reach *r) {
    tw_camera c = frame->camera;
    bool wider = !r->any, arrows = has_arrows(frame);
    if (!tw_framing_serves(framing, frame)) return true;
    if (!r->any) *r = (tw_reach){true, false, nowhere, INFINITY, -INFINITY, INFINITY, -INFINITY};
    complete(&c, &framing->sort[sort_of(&c)], framing->middle);
    vec3 d = v3_sub(c.target, c.eye);
    fit f = {.a = axes_of(d, c.up), .target = c.target, .eye = v3_length(d)};
    tw_bounds b = nowhere;
    clear_slopes(&f);
    points_of(frame, grow_box, &b);
    points_of(frame, see_slope, &f);
    wider |= arrows && !r->arrows;
    r->arrows |= arrows;
    wider |= widen(&r->box.lo.x, &r->box.hi.x, b.lo.x, b.hi.x);
    wider |= widen(&r->box.lo.y, &r->box.hi.y, b.lo.y, b.hi.y);
    wider |= widen(&r->box.lo.z, &r->box.hi.z, b.lo.z, b.hi.z);
    wider |= widen(&r->lo_x, &r->hi_x, f.lo_x, f.hi_x);
    wider |= widen(&r->lo_y, &r->hi_y, f.lo_y, f.hi_y);
    return wider;
}

static void mark_complete(tw_camera *c) {
    if (!c->has_focus) c->focus = v3_length(v3_sub(c->target, c->eye));
    c->has_eye = c->has_target = c->has_fov = c->has_focus = true;
}

/* the cameras over a frame's shutter: those of the frame's own sort */
static void complete_sweep(tw_frame *f, const automatic *m, vec3 middle) {
    const tw_camera *like = &f->camera;
    for (int side = -1; side <= 1; side += 2)
        for (int k = f->sweep_count / 2 + side; k >= 0 && k < f->sweep_count; k += side) {
            tw_camera *c = &f->sweep[k];
            if (c->has_eye != like->has_eye || sort_of(c) != sort_of(like)) *c = *(c - side);
        }
    for (int k = 0; k < f->sweep_count; k++) complete(&f->sweep[k], m, middle);
}

/* one automatic camera serves all frames that leave the same things open; what a frame gives, also
 * from some time on, is its own */
void tw_framing_apply(const tw_framing *framing, tw_frame *f) {
    tw_camera *c = &f->camera;
    const automatic *m = &framing->sort[sort_of(c)];
    complete_sweep(f, m, framing->middle);
    complete(c, m, framing->middle);
    if (c->has_eye && !c->has_fov) c->fov = framing->fov;
    for (int k = 0; k < f->sweep_count; k++) {
        if (!c->has_fov && c->has_eye) f->sweep[k].fov = c->fov;
        mark_complete(&f->sweep[k]);
    }
    mark_complete(c);
    tw_sweep_settle(f);
}

void tw_film_frame(tw_frame *const *frames, size_t count, double aspect) {
    if (count == 0) return;
    tw_framing framing = tw_framing_choose(frames, count, aspect);
    for (size_t i = 0; i < count; i++) tw_framing_apply(&framing, frames[i]);
}
