/*
 * Coordinates of joints at the world's present state: for read-outs, for constraints that begin,
 * for counting turns. Inside evaluations the kinds compute the same from the pass's motions.
 */
#ifndef TW_MODEL_JOINT_H
#define TW_MODEL_JOINT_H

#include "model/world.h"

/* position, orientation, velocities, mass and form of a body now; the other fields are zero */
tw_body_motion tw_body_motion_now(const tw_body *b);

/* the constraint if it has coordinates, that is, if it is a joint; otherwise NULL */
const tw_constraint *tw_world_joint(const tw_world *w, tw_id id);
bool tw_joint_has(const tw_constraint *c, tw_coordinate which);

/* value (rad or m) and rate (rad/s or m/s) of a coordinate that the joint has, now */
void tw_joint_now(const tw_world *w, const tw_constraint *c, tw_coordinate which, double *value,
                  double *rate);

/* the constraint's count of turns; NULL: it counts none */
tw_turns *tw_joint_turns_of(const tw_constraint *c);
/* the turns of all joints of w in turns [constraints], and back; turns NULL: nothing is done */
void tw_turns_read(const tw_world *w, tw_turns *turns);
void tw_turns_put(tw_world *w, const tw_turns *turns);
/* does the constraint count turns, and is one of its bodies in the list? body [bodies]: indices
 * into w->body, ascending */
bool tw_joint_moves(const tw_world *w, const tw_constraint *c, int bodies, const int *body);
/* counts the turns of one joint at given motions of all bodies; motion [bodies of the world] */
void tw_joint_count(const tw_world *w, const tw_constraint *c, const tw_body_motion *motion,
                    double t);

/* counts the turns of all joints: called at the end of each accepted piece of motion */
void tw_world_count_turns(tw_world *w);

#endif
