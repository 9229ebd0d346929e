/* Reading PNG files, such as the frames of a film, of which other files are made. */
#ifndef TW_IO_PICTURE_PNG_PNG_READ_H
#define TW_IO_PICTURE_PNG_PNG_READ_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* true: the bytes begin with the signature of a PNG */
bool tw_is_png(const void *bytes, size_t size);

/* Is no part of a PNG longer than what is left of the file? stb_image allocates what a part's
 * length says before it reads the part */
bool tw_png_holds(const void *bytes, size_t size);

/* reads a PNG to *rgba [*height][*width][4], 8-bit sRGB with straight alpha, malloc'ed. TW_IO: the
 * file is no PNG, is cut off, has a wrong checksum or is too large */
tw_status tw_png_read(const char *path, int *width, int *height, uint8_t **rgba);

/* reads only the width and height of a PNG; TW_IO as for tw_png_read, but the rest of the file is
 * not checked */
tw_status tw_png_size(const char *path, int *width, int *height);

#endif
