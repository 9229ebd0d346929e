/*
 * Contacts under adaptive steppers: when bodies meet, and which contacts last.
 *
 * While nothing touches, the stepper takes its steps, and the time of an impact is located on its
 * dense output; velocities jump there by the impact's impulses. A contact that lasts (it is
 * pressed, and its surfaces hardly separate) is held from then on: its force is part of the
 * right-hand side (contact_press.c), and the time at which it stops slipping is located like an
 * impact. Where this makes no progress (impacts without end, wedged bodies, a disk that settles
 * flat), the stepper `timestep` takes over the component, until no other body has been near it for
 * CLEAR steps. Under `auto` it also takes over components with more than FEW contacts (strands.c),
 * and bodies whose impacts follow each other faster than its steps.
 *
 * The search for a meeting advances by times in which, by their gap and speeds, no two bodies can
 * come to overlap by more than 2e-4 of a body's size [conservative advancement]. A meeting is then
 * noticed a little late, and its time is located exactly afterwards.
 */
#include "timeline/sim_internal.h"

#include "dynamics/contact/contact.h"
#include "numeric/value/root.h"

#include <math.h>
#include <string.h>

/* longest time between two samples in the search for a meeting, s */
#define SAMPLE 0.005
/* s */
#define ACCURACY 1e-13

/* Cost limits. DEAR: acceptable number of evaluations in the time of one step of `timestep`; it is
 * more than such a step takes, since the adaptive stepper is more accurate. GRACE: accumulated
 * excess of the cost over the acceptable one, in evaluations times contacts, at which `timestep`
 * takes over. For a stepper chosen by name DEAR is multiplied by BY_NAME, GRACE by LONGER */
#define DEAR 4.0
#define GRACE 40000.0
#define BY_NAME 10.0
#define LONGER 5.0

/* costs are counted in evaluations times contacts; an iteration of the contact solver over n
 * contacts counts as n^2 / ITERATIONS of these */
#define ITERATIONS 600.0

/* a step shorter than this fraction of a step of `timestep` counts as no progress */
#define CRAWL 0.01

/* Slips that die out: the equation for the direction of such a slip is arbitrarily stiff. STIFF: a
 * step counts as limited by stiffness if stiffness times step exceeds this; CREEP: such a step
 * counts as no progress if it is shorter than this fraction of a step of `timestep` */
#define CREEP 0.2
#define STIFF 0.5

/* UNSOLVED: a solution counts as failed if its residual exceeds this fraction of the largest
 * acceleration that contacts must cancel; MANY: excess of failures over steps without one
 * (count_unsolved) at which `timestep` takes over */
#define UNSOLVED 1e-4
enum { MANY = 8 };

/* under `auto`, in a step shorter than one of `timestep`, each LABOURED solver iterations count as
 * one failed step; 300 iterations are usual */
enum { LABOURED = 5000 };

/* costs for the hint that another stepper would be faster (hints.c). USUAL: number of solver
 * iterations per contact in a step of `timestep`; EASY: this number of iterations of a stepper with
 * error control costs as much as one of `timestep`. Measured with 4 to 30 falling dominoes */
#define USUAL 0.5
#define EASY 1.5

/* number of steps of `timestep` without another body near after which a component is released to
 * the adaptive stepper */
enum { CLEAR = 4 };

/* under `auto`: excess of a body's impacts over steps of `timestep` in the same time at which
 * `timestep` takes over */
enum { OFTEN = 16 };

/* level of steps without progress (fill) at which `timestep` takes over; also, under steppers
 * chosen by name, level of impacts within AT_ONCE of each other */
enum { SOME = 500 };
/* largest number of samples in one step's search for a meeting; only reached if fast bodies stay
 * close to each other */
enum { LOOKS = 10000000 };
/* impacts that follow each other within this time, s, may never end */
#define AT_ONCE 1e-10

bool tw_touch_is_auto(const tw_sim *s) {
    return strcmp(tw_stepper_choices[s->world->set.stepper], "auto") == 0;
}

bool tw_touch_acts(const tw_sim *s) {
    const tw_stepper_kind *kind = tw_stepper_find(tw_stepper_choices[s->world->set.stepper]);
    return kind && kind->adaptive && tw_contact_wanted(s->world);
}

tw_status tw_touch_check(const tw_sim *s, const tw_stepper_kind *kind) {
    if (!tw_contact_wanted(s->world) || kind->contacts || tw_touch_acts(s)) return TW_OK;
    return tw_fail(TW_ARGUMENT,
                   "stepper '%s' does not know contacts (bodies with collide = true) and limits; "
                   "take 'auto', 'timestep' or another one with error control",
                   kind->name);
}

