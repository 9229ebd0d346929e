/* Computes the bounds of a film's subject; see subject.h. */
#include "frame/subject.h"

#include "base/math/elementary.h"
#include "frame/framing/weigh.h"
#include "frame/framing/window.h"

#include <math.h>
#include <stdlib.h>

#define FACED                                                                                   \
    16          /* about so many glimpses (frames of the survey) are used for the areas `faces` \
                 */
#define GRID 64 /* places are rounded to this fraction of the subject's radius: 1/GRID */

double tw_coarse(double d) {
    double step = 0.69314718055994531 / 32;
    return tw_exp(ceil(tw_log(d) / step - 1e-9) * step);
}

static double snap(double x, double step) {
    return floor(x / step + 0.5) * step;
}

vec3 tw_snapped(vec3 p, double step) {
    if (!isfinite(step) || !(step > 0)) return p;
    return v3(snap(p.x, step), snap(p.y, step), snap(p.z, step));
}

static const vec3 axis[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

/* *w: window along x, y and z (framing/window.h), relative to `origin`, the place of one of the
 * things: so a scene far from the world's origin loses no precision */
static tw_status bounds_of(const tw_survey *s, const double *weight, vec3 origin, tw_window *w) {
    tw_window_pair pair[3] = {{.span = 1}, {.span = 1}, {.span = 1}};
    tw_status status = TW_OK;
    for (size_t i = 0; i < s->seen.count && status == TW_OK; i++)
        for (int k = 0; k < 6 && weight[i] > 0 && status == TW_OK; k++) {
            vec3 n = k % 2 ? axis[k / 2] : v3_neg(axis[k / 2]);
            double at = tw_seen_reach(&s->seen.data[i], n) - v3_dot(n, origin);
            status = tw_push(&pair[k / 2].side[k % 2], ((tw_reach){at, weight[i]}));
        }
    if (status == TW_OK) status = tw_window_choose(pair, 3, 0, TW_WINDOW_PRICE, w);
    for (int k = 0; k < 6; k++) tw_array_free(&pair[k / 2].side[k % 2]);
    return status == TW_OK ? TW_OK : tw_fail_memory();
}

static bool inside(const tw_subject *s, const tw_seen *seen, double beyond) {
    vec3 x = seen->pose.x;
    return x.x >= s->box.lo.x - beyond && x.x <= s->box.hi.x + beyond &&
           x.y >= s->box.lo.y - beyond && x.y <= s->box.hi.y + beyond &&
           x.z >= s->box.lo.z - beyond && x.z <= s->box.hi.z + beyond;
}

/* areas of the bounding box of a thing, along the thing's own axes, as seen along the world's x, y
 * and z */
static vec3 faces_of(const tw_seen *seen) {
    tw_pose still = {v3_zero(), q_identity()};
    tw_bounds b = tw_shape_bounds(&seen->shape, &still);
    vec3 d = v3_sub(b.hi, b.lo), sum = v3_zero();
    const double area[3] = {d.y * d.z, d.z * d.x, d.x * d.y};
    for (int k = 0; k < 3; k++) {
        vec3 n = q_rotate(seen->pose.q, axis[k]);
        sum = v3_madd(sum, area[k], v3(fabs(n.x), fabs(n.y), fabs(n.z)));
    }
    return sum;
}

/* sets the radius and the faces from the things in the box, and the lowest point from the things in
 * or near it */
static void measure(const tw_survey *s, const bool *chosen, tw_subject *to) {
    double half = 0.5 * v3_length(v3_sub(to->box.hi, to->box.lo)), far = 0;
    double lowest = to->box.lo.z;
    size_t stride = s->glimpse.count / FACED + 1;
    for (size_t g = 0; g < s->glimpse.count; g++) {
        const tw_glimpse *of = &s->glimpse.data[g];
        for (size_t i = of->first; i < of->first + of->count && (!chosen || chosen[g]); i++) {
            const tw_seen *seen = &s->seen.data[i];
            double low = -tw_seen_reach(seen, v3(0, 0, -1));
            if (inside(to, seen, half) && low > to->box.lo.z - half) lowest = fmin(lowest, low);
            if (!inside(to, seen, 0) || seen->beside) continue;
            if (g % stride == 0) to->faces = v3_add(to->faces, faces_of(seen));
            far = fmax(far,
                       v3_length(v3_sub(seen->pose.x, to->centre)) + tw_shape_radius(&seen->shape));
        }
    }
    to->radius = far > 0 ? fmin(far, half) : half;
    to->lowest = lowest;
}

static double down(double x, double step) {
    return floor(x / step + 1e-3) * step;
}

/* rounds the radius up, the box outward and the centre to multiples of radius / GRID, the lowest
 * point down to a multiple of a quarter of that. Numbers up to 1/1000 beyond a multiple are rounded
 * to that multiple */
static void round_off(tw_subject *s) {
    vec3 *lo = &s->box.lo, *hi = &s->box.hi;
    s->radius = tw_coarse(s->radius);
    double step = s->radius / GRID;
    s->centre = tw_snapped(s->centre, step);
    *lo = v3(down(lo->x, step), down(lo->y, step), down(lo->z, step));
    *hi = v3(-down(-hi->x, step), -down(-hi->y, step), -down(-hi->z, step));
    s->lowest = down(s->lowest, 0.25 * step);
}

tw_status tw_subject_within(const tw_survey *s, const bool *chosen, const double *weight,
                            tw_subject *subject) {
    tw_window w;
    *subject = (tw_subject){.box = {{-1, -1, -1}, {1, 1, 1}}, .radius = 1, .lowest = -1};
    size_t first = 0;
    while (first < s->seen.count && !(weight[first] > 0)) first++;
    if (first == s->seen.count) return TW_OK;
    vec3 origin = s->seen.data[first].pose.x;
    TW_TRY(bounds_of(s, weight, origin, &w));
    if (!w.found) return TW_OK;
    subject->box.lo = v3_sub(origin, v3(w.bound[0][0], w.bound[1][0], w.bound[2][0]));
    subject->box.hi = v3_add(origin, v3(w.bound[0][1], w.bound[1][1], w.bound[2][1]));
    subject->centre = v3_lerp(subject->box.lo, subject->box.hi, 0.5);
    subject->any = true;
    measure(s, chosen, subject);
    if (subject->radius > 0) round_off(subject);
    return TW_OK;
}

tw_status tw_subject_of(const tw_survey *s, tw_subject *subject) {
    double *weight = malloc((s->seen.count + 1) * sizeof *weight);
    if (!weight) return tw_fail_memory();
    tw_status status = tw_survey_weigh(s, NULL, weight);
    if (status == TW_OK) status = tw_subject_within(s, NULL, weight, subject);
    free(weight);
    return status;
}

static bool same3(vec3 a, vec3 b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

bool tw_subject_same(const tw_subject *a, const tw_subject *b) {
    return a->any == b->any && same3(a->box.lo, b->box.lo) && same3(a->box.hi, b->box.hi) &&
           same3(a->centre, b->centre) && a->radius == b->radius && a->lowest == b->lowest;
}
