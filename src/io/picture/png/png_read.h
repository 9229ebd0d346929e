/* Reading PNG files back: frames of a film, for what is made of them. */
#ifndef TW_IO_PICTURE_PNG_PNG_READ_H
#define TW_IO_PICTURE_PNG_PNG_READ_H

#include "base/status.h"

#include <stdint.h>

/* 8-bit sRGB with straight alpha, [height][width][4], malloc'ed. TW_IO names the file and says what
 * is wrong: no PNG, cut off, a chunk whose checksum does not match, too large */
tw_status tw_png_read(const char *path, int *width, int *height, uint8_t **rgba);

/* only its size; TW_IO likewise, but what comes after the size is not looked at */
tw_status tw_png_size(const char *path, int *width, int *height);

#endif
