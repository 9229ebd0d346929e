/*
 * How time goes on: events that are due; looks at this instant; one step, cut where something is
 * planned or a crossing is found; looks inside it; and again. The stepper is started anew only when
 * an event has changed something.
 */
#include "timeline/sim_internal.h"

#include "analysis/conflict.h"
#include "dynamics/limit.h"
#include "dynamics/step/project.h"
#include "dynamics/step/timestep.h"
#include "model/joint.h"
#include "numeric/value/root.h"
#include "timeline/breaks.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

/* no step is longer, so that a short pulse of a function of time is not stepped over (s) */
#define LONGEST_STEP 0.1

/* into the total: what the stepper has counted since the last time */
static void add_counts(const tw_sim *s, tw_sim_stats *total, tw_stepper_stats *seen) {
    if (!s->stepper) return;
    tw_stepper_stats now;
    s->kind->stats(s->stepper, &now);
    total->steps += now.steps - seen->steps;
    if (strcmp(s->kind->name, tw_stepper_choices[s->world->set.stepper]) != 0)
        total->coarse += now.steps - seen->steps;
    total->rejected += now.rejected - seen->rejected;
    total->evaluations += now.evaluations - seen->evaluations;
    total->restarts += now.restarts - seen->restarts;
    *seen = now;
}

static void collect_stats(tw_sim *s) {
    add_counts(s, &s->stats, &s->stepper_seen);
}

static double clock_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void tw_sim_statistics(const tw_sim *s, tw_sim_stats *stats) {
    *stats = s->stats;
    tw_stepper_stats seen = s->stepper_seen;
    add_counts(s, stats, &seen);
    if (s->advancing) stats->seconds += clock_now() - s->advance_began;
}

/* a fixed step must resolve the decay: h <= 2 tau */
static tw_status check_fixed_step(const tw_sim *s) {
    const tw_world *w = s->world;
    for (size_t i = 0; i < w->constraint.count; i++) {
        const tw_constraint *c = w->constraint.data[i];
        double tau = tw_value1(&c->tau, w->time);
        if (isnan(tau)) tau = tw_value1(&w->set.tau, w->time);
        bool limit = tw_constraint_kind_of(c)->bounds != NULL;
        if (!c->enabled || (limit && !c->beyond_now) || w->set.step <= 2 * tau) continue;
        char label[256];
        return tw_fail(TW_ARGUMENT, "step = %g s is longer than 2 tau = %g s of %s", w->set.step,
                       2 * tau, tw_object_label(&c->o, label, sizeof label));
    }
    return TW_OK;
}

void tw_sim_drop_stepper(tw_sim *s) {
    collect_stats(s);
    if (s->stepper) s->kind->destroy(s->stepper);
    s->stepper = NULL;
    s->stepper_seen = (tw_stepper_stats){0};
}

static tw_status choose_kind(tw_sim *s, const tw_stepper_kind **kind) {
    const char *name = tw_sim_stepper(s);
    *kind = tw_stepper_find(name);
    if (!*kind) return tw_fail(TW_ARGUMENT, "stepper '%s' is not part of this version", name);
    TW_TRY(tw_touch_check(s, *kind));
    return (*kind)->adaptive ? TW_OK : check_fixed_step(s);
}

