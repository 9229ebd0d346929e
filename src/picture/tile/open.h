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
    TW_OPEN_LAMPS = 8,   /* most lamps; scenes with more have no open ground */
    TW_OPEN_SHADES = 32, /* most solids listed for one lamp; with more, rays search the tree */
    TW_OPEN_WAYS = 4,    /* packets of directions from every node */
    TW_OPEN_AROUND = 4,  /* most paths in place of one that meets a solid */
    TW_OPEN_STEP = 4     /* pixels between nodes */
};

/* rectangle of the ground, relative to the eye, m */
typedef struct tw_open_rect {
    float lo[2], hi[2], z;
    float radius; /* radius of the circle around it */
} tw_open_rect;

/* *to: rectangle of the ground that the pixels x0 .. x1, y0 .. y1 show; false: they show the
 * horizon */
bool tw_open_rect_of(const tw_view *s, double x0, double y0, double x1, double y1,
                     tw_open_rect *to);

/* shade.c: solids that may stand between a lamp and some ground */
typedef struct tw_open_lamp {
    bool clear;  /* no solid shades the ground, and tw_open_light holds */
    bool listed; /* only the solids listed may shade the ground; false: any may */
    int count;
    int32_t solid[TW_OPEN_SHADES];
} tw_open_lamp;
/* lamp [lamps]: set for the ground `on`; within: the same for a larger area that contains it, or
 * NULL */
void tw_open_shade(const tw_view *s, const tw_open_rect *on, const tw_open_lamp *within,
                   tw_open_lamp *lamp);
/* true: no solid is nearer to this ground than `far` */
bool tw_open_far(const tw_view *s, const tw_open_rect *on, float far);

/* lamps.c: E/pi of an unobstructed lamp on ground that faces up, at up to 16 places */
fv3 tw_open_light(const tw_lamp *m, fv3 x);
/* does tw_open_light hold everywhere on this ground, to a relative error below 5e-4? */
bool tw_open_holds(const tw_lamp *m, const tw_open_rect *on);

/* lattice.c: A at the nodes. A node's value depends only on the frame and its place, so any thread
 * may compute it, even two at once */
typedef struct tw_open {
    int across, down;
    atomic_uint *node; /* [down][across][4]: the bits of three floats, and a state */
    /* directions over the hemisphere, distributed by the cosine, a packet for each quarter; times
     * in the shutter; light of the sky: x, y, z, time, r, g, b. First the directions of the
     * lattice, then four around each */
    float way[1 + TW_OPEN_AROUND][7][TW_OPEN_WAYS * TW_PACKET];
    float sky[3]; /* A without any solids */
} tw_open;
/* NULL in *open: this picture has no open ground */
tw_status tw_open_make(const tw_view *s, const tw_picture_options *o, tw_open **open);
void tw_open_free(tw_open *open);
/* A at node (column, row), whose ground is part of `over` */
void tw_open_node(const tw_view *s, const tw_over *over, int column, int row, float light[3]);

/* ground.c: a tile, and 4 x 4 pixels of it at a time */
typedef struct tw_open_tile {
    const tw_view *view;
    const tw_tile *tile;
    int x0, y0;
    bool ground;    /* the tile may have open ground */
    bool alpha;     /* pixels that show the sky are left empty */
    bool smooth;    /* A is smooth over the whole tile */
    int8_t part[4]; /* A is smooth over a quarter of the tile; -1: not known yet */
    tw_open_lamp lamp[TW_OPEN_LAMPS]; /* lamps of the tile */
    tw_open_lamp near[TW_OPEN_LAMPS]; /* lamps of the present pixels */
    bool clear;                       /* all lamps are clear */
    float cover;                      /* cover of the present pixels: 1 on ground, 0 in the sky */
    float rho[3][TW_PACKET], light[3][TW_PACKET]; /* light but for lamps that are not clear */
    float found[3][TW_PACKET];                    /* part of rho A, without haze */
} tw_open_tile;
void tw_open_begin(const tw_view *s, const tw_tile *tile, int x0, int y0, bool alpha,
                   tw_open_tile *o);
/* do the 4 x 4 pixels from (x, y) of the picture show open ground alone, or the sky alone? Then
 * they are made ready */
bool tw_open_block(tw_open_tile *o, int x, int y);
/* One packet of samples of a pixel of theirs: sums over the lanes 0, 4, 8, 12; 1, 5, ... of r, g,
 * b, coverage, and of r, g, b without the light of lamps */
enum { TW_OPEN_SUMS = 7 };
void tw_open_pixel(const tw_open_tile *o, tw_tile_points *points, int x, int y,
                   tw_quad light[TW_OPEN_SUMS]);
/* the same for two by two pixels from (x, y) on: four samples per pixel, one for each column */
void tw_open_four(const tw_open_tile *o, tw_tile_points *points, int x, int y,
                  tw_quad light[4][TW_OPEN_SUMS]);

#endif
