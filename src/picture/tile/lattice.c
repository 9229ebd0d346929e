/*
 * The light from above on open ground, without that of lamps, at the nodes of a lattice over the
 * picture.
 *
 * The sky alone gives the same value A_sky everywhere, in closed form. Solids change it. 64
 * directions over the hemisphere are traced from each node; where a direction meets a solid, the
 * light L of paths from there takes the place of the sky's radiance L_sky in that direction:
 *
 *     A = A_sky + 1/64 sum over directions that meet solids of (L - L_sky)
 *
 * The directions are the same for all nodes, so that neighbouring nodes have nearly the same error
 * and nothing flickers from frame to frame.
 */
#include "picture/again/wake.h"
#include "picture/light/back.h"
#include "picture/rays/surface.h"
#include "picture/tile/open.h"
#include "picture/tile/wave.h"

#include <stdlib.h>
#include <string.h>

enum { RAYS = TW_OPEN_WAYS * TW_PACKET };
/* states of a node, bits: FOUND: its light is computed; MET: it depends on the wake (again/wake.h)
 */
enum { NODE_FOUND = 1, NODE_MET = 2 };

static uint32_t reversed(uint32_t i, int bits) {
    uint32_t r = 0;
    for (int k = 0; k < bits; k++) r |= (i >> k & 1) << (bits - 1 - k);
    return r;
}

/* sets direction number `at` of a set to the one for the point (u, w) of the unit square, and the
 * sky's radiance in that direction */
static void choose_way(const tw_view *s, float u, float w, int at, float (*set)[RAYS]) {
    fv x, y;
    tw_disc(fv_all(u), fv_all(w), &x, &y);
    fv3 d = f3(x, y, fv_root(fv_all(1) - x * x - y * y)), sky = tw_sky(s, d);
    const float all[6] = {d.x[0], d.y[0], d.z[0], sky.x[0], sky.y[0], sky.z[0]};
    for (int c = 0; c < 6; c++) set[c < 3 ? c : c + 1][at] = all[c];
}

/* Sets to->way. Set 0: the 64 points of a (0,2)-net, each in the centre of its cell, sixteen in
 * each quarter of the unit square. Sets 1 to 4: for each point of set 0 one of four points around
 * it, the centres of the quarters of its share of the square */
static void choose_ways(const tw_view *s, tw_open *to) {
    int count[TW_OPEN_WAYS] = {0};
    for (uint32_t i = 0; i < RAYS; i++) {
        /* second coordinate of Sobol's sequence, whose generator matrix is Pascal's triangle modulo
         * 2 */
        uint32_t second = 0, v = 1u << 5;
        for (uint32_t k = i; k; k >>= 1, v ^= v >> 1)
            if (k & 1) second ^= v;
        float u = ((float)reversed(i, 6) + 0.5f) / RAYS, w = ((float)second + 0.5f) / RAYS;
        int way = (u >= 0.5f) + 2 * (w >= 0.5f), k = count[way]++, at = way * TW_PACKET + k;
        uint32_t time = tw_scramble((uint32_t)way + 1) % 16 ^ reversed((uint32_t)k, 4);
        choose_way(s, u, w, at, to->way[0]);
        to->way[0][3][at] = ((float)time + 0.5f) / TW_PACKET;
        for (int n = 0; n < TW_OPEN_AROUND; n++) {
            /* diagonally opposite points are used first; their times in the exposure are spread too
             */
            float du = n == 0 || n == 2 ? -0.03125f : 0.03125f;
            float dw = n == 0 || n == 3 ? -0.03125f : 0.03125f;
            u = fminf(fmaxf(u, 0.032f), 0.968f);
            w = fminf(fmaxf(w, 0.032f), 0.968f);
            choose_way(s, u + du, w + dw, at, to->way[1 + n]);
            to->way[1 + n][3][at] = ((float)((time + 4 * (uint32_t)n) % 16) + 0.5f) / TW_PACKET;
        }
    }
}

/* sets A (open.h) without solids: with h, t the radiance at the horizon and the zenith, the mean of
 * h + z (2 - z) (t - h) over the hemisphere with the weight z; there z has the mean 2/3 and z^2 the
 * mean 1/2, so z (2 - z) has 4/3 - 1/2 */
static void sum_sky(const tw_view *s, tw_open *to) {
    const float h[3] = {s->horizon.r, s->horizon.g, s->horizon.b};
    const float t[3] = {s->top.r, s->top.g, s->top.b};
    for (int k = 0; k < 3; k++) to->sky[k] = h[k] + (t[k] - h[k]) * (5.0f / 6);
}

/* true: the picture may have open ground: its quality is normal; the eye is at rest above the
 * ground, which is diffuse and opaque and, seen through an open lens, has no texture; lamps are
 * few, and there are neither glowing solids nor environments */
