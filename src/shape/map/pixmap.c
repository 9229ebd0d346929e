/*
 * Pictures on surfaces; see pixmap.h. The pixels of smaller levels are means of linear light, not
 * of bytes, weighted by alpha, so that the colour of transparent pixels does not appear at edges.
 */
#include "shape/map/pixmap.h"

#include "base/hash.h"
#include "base/math/elementary.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static float linear_of[256];

static void make_table(void) {
    for (int i = 0; i < 256; i++) {
        double s = i / 255.0;
        linear_of[i] = (float)(s <= 0.04045 ? s / 12.92 : tw_pow((s + 0.055) / 1.055, 2.4));
    }
}

const float *tw_pixmap_light(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, make_table);
    return linear_of;
}

uint8_t tw_pixmap_byte(double light) {
    int lo = 0, hi = 255;
    tw_pixmap_light();
    while (lo < hi) {
        int mid = (lo + hi) / 2;
        double border = 0.5 * ((double)linear_of[mid] + (double)linear_of[mid + 1]);
        if (light > border)
            lo = mid + 1;
        else
            hi = mid;
    }
    return (uint8_t)lo;
}

/* length of the overlap of pixel j, which covers j .. j + 1, with from .. to */
static double overlap(int j, double from, double to) {
    return fmin(j + 1, to) - fmax(j, from);
}

/* out: pixel (x, y) of level b: mean of the pixels of the next larger level a that it covers */
static void shrink(const tw_pixmap_level *a, const tw_pixmap_level *b, int x, int y, uint8_t *out) {
    double kx = (double)a->width / b->width, ky = (double)a->height / b->height;
    double sum[3] = {0, 0, 0}, alpha = 0, area = 0;
    for (int j = (int)(y * ky); j < a->height && j < (y + 1) * ky; j++)
        for (int i = (int)(x * kx); i < a->width && i < (x + 1) * kx; i++) {
            double w = overlap(i, x * kx, (x + 1) * kx) * overlap(j, y * ky, (y + 1) * ky);
            const uint8_t *p = a->rgba + 4 * ((size_t)j * (size_t)a->width + (size_t)i);
            double wa = w * p[3] / 255.0;
            for (int c = 0; c < 3; c++) sum[c] += wa * (double)linear_of[p[c]];
            alpha += wa;
            area += w;
        }
    for (int c = 0; c < 3; c++) out[c] = alpha > 0 ? tw_pixmap_byte(sum[c] / alpha) : 0;
    out[3] = (uint8_t)(255 * alpha / area + 0.5);
}

/* sets the sizes of all levels; returns the memory that they take together, bytes */
static size_t plan(tw_pixmap *m, int width, int height) {
    size_t total = 0;
    for (m->levels = 0; m->levels < TW_PIXMAP_LEVELS; m->levels++) {
        m->level[m->levels] = (tw_pixmap_level){width, height, NULL};
        total += 4 * (size_t)width * (size_t)height;
        if (width == 1 && height == 1) {
            m->levels++;
            break;
        }
        width = width > 1 ? width / 2 : 1;
        height = height > 1 ? height / 2 : 1;
    }
    return total;
}

tw_status tw_pixmap_check(int width, int height, tw_status s) {
    if (width < 1 || height < 1 || width > TW_PIXMAP_MOST || height > TW_PIXMAP_MOST)
        return tw_fail(s, "expected a picture of 1 to %d pixels a side, got %d x %d",
                       TW_PIXMAP_MOST, width, height);
    if ((int64_t)width * height > TW_PIXMAP_PIXELS)
        return tw_fail(s, "expected a picture of at most %d pixels, got %d x %d", TW_PIXMAP_PIXELS,
                       width, height);
    return TW_OK;
}

tw_status tw_pixmap_create(const uint8_t *rgba, int width, int height, tw_pixmap **out) {
    TW_TRY(tw_pixmap_check(width, height, TW_ARGUMENT));
    tw_pixmap_light();
    tw_pixmap *m = calloc(1, sizeof *m);
    if (!m) return tw_fail_memory();
    m->memory = malloc(plan(m, width, height));
    if (!m->memory) {
        free(m);
        return tw_fail_memory();
    }
    uint8_t *to = m->memory;
    for (int k = 0; k < m->levels; k++) {
        tw_pixmap_level *l = &m->level[k];
        l->rgba = to;
        size_t bytes = 4 * (size_t)l->width * (size_t)l->height;
        if (k == 0) memcpy(to, rgba, bytes);
        for (int y = 0; k > 0 && y < l->height; y++)
            for (int x = 0; x < l->width; x++)
                shrink(&m->level[k - 1], l, x, y,
                       to + 4 * ((size_t)y * (size_t)l->width + (size_t)x));
        to += bytes;
    }
    atomic_init(&m->references, 1);
    int size[2] = {width, height};
    tw_hash h = tw_hash_bytes(tw_hash_begin(), size, sizeof size);
    m->hash = tw_hash_end(tw_hash_bytes(h, rgba, 4 * (size_t)width * (size_t)height));
    *out = m;
    return TW_OK;
}

const tw_pixmap *tw_pixmap_retain(const tw_pixmap *map) {
    if (map) atomic_fetch_add(&((tw_pixmap *)map)->references, 1);
    return map;
}

void tw_pixmap_release(const tw_pixmap *map) {
    tw_pixmap *m = (tw_pixmap *)map;
    if (!m || atomic_fetch_sub(&m->references, 1) > 1) return;
    free(m->memory);
    free(m);
}
