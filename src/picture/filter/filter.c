/*
 * The filter's weights and sums; see filter.h.
 *
 * A neighbour counts as far as it faces the same way and its light is the same within noise:
 *     w = share (n.n')^8 like(|g - g'|^2, v + v') like(|c - c'|^2, 36 v + 36 v')
 *     like(d, v) = max(0, 1 - d / (v + e))
 * with the light c, the guides g, light averaged over 3 x 3 pixels of the same thing, the variances
 * v averaged likewise, and e what the eye does not see [Rousselle, Manzi, Zwicker 2013; the guide
 * as in Schied et al. 2017]. The guides choose hardly by noise; light itself lets small highlights
 * stand that the samples agree on. One bright sample is apart by all of the noise that it makes
 * itself, a ninth of which is in v: at 9 v it would stand as a speckle. Near neighbours are single
 * pixels; farther ones are means over 3 x 3 pixels, in steps of three, as far as those are no more
 * uneven than noise makes them. All sums run in one order.
 */
#include "picture/filter/planes.h"

/* a neighbour: where, and is it a mean over 3 x 3 pixels? */
typedef struct tap {
    int dx, dy;
    bool box;
} tap;

#define NEAR(x, y) \
    { x, y, false }
#define FAR(x, y) \
    { 3 * (x), 3 * (y), true }
static const tap taps[] = {
    FAR(-2, -2), FAR(-1, -2),  FAR(0, -2),  FAR(1, -2),  FAR(2, -2),  FAR(-2, -1), FAR(-1, -1),
    FAR(0, -1),  FAR(1, -1),   FAR(2, -1),  FAR(-2, 0),  FAR(-1, 0),  FAR(1, 0),   FAR(2, 0),
    FAR(-2, 1),  FAR(-1, 1),   FAR(0, 1),   FAR(1, 1),   FAR(2, 1),   FAR(-2, 2),  FAR(-1, 2),
    FAR(0, 2),   FAR(1, 2),    FAR(2, 2),   NEAR(0, 0),  NEAR(-1, 0), NEAR(1, 0),  NEAR(0, -1),
    NEAR(0, 1),  NEAR(-1, -1), NEAR(1, -1), NEAR(-1, 1), NEAR(1, 1),  NEAR(-2, 0), NEAR(2, 0),
    NEAR(0, -2), NEAR(0, 2),
};
#undef NEAR
#undef FAR
enum { TAPS = sizeof taps / sizeof *taps };

/* the pixel part that is filtered, TW_LANES of them */
typedef struct middle {
    iv item;
    fv3 normal, light, box;
    fv value, noise;
} middle;

/* weighted sums: of 1, x, y, x^2, x y, y^2, of light times 1, x, y, and of the noise that the
 * weights leave, for noise of 1 a pixel */
typedef struct sums {
    fv w, x, y, xx, xy, yy, noise;
    fv3 light, light_x, light_y;
} sums;

/* Light at the middle of the neighbourhood: of the plane a + b x + c y next to the neighbours by
 * least squares, as neighbours at an edge stand on one side. A ridge keeps the slope of few
 * neighbours small, and as far as the rise from their mean may be noise it does not count. */
static fv3 middle_of(const sums *s, fv noise, fv3 own) {
    fv zero = fv_all(0), one = fv_all(1), ridge = fv_all(0.25f), least = fv_all(0.01f);
    iv found = s->w > fv_all(1e-6f);
    fv by = one / fv_select(found, s->w, one), x = s->x * by, y = s->y * by;
    fv3 mean = f3_scale(s->light, by);
    fv xx = s->xx * by - x * x + ridge, yy = s->yy * by - y * y + ridge, xy = s->xy * by - x * y;
    fv d = one / fv_max(xx * yy - xy * xy, least);
    fv a = (yy * x - xy * y) * d, b = (xx * y - xy * x) * d;
    fv3 slope_x = f3_sub(f3_scale(s->light_x, by), f3_scale(mean, x));
    fv3 slope_y = f3_sub(f3_scale(s->light_y, by), f3_scale(mean, y));
    fv3 rise = f3_add(f3_scale(slope_x, a), f3_scale(slope_y, b));
    fv3 most = f3_scale(mean, fv_all(0.5f));
    fv sure = tw_filter_luminance(rise);
    sure *= sure;
    fv doubt = noise * s->noise * by * by * fv_max(x * a + y * b, zero);
    sure = sure / (sure + fv_all(0.15f) * doubt + fv_all(1e-12f));
    rise = f3_scale(rise, sure);
    fv3 at = f3(mean.x - fv_min(fv_max(rise.x, -most.x), most.x),
                mean.y - fv_min(fv_max(rise.y, -most.y), most.y),
                mean.z - fv_min(fv_max(rise.z, -most.z), most.z));
    at = f3(fv_max(at.x, zero), fv_max(at.y, zero), fv_max(at.z, zero));
    return f3_select(found, at, own);
}

