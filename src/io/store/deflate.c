/* Compressed bytes of a store: their original length, then the deflated bytes; see pack.h. */
#include "io/store/pack.h"

#include <libdeflate.h>
#include <stdlib.h>
#include <string.h>

tw_status tw_deflate_at(int level, const void *data, size_t size, unsigned char **bytes,
                        size_t *packed) {
    struct libdeflate_compressor *c = libdeflate_alloc_compressor(level);
    if (!c) return tw_fail_memory();
    size_t bound = libdeflate_deflate_compress_bound(c, size);
    unsigned char *out = malloc(bound + 8);
    size_t n = out ? libdeflate_deflate_compress(c, data, size, out + 8, bound) : 0;
    libdeflate_free_compressor(c);
    if (!n) {
        free(out);
        return tw_fail_memory();
    }
    uint64_t whole = size;
    memcpy(out, &whole, 8);
    *bytes = out;
    *packed = n + 8;
    return TW_OK;
}

tw_status tw_deflate(const void *data, size_t size, unsigned char **bytes, size_t *packed) {
    return tw_deflate_at(TW_DEFLATE_STORED, data, size, bytes, packed);
}

tw_status tw_inflate(const unsigned char *bytes, size_t packed, void **data, size_t *size) {
    uint64_t n;
    if (packed < 8) return tw_fail(TW_IO, "packed data without their length");
    memcpy(&n, bytes, 8);
    /* deflate makes of a byte at most 1032, so a greater length is wrong */
    if (n / 1032 > packed) return tw_fail(TW_IO, "packed data with a wrong length");
    void *out = malloc((size_t)n + 1);
    struct libdeflate_decompressor *d = libdeflate_alloc_decompressor();
    enum libdeflate_result r = LIBDEFLATE_BAD_DATA;
    bool room = out && d;
    if (room) r = libdeflate_deflate_decompress(d, bytes + 8, packed - 8, out, (size_t)n, NULL);
    if (d) libdeflate_free_decompressor(d);
    if (room && r == LIBDEFLATE_SUCCESS) {
        *data = out;
        *size = (size_t)n;
        return TW_OK;
    }
    free(out);
    return room ? tw_fail(TW_IO, "packed data that cannot be unpacked") : tw_fail_memory();
}
