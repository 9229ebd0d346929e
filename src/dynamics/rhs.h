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

/* brings the engine up to date with the world's objects and gives the length of the state vector */
tw_status tw_rhs_prepare(tw_dynamics *d, int *n);
/* copies the world's present state to y [n] */
void tw_rhs_pack(const tw_dynamics *d, double *y);
/* sets the world to time t and state y; driven bodies are put on their paths */
void tw_rhs_unpack(tw_dynamics *d, double t, const double *y);
/* absolute tolerances [n]: atol for x and q, times mass for p, times inertia for L */
void tw_rhs_tolerances(const tw_dynamics *d, double atol, double *tolerance);
/* context: the tw_dynamics */
tw_status tw_rhs(void *context, double t, const double *y, double *ydot);
/* right-hand side without estimates of rounding errors */
tw_status tw_rhs_exact(tw_dynamics *d, double t, const double *y, double *ydot);
/* like tw_rhs; *swift: how swiftly the motion can change there, known if all constraints connect
 * points (points.h) and gravity is the only force */
tw_status tw_rhs_swift(void *context, double t, const double *y, double *ydot, tw_swift *swift);
/* like tw_rhs at y + h k, without storing that state; *done = false: it must be stored */
tw_status tw_rhs_along(void *context, double t, const double *y, double h, const double *k,
                       double *ydot, bool *done);
/* computes every intermediate at (t, y), for read-outs: tw_rhs computes only the ones that it needs
 */
tw_status tw_rhs_all(tw_dynamics *d, double t, const double *y);
/* like tw_rhs_all, without estimates of rounding errors and the condition */
tw_status tw_rhs_all_exact(tw_dynamics *d, double t, const double *y);
/* after a step: normalises quaternions whose length differs from 1 by more than rounding */
tw_status tw_rhs_normalize(void *context, double t0, const double *y0, double t, double *y,
                           bool *changed);
/* like tw_rhs_normalize, and corrects deviations to their law (settle.h): for one-step methods,
 * since it changes the state after nearly every step */
tw_status tw_rhs_settle(void *context, double t0, const double *y0, double t, double *y,
                        bool *changed);
/* magnitudes of the components of y, for relative tolerances: for each body |x|, 1 for q, and for p
 * and L the greatest values at its kinetic energy, so that a component that happens to be 0 is not
 * held more exactly than the body's motion. size is raised to them. */
void tw_rhs_sizes(void *context, const double *y, double *size);
/* rates [n] of the state that rounding alone may cause, in the worst evaluation since the last call
 */
void tw_rhs_noise(void *context, double *rates);
/* TW_DIVERGED with the body's name when y is not finite or runs away */
tw_status tw_rhs_check(const tw_dynamics *d, double t, const double *y);
/* most likely cause where no step was short enough: text for the message */
const char *tw_rhs_culprit(const tw_dynamics *d);

#endif
