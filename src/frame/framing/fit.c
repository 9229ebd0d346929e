/* Cameras that show the window of least cost (window.h); see fit.h. */
#include "frame/framing/fit.h"

#include "base/math/elementary.h"
#include "frame/framing/weigh.h"
#include "frame/subject.h"

#include <math.h>
#include <stdlib.h>

tw_axes tw_axes_of(vec3 forward, vec3 up) {
    tw_axes a;
    a.forward = v3_normalized(forward);
    a.right = v3_cross(a.forward, up);
    a.right = v3_length(a.right) > 1e-9 ? v3_normalized(a.right) : v3_orthogonal(a.forward);
    a.up = v3_cross(a.right, a.forward);
    return a;
}

vec3 tw_view_of(const tw_camera *c) {
    double flat = tw_cos(c->above);
    return v3(-flat * tw_sin(c->around), flat * tw_cos(c->around), -tw_sin(c->above));
}

/* unit vector in the picture toward side k: 0 right, 1 left, 2 up, 3 down */
static vec3 out_of(const tw_axes *a, int k) {
    vec3 out = k < 2 ? a->right : a->up;
    return k % 2 ? v3_neg(out) : out;
}

/* distance of side k from the middle of the view, for a camera of size 1; size: distance of the eye
 * or, with parallel rays, half the height of the view */
static double side_of(const tw_fit *f, int k) {
    return f->parallel ? f->side[k] : f->side[k] * f->slope;
}

/* outward normal of the plane of side k; its length is not 1 */
static vec3 normal_of(const tw_fit *f, const tw_axes *a, int k) {
    return f->parallel ? out_of(a, k) : v3_madd(out_of(a, k), -side_of(f, k), a->forward);
}

/* index in survey.seen of the first thing of glimpse g or, if it has none, of the first thing after
 * it */
static size_t first_of(const tw_fit *f, size_t g) {
    const tw_survey *s = f->survey;
    return g < s->glimpse.count ? s->glimpse.data[g].first : s->seen.count;
}

/* ---- one camera, anywhere ------------------------------------------------------------------- */

static tw_status gather(const tw_fit *f, const tw_axes *a, vec3 origin, tw_window_pair *pair) {
    const tw_survey *s = f->survey;
    vec3 n[4];
    double at[4];
    for (int k = 0; k < 4; k++) {
        n[k] = normal_of(f, a, k);
        at[k] = v3_dot(n[k], origin);
    }
    for (size_t i = first_of(f, f->from); i < first_of(f, f->to); i++)
        for (int k = 0; k < 4 && f->weight[i] > 0; k++) {
            tw_reach r = {tw_seen_reach(&s->seen.data[i], n[k]) - at[k], f->weight[i]};
            TW_TRY(tw_push(&pair[k / 2].side[k % 2], r));
        }
    return TW_OK;
}

/* How far the things' weighted mean place moves along n between the first quarter of the time and
 * the last, as a share of the width hi - lo. Things outside lo .. hi do not count. */
static double travel_along(const tw_fit *f, vec3 n, double lo, double hi) {
    const tw_survey *s = f->survey;
    double sum[2] = {0, 0}, weight[2] = {0, 0};
    size_t count = f->to - f->from;
    for (size_t g = 0; g < count; g++) {
        const tw_glimpse *of = &s->glimpse.data[f->from + g];
        int end = 4 * g < count ? 0 : 4 * (g + 1) > 3 * count ? 1 : -1;
        if (end < 0 || !f->chosen[f->from + g]) continue;
        for (size_t i = of->first; i < of->first + of->count; i++) {
            double x = v3_dot(n, s->seen.data[i].pose.x);
            if (x < lo || x > hi) continue;
            sum[end] += f->weight[i] * x;
            weight[end] += f->weight[i];
        }
    }
    if (!(weight[0] > 0 && weight[1] > 0 && hi > lo)) return 0;
    return (sum[1] / weight[1] - sum[0] / weight[0]) / (hi - lo);
}

/* Where the picture's middle lies along n, one of its axes, relative to `origin`. If the subject
 * travels, up to half of `room` is added in front of it: horizontally the width that it leaves free
 * on one side, vertically half of the height that it does. */
static double middle_of(const tw_fit *f, const tw_window *w, int pair, vec3 n, vec3 origin,
                        double distance, const double *side, double room) {
    double a = w->bound[pair][0], b = w->bound[pair][1], at = v3_dot(n, origin);
    double slack = 0.5 * (distance * (side[0] + side[1]) - a - b);
    double travel = f->exact ? 0 : travel_along(f, n, at - b, at + a);
    double lead = floor(8 * fmin(fmax(travel, -1), 1) + 0.5) / 8;
    return a + slack - distance * side[0] + 0.5 * lead * room;
}

tw_status tw_fit_window(const tw_fit *f, const tw_axes *a, vec3 origin, double *size,
                        vec3 *middle) {
    double side[4];
    tw_window w = {0};
    for (int k = 0; k < 4; k++) side[k] = side_of(f, k);
    tw_window_pair pair[2] = {{.span = side[0] + side[1]}, {.span = side[2] + side[3]}};
    tw_status s = gather(f, a, origin, pair);
    if (s == TW_OK) s = tw_window_choose(pair, 2, 0, f->price, &w);
    for (int k = 0; k < 4; k++) tw_array_free(&pair[k / 2].side[k % 2]);
    *size = 0;
    *middle = origin;
    if (s != TW_OK) return tw_fail_memory();
    if (!w.found || !(w.size > 0)) return TW_OK;
    double d = *size = f->exact ? w.size : tw_coarse(w.size);
    double room =
        /* room in front of a moving subject; vertically, half of it is used */
        0.5 * d * (1 - f->fill) / f->fill;
    double x = middle_of(f, &w, 0, a->right, origin, d, side, room * pair[0].span);
    double y = middle_of(f, &w, 1, a->up, origin, d, side + 2, 0.5 * room * pair[1].span);
    *middle = v3_madd(v3_madd(origin, x, a->right), y, a->up);
    if (!f->exact) *middle = tw_snapped(*middle, d / 64);
    return TW_OK;
}

