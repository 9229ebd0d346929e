/* Draws two by two pixels with a quarter of the usual number of paths; see quarter.h. */
#include "picture/tile/quarter.h"
#include "picture/rays/gather.h"

#include <string.h>

enum {
    EDGE = 4, /* number of packets of camera rays of a pixel that shows an edge */
    /* number of the first round that is used for additional camera rays: no other round has the
     * same sample points */
    LATER = 16
};

/* traces the camera rays of pixel j, at (x, y): one packet, or EDGE if the first one shows an edge;
 * false: the pixel shows more than TW_PARTS things */
static bool see(const tw_view *s, tw_tile_points *points, const tw_tile *tile, int x, int y,
                bool alpha, int j, tw_quarter *q) {
    tw_pixel *to = q->pixel[j];
    tw_packet eye[EDGE];
    uint32_t mask[EDGE][TW_PARTS], round = points->round;
    int n = 1, parts = to->parts;
    for (int i = 0; i < n; i++) {
        points->round = i == 0 ? round : LATER + EDGE * round + (uint32_t)i;
        tw_aim_pixel(s, points, x, y, &eye[i]);
        tw_trace_eye(s, tile, &eye[i]);
        if (!tw_pixel_sort(to, &eye[i], mask[i])) {
            to->parts = parts; /* parts that were new in this packet are removed again */
            return false;
        }
        bool one = mask[0][0] == 0xffff || (mask[0][0] | mask[0][1]) == 0;
        if (i == 0 && !one) n = EDGE;
    }
    for (int i = 0; i < n; i++) {
        tw_pixel_see(to, s, &eye[i], alpha, mask[i]);
        for (int k = 0; k < TW_PARTS; k++) {
            q->seen[j][k] += (float)__builtin_popcount(mask[i][k]);
            if (q->mask[j][k] || !mask[i][k]) continue;
            q->mask[j][k] = mask[i][k];
            q->eye[j][k] = eye[i];
        }
    }
    return true;
}

unsigned tw_quarter_see(const tw_view *s, tw_tile_points *points, const tw_tile *tile, int x, int y,
                        uint32_t packet, bool alpha, tw_quarter *q) {
    unsigned left_out = 0;
    uint32_t round = points->round;
    memset(q->mask, 0, sizeof q->mask);
    memset(q->seen, 0, sizeof q->seen);
    for (int j = 0; j < 4; j++) {
        points->packet = packet + (uint32_t)j;
        points->round = round;
        if (q->pixel[j] && !see(s, points, tile, x + (j & 1), y + j / 2, alpha, j, q))
            left_out |= 1u << j;
    }
    points->round = round;
    return left_out;
}

/* lane: the lanes of the first four bits set in a mask that is in the order of columns (filter.h);
 * returns how many there are */
static int first_four(uint32_t mask, int lane[4]) {
    int n = 0;
    for (; mask && n < 4; mask &= mask - 1) {
        int i = __builtin_ctz(mask);
        lane[n++] = i % 4 * 4 + i / 4;
    }
    return n;
}

/* where each lane's numbers lie in q->eye, counted in floats: `three` for fv3 vectors, `one` for
 * single floats; on: mask of the lanes in use */
typedef struct places {
    int32_t three[TW_PACKET], one[TW_PACKET], on[TW_PACKET];
} places;

static void gather(const tw_quarter *q, const places *at, tw_packet *p) {
    const tw_packet *e = q->eye[0];
    for (int g = 0; g < TW_GROUPS; g++) {
        iv three, one;
        memcpy(&three, at->three + g * TW_LANES, sizeof three);
        memcpy(&one, at->one + g * TW_LANES, sizeof one);
        memcpy(&p->active[g], at->on + g * TW_LANES, sizeof one);
        p->o[g] = tw_pick3(e->o, three);
        p->d[g] = tw_pick3(e->d, three);
        p->t[g] = tw_pick(e->t, one);
        p->time[g] = tw_pick(e->time, one);
        p->item[g] = p->own[g] = (iv)tw_pick(e->item, one);
        p->part[g] = (iv)tw_pick(e->part, one);
    }
}

/* *at: the camera rays whose paths are traced, up to four for part k of each of the four pixels;
 * unused lanes repeat a used one. false: no pixel has the part */
static bool choose(const tw_quarter *q, int k, places *at) {
    enum { ONE = sizeof(tw_packet) / sizeof(float), STRIDE = TW_PARTS * ONE };
    int first = -1;
    for (int j = 3; j >= 0; j--)
        if (q->mask[j][k]) first = j;
    if (first < 0) return false;
    for (int j = 0; j < 4; j++) {
        int from = q->mask[j][k] ? j : first, lane[4] = {0};
        int n = first_four(q->mask[from][k], lane);
        for (int i = 0; i < 4; i++) {
            int own = lane[i < n ? i : 0];
            at->on[4 * i + j] = from == j && i < n ? -1 : 0;
            at->three[4 * i + j] = from * STRIDE + k * ONE + tw_vector_lane(own);
            at->one[4 * i + j] = from * STRIDE + k * ONE + own;
        }
    }
    return true;
}

bool tw_quarter_trace(const tw_view *s, tw_tile_points *points, const tw_tile *tile, int k,
                      const tw_quarter *q, uint32_t packet, tw_wait_place *sky,
                      tw_wave_place *more) {
    tw_pixel *pixel[4];
    float seen[4];
    places at;
    tw_packet p;
    tw_lit lit;
    if (!choose(q, k, &at)) return false;
    for (int j = 0; j < 4; j++) {
        pixel[j] = q->mask[j][k] ? q->pixel[j] : NULL;
        seen[j] = q->seen[j][k];
    }
    gather(q, &at, &p);
    points->packet = packet;
    points->up = 1;
    p.salt = tw_scramble(points->seed ^ (packet + (uint32_t)k + 1) * 0x7f4a7c15u ^
                         points->round * 0x3c6ef372u);
    tw_trace_seen(s, points, tile, &p, sky, more, &lit);
    points->up = 0;
    tw_pixel_add_quarters(pixel, k, seen, &lit);
    return true;
}
