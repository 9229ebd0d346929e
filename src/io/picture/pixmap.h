/* Reading pictures: PNG and JPEG. */
#ifndef TW_IO_PICTURE_PIXMAP_H
#define TW_IO_PICTURE_PIXMAP_H

#include "shape/map/pixmap.h"

/* reads a picture from a file's bytes, with one reference; TW_IO: the text says what is wrong with
 * them */
tw_status tw_pixmap_parse(const void *bytes, size_t size, tw_pixmap **map);
void tw_pixmap_drop(tw_pixmap *map);

#endif
