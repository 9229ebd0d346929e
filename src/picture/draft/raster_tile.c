/*
 * Which samples of a tile its triangles cover; see raster.h.
 *
 * The edge function of corner k, for the side from corner i to corner j opposite to it, is
 *     E_k(x, y) = a (x - x_i) + b (y - y_i),   a = y_i - y_j,  b = x_j - x_i,
 * twice the area of the triangle formed by the sample and that side. So the three values, divided
 * by their sum, are also the weights of the corners in the depth at the sample. For triangles of up
 * to 64 pixels 32-bit integers suffice, and a row of pixels, or the samples of one pixel, are
 * computed together in a vector; the edge functions of larger triangles are first evaluated in 64
 * bits at the tile's corner and divided down to 32 bits.
 */
#include "picture/draft/raster.h"

#include <string.h>

/* [i] place of sample i: of the 16 samples, one lies in each cell of every 16x1, 8x2, 4x4, 2x8 and
 * 1x16 grid; samples near the pixel's centre come first */
const uint8_t tw_sample_x[16] = {9, 5, 8, 4, 12, 10, 6, 13, 7, 3, 1, 0, 14, 11, 2, 15};
const uint8_t tw_sample_y[16] = {7, 6, 11, 10, 9, 3, 2, 5, 14, 13, 4, 8, 12, 15, 0, 1};

typedef struct edges {
    /* a, b: factors of the three edge functions; x, y: corner at which the side of each begins */
    int32_t a[3], b[3], x[3], y[3];
    /* a sample is inside if each edge function is greater than its bound `over`: 0, or -1 where
     * samples on the side itself count as inside */
    int32_t over[3];
    float k[3]; /* depth q of each corner divided by twice the area */
} edges;

static void edges_of(const tw_triangle *t, edges *e) {
    for (int k = 0; k < 3; k++) {
        int i = (k + 1) % 3, j = (k + 2) % 3;
        e->a[k] = t->y[i] - t->y[j];
        e->b[k] = t->x[j] - t->x[i];
        e->x[k] = t->x[i];
        e->y[k] = t->y[i];
        /* samples on a side belong to the triangle if its inside is to the right of the side, or
         * below it */
        e->over[k] = e->a[k] > 0 || (e->a[k] == 0 && e->b[k] > 0) ? -1 : 0;
    }
}

static void depths_of(const tw_triangle *t, edges *e) {
    int32_t area =
        (t->x[1] - t->x[0]) * (t->y[2] - t->y[0]) - (t->x[2] - t->x[0]) * (t->y[1] - t->y[0]);
    float inv = 1 / (float)area;
    for (int k = 0; k < 3; k++) e->k[k] = t->q[k] * inv;
}

/* depth q of a large triangle as a linear function of the place, clamped to the range of its
 * corners' q */
typedef struct plane {
    double x, y, c; /* change of q per pixel right and down; q at (0, 0) */
    float lo, hi;
} plane;

static plane plane_of(const tw_triangle *t) {
    double x1 = t->x[1] - t->x[0], y1 = t->y[1] - t->y[0], x2 = t->x[2] - t->x[0];
    double y2 = t->y[2] - t->y[0], area = x1 * y2 - x2 * y1, s = TW_RASTER_SUB;
    double q0 = (double)t->q[0], q1 = (double)t->q[1] - q0, q2 = (double)t->q[2] - q0;
    plane p = {.x = (q1 * y2 - q2 * y1) / area * s, .y = (q2 * x1 - q1 * x2) / area * s};
    p.c = q0 - p.x * (t->x[0] / s) - p.y * (t->y[0] / s);
    p.lo = t->q[0] < t->q[1] ? t->q[0] : t->q[1];
    p.lo = p.lo < t->q[2] ? p.lo : t->q[2];
    p.hi = t->q[0] > t->q[1] ? t->q[0] : t->q[1];
    p.hi = p.hi > t->q[2] ? p.hi : t->q[2];
    return p;
}

static fv clamp(fv q, const plane *p) {
    return fv_min(fv_max(q, fv_all(p->lo)), fv_all(p->hi));
}

/* edge function k at the grid point (x, y), in units of `step`, less 1 for sides whose samples do
 * not count; clamped to a 32-bit number that keeps its sign everywhere in the tile */
static int32_t brought(const edges *e, int k, int64_t x, int64_t y, int step) {
    int64_t at =
        (int64_t)e->a[k] * (x - e->x[k]) + (int64_t)e->b[k] * (y - e->y[k]) - (e->over[k] + 1);
    const int64_t most = 1 << 29;
    at = at >= 0 ? at / step : -((-at + step - 1) / step);
    return (int32_t)(at > most ? most : at < -most ? -most : at);
}