/* adds part j of the neighbours t of the pixels from (x, y) on */
static inline void add_neighbours(const tw_filtering *f, const middle *m, const tap *t, int j,
                                  int x, int y, sums *s) {
    fv zero = fv_all(0), one = fv_all(1), dx = fv_all((float)t->dx), dy = fv_all((float)t->dy);
    x += t->dx;
    y += t->dy;
    iv same = tw_drawn_item(f, j, x, y) == m->item;
    if (!iv_any(same)) return;
    fv3 box = tw_filter_at3(f->box, j, x, y), light = box;
    if (!t->box) light = tw_filter_at3(f->light, j, x, y);
    fv3 apart = f3_sub(box, m->box), aside = f3_sub(light, m->light);
    fv noise = tw_filter_at(f->noise, j, x, y) + m->noise;
    fv unseen = fv_all(TW_FILTER_UNSEEN) * tw_filter_at(f->value, j, x, y) * m->value;
    unseen += fv_all(1e-8f);
    fv like = fv_max(one - tw_filter_luminance(f3_mul(apart, apart)) / (noise + unseen), zero);
    noise = fv_all(36) * noise + unseen;
    like *= fv_max(one - tw_filter_luminance(f3_mul(aside, aside)) / noise, zero);
    fv facing = fv_max(f3_dot(tw_drawn3(f, j, TW_PLANE_NORMAL, x, y), m->normal), zero);
    facing *= facing;
    facing *= facing;
    like *= facing * facing;
    fv pixels = t->box ? tw_filter_at(f->weight, j, x, y) : tw_drawn(f, j, TW_PLANE_SHARE, x, y);
    fv w = fv_select(same, pixels * like, zero);
    light = f3_select(same, f3_scale(light, w), f3_all(0, 0, 0));
    fv wx = w * dx, wy = w * dy;
    s->w += w;
    s->x += wx;
    s->y += wy;
    s->xx += wx * dx;
    s->xy += wx * dy;
    s->yy += wy * dy;
    s->noise += fv_select(same, w * like, zero);
    s->light = f3_add(s->light, light);
    s->light_x = f3_madd(s->light_x, dx, light);
    s->light_y = f3_madd(s->light_y, dy, light);
}

/* filters part k of TW_LANES pixels from (x, y) on */
static void filter_some(tw_filtering *f, int k, int x, int y) {
    fv zero = fv_all(0);
    fv3 none = f3_all(0, 0, 0), own = tw_filter_at3(f->light, k, x, y);
    middle m = {.item = tw_drawn_item(f, k, x, y)};
    m.value = tw_filter_at(f->value, k, x, y);
    m.noise = tw_filter_at(f->noise, k, x, y);
    /* without noise there is nothing to do */
    iv some = (m.item != iv_all(TW_ITEM_NONE)) & (m.noise > fv_all(1e-7f) * m.value * m.value);
    tw_filter_put3(f->out, k, x, y, own);
    if (!iv_any(some)) return;
    /* no neighbour is like nothing */
    m.item = iv_select(some, m.item, iv_all(TW_ITEM_NONE - 1000));
    m.normal = f3_select(some, tw_drawn3(f, k, TW_PLANE_NORMAL, x, y), none);
    m.light = f3_select(some, own, none);
    m.box = f3_select(some, tw_filter_at3(f->box, k, x, y), none);
    m.value = fv_select(some, m.value, zero);
    m.noise = fv_select(some, m.noise, zero);
    sums s = {zero, zero, zero, zero, zero, zero, zero, none, none, none};
    for (int i = 0; i < TAPS; i++) {
        int v = y + taps[i].dy;
        if (v < 0 || v >= f->parts->height) continue;
        for (int j = 0; j < f->slots; j++) add_neighbours(f, &m, &taps[i], j, x, y, &s);
    }
    tw_filter_put3(f->out, k, x, y, f3_select(some, middle_of(&s, m.noise, own), own));
}

