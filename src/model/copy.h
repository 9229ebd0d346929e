/* Saving and restoring a world: its objects with ids and names, fields, states, settings, stage and
 * time. A save is immutable, and shares with the world only what is immutable itself (splines,
 * tapes, ramps, meshes, pictures, parts of compounds). It may be restored many times. */
#ifndef TW_MODEL_COPY_H
#define TW_MODEL_COPY_H

#include "model/world.h"

typedef struct tw_world_save tw_world_save;

tw_status tw_world_save_create(const tw_world *w, tw_world_save **save);
void tw_world_save_free(tw_world_save *save);
/* Restores `save` into w, the world that was saved. On failure w is unchanged. Objects removed
 * since the save exist again under their old ids; ids of objects made since then are never valid
 * again. */
tw_status tw_world_restore(tw_world *w, const tw_world_save *save);

/* makes another world, which has the saved objects under the same ids; w: the world that was
 * saved. After a failure *twin, unless it is as before, must be destroyed, too */
tw_status tw_world_twin(const tw_world *w, const tw_world_save *save, tw_world **twin);

/* makes a deep copy of an object, which has the same id and is in no world; the caller frees it by
 * tw_object_discard */
tw_status tw_object_copy(const tw_object *o, tw_object **copy);

#endif
