/*
 * Finds the fields that differ between two worlds of which one is a copy of the other: those that a
 * right-hand side reads, except positions and velocities; not what only the picture reads.
 */
#ifndef TW_MODEL_DIFFER_H
#define TW_MODEL_DIFFER_H

#include "model/world.h"

/* a field whose value, constant or function of time, differs: its value in each world */
typedef struct tw_differing {
    const tw_value *a, *b;
} tw_differing;

typedef struct tw_differences_of {
    TW_ARRAY(tw_differing) value; /* fields that are values */
    bool others;  /* anything but a tw_value differs: a number, a mass, the objects */
    bool objects; /* a class has more or fewer objects, or one of another kind or script line */
} tw_differences_of;

/* compares worlds a and b; free with tw_array_free(&list->value); the worlds own the values */
tw_status tw_worlds_differ(const tw_world *a, const tw_world *b, tw_differences_of *list);

#endif
