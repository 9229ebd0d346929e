/* Eigenvectors and null spaces of dense matrices, by LAPACK. */
#ifndef TW_NUMERIC_LINEAR_SPECTRUM_H
#define TW_NUMERIC_LINEAR_SPECTRUM_H

#include "base/status.h"

/* A [n x n] symmetric, by columns, becomes its eigenvectors of length 1, by columns, in the order
 * of the eigenvalues w [n], ascending. TW_DIVERGED: LAPACK did not converge */
tw_status tw_eigenvectors(int n, double *A, double *w);

/* the same for A that is nearly diagonal, spoilt, by Jacobi's rotations: eigenvalues far below the
 * largest are as exact as their own rows. V [n x n] by columns [Golub and Van Loan, Matrix
 * Computations, 8.5] */
void tw_eigenvectors_graded(int n, double *A, double *V, double *w);

/* Motions that no row of B sees. B [m x n] by columns, destroyed; N [n x n] by columns,
 * orthonormal: the first *count span the null space. Singular values up to cutoff times the largest
 * count as 0 */
tw_status tw_null_space(int m, int n, double *B, double cutoff, double *N, int *count);

/* A [m x n], columns first, = U diag(S) Vt with U [m x m] and Vt [n x n]; A is spoilt. TW_DIVERGED
 * when the values do not converge */
tw_status tw_singular_values(int m, int n, double *A, double *U, double *S, double *Vt);

#endif
