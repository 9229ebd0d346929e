/*
 * The right-hand side for steppers: the time derivative of a state vector.
 *
 *     x' = v = p/m,  q' = 1/2 omega q,  p' = F,  L' = T,  omega = I^-1 L     [BB88 fig. 16]
 *
 * Layout: TW_STATE numbers per free body in the order of the world: x q p L.
 */
#ifndef TW_DYNAMICS_RHS_H
#define TW_DYNAMICS_RHS_H

#include "base/math/swift.h"
#include "dynamics/dynamics.h"

/* rebuilds the engine if the world's objects have changed; *n: length of the state vector */
tw_status tw_rhs_prepare(tw_dynamics *d, int *n);
/* copies the world's present state to y [n] */
void tw_rhs_pack(const tw_dynamics *d, double *y);
/* stores time t and the state y in the world; driven bodies are put on their paths at t */
void tw_rhs_unpack(tw_dynamics *d, double t, const double *y);
/* tolerance [n]: absolute tolerances of the state's components: atol for x and q; times mass for p;
 * times the smallest moment of inertia (at least 1e-3 of the largest) for L */
void tw_rhs_tolerances(const tw_dynamics *d, double atol, double *tolerance);
/* ydot [n]: time derivative of the state y [n] at time t; context: the tw_dynamics; signature of
 * tw_ode */
tw_status tw_rhs(void *context, double t, const double *y, double *ydot);
/* like tw_rhs, but estimates rounding errors only in the first evaluation after each tw_rhs_noise,
 * that is, once in a step or trial of a step */
tw_status tw_rhs_spare(void *context, double t, const double *y, double *ydot);
/* like tw_rhs, but does not estimate rounding errors, so that tw_rhs_noise does not count this
 * evaluation */
tw_status tw_rhs_exact(tw_dynamics *d, double t, const double *y, double *ydot);
/* like tw_rhs; *swift: rates of the motion (base/math/swift.h). vibration is INFINITY, unknown,
 * unless all constraints connect points (points.h) and gravity is the only force */
tw_status tw_rhs_swift(void *context, double t, const double *y, double *ydot, tw_swift *swift);
/* Like tw_rhs at the state y + h k, which is not stored. *done = false: nothing was computed, and
 * the caller must form that state in memory and call tw_rhs */
tw_status tw_rhs_along(void *context, double t, const double *y, double h, const double *k,
                       double *ydot, bool *done);
/* evaluates all of the world on the general path, without the forces of held contacts, for
 * read-outs: all intermediate results are in the pass, the rates in d->ydot */
tw_status tw_rhs_all(tw_dynamics *d, double t, const double *y);
/* like tw_rhs_all, without estimates of rounding errors and condition */
tw_status tw_rhs_all_exact(tw_dynamics *d, double t, const double *y);
/* after a step: normalises quaternions whose squared norm differs from 1 by 1e-6 or more; *changed
 * becomes true if there are some */
tw_status tw_rhs_normalize(void *context, double t0, const double *y0, double t, double *y,
                           bool *changed);
/* Like tw_rhs_normalize; also corrects deviations back to their law (settle.h). Only for one-step
 * methods, since it changes the state after nearly every step */
tw_status tw_rhs_settle(void *context, double t0, const double *y0, double t, double *y,
                        bool *changed);
/* strain.c. tw_strain_begin sets which islands are strained in steps that begin at t, and in
 * read-outs at t. tw_strain_end: after each accepted step, which ends at t; *changed becomes true
 * if an island begins or ceases to be strained, which changes the rates */
void tw_strain_begin(tw_dynamics *d, double t);
void tw_strain_end(tw_dynamics *d, double t, bool *changed);
/* Raises size [n] to the sizes of the state's components, to which relative tolerances apply. For
 * each body these are a tenth (LOCAL) of: for x its largest coordinate; for q 1; for p the greater
 * of its own size and that of a momentum with the kinetic energy of L, and for L likewise. So a
 * component that happens to be 0 need not be more exact than the body's motion. */
void tw_rhs_sizes(void *context, const double *y, double *size);
/* rates [n]: estimated errors of the rates of momenta in ydot, by rounding, and near singular poses
 * also by an error rtol of the state; the largest of all evaluations since the last call; 0 for the
 * other components */
void tw_rhs_noise(void *context, double *rates);
/* tells that the next evaluations are at trial states that the motion does not reach (begin =
 * true), or that they have ended; see tw_ode.tries */
void tw_rhs_tries(void *context, bool begin);
/* can the right-hand side jump between steps? true while contacts are held; see tw_ode.jumps */
bool tw_rhs_jumps(void *context);
/* TW_DIVERGED, with the body's name, if y is not finite, or a body is more than 1e9 m from the
 * origin or faster than 1e9 m/s */
tw_status tw_rhs_check(const tw_dynamics *d, double t, const double *y);
/* label of the object that is the likely cause when no step is short enough, for the message; valid
 * until the next call in this thread */
const char *tw_rhs_culprit(const tw_dynamics *d);

#endif
