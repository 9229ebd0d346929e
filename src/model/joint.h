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

/* lets all joints count their turns: at the end of each accepted piece of motion */
void tw_world_count_turns(tw_world *w);

#endif
