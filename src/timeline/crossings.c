/*
 * Locates crossings, at which a number that a script computes goes through zero or a condition
 * becomes true, on the dense output of any stepper, to 1e-9 s.
 *
 * The step is sampled at least every SAMPLE seconds. Between two samples on the same side of zero a
 * number may pass zero and return, if its difference quotients show that it approaches zero at the
 * first and moves away from zero at the second, and its tangents there, made twice as steep, meet
 * beyond zero. Then its extremum is searched [Brent 1973], and if that is beyond zero, its place
 * becomes a sample. This separates crossings that are 1e-7 s apart. A condition that is true for
 * less than SAMPLE seconds may be missed.
 *
 * A number that starts at zero does not cross it. After a firing a number counts as on the side to
 * which it moves from there; so an event that reverses the motion at the crossing does not fire
 * again when the number leaves zero on its old side. A number that has jumped over zero, like a
 * speed at an impact or an angle in (-pi, pi], counts as on the side of its value, whichever way it
 * moves.
 */
#include "timeline/sim_internal.h"

#include "numeric/value/dip.h"
#include "numeric/value/root.h"

#define SAMPLE 0.005
#define ACCURACY 1e-9
/* SLOPE: a slope is measured over this fraction of a sample interval; SLOPE_LEAST: but at least
 * over this time, s */
#define SLOPE 1e-5
#define SLOPE_LEAST 1e-8
/* Test whether a number jumps at a crossing, by its changes over a short and a longer time before
 * it. LONGER: ratio of these times; SAME: least ratio of the change over the short time to that
 * over the longer one if the number jumps; for a steep slope or a cusp the ratio is smaller */
#define LONGER 64
#define SAME 0.5
/* Test whether a small jump is only a rounding step in the number's last digits. MORE: rounding
 * steps are measured over a time in which the number changes by this multiple of the jump; PLACES:
 * number of samples in that time; DIGITS: it is a jump if rounding steps are at most this fraction
 * of it */
#define MORE 16
#define PLACES 65
#define DIGITS 0.25
/* only a jump below this fraction of the number's greatest magnitude can be a rounding step */
#define LEAST 1e-6

bool tw_crossings_wanted(const tw_sim *s) {
    for (size_t i = 0; i < s->events.looking.count; i++)
        if (!s->events.looking.data[i]->plan.done) return true;
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
    if (out->gone) tw_events_finish(s, p);
    if (isnan(out->value))
        return tw_fail(TW_SCRIPT,
                       "%s:%d: the function given to scene:when returned nan at t = %.9g s",
                       p->e.file ? p->e.file : "?", p->e.line, s->world->time);
    return TW_OK;
}

static double side(double x) {
    return x > 0 ? 1 : x < 0 ? -1 : 0;
}

/* side (sign) of a number that was on a known side. A number that becomes exactly 0 counts as on
 * the other side, and one that stays 0 as on the same side */
static double side_of(const tw_planned *p, const tw_probe *now) {
    double s = side(now->value);
    if (s != 0) return s;
    return p->plan.zero ? p->plan.value : -p->plan.value;
}

/* true: the event fires if its function, whose last value is in p->plan, now has the value `now` */
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
    p->plan.far = fmax(p->plan.far, fabs(now->value));
    if (p->plan.known)
        p->plan.value = side_of(p, now);
    else if (side(now->value) != 0)
        p->plan.value = side(now->value);
    p->plan.known = p->plan.known || side(now->value) != 0;
    p->plan.zero = p->plan.known && side(now->value) == 0;
}

/* shortest time, s, over which a change of a number can be measured near time t, given the rounding
 * of times */
static double least_length(double t) {
    return fmax(ACCURACY / LONGER, 4 * (nextafter(fabs(t), INFINITY) - fabs(t)));
}

/* true: the number of the event that fires now has jumped over zero. A crossing that was not
 * located, such as that of a speed at an impact, also counts as a jump */
static bool leaps(const tw_sim *s, const tw_planned *p) {
    double within = fmax(2 * ACCURACY, least_length(s->world->time));
    bool located = fabs(p->plan.root - s->world->time) <= within;
    return !located || p->plan.leaps;
}

