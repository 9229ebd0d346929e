/* Breaks: times at which a function of time in some field, or one of its first two derivatives, may
 * jump. Steps end there. */
#ifndef TW_TIMELINE_BREAKS_H
#define TW_TIMELINE_BREAKS_H

#include "model/world.h"

/* earliest break after the time t, s, in the fields that the equations of motion read; INFINITY: no
 * break is known */
double tw_world_next_break(const tw_world *w, double t);
/* like tw_world_next_break, but only breaks at which a field's value or first derivative may
 * jump */
double tw_world_next_jump(const tw_world *w, double t);

#endif