/* adds the filtered light times its albedo to TW_LANES pixels */
static void add_light(const tw_filtering *f, int x, int y, float *to) {
    int width = f->parts->width;
    fv zero = fv_all(0);
    for (int k = 0; k < f->slots; k++) {
        iv some = tw_drawn_item(f, k, x, y) != iv_all(TW_ITEM_NONE);
        if (!iv_any(some)) continue;
        fv3 light = f3_mul(tw_filter_at3(f->out, k, x, y), tw_drawn3(f, k, f->albedo0, x, y));
        fv share = fv_select(some, tw_drawn(f, k, TW_PLANE_SHARE, x, y), zero);
        light = f3_select(some, f3_scale(light, share), f3_all(0, 0, 0));
        float *c = to;
        for (int i = 0; i < TW_LANES && x + i < width; i++, c += 4) {
            c[0] += light.x[i];
            c[1] += light.y[i];
            c[2] += light.z[i];
        }
    }
}

/* does any pixel have noise of this kind of light? Where none has, nothing would change */
static bool noisy(const tw_filtering *f) {
    iv any = iv_all(0);
    for (int k = 0; k < f->slots; k++)
        for (int y = 0; y < f->parts->height; y++)
            for (int x = 0; x < TW_TILE; x += TW_LANES) {
                fv value = tw_filter_luminance(tw_drawn3(f, k, f->light0, x, y));
                fv noise = fv_all(f->strength) * tw_drawn(f, k, f->noise0, x, y);
                any |= (tw_drawn_item(f, k, x, y) != iv_all(TW_ITEM_NONE)) &
                       (noise > fv_all(1e-9f) * value * value);
            }
    return iv_any(any);
}

static void average(tw_filtering *f) {
    tw_filter_guides(f);
    for (int k = 0; k < f->slots; k++)
        for (int y = 0; y < f->parts->height; y++)
            for (int x = 0; x < TW_TILE; x += TW_LANES) filter_some(f, k, x, y);
    tw_filter_return(f);
}

/* the columns beside the tile hold nothing that counts, but numbers too small to be normal are slow
 */
static void clear_sides(tw_filter_plane *plane, int planes) {
    const size_t side = TW_FILTER_SIDE * sizeof(float);
    for (int i = 0; i < planes; i++)
        for (int k = 0; k < TW_PARTS; k++)
            for (int y = 0; y < TW_TILE; y++) {
                float *row = plane[i][k][y];
                memset(row, 0, side);
                memset(row + TW_FILTER_SIDE + TW_TILE, 0, side);
            }
}

void tw_filter_tile(const tw_parts *p, float strength, float *to, size_t stride) {
    if (!p->some) return;
    tw_filtering f;
    f.parts = p;
    f.strength = strength;
    f.slots = p->second ? 2 : 1;
    clear_sides(f.light, 3);
    clear_sides(f.box, 3);
    clear_sides(&f.value, 1);
    clear_sides(&f.noise, 1);
    clear_sides(&f.weight, 1);
    for (int c = 0; c < TW_KINDS; c++) {
        if (c % 2 && !p->lobes) continue;
        f.light0 = TW_PLANE_DIFFUSE + 3 * c;
        f.albedo0 = c % 2 ? TW_PLANE_TINT : TW_PLANE_KD;
        f.noise0 = TW_PLANE_NOISE + c;
        if (strength > 0 && noisy(&f)) {
            average(&f);
        } else {
            for (int k = 0; k < f.slots; k++)
                for (int i = 0; i < 3; i++)
                    memcpy(f.out[i][k], p->plane[k][f.light0 + i], sizeof f.out[i][k]);
        }
        for (int y = 0; y < p->height; y++)
            for (int x = 0; x < p->width; x += TW_LANES)
                add_light(&f, x, y, to + (size_t)y * stride + 4 * (size_t)x);
    }
}
