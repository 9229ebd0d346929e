/*
 * Coordinates of joints as the world stands now: for read-outs, for constraints that begin, and for
 * counting turns. Inside evaluations the kinds compute the same from the motions of the pass.
 */
#ifndef TW_MODEL_JOINT_H
#define TW_MODEL_JOINT_H

#include "model/world.h"

/* position, orientation and velocities of a body now; the rest is zero */
tw_body_motion tw_body_motion_now(const tw_body *b);

/* a constraint with coordinates, or NULL */
const tw_constraint *tw_world_joint(const tw_world *w, tw_id id);
bool tw_joint_has(const tw_constraint *c, tw_coordinate which);

/* value (rad, m) and rate of a coordinate that the joint has */
void tw_joint_now(const tw_world *w, const tw_constraint *c, tw_coordinate which, double *value,
                  double *rate);

/* the count of a constraint that counts turns, or NULL */
tw_turns *tw_joint_turns_of(const tw_constraint *c);
/* does it count turns, and is one of its bodies among these? body [bodies] ascending places in
 * w->body */
bool tw_joint_moves(const tw_world *w, const tw_constraint *c, int bodies, const int *body);
/* counts the turns of one, in other motions than the world's; motion [bodies of the world] */
void tw_joint_count(const tw_world *w, const tw_constraint *c, const tw_body_motion *motion,
                    double t);

/* lets all joints count their turns: at the end of each accepted piece of motion */
void tw_world_count_turns(tw_world *w);

#endif
