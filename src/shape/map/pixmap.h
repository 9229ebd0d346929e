/*
 * A picture that lies on surfaces: sRGB pixels with straight alpha, and the same ever smaller, each
 * the mean of the light of the one before, down to one pixel. Immutable and shared: counted.
 */
#ifndef TW_SHAPE_MAP_PIXMAP_H
#define TW_SHAPE_MAP_PIXMAP_H

#include "base/status.h"

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

/* sides at most, and pixels in all */
enum { TW_PIXMAP_LEVELS = 16, TW_PIXMAP_MOST = 16384, TW_PIXMAP_PIXELS = 1 << 26 };

/* are these sizes of a picture? s: the status of the failure otherwise */
tw_status tw_pixmap_check(int width, int height, tw_status s);

typedef struct tw_pixmap_level {
    int width, height;
    const uint8_t *rgba; /* [height][width][4], rows from the top; colours weighted by alpha */
} tw_pixmap_level;

typedef struct tw_pixmap {
    atomic_int references;
    int levels;
    tw_pixmap_level level[TW_PIXMAP_LEVELS];
    uint64_t hash; /* hash of size and pixels */
    uint8_t *memory;
} tw_pixmap;

/* makes a picture from width x height x 4 bytes, which are copied; sides 1 .. TW_PIXMAP_MOST. One
 * reference */
tw_status tw_pixmap_create(const uint8_t *rgba, int width, int height, tw_pixmap **map);
const tw_pixmap *tw_pixmap_retain(const tw_pixmap *map); /* NULL is fine */
void tw_pixmap_release(const tw_pixmap *map);

/* [256] light of an sRGB byte, 0 .. 1 */
const float *tw_pixmap_light(void);
uint8_t tw_pixmap_byte(double light); /* the sRGB byte whose light is nearest */

#endif
