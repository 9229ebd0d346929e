/*
 * Pictures on solids: texture coordinates of a place of the surface, and the picture's light there,
 * averaged over the sample's footprint: between the two levels whose pixels are just smaller and
 * just larger than the footprint (trilinear filtering [Williams 1983]), so that nothing flickers.
 */
#include "shape/map/pixmap.h"
#include "base/math/elementary.h"
#include "picture/rays/surface.h"

#include <math.h>

#define TAU 6.2831853f

/* u, v: a place in the picture, from its top left corner, as shares of its width and height; du,
 * dv: half widths of the sample's footprint there */
typedef struct spot {
    float u, v, du, dv;
} spot;

/* ---- where ---------------------------------------------------------------------------------- */

static void faces_of(const double *size, const float aspect, bool fits, tw_paint *p) {
    /* [a]: the two axes along which the picture lies on the faces perpendicular to axis a */
    static const int axes[3][2] = {{1, 2}, {0, 2}, {0, 1}};
    for (int a = 0; a < 3; a++)
        for (int k = 0; k < 2; k++)
            p->size[a][k] = fits ? (float)size[axes[a][k]] : k ? p->period * aspect : p->period;
}

/* number of repetitions of the picture around a circle of this radius: a whole number, so that the
 * last one ends where the first one begins */
static float around(double radius, const tw_material *m) {
    if (!(m->texture_scale > 0)) return 1;
    double n = floor(2 * 3.14159265358979323846 * radius / m->texture_scale + 0.5);
    return n < 1 ? 1 : (float)n;
}

