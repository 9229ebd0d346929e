/* Memory of a Lua state; see heap.h. */
#define _DEFAULT_SOURCE /* for MAP_ANONYMOUS, MAP_NORESERVE, madvise */
#include "script/lua/heap.h"

#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

enum { STEP = 16, SMALL = 512, SMALL_CLASSES = SMALL / STEP, SMALL_SCRIPT = 1 << 22 };

/* number of the size class of a block with `size` bytes; *bytes: size of the blocks of that class
 */
static int class_of(size_t size, size_t *bytes) {
    if (size <= SMALL) {
        size_t n = (size + STEP - 1) / STEP;
        *bytes = n * STEP;
        return (int)n - 1;
    }
    size_t octave = SMALL;
    int c = SMALL_CLASSES;
    while (size > 2 * octave) {
        octave *= 2;
        c += 4;
    }
    size_t quarter = octave / 4, n = (size - octave + quarter - 1) / quarter;
    *bytes = octave + n * quarter;
    return c + (int)n - 1;
}

tw_status tw_heap_create(tw_heap *h, size_t limit) {
    *h = (tw_heap){.limit = limit};
    /* the region is larger than the limit, because freed memory is reused only for blocks of the
     * same size class */
    h->reserved = limit > SIZE_MAX / 8 ? limit : 4 * limit + ((size_t)1 << 24);
    void *p = MAP_FAILED;
    /* halved until the system can reserve so much address space */
    for (;; h->reserved /= 2) {
        p = mmap(NULL, h->reserved, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (p != MAP_FAILED) break;
        if (h->reserved / 2 < (size_t)1 << 24) return tw_fail_memory();
    }
    h->region = p;
#ifdef MADV_HUGEPAGE
    /* big scripts mostly use memory for the first time, where page faults take most of the time:
     * with huge pages there are fewer */
    madvise(h->region + SMALL_SCRIPT, h->reserved - SMALL_SCRIPT, MADV_HUGEPAGE);
#endif
    return TW_OK;
}

void tw_heap_destroy(tw_heap *h) {
    if (h->region) munmap(h->region, h->reserved);
    *h = (tw_heap){0};
}

/* counts a block of so many bytes as used */
static void count(tw_heap *h, size_t bytes) {
    h->used += bytes;
    if (bytes >= TW_HEAP_LARGE) h->large += bytes;
}

static void discount(tw_heap *h, size_t bytes) {
    h->used -= bytes;
    if (bytes >= TW_HEAP_LARGE) h->large -= bytes;
}

static void give(tw_heap *h, void *block, size_t size) {
    size_t bytes;
    int c = class_of(size, &bytes);
    discount(h, bytes);
    /* returns the whole pages of a big free block to the system, except the first page, which holds
     * the link of the free list */
    if (bytes >= TW_HEAP_LARGE) {
        uintptr_t page = 4096, a = ((uintptr_t)block + 2 * page - 1) & ~(page - 1);
        uintptr_t e = ((uintptr_t)block + bytes) & ~(page - 1);
        if (e > a) madvise((void *)a, e - a, MADV_DONTNEED);
    }
    memcpy(block, &h->free[c], sizeof(void *));
    h->free[c] = block;
}

static void *take(tw_heap *h, size_t size) {
    if (size > TW_HEAP_SMALL && size > h->limit) return NULL;
    size_t bytes;
    int c = class_of(size, &bytes);
    if (c >= TW_HEAP_CLASSES || (size > TW_HEAP_SMALL && h->used + bytes > h->limit)) return NULL;
    void *block = h->free[c];
    if (block) {
        memcpy(&h->free[c], block, sizeof(void *));
    } else {
        if (h->top + bytes > h->reserved) return NULL;
        block = h->region + h->top;
        h->top += bytes;
    }
    count(h, bytes);
    h->given += (double)bytes;
    return block;
}

void *tw_heap_alloc(void *heap, void *block, size_t old_size, size_t size) {
    tw_heap *h = heap;
    if (!block) return size ? take(h, size) : NULL;
    if (!size) {
        if (old_size) give(h, block, old_size);
        return NULL;
    }
    size_t old_bytes, bytes;
    class_of(old_size, &old_bytes);
    class_of(size, &bytes);
    if (old_bytes == bytes) return block;
    void *fresh = take(h, size);
    if (!fresh) {
        if (size > old_size) return NULL;
        /* Lua requires that shrinking never fails: the block stays where it is, and its tail is
         * unused */
        discount(h, old_bytes);
        count(h, bytes);
        return block;
    }
    memcpy(fresh, block, size < old_size ? size : old_size);
    give(h, block, old_size);
    return fresh;
}

size_t tw_heap_offset(const tw_heap *h, const void *block) {
    return (size_t)((uintptr_t)block - (uintptr_t)h->region);
}
