/*
 * The memory of one Lua state: one reserved region of address space, with a limit on the bytes in
 * use. Because there is one region, the order of addresses is the same in every run; objects as
 * keys of tables are visited in that order.
 *
 * Requests of up to TW_HEAP_SMALL bytes do not fail: above the limit they are granted as long as
 * the region lasts, and the script is stopped at its next instruction (state.c), where Lua's data
 * are consistent. Only requests of more bytes (strings, buffers, parts of tables, the stack) fail
 * inside Lua, which then collects garbage in the midst of an operation and tries again.
 *
 * Blocks have sizes of a fixed list, the size classes (16-byte steps up to 512, then four per
 * octave). Freed blocks are reused for the same class, the last one freed first. Nothing depends on
 * the address of the region itself.
 */
#ifndef TW_SCRIPT_LUA_HEAP_H
#define TW_SCRIPT_LUA_HEAP_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>

enum { TW_HEAP_CLASSES = 192, TW_HEAP_SMALL = 1 << 16, TW_HEAP_LARGE = 1 << 18 };

typedef struct tw_heap {
    unsigned char *region;
    size_t reserved; /* size of the region, bytes of address space */
    size_t top;      /* number of bytes at the region's beginning that have been used at any time */
    size_t used, limit; /* bytes in use now, and their largest allowed number */
    size_t large;       /* bytes in use in blocks of TW_HEAP_LARGE bytes or more */
    double given;       /* bytes of all allocations so far, whether freed since or not */
    /* [class] list of free blocks, linked through the first word of each block */
    void *free[TW_HEAP_CLASSES];
} tw_heap;

tw_status tw_heap_create(tw_heap *h, size_t limit);
void tw_heap_destroy(tw_heap *h);

/* allocator for a Lua state (lua_Alloc); heap: the tw_heap */
void *tw_heap_alloc(void *heap, void *block, size_t old_size, size_t size);

/* true: more bytes are in use than the limit allows */
static inline bool tw_heap_over(const tw_heap *h) {
    return h->used > h->limit;
}

/* offset of a block in the region; in a heap without a region, the block's address */
size_t tw_heap_offset(const tw_heap *h, const void *block);

#endif
