/*
 * Impulses: a jump of the velocities that the constraints redistribute, so that none of them is
 * torn.
 *
 *     M (v+ - v-) = P + J^T mu,   J (v+ - v-) = 0   =>   A mu = -J M^-1 P
 *
 * (minimum-norm least squares, like the forces). Islands that hold a non-square kind cannot: an
 * error.
 */
#ifndef TW_DYNAMICS_IMPULSE_H
#define TW_DYNAMICS_IMPULSE_H

#include "dynamics/dynamics.h"

/* applies an impulse at the world's present state: N s and N m s about the centre of mass of b,
 * world axes */
tw_status tw_impulse(tw_dynamics *d, tw_body *b, const tw_wrench *impulse);

/* the impulses of the constraints themselves that take off [rows] off the rates D' of the rows (of
 * the pass, which is up to date); off must be 0 for kinds whose force is not J^T lambda */
tw_status tw_impulse_rates(tw_dynamics *d, const double *off);

#endif
