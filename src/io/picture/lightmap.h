/* Reading light maps: Radiance (.hdr) and OpenEXR (.exr), directions laid out as in
 * shape/map/lightmap.h. */
#ifndef TW_IO_PICTURE_LIGHTMAP_H
#define TW_IO_PICTURE_LIGHTMAP_H

#include "shape/map/lightmap.h"

/* reads a map from a file's bytes, with one reference; TW_IO: the text says what is wrong with them
 */
tw_status tw_lightmap_parse(const void *bytes, size_t size, tw_lightmap **map);

/* lightmap_exr.c: *rgb [height][width][3], malloc'ed. Colours R, G, B, or Y for all three */
tw_status tw_exr_read(const void *bytes, size_t size, int *width, int *height, float **rgb);

#endif
