/*
 * Computes the freedoms of a pose: N, whose columns span the small motions that the constraints
 * allow, w J M^-1/2 N = 0; see rest.h.
 *
 * N is computed for each island, and for each body without constraints, by itself. So the motions
 * of a watch are not mixed with those of the tower in which it hangs, compared with which they
 * would be rounding.
 */
#include "analysis/rest/rest.h"

#include "dynamics/pass/pass.h"
#include "numeric/linear/spectrum.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* a singular value of w J M^-1/2 (rows scaled to length 1) below this part of the largest counts as
 * 0 */
static const double CUTOFF = 1e-7;

/* row: one row of an island's matrix B = w J M^-1/2 [rows x 6 bodies, column-major], from the row J
 * [slots][6] of a constraint */
static void fill_row(const tw_small *s, const tw_island *isl, const tw_bind *bind, const double *J,
                     double *row) {
    for (int slot = 0; slot < bind->slots; slot++, J += 6) {
        int body = bind->body[slot];
        if (!s->d->free_body[body]) continue;
        mat3 K = tw_small_whitener(s, body);
        vec3 lin = v3_scale(v3_load(J), 1 / sqrt(s->d->world->body.data[body]->mass));
        vec3 ang = m3_tmul_v(&K, v3_load(J + 3));
        const double part[6] = {lin.x, lin.y, lin.z, ang.x, ang.y, ang.z};
        size_t at = 6 * (size_t)tw_island_place(isl, body);
        for (size_t c = 0; c < 6; c++) row[(at + c) * (size_t)isl->rows] += part[c];
    }
}

/* scales each row of B to length 1, so that rows of light and heavy, small and large bodies have
 * equal weight */
static void level_rows(int rows, int columns, double *B) {
    size_t m = (size_t)rows, entries = m * (size_t)columns;
    for (size_t row = 0; row < m; row++) {
        double length = 0;
        for (size_t i = row; i < entries; i += m) length = hypot(length, B[i]);
        for (size_t i = row; i < entries && length > 0; i += m) B[i] /= length;
    }
}

/* appends to N the columns of own [6 bodies x count], the freedoms of an island; place [bodies]:
 * index in z of each of its bodies */
static void append(tw_small *s, const int *place, int bodies, const double *own, int count) {
    for (int k = 0; k < count; k++, s->freedoms++) {
        double *column = s->N + (size_t)s->freedoms * (size_t)s->n;
        memset(column, 0, (size_t)s->n * sizeof *column);
        for (int i = 0; i < bodies; i++, own += 6)
            memcpy(column + 6 * place[i], own, 6 * sizeof *own);
    }
}

static tw_status of_island(tw_small *s, const tw_island *isl, const int *place_of) {
    const tw_pass *p = &s->d->pass;
    size_t n = 6 * (size_t)isl->bodies, rows = (size_t)isl->rows;
    double *B = calloc(rows * n + n * n + 1, sizeof *B);
    int *place = calloc((size_t)isl->bodies + 1, sizeof *place), count = 0;
    tw_status status = B && place ? TW_OK : tw_fail_memory();
    if (status == TW_OK) {
        double *own = B + rows * n;
        for (int k = 0, row = 0; k < isl->blocks; k++) {
            const tw_block *b = &p->block[isl->block[k]];
            for (int i = 0; i < b->rows; i++, row++)
                fill_row(s, isl, b->bind, b->J + (size_t)i * (size_t)b->bind->slots * 6, B + row);
        }
        level_rows(isl->rows, (int)n, B);
        status = tw_null_space(isl->rows, (int)n, B, CUTOFF, own, &count);
        for (int i = 0; i < isl->bodies; i++) place[i] = place_of[isl->body[i]];
        append(s, place, isl->bodies, own, count);
    }
    free(B);
    free(place);
    return status;
}

tw_status tw_small_freedoms(tw_small *s) {
    const tw_dynamics *d = s->d;
    const double alone[36] = {1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0,
                              0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1};
    int *place_of = calloc((size_t)d->pass.bodies + 1, sizeof *place_of);
    tw_status status = place_of ? TW_OK : tw_fail_memory();
    s->freedoms = 0;
    for (int i = 0; i < s->bodies && status == TW_OK; i++) place_of[s->body[i]] = i;
    for (int i = 0; i < d->islands && status == TW_OK; i++)
        status = of_island(s, &d->island[i], place_of);
    for (int i = 0; i < s->bodies && status == TW_OK; i++)
        if (d->island_of[s->body[i]] < 0) append(s, &i, 1, alone, 6);
    free(place_of);
    return status;
}
