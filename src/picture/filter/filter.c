/*
 * The filter's weights and sums; see filter.h.
 *
 * A neighbour (primed) counts as far as it faces the same way and its light is the same but for
 * noise:
 *
 *     w = share (n.n')^8 like(|g - g'|^2, v + v') like(|c - c'|^2, 36 v + 36 v')
 *     like(d, v) = max(0, 1 - d / (v + e))
 *
 * with the normals n, the light c, the guides g, which are the light averaged over 3 x 3 pixels of
 * the same thing, the variances v of the guides, and the difference e that the eye cannot see
 * [Rousselle, Manzi, Zwicker 2013; the guide as in Schied et al. 2017]. Guides have little noise,
 * so the first factor selects reliably; the second one keeps small highlights on which the samples
 * agree. Its bound is 36 v, not 9 v: a pixel with one bright sample differs from its neighbours by
 * all of the noise of that sample, only a ninth of which is in v, and at 9 v it would be kept as a
 * speckle.
 *
 * Near neighbours are single pixels. Farther ones are means over 3 x 3 pixels, taken at steps of
 * three pixels, with less weight where the nine pixels differ by more than noise. All sums are
 * added in one fixed order.
 */
#include "picture/filter/planes.h"

/* Row of neighbours `dy` pixels below the filtered pixel: `most` steps to the left and to the
 * right, each of one pixel (near) or three pixels (far). own: the neighbour in the same column
 * belongs to the row, too */
typedef struct taps {
    int dy, most;
    bool own;
} taps;

/* far: means over 3 x 3 pixels, whose centres are 3 pixels apart; near: single pixels */
static const taps far[] = {{-6, 2, true}, {-3, 2, true}, {0, 2, false}, {3, 2, true}, {6, 2, true}};
static const taps near[] = {{-2, 0, true}, {-1, 1, true}, {0, 2, true}, {1, 1, true}, {2, 0, true}};
enum { ROWS = sizeof far / sizeof *far };

/* values of the TW_LANES pixels that are filtered together, of one of their parts (filter.h). box:
 * mean of their light over 3 x 3 pixels; value: luminance of box; noise: its variance */
typedef struct middle {
    iv item;
    fv3 normal, light, box;
    fv value, noise;
    /* the weight's factor (n . n')^8, computed once for all neighbours whose normal n' has the same
     * bits as n */
    fv facing;
} middle;

/* (n.n')^8 */
static inline fv facing(fv3 a, fv3 b) {
    fv c = fv_max(f3_dot(a, b), fv_all(0));
    c *= c;
    c *= c;
    return c * c;
}

/* sums over the neighbours, of weights w at distances x, y: w, w x, w y, w x^2, w x y, w y^2; of
 * the light times w, w x, w y; noise: of w times the factors `like`, from which the noise that
 * remains is estimated */
typedef struct sums {
    fv w, x, y, xx, xy, yy, noise;
    fv3 light, light_x, light_y;
} sums;

/* Light at the filtered pixel by weighted least squares: value at (0, 0) of the plane a + b x + c y
 * through its neighbours, which may all lie on one side. A constant added to the variances of x and
 * y (ridge) keeps the slope small where neighbours are few; the difference between the plane's
 * value and the neighbours' mean counts only as far as it exceeds noise. */
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

/* the part of `sums` that comes from the neighbours in one row, in which y is the same */
typedef struct row {
    fv w, x, xx, noise;
    fv3 light, light_x;
} row;

/* adds to *s the neighbours dx pixels to the right of the TW_LANES pixels from (x, y) on, of their
 * parts number j. means: the 3 x 3 means around these neighbours count, otherwise the neighbours
 * themselves */
