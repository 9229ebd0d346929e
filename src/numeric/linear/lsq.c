/*
 * Which x comes nearest to M x = b, and of these which is smallest? See lsq.h for the filter.
 *
 * LAPACK stores matrices by columns, so that the memory of a row-major M [m x n] is for it the
 * matrix A = M^T [n x m]. From A = P S Q^T follows M = Q S P^T, that is U = Q and V = P, and
 * nothing need be transposed or copied. The *_work calls of LAPACKE in column order allocate
 * nothing.
 *
 * Nothing here is owned: the caller's scratch holds, one after the other, a copy of M (dgesvd needs
 * M again when dgesdd has spoilt it), S, P, Q^T, LAPACK's work and LAPACK's integers.
 */
#include "numeric/linear/lsq.h"

#include "base/math/elementary.h"

#include <lapacke.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

typedef struct svd {
    int m, n, k; /* rows m, columns n, number k = min(m, n) of singular values */
    double *S;   /* [k] falling */
    double *P;   /* V [n x k], column-major */
    double *Qt;  /* U^T [k x m], column-major: Qt[i + j k] = U[j][i] */
    double *copy, *work;
    int *integers; /* [8 k] */
    int work_size;
} svd;

static size_t smaller(int m, int n) {
    return (size_t)(m < n ? m : n);
}

/* number of doubles of work for dgesdd and dgesvd: the minimum that they require, and room for
 * blocks of 64 columns, which are faster */
static size_t work_size(int m, int n) {
    size_t k = smaller(m, n);
    return 4 * k * k + 10 * k + 64 * ((size_t)m + (size_t)n);
}

size_t tw_lsq_scratch(int m, int n) {
    if (m <= 0 || n <= 0) return 0;
    size_t k = smaller(m, n), rows = (size_t)m, columns = (size_t)n;
    /* 8 k doubles hold the 8 k integers that LAPACK needs, too */
    return rows * columns + k + columns * k + k * rows + work_size(m, n) + 8 * k;
}

static svd lay_out(int m, int n, double *scratch) {
    svd d = {.m = m, .n = n, .k = (int)smaller(m, n), .work_size = (int)work_size(m, n)};
    size_t k = (size_t)d.k;
    d.copy = scratch;
    d.S = d.copy + (size_t)m * (size_t)n;
    d.P = d.S + k;
    d.Qt = d.P + (size_t)n * k;
    d.work = d.Qt + k * (size_t)m;
    d.integers = (int *)(void *)(d.work + d.work_size);
    return d;
}

static tw_status check_finite(int m, int n, const double *M, const double *b) {
    for (int i = 0; i < m; i++) {
        if (!isfinite(b[i]))
            return tw_fail(TW_NONFINITE, "right side of row %d of %d is not finite", i + 1, m);
        for (int j = 0; j < n; j++)
            if (!isfinite(M[(size_t)i * (size_t)n + (size_t)j]))
                return tw_fail(TW_NONFINITE, "row %d of %d is not finite (column %d)", i + 1, m,
                               j + 1);
    }
    return TW_OK;
}

static tw_status decompose(svd *d, double *M) {
    memcpy(d->copy, M, (size_t)d->m * (size_t)d->n * sizeof *M);
    int failed = LAPACKE_dgesdd_work(LAPACK_COL_MAJOR, 'S', d->n, d->m, d->copy, d->n, d->S, d->P,
                                     d->n, d->Qt, d->k, d->work, d->work_size, d->integers);
    if (failed > 0)
        failed = LAPACKE_dgesvd_work(LAPACK_COL_MAJOR, 'S', 'S', d->n, d->m, M, d->n, d->S, d->P,
                                     d->n, d->Qt, d->k, d->work, d->work_size);
    if (failed != 0)
        return tw_fail(TW_DIVERGED, "singular values of a %d x %d system were not found (%d)", d->m,
                       d->n, failed);
    return TW_OK;
}

