/*
 * Rasteriser for meshes: the nearest triangle at each sample of a tile.
 *
 * Corners are projected in single precision and laid on a grid of 1/256 pixel; from there on all is
 * exact: a sample lies in a triangle when three edge functions of integers say so, and one that
 * lies on an edge belongs to the triangle whose interior is to the right of it or below it, so
 * closed meshes have neither cracks nor samples that count twice. Depth is q, linear over the
 * picture and larger nearer by: 1/z of a camera, the height over a plane of a sun. The larger q
 * wins, of equals the first in the order of items and triangles. [Pineda 1988; Olano, Greer 1997]
 *
 * Chunks of triangles are set up by any thread in any order and are read by tiles in their order:
 * nothing depends on threads.
 */
#ifndef TW_PICTURE_DRAFT_RASTER_H
#define TW_PICTURE_DRAFT_RASTER_H

#include "picture/rays/scene.h"

enum {
    TW_RASTER_TILE = 32, /* pixels */
    TW_RASTER_BLOCK = 16,
    TW_RASTER_ROW =
        TW_RASTER_TILE +
        /* floats in a row of a tile of single samples, with room for a vector that begins in it */
        8,
    TW_RASTER_SUB = 256, /* steps of the grid of corners per pixel */
    /* largest width and height drawn at once, pixels; larger pictures are drawn in windows */
    TW_RASTER_WINDOW = 4096
};

/* 16 triangles in the mesh's own axes: c[3 i + k] is coordinate k of corner i */
typedef struct tw_block {
    float c[9][TW_RASTER_BLOCK];
} tw_block;

typedef struct tw_instance {
    int solid;
    int blocks;
    /* blocks of its triangles; NULL: they are built from the mesh when needed */
    const tw_block *block;
    /* mask of the 16 samples of a pixel that the solid covers; all unless it is translucent */
    uint16_t door;
} tw_instance;

/* the meshes of a view */
typedef struct tw_instances {
    tw_instance *instance;
    int count;
    tw_block *block;
    size_t block_count;
} tw_instances;

tw_status tw_instances_make(const tw_view *s, tw_instances *m);
void tw_instances_free(tw_instances *m);
/* *to: block number `block` of an instance's triangles; built in `own` if it is not kept */
void tw_block_of(const tw_instance *i, const tw_mesh *m, int block, tw_block *own,
                 const tw_block **to);

/* projection in doubles: the place (x, y, z) relative to the eye has the pixel x/w, y/w */
typedef struct tw_projection {
    double x[4], y[4], w[4],
        q[4];      /* factors of the place's x, y, z and of 1; q: depth of parallel rays */
    bool parallel; /* parallel rays: w = 1, and q as above; otherwise q = 1/w */
    double near;   /* least w of places that are drawn */
    double far;    /* parallel rays: greatest q in front of the eye */
    int width, height;
    int samples; /* samples per pixel, 1 or 16 */
} tw_projection;

/* *p: projection of the camera for a window of the picture. near: least depth that is drawn, m;
 * parallel rays: depth that gets q = 0, beyond everything visible */
void tw_projection_of_eye(const tw_eye *e, int x0, int y0, int width, int height, int samples,
                          double near, tw_projection *p);

typedef struct tw_triangle {
    int32_t x[3], y[3]; /* steps of the grid */
    float q[3];
    int32_t item, part;
    /* pixels that may have samples in the triangle: first and last column, first and last row */
    int16_t x0, x1, y0, y1;
    uint16_t door;
    bool large; /* its area needs more than 32 bits */
} tw_triangle;

typedef struct tw_chunk {
    int instance, block, last,
        /* range of its triangles: from block `block` of `instance` up to, without it, block
         * `last_block` of instance `last` */
        last_block;
    tw_triangle *triangle;
    size_t count, room;
    int32_t *first; /* [tiles + 1] start of each tile's list in `reference` */
    uint32_t *reference;
    bool failed;
} tw_chunk;

typedef struct tw_raster {
    tw_projection projection;
    const tw_view *view;
    const tw_instances *meshes;
    int columns, rows;
    tw_chunk *chunk;
    int chunk_count;
    bool *used; /* [tiles] true: the tile may show a triangle */
} tw_raster;

tw_status tw_raster_make(const tw_view *s, const tw_instances *m, const tw_projection *p,
                         tw_team *team, tw_raster *r);
void tw_raster_free(tw_raster *r);

/* raster_clip.c: clips a triangle that is partly behind the eye or far outside the picture, and
 * adds the rest. corner: x, y, w, q by the projection; like: its other members; both_sides:
 * triangles seen from behind count, too */
void tw_raster_slowly(const tw_raster *r, tw_chunk *chunk, const tw_triangle *like,
                      const float corner[3][4], bool both_sides);
/* stores triangle t, whose x, y, q are set and which needs no clipping, in the chunk, unless it
 * cannot be visible. both_sides: as above */
void tw_raster_put(const tw_raster *r, tw_chunk *chunk, tw_triangle *t, bool both_sides);
/* memory for one more triangle of the chunk; NULL: there is none */
tw_triangle *tw_chunk_next(tw_chunk *chunk);

/* place of sample i in its pixel, right and down: (value + 1/2) / 16 */
extern const uint8_t tw_sample_x[16], tw_sample_y[16];

/* depth q, item and triangle for one sample per pixel of a tile; on entry those of the background
 */
typedef struct tw_sight {
    float q[TW_RASTER_TILE][TW_RASTER_ROW];
    int32_t item[TW_RASTER_TILE][TW_RASTER_ROW], part[TW_RASTER_TILE][TW_RASTER_ROW];
} tw_sight;

/* depth q, item and triangle for 16 samples per pixel of a tile; set only for touched pixels */
typedef struct tw_sights {
    float q[TW_RASTER_TILE * TW_RASTER_TILE][16];
    int32_t item[TW_RASTER_TILE * TW_RASTER_TILE][16], part[TW_RASTER_TILE * TW_RASTER_TILE][16];
    bool touched[TW_RASTER_TILE * TW_RASTER_TILE];
    /* depth q of the ground at the tile's corner, its change per pixel right and down, and the
     * greatest q in front of the eye */
    float ground[4];
} tw_sights;

/* sets a pixel's samples to the background and marks it as touched */
void tw_sights_touch(tw_sights *to, int pixel);

void tw_raster_sight(const tw_raster *r, int tile, tw_sight *to);
void tw_raster_depth(const tw_raster *r, int tile, float *q); /* [TILE][ROW] */
void tw_raster_sights(const tw_raster *r, int tile, tw_sights *to);

#endif