static bool has_open_ground(const tw_view *s, const tw_picture_options *o) {
    bool still = s->eye.pose_count == 0;
    bool dull = s->ground.model == TW_SURFACE_LAMBERT && !(s->ground.opacity < 1);
    bool sharp = s->eye.lens > 0 && s->ground.texture != TW_TEXTURE_NONE;
    return o->quality == TW_QUALITY_NORMAL && s->has_ground && s->ground_z < 0 && still && dull &&
           !sharp && s->lamp_count <= TW_OPEN_LAMPS && s->glow_count == 0 && !s->glow_more &&
           s->env_count == 0;
}

tw_status tw_open_make(const tw_view *s, const tw_picture_options *o, tw_open **open) {
    *open = NULL;
    if (!has_open_ground(s, o)) return TW_OK;
    tw_open *to = calloc(1, sizeof *to);
    if (!to) return tw_fail_memory();
    to->across = (o->width + TW_TILE - 1) / TW_TILE * (TW_TILE / TW_OPEN_STEP) + 1;
    to->down = (o->height + TW_TILE - 1) / TW_TILE * (TW_TILE / TW_OPEN_STEP) + 1;
    to->node = calloc((size_t)to->across * (size_t)to->down, 4 * sizeof *to->node);
    if (!to->node) {
        free(to);
        return tw_fail_memory();
    }
    choose_ways(s, to);
    sum_sky(s, to);
    *open = to;
    return TW_OK;
}

void tw_open_free(tw_open *open) {
    if (open) free(open->node);
    free(open);
}

/* place on the ground that node (column, row) shows, relative to the eye, repeated in every lane */
static fv3 place_of(const tw_view *s, int column, int row) {
    const tw_eye *e = &s->eye;
    float a = (float)(column * TW_OPEN_STEP) * (2 / (float)e->width) - 1;
    float b = 1 - (float)(row * TW_OPEN_STEP) * (2 / (float)e->height), o[3], d[3];
    for (int i = 0; i < 3; i++) {
        float across = a * e->r[i] + b * e->u[i];
        o[i] = e->parallel ? across : 0;
        d[i] = e->parallel ? e->f[i] : e->f[i] + a * e->r[i] + b * e->u[i];
    }
    float t = (s->ground_z - o[2]) / d[2];
    return f3_all(o[0] + d[0] * t, o[1] + d[1] * t, s->ground_z);
}

static fv load(const float *from, int g) {
    fv v;
    memcpy(&v, from + g * TW_LANES, sizeof v);
    return v;
}

/* Traces packet number `way` of the directions of set 0 from x. Returns a bit for each direction
 * that meets a solid; the sky's radiance in the others is added to *from */
static uint32_t blocked(const tw_view *s, const tw_over *over, fv3 x, int way, tw_outlook *from) {
    const float(*w)[RAYS] = s->open->way[0];
    uint32_t maybe = 0, open = 0, met = 0;
    int first = way * TW_PACKET;
    tw_packet p;
    for (int g = 0; g < TW_GROUPS; g++) {
        p.o[g] = x;
        p.d[g] = f3(load(w[0] + first, g), load(w[1] + first, g), load(w[2] + first, g));
        p.time[g] = s->moving ? load(w[3] + first, g) : fv_all(0);
        p.t[g] = fv_all(INFINITY);
        p.own[g] = iv_all(TW_ITEM_GROUND);
        /* with a wake the map of the sky is not used: two tiles that share the node may have maps
         * that tell different parts of it, and the node's result would depend on which tile
         * computes it */
        bool mapped = over->known && !s->wake;
        p.active[g] = mapped ? tw_over_blocked(over, p.d[g]) : iv_all(-1);
        maybe |= (uint32_t)iv_bits(p.active[g]) << (g * TW_LANES);
    }
    p.salt = tw_scramble((uint32_t)way + 0x51ed270bu);
    if (maybe) {
        tw_unoccluded(s, &p);
        for (int g = 0; g < TW_GROUPS; g++)
            open |= (uint32_t)iv_bits(p.active[g]) << (g * TW_LANES);
        met = maybe & ~open;
    }
    for (int i = 0; i < TW_PACKET; i++) {
        if (met >> i & 1) continue;
        from->open++;
        for (int k = 0; k < 3; k++) from->seen[k] += w[4 + k][first + i];
    }
    return met;
}

/* *to: place of a wave, filled with n <= 16 paths from x; path [n]: set and number of each path's
 * first direction */
static void put_paths(const tw_view *s, fv3 x, const uint8_t (*path)[2], int n,
                      const tw_tile_points *points, const tw_outlook *from, tw_wave_place *to) {
    float way[4][TW_PACKET];
    int32_t on[TW_PACKET];
    tw_packet p;
    for (int i = 0; i < TW_PACKET; i++) {
        const uint8_t *of = path[i < n ? i : n - 1];
        for (int c = 0; c < 4; c++) way[c][i] = s->open->way[of[0]][c][of[1]];
        on[i] = i < n ? -1 : 0;
    }
    for (int g = 0; g < TW_GROUPS; g++) {
        p.o[g] = x;
        p.d[g] = f3(load(way[0], g), load(way[1], g), load(way[2], g));
        p.time[g] = s->moving ? load(way[3], g) : fv_all(0);
        memcpy(&p.active[g], on + g * TW_LANES, sizeof p.active[g]);
    }
    tw_trace_on(s, points, &p, from, to);
}

