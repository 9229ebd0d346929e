/*
 * An arena: memory that is allocated piece by piece and freed all at once. Pieces are zeroed and
 * aligned to 64 bytes. Resetting keeps the blocks, so a rebuild of the same size allocates nothing.
 */
#ifndef TW_BASE_ARENA_H
#define TW_BASE_ARENA_H

#include <stddef.h>

typedef struct tw_arena_block tw_arena_block;

typedef struct tw_arena {
    tw_arena_block *first, *current;
    size_t total; /* sum of the sizes of all blocks, bytes */
} tw_arena;

/* returns `size` bytes of zeros, or NULL if memory runs out; size 0 gives a valid pointer */
void *tw_arena_alloc(tw_arena *a, size_t size);
void tw_arena_reset(tw_arena *a);
void tw_arena_free(tw_arena *a);

#define tw_arena_new(a, T, n) ((T *)tw_arena_alloc((a), sizeof(T) * (size_t)(n)))

#endif
