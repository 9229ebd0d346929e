/*
 * How does a motion change with numbers before it? The state y(t) and its derivatives by n unknowns
 * u, S = dy/du, by the variational equations, along a piece of motion in which nothing jumps:
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

/* makes sensitivities for n unknowns; poll as in tw_sim_poll */
tw_status tw_sensitivity_create(int n, tw_status (*poll)(void *context), void *context,
                                tw_sensitivity **sensitivity);
void tw_sensitivity_free(tw_sensitivity *s); /* NULL is fine */

/* the world at u, as the piece begins; first of all */
tw_status tw_sensitivity_base(tw_sensitivity *s, const tw_world *w);
/* then the world with unknown j at u_j + offset, for both sides, 0 and 1: +h and -h, or where a
 * bound is near h and 2 h */
tw_status tw_sensitivity_variant(tw_sensitivity *s, const tw_world *w, int j, int side,
                                 double offset);
/* begins; no step goes beyond `end` (s). More than so many steps of y or of S, also such as were
 * rejected: it is no smooth piece, TW_UNDERFLOW */
tw_status tw_sensitivity_begin(tw_sensitivity *s, double end, long steps);
/* comes to time t, not before the last, and keeps y and S there: look 0, 1, ... */
tw_status tw_sensitivity_look(tw_sensitivity *s, double t, int *look);

/* w, the world that the copies were made of, gets the fields of unknown j at that side, if it has
 * fields of its own; j < 0: those for u */
tw_status tw_sensitivity_put(const tw_sensitivity *s, tw_world *w, int j, int side);
/* w shows the state of the look for unknown j at that side, to first order: y + offset S_j,
 * continued to time t by y'; j < 0: for u */
tw_status tw_sensitivity_show(tw_sensitivity *s, tw_world *w, int look, int j, int side, double t);

/* evaluations of f so far */
unsigned long tw_sensitivity_evaluations(const tw_sensitivity *s);

#endif
