/*
 * Sides of a pair of bodies as a script names them: one body, all of a group (with nested groups
 * and later members), the ground, or anything. And the script's rules on which pairs collide: of
 * two rules for a pair the later one holds.
 */
#ifndef TW_MODEL_SIDE_H
#define TW_MODEL_SIDE_H

#include "model/world.h"

/* does the body belong to the side? body NULL: the ground */
bool tw_side_has(const tw_world *w, const tw_side *side, const tw_body *body);
/* has the body or group that the side names been removed? */
bool tw_side_gone(const tw_world *w, const tw_side *side);
/* do x and y belong to sides a and b, either way round? x, y NULL: the ground */
bool tw_sides_have(const tw_world *w, const tw_side *a, const tw_side *b, const tw_body *x,
                   const tw_body *y);

/* adds a rule: pairs of the sides collide, even where a constraint joins them, or do not */
tw_status tw_world_collide(tw_world *w, tw_side a, tw_side b, bool collide);
/* removes the rules that name a removed body or group */
void tw_world_forget_rules(tw_world *w);

#endif
