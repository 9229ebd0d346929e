/*
 * Ids that may outlive their objects: {index, generation}. A slot's generation grows when its
 * object is removed, so a stale id is recognised and never reaches another object. Index 0 is never
 * used, so an id of zeros refers to nothing.
 */
#ifndef TW_BASE_POOL_H
#define TW_BASE_POOL_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct tw_id {
    uint32_t index, generation;
} tw_id;

typedef struct tw_pool {
    void **object; /* [capacity] the objects; NULL: the slot is free */
    /* [capacity] generation of the object in the slot, or, if it is free, of the next one */
    uint32_t *generation;
    /* [capacity] generation for the slot's next object; 0: all generations are used up */
    uint32_t *fresh;
    uint32_t *free_list; /* [free_count] free slots; the last one in the list is used first */
    size_t count;        /* number of slots used so far, slot 0 included */
    size_t capacity, generation_capacity, fresh_capacity, free_count, free_capacity;
} tw_pool;

/* *id: a new id for `object`, which must not be NULL */
tw_status tw_pool_add(tw_pool *p, void *object, tw_id *id);

/* the object; NULL: the id is stale or refers to nothing */
void *tw_pool_get(const tw_pool *p, tw_id id);

/* makes the object's id stale; the object itself is not freed */
void tw_pool_remove(tw_pool *p, tw_id id);

/* Restores earlier objects under their former ids; ids given since then become stale for ever.
 * tw_pool_clear forgets all objects, tw_pool_put puts one object back under an id that the pool has
 * given before, tw_pool_close ends the restoration. None of the three can fail. */
void tw_pool_clear(tw_pool *p);
void tw_pool_put(tw_pool *p, tw_id id, void *object);
void tw_pool_close(tw_pool *p);

/* copies the slots and generations of another pool to the empty pool `to`, so that objects can be
 * put there under the same ids */
tw_status tw_pool_slots(const tw_pool *from, tw_pool *to);

/* frees the pool's own memory, not the objects */
void tw_pool_free(tw_pool *p);

static inline bool tw_id_equal(tw_id a, tw_id b) {
    return a.index == b.index && a.generation == b.generation;
}

static inline bool tw_id_none(tw_id a) {
    return a.index == 0;
}

#endif
