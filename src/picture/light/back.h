/*
 * What a picture shows behind all solids: the sky, a background drawn in front of the sky, and the
 * fog over distant things. All functions are inline, for loops over lanes.
 */
#ifndef TW_PICTURE_LIGHT_BACK_H
#define TW_PICTURE_LIGHT_BACK_H

#include "picture/light/env.h"

/* Radiance of the sky in direction d, without environments and suns. With z = d.z, it goes from the
 * horizon's colour to the zenith's by the weight z (2 - z), and below the horizon likewise to the
 * nadir's */
static inline fv3 tw_dome(const tw_view *s, fv3 d) {
    fv3 horizon = f3_all(s->horizon.r, s->horizon.g, s->horizon.b);
    if (s->even_dome) return horizon;
    fv3 top = f3_all(s->top.r, s->top.g, s->top.b);
    fv3 bottom = f3_all(s->bottom.r, s->bottom.g, s->bottom.b);
    fv z = fv_abs(d.z), k = fv_min(z * (fv_all(2) - z), fv_all(1));
    fv3 to = f3_select(d.z > fv_all(0), top, bottom);
    return f3_madd(horizon, k, f3_sub(to, horizon));
}

/* radiance of sky and environments in direction d, without suns */
static inline fv3 tw_sky(const tw_view *s, fv3 d) {
    fv3 L = tw_dome(s, d);
    return s->env_count ? f3_add(L, tw_env_all(s, d)) : L;
}

/* stars.c: radiance of the background's stars in direction d */
fv3 tw_stars(const tw_view *s, fv3 d);

/* s clamped to 0 .. 1, then s^2 (3 - 2 s) */
static inline fv tw_smooth(fv s) {
    s = fv_min(fv_max(s, fv_all(0)), fv_all(1));
    return s * s * (fv_all(3) - fv_all(2) * s);
}

/* radiance of the background in direction d without its stars */
static inline fv3 tw_behind(const tw_view *s, fv3 d) {
    if (!s->has_background) return tw_sky(s, d);
    const tw_back *b = &s->back;
    fv3 bottom = f3_all(b->bottom.r, b->bottom.g, b->bottom.b);
    if (b->flat) return bottom;
    fv3 top = f3_all(b->top.r, b->top.g, b->top.b);
    fv k = tw_smooth((d.z - fv_all(b->from)) * fv_all(b->scale));
    return f3_madd(bottom, k, f3_sub(top, bottom));
}

/* radiance that camera rays in direction d see if they hit nothing */
static inline fv3 tw_background(const tw_view *s, fv3 d) {
    fv3 color = tw_behind(s, d);
    return s->back.stars > 0 ? f3_add(color, tw_stars(s, d)) : color;
}

/* share of the light from the distance r from the eye that haze hides, 0 .. 1 */
static inline fv tw_fog_share(const tw_view *s, fv r) {
    return tw_smooth((r - fv_all(s->fog.from)) * fv_all(s->fog.scale));
}

/* radiance of the haze itself, seen in direction d */
static inline fv3 tw_fog_color(const tw_view *s, fv3 d) {
    const tw_mist *m = &s->fog;
    return m->own_color ? f3_all(m->color.r, m->color.g, m->color.b) : tw_behind(s, d);
}

/* radiance that arrives at the eye through haze from a surface of radiance L, at the distance r in
 * direction d */
static inline fv3 tw_fogged(const tw_view *s, fv3 d, fv r, fv3 L) {
    fv3 color = tw_fog_color(s, d);
    return f3_madd(L, tw_fog_share(s, r), f3_sub(color, L));
}

#endif
