/* The next time at which a function of time in some field may jump: a step ends there. */
#ifndef TW_TIMELINE_BREAKS_H
#define TW_TIMELINE_BREAKS_H

#include "model/world.h"

/* earliest time after t at which a field that the right-hand side reads may jump; INFINITY: none */
double tw_world_next_break(const tw_world *w, double t);
/* tw_world_next_break, but only for breaks at which a value or its slope jumps */
double tw_world_next_jump(const tw_world *w, double t);

#endif
