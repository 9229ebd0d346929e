/* Bodies that a constraint ties together, and where: the skeleton of a model. */
#ifndef TW_LIBRARY_ENDS_H
#define TW_LIBRARY_ENDS_H

#include "library/states.h"

typedef struct tw_constraint_end {
    uint32_t body; /* serial */
    bool placed;   /* the constraint names a point of the body */
    vec3 x;        /* that point in body axes; placed: false: the centre of mass */
} tw_constraint_end;

/* Ends of the i-th constraint now, the first of each body in the order of its fields; returns how
 * many were written, at most `most`. Points of the world are no ends. */
size_t tw_constraint_ends(const tw_scene *scene, size_t i, tw_constraint_end *end, size_t most);

#endif
