/*
 * Limits whose joints are beyond their bounds when motion begins: the joints return like other
 * constraints are met, D = q - bound, D'' + (2/tau) D' + D/tau^2 = 0, by a row that pulls as well
 * as pushes. Once a joint is back, or crosses the bound with speed, the row ends; from then on the
 * bound only pushes, like a contact (dynamics/contact/limit.c).
 */
#ifndef TW_DYNAMICS_LIMIT_H
#define TW_DYNAMICS_LIMIT_H

#include "dynamics/dynamics.h"

/* Determines which joints would be beyond their limits if motion began now (beyond_now of world.h);
 * not while a stepper runs. The result depends on the present state and on the side of the last
 * motion, not on earlier calls */
tw_status tw_limits_look(tw_dynamics *d);
/* clears all returns until the next tw_limits_look: for searches of poses, in which rows of
 * returning joints have no place */
void tw_limits_leave(tw_dynamics *d);
/* *index: the first limit, in world.constraint, that its joint exceeds at the present poses by more
 * than `angle` rad or `length` m; -1: none */
tw_status tw_limits_passed(tw_dynamics *d, double angle, double length, int *index);
/* begins the returns that tw_limits_look finds; called when a stepper starts */
tw_status tw_limits_begin(tw_dynamics *d);

/* does any joint return at present? */
bool tw_limits_any(const tw_dynamics *d);
/* *depth: largest signed distance of returning joints inside their bounds at the present poses, rad
 * or m; > 0: a joint has crossed its bound */
tw_status tw_limits_depth(tw_dynamics *d, double *depth);

/* At the end of a piece of motion: ends the rows of joints that are back, and stops the rest of
 * their rates by an impulse; begins rows for bounds (functions of time) that have jumped past their
 * joints. After any change the stepper must restart, as after every change of topology */
tw_status tw_limits_arrive(tw_dynamics *d);

#endif
