/* Limits whose joints are beyond their bounds when motion begins. Such joints return as other
 * constraints come to be met, D = q - bound, D'' + (2/tau) D' + D/tau^2 = 0, by a row that pulls as
 * well as pushes. Once a joint is back, or crosses the bound with speed, the row ends; from then on
 * the bound only pushes, like a contact (dynamics/contact/limit.c). */
#ifndef TW_DYNAMICS_LIMIT_H
#define TW_DYNAMICS_LIMIT_H

#include "dynamics/dynamics.h"

/* Sets beyond_now (model/world.h) of the limits beyond which joints would be if motion began now.
 * Not to be called while a stepper runs. The result depends on the present state and on the bounds
 * that joints were beyond in the last motion, but not on earlier calls */
tw_status tw_limits_look(tw_dynamics *d);
/* clears beyond_now of all limits until the next tw_limits_look: searches for poses shall not have
 * the rows that pull joints back to their bounds */
void tw_limits_leave(tw_dynamics *d);
/* *index: the first limit, in world.constraint, that its joint exceeds at the present poses by more
 * than `angle` (rad) or `length` (m); -1: there is none */
tw_status tw_limits_passed(tw_dynamics *d, double angle, double length, int *index);
/* calls tw_limits_look, and keeps its result as `beyond` (model/world.h) of each limit: the joints
 * that their rows bring back from now on; called when a stepper starts */
tw_status tw_limits_begin(tw_dynamics *d);

/* is any joint beyond its limit now, so that it must come back? */
bool tw_limits_any(const tw_dynamics *d);
/* *depth: largest signed distance, rad or m, of returning joints inside their bounds at the present
 * poses; > 0: a joint has crossed its bound */
tw_status tw_limits_depth(tw_dynamics *d, double *depth);

/* At the end of a piece of motion: ends the rows of joints that have returned, and stops the rest
 * of their rates by an impulse; adds rows for bounds that have jumped past their joints (bounds are
 * functions of time). After any such change the stepper must restart, as after every change of
 * topology */
tw_status tw_limits_arrive(tw_dynamics *d);

#endif
