/*
 * The right-hand side for steppers: state vector in, its time derivative out.
 *
 *     x' = v = p/m,  q' = 1/2 omega q,  p' = F,  L' = T,  omega = I^-1 L     [BB88 fig. 16]
 *
 * Layout: TW_STATE numbers per free body in the order of the world: x q p L.
 */
#ifndef TW_DYNAMICS_RHS_H
#define TW_DYNAMICS_RHS_H

#include "base/math/swift.h"
#include "dynamics/dynamics.h"

/* updates the engine for the world's objects; *n: length of the state vector */
tw_status tw_rhs_prepare(tw_dynamics *d, int *n);
/* y [n]: the world's present state */
void tw_rhs_pack(const tw_dynamics *d, double *y);
/* sets the world to time t and state y; driven bodies are put on their paths */
void tw_rhs_unpack(tw_dynamics *d, double t, const double *y);
/* tolerance [n]: absolute tolerances: atol for x and q, times mass for p, times inertia for L */
void tw_rhs_tolerances(const tw_dynamics *d, double atol, double *tolerance);
/* context: the tw_dynamics */
tw_status tw_rhs(void *context, double t, const double *y, double *ydot);
/* like tw_rhs, without estimates of rounding errors */
tw_status tw_rhs_exact(tw_dynamics *d, double t, const double *y, double *ydot);
/* like tw_rhs; *swift: rates of the motion (base/math/swift.h), complete if all constraints connect
 * points (points.h) and gravity is the only force */
tw_status tw_rhs_swift(void *context, double t, const double *y, double *ydot, tw_swift *swift);
/* like tw_rhs at the state y + h k, which need not be stored; *done = false: nothing was computed,
 * tw_rhs must be called with the stored state */
tw_status tw_rhs_along(void *context, double t, const double *y, double h, const double *k,
                       double *ydot, bool *done);
/* like tw_rhs, with all intermediate results in the pass, for read-outs; tw_rhs computes only those
 * that it needs */
tw_status tw_rhs_all(tw_dynamics *d, double t, const double *y);
/* like tw_rhs_all, without estimates of rounding errors and condition */
tw_status tw_rhs_all_exact(tw_dynamics *d, double t, const double *y);
/* after a step: normalises quaternions with | |q|^2 - 1 | >= 1e-6; *changed becomes true if there
 * are some */
tw_status tw_rhs_normalize(void *context, double t0, const double *y0, double t, double *y,
                           bool *changed);
/* like tw_rhs_normalize; also corrects deviations to their law (settle.h). For one-step methods
 * only: it changes the state after nearly every step */
tw_status tw_rhs_settle(void *context, double t0, const double *y0, double t, double *y,
                        bool *changed);
/* sizes of the state's components, for relative tolerances: for each body |x|, 1 for q, and for p
 * and L the greatest values at its kinetic energy, so that a component that happens to be 0 is not
 * held more exactly than the body's motion. size [n]: raised to these. */
void tw_rhs_sizes(void *context, const double *y, double *size);
/* rates [n]: errors of ydot by rounding, in the worst evaluation since the last call */
void tw_rhs_noise(void *context, double *rates);
/* TW_DIVERGED, with the body's name: y is not finite, or a body beyond 1e9 m or 1e9 m/s */
tw_status tw_rhs_check(const tw_dynamics *d, double t, const double *y);
/* likely cause of a failure in which no step was short enough: a label for the message */
const char *tw_rhs_culprit(const tw_dynamics *d);

#endif