/* context of the functions whose roots are searched in the last step of a strand */
typedef struct tw_touch_place {
    tw_sim *sim;
    tw_strand *strand;
} tw_touch_place;

/* ---- steps with contacts that are held ------------------------------------------------------- */

/* new level of a count after `seconds` s: the old level, which falls by `leak` per second but not
 * below 0, plus `by` */
static double fill(double level, double seconds, double leak, double by) {
    return fmax(0, level - leak * seconds) + by;
}

/* cost levels of the body `body`, if it is a free body of the strand; otherwise NULL */
static tw_body_pace *pace_in(const tw_sim *s, const tw_strand *g, size_t body) {
    bool own = g->member.data[body] && s->division.root.data[body] >= 0;
    return own ? &s->world->body.data[body]->pace : NULL;
}

void tw_touch_put_levels(const tw_sim *s, const tw_strand *g, const tw_body_pace *levels) {
    for (size_t i = 0; i < g->member.count; i++) {
        tw_body_pace *pace = pace_in(s, g, i);
        if (!pace) continue;
        pace->labour = levels->labour;
        pace->crawl = levels->crawl;
        pace->creep = levels->creep;
        pace->unsolved = levels->unsolved;
    }
}

/* cost levels of a strand: the greatest of its bodies' levels, since its bodies may come from
 * several strands */
static tw_body_pace levels_of(const tw_sim *s, const tw_strand *g) {
    tw_body_pace most = {0};
    for (size_t i = 0; i < g->member.count; i++) {
        const tw_body_pace *pace = pace_in(s, g, i);
        if (!pace) continue;
        most.labour = fmax(most.labour, pace->labour);
        most.crawl = fmax(most.crawl, pace->crawl);
        most.creep = fmax(most.creep, pace->creep);
        if (pace->unsolved > most.unsolved) most.unsolved = pace->unsolved;
    }
    return most;
}

/* marks the bodies of the strand to move by steps of `timestep` as soon as it is divided again */
static void give_up(tw_sim *s, tw_strand *g) {
    for (size_t i = 0; i < g->member.count; i++)
        if (pace_in(s, g, i)) *pace_in(s, g, i) = (tw_body_pace){.coarse = true};
    g->anew = s->regroup = true;
}

bool tw_touch_give_up(tw_sim *s, tw_strand *g) {
    if (g->role == TW_STRAND_COARSE || tw_contact_held(g->dynamics) == 0) return false;
    give_up(s, g);
    return true;
}

static unsigned long evaluations_of(const tw_strand *g) {
    tw_stepper_stats now;
    g->kind->stats(g->stepper, &now);
    return now.evaluations;
}

void tw_touch_begin_step(tw_sim *s, tw_strand *g) {
    tw_contact_stats stats;
    if (g->role != TW_STRAND_HELD || g->first < 0) return;
    g->before = levels_of(s, g);
    tw_contact_statistics(g->dynamics, &stats);
    g->sweeps_before = stats.sweeps;
    g->yields_before = stats.yields;
    g->unsolved_before = stats.unsolved;
    g->evaluations_before = evaluations_of(g);
}

/* Counts failed steps in pace->unsolved. Steps may fail for three reasons. With much friction there
 * may be no finite forces that keep touching bodies apart [Painleve 1895]; then steps use the
 * solver's last iterate. For wires that lie along each other rounding errors require impossible
 * accelerations, and the solver takes many iterations. Constraints that contradict contacts yield
 * like very stiff springs */
static void count_unsolved(const tw_sim *s, const tw_strand *g, tw_body_pace *pace) {
    tw_contact_stats stats;
    tw_contact_statistics(g->dynamics, &stats);
    int bad = stats.residual_u > UNSOLVED * stats.scale_u || stats.yields > g->yields_before;
    /* failed solutions without bounds on forces were counted above; here those with bounds are */
    bad += (int)fmin((double)(stats.unsolved - g->unsolved_before), MANY);
    bool shorter = g->end - g->step_begin < s->world->set.step;
    if (tw_touch_is_auto(s) && shorter)
        bad += (int)fmin((double)(stats.sweeps - g->sweeps_before) / LABOURED, MANY);
    pace->unsolved += bad > 0 ? bad : pace->unsolved > 0 ? -1 : 0;
}