/* sum [3]: light that comes from solids in the directions whose bits are set in met [packet]. If
 * these are at most 16, several paths are traced around each, since mirrored lights are rare and
 * bright */
static void bring(const tw_view *s, fv3 x, const uint32_t met[TW_OPEN_WAYS], const tw_outlook *from,
                  float sum[3]) {
    uint8_t path[TW_OPEN_AROUND * RAYS][2];
    int n = 0, all = 0, each;
    for (int i = 0; i < RAYS; i++) n += (int)(met[i / TW_PACKET] >> i % TW_PACKET & 1);
    each = n <= 8 ? 4 : n <= 16 ? 2 : 1;
    for (int k = 0; k < each; k++)
        for (int i = 0; i < RAYS; i++) {
            if (!(met[i / TW_PACKET] >> i % TW_PACKET & 1)) continue;
            path[all][0] = (uint8_t)(each > 1 ? 1 + k : 0);
            path[all++][1] = (uint8_t)i;
        }
    tw_wave_place place[TW_OPEN_AROUND * TW_OPEN_WAYS];
    tw_wave wave = {place, 0, 0x632be59bu};
    tw_tile_points points;
    tw_tile_points_begin(&points, &s->pattern, 2, 0x2545f491u);
    points.fine = 8;
    for (int i = 0; i < all; i += TW_PACKET) {
        int count = all - i < TW_PACKET ? all - i : TW_PACKET;
        points.packet = (uint32_t)wave.places;
        put_paths(s, x, path + i, count, &points, from, &place[wave.places++]);
    }
    tw_wave_run(s, &points, &wave);
    for (int i = 0; i < all; i++)
        for (int k = 0; k < 3; k++)
            sum[k] += place[i / TW_PACKET].kept[i % TW_PACKET][1][TW_KEPT_SUM + k];
    for (int k = 0; k < 3; k++) sum[k] /= (float)each;
}

static void find(const tw_view *s, const tw_over *over, int column, int row, float light[3]) {
    const tw_paint *ground = &s->ground;
    fv3 x = place_of(s, column, row), lamps = f3_all(0, 0, 0);
    tw_outlook from = {0};
    uint32_t met[TW_OPEN_WAYS], any = 0;
    float sum[3] = {0, 0, 0};
    for (int i = 0; i < TW_OPEN_WAYS; i++) any |= met[i] = blocked(s, over, x, i, &from);
    for (int k = 0; k < 3; k++) light[k] = s->open->sky[k];
    if (!any) return;
    for (int i = 0; i < s->lamp_count; i++) lamps = f3_add(lamps, tw_open_light(&s->lamp[i], x));
    const float all[3] = {lamps.x[0], lamps.y[0], lamps.z[0]};
    for (int k = 0; k < 3; k++) {
        from.albedo[k] = ground->color[k];
        if (ground->texture == TW_TEXTURE_CHECKER || ground->texture == TW_TEXTURE_STRIPES)
            from.albedo[k] = (ground->color[k] + ground->other[k]) / 2;
        if (ground->texture == TW_TEXTURE_GRID)
            from.albedo[k] += (ground->other[k] - ground->color[k]) * tw_texture_mean(ground);
        from.light[k] = from.albedo[k] * all[k] + ground->emission[k];
    }
    if (s->bounces > 0) bring(s, x, met, &from, sum);
    for (int i = 0; i < RAYS; i++)
        for (int k = 0; k < 3 && met[i / TW_PACKET] >> i % TW_PACKET & 1; k++)
            sum[k] -= s->open->way[0][4 + k][i];
    for (int k = 0; k < 3; k++) light[k] += sum[k] / RAYS;
}

void tw_open_node(const tw_view *s, const tw_over *over, int column, int row, float light[3]) {
    atomic_uint *n = s->open->node + 4 * ((size_t)row * (size_t)s->open->across + (size_t)column);
    uint32_t bits[3], state = atomic_load_explicit(&n[3], memory_order_acquire);
    bool met = tw_wake_met;
    if (state & NODE_FOUND) {
        for (int k = 0; k < 3; k++) bits[k] = atomic_load_explicit(&n[k], memory_order_relaxed);
        memcpy(light, bits, sizeof bits);
        tw_wake_met = met || (state & NODE_MET);
        return;
    }
    tw_wake_met = false;
    find(s, over, column, row, light);
    memcpy(bits, light, sizeof bits);
    state = NODE_FOUND | (tw_wake_met ? NODE_MET : 0);
    for (int k = 0; k < 3; k++) atomic_store_explicit(&n[k], bits[k], memory_order_relaxed);
    atomic_store_explicit(&n[3], state, memory_order_release);
    tw_wake_met = tw_wake_met || met;
}
