/* Structural dissimilarity; see likeness.h. */
#include "io/picture/likeness.h"

#include "base/math/elementary.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { RADIUS = 5, MOMENTS = 5 };

/* weighted means of x, y, x^2, y^2, x y for samples x and y of the two pictures */
typedef struct moments {
    double m[MOMENTS];
} moments;

static void window(double w[2 * RADIUS + 1]) {
    for (int i = -RADIUS; i <= RADIUS; i++)
        w[i + RADIUS] = tw_exp(-(double)(i * i) / (2 * 1.5 * 1.5));
}

static void add(moments *sum, double w, const moments *x) {
    for (int i = 0; i < MOMENTS; i++) sum->m[i] += w * x->m[i];
}

/* applies the window w, a smoothing filter, along a row or column of n samples that are `stride`
 * apart */
static void smooth(const moments *in, moments *out, int n, size_t stride, const double *w) {
    for (int i = 0; i < n; i++) {
        moments sum = {{0}};
        double weight = 0;
        for (int k = -RADIUS; k <= RADIUS; k++) {
            if (i + k < 0 || i + k >= n) continue;
            add(&sum, w[k + RADIUS], &in[(size_t)(i + k) * stride]);
            weight += w[k + RADIUS];
        }
        for (int k = 0; k < MOMENTS; k++) out[(size_t)i * stride].m[k] = sum.m[k] / weight;
    }
}

static double ssim(const moments *s) {
    const double c1 = (0.01 * 255) * (0.01 * 255), c2 = (0.03 * 255) * (0.03 * 255);
    double x = s->m[0], y = s->m[1];
    double xx = s->m[2] - x * x, yy = s->m[3] - y * y, xy = s->m[4] - x * y;
    return (2 * x * y + c1) * (2 * xy + c2) / ((x * x + y * y + c1) * (xx + yy + c2));
}

/* returns the mean SSIM of channel c; worst [pixels]: the least SSIM of each pixel over the
 * channels so far, which this channel may lower. one, two: scratch [pixels] */
static double channel(int width, int height, const uint8_t *a, const uint8_t *b, int c,
                      moments *one, moments *two, double *worst) {
    double w[2 * RADIUS + 1], sum = 0;
    size_t n = (size_t)width * (size_t)height;
    window(w);
    for (size_t i = 0; i < n; i++) {
        double x = a[4 * i + (size_t)c], y = b[4 * i + (size_t)c];
        one[i] = (moments){{x, y, x * x, y * y, x * y}};
    }
    for (int y = 0; y < height; y++) {
        size_t row = (size_t)y * (size_t)width;
        smooth(one + row, two + row, width, 1, w);
    }
    for (int x = 0; x < width; x++) smooth(two + x, one + x, height, (size_t)width, w);
    for (size_t i = 0; i < n; i++) {
        double s = ssim(&one[i]);
        if (s < worst[i]) worst[i] = s;
        sum += s;
    }
    return sum / (double)n;
}

/* colour of the map of differences for x = 0 .. 1: black, red, yellow, white */
static void paint(double x, uint8_t *rgba) {
    for (int c = 0; c < 3; c++) {
        double v = 3 * x - c;
        v = v < 0 ? 0 : v > 1 ? 1 : v;
        rgba[c] = (uint8_t)(255 * v + 0.5);
    }
    rgba[3] = 255;
}

tw_status tw_likeness(int width, int height, const uint8_t *a, const uint8_t *b, double *dssim,
                      uint8_t *map) {
    size_t n = (size_t)width * (size_t)height;
    moments *one = malloc(n * sizeof *one), *two = malloc(n * sizeof *two);
    double *worst = malloc(n * sizeof *worst), least = 1;
    tw_status status = one && two && worst ? TW_OK : tw_fail_memory();
    for (size_t i = 0; status == TW_OK && i < n; i++) worst[i] = 1;
    for (int c = 0; status == TW_OK && c < 3; c++) {
        double s = channel(width, height, a, b, c, one, two, worst);
        if (s < least) least = s;
    }
    if (status == TW_OK) {
        double d = (1 - least) / 2;
        *dssim = d < 0 ? 0 : d > 1 ? 1 : d;
        /* the square root makes small differences visible; pixels whose own colours are equal, but
         * which are near differing ones, get only half of it */
        for (size_t i = 0; map && i < n; i++) {
            double x = (1 - worst[i]) / 2;
            if (x < 0) x = 0;
            bool same = !memcmp(a + 4 * i, b + 4 * i, 3);
            paint(same ? 0.5 * sqrt(x) : 0.15 + 0.85 * sqrt(x), map + 4 * i);
        }
    }
    free(one);
    free(two);
    free(worst);
    return status;
}
