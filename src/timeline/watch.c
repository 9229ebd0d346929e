/* Makes the looks for frames and records, at exact times inside steps, from the dense output,
 * without changing the steps. */
#include "timeline/sim_internal.h"

#include <limits.h>
#include <stdlib.h>

static double watch_time(const tw_watch *w) {
    if (w->next) return w->next(w->context);
    return w->dt > 0 ? w->t0 + w->k * w->dt : w->t0 + w->k / w->rate;
}

void tw_watch_begin(tw_watch *w, double t) {
    w->k = 0;
    if (w->next || !(t > w->t0)) return;
    double past = w->dt > 0 ? (t - w->t0) / w->dt : (t - w->t0) * w->rate;
    w->k = past < INT_MAX - 1 ? (int)past : INT_MAX - 1;
    /* the quotient is rounded: times are compared as they are when looks are made */
    while (w->k > 0 && watch_time(w) >= t) w->k--;
    while (w->k < INT_MAX - 1 && watch_time(w) < t) w->k++;
}

static tw_status add(tw_sim *s, tw_watch w, tw_id *id) {
    w.id = (tw_id){++s->watches.serial, 1};
    TW_TRY(tw_push(&s->watches.list, w));
    if (id) *id = w.id;
    return TW_OK;
}

tw_status tw_sim_watch(tw_sim *s, double t0, double fps, int count, tw_look_fn look, void *context,
                       tw_id *id) {
    if (!(fps > 0 && isfinite(fps)))
        return tw_fail(TW_ARGUMENT, "expected a positive rate, got %g", fps);
    if (!(t0 >= s->world->time))
        return tw_fail(TW_ARGUMENT, "expected a time that is not past, got %g", t0);
    return add(
        s, (tw_watch){.t0 = t0, .rate = fps, .count = count, .look = look, .context = context}, id);
}

tw_status tw_sim_watch_every(tw_sim *s, double t0, double dt, tw_look_fn look, void *context,
                             tw_id *id) {
    if (!(dt > 0 && isfinite(dt)))
        return tw_fail(TW_ARGUMENT, "expected a positive interval, got %g", dt);
    if (!(t0 >= s->world->time))
        return tw_fail(TW_ARGUMENT, "expected a time that is not past, got %g", t0);
    return add(s, (tw_watch){.t0 = t0, .dt = dt, .count = -1, .look = look, .context = context},
               id);
}

tw_status tw_sim_watch_times(tw_sim *s, double (*next)(void *), tw_look_fn look, void *context,
                             tw_id *id) {
    return add(s, (tw_watch){.count = -1, .next = next, .look = look, .context = context}, id);
}

tw_status tw_sim_watch_frames(tw_sim *s, double (*next)(void *), tw_look_fn look, void *context,
                              tw_id *id) {
    return add(
        s, (tw_watch){.count = -1, .next = next, .frames = true, .look = look, .context = context},
        id);
}

void tw_sim_unwatch(tw_sim *s, tw_id id) {
    for (size_t i = 0; i < s->watches.list.count; i++)
        if (tw_id_equal(s->watches.list.data[i].id, id)) {
            for (size_t j = i + 1; j < s->watches.list.count; j++)
                s->watches.list.data[j - 1] = s->watches.list.data[j];
            s->watches.list.count--;
            return;
        }
}

/* true: the watch was made by tw_sim_watch_times, so its looks show states at any time of a step;
 * false: it is one for frames or records */
static bool views(const tw_watch *w) {
    return w->next && !w->frames;
}

/* the watch whose look is due first; of several, the one registered first; NULL: no look is due
 * before the film's end */
static tw_watch *next_look(const tw_sim *s) {
    tw_watch *best = NULL;
    for (size_t i = 0; i < s->watches.list.count; i++) {
        tw_watch *w = &s->watches.list.data[i];
        if (w->count >= 0 && w->k >= w->count) continue;
        if (s->advance.quiet && !views(w)) continue;
        double t = watch_time(w);
        if (t > s->advance.finish || t == INFINITY) continue;
        if (!best || t < watch_time(best)) best = w;
    }
    return best;
}

static tw_status look(tw_sim *s, tw_watch *w) {
    int k = w->k++;
    tw_look_fn f = w->look;
    void *context = w->context;
    bool frozen = s->world->frozen;
    const char *by = s->world->frozen_by;
    s->world->frozen = true;
    s->world->frozen_by = "a function that may only look (on_frame, record)";
    tw_status status = f(context, k, s->world->time);
    s->world->frozen = frozen;
    s->world->frozen_by = by;
    return status;
}

/* Looks due before `to` inside the last step (sim_internal.h). The searches for impacts and
 * crossings have left the world at any time of the step, so it is set to the time of each look
 * before it */
tw_status tw_watch_inside(tw_sim *s, double from, double to) {
    for (tw_watch *w; (w = next_look(s)) && watch_time(w) < to;) {
        double t = w->next ? fmax(watch_time(w), from) : watch_time(w);
        if (s->advance.stopping && t > s->world->time) return TW_OK;
        TW_TRY(views(w) ? tw_sim_view(s, t) : tw_sim_show(s, t));
        TW_TRY(look(s, w));
    }
    return TW_OK;
}

void tw_sim_stop_here(tw_sim *s) {
    s->advance.stopping = true;
}

bool tw_sim_stopped(const tw_sim *s) {
    return s->advance.stopping;
}

tw_status tw_watch_now(tw_sim *s) {
    for (tw_watch *w; (w = next_look(s)) && watch_time(w) <= s->world->time;) TW_TRY(look(s, w));
    return TW_OK;
}
