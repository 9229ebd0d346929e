/*
 * OpenEXR: half-float scan lines, ZIP compression in blocks of 16 lines. A block's bytes are split
 * into even and odd ones and stored as differences before compression, as the format asks for.
 */
#include "base/file.h"
#include "io/image.h"

#include <libdeflate.h>
#include <stdlib.h>
#include <string.h>

enum { LINES = 16 };

/* nearest half, ties to even; too large numbers become the largest one, NaN becomes 0 */
static uint16_t to_half(float f) {
    uint32_t u;
    memcpy(&u, &f, sizeof u);
    uint16_t sign = (uint16_t)((u >> 16) & 0x8000u);
    u &= 0x7fffffffu;
    if (u > 0x7f800000u) return 0;
    if (u >= 0x477ff000u) return (uint16_t)(sign | 0x7bffu);
    if (u < 0x33000001u) return sign;
    if (u < 0x38800000u) { /* subnormal */
        uint32_t shift = 126 - (u >> 23), m = (u & 0x7fffffu) | 0x800000u;
        uint32_t half = m >> shift, rest = m & ((1u << shift) - 1), middle = 1u << (shift - 1);
        if (rest > middle || (rest == middle && (half & 1))) half++;
        return (uint16_t)(sign | half);
    }
    u += 0xfffu + ((u >> 13) & 1);
    return (uint16_t)(sign | ((u - 0x38000000u) >> 13));
}

typedef struct buffer {
    unsigned char *data;
    size_t size, capacity;
    bool failed;
} buffer;

static void put(buffer *b, const void *data, size_t n) {
    if (b->failed) return;
    if (b->size + n > b->capacity) {
        size_t c = 2 * b->capacity + n;
        unsigned char *more = realloc(b->data, c);
        if (!more) {
            b->failed = true;
            return;
        }
        b->data = more;
        b->capacity = c;
    }
    memcpy(b->data + b->size, data, n);
    b->size += n;
}

static void put32(buffer *b, uint32_t v) {
    unsigned char c[4] = {(unsigned char)v, (unsigned char)(v >> 8), (unsigned char)(v >> 16),
                          (unsigned char)(v >> 24)};
    put(b, c, 4);
}

static void put_text(buffer *b, const char *s) {
    put(b, s, strlen(s) + 1);
}

static void attribute(buffer *b, const char *name, const char *type, uint32_t size) {
    put_text(b, name);
    put_text(b, type);
    put32(b, size);
}

static void put_window(buffer *b, const char *name, int width, int height) {
    attribute(b, name, "box2i", 16);
    put32(b, 0);
    put32(b, 0);
    put32(b, (uint32_t)width - 1);
    put32(b, (uint32_t)height - 1);
}

static void put_float(buffer *b, float f) {
    uint32_t u;
    memcpy(&u, &f, sizeof u);
    put32(b, u);
}

static void put_header(buffer *b, int width, int height, const char *names) {
    put32(b, 20000630);
    put32(b, 2);
    attribute(b, "channels", "chlist", (uint32_t)strlen(names) * 18 + 1);
    for (const char *c = names; *c; c++) {
        char name[2] = {*c, 0};
        put_text(b, name);
        put32(b, 1); /* half */
        put32(b, 0);
        put32(b, 1);
        put32(b, 1);
    }
    put(b, "", 1);
    attribute(b, "compression", "compression", 1);
    put(b, "\3", 1); /* ZIP */
    put_window(b, "dataWindow", width, height);
    put_window(b, "displayWindow", width, height);
    attribute(b, "lineOrder", "lineOrder", 1);
    put(b, "", 1);
    attribute(b, "pixelAspectRatio", "float", 4);
    put_float(b, 1);
    attribute(b, "screenWindowCenter", "v2f", 8);
    put_float(b, 0);
    put_float(b, 0);
    attribute(b, "screenWindowWidth", "float", 4);
    put_float(b, 1);
    put(b, "", 1);
}

/* the bytes of a block: per line, per channel in alphabetical order, halves; then split and
 * difference */
static void block_bytes(const float *rgba, int width, int y0, int lines, const char *names,
                        unsigned char *raw, unsigned char *out) {
    size_t n = 0;
    for (int y = y0; y < y0 + lines; y++)
        for (const char *c = names; *c; c++) {
            int k = *c == 'R' ? 0 : *c == 'G' ? 1 : *c == 'B' ? 2 : 3;
            for (int x = 0; x < width; x++) {
                uint16_t h = to_half(rgba[((size_t)y * (size_t)width + (size_t)x) * 4 + (size_t)k]);
                raw[n++] = (unsigned char)h;
                raw[n++] = (unsigned char)(h >> 8);
            }
        }
    size_t half = (n + 1) / 2;
    for (size_t i = 0; i < n; i++) out[(i & 1) ? half + i / 2 : i / 2] = raw[i];
    for (size_t i = n; i-- > 1;) out[i] = (unsigned char)(out[i] - out[i - 1] + 128);
}

static void put_block(buffer *b, struct libdeflate_compressor *c, const float *rgba, int width,
                      int y0, int lines, const char *names, unsigned char *work, size_t bytes) {
    unsigned char *raw = work, *split = work + bytes, *packed = work + 2 * bytes;
    block_bytes(rgba, width, y0, lines, names, raw, split);
    size_t n = libdeflate_zlib_compress(c, split, bytes, packed, bytes);
    put32(b, (uint32_t)y0);
    if (n > 0 && n < bytes) {
        put32(b, (uint32_t)n);
        put(b, packed, n);
    } else { /* it does not get smaller: stored as it is */
        put32(b, (uint32_t)bytes);
        put(b, raw, bytes);
    }
}

static tw_status encode(buffer *b, int width, int height, const float *rgba, const char *names) {
    int blocks = (height + LINES - 1) / LINES;
    size_t line = (size_t)width * strlen(names) * 2;
    unsigned char *work = malloc(3 * line * LINES);
    struct libdeflate_compressor *c = libdeflate_alloc_compressor(4);
    put_header(b, width, height, names);
    size_t table = b->size;
    for (int i = 0; i < 2 * blocks; i++) put32(b, 0);
    for (int i = 0; i < blocks && work && c && !b->failed; i++) {
        for (int k = 0; k < 8; k++) /* where the block begins */
            b->data[table + (size_t)i * 8 + (size_t)k] =
                (unsigned char)((uint64_t)b->size >> (8 * k));
        int y0 = i * LINES, lines = height - y0 < LINES ? height - y0 : LINES;
        put_block(b, c, rgba, width, y0, lines, names, work, line * (size_t)lines);
    }
    bool ok = work && c && !b->failed;
    free(work);
    if (c) libdeflate_free_compressor(c);
    return ok ? TW_OK : tw_fail_memory();
}

tw_status tw_exr_write(const char *path, int width, int height, const float *rgba, bool alpha) {
    TW_TRY(tw_picture_size_check(width, height));
    buffer b = {0};
    tw_status s = encode(&b, width, height, rgba, alpha ? "ABGR" : "BGR");
    if (s == TW_OK) s = tw_file_write(path, b.data, b.size);
    free(b.data);
    return s;
}
