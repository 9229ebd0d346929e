/*
 * Paths that go on from their first vertices, many packets of them together.
 *
 * After a hit, the paths of one packet have all directions, and fewer go on with each vertex. So
 * the paths of a tile wait for each other and go on as a wave: they are sorted by direction before
 * they are traced, by the item hit before they are lit, and packed into full packets each time.
 */
#ifndef TW_PICTURE_TILE_WAVE_H
#define TW_PICTURE_TILE_WAVE_H

#include "picture/tile/path.h"

/* Numbers of a path between two vertices, in lines of sixteen each. `3`: of each axis or colour */
typedef enum tw_wave_kept {
    /* the first line: the path's ray, its weight and the like */
    TW_KEPT_O,                 /* 3 */
    TW_KEPT_D = TW_KEPT_O + 3, /* 3 */
    TW_KEPT_TIME = TW_KEPT_D + 3,
    TW_KEPT_OWN,
    TW_KEPT_WEIGHT, /* 3: as in a path */
    TW_KEPT_DENSITY = TW_KEPT_WEIGHT + 3,
    TW_KEPT_BLUR,
    TW_KEPT_WAY,
    TW_KEPT_FLAGS, /* bits: see wave.c */
    /* the second: the hit, the light so far, the emitted light of the last vertices */
    TW_KEPT_T = 0,
    TW_KEPT_ITEM,
    TW_KEPT_PART,
    TW_KEPT_SUM,                            /* 3 */
    TW_KEPT_GLOW = TW_KEPT_SUM + 3,         /* 3 */
    TW_KEPT_GLOW_BEFORE = TW_KEPT_GLOW + 3, /* 3 */
    /* the third line: albedo and light of these vertices */
    TW_KEPT_LAST = 0,                  /* 6 */
    TW_KEPT_BEFORE = TW_KEPT_LAST + 6, /* 6 */
} tw_wave_kept;

enum { TW_WAVE_LINES = 3 };

/* a packet of paths */
typedef struct tw_wave_place {
    float kept[TW_PACKET][TW_WAVE_LINES][TW_PACKET];
    /* of all continuing rays from the path's vertices: their number, the number that found the sky,
     * and the sum of the sky's light */
    float rays, open, sky[3];
    uint32_t packet, up, round; /* numbers of its sample points */
    uint32_t on;                /* bit per lane: its path continues */
    tw_home home;
    /* factors at the first vertices (tw_lit) */
    fv3 to_diffuse[TW_GROUPS], to_lobe[TW_GROUPS];
} tw_wave_place;

enum { TW_WAVE_PLACES = 128 };

/* paths that are traced together */
typedef struct tw_wave {
    tw_wave_place *place; /* places whose paths wait, TW_WAVE_PLACES at most */
    int places;
    uint32_t salt;
} tw_wave;

/* keeps the paths of a packet as they leave their first vertices; q->sum is not kept */
void tw_wave_put(const tw_view *s, const tw_tile_points *points, const tw_path *q,
                 tw_wave_place *to);
/* traces the paths of all places to their ends */
void tw_wave_run(const tw_view *s, tw_tile_points *points, tw_wave *w);
/* light that the paths have brought to group g of a place */
fv3 tw_wave_light(const tw_wave_place *a, int g);

#endif
