/*
 * Paths that go on from their first vertices, many packets of them together.
 *
 * After a hit, the paths of one packet have all directions, and fewer of them go on with each
 * vertex. So the paths of a tile wait for each other and go on together, vertex by vertex, as a
 * wave: at each step they are sorted by direction before they are traced, sorted by the item hit
 * before its light is computed, and packed into full packets each time.
 */
#ifndef TW_PICTURE_TILE_WAVE_H
#define TW_PICTURE_TILE_WAVE_H

#include "picture/tile/path.h"

/* Indices of the numbers kept for a path between two vertices, in three lines of sixteen floats.
 * Comments that begin with 3 or 6: that many floats, x, y, z or r, g, b */
typedef enum tw_wave_kept {
    /* first line: the path's ray, weight and state */
    TW_KEPT_O,                 /* 3: origin of the ray */
    TW_KEPT_D = TW_KEPT_O + 3, /* 3: its direction */
    TW_KEPT_TIME = TW_KEPT_D + 3,
    TW_KEPT_OWN,
    TW_KEPT_WEIGHT, /* 3: weight of the path: factor of the light that it will find */
    TW_KEPT_DENSITY = TW_KEPT_WEIGHT + 3,
    TW_KEPT_BLUR,
    TW_KEPT_WAY,
    TW_KEPT_FLAGS, /* flags, listed in wave.c */
    /* second line: the hit, the light so far, light emitted by the last two vertices */
    TW_KEPT_T = 0,
    TW_KEPT_ITEM,
    TW_KEPT_PART,
    TW_KEPT_SUM,                            /* 3 */
    TW_KEPT_GLOW = TW_KEPT_SUM + 3,         /* 3 */
    TW_KEPT_GLOW_BEFORE = TW_KEPT_GLOW + 3, /* 3 */
    /* third line: of the last two vertices, albedo and then light (tw_outgoing) */
    TW_KEPT_LAST = 0,                  /* 6 */
    TW_KEPT_BEFORE = TW_KEPT_LAST + 6, /* 6 */
} tw_wave_kept;

enum { TW_WAVE_LINES = 3 };

/* a packet of paths that wait */
typedef struct tw_wave_place {
    float kept[TW_PACKET][TW_WAVE_LINES][TW_PACKET];
    /* over all continuing rays of these paths so far: number of rays, number of those that reached
     * the sky, sum of the sky's light r, g, b along them */
    float rays, open, sky[3];
    /* numbers that select the sample points of the packet: members of tw_tile_points */
    uint32_t packet, up, round;
    uint32_t on; /* bit k: lane k has a path */
    tw_home home;
    /* factors by which the light of each path counts for the diffuse light and for the lobe at its
     * first vertex (tw_lit) */
    fv3 to_diffuse[TW_GROUPS], to_lobe[TW_GROUPS];
} tw_wave_place;

enum { TW_WAVE_PLACES = 128 };

/* paths of many packets that are traced together */
typedef struct tw_wave {
    tw_wave_place *place; /* [places] the packets; there is room for TW_WAVE_PLACES */
    int places;
    uint32_t salt;
} tw_wave;

/* *to: the paths q of a packet, whose rays now leave their first vertices; the light found so far,
 * q->sum, is not carried over */
void tw_wave_put(const tw_view *s, const tw_tile_points *points, const tw_path *q,
                 tw_wave_place *to);
/* traces the paths of all places to their ends; then tw_wave_light gives the results */
void tw_wave_run(const tw_view *s, tw_tile_points *points, tw_wave *w);
/* light that the paths of group g of a place have brought to their first vertices */
fv3 tw_wave_light(const tw_wave_place *a, int g);

#endif
