/* Writing picture files, each whole or not at all (base/file.h). */
#ifndef TW_IO_PICTURE_IMAGE_H
#define TW_IO_PICTURE_IMAGE_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* largest width and height of a picture, pixels; sizes in bytes of such pictures still fit the ints
 * of stb_image */
enum { TW_PICTURE_MOST = 16384 };

/* TW_OK, or TW_ARGUMENT if a picture of that size cannot be written; every writer calls it first */
tw_status tw_picture_size_check(int width, int height);

/* makes a failure from stb_image's reason `why`: TW_MEMORY or TW_IO. path NULL: the text names no
 * file */
tw_status tw_image_failure(const char *path, const char *why);

/* writes an 8-bit sRGB PNG; rgba [height][width][4]; without `alpha` the fourth channel is left
 * out. Encoder: png.c and png_pack.c. */
tw_status tw_png_write(const char *path, int width, int height, const uint8_t *rgba, bool alpha);

/* makes a PNG file in memory: *file [*size], which the caller frees */
tw_status tw_png_bytes(int width, int height, const uint8_t *rgba, bool alpha, uint8_t **file,
                       size_t *size);

/* like tw_png_write with alpha, for files that this program reads back soon: not flushed to the
 * device */
tw_status tw_png_write_aside(const char *path, int width, int height, const uint8_t *rgba);

/* writes a PFM file of linear RGB floats; rgba [height][width][4], alpha is ignored */
tw_status tw_pfm_write(const char *path, int width, int height, const float *rgba);

/* a channel of an OpenEXR file */
typedef struct tw_exr_channel {
    const char *name; /* "R", "normal.X" */
    /* value of the top left pixel; the values of the others follow row by row, at a distance of
     * `step` floats */
    const float *data;
    size_t step; /* distance from one pixel's value to the next pixel's, in floats */
    bool whole;  /* true: stored as 32-bit floats; false: as halves (16-bit floats) */
} tw_exr_channel;

/* text attribute of an OpenEXR file's header */
typedef struct tw_exr_text {
    const char *name, *value;
} tw_exr_text;

/* writes an OpenEXR file, ZIP compressed, of channels in any order; their names must differ. text
 * [texts]: attributes of its header */
tw_status tw_exr_write_channels(const char *path, int width, int height,
                                const tw_exr_channel *channel, size_t count,
                                const tw_exr_text *text, size_t texts);

#endif
