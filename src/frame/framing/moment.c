/* The camera that follows its subject: its target and size at each time; see moment.h. */
#include "frame/framing/moment.h"

#include "base/math/elementary.h"
#include "frame/framing/weigh.h"

#include <math.h>
#include <stdlib.h>

/* price of a larger size (window.h): so low that only things that have left the others for good are
 * left out of the picture */
#define PRICE 1e-6
#define FULL 0.94 /* largest share of the picture that the subject may fill at any instant */

/* scales the weights of the glimpse's things so that their sum is 1; false: all are 0 */
static bool even_out(const tw_glimpse *g, double *weight) {
    double sum = 0;
    for (size_t i = g->first; i < g->first + g->count; i++) sum += weight[i];
    for (size_t i = g->first; i < g->first + g->count && sum > 0; i++) weight[i] /= sum;
    return sum > 0;
}

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* *middle: medians of x, y and z over the places of the glimpse's things whose weight is > 0 */
static tw_status middle_of(const tw_survey *s, const tw_glimpse *g, const double *weight,
                           vec3 *middle) {
    double *list = malloc((g->count + 1) * sizeof *list), x[3] = {0, 0, 0};
    if (!list) return tw_fail_memory();
    for (int k = 0; k < 3; k++) {
        size_t n = 0;
        for (size_t i = g->first; i < g->first + g->count; i++) {
            double at[3];
            v3_store(at, s->seen.data[i].pose.x);
            if (weight[i] > 0) list[n++] = at[k];
        }
        qsort(list, n, sizeof *list, by_size);
        x[k] = 0.5 * (list[(n - 1) / 2] + list[n / 2]);
    }
    free(list);
    *middle = v3_load(x);
    return TW_OK;
}

/* *to: time of glimpse g, and target: the camera's own if it has one, otherwise the middle of the
 * window (window.h) of this glimpse */
static tw_status look(tw_fit *f, size_t g, const double *weight, tw_way *to) {
    const tw_glimpse *of = &f->survey->glimpse.data[g];
    const tw_camera *c = &of->camera;
    vec3 middle;
    double size;
    f->from = g;
    f->to = g + 1;
    to->time = of->time;
    if (c->has_target) {
        to->target = c->target;
        return TW_OK;
    }
    tw_axes a = tw_axes_of(tw_view_of(c), c->up);
    TW_TRY(middle_of(f->survey, of, weight, &middle));
    return tw_fit_window(f, &a, middle, &size, &to->target);
}

/* *size: distance, half height or slope with which a camera looking at the target shows glimpse g;
 * 0: nothing is visible */
static tw_status measure(tw_fit *f, size_t g, const vec3 *target, double *size) {
    const tw_camera *c = &f->survey->glimpse.data[g].camera;
    f->from = g;
    f->to = g + 1;
    return c->has_eye && !f->parallel ? tw_fit_slope(f, target, size)
                                      : tw_fit_size(f, target, size);
}

static tw_status targets(tw_fit *f, double *weight, vec3 target, tw_path *path) {
    const tw_survey *s = f->survey;
    for (size_t g = 0; g < s->glimpse.count; g++) {
        tw_way w = {.time = s->glimpse.data[g].time, .target = target};
        if (!f->chosen[g] || !even_out(&s->glimpse.data[g], weight)) continue;
        if (!s->glimpse.data[g].camera.has_eye) TW_TRY(look(f, g, weight, &w));
        TW_TRY(tw_push(&path->way, w));
    }
    return TW_OK;
}

/* sets the sizes, as logarithms, with which cameras on the path show its samples when they look at
 * the smoothed targets */
static tw_status sizes(tw_fit *f, const double *weight, tw_path *path) {
    const tw_survey *s = f->survey;
    size_t n = 0, from = 0;
    for (size_t g = 0; g < s->glimpse.count; g++) {
        const tw_glimpse *of = &s->glimpse.data[g];
        double sum = 0, size;
        for (size_t i = of->first; i < of->first + of->count && f->chosen[g]; i++) sum += weight[i];
        if (!(sum > 0)) continue;
        vec3 target = of->camera.has_target ? of->camera.target : tw_path_at(path, of->time).target;
        TW_TRY(measure(f, g, &target, &size));
        tw_way *w = &path->way.data[n++];
        w->size = size > 0 ? tw_log(size) : NAN;
    }
    /* a sample in which nothing is visible takes the size of the sample before it, or, at the
     * beginning, that of the first one in which something is */
    while (from < n && isnan(path->way.data[from].size)) from++;
    for (size_t i = 0; i < n && from < n; i++)
        if (isnan(path->way.data[i].size))
            path->way.data[i].size = path->way.data[i > from ? i - 1 : from].size;
    if (from == n) path->way.count = 0;
    return TW_OK;
}

/* enlarges the path's sizes where their smoothed values are so small that things would be cut off
 */
static tw_status widen(const tw_fit *f, tw_path *path) {
    size_t n = path->way.count;
    double *more = malloc((n + 1) * sizeof *more), room = tw_log(fmax(FULL / f->fill, 1));
    if (!more) return tw_fail_memory();
    for (size_t i = 0; i < n; i++) {
        const tw_way *w = &path->way.data[i];
        more[i] = fmax(w->size - room - tw_path_at(path, w->time).size, 0);
    }
    tw_status s = tw_path_swell(path, more);
    for (size_t i = 0; i < n && s == TW_OK; i++) path->way.data[i].size += more[i];
    free(more);
    return s;
}

/* sets the weight of things that are partly outside the subject's box to 0 */
static void leave_out(const tw_fit *f, const tw_subject *s, double *weight) {
    const double hair = 1e-9 * s->radius;
    for (size_t i = 0; i < f->survey->seen.count; i++) {
        const tw_seen *seen = &f->survey->seen.data[i];
        if (!(weight[i] > 0)) continue;
        for (int k = 0; k < 6; k++) {
            double sign = k % 2 ? 1 : -1, out[3] = {0, 0, 0}, box[2][3];
            out[k / 2] = sign;
            v3_store(box[0], s->box.lo);
            v3_store(box[1], s->box.hi);
            if (tw_seen_reach(seen, v3_load(out)) > sign * box[k % 2][k / 2] + hair) weight[i] = 0;
        }
    }
}

tw_status tw_moment_choose(tw_fit *f, double *weight, const tw_subject *subject, tw_path *path) {
    *path = (tw_path){0};
    leave_out(f, subject, weight);
    f->price = PRICE;
    f->exact = true;
    TW_TRY(targets(f, weight, subject->centre, path));
    if (!path->way.count) return TW_OK;
    tw_path_settle(path);
    TW_TRY(sizes(f, weight, path));
    return path->way.count ? widen(f, path) : TW_OK;
}
