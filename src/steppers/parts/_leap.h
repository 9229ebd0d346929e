/* Functions of the steppers whose fixed steps are made by the problem's own function `leap`
 * (stepper.h); see _leap.c. */
#ifndef TW_STEPPERS_PARTS_LEAP_H
#define TW_STEPPERS_PARTS_LEAP_H

#include "steppers/stepper.h"

tw_status tw_leap_create(const tw_ode *ode, const tw_stepper_options *options, void **self);
void tw_leap_destroy(void *self);
tw_status tw_leap_start(void *self, double t, const double *y, double hint);
tw_status tw_leap_step(void *self, double limit, double *t);
tw_status tw_leap_dense(void *self, double t, double *y);
double tw_leap_next_step(const void *self);
void tw_leap_stats(const void *self, tw_stepper_stats *out);
void tw_leap_mark(const void *self, double m[TW_STEPPER_MARK]);
void tw_leap_resume(void *self, const double m[TW_STEPPER_MARK]);

/* initialisers of the flags `adaptive` and `one_step` of a tw_stepper_kind, and of its functions,
 * which are those of _leap.c */
#define TW_LEAP_CALLS                                                                          \
    .adaptive = false, .one_step = true, .create = tw_leap_create, .destroy = tw_leap_destroy, \
    .start = tw_leap_start, .step = tw_leap_step, .dense = tw_leap_dense,                      \
    .next_step = tw_leap_next_step, .stats = tw_leap_stats, .mark = tw_leap_mark,              \
    .resume = tw_leap_resume

#endif