double tw_lsq_filter(double ratio, double cutoff) {
    if (!(ratio > cutoff)) return 0;
    if (ratio >= 10 * cutoff) return 1;
    double u = tw_log10(ratio / cutoff);
    return u <= 0 ? 0 : u >= 1 ? 1 : u * u * (3 - 2 * u);
}

/* d->work [k] becomes f(S)^power U^T b, with the filter f of lsq.h; sets *info */
static void spectral(svd *d, const double *b, double cutoff, int power, tw_lsq_info *info) {
    double s_max = d->S[0], *c = d->work;
    *info = (tw_lsq_info){.s_max = s_max};
    for (int i = 0; i < d->k; i++) {
        double s = d->S[i], w = s_max > 0 ? tw_lsq_filter(s / s_max, cutoff) : 0;
        c[i] = 0;
        if (w == 0) continue;
        for (int j = 0; j < d->m; j++) c[i] += d->Qt[(size_t)j * (size_t)d->k + (size_t)i] * b[j];
        info->reach += (c[i] / s) * (c[i] / s);
        info->range += c[i] * c[i];
        for (int p = 0; p < power; p++) c[i] = w * c[i] / s;
        if (w <= 0.5) continue;
        info->rank++;
        info->s_min = s;
    }
    info->reach = sqrt(info->reach);
    info->range = sqrt(info->range);
}

static tw_status finite_solution(int count, const double *x) {
    for (int i = 0; i < count; i++)
        if (!isfinite(x[i]))
            return tw_fail(TW_NONFINITE, "solution %d of %d of a linear system is not finite",
                           i + 1, count);
    return TW_OK;
}

/* for a system without rows or columns: x [count] = 0 */
static tw_status nothing(int count, double *x, tw_lsq_info *info) {
    for (int i = 0; i < count; i++) x[i] = 0;
    *info = (tw_lsq_info){0};
    return TW_OK;
}

tw_status tw_lsq_solve(int m, int n, double *M, const double *b, double cutoff, double *x,
                       double *scratch, tw_lsq_info *info) {
    if (m <= 0 || n <= 0) return nothing(n, x, info);
    TW_TRY(check_finite(m, n, M, b));
    svd d = lay_out(m, n, scratch);
    TW_TRY(decompose(&d, M));
    spectral(&d, b, cutoff, 1, info);
    for (int r = 0; r < n; r++) x[r] = 0;
    for (int i = 0; i < d.k; i++)
        for (int r = 0; r < n; r++) x[r] += d.P[(size_t)i * (size_t)n + (size_t)r] * d.work[i];
    return finite_solution(n, x);
}

tw_status tw_lsq_solve_gram(int m, int n, double *B, const double *b, double cutoff, double *x,
                            double *scratch, tw_lsq_info *info) {
    if (m <= 0 || n <= 0) return nothing(m, x, info);
    TW_TRY(check_finite(m, n, B, b));
    svd d = lay_out(m, n, scratch);
    TW_TRY(decompose(&d, B));
    spectral(&d, b, cutoff, 2, info);
    for (int j = 0; j < m; j++) {
        x[j] = 0;
        for (int i = 0; i < d.k; i++) x[j] += d.Qt[(size_t)j * (size_t)d.k + (size_t)i] * d.work[i];
    }
    return finite_solution(m, x);
}

double tw_lsq_shift(double reach, double range, double limit, double *share) {
    *share = 0;
    if (!(limit > 0) || !(reach > limit)) return 0;
    double u = fmin(tw_log10(reach / limit), 1);
    *share = u * u * (3 - 2 * u);
    return *share * range * range / (4 * limit * limit);
}

