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
    TW_OPEN_LAMPS = 8, /* most lamps; scenes with more have no open ground */
    TW_OPEN_SHADES =
        32, /* most solids in the list of a lamp; if there are more, rays search the tree */
    TW_OPEN_WAYS = 4,   /* packets of directions per node */
    TW_OPEN_AROUND = 4, /* most paths traced for one direction that hits a solid */
    TW_OPEN_STEP = 4    /* pixels between nodes */
};

/* a rectangle of the ground, relative to the eye, m */
typedef struct tw_open_rect {
    float lo[2], hi[2], z;
    float radius; /* radius of the circle around it */
} tw_open_rect;

/* *to: rectangle of the ground that the pixels from (x0, y0) to (x1, y1) show; false: they show the
 * horizon */
bool tw_open_rect_of(const tw_view *s, double x0, double y0, double x1, double y1,
                     tw_open_rect *to);

/* shade.c: what may stand between a lamp and some ground */
typedef struct tw_open_lamp {
    bool clear;  /* no solid shades this ground, and tw_open_light is exact there */
    bool listed; /* true: only the listed solids may shade it; false: any may */
    int count;
    int32_t solid[TW_OPEN_SHADES];
} tw_open_lamp;
/* lamp [lamps]: sets them for the ground `on`; within: those of a larger area that contains it,
 * NULL: none */
void tw_open_shade(const tw_view *s, const tw_open_rect *on, const tw_open_lamp *within,
                   tw_open_lamp *lamp);
/* is every solid at least `far` away from this ground? (conservative) */
bool tw_open_far(const tw_view *s, const tw_open_rect *on, float far);

/* lamps.c: E/pi of a lamp that nothing hides, at places x of ground that faces up */
fv3 tw_open_light(const tw_lamp *m, fv3 x);
/* is tw_open_light exact everywhere on this ground, to a relative error below 5e-4? */
bool tw_open_holds(const tw_lamp *m, const tw_open_rect *on);

/* lattice.c: A at the nodes. It depends only on the frame and the node's place, so that any thread
 * may compute it, even two at once */
typedef struct tw_open {
    int across, down;
    atomic_uint *node; /* [down][across][4] the bits of three floats (A), and the node's state */
    /* sets of directions over the hemisphere, distributed by the cosine, a packet for each quarter:
     * x, y, z, time in the exposure, light of the sky r, g, b. Set 0: directions of the lattice;
     * sets 1 to 4: directions around each of these */
    float way[1 + TW_OPEN_AROUND][7][TW_OPEN_WAYS * TW_PACKET];
    float sky[3]; /* A without any solids */
} tw_open;
/* *open: lattice of a picture; NULL: it has no open ground */
tw_status tw_open_make(const tw_view *s, const tw_picture_options *o, tw_open **open);
void tw_open_free(tw_open *open);
/* light: A at node (column, row), whose ground is within that of `over` */
void tw_open_node(const tw_view *s, const tw_over *over, int column, int row, float light[3]);

/* ground.c: the open ground of a tile, 4 x 4 pixels at a time */
typedef struct tw_open_tile {
    const tw_view *view;
    const tw_tile *tile;
    int x0, y0;
    bool ground;    /* the tile may have open ground */
    bool alpha;     /* pixels of the sky stay empty */
    bool smooth;    /* A is smooth over the whole tile */
    int8_t part[4]; /* is A smooth over each quarter of the tile? -1: not known yet */
    tw_open_lamp lamp[TW_OPEN_LAMPS]; /* lamps of the tile */
    tw_open_lamp near[TW_OPEN_LAMPS]; /* lamps for the present pixels */
    bool clear;                       /* all lamps are clear */
    float cover;                      /* coverage of the present pixels: 1 ground, 0 sky */
    float rho[3][TW_PACKET], light[3][TW_PACKET]; /* of the present pixels: albedo; light without
                                                     that of lamps that are not clear */
    float found[3][TW_PACKET];                    /* part rho A of `light`, without haze */
} tw_open_tile;
void tw_open_begin(const tw_view *s, const tw_tile *tile, int x0, int y0, bool alpha,
                   tw_open_tile *o);
/* Do the 4 x 4 pixels from (x, y) of the picture show open ground alone, or sky alone? Then their
 * light is set in *o */
bool tw_open_block(tw_open_tile *o, int x, int y);
/* light: one packet of samples of pixel (x, y) among them: sums by column (lanes 0, 4, 8, 12; 1, 5,
 * ...) of r, g, b, coverage, and of the light r, g, b without lamps */
enum { TW_OPEN_SUMS = 7 };
void tw_open_pixel(const tw_open_tile *o, tw_tile_points *points, int x, int y,
                   tw_quad light[TW_OPEN_SUMS]);
/* tw_open_pixel for the 2 x 2 pixels from (x, y) on, with four samples each, one for each column */
void tw_open_four(const tw_open_tile *o, tw_tile_points *points, int x, int y,
                  tw_quad light[4][TW_OPEN_SUMS]);

#endif
