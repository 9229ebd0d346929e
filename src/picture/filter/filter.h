/*
 * The filter for noise: averages of light over similar pixels.
 *
 * A pixel keeps up to two parts, one for each thing that it shows. A part's light is split by the
 * kind of reflection, into diffuse light and light reflected by the lobe of a glossy surface:
 *     light = kd diffuse + tint lobe,
 * with the albedos kd and tint averaged exactly over the samples. Only `diffuse` and `lobe`, the
 * incoming light, are averaged over neighbouring pixels, and only with parts of the same thing.
 * Light of lamps and light found by paths (from the sky and other things) are averaged separately:
 * the first has sharp edges of shadows, which the filter keeps, and these must not keep it from
 * averaging the second. So silhouettes, textures, motion blur and defocus stay as sharp as 16 or
 * more samples draw them. The rest of a pixel (sky, glowing solids, a third thing) is not filtered.
 *
 * Three stages, for each kind of light: guide.c limits outliers and makes means over 3 x 3 pixels,
 * filter.c averages similar neighbours, residual.c gives back the light that is then missing. So
 * the total light of a thing in a tile does not change. Neighbours are those of the tile and of the
 * eight tiles around it, up to TW_FILTER_SIDE pixels away: a tile is filtered when all nine have
 * been drawn (tile/flight.h).
 */
#ifndef TW_PICTURE_FILTER_FILTER_H
#define TW_PICTURE_FILTER_FILTER_H

#include "picture/rays/quad.h"
#include "picture/rays/scene.h"

enum {
    TW_PARTS = 2, /* greatest number of parts of a pixel */
    /* kinds of light, in this order: of lamps, reflected diffusely; of lamps, by lobes; found by
     * paths, diffusely; found by paths, by lobes */
    TW_KINDS = 4,
    TW_FILTER_SIDE = 8, /* width of the border of neighbours around a tile, pixels */
    /* rows of a plane, of which the last one is unused: with TW_TILE rows, the values of one pixel
     * in all planes would compete for the same few cache sets */
    TW_FILTER_ROWS = TW_TILE + 1,
    /* number of tiles that a filtered tile reads: itself and the eight around it, row by row */
    TW_AROUND = 9
};

/* Planes of a part: arrays of one float for each pixel (TW_PLANE_ITEM: integers). Comments that
 * begin with a number tell how many planes the member stands for */
typedef enum tw_plane {
    TW_PLANE_ITEM,
    TW_PLANE_SHARE,                      /* share of the pixel that the part covers, 0 .. 1 */
    TW_PLANE_KD,                         /* 3: diffuse albedo */
    TW_PLANE_TINT = TW_PLANE_KD + 3,     /* 3: reflectance of the lobe */
    TW_PLANE_NORMAL = TW_PLANE_TINT + 3, /* 3: mean */
    TW_PLANE_DIFFUSE =
        TW_PLANE_NORMAL +
        3, /* 3 for each of the TW_KINDS: incoming light of lamps, then (FOUND) of paths */
    TW_PLANE_LOBE = TW_PLANE_DIFFUSE + 3,
    TW_PLANE_FOUND_DIFFUSE = TW_PLANE_LOBE + 3,
    TW_PLANE_FOUND_LOBE = TW_PLANE_FOUND_DIFFUSE + 3,
    TW_PLANE_NOISE =
        /* TW_KINDS: for each kind of light, the variance of the pixel's mean luminance */
    TW_PLANE_FOUND_LOBE + 3,
    TW_PLANES = TW_PLANE_NOISE + TW_KINDS
} tw_plane;

/* kind of the light that `plane` belongs to, 0 .. TW_KINDS - 1; odd kinds are those of lobes */
static inline int tw_kind(int plane) {
    return (plane - TW_PLANE_DIFFUSE) / 3;
}

/* the parts of all pixels of a tile */
typedef struct tw_parts {
    int width, height; /* size of what lies of the tile within the picture, pixels */
    bool some;         /* true: some pixel has a part; false: no plane is set */
    bool second;       /* true: some pixel has two parts; false: the planes of part 1 are not set */
    /* true: the surface of some part has a lobe; false: the planes of lobes are not set */
    bool lobes;
    /* factor of the estimated variance of noise: below 1 where samples are spread so well that the
     * estimate is too large; 0: no filter */
    float strength;
    float plane[TW_PARTS][TW_PLANES][TW_FILTER_ROWS][TW_TILE];
} tw_parts;

/* makes *p a tile without parts, of strength 1; width, height: size of what lies of it within the
 * picture, pixels */
void tw_parts_begin(tw_parts *p, int width, int height);
static inline float *tw_parts_at(tw_parts *p, int part, int plane, int x, int y) {
    return &p->plane[part][plane][y][x];
}

/* Adds the filtered light of the middle tile, around[TW_AROUND / 2], to the picture: its first
 * pixel is at `to`, its rows are `stride` floats apart. around: that tile and the eight around it,
 * row by row; NULL: a tile without parts, or outside the picture */
void tw_filter_tile(const tw_parts *const around[TW_AROUND], float *to, size_t stride);

/* ---- part.c: a pixel as its samples come -------------------------------------------------- */

/* A quantity "by column" consists of four sums over a packet's 16 samples: over the lanes 0, 4, 8,
 * 12; 1, 5, 9, 13; and so on. The samples of each column are a well-distributed pattern by
 * themselves, so that differences between the columns show the noise. In memory a packet of 16
 * floats is four tw_quad, one per row of columns, whatever the number of lanes of a vector */

