/* Environment maps as lamps: their radiance, and random directions toward their bright parts; see
 * env.h. */
#include "picture/light/env.h"

#include "base/math/elementary.h"
#include "shape/map/lightmap.h"

static const float turn_per_radian = 0.159154943f; /* 1 / (2 pi) */

/* angle of (x, y) from the x axis in turns, -1/2 .. 1/2, with an error of at most 2e-6, by an odd
 * polynomial in the smaller coordinate divided by the larger */
static fv turn_of(fv y, fv x) {
    fv ax = fv_abs(x), ay = fv_abs(y), zero = fv_all(0);
    iv steep = ay > ax;
    fv most = fv_select(steep, ay, ax), least = fv_select(steep, ax, ay);
    fv q = least / fv_max(most, fv_all(1e-30f)), p = q * q;
    fv a = fv_all(0.05265332f) + p * fv_all(-0.01172120f);
    a = fv_all(0.19354346f) + p * (fv_all(-0.11643287f) + p * a);
    a = q * (fv_all(0.99997726f) + p * (fv_all(-0.33262347f) + p * a)) * fv_all(turn_per_radian);
    a = fv_select(steep, fv_all(0.25f) - a, a);
    a = fv_select(x < zero, fv_all(0.5f) - a, a);
    return fv_sign(a, y);
}

/* sine and cosine of 2 pi t, 0 <= t <= 1, by Taylor's series about the nearest quarter turn */
static void wheel(fv t, fv *sine, fv *cosine) {
    fv quarter = fv_floor(t * fv_all(4) + fv_all(0.5f)), a = (t - quarter * fv_all(0.25f));
    a *= fv_all(6.28318531f);
    fv p = a * a;
    fv s = a * (fv_all(1) + p * (fv_all(-1.66666667e-1f) +
                                 p * (fv_all(8.33333333e-3f) + p * fv_all(-1.98412698e-4f))));
    fv c = fv_all(1) +
           p * (fv_all(-0.5f) + p * (fv_all(4.16666667e-2f) +
                                     p * (fv_all(-1.38888889e-3f) + p * fv_all(2.48015873e-5f))));
    iv k = iv_from(quarter), odd = (k & iv_all(1)) != iv_all(0);
    fv x = fv_select(odd, c, s), y = fv_select(odd, s, c);
    *sine = fv_select((k & iv_all(2)) != iv_all(0), -x, x);
    *cosine = fv_select(((k + iv_all(1)) & iv_all(2)) != iv_all(0), -y, y);
}

/* direction d, given in world axes, in the axes of the map, which is turned about the vertical;
 * from_map: the inverse */
static fv3 to_map(const tw_env *e, fv3 d) {
    fv c = fv_all(e->cosine), s = fv_all(e->sine);
    return f3(c * d.x + s * d.y, c * d.y - s * d.x, d.z);
}

static fv3 from_map(const tw_env *e, fv3 d) {
    fv c = fv_all(e->cosine), s = fv_all(e->sine);
    return f3(c * d.x - s * d.y, s * d.x + c * d.y, d.z);
}

typedef float quad __attribute__((vector_size(16), may_alias));

/* radiance of the map at column u and row v, both in texels and interpolated between texels;
 * *density: probability density with which directions in this texel are chosen, 1/sr */
static quad texel_at(const tw_lightmap *m, float u, float v, float *density) {
    int w = m->width, h = m->height;
    float x = u - 0.5f, y = v - 0.5f, fx = floorf(x), fy = floorf(y);
    int i = (int)fx, j = (int)fy, c = (int)u, r = (int)v;
    c = c < w ? c : w - 1;
    r = r < h ? r : h - 1;
    int i0 = i < 0 ? w - 1 : i, i1 = i + 1 < w ? i + 1 : 0;
    int j0 = j < 0 ? 0 : j, j1 = j + 1 < h ? j + 1 : h - 1;
    const quad *t = (const quad *)(const void *)m->texel;
    const quad *a = t + (size_t)j0 * (size_t)w, *b = t + (size_t)j1 * (size_t)w;
    float p = x - fx, q = y - fy;
    quad over = a[i0] + p * (a[i1] - a[i0]), under = b[i0] + p * (b[i1] - b[i0]);
    *density = t[(size_t)r * (size_t)w + (size_t)c][3];
    return over + q * (under - over);
}

