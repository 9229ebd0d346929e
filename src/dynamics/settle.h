/* Constraints that are met, held within rounding after each step; see settle.c. */
#ifndef TW_DYNAMICS_SETTLE_H
#define TW_DYNAMICS_SETTLE_H

#include "dynamics/pass.h"

/* its arrays, when the world's objects have changed */
tw_status tw_settle_build(tw_dynamics *d);

/* corrects y at time t in place; *changed: where it did */
tw_status tw_settle_constraints(tw_dynamics *d, double t0, const double *y0, double t, double *y,
                                bool *changed);

#endif
