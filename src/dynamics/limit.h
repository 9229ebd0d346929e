/*
 * Limits that a joint stands beyond when motion begins: they come back as constraints are met,
 * D = q - bound, D'' + (2/tau) D' + D/tau^2 = 0, by a row that pulls as well as pushes. Where the
 * joint is back, or comes in with speed, the row ends; from then on the bound pushes only, like a
 * contact (dynamics/contact/limit.c).
 */
#ifndef TW_DYNAMICS_LIMIT_H
#define TW_DYNAMICS_LIMIT_H

#include "dynamics/dynamics.h"

/* Finds the limits that joints would be beyond if motion began now; to be called while no stepper
 * runs. The result depends on the present state and on the side that a limit was on, not on earlier
 * calls */
tw_status tw_limits_look(tw_dynamics *d);
/* makes no joint return until the next tw_limits_look: for searches of poses, to which the rows of
 * returning joints do not belong */
void tw_limits_leave(tw_dynamics *d);
/* *index: the first limit that its joint is beyond at the present poses, by more than `angle` rad
 * or `length` m; -1: none */
tw_status tw_limits_passed(tw_dynamics *d, double angle, double length, int *index);
/* to be called when a stepper starts */
tw_status tw_limits_begin(tw_dynamics *d);

/* is a joint on its way back? */
bool tw_limits_any(const tw_dynamics *d);
/* *depth: largest beyond * D of returning joints at the present poses; > 0: a joint has passed its
 * limit */
tw_status tw_limits_depth(tw_dynamics *d, double *depth);

/* At the end of a piece of motion: ends the rows of joints that are back, and removes the rest of
 * their rates by an impulse; begins rows of bounds (functions of time) that have jumped over their
 * joints. After any change the stepper has to start anew, as after any change of topology */
tw_status tw_limits_arrive(tw_dynamics *d);

#endif