/* true: progress is too expensive. Under `auto`: more expensive than steps of `timestep`, judged by
 * counts that are the same on every machine. A stepper chosen by name gives up only if the cost is
 * out of proportion, or if time hardly advances */
static bool labours(const tw_sim *s, const tw_body_pace *pace) {
    if (pace->unsolved >= MANY) return true;
    if (pace->labour > GRACE * (tw_touch_is_auto(s) ? 1 : LONGER)) return true;
    return pace->crawl > SOME || pace->creep > SOME;
}

/* counts solver iterations, for the hint about slow steppers (hints.c): those that were taken, and
 * those that `timestep` would have needed */
static void count_sweeps(tw_sim *s, const tw_strand *g) {
    tw_contact_stats stats;
    tw_contact_statistics(g->dynamics, &stats);
    s->hints.held_work += (double)(stats.sweeps - g->sweeps_before) / EASY;
    s->hints.step_work += USUAL * fmax(tw_contact_held(g->dynamics), 1) / s->world->set.step *
                          (g->end - g->step_begin);
}

/* returns the cost of the last step in evaluations times contacts; *may: cost that is acceptable in
 * the time of a step of `timestep` */
static double labour_of(const tw_sim *s, const tw_strand *g, double contacts, double *may) {
    double evaluations = (double)(evaluations_of(g) - g->evaluations_before);
    tw_contact_stats stats;
    *may = contacts * DEAR;
    if (tw_touch_is_auto(s)) return contacts * evaluations;
    tw_contact_statistics(g->dynamics, &stats);
    *may *= BY_NAME;
    double sweeps = (double)(stats.sweeps - g->sweeps_before);
    return contacts * evaluations + contacts * contacts * sweeps / ITERATIONS;
}

static void count_labour(tw_sim *s, const tw_strand *g, double stiff, tw_body_pace *pace) {
    /* a step that was cut short by an event counts with the length that it would have had, so that
     * events do not look like slow progress */
    double h = s->world->set.step, by = g->until - g->step_begin;
    if (!g->stops && g->end >= g->step_limit) by = fmax(by, g->hint);
    bool creeps = stiff * (g->end - g->step_begin) > STIFF;
    double may, contacts = fmax(tw_contact_held(g->dynamics), 1);
    double labour = labour_of(s, g, contacts, &may);
    count_sweeps(s, g);
    pace->labour = fill(pace->labour, by, may / h, labour);
    pace->crawl = fill(pace->crawl, by, 1 / (CRAWL * h), 1);
    pace->creep = creeps ? fill(pace->creep, by, 1 / (CREEP * h), 1) : 0;
    count_unsolved(s, g, pace);
}

static tw_status slip(void *context, double t, double *y) {
    const tw_touch_place *p = context;
    TW_TRY(tw_strand_view(p->sim, p->strand, t));
    TW_TRY(tw_contact_slip(p->strand->dynamics, y));
    *y = fmin(*y, 1);
    return TW_OK;
}

/* Locates the first time in the last step at which a contact stops slipping: sets g->until and
 * g->stops. The slip of a contact is measured along the direction of slip that is stored for it. If
 * the slip has reversed since that direction was stored, it is negative from the beginning of the
 * step; if it still is at the end, the contact counts as stopping at the end */
static tw_status locate_stop(tw_sim *s, tw_strand *g) {
    tw_touch_place p = {s, g};
    double a, b, from = g->step_begin;
    TW_TRY(tw_strand_view(s, g, from));
    TW_TRY(tw_contact_slip_from(g->dynamics, &a));
    TW_TRY(slip(&p, g->end, &b));
    if (!(b <= 0)) return tw_contact_slip_wrong(g->dynamics, &g->stops);
    g->stops = true;
    return tw_root(slip, &p, from, fmin(a, 1), g->end, b, ACCURACY, &g->until);
}

/* To be called after a step: updates the held contacts and counts costs. (Forces in wedged bodies
 * are not unique and differ between evaluations, so the error control reduces adaptive steps to the
 * limit of rounding; `timestep` has no error control) */
