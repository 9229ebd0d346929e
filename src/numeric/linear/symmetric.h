/*
 * Symmetric systems that are positive definite, in a band or dense: Cholesky factors. Nothing is
 * owned; the caller brings all memory.
 */
#ifndef TW_NUMERIC_LINEAR_SYMMETRIC_H
#define TW_NUMERIC_LINEAR_SYMMETRIC_H

#include <stdbool.h>
#include <stddef.h>

/* index of entry (i, j), i - width <= j <= i, of a symmetric band matrix, whose lower half is
 * stored by rows */
static inline size_t tw_band_at(int width, int i, int j) {
    return (size_t)i * ((size_t)width + 1) + (size_t)(j - i + width);
}

/* number of doubles of a band matrix of n rows with `width` entries left of the diagonal */
size_t tw_band_size(int n, int width);
/* replaces the band matrix G by its Cholesky factor L, G = L L^T; false: G is not positive
 * definite, and is overwritten */
bool tw_band_factor(int n, int width, double *G);
/* b = G^-1 b, with G as tw_band_factor left it */
void tw_band_solve(int n, int width, const double *G, double *b);

/* replaces A [n x n, row-major] by its Cholesky factor L; only entries (i, j), j <= i, are read and
 * written; false: A is not positive definite */
bool tw_positive_factor(int n, double *A);
void tw_positive_solve(int n, const double *A, double *b);

#endif
