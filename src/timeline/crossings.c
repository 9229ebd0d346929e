/*
 * Crossings: when a number that a script computes goes through zero, or a condition becomes true,
 * on the dense output of any stepper. Sampled at least every SAMPLE seconds, so that two crossings
 * inside one long step are not missed, then located to 1e-9 s.
 *
 * The zero at which a number starts is no crossing, and after a firing the side is taken anew from
 * the next sample: an event that reflects the motion at the crossing does not fire again by it.
 */
#include "timeline/sim_internal.h"

#include "numeric/value/root.h"

#define SAMPLE 0.005
#define ACCURACY 1e-9

bool tw_crossings_wanted(const tw_sim *s) {
    for (size_t i = 0; i < s->looking.count; i++)
        if (!s->looking.data[i]->plan.done) return true;
    return false;
}

static tw_status probe_now(tw_sim *s, tw_planned *p, tw_probe *out) {
    bool frozen = s->world->frozen;
    const char *by = s->world->frozen_by;
    s->world->frozen = true;
    s->world->frozen_by = "a function given to scene:when";
    tw_status status = p->e.probe(p->e.context, s->world->time, out);
    s->world->frozen = frozen;
    s->world->frozen_by = by;
    TW_TRY(status);
    if (isnan(out->value))
        return tw_fail(TW_SCRIPT,
                       "%s:%d: the function given to scene:when returned nan at t = %.9g s",
                       p->e.file ? p->e.file : "?", p->e.line, s->world->time);
    return TW_OK;
}

static double side(double x) {
    return x > 0 ? 1 : x < 0 ? -1 : 0;
}

/* the side that a number with a known side is on now: reaching exactly 0 counts as having crossed,
 * staying there does not count again */
static double side_of(const tw_planned *p, const tw_probe *now) {
    double s = side(now->value);
    if (s != 0) return s;
    return p->plan.zero ? p->plan.value : -p->plan.value;
}

/* would going from `before` to the probe fire? */
static bool fires(const tw_planned *p, const tw_probe *now) {
    if (!p->plan.known) return now->is_boolean && now->value != 0;
    if (now->is_boolean) return p->plan.value == 0 && now->value != 0;
    double to = side_of(p, now);
    if (to == p->plan.value) return false;
    return p->e.direction == TW_BOTH || (p->e.direction == TW_UP) == (to > 0);
}

static void remember(tw_planned *p, const tw_probe *now) {
    if (now->is_boolean) {
        p->plan.known = true;
        p->plan.value = now->value;
        return;
    }
    if (p->plan.known)
        p->plan.value = side_of(p, now);
    else if (side(now->value) != 0)
        p->plan.value = side(now->value);
    p->plan.known = p->plan.known || side(now->value) != 0;
    p->plan.zero = p->plan.known && side(now->value) == 0;
}

tw_status tw_crossings_arrive(tw_sim *s, bool after_events) {
    tw_events_wake(s);
    s->due_from = 0;
    size_t count = s->looking.count;
    for (size_t i = 0; i < count; i++) {
        tw_planned *p = s->looking.data[i];
        if (p->plan.done || p->plan.due) continue;
        tw_probe now;
        TW_TRY(probe_now(s, p, &now));
        bool just_fired = p->plan.fired && p->plan.last == s->world->time;
        if (fires(p, &now) && (now.is_boolean || !after_events)) {
            p->plan.due = true;
            remember(p, &now);
        } else if (just_fired && !now.is_boolean) {
            /* on which side the motion goes on is seen at the next sample */
            p->plan.known = p->plan.zero = false;
        } else {
            remember(p, &now);
        }
    }
    return TW_OK;
}

typedef struct finder {
    tw_sim *sim;
    tw_planned *p;
} finder;

/* negative before the crossing, positive after it, whatever the direction */
static tw_status signed_probe(void *context, double t, double *y) {
    finder *f = context;
    TW_TRY(tw_sim_view(f->sim, t));
    tw_probe now;
    TW_TRY(probe_now(f->sim, f->p, &now));
    *y = now.is_boolean ? (now.value != 0 ? 1 : -1) : -f->p->plan.value * now.value;
    return TW_OK;
}

/* looks at sample b; *t becomes the earliest crossing in (a, b] if there is one before it */
static tw_status sample(tw_sim *s, double a, double b, double *t) {
    bool there = false; /* the world shows b */
    for (size_t i = 0; i < s->looking.count; i++) {
        tw_planned *p = s->looking.data[i];
        if (p->plan.done) continue;
        if (!there) TW_TRY(tw_sim_view(s, b));
        there = true;
        tw_probe now;
        TW_TRY(probe_now(s, p, &now));
        if (!p->plan.known || !fires(p, &now)) continue;
        finder f = {s, p};
        double ya, yb, root;
        there = false;
        TW_TRY(signed_probe(&f, a, &ya));
        TW_TRY(signed_probe(&f, b, &yb));
        if (ya >= 0)
            root = fmin(a + ACCURACY, b); /* it left a zero at a: time must go on all the same */
        else
            TW_TRY(tw_root(signed_probe, &f, a, ya, b, yb, ACCURACY, &root));
        if (root < *t) *t = root;
    }
    return TW_OK;
}

/* no crossing up to b: the sides there are what counts from now on */
static tw_status pass_by(tw_sim *s, double b) {
    TW_TRY(tw_sim_view(s, b));
    for (size_t i = 0; i < s->looking.count; i++) {
        tw_planned *p = s->looking.data[i];
        if (p->plan.done) continue;
        tw_probe now;
        TW_TRY(probe_now(s, p, &now));
        if (p->plan.known || !now.is_boolean || now.value == 0) remember(p, &now);
    }
    return TW_OK;
}

tw_status tw_crossings_locate(tw_sim *s, double from, double to, double *t) {
    *t = to;
    if (!tw_crossings_wanted(s)) return TW_OK;
    int n = (int)fmin(ceil((to - from) / SAMPLE), 1e6);
    if (n < 1) n = 1;
    double a = from;
    for (int i = 1; i <= n; i++) {
        double b = i == n ? to : from + (to - from) * i / n, found = INFINITY;
        TW_TRY(sample(s, a, b, &found));
        if (found <= b) {
            *t = fmax(found, a);
            return TW_OK;
        }
        if (i < n) TW_TRY(pass_by(s, b));
        a = b;
    }
    return TW_OK;
}
