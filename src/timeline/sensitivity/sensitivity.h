/*
 * Derivatives of a motion by numbers on which it depends: the state y(t) and S = dy/du for n
 * unknowns u, by the variational equations, along a piece of motion in which nothing jumps:
 *
 *     y' = f(t, y; u),      S' = df/dy S + df/du
 *
 * f is the program's own equation of motion with all its constraint forces, so that every kind of
 * force and constraint counts. df/dy and df/du are approximated by central differences of f at one
 * time, not of whole motions: the error is about 1e-10, whatever the tolerance of the motion. y is
 * computed by the stepper `auto`, independently of S (course.h). S is computed along it by the same
 * stepper, with its own error control, as combinations of solutions of the homogeneous equations.
 * There are as many of these as S has independent columns. All unknowns that enter through the same
 * fields, such as knots of a spline, need together only as many as the motion has degrees of
 * freedom that they can reach (basis.c).
 *
 * Unknowns enter as worlds: the one at u, and for each unknown two with u_j + h and u_j - h (at a
 * bound + 2 h), copies of what the script made of its scene then. The differences of their states
 * give S at the begin of the piece, those of their fields give df/du. A piece ends before an event
 * or impact; how S changes there is up to the caller.
 */
#ifndef TW_TIMELINE_SENSITIVITY_SENSITIVITY_H
#define TW_TIMELINE_SENSITIVITY_SENSITIVITY_H

#include "base/poll.h"
#include "model/world.h"

typedef struct tw_sensitivity tw_sensitivity;

/* *sensitivity: an object for n unknowns, to be freed by tw_sensitivity_free; poll is asked
 * at every step and evaluation, and a failure of it ends the work */
tw_status tw_sensitivity_create(int n, tw_poll poll, tw_sensitivity **sensitivity);
void tw_sensitivity_free(tw_sensitivity *s); /* does nothing if the argument is NULL */

/* first call: copies the world at u, in its state at the beginning of the piece */
tw_status tw_sensitivity_base(tw_sensitivity *s, const tw_world *w);
/* second call, for each unknown j and both sides 0, 1: copies the world at u_j + offset. The two
 * offsets are +h and -h, or, near a bound of the unknown, h and 2 h */
tw_status tw_sensitivity_variant(tw_sensitivity *s, const tw_world *w, int j, int side,
                                 double offset);
/* to be called after all variants: starts the motion, of which no step goes beyond `end`, s.
 * TW_UNDERFLOW, here or in later calls: more than `steps` steps of y or of S were made, rejected
 * ones included, so the piece is not smooth */
tw_status tw_sensitivity_begin(tw_sensitivity *s, double end, long steps);
/* advances to time t, s, which must not be before that of the last look, and stores y and S there
 * as look number *look = 0, 1, ... */
tw_status tw_sensitivity_look(tw_sensitivity *s, double t, int *look);

/* sets w, the world from which the copies were made, to the beginning of the piece, with the fields
 * of unknown j on that side if these differ from the base's; j < 0: with the fields at u */
tw_status tw_sensitivity_put(const tw_sensitivity *s, tw_world *w, int j, int side);
/* sets w to the state of a look for unknown j on that side, to first order: y + offset S_j,
 * extrapolated from the look's time to t by y'; j < 0: y itself, extrapolated */
tw_status tw_sensitivity_show(tw_sensitivity *s, tw_world *w, int look, int j, int side, double t);

/* number of evaluations of f so far */
unsigned long tw_sensitivity_evaluations(const tw_sensitivity *s);

#endif
