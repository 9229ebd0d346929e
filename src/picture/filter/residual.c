/*
 * The light that a filtered picture lacks, or has too much of, is given back.
 *
 * The residual r = drawn - filtered of a pixel is spread over the pixels of the same thing around
 * it, in proportion to their filtered light, so that dark pixels stay dark. By channel, with the
 * masses m = share albedo, the filtered light f and its luminance l:
 *     f'_j = f_j + l_j sum over i of m_i r_i / N_i,   N_i = sum over j of m_j l_j.
 * So the sum of m f, the light of one thing in a tile, equals the drawn one to rounding. Noise has
 * no mean, and little of it comes back; details that the filter flattened and the excess of
 * outliers come back blurred [twicing: Tukey 1977].
 *
 * The diffuse light of paths is noise of low frequency, which 11 x 11 pixels would mostly give
 * back: there the light of a thing is scaled over the whole tile to the drawn sum.
 */
#include "picture/filter/planes.h"

enum { R = 5, SIDE = 8, STRIDE = TW_TILE + 2 * SIDE }; /* R: pixels */
enum { MASS, RESIDUAL = MASS + 3, PLANES = RESIDUAL + 3 };

/* planes of the pixels that show one thing: MASS, RESIDUAL, with three channels each */
typedef struct spread {
    float plane[PLANES][TW_FILTER_ROWS][STRIDE];
} spread;

static inline fv load(const float *from) {
    fv v;
    memcpy(&v, from, sizeof v);
    return v;
}

static inline void store(float *to, fv v) {
    memcpy(to, &v, sizeof v);
}

/* replaces each number by the sum over the square of 2 R + 1 by 2 R + 1 pixels around it */
static void box_sum(float a[TW_TILE][STRIDE], int height) {
    float down[TW_TILE][STRIDE];
    for (int y = 0; y < height; y++) {
        int from = y > R ? y - R : 0, to = y + R < height ? y + R : height - 1;
        memset(down[y], 0, sizeof down[y]);
        for (int x = SIDE; x < SIDE + TW_TILE; x += TW_LANES) {
            fv sum = load(&a[from][x]);
            for (int v = from + 1; v <= to; v++) sum += load(&a[v][x]);
            store(&down[y][x], sum);
        }
    }
    for (int y = 0; y < height; y++)
        for (int x = SIDE; x < SIDE + TW_TILE; x += TW_LANES) {
            fv sum = load(&down[y][x - R]);
            for (int dx = 1 - R; dx <= R; dx++) sum += load(&down[y][x + dx]);
            store(&a[y][x], sum);
        }
}

/* weight l with which a pixel's part receives residual light: its filtered luminance, and a little
 * more, so that all of the residual finds a place even where everything is black */
static inline fv taking(const tw_filtering *f, int k, int x, int y) {
    return tw_filter_luminance(tw_filter_at3(f->out, k, x, y)) + fv_all(1e-4f);
}

/* fills s with the masses m and residuals m r of the pixels that show the item; false: all
 * residuals are 0 */
static bool collect(const tw_filtering *f, int32_t item, spread *s) {
    fv zero = fv_all(0);
    iv any = iv_all(0);
    memset(s, 0, sizeof *s);
    for (int k = 0; k < tw_own_slots(f); k++)
        for (int y = 0; y < f->parts->height; y++)
            for (int x = 0; x < TW_TILE; x += TW_LANES) {
                iv on = tw_drawn_item(f, k, x, y) == iv_all(item);
                if (!iv_any(on)) continue;
                fv3 mass = f3_scale(tw_drawn3(f, k, f->albedo0, x, y),
                                    tw_drawn(f, k, TW_PLANE_SHARE, x, y));
                fv3 lacks =
                    f3_sub(tw_drawn3(f, k, f->light0, x, y), tw_filter_at3(f->out, k, x, y));
                fv3 takes = f3_scale(mass, taking(f, k, x, y)), rest = f3_mul(mass, lacks);
                fv m[PLANES] = {takes.x, takes.y, takes.z, rest.x, rest.y, rest.z};
                any |= on & ((lacks.x != zero) | (lacks.y != zero) | (lacks.z != zero));
                for (int i = 0; i < PLANES; i++) {
                    float *to = &s->plane[i][y][SIDE + x];
                    store(to, fv_select(on, m[i], load(to)));
                }
            }
    return iv_any(any);
}

