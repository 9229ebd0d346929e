/*
 * How exact accelerations can be. With B = w J M^-1/2, constraint forces accelerate by
 *
 *     sqrt(M) x'' = -B^+ w r
 *
 * and an error of r, whether by rounding or because a state within a step is only as exact as the
 * tolerance, grows with 1 / sigma_min, without bound near a singular pose. A stepper with error
 * control that does not know this would take ever shorter steps in vain.
 *
 * Islands with a constraint whose force is not J^T lambda count as exact.
 */
#include "dynamics/solve/noise.h"

#include "dynamics/rhs.h"
#include "dynamics/solve/impl.h"

#include <math.h>

/* factor of the estimates: errors add up over the rows of a body and over the steps of the
 * elimination */
static const double SAFETY = 10;

/* a singular value below this part of the largest one counts as weak, and the pose as nearly
 * singular */
static const double WEAK = 0.01;

tw_status tw_noise_of(tw_dynamics *d, tw_island *isl) {
    double all, weak;
    if (!tw_sparse_noise(d, isl, WEAK, &all, &weak, &isl->spread)) {
        tw_solve_info info;
        TW_TRY(tw_dense_solve(d, isl, &info));
        tw_dense_noise(d, isl, WEAK, &all, &weak);
        isl->spread = info.spread;
    }
    isl->noise = SAFETY * all + weak;
    return TW_OK;
}

void tw_rhs_noise(void *context, double *rates) {
    tw_dynamics *d = context;
    d->noise_known = false;
    for (int i = 0; i < d->states; i++) rates[i] = 0;
    for (int i = 0; i < d->islands; i++) {
        tw_island *isl = &d->island[i];
        for (int k = 0; k < isl->bodies; k++) {
            const tw_body *b = d->world->body.data[isl->body[k]];
            double largest = m3_largest(&b->inertia);
            double *s = rates + d->state_of[isl->body[k]];
            for (int j = 7; j < 10; j++) s[j] = isl->worst_noise * sqrt(b->mass);
            for (int j = 10; j < TW_STATE; j++) s[j] = isl->worst_noise * sqrt(largest);
        }
        isl->worst_noise = 0;
    }
}
