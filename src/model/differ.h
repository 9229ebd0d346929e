/*
 * Fields that differ between two worlds of which one is a copy of the other: of all that a
 * right-hand side reads but positions and velocities. What only the picture reads does not count.
 */
#ifndef TW_MODEL_DIFFER_H
#define TW_MODEL_DIFFER_H

#include "model/world.h"

/* one field over time in both */
typedef struct tw_differing {
    const tw_value *a, *b;
} tw_differing;

typedef struct tw_differences_of {
    TW_ARRAY(tw_differing) value; /* fields that are values */
    bool others;                  /* something else differs: a number, a mass, the objects */
    bool objects; /* more or fewer objects of a class, or of another kind or line of the script */
} tw_differences_of;

/* to be freed by tw_array_free(&list->value); the values belong to the worlds */
tw_status tw_worlds_differ(const tw_world *a, const tw_world *b, tw_differences_of *list);

#endif