/* ---- over all that is seen ------------------------------------------------------------------ */

/* one of two ways to find the size (distance, half height or slope) at which the camera of a
 * glimpse shows a thing */
typedef struct measure {
    /* sets the camera's axes and returns the place from which reaches are measured. target:
     * replaces the camera's own target; NULL: its own counts */
    vec3 (*aim)(const tw_camera *c, const vec3 *target, tw_axes *axes);
    /* least size with which the picture shows the whole thing */
    double (*of)(const tw_fit *f, const tw_axes *a, vec3 place, const tw_seen *seen);
} measure;

/* *out: size of least cost (window.h) over all things in the glimpses f->from .. f->to - 1; 0:
 * nothing is seen */
static tw_status choose(const tw_fit *f, const measure *m, const vec3 *target, double *out) {
    const tw_survey *s = f->survey;
    tw_reach_list list = {0};
    tw_status status = TW_OK;
    double chosen;
    for (size_t g = f->from; g < f->to && status == TW_OK; g++) {
        const tw_glimpse *of = &s->glimpse.data[g];
        tw_axes a;
        vec3 place = m->aim(&of->camera, target, &a);
        for (size_t i = of->first; i < of->first + of->count && status == TW_OK; i++)
            if (f->weight[i] > 0)
                status = tw_push(&list,
                                 ((tw_reach){m->of(f, &a, place, &s->seen.data[i]), f->weight[i]}));
    }
    if (status == TW_OK) status = tw_bound_choose(&list, f->price, &chosen);
    tw_array_free(&list);
    if (status != TW_OK) return tw_fail_memory();
    *out = chosen > 0 ? (f->exact ? chosen : tw_coarse(chosen)) : 0;
    return TW_OK;
}

/* ---- about targets that are given ----------------------------------------------------------- */

/* least size (distance or half height) at which the thing lies within the four sides of a camera
 * aimed at the target */
static double back_from(const tw_fit *f, const tw_axes *a, vec3 target, const tw_seen *seen) {
    double far = -INFINITY;
    for (int k = 0; k < 4; k++) {
        vec3 n = normal_of(f, a, k);
        far = fmax(far, (tw_seen_reach(seen, n) - v3_dot(n, target)) / side_of(f, k));
    }
    return far;
}

static vec3 aim_at_target(const tw_camera *c, const vec3 *target, tw_axes *axes) {
    vec3 at = target ? *target : c->target;
    *axes = tw_axes_of(c->has_eye ? v3_sub(at, c->eye) : tw_view_of(c), c->up);
    return at;
}

tw_status tw_fit_size(const tw_fit *f, const vec3 *target, double *size) {
    static const measure about_target = {aim_at_target, back_from};
    return choose(f, &about_target, target, size);
}

/* ---- from eyes that are given --------------------------------------------------------------- */

/* Least slope k with which a side, a plane through the eye, has the thing inside: the thing's reach
 * along (out - k forward) from the eye is <= 0. This reach falls as k grows, at least as fast as
 * the depth of the thing's nearest point; its zero is found by the Illinois variant of regula
 * falsi. INFINITY: part of the thing is beside or behind the eye */
static double slope_of(const tw_seen *seen, vec3 eye, vec3 out, vec3 forward) {
    double near = -tw_seen_reach(seen, v3_neg(forward)) - v3_dot(forward, eye);
    double f0 = tw_seen_reach(seen, out) - v3_dot(out, eye);
    if (!(near > 0)) return INFINITY;
    /* the whole thing lies beyond the middle of the picture, as seen from this side */
    if (f0 <= 0) return 0;
    double lo = 0, hi = f0 / near, flo = f0, k = hi;
    double fhi = tw_seen_reach(seen, v3_madd(out, -hi, forward)) - v3_dot(out, eye) +
                 hi * v3_dot(forward, eye);
    for (int i = 0; i < 12 && fhi < 0 && hi - lo > 1e-9 * hi; i++) {
        k = (lo * fhi - hi * flo) / (fhi - flo);
        double fk = tw_seen_reach(seen, v3_madd(out, -k, forward)) - v3_dot(out, eye) +
                    k * v3_dot(forward, eye);
        if (fk > 0) {
            lo = k, flo = fk;
            fhi *= 0.5;
        } else {
            hi = k, fhi = fk;
            flo *= 0.5;
        }
    }
    return hi;
}

/* least slope, in units of f->side, with which the thing lies within all four sides as seen from
 * the eye */
static double wide_from(const tw_fit *f, const tw_axes *a, vec3 eye, const tw_seen *seen) {
    double most = 0;
    for (int side = 0; side < 4; side++)
        most = fmax(most, slope_of(seen, eye, out_of(a, side), a->forward) / f->side[side]);
    return most;
}

static vec3 aim_from_eye(const tw_camera *c, const vec3 *target, tw_axes *axes) {
    *axes = tw_axes_of(v3_sub(c->has_target ? c->target : *target, c->eye), c->up);
    return c->eye;
}

tw_status tw_fit_slope(const tw_fit *f, const vec3 *target, double *slope) {
    static const measure from_eye = {aim_from_eye, wide_from};
    return choose(f, &from_eye, target, slope);
}
