/*
 * PNG: stb_image_write with its compressor replaced by libdeflate (level 1) and the filter fixed to
 * "up", which together cost a sixth of stb's own choice and give smaller files.
 */
#include "io/image.h"

#include "base/file.h"

#include <libdeflate.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* the stream that stb holds: it forgets to free it when there is no memory left for the file */
static _Thread_local unsigned char *stream;

/* stb asks for a malloc'ed zlib stream, or NULL */
static unsigned char *compress_zlib(unsigned char *data, int size, int *out_size, int quality) {
    (void)quality;
    struct libdeflate_compressor *c = libdeflate_alloc_compressor(1);
    if (!c) return NULL;
    size_t bound = libdeflate_zlib_compress_bound(c, (size_t)size);
    unsigned char *out = bound <= INT_MAX ? malloc(bound) : NULL;
    size_t n = out ? libdeflate_zlib_compress(c, data, (size_t)size, out, bound) : 0;
    libdeflate_free_compressor(c);
    if (n == 0) {
        free(out);
        return NULL;
    }
    *out_size = (int)n;
    return stream = out;
}

#define STBIW_ZLIB_COMPRESS compress_zlib
#define STB_IMAGE_WRITE_STATIC
#define STB_IMAGE_WRITE_IMPLEMENTATION
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#endif
#include <stb_image_write.h>
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

enum { UP = 2 };

/* stb counts bytes by ints: filter byte and four channels a pixel, and what deflate adds at worst
 */
_Static_assert((4LL * TW_PICTURE_MOST + 1) * TW_PICTURE_MOST < INT_MAX / 4 * 3, "stb's ints");

static pthread_once_t filter_chosen = PTHREAD_ONCE_INIT;

static void choose_filter(void) {
    stbi_write_force_png_filter = UP;
}

/* without alpha the fourth bytes are left out */
static uint8_t *pack_rgb(size_t pixels, const uint8_t *rgba) {
    uint8_t *rgb = malloc(pixels * 3);
    if (!rgb) return NULL;
    for (size_t i = 0; i < pixels; i++) memcpy(rgb + 3 * i, rgba + 4 * i, 3);
    return rgb;
}

tw_status tw_png_write(const char *path, int width, int height, const uint8_t *rgba, bool alpha) {
    TW_TRY(tw_picture_size_check(width, height));
    int channels = alpha ? 4 : 3;
    uint8_t *rgb = alpha ? NULL : pack_rgb((size_t)width * (size_t)height, rgba);
    if (!alpha && !rgb) return tw_fail_memory();
    pthread_once(&filter_chosen, choose_filter);
    int size = 0;
    stream = NULL;
    unsigned char *png =
        stbi_write_png_to_mem(alpha ? rgba : rgb, width * channels, width, height, channels, &size);
    free(rgb);
    if (!png) {
        free(stream);
        return tw_fail_memory();
    }
    tw_status s = tw_file_write(path, png, (size_t)size);
    free(png);
    return s;
}
