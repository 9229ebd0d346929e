/*
 * Reading PNG with stb_image, which does not check checksums: so the CRC of every chunk up to IEND
 * is checked here first. A file that was cut off or damaged is an error, never a wrong picture.
 */
#include "io/picture/png/png_read.h"

#include "base/file.h"
#include "io/picture/image.h"
#include "io/picture/stb.h"

#include <libdeflate.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

static const unsigned char signature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};

enum { HEADER = 33 }; /* size of the signature and the chunk IHDR, bytes: 8 + 4 + 4 + 13 + 4 */

static uint32_t big_endian(const unsigned char *p) {
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

bool tw_is_png(const void *bytes, size_t size) {
    return size >= sizeof signature && memcmp(bytes, signature, sizeof signature) == 0;
}

bool tw_png_holds(const void *bytes, size_t size) {
    enum { AROUND = 12 /* length, type, CRC */ };
    const unsigned char *p = bytes;
    for (size_t at = sizeof signature; at + AROUND <= size;) {
        size_t n = big_endian(p + at);
        if (n > size - at - AROUND) return false;
        if (!memcmp(p + at + 4, "IEND", 4)) break;
        at += n + AROUND;
    }
    return true;
}

/* checks all chunks: length, type, data, and the CRC of type and data */
static tw_status check_chunks(const char *path, const unsigned char *p, size_t size) {
    if (!tw_is_png(p, size)) return tw_fail(TW_IO, "%s: expected a PNG picture", path);
    for (size_t at = sizeof signature;;) {
        if (size - at < 12) return tw_fail(TW_IO, "%s: the picture is cut off", path);
        size_t n = big_endian(p + at);
        if (n > size - at - 12) return tw_fail(TW_IO, "%s: the picture is cut off", path);
        const unsigned char *type = p + at + 4;
        if (libdeflate_crc32(0, type, n + 4) != big_endian(type + 4 + n))
            return tw_fail(TW_IO, "%s: the picture is damaged: wrong checksum", path);
        if (!memcmp(type, "IEND", 4)) return TW_OK;
        at += n + 12;
    }
}

static tw_status check_size(const char *path, uint32_t w, uint32_t h) {
    if (w >= 1 && h >= 1 && w <= TW_PICTURE_MOST && h <= TW_PICTURE_MOST) return TW_OK;
    return tw_fail(TW_IO, "%s: expected a picture of 1 to %d pixels each way, got %lu x %lu", path,
                   TW_PICTURE_MOST, (unsigned long)w, (unsigned long)h);
}

tw_status tw_image_failure(const char *path, const char *why) {
    if (!why ||
        !strcmp(why,
                "outofmem")) /* some functions of stb_image give no reason if memory runs out */
        return tw_fail_memory();
    return tw_fail(TW_IO, "%s%sthe picture is damaged: %s", path ? path : "", path ? ": " : "",
                   why);
}

tw_status tw_png_size(const char *path, int *width, int *height) {
    FILE *in = fopen(path, "rb");
    if (!in) return tw_fail_system("cannot read '%s'", path);
    unsigned char p[HEADER];
    size_t n = fread(p, 1, sizeof p, in);
    fclose(in);
    if (n < sizeof p || !tw_is_png(p, n) || memcmp(p + 12, "IHDR", 4))
        return tw_fail(TW_IO, "%s: expected a PNG picture", path);
    uint32_t w = big_endian(p + 16), h = big_endian(p + 20);
    TW_TRY(check_size(path, w, h));
    *width = (int)w;
    *height = (int)h;
    return TW_OK;
}

static tw_status decode(const char *path, const char *data, size_t size, int *width, int *height,
                        uint8_t **rgba) {
    const unsigned char *p = (const unsigned char *)data;
    TW_TRY(check_chunks(path, p, size));
    if (size > INT_MAX) return tw_fail(TW_IO, "%s: the picture is larger than 2 GB", path);
    if (size >= HEADER) TW_TRY(check_size(path, big_endian(p + 16), big_endian(p + 20)));
    int channels;
    uint8_t *pixels = stbi_load_from_memory(p, (int)size, width, height, &channels, 4);
    if (!pixels) return tw_image_failure(path, stbi_failure_reason());
    *rgba = pixels; /* stb_image allocates with malloc, so the caller can free the pixels */
    return TW_OK;
}

tw_status tw_png_read(const char *path, int *width, int *height, uint8_t **rgba) {
    char *data;
    size_t size;
    TW_TRY(tw_file_read(path, &data, &size));
    tw_status s = decode(path, data, size, width, height, rgba);
    free(data);
    return s;
}
