/*
 * Light from all directions, as a picture: radiance in linear Rec. 709 colours, with tables for
 * choosing directions in proportion to it. Immutable; shared by counting references.
 *
 * Directions: +z is up. Rows go from the zenith (v = 0) to the nadir (v = 1); the middle column
 * (u = 1/2) looks along +y, and u grows to the right as seen from within:
 *     d = (sin p sin q, sin p cos q, cos p),   p = pi v,  q = 2 pi (u - 1/2).
 * Between the middles of texels the radiance is linear.
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

/* a map of radiance and its tables of cumulative shares of power */
typedef struct tw_lightmap {
    atomic_int references;
    tw_lightmap_source source;
    double sun;        /* TW_LIGHTMAP_SKY: height of the sun above the horizon, rad */
    int width, height; /* texels; width = 2 height */
    /* [height][width][4]: radiance r, g, b; probability density of choosing this direction, 1/sr */
    const float *texel;
    uint64_t hash; /* hash of size and radiance (FILE), or of size, `source` and `sun` */
    /* tables for choosing directions in proportion to luminance: from two uniform random numbers
     * they give row and column */
    /* [height + 1] share of the map's power above a row's upper edge, 0 .. 1 */
    const float *rows;
    /* [height][width + 1] share of a row's power left of a column, 0 .. 1 */
    const float *columns;
    /* [height + 1] guide to `rows`: number i is the row whose range of shares contains i / height
     */
    const uint16_t *row_guide;
    /* [height][width + 1] guide to `columns`: number i is the column whose range of shares contains
     * i / width */
    const uint16_t *column_guide;
    /* [height + 1] cos p at the upper edge of each row, and last -1 at the nadir */
    const float *edge;
    /* expansion of the light into spherical harmonics up to degree 2: as a function of a surface's
     * normal it is the surface's irradiance / pi (Ramamoorthi and Hanrahan 2001). wave: from the
     * whole map; wave_above: from the part above the horizon only */
    float wave[TW_LIGHTMAP_WAVES][3], wave_above[TW_LIGHTMAP_WAVES][3];
    float *memory;
} tw_lightmap;

/* makes a map from rgb [height][width][3], which is copied; width = 2 height, 2 ..
 * TW_LIGHTMAP_MOST. Negative numbers count as 0. TW_ARGUMENT: wrong sizes, or a number is not
 * finite or above 1e30. The caller gets one reference */
tw_status tw_lightmap_create(const float *rgb, int width, int height, tw_lightmap **map);

/* a dark room with soft boxes (lightmap_studio.c); the caller gets one reference */
tw_status tw_lightmap_studio(tw_lightmap **map);
/* the sky of a clear day without the sun's disc, and ground below; sun: its height above the
 * horizon, rad; its azimuth is that of (x, y) = (-1, -1) (lightmap_sky.c). The caller gets one
 * reference */
tw_status tw_lightmap_sky(double sun, tw_lightmap **map);
/* sun that belongs to tw_lightmap_sky with this height: to: unit direction to it; irradiance
 * (linear r, g, b, in the scene's units) on a surface at right angles to its light */
void tw_lightmap_sun(double sun, double to[3], double irradiance[3]);

/* lightmap_known.c: a studio or sky from a cache, which any thread may use; sun: as in
 * tw_lightmap_sky. The caller gets one reference */
tw_status tw_lightmap_known(tw_lightmap_source source, double sun, const tw_lightmap **map);

/* adds a reference and returns the map; NULL stays NULL */
const tw_lightmap *tw_lightmap_retain(const tw_lightmap *map);
void tw_lightmap_release(const tw_lightmap *map);

/* lightmap.c: tw_lightmap_create without checks, for a map of this source and sun */
tw_status tw_lightmap_make(const float *rgb, int width, int height, tw_lightmap_source source,
                           double sun, tw_lightmap **map);

#endif
