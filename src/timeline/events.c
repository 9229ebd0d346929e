/*
 * Events: what is planned, in the order (time, registration). Times of repeated events are counted
 * in integers, from + k period, so that they do not drift.
 */
#include "timeline/sim_internal.h"

#include <stdlib.h>
#include <string.h>

static double time_of(const tw_planned *p, long k) {
    double t = p->e.from + (double)k * p->e.period;
    if (p->e.kind == TW_EVENT_DURING) {
        /* the last call is at `to` exactly, with u = 1 */
        double before = p->e.from + (double)(k - 1) * p->e.period;
        if (t > p->e.to - 1e-9 * p->e.period && before < p->e.to - 1e-9 * p->e.period) t = p->e.to;
    }
    return t;
}

static bool past_end(const tw_planned *p, double t) {
    return t > p->e.to + (p->e.kind == TW_EVENT_EVERY ? 1e-9 * p->e.period : 0);
}

static void finish(tw_planned *p) {
    if (p->done) return;
    p->done = true;
    p->due = false;
    if (p->e.release) p->e.release(p->e.context);
    p->e.context = NULL;
}

static tw_status check(const tw_sim *s, const tw_event *e) {
    double now = s->world->time;
    if (e->kind != TW_EVENT_WHEN && !(e->from >= now))
        return tw_fail(TW_ARGUMENT, "expected a time that is not past (now t = %.9g s), got %.9g",
                       now, e->from);
    if ((e->kind == TW_EVENT_EVERY || e->kind == TW_EVENT_DURING) &&
        !(e->period > 0 && isfinite(e->period)))
        return tw_fail(TW_ARGUMENT, "expected a positive interval, got %g", e->period);
    if (e->kind == TW_EVENT_DURING && !(e->to >= e->from && isfinite(e->to)))
        return tw_fail(TW_ARGUMENT, "expected an end after the beginning %.9g, got %.9g", e->from,
                       e->to);
    return TW_OK;
}

tw_status tw_sim_event(tw_sim *s, const tw_event *event, tw_id *id) {
    TW_TRY(check(s, event));
    tw_planned *p = calloc(1, sizeof *p);
    char *file = event->file ? strdup(event->file) : NULL;
    if (!p || (event->file && !file) || tw_push(&s->event, p) != TW_OK) {
        free(p);
        free(file);
        return tw_fail_memory();
    }
    p->e = *event;
    p->e.file = file;
    p->next = event->kind == TW_EVENT_WHEN ? INFINITY : event->from;
    p->last = NAN;
    *id = (tw_id){(uint32_t)s->event.count, 1};
    return TW_OK;
}

tw_planned *tw_events_get(const tw_sim *s, tw_id id) {
    if (id.index == 0 || id.index > s->event.count) return NULL;
    return s->event.data[id.index - 1];
}

void tw_sim_cancel(tw_sim *s, tw_id id) {
    tw_planned *p = tw_events_get(s, id);
    if (p) finish(p);
}

double tw_events_next(const tw_sim *s) {
    double t = INFINITY;
    for (size_t i = 0; i < s->event.count; i++) {
        const tw_planned *p = s->event.data[i];
        if (!p->done && p->next < t) t = p->next;
        if (!p->done && p->e.kind == TW_EVENT_WHEN && p->e.from > s->world->time && p->e.from < t)
            t = p->e.from; /* it begins to look there */
    }
    return t;
}

/* the earliest due one, ties by registration; NULL when none is due */
static tw_planned *first_due(const tw_sim *s) {
    tw_planned *best = NULL;
    double now = s->world->time, best_time = INFINITY;
    for (size_t i = 0; i < s->event.count; i++) {
        tw_planned *p = s->event.data[i];
        if (p->done) continue;
        double t = p->due ? now : p->next;
        if (t <= now && t < best_time) {
            best = p;
            best_time = t;
        }
    }
    return best;
}

/* plans the next firing before running, so that the callback may cancel */
static void plan_next(tw_planned *p) {
    p->count++;
    switch (p->e.kind) {
    case TW_EVENT_AT:
        p->next = INFINITY;
        break;
    case TW_EVENT_EVERY:
    case TW_EVENT_DURING:
        p->next = time_of(p, p->count);
        if (past_end(p, p->next)) p->next = INFINITY;
        break;
    case TW_EVENT_WHEN:
        p->due = false;
        break;
    }
}

static bool is_over(const tw_planned *p) {
    return p->e.kind == TW_EVENT_WHEN ? (double)p->count >= p->e.times : !isfinite(p->next);
}

static tw_status run_one(tw_sim *s, tw_planned *p) {
    double now = s->world->time, u = 0;
    if (p->e.kind == TW_EVENT_DURING)
        u = p->e.to > p->e.from ? fmin((now - p->e.from) / (p->e.to - p->e.from), 1) : 1;
    plan_next(p);
    p->fired = true;
    p->last = now;
    s->stats.events++;
    tw_status status = p->e.run(p->e.context, now, u);
    if (!p->done && is_over(p)) finish(p);
    return status;
}

tw_status tw_events_run(tw_sim *s) {
    enum { MANY = 1000000 };
    for (int n = 0;; n++) {
        tw_planned *p = first_due(s);
        if (!p) {
            /* functions that look may have become true by what the events did */
            if (tw_crossings_wanted(s)) TW_TRY(tw_crossings_arrive(s, true));
            if (!(p = first_due(s))) return TW_OK;
        }
        if (n == MANY)
            return tw_fail(TW_SCRIPT, "%s:%d: this event fires without end at t = %.9g s",
                           p->e.file ? p->e.file : "?", p->e.line, s->world->time);
        TW_TRY(run_one(s, p));
    }
}

static void state_of(const tw_planned *p, tw_event_state *out) {
    *out = (tw_event_state){p->done, p->fired, p->last, p->e.kind, p->e.file, p->e.line};
    if (!p->done && isfinite(p->next)) out->time = p->next;
}

tw_status tw_sim_event_state(const tw_sim *s, tw_id id, tw_event_state *out) {
    const tw_planned *p = tw_events_get(s, id);
    if (!p) return tw_fail(TW_ARGUMENT, "no such event");
    state_of(p, out);
    return TW_OK;
}

bool tw_sim_event_list(const tw_sim *s, size_t i, tw_event_state *out) {
    if (i >= s->event.count) return false;
    state_of(s->event.data[i], out);
    return true;
}
