/* What several kinds of steppers use: checks, the evaluation of f, and the norm of errors. */
#ifndef TW_STEPPERS_STEPPER_COMMON_H
#define TW_STEPPERS_STEPPER_COMMON_H

#include "steppers/stepper.h"

/* TW_ARGUMENT unless size, tolerances and options make sense; `options` NULL: no bound on the
 * step */
tw_status tw_stepper_check(const tw_ode *ode, const tw_stepper_options *options);

/* TW_ARGUMENT unless `limit` is finite and after t */
tw_status tw_stepper_check_limit(double t, double limit);

/* TW_ARGUMENT unless t is within the last step [begin, end] */
tw_status tw_stepper_check_dense(double t, double begin, double end);

/* are a[0] ... a[n - 1] all finite? */
bool tw_stepper_finite(const double *a, int n);

/* ydot = f(t, y), and adds 1 to *count; TW_NONFINITE also if a component of ydot is not finite */
tw_status tw_stepper_rates(const tw_ode *ode, double t, const double *y, double *ydot,
                           unsigned long *count);

/* like tw_stepper_rates; sets *swift as well, as far as the problem knows its members */
tw_status tw_stepper_rates_swift(const tw_ode *ode, double t, const double *y, double *ydot,
                                 unsigned long *count, tw_swift *swift);

/* tw_stepper_rates at the state y + h k; work [n]: scratch */
tw_status tw_stepper_rates_along(const tw_ode *ode, double t, const double *y, double h,
                                 const double *k, double *work, double *ydot, unsigned long *count);

/* w [n]: tolerances w_i = atol_i + rtol max(size of a_i, size of b_i) for two states a and b; size:
 * see tw_ode.sizes */
void tw_stepper_weights(const tw_ode *ode, const double *a, const double *b, double *w);

/* noise [n]: rounding error of the rates in the worst evaluation since the last call
 * (tw_ode.noise); 0 if it is unknown */
void tw_stepper_noise(const tw_ode *ode, double *noise);

/* adds to the tolerances w [n] the error that noise [n] of the rates causes in a step of length h,
 * but at most 1e4 w: no step can be more exact than that */
void tw_stepper_allow(const tw_ode *ode, const double *noise, double h, double *w);

/* number of blocks of components (tw_ode.block); tw_stepper_block gives the components [*first,
 * *end) of block k. The last block may be shorter */
int tw_stepper_blocks(const tw_ode *ode);
void tw_stepper_block(const tw_ode *ode, int k, int *first, int *end);

/* largest value over the blocks of sqrt(mean of (e_i / w_i)^2) */
double tw_stepper_norm(const tw_ode *ode, const double *e, const double *w);

typedef struct tw_first_step {
    double *y, *rates, *weights; /* [n] scratch */
    /* number of square roots that are taken of the error one after another: the 2^roots-th root,
     * for a method whose order is about 2^roots */
    int roots;
} tw_first_step;

/* *h: length of the first step to try at (t, y) with its rates [Hairer, Norsett & Wanner I, II.4,
 * "starting step size"]; its evaluations are counted */
tw_status tw_stepper_first_step(const tw_ode *ode, double t, const double *y, const double *rates,
                                double max_step, const tw_first_step *trial, unsigned long *count,
                                double *h);

/* shortest step (s) at time t, below which a stepper gives up: 16 ulp of t, at least 1e-14 s */
double tw_stepper_shortest(double t);

/* fails with TW_UNDERFLOW at t. cause: TW_NONFINITE if f was not finite in the last trial (its
 * message is quoted), TW_OK if only the error was too large */
tw_status tw_stepper_underflow(double t, tw_status cause);

#endif
