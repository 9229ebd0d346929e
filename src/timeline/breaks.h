/* The next time at which a function of time in some field may jump: a step ends there. */
#ifndef TW_TIMELINE_BREAKS_H
#define TW_TIMELINE_BREAKS_H

#include "model/world.h"

/* over all fields that the right-hand side reads; INFINITY when there is none after t */
double tw_world_next_break(const tw_world *w, double t);
/* like tw_world_next_break, except for breaks at which values and slopes stay continuous */
double tw_world_next_jump(const tw_world *w, double t);

#endif
