/* Directions from places to suns, point lamps, spots and area lamps, which are no solids of the
 * scene; see draft.h. */
#include "picture/draft/draft.h"
#include "picture/rays/scene.h"

fv tw_spot_edge(const tw_lamp *m, fv facing) {
    /* from the rim of the spot's cone, with the cosine c, the light rises to 1 over a tenth of 1 -
     * c */
    fv c = fv_all(m->cone), one = fv_all(1), zero = fv_all(0);
    fv edge = (facing - c) / ((one - c) * fv_all(0.1f) + fv_all(1e-6f));
    edge = fv_min(fv_max(edge, zero), one);
    return edge * edge * (fv_all(3) - fv_all(2) * edge);
}

fv3 tw_toward(const tw_lamp *m, fv3 x, fv u, fv v, fv3 *power, fv *far) {
    fv a, b, one = fv_all(1), zero = fv_all(0);
    fv3 to = f3_all(m->to[0], m->to[1], m->to[2]);
    fv3 s = f3_all(m->s[0], m->s[1], m->s[2]), t = f3_all(m->t[0], m->t[1], m->t[2]);
    *power = f3_all(m->power[0], m->power[1], m->power[2]);
    tw_disc(u, v, &a, &b);
    if (m->kind == TW_LIGHT_SUN) {
        /* directions uniform over the sun's disc, a cap of the sphere: a point of the unit disc at
         * radius r gets the height 1 - r^2 k, k: 1 - cosine of the angular radius */
        fv k = fv_all(m->k), rr = a * a + b * b;
        fv w = fv_sqrt(k * (fv_all(2) - rr * k));
        *far = fv_all(INFINITY);
        /* the result has unit length, since to, s and t are orthonormal */
        return f3_madd(f3_madd(f3_scale(to, one - rr * k), a * w, s), b * w, t);
    }
    fv3 y = f3_all(m->x[0], m->x[1], m->x[2]);
    fv radius = fv_all(m->radius);
    y = f3_madd(f3_madd(y, a * radius, s), b * radius, t);
    fv3 l = f3_sub(y, x);
    fv rr = fv_max(f3_dot(l, l), fv_all(1e-12f)), r = fv_sqrt(rr);
    l = f3_scale(l, one / r);
    *far = r;
    fv k = one / rr, facing = -f3_dot(l, to);
    if (m->kind == TW_LIGHT_AREA) k *= fv_max(facing, zero);
    if (m->kind == TW_LIGHT_SPOT) k *= tw_spot_edge(m, facing);
    *power = f3_scale(*power, k);
    return l;
}

fv3 tw_suns_found(const tw_view *s, iv lobes, fv density, fv3 d) {
    fv3 sum = f3_all(0, 0, 0);
    for (int i = 0; i < s->lamp_count; i++) {
        const tw_lamp *m = &s->lamp[i];
        if (m->kind != TW_LIGHT_SUN) continue;
        fv3 to = f3_all(m->to[0], m->to[1], m->to[2]), apart = f3_sub(d, to);
        /* d is within the sun's disc if |d - to|^2 < 2 (1 - cos radius). The equivalent test of 1 -
         * d . to would lose digits, since it is a difference of almost equal numbers. */
        iv in = lobes & (f3_dot(apart, apart) < fv_all(2 * m->k));
        if (!iv_any(in)) continue;
        fv p = density * fv_all(6.28318531f * m->k), pp = p * p, k = pp / (fv_all(1) + pp);
        fv3 L = f3_scale(f3_all(m->radiance[0], m->radiance[1], m->radiance[2]), k);
        sum = f3_select(in, f3_add(sum, L), sum);
    }
    return sum;
}
