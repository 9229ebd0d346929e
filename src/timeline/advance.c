/* How a simulation advances, repeating this order: runs the events that are due; makes the looks
 * (calls of watchers, for frames and records) of this instant; makes one step, which is cut where
 * something is planned or a crossing is found; makes the looks inside the step. Steppers restart
 * only when something has changed that motion depends on. */
#include "timeline/sim_internal.h"

#include "dynamics/limit.h"
#include "model/joint.h"
#include "numeric/value/root.h"
#include "timeline/breaks.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

/* if the next stop is at t, times planned later than this after t, s, do not shorten the step to t;
 * longer than any two steps */
#define BEYOND 1.0

static void collect_stats(tw_sim *s) {
    for (size_t k = 0; k < s->strand.count; k++) tw_strand_count(s, s->strand.data[k]);
}

static double clock_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void tw_sim_statistics(const tw_sim *s, tw_sim_stats *stats) {
    *stats = s->stats;
    for (size_t k = 0; k < s->strand.count; k++) tw_strand_add(s->strand.data[k], stats);
    if (s->advance.active) stats->seconds += clock_now() - s->advance.began;
}

void tw_sim_seen(tw_sim *s) {
    s->seen.topology = s->world->topology;
    s->seen.state = s->world->state;
    s->seen.fields = s->world->fields;
    s->running_stepper = true;
}

static void know_end(tw_sim *s) {
    s->end = INFINITY;
    for (size_t k = 0; k < s->strand.count; k++) s->end = fmin(s->end, s->strand.data[k]->until);
}

/* starts the steppers of all strands at the world's present state, after the treatment of impacts,
 * lasting contacts and limits that it requires */
static tw_status restart(tw_sim *s) {
    s->resuming = false;
    TW_TRY(tw_limits_begin(s->dynamics));
    TW_TRY(tw_strands_begin(s, true));
    tw_world_count_turns(s->world);
    tw_sim_seen(s);
    know_end(s);
    s->contradiction.since = NAN;
    return TW_OK;
}

bool tw_sim_runs_on(const tw_sim *s) {
    const tw_world *w = s->world;
    return s->running_stepper && s->seen.topology == w->topology && s->seen.state == w->state &&
           s->seen.fields == w->fields;
}

static double next_break(tw_sim *s) {
    const tw_world *w = s->world;
    if (!s->breaks.known || s->breaks.fields != w->fields || s->breaks.topology != w->topology ||
        s->breaks.next <= w->time) {
        s->breaks.next = tw_world_next_break(w, w->time);
        s->breaks.fields = w->fields;
        s->breaks.topology = w->topology;
        s->breaks.known = true;
    }
    return s->breaks.next;
}

/* sets the world to the state s->y at time t, without raising the world's count of changes of
 * state */
static void present(tw_sim *s, double t) {
    tw_rhs_unpack(s->dynamics, t, s->y.data);
    s->world->view++;
}

tw_status tw_sim_view(tw_sim *s, double t) {
    TW_TRY(tw_strands_look(s, t, false));
    present(s, t);
    return TW_OK;
}

tw_status tw_sim_show(tw_sim *s, double t) {
    TW_TRY(tw_strands_look(s, t, true));
    present(s, t);
    return TW_OK;
}

/* after a restore: makes the strands' steppers repeat the steps in which the saved time lies */
static tw_status resume(tw_sim *s) {
    s->resuming = s->running_stepper = false; /* if something fails below, this makes the next piece
                                                 of motion divide the world into strands again */
    for (size_t k = 0; k < s->strand.count; k++) TW_TRY(tw_strand_resume(s, s->strand.data[k]));
    TW_TRY(tw_strands_share(s));
    know_end(s);
    s->running_stepper = true;
    return TW_OK;
}

/* Makes a step with each strand whose last step ends at the present time. Steps go at most to
 * `until`; those of steppers whose dense output is less exact than the steps go at most to `end`.
 * *again: the contacts of a strand prevented its step, so it was handed over to `timestep`, and
 * must step again */
static tw_status step_on(tw_sim *s, double until, double end, bool *again) {
    double now = s->world->time;
    *again = false;
    for (size_t k = 0; k < s->strand.count; k++) {
        tw_strand *g = s->strand.data[k];
        if (g->until > now) continue;
        tw_status status = tw_strand_step(s, g, g->kind->seen_within ? until : fmin(until, end));
        if (status == TW_UNDERFLOW && tw_touch_give_up(s, g)) {
            *again = true;
            continue;
        }
        TW_TRY(status);
    }
    know_end(s);
    return TW_OK;
}

static tw_status limit_depth(void *context, double t, double *y) {
    tw_sim *s = context;
    TW_TRY(tw_sim_view(s, t));
    return tw_limits_depth(s->dynamics, y);
}

/* If a joint that was beyond its limit returns to its bound in (from, *to], *to becomes the time at
 * which it does, and *met (bodies meet at *to) becomes false if that is earlier */
static tw_status locate_limit(tw_sim *s, double from, double *to, bool *met) {
    double a, b, t;
    if (!tw_limits_any(s->dynamics)) return TW_OK;
    TW_TRY(limit_depth(s, from, &a));
    TW_TRY(limit_depth(s, *to, &b));
    if (!(a < 0 && b > 0)) return TW_OK;
    TW_TRY(tw_root(limit_depth, s, from, a, *to, b, 1e-13, &t));
    *met = *met && t == *to;
    *to = t;
    return TW_OK;
}

