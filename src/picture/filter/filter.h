/*
 * The filter for noise: averages of light over similar pixels.
 *
 * A pixel keeps up to two parts, one for each thing that it shows. A part's light is split by the
 * kind of reflection: light = kd diffuse + tint lobe, with the albedos kd and tint averaged exactly
 * over the samples. Only `diffuse` and `lobe`, the incoming light, are averaged over neighbouring
 * pixels, and only with parts of the same thing. Light of lamps and light found by paths (from the
 * sky and other things) are averaged separately: a shadow's edge is sharp in the first, and no
 * reason to keep noise in the second. So silhouettes, textures, motion blur and defocus stay as
 * sharp as 16 or more samples draw them. The rest of a pixel (sky, glowing solids, a third thing)
 * is not filtered.
 *
 * Three stages, for each kind of light: guide.c limits outliers and makes means over 3 x 3 pixels,
 * filter.c averages similar neighbours, residual.c gives back the light that is then missing. So
 * the total light of a thing in a tile does not change.
 *
 * Neighbours are those of the tile and of the eight tiles around it, up to TW_FILTER_SIDE pixels
 * away: a tile is filtered when all nine have been drawn (tile/flight.h).
 */
#ifndef TW_PICTURE_FILTER_FILTER_H
#define TW_PICTURE_FILTER_FILTER_H

#include "picture/rays/quad.h"
#include "picture/rays/scene.h"

enum {
    TW_PARTS = 2,       /* parts of a pixel */
    TW_KINDS = 4,       /* kinds of light, planes from TW_PLANE_DIFFUSE on */
    TW_FILTER_SIDE = 8, /* pixels around the tile that are its pixels' neighbours */
    /* rows of a plane; the last holds nothing: without it a pixel's numbers in all planes would
     * stand in the same few sets of the cache and drive each other out */
    TW_FILTER_ROWS = TW_TILE + 1,
    TW_AROUND = 9 /* a tile and the eight around it, row by row */
};

/* planes of a part, floats (item: integers) */
typedef enum tw_plane {
    TW_PLANE_ITEM,
    TW_PLANE_SHARE,                         /* share of the pixel, 0 .. 1 */
    TW_PLANE_KD,                            /* 3: diffuse albedo */
    TW_PLANE_TINT = TW_PLANE_KD + 3,        /* 3: reflectance of the lobe */
    TW_PLANE_NORMAL = TW_PLANE_TINT + 3,    /* 3: mean */
    TW_PLANE_DIFFUSE = TW_PLANE_NORMAL + 3, /* 3 planes each: light of lamps, then light of paths */
    TW_PLANE_LOBE = TW_PLANE_DIFFUSE + 3,
    TW_PLANE_FOUND_DIFFUSE = TW_PLANE_LOBE + 3,
    TW_PLANE_FOUND_LOBE = TW_PLANE_FOUND_DIFFUSE + 3,
    TW_PLANE_NOISE = TW_PLANE_FOUND_LOBE + 3, /* TW_KINDS: variance of the light's mean luminance */
    TW_PLANES = TW_PLANE_NOISE + TW_KINDS
} tw_plane;

/* kind of light whose first plane this is, 0 .. TW_KINDS - 1; odd kinds are lobes */
static inline int tw_kind(int plane) {
    return (plane - TW_PLANE_DIFFUSE) / 3;
}

/* a tile's parts */
typedef struct tw_parts {
    int width, height; /* pixels that lie in the picture */
    bool some;         /* at least one pixel has a part */
    bool second;       /* any pixel has two */
    bool lobes;        /* any part has a tint; else the planes of lobes hold nothing */
    float strength; /* factor on the estimated variance of noise, below 1 where the estimate is too
                       large; 0: no filter */
    float plane[TW_PARTS][TW_PLANES][TW_FILTER_ROWS][TW_TILE];
} tw_parts;

/* begins a picture without any part; strength 1 */
void tw_parts_begin(tw_parts *p, int width, int height);
static inline float *tw_parts_at(tw_parts *p, int part, int plane, int x, int y) {
    return &p->plane[part][plane][y][x];
}

/* Adds the filtered light of the parts around[TW_AROUND / 2] to the tile's pixels, the first at
 * `to`, `stride` floats a row. around: the tiles by rows; NULL: without parts, or outside the
 * picture */
void tw_filter_tile(const tw_parts *const around[TW_AROUND], float *to, size_t stride);

/* ---- part.c: a pixel as its samples come -------------------------------------------------- */