tw_status tw_crossings_arrive(tw_sim *s, bool after_events) {
    tw_events_wake(s);
    s->events.due_from = 0;
    size_t count = s->events.looking.count;
    for (size_t i = 0; i < count; i++) {
        tw_planned *p = s->events.looking.data[i];
        if (p->plan.done || p->plan.due) continue;
        tw_probe now;
        TW_TRY(probe_now(s, p, &now));
        if (now.gone) continue;
        bool just_fired = p->plan.fired && p->plan.last == s->world->time;
        if (fires(p, &now) && (now.is_boolean || !after_events)) {
            p->plan.due = true;
            p->plan.jumped = leaps(s, p);
            p->plan.far = 0;
            remember(p, &now);
        } else if (just_fired && !now.is_boolean && !p->plan.jumped) {
            /* the next sample, which shows which way the number goes, will determine its side */
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

/* *y: value of the event's function at t, times 1 or -1, so that it is negative before the
 * crossing and positive after it */
static tw_status signed_probe(void *context, double t, double *y) {
    finder *f = context;
    TW_TRY(tw_sim_view(f->sim, t));
    tw_probe now;
    TW_TRY(probe_now(f->sim, f->p, &now));
    *y = now.is_boolean ? (now.value != 0 ? 1 : -1) : -f->p->plan.value * now.value;
    return TW_OK;
}

static tw_status see(tw_sim *s, double t, bool slope, double over, tw_sight *sight) {
    TW_TRY(tw_sim_view(s, t));
    for (size_t i = 0; i < s->events.looking.count; i++) {
        tw_planned *p = s->events.looking.data[i];
        tw_probe now;
        if (p->plan.done || (slope && sight[i].probe.is_boolean)) continue;
        TW_TRY(probe_now(s, p, &now));
        if (slope)
            sight[i].slope = (now.value - sight[i].probe.value) / over;
        else
            sight[i] = (tw_sight){now, 0};
    }
    return TW_OK;
}

/* sight [looking]: values at t of the functions of all WHEN events, and slopes of numbers, by
 * calling the functions again at t + over (over < 0: before t) */
static tw_status look_at(tw_sim *s, double t, double over, tw_sight *sight) {
    bool numbers = false;
    TW_TRY(see(s, t, false, over, sight));
    for (size_t i = 0; i < s->events.looking.count; i++)
        numbers = numbers || (!s->events.looking.data[i]->plan.done && !sight[i].probe.is_boolean);
    if (!numbers || fabs(over) < SLOPE_LEAST) return TW_OK;
    return see(s, t + over, true, over, sight);
}

/* time over which slopes at the ends of the interval from .. to are measured, s; 0: the interval is
 * too short for that */
static double slope_time(double from, double to) {
    double over = fmax(SLOPE * fmin(to - from, SAMPLE), SLOPE_LEAST);
    return over <= 0.25 * (to - from) ? over : 0;
}

/* sets the side of numbers that are zero at `from`, or whose event has just fired, by the sign of
 * their slope there */
static void take_sides(tw_sim *s, double from, const tw_sight *sight) {
    for (size_t i = 0; i < s->events.looking.count; i++) {
        tw_planned *p = s->events.looking.data[i];
        if (p->plan.done || p->plan.known || sight[i].probe.is_boolean) continue;
        bool at_zero = sight[i].probe.value == 0 || (p->plan.fired && p->plan.last == from);
        if (!at_zero || sight[i].slope == 0) continue;
        p->plan.known = true;
        p->plan.zero = false;
        p->plan.value = side(sight[i].slope);
    }
}

/* true: a number that is on the same side at both ends A and B of an interval may pass zero and
 * return between them; length: that of the interval, s */
static bool may_dip(const tw_planned *p, const tw_sight *A, const tw_sight *B, double length) {
    if (p->plan.done || !p->plan.known || A->probe.is_boolean || B->probe.is_boolean) return false;
    double to = p->plan.value, ya = to * A->probe.value, yb = to * B->probe.value;
    double down = -2 * to * A->slope, up = 2 * to * B->slope;
    if (!(ya > 0 && yb > 0 && down > 0 && up > 0)) return false;
    /* time at which the tangents at both ends meet, s after A */
    double t = (ya - yb + up * length) / (down + up);
    return ya - down * t < 0;
}

/* searches the extrema of numbers that may dip beyond zero in (a, *b); *b becomes the time of the
 * earliest extremum that is beyond zero, if there is one */
static tw_status find_dips(tw_sim *s, double a, double *b) {
    double end = *b;
    for (size_t i = 0; i < s->events.looking.count; i++) {
        tw_planned *p = s->events.looking.data[i];
        const tw_sight *A = &s->events.sight[0].data[i], *B = &s->events.sight[1].data[i];
        if (!may_dip(p, A, B, end - a)) continue;
        finder f = {s, p};
        double t, y;
        TW_TRY(tw_dip(signed_probe, &f, a, end, ACCURACY, &t, &y));
        if (y > 0 && t > a && t < *b) *b = t;
    }
    return TW_OK;
}

/* *by: change of the function from `length` seconds before `root` to `root`, where its value is
 * y */
static tw_status rise(finder *f, double root, double y, double length, double *by) {
    double before;
    TW_TRY(signed_probe(f, root - length, &before));
    *by = fabs(y - before);
    return TW_OK;
}

/* *digits: size of the rounding steps of the function's values in [a, b], estimated by their
 * greatest second difference */
static tw_status find_digits(finder *f, double a, double b, double *digits) {
    double y[PLACES];
    *digits = 0;
    for (int i = 0; i < PLACES; i++) TW_TRY(signed_probe(f, a + (b - a) * i / (PLACES - 1), &y[i]));
    for (int i = 2; i < PLACES; i++) *digits = fmax(*digits, fabs(y[i] - 2 * y[i - 1] + y[i - 2]));
    return TW_OK;
}

/* *leaps: the number jumps at `root`: within the shortest measurable time before it changes by more
 * than its rounding steps. (A number that changes slowly relative to its size changes by one such
 * step at a time) */
static tw_status see_leap(finder *f, double a, double root, bool *leaps) {
    double least = least_length(root), length = LONGER * least, ya, yb, leap, by, digits;
    double from = fmax(root - length, a), to = root;
    *leaps = false;
    TW_TRY(signed_probe(f, from, &ya));
    TW_TRY(signed_probe(f, root, &yb));
    if (!(ya < 0 && yb >= 0)) return TW_OK;
    TW_TRY(tw_root(signed_probe, f, from, ya, root, yb, least / 2, &to));
    double whole = to - a;
    TW_TRY(signed_probe(f, to, &yb));
    TW_TRY(rise(f, to, yb, fmin(least, whole), &leap));
    TW_TRY(rise(f, to, yb, fmin(length, whole), &by));
    if (!(leap > SAME * by)) return TW_OK;
    while (by < MORE * leap && length < whole) {
        length = fmin(2 * length, whole);
        TW_TRY(rise(f, to, yb, length, &by));
    }
    *leaps = leap > LEAST * f->p->plan.far;
    if (!*leaps || by < MORE * leap) return TW_OK;
    TW_TRY(find_digits(f, to - length, to - least, &digits));
    *leaps = digits < DIGITS * leap;
    return TW_OK;
}

/* *root: crossing of one event's function in (a, b]. A number that has just left zero at a may be
 * on the wrong side by rounding: then the search begins at a + over */
static tw_status locate_one(tw_sim *s, tw_planned *p, double a, double b, double over,
                            double *root) {
    finder f = {s, p};
    double from = a, ya, yb;
    TW_TRY(signed_probe(&f, from, &ya));
    if (ya >= 0 && over > 0) TW_TRY(signed_probe(&f, from = a + over, &ya));
    TW_TRY(signed_probe(&f, b, &yb));
    if (!(ya < 0 && yb >= 0)) {
        /* the function's values do not enclose a root; time must still advance */
        *root = fmin(a + ACCURACY, b);
        p->plan.leaps = true;
        return TW_OK;
    }
    TW_TRY(tw_root(signed_probe, &f, from, ya, b, yb, ACCURACY, root));
    return see_leap(&f, from, *root, &p->plan.leaps);
}

/* *t: becomes the earliest crossing of any event in (a, b], if there is one before *t; otherwise *t
 * stays; s->events.sight[1] must be at b */
static tw_status sample(tw_sim *s, double a, double b, double over, double *t) {
    for (size_t i = 0; i < s->events.looking.count; i++) {
        tw_planned *p = s->events.looking.data[i];
        double root;
        if (p->plan.done || !p->plan.known || !fires(p, &s->events.sight[1].data[i].probe))
            continue;
        TW_TRY(locate_one(s, p, a, b, over, &root));
        p->plan.root = root;
        if (root < *t) *t = root;
    }
    return TW_OK;
}

/* called if there is no crossing before the time of s->events.sight[1]: stores the sides and
 * magnitudes at that time */
static void pass_by(tw_sim *s) {
    for (size_t i = 0; i < s->events.looking.count; i++) {
        tw_planned *p = s->events.looking.data[i];
        const tw_probe *now = &s->events.sight[1].data[i].probe;
        if (p->plan.done) continue;
        if (p->plan.known || !now->is_boolean || now->value == 0) remember(p, now);
    }
}

static void swap_sights(tw_sim *s) {
    for (size_t i = 0; i < s->events.looking.count; i++) {
        tw_sight sight = s->events.sight[0].data[i];
        s->events.sight[0].data[i] = s->events.sight[1].data[i];
        s->events.sight[1].data[i] = sight;
    }
}

tw_status tw_crossings_locate(tw_sim *s, double from, double to, double *t) {
    *t = to;
    if (!tw_crossings_wanted(s) || !(to > from)) return TW_OK;
    for (int i = 0; i < 2; i++) TW_TRY(tw_reserve(&s->events.sight[i], s->events.looking.count));
    int n = (int)fmin(ceil((to - from) / SAMPLE), 1e6);
    double a = from, over = slope_time(from, to);
    TW_TRY(look_at(s, from, over, s->events.sight[0].data));
    take_sides(s, from, s->events.sight[0].data);
    for (int i = 1; i <= n; i++) {
        double end = i == n ? to : from + (to - from) * i / n;
        while (a < end) {
            double b = end, found = INFINITY;
            TW_TRY(look_at(s, b, -over, s->events.sight[1].data));
            TW_TRY(find_dips(s, a, &b));
            if (b < end)
                TW_TRY(look_at(s, b, -fmin(over, 0.25 * (b - a)), s->events.sight[1].data));
            TW_TRY(sample(s, a, b, fmin(over, 0.25 * (b - a)), &found));
            if (found <= b) {
                *t = fmax(found, a);
                return TW_OK;
            }
            if (b < to) pass_by(s);
            swap_sights(s);
            a = b;
        }
    }
    return TW_OK;
}