/* light of the 16 samples of a packet */
typedef struct tw_lit {
    fv3 other[TW_GROUPS];   /* light that is not filtered: of background and glowing solids */
    fv3 diffuse[TW_GROUPS]; /* diffuse incoming light, not yet multiplied by kd */
    fv3 lobe[TW_GROUPS];    /* light that comes by the lobe, not yet multiplied by tint */
    fv3 kd[TW_GROUPS], tint[TW_GROUPS], normal[TW_GROUPS];
    /* If the sample's path goes on, light that it finds later counts for `diffuse` and for `lobe`
     * with these factors */
    fv3 to_diffuse[TW_GROUPS], to_lobe[TW_GROUPS];
    iv hit[TW_GROUPS]; /* mask of the rays that hit a thing; the others see the background */
    iv item[TW_GROUPS];
    bool lobes; /* any tint */
} tw_lit;

typedef struct tw_part {
    int32_t item;
    tw_quad n;   /* number of samples that show the part, by column */
    tw_quad lit; /* number of those samples whose reflected light was computed, by column */
    tw_quad light[TW_KINDS]; /* sums of the luminance of each kind of light, by column */
    tw_quad kd, tint;        /* sums of the luminance of kd and of tint, by column */
    /* [plane] sums over the samples, for the planes TW_PLANE_KD .. TW_PLANE_NOISE - 1; other
     * entries are not used */
    float sum[TW_PLANES];
} tw_part;

typedef struct tw_pixel {
    tw_part part[TW_PARTS];
    tw_quad rest;   /* sums of the luminance of light that is not filtered, by column */
    float other[4]; /* sums over the samples: light that is not filtered, r, g, b; coverage */
    int parts, samples;
} tw_pixel;

/* makes *p a pixel without samples and parts; a part is set when the first sample shows it */
static inline void tw_pixel_begin(tw_pixel *p) {
    p->rest = (tw_quad){0, 0, 0, 0};
    for (int i = 0; i < 4; i++) p->other[i] = 0;
    p->parts = p->samples = 0;
}
/* *slot: for each lane, number of the pixel's part that its sample shows; TW_PARTS: none, because
 * the ray hits nothing or a third thing */
void tw_pixel_slots(tw_pixel *p, const tw_lit *l, iv slot[TW_GROUPS]);
void tw_pixel_add(tw_pixel *p, const tw_lit *l, const iv slot[TW_GROUPS], bool alpha);
/* Sorts the camera rays of one packet of a pixel by the parts that they hit: mask[k] has a bit for
 * each ray that hits part k, with the rays in the order of columns (lanes 0, 4, 8, 12; 1, 5, ...).
 * Things that the pixel has not shown before become parts. false: the rays hit more than TW_PARTS
 * things */
bool tw_pixel_sort(tw_pixel *p, const tw_packet *eye, uint32_t mask[TW_PARTS]);
/* counts the camera rays of mask[k] as samples that show part k; the other rays see the background,
 * whose light is added unless `alpha` */
void tw_pixel_see(tw_pixel *p, const tw_view *s, const tw_packet *eye, bool alpha,
                  const uint32_t mask[TW_PARTS]);
/* Adds the light of four samples of each of four pixels (lanes j, j + 4, ... are pixel j's) to part
 * k of each; pixel[j] NULL: no pixel. These four stand for the seen[j] samples of the pixel that
 * show the part */
void tw_pixel_add_quarters(tw_pixel *const pixel[4], int k, const float seen[4], const tw_lit *l);
/* adds incoming light that continued paths have found to part k of the pixels that were given to
 * tw_pixel_add_quarters */
void tw_pixel_later_quarters(tw_pixel *const pixel[4], int k, const fv3 *diffuse, const fv3 *lobe);
/* adds light that continued paths have found to a pixel: for samples that show a part, the incoming
 * light `diffuse` and `lobe`; for others, `all` of it to the light that is not filtered */
void tw_pixel_later(tw_pixel *p, const iv slot[TW_GROUPS], const fv3 *all, const fv3 *diffuse,
                    const fv3 *lobe);
/* adds 4 or 16 samples whose light is known exactly and is not filtered; light: sums by column of
 * r, g, b and coverage */
void tw_pixel_known(tw_pixel *p, int samples, const tw_quad light[4]);
void tw_columns(const fv3 L[TW_GROUPS], tw_quad sum[3]);
/* adds 4 or 16 samples that show ground with the diffuse albedo kd. light: r, g, b of the light
 * that the ground sends to the eye; found: the share of it that paths found; sums by column */
void tw_pixel_ground(tw_pixel *p, const float *kd, int samples, const tw_quad light[3],
                     const tw_quad found[3]);
/* Expected squared error of the filtered pixel in perceived brightness, in which white is 1. gain:
 * factor of the exposure; equals: for each kind of light, the number of pixels over which the
 * filter averages */
float tw_pixel_noise(const tw_pixel *p, float gain, const float equals[TW_KINDS]);
/* Stores the parts of a tile's pixels p [TW_TILE][TW_TILE] in *to, which has none yet, and writes
 * the light that is not filtered, and coverage, to the picture: the tile's first pixel is at c, its
 * rows are `stride` floats apart */
void tw_parts_store(const tw_pixel *p, tw_parts *to, float *c, size_t stride);

#endif
