/* Constraints that are met, held within rounding after each step; see settle.c. */
#ifndef TW_DYNAMICS_STEP_SETTLE_H
#define TW_DYNAMICS_STEP_SETTLE_H

#include "dynamics/pass/pass.h"

#include <math.h>

/* largest difference from the law that is corrected, in units of the tolerance */
#define TW_SETTLE_LARGEST 1e5

/* a difference from the law that is rounding, in units of the size of places */
#define TW_SETTLE_ROUNDING (64 * 2.2204460492503131e-16)

/* bound on the residual difference from the law for places as far out as `extent` (m) */
static inline double tw_settle_close(const tw_settings *set, double extent) {
    return fmax(1e-3 * set->atol, TW_SETTLE_ROUNDING * fmax(extent, 1));
}

/* largest difference from the law that is corrected */
static inline double tw_settle_allowed(const tw_settings *set, double extent) {
    return TW_SETTLE_LARGEST * (set->atol + set->rtol * fmax(extent, 1));
}

/* Near a singular pose lambda is large for a small dx, and the way is no straight line: nothing is
 * carried where it would be more than the bodies' turning explains. `carried` and `moved` are
 * squares in the mass metric. */
static inline bool tw_settle_carries(double carried, double turning, double moved) {
    return carried <= 100 * turning * turning * moved;
}

/* builds the arrays after the world's objects have changed */
tw_status tw_settle_build(tw_dynamics *d);

/* corrects y at time t in place; *changed: where it did */
tw_status tw_settle_constraints(tw_dynamics *d, double t0, const double *y0, double t, double *y,
                                bool *changed);

#endif