/* ends the motion inside a step, at the time of the look that called tw_sim_stop_here: the world
 * already shows that time, and no crossing precedes it */
static tw_status stop_inside(tw_sim *s) {
    s->running_stepper = false;
    tw_world_count_turns(s->world);
    return tw_meet_look(s);
}

/* Makes one piece of motion, up to `limit`, `end`, the end of a step or a crossing, whichever comes
 * first. is_break: a function of time may jump at `limit`. Steppers with exact dense output step
 * beyond `end`, so that the times of looks do not change the steps. */
static tw_status move(tw_sim *s, double limit, bool is_break, double end) {
    tw_world *w = s->world;
    bool again;
    if (!tw_sim_runs_on(s))
        TW_TRY(restart(s));
    else if (s->resuming)
        TW_TRY(resume(s));
    if (s->regroup) TW_TRY(tw_strands_begin(s, false));
    /* the function of time jumps at `limit`, so all stages of the step must be before it */
    double until = is_break ? nextafter(limit, -INFINITY) : limit;
    if (until <= w->time) until = limit;
    TW_TRY(step_on(s, until, end, &again));
    if (again) return TW_OK;
    double from = w->time, to = fmin(s->end, fmin(until, end)), stop;
    bool met;
    TW_TRY(tw_touch_locate(s, from, to, &to, &met));
    TW_TRY(locate_limit(s, from, &to, &met));
    if (s->advance.quiet)
        stop = to;
    else
        TW_TRY(tw_crossings_locate(s, from, to, &stop));
    met = met && stop == to;
    TW_TRY(tw_watch_inside(s, from, stop));
    if (s->advance.stopping) return stop_inside(s);
    TW_TRY(stop == end && !met ? tw_sim_show(s, stop) : tw_sim_view(s, stop));
    TW_TRY(tw_rhs_check(s->dynamics, stop, s->y.data));
    if (stop == until && until != limit) {
        w->time = limit;
        s->running_stepper = false;
        /* after a jump of a function, steppers with fixed steps must not use the previous step as a
         * hint */
        for (size_t k = 0; k < s->strand.count; k++)
            if (!s->strand.data[k]->kind->adaptive) s->strand.data[k]->hint = 0;
        tw_rhs_unpack(s->dynamics, limit, s->y.data);
    }
    tw_world_count_turns(w);
    TW_TRY(tw_rough_piece(s, from, stop, met));
    /* contacts are read before they are treated, since velocities may then jump */
    TW_TRY(tw_meet_look(s));
    TW_TRY(tw_touch_arrive(s, met));
    if (met) TW_TRY(tw_meet_look(s));
    unsigned long counts = tw_rough_counts(s);
    TW_TRY(tw_limits_arrive(s->dynamics));
    TW_TRY(tw_rough_changed(s, counts));
    if (!s->advance.quiet) {
        TW_TRY(tw_crossings_arrive(s, false));
        TW_TRY(tw_contradiction_look(s, from));
        TW_TRY(tw_hints_look(s));
    }
    return tw_poll_ask(s->calls.poll);
}

static tw_status advance(tw_sim *s, double t_end) {
    tw_world *w = s->world;
    TW_TRY(tw_inside_notice(s));
    for (;;) {
        unsigned long counts = tw_rough_counts(s);
        if (!s->advance.quiet) TW_TRY(tw_events_run(s));
        TW_TRY(tw_rough_changed(s, counts));
        TW_TRY(tw_watch_now(s));
        if (s->advance.stopping) return TW_OK;
        double end = fmin(t_end, s->advance.finish);
        if (w->time >= end) return TW_OK;
        double brk = next_break(s), planned = fmin(s->advance.finish, end + BEYOND);
        if (!s->advance.quiet) planned = fmin(planned, tw_events_next(s));
        TW_TRY(move(s, fmin(planned, brk), brk <= planned, end));
        if (s->advance.stopping) return TW_OK;
    }
}

tw_status tw_sim_advance(tw_sim *s, double t) {
    if (s->advance.active)
        return tw_fail(TW_ARGUMENT, "the scene is advancing already: an event may not advance it");
    TW_TRY(tw_world_writable(s->world, "advance the scene"));
    if (!(t >= s->world->time) || !isfinite(t))
        return tw_fail(TW_ARGUMENT, "expected a time that is not past (now t = %.9g s), got %.9g",
                       s->world->time, t);
    s->advance.began = clock_now();
    s->advance.active = true;
    s->advance.stopping = false;
    tw_status status = advance(s, t);
    if (status != TW_OK) status = tw_contradiction_blame(s, status);
    s->advance.active = false;
    s->stats.seconds += clock_now() - s->advance.began;
    collect_stats(s);
    return status;
}

tw_status tw_sim_look_on(tw_sim *s, double t) {
    if (!(t > s->world->time)) return TW_OK;
    tw_sim_save *save;
    TW_TRY(tw_sim_save_create(s, &save));
    double finish = s->advance.finish;
    tw_sim_stats stats = s->stats;
    s->advance.quiet = true;
    s->advance.finish = INFINITY;
    /* memory may run out even for this; then no further looks are made */
    if (tw_sim_advance(s, t) == TW_MEMORY) {
        s->advance.quiet = false;
        tw_sim_save_free(save);
        return tw_fail_memory();
    }
    s->advance.quiet = false;
    s->advance.finish = finish;
    tw_status status = tw_sim_restore(s, save);
    s->stats = stats;
    tw_sim_save_free(save);
    return status;
}