static inline void add_neighbours(const tw_filtering *f, const middle *m, bool means, int dx, int j,
                                  int x, int y, row *s) {
    fv zero = fv_all(0), one = fv_all(1), away = fv_all((float)dx);
    x += dx;
    iv same = tw_filter_item(f, j, x, y) == m->item;
    if (!iv_any(same)) return;
    fv3 box = tw_filter_at3(f->box, j, x, y), light = box;
    if (!means) light = tw_filter_at3(f->light, j, x, y);
    fv3 apart = f3_sub(box, m->box), aside = f3_sub(light, m->light);
    fv noise = tw_filter_at(f->noise, j, x, y) + m->noise;
    fv unseen = fv_all(TW_FILTER_UNSEEN) * tw_filter_at(f->value, j, x, y) * m->value;
    unseen += fv_all(1e-8f);
    fv like = fv_max(one - tw_filter_luminance(f3_mul(apart, apart)) / (noise + unseen), zero);
    noise = fv_all(36) * noise + unseen;
    like *= fv_max(one - tw_filter_luminance(f3_mul(aside, aside)) / noise, zero);
    like *= f->flat ? m->facing : facing(tw_filter_at3(f->normal, j, x, y), m->normal);
    fv pixels = tw_filter_at(means ? f->weight : f->share, j, x, y);
    fv w = fv_select(same, pixels * like, zero);
    light = f3_select(same, f3_scale(light, w), f3_all(0, 0, 0));
    s->w += w;
    s->noise += fv_select(same, w * like, zero);
    s->light = f3_add(s->light, light);
    if (dx == 0) return;
    fv wx = w * away;
    s->x += wx;
    s->xx += wx * away;
    s->light_x = f3_madd(s->light_x, away, light);
}

/* adds to the sums *s the neighbours of one row, the taps t */
static inline void add_row(const tw_filtering *f, const middle *m, const taps *t, bool means, int x,
                           int y, sums *s) {
    fv zero = fv_all(0), dy = fv_all((float)t->dy);
    fv3 none = f3_all(0, 0, 0);
    row r = {zero, zero, zero, zero, none, none};
    for (int i = -t->most; i <= t->most; i++)
        for (int j = 0; j < f->slots && (i || t->own); j++)
            add_neighbours(f, m, means, i * (means ? 3 : 1), j, x, y + t->dy, &r);
    fv wy = r.w * dy;
    s->w += r.w;
    s->x += r.x;
    s->y += wy;
    s->xx += r.xx;
    s->xy += r.x * dy;
    s->yy += wy * dy;
    s->noise += r.noise;
    s->light = f3_add(s->light, r.light);
    s->light_x = f3_add(s->light_x, r.light_x);
    s->light_y = f3_madd(s->light_y, dy, r.light);
}

/* Greatest noise of the far neighbours of the TW_LANES pixels from (x, y) on that show the same
 * item. It decides whether a pixel without noise is filtered: where one sample of many brings the
 * light, a pixel whose samples all miss it has no noise, yet is too dark */
static fv noise_around(const tw_filtering *f, iv item, int x, int y) {
    fv zero = fv_all(0), most = zero;
    for (int i = 0; i < ROWS; i++)
        for (int u = -far[i].most; u <= far[i].most; u++)
            for (int j = 0; j < f->slots; j++) {
                int dx = 3 * u, dy = far[i].dy;
                iv same = tw_filter_item(f, j, x + dx, y + dy) == item;
                fv noise = tw_filter_at(f->noise, j, x + dx, y + dy);
                most = fv_max(most, fv_select(same, noise, zero));
            }
    return most;
}

/* sets f->out to the filtered light of part number k of the TW_LANES pixels from (x, y) on */
static void filter_some(tw_filtering *f, int k, int x, int y) {
    fv zero = fv_all(0);
    fv3 none = f3_all(0, 0, 0), own = tw_filter_at3(f->light, k, x, y);
    middle m = {.item = tw_filter_item(f, k, x, y)};
    m.value = tw_filter_at(f->value, k, x, y);
    m.noise = tw_filter_at(f->noise, k, x, y);
    /* light that is without noise, as that of all its neighbours, is not changed */
    iv shown = m.item != iv_all(TW_ITEM_NONE);
    fv least = fv_all(1e-7f) * m.value * m.value;
    iv some = shown & (m.noise > least);
    if (iv_any(shown & ~some))
        some = shown & (fv_max(noise_around(f, m.item, x, y), m.noise) > least);
    tw_filter_put3(f->out, k, x, y, own);
    if (!iv_any(some)) return;
    /* lanes that are not filtered get a number that no item has, so that no neighbour matches them
     */
    m.item = iv_select(some, m.item, iv_all(TW_ITEM_NONE - 1000));
    m.normal = f3_select(some, tw_filter_at3(f->normal, k, x, y), none);
    m.facing = facing(m.normal, m.normal);
    m.light = f3_select(some, own, none);
    m.box = f3_select(some, tw_filter_at3(f->box, k, x, y), none);
    m.value = fv_select(some, m.value, zero);
    m.noise = fv_select(some, m.noise, zero);
    sums s = {zero, zero, zero, zero, zero, zero, zero, none, none, none};
    for (int i = 0; i < ROWS; i++) add_row(f, &m, &far[i], true, x, y, &s);
    for (int i = 0; i < ROWS; i++) add_row(f, &m, &near[i], false, x, y, &s);
    tw_filter_put3(f->out, k, x, y, f3_select(some, middle_of(&s, m.noise, own), own));
}

