/*
 * Light from all around, as a picture of all directions: radiance in linear Rec. 709 colours, and
 * what it takes to look for its bright parts. Immutable and shared: counted.
 *
 * Directions: +z is up. Rows go from the zenith (v = 0) to the nadir (v = 1); the middle column
 * (u = 1/2) looks along +y, and u grows to the right as seen from within:
 *     d = (sin p sin q, sin p cos q, cos p),   p = pi v,  q = 2 pi (u - 1/2).
 * Between the middles of texels it is linear.
 */
#ifndef TW_SHAPE_MAP_LIGHTMAP_H
#define TW_SHAPE_MAP_LIGHTMAP_H

#include "base/status.h"

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

enum { TW_LIGHTMAP_MOST = 8192, TW_LIGHTMAP_WAVES = 9 };

typedef enum tw_lightmap_source {
    TW_LIGHTMAP_STUDIO,
    TW_LIGHTMAP_SKY,
    TW_LIGHTMAP_FILE
} tw_lightmap_source;

/* shares of the map's power, cumulated: one row of cells (texels), or the rows themselves */
typedef struct tw_lightmap {
    atomic_int references;
    tw_lightmap_source source;
    double sun;        /* SKY: rad, the sun's height */
    int width, height; /* texels; width = 2 height */
    const float
        *texel;    /* [height][width][4] radiance r, g, b; density of a direction there, 1/sr */
    uint64_t hash; /* FILE: of size and radiance; else: of source and sun */
    /* a direction by the map's power (luminance): two uniform numbers choose row and column */
    const float *rows;            /* [height + 1] power above a row's upper edge, 0 .. 1 */
    const float *columns;         /* [height][width + 1] likewise in a row */
    const uint16_t *row_guide;    /* [height + 1] row in which i / height lies */
    const uint16_t *column_guide; /* [height][width + 1] column in which i / width lies */
    const float *edge;            /* [height + 1] cos p of the rows' edges, 1 .. -1 */
    /* spherical harmonics to degree 2 of the light that falls on a surface, over pi, by its normal
     * (Ramamoorthi and Hanrahan 2001): of all light, and of light from above the horizon */
    float wave[TW_LIGHTMAP_WAVES][3], wave_above[TW_LIGHTMAP_WAVES][3];
    float *memory;
} tw_lightmap;

/* makes a map from height x width x 3 floats, which are copied; width = 2 height, 2 ..
 * TW_LIGHTMAP_MOST. Negative ones count as 0. TW_ARGUMENT: wrong sizes, or not finite. One
 * reference */
tw_status tw_lightmap_create(const float *rgb, int width, int height, tw_lightmap **map);

/* a dark room with soft boxes (lightmap_studio.c) */
tw_status tw_lightmap_studio(tw_lightmap **map);
/* the sky of a clear day without the sun itself, whose height is `sun`, rad; it stands at azimuth
 * (-1, -1), left in front (lightmap_sky.c) */
tw_status tw_lightmap_sky(double sun, tw_lightmap **map);
/* sun of that sky: direction, and irradiance on a surface facing it */
void tw_lightmap_sun(double sun, double to[3], double irradiance[3]);

/* lightmap_known.c: either of these, made once and kept; from any thread. One reference */
tw_status tw_lightmap_known(tw_lightmap_source source, double sun, const tw_lightmap **map);

const tw_lightmap *tw_lightmap_retain(const tw_lightmap *map); /* NULL is fine */
void tw_lightmap_release(const tw_lightmap *map);

/* lightmap.c, for the two above: the map called `source` of these radiances */
tw_status tw_lightmap_make(const float *rgb, int width, int height, tw_lightmap_source source,
                           double sun, tw_lightmap **map);

#endif
