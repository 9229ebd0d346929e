/* Pictures from JPEG, by libjpeg-turbo. */
#ifndef TW_IO_PICTURE_JPEG_H
#define TW_IO_PICTURE_JPEG_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

bool tw_is_jpeg(const void *bytes, size_t size);
/* sRGB and opaque alpha, to be freed. TW_IO: it is damaged, cut off, or has more than TW_PIXMAP_MOST
 * pixels each way */
tw_status tw_jpeg_read(const void *bytes, size_t size, int *width, int *height, uint8_t **rgba);

#endif
