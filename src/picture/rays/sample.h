/*
 * Sample points: which point of the pixel, lens, shutter, light and sky each sample uses.
 *
 * All come from Sobol's (0,2)-sequence: of each 16 consecutive points, one falls into each cell of
 * the 16 x 1, 8 x 2, 4 x 4, ... grids of the unit square, and so on for all powers of two (a net).
 * Packets take their 16 points in the order of a quadtree over the tile (Ahmed and Wonka 2020), the
 * branches of which are shuffled by a hash for every dimension: neighbouring pixels share a finer
 * net, so that their errors differ and what is left of the error has a high frequency.
 *
 * Where a pixel gets four packets per round (`first` is 2), the 1024 points of its first sixteen
 * rounds are consecutive, and the blocks of 1024 points are given to the pixels in the order of the
 * quadtree. At 64 points the noise is then less evenly distributed, but it no longer repeats every
 * 4 x 4 pixels; at 1024 points the noise of neighbours is correlated by less than a fifth. Later
 * sixteens of rounds use nets with other offsets.
 *
 * At the quality `final`, the place in the pixel and the direction in which the path goes on from
 * its first vertex are together one point of four dimensions: what a curved mirror shows depends on
 * both, so evenness in each of them alone does not reduce the noise. The sequence is Niederreiter's
 * over the field of four numbers: 16, 64, 256, 1024 of its points fall one into each box whose
 * edges are powers of 1/4. Its digits are mapped so that either two of its dimensions are as even
 * as Sobol's (Ahmed et al. 2023).
 *
 * The points depend on the pixel, the dimension and the seed alone, not on time or threads.
 */
#ifndef TW_PICTURE_RAYS_SAMPLE_H
#define TW_PICTURE_RAYS_SAMPLE_H

#include "shape/lanes.h"

#include <stdbool.h>

enum {
    TW_DIM_PIXEL,
    TW_DIM_LENS,
    TW_DIM_TIME,
    /* first of three dimensions for each vertex of the path: the point on a light, the direction of
     * the continuing ray, the choice between diffuse and lobe */
    TW_DIM_VERTEX,
    TW_DIM_PER_VERTEX = 3,
    TW_DIM_VERTICES = 4,
    TW_DIM_COUNT = TW_DIM_VERTEX + TW_DIM_PER_VERTEX * TW_DIM_VERTICES,
    TW_TILE_PACKETS = 1024,
    TW_TILE_PIXELS = 256
};

/* a sequence of points of the unit square; coordinates are 32-bit fractions */
typedef struct tw_net {
    /* [b] offset, applied by exclusive or, of block number b of 16 points from the first block, in
     * x and in y */
    uint32_t cx[TW_TILE_PACKETS], cy[TW_TILE_PACKETS];
    /* [b] offset, applied by exclusive or, of block number b of 1024 points from the first block,
     * in x and in y */
    uint32_t px[TW_TILE_PIXELS], py[TW_TILE_PIXELS];
    /* [permutation][point] x and y of the first 16 points, in 64 different orders */
    uint32_t sx[64][TW_PACKET], sy[64][TW_PACKET];
} tw_net;

typedef struct tw_pattern {
    /* plain: Sobol's sequence; only for the quality `final`: the coordinates x, y (`pixel`) and z,
     * w (`way`) of the four-dimensional points */
    tw_net plain, pixel, way;
    uint8_t shuffle[64][TW_PACKET];
} tw_pattern;

/* Sample points of a packet whose lanes come from several packets: for each lane, the packet, `up`
 * and the round (as in tw_tile_points), and the lane of that packet whose point it takes */
typedef struct tw_lane_points {
    uv packet[TW_GROUPS], up[TW_GROUPS], round[TW_GROUPS]; /* [group] a number for each lane */
    uv lane[TW_GROUPS];
} tw_lane_points;

/* which sample points the packets of one tile take */
typedef struct tw_tile_points {
    const tw_pattern *pattern;
    int levels;      /* depth of the quadtree over the tile's packets: there are 4^levels packets */
    uint32_t seed;   /* seed of the tile's points, equal in all dimensions */
    uint32_t packet; /* number of the packet that is being drawn, in the order of the quadtree */
    /* number of levels of the quadtree that are ignored: packets in the same branch `up` levels
     * above the leaves take the same points */
    uint32_t up;
    uint32_t round; /* number of the current round: every pixel gets its packets in rounds */
    /* number of low bits of `packet` after which the number of the round is inserted; 0: it is not
     * inserted */
    uint32_t first;
    /* unless `final`: number of leading binary digits in which the samples of all rounds together
     * are even */
    uint32_t fine;
    /* set of the dimensions that are prepared: bit k: order[k] and shift[k] are set */
    uint32_t ready;
    /* [dimension] offset, applied by exclusive or, of the points' x and y for salt 0 */
    uint32_t shift[TW_DIM_COUNT][2];
    /* which points each lane takes; NULL: all lanes take those of `packet` */
    const tw_lane_points *of;
    uint32_t order[TW_DIM_COUNT][TW_TILE_PACKETS];
} tw_tile_points;

/* final: also the four-dimensional points, which only the quality `final` uses, for pixel and
 * direction */
void tw_pattern_make(tw_pattern *p, bool final);
void tw_tile_points_begin(tw_tile_points *t, const tw_pattern *p, int levels, uint32_t seed);

/* u, v, in [0, 1): 16 points of dimension `dim` for the current packet, or for the lanes of t->of.
 * salt: different numbers give independent points for several uses of one dimension */
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
