/* A side of a pair of bodies, as a script names it: one body, all bodies of a group (with its inner
 * groups, also bodies added later), the ground, or anything. And the script's rules on which pairs
 * collide: if two rules apply to a pair, the later one is followed. */
#ifndef TW_MODEL_SIDE_H
#define TW_MODEL_SIDE_H

#include "model/world.h"

/* true: the body belongs to the side; body NULL: the ground does */
bool tw_side_has(const tw_world *w, const tw_side *side, const tw_body *body);
/* true: the side names a body or group that was removed */
bool tw_side_gone(const tw_world *w, const tw_side *side);
/* true: one of x and y belongs to side a and the other to side b; x or y NULL: the ground */
bool tw_sides_have(const tw_world *w, const tw_side *a, const tw_side *b, const tw_body *x,
                   const tw_body *y);

/* adds a rule for all pairs of a body of side a and one of side b. collide: true: they collide,
 * even if a constraint joins them; false: they do not */
tw_status tw_world_collide(tw_world *w, tw_side a, tw_side b, bool collide);
/* removes the rules that name a removed body or group */
void tw_world_forget_rules(tw_world *w);

#endif
