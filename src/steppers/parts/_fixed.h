/*
 * Explicit Runge-Kutta methods with a fixed step in which each stage needs only the rates of the
 * stage before: u_1 = y0, u_i = y0 + h a_i f(u_{i-1}), y1 = y0 + h sum of b_i f(u_i). See _fixed.c.
 */
#ifndef TW_STEPPERS_PARTS_FIXED_H
#define TW_STEPPERS_PARTS_FIXED_H

#include "steppers/stepper.h"

enum { TW_FIXED_MOST = 12, /* stages */ TW_FIXED_METHODS = 12 };

typedef struct tw_fixed_method {
    int stages;
    /* coefficients, with a[0] = 0; stage i is at the time a[i] h after the step's beginning */
    double a[TW_FIXED_MOST];
    /* the method's weights multiplied by `scale`, which makes them whole numbers */
    double b[TW_FIXED_MOST];
    double scale;
    double limit; /* largest h w for which the numerical solution of y' = i w y does not grow */
    /* largest rotation of a body in a step, relative to the largest in a step by a method of order
     * 4 */
    double turn;
} tw_fixed_method;

/* Methods among which a kind chooses, by rising number of stages. Each step uses the one that takes
 * the least work when the step is divided into as many parts as its stability and accuracy demand.
 * Where the frequency of vibrations is unknown, the method with index `usual` is assumed to be
 * stable in a whole step. A kind with a single method divides steps only where bodies turn fast. */
typedef struct tw_fixed_methods {
    int count, usual;
    tw_fixed_method method[TW_FIXED_METHODS];
} tw_fixed_methods;

extern const tw_fixed_methods tw_wave_methods;

tw_status tw_fixed_create(const tw_fixed_methods *m, const tw_ode *ode,
                          const tw_stepper_options *options, void **self);
void tw_fixed_destroy(void *self);
tw_status tw_fixed_start(void *self, double t, const double *y, double hint);
tw_status tw_fixed_step(void *self, double limit, double *t);
tw_status tw_fixed_dense(void *self, double t, double *y);
double tw_fixed_next_step(const void *self);
void tw_fixed_stats(const void *self, tw_stepper_stats *out);
void tw_fixed_mark(const void *self, double m[TW_STEPPER_MARK]);
void tw_fixed_resume(void *self, const double m[TW_STEPPER_MARK]);

/* initialisers of those members of a tw_stepper_kind that kinds with a fixed step share: the flags
 * `adaptive` and `one_step`, and the functions. All functions are those of _fixed.c but `create`:
 * the kind's file must define a function of that name above the macro's use */
#define TW_FIXED_CALLS                                                                  \
    .adaptive = false, .one_step = true, .create = create, .destroy = tw_fixed_destroy, \
    .start = tw_fixed_start, .step = tw_fixed_step, .dense = tw_fixed_dense,            \
    .next_step = tw_fixed_next_step, .stats = tw_fixed_stats, .mark = tw_fixed_mark,    \
    .resume = tw_fixed_resume

#endif
