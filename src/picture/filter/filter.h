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
    TW_PARTS = 2, /* parts of a pixel */
    /* kinds of light: by lamps, diffuse and by lobes; found by paths, diffuse and by lobes */
    TW_KINDS = 4,
    TW_FILTER_SIDE = 8, /* width of the border of neighbours around a tile, pixels */
    /* rows of a plane. The last one is unused: without it, a pixel's values in all planes would
     * compete for the same few cache sets */
    TW_FILTER_ROWS = TW_TILE + 1,
    TW_AROUND = 9 /* a tile and the eight around it, row by row */
};

/* planes of a part: floats, one for each pixel; TW_PLANE_ITEM: integers. A number after a member
 * tells that it has that many planes */
typedef enum tw_plane {
    TW_PLANE_ITEM,
    TW_PLANE_SHARE,                      /* share of the pixel that the part covers, 0 .. 1 */
    TW_PLANE_KD,                         /* 3: diffuse albedo */
    TW_PLANE_TINT = TW_PLANE_KD + 3,     /* 3: reflectance of the lobe */
    TW_PLANE_NORMAL = TW_PLANE_TINT + 3, /* 3: mean */
    TW_PLANE_DIFFUSE =
        TW_PLANE_NORMAL +
        3, /* 3 for each kind: incoming light, by lamps first, then (FOUND) by paths */
    TW_PLANE_LOBE = TW_PLANE_DIFFUSE + 3,
    TW_PLANE_FOUND_DIFFUSE = TW_PLANE_LOBE + 3,
    TW_PLANE_FOUND_LOBE = TW_PLANE_FOUND_DIFFUSE + 3,
    TW_PLANE_NOISE =
        /* one for each kind of light: variance of the pixel's mean luminance */
    TW_PLANE_FOUND_LOBE + 3,
    TW_PLANES = TW_PLANE_NOISE + TW_KINDS
} tw_plane;

/* kind of the light that `plane` belongs to, 0 .. TW_KINDS - 1; odd kinds are those of lobes */
static inline int tw_kind(int plane) {
    return (plane - TW_PLANE_DIFFUSE) / 3;
}

/* a tile's parts */
typedef struct tw_parts {
    int width, height; /* size of the part of the tile that lies in the picture, pixels */
    bool some;         /* some pixel has a part */
    bool second;       /* any pixel has two */
    bool lobes;        /* some part has a lobe; false: the planes of lobes are not set */
    /* factor of the noise's estimated variance, below 1 if that is too large; 0: no filter */
    float strength;
    float plane[TW_PARTS][TW_PLANES][TW_FILTER_ROWS][TW_TILE];
} tw_parts;

/* makes *p a tile without parts, of strength 1; width, height: of the part in the picture, pixels
 */
void tw_parts_begin(tw_parts *p, int width, int height);
static inline float *tw_parts_at(tw_parts *p, int part, int plane, int x, int y) {
    return &p->plane[part][plane][y][x];
}

/* Adds the filtered light of the parts of the middle tile, around[TW_AROUND / 2], to its pixels:
 * the first at `to`, `stride` floats from row to row. around: the tile and those around it, row by
 * row; NULL: a tile without parts, or outside the picture */
void tw_filter_tile(const tw_parts *const around[TW_AROUND], float *to, size_t stride);

/* ---- part.c: a pixel as its samples come -------------------------------------------------- */

/* `by column` means: separate sums over the lanes 0, 4, 8, 12; 1, 5, ...; and so on. Each column is
 * a well-distributed pattern of samples, so that differences between columns show the noise.
 * Whatever the number of lanes, a packet in memory is four tw_quad */

/* light of 16 samples */
typedef struct tw_lit {
    fv3 other[TW_GROUPS];   /* light that is not filtered: of background and glowing solids */
    fv3 diffuse[TW_GROUPS]; /* diffuse incoming light, not yet multiplied by kd */
    fv3 lobe[TW_GROUPS];    /* light that comes by the lobe, not yet multiplied by tint */
    fv3 kd[TW_GROUPS], tint[TW_GROUPS], normal[TW_GROUPS];
    fv3 to_diffuse[TW_GROUPS],
        /* factors by which light that continuing paths bring counts for `diffuse` and for `lobe` */
        to_lobe[TW_GROUPS];
    iv hit[TW_GROUPS]; /* rays that hit a thing; the others see the background */
    iv item[TW_GROUPS];
    bool lobes; /* any tint */
} tw_lit;

