/*
 * Explicit methods with a fixed step (_fixed.h): stages and dense output. The times of steps come
 * from _grid.h.
 *
 * Dense output: the cubic through states and rates at both ends, whose error is of order 4.
 *
 * Owns: one block of numbers.
 */
#include "steppers/parts/_fixed.h"

#include "steppers/parts/_grid.h"
#include "steppers/parts/_stage.h"
#include "steppers/stepper_common.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct stepper {
    const tw_ode *ode;
    const tw_fixed_methods *methods;
    /* largest rotation of a body in a step, rad, for the problem's rtol; used where the problem
     * knows its rates, s->swift */
    double turn;
    tw_swift swift; /* rates of change (tw_swift) at the step's end */
    tw_stage_sum *sum;
    tw_stepper_stats stats;
    tw_grid grid;
    double *y0, *k1;   /* state and its rates at the step's beginning */
    double *y, *rates; /* state and its rates at the step's end */
    /* rates of the stages. k[0] and k[1], in turn, are those of stages that only the next
     * stage needs; then follow those of stages with a weight b. The first stage's rates
     * are k1 */
    double *k[TW_FIXED_MOST + 1];
    double *work;
} stepper;

/* Largest rotation of a body in a step, rad, for rtol = 1. For other rtol it is multiplied by
 * rtol^(1/8): the error of a step is of fifth power in the rotation, and accumulates over many
 * steps. */
static const double TURN = 0.5;
/* for a smaller rtol, other than 0, only methods of order 4 are used */
static const double FINE = 1e-8;
/* for kinds with a single method: largest rotation of a body in a step, rad; a step with more is
 * divided */
static const double FAR = 0.15;
/* largest h w for which the numerical solution of y' = -w y does not grow; it suits all methods of
 * the tables */
static const double DECAY = 2.7;
/* cost of ode->settle after a step, in evaluations of the right-hand side */
static const double SETTLE = 2;
/* a step that would have to be divided into more parts than this is an error: the motion is too
 * fast for it */
static const double PARTS = 1e6;

/* number of stages after the first that have a weight b, so that their rates must be kept */
static size_t kept(const tw_fixed_method *m) {
    size_t count = 0;
    for (int i = 1; i < m->stages; i++) count += m->b[i] != 0;
    return count;
}

tw_status tw_fixed_create(const tw_fixed_methods *m, const tw_ode *ode,
                          const tw_stepper_options *options, void **self) {
    TW_TRY(tw_stepper_check(ode, options));
    tw_grid grid;
    TW_TRY(tw_grid_make(options, 1e-9, &grid));
    size_t n = (size_t)ode->n, most = 0;
    for (int i = 0; i < m->count; i++)
        if (kept(&m->method[i]) > most) most = kept(&m->method[i]);
    stepper *s = calloc(1, sizeof *s + (7 + most) * n * sizeof(double));
    if (!s) return tw_fail_memory();
    s->ode = ode;
    s->methods = m;
    s->swift.vibration = INFINITY;
    s->turn = TURN * sqrt(sqrt(sqrt(fmin(fmax(ode->rtol, 1e-12), 1))));
    s->sum = tw_stage_choose();
    s->grid = grid;
    double *numbers = (double *)(void *)(s + 1);
    double **const named[] = {&s->y0, &s->k1, &s->y, &s->rates, &s->work};
    for (size_t i = 0; i < sizeof named / sizeof *named; i++) *named[i] = numbers + i * n;
    for (size_t i = 0; i < 2 + most; i++) s->k[i] = numbers + (5 + i) * n;
    *self = s;
    return TW_OK;
}

void tw_fixed_destroy(void *self) {
    free(self);
}

static void copy(const stepper *s, double *to, const double *from) {
    if (s->ode->n > 0) memcpy(to, from, (size_t)s->ode->n * sizeof *to);
}

/* evaluates s->rates and s->swift at the time t, the end of a step, where the next step begins */
static tw_status end_rates(stepper *s, double t) {
    return tw_stepper_rates_swift(s->ode, t, s->y, s->rates, &s->stats.evaluations, &s->swift);
}

tw_status tw_fixed_start(void *self, double t, const double *y, double hint) {
    stepper *s = self;
    (void)hint; /* no estimate is needed, since the length of steps is given */
    s->stats.restarts++;
    tw_grid_start(&s->grid, t);
    copy(s, s->y, y);
    return end_rates(s, t);
}

/* frequency of vibrations, rad/s, that is assumed where it is not known: the highest one for which
 * the method `usual` is stable in a whole step */
static double unknown_of(const stepper *s) {
    return s->methods->method[s->methods->usual].limit / s->grid.h;
}

/* number of equal parts into which a step of length h must be divided for method m */
static double parts_of(const stepper *s, const tw_fixed_method *m, double h) {
    const tw_swift *swift = &s->swift;
    /* coarse is 1 / h for the length h with h turning + h^2 swinging / 2 = turn */
    double turn = m->turn * s->turn, turning = swift->turning, bend = 2 * turn * swift->swinging;
    double coarse = (turning + sqrt(turning * turning + bend)) / (2 * turn);
    double known = isfinite(swift->vibration) ? swift->vibration : unknown_of(s);
    double least = fmax(fmax(coarse, swift->decay / DECAY), known / m->limit);
    /* the factor is a little less than 1, so that rounding does not add a part */
    return fmax(1, ceil(h * least * (1 - 1e-9)));
}

