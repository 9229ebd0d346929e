/*
 * Explicit methods with a fixed step (_fixed.h): the grid of times, stages and dense output.
 *
 * Steps end at start + j h, j counted in integers so that times do not drift, and at every limit; a
 * step cut by a limit is followed by the rest of it. Dense output: the cubic through states and
 * rates at both ends, whose error is of order 4.
 *
 * Owns: one block of numbers.
 */
#include "steppers/_fixed.h"

#include "steppers/_stage.h"
#include "steppers/stepper_common.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct stepper {
    const tw_ode *ode;
    const tw_fixed_method *method;
    tw_stage_sum *sum;
    tw_stepper_stats stats;
    double h;     /* s */
    double start; /* s */
    double count; /* whole steps that fit between start and end; a whole number */
    double begin, end;
    double *y0, *k1;          /* at begin */
    double *y, *rates;        /* at end */
    double *k[TW_FIXED_MOST]; /* [0] is k1; those that only the next stage needs are one */
    double *work;
} stepper;

/* times closer than this part of a step are one */
static const double CLOSE = 1e-9;

tw_status tw_fixed_create(const tw_fixed_method *m, const tw_ode *ode,
                          const tw_stepper_options *options, void **self) {
    TW_TRY(tw_stepper_check(ode, options));
    double h = options ? options->step : 0;
    if (!(h > 0 && isfinite(h)))
        return tw_fail(TW_ARGUMENT, "step: expected a number > 0, got %g s", h);
    size_t n = (size_t)ode->n;
    size_t kept = 0;
    for (int i = 1; i < m->stages; i++) kept += m->b[i] != 0;
    stepper *s = calloc(1, sizeof *s + (6 + kept) * n * sizeof(double));
    if (!s) return tw_fail_memory();
    s->ode = ode;
    s->method = m;
    s->sum = tw_stage_choose();
    s->h = h;
    double *numbers = (double *)(void *)(s + 1), *passing = numbers + 5 * n;
    double **const named[] = {&s->y0, &s->k1, &s->y, &s->rates, &s->work};
    for (size_t i = 0; i < sizeof named / sizeof *named; i++) *named[i] = numbers + i * n;
    numbers = passing;
    for (int i = 1; i < m->stages; i++) s->k[i] = m->b[i] != 0 ? numbers += n : passing;
    *self = s;
    return TW_OK;
}

void tw_fixed_destroy(void *self) {
    free(self);
}

static void copy(const stepper *s, double *to, const double *from) {
    if (s->ode->n > 0) memcpy(to, from, (size_t)s->ode->n * sizeof *to);
}

tw_status tw_fixed_start(void *self, double t, const double *y, double hint) {
    stepper *s = self;
    (void)hint; /* the step is given */
    s->stats.restarts++;
    s->start = s->begin = s->end = t;
    s->count = 0;
    copy(s, s->y, y);
    return tw_stepper_rates(s->ode, t, s->y, s->rates, &s->stats.evaluations);
}

/* out = f(t, y0 + h k) */
static tw_status stage(stepper *s, double t, double h, const double *k, double *out) {
    static const double one = 1;
    s->sum(s->ode->n, s->y0, h, 1, &one, &k, s->work);
    return tw_stepper_rates(s->ode, t, s->work, out, &s->stats.evaluations);
}

/* from (t0, y0), k1 to the state and rates at t1 = t0 + h */
static tw_status advance(stepper *s, double t0, double t1, double h) {
    const tw_ode *ode = s->ode;
    const tw_fixed_method *m = s->method;
    double b[TW_FIXED_MOST];
    const double *k[TW_FIXED_MOST];
    int terms = 0;
    s->k[0] = s->k1;
    for (int i = 0; i < m->stages; i++) {
        double t = m->a[i] == 1 ? t1 : t0 + m->a[i] * h;
        if (i > 0) TW_TRY(stage(s, t, m->a[i] * h, s->k[i - 1], s->k[i]));
        if (m->b[i] == 0) continue;
        b[terms] = m->b[i];
        k[terms++] = s->k[i];
    }
    s->sum(ode->n, s->y0, h / m->scale, terms, b, k, s->y);
    if (!tw_stepper_finite(s->y, ode->n))
        return tw_fail(TW_NONFINITE, "the state is not finite at t = %.17g s", t1);
    bool changed = false;
    if (ode->settle) TW_TRY(ode->settle(ode->context, s->begin, s->y0, t1, s->y, &changed));
    return tw_stepper_rates(ode, t1, s->y, s->rates, &s->stats.evaluations);
}

/* what the end of a step was is the begin of the next; and back */
static void turn_over(stepper *s) {
    double *y = s->y0, *k = s->k1;
    s->y0 = s->y, s->y = y;
    s->k1 = s->rates, s->rates = k;
}

tw_status tw_fixed_step(void *self, double limit, double *t) {
    stepper *s = self;
    TW_TRY(tw_stepper_check_limit(s->end, limit));
    double t0 = s->end, count = s->count + 1, t1 = s->start + count * s->h;
    /* the rest of a step that a limit cut may be nothing */
    if (t1 <= t0 + CLOSE * s->h) t1 = s->start + ++count * s->h;
    if (!(t1 > t0)) {
        return tw_fail(TW_UNDERFLOW, "the step of %g s is too short at t = %.17g s", s->h, t0);
    }
    if (t1 >= limit - CLOSE * s->h) {
        if (t1 > limit + CLOSE * s->h) count -= 1;
        t1 = limit;
    }

    turn_over(s);
    s->begin = t0;
    tw_status status = advance(s, t0, t1, t1 - t0);
    if (status != TW_OK) {
        turn_over(s);
        if (status != TW_NONFINITE) return status;
        return tw_fail(status, "the step of %g s from t = %.17g s fails: %s", t1 - t0, t0,
                       tw_failure());
    }
    s->end = *t = t1;
    s->count = count;
    s->stats.steps++;
    return TW_OK;
}

tw_status tw_fixed_dense(void *self, double t, double *y) {
    const stepper *s = self;
    TW_TRY(tw_stepper_check_dense(t, s->begin, s->end));
    if (t == s->end || t == s->begin) {
        copy(s, y, t == s->end ? s->y : s->y0);
        return TW_OK;
    }
    double h = s->end - s->begin, x = (t - s->begin) / h, r = 1 - x;
    for (int i = 0; i < s->ode->n; i++) {
        double rise = s->y[i] - s->y0[i];
        double bend = r * (h * s->k1[i] - rise) - x * (h * s->rates[i] - rise);
        y[i] = s->y0[i] + x * (rise + r * bend);
    }
    return TW_OK;
}

double tw_fixed_next_step(const void *self) {
    return ((const stepper *)self)->h;
}

void tw_fixed_stats(const void *self, tw_stepper_stats *out) {
    *out = ((const stepper *)self)->stats;
}

/* the grid of times */
void tw_fixed_mark(const void *self, double m[TW_STEPPER_MARK]) {
    const stepper *s = self;
    m[0] = s->start;
    m[1] = s->count;
}

void tw_fixed_resume(void *self, const double m[TW_STEPPER_MARK]) {
    stepper *s = self;
    s->start = m[0];
    s->count = m[1];
}