fv3 tw_env_light(const tw_env *e, fv3 d, fv *density) {
    const tw_lightmap *m = e->map;
    fv3 a = to_map(e, d), L;
    fv half = fv_all(0.5f), flat = fv_sqrt(a.x * a.x + a.y * a.y);
    fv u = (turn_of(a.x, a.y) + half) * fv_all((float)m->width);
    fv v = turn_of(flat, a.z) * fv_all((float)(2 * m->height));
    u = fv_min(fv_max(u, fv_all(0)), fv_all((float)m->width));
    v = fv_min(fv_max(v, fv_all(0)), fv_all((float)m->height));
    for (int i = 0; i < TW_LANES; i++) {
        float p;
        quad c = texel_at(m, u[i], v[i], &p);
        L.x[i] = c[0];
        L.y[i] = c[1];
        L.z[i] = c[2];
        (*density)[i] = p;
    }
    iv above = d.z > fv_all(0);
    *density = fv_select(above, *density, *density * fv_all(e->below)) * fv_all(e->rise);
    return f3_scale(L, fv_all(e->strength));
}

fv3 tw_env_all(const tw_view *s, fv3 d) {
    fv3 sum = f3_all(0, 0, 0);
    fv unused;
    for (int i = 0; i < s->env_count; i++) sum = f3_add(sum, tw_env_light(&s->env[i], d, &unused));
    return sum;
}

fv3 tw_env_found(const tw_view *s, fv3 d, fv density) {
    fv3 sum = f3_all(0, 0, 0);
    for (int i = 0; i < s->env_count; i++) {
        fv own, one = fv_all(1);
        fv3 L = tw_env_light(&s->env[i], d, &own);
        fv r = own / fv_max(density, fv_all(1e-12f));
        sum = f3_madd(sum, one / (one + r * r), L);
    }
    return sum;
}

/* inverts a cumulative distribution: index of the interval between two entries of cumulated [n + 1]
 * that contains u; *within: how far u lies in it, 0 .. 1. guide: index to begin with */
static int place_of(const float *cumulated, const uint16_t *guide, int n, float u, float *within) {
    int i = guide[(int)(u * (float)n)];
    while (i < n - 1 && cumulated[i + 1] <= u) i++;
    float share = cumulated[i + 1] - cumulated[i];
    float t = share > 0 ? (u - cumulated[i]) / share : 0.5f;
    *within = t < 0 ? 0 : t > 1 ? 1 : t;
    return i;
}

/* chooses a direction toward the light of the map by the point (u, v) of the unit square: returns
 * the unit vector; *density: its probability density, 1/sr; *L: radiance from that direction */
static fv3 choose(const tw_env *e, fv u, fv v, fv *density, fv3 *L) {
    const tw_lightmap *m = e->map;
    int w = m->width;
    fv z, around;
    for (int i = 0; i < TW_LANES; i++) {
        float down, along, p;
        int row = place_of(m->rows, m->row_guide, m->height, u[i] * e->part, &down);
        size_t line = (size_t)row * (size_t)(w + 1);
        int column = place_of(m->columns + line, m->column_guide + line, w, v[i], &along);
        z[i] = m->edge[row] + down * (m->edge[row + 1] - m->edge[row]);
        around[i] = ((float)column + along) / (float)w;
        /* rows are equal in angle, z was chosen uniformly between the cosines at a row's edges:
         * within a row, which is thin, both are taken as proportional */
        quad c = texel_at(m, (float)column + along, (float)row + down, &p);
        p = m->texel[4 * ((size_t)row * (size_t)w + (size_t)column) + 3];
        (*density)[i] = p * e->rise;
        L->x[i] = c[0];
        L->y[i] = c[1];
        L->z[i] = c[2];
    }
    *L = f3_scale(*L, fv_all(e->strength));
    /* in the map's axes the left edge of column 0 lies in direction -y, and columns go on toward -x
     */
    fv sine, cosine, flat = fv_root((fv_all(1) - z) * (fv_all(1) + z));
    wheel(around, &sine, &cosine);
    return from_map(e, f3(-flat * sine, -flat * cosine, z));
}

