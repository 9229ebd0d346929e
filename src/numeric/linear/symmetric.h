/*
 * Symmetric systems that are positive definite, in a band or dense: Cholesky factors. Nothing is
 * owned; the caller brings all memory.
 */
#ifndef TW_NUMERIC_LINEAR_SYMMETRIC_H
#define TW_NUMERIC_LINEAR_SYMMETRIC_H

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

/* factors a full matrix A [n][n], of which only the entries (i, j), j <= i, are read */
bool tw_positive_factor(int n, double *A);
void tw_positive_solve(int n, const double *A, double *b);

#endif