/* a stepper for the world as it is, not started; s->n == 0: none */
static tw_status open_stepper(tw_sim *s) {
    const tw_world *w = s->world;
    int n;
    TW_TRY(tw_rhs_prepare(s->dynamics, &n));
    const tw_stepper_kind *kind;
    TW_TRY(choose_kind(s, &kind));
    tw_stepper_options options = {w->set.step, LONGEST_STEP};
    if (kind != s->kind || n != s->n || options.step != s->options.step ||
        w->set.rtol != s->ode.rtol)
        tw_sim_drop_stepper(s);
    s->kind = kind;
    s->n = n;
    s->options = options;
    TW_TRY(tw_reserve(&s->y, (size_t)n));
    TW_TRY(tw_reserve(&s->from, (size_t)n));
    TW_TRY(tw_reserve(&s->tolerance, (size_t)n));
    tw_rhs_tolerances(s->dynamics, w->set.atol, s->tolerance.data);
    s->ode = (tw_ode){.n = n,
                      .rhs = tw_rhs,
                      .rhs_swift = tw_rhs_swift,
                      .rhs_along = tw_rhs_along,
                      .settle = kind->one_step ? tw_rhs_settle : tw_rhs_normalize,
                      .context = s->dynamics,
                      .rtol = w->set.rtol,
                      .atol = s->tolerance.data,
                      .block = 13,
                      .sizes = tw_rhs_sizes,
                      .noise = tw_rhs_noise,
                      .leap = kind->leaps == TW_LEAP_TIMESTEP ? tw_timestep_step : tw_project_step,
                      .poll = s->poll,
                      .poll_context = s->poll_context};
    return n > 0 && !s->stepper ? kind->create(&s->ode, &s->options, &s->stepper) : TW_OK;
}

void tw_sim_seen(tw_sim *s) {
    s->seen_topology = s->world->topology;
    s->seen_state = s->world->state;
    s->seen_fields = s->world->fields;
    s->running_stepper = true;
}

/* after a restore: what the stepper knew before the change for which it starts anew. The start here
 * may fail, where the objects are others; then it knows nothing, as it would have */
static void warm_up(tw_sim *s) {
    tw_resume *r = &s->resume;
    bool same = s->n > 0 && s->n == r->n && s->kind == r->kind;
    if ((r->warm || (r->pending && r->end == r->begin)) && same && s->kind->resume &&
        s->kind->start(s->stepper, r->begin, r->y.data, r->hint) == TW_OK)
        s->kind->resume(s->stepper, r->mark);
    r->pending = r->warm = false;
}

/* starts the stepper at the world's present state */
static tw_status restart(tw_sim *s) {
    TW_TRY(tw_limits_begin(s->dynamics));
    TW_TRY(tw_touch_begin(s));
    TW_TRY(open_stepper(s));
    warm_up(s);
    tw_world_count_turns(s->world);
    tw_rhs_pack(s->dynamics, s->y.data);
    if (s->n > 0) TW_TRY(s->kind->start(s->stepper, s->world->time, s->y.data, s->hint));
    s->end = s->world->time;
    tw_sim_seen(s);
    s->rest_since = NAN;
    return TW_OK;
}

void tw_sim_start_anew(tw_sim *s) {
    s->running_stepper = false;
}

bool tw_sim_runs_on(const tw_sim *s) {
    const tw_world *w = s->world;
    return s->running_stepper && s->seen_topology == w->topology && s->seen_state == w->state &&
           s->seen_fields == w->fields;
}

static double next_break(tw_sim *s) {
    const tw_world *w = s->world;
    if (!s->break_known || s->break_fields != w->fields || s->break_topology != w->topology ||
        s->next_break <= w->time) {
        s->next_break = tw_world_next_break(w, w->time);
        s->break_fields = w->fields;
        s->break_topology = w->topology;
        s->break_known = true;
    }
    return s->next_break;
}

/* s->y at t into the world */
static void present(tw_sim *s, double t) {
    tw_rhs_unpack(s->dynamics, t, s->y.data);
    s->world->view++;
}

tw_status tw_sim_view(tw_sim *s, double t) {
    if (s->n > 0) TW_TRY(s->kind->dense(s->stepper, t, s->y.data));
    present(s, t);
    return TW_OK;
}

tw_status tw_sim_show(tw_sim *s, double t) {
    if (s->n == 0 || s->kind->leaps != TW_LEAP_NONE || t == s->end) return tw_sim_view(s, t);
    bool changed = false;
    TW_TRY(s->kind->dense(s->stepper, s->step_begin, s->from.data));
    TW_TRY(s->kind->dense(s->stepper, t, s->y.data));
    TW_TRY(tw_rhs_settle(s->dynamics, s->step_begin, s->from.data, t, s->y.data, &changed));
    present(s, t);
    return TW_OK;
}

