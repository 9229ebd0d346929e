/*
 * Bounded constraint forces beside contacts, and goals of rows that miss their targets; see cap.c.
 */
#ifndef TW_DYNAMICS_CONTACT_CAP_H
#define TW_DYNAMICS_CONTACT_CAP_H

#include "dynamics/contact/impl.h"

/* has a constraint of the group bounded forces? */
bool tw_contact_capped(const tw_dynamics *d, const tw_contact_set *s, const tw_contact_group *g);
/* As tw_contact_bilateral and tw_contact_solve, or with task->step tw_contact_solve_bouncing, with
 * constraint forces bounded by `scale` (1, or a step's seconds for impulses) times their bounds.
 * v: without any constraint forces */
tw_status tw_contact_solve_bounded(tw_dynamics *d, const tw_contact_group *g,
                                   const tw_contact_task *task, const double *target, double scale,
                                   tw_twist *v, tw_contact_yield *yields);
/* goals of the rows of a group that yield become where velocities after the impulses lead */
void tw_contact_give_way(tw_dynamics *d, const tw_contact_set *s, const tw_contact_group *g);
/* groups, without contacts, of the islands with bounded forces that those of now have not */
tw_status tw_contact_group_alone(tw_dynamics *d, tw_contact_set *s);
/* Change of a row's rate over the step at constant momenta, without forces: h (J' v and the
 * gyroscopic part) */
double tw_contact_bend_of(const tw_dynamics *d, const tw_block *b, int row);
/* solves an impact, like tw_contact_solve_bouncing */
tw_status tw_contact_solve_struck(tw_dynamics *d, const tw_contact_group *g,
                                  const tw_contact_task *task, tw_twist *v);
/* solves for the pass's accelerations, like tw_contact_solve */
tw_status tw_contact_solve_forces(tw_dynamics *d, const tw_contact_group *g,
                                  const tw_contact_task *task, tw_twist *a);

#endif
