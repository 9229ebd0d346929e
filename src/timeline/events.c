/*
 * The queues of events. Events run in the order (time, registration). Times of repeated events are
 * counted in integers, from + k period, so that they do not drift.
 *
 * Planned events are in a binary heap, so that planning one costs O(log n); WHEN events, whose
 * functions are evaluated at every step, are in a list of their own. Finished events stay in the
 * list of all events, for scene:events().
 */
#include "timeline/sim_internal.h"

#include <stdlib.h>
#include <string.h>

/* ---- queues --------------------------------------------------------------------------------- */

static bool before(const tw_planned *a, const tw_planned *b) {
    if (a->plan.next != b->plan.next) return a->plan.next < b->plan.next;
    return a->serial < b->serial;
}

static void set(tw_event_queue *q, size_t i, tw_planned *p) {
    q->data[i] = p;
    p->place = i;
}

/* restores the heap order after the time of the event at index i has changed */
static void settle(tw_event_queue *q, size_t i) {
    tw_planned *p = q->data[i];
    for (; i > 0 && before(p, q->data[(i - 1) / 2]); i = (i - 1) / 2)
        set(q, i, q->data[(i - 1) / 2]);
    for (;;) {
        size_t k = 2 * i + 1;
        if (k + 1 < q->count && before(q->data[k + 1], q->data[k])) k++;
        if (k >= q->count || !before(q->data[k], p)) break;
        set(q, i, q->data[k]);
        i = k;
    }
    set(q, i, p);
}

static void enqueue(tw_event_queue *q, tw_planned *p) {
    set(q, q->count++, p);
    settle(q, p->place);
}

static void dequeue(tw_event_queue *q, tw_planned *p) {
    size_t i = p->place;
    if (i >= q->count || q->data[i] != p) return;
    tw_planned *last = q->data[--q->count];
    if (last == p) return;
    set(q, i, last);
    settle(q, i);
}

/* reserves memory for n events in every queue, so that planning events cannot fail */
static tw_status reserve(tw_sim *s, size_t n) {
    TW_TRY(tw_reserve(&s->events.list, n));
    TW_TRY(tw_reserve(&s->events.queue, n));
    TW_TRY(tw_reserve(&s->events.waiting, n));
    TW_TRY(tw_reserve(&s->events.meeting, n));
    return tw_reserve(&s->events.looking, n);
}

/* inserts p into q, a list that is kept in the order of registration */
static void list(tw_event_queue *q, tw_planned *p) {
    size_t k = q->count++;
    for (; k > 0 && q->data[k - 1]->serial > p->serial; k--) q->data[k] = q->data[k - 1];
    q->data[k] = p;
}

static void unlist(tw_event_queue *q, const tw_planned *p) {
    size_t k = 0;
    for (size_t i = 0; i < q->count; i++)
        if (q->data[i] != p) q->data[k++] = q->data[i];
    q->count = k;
}

static void look(tw_sim *s, tw_planned *p) {
    list(&s->events.looking, p);
    s->events.due_from = 0;
}

/* removes finished events from s->events.looking if they are more than half of it; to be called
 * only while no loop runs over s->events.looking */
static void forget_done(tw_sim *s) {
    tw_event_queue *q = &s->events.looking;
    if (s->events.done == 0 || 2 * s->events.done < q->count) return;
    size_t k = 0;
    for (size_t i = 0; i < q->count; i++)
        if (!q->data[i]->plan.done) q->data[k++] = q->data[i];
    q->count = k;
    s->events.done = s->events.due_from = 0;
}

void tw_events_wake(tw_sim *s) {
    while (s->events.waiting.count > 0 && s->events.waiting.data[0]->plan.next <= s->world->time) {
        tw_planned *p = s->events.waiting.data[0];
        dequeue(&s->events.waiting, p);
        look(s, p);
    }
}

static void plan(tw_sim *s, tw_planned *p) {
    if (p->plan.done) return;
    if (p->e.kind == TW_EVENT_CONTACT)
        list(&s->events.meeting, p);
    else if (p->e.kind != TW_EVENT_WHEN)
        enqueue(&s->events.queue, p);
    else if (p->plan.next > s->world->time)
        enqueue(&s->events.waiting, p);
    else
        look(s, p);
}

