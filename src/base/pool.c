/* Ids with generations; see pool.h. */
#include "base/pool.h"

#include "base/array.h"

#include <stdlib.h>
#include <string.h>

/* reserves memory for n slots, and for a list of n free slots, so that a later removal needs no
 * memory and cannot fail */
static tw_status reserve(tw_pool *p, size_t n) {
    TW_TRY(tw_array_reserve(&p->object, &p->capacity, n, sizeof *p->object));
    TW_TRY(tw_array_reserve(&p->generation, &p->generation_capacity, n, sizeof *p->generation));
    TW_TRY(tw_array_reserve(&p->fresh, &p->fresh_capacity, n, sizeof *p->fresh));
    return tw_array_reserve(&p->free_list, &p->free_capacity, n, sizeof *p->free_list);
}

tw_status tw_pool_add(tw_pool *p, void *object, tw_id *id) {
    uint32_t index;
    if (p->free_count > 0) {
        index = p->free_list[--p->free_count];
    } else {
        size_t n = p->count ? p->count : 1;
        if (n >= UINT32_MAX) return tw_fail_memory();
        TW_TRY(reserve(p, n + 1));
        p->object[0] = NULL;
        p->generation[n] = 0;
        p->count = n + 1;
        index = (uint32_t)n;
    }
    p->object[index] = object;
    p->fresh[index] = p->generation[index] + 1;
    *id = (tw_id){index, p->generation[index]};
    return TW_OK;
}

void *tw_pool_get(const tw_pool *p, tw_id id) {
    if (id.index == 0 || id.index >= p->count || p->generation[id.index] != id.generation)
        return NULL;
    return p->object[id.index];
}

void tw_pool_remove(tw_pool *p, tw_id id) {
    if (!tw_pool_get(p, id)) return;
    p->object[id.index] = NULL;
    p->generation[id.index] = p->fresh[id.index];
    /* a slot whose generations are used up is never used again, since old ids could become valid */
    if (p->fresh[id.index] != 0) p->free_list[p->free_count++] = id.index;
}

void tw_pool_clear(tw_pool *p) {
    for (size_t i = 1; i < p->count; i++) {
        p->object[i] = NULL;
        p->generation[i] = p->fresh[i];
    }
    p->free_count = 0;
}

void tw_pool_put(tw_pool *p, tw_id id, void *object) {
    p->object[id.index] = object;
    p->generation[id.index] = id.generation;
}

void tw_pool_close(tw_pool *p) {
    p->free_count = 0;
    /* from the highest slot down, so that the lowest one is last in the list, and used first */
    for (size_t i = p->count; i-- > 1;)
        if (!p->object[i] && p->fresh[i] != 0) p->free_list[p->free_count++] = (uint32_t)i;
}

tw_status tw_pool_slots(const tw_pool *from, tw_pool *to) {
    if (from->count == 0) return TW_OK;
    TW_TRY(reserve(to, from->count));
    memset(to->object, 0, from->count * sizeof *to->object);
    memcpy(to->generation, from->generation, from->count * sizeof *to->generation);
    memcpy(to->fresh, from->fresh, from->count * sizeof *to->fresh);
    to->count = from->count;
    return TW_OK;
}

void tw_pool_free(tw_pool *p) {
    free(p->object);
    free(p->generation);
    free(p->fresh);
    free(p->free_list);
    *p = (tw_pool){0};
}
