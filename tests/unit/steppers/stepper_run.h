/*
 * Problems with closed solutions, and how the tests of steppers run them. Only for inclusion in a
 * test program, after which it stands alone.
 */
#ifndef TW_TESTS_STEPPER_RUN_H
#define TW_TESTS_STEPPER_RUN_H

#include "steppers/stepper.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { MOST = 6 }; /* components of a problem */

/* -- problems with closed solutions -------------------------------------------------------------*/

typedef struct problem {
    const char *name;
    int n;
    double end; /* s */
    tw_status (*rhs)(void *context, double t, const double *y, double *ydot);
    void (*exact)(double t, double *y);
} problem;

static inline tw_status oscillator(void *context, double t, const double *y, double *ydot) {
    (void)context, (void)t;
    ydot[0] = y[1];
    ydot[1] = -y[0];
    return TW_OK;
}

static inline void oscillator_exact(double t, double *y) {
    y[0] = cos(t);
    y[1] = -sin(t);
}

/* two bodies, eccentricity 1/2, major half axis and mean motion 1 */
static inline tw_status kepler(void *context, double t, const double *y, double *ydot) {
    (void)context, (void)t;
    double r2 = y[0] * y[0] + y[1] * y[1], r3 = r2 * sqrt(r2);
    ydot[0] = y[2];
    ydot[1] = y[3];
    ydot[2] = -y[0] / r3;
    ydot[3] = -y[1] / r3;
    return TW_OK;
}

static inline void kepler_exact(double t, double *y) {
    double e = 0.5, E = t;
    for (int i = 0; i < 50; i++) E -= (E - e * sin(E) - t) / (1 - e * cos(E));
    double b = sqrt(1 - e * e), rate = 1 / (1 - e * cos(E));
    y[0] = cos(E) - e;
    y[1] = b * sin(E);
    y[2] = -rate * sin(E);
    y[3] = rate * b * cos(E);
}

/* a constraint's deviation: D'' + 2 D'/tau + D/tau^2 = 0, tau = 0.2 [BB88 eq. 3] */
static inline tw_status decay(void *context, double t, const double *y, double *ydot) {
    (void)context, (void)t;
    double tau = 0.2;
    ydot[0] = y[1];
    ydot[1] = -2 / tau * y[1] - y[0] / (tau * tau);
    return TW_OK;
}

static inline void decay_exact(double t, double *y) {
    double tau = 0.2, D0 = 1, V0 = -2, a = V0 + D0 / tau;
    y[0] = (D0 + a * t) * exp(-t / tau);
    y[1] = (a - (D0 + a * t) / tau) * exp(-t / tau);
}

static inline tw_status timed(void *context, double t, const double *y, double *ydot) {
    (void)context;
    ydot[0] = y[0] * cos(t);
    return TW_OK;
}

static inline void timed_exact(double t, double *y) {
    y[0] = exp(sin(t));
}

/* a tumbling free body in scaled angular velocities; the solutions are Jacobi's sn, cn, dn */
static const double K2 = 0.51;

static inline tw_status rigid(void *context, double t, const double *y, double *ydot) {
    (void)context, (void)t;
    ydot[0] = y[1] * y[2];
    ydot[1] = -y[0] * y[2];
    ydot[2] = -K2 * y[0] * y[1];
    return TW_OK;
}

/* by descending Landen transformation [Abramowitz & Stegun 16.4] */
static inline void rigid_exact(double t, double *y) {
    double a[12] = {1}, b = sqrt(1 - K2), c[12] = {0};
    int n = 0;
    for (; n < 8; n++) {
        a[n + 1] = (a[n] + b) / 2;
        c[n + 1] = (a[n] - b) / 2;
        b = sqrt(a[n] * b);
    }
    double phi = ldexp(a[n] * t, n);
    for (; n > 0; n--) phi = (phi + asin(c[n] / a[n] * sin(phi))) / 2;
    y[0] = sin(phi);
    y[1] = cos(phi);
    y[2] = sqrt(1 - K2 * y[0] * y[0]);
}

static const problem problems[5] = {
    {"oscillator", 2, 10, oscillator, oscillator_exact},
    {"kepler", 4, 10, kepler, kepler_exact},
    {"decay", 2, 2, decay, decay_exact},
    {"timed", 1, 10, timed, timed_exact},
    {"rigid", 3, 10, rigid, rigid_exact},
};

/* -- running ------------------------------------------------------------------------------------*/

typedef struct run {
    const tw_stepper_kind *kind;
    const problem *p;
    tw_ode ode;
    tw_stepper_options options;
    double atol[MOST];
    void *self;
    double t;
} run;

/* kinds that integrate any problem; the others are tested where their problems are */
static inline const tw_stepper_kind *const *kind_from(const tw_stepper_kind *const *kind) {
    while (*kind && (*kind)->leaps) kind++;
    return kind;
}

#define EACH_KIND(kind)                                               \
    const tw_stepper_kind *const *kind = kind_from(tw_stepper_kinds); \
    *kind;                                                            \
    kind = kind_from(kind + 1)

/* a stepper at t = 0; the fixed step suits rtol as an error of its order */
static inline void begin(run *r, const tw_stepper_kind *kind, const problem *p, double rtol,
                         double hint) {
    double y[MOST];
    *r = (run){.kind = kind, .p = p};
    for (int i = 0; i < MOST; i++) r->atol[i] = rtol * 1e-3;
    r->ode = (tw_ode){.n = p->n, .rhs = p->rhs, .rtol = rtol, .atol = r->atol};
    r->options.step = 0.25 * (strcmp(kind->name, "wave") ? sqrt(sqrt(rtol)) : cbrt(rtol));
    assert_int_equal(kind->create(&r->ode, &r->options, &r->self), TW_OK);
    p->exact(0, y);
    assert_int_equal(kind->start(r->self, 0, y, hint), TW_OK);
}

static inline void end(run *r) {
    r->kind->destroy(r->self);
}

static inline double distance(const problem *p, double t, const double *y) {
    double exact[MOST], worst = 0;
    p->exact(t, exact);
    for (int i = 0; i < p->n; i++) worst = fmax(worst, fabs(y[i] - exact[i]));
    return worst;
}

static inline void must(const run *r, tw_status status) {
    if (status != TW_OK) fail_msg("%s, %s: %s", r->kind->name, r->p->name, tw_failure());
}

/* to `limit`; returns the largest error at the ends and at `inside` points in each step */
static inline double go(run *r, double limit, int inside) {
    double worst = 0, y[MOST], last = r->t;
    while (r->t < limit) {
        must(r, r->kind->step(r->self, limit, &r->t));
        assert_true(r->t > last && r->t <= limit);
        for (int i = 1; i <= inside + 1; i++) {
            double t = i == inside + 1 ? r->t : last + (r->t - last) * i / (inside + 1);
            must(r, r->kind->dense(r->self, t, y));
            worst = fmax(worst, distance(r->p, t, y));
        }
        last = r->t;
    }
    assert_true(memcmp(&r->t, &limit, sizeof limit) == 0);
    return worst;
}

static inline tw_stepper_stats stats_of(const run *r) {
    tw_stepper_stats s;
    r->kind->stats(r->self, &s);
    return s;
}

/* the error over the problem's time */
static inline double error_of(const tw_stepper_kind *kind, const problem *p, double rtol,
                              int inside) {
    run r;
    begin(&r, kind, p, rtol, 0);
    double e = go(&r, p->end, inside);
    end(&r);
    return e;
}

#endif
