/*
 * Arenas; see arena.h. Each block is half as long as all before it together, so that there are few
 * of them however much is wanted; long ones ask for huge pages, since a big arena is mostly filled
 * for the first time, and then the system's work per page is what costs.
 */
#define _DEFAULT_SOURCE /* madvise */
#include "base/arena.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { ALIGN = 64, BLOCK = 1 << 16, HUGE_PAGE = 1 << 21 };

struct tw_arena_block {
    tw_arena_block *next;
    char *data; /* aligned */
    size_t size, used;
};

static tw_arena_block *block_create(size_t size) {
    size_t align = size >= HUGE_PAGE ? HUGE_PAGE : ALIGN;
    size = (size + align - 1) / align * align;
    tw_arena_block *b = malloc(sizeof *b);
    if (!b) return NULL;
    b->data = aligned_alloc(align, size);
    if (!b->data) {
        free(b);
        return NULL;
    }
#ifdef MADV_HUGEPAGE
    /* only a hint: without huge pages it is slower, nothing else */
    if (size >= HUGE_PAGE) madvise(b->data, size, MADV_HUGEPAGE);
#endif
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
        size_t half = a->total / 2 > BLOCK ? a->total / 2 : BLOCK;
        tw_arena_block *b = block_create(size > half ? size : half);
        if (!b && size < half) b = block_create(size);
        if (!b) return NULL;
        a->total += b->size;
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
    *a = (tw_arena){0};
}
