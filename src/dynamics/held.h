/*
 * The right-hand side with constraint forces held, for its derivatives in many directions.
 *
 * The unknowns lambda of a state y make R(y, lambda) = 0, R = J x'' + bias + d D' + k D. With
 * f(y, lambda) for the rates, the derivative of f(y, lambda(y)) along s is
 *
 *     df/dy s + df/dlambda l,     A l = -dR/dy s        (implicit function theorem)
 *
 * so that states beside y need neither a factor of A nor estimates of its errors: the factor of the
 * state itself serves all directions. These are evaluated by engines of their own, of equal worlds,
 * and may differ in fields as well.
 */
#ifndef TW_DYNAMICS_HELD_H
#define TW_DYNAMICS_HELD_H

#include "dynamics/dynamics.h"

/* length of R and of lambda, at most */
int tw_held_room(const tw_dynamics *d);

/* rates as tw_rhs has them, with R: 0 but for rounding where it serves. *serves = false: forces are
 * held back by bounds, damped, contradictory, or contacts are held. d keeps lambda and the factor
 * until its next evaluation. */
tw_status tw_held_begin(tw_dynamics *d, double t, const double *y, double *ydot, double *R,
                        bool *serves);

/* rates and R of d at a state beside that of `of`, with the unknowns of `of`; *serves = false: an
 * island goes another way here */
tw_status tw_held_rates(tw_dynamics *d, const tw_dynamics *of, double t, const double *y,
                        double *ydot, double *R, bool *serves);

/* adds to rates what the forces change that answer a change dR of R; lambda: scratch of
 * tw_held_room */
tw_status tw_held_answer(tw_dynamics *d, const double *dR, double *lambda, double *ydot);

#endif
