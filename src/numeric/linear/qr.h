/* Least squares of minimum norm: the smallest x of those with the least |A x - b|, by a complete
 * orthogonal factorisation with pivoting (LAPACK dgelsy): several times faster than singular values
 * (lsq.h), with a hard cutoff. */
#ifndef TW_NUMERIC_LINEAR_QR_H
#define TW_NUMERIC_LINEAR_QR_H

#include "base/status.h"

#include <stddef.h>

/* number of doubles of scratch for an m x n system */
size_t tw_qr_scratch(int m, int n);

/* A [m x n] column-major, destroyed; x [max(m, n)]: on entry b [m], on return the solution [n];
 * cutoff: reciprocal of the largest condition number that the used part of A may have. A and b must
 * be finite */
tw_status tw_qr_solve(int m, int n, double *A, double *x, double cutoff, double *scratch);

#endif
