/*
 * Input of the filter: light without outliers, and means over 3 x 3 pixels of the same thing, in
 * which a pixel's own noise has a ninth of its strength.
 *
 * An outlier is light that came from one or two samples only. The luminance y of a pixel is limited
 * to max(4 m + 8 s, y - d), where m is the mean of its neighbours' luminance, s the standard
 * deviation of their noise, and d that of the pixel's own noise. A highlight on which the pixel's
 * samples agree has a small d and stays. The light above the limit is not lost: it is part of the
 * residual (residual.c).
 */
#include "picture/filter/planes.h"

/* sums over those of the eight pixels around a pixel that show the same thing (where noted, with
 * the pixel itself): of their shares, and of the share times luminance squared, variance, light */
typedef struct around {
    fv weight, square, noise;
    fv3 light;
} around;

/* planes that hold, for each pixel, its own terms of the sums in `around` */
enum { WEIGHT, SQUARE, NOISE, LIGHT, SUMS = LIGHT + 3 };

/* own: for every pixel in the window, its own terms of the sums `around` */
static void weigh_all(const tw_filtering *f, tw_filter_plane own[SUMS]) {
    for (int k = 0; k < f->slots; k++)
        for (int y = -TW_FILTER_SIDE; y < TW_TILE + TW_FILTER_SIDE; y++)
            for (int x = -TW_FILTER_SIDE; x < TW_TILE + TW_FILTER_SIDE; x += TW_LANES) {
                fv w = tw_filter_at(f->share, k, x, y);
                fv3 l = tw_filter_at3(f->light, k, x, y);
                fv bright = tw_filter_luminance(l);
                tw_filter_put(own[WEIGHT], k, x, y, w);
                tw_filter_put(own[SQUARE], k, x, y, w * bright * bright);
                tw_filter_put(own[NOISE], k, x, y, w * tw_filter_at(f->variance, k, x, y));
                tw_filter_put3(own + LIGHT, k, x, y, f3_scale(l, w));
            }
}

/* adds to *s the terms `own` of the TW_LANES pixels from (u, v) on, for lanes whose pixel shows the
 * item */
static inline void add_like(const tw_filtering *f, tw_filter_plane own[SUMS], iv item, int u, int v,
                            around *s) {
    fv zero = fv_all(0);
    for (int j = 0; j < f->slots; j++) {
        iv same = tw_filter_item(f, j, u, v) == item;
        if (!iv_any(same)) continue;
        s->weight += fv_select(same, tw_filter_at(own[WEIGHT], j, u, v), zero);
        s->square += fv_select(same, tw_filter_at(own[SQUARE], j, u, v), zero);
        s->noise += fv_select(same, tw_filter_at(own[NOISE], j, u, v), zero);
        s->light.x += fv_select(same, tw_filter_at(own[LIGHT], j, u, v), zero);
        s->light.y += fv_select(same, tw_filter_at(own[LIGHT + 1], j, u, v), zero);
        s->light.z += fv_select(same, tw_filter_at(own[LIGHT + 2], j, u, v), zero);
    }
}

/* number that no item has, for lanes that no neighbour is to match */
enum { NOTHING = TW_ITEM_NONE - 1000 };

static inline iv item_of(const tw_filtering *f, int k, int x, int y) {
    iv item = tw_filter_item(f, k, x, y);
    return iv_select(item != iv_all(TW_ITEM_NONE), item, iv_all(NOTHING));
}

/* sums around part k of the TW_LANES pixels from (x, y) on, without the pixels' own terms */
static inline around sum_around(const tw_filtering *f, tw_filter_plane own[SUMS], int k, int x,
                                int y) {
    fv zero = fv_all(0);
    around s = {zero, zero, zero, f3_all(0, 0, 0)};
    iv item = item_of(f, k, x, y);
    if (!iv_any(item != iv_all(NOTHING))) return s;
    for (int v = y - 1; v <= y + 1; v++) {
        add_like(f, own, item, x - 1, v, &s);
        if (v != y) add_like(f, own, item, x, v, &s);
        add_like(f, own, item, x + 1, v, &s);
    }
    return s;
}

