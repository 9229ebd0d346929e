/*
 * Coordinates of joints at the world's present state: for read-outs, for the function `begin` of
 * constraint kinds, for counting turns. In evaluations of the motion, kinds compute coordinates
 * from the motions that they get instead.
 */
#ifndef TW_MODEL_JOINT_H
#define TW_MODEL_JOINT_H

#include "model/world.h"

/* motion of a body: position, orientation, velocities, mass and form at the present state; other
 * members of the result are zero */
tw_body_motion tw_body_motion_now(const tw_body *b);

/* the constraint with this id, if it is a joint (has coordinates); otherwise NULL */
const tw_constraint *tw_world_joint(const tw_world *w, tw_id id);
bool tw_joint_has(const tw_constraint *c, tw_coordinate which);
/* true: the joint's coordinate, or with both an angle and a position its first, is an angle; not
 * that of a slide of a serial joint, which has both names for its one coordinate */
bool tw_joint_is_angle(const tw_constraint *c);

/* *value, *rate: value (rad or m) and rate (rad/s or m/s), at present, of a coordinate that the
 * joint has */
void tw_joint_now(const tw_world *w, const tw_constraint *c, tw_coordinate which, double *value,
                  double *rate);

/* memory of the constraint's count of turns; NULL: it counts no turns */
tw_turns *tw_joint_turns_of(const tw_constraint *c);
/* tw_turns_read: copies the turns of all joints that count them to turns [number of constraints],
 * by the constraint's index; tw_turns_put: copies them back. turns NULL: nothing is done */
void tw_turns_read(const tw_world *w, tw_turns *turns);
void tw_turns_put(tw_world *w, const tw_turns *turns);
/* true: the constraint counts turns, and one of its bodies is in the list `body` [bodies] of
 * indices in w->body, in ascending order */
bool tw_joint_moves(const tw_world *w, const tw_constraint *c, int bodies, const int *body);
/* counts the turns of one joint at time t from the given motions; motion [number of bodies of the
 * world] */
void tw_joint_count(const tw_world *w, const tw_constraint *c, const tw_body_motion *motion,
                    double t);

/* counts the turns of all joints that do so, at the present state; to be called at the end of each
 * accepted piece of motion */
void tw_world_count_turns(tw_world *w);

#endif
