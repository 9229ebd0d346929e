/*
 * Light from all around; see lightmap.h.
 *
 * A direction is chosen with a probability proportional to the light of its texel [Pharr, Jakob,
 * Humphreys: PBRT, 14.2.4]: first a row, in proportion to the power of the row, then a column in
 * it, each from a table of cumulative shares; within the texel all directions are equally likely.
 * The light of a texel is the integral of the radiance, which is linear between the centres of
 * texels: along rows this gives the weights (1 6 1)/8 of a texel and its two neighbours. For each
 * of n equal parts of 0 .. 1 a guide tells where in such a table the search begins, so that it
 * takes a step or two on average.
 */
#include "shape/map/lightmap.h"

#include "base/hash.h"
#include "base/math/elementary.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

/* ---- memory --------------------------------------------------------------------------------- */

/* allocates m->memory, one block for all of the map's arrays, and sets their pointers into it */
static tw_status allocate(tw_lightmap *m) {
    size_t w = (size_t)m->width, h = (size_t)m->height;
    size_t floats = 4 * w * h + (h + 1) + h * (w + 1) + (h + 1);
    size_t guides = (h + 1) + h * (w + 1);
    m->memory = malloc(floats * sizeof(float) + guides * sizeof(uint16_t));
    if (!m->memory) return tw_fail_memory();
    m->texel = m->memory;
    m->rows = m->texel + 4 * w * h;
    m->columns = m->rows + h + 1;
    m->edge = m->columns + h * (w + 1);
    m->row_guide = (const uint16_t *)(const void *)(m->edge + h + 1);
    m->column_guide = m->row_guide + h + 1;
    return TW_OK;
}

const tw_lightmap *tw_lightmap_retain(const tw_lightmap *map) {
    if (map) atomic_fetch_add(&((tw_lightmap *)map)->references, 1);
    return map;
}

void tw_lightmap_release(const tw_lightmap *map) {
    tw_lightmap *m = (tw_lightmap *)map;
    if (!m || atomic_fetch_sub(&m->references, 1) > 1) return;
    free(m->memory);
    free(m);
}

/* ---- where the light is --------------------------------------------------------------------- */

static double luminance(const float *c) {
    return 0.2126 * (double)c[0] + 0.7152 * (double)c[1] + 0.0722 * (double)c[2];
}

/* to [width]: luminance of each texel of row y, averaged over the height of the row; between the
 * centres of rows, radiance is linear */
static void across_rows(const tw_lightmap *m, int y, double *to) {
    int up = y > 0 ? y - 1 : 0, down = y < m->height - 1 ? y + 1 : y;
    size_t stride = 4 * (size_t)m->width;
    const float *a = m->texel + (size_t)up * stride, *b = m->texel + (size_t)y * stride;
    const float *c = m->texel + (size_t)down * stride;
    for (int x = 0; x < m->width; x++)
        to[x] = (luminance(a + 4 * x) + 6 * luminance(b + 4 * x) + luminance(c + 4 * x)) / 8;
}

/* to [n + 1]: cumulative shares, from 0 to 1, of the numbers part [n]; equal shares if all are 0.
 * Returns the sum of the numbers */
static double cumulate(const double *part, int n, float *to) {
    double sum = 0, so_far = 0;
    for (int i = 0; i < n; i++) sum += part[i];
    to[0] = 0;
    for (int i = 0; i < n; i++) {
        so_far += sum > 0 ? part[i] : 1;
        to[i + 1] = (float)(so_far / (sum > 0 ? sum : n));
    }
    to[n] = 1;
    return sum;
}

/* guide [n + 1]: guide[i] is the index of the part whose range of cumulative shares contains i / n
 */
static void find_guide(const float *cumulated, int n, uint16_t *guide) {
    int at = 0;
    for (int i = 0; i <= n; i++) {
        while (at < n - 1 && cumulated[at + 1] <= (float)i / (float)n) at++;
        guide[i] = (uint16_t)at;
    }
}

/* computes tables of shares, guides and densities of a map; row [height], line [width], mean
 * [width]: scratch */
