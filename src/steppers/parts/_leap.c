/*
 * Fixed steps by the problem's own function `leap` (stepper.h), at the times of _grid.h. No step is
 * shorter than a tenth of h, unless two limits are closer to each other. If `leap` returns
 * TW_NONFINITE, the step is halved, if necessary again and again, down to SHORTEST times h.
 *
 * A leap's velocities are differences of positions over its length, which is therefore passed to
 * the next leap. After a start at the state in which the last step ended, that length is still
 * valid; the velocities of any other state are taken to be derivatives at the instant.
 *
 * Dense output: linear interpolation of every component, as the method itself assumes within a
 * step; quaternions are not normalised, since readers ignore their length.
 *
 * Owns: one block of numbers.
 */
#include "steppers/parts/_leap.h"

#include "steppers/parts/_grid.h"
#include "steppers/stepper_common.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct stepper {
    const tw_ode *ode;
    tw_stepper_stats stats;
    tw_grid grid;
    /* length of the step, s, from whose positions the velocities in y were formed as differences;
     * 0: velocities are derivatives at the instant */
    double before;
    double part;    /* fraction of a whole step that is tried next: 1, 1/2, 1/4, ... */
    double *y0, *y; /* states at the step's beginning and end */
    double *next;
} stepper;

/* least fraction of a step that is tried; if it fails the simulation ends */
static const double SHORTEST = 1.0 / 65536;

/* if a part would leave a rest of the step that is shorter than this fraction of the part, the part
 * extends to the step's end */
static const double NOTHING = 1e-6;

/* bound on the relative change of a state by rounding when it is written to the bodies and read
 * back: states that differ by less count as the same */
static const double SAME = 1e-11;

tw_status tw_leap_create(const tw_ode *ode, const tw_stepper_options *options, void **self) {
    TW_TRY(tw_stepper_check(ode, options));
    tw_grid grid;
    TW_TRY(tw_grid_make(options, 0.1, &grid));
    if (!ode->leap) return tw_fail(TW_ARGUMENT, "steppers that leap need a problem with a leap");
    size_t n = (size_t)ode->n;
    stepper *s = calloc(1, sizeof *s + 3 * n * sizeof(double));
    if (!s) return tw_fail_memory();
    s->ode = ode;
    s->grid = grid;
    s->grid.end = NAN;
    s->y0 = (double *)(void *)(s + 1);
    s->y = s->y0 + n;
    s->next = s->y + n;
    *self = s;
    return TW_OK;
}

void tw_leap_destroy(void *self) {
    free(self);
}

static void copy(const stepper *s, double *to, const double *from) {
    if (s->ode->n > 0) memcpy(to, from, (size_t)s->ode->n * sizeof *to);
}

static bool goes_on(const stepper *s, double t, const double *y) {
    if (t != s->grid.end) return false;
    for (int i = 0; i < s->ode->n; i++)
        if (!(fabs(y[i] - s->y[i]) <= SAME * (1 + fabs(s->y[i])))) return false;
    return true;
}

/* hint 0: the state has jumped, so that its velocities are derivatives at the instant */
tw_status tw_leap_start(void *self, double t, const double *y, double hint) {
    stepper *s = self;
    if (!(hint > 0) || !goes_on(s, t, y)) s->before = 0;
    s->part = 1;
    s->stats.restarts++;
    tw_grid_start(&s->grid, t);
    copy(s, s->y, y);
    return TW_OK;
}

/* leaps from t0 by a whole step to *t1, or, if that is not possible, by the longest part of it that
 * is; then sets *t1 and *count to the part's end and the grid's count there */
static tw_status leap(stepper *s, double t0, double *t1, double *count) {
    const tw_ode *ode = s->ode;
    double whole = *t1, next = *count;
    for (;;) {
        double own = s->part * s->grid.h;
        bool divided = s->part < 1 && t0 + (1 + NOTHING) * own < whole;
        *t1 = divided ? t0 + own : whole;
        *count = divided ? s->grid.count : next;
        s->stats.evaluations++;
        tw_status status = ode->leap(ode->context, t0, *t1 - t0, s->before, s->y, s->next);
        if (status == TW_OK && !tw_stepper_finite(s->next, ode->n))
            status = tw_fail(TW_NONFINITE, "the state is not finite at t = %.17g s", *t1);
        if (status == TW_OK) s->part = fmin(2 * s->part, 1);
        if (status != TW_NONFINITE) return status;
        s->stats.rejected++;
        while (s->part >= SHORTEST && t0 + (1 + NOTHING) * s->part * s->grid.h >= *t1) s->part /= 2;
        if (s->part < SHORTEST || !(t0 + s->part * s->grid.h > t0)) {
            s->part = 1;
            return status;
        }
    }
}

tw_status tw_leap_step(void *self, double limit, double *t) {
    stepper *s = self;
    double t0 = s->grid.end, t1, count;
    TW_TRY(tw_grid_next(&s->grid, limit, &t1, &count));
    TW_TRY(leap(s, t0, &t1, &count));
    copy(s, s->y0, s->y);
    copy(s, s->y, s->next);
    s->before = t1 - t0;
    tw_grid_take(&s->grid, t1, count);
    *t = t1;
    s->stats.steps++;
    return TW_OK;
}

tw_status tw_leap_dense(void *self, double t, double *y) {
    const stepper *s = self;
    const tw_grid *g = &s->grid;
    TW_TRY(tw_stepper_check_dense(t, g->begin, g->end));
    if (t == g->end || t == g->begin) {
        copy(s, y, t == g->end ? s->y : s->y0);
        return TW_OK;
    }
    double x = (t - g->begin) / (g->end - g->begin);
    for (int i = 0; i < s->ode->n; i++) y[i] = s->y0[i] + x * (s->y[i] - s->y0[i]);
    return TW_OK;
}

double tw_leap_next_step(const void *self) {
    return ((const stepper *)self)->grid.h;
}

void tw_leap_stats(const void *self, tw_stepper_stats *out) {
    *out = ((const stepper *)self)->stats;
}

void tw_leap_mark(const void *self, double m[TW_STEPPER_MARK]) {
    const stepper *s = self;
    m[0] = s->grid.start;
    m[1] = s->grid.count;
    m[2] = s->before;
    m[3] = s->part;
}

void tw_leap_resume(void *self, const double m[TW_STEPPER_MARK]) {
    stepper *s = self;
    s->grid.start = m[0];
    s->grid.count = m[1];
    s->before = m[2];
    s->part = m[3];
}
