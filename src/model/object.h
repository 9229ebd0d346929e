/* Private header of the model about objects. */
#ifndef TW_MODEL_OBJECT_H
#define TW_MODEL_OBJECT_H

#include "model/world.h"

/* list of objects of one class; the world's lists of all classes have this layout */
typedef TW_ARRAY(tw_object *) tw_object_list;
tw_object_list *tw_world_list(const tw_world *w, tw_class c);

/* stores the object's place in its class's list, for bodies, forces and constraints */
void tw_object_set_index(tw_object *o, size_t i);

/* checks ranges of all fields and that required references are set; the error names the field */
tw_status tw_object_check(const tw_world *w, const tw_object *o);

/* calls `begin` of the object's kind, which checks its parameters as a whole */
tw_status tw_constraint_begin(const tw_world *w, tw_constraint *c);
tw_status tw_force_begin(const tw_world *w, tw_force *f);

/* sets the pose of a driven body from its path at the world's time; a fixed body's velocity becomes
 * zero */
void tw_body_place_driven(const tw_world *w, tw_body *b);

#endif
