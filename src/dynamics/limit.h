/*
 * Limits that a joint stands beyond when motion begins: they come back as constraints are met,
 * D = q - bound, D'' + (2/tau) D' + D/tau^2 = 0, by a row that pulls as well as pushes. Where the
 * joint is back, or comes in with speed, the row ends; from then on the bound pushes only, like a
 * contact (dynamics/contact/limit.c).
 */
#ifndef TW_DYNAMICS_LIMIT_H
#define TW_DYNAMICS_LIMIT_H

#include "dynamics/dynamics.h"

/* while no stepper runs: which limits does a joint stand beyond, were motion to begin now? Depends
 * on the present state and on the side that a limit was on, not on whether it was asked before */
tw_status tw_limits_look(tw_dynamics *d);
/* no joint is on its way back, until the next look: for poses, whose equations are not its rows */
void tw_limits_leave(tw_dynamics *d);
/* the first limit that its joint stands beyond at the present poses, by more than `angle` rad or
 * `length` m: its index, or -1 */
tw_status tw_limits_passed(tw_dynamics *d, double angle, double length, int *index);
/* a stepper starts */
tw_status tw_limits_begin(tw_dynamics *d);

/* is a joint on its way back? */
bool tw_limits_any(const tw_dynamics *d);
/* the largest beyond * D of those on their way, at the present poses: > 0: a joint has come in */
tw_status tw_limits_depth(tw_dynamics *d, double *depth);

/* At the end of a piece of motion: ends the rows of joints that are back, and removes the rest of
 * their rates by an impulse; begins rows of bounds (functions of time) that have jumped over their
 * joints. After any change the stepper has to start anew, as after any change of topology */
tw_status tw_limits_arrive(tw_dynamics *d);

#endif
