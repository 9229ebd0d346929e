/*
 * Rays to the sky that wait for others. Those of one pixel go all ways, so as a packet they meet
 * nearly every box around their pixel, and most of them miss what one has met. Here the rays of a
 * tile are sorted by the way they go, and traced sixteen at a time: they come from near each other
 * and go nearly the same way.
 *
 * The order of rays depends on the tile alone; each finds what it would have found by itself, and
 * its light is added to its sample as if it had been traced at once: the same bytes. (Fading solids
 * choose by packet which rays they let through.)
 */
#include "picture/scene.h"

#include <string.h>

enum { RAYS = TW_WAIT_PLACES * TW_PACKET, SIDE = 8, WAYS = 6 * SIDE * SIDE };

/* rays by number: place and lane */
typedef struct sorted {
    uint16_t ray[RAYS], way[RAYS], by_way[RAYS];
    int count;
} sorted;

/* 0 .. 7 with nothing between its binary digits: to two digits each */
static iv spread(iv a) {
    return (a & iv_all(1)) | (a & iv_all(2)) << 1 | (a & iv_all(4)) << 2;
}

/* the cell, 8 x 8 on each face of a cube, that the ray goes through; along a quadtree */
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

/* where a lane's vector stands among those of a packet */
static inline int place_of(int lane) {
    return lane / TW_LANES * (3 * TW_LANES) + lane % TW_LANES;
}

static inline void copy3(fv3 *to, int at, const fv3 *from, int lane) {
    const float *a = (const float *)from + place_of(lane);
    float *b = (float *)to + place_of(at);
    b[0] = a[0];
    b[TW_LANES] = a[TW_LANES];
    b[2 * TW_LANES] = a[2 * TW_LANES];
}

static void gather(const tw_view *s, const tw_wait *w, const uint16_t *ray, int n, tw_packet *p) {
    for (int i = 0; i < n; i++) {
        const tw_wait_place *from = &w->place[ray[i] / TW_PACKET];
        int lane = ray[i] % TW_PACKET;
        copy3(p->o, i, from->o, lane);
        copy3(p->d, i, from->d, lane);
        ((int32_t *)p->own)[i] = ((const int32_t *)from->own)[lane];
        if (s->moving) ((float *)p->time)[i] = ((const float *)from->time)[lane];
    }
    for (int i = 0; i < TW_PACKET; i++) ((int32_t *)p->active)[i] = i < n ? -1 : 0;
}

void tw_wait_begin(tw_wait *w, uint32_t seed) {
    w->places = 0;
    w->salt = seed;
}

void tw_wait_trace(const tw_view *s, tw_wait *w) {
    sorted rays;
    tw_packet p;
    for (int g = 0; g < TW_GROUPS; g++) {
        p.o[g] = p.d[g] = f3_all(0, 0, 1); /* lanes that are never filled are harmless */
        p.t[g] = fv_all(INFINITY);
        p.time[g] = fv_all(0);
        p.own[g] = iv_all(TW_ITEM_NONE);
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
    for (int g = 0; g < TW_GROUPS; g++) {
        iv seen = a->later[g];
        if (!iv_any(seen)) continue;
        uint32_t blocked = a->blocked >> g * TW_LANES;
        for (; blocked & ((1u << TW_LANES) - 1); blocked &= blocked - 1)
            seen[__builtin_ctz(blocked)] = 0;
        a->light[g] = f3_add(a->light[g], f3_select(seen, a->sky[g], f3_all(0, 0, 0)));
    }
}
