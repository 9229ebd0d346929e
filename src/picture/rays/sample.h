/*
 * Sample points: which point of the pixel, lens, shutter, light and sky each sample uses.
 *
 * All from the (0,2)-sequence of Sobol: 16 consecutive points fall one into each cell of every
 * 16x1, 8x2, 4x4 ... grid of the unit square. Packets take their 16 points in the order of a
 * quadtree over the tile (Ahmed and Wonka 2020), its branches shuffled by a hash for every
 * dimension: neighbouring pixels share a finer net, so the error that is left is high-frequency.
 * Where a pixel has four packets a round (`first` is 2), the 1024 points of its sixteen rounds are
 * consecutive, and it is these blocks of 1024 that neighbours take in the order of the quadtree:
 * what is left of noise at 64 points is less even, but it is no longer the same in 4 x 4 pixels;
 * at 1024 neighbours' noise is alike by less than a fifth. Further sixteens of rounds are nets of
 * their own.
 *
 * There the place in the pixel and the direction in which the path goes on from its first vertex
 * are one point of four dimensions: what a curved mirror shows depends on both, and where its edges
 * lie each for itself evens out nothing. The sequence is Niederreiter's over the field of four
 * numbers: 16, 64, 256, 1024 of its points fall one into each box whose edges are powers of 1/4.
 * Digits are turned so that either two dimensions are as even as Sobol's (Ahmed et al. 2023).
 * Nothing but pixel and dimension goes in: no time, no thread.
 */
#ifndef TW_PICTURE_RAYS_SAMPLE_H
#define TW_PICTURE_RAYS_SAMPLE_H

#include "shape/lanes.h"

#include <stdbool.h>

enum {
    TW_DIM_PIXEL,
    TW_DIM_LENS,
    TW_DIM_TIME,
    TW_DIM_VERTEX, /* three for each vertex of the path: light, direction, lobe */
    TW_DIM_PER_VERTEX = 3,
    TW_DIM_VERTICES = 4,
    TW_DIM_COUNT = TW_DIM_VERTEX + TW_DIM_PER_VERTEX * TW_DIM_VERTICES,
    TW_TILE_PACKETS = 1024,
    TW_TILE_PIXELS = 256
};

/* a sequence of points of the unit square; coordinates are 32-bit fractions */
typedef struct tw_net {
    uint32_t cx[TW_TILE_PACKETS],
        cy[TW_TILE_PACKETS]; /* offset (xor) of each later block of 16 points, x and y */
    /* offset (xor) of each block of 1024 points, x and y */
    uint32_t px[TW_TILE_PIXELS], py[TW_TILE_PIXELS];
    uint32_t sx[64][TW_PACKET], sy[64][TW_PACKET]; /* the first 16 points in 64 orders, x and y */
} tw_net;

typedef struct tw_pattern {
    tw_net plain, pixel,
        /* Sobol's sequence; for `final`: x, y and z, w of four-dimensional points (`pixel` and
         * `way`) */
        way;
    uint8_t shuffle[64][TW_PACKET];
} tw_pattern;

/* for packets whose lanes come from several packets: whose sample points each lane takes, and which
 * lane's */
typedef struct tw_lane_points {
    uv packet[TW_GROUPS], up[TW_GROUPS], round[TW_GROUPS]; /* numbers as in tw_tile_points */
    uv lane[TW_GROUPS];
} tw_lane_points;

/* state of the sample points of one tile */
typedef struct tw_tile_points {
    const tw_pattern *pattern;
    int levels;    /* levels of the quadtree over the tile's packets, of which there are 4^levels */
    uint32_t seed; /* seed of the tile */
    uint32_t packet; /* number of the packet being drawn, in the quadtree's order */
    /* packets in the same branch of the quadtree, `up` levels higher, take the same points */
    uint32_t up;
    uint32_t round; /* number of the present round of samples of the pixels */
    /* number of low bits of `packet` above which the number of the round is inserted; 0: it is
     * not */
    uint32_t first;
    /* unless `final`: number of leading binary digits that the samples of all rounds fill evenly */
    uint32_t fine;
    uint32_t ready; /* bit per dimension */
    /* [dimension] offset (xor) of the points' x and y for salt 0 */
    uint32_t shift[TW_DIM_COUNT][2];
    /* where each lane's points come from; NULL: all are those of `packet` */
    const tw_lane_points *of;
    uint32_t order[TW_DIM_COUNT][TW_TILE_PACKETS];
} tw_tile_points;

/* final: for the quality `final`, whose points for pixel and direction are four-dimensional */
void tw_pattern_make(tw_pattern *p, bool final);
void tw_tile_points_begin(tw_tile_points *t, const tw_pattern *p, int levels, uint32_t seed);

/* u, v, in [0, 1): 16 points of dimension `dim` for the present packet or lanes (t->of); `salt`
 * separates several uses of one dimension */
void tw_points(tw_tile_points *t, int dim, uint32_t salt, fv u[TW_GROUPS], fv v[TW_GROUPS]);

static inline uint32_t tw_scramble(uint32_t a) {
    a ^= a >> 16;
    a *= 0x7feb352du;
    a ^= a >> 15;
    a *= 0x846ca68bu;
    return a ^ a >> 16;
}

static inline uv tw_scramble_all(uv a) {
    a ^= a >> 16;
    a *= 0x7feb352du;
    a ^= a >> 15;
    a *= 0x846ca68bu;
    return a ^ a >> 16;
}

/* *x, *y: uniform points of the unit disc, from uniform points of the unit square (Shirley and
 * Chiu) */
static inline void tw_disc(fv u, fv v, fv *x, fv *y) {
    fv one = fv_all(1), a = u + u - one, b = v + v - one;
    iv wide = fv_abs(a) > fv_abs(b);
    fv r = fv_select(wide, a, b), s = fv_select(wide, b, a);
    fv q = s / fv_select(r == fv_all(0), one, r), qq = q * q;
    /* sine and cosine of (pi/4) q, |q| <= 1 */
    fv sine =
        q * (fv_all(0.78539816f) +
             qq * (fv_all(-0.08074551f) + qq * (fv_all(0.00249039f) + qq * fv_all(-3.6576e-5f))));
    fv cosine =
        one +
        qq * (fv_all(-0.30842514f) +
              qq * (fv_all(0.01585434f) + qq * (fv_all(-3.2599e-4f) + qq * fv_all(3.5909e-6f))));
    *x = r * fv_select(wide, cosine, sine);
    *y = r * fv_select(wide, sine, cosine);
}

#endif