static void find_shares(tw_lightmap *m, double *row, double *line, double *mean) {
    int w = m->width, h = m->height;
    float *texel = m->memory, *columns = (float *)m->columns, *edge = (float *)m->edge;
    uint16_t *guide = (uint16_t *)m->column_guide;
    for (int y = 0; y <= h; y++) edge[y] = (float)tw_cos(pi * y / h);
    for (int y = 0; y < h; y++) {
        double solid = 2 * pi * ((double)edge[y] - (double)edge[y + 1]) / w;
        across_rows(m, y, line);
        for (int x = 0; x < w; x++)
            mean[x] = (line[x ? x - 1 : w - 1] + 6 * line[x] + line[x < w - 1 ? x + 1 : 0]) / 8;
        float *to = columns + (size_t)y * (size_t)(w + 1);
        row[y] = solid * cumulate(mean, w, to);
        find_guide(to, w, guide + (size_t)y * (size_t)(w + 1));
    }
    float *rows = (float *)m->rows;
    cumulate(row, h, rows);
    find_guide(rows, h, (uint16_t *)m->row_guide);
    /* the 4th number of a texel: probability density per solid angle, computed from the shares as
     * rounded to floats, with which directions are chosen */
    for (int y = 0; y < h; y++) {
        float solid = (float)(2 * pi * ((double)edge[y] - (double)edge[y + 1]) / w);
        float share = (rows[y + 1] - rows[y]) / solid;
        const float *c = columns + (size_t)y * (size_t)(w + 1);
        for (int x = 0; x < w; x++)
            texel[4 * ((size_t)y * (size_t)w + (size_t)x) + 3] = share * (c[x + 1] - c[x]);
    }
}

/* ---- the light on surfaces ------------------------------------------------------------------ */

/* real spherical harmonics to degree 2 at the unit vector (x, y, z) */
static void waves(double x, double y, double z, double Y[TW_LIGHTMAP_WAVES]) {
    Y[0] = 0.28209479177387814;
    Y[1] = 0.4886025119029199 * y;
    Y[2] = 0.4886025119029199 * z;
    Y[3] = 0.4886025119029199 * x;
    Y[4] = 1.0925484305920792 * x * y;
    Y[5] = 1.0925484305920792 * y * z;
    Y[6] = 0.31539156525252005 * (3 * z * z - 1);
    Y[7] = 1.0925484305920792 * x * z;
    Y[8] = 0.5462742152960396 * (x * x - y * y);
}

/* adds to `all` the integral of radiance times each harmonic over row y, and to `above` that over
 * the part of the row above the horizon */
static void add_row(const tw_lightmap *m, int y, const double *sine, const double *cosine,
                    double all[TW_LIGHTMAP_WAVES][3], double above[TW_LIGHTMAP_WAVES][3]) {
    double p = pi * (y + 0.5) / m->height, z = tw_cos(p), r = tw_sin(p), Y[TW_LIGHTMAP_WAVES];
    double solid = 2 * pi * ((double)m->edge[y] - (double)m->edge[y + 1]) / m->width;
    /* share of the row above the horizon: 1/2 for the middle row of an odd number of rows */
    double over = 2 * y + 1 == m->height ? 0.5 : 2 * y + 1 < m->height;
    double sum[TW_LIGHTMAP_WAVES][3] = {{0}};
    const float *c = m->texel + 4 * (size_t)y * (size_t)m->width;
    for (int x = 0; x < m->width; x++, c += 4) {
        waves(r * sine[x], r * cosine[x], z, Y);
        for (int i = 0; i < TW_LIGHTMAP_WAVES; i++)
            for (int k = 0; k < 3; k++) sum[i][k] += Y[i] * (double)c[k];
    }
    for (int i = 0; i < TW_LIGHTMAP_WAVES; i++)
        for (int k = 0; k < 3; k++) {
            all[i][k] += solid * sum[i][k];
            above[i][k] += over * solid * sum[i][k];
        }
}

