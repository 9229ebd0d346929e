/* Light maps from files, Radiance's by stb_image; see lightmap.h. */
#include "io/picture/lightmap.h"

#include "base/file.h"
#include "io/picture/stb.h"

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* length in bytes of the line of texels that begins at `at`, more than end - at if the line is cut
 * off. A line has one of two forms: the bytes 2, 2 and the width, then for each of four channels
 * runs of 1 .. 128 different or 1 .. 127 equal bytes; or four bytes for each texel */
static size_t line_of(const unsigned char *b, size_t at, size_t end, int width) {
    size_t cut = end - at + 1, from = at;
    bool packed =
        end - at >= 4 && b[at] == 2 && b[at + 1] == 2 && (b[at + 2] << 8 | b[at + 3]) == width;
    if (!packed || width < 8 || width >= 32768) return 4 * (size_t)width;
    at += 4;
    for (int left = 4 * width; left > 0;) {
        if (at + 2 > end) return cut;
        int n = b[at] > 128 ? b[at] - 128 : b[at];
        if (n == 0) return cut;
        at += b[at] > 128 ? 2 : 1 + (size_t)n;
        left -= n;
    }
    return at - from;
}

/* true: the file has all its lines. This is checked since stb_image reads missing bytes as zeros,
 * and may then loop for ever */
static bool is_whole(const unsigned char *b, size_t size, int width, int height) {
    size_t at = 2;
    while (at < size && !(b[at - 1] == '\n' && b[at - 2] == '\n')) at++;
    while (at < size && b[at] != '\n') at++;
    at++;
    for (int y = 0; y < height; y++) {
        if (at > size) return false;
        at += line_of(b, at, size, width);
    }
    return at <= size;
}

static tw_status read_hdr(const void *bytes, size_t size, int *width, int *height, float **rgb) {
    int channels;
    if (size > INT_MAX) return tw_fail(TW_IO, "the light map is larger than 2 GB");
    bool known = stbi_info_from_memory(bytes, (int)size, width, height, &channels);
    if (known && (*width > TW_LIGHTMAP_MOST || *height > TW_LIGHTMAP_MOST))
        return tw_fail(TW_IO, "expected a light map of at most %d texels each way, got %d x %d",
                       TW_LIGHTMAP_MOST, *width, *height);
    if (known && !is_whole(bytes, size, *width, *height))
        return tw_fail(TW_IO, "the light map is damaged: it is cut off");
    if (known) TW_TRY(tw_file_may_hold(*width, *height));
    *rgb = stbi_loadf_from_memory(bytes, (int)size, width, height, &channels, 3);
    if (*rgb) return TW_OK;
    const char *why = stbi_failure_reason();
    return strcmp(why, "outofmem") ? tw_fail(TW_IO, "the light map is damaged: %s", why)
                                   : tw_fail_memory();
}

static tw_status read_any(const void *bytes, size_t size, int *width, int *height, float **rgb) {
    static const unsigned char exr[4] = {0x76, 0x2f, 0x31, 0x01};
    if (size >= 4 && memcmp(bytes, exr, 4) == 0)
        return tw_exr_read(bytes, size, width, height, rgb);
    if (size <= INT_MAX && stbi_is_hdr_from_memory(bytes, (int)size))
        return read_hdr(bytes, size, width, height, rgb);
    return tw_fail(TW_IO, "expected a light map, Radiance (.hdr) or OpenEXR (.exr)");
}

tw_status tw_lightmap_parse(const void *bytes, size_t size, tw_lightmap **map) {
    int width = 0, height = 0;
    float *rgb = NULL;
    TW_TRY(read_any(bytes, size, &width, &height, &rgb));
    tw_status s = tw_lightmap_create(rgb, width, height, map);
    free(rgb);
    if (s != TW_ARGUMENT) return s;
    char text[300];
    snprintf(text, sizeof text, "%s", tw_failure());
    return tw_fail(TW_IO, "%s", text);
}
