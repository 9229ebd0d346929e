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
    TW_RASTER_ROW = TW_RASTER_TILE +
                    8,   /* numbers in a row of one sample a pixel: the tile and a whole vector */
    TW_RASTER_SUB = 256, /* steps of the grid in a pixel */
    TW_RASTER_WINDOW = 4096 /* pixels; larger pictures are drawn window by window */
};

/* 16 triangles: x, y, z of three corners, in the mesh's own axes */
typedef struct tw_block {
    float c[9][TW_RASTER_BLOCK];
} tw_block;

typedef struct tw_instance {
    int solid;
    int blocks;
    const tw_block *block; /* NULL: built from the mesh when needed */
    uint16_t door;         /* samples that a fading solid covers */
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
/* block number `block` of an instance, built in `own` unless it is at hand */
void tw_block_of(const tw_instance *i, const tw_mesh *m, int block, tw_block *own,
                 const tw_block **to);

/* map from places relative to the eye to pixels: x/w, y/w, in doubles */
typedef struct tw_projection {
    double x[4], y[4], w[4], q[4]; /* factors of x, y, z, 1; q: where w = 1 */
    bool parallel;                 /* w = 1, q falls with the depth; else q = 1/w */
    double near;                   /* least w of visible points */
    double far; /* parallel: greatest q; points of greater q are behind the eye */
    int width, height;
    int samples; /* 1 or 16 a pixel */
} tw_projection;

/* near: the least depth; of parallel rays: the depth with q = 0, all that is seen being nearer */
void tw_projection_of_eye(const tw_eye *e, int x0, int y0, int width, int height, int samples,
                          double near, tw_projection *p);

typedef struct tw_triangle {
    int32_t x[3], y[3]; /* steps of the grid */
    float q[3];
    int32_t item, part;
    int16_t x0, x1, y0, y1; /* pixels that may have samples in the triangle */
    uint16_t door;
    bool large; /* the area is too large for 32 bits */
} tw_triangle;

typedef struct tw_chunk {
    int instance, block, last, last_block; /* range from .. to, the end not included */
    tw_triangle *triangle;
    size_t count, room;
    int32_t *first; /* [tiles + 1] into reference */
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
    bool *used; /* [tiles]: may show anything */
} tw_raster;

tw_status tw_raster_make(const tw_view *s, const tw_instances *m, const tw_projection *p,
                         tw_team *team, tw_raster *r);
void tw_raster_free(tw_raster *r);

/* raster_clip.c: a triangle that is partly behind the eye or far outside; corners: x, y, w, q of
 * the projection */
void tw_raster_slowly(const tw_raster *r, tw_chunk *chunk, const tw_triangle *like,
                      const float corner[3][4], bool both_sides);
/* stores a triangle that is not clipped in the chunk's next place, unless it cannot be seen; x, y,
 * q are set */
void tw_raster_put(const tw_raster *r, tw_chunk *chunk, tw_triangle *t, bool both_sides);
/* room for one more triangle, or NULL */
tw_triangle *tw_chunk_next(tw_chunk *chunk);

/* places of the 16 samples of a pixel, sixteenths of a pixel (and half a sixteenth) */
extern const uint8_t tw_sample_x[16], tw_sample_y[16];

/* depth and item of one sample a pixel; q and item come set to the background */
typedef struct tw_sight {
    float q[TW_RASTER_TILE][TW_RASTER_ROW];
    int32_t item[TW_RASTER_TILE][TW_RASTER_ROW], part[TW_RASTER_TILE][TW_RASTER_ROW];
} tw_sight;

/* 16 samples a pixel; pixels that are not touched are not set at all */
typedef struct tw_sights {
    float q[TW_RASTER_TILE * TW_RASTER_TILE][16];
    int32_t item[TW_RASTER_TILE * TW_RASTER_TILE][16], part[TW_RASTER_TILE * TW_RASTER_TILE][16];
    bool touched[TW_RASTER_TILE * TW_RASTER_TILE];
    float ground[4]; /* q of the ground: at the tile's corner, per pixel to the right and down, and
                        its greatest before the eye */
} tw_sights;

/* sets a pixel's samples to the background */
void tw_sights_touch(tw_sights *to, int pixel);

void tw_raster_sight(const tw_raster *r, int tile, tw_sight *to);
void tw_raster_depth(const tw_raster *r, int tile, float *q); /* [TILE][ROW] */
void tw_raster_sights(const tw_raster *r, int tile, tw_sights *to);

#endif
