/*
 * The memory of one Lua state: one reserved region, so that the order of addresses is the same in
 * every run (objects as table keys are visited in that order), with a limit on the bytes in use.
 *
 * No small request fails in Lua: above the limit it is granted, as long as the region lasts, and
 * the script is stopped at its next instruction (state.c), where Lua is in order. Lua's own ways of
 * going on after a failed request, the collection in its midst among them, are left to requests of
 * more than TW_HEAP_SMALL bytes: texts, buffers, parts of tables, the stack.
 *
 * Blocks have the sizes of a fixed list (16-byte steps up to 512, then four per octave); freed
 * blocks are reused for the same size, last freed first. Nothing depends on the region's address.
 */
#ifndef TW_SCRIPT_LUA_HEAP_H
#define TW_SCRIPT_LUA_HEAP_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>

enum { TW_HEAP_CLASSES = 192, TW_HEAP_SMALL = 1 << 16 };

typedef struct tw_heap {
    unsigned char *region;
    size_t reserved;    /* bytes of address space */
    size_t top;         /* bytes of the region that have ever been used */
    size_t used, limit; /* bytes in use now, and their largest allowed number */
    double given; /* sum of the bytes of all allocations so far; freed ones are not subtracted */
    void *free[TW_HEAP_CLASSES]; /* free lists by size class, linked through the blocks' first
                                    words */
} tw_heap;

tw_status tw_heap_create(tw_heap *h, size_t limit);
void tw_heap_destroy(tw_heap *h);

/* lua_Alloc; heap: the tw_heap */
void *tw_heap_alloc(void *heap, void *block, size_t old_size, size_t size);

/* true: more bytes are in use than the limit allows */
static inline bool tw_heap_over(const tw_heap *h) {
    return h->used > h->limit;
}

/* offset of a block in the region; in a heap without a region, the block's address */
size_t tw_heap_offset(const tw_heap *h, const void *block);

#endif
