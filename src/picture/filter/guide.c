/*
 * What the filter knows of a pixel before it averages: light without outliers, and means over 3 x 3
 * pixels of the same thing, in which a pixel's own noise has a ninth of its strength.
 *
 * An outlier is light that one sample or two brought. Its luminance y is limited to
 *     max(4 m + 8 s, y - d),
 * m and s the mean and the deviation of noise of its neighbours, d its own. A highlight that the
 * pixel's samples agree on has a small d and stays. What is taken off is not lost: it is part of
 * the residual (residual.c).
 */
#include "picture/filter/planes.h"

/* Sums over the 3 x 3 pixels around part k of TW_LANES pixels from (x, y) on that show the same
 * thing, weighted with their share of the pixel. `middle`: is the pixel itself one of them? */
typedef struct around {
    fv weight, square, noise; /* of 1, luminance squared, its variance */
    fv3 light;
} around;

static void sum_around(const tw_filtering *f, const tw_filter_plane light[3],
                       const tw_filter_plane variance, int k, int x, int y, bool middle,
                       around *s) {
    fv zero = fv_all(0);
    fv3 none = f3_all(0, 0, 0);
    iv own = tw_drawn_item(f, k, x, y), some = own != iv_all(TW_ITEM_NONE);
    *s = (around){zero, zero, zero, none};
    if (!iv_any(some)) return;
    for (int v = y - 1; v <= y + 1; v++) {
        if (v < 0 || v >= f->parts->height) continue;
        for (int u = x - 1; u <= x + 1; u++) {
            if (u == x && v == y && !middle) continue;
            for (int j = 0; j < f->slots; j++) {
                iv same = some & (tw_drawn_item(f, j, u, v) == own);
                if (!iv_any(same)) continue;
                fv w = fv_select(same, tw_drawn(f, j, TW_PLANE_SHARE, u, v), zero);
                fv3 l = f3_select(same, tw_filter_at3(light, j, u, v), none);
                fv bright = tw_filter_luminance(l);
                s->weight += w;
                s->light = f3_madd(s->light, w, l);
                s->square += w * bright * bright;
                s->noise += w * fv_select(same, tw_filter_at(variance, j, u, v), zero);
            }
        }
    }
}

/* light of TW_LANES pixels without outliers' excess, and its variance */
static void limit_some(tw_filtering *f, const tw_filter_plane light[3],
                       const tw_filter_plane variance, int k, int x, int y) {
    around s;
    sum_around(f, light, variance, k, x, y, false, &s);
    fv zero = fv_all(0), one = fv_all(1);
    fv3 c = tw_filter_at3(light, k, x, y);
    fv own = tw_filter_at(variance, k, x, y), bright = tw_filter_luminance(c);
    iv known = s.weight > zero;
    fv by = one / fv_select(known, s.weight, one);
    fv most = fv_all(4) * tw_filter_luminance(s.light) * by + fv_all(8) * fv_sqrt(s.noise * by);
    most = fv_max(most, bright - fv_sqrt(fv_max(own, zero)));
    iv outlier = known & (bright > most);
    fv part = fv_select(outlier, most / fv_select(outlier, bright, one), one);
    tw_filter_put3(f->light, k, x, y, f3_scale(c, part));
    tw_filter_put(f->own, k, x, y, fv_all(f->strength) * own * part * part);
}

static void mean_some(tw_filtering *f, int k, int x, int y) {
    around s;
    sum_around(f, f->light, f->own, k, x, y, true, &s);
    fv zero = fv_all(0), one = fv_all(1);
    iv some = s.weight > zero;
    fv by = one / fv_select(some, s.weight, one);
    fv3 mean = f3_scale(s.light, by);
    fv value = tw_filter_luminance(mean), noise = s.noise * by;
    fv uneven = s.square * by - value * value;
    fv allowed = noise + fv_all(TW_FILTER_UNSEEN) * value * value + fv_all(1e-8f);
    fv even = fv_min(fv_max(fv_all(2) - uneven / allowed, zero), one);
    tw_filter_put3(f->box, k, x, y, mean);
    tw_filter_put(f->value, k, x, y, value);
    tw_filter_put(f->noise, k, x, y, noise);
    tw_filter_put(f->weight, k, x, y, s.weight * even);
}

void tw_filter_guides(tw_filtering *f) {
    const tw_parts *p = f->parts;
    tw_filter_plane light[3], variance;
    for (int k = 0; k < f->slots; k++) {
        for (int i = 0; i < 3; i++)
            memcpy(light[i][k], p->plane[k][f->light0 + i], sizeof light[i][k]);
        memcpy(variance[k], p->plane[k][f->noise0], sizeof variance[k]);
    }
    for (int k = 0; k < f->slots; k++)
        for (int y = 0; y < p->height; y++)
            for (int x = 0; x < TW_TILE; x += TW_LANES) limit_some(f, light, variance, k, x, y);
    for (int k = 0; k < f->slots; k++)
        for (int y = 0; y < p->height; y++)
            for (int x = 0; x < TW_TILE; x += TW_LANES) mean_some(f, k, x, y);
}