bool tw_env_toward(const tw_view *s, int index, const tw_surface *at, const tw_packet *from,
                   tw_tile_points *points, int dim, uint32_t salt, tw_env_aim *aim) {
    const tw_env *e = &s->env[index];
    fv u[TW_GROUPS], v[TW_GROUPS], zero = fv_all(0), one = fv_all(1);
    iv any = iv_all(0);
    tw_points(points, dim, salt, u, v);
    aim->ray.salt = from->salt;
    for (int g = 0; g < TW_GROUPS; g++) {
        aim->ray.active[g] = iv_all(0);
        aim->f[g] = aim->light[g] = aim->spread[g] = f3_all(0, 0, 0);
        if (!iv_any(from->active[g])) continue;
        fv own, density;
        fv3 L, d = choose(e, u[g], v[g], &own, &L);
        aim->f[g] = tw_bsdf(&at[g], d, &density);
        iv some = own > zero;
        own = fv_select(some, own, one);
        fv r = density / own;
        L = f3_scale(L, fv_select(some, one / (own * (one + r * r)), zero));
        aim->light[g] = f3_mul(aim->f[g], L);
        aim->spread[g] = f3_scale(L, fv_max(f3_dot(at[g].n, d), zero) * fv_all(0.318309886f));
        aim->ray.o[g] = at[g].x;
        aim->ray.d[g] = d;
        aim->ray.t[g] = fv_all(INFINITY);
        aim->ray.time[g] = from->time[g];
        aim->ray.own[g] = from->item[g];
        aim->ray.active[g] =
            from->active[g] & (aim->light[g].x + aim->light[g].y + aim->light[g].z > zero);
        any |= aim->ray.active[g];
    }
    return iv_any(any);
}

fv3 tw_env_on(const tw_view *s, fv3 normal) {
    fv3 sum = f3_all(0, 0, 0);
    for (int i = 0; i < s->env_count; i++) {
        const tw_env *e = &s->env[i];
        const float(*w)[3] = s->has_ground ? e->map->wave_above : e->map->wave;
        fv3 n = to_map(e, normal), L = f3_all(0, 0, 0);
        const fv Y[TW_LIGHTMAP_WAVES] = {fv_all(0.282094792f),
                                         fv_all(0.488602512f) * n.y,
                                         fv_all(0.488602512f) * n.z,
                                         fv_all(0.488602512f) * n.x,
                                         fv_all(1.092548431f) * n.x * n.y,
                                         fv_all(1.092548431f) * n.y * n.z,
                                         fv_all(0.315391565f) * (fv_all(3) * n.z * n.z - fv_all(1)),
                                         fv_all(1.092548431f) * n.x * n.z,
                                         fv_all(0.546274215f) * (n.x * n.x - n.y * n.y)};
        for (int k = 0; k < TW_LIGHTMAP_WAVES; k++)
            L = f3_madd(L, Y[k], f3_all(w[k][0], w[k][1], w[k][2]));
        /* clipped at 0: the harmonics of a bright spot are slightly negative on the side opposite
         * to it */
        fv zero = fv_all(0);
        L = f3(fv_max(L.x, zero), fv_max(L.y, zero), fv_max(L.z, zero));
        sum = f3_madd(sum, fv_all(e->strength), L);
    }
    return sum;
}

void tw_env_make(const tw_view *s, const tw_frame_light *l, tw_env *e) {
    const tw_lightmap *m = l->map;
    *e = (tw_env){.map = m, .strength = (float)l->strength, .part = 1, .rise = 1, .below = 1};
    e->sine = (float)tw_sin(l->turn);
    e->cosine = (float)tw_cos(l->turn);
    /* With the eye above a ground, rows below the horizon bring no light to the scene, and rays are
     * aimed only at rows above it, whose share of the map's power is `above`. */
    float above = m->rows[m->height / 2];
    if (!s->frame->has_ground || m->height % 2 || !(above > 0)) return;
    if (!(s->frame->ground_height < s->origin.z)) return;
    e->part = above;
    e->rise = 1 / above;
    e->below = 0;
}