/* ---- one sample a pixel --------------------------------------------------------------------- */

typedef struct span {
    int x0, x1, y0, y1; /* columns and rows of pixels within the tile, x0 .. x1 and y0 .. y1 */
} span;

static span span_of(const tw_triangle *t, int ox, int oy) {
    span s = {t->x0 - ox, t->x1 - ox, t->y0 - oy, t->y1 - oy};
    s.x0 = s.x0 < 0 ? 0 : s.x0;
    s.y0 = s.y0 < 0 ? 0 : s.y0;
    s.x1 = s.x1 < TW_RASTER_TILE ? s.x1 : TW_RASTER_TILE - 1;
    s.y1 = s.y1 < TW_RASTER_TILE ? s.y1 : TW_RASTER_TILE - 1;
    return s;
}

typedef struct rows {
    float *q;
    int32_t *item, *part; /* item and part of each sample; NULL: only depths are drawn */
} rows;

static iv steps(void) {
    iv s;
    for (int i = 0; i < TW_LANES; i++) s[i] = i;
    return s;
}

static fv load_f(const float *from) {
    fv v;
    memcpy(&v, from, sizeof v);
    return v;
}

static iv load_i(const int32_t *from) {
    iv v;
    memcpy(&v, from, sizeof v);
    return v;
}

/* mask of the TW_LANES pixels from (x, y) on that a translucent solid covers when each pixel has
 * one sample: bit 4 (y mod 4) + (x mod 4) of the solid's mask `door` (raster.h) */
static iv door_row(uint16_t door, int x, int y) {
    iv on;
    for (int i = 0; i < TW_LANES; i++) on[i] = door >> ((y & 3) * 4 + ((x + i) & 3)) & 1 ? -1 : 0;
    return on;
}

static inline void put_row(const rows *r, const tw_triangle *t, size_t at, iv in, fv q) {
    fv old = load_f(r->q + at);
    in &= q > old;
    if (!iv_any(in)) return;
    q = fv_select(in, q, old);
    memcpy(r->q + at, &q, sizeof q);
    if (!r->item) return;
    iv item = iv_select(in, iv_all(t->item), load_i(r->item + at));
    iv part = iv_select(in, iv_all(t->part), load_i(r->part + at));
    memcpy(r->item + at, &item, sizeof item);
    memcpy(r->part + at, &part, sizeof part);
}

static inline void put_one(const rows *r, const tw_triangle *t, size_t at, float q) {
    if (!(q > r->q[at])) return;
    r->q[at] = q;
    if (!r->item) return;
    r->item[at] = t->item;
    r->part[at] = t->part;
}

static void small_row(const rows *r, const tw_triangle *t, span s, int ox, int oy) {
    edges e;
    edges_of(t, &e);
    int32_t X = (ox + s.x0) * TW_RASTER_SUB + TW_RASTER_SUB / 2;
    int32_t Y = (oy + s.y0) * TW_RASTER_SUB + TW_RASTER_SUB / 2, at[3];
    for (int k = 0; k < 3; k++) at[k] = e.a[k] * (X - e.x[k]) + e.b[k] * (Y - e.y[k]);
    if (s.x0 == s.x1 && s.y0 == s.y1) {
        /* the triangle touches a single pixel, as most triangles of fine meshes do */
        if (at[0] <= e.over[0] || at[1] <= e.over[1] || at[2] <= e.over[2]) return;
        if (!(t->door >> ((s.y0 & 3) * 4 + (s.x0 & 3)) & 1)) return;
        depths_of(t, &e);
        float q = (float)at[0] * e.k[0] + (float)at[1] * e.k[1] + (float)at[2] * e.k[2];
        put_one(r, t, (size_t)s.y0 * TW_RASTER_ROW + (size_t)s.x0, q);
        return;
    }
    depths_of(t, &e);
    iv step = steps() * iv_all(TW_RASTER_SUB), first[3];
    for (int k = 0; k < 3; k++) first[k] = iv_all(at[k]) + iv_all(e.a[k]) * step;
    for (int y = s.y0; y <= s.y1; y++) {
        iv f[3] = {first[0], first[1], first[2]};
        for (int x = s.x0; x <= s.x1; x += TW_LANES) {
            iv in = (f[0] > iv_all(e.over[0])) & (f[1] > iv_all(e.over[1])) &
                    (f[2] > iv_all(e.over[2])) & (step <= iv_all((s.x1 - x) * TW_RASTER_SUB));
            if (t->door != 0xffff) in &= door_row(t->door, x, y);
            if (iv_any(in)) {
                fv q = fv_from_iv(f[0]) * fv_all(e.k[0]) + fv_from_iv(f[1]) * fv_all(e.k[1]) +
                       fv_from_iv(f[2]) * fv_all(e.k[2]);
                put_row(r, t, (size_t)y * TW_RASTER_ROW + (size_t)x, in, q);
            }
            for (int k = 0; k < 3; k++) f[k] += iv_all(e.a[k] * TW_LANES * TW_RASTER_SUB);
        }
        for (int k = 0; k < 3; k++) first[k] += iv_all(e.b[k] * TW_RASTER_SUB);
    }
}

