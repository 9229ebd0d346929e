/*
 * Open ground: pixels that show only the ground, or only the sky. The light of the ground is a sum:
 *
 *     L = rho (A + sum over lamps of E/pi) + emission
 *
 * rho: the ground's albedo, averaged over the pixel, textures included. A: the light from above
 * without lamps: the mean radiance over the hemisphere, weighted by the cosine. Over a piece of
 * ground it is a smooth function of the place if all solids are farther away than a quarter of the
 * piece's width; it is computed at the nodes of a lattice over the picture and interpolated
 * (lattice.c). E: the irradiance of a lamp. It has a closed form where nothing may stand between
 * lamp and ground (lamps.c, shade.c); elsewhere it is found by rays from the pixel's own samples.
 */
#ifndef TW_PICTURE_TILE_OPEN_H
#define TW_PICTURE_TILE_OPEN_H

#include "picture/rays/quad.h"
#include "picture/rays/scene.h"

enum {
    TW_OPEN_LAMPS = 8, /* largest number of lamps; scenes with more have no open ground */
    /* largest number of solids in the list of a lamp; if there are more, rays to the lamp search
     * the tree */
    TW_OPEN_SHADES = 32,
    TW_OPEN_WAYS = 4,   /* number of packets of directions that are traced from a node */
    TW_OPEN_AROUND = 4, /* largest number of paths traced for one direction that meets a solid */
    TW_OPEN_STEP = 4    /* pixels between nodes */
};

/* a rectangle of the ground, relative to the eye, m */
typedef struct tw_open_rect {
    float lo[2], hi[2], z;
    float radius; /* radius of the circle around the rectangle, m */
} tw_open_rect;

/* *to: rectangle of the ground that the pixels from (x0, y0) to (x1, y1) show; false: they show the
 * horizon or the sky */
bool tw_open_rect_of(const tw_view *s, double x0, double y0, double x1, double y1,
                     tw_open_rect *to);

/* shade.c: what may stand between a lamp and a rectangle of ground */
typedef struct tw_open_lamp {
    bool clear;  /* true: no solid shades this ground, and tw_open_light is exact there */
    bool listed; /* true: only the listed solids may shade this ground; false: any may */
    int count;
    int32_t solid[TW_OPEN_SHADES];
} tw_open_lamp;
/* lamp [lamps]: for each lamp, sets what may stand between it and the ground `on`. within: the same
 * for a larger rectangle that contains `on`, NULL: unknown, the tree is searched */
void tw_open_shade(const tw_view *s, const tw_open_rect *on, const tw_open_lamp *within,
                   tw_open_lamp *lamp);
/* true: every solid is certainly at least `far` metres away from this ground */
bool tw_open_far(const tw_view *s, const tw_open_rect *on, float far);

/* lamps.c: irradiance of lamp m, divided by pi, at places x of level ground, if nothing stands
 * between */
fv3 tw_open_light(const tw_lamp *m, fv3 x);
/* true: the relative error of tw_open_light is below 5e-4 everywhere on this ground */
bool tw_open_holds(const tw_lamp *m, const tw_open_rect *on);

/* lattice.c: the lattice, one node every TW_OPEN_STEP pixels, with A at each node. A depends on the
 * frame and the node's place alone, so any thread may compute it when it needs it, even two threads
 * at once */
typedef struct tw_open {
    int across, down;
    /* [down][across][4] A as the bits of three floats, and the node's state (lattice.c) */
    atomic_uint *node;
    /* [set][number][direction] sets of directions over the hemisphere with a density proportional
     * to the cosine, one packet for each quarter. Numbers: x, y, z, time in the exposure, sky's
     * radiance r, g, b. Set 0: directions traced from the nodes; sets 1 to 4: directions around
     * each of these */
    float way[1 + TW_OPEN_AROUND][7][TW_OPEN_WAYS * TW_PACKET];
    float sky[3]; /* A where no solid hides any part of the sky */
} tw_open;
/* *open: lattice for the open ground of a picture, freed by tw_open_free; NULL: the picture can
 * have no open ground */
tw_status tw_open_make(const tw_view *s, const tw_picture_options *o, tw_open **open);
void tw_open_free(tw_open *open);
/* light [3]: A at node (column, row), whose place lies in the ground of `over` */
void tw_open_node(const tw_view *s, const tw_over *over, int column, int row, float light[3]);

/* ground.c: the open ground of a tile. It is drawn in blocks of 4 x 4 pixels; the block that is
 * being drawn is called the block here */
typedef struct tw_open_tile {
    const tw_view *view;
    const tw_tile *tile;
    int x0, y0;
    bool ground; /* false: the tile has no open ground */
    bool alpha;  /* true: the sky is transparent, and pixels of sky stay empty */
    /* true: A varies so smoothly over the tile that it is interpolated between nodes everywhere */
    bool smooth;
    /* for each quarter of the tile: 1: A is smooth over it; 0: it is not; -1: not tested yet */
    int8_t part[4];
    /* [lamps] what may stand between each lamp and the tile's ground */
    tw_open_lamp lamp[TW_OPEN_LAMPS];
    /* [lamps] what may stand between each lamp and the block's ground */
    tw_open_lamp near[TW_OPEN_LAMPS];
    bool clear;  /* true: every near[i] is clear: the block needs no rays */
    float cover; /* coverage of the block's pixels: 1: ground, 0: sky */
    /* [r, g, b] of the block's 16 pixels: albedo; light without that of the lamps that are not
     * `clear` */
    float rho[3][TW_PACKET], light[3][TW_PACKET];
    /* [r, g, b] of the block's 16 pixels: the part rho A of `light`, before haze */
    float found[3][TW_PACKET];
} tw_open_tile;
void tw_open_begin(const tw_view *s, const tw_tile *tile, int x0, int y0, bool alpha,
                   tw_open_tile *o);
/* true: the 4 x 4 pixels from (x, y) of the picture on show nothing but open ground, or nothing but
 * sky; they are now the block of *o, which holds their light */
bool tw_open_block(tw_open_tile *o, int x, int y);
/* light: sums by column (lanes 0, 4, 8, 12; 1, 5, ...) over one packet of samples of the block's
 * pixel (x, y): r, g, b, coverage, and r, g, b of the light without that of lamps */
enum { TW_OPEN_SUMS = 7 };
void tw_open_pixel(const tw_open_tile *o, tw_tile_points *points, int x, int y,
                   tw_quad light[TW_OPEN_SUMS]);
/* as tw_open_pixel for the block's 2 x 2 pixels from (x, y) on, with four samples each, one in each
 * column */
void tw_open_four(const tw_open_tile *o, tw_tile_points *points, int x, int y,
                  tw_quad light[4][TW_OPEN_SUMS]);

#endif