tw_status tw_touch_follow(tw_sim *s, tw_strand *g) {
    double stiff, now = s->world->time;
    if (g->role != TW_STRAND_HELD) return TW_OK;
    tw_body_pace pace = g->before;
    stiff = 0;
    if (tw_contact_held(g->dynamics) == 0) {
        tw_contact_let_go(g->dynamics);
    } else {
        TW_TRY(g->kind->dense(g->stepper, g->end, g->y.data));
        TW_TRY(tw_contact_follow(g->dynamics, g->end, g->y.data, &g->comes_in, &stiff));
        TW_TRY(locate_stop(s, g));
        TW_TRY(tw_strand_view(s, g, now));
        s->world->time = now;
    }
    count_labour(s, g, stiff, &pace);
    tw_touch_put_levels(s, g, &pace);
    g->gives_up = labours(s, &pace);
    if (s->strand.count > 1) return tw_strands_share(s);
    return TW_OK;
}

/* what one sample in the search for a meeting finds */
typedef struct glance {
    double speed;   /* upper bound for the speed of any point of any body, m/s */
    double margin;  /* largest gap, m, that can close within the time SAMPLE */
    double gap;     /* smallest gap of those below `margin`, m; INFINITY: there is none */
    double soonest; /* time within which no gap can close, s, as tw_contact_gap finds it */
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

/* *y: largest overlap of bodies at t, m; 0 at the beginning of the search, where bodies that have
 * just met may overlap */
static tw_status depth(void *context, double t, double *y) {
    finder *f = context;
    double gap, soonest;
    TW_TRY(tw_sim_view(f->sim, t));
    TW_TRY(tw_contact_gap(f->sim->dynamics, f->margin, &gap, &soonest));
    *y = t == f->first ? -TW_CONTACT_NOTHING : fmax(fmin(-gap, 1), -1);
    return TW_OK;
}

/* *t: time between a, at which no bodies overlap, and b, at which some do, when the overlap
 * begins */
static tw_status locate(tw_sim *s, double a, double b, double margin, double *t) {
    finder f = {s, a, margin};
    double yb;
    TW_TRY(depth(&f, b, &yb));
    return tw_root(depth, &f, a, -TW_CONTACT_NOTHING, b, yb, ACCURACY, t);
}

/* true: a strand has bodies that may meet others */
static bool any_meets(const tw_sim *s) {
    for (size_t k = 0; k < s->strand.count; k++) {
        tw_role role = s->strand.data[k]->role;
        if (role == TW_STRAND_LOOSE || role == TW_STRAND_HELD) return true;
    }
    return false;
}

tw_status tw_touch_locate(tw_sim *s, double from, double to, double *t, bool *met) {
    *t = to;
    *met = false;
    if (!tw_touch_acts(s) || !any_meets(s)) return TW_OK;
    glance now, then;
    TW_TRY(look(s, from, &now));
    TW_TRY(tw_contact_rising(s->dynamics));
    long looks = 0;
    for (double at = from, next; at < to; at = next, now = then) {
        if (++looks > LOOKS) return too_fast(at, now.speed);
        /* while a pair that has just met is separating, samples are closer */
        double step = fmin(now.gap <= TW_CONTACT_NOTHING ? SAMPLE / 10 : SAMPLE, now.soonest);
        next = fmin(fmax(at + step, nextafter(at, to)), to);
        TW_TRY(look(s, next, &then));
        if (!(then.gap < -TW_CONTACT_NOTHING)) continue;
        *met = true;
        return locate(s, at, next, now.margin, t);
    }
    return TW_OK;
}

/* ---- arriving -------------------------------------------------------------------------------- */

static void mark_strand(tw_sim *s, tw_strand *g) {
    g->anew = s->regroup = true;
}

/* Marks the bodies that have met, and their strands as `anew`. Bodies that have met some of a
 * `coarse` strand are marked to move by steps of `timestep`, too */
static tw_status find_struck(tw_sim *s) {
    tw_division *v = &s->division;
    size_t n = s->world->body.count;
    bool any = false;
    memset(v->mark.data, 0, n);
    TW_TRY(tw_contact_struck(s->dynamics, v->mark.data));
    for (size_t k = 0; k < s->strand.count; k++) {
        tw_strand *g = s->strand.data[k];
        bool hit = false;
        for (size_t i = 0; i < n && !hit; i++)
            hit = v->mark.data[i] && v->root.data[i] >= 0 && g->member.data[i];
        if (hit) mark_strand(s, g);
        any = any || hit;
    }
    /* by rounding, all bodies may be apart at the located time: then every strand whose bodies may
     * have met others is marked */
    for (size_t k = 0; k < s->strand.count && !any; k++)
        if (s->strand.data[k]->role != TW_STRAND_QUIET) mark_strand(s, s->strand.data[k]);
    tw_strands_make_coarse(s, v->mark.data, TW_STRUCK_COARSE);
    return TW_OK;
}

static bool was_struck(const tw_sim *s, size_t body) {
    const tw_body *b = s->world->body.data[body];
    const tw_velocity *was = &s->velocity.data[body];
    vec3 v = v3_sub(b->velocity, was->v), omega = v3_sub(b->angular_velocity, was->omega);
    return s->division.mark.data[body] == TW_AMONG && v3_dot(v, v) + v3_dot(omega, omega) > 0;
}

/* Counts the bodies' impacts. Under `auto`, bodies with more impacts than there are steps of
 * `timestep` in the same time are left to `timestep`; under other steppers only those whose impacts
 * follow each other without end are. A meeting that changes no velocity counts as an impact of all
 * bodies that may have met, so that time advances */
static void count_blows(tw_sim *s) {
    bool automatic = tw_touch_is_auto(s), any = false;
    double span = automatic ? s->world->set.step : AT_ONCE, t = s->world->time;
    size_t n = s->world->body.count;
    for (size_t i = 0; i < n && !any; i++) any = was_struck(s, i);
    for (size_t i = 0; i < n; i++) {
        tw_body_pace *pace = &s->world->body.data[i]->pace;
        if (any ? !was_struck(s, i) : s->division.mark.data[i] != TW_AMONG) continue;
        pace->blows = fill(pace->blows, t - pace->blown, 1 / span, 1);
        pace->blown = t;
        if (pace->blows > (automatic ? OFTEN : SOME)) pace->coarse = true;
    }
}

/* solves the impact of the bodies that have met: the world's velocities jump */
static tw_status strike(tw_sim *s) {
    size_t n = s->world->body.count;
    bool stuck;
    TW_TRY(tw_reserve(&s->velocity, n));
    tw_strands_know_affected(s, false);
    for (size_t i = 0; i < n; i++) {
        const tw_body *b = s->world->body.data[i];
        s->velocity.data[i] = (tw_velocity){b->velocity, b->angular_velocity};
    }
    TW_TRY(tw_strands_impact(s, &stuck));
    count_blows(s);
    if (stuck) tw_strands_leave_stuck(s);
    return tw_strands_share(s);
}

/* releases the components of a `coarse` strand that have had no other body near during CLEAR steps
 * of `timestep` */
static void release(tw_sim *s, tw_strand *g) {
    enum { NEAR = 1, WAITS = 2 };
    const unsigned char *close = tw_contact_close(g->dynamics);
    tw_division *v = &s->division;
    bool any = false;
    size_t n = s->world->body.count;
    if (!close) return;
    memset(v->mark.data, 0, n);
    for (size_t i = 0; i < n; i++)
        if (close[i] && v->root.data[i] >= 0) v->mark.data[v->root.data[i]] = NEAR;
    for (size_t i = 0; i < n; i++) {
        tw_body_pace *pace = &s->world->body.data[i]->pace;
        if (v->root.data[i] < 0 || !pace->coarse) continue;
        pace->clear = v->mark.data[v->root.data[i]] & NEAR ? 0 : pace->clear + 1;
        if (pace->clear < CLEAR) v->mark.data[v->root.data[i]] |= WAITS;
    }
    for (size_t i = 0; i < n; i++) {
        tw_body_pace *pace = &s->world->body.data[i]->pace;
        if (v->root.data[i] < 0 || !pace->coarse || v->mark.data[v->root.data[i]]) continue;
        *pace = (tw_body_pace){0};
        any = true;
    }
    if (any) mark_strand(s, g);
}

tw_status tw_touch_arrive(tw_sim *s, bool met) {
    double t = s->world->time;
    bool any = met;
    if (!tw_touch_acts(s)) return TW_OK;
    for (size_t k = 0; k < s->strand.count; k++) {
        tw_strand *g = s->strand.data[k];
        if (g->role == TW_STRAND_COARSE && g->end == t && g->n > 0) release(s, g);
        bool jumps = (g->stops && g->until == t) || (g->comes_in && g->end == t);
        if (jumps) mark_strand(s, g);
        any = any || jumps;
    }
    if (met) TW_TRY(find_struck(s));
    /* a strand that gives up is handed over at the time `until`, or earlier if it is divided
     * anyway */
    for (size_t k = 0; k < s->strand.count; k++) {
        tw_strand *g = s->strand.data[k];
        if (g->gives_up && (g->anew || g->until == t)) give_up(s, g);
    }
    return any ? strike(s) : TW_OK;
}
