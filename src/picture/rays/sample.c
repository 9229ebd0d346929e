/* Sample points; see sample.h. */
#include "picture/rays/sample.h"
#include "picture/rays/gather.h"

#include <string.h>

static uint32_t reversed(uint32_t i) {
    uint32_t r = 0;
    for (int k = 0; k < 32; k++) r |= (i >> k & 1) << (31 - k);
    return r;
}

/* point number i of the second dimension of Sobol's sequence, as a 32-bit fraction; the first
 * dimension is the reversal of i's bits. The generator matrix is Pascal's triangle modulo 2 */
static uint32_t sobol(uint32_t i) {
    uint32_t r = 0, v = 1u << 31;
    for (; i; i >>= 1, v ^= v >> 1)
        if (i & 1) r ^= v;
    return r;
}

/* Four-dimensional points, in base 4. In dimension k, the digits of point number i are the vector
 * C_k d, where d are the digits of i, and C_k is Pascal's triangle with the entries binom(c, r)
 * a_k^(c - r) over the field of four numbers {0, 1, a, a^2}, with a_k = 0, 1, a, a^2 for k = 0
 * .. 3. The two bits of each digit then went through an invertible linear map, found by search:
 * boxes whose edges are powers of 1/4 keep their numbers of points, and in the planes x, y and z, w
 * boxes whose edges are powers of 1/2 get equal numbers, too. four[k][b]: the fraction of 20 bits
 * that bit b of i adds by exclusive or.
 */
static const uint32_t four[4][20] = {
    {0xc0000, 0x80000, 0x30000, 0x20000, 0x08000, 0x0c000, 0x03000, 0x02000, 0x00800, 0x00c00,
     0x00200, 0x00300, 0x00080, 0x000c0, 0x00020, 0x00030, 0x00008, 0x0000c, 0x00001, 0x00002},
    {0x80000, 0x40000, 0x90000, 0x70000, 0x8c000, 0x44000, 0x9e000, 0x75000, 0x80c00, 0x40400,
     0x90e00, 0x70500, 0x8cc80, 0x44440, 0x9eea0, 0x75550, 0x80008, 0x40004, 0x90009, 0x70006},
    {0x40000, 0x80000, 0x90000, 0xe0000, 0xc4000, 0x4c000, 0x7d000, 0x9a000, 0x80400, 0xc0800,
     0xe0900, 0x70e00, 0x4cc40, 0x884c0, 0x9a7d0, 0xe79a0, 0xc0004, 0x40008, 0x70009, 0x9000e},
    {0xc0000, 0x40000, 0xb0000, 0xe0000, 0x4c000, 0x84000, 0xeb000, 0x5e000, 0x80c00, 0xc0400,
     0x50a00, 0xb0d00, 0xc84c0, 0x4c880, 0xb5d70, 0xeb7d0, 0x40008, 0x8000c, 0xe0006, 0x5000b},
};

static uint32_t even(uint32_t i, int dim) {
    uint32_t r = 0;
    for (int b = 0; b < 20; b++)
        if (i >> b & 1) r ^= four[dim][b];
    return r << 12;
}

static uint32_t even_x(uint32_t i) {
    return even(i, 0);
}
static uint32_t even_y(uint32_t i) {
    return even(i, 1);
}
static uint32_t even_z(uint32_t i) {
    return even(i, 2);
}
static uint32_t even_w(uint32_t i) {
    return even(i, 3);
}

/* a [4]: a permutation of 0 .. 3 chosen by the seed */
static void shuffle4(uint32_t seed, uint8_t *a) {
    for (uint8_t i = 0; i < 4; i++) a[i] = i;
    for (uint32_t i = 3; i > 0; i--) {
        uint32_t j = tw_scramble(seed + i * 104729 + 13) % (i + 1);
        uint8_t b = a[i];
        a[i] = a[j];
        a[j] = b;
    }
}

static void net_make(uint32_t x(uint32_t), uint32_t y(uint32_t), uint8_t shuffle[64][TW_PACKET],
                     tw_net *p) {
    for (uint32_t i = 0; i < TW_TILE_PACKETS; i++) {
        p->cx[i] = x(i * TW_PACKET);
        p->cy[i] = y(i * TW_PACKET);
    }
    for (uint32_t i = 0; i < TW_TILE_PIXELS; i++) {
        p->px[i] = x(i << 10);
        p->py[i] = y(i << 10);
    }
    for (int k = 0; k < 64; k++)
        for (int i = 0; i < TW_PACKET; i++) {
            p->sx[k][i] = x(shuffle[k][i]);
            p->sy[k][i] = y(shuffle[k][i]);
        }
}

