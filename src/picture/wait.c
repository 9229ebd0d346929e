/*
 * Rays to the sky that wait for others. Those of one pixel go all ways, so as a packet they meet
 * nearly every box around their pixel, and most of them miss what one has met. Here the rays of a
 * tile are sorted by the way they go, and traced as soon as sixteen go about the same way: they
 * come from near each other, since the tile is drawn in the order of a quadtree.
 *
 * The order of rays depends on the tile alone; each finds what it would have found by itself, and
 * its light is added to its sample as if it had been traced at once: the same bytes. (Fading solids
 * choose by packet which rays they let through.)
 */
#include "picture/scene.h"

void tw_wait_begin(tw_wait *w, uint32_t seed) {
    w->places = 0;
    w->salt = seed;
    for (int k = 0; k < TW_WAIT_WAYS; k++) {
        w->count[k] = 0;
        /* lanes that were never filled are as harmless as others */
        for (int g = 0; g < TW_GROUPS; g++) {
            w->packet[k].o[g] = w->packet[k].d[g] = f3_all(0, 0, 1);
            w->packet[k].t[g] = fv_all(INFINITY);
            w->packet[k].time[g] = fv_all(0);
            w->packet[k].own[g] = iv_all(TW_ITEM_NONE);
        }
    }
}

/* the axis along which it goes most, and the signs of its coordinates */
static iv way_of(fv3 d) {
    fv ax = fv_abs(d.x), ay = fv_abs(d.y), az = fv_abs(d.z), zero = fv_all(0);
    iv z = (az >= ax) & (az >= ay), y = ~z & (ay >= ax);
    iv signs = ((d.x < zero) & iv_all(1)) | ((d.y < zero) & iv_all(2)) | ((d.z < zero) & iv_all(4));
    return signs + ((z & iv_all(16)) | (y & iv_all(8)));
}

static void trace(const tw_view *s, tw_wait *w, int way) {
    tw_packet *p = &w->packet[way];
    int n = w->count[way];
    if (n == 0) return;
    for (int i = 0; i < TW_PACKET; i++) p->active[i / TW_LANES][i % TW_LANES] = i < n ? -1 : 0;
    p->salt = w->salt = tw_scramble(w->salt + 1);
    tw_unoccluded(s, p);
    for (int g = 0; g < TW_GROUPS; g++) {
        uint32_t seen = (uint32_t)iv_bits(p->active[g]);
        for (int lane = 0; lane < TW_LANES && g * TW_LANES + lane < n; lane++) {
            uint32_t from = w->from[way][g * TW_LANES + lane];
            w->place[from / TW_PACKET].blocked |= (~seen >> lane & 1) << from % TW_PACKET;
        }
    }
    w->count[way] = 0;
}

static void push(const tw_view *s, tw_wait *w, const tw_packet *p, int g, int lane, int way) {
    tw_packet *to = &w->packet[way];
    int n = w->count[way]++, G = n / TW_LANES, K = n % TW_LANES;
    to->o[G].x[K] = p->o[g].x[lane];
    to->o[G].y[K] = p->o[g].y[lane];
    to->o[G].z[K] = p->o[g].z[lane];
    to->d[G].x[K] = p->d[g].x[lane];
    to->d[G].y[K] = p->d[g].y[lane];
    to->d[G].z[K] = p->d[g].z[lane];
    to->own[G][K] = p->own[g][lane];
    if (s->moving) to->time[G][K] = p->time[g][lane];
    w->from[way][n] = (uint16_t)(w->places * TW_PACKET + g * TW_LANES + lane);
    if (n + 1 == TW_PACKET) trace(s, w, way);
}

void tw_wait_push(const tw_view *s, tw_wait *w, const tw_packet *p) {
    tw_wait_place *to = &w->place[w->places];
    to->blocked = 0;
    for (int g = 0; g < TW_GROUPS; g++) {
        uint32_t bits = (uint32_t)iv_bits(to->later[g]);
        if (bits == 0) continue;
        iv way = way_of(p->d[g]);
        for (int lane = 0; bits >> lane; lane++)
            if (bits >> lane & 1) push(s, w, p, g, lane, way[lane]);
    }
}

void tw_wait_end(const tw_view *s, tw_wait *w) {
    for (int k = 0; k < TW_WAIT_WAYS; k++) trace(s, w, k);
    for (int i = 0; i < w->places; i++) {
        tw_wait_place *a = &w->place[i];
        for (int g = 0; g < TW_GROUPS; g++) {
            iv seen = a->later[g];
            if (!iv_any(seen)) continue;
            for (int lane = 0; a->blocked && lane < TW_LANES; lane++)
                if (a->blocked >> (g * TW_LANES + lane) & 1) seen[lane] = 0;
            fv3 none = f3_all(0, 0, 0);
            a->light[g] = f3_add(a->light[g], f3_select(seen, a->sky[g], none));
        }
    }
    w->places = 0;
}
