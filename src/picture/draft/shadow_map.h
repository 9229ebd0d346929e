/*
 * A sun's shadow map: for each texel of a plane at right angles to the sun's light, how far the
 * meshes reach toward the sun there. It has 2048 x 2048 texels and is fitted to the meshes.
 *
 * A place (receiver) is compared with 4 x 4 texels: with each, the height of the receiver's tangent
 * plane over that texel is compared with the height stored, so that a lit face does not shade
 * itself however it lies. The results are averaged with the weights of a box of 3 x 3 texels around
 * the receiver [Reeves, Salesin, Cook 1987]. If the highest point of a block of texels is below the
 * receiver, it is lit and nothing needs to be compared.
 */
#ifndef TW_PICTURE_DRAFT_SHADOW_MAP_H
#define TW_PICTURE_DRAFT_SHADOW_MAP_H

#include "picture/draft/raster.h"

enum {
    TW_SHADOW_MAP = 2048,
    TW_SHADOW_TILES = TW_SHADOW_MAP / TW_RASTER_TILE,
    TW_SHADOW_BLOCK = 8,
    TW_SHADOW_BLOCKS = TW_SHADOW_MAP / TW_SHADOW_BLOCK
};

typedef struct tw_shadow_map {
    tw_projection projection;
    /* factors of a place's x, y, z and of 1 in its column and its row of the map, texels, and in
     * its height toward the sun, m */
    float x[4], y[4], q[4];
    float to[3];    /* unit direction from the scene toward the sun */
    float world[2]; /* lengths of a texel's two edges, m */
    float bias;     /* height */
    /* greatest heights toward the sun, m, tile by tile, stored only for tiles in which there are
     * meshes. slot[tile]: place of the tile's texels in `texel`; slot 0 is the empty tile */
    float *texel;
    int32_t slot[TW_SHADOW_TILES * TW_SHADOW_TILES];
    /* [row][column] for each block of TW_SHADOW_BLOCK^2 texels, the greatest height in it and in
     * its eight neighbours */
    float most[TW_SHADOW_BLOCKS * TW_SHADOW_BLOCKS];
} tw_shadow_map;

tw_status tw_shadow_map_make(const tw_view *s, const tw_instances *m, const tw_lamp *sun,
                             tw_team *team, tw_shadow_map *map);
void tw_shadow_map_free(tw_shadow_map *map);

/* true: the flat square with these corners and the normal n is certainly lit everywhere; false: it
 * may be partly in shadow */
bool tw_shadow_map_clear(const tw_shadow_map *map, const float corner[4][3], const float n[3]);

/* share of the sun's light, 0 .. 1, that reaches places x with normals n, for lanes `on` */
fv tw_shadow_map_light(const tw_shadow_map *map, fv3 x, fv3 n, iv on);

#endif