/* adds the filtered light times its albedo and share to TW_LANES pixels at `to` */
static void add_light(const tw_filtering *f, int x, int y, float *to) {
    int width = f->parts->width;
    fv zero = fv_all(0);
    for (int k = 0; k < tw_own_slots(f); k++) {
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

/* true: some pixel of the tile has noise in this kind of light; otherwise the filter would change
 * nothing */
static bool noisy(const tw_filtering *f) {
    iv any = iv_all(0);
    for (int k = 0; k < tw_own_slots(f); k++)
        for (int y = 0; y < f->parts->height; y++)
            for (int x = 0; x < TW_TILE; x += TW_LANES) {
                fv value = tw_filter_luminance(tw_drawn3(f, k, f->light0, x, y));
                fv noise = fv_all(f->parts->strength) * tw_drawn(f, k, f->noise0, x, y);
                any |= (tw_drawn_item(f, k, x, y) != iv_all(TW_ITEM_NONE)) &
                       (noise > fv_all(1e-9f) * value * value);
            }
    return iv_any(any);
}

/* true: the plane is set also in tiles without lobes, in which planes of lobes are not (filter.h)
 */
static bool is_common(int plane) {
    if (plane >= TW_PLANE_NOISE) return (plane - TW_PLANE_NOISE) % 2 == 0;
    if (plane >= TW_PLANE_DIFFUSE) return tw_kind(plane) % 2 == 0;
    return plane < TW_PLANE_TINT || plane >= TW_PLANE_NORMAL;
}

/* copies `count` rows of the window, each from three tiles side by side, from[0..2]; step: floats
 * from row to row in each; beside: numbers for the columns left and right of the window
 * (TW_WINDOW_PAD) */
static void put_rows(const float *const from[3], const int step[3], int count, const float *beside,
                     float *to) {
    enum { S = TW_FILTER_SIDE, PAD = TW_WINDOW_PAD };
    const float *a = from[0], *b = from[1], *c = from[2];
    for (int y = 0; y < count; y++, to += TW_WINDOW + 2 * PAD) {
        memcpy(to, beside, PAD * sizeof *to);
        memcpy(to + PAD, a, S * sizeof *to);
        memcpy(to + PAD + S, b, TW_TILE * sizeof *to);
        memcpy(to + PAD + S + TW_TILE, c, S * sizeof *to);
        memcpy(to + PAD + TW_WINDOW, beside, PAD * sizeof *to);
        a += step[0], b += step[1], c += step[2];
    }
}

/* to: one plane of the window, copied from the tile and the eight around it. Where a tile or its
 * plane is missing, items become TW_ITEM_NONE and other planes 0: arbitrary numbers could be
 * denormal, which makes arithmetic slow */
static void gather(const tw_filtering *f, int plane, tw_filter_plane to) {
    enum { N = TW_ITEM_NONE };
    static const int32_t none[TW_TILE] = {N, N, N, N, N, N, N, N, N, N, N, N, N, N, N, N};
    static const float zero[TW_TILE];
    static const int first[3] = {0, TW_FILTER_SIDE, TW_FILTER_SIDE + TW_TILE};
    static const int count[3] = {TW_FILTER_SIDE, TW_TILE, TW_FILTER_SIDE};
    static const int skip[3] = {TW_TILE - TW_FILTER_SIDE, 0, 0};
    const float *nothing = plane == TW_PLANE_ITEM ? (const float *)(const void *)none : zero;
    bool common = is_common(plane);
    for (int k = 0; k < f->slots; k++)
        for (int down = 0; down < 3; down++) {
            const float *from[3];
            int step[3];
            for (int across = 0; across < 3; across++) {
                const tw_parts *p = f->around[3 * down + across];
                bool some = p && (k == 0 || p->second) && (common || p->lobes);
                step[across] = some ? TW_TILE : 0;
                from[across] = some ? &p->plane[k][plane][skip[down]][skip[across]] : nothing;
            }
            put_rows(from, step, count[down], nothing, to[k][first[down]]);
        }
}

static void average(tw_filtering *f) {
    for (int i = 0; i < 3; i++) gather(f, f->light0 + i, f->light[i]);
    gather(f, f->noise0, f->variance);
    tw_filter_guides(f);
    for (int k = 0; k < tw_own_slots(f); k++)
        for (int y = 0; y < f->parts->height; y++)
            for (int x = 0; x < TW_TILE; x += TW_LANES) filter_some(f, k, x, y);
    tw_filter_return(f);
}

/* copies the light as drawn to f->out: light of this kind has no noise in the tile */
static void leave(tw_filtering *f) {
    for (int k = 0; k < tw_own_slots(f); k++)
        for (int y = 0; y < f->parts->height; y++)
            for (int x = 0; x < TW_TILE; x += TW_LANES)
                tw_filter_put3(f->out, k, x, y, tw_drawn3(f, k, f->light0, x, y));
}

/* true: all parts of all pixels in the window have the same normal, to the bit */
static bool is_flat(const tw_filtering *f) {
    iv differ = iv_all(0);
    fv3 first;
    first = f3_all(f->parts->plane[0][TW_PLANE_NORMAL][0][0],
                   f->parts->plane[0][TW_PLANE_NORMAL + 1][0][0],
                   f->parts->plane[0][TW_PLANE_NORMAL + 2][0][0]);
    for (int k = 0; k < f->slots; k++)
        for (int y = -TW_FILTER_SIDE; y < TW_TILE + TW_FILTER_SIDE; y++)
            for (int x = -TW_FILTER_SIDE; x < TW_TILE + TW_FILTER_SIDE; x += TW_LANES) {
                fv3 n = tw_filter_at3(f->normal, k, x, y);
                differ |= (tw_filter_item(f, k, x, y) != iv_all(TW_ITEM_NONE)) &
                          ((n.x != first.x) | (n.y != first.y) | (n.z != first.z));
            }
    return !iv_any(differ);
}

/* gathers the planes that all kinds of light need: items, shares, normals */
static void gather_things(tw_filtering *f) {
    f->slots = 1;
    for (int i = 0; i < TW_AROUND; i++)
        if (f->around[i] && f->around[i]->second) f->slots = 2;
    gather(f, TW_PLANE_ITEM, f->item);
    gather(f, TW_PLANE_SHARE, f->share);
    for (int i = 0; i < 3; i++) gather(f, TW_PLANE_NORMAL + i, f->normal[i]);
    f->flat = is_flat(f);
}

void tw_filter_tile(const tw_parts *const around[TW_AROUND], float *to, size_t stride) {
    const tw_parts *p = around[TW_AROUND / 2];
    if (!p->some) return;
    tw_filtering f;
    f.around = around;
    f.parts = p;
    bool gathered = false;
    for (int c = 0; c < TW_KINDS; c++) {
        if (c % 2 && !p->lobes) continue;
        f.light0 = TW_PLANE_DIFFUSE + 3 * c;
        f.albedo0 = c % 2 ? TW_PLANE_TINT : TW_PLANE_KD;
        f.noise0 = TW_PLANE_NOISE + c;
        if (p->strength > 0 && noisy(&f)) {
            if (!gathered) gather_things(&f);
            gathered = true;
            average(&f);
        } else {
            leave(&f);
        }
        for (int y = 0; y < p->height; y++)
            for (int x = 0; x < p->width; x += TW_LANES)
                add_light(&f, x, y, to + (size_t)y * stride + 4 * (size_t)x);
    }
}
