/*
 * The filter's weights and sums; see filter.h.
 *
 * A neighbour counts as far as it faces the same way and its light is the same within noise:
 *     w = share (n.n')^8 max(0, 1 - (g - g')^2 / (k (v + v') + e))^2
 * with the guides g, luminance averaged over 3 x 3 pixels of the same thing, the variances v
 * averaged likewise, and e what the eye does not see [Rousselle, Manzi, Zwicker 2013; the guide as
 * in Schied et al. 2017]. In the guide a pixel's own noise stands with a ninth of its strength, so
 * neighbours are not chosen by it. All sums run in one order.
 */
#include "picture/filter/filter.h"

#include <string.h>

enum { R = TW_FILTER_RADIUS, SIDE = TW_FILTER_SIDE, STRIDE = TW_FILTER_STRIDE };

typedef struct filtering {
    const tw_parts *parts;
    int slots; /* parts that any pixel has */
    int kinds; /* of light: diffuse, and by lobes */
    float strength;
    /* guides, and their variances */
    float value[2][TW_PARTS][TW_TILE][STRIDE], noise[2][TW_PARTS][TW_TILE][STRIDE];
} filtering;

static inline fv at(const float *from) {
    fv v;
    memcpy(&v, from, sizeof v);
    return v;
}

static inline fv plane(const filtering *f, int part, int which, int x, int y) {
    return at(&f->parts->plane[part][which][y][x + SIDE]);
}

static inline fv3 plane3(const filtering *f, int part, int which, int x, int y) {
    return f3(plane(f, part, which, x, y), plane(f, part, which + 1, x, y),
              plane(f, part, which + 2, x, y));
}

static inline iv item_at(const filtering *f, int part, int x, int y) {
    return (iv)plane(f, part, TW_PLANE_ITEM, x, y);
}

static inline fv luminance(fv3 c) {
    return (c.x + c.y + c.y + c.z) * fv_all(0.25f);
}

/* the guides of part k of TW_LANES pixels from (x, y) on */
static void guide_some(const filtering *f, int k, int x, int y, fv value[2], fv noise[2]) {
    iv own = item_at(f, k, x, y);
    fv weight = fv_all(0), zero = fv_all(0);
    for (int c = 0; c < 2; c++) value[c] = noise[c] = zero;
    iv some = own != iv_all(TW_ITEM_NONE);
    if (!iv_any(some)) return;
    for (int dy = -1; dy <= 1; dy++) {
        int v = y + dy;
        if (v < 0 || v >= f->parts->height) continue;
        for (int dx = -1; dx <= 1; dx++)
            for (int j = 0; j < f->slots; j++) {
                iv same = some & (item_at(f, j, x + dx, v) == own);
                if (!iv_any(same)) continue;
                fv w = fv_select(same, plane(f, j, TW_PLANE_SHARE, x + dx, v), zero);
                weight += w;
                for (int c = 0; c < f->kinds; c++) {
                    int from = c ? TW_PLANE_LOBE : TW_PLANE_DIFFUSE;
                    int var = c ? TW_PLANE_LOBE_NOISE : TW_PLANE_DIFFUSE_NOISE;
                    value[c] += w * fv_select(same, luminance(plane3(f, j, from, x + dx, v)), zero);
                    noise[c] += w * fv_select(same, plane(f, j, var, x + dx, v), zero);
                }
            }
    }
    fv by = fv_all(1) / fv_select(some, weight, fv_all(1));
    for (int c = 0; c < f->kinds; c++) {
        value[c] = fv_select(some, value[c] * by, zero);
        noise[c] = fv_select(some, noise[c] * by, zero);
    }
}

static void make_guides(filtering *f) {
    for (int k = 0; k < f->slots; k++)
        for (int y = 0; y < f->parts->height; y++)
            for (int x = 0; x < TW_TILE; x += TW_LANES) {
                fv value[2], noise[2];
                guide_some(f, k, x, y, value, noise);
                for (int c = 0; c < f->kinds; c++) {
                    memcpy(&f->value[c][k][y][x + SIDE], &value[c], sizeof value[c]);
                    memcpy(&f->noise[c][k][y][x + SIDE], &noise[c], sizeof noise[c]);
                }
            }
}

/* the pixel part that is filtered, TW_LANES of them */
typedef struct middle {
    iv item;
    fv3 normal;
    fv value[2], noise[2];
} middle;

/* weighted sums for one kind of light: of 1, x, y, x^2, x y, y^2, and of light times 1, x, y */
typedef struct sums {
    fv w, x, y, xx, xy, yy;
    fv3 light, light_x, light_y;
} sums;

/* Light at the middle of the neighbourhood: of the plane a + b x + c y next to the neighbours by
 * least squares, as neighbours at an edge stand on one side. A ridge keeps the slope of few or
 * noisy ones small. */
