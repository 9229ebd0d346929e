/* Values, constant or functions of time, that the equations of motion read. */
#ifndef TW_TIMELINE_VALUES_H
#define TW_TIMELINE_VALUES_H

#include "model/world.h"

/* calls see(context, value) for each of the world's values that the equations of motion read, but
 * the height of the ground; values that are unset are among them */
void tw_values_see(const tw_world *w, void (*see)(void *context, const tw_value *v), void *context);

#endif
