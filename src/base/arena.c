/*
 * Arenas; see arena.h. Each block is at least half as long as all blocks before it together, so
 * that even a large arena has few of them. Long blocks are memory mapped by the system, which gives
 * zeros, so that they need not be zeroed, and pages that are never written take no memory. Huge
 * pages are requested for them: the first write to each page costs work of the system, which is
 * most of the time for a big arena.
 */
#define _DEFAULT_SOURCE /* madvise, MAP_ANONYMOUS */
#include "base/arena.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { ALIGN = 64, BLOCK = 1 << 16, HUGE_PAGE = 1 << 21 };

struct tw_arena_block {
    tw_arena_block *next;
    char *data; /* aligned */
    size_t size, used;
    /* offset in the block from which on the bytes were never written, so that they are zero */
    size_t written;
    /* start of the memory mapping of a long block; NULL: the block was allocated by
     * aligned_alloc */
    void *mapped;
    size_t mapped_size;
};

/* maps the memory of a long block; false: memory ran out */
static bool map(tw_arena_block *b) {
    b->mapped_size = b->size + HUGE_PAGE;
    b->mapped =
        mmap(NULL, b->mapped_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (b->mapped == MAP_FAILED) return false;
    size_t over = (size_t)((uintptr_t)b->mapped % HUGE_PAGE);
    b->data = (char *)b->mapped + (over ? HUGE_PAGE - over : 0);
    b->written = 0;
#ifdef MADV_HUGEPAGE
    /* only a hint: if the system has no huge pages, the arena is slower */
    madvise(b->data, b->size, MADV_HUGEPAGE);
#endif
    return true;
}

static tw_arena_block *block_create(size_t size) {
    bool is_long = size >= HUGE_PAGE;
    size_t align = is_long ? HUGE_PAGE : ALIGN;
    tw_arena_block *b = calloc(1, sizeof *b);
    if (!b) return NULL;
    b->size = b->written = (size + align - 1) / align * align;
    if (!is_long) b->data = aligned_alloc(ALIGN, b->size);
    if (is_long ? map(b) : b->data != NULL) return b;
    free(b);
    return NULL;
}

static void block_free(tw_arena_block *b) {
    if (b->mapped)
        munmap(b->mapped, b->mapped_size);
    else
        free(b->data);
    free(b);
}

/* takes the next `size` bytes, zeroed, of a block that has them */
static void *take(tw_arena_block *b, size_t size) {
    char *p = b->data + b->used;
    size_t dirty = b->written > b->used ? b->written - b->used : 0;
    memset(p, 0, dirty < size ? dirty : size);
    b->used += size;
    if (b->written < b->used) b->written = b->used;
    return p;
}

void *tw_arena_alloc(tw_arena *a, size_t size) {
    if (size > (size_t)-1 / 4) return NULL;
    size = (size + ALIGN - 1) / ALIGN * ALIGN;
    if (size == 0) size = ALIGN;
    /* finds a block with room: the current block, then blocks kept by a reset, then a new one */
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
    return take(a->current, size);
}

void tw_arena_reset(tw_arena *a) {
    for (tw_arena_block *b = a->first; b; b = b->next) b->used = 0;
    a->current = a->first;
}

void tw_arena_free(tw_arena *a) {
    for (tw_arena_block *b = a->first; b;) {
        tw_arena_block *next = b->next;
        block_free(b);
        b = next;
    }
    *a = (tw_arena){0};
}