void tw_lsq_damp_gram(int m, int n, const double *b, double cutoff, double shift, double *x,
                      double *scratch) {
    if (m <= 0 || n <= 0) return;
    svd d = lay_out(m, n, scratch);
    double *c = d.work, s_max = d.S[0];
    for (int i = 0; i < d.k; i++) {
        double s = d.S[i], w = s_max > 0 ? tw_lsq_filter(s / s_max, cutoff) : 0;
        c[i] = 0;
        if (w == 0) continue;
        for (int j = 0; j < d.m; j++) c[i] += d.Qt[(size_t)j * (size_t)d.k + (size_t)i] * b[j];
        c[i] *= w * w;
    }
    for (int j = 0; j < m; j++) {
        x[j] = 0;
        for (int i = 0; i < d.k; i++)
            if (c[i] != 0)
                x[j] +=
                    d.Qt[(size_t)j * (size_t)d.k + (size_t)i] * c[i] / (d.S[i] * d.S[i] + shift);
    }
}

double tw_lsq_gram_error(int m, int n, const double *e, double weak, double cutoff,
                         double *scratch) {
    if (m <= 0 || n <= 0) return 0;
    svd d = lay_out(m, n, scratch);
    double total = 0;
    for (int i = 0; i < d.k; i++) {
        double w = d.S[0] > 0 ? tw_lsq_filter(d.S[i] / d.S[0], cutoff) : 0, sum = 0;
        w *= fmax(1 - d.S[i] / (weak * d.S[0]), 0);
        if (!(w > 0)) continue;
        for (int j = 0; j < m; j++) {
            double u = d.Qt[(size_t)j * (size_t)d.k + (size_t)i] * e[j];
            sum += u * u;
        }
        total += w * w * sum / (d.S[i] * d.S[i]);
    }
    return sqrt(total);
}

/* P [rows x m] = L f(S)^power U^T; column i of L begins at left + i step, with entries `stride`
 * apart; sets *info */
static void fill_inverse(const svd *d, const double *left, size_t step, size_t stride, int rows,
                         double cutoff, int power, double *P, tw_lsq_info *info) {
    size_t m = (size_t)d->m, k = (size_t)d->k;
    for (size_t i = 0; i < (size_t)rows * m; i++) P[i] = 0;
    *info = (tw_lsq_info){.s_max = d->S[0]};
    for (size_t i = 0; i < k; i++) {
        double s = d->S[i], w = d->S[0] > 0 ? tw_lsq_filter(s / d->S[0], cutoff) : 0;
        if (w == 0) continue;
        double f = power == 2 ? w * w / s / s : w / s;
        for (size_t r = 0; r < (size_t)rows; r++) {
            double scaled = f * left[i * step + r * stride];
            for (size_t j = 0; j < m; j++) P[r * m + j] += scaled * d->Qt[j * k + i];
        }
        if (w <= 0.5) continue;
        info->rank++;
        info->s_min = s;
    }
}

static tw_status inverse(int m, int n, double *M, double cutoff, bool gram, double *P,
                         double *scratch, tw_lsq_info *info) {
    int rows = gram ? m : n;
    *info = (tw_lsq_info){0};
    for (size_t i = 0; i < (size_t)rows * (size_t)m; i++) P[i] = 0;
    if (m <= 0 || n <= 0) return TW_OK;
    svd d = lay_out(m, n, scratch);
    /* there is no right side here; zeros stand for it in the check */
    for (int i = 0; i < m; i++) d.work[i] = 0;
    TW_TRY(check_finite(m, n, M, d.work));
    TW_TRY(decompose(&d, M));
    if (gram)
        fill_inverse(&d, d.Qt, 1, (size_t)d.k, rows, cutoff, 2, P, info);
    else
        fill_inverse(&d, d.P, (size_t)n, 1, rows, cutoff, 1, P, info);
    for (int i = 0; i < rows; i++) TW_TRY(finite_solution(m, P + (size_t)i * (size_t)m));
    return TW_OK;
}

tw_status tw_lsq_inverse(int m, int n, double *M, double cutoff, double *P, double *scratch,
                         tw_lsq_info *info) {
    return inverse(m, n, M, cutoff, false, P, scratch, info);
}

tw_status tw_lsq_inverse_gram(int m, int n, double *B, double cutoff, double *P, double *scratch,
                              tw_lsq_info *info) {
    return inverse(m, n, B, cutoff, true, P, scratch, info);
}
