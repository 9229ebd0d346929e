/*
 * Contacts in time, under adaptive steppers: when do bodies meet, and what lasts?
 *
 * While nothing touches, the stepper goes on, and the time of an impact is found on its dense
 * output; velocities jump there by the impact's impulses. Contacts that last, pressed and hardly
 * parting, are held from then on: their forces belong to the right-hand side (contact_press.c), and
 * where one stops slipping is found like an impact. Where that does not come on (impacts without
 * end, wedged bodies, a disk that comes to lie), the stepper `timestep` takes over, until no body
 * is within its reach of another; under `auto` also of more contacts than FEW, and where impacts
 * come faster than its steps.
 *
 * The search goes forward by times in which no two bodies can come together, by their gap and the
 * speeds of their places [conservative advancement], but for 2e-4 of a body's size: what is found
 * that much too late is located all the same.
 */
#include "timeline/sim_internal.h"

#include "dynamics/contact/contact.h"
#include "numeric/value/root.h"

#include <math.h>
#include <string.h>

/* s: of two looks at things that do not move */
#define SAMPLE 0.005
/* s */
#define ACCURACY 1e-13

/* steps that are shorter than so many of `timestep` do not come on */
#define CRAWL 0.01

/* The direction of a slip that is slower and slower is as stiff as an equation can be; nothing but
 * that asks for steps of that part of those of `timestep`, in which it decays by so much */
#define CREEP 0.2
#define STIFF 0.5

/* of the accelerations that contacts must take away: what is left of them where there is no
 * solution; more steps of that than of others, after which another way is taken */
#define UNSOLVED 1e-4
enum { MANY = 8 };

/* iterations of the solver in a step that is shorter than those of `timestep`, which does with a
 * few; 300 are usual */
enum { LABOURED = 5000 };

/* contacts that `auto` holds */
enum { FEW = 12 };

/* pieces of motion that are looked at for whether they come on */
enum { SOME = 500 };
/* looks for contacts within one step of the motion; more are asked for where places of bodies, fast
 * as they are, stay close to each other */
enum { LOOKS = 10000000 };
/* s: impacts that follow each other sooner, again and again, are one that is not over */
#define AT_ONCE 1e-10

static bool is_auto(const tw_sim *s) {
    return strcmp(tw_stepper_choices[s->world->set.stepper], "auto") == 0;
}

static bool acts(const tw_sim *s) {
    const tw_stepper_kind *kind = tw_stepper_find(tw_stepper_choices[s->world->set.stepper]);
    return kind && kind->adaptive && tw_contact_wanted(s->world);
}

tw_status tw_touch_check(const tw_sim *s, const tw_stepper_kind *kind) {
    if (!tw_contact_wanted(s->world) || kind->leaps == TW_LEAP_TIMESTEP || acts(s)) return TW_OK;
    return tw_fail(TW_ARGUMENT,
                   "stepper '%s' does not know contacts (bodies with collide = true) and limits; "
                   "take 'auto', 'timestep' or another one with error control",
                   kind->name);
}

tw_status tw_touch_begin(tw_sim *s) {
    bool stuck;
    int held;
    if (!acts(s)) s->in_touch = false;
    tw_contact_let_go(s->dynamics);
    if (!acts(s) || s->in_touch) return TW_OK;
    TW_TRY(tw_contact_impact(s->dynamics, &stuck));
    TW_TRY(tw_contact_hold(s->dynamics, &held));
    s->in_touch = stuck || (is_auto(s) && held > FEW);
    bool solved = true;
    if (held > 0 && !s->in_touch) TW_TRY(tw_contact_solves(s->dynamics, &solved));
    s->in_touch = s->in_touch || !solved;
    if (s->in_touch) tw_contact_let_go(s->dynamics);
    return TW_OK;
}

/* has it happened at t as often as the ring remembers, within `span` seconds? */
static bool too_often(tw_recent *r, double t, double span) {
    double *oldest = &r->time[r->count++ % TW_RECENT], before = *oldest;
    *oldest = t;
    return r->count > TW_RECENT && t - before < span;
}

/* have the last so many pieces of motion come on by less than `least` seconds each? An edge, or the
 * beginning of a slip, may take many short ones */
static bool crawls_on(tw_crawl *c, double t, double least, unsigned long pieces) {
    if (c->count++ % pieces != 0) return false;
    double before = c->since;
    c->since = t;
    return c->count > 1 && t - before < (double)pieces * least;
}

static void give_up(tw_sim *s) {
    s->in_touch = true;
    tw_sim_start_anew(s);
}

bool tw_touch_give_up(tw_sim *s) {
    if (tw_contact_held(s->dynamics) == 0) return false;
    give_up(s);
    return true;
}

void tw_touch_begin_step(tw_sim *s) {
    tw_contact_stats stats;
    tw_contact_statistics(s->dynamics, &stats);
    s->sweeps_before = stats.sweeps;
    s->yields_before = stats.yields;
    s->unfinished_before = stats.unfinished;
}

/* With much friction there may be no forces at all that hold what touches apart without a blow
 * [Painleve 1895]: steps go on then with what the solver has come to, and none is right. Of wires
 * that lie close along each other rounding asks for what no rigid body can do, and it is looked for
 * at length. Constraints that contacts keep from their course yield as if by the stiffest springs
 */
static bool is_unsolved(tw_sim *s) {
    tw_contact_stats stats;
    tw_contact_statistics(s->dynamics, &stats);
    int bad = stats.residual_u > UNSOLVED * stats.scale_u || stats.yields > s->yields_before;
    bad += (int)fmin((double)(stats.unfinished - s->unfinished_before), MANY);
    bool shorter = s->end - s->step_begin < s->world->set.step;
    if (is_auto(s) && shorter)
        bad += (int)fmin((double)(stats.sweeps - s->sweeps_before) / LABOURED, MANY);
    s->unsolved += bad > 0 ? bad : s->unsolved > 0 ? -1 : 0;
    if (s->unsolved < MANY) return false;
    s->unsolved = 0;
    return true;
}