/* s [16]: permutation number k of 16 points. Each four consecutive points, which are well
 * distributed by themselves, become one column (lanes c, c + 4, ...), in any order */
static void shuffle_packet(uint32_t k, uint8_t *s) {
    uint8_t column[4];
    shuffle4(k * 977, column);
    for (uint32_t c = 0; c < 4; c++) {
        uint8_t row[4];
        shuffle4(k * 977 + 7919 * (c + 1), row);
        for (uint32_t r = 0; r < 4; r++) s[4 * r + c] = (uint8_t)(4 * column[c] + row[r]);
    }
}

void tw_pattern_make(tw_pattern *p, bool final) {
    for (uint32_t k = 0; k < 64; k++) shuffle_packet(k, p->shuffle[k]);
    net_make(reversed, sobol, p->shuffle, &p->plain);
    if (!final) return;
    net_make(even_x, even_y, p->shuffle, &p->pixel);
    net_make(even_z, even_w, p->shuffle, &p->way);
}

void tw_tile_points_begin(tw_tile_points *t, const tw_pattern *p, int levels, uint32_t seed) {
    t->pattern = p;
    t->levels = levels;
    t->seed = seed;
    t->packet = t->up = t->round = t->first = t->fine = 0;
    t->of = NULL;
    t->ready = 0;
}

/* offset, applied by exclusive or, of the x coordinates of the points of dimension `dim` for this
 * salt */
static uint32_t shift_of(const tw_tile_points *t, int dim, uint32_t salt) {
    return tw_scramble(t->seed ^ (uint32_t)dim * 2654435761u ^ salt * 0x27d4eb2fu);
}

static uint32_t shift_across(uint32_t shift) {
    return tw_scramble(shift + 0x165667b1u);
}

/* shuffles the order of the tile's packets in dimension `dim`: permutes the four children of every
 * branch of the quadtree. It runs once per tile and dimension, and is not inlined into code that
 * runs for every packet */
static __attribute__((noinline)) void shuffle_tree(tw_tile_points *t, int dim) {
    static const uint8_t order[24][4] = {
        {0, 1, 2, 3}, {0, 1, 3, 2}, {0, 2, 1, 3}, {0, 2, 3, 1}, {0, 3, 1, 2}, {0, 3, 2, 1},
        {1, 0, 2, 3}, {1, 0, 3, 2}, {1, 2, 0, 3}, {1, 2, 3, 0}, {1, 3, 0, 2}, {1, 3, 2, 0},
        {2, 0, 1, 3}, {2, 0, 3, 1}, {2, 1, 0, 3}, {2, 1, 3, 0}, {2, 3, 0, 1}, {2, 3, 1, 0},
        {3, 0, 1, 2}, {3, 0, 2, 1}, {3, 1, 0, 2}, {3, 1, 2, 0}, {3, 2, 0, 1}, {3, 2, 1, 0}};
    uint32_t *o = t->order[dim];
    uint32_t seed = tw_scramble(t->seed + (uint32_t)dim * 0x9e3779b9u);
    o[0] = 0;
    /* from the root to the leaves; within a level from the last branch to the first, so that a
     * parent is read before its children overwrite it */
    for (uint32_t level = 0, n = 1; level < (uint32_t)t->levels; level++, n *= 4)
        for (uint32_t i = n; i-- > 0;) {
            const uint8_t *perm = order[tw_scramble(seed ^ (n + i) * 0x85ebca6bu) % 24];
            uint32_t parent = o[i];
            for (uint32_t c = 0; c < 4; c++) o[4 * i + c] = 4 * parent + perm[c];
        }
    t->shift[dim][0] = shift_of(t, dim, 0);
    t->shift[dim][1] = shift_across(t->shift[dim][0]);
    t->ready |= 1u << dim;
}

static const tw_net *net_of(const tw_tile_points *t, int dim, uint32_t salt) {
    if (t->first == 0 || salt != 0) return &t->pattern->plain;
    if (dim == TW_DIM_PIXEL) return &t->pattern->pixel;
    return dim == TW_DIM_VERTEX + 1 ? &t->pattern->way : &t->pattern->plain;
}