/* who and when, in front of the stepper's reason */
static tw_status step_failed(const tw_sim *s, tw_status status) {
    if (status != TW_UNDERFLOW && status != TW_NONFINITE) return status;
    return tw_fail(status, "the simulation failed after t = %.9g s: %s (most likely from %s)",
                   s->end, tw_failure(), tw_rhs_culprit(s->dynamics));
}

static tw_status take_step(tw_sim *s, double limit) {
    if (s->n == 0) {
        s->end = limit;
        return TW_OK;
    }
    s->step_begin = s->end;
    s->step_limit = limit;
    s->step_hint = s->kind->next_step(s->stepper);
    if (s->kind->mark) s->kind->mark(s->stepper, s->step_mark);
    tw_touch_begin_step(s);
    tw_status status = s->kind->step(s->stepper, limit, &s->end);
    if (status != TW_OK) return step_failed(s, status);
    s->hint = s->kind->next_step(s->stepper);
    return tw_touch_follow(s);
}

/* lets the stepper go on where it was when the restored state was saved: from the numbers that it
 * had, which the world's positions and velocities do not tell to the last bit */
static tw_status resume(tw_sim *s) {
    tw_resume *r = &s->resume;
    TW_TRY(open_stepper(s));
    if (s->n != r->n || s->kind != r->kind) return restart(s);
    if (s->n > 0) {
        TW_TRY(s->kind->start(s->stepper, r->begin, r->y.data, r->hint));
        if (s->kind->resume) s->kind->resume(s->stepper, r->mark);
    }
    s->end = r->begin;
    if (r->end > r->begin) TW_TRY(take_step(s, r->limit));
    r->pending = false;
    return TW_OK;
}

/* tells once about constraints that keep each other from being met, after two seconds' worth of tau
 * in which nothing about it has changed. Where static assembly can meet them all, that is told only
 * after a longer rest, so that static assembly is asked twice at most */
static tw_status notice(tw_sim *s) {
    enum { MOST = 16, ROWS = 300 };
    double t = s->world->time;
    if (s->noticed || !s->notice || t < s->next_notice) return TW_OK;
    s->next_notice = t + 0.02;
    tw_constraint *list[MOST];
    int count;
    TW_TRY(tw_conflicts(s->dynamics, list, MOST, &count));
    if (count == 0) {
        s->rest_since = NAN;
        return TW_OK;
    }
    double slowest = 0;
    for (int i = 0; i < count && i < MOST; i++) {
        double tau = tw_value1(&list[i]->tau, t);
        slowest = fmax(slowest, isnan(tau) ? tw_value1(&s->world->set.tau, t) : tau);
    }
    if (isnan(s->rest_since)) s->rest_since = t;
    if (t - s->rest_since < (s->notice_asked ? 10 : 2) * slowest) return TW_OK;
    char text[2048];
    bool conflict;
    TW_TRY(tw_conflict_explain(s->dynamics, list, count < MOST ? count : MOST, ROWS, &conflict,
                               text, sizeof text));
    s->noticed = conflict || s->notice_asked;
    s->notice_asked = true;
    if (s->noticed) s->notice(s->notice_context, text);
    return TW_OK;
}

static tw_status limit_depth(void *context, double t, double *y) {
    tw_sim *s = context;
    TW_TRY(tw_sim_view(s, t));
    return tw_limits_depth(s->dynamics, y);
}

/* the time at which a joint comes in through a bound that it stood beyond, if that is before *to */
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