/* computes m->wave and m->wave_above; sine, cosine [width]: scratch. A surface's irradiance divided
 * by pi is the sum over the harmonics of coefficient times Y(normal), where the coefficients are
 * integrals of the radiance times factors of the degree: 1, 2/3, 1/4, those of a cosine divided by
 * pi */
static void find_waves(tw_lightmap *m, double *sine, double *cosine) {
    double all[TW_LIGHTMAP_WAVES][3] = {{0}}, above[TW_LIGHTMAP_WAVES][3] = {{0}};
    for (int x = 0; x < m->width; x++) {
        double q = 2 * pi * ((x + 0.5) / m->width - 0.5);
        sine[x] = tw_sin(q);
        cosine[x] = tw_cos(q);
    }
    for (int y = 0; y < m->height; y++) add_row(m, y, sine, cosine, all, above);
    for (int i = 0; i < TW_LIGHTMAP_WAVES; i++)
        for (int k = 0; k < 3; k++) {
            double weight = i == 0 ? 1 : i < 4 ? 2.0 / 3 : 0.25;
            m->wave[i][k] = (float)(weight * all[i][k]);
            m->wave_above[i][k] = (float)(weight * above[i][k]);
        }
}

/* -------------------------------------------------------------------------------------------- */

static tw_status fill(const float *rgb, tw_lightmap *m) {
    TW_TRY(allocate(m));
    double *scratch = malloc((2 * (size_t)m->width + (size_t)m->height) * sizeof *scratch);
    if (!scratch) return tw_fail_memory();
    size_t n = (size_t)m->width * (size_t)m->height;
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < 3; k++)
            m->memory[4 * i + k] = rgb[3 * i + k] > 0 ? rgb[3 * i + k] : 0;
    find_shares(m, scratch, scratch + m->height, scratch + m->height + m->width);
    find_waves(m, scratch, scratch + m->width);
    free(scratch);
    return TW_OK;
}

/* hash of a map. From a file: of its radiance as stored, so that a map read back from a baked film
 * has the same hash; computed: of its source and the sun's height */
static uint64_t hash_of(const tw_lightmap *m) {
    int form[3] = {(int)m->source, m->width, m->height};
    size_t n = (size_t)m->width * (size_t)m->height;
    tw_hash h = tw_hash_bytes(tw_hash_begin(), form, sizeof form);
    if (m->source != TW_LIGHTMAP_FILE) return tw_hash_end(tw_hash_bytes(h, &m->sun, sizeof m->sun));
    for (size_t i = 0; i < n; i++) h = tw_hash_bytes(h, m->texel + 4 * i, 3 * sizeof *m->texel);
    return tw_hash_end(h);
}

tw_status tw_lightmap_make(const float *rgb, int width, int height, tw_lightmap_source source,
                           double sun, tw_lightmap **map) {
    tw_lightmap *m = calloc(1, sizeof *m);
    if (!m) return tw_fail_memory();
    atomic_init(&m->references, 1);
    m->source = source;
    m->sun = sun;
    m->width = width;
    m->height = height;
    tw_status s = fill(rgb, m);
    if (s != TW_OK) {
        tw_lightmap_release(m);
        return s;
    }
    m->hash = hash_of(m);
    *map = m;
    return TW_OK;
}

tw_status tw_lightmap_create(const float *rgb, int width, int height, tw_lightmap **map) {
    if (width < 2 || width > TW_LIGHTMAP_MOST || width != 2 * height)
        return tw_fail(TW_ARGUMENT,
                       "expected a light map twice as wide as high, 2 to %d texels wide, got "
                       "%d x %d",
                       TW_LIGHTMAP_MOST, width, height);
    size_t n = 3 * (size_t)width * (size_t)height;
    for (size_t i = 0; i < n; i++)
        if (!isfinite(rgb[i]) || rgb[i] > 1e30f)
            return tw_fail(
                TW_ARGUMENT, "expected finite radiances up to 1e30, got %g in column %d, row %d",
                (double)rgb[i], (int)(i / 3 % (size_t)width), (int)(i / 3 / (size_t)width));
    return tw_lightmap_make(rgb, width, height, TW_LIGHTMAP_FILE, 0, map);
}
