/* Reading JPEG pictures by libjpeg-turbo. */
#ifndef TW_IO_PICTURE_JPEG_H
#define TW_IO_PICTURE_JPEG_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

bool tw_is_jpeg(const void *bytes, size_t size);
/* reads a JPEG to *rgba [*height][*width][4], sRGB with alpha 255, to be freed. TW_IO: damaged, cut
 * off, or larger than tw_pixmap_check allows */
tw_status tw_jpeg_read(const void *bytes, size_t size, int *width, int *height, uint8_t **rgba);

#endif