/* of: the sums around every part of every pixel in the window; outliers: lanes in which an outlier
 * was found */
typedef struct memory {
    around of[TW_PARTS][TW_WINDOW][TW_WINDOW / TW_LANES];
    iv outliers;
} memory;

/* scales light that is an outlier down to the limit, and its variance by the square, for part
 * number k of the TW_LANES pixels from (x, y) on; s: the sums around them */
static void limit_some(tw_filtering *f, int k, int x, int y, const around *s, iv *outliers) {
    fv zero = fv_all(0), one = fv_all(1);
    fv3 c = tw_filter_at3(f->light, k, x, y);
    fv own = tw_filter_at(f->variance, k, x, y), bright = tw_filter_luminance(c);
    iv known = s->weight > zero;
    fv by = one / fv_select(known, s->weight, one);
    fv mean = tw_filter_luminance(s->light) * by;
    fv most = fv_all(4) * mean + fv_all(8) * fv_sqrt(s->noise * by);
    most = fv_max(most, bright - fv_sqrt(fv_max(own, zero)));
    iv outlier = known & (bright > most);
    if (!iv_any(outlier)) return;
    fv part = fv_select(outlier, most / fv_select(outlier, bright, one), one);
    tw_filter_put3(f->light, k, x, y, f3_scale(c, part));
    tw_filter_put(f->variance, k, x, y, own * part * part);
    *outliers |= outlier;
}

static void mean_some(tw_filtering *f, int k, int x, int y, const around *s) {
    fv zero = fv_all(0), one = fv_all(1);
    iv some = s->weight > zero;
    fv by = one / fv_select(some, s->weight, one);
    fv3 mean = f3_scale(s->light, by);
    fv value = tw_filter_luminance(mean), noise = fv_all(f->parts->strength) * s->noise * by;
    fv uneven = s->square * by - value * value;
    fv allowed = noise + fv_all(TW_FILTER_UNSEEN) * value * value + fv_all(1e-8f);
    fv even = fv_min(fv_max(fv_all(2) - uneven / allowed, zero), one);
    tw_filter_put3(f->box, k, x, y, mean);
    tw_filter_put(f->value, k, x, y, value);
    tw_filter_put(f->noise, k, x, y, noise);
    tw_filter_put(f->weight, k, x, y, s->weight * even);
}

void tw_filter_guides(tw_filtering *f) {
    /* FAR: distance in pixels from a filtered pixel to the centre of the farthest 3 x 3 mean that
     * it uses (filter.c) */
    enum { SIDE = TW_FILTER_SIDE, FAR = 6 };
    memory m;
    tw_filter_plane own[SUMS];
    m.outliers = iv_all(0);
    weigh_all(f, own);
    for (int k = 0; k < f->slots; k++)
        for (int y = -FAR - 1; y <= TW_TILE + FAR; y++)
            for (int x = 0; x < TW_WINDOW; x += TW_LANES) {
                around *s = &m.of[k][y + SIDE][x / TW_LANES];
                *s = sum_around(f, own, k, x - SIDE, y);
                limit_some(f, k, x - SIDE, y, s, &m.outliers);
            }
    bool any = iv_any(m.outliers);
    if (any) weigh_all(f, own);
    for (int k = 0; k < f->slots; k++)
        for (int y = -FAR; y < TW_TILE + FAR; y++)
            for (int x = 0; x < TW_WINDOW; x += TW_LANES) {
                around *s = &m.of[k][y + SIDE][x / TW_LANES];
                if (any) *s = sum_around(f, own, k, x - SIDE, y);
                add_like(f, own, item_of(f, k, x - SIDE, y), x - SIDE, y, s);
                mean_some(f, k, x - SIDE, y, s);
            }
}