static void fill(tw_tile_points *t, int dim, int by, uint32_t salt, uint32_t shuffle, fv *u,
                 fv *v) {
    const tw_net *p = net_of(t, dim, salt);
    uint32_t at = (uint32_t)t->order[by][t->packet] >> 2 * t->up;
    uint32_t sx = t->shift[dim][0], sy = t->shift[dim][1];
    if (salt != 0) {
        sx = shift_of(t, dim, salt);
        sy = shift_across(sx);
    }
    if (t->first > 0) {
        /* the points of sixteen rounds complete each other to one net; later rounds use the same
         * net with another offset */
        uint32_t net = t->round >> 4;
        uint32_t shift = net ? tw_scramble(sx + net * 0x9e3779b9u) : 0;
        sx ^= p->px[at >> t->first] ^ shift;
        sy ^= p->py[at >> t->first] ^ (net ? tw_scramble(shift) : 0);
        at = (at & ((1u << t->first) - 1)) | (t->round & 15) << t->first;
    } else if (t->round > 0) {
        /* Later rounds take the points that the pixel's siblings in the quadtree had in the first
         * round, which complete its own points to a finer net. Digits beyond the first t->fine are
         * scrambled for each pixel: otherwise siblings would use the same points. */
        uint32_t own = tw_scramble(sy ^ t->packet * 0x9e3779b9u);
        at ^= t->round;
        sx ^= own >> t->fine;
        sy ^= tw_scramble(own) >> t->fine;
    }
    uint32_t a = p->cx[at] ^ sx, b = p->cy[at] ^ sy;
    for (int g = 0; g < TW_GROUPS; g++) {
        uv x, y;
        memcpy(&x, p->sx[shuffle] + g * TW_LANES, sizeof x);
        memcpy(&y, p->sy[shuffle] + g * TW_LANES, sizeof y);
        u[g] = fv_from_iv((iv)((x ^ a) >> 8)) * fv_all(0x1p-24f);
        v[g] = fv_from_iv((iv)((y ^ b) >> 8)) * fv_all(0x1p-24f);
    }
}

static inline uv pick(const uint32_t *from, uv at) {
    return (uv)tw_pick(from, (iv)at);
}

/* u, v: sample points of dimension `dim` when the lanes belong to several packets (t->of); by:
 * dimension whose order of packets is used */
static void fill_lanes(tw_tile_points *t, int dim, int by, uint32_t salt, fv *u, fv *v) {
    const tw_net *p = net_of(t, dim, salt);
    const tw_lane_points *of = t->of;
    uint32_t shift_x = t->shift[dim][0], shift_y = t->shift[dim][1];
    if (salt != 0) {
        shift_x = shift_of(t, dim, salt);
        shift_y = shift_across(shift_x);
    }
    for (int g = 0; g < TW_GROUPS; g++) {
        uv packet = of->packet[g], round = of->round[g], none = (uv){0};
        uv at = pick(t->order[by], packet) >> 2 * of->up[g], sx = none + shift_x,
           sy = none + shift_y;
        uv k = t->seed + packet * 0x632be5abu + ((uint32_t)by * 0x9e3779b9u + salt);
        k = (tw_scramble_all(k + round * 0x7f4a7c15u) & 63) * TW_PACKET + of->lane[g];
        if (t->first > 0) {
            uv net = round >> 4, shift = tw_scramble_all(sx + net * 0x9e3779b9u);
            uv some = (uv)(net != none);
            sx ^= pick(p->px, at >> t->first) ^ (shift & some);
            sy ^= pick(p->py, at >> t->first) ^ (tw_scramble_all(shift) & some);
            at = (at & ((1u << t->first) - 1)) | (round & 15) << t->first;
        } else {
            uv own = tw_scramble_all(sy ^ packet * 0x9e3779b9u), some = (uv)(round != none);
            at ^= round;
            sx ^= own >> t->fine & some;
            sy ^= tw_scramble_all(own) >> t->fine & some;
        }
        uv x = pick(p->cx, at) ^ sx ^ pick(p->sx[0], k);
        uv y = pick(p->cy, at) ^ sy ^ pick(p->sy[0], k);
        u[g] = fv_from_iv((iv)(x >> 8)) * fv_all(0x1p-24f);
        v[g] = fv_from_iv((iv)(y >> 8)) * fv_all(0x1p-24f);
    }
}

void tw_points(tw_tile_points *t, int dim, uint32_t salt, fv u[TW_GROUPS], fv v[TW_GROUPS]) {
    /* the two pairs of coordinates of a four-dimensional point must come from the same packet and
     * order */
    int by = net_of(t, dim, salt) == &t->pattern->plain ? dim : TW_DIM_PIXEL;
    if (!(t->ready >> by & 1)) shuffle_tree(t, by);
    if (!(t->ready >> dim & 1)) shuffle_tree(t, dim);
    if (t->of) {
        fill_lanes(t, dim, by, salt, u, v);
        return;
    }
    uint32_t k = tw_scramble(t->seed + t->packet * 0x632be5abu + (uint32_t)by * 0x9e3779b9u + salt +
                             t->round * 0x7f4a7c15u);
    fill(t, dim, by, salt, k & 63, u, v);
}