static void large_rows(const rows *r, const tw_triangle *t, span s, int ox, int oy) {
    edges e;
    edges_of(t, &e);
    plane p = plane_of(t);
    const int half = TW_RASTER_SUB / 2;
    iv first[3], step = steps();
    int64_t X = (int64_t)ox * TW_RASTER_SUB + half, Y = (int64_t)oy * TW_RASTER_SUB + half;
    for (int k = 0; k < 3; k++) {
        int32_t at = brought(&e, k, X, Y, TW_RASTER_SUB);
        /* true if the whole tile is outside of side k: the side's edge function is negative even at
         * the pixel of the tile where it is greatest */
        int32_t reach = (e.a[k] > 0 ? e.a[k] : 0) + (e.b[k] > 0 ? e.b[k] : 0);
        if (at + reach * (TW_RASTER_TILE - 1) < 0) return;
        first[k] = iv_all(at) + step * iv_all(e.a[k]);
    }
    fv qx = fv_all((float)p.x);
    for (int y = s.y0; y <= s.y1; y++) {
        float left = (float)(p.c + p.x * (ox + 0.5) + p.y * (oy + y + 0.5));
        for (int x = s.x0; x <= s.x1; x += TW_LANES) {
            iv in = step <= iv_all(s.x1 - x);
            for (int k = 0; k < 3; k++)
                in &= first[k] + iv_all(e.a[k] * x + e.b[k] * y) >= iv_all(0);
            if (t->door != 0xffff) in &= door_row(t->door, x, y);
            if (!iv_any(in)) continue;
            fv q = clamp(fv_all(left) + qx * fv_from_iv(step + iv_all(x)), &p);
            put_row(r, t, (size_t)y * TW_RASTER_ROW + (size_t)x, in, q);
        }
    }
}

static void all_rows(const tw_raster *r, int tile, const rows *to) {
    int ox = tile % r->columns * TW_RASTER_TILE, oy = tile / r->columns * TW_RASTER_TILE;
    for (int i = 0; i < r->chunk_count; i++) {
        const tw_chunk *c = &r->chunk[i];
        if (!c->first) continue;
        for (int32_t k = c->first[tile]; k < c->first[tile + 1]; k++) {
            const tw_triangle *t = &c->triangle[c->reference[k]];
            (t->large ? large_rows : small_row)(to, t, span_of(t, ox, oy), ox, oy);
        }
    }
}

void tw_raster_sight(const tw_raster *r, int tile, tw_sight *to) {
    rows all = {to->q[0], to->item[0], to->part[0]};
    all_rows(r, tile, &all);
}

void tw_raster_depth(const tw_raster *r, int tile, float *q) {
    rows all = {q, NULL, NULL};
    all_rows(r, tile, &all);
}

/* ---- 16 samples a pixel --------------------------------------------------------------------- */

void tw_sights_touch(tw_sights *to, int at) {
    int x = at % TW_RASTER_TILE, y = at / TW_RASTER_TILE;
    to->touched[at] = true;
    for (int g = 0; g < 16; g += TW_LANES) {
        fv q, zero = fv_all(0);
        for (int i = 0; i < TW_LANES; i++) {
            float dx = (float)x + ((float)tw_sample_x[g + i] + 0.5f) / 16;
            float dy = (float)y + ((float)tw_sample_y[g + i] + 0.5f) / 16;
            q[i] = to->ground[0] + to->ground[1] * dx + to->ground[2] * dy;
        }
        iv ground = (q > zero) & (q < fv_all(to->ground[3])),
           item = iv_select(ground, iv_all(TW_ITEM_GROUND), iv_all(TW_ITEM_NONE));
        q = fv_select(ground, q, zero);
        memcpy(to->q[at] + g, &q, sizeof q);
        memcpy(to->item[at] + g, &item, sizeof item);
    }
    memset(to->part[at], 0, sizeof to->part[at]);
}

