/* Bodies that a constraint ties together, and where: the skeleton of a model. */
#ifndef TW_LIBRARY_ENDS_H
#define TW_LIBRARY_ENDS_H

#include "base/array.h"
#include "library/states.h"

typedef struct tw_constraint_end {
    uint32_t body; /* serial */
    bool placed;   /* the constraint names a point of the body */
    vec3 x;        /* place in body axes; placed: false: the centre of mass */
} tw_constraint_end;

typedef TW_ARRAY(tw_constraint_end) tw_constraint_end_list;

/* Adds the ends of the i-th constraint now to the list, one for each body, in the order of its
 * fields. Points of the world are no ends. TW_MEMORY */
tw_status tw_constraint_ends(const tw_scene *scene, size_t i, tw_constraint_end_list *ends);

#endif