/* one piece of motion: to `limit`, the step's end or a crossing, whichever comes first */
static tw_status move(tw_sim *s, double limit, bool is_break) {
    tw_world *w = s->world;
    if (!tw_sim_runs_on(s))
        TW_TRY(restart(s));
    else if (s->resume.pending)
        TW_TRY(resume(s));
    /* up to a break of a function of time, every stage must see the function before it */
    double until = is_break ? nextafter(limit, -INFINITY) : limit;
    if (until <= w->time) until = limit;
    if (s->end <= w->time) {
        tw_status status = take_step(s, until);
        if (status == TW_UNDERFLOW && tw_touch_give_up(s)) return TW_OK;
        TW_TRY(status);
    }
    double from = w->time, to = fmin(s->end, until), stop;
    bool met;
    TW_TRY(tw_touch_locate(s, from, to, &to, &met));
    TW_TRY(locate_limit(s, from, &to, &met));
    if (s->quiet)
        stop = to;
    else
        TW_TRY(tw_crossings_locate(s, from, to, &stop));
    met = met && stop == to;
    TW_TRY(tw_watch_inside(s, from, stop));
    TW_TRY(tw_sim_view(s, stop));
    TW_TRY(tw_rhs_check(s->dynamics, stop, s->y.data));
    if (stop == until && until != limit) {
        w->time = limit;
        s->running_stepper = false;
        /* a fixed-step method may use what was before; not over a jump */
        if (!s->kind || !s->kind->adaptive) s->hint = 0;
        tw_rhs_unpack(s->dynamics, limit, s->y.data);
    }
    tw_world_count_turns(w);
    TW_TRY(tw_meet_look(s)); /* velocities may jump */
    TW_TRY(tw_touch_arrive(s, met));
    if (met) TW_TRY(tw_meet_look(s));
    TW_TRY(tw_limits_arrive(s->dynamics));
    if (!s->quiet) {
        TW_TRY(tw_crossings_arrive(s, false));
        TW_TRY(notice(s));
    }
    return s->poll ? s->poll(s->poll_context) : TW_OK;
}

static tw_status advance(tw_sim *s, double t_end) {
    tw_world *w = s->world;
    TW_TRY(tw_inside_notice(s));
    for (;;) {
        if (!s->quiet) TW_TRY(tw_events_run(s));
        TW_TRY(tw_watch_now(s));
        double end = fmin(t_end, s->finish);
        if (w->time >= end) return TW_OK;
        double brk = next_break(s), planned = s->quiet ? end : fmin(end, tw_events_next(s));
        TW_TRY(move(s, fmin(planned, brk), brk <= planned));
    }
}

tw_status tw_sim_advance(tw_sim *s, double t) {
    if (s->advancing)
        return tw_fail(TW_ARGUMENT, "the scene is advancing already: an event may not advance it");
    TW_TRY(tw_world_writable(s->world, "advance the scene"));
    if (!(t >= s->world->time) || !isfinite(t))
        return tw_fail(TW_ARGUMENT, "expected a time that is not past (now t = %.9g s), got %.9g",
                       s->world->time, t);
    s->advance_began = clock_now();
    s->advancing = true;
    tw_status status = advance(s, t);
    s->advancing = false;
    s->stats.seconds += clock_now() - s->advance_began;
    collect_stats(s);
    return status;
}

tw_status tw_sim_look_on(tw_sim *s, double t) {
    if (!(t > s->world->time)) return TW_OK;
    tw_sim_save *save;
    TW_TRY(tw_sim_save_create(s, &save));
    double finish = s->finish;
    tw_sim_stats stats = s->stats;
    s->quiet = true;
    s->finish = INFINITY;
    /* where it cannot go on, there is nothing more to see */
    if (tw_sim_advance(s, t) == TW_MEMORY) {
        s->quiet = false;
        tw_sim_save_free(save);
        return tw_fail_memory();
    }
    s->quiet = false;
    s->finish = finish;
    tw_status status = tw_sim_restore(s, save);
    s->stats = stats;
    tw_sim_save_free(save);
    return status;
}