static inline void put_samples(tw_sights *to, const tw_triangle *t, int at, int g, iv in, fv q) {
    fv old = load_f(to->q[at] + g);
    in &= q > old;
    if (!iv_any(in)) return;
    q = fv_select(in, q, old);
    iv item = iv_select(in, iv_all(t->item), load_i(to->item[at] + g));
    iv part = iv_select(in, iv_all(t->part), load_i(to->part[at] + g));
    memcpy(to->q[at] + g, &q, sizeof q);
    memcpy(to->item[at] + g, &item, sizeof item);
    memcpy(to->part[at] + g, &part, sizeof part);
}

static iv door_samples(uint16_t door, int g) {
    iv on;
    for (int i = 0; i < TW_LANES; i++) on[i] = door >> (g + i) & 1 ? -1 : 0;
    return on;
}

/* tw_sample_x and tw_sample_y as 32-bit integers, so that vectors can be loaded from them */
static const int32_t sample_x[16] = {9, 5, 8, 4, 12, 10, 6, 13, 7, 3, 1, 0, 14, 11, 2, 15};
static const int32_t sample_y[16] = {7, 6, 11, 10, 9, 3, 2, 5, 14, 13, 4, 8, 12, 15, 0, 1};

/* left_of[c]: mask of the samples of a pixel left of column c of its 16 columns; above[c]: of those
 * above row c */
static const uint16_t left_of[17] = {0x0000, 0x0800, 0x0c00, 0x4c00, 0x4e00, 0x4e08,
                                     0x4e0a, 0x4e4a, 0x4f4a, 0x4f4e, 0x4f4f, 0x4f6f,
                                     0x6f6f, 0x6f7f, 0x6fff, 0x7fff, 0xffff};
static const uint16_t above[17] = {0x0000, 0x4000, 0xc000, 0xc040, 0xc060, 0xc460,
                                   0xc4e0, 0xc4e2, 0xc4e3, 0xcce3, 0xccf3, 0xccfb,
                                   0xccff, 0xdcff, 0xdeff, 0xdfff, 0xffff};

static int clip16(int c) {
    return c < 0 ? 0 : c > 16 ? 16 : c;
}

/* may a triangle within the pixel with the corner (X, Y), steps of the grid, cover any of its
 * samples? */
static bool any_sample(const tw_triangle *t, int X, int Y) {
    int x0 = t->x[0], x1 = x0, y0 = t->y[0], y1 = y0;
    for (int k = 1; k < 3; k++) {
        x0 = t->x[k] < x0 ? t->x[k] : x0;
        x1 = t->x[k] > x1 ? t->x[k] : x1;
        y0 = t->y[k] < y0 ? t->y[k] : y0;
        y1 = t->y[k] > y1 ? t->y[k] : y1;
    }
    /* columns of samples between x0 and x1: c0 is the first at or after x0, c1 - 1 the last at or
     * before x1; rows r0 .. r1 - 1 likewise */
    int c0 = clip16((x0 - X + 7) >> 4), c1 = clip16(((x1 - X - 8) >> 4) + 1);
    int r0 = clip16((y0 - Y + 7) >> 4), r1 = clip16(((y1 - Y - 8) >> 4) + 1);
    return (left_of[c1] & ~left_of[c0] & above[r1] & ~above[r0]) != 0;
}

/* f[group][k]: edge function k at each of the 16 samples of a pixel minus its value at the pixel's
 * first place */
typedef struct offsets {
    iv f[TW_GROUPS][3];
} offsets;

static inline void offsets_of(const edges *e, int step, offsets *o) {
    for (int g = 0; g < TW_GROUPS; g++) {
        iv x = load_i(sample_x + g * TW_LANES), y = load_i(sample_y + g * TW_LANES);
        for (int k = 0; k < 3; k++)
            o->f[g][k] = iv_all(e->a[k] * step) * x + iv_all(e->b[k] * step) * y;
    }
}