/* Forces of bodies that are wedged are not unique, and change from one evaluation to the next:
 * steps become as short as roundings are. (A step of `timestep` is not so exact) */
tw_status tw_touch_follow(tw_sim *s) {
    s->comes_in = false;
    if (tw_contact_held(s->dynamics) == 0) {
        tw_contact_let_go(s->dynamics);
        return TW_OK;
    }
    TW_TRY(s->kind->dense(s->stepper, s->end, s->y.data));
    double stiff;
    TW_TRY(tw_contact_follow(s->dynamics, s->end, s->y.data, &s->comes_in, &stiff));
    double least = s->world->set.step;
    bool creeps = stiff * (s->end - s->step_begin) > STIFF;
    if (!creeps) s->creep.count = 0;
    if (crawls_on(&s->crawl, s->end, CRAWL * least, SOME) ||
        (creeps && crawls_on(&s->creep, s->end, CREEP * least, SOME)) || is_unsolved(s))
        give_up(s);
    return TW_OK;
}

/* a look at one time */
typedef struct glance {
    double speed;   /* m/s: the greatest of two places toward each other */
    double margin;  /* m: what can come together within a sample */
    double gap;     /* m: the smallest one within that, or INFINITY */
    double soonest; /* s: tw_contact_gap */
} glance;

static tw_status too_fast(double t, double speed) {
    return tw_fail(TW_DIVERGED,
                   "bodies move too fast for contacts to be found: at t = %g s the speed is %g m/s",
                   t, speed);
}

static tw_status look(tw_sim *s, double t, glance *g) {
    double speed;
    TW_TRY(tw_sim_view(s, t));
    TW_TRY(tw_contact_speed(s->dynamics, &speed));
    if (!isfinite(speed)) return too_fast(t, speed);
    g->speed = speed;
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
    *y = t == f->first ? -TW_CONTACT_NOTHING : fmax(fmin(-gap, 1), -1);
    return TW_OK;
}

/* the meeting between a and b, at which bodies overlap */
static tw_status locate(tw_sim *s, double a, double b, double margin, double *t) {
    finder f = {s, a, margin};
    double yb;
    TW_TRY(depth(&f, b, &yb));
    return tw_root(depth, &f, a, -TW_CONTACT_NOTHING, b, yb, ACCURACY, t);
}

static tw_status slip(void *context, double t, double *y) {
    tw_sim *s = context;
    TW_TRY(tw_sim_view(s, t));
    TW_TRY(tw_contact_slip(s->dynamics, y));
    *y = fmin(*y, 1);
    return TW_OK;
}

/* The first time in (from, to] at which something stops slipping. What has turned round since it
 * was last looked at slips against its direction at `from`; if it does so at `to`, it ends there */
static tw_status locate_stop(tw_sim *s, double from, double to, double *t, bool *met) {
    double a, b;
    if (tw_contact_held(s->dynamics) == 0) return TW_OK;
    TW_TRY(tw_sim_view(s, from));
    TW_TRY(tw_contact_slip_from(s->dynamics, &a));
    TW_TRY(slip(s, to, &b));
    if (!(b <= 0)) return tw_contact_slip_wrong(s->dynamics, met);
    *met = true;
    return tw_root(slip, s, from, fmin(a, 1), to, b, ACCURACY, t);
}

tw_status tw_touch_locate(tw_sim *s, double from, double to, double *t, bool *met) {
    *t = to;
    *met = false;
    if (!acts(s) || s->in_touch) return TW_OK;
    glance now, then;
    TW_TRY(locate_stop(s, from, to, t, met));
    to = *t;
    *met = *met || (s->comes_in && to == s->end);
    TW_TRY(look(s, from, &now));
    TW_TRY(tw_contact_rising(s->dynamics));
    long looks = 0;
    for (double at = from, next; at < to; at = next, now = then) {
        if (++looks > LOOKS) return too_fast(at, now.speed);
        /* what has just met is parting; where it comes back is seen at the next sample */
        double step = fmin(now.gap <= TW_CONTACT_NOTHING ? SAMPLE / 10 : SAMPLE, now.soonest);
        next = fmin(fmax(at + step, nextafter(at, to)), to);
        TW_TRY(look(s, next, &then));
        if (!(then.gap < -TW_CONTACT_NOTHING)) continue;
        *met = true;
        return locate(s, at, next, now.margin, t);
    }
    return TW_OK;
}

tw_status tw_touch_arrive(tw_sim *s, bool met) {
    if (met) {
        bool stuck;
        TW_TRY(tw_contact_impact(s->dynamics, &stuck));
        /* more impacts than `timestep` has steps are its business */
        bool often = too_often(&s->impacts, s->world->time, TW_RECENT * s->world->set.step);
        bool rattles = crawls_on(&s->rattle, s->world->time, AT_ONCE, SOME);
        s->in_touch = stuck || (is_auto(s) ? often : rattles);
        tw_sim_start_anew(s);
        return TW_OK;
    }
    if (!s->in_touch || !acts(s) || s->kind->leaps != TW_LEAP_TIMESTEP) return TW_OK;
    tw_contact_stats stats;
    tw_contact_statistics(s->dynamics, &stats);
    if (stats.near > 0) return TW_OK;
    s->in_touch = false;
    tw_sim_start_anew(s);
    return TW_OK;
}
