/* Picture files, each written whole or not at all (base/file.h). */
#ifndef TW_IO_IMAGE_H
#define TW_IO_IMAGE_H

#include "base/status.h"

#include <stdbool.h>
#include <stdint.h>

/* the widest and highest picture, pixels: below it every size fits stb's ints */
enum { TW_PICTURE_MOST = 16384 };

/* TW_ARGUMENT unless a picture of that size can be written; each writer asks first */
tw_status tw_picture_size_check(int width, int height);

/* 8-bit sRGB PNG; pixels [height][width][4]; alpha is dropped unless `alpha`. Encoder:
 * Rows as differences, packed by libdeflate (png.c). */
tw_status tw_png_write(const char *path, int width, int height, const uint8_t *rgba, bool alpha);

/* all four channels of a picture that is read back by this process: not flushed to the device */
tw_status tw_png_write_aside(const char *path, int width, int height, const uint8_t *rgba);

/* linear RGB floats; pixels [height][width][4], alpha ignored */
tw_status tw_pfm_write(const char *path, int width, int height, const float *rgba);

/* linear half-float RGB(A), ZIP compressed */
tw_status tw_exr_write(const char *path, int width, int height, const float *rgba, bool alpha);

#endif
