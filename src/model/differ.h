/* Finds the fields that differ between two worlds, of which one began as a copy of the other.
 * Compared are gravity, tau, the ground, and those fields of bodies, points, forces and constraints
 * on which the motion depends, without positions and velocities. Not compared are other settings
 * (step, tolerances), rules on collisions, and fields that only the picture reads. */
#ifndef TW_MODEL_DIFFER_H
#define TW_MODEL_DIFFER_H

#include "model/world.h"

/* a field that differs, whose type is tw_value (a constant or function of time): its value in each
 * of the two worlds */
typedef struct tw_differing {
    const tw_value *a, *b;
} tw_differing;

typedef struct tw_differences_of {
    TW_ARRAY(tw_differing) value; /* the fields of type tw_value that differ */
    /* true: fields of other types than tw_value differ, such as a plain number, a mass, a reference
     * to an object, or the lists of objects differ */
    bool others;
    /* true: of a class of objects one world has more than the other, or at the same place of its
     * list an object of another kind, or one made since by another script line */
    bool objects;
} tw_differences_of;

/* compares worlds a and b; fills the list, whose array the caller frees by
 * tw_array_free(&list->value); the values in it belong to the worlds */
tw_status tw_worlds_differ(const tw_world *a, const tw_world *b, tw_differences_of *list);

#endif
