/* Bodies that a constraint ties together, and where: the skeleton of a model. */
#ifndef TW_LIBRARY_ENDS_H
#define TW_LIBRARY_ENDS_H

#include "base/array.h"
#include "library/states.h"

typedef struct tw_constraint_end {
    uint32_t body; /* serial */
    bool placed;   /* true: the constraint names a point of the body */
    vec3 x;        /* position of that point in body axes, m; placed = false: the centre of mass */
} tw_constraint_end;

typedef TW_ARRAY(tw_constraint_end) tw_constraint_end_list;

/* Appends the present ends of the i-th constraint to the list, one for each body, in the order of
 * the constraint's fields. Points of the world are no ends. Fails with TW_MEMORY only */
tw_status tw_constraint_ends(const tw_scene *scene, size_t i, tw_constraint_end_list *ends);

#endif
