/* Reading light maps: Radiance (.hdr) and OpenEXR (.exr), directions laid out as in
 * shape/map/lightmap.h. */
#ifndef TW_IO_PICTURE_LIGHTMAP_H
#define TW_IO_PICTURE_LIGHTMAP_H

#include "shape/map/lightmap.h"

/* reads a map from the bytes of a file; the caller owns one reference to it; TW_IO: the file is not
 * valid
 */
tw_status tw_lightmap_parse(const void *bytes, size_t size, tw_lightmap **map);

/* reads an OpenEXR file to *rgb [height][width][3], malloc'ed: the channels R, G, B, or Y for all
 * three; in lightmap_exr.c */
tw_status tw_exr_read(const void *bytes, size_t size, int *width, int *height, float **rgb);

#endif
