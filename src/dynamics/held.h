/*
 * The right-hand side with held constraint forces, so that its derivatives in many directions are
 * cheap.
 *
 * The unknowns lambda of a state y make R(y, lambda) = 0, R = J x'' + bias + d D' + k D. With f(y,
 * lambda) for the rates, the derivative of f(y, lambda(y)) along s is
 *
 *     df/dy s + df/dlambda l,     A l = -dR/dy s        (implicit function theorem)
 *
 * where l is the change of lambda per unit of s, so that neighbouring states need neither a factor
 * of A nor estimates of its errors: the factor of the state itself serves all directions.
 * Neighbouring states are evaluated by engines of their own, of equal worlds, which may differ in
 * fields as well.
 */
#ifndef TW_DYNAMICS_HELD_H
#define TW_DYNAMICS_HELD_H

#include "dynamics/dynamics.h"

/* length of arrays that suffices both for R [rows] and for the unknowns lambda [dofs] */
int tw_held_room(const tw_dynamics *d);

/* Evaluates d at (t, y). ydot: rates as by tw_rhs; R [rows]: residuals, 0 but for rounding. *serves
 * = false: the method does not apply, because forces are at bounds, damped, contradictory or not
 * along J^T, contacts are held, or an island for the fast path had to leave it. d keeps lambda and
 * the factor until its next evaluation. */
tw_status tw_held_begin(tw_dynamics *d, double t, const double *y, double *ydot, double *R,
                        bool *serves);

/* Evaluates d at (t, y), a state near that of `of`, with the lambda of `of`. ydot: rates; R [rows]:
 * residuals. *serves = false: the two have different numbers of rows or unknowns, an island takes
 * another path here than in `of` (fast or general), a contact is held, or R is not finite */
tw_status tw_held_rates(tw_dynamics *d, const tw_dynamics *of, double t, const double *y,
                        double *ydot, double *R, bool *serves);

/* adds to ydot the rates due to the constraint forces dlambda that compensate a change dR [rows] of
 * R, A dlambda = -dR; lambda: scratch memory of tw_held_room numbers */
tw_status tw_held_answer(tw_dynamics *d, const double *dR, double *lambda, double *ydot);

#endif