void tw_wrap_picture(const tw_material *m, const tw_shape *shape, tw_paint *p) {
    if (m->texture != TW_TEXTURE_PICTURE) return;
    p->map = m->map;
    p->wrap = TW_WRAP_FACES;
    bool fits = !(m->texture_scale > 0);
    const float aspect = (float)p->map->level[0].height / (float)p->map->level[0].width;
    const double *q = shape ? shape->p : NULL;
    if (fits && shape && shape->type == TW_SHAPE_MESH && shape->mesh->spot) {
        p->wrap = TW_WRAP_SPOTS;
        p->once = false;
        p->mesh = shape->mesh;
        p->size[0][0] = (float)q[0];
        return;
    }
    double size[3] = {1, (double)aspect, (double)aspect};
    p->once = fits && shape;
    if (!shape) {
        size[1] = (double)aspect;
        faces_of(size, aspect, fits, p);
        return;
    }
    double whole = 2 * tw_shape_radius(shape);
    tw_shape_wrap wrap = tw_shape_of(shape)->wrap;
    const vec3 axis[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (int i = 0; i < 3; i++)
        size[i] = shape->type == TW_SHAPE_BOX ? 2 * tw_shape_extent(shape, axis[i]) : whole;
    faces_of(size, aspect, fits, p);
    if (wrap == TW_SHAPE_WRAP_GLOBE) {
        p->wrap = TW_WRAP_GLOBE;
        for (int i = 0; i < 3; i++) p->size[i][0] = (float)tw_shape_extent(shape, axis[i]);
        p->size[0][1] = around(q[0], m);
        p->size[1][1] = fits ? 1 : fmaxf(floorf(0.5f * p->size[0][1] / aspect + 0.5f), 1);
    }
    if (wrap != TW_SHAPE_WRAP_ROUND) return;
    double height = tw_shape_extent(shape, axis[2]) + tw_shape_extent(shape, v3_neg(axis[2]));
    p->wrap = TW_WRAP_ROUND;
    p->size[0][0] = around(q[0], m);
    p->size[0][1] = fits ? (float)height : p->size[2][1];
    if (fits) p->size[2][0] = p->size[2][1] = (float)(2 * q[0]);
}

static spot on_face(const tw_paint *p, const float x[3], const float n[3], const float w[3]) {
    float ax = fabsf(n[0]), ay = fabsf(n[1]), az = fabsf(n[2]);
    int face = az >= ax && az >= ay ? 2 : ay >= ax ? 1 : 0;
    int across = face == 0 ? 1 : 0, up = face == 2 ? 1 : 2;
    /* sign such that the picture is not mirrored when it is seen from outside the solid */
    float right = (face == 1) == (n[face] < 0) ? x[across] : -x[across];
    float k = 1 / p->size[face][0], l = 1 / p->size[face][1];
    return (spot){0.5f + right * k, 0.5f - x[up] * l, w[across] * k, w[up] * l};
}

static float angle_of(float y, float x) {
    return (float)tw_atan2((double)y, (double)x) * (1 / TAU) + 0.5f;
}

static spot on_round(const tw_paint *p, const float x[3], const float n[3], const float w[3]) {
    if (fabsf(n[2]) > 0.8f) return on_face(p, x, n, w);
    float r = sqrtf(x[0] * x[0] + x[1] * x[1]) + 1e-12f;
    float along = (fabsf(x[1]) * w[0] + fabsf(x[0]) * w[1]) / r; /* the circle */
    float times = p->size[0][0], k = 1 / p->size[0][1];
    return (spot){angle_of(x[1], x[0]) * times, 0.5f - x[2] * k, along * times / (TAU * r),
                  w[2] * k};
}

static spot on_globe(const tw_paint *p, const float x[3], const float w[3]) {
    float a = x[0] / p->size[0][0], b = x[1] / p->size[1][0], c = x[2] / p->size[2][0];
    float flat = sqrtf(a * a + b * b);
    float wide = fmaxf(fmaxf(w[0] / p->size[0][0], w[1] / p->size[1][0]), w[2] / p->size[2][0]);
    float times = p->size[0][1], rows = p->size[1][1];
    float v = 0.5f - (float)tw_atan2((double)c, (double)flat) * (2 / TAU);
    return (spot){angle_of(b, a) * times, v * rows, wide * times / (TAU * fmaxf(flat, 0.02f)),
                  wide * rows * (2 / TAU)};
}

/* g: gradient of a coordinate u over a triangle with the corners c0, c1, c2, on which u is linear:
 * u = u0 + g.(x - c0) with g in the triangle's plane. With e = c1 - c0, f = c2 - c0, N = e x f, de
 * = u1 - u0 and df = u2 - u0: g = (de f x N - df e x N) / N.N */
static void gradient(const float e[3], const float f[3], float de, float df, float g[3]) {
    float N[3], NN = 0, k[3];
    for (int a = 0; a < 3; a++) {
        int b = (a + 1) % 3, c = (a + 2) % 3;
        N[a] = e[b] * f[c] - e[c] * f[b];
        NN += N[a] * N[a];
        k[a] = de * f[a] - df * e[a];
    }
    for (int a = 0; a < 3; a++) {
        int b = (a + 1) % 3, c = (a + 2) % 3;
        g[a] = (k[b] * N[c] - k[c] * N[b]) / NN;
    }
}

static spot on_triangle(const tw_paint *p, int32_t part, const float x[3], const float w[3]) {
    const tw_mesh *m = p->mesh;
    const float *c = m->corner + 9 * (size_t)part, k = 1 / p->size[0][0];
    const float *at = m->spot + 6 * (size_t)m->order[part];
    float e[3], f[3], d[3], g[3], out[2], wide[2];
    for (int a = 0; a < 3; a++) {
        e[a] = c[3 + a] - c[a];
        f[a] = c[6 + a] - c[a];
        d[a] = x[a] * k - c[a];
    }
    for (int i = 0; i < 2; i++) {
        gradient(e, f, at[2 + i] - at[i], at[4 + i] - at[i], g);
        out[i] = at[i] + (g[0] * d[0] + g[1] * d[1] + g[2] * d[2]);
        wide[i] = (fabsf(g[0]) * w[0] + fabsf(g[1]) * w[1] + fabsf(g[2]) * w[2]) * k;
    }
    return (spot){out[0], 1 - out[1], wide[0], wide[1]};
}

/* ---- what ----------------------------------------------------------------------------------- */

static int folded(int i, int n, bool once) {
    if (once) return i < 0 ? 0 : i >= n ? n - 1 : i;
    i %= n;
    return i < 0 ? i + n : i;
}

/* adds `weight` times one level of the picture at (u, v) to sum [4]: r, g, b multiplied by alpha,
 * and alpha. once_u, once_v: beyond the picture its edge continues along this axis; otherwise it
 * repeats */
static void add_level(const tw_pixmap_level *l, float u, float v, bool once_u, bool once_v,
                      float weight, const float *light, float sum[4]) {
    float x = u * (float)l->width - 0.5f, y = v * (float)l->height - 0.5f;
    float fx = floorf(x), fy = floorf(y);
    for (int c = 0; c < 4; c++) {
        int i = folded((int)fx + (c & 1), l->width, once_u);
        int j = folded((int)fy + (c >> 1), l->height, once_v);
        float a = c & 1 ? x - fx : 1 - (x - fx), b = c >> 1 ? y - fy : 1 - (y - fy);
        const uint8_t *t = l->rgba + 4 * ((size_t)j * (size_t)l->width + (size_t)i);
        float alpha = weight * a * b * ((float)t[3] * (1.0f / 255));
        for (int k = 0; k < 3; k++) sum[k] += alpha * light[t[k]];
        sum[3] += alpha;
    }
}

/* number of the level whose pixels are as large as the sample's footprint; a fraction lies between
 * two levels */
static float level_of(const tw_pixmap *m, const spot *s) {
    float seen = 2 * fmaxf(s->du * (float)m->level[0].width, s->dv * (float)m->level[0].height);
    float level = 0;
    for (; seen >= 2 && level < (float)(m->levels - 1); seen *= 0.5f) level++;
    if (seen > 1 && seen < 2) level += seen - 1;
    return fminf(level, (float)(m->levels - 1));
}

static void look_up(const tw_paint *p, const spot *s, const float *light, float sum[4]) {
    const tw_pixmap *m = p->map;
    float level = level_of(m, s), part = level - floorf(level);
    int k = (int)level;
    bool once_u = p->once && p->wrap == TW_WRAP_FACES, once_v = p->once;
    /* the number of whole repetitions is subtracted first: far from the origin it would take the
     * digits of the fraction */
    float u = once_u ? s->u : s->u - floorf(s->u), v = once_v ? s->v : s->v - floorf(s->v);
    add_level(&m->level[k], u, v, once_u, once_v, 1 - part, light, sum);
    if (part > 0) add_level(&m->level[k + 1], u, v, once_u, once_v, part, light, sum);
}

fv3 tw_picture_color(const tw_paint *p, iv on, iv part, fv3 x, fv3 n, fv3 w, fv3 color) {
    const float *light = tw_pixmap_light();
    for (int i = 0; i < TW_LANES; i++) {
        if (!on[i]) continue;
        const float at[3] = {x.x[i], x.y[i], x.z[i]}, normal[3] = {n.x[i], n.y[i], n.z[i]};
        const float wide[3] = {w.x[i], w.y[i], w.z[i]};
        spot s = p->wrap == TW_WRAP_GLOBE   ? on_globe(p, at, wide)
                 : p->wrap == TW_WRAP_SPOTS ? on_triangle(p, part[i], at, wide)
                 : p->wrap == TW_WRAP_ROUND ? on_round(p, at, normal, wide)
                                            : on_face(p, at, normal, wide);
        if (!(fabsf(s.u) < 1e6f && fabsf(s.v) < 1e6f)) continue;
        float sum[4] = {0, 0, 0, 0};
        look_up(p, &s, light, sum);
        float rest = 1 - sum[3];
        color.x[i] = color.x[i] * rest + sum[0];
        color.y[i] = color.y[i] * rest + sum[1];
        color.z[i] = color.z[i] * rest + sum[2];
    }
    return color;
}

fv3 tw_picture_mean(const tw_paint *p, fv3 color) {
    const uint8_t *t = p->map->level[p->map->levels - 1].rgba;
    const float *light = tw_pixmap_light(), alpha = (float)t[3] * (1.0f / 255);
    fv3 mean = f3_all(light[t[0]], light[t[1]], light[t[2]]);
    return f3_madd(color, fv_all(alpha), f3_sub(mean, color));
}
