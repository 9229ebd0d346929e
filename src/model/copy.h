/*
 * All of a world kept aside, and brought back: objects with their ids and names, fields, states,
 * settings, stage, time. A save is immutable, shares with the world only what is immutable itself
 * (splines, tapes, ramps), and may be restored many times.
 */
#ifndef TW_MODEL_COPY_H
#define TW_MODEL_COPY_H

#include "model/world.h"

typedef struct tw_world_save tw_world_save;

tw_status tw_world_save_create(const tw_world *w, tw_world_save **save);
void tw_world_save_free(tw_world_save *save);
/* restores `save` into w, the world that was saved; on failure w is unchanged. Objects removed
 * since then exist again under their old ids; ids of objects made since then are stale for ever. */
tw_status tw_world_restore(tw_world *w, const tw_world_save *save);

/* makes another world with the saved objects under the same ids; w: the world that was saved */
tw_status tw_world_twin(const tw_world *w, const tw_world_save *save, tw_world **twin);

/* a deep copy, with the same id; to be freed by tw_object_discard */
tw_status tw_object_copy(const tw_object *o, tw_object **copy);

#endif
