/* Reading pictures from PNG and JPEG files. */
#ifndef TW_IO_PICTURE_PIXMAP_H
#define TW_IO_PICTURE_PIXMAP_H

#include "shape/map/pixmap.h"

/* reads a picture from the bytes of a file; the caller owns one reference to it; TW_IO: the file is
 * not valid */
tw_status tw_pixmap_parse(const void *bytes, size_t size, tw_pixmap **map);
void tw_pixmap_drop(tw_pixmap *map);

#endif
