/*
 * Contacts in time, under the stepper `auto`: which regime, and when do bodies meet?
 *
 * While nothing touches, the adaptive stepper goes on, and the time of an impact is found on its
 * dense output; velocities jump there by the impact's impulses. Where contacts last, pressed and
 * hardly parting, the stepper `timestep` takes over, until no body is within its reach of another.
 *
 * The search goes forward by times in which no two bodies can come together, by their gap and the
 * speeds of their places [conservative advancement], but for 2e-4 of a body's size: what is found
 * that much too late is located all the same.
 */
#include "timeline/sim_internal.h"

#include "dynamics/contact.h"
#include "numeric/root.h"

#include <math.h>
#include <string.h>

/* s: of two looks at things that do not move */
#define SAMPLE 0.005
/* s */
#define ACCURACY 1e-13
/* m: a depth that is none, after an impact that was found to ACCURACY */
#define NOTHING 1e-10

bool tw_touch_acts(const tw_sim *s) {
    return strcmp(tw_stepper_choices[s->world->set.stepper], "auto") == 0 &&
           tw_contact_wanted(s->world);
}

tw_status tw_touch_check(const tw_sim *s, const tw_stepper_kind *kind) {
    if (!tw_contact_wanted(s->world) || kind->leaps == TW_LEAP_TIMESTEP || tw_touch_acts(s))
        return TW_OK;
    return tw_fail(TW_ARGUMENT,
                   "stepper '%s' does not know contacts (bodies with collide = true) and limits; "
                   "take 'auto' or 'timestep'",
                   kind->name);
}

tw_status tw_touch_begin(tw_sim *s) {
    bool lasting;
    if (!tw_touch_acts(s)) {
        s->in_touch = false;
        return TW_OK;
    }
    if (s->in_touch) return TW_OK;
    TW_TRY(tw_contact_impact(s->dynamics, &lasting));
    s->in_touch = lasting;
    return TW_OK;
}

/* a look at one time */
typedef struct glance {
    double margin;  /* m: what can come together within a sample */
    double gap;     /* m: the smallest one within that, or INFINITY */
    double soonest; /* s: tw_contact_gap */
} glance;

static tw_status look(tw_sim *s, double t, glance *g) {
    double speed;
    TW_TRY(tw_sim_view(s, t));
    TW_TRY(tw_contact_speed(s->dynamics, &speed));
    g->margin = 2 * (speed + TW_CONTACT_HASTE * SAMPLE) * SAMPLE;
    return tw_contact_gap(s->dynamics, g->margin, &g->gap, &g->soonest);
}

typedef struct finder {
    tw_sim *sim;
    double first, margin;
} finder;

/* depth, none where the search begins */
static tw_status depth(void *context, double t, double *y) {
    finder *f = context;
    double gap, soonest;
    TW_TRY(tw_sim_view(f->sim, t));
    TW_TRY(tw_contact_gap(f->sim->dynamics, f->margin, &gap, &soonest));
    *y = t == f->first ? -NOTHING : fmax(fmin(-gap, 1), -1);
    return TW_OK;
}

/* the meeting between a and b, at which bodies overlap */
static tw_status locate(tw_sim *s, double a, double b, double margin, double *t) {
    finder f = {s, a, margin};
    double yb;
    TW_TRY(depth(&f, b, &yb));
    return tw_root(depth, &f, a, -NOTHING, b, yb, ACCURACY, t);
}

tw_status tw_touch_locate(tw_sim *s, double from, double to, double *t, bool *met) {
    *t = to;
    *met = false;
    if (!tw_touch_acts(s) || s->in_touch) return TW_OK;
    glance now, then;
    TW_TRY(look(s, from, &now));
    for (double at = from, next; at < to; at = next, now = then) {
        /* what has just met is parting; where it comes back is seen at the next sample */
        double step = now.gap <= NOTHING ? SAMPLE / 10 : fmin(SAMPLE, now.soonest);
        next = fmin(at + step, to);
        TW_TRY(look(s, next, &then));
        if (!(then.gap < -NOTHING)) continue;
        *met = true;
        return locate(s, at, next, now.margin, t);
    }
    return TW_OK;
}

/* more impacts than `timestep` has steps are its business */
static bool too_many(tw_sim *s) {
    double *oldest = &s->impact[s->impacts++ % TW_IMPACTS], before = *oldest;
    *oldest = s->world->time;
    return s->impacts > TW_IMPACTS && s->world->time - before < TW_IMPACTS * s->world->set.step;
}

tw_status tw_touch_arrive(tw_sim *s, bool met) {
    if (met) {
        bool lasting;
        TW_TRY(tw_contact_impact(s->dynamics, &lasting));
        s->in_touch = lasting || too_many(s);
        tw_sim_start_anew(s);
        return TW_OK;
    }
    if (!s->in_touch || !tw_touch_acts(s)) return TW_OK;
    tw_contact_stats stats;
    tw_contact_statistics(s->dynamics, &stats);
    if (stats.near > 0) return TW_OK;
    s->in_touch = false;
    tw_sim_start_anew(s);
    return TW_OK;
}
