/*
 * Explicit Runge-Kutta methods with a fixed step whose stages each need the one before only:
 *   u_1 = y0, u_i = y0 + h a_i f(u_{i-1}), y1 = y0 + h sum of b_i f(u_i).
 * See _fixed.c.
 */
#ifndef TW_STEPPERS_PARTS_FIXED_H
#define TW_STEPPERS_PARTS_FIXED_H

#include "steppers/stepper.h"

enum { TW_FIXED_MOST = 12, /* stages */ TW_FIXED_METHODS = 12 };

typedef struct tw_fixed_method {
    int stages;
    double a[TW_FIXED_MOST]; /* a[0] = 0; also the times of the stages, in steps */
    double b[TW_FIXED_MOST]; /* times `scale` */
    double scale;
    double limit; /* y' = i w y does not grow up to this h w */
    double turn;  /* how far it may turn a body in a step, of what a method of order 4 may */
} tw_fixed_method;

/* Methods that do for one another, in the order of their stages. Each step is by the one that makes
 * the least work of it, divided as far as it must be in order to be stable and not to be coarse.
 * Where it is not known how swiftly something vibrates it is taken to do so as swiftly as the
 * method at `usual` follows, undivided. A single one takes steps as they come. */
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

/* functions of a kind that has its own `create` */
#define TW_FIXED_CALLS                                                                  \
    .adaptive = false, .one_step = true, .create = create, .destroy = tw_fixed_destroy, \
    .start = tw_fixed_start, .step = tw_fixed_step, .dense = tw_fixed_dense,            \
    .next_step = tw_fixed_next_step, .stats = tw_fixed_stats, .mark = tw_fixed_mark,    \
    .resume = tw_fixed_resume

#endif
