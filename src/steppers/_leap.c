/*
 * Fixed steps by the problem's own `leap`: what is known of the last step; the times are _grid.h's.
 * No step is shorter than a tenth of h unless two limits stand closer.
 *
 * A leap's velocities are differences of positions over it; so the next leap is told how long the
 * last one was. A start from the state where the last step ended goes on with that; any other
 * state's velocities are taken as those of the instant.
 *
 * Dense output: linear in every component, as the method's own motion is within a step; a
 * quaternion's length is of no matter to its readers.
 *
 * Owns: one block of numbers.
 */
#include "steppers/_leap.h"

#include "steppers/_grid.h"
#include "steppers/stepper_common.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct stepper {
    const tw_ode *ode;
    tw_stepper_stats stats;
    tw_grid grid;
    double before; /* the velocities at the end are differences over so long (s); 0: they are not */
    double *y0, *y; /* at begin, at end */
    double *next;
} stepper;

/* a state that went through the bodies and came back */
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

/* hint 0: something has jumped */
tw_status tw_leap_start(void *self, double t, const double *y, double hint) {
    stepper *s = self;
    if (!(hint > 0) || !goes_on(s, t, y)) s->before = 0;
    s->stats.restarts++;
    tw_grid_start(&s->grid, t);
    copy(s, s->y, y);
    return TW_OK;
}

tw_status tw_leap_step(void *self, double limit, double *t) {
    stepper *s = self;
    const tw_ode *ode = s->ode;
    double t0 = s->grid.end, t1, count;
    TW_TRY(tw_grid_next(&s->grid, limit, &t1, &count));
    s->stats.evaluations++;
    TW_TRY(ode->leap(ode->context, t0, t1 - t0, s->before, s->y, s->next));
    if (!tw_stepper_finite(s->next, ode->n))
        return tw_fail(TW_NONFINITE, "the state is not finite at t = %.17g s", t1);
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
}

void tw_leap_resume(void *self, const double m[TW_STEPPER_MARK]) {
    stepper *s = self;
    s->grid.start = m[0];
    s->grid.count = m[1];
    s->before = m[2];
}
