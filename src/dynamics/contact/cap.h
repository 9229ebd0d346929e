/*
 * Bounded constraint forces beside contacts, and new goals of rows that miss their targets; see
 * cap.c.
 */
#ifndef TW_DYNAMICS_CONTACT_CAP_H
#define TW_DYNAMICS_CONTACT_CAP_H

#include "dynamics/contact/impl.h"

/* do constraints of the group's islands have bounded forces? */
bool tw_contact_capped(const tw_dynamics *d, const tw_contact_set *s, const tw_contact_group *g);
/* Like tw_contact_bilateral followed by tw_contact_solve, or with task->step by
 * tw_contact_solve_bouncing, but with forces of constraints bounded: impulses of a step, s, or,
 * with step = 0, forces and accelerations v. v on entry: without constraint forces; *yields: which
 * constraints miss `target` */
tw_status tw_contact_solve_bounded(tw_dynamics *d, const tw_contact_group *g,
                                   const tw_contact_task *task, const double *target, double step,
                                   tw_twist *v, tw_contact_yield *yields);
/* for rows that miss their targets: sets their goals to where the velocities after the impulses
 * lead */
void tw_contact_give_way(tw_dynamics *d, const tw_contact_set *s, const tw_contact_group *g);
/* makes groups without contacts of the islands with bounded forces that are in no group */
tw_status tw_contact_group_alone(tw_dynamics *d, tw_contact_set *s);
/* Change of a row's rate over the step at constant momenta, without forces: h (J' v and the
 * gyroscopic part) */
double tw_contact_bend_of(const tw_dynamics *d, const tw_block *b, int row);
/* solves an impact with restitution: tw_contact_solve_bouncing with bounded constraint forces */
tw_status tw_contact_solve_struck(tw_dynamics *d, const tw_contact_group *g,
                                  const tw_contact_task *task, tw_twist *v);
/* solves for accelerations a of the pass: tw_contact_solve with bounded constraint forces */
tw_status tw_contact_solve_forces(tw_dynamics *d, const tw_contact_group *g,
                                  const tw_contact_task *task, tw_twist *a);

#endif
