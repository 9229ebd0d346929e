/* A hash table from digests of pictures to indices in a list. */
#ifndef TW_APP_RENDER_ALIKE_H
#define TW_APP_RENDER_ALIKE_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct tw_alike_entry {
    uint64_t digest;
    size_t place; /* 1 + the index that belongs to the digest; 0: the slot is empty */
} tw_alike_entry;

/* zeros: empty */
typedef struct tw_alike {
    /* [room] slots; room is 0 or a power of two; at most half of them are occupied */
    tw_alike_entry *slot;
    size_t room, count;
} tw_alike;

/* adds a digest with its index `place`; if the digest is there already, its index is replaced */
tw_status tw_alike_put(tw_alike *a, uint64_t digest, size_t place);
bool tw_alike_find(const tw_alike *a, uint64_t digest, size_t *place);
void tw_alike_free(tw_alike *a);

#endif
