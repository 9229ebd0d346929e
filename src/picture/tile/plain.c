/*
 * Tiles that show nothing but the open sky, or nothing but plain ground in the sun: most tiles of
 * many pictures.
 *
 * On plain ground a sample must only find out whether its ray to the sky meets something. The map
 * of the sky answers most of these questions (over.c), and the remaining rays are traced together
 * (wait.c). At `normal` quality most of such ground is drawn as open ground (tile/open.h) and never
 * comes here.
 */
#include "picture/tile/wave.h"

#include <string.h>

static const float inv_pi = 0.318309886f;

/* true: the ground has one diffuse colour, the sky is even, and of other lights from far away there
 * are only suns */
static bool plain_paint(const tw_view *s, const tw_tile *tile) {
    return tile->over.known && s->lamp_count < 32 && s->ground.model == TW_SURFACE_LAMBERT &&
           s->ground.texture == TW_TEXTURE_NONE && !s->ground.glows && s->flat_sky &&
           s->glow_count == 0 && !s->has_fog;
}

static uint32_t all_lamps(const tw_view *s) {
    return (1u << s->lamp_count) - 1;
}

bool tw_ground_is_plain(const tw_view *s, const tw_tile *tile) {
    return tile->count == 0 && plain_paint(s, tile) && tile->over.suns == all_lamps(s);
}

tw_rgbf tw_ground_plain(const tw_view *s) {
    /* every sun is wholly above the horizon, so its irradiance is that of its centre */
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

void tw_trace_ground(const tw_view *s, tw_tile_points *points, tw_packet *p, const fv3 d[TW_GROUPS],
                     const iv blocked[TW_GROUPS], fv3 radiance[TW_GROUPS]) {
    tw_rgbf all = tw_ground_plain(s);
    fv3 sky3 = f3_all(s->horizon.r, s->horizon.g, s->horizon.b), none = f3_all(0, 0, 0);
    const float sky1[3] = {s->horizon.r, s->horizon.g, s->horizon.b};
    const float total[3] = {all.r, all.g, all.b};
    fv3 kd = f3_all(s->ground.color[0], s->ground.color[1], s->ground.color[2]);
    tw_outlook from = {0};
    for (int g = 0; g < TW_GROUPS; g++) {
        fv t = (fv_all(s->ground_z) - p->o[g].z) / p->d[g].z;
        p->o[g] = f3_madd(p->o[g], t, p->d[g]);
        p->d[g] = d[g];
        p->active[g] = blocked[g];
        /* radiance with all light, or, where the ray to the sky is traced later, without the light
         * of the sky */
        radiance[g] =
            f3_sub(f3_all(all.r, all.g, all.b), f3_select(blocked[g], f3_mul(kd, sky3), none));
        for (int i = 0; i < TW_LANES; i++)
            if (!blocked[g][i]) from.open++;
    }
    for (int k = 0; k < 3; k++) {
        from.seen[k] = from.open * sky1[k];
        from.albedo[k] = s->ground.color[k];
        from.light[k] = total[k] - s->ground.color[k] * sky1[k];
    }
    tw_wave_place more;
    tw_wave wave = {&more, 1, p->salt};
    tw_trace_on(s, points, p, &from, &more);
    tw_wave_run(s, points, &wave);
    for (int g = 0; g < TW_GROUPS; g++)
        radiance[g] = f3_add(radiance[g], f3_mul(kd, tw_wave_light(&more, g)));
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

/* share [pixels]: for each pixel, the share of its rays to the sky that something blocks */
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
        w.place[w.places++].home.pixel = y * TW_TILE + x;
    }
    tw_wait_trace(s, &w);
    for (int i = 0; i < w.places; i++) share[w.place[i].home.pixel] = blocked_share(&w.place[i]);
}

static void color_of(const tw_view *s, const tw_tile *tile, float share, float *c) {
    const float all[3] = {tile->ground.r, tile->ground.g, tile->ground.b};
    const float sky[3] = {s->horizon.r, s->horizon.g, s->horizon.b};
    for (int k = 0; k < 3; k++) c[k] = all[k] - share * s->ground.color[k] * sky[k];
    c[3] = 1;
}

void tw_plain_ground(const tw_view *s, tw_tile_points *points, const tw_tile *tile, int x0, int y0,
                     int width, int height, float *to, size_t stride) {
    float share[TW_TILE * TW_TILE];
    shares(s, points, tile, x0, y0, width, height, share);
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            color_of(s, tile, share[y * TW_TILE + x], to + (size_t)y * stride + 4 * (size_t)x);
}

bool tw_plain_sky(const tw_view *s, const tw_tile *tile, bool alpha, int width, int height,
                  float *to, size_t stride) {
    if (tile->count > 0 || !tile->sky) return false;
    if (s->has_background ? !s->back.flat : !s->flat_sky) return false;
    tw_rgbf a = s->has_background ? s->back.bottom : s->horizon;
    float c[4] = {alpha ? 0 : a.r, alpha ? 0 : a.g, alpha ? 0 : a.b, 0};
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            memcpy(to + (size_t)y * stride + 4 * (size_t)x, c, sizeof c);
    return true;
}