/* Corrects the sum of one channel, of the diffuse light of paths, or of other light after negative
 * values were set to 0: scales the filtered light of an item so that its sum in the tile is that of
 * the drawn light again. If the filtered light is 0 everywhere, the drawn light takes its place */
static void scale(tw_filtering *f, int32_t item, int channel) {
    tw_quad sum[2] = {{0, 0, 0, 0}, {0, 0, 0, 0}};
    fv zero = fv_all(0), factor = zero;
    for (int pass = 0; pass < 2; pass++) {
        for (int k = 0; k < tw_own_slots(f); k++)
            for (int y = 0; y < f->parts->height; y++)
                for (int x = 0; x < TW_TILE; x += TW_LANES) {
                    iv on = tw_drawn_item(f, k, x, y) == iv_all(item);
                    if (!iv_any(on)) continue;
                    fv drawn = tw_drawn(f, k, f->light0 + channel, x, y);
                    fv c = tw_filter_at(f->out[channel], k, x, y);
                    fv mass = tw_drawn(f, k, f->albedo0 + channel, x, y) *
                              tw_drawn(f, k, TW_PLANE_SHARE, x, y);
                    if (pass) {
                        fv more = fv_select(factor > zero, c * factor, drawn);
                        tw_filter_put(f->out[channel], k, x, y, fv_select(on, more, c));
                        continue;
                    }
                    tw_quad_add(fv_select(on, mass * drawn, zero), &sum[0]);
                    tw_quad_add(fv_select(on, mass * c, zero), &sum[1]);
                }
        float filtered = tw_quad_sum(sum[1]);
        if (filtered > 0) factor = fv_all(tw_quad_sum(sum[0]) / filtered);
    }
}

static void return_to(tw_filtering *f, int32_t item) {
    spread s;
    if (!collect(f, item, &s)) return;
    fv zero = fv_all(0), one = fv_all(1);
    iv below[3] = {iv_all(0), iv_all(0), iv_all(0)};
    int height = f->parts->height;
    for (int i = 0; i < 3; i++) {
        box_sum(s.plane[MASS + i], height);
        for (int y = 0; y < height; y++)
            for (int x = SIDE; x < SIDE + TW_TILE; x += TW_LANES) {
                float *residual = &s.plane[RESIDUAL + i][y][x];
                fv mass = load(&s.plane[MASS + i][y][x]);
                store(residual, load(residual) / fv_select(mass > zero, mass, one));
            }
        box_sum(s.plane[RESIDUAL + i], height);
    }
    for (int k = 0; k < tw_own_slots(f); k++)
        for (int y = 0; y < height; y++)
            for (int x = 0; x < TW_TILE; x += TW_LANES) {
                iv on = tw_drawn_item(f, k, x, y) == iv_all(item);
                if (!iv_any(on)) continue;
                fv m = taking(f, k, x, y);
                for (int i = 0; i < 3; i++) {
                    fv c = tw_filter_at(f->out[i], k, x, y);
                    fv more = c + m * load(&s.plane[RESIDUAL + i][y][SIDE + x]);
                    below[i] |= on & (more < zero);
                    tw_filter_put(f->out[i], k, x, y, fv_select(on, fv_max(more, zero), c));
                }
            }
    for (int i = 0; i < 3; i++)
        if (iv_any(below[i])) scale(f, item, i);
}

void tw_filter_return(tw_filtering *f) {
    const tw_parts *p = f->parts;
    int32_t item[TW_PARTS * TW_TILE * TW_TILE], last = TW_ITEM_NONE;
    int n = 0;
    for (int k = 0; k < tw_own_slots(f); k++)
        for (int y = 0; y < p->height; y++)
            for (int x = 0; x < p->width; x++) {
                int32_t here;
                memcpy(&here, &p->plane[k][TW_PLANE_ITEM][y][x], sizeof here);
                if (here == last || here == TW_ITEM_NONE) continue;
                last = here;
                int i = 0;
                while (i < n && item[i] != here) i++;
                if (i < n) continue;
                item[n++] = here;
                if (f->light0 != TW_PLANE_FOUND_DIFFUSE) {
                    return_to(f, here);
                    continue;
                }
                for (int c = 0; c < 3; c++) scale(f, here, c);
            }
}
