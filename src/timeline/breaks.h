/* The next time at which a function of time in some field may jump: a step ends there. */
#ifndef TW_TIMELINE_BREAKS_H
#define TW_TIMELINE_BREAKS_H

#include "model/world.h"

/* earliest time after t at which a field that the equations of motion read may have a break, in its
 * value or first two derivatives; INFINITY: none is known */
double tw_world_next_break(const tw_world *w, double t);
/* like tw_world_next_break, but only breaks at which the field's value or first derivative may
 * jump */
double tw_world_next_jump(const tw_world *w, double t);

#endif
