/* Eigenvectors, singular values and null spaces of dense matrices, by LAPACK or Jacobi
 * rotations. */
#ifndef TW_NUMERIC_LINEAR_SPECTRUM_H
#define TW_NUMERIC_LINEAR_SPECTRUM_H

#include "base/status.h"

/* A [n x n] symmetric, column-major; on return its columns are unit eigenvectors, in the order of
 * the eigenvalues w [n], ascending. TW_DIVERGED: LAPACK did not converge */
tw_status tw_eigenvectors(int n, double *A, double *w);

/* Eigenvectors V [n x n], as columns, and ascending eigenvalues w [n] of a symmetric A [n x n] that
 * is nearly diagonal and is overwritten, by Jacobi rotations: even eigenvalues far below the
 * largest are exact relative to their own size [Golub and Van Loan, Matrix Computations, 8.5] */
void tw_eigenvectors_graded(int n, double *A, double *V, double *w);

/* Null space of B [m x n, column-major, destroyed]: the first *count columns of N [n x n,
 * column-major, orthonormal] span it. Singular values up to cutoff times the largest count as 0 */
tw_status tw_null_space(int m, int n, double *B, double cutoff, double *N, int *count);

/* A [m x n, column-major, destroyed] = U diag(S) Vt with U [m x m] and Vt [n x n], column-major.
 * TW_DIVERGED: LAPACK did not converge */
tw_status tw_singular_values(int m, int n, double *A, double *U, double *S, double *Vt);

#endif