typedef struct tw_part {
    int32_t item;
    tw_quad n;               /* number of samples that show the part, by column */
    tw_quad lit;             /* number of those samples that were traced further, by column */
    tw_quad light[TW_KINDS]; /* sums of the luminance of each kind of light, by column */
    tw_quad kd, tint;        /* sums of the luminance of kd and of tint, by column */
    /* [plane] sums over the samples, for the planes TW_PLANE_KD .. TW_PLANE_NOISE - 1 */
    float sum[TW_PLANES];
} tw_part;

typedef struct tw_pixel {
    tw_part part[TW_PARTS];
    tw_quad rest;   /* sums of the luminance of light that is not filtered, by column */
    float other[4]; /* sums over the samples: light that is not filtered, r, g, b; coverage */
    int parts, samples;
} tw_pixel;

/* makes *p a pixel without samples; its parts are set when they are found */
static inline void tw_pixel_begin(tw_pixel *p) {
    p->rest = (tw_quad){0, 0, 0, 0};
    for (int i = 0; i < 4; i++) p->other[i] = 0;
    p->parts = p->samples = 0;
}
/* slot: number of the pixel's part that each lane belongs to; TW_PARTS: to none */
void tw_pixel_slots(tw_pixel *p, const tw_lit *l, iv slot[TW_GROUPS]);
void tw_pixel_add(tw_pixel *p, const tw_lit *l, const iv slot[TW_GROUPS], bool alpha);
/* Sorts a packet of camera rays of a pixel by the parts that they hit: mask[k] has a bit for each
 * ray that hits part k, in the order of columns (lanes 0, 4, 8, 12; 1, 5, ...). Things not met
 * before become parts. false: the rays hit more than TW_PARTS things */
bool tw_pixel_sort(tw_pixel *p, const tw_packet *eye, uint32_t mask[TW_PARTS]);
/* counts the camera rays of mask[k] for part k; the other rays see the background, whose light is
 * added unless alpha */
void tw_pixel_see(tw_pixel *p, const tw_view *s, const tw_packet *eye, bool alpha,
                  const uint32_t mask[TW_PARTS]);
/* adds light of four pixels, four samples each (lanes j, j + 4, ... are pixel j's), to part k of
 * each; pixel[j] NULL: left out. seen[j]: number of the pixel's samples that show the part, for
 * which these stand */
void tw_pixel_add_quarters(tw_pixel *const pixel[4], int k, const float seen[4], const tw_lit *l);
/* adds light that paths brought later to part k of the pixels of tw_pixel_add_quarters, as incoming
 * light */
void tw_pixel_later_quarters(tw_pixel *const pixel[4], int k, const fv3 *diffuse, const fv3 *lobe);
/* adds light that paths brought later to a pixel: to lanes with a part `diffuse` and `lobe`, to the
 * others `all` */
void tw_pixel_later(tw_pixel *p, const iv slot[TW_GROUPS], const fv3 *all, const fv3 *diffuse,
                    const fv3 *lobe);
/* adds 4 or 16 samples whose light and coverage are known and need no filter; light: r, g, b and
 * coverage, sums by column */
void tw_pixel_known(tw_pixel *p, int samples, const tw_quad light[4]);
void tw_columns(const fv3 L[TW_GROUPS], tw_quad sum[3]);
/* adds 4 or 16 samples of ground with the diffuse albedo kd. light: r, g, b of the light that
 * leaves it, found: the part of it that paths found, sums by column */
void tw_pixel_ground(tw_pixel *p, const float *kd, int samples, const tw_quad light[3],
                     const tw_quad found[3]);
/* Expected squared error of the filtered pixel in perceived brightness, where white has 1. gain:
 * factor of the exposure; equals: number of pixels that the filter averages, for each kind of light
 */
float tw_pixel_noise(const tw_pixel *p, float gain, const float equals[TW_KINDS]);
/* Stores the parts of a tile's pixels p [TW_TILE][TW_TILE] in *to, which has none yet; light that
 * is not filtered, and coverage, go to the picture: the first pixel at c, `stride` floats from row
 * to row */
void tw_parts_store(const tw_pixel *p, tw_parts *to, float *c, size_t stride);

#endif
