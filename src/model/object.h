/* Private header of the model about objects. */
#ifndef TW_MODEL_OBJECT_H
#define TW_MODEL_OBJECT_H

#include "model/world.h"

/* the world's arrays have one layout */
typedef TW_ARRAY(tw_object *) tw_object_list;
tw_object_list *tw_world_list(const tw_world *w, tw_class c);

/* an object's place in the list of its class */
void tw_object_set_index(tw_object *o, size_t i);

/* checks ranges of all fields and that required references are set; the error names the field */
tw_status tw_object_check(const tw_world *w, const tw_object *o);

/* lets the kind check its parameters as a whole */
tw_status tw_constraint_begin(const tw_world *w, tw_constraint *c);
tw_status tw_force_begin(const tw_world *w, tw_force *f);

/* a driven body stands on its path at the world's time and does not turn; a fixed one has no
 * velocity */
void tw_body_place_driven(const tw_world *w, tw_body *b);

#endif
