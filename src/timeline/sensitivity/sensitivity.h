/*
 * Derivatives of a motion by numbers on which it depends: the state y(t) and S = dy/du for n
 * unknowns u, by the variational equations, along a piece of motion in which nothing jumps:
 *
 *     y' = f(t, y; u),      S' = df/dy S + df/du
 *
 * f is the program's own equation of motion with all its constraint forces, so that every kind of
 * force and constraint counts. df/dy and df/du are central differences of f within an evaluation,
 * not of motions: the error is about 1e-10, whatever the tolerance of the motion. y is a motion of
 * its own, by `auto` (course.h). S follows it by the same method with errors of its own, as
 * combinations of solutions of the homogeneous equations: as many as S has independent columns, and
 * as many for all unknowns that enter through the same fields, knots of a spline for instance, as
 * the motion has freedoms that they reach (basis.c).
 *
 * Unknowns enter as worlds: the one at u, and for each unknown two with u_j + h and u_j - h (at a
 * bound + 2 h), copies of what the script made of its scene then. Their states give S where the
 * piece begins, their fields df/du. Pieces end before events and impacts; what lies between is not
 * smooth, and the caller's.
 */
#ifndef TW_TIMELINE_SENSITIVITY_SENSITIVITY_H
#define TW_TIMELINE_SENSITIVITY_SENSITIVITY_H

#include "model/world.h"

typedef struct tw_sensitivity tw_sensitivity;

/* *sensitivity: for n unknowns, to be freed by tw_sensitivity_free; poll(context) is called at
 * every step and evaluation, and a failure of it ends the work; NULL: never called */
tw_status tw_sensitivity_create(int n, tw_status (*poll)(void *context), void *context,
                                tw_sensitivity **sensitivity);
void tw_sensitivity_free(tw_sensitivity *s); /* does nothing if the argument is NULL */

/* first call: copies the world at u, at the beginning of the piece */
tw_status tw_sensitivity_base(tw_sensitivity *s, const tw_world *w);
/* for each unknown j and both sides 0, 1: copies the world at u_j + offset. The two offsets are +h
 * and -h, or near a bound h and 2 h */
tw_status tw_sensitivity_variant(tw_sensitivity *s, const tw_world *w, int j, int side,
                                 double offset);
/* to be called after all variants: starts the motion, of which no step goes beyond `end`, s.
 * TW_UNDERFLOW, here or later, after more than `steps` steps of y or of S, rejected ones included:
 * the piece is not smooth */
tw_status tw_sensitivity_begin(tw_sensitivity *s, double end, long steps);
/* advances to time t, s, which must not be before that of the last look, and keeps y and S there as
 * look number *look = 0, 1, ... */
tw_status tw_sensitivity_look(tw_sensitivity *s, double t, int *look);

/* sets w, the world from which the copies were made, to the beginning of the piece, with the fields
 * of unknown j on that side if these differ; j < 0: as at u */
tw_status tw_sensitivity_put(const tw_sensitivity *s, tw_world *w, int j, int side);
/* sets w to the state of a look, to first order for unknown j on that side, y + offset S_j, and
 * continued from the look's time to t by y'; j < 0: the state y at u */
tw_status tw_sensitivity_show(tw_sensitivity *s, tw_world *w, int look, int j, int side, double t);

/* number of evaluations of f so far */
unsigned long tw_sensitivity_evaluations(const tw_sensitivity *s);

#endif
