/*
 * A picture that is laid on surfaces: sRGB pixels with straight alpha, and smaller versions of it
 * (levels), each half as wide and high as the one before, down to one pixel. Immutable, with a
 * count of references.
 */
#ifndef TW_SHAPE_MAP_PIXMAP_H
#define TW_SHAPE_MAP_PIXMAP_H

#include "base/status.h"

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

/* greatest number of levels, greatest width and height, greatest number of pixels */
enum { TW_PIXMAP_LEVELS = 16, TW_PIXMAP_MOST = 16384, TW_PIXMAP_PIXELS = 1 << 26 };

/* checks the size of a picture against the limits: TW_OK, or a failure with the status s */
tw_status tw_pixmap_check(int width, int height, tw_status s);

typedef struct tw_pixmap_level {
    int width, height;
    const uint8_t *rgba; /* [height][width][4] sRGB and straight alpha, rows from the top */
} tw_pixmap_level;

typedef struct tw_pixmap {
    atomic_int references;
    int levels;
    tw_pixmap_level level[TW_PIXMAP_LEVELS];
    uint64_t hash; /* hash of size and pixels */
    uint8_t *memory;
} tw_pixmap;

/* makes a picture from rgba [height][width][4], which is copied. TW_ARGUMENT: the size is beyond
 * the limits. The caller gets one reference */
tw_status tw_pixmap_create(const uint8_t *rgba, int width, int height, tw_pixmap **map);
/* adds a reference and returns the picture; NULL stays NULL */
const tw_pixmap *tw_pixmap_retain(const tw_pixmap *map);
void tw_pixmap_release(const tw_pixmap *map);

/* table [256]: linear light of an sRGB byte, 0 .. 1 */
const float *tw_pixmap_light(void);
uint8_t tw_pixmap_byte(double light); /* sRGB byte whose linear light is nearest to `light` */

#endif
