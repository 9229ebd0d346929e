/*
 * Symmetric systems: Cholesky factors of a band, and all eigenvalues with their vectors (LAPACK
 * dsyevd). Nothing is owned; the caller brings all memory.
 */
#ifndef TW_NUMERIC_SYMMETRIC_H
#define TW_NUMERIC_SYMMETRIC_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>

/* the lower half of a symmetric band matrix by rows: entry (i, j), i - width <= j <= i */
static inline size_t tw_band_at(int width, int i, int j) {
    return (size_t)i * ((size_t)width + 1) + (size_t)(j - i + width);
}

/* doubles of a band matrix */
size_t tw_band_size(int n, int width);
/* G = L L^T in place; false: G is not positive definite (G is spoilt) */
bool tw_band_factor(int n, int width, double *G);
/* x = G^-1 b in place, G factored */
void tw_band_solve(int n, int width, const double *G, double *b);

/* doubles of scratch for tw_eigen */
size_t tw_eigen_scratch(int n);
/* H [n x n] symmetric: value [n] rises, row i of H becomes the unit eigenvector of value[i] */
tw_status tw_eigen(int n, double *H, double *value, double *scratch);

#endif
