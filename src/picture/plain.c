/*
 * Tiles that show nothing but the open sky, or nothing but plain ground in the sun: most of many
 * pictures. There a sample only asks whether its ray to the sky is blocked, the map of the sky
 * answers most of that (over.c), and the rays that are left are traced together (wait.c).
 *
 * Where all solids are farther from a tile's ground than it is wide, the share of the sky that they
 * hide changes little over the tile. So one pixel of four asks, and a surface of second degree
 * through what they found serves all; it has less noise than each would have by itself.
 */
#include "picture/scene.h"

#include <string.h>

static const float inv_pi = 0.318309886f;

enum { CELLS = TW_TILE / 2 };

/* one diffuse colour under a flat sky, whose light does not come from far */
static bool plain_paint(const tw_view *s, const tw_tile *tile) {
    return tile->over.known && s->lamp_count < 32 && s->ground.model == TW_SURFACE_LAMBERT &&
           s->ground.texture == TW_TEXTURE_NONE && !s->ground.glows && s->flat_sky &&
           s->glow_count == 0;
}

static uint32_t all_lamps(const tw_view *s) {
    return (1u << s->lamp_count) - 1;
}

bool tw_ground_is_plain(const tw_view *s, const tw_tile *tile) {
    return tile->count == 0 && plain_paint(s, tile) && tile->over.suns == all_lamps(s);
}

bool tw_ground_is_plain_near(const tw_view *s, const tw_tile *tile) {
    const tw_shades *shades = &tile->over.shades;
    if (tile->near_count > 0 || s->bounces > 0 || !plain_paint(s, tile)) return false;
    uint32_t clear = tile->over.suns;
    if (shades->sun >= 0 && shades->count[0] == 0) clear |= 1u << shades->sun;
    return clear == all_lamps(s);
}

tw_rgbf tw_ground_plain(const tw_view *s) {
    /* suns that are wholly seen: the irradiance of a disc is that of its centre, exactly */
    float sum[3] = {s->horizon.r, s->horizon.g, s->horizon.b};
    for (int i = 0; i < s->lamp_count; i++)
        for (int k = 0; k < 3; k++) sum[k] += s->lamp[i].irradiance[k] * s->lamp[i].to[2] * inv_pi;
    for (int k = 0; k < 3; k++) sum[k] *= s->ground.color[k];
    return (tw_rgbf){sum[0], sum[1], sum[2]};
}

bool tw_ground_blocked(const tw_tile *tile, tw_tile_points *points, fv3 d[TW_GROUPS],
                       iv blocked[TW_GROUPS]) {
    fv u[TW_GROUPS], v[TW_GROUPS], zero = fv_all(0), one = fv_all(1);
    iv any = iv_all(0);
    if (tile->over.open) return false;
    tw_points(points, TW_DIM_VERTEX + 1, 0, u, v);
    for (int g = 0; g < TW_GROUPS; g++) {
        fv x, y;
        tw_disc(u[g], v[g], &x, &y);
        d[g] = f3(x, y, fv_root(one - x * x - y * y));
        blocked[g] = tw_over_blocked(&tile->over, d[g]) & (d[g].z > zero);
        any |= blocked[g];
    }
    return iv_any(any);
}

void tw_plain_wait(const tw_view *s, const tw_packet *eye, const fv3 *d, const iv *maybe,
                   tw_wait_place *to) {
    to->blocked = 0;
    for (int g = 0; g < TW_GROUPS; g++) {
        fv t = (fv_all(s->ground_z) - eye->o[g].z) / eye->d[g].z;
        to->later[g] = maybe[g];
        to->o[g] = f3_madd(eye->o[g], t, eye->d[g]);
        to->d[g] = d[g];
        to->time[g] = eye->time[g];
        to->own[g] = iv_all(TW_ITEM_GROUND);
    }
}

static float blocked_share(const tw_wait_place *a) {
    int n = 0;
    for (uint32_t bits = a->blocked; bits; bits &= bits - 1) n++;
    return (float)n / TW_PACKET;
}

/* the share of each pixel's rays that are blocked */
static void shares(const tw_view *s, tw_tile_points *points, const tw_tile *tile, int x0, int y0,
                   int width, int height, float *share) {
    tw_wait w;
    tw_wait_begin(&w, points->seed);
    for (uint32_t i = 0; i < TW_TILE * TW_TILE; i++) {
        int x = tw_tile_x(i), y = tw_tile_y(i);
        fv3 d[TW_GROUPS];
        iv maybe[TW_GROUPS];
        points->packet = i;
        share[y * TW_TILE + x] = 0;
        if (x >= width || y >= height) continue;
        if (!tw_ground_blocked(tile, points, d, maybe)) continue;
        tw_packet eye;
        tw_aim_pixel(s, points, x0 + x, y0 + y, &eye);
        tw_plain_wait(s, &eye, d, maybe, &w.place[w.places]);
        w.place[w.places++].pixel = y * TW_TILE + x;
    }
    tw_wait_trace(s, &w);
    for (int i = 0; i < w.places; i++) share[w.place[i].pixel] = blocked_share(&w.place[i]);
}

