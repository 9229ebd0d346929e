/* Arenas; see arena.h. */
#include "base/arena.h"

#include <stdlib.h>
#include <string.h>

enum { ALIGN = 64, BLOCK = 1 << 16 };

struct tw_arena_block {
    tw_arena_block *next;
    char *data; /* aligned */
    size_t size, used;
};

static tw_arena_block *block_create(size_t size) {
    size = (size + ALIGN - 1) / ALIGN * ALIGN;
    tw_arena_block *b = malloc(sizeof *b);
    if (!b) return NULL;
    b->data = aligned_alloc(ALIGN, size);
    if (!b->data) {
        free(b);
        return NULL;
    }
    b->next = NULL;
    b->size = size;
    b->used = 0;
    return b;
}

void *tw_arena_alloc(tw_arena *a, size_t size) {
    if (size > (size_t)-1 / 4) return NULL;
    size = (size + ALIGN - 1) / ALIGN * ALIGN;
    if (size == 0) size = ALIGN;
    /* the current block, then the ones kept from before a reset, then a new one */
    while (a->current && a->current->size - a->current->used < size && a->current->next)
        a->current = a->current->next;
    if (!a->current || a->current->size - a->current->used < size) {
        tw_arena_block *b = block_create(size > BLOCK ? size : BLOCK);
        if (!b) return NULL;
        if (a->current)
            a->current->next = b;
        else
            a->first = b;
        a->current = b;
    }
    void *p = a->current->data + a->current->used;
    a->current->used += size;
    return memset(p, 0, size);
}

void tw_arena_reset(tw_arena *a) {
    for (tw_arena_block *b = a->first; b; b = b->next) b->used = 0;
    a->current = a->first;
}

void tw_arena_free(tw_arena *a) {
    for (tw_arena_block *b = a->first; b;) {
        tw_arena_block *next = b->next;
        free(b->data);
        free(b);
        b = next;
    }
    a->first = a->current = NULL;
}
