/*
 * Open ground: pixels that show only the ground, or only the sky. The light of the ground is a sum:
 *
 *     L = rho (A + sum over lamps of E/pi) + emission
 *
 * rho: the ground's albedo, averaged over the pixel, textures included.
 * A: the mean radiance from above, weighted by the cosine. It is a smooth function of the place
 * where solids are farther away than a quarter of the place's width; it is computed at the nodes of
 * a lattice over the picture and interpolated (lattice.c). E: the irradiance of a lamp. It has a
 * closed form where nothing may be between lamp and ground (lamps.c, shade.c); elsewhere it is
 * traced by rays from the pixel's own samples.
 */
#ifndef TW_PICTURE_TILE_OPEN_H
#define TW_PICTURE_TILE_OPEN_H

#include "picture/rays/quad.h"
#include "picture/rays/scene.h"

enum {
    TW_OPEN_LAMPS = 8, /* largest number of lamps; scenes with more have no open ground */
    TW_OPEN_SHADES =
        32, /* largest number of solids in the list of a lamp; with more, rays search the tree */
    TW_OPEN_WAYS = 4,   /* packets of directions per node */
    TW_OPEN_AROUND = 4, /* largest number of paths traced for one direction that hits a solid */
    TW_OPEN_STEP = 4    /* pixels between nodes */
};

/* a rectangle of the ground; places are relative to the eye, m */
typedef struct tw_open_rect {
    float lo[2], hi[2], z;
    float radius; /* radius of a circle around the rectangle, m */
} tw_open_rect;

/* *to: rectangle of the ground that the pixels from (x0, y0) to (x1, y1) show; false: they show the
 * horizon or the sky */
bool tw_open_rect_of(const tw_view *s, double x0, double y0, double x1, double y1,
                     tw_open_rect *to);

/* shade.c: what may stand between a lamp and some ground */
typedef struct tw_open_lamp {
    bool clear;  /* true: no solid shades this ground, and tw_open_light is exact there */
    bool listed; /* true: only the listed solids may shade this ground; false: any may */
    int count;
    int32_t solid[TW_OPEN_SHADES];
} tw_open_lamp;
/* lamp [lamps]: sets what may stand between each lamp and the ground `on`; within: the same for a
 * larger ground that contains it, NULL: not known */
void tw_open_shade(const tw_view *s, const tw_open_rect *on, const tw_open_lamp *within,
                   tw_open_lamp *lamp);
/* is every solid at least `far` metres away from this ground? false if in doubt */
bool tw_open_far(const tw_view *s, const tw_open_rect *on, float far);

/* lamps.c: irradiance over pi of lamp m, with nothing between, at places x of ground that faces up
 */
fv3 tw_open_light(const tw_lamp *m, fv3 x);
/* does tw_open_light have a relative error below 5e-4 everywhere on this ground? */
bool tw_open_holds(const tw_lamp *m, const tw_open_rect *on);

/* lattice.c: nodes with A. A depends on the frame and the node's place alone, so that any thread
 * may compute it, even two at once */
typedef struct tw_open {
    int across, down;
    /* [down][across][4] A as the bits of three floats, and the node's state (lattice.c) */
    atomic_uint *node;
    /* sets of directions over the hemisphere, distributed by the cosine, a packet for each quarter:
     * x, y, z, time in the exposure, and light of the sky r, g, b. Set 0: directions of the nodes;
     * sets 1 to 4: directions around each of these */
    float way[1 + TW_OPEN_AROUND][7][TW_OPEN_WAYS * TW_PACKET];
    float sky[3]; /* A without any solids */
} tw_open;
/* *open: lattice for the open ground of a picture, to be freed; NULL: it can have none */
tw_status tw_open_make(const tw_view *s, const tw_picture_options *o, tw_open **open);
void tw_open_free(tw_open *open);
/* light [3]: A at node (column, row), whose ground lies in that of `over` */
void tw_open_node(const tw_view *s, const tw_over *over, int column, int row, float light[3]);

/* ground.c: the open ground of a tile, of which 4 x 4 pixels are worked on at a time */
typedef struct tw_open_tile {
    const tw_view *view;
    const tw_tile *tile;
    int x0, y0;
    bool ground;    /* false: the tile has no open ground */
    bool alpha;     /* the sky is transparent: its pixels stay empty */
    bool smooth;    /* A is smooth over the whole tile */
    int8_t part[4]; /* is A smooth over each quarter of the tile? 1 or 0; -1: not known yet */
    tw_open_lamp lamp[TW_OPEN_LAMPS]; /* lamps of the tile */
    tw_open_lamp near[TW_OPEN_LAMPS]; /* what may stand between each lamp and the present pixels */
    bool clear;                       /* all lamps are clear */
    float cover;                      /* coverage of the present pixels: 1 ground, 0 sky */
    /* of the 16 present pixels, r, g, b: albedo; light without that of lamps that are not
     * `clear` */
    float rho[3][TW_PACKET], light[3][TW_PACKET];
    /* of the 16 present pixels: the part rho A of `light`, before haze */
    float found[3][TW_PACKET];
} tw_open_tile;
void tw_open_begin(const tw_view *s, const tw_tile *tile, int x0, int y0, bool alpha,
                   tw_open_tile *o);
/* Do the 4 x 4 pixels from (x, y) of the picture on show open ground alone, or sky alone? If so, *o
 * holds their light */
bool tw_open_block(tw_open_tile *o, int x, int y);
/* light: of one packet of samples of pixel (x, y), one of the present ones: sums by column (lanes
 * 0, 4, 8, 12; 1, 5, ...) of r, g, b, coverage, and of the light r, g, b without that of lamps */
enum { TW_OPEN_SUMS = 7 };
void tw_open_pixel(const tw_open_tile *o, tw_tile_points *points, int x, int y,
                   tw_quad light[TW_OPEN_SUMS]);
/* like tw_open_pixel for the 2 x 2 pixels from (x, y) on, with four samples each, one for each
 * column */
void tw_open_four(const tw_open_tile *o, tw_tile_points *points, int x, int y,
                  tw_quad light[4][TW_OPEN_SUMS]);

#endif
