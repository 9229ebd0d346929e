/* Reading pictures: PNG and JPEG. */
#ifndef TW_IO_PICTURE_PIXMAP_H
#define TW_IO_PICTURE_PIXMAP_H

#include "shape/map/pixmap.h"

/* from a file's bytes; TW_IO says what is wrong with them. One reference */
tw_status tw_pixmap_parse(const void *bytes, size_t size, tw_pixmap **map);
void tw_pixmap_drop(tw_pixmap *map);

#endif
