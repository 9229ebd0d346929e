/* Bounded constraint forces (max_force, max_torque) beside contacts, and constraint rows that
 * contacts or bounds keep from their goals; see cap.c. */
#ifndef TW_DYNAMICS_CONTACT_CAP_H
#define TW_DYNAMICS_CONTACT_CAP_H

#include "dynamics/contact/impl.h"

/* do constraints of the group's islands have bounded forces? */
bool tw_contact_capped(const tw_dynamics *d, const tw_contact_set *s, const tw_contact_group *g);
/* Solves constraints and contacts of a group together, with the constraint forces bounded. Without
 * bounds it would be tw_contact_bilateral followed by tw_contact_solve, or by
 * tw_contact_solve_bouncing if task->step. step > 0: length of the step, s, whose impulses are
 * bounded, and v are velocities; step 0: forces at an instant are bounded, and v are accelerations.
 * v on entry: without constraint forces; *yields: which constraints miss `target` */
tw_status tw_contact_solve_bounded(tw_dynamics *d, const tw_contact_group *g,
                                   const tw_contact_task *task, const double *target, double step,
                                   tw_twist *v, tw_contact_yield *yields);
/* For groups whose constraint rows miss their targets: sets the goals of these rows, their values
 * at the step's end, to the values to which the velocities after the impulses lead */
void tw_contact_give_way(tw_dynamics *d, const tw_contact_set *s, const tw_contact_group *g);
/* makes a block (the rows of one constraint) loose: its weight becomes 0 until tw_contact_tighten
 * restores it */
void tw_contact_loosen(tw_block *b);
/* tw_contact_tighten for one island */
void tw_contact_tighten_island(tw_dynamics *d, tw_island *isl);
/* change of a row's rate J v over the step at constant momenta, without forces: h times (J' v plus
 * the gyroscopic term) */
double tw_contact_bend_of(const tw_dynamics *d, const tw_block *b, int row);
/* solves an impact with restitution like tw_contact_solve_bouncing; along bounded forces
 * constraints transmit no impulse */
tw_status tw_contact_solve_struck(tw_dynamics *d, const tw_contact_group *g,
                                  const tw_contact_task *task, tw_twist *v);
/* solves for contact forces at an instant like tw_contact_solve, with the forces of constraints
 * bounded; a: accelerations without contacts, changed to those with them */
tw_status tw_contact_solve_forces(tw_dynamics *d, const tw_contact_group *g,
                                  const tw_contact_task *task, tw_twist *a);

/* ---- cap_alone.c ---------------------------------------------------------------------------- */

/* makes groups without contacts of the islands with bounded forces that are in no group */
tw_status tw_contact_group_alone(tw_dynamics *d, tw_contact_set *s);
/* stores the impulses of blocks in d->project->pull, as solved last; the blocks are those of the
 * first `caps` entries of s->caps.list */
void tw_contact_keep_pulls(tw_dynamics *d, int caps);
/* For islands without contacts: corrects the impulses of rows that stop or turn back within the
 * step, and makes their blocks loose; erases the impulses of constraints within their bounds. caps:
 * number of entries in s->caps.list; v: velocities at the step's end by the solution; *any: there
 * are constraints at a bound */
tw_status tw_contact_turn_back(tw_dynamics *d, const tw_contact_group *g, int caps,
                               const tw_twist *v, bool *any);

#endif
