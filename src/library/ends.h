/* The ends of a constraint: the bodies that it ties together, and its points on them. The ends of
 * all constraints are the skeleton of a model. */
#ifndef TW_LIBRARY_ENDS_H
#define TW_LIBRARY_ENDS_H

#include "base/array.h"
#include "library/states.h"

typedef struct tw_constraint_end {
    uint32_t body; /* serial */
    bool placed;   /* true: the constraint names a point of the body, at which it acts */
    vec3 x;        /* position of that point in body axes, m; placed = false: the centre of mass */
} tw_constraint_end;

typedef TW_ARRAY(tw_constraint_end) tw_constraint_end_list;

/* Appends the ends of the i-th constraint at the present time to the list: one for each body, in
 * the order of the constraint's fields. Points fixed in the world are not listed. Fails with
 * TW_MEMORY only */
tw_status tw_constraint_ends(const tw_scene *scene, size_t i, tw_constraint_end_list *ends);

#endif