static fv3 middle_of(const sums *s, fv3 own) {
    fv zero = fv_all(0), one = fv_all(1), ridge = fv_all(0.25f);
    iv found = s->w > fv_all(1e-6f);
    fv by = one / fv_select(found, s->w, one), x = s->x * by, y = s->y * by;
    fv3 mean = f3_scale(s->light, by);
    fv xx = s->xx * by - x * x + ridge, yy = s->yy * by - y * y + ridge, xy = s->xy * by - x * y;
    fv d = xx * yy - xy * xy, least = fv_all(0.01f);
    d = one / fv_max(d, least);
    fv a = (yy * x - xy * y) * d, b = (xx * y - xy * x) * d;
    fv3 slope_x = f3_sub(f3_scale(s->light_x, by), f3_scale(mean, x));
    fv3 slope_y = f3_sub(f3_scale(s->light_y, by), f3_scale(mean, y));
    fv3 rise = f3_add(f3_scale(slope_x, a), f3_scale(slope_y, b)),
        most = f3_scale(mean, fv_all(0.5f));
    fv3 at = f3(mean.x - fv_min(fv_max(rise.x, -most.x), most.x),
                mean.y - fv_min(fv_max(rise.y, -most.y), most.y),
                mean.z - fv_min(fv_max(rise.z, -most.z), most.z));
    at = f3(fv_max(at.x, zero), fv_max(at.y, zero), fv_max(at.z, zero));
    return f3_select(found, at, own);
}

/* adds part j of the neighbours from (x, y) on */
static inline void add_neighbours(const filtering *f, const middle *m, int j, int x, int y,
                                  float dx, float dy, sums *s) {
    fv zero = fv_all(0), one = fv_all(1);
    iv same = item_at(f, j, x, y) == m->item;
    if (!iv_any(same)) return;
    fv facing = fv_max(f3_dot(plane3(f, j, TW_PLANE_NORMAL, x, y), m->normal), zero);
    facing *= facing;
    facing *= facing;
    facing *= facing;
    fv base = fv_select(same, plane(f, j, TW_PLANE_SHARE, x, y) * facing, zero);
    fv k = fv_all(f->strength), least = fv_all(1e-4f);
    for (int c = 0; c < f->kinds; c++) {
        fv value = at(&f->value[c][j][y][x + SIDE]), apart = value - m->value[c];
        fv noise = at(&f->noise[c][j][y][x + SIDE]) + m->noise[c];
        fv allowed = k * noise + least * value * m->value[c] + fv_all(1e-8f);
        fv like = fv_max(one - apart * apart / allowed, zero);
        fv w = fv_select(same, base * like * like, zero);
        fv3 light = plane3(f, j, c ? TW_PLANE_LOBE : TW_PLANE_DIFFUSE, x, y);
        light = f3_select(same, f3_scale(light, w), f3_all(0, 0, 0));
        fv wx = w * fv_all(dx), wy = w * fv_all(dy);
        sums *to = &s[c];
        to->w += w;
        to->x += wx;
        to->y += wy;
        to->xx += wx * fv_all(dx);
        to->xy += wx * fv_all(dy);
        to->yy += wy * fv_all(dy);
        to->light = f3_add(to->light, light);
        to->light_x = f3_madd(to->light_x, fv_all(dx), light);
        to->light_y = f3_madd(to->light_y, fv_all(dy), light);
    }
}

/* the light that part k of TW_LANES pixels of the tile adds to them */
static fv3 filter_some(const filtering *f, int k, int x, int y) {
    fv zero = fv_all(0);
    fv3 none = f3_all(0, 0, 0);
    middle m = {.item = item_at(f, k, x, y), .normal = plane3(f, k, TW_PLANE_NORMAL, x, y)};
    iv some = m.item != iv_all(TW_ITEM_NONE);
    if (!iv_any(some)) return none;
    /* no neighbour is like nothing */
    m.item = iv_select(some, m.item, iv_all(TW_ITEM_NONE - 1000));
    m.normal = f3_select(some, m.normal, none);
    for (int c = 0; c < f->kinds; c++) {
        m.value[c] = at(&f->value[c][k][y][x + SIDE]);
        m.noise[c] = at(&f->noise[c][k][y][x + SIDE]);
    }
    sums s[2];
    for (int c = 0; c < f->kinds; c++)
        s[c] = (sums){zero, zero, zero, zero, zero, zero, none, none, none};
    for (int dy = -R; dy <= R; dy++) {
        if (y + dy < 0 || y + dy >= f->parts->height) continue;
        for (int dx = -R; dx <= R; dx++)
            for (int j = 0; j < f->slots; j++)
                add_neighbours(f, &m, j, x + dx, y + dy, (float)dx, (float)dy, s);
    }
    fv3 sum = none;
    for (int c = 0; c < f->kinds; c++) {
        fv3 own = plane3(f, k, c ? TW_PLANE_LOBE : TW_PLANE_DIFFUSE, x, y);
        sum = f3_add(sum, f3_mul(middle_of(&s[c], own),
                                 plane3(f, k, c ? TW_PLANE_TINT : TW_PLANE_KD, x, y)));
    }
    sum = f3_scale(sum, plane(f, k, TW_PLANE_SHARE, x, y));
    return f3_select(some, sum, none);
}

void tw_filter_tile(const tw_parts *p, float strength, float *to, size_t stride) {
    if (!p->some) return;
    filtering f;
    f.parts = p;
    f.slots = p->second ? 2 : 1;
    f.kinds = p->lobes ? 2 : 1;
    f.strength = strength;
    make_guides(&f);
    for (int y = 0; y < p->height; y++)
        for (int x = 0; x < p->width; x += TW_LANES)
            for (int k = 0; k < f.slots; k++) {
                fv3 light = filter_some(&f, k, x, y);
                float *c = to + (size_t)y * stride + 4 * (size_t)x;
                for (int i = 0; i < TW_LANES && x + i < p->width; i++, c += 4) {
                    c[0] += light.x[i];
                    c[1] += light.y[i];
                    c[2] += light.z[i];
                }
            }
}