/* four sums, of the lanes 0, 4, 8, 12; 1, 5, ...: each a small pattern of its own, from which the
 * noise is known; however many lanes there are, a packet lies in memory as four of these */

/* light of 16 samples */
typedef struct tw_lit {
    fv3 other[TW_GROUPS];   /* light of the background and of glowing solids */
    fv3 diffuse[TW_GROUPS]; /* light that is to be multiplied with kd */
    fv3 lobe[TW_GROUPS];    /* ... and with tint */
    fv3 kd[TW_GROUPS], tint[TW_GROUPS], normal[TW_GROUPS];
    fv3 to_diffuse[TW_GROUPS], to_lobe[TW_GROUPS]; /* factors on the light of continuations */
    iv hit[TW_GROUPS];                             /* rays that hit a thing, not the background */
    iv item[TW_GROUPS];
    bool lobes; /* any tint */
} tw_lit;

typedef struct tw_part {
    int32_t item;
    tw_quad n;               /* number of samples that hit the part, by column */
    tw_quad lit;             /* number of them with known light, by column */
    tw_quad light[TW_KINDS]; /* sums of their luminance, by column */
    tw_quad kd, tint;        /* sums of the luminance of albedo and reflectance, by column */
    /* planes from TW_PLANE_KD to TW_PLANE_NOISE - 1: sums over those */
    float sum[TW_PLANES];
} tw_part;

typedef struct tw_pixel {
    tw_part part[TW_PARTS];
    tw_quad rest;   /* luminance of the light that is not filtered, by column */
    float other[4]; /* sums: light that is not filtered; coverage */
    int parts, samples;
} tw_pixel;

/* a pixel without samples; its parts hold nothing until they are made */
static inline void tw_pixel_begin(tw_pixel *p) {
    p->rest = (tw_quad){0, 0, 0, 0};
    for (int i = 0; i < 4; i++) p->other[i] = 0;
    p->parts = p->samples = 0;
}
/* part that each lane belongs to, TW_PARTS: none */
void tw_pixel_slots(tw_pixel *p, const tw_lit *l, iv slot[TW_GROUPS]);
void tw_pixel_add(tw_pixel *p, const tw_lit *l, const iv slot[TW_GROUPS], bool alpha);
/* Sorts 16 camera rays of a pixel by the part that they hit: mask[k] has a bit for each ray that
 * hits part k, in the order of columns, lanes 0, 4, 8, 12; 1, 5, ... An empty pixel gets its parts.
 * False: the rays hit more than TW_PARTS things */
bool tw_pixel_sort(tw_pixel *p, const tw_packet *eye, uint32_t mask[TW_PARTS]);
/* counts camera rays; alpha: no background */
void tw_pixel_see(tw_pixel *p, const tw_view *s, const tw_packet *eye, bool alpha,
                  const uint32_t mask[TW_PARTS]);
/* light of part k of four pixels (NULL: none) by four samples each: lanes j, j + 4, ... are pixel
 * j's. seen[j]: how many of its samples see that part */
void tw_pixel_add_quarters(tw_pixel *const pixel[4], int k, const float seen[4], const tw_lit *l);
/* adds light of quarters that comes later, as `diffuse` and `lobe` */
void tw_pixel_later_quarters(tw_pixel *const pixel[4], int k, const fv3 *diffuse, const fv3 *lobe);
/* light that comes later: in all, and as `diffuse` and `lobe` */
void tw_pixel_later(tw_pixel *p, const iv slot[TW_GROUPS], const fv3 *all, const fv3 *diffuse,
                    const fv3 *lobe);
/* light and coverage of 4 or 16 samples, sums by column, that is not filtered */
void tw_pixel_known(tw_pixel *p, int samples, const tw_quad light[4]);
void tw_columns(const fv3 L[TW_GROUPS], tw_quad sum[3]);
/* plain ground of albedo kd that 4 or 16 samples see: light that leaves it, and the part of it that
 * paths found, sums by column */
void tw_pixel_ground(tw_pixel *p, const float *kd, int samples, const tw_quad light[3],
                     const tw_quad found[3]);
/* Expected squared error of the filtered pixel in perceived brightness; 1 is the step from black to
 * white. equals: pixels that are averaged, for each kind of light */
float tw_pixel_noise(const tw_pixel *p, float gain, const float equals[TW_KINDS]);
/* Stores the parts of a tile's pixels, [TW_TILE][TW_TILE], in `to`, which is empty. Light that is
 * not filtered goes to the picture: first pixel at c, `stride` floats a row */
void tw_parts_store(const tw_pixel *p, tw_parts *to, float *c, size_t stride);

#endif
