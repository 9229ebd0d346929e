/* Functions for objects that are private to src/model. */
#ifndef TW_MODEL_OBJECT_H
#define TW_MODEL_OBJECT_H

#include "model/world.h"

/* a list of objects of one class; the world's lists of bodies, points etc. all have this layout, so
 * that they can be used as this type */
typedef TW_ARRAY(tw_object *) tw_object_list;
tw_object_list *tw_world_list(const tw_world *w, tw_class c);

/* sets `index` of a body, force or constraint to i, its place in the world's list; does nothing for
 * other classes */
void tw_object_set_index(tw_object *o, size_t i);

/* checks that all fields are in range and that required references are set; TW_ARGUMENT, whose
 * message names the field */
tw_status tw_object_check(const tw_world *w, const tw_object *o);

/* calls the function `begin` of the object's kind, which checks the parameters together */
tw_status tw_constraint_begin(const tw_world *w, tw_constraint *c);
tw_status tw_force_begin(const tw_world *w, tw_force *f);

/* a driven body gets position and velocity from its path at the world's time, and the angular
 * velocity zero; both velocities of a fixed body become zero. Orientations are unchanged */
void tw_body_place_driven(const tw_world *w, tw_body *b);

#endif
