/*
 * Rasteriser for meshes: the nearest triangle at each sample of a tile.
 *
 * Corners are projected in single precision and rounded to a grid of 1/256 pixel; from there on it
 * is decided exactly which samples they cover. A sample lies in a triangle if three edge functions,
 * which are integers, say so. A sample that lies exactly on an edge belongs to the triangle whose
 * interior is to the right of the edge or below it, so closed meshes have neither cracks nor
 * samples that count twice.
 *
 * The depth of a sample is given as q, a linear function of the place in the picture that is larger
 * where the surface is nearer: for a camera in perspective 1/z, for parallel rays and suns the
 * height above a plane at right angles to the rays. The larger q wins; of equal ones the first in
 * the order of items and triangles. [Pineda 1988; Olano, Greer 1997]
 *
 * Triangles are prepared in chunks by any thread in any order, and the tiles read the chunks in
 * their own order, so the result does not depend on threads.
 */
#ifndef TW_PICTURE_DRAFT_RASTER_H
#define TW_PICTURE_DRAFT_RASTER_H

#include "picture/rays/scene.h"

enum {
    TW_RASTER_TILE = 32, /* pixels */
    TW_RASTER_BLOCK = 16,
    /* floats per row of a tile with one sample per pixel: TW_RASTER_TILE, and 8 more so that a
     * vector that begins at the last pixel stays within the row */
    TW_RASTER_ROW = TW_RASTER_TILE + 8,
    /* corners of triangles are rounded to a grid with this many steps per pixel */
    TW_RASTER_SUB = 256,
    /* largest width and height drawn at once, pixels; larger pictures are drawn in windows */
    TW_RASTER_WINDOW = 4096
};

/* 16 triangles of a mesh in the mesh's own axes, one per column: c[3 i + k][t] is coordinate k of
 * corner i of triangle t */
typedef struct tw_block {
    float c[9][TW_RASTER_BLOCK];
} tw_block;

typedef struct tw_instance {
    int solid;
    int blocks;
    /* [blocks] the instance's triangles, kept when several instances share a mesh; NULL: blocks are
     * built from the mesh each time they are needed */
    const tw_block *block;
    /* which of the 16 samples of a pixel the solid may cover, as a bit mask: all, unless it is
     * translucent */
    uint16_t door;
} tw_instance;

/* all solids of a view that are meshes, and the blocks of triangles that they need */
typedef struct tw_instances {
    tw_instance *instance;
    int count;
    tw_block *block;
    size_t block_count;
} tw_instances;

tw_status tw_instances_make(const tw_view *s, tw_instances *m);
void tw_instances_free(tw_instances *m);
/* *to: block number `block` of an instance's triangles: the one that is kept, or `own`, built now
 */
void tw_block_of(const tw_instance *i, const tw_mesh *m, int block, tw_block *own,
                 const tw_block **to);

/* projection in double precision: the place p = (x, y, z) relative to the eye appears at the pixel
 * (X/w, Y/w), where X, Y, w and q are linear in p */
typedef struct tw_projection {
    /* factors of x, y, z and of 1 in X, Y, w, and, for parallel rays, in the depth q */
    double x[4], y[4], w[4], q[4];
    /* true: parallel rays: w = 1, and q by its factors; false: perspective: q = 1/w */
    bool parallel;
    double near; /* least w that is drawn: triangles are clipped where w falls below it */
    double far;  /* parallel rays: greatest q of places in front of the eye */
    int width, height;
    int samples; /* number of samples per pixel, 1 or 16 */
} tw_projection;

/* *p: projection of the camera for the window of width x height pixels whose corner is the pixel
 * (x0, y0) of the picture. near: in perspective, least depth that is drawn, m; with parallel rays,
 * depth at which q = 0, beyond everything visible */
void tw_projection_of_eye(const tw_eye *e, int x0, int y0, int width, int height, int samples,
                          double near, tw_projection *p);

typedef struct tw_triangle {
    int32_t x[3], y[3]; /* corners, in steps of the grid (1/TW_RASTER_SUB pixel) */
    float q[3];
    int32_t item, part;
    /* columns x0 .. x1 and rows y0 .. y1 of the pixels that may have samples in the triangle */
    int16_t x0, x1, y0, y1;
    uint16_t door;
    /* true: it is 64 pixels or more wide or high, so that twice its area, in squared steps of the
     * grid, may not fit into 32 bits */
    bool large;
} tw_triangle;

typedef struct tw_chunk {
    /* range of the chunk's triangles: from block `block` of instance number `instance` up to, but
     * not including, block `last_block` of instance number `last` */
    int instance, block, last, last_block;
    tw_triangle *triangle;
    size_t count, room;
    /* [tiles + 1] index in `reference` at which each tile's list of triangles begins */
    int32_t *first;
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
 * adds what is left of it to the chunk. corner: X, Y, w, q of each corner by the projection; like:
 * triangle whose other members the new ones get; both_sides: triangles seen from behind are kept,
 * too */
void tw_raster_slowly(const tw_raster *r, tw_chunk *chunk, const tw_triangle *like,
                      const float corner[3][4], bool both_sides);
/* stores triangle t, whose x, y, q are set and which needs no clipping, in the chunk, unless it
 * cannot cover any sample. both_sides: triangles seen from behind are kept, too */
void tw_raster_put(const tw_raster *r, tw_chunk *chunk, tw_triangle *t, bool both_sides);
/* appends a triangle to the chunk and returns it; NULL: no memory */
tw_triangle *tw_chunk_next(tw_chunk *chunk);

/* place of sample i in its pixel: (value + 1/2) / 16 pixels from the left and upper edges */
extern const uint8_t tw_sample_x[16], tw_sample_y[16];

/* nearest hit at the one sample of each pixel of a tile: depth q, item, and triangle (part). The
 * caller sets it to the background first */
typedef struct tw_sight {
    float q[TW_RASTER_TILE][TW_RASTER_ROW];
    int32_t item[TW_RASTER_TILE][TW_RASTER_ROW], part[TW_RASTER_TILE][TW_RASTER_ROW];
} tw_sight;

/* nearest hit at the 16 samples of each pixel of a tile: depth q, item, and triangle (part); valid
 * only for pixels that are touched, the others show the background */
typedef struct tw_sights {
    float q[TW_RASTER_TILE * TW_RASTER_TILE][16];
    int32_t item[TW_RASTER_TILE * TW_RASTER_TILE][16], part[TW_RASTER_TILE * TW_RASTER_TILE][16];
    bool touched[TW_RASTER_TILE * TW_RASTER_TILE];
    /* depth q of the ground at the tile's corner, [1], [2]: its change per pixel to the right and
     * down; [3]: greatest q in front of the eye */
    float ground[4];
} tw_sights;

/* sets a pixel's samples to the background and marks it as touched */
void tw_sights_touch(tw_sights *to, int pixel);

void tw_raster_sight(const tw_raster *r, int tile, tw_sight *to);
void tw_raster_depth(const tw_raster *r, int tile, float *q); /* [TILE][ROW] */
void tw_raster_sights(const tw_raster *r, int tile, tw_sights *to);

#endif
