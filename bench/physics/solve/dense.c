/*
 * LAPACK on the dense system: dgelsd (the reference), dgesdd and what follows from it; and
 * Tauwerk's own definition of the right force, the SVD of B. Cutoffs: 1e-11 of the largest singular
 * value of A, which is the square of what counts in B.
 */
#include "solve.h"

#include "numeric/linear/lsq.h"

#include <lapacke.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define CUTOFF 1e-11

typedef struct dense {
    const system_t *s;
    double *A, *U, *V, *sigma, *work;
} dense;

static void *create(const system_t *s) {
    size_t m = (size_t)s->m;
    dense *d = need(calloc(1, sizeof *d));
    d->s = s;
    d->A = need(malloc(m * m * sizeof *d->A));
    d->sigma = need(malloc(m * sizeof *d->sigma));
    d->work = need(malloc(m * sizeof *d->work));
    return d;
}

static void destroy(void *self) {
    dense *d = self;
    free(d->A);
    free(d->U);
    free(d->V);
    free(d->sigma);
    free(d->work);
    free(d);
}

/* both halves, since LAPACK destroys it */
static void fill(dense *d) {
    const system_t *s = d->s;
    size_t m = (size_t)s->m;
    memset(d->A, 0, m * m * sizeof *d->A);
    for (int c = 0; c < s->m; c++)
        for (int e = s->begin[c]; e < s->begin[c + 1]; e++)
            d->A[(size_t)c * m + (size_t)s->row[e]] = d->A[(size_t)s->row[e] * m + (size_t)c] =
                s->value[e];
}

static bool solve_gelsd(void *self, double *x) {
    dense *d = self;
    int m = d->s->m, rank;
    fill(d);
    for (int i = 0; i < m; i++) x[i] = -d->s->r[i];
    return LAPACKE_dgelsd(LAPACK_COL_MAJOR, m, m, 1, d->A, m, x, m, d->sigma, CUTOFF, &rank) == 0;
}

static void *create_gesdd(const system_t *s) {
    size_t m = (size_t)s->m;
    dense *d = create(s);
    d->U = need(malloc(m * m * sizeof *d->U));
    d->V = need(malloc(m * m * sizeof *d->V));
    return d;
}

/* x = -V S^+ U^T r; V is transposed already */
static bool solve_gesdd(void *self, double *x) {
    dense *d = self;
    int m = d->s->m;
    size_t step = (size_t)m;
    fill(d);
    if (LAPACKE_dgesdd(LAPACK_COL_MAJOR, 'A', m, m, d->A, m, d->sigma, d->U, m, d->V, m))
        return false;
    memset(x, 0, step * sizeof *x);
    for (int k = 0; k < m && d->sigma[k] > CUTOFF * d->sigma[0]; k++) {
        double sum = 0;
        for (int i = 0; i < m; i++) sum += d->U[(size_t)k * step + (size_t)i] * d->s->r[i];
        for (int i = 0; i < m; i++) x[i] -= d->V[(size_t)i * step + (size_t)k] * sum / d->sigma[k];
    }
    return true;
}

static void *create_svd(const system_t *s) {
    size_t m = (size_t)s->m, n = (size_t)s->n;
    dense *d = need(calloc(1, sizeof *d));
    d->s = s;
    d->A = need(malloc(m * n * sizeof *d->A));
    d->work = need(malloc(tw_lsq_scratch(s->m, s->n) * sizeof *d->work));
    return d;
}

static bool solve_svd(void *self, double *x) {
    dense *d = self;
    tw_lsq_info info;
    system_dense_b(d->s, d->A);
    for (int i = 0; i < d->s->m; i++) x[i] = -d->s->r[i];
    return tw_lsq_solve_gram(d->s->m, d->s->n, d->A, x, sqrt(CUTOFF) / 10, x, d->work, &info) ==
           TW_OK;
}

const method method_gelsd = {"dgelsd", true, create, solve_gelsd, destroy};
const method method_gesdd = {"dgesdd", true, create_gesdd, solve_gesdd, destroy};
const method method_tauwerk_svd = {"tauwerk svd", true, create_svd, solve_svd, destroy};
