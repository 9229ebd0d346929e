/*
 * Planes that the stages of the filter (filter.h) hand to each other, for one kind of light of one
 * tile.
 *
 * A plane has a float for each part of each pixel of the window: the tile and TW_FILTER_SIDE pixels
 * on all sides of it. Pixel (0, 0) is the first one of the tile; those left of it and above have
 * negative numbers.
 */
#ifndef TW_PICTURE_FILTER_PLANES_H
#define TW_PICTURE_FILTER_PLANES_H

#include "picture/filter/filter.h"

#include <string.h>

enum {
    TW_WINDOW = TW_TILE + 2 * TW_FILTER_SIDE,
    /* columns left and right of the window, so that vectors that begin near its border stay in
     * memory */
    TW_WINDOW_PAD = 4
};

/* variance that the eye cannot see, as a share of the squared luminance */
#define TW_FILTER_UNSEEN 1e-5f

typedef float tw_filter_plane[TW_PARTS][TW_WINDOW][TW_WINDOW + 2 * TW_WINDOW_PAD];

typedef struct tw_filtering {
    const tw_parts *const *around; /* [TW_AROUND] */
    const tw_parts *parts;         /* the tile's */
    int slots;                     /* greatest number of parts of a pixel in the window */
    /* numbers, in a tile's `plane` (filter.h), of the first of three planes with the light of this
     * kind, and of the first of three with its albedo */
    int light0, albedo0;
    int noise0; /* number of the plane with the variance of this kind's mean luminance */
    bool flat;  /* true: all normals in the window are equal, to the bit */
    tw_filter_plane item, share, normal[3];
    tw_filter_plane light[3]; /* incoming light as drawn, in which guide.c limits outliers */
    /* variance of the luminance of `light`, reduced where an outlier was limited */
    tw_filter_plane variance;
    tw_filter_plane box[3]; /* means of `light` over 3 x 3 pixels that show the same thing */
    tw_filter_plane value;  /* luminance of the means `box` */
    /* variance of `value`: mean of `variance` over the pixels of `box`, times the tile's `strength`
     */
    tw_filter_plane noise;
    /* weight of a 3 x 3 mean as a neighbour: sum of its pixels' shares, less where the pixels
     * differ by more than noise */
    tw_filter_plane weight;
    tw_filter_plane out[3]; /* filtered light: set by filter.c, corrected by residual.c */
} tw_filtering;

static inline fv tw_filter_at(const tw_filter_plane plane, int part, int x, int y) {
    fv v;
    memcpy(&v, &plane[part][y + TW_FILTER_SIDE][x + TW_FILTER_SIDE + TW_WINDOW_PAD], sizeof v);
    return v;
}

static inline fv3 tw_filter_at3(const tw_filter_plane plane[3], int part, int x, int y) {
    return f3(tw_filter_at(plane[0], part, x, y), tw_filter_at(plane[1], part, x, y),
              tw_filter_at(plane[2], part, x, y));
}

static inline void tw_filter_put(tw_filter_plane plane, int part, int x, int y, fv v) {
    memcpy(&plane[part][y + TW_FILTER_SIDE][x + TW_FILTER_SIDE + TW_WINDOW_PAD], &v, sizeof v);
}

static inline void tw_filter_put3(tw_filter_plane plane[3], int part, int x, int y, fv3 v) {
    tw_filter_put(plane[0], part, x, y, v.x);
    tw_filter_put(plane[1], part, x, y, v.y);
    tw_filter_put(plane[2], part, x, y, v.z);
}

static inline iv tw_filter_item(const tw_filtering *f, int part, int x, int y) {
    return (iv)tw_filter_at(f->item, part, x, y);
}

/* greatest number of parts of a pixel in the tile itself; `slots` counts the window */
static inline int tw_own_slots(const tw_filtering *f) {
    return f->parts->second ? 2 : 1;
}

/* plane `which` of part number `part`, as drawn, for TW_LANES pixels of the tile from (x, y) on */
static inline fv tw_drawn(const tw_filtering *f, int part, int which, int x, int y) {
    fv v;
    memcpy(&v, &f->parts->plane[part][which][y][x], sizeof v);
    return v;
}

static inline fv3 tw_drawn3(const tw_filtering *f, int part, int which, int x, int y) {
    return f3(tw_drawn(f, part, which, x, y), tw_drawn(f, part, which + 1, x, y),
              tw_drawn(f, part, which + 2, x, y));
}

static inline iv tw_drawn_item(const tw_filtering *f, int part, int x, int y) {
    return (iv)tw_drawn(f, part, TW_PLANE_ITEM, x, y);
}

static inline fv tw_filter_luminance(fv3 c) {
    return (c.x + c.y + c.y + c.z) * fv_all(0.25f);
}

/* guide.c: limits outliers in `light`, and computes `box`, `value`, `noise`, `weight` */
void tw_filter_guides(tw_filtering *f);
/* residual.c: adds to `out` the light that filtering took from each thing */
void tw_filter_return(tw_filtering *f);

#endif
