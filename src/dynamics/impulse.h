/*
 * Impulses: a jump of the velocities from v- to v+ by an impulse P on one body. The constraints add
 * impulses J^T mu, so that the jump does not change the rates of their rows.
 *
 *    M (v+ - v-) = P + J^T mu,   J (v+ - v-) = 0   =>   A mu = -J M^-1 P,   A = J M^-1 J^T
 *
 * mu is the minimum-norm least-squares solution, like the unknowns of the forces. Fails for islands
 * with a constraint whose force is not J^T lambda.
 */
#ifndef TW_DYNAMICS_IMPULSE_H
#define TW_DYNAMICS_IMPULSE_H

#include "dynamics/dynamics.h"

/* applies an impulse to the body b at the world's present state: force: N s at the centre of mass;
 * torque: N m s about it; world axes */
tw_status tw_impulse(tw_dynamics *d, tw_body *b, const tw_wrench *impulse);

/* Applies impulses of the constraints alone that change the rates D' of their rows by -off [rows].
 * The pass must be up to date. off must be 0 for rows of constraints whose force is not J^T
 * lambda */
tw_status tw_impulse_rates(tw_dynamics *d, const double *off);

#endif
