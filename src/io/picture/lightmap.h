/* Reading light maps: Radiance (.hdr) and OpenEXR (.exr), directions laid out as in
 * shape/map/lightmap.h. */
#ifndef TW_IO_PICTURE_LIGHTMAP_H
#define TW_IO_PICTURE_LIGHTMAP_H

#include "shape/map/lightmap.h"

/* reads a map from the bytes of a file; the caller gets one reference; TW_IO: the file is not valid
 */
tw_status tw_lightmap_parse(const void *bytes, size_t size, tw_lightmap **map);

/* lightmap_exr.c: reads the channels R, G, B, or Y as all three, to *rgb [height][width][3],
 * malloc'ed */
tw_status tw_exr_read(const void *bytes, size_t size, int *width, int *height, float **rgb);

#endif
