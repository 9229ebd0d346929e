/* Picture files, each written whole or not at all (base/file.h). */
#ifndef TW_IO_PICTURE_IMAGE_H
#define TW_IO_PICTURE_IMAGE_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* the widest and highest picture, pixels: below it every size fits stb's ints */
enum { TW_PICTURE_MOST = 16384 };

/* TW_ARGUMENT unless a picture of that size can be written; each writer asks first */
tw_status tw_picture_size_check(int width, int height);

/* failure of stb_image with its reason; TW_MEMORY when memory ended. path NULL: not named */
tw_status tw_image_failure(const char *path, const char *why);

/* 8-bit sRGB PNG; pixels [height][width][4]; alpha is dropped unless `alpha`. Encoder:
 * Rows as differences, packed by libdeflate (png.c). */
tw_status tw_png_write(const char *path, int width, int height, const uint8_t *rgba, bool alpha);

/* makes the bytes of a PNG file, to be freed */
tw_status tw_png_bytes(int width, int height, const uint8_t *rgba, bool alpha, uint8_t **file,
                       size_t *size);

/* all four channels of a picture that is read back by this process: not flushed to the device */
tw_status tw_png_write_aside(const char *path, int width, int height, const uint8_t *rgba);

/* linear RGB floats; pixels [height][width][4], alpha ignored */
tw_status tw_pfm_write(const char *path, int width, int height, const float *rgba);

/* linear half-float RGB(A), ZIP compressed */
tw_status tw_exr_write(const char *path, int width, int height, const float *rgba, bool alpha);

/* a channel of an OpenEXR file */
typedef struct tw_exr_channel {
    const char *name; /* "R", "normal.X" */
    /* values of the top left pixel; pixels follow each other row by row */
    const float *data;
    size_t step; /* floats from one pixel to the next */
    bool whole;  /* stored as 32-bit floats, else as halves */
} tw_exr_channel;

/* an attribute of its header */
typedef struct tw_exr_text {
    const char *name, *value;
} tw_exr_text;

/* channels in any order, no two of one name; ZIP compressed */
tw_status tw_exr_write_channels(const char *path, int width, int height,
                                const tw_exr_channel *channel, size_t count,
                                const tw_exr_text *text, size_t texts);

#endif
