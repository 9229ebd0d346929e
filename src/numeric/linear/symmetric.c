/* Cholesky factors of symmetric systems; see symmetric.h. The band is stored by rows, each with its
 * diagonal entry last, so that the two factors of every inner product in Cholesky's method are read
 * in the order of memory. */
#include "numeric/linear/symmetric.h"

#include <lapacke.h>
#include <math.h>

size_t tw_band_size(int n, int width) {
    return (size_t)n * ((size_t)width + 1);
}

static int first_of(int width, int i) {
    return i > width ? i - width : 0;
}

bool tw_band_factor(int n, int width, double *G) {
    for (int i = 0; i < n; i++) {
        int first = first_of(width, i);
        for (int j = first; j <= i; j++) {
            int from = first_of(width, j) > first ? first_of(width, j) : first;
            const double *row = G + tw_band_at(width, i, from);
            const double *other = G + tw_band_at(width, j, from);
            double s = G[tw_band_at(width, i, j)];
            for (int k = 0; k < j - from; k++) s -= row[k] * other[k];
            if (j == i && !(s > 0)) return false;
            G[tw_band_at(width, i, j)] = j == i ? sqrt(s) : s / G[tw_band_at(width, j, j)];
        }
    }
    return true;
}

void tw_band_solve(int n, int width, const double *G, double *b) {
    for (int i = 0; i < n; i++) {
        double s = b[i];
        for (int j = first_of(width, i); j < i; j++) s -= G[tw_band_at(width, i, j)] * b[j];
        b[i] = s / G[tw_band_at(width, i, i)];
    }
    for (int i = n - 1; i >= 0; i--) {
        b[i] /= G[tw_band_at(width, i, i)];
        for (int j = first_of(width, i); j < i; j++) b[j] -= G[tw_band_at(width, i, j)] * b[i];
    }
}

/* the lower triangle of a row-major matrix is for LAPACK, which stores by columns, an upper
 * triangle */
bool tw_positive_factor(int n, double *A) {
    return LAPACKE_dpotrf_work(LAPACK_COL_MAJOR, 'U', n, A, n) == 0;
}

void tw_positive_solve(int n, const double *A, double *b) {
    LAPACKE_dpotrs_work(LAPACK_COL_MAJOR, 'U', n, 1, A, n, b, n);
}