/* Legendre's polynomials for CELLS points: orthogonal over them, of squared length 8, 42, 168; at t
 * cells from the tile's middle */
static void legendre(float t, float p[3]) {
    p[0] = 1;
    p[1] = t;
    p[2] = t * t - 5.25f;
}

/* the surface of second degree next to the cells' numbers, at every pixel */
static void fit(const float *cell, float *share) {
    static const float square[3] = {8, 42, 168};
    float k[3][3] = {{0}}, p[3], q[3];
    for (int y = 0; y < CELLS; y++)
        for (int x = 0; x < CELLS; x++) {
            legendre((float)x - 3.5f, p);
            legendre((float)y - 3.5f, q);
            for (int i = 0; i < 3; i++)
                for (int j = 0; i + j < 3; j++) k[i][j] += cell[y * CELLS + x] * p[i] * q[j];
        }
    for (int i = 0; i < 3; i++)
        for (int j = 0; i + j < 3; j++) k[i][j] /= square[i] * square[j];
    for (int y = 0; y < TW_TILE; y++)
        for (int x = 0; x < TW_TILE; x++) {
            float sum = 0;
            legendre((float)x * 0.5f - 3.75f, p);
            legendre((float)y * 0.5f - 3.75f, q);
            for (int i = 0; i < 3; i++)
                for (int j = 0; i + j < 3; j++) sum += k[i][j] * p[i] * q[j];
            share[y * TW_TILE + x] = sum > 0 ? sum : 0;
        }
}

bool tw_plain_is_smooth(const tw_tile *tile) {
    const tw_over *o = &tile->over;
    float x = o->hi[0] - o->lo[0], y = o->hi[1] - o->lo[1];
    return o->known && o->near >= (x > y ? x : y);
}

/* of the pixels of a tile whose ground is smooth: one of four is asked */
void tw_plain_shares(const tw_view *s, const tw_tile *tile, int x0, int y0, uint32_t seed,
                     float *share) {
    float cell[CELLS * CELLS] = {0};
    tw_tile_points points;
    tw_wait w;
    tw_tile_points_begin(&points, &s->pattern, 3, seed);
    tw_wait_begin(&w, seed);
    for (uint32_t i = 0; i < CELLS * CELLS && !tile->over.open; i++) {
        int x = tw_tile_x(i), y = tw_tile_y(i);
        fv3 d[TW_GROUPS];
        iv maybe[TW_GROUPS];
        points.packet = i;
        if (!tw_ground_blocked(tile, &points, d, maybe)) continue;
        tw_packet eye;
        uint32_t which = tw_scramble(seed ^ i);
        tw_aim_pixel(s, &points, x0 + 2 * x + (int)(which & 1), y0 + 2 * y + (int)(which >> 1 & 1),
                     &eye);
        tw_plain_wait(s, &eye, d, maybe, &w.place[w.places]);
        w.place[w.places++].pixel = y * CELLS + x;
    }
    tw_wait_trace(s, &w);
    if (w.places == 0) {
        memset(share, 0, TW_TILE * TW_TILE * sizeof *share);
        return;
    }
    for (int i = 0; i < w.places; i++) cell[w.place[i].pixel] = blocked_share(&w.place[i]);
    fit(cell, share);
}

void tw_plain_color(const tw_view *s, const tw_tile *tile, float share, float *c) {
    const float all[3] = {tile->ground.r, tile->ground.g, tile->ground.b};
    const float sky[3] = {s->horizon.r, s->horizon.g, s->horizon.b};
    for (int k = 0; k < 3; k++) c[k] = all[k] - share * s->ground.color[k] * sky[k];
    c[3] = 1;
}

void tw_plain_ground(const tw_view *s, tw_tile_points *points, const tw_tile *tile, int x0, int y0,
                     int width, int height, float *to, size_t stride) {
    float share[TW_TILE * TW_TILE];
    if (tw_plain_is_smooth(tile))
        tw_plain_shares(s, tile, x0, y0, points->seed, share);
    else
        shares(s, points, tile, x0, y0, width, height, share);
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            tw_plain_color(s, tile, share[y * TW_TILE + x],
                           to + (size_t)y * stride + 4 * (size_t)x);
}

bool tw_plain_sky(const tw_view *s, const tw_tile *tile, bool alpha, int width, int height,
                  float *to, size_t stride) {
    if (tile->count > 0 || !tile->sky || (!s->flat_sky && !s->has_background)) return false;
    tw_rgbf a = s->has_background ? s->background : s->horizon;
    float c[4] = {alpha ? 0 : a.r, alpha ? 0 : a.g, alpha ? 0 : a.b, 0};
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            memcpy(to + (size_t)y * stride + 4 * (size_t)x, c, sizeof c);
    return true;
}