/* the method that takes the least work for a step of length h; *parts: number of equal parts into
 * which the step is divided for it */
static const tw_fixed_method *choose(const stepper *s, double h, double *parts) {
    const tw_fixed_methods *all = s->methods;
    const tw_fixed_method *best = &all->method[all->usual];
    *parts = fmax(1, ceil(h * s->swift.turning / FAR * (1 - 1e-9)));
    if (all->count == 1) return best;
    double least = INFINITY;
    for (const tw_fixed_method *m = all->method; m < all->method + all->count; m++) {
        if (m->turn < 1 && s->ode->rtol > 0 && s->ode->rtol < FINE) continue;
        double count = parts_of(s, m, h), work = count * (m->stages + SETTLE);
        if (!(work < least)) continue;
        least = work;
        *parts = count;
        best = m;
    }
    return best;
}

/* makes one step by method m from (t0, y0), where the rates are k1, to t1 = t0 + h; sets s->y and
 * s->rates */
static tw_status advance(stepper *s, const tw_fixed_method *m, double t0, double t1, double h) {
    const tw_ode *ode = s->ode;
    double b[TW_FIXED_MOST];
    const double *k[TW_FIXED_MOST], *last = s->k1;
    double *const *next = s->k + 2;
    int terms = 0;
    for (int i = 0; i < m->stages; i++) {
        if (i > 0) {
            double t = m->a[i] == 1 ? t1 : t0 + m->a[i] * h;
            double *own = m->b[i] != 0 ? *next++ : s->k[i % 2];
            TW_TRY(tw_stepper_rates_along(ode, t, s->y0, m->a[i] * h, last, s->work, own,
                                          &s->stats.evaluations));
            last = own;
        }
        if (m->b[i] == 0) continue;
        b[terms] = m->b[i];
        k[terms++] = last;
    }
    s->sum(ode->n, s->y0, h / m->scale, terms, b, k, s->y);
    if (!tw_stepper_finite(s->y, ode->n))
        return tw_fail(TW_NONFINITE, "the state is not finite at t = %.17g s", t1);
    bool changed = false;
    if (ode->settle) TW_TRY(ode->settle(ode->context, t0, s->y0, t1, s->y, &changed));
    return end_rates(s, t1);
}

/* exchanges states and rates of the step's beginning and end, so that a new step begins where the
 * last one ended */
static void turn_over(stepper *s) {
    double *y = s->y0, *k = s->k1;
    s->y0 = s->y, s->y = y;
    s->k1 = s->rates, s->rates = k;
}

tw_status tw_fixed_step(void *self, double limit, double *t) {
    stepper *s = self;
    double t0 = s->grid.end, t1, count;
    TW_TRY(tw_grid_next(&s->grid, limit, &t1, &count));
    double parts;
    tw_swift swift = s->swift;
    const tw_fixed_method *m = choose(s, t1 - t0, &parts);
    if (!(parts <= PARTS))
        return tw_fail(TW_UNDERFLOW,
                       "the motion (vibration %g rad/s, rotation %g rad/s and %g rad/s^2, decay "
                       "%g 1/s) at t = %.17g s is too fast for steps of %g s",
                       swift.vibration, swift.turning, swift.swinging, swift.decay, t0, t1 - t0);
    /* this call makes only the first part of the step, and the next call begins with the rest of
     * it */
    if (parts > 1) {
        t1 = t0 + (t1 - t0) / parts;
        count = s->grid.count;
        if (!(t1 > t0))
            return tw_fail(TW_UNDERFLOW, "parts of a step are too short at t = %.17g s", t0);
    }
    turn_over(s);
    tw_status status = advance(s, m, t0, t1, t1 - t0);
    if (status != TW_OK) {
        turn_over(s);
        s->swift = swift;
        if (status != TW_NONFINITE) return status;
        return tw_fail(status, "the step of %g s from t = %.17g s fails: %s", t1 - t0, t0,
                       tw_failure());
    }
    tw_grid_take(&s->grid, t1, count);
    *t = t1;
    s->stats.steps++;
    return TW_OK;
}

tw_status tw_fixed_dense(void *self, double t, double *y) {
    const stepper *s = self;
    const tw_grid *g = &s->grid;
    TW_TRY(tw_stepper_check_dense(t, g->begin, g->end));
    if (t == g->end || t == g->begin) {
        copy(s, y, t == g->end ? s->y : s->y0);
        return TW_OK;
    }
    double h = g->end - g->begin, x = (t - g->begin) / h, r = 1 - x;
    for (int i = 0; i < s->ode->n; i++) {
        double rise = s->y[i] - s->y0[i];
        double bend = r * (h * s->k1[i] - rise) - x * (h * s->rates[i] - rise);
        y[i] = s->y0[i] + x * (rise + r * bend);
    }
    return TW_OK;
}

double tw_fixed_next_step(const void *self) {
    return ((const stepper *)self)->grid.h;
}

void tw_fixed_stats(const void *self, tw_stepper_stats *out) {
    *out = ((const stepper *)self)->stats;
}

/* tw_stepper_kind.mark and .resume: the further numbers on which steps depend are those of the grid
 * of times */
void tw_fixed_mark(const void *self, double m[TW_STEPPER_MARK]) {
    const stepper *s = self;
    m[0] = s->grid.start;
    m[1] = s->grid.count;
}

void tw_fixed_resume(void *self, const double m[TW_STEPPER_MARK]) {
    stepper *s = self;
    s->grid.start = m[0];
    s->grid.count = m[1];
}
