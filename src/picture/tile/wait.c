/*
 * Rays to the sky that wait for others.
 *
 * The rays of one pixel have all directions, so as a packet they meet nearly every box around the
 * pixel, and each box is met by few of them. Here the rays of a tile are sorted by direction and
 * traced sixteen at a time, so that the rays of a packet start near each other and have similar
 * directions. The order of rays depends on the tile alone; each ray has the same result as if it
 * were traced alone, and its light is added to its sample as if it had been traced at once: the
 * bytes are the same. (Only translucent solids choose by packet which rays they let through.)
 */
#include "picture/rays/gather.h"
#include "picture/rays/scene.h"

#include <string.h>

enum { RAYS = TW_WAIT_PLACES * TW_PACKET, SIDE = 8, WAYS = 6 * SIDE * SIDE };

/* the waiting rays: for each its number (16 times the place plus the lane) and its sort key, and
 * the numbers sorted by key */
typedef struct sorted {
    uint16_t ray[RAYS], way[RAYS], by_way[RAYS];
    int count;
} sorted;

/* spreads the three binary digits of a, so that a zero lies between each two */
static iv spread(iv a) {
    return (a & iv_all(1)) | (a & iv_all(2)) << 1 | (a & iv_all(4)) << 2;
}

/* sort key of a direction: its cell, of 8 x 8 on each face of a cube, in the order of a quadtree */
static iv way_of(fv3 d) {
    iv u, v, face = f3_cube(d, SIDE, &u, &v);
    return face * (SIDE * SIDE) + (spread(u) | spread(v) << 1);
}

static void sort(const tw_wait *w, sorted *to) {
    int first[WAYS + 1] = {0}, n = 0;
    for (int i = 0; i < w->places; i++)
        for (int g = 0; g < TW_GROUPS; g++) {
            uint32_t bits = (uint32_t)iv_bits(w->place[i].later[g]);
            if (bits == 0) continue;
            iv way = way_of(w->place[i].d[g]);
            for (; bits; bits &= bits - 1) {
                int lane = __builtin_ctz(bits);
                to->ray[n] = (uint16_t)(i * TW_PACKET + g * TW_LANES + lane);
                to->way[n++] = (uint16_t)way[lane];
                first[way[lane] + 1]++;
            }
        }
    for (int k = 0; k < WAYS; k++) first[k + 1] += first[k];
    for (int i = 0; i < n; i++) to->by_way[first[to->way[i]]++] = to->ray[i];
    to->count = n;
}

/* *p: the n rays with the numbers ray[0 .. n - 1]; the lanes after them repeat the last ray, and
 * are inactive */
static void gather(const tw_view *s, const tw_wait *w, const uint16_t *ray, int n, tw_packet *p) {
    enum { STRIDE = sizeof *w->place / sizeof(float) };
    int32_t vector[TW_PACKET], single[TW_PACKET], on[TW_PACKET];
    for (int i = 0; i < TW_PACKET; i++) {
        int k = ray[i < n ? i : n - 1], place = k / TW_PACKET * STRIDE, lane = k % TW_PACKET;
        vector[i] = place + tw_vector_lane(lane);
        single[i] = place + lane;
        on[i] = i < n ? -1 : 0;
    }
    for (int g = 0; g < TW_GROUPS; g++) {
        iv at, alone;
        memcpy(&at, vector + g * TW_LANES, sizeof at);
        memcpy(&alone, single + g * TW_LANES, sizeof alone);
        memcpy(&p->active[g], on + g * TW_LANES, sizeof at);
        p->o[g] = tw_pick3(w->place->o, at);
        p->d[g] = tw_pick3(w->place->d, at);
        p->own[g] = (iv)tw_pick(w->place->own, alone);
        if (s->moving) p->time[g] = tw_pick(w->place->time, alone);
    }
}

void tw_wait_begin(tw_wait *w, uint32_t seed) {
    w->places = 0;
    w->salt = seed;
}

void tw_wait_trace(const tw_view *s, tw_wait *w) {
    sorted rays;
    tw_packet p;
    for (int g = 0; g < TW_GROUPS; g++) {
        p.t[g] = fv_all(INFINITY);
        p.time[g] = fv_all(0);
    }
    sort(w, &rays);
    for (int at = 0; at < rays.count; at += TW_PACKET) {
        const uint16_t *ray = rays.by_way + at;
        int n = rays.count - at < TW_PACKET ? rays.count - at : TW_PACKET;
        gather(s, w, ray, n, &p);
        p.salt = w->salt = tw_scramble(w->salt + 1);
        tw_unoccluded(s, &p);
        uint32_t seen = 0;
        for (int g = 0; g < TW_GROUPS; g++)
            seen |= (uint32_t)iv_bits(p.active[g]) << (g * TW_LANES);
        for (uint32_t blocked = ~seen & ((1u << n) - 1); blocked; blocked &= blocked - 1) {
            int i = __builtin_ctz(blocked);
            w->place[ray[i] / TW_PACKET].blocked |= 1u << ray[i] % TW_PACKET;
        }
    }
}

void tw_wait_light(tw_wait_place *a) {
    fv3 none = f3_all(0, 0, 0);
    for (int g = 0; g < TW_GROUPS; g++) {
        iv seen = a->later[g];
        uint32_t blocked = a->blocked >> g * TW_LANES & ((1u << TW_LANES) - 1);
        for (; blocked; blocked &= blocked - 1) seen[__builtin_ctz(blocked)] = 0;
        seen |= a->open[g];
        a->sky[g] = f3_select(seen, a->sky[g], none);
        a->diffuse[g] = f3_select(seen, a->diffuse[g], none);
        a->lobe[g] = f3_select(seen, a->lobe[g], none);
    }
}
