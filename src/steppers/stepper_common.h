/*
 * What the stepper kinds share: checks, the evaluation of f, and the error norm.
 */
#ifndef TW_STEPPERS_STEPPER_COMMON_H
#define TW_STEPPERS_STEPPER_COMMON_H

#include "steppers/stepper.h"

/* the order, tolerances and options make sense; `options` may be NULL: no bound on the step */
tw_status tw_stepper_check(const tw_ode *ode, const tw_stepper_options *options);

/* `limit` is finite and after t */
tw_status tw_stepper_check_limit(double t, double limit);

/* t lies in the last step [begin, end] */
tw_status tw_stepper_check_dense(double t, double begin, double end);

/* all a[0..n-1] are finite */
bool tw_stepper_finite(const double *a, int n);

/* ydot = f(t, y), counted; TW_NONFINITE also when a rate that f returns is not finite */
tw_status tw_stepper_rates(const tw_ode *ode, double t, const double *y, double *ydot,
                           unsigned long *count);

/* rates of change; swift: as far as known */
tw_status tw_stepper_rates_swift(const tw_ode *ode, double t, const double *y, double *ydot,
                                 unsigned long *count, tw_swift *swift);

/* like tw_stepper_rates at y + h k; work [n]: scratch */
tw_status tw_stepper_rates_along(const tw_ode *ode, double t, const double *y, double h,
                                 const double *k, double *work, double *ydot, unsigned long *count);

/* w_i = atol_i + rtol max(size of a_i, size of b_i) */
void tw_stepper_weights(const tw_ode *ode, const double *a, const double *b, double *w);

/* the noise of the rates since the last call; 0 where it is not known */
void tw_stepper_noise(const tw_ode *ode, double *noise);

/* w plus what noise does in a step of h, which is no reason to accept anything: 1e4 w at most */
void tw_stepper_allow(const tw_ode *ode, const double *noise, double h, double *w);

/* the number of blocks, and the components [*first, *end) of block k; the last may be shorter */
int tw_stepper_blocks(const tw_ode *ode);
void tw_stepper_block(const tw_ode *ode, int k, int *first, int *end);

/* max over blocks of sqrt(mean of (e_i / w_i)^2) */
double tw_stepper_norm(const tw_ode *ode, const double *e, const double *w);

typedef struct tw_first_step {
    double *y, *rates, *weights; /* [n] scratch */
    int roots;                   /* square roots of the error: order of the method 2^roots, about */
} tw_first_step;

/* the first step h to try at (t, y) with its rates [Hairer, Norsett & Wanner I, II.4, "starting
 * step size"]; evaluations are counted */
tw_status tw_stepper_first_step(const tw_ode *ode, double t, const double *y, const double *rates,
                                double max_step, const tw_first_step *trial, unsigned long *count,
                                double *h);

/* the step (s) at t (s) below which a stepper gives up: 16 ulp of t, at least 1e-14 s */
double tw_stepper_shortest(double t);

/* TW_UNDERFLOW at t; cause: TW_NONFINITE when f was not finite in the last trial, whose text is
 * quoted, TW_OK when only the error was too large */
tw_status tw_stepper_underflow(double t, tw_status cause);

#endif
