/* A 64-bit hash of bytes (FNV-1a), the same on every machine: to recognize equal states and files.
 */
#ifndef TW_BASE_HASH_H
#define TW_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

typedef uint64_t tw_hash;

static inline tw_hash tw_hash_begin(void) {
    return 14695981039346656037u;
}

static inline tw_hash tw_hash_bytes(tw_hash h, const void *data, size_t size) {
    const unsigned char *p = data;
    for (size_t i = 0; i < size; i++) h = (h ^ p[i]) * 1099511628211u;
    return h;
}

/* final value of a hash: mixes its bits, so that the last bytes affect all of them */
static inline uint64_t tw_hash_end(tw_hash h) {
    h ^= h >> 33;
    h *= 0xff51afd7ed558ccdu;
    h ^= h >> 33;
    h *= 0xc4ceb9fe1a85ec53u;
    return h ^ (h >> 33);
}

#endif
