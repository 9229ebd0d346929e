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
    double a[TW_FIXED_MOST]; /* coefficients, a[0] = 0; a[i] h is also the time of stage i after the
                                step's beginning */
    double b[TW_FIXED_MOST]; /* weights times `scale`, so that they are whole numbers */
    double scale;
    double limit; /* largest h w for which the numerical solution of y' = i w y does not grow */
    double turn; /* largest rotation of a body in a step, relative to that of a method of order 4 */
} tw_fixed_method;

/* Alternative methods by rising number of stages. Each step uses the method with the least work,
 * divided into parts as stability and accuracy demand. Where the frequency of vibrations is
 * unknown, method `usual` is assumed to be stable in a whole step. A single method divides steps
 * only where bodies turn fast. */
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

/* members of a tw_stepper_kind whose file calls _fixed.c and defines its own `create` */
#define TW_FIXED_CALLS                                                                  \
    .adaptive = false, .one_step = true, .create = create, .destroy = tw_fixed_destroy, \
    .start = tw_fixed_start, .step = tw_fixed_step, .dense = tw_fixed_dense,            \
    .next_step = tw_fixed_next_step, .stats = tw_fixed_stats, .mark = tw_fixed_mark,    \
    .resume = tw_fixed_resume

#endif