void tw_events_plan_all(tw_sim *s) {
    s->events.queue.count = s->events.waiting.count = s->events.looking.count =
        s->events.meeting.count = 0;
    s->events.done = s->events.due_from = 0;
    for (size_t i = 0; i < s->events.list.count; i++) plan(s, s->events.list.data[i]);
}

/* ---- one event ------------------------------------------------------------------------------ */

static double time_of(const tw_planned *p, long k) {
    double t = p->e.from + (double)k * p->e.period;
    if (p->e.kind == TW_EVENT_DURING) {
        /* the last call of a DURING event is moved to e.to exactly, so that u is 1 there */
        double before = p->e.from + (double)(k - 1) * p->e.period;
        if (t > p->e.to - 1e-9 * p->e.period && before < p->e.to - 1e-9 * p->e.period) t = p->e.to;
    }
    return t;
}

static bool past_end(const tw_planned *p, double t) {
    return t > p->e.to + (p->e.kind == TW_EVENT_EVERY ? 1e-9 * p->e.period : 0);
}

bool tw_planned_over(const tw_planned *p) {
    if (p->plan.done) return true;
    return p->e.kind >= TW_EVENT_WHEN ? (double)p->plan.count >= p->e.times
                                      : !isfinite(p->plan.next);
}

void tw_planned_let_go(tw_planned *p) {
    bool wanted = (p->listed && !p->plan.done) || p->needed > 0;
    if (!wanted && p->e.release) {
        void (*release)(void *) = p->e.release;
        p->e.release = NULL;
        release(p->e.context);
        p->e.context = NULL;
    }
    if (p->listed || p->saves > 0) return;
    free((char *)p->e.file);
    free(p);
}

void tw_events_finish(tw_sim *s, tw_planned *p) {
    if (p->plan.done) return;
    /* an event in s->events.looking is removed from it later, since a loop may be running over it
     */
    if (p->e.kind == TW_EVENT_CONTACT)
        unlist(&s->events.meeting, p);
    else
        dequeue(p->e.kind == TW_EVENT_WHEN ? &s->events.waiting : &s->events.queue, p);
    if (p->e.kind == TW_EVENT_WHEN) s->events.done++;
    p->plan.done = true;
    p->plan.due = false;
    tw_planned_let_go(p);
}

static tw_status check(const tw_sim *s, const tw_event *e) {
    double now = s->world->time;
    if (e->kind < TW_EVENT_WHEN && !(e->from >= now))
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
    TW_TRY(reserve(s, s->events.list.count + 1));
    tw_planned *p = calloc(1, sizeof *p);
    char *file = event->file ? strdup(event->file) : NULL;
    if (!p || (event->file && !file)) {
        free(p);
        free(file);
        return tw_fail_memory();
    }
    p->e = *event;
    p->e.file = file;
    p->plan.next = event->from;
    p->plan.last = p->plan.root = NAN;
    p->plan.seen = s->meetings.begun.count;
    p->serial = ++s->events.serial;
    p->listed = true;
    s->events.list.data[s->events.list.count++] = p;
    plan(s, p);
    *id = (tw_id){(uint32_t)s->events.list.count, p->serial};
    return TW_OK;
}

tw_planned *tw_events_get(const tw_sim *s, tw_id id) {
    if (id.index == 0 || id.index > s->events.list.count) return NULL;
    tw_planned *p = s->events.list.data[id.index - 1];
    return p->serial == id.generation ? p : NULL;
}

void tw_sim_cancel(tw_sim *s, tw_id id) {
    tw_planned *p = tw_events_get(s, id);
    if (p) tw_events_finish(s, p);
}

double tw_events_next(const tw_sim *s) {
    double t = s->events.queue.count > 0 ? s->events.queue.data[0]->plan.next : INFINITY;
    /* motion must stop at the time from which on the function of a waiting WHEN event is to be
     * evaluated */
    return s->events.waiting.count > 0 ? fmin(t, s->events.waiting.data[0]->plan.next) : t;
}

/* the event that is due at the present time; if there are several, the one with the earliest time,
 * and of these the one registered first; NULL: none is due */
