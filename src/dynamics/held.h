/*
 * The right-hand side with held constraint forces, for its derivatives in many directions.
 *
 * The unknowns lambda of a state y make R(y, lambda) = 0, R = J x'' + bias + d D' + k D. With f(y,
 * lambda) for the rates, the derivative of f(y, lambda(y)) along s is
 *
 *     df/dy s + df/dlambda l,     A l = -dR/dy s        (implicit function theorem)
 *
 * so that neighbouring states need neither a factor of A nor estimates of its errors: the factor of
 * the state itself serves all directions. Neighbouring states are evaluated by engines of their
 * own, of equal worlds, which may differ in fields as well.
 */
#ifndef TW_DYNAMICS_HELD_H
#define TW_DYNAMICS_HELD_H

#include "dynamics/dynamics.h"

/* length that suffices for R and for lambda */
int tw_held_room(const tw_dynamics *d);

/* ydot: the rates, as by tw_rhs; R [rows]: 0 but for rounding. *serves = false: the method does not
 * apply: forces at their bounds, damped or contradictory, or held contacts. d keeps lambda and the
 * factor until its next evaluation. */
tw_status tw_held_begin(tw_dynamics *d, double t, const double *y, double *ydot, double *R,
                        bool *serves);

/* rates and R of d at a state beside that of `of`, with the lambda of `of`; *serves = false: an
 * island takes another path here (fast or general) */
tw_status tw_held_rates(tw_dynamics *d, const tw_dynamics *of, double t, const double *y,
                        double *ydot, double *R, bool *serves);

/* adds to ydot the effect of the forces that compensate a change dR of R; lambda: scratch of
 * tw_held_room numbers */
tw_status tw_held_answer(tw_dynamics *d, const double *dR, double *lambda, double *ydot);

#endif