static void small_samples(tw_sights *to, const tw_triangle *t, span s, int ox, int oy) {
    edges e;
    offsets o;
    if (s.x0 == s.x1 && s.y0 == s.y1 &&
        !any_sample(t, (ox + s.x0) * TW_RASTER_SUB, (oy + s.y0) * TW_RASTER_SUB))
        return;
    edges_of(t, &e);
    depths_of(t, &e);
    offsets_of(&e, TW_RASTER_SUB / 16, &o);
    const int half = TW_RASTER_SUB / 32;
    int32_t X = (ox + s.x0) * TW_RASTER_SUB + half, Y = (oy + s.y0) * TW_RASTER_SUB + half, at[3];
    for (int k = 0; k < 3; k++) at[k] = e.a[k] * (X - e.x[k]) + e.b[k] * (Y - e.y[k]);
    for (int y = s.y0; y <= s.y1; y++)
        for (int x = s.x0; x <= s.x1; x++) {
            int32_t c[3], i = y * TW_RASTER_TILE + x;
            for (int k = 0; k < 3; k++)
                c[k] = at[k] + TW_RASTER_SUB * (e.a[k] * (x - s.x0) + e.b[k] * (y - s.y0));
            iv f[TW_GROUPS][3], in[TW_GROUPS], any = iv_all(0);
            for (int g = 0; g < TW_GROUPS; g++) {
                in[g] = iv_all(-1);
                for (int k = 0; k < 3; k++) {
                    f[g][k] = iv_all(c[k]) + o.f[g][k];
                    in[g] &= f[g][k] > iv_all(e.over[k]);
                }
                if (t->door != 0xffff) in[g] &= door_samples(t->door, g * TW_LANES);
                any |= in[g];
            }
            if (!iv_any(any)) continue;
            if (!to->touched[i]) tw_sights_touch(to, i);
            for (int g = 0; g < TW_GROUPS; g++) {
                if (!iv_any(in[g])) continue;
                fv q = fv_from_iv(f[g][0]) * fv_all(e.k[0]) + fv_from_iv(f[g][1]) * fv_all(e.k[1]) +
                       fv_from_iv(f[g][2]) * fv_all(e.k[2]);
                put_samples(to, t, i, g * TW_LANES, in[g], q);
            }
        }
}

static void large_samples(tw_sights *to, const tw_triangle *t, span s, int ox, int oy) {
    edges e;
    offsets o;
    edges_of(t, &e);
    plane p = plane_of(t);
    offsets_of(&e, 1, &o);
    const int half = TW_RASTER_SUB / 32, step = TW_RASTER_SUB / 16;
    for (int y = s.y0; y <= s.y1; y++)
        for (int x = s.x0; x <= s.x1; x++) {
            int i = y * TW_RASTER_TILE + x;
            int64_t X = (int64_t)(ox + x) * TW_RASTER_SUB + half;
            int64_t Y = (int64_t)(oy + y) * TW_RASTER_SUB + half;
            iv in[TW_GROUPS], any = iv_all(0);
            for (int g = 0; g < TW_GROUPS; g++) in[g] = iv_all(-1);
            for (int k = 0; k < 3; k++) {
                iv at = iv_all(brought(&e, k, X, Y, step));
                for (int g = 0; g < TW_GROUPS; g++) in[g] &= at + o.f[g][k] >= iv_all(0);
            }
            for (int g = 0; g < TW_GROUPS; g++) {
                if (t->door != 0xffff) in[g] &= door_samples(t->door, g * TW_LANES);
                any |= in[g];
            }
            if (!iv_any(any)) continue;
            if (!to->touched[i]) tw_sights_touch(to, i);
            const double sixteenth = 1.0 / 16;
            fv corner = fv_all(
                (float)(p.c + p.x * (ox + x + sixteenth / 2) + p.y * (oy + y + sixteenth / 2)));
            for (int g = 0; g < TW_GROUPS; g++) {
                fv dx = fv_from_iv(load_i(sample_x + g * TW_LANES));
                fv dy = fv_from_iv(load_i(sample_y + g * TW_LANES));
                fv q = corner + fv_all((float)(p.x * sixteenth)) * dx +
                       fv_all((float)(p.y * sixteenth)) * dy;
                put_samples(to, t, i, g * TW_LANES, in[g], clamp(q, &p));
            }
        }
}

void tw_raster_sights(const tw_raster *r, int tile, tw_sights *to) {
    int ox = tile % r->columns * TW_RASTER_TILE, oy = tile / r->columns * TW_RASTER_TILE;
    for (int i = 0; i < r->chunk_count; i++) {
        const tw_chunk *c = &r->chunk[i];
        if (!c->first) continue;
        for (int32_t k = c->first[tile]; k < c->first[tile + 1]; k++) {
            const tw_triangle *t = &c->triangle[c->reference[k]];
            (t->large ? large_samples : small_samples)(to, t, span_of(t, ox, oy), ox, oy);
        }
    }
}
