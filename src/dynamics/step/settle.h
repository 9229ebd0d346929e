/* Settling: after each step corrects the deviations of constraints back to the decay that their law
 * requires; see settle.c. */
#ifndef TW_DYNAMICS_STEP_SETTLE_H
#define TW_DYNAMICS_STEP_SETTLE_H

#include "dynamics/pass/pass.h"

#include <math.h>

/* largest difference from the law that is corrected, in units of the stepper's tolerance atol +
 * rtol * size */
#define TW_SETTLE_LARGEST 1e5

/* difference from the law that counts as rounding, relative to the coordinates of the bodies: 64
 * machine epsilons */
#define TW_SETTLE_ROUNDING (64 * 2.2204460492503131e-16)

/* difference from the law, m, up to which no correction is made; extent: largest coordinate of the
 * bodies, m */
static inline double tw_settle_close(const tw_settings *set, double extent) {
    return fmax(1e-3 * set->atol, TW_SETTLE_ROUNDING * fmax(extent, 1));
}

/* largest difference from the law, m, that is corrected; extent: largest coordinate of the bodies,
 * m */
static inline double tw_settle_allowed(const tw_settings *set, double extent) {
    return TW_SETTLE_LARGEST * (set->atol + set->rtol * fmax(extent, 1));
}

/* May a correction of poses change momenta as a slow physical displacement would (settle.c, carry)?
 * Not if that change is larger than the bodies' rotation (turning, rad/s) explains: near a singular
 * pose a small displacement along a curved path takes a large lambda. `carried`, `moved`: squares
 * of the change of momenta and of the displacement, in the mass metric. */
static inline bool tw_settle_carries(double carried, double turning, double moved) {
    return carried <= 100 * turning * turning * moved;
}

/* allocates d->settle after the world's objects have changed */
tw_status tw_settle_build(tw_dynamics *d);

/* corrects y, the state at time t after a step from (t0, y0), by the law of the constraints;
 * *changed becomes true if it changes y */
tw_status tw_settle_constraints(tw_dynamics *d, double t0, const double *y0, double t, double *y,
                                bool *changed);

#endif