static tw_planned *first_due(tw_sim *s) {
    double now = s->world->time;
    tw_planned *best = s->events.queue.count > 0 ? s->events.queue.data[0] : NULL;
    if (best && best->plan.next < now) return best;
    if (best && best->plan.next > now) best = NULL;
    /* WHEN events that became due together (crossings.c) run one after the other, in order of
     * registration */
    for (; s->events.due_from < s->events.looking.count; s->events.due_from++) {
        tw_planned *p = s->events.looking.data[s->events.due_from];
        if (p->plan.done || !p->plan.due) continue;
        if (!best || p->serial < best->serial) best = p;
        break;
    }
    tw_planned *meets = tw_meet_due(s);
    return meets && (!best || meets->serial < best->serial) ? meets : best;
}

/* plans the next firing of an event. Done before it runs, so that its callback may cancel it */
static void plan_next(tw_sim *s, tw_planned *p) {
    p->plan.count++;
    if (p->e.kind >= TW_EVENT_WHEN) {
        p->plan.due = false;
        return;
    }
    double next = p->e.kind == TW_EVENT_AT ? INFINITY : time_of(p, p->plan.count);
    p->plan.next = past_end(p, next) ? INFINITY : next;
    if (isfinite(p->plan.next))
        settle(&s->events.queue, p->place);
    else
        dequeue(&s->events.queue, p);
}

static tw_status run_one(tw_sim *s, tw_planned *p) {
    double now = s->world->time, u = 0;
    if (p->e.kind == TW_EVENT_DURING)
        u = p->e.to > p->e.from ? fmin((now - p->e.from) / (p->e.to - p->e.from), 1) : 1;
    tw_contact_reading contact;
    bool meets = p->e.kind == TW_EVENT_CONTACT;
    if (meets && !tw_meet_take(s, p, &contact)) return TW_OK;
    if (s->calls.happened && !meets)
        TW_TRY(s->calls.happened(
            s->calls.happened_context,
            &(tw_happening){.kind = p->e.kind, .time = now, .file = p->e.file, .line = p->e.line}));
    plan_next(s, p);
    p->plan.fired = true;
    p->plan.last = now;
    s->stats.events++;
    tw_status status =
        meets ? p->e.meet(p->e.context, now, &contact) : p->e.run(p->e.context, now, u);
    if (tw_planned_over(p)) tw_events_finish(s, p);
    return status;
}

static tw_status run_due(tw_sim *s) {
    enum { MANY = 1000000 };
    for (int n = 0;; n++) {
        tw_events_wake(s);
        tw_planned *p = first_due(s);
        if (!p) {
            /* the events that ran may have made the condition of a WHEN event true */
            if (tw_crossings_wanted(s)) TW_TRY(tw_crossings_arrive(s, true));
            TW_TRY(tw_meet_look(s));
            if (!(p = first_due(s))) return TW_OK;
        }
        if (n == MANY)
            return tw_fail(TW_SCRIPT, "%s:%d: this event fires without end at t = %.9g s",
                           p->e.file ? p->e.file : "?", p->e.line, s->world->time);
        TW_TRY(run_one(s, p));
    }
}

tw_status tw_events_run(tw_sim *s) {
    forget_done(s);
    tw_status status = run_due(s);
    /* takes objects that events have removed out of the world's lists */
    tw_world_tidy(s->world);
    return status;
}

static void state_of(const tw_planned *p, tw_event_state *out) {
    const tw_plan *n = &p->plan;
    *out = (tw_event_state){n->done, n->fired, n->last, p->e.kind, p->e.file, p->e.line};
    if (!n->done && p->e.kind < TW_EVENT_WHEN && isfinite(n->next)) out->time = n->next;
}

tw_status tw_sim_event_state(const tw_sim *s, tw_id id, tw_event_state *out) {
    const tw_planned *p = tw_events_get(s, id);
    if (!p)
        return tw_fail(TW_ARGUMENT,
                       "this event is gone: the scene went back to before it was planned");
    state_of(p, out);
    return TW_OK;
}

void *tw_sim_event_context(const tw_sim *s, tw_id id) {
    const tw_planned *p = tw_events_get(s, id);
    return p && !tw_planned_over(p) ? p->e.context : NULL;
}

bool tw_sim_event_list(const tw_sim *s, size_t i, tw_event_state *out) {
    if (i >= s->events.list.count) return false;
    state_of(s->events.list.data[i], out);
    return true;
}
