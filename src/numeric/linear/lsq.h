/*
 * Minimum-norm least squares by singular value decomposition (LAPACK dgesdd, with dgesvd when it
 * does not converge): the definition of the right constraint force.
 *
 *     M = U S V^T,   x = V f(S) U^T b,   f(s) = w(s / s_max) / s
 *
 * w is 0 below the cutoff, 1 above ten times the cutoff and smooth between (so that nothing jumps
 * inside a step when a singular value passes): w = 3 u^2 - 2 u^3 with u = log10(s / (cutoff
 * s_max)).
 */
#ifndef TW_NUMERIC_LINEAR_LSQ_H
#define TW_NUMERIC_LINEAR_LSQ_H

#include "base/status.h"

#include <stddef.h>

typedef struct tw_lsq_info {
    int rank;     /* number of singular values that count: those with w > 1/2 */
    double s_max; /* largest singular value */
    double s_min; /* smallest singular value that counts (w > 1/2) */
    /* norm of the solution with w = 1 in place of every w > 0; in tw_lsq_solve_gram: |B^T x| */
    double reach;
    double range; /* norm of the part of b along the singular vectors with w > 0 */
} tw_lsq_info;

/* filter w for ratio = s / s_max (see the head of this file) */
double tw_lsq_filter(double ratio, double cutoff);

/* number of doubles of scratch that any function of this header needs for an m x n system */
size_t tw_lsq_scratch(int m, int n);

/* The solvers return TW_NONFINITE if an entry or the solution is not finite, and TW_DIVERGED if the
 * singular values were not found. If m or n is 0, the solution is 0. b and x may be the same array;
 * info must not be NULL. */

/* x [n] = M^+ b, M [m x n, row-major, destroyed], b [m] */
tw_status tw_lsq_solve(int m, int n, double *M, const double *b, double cutoff, double *x,
                       double *scratch, tw_lsq_info *info);

/* x [m] = (B B^T)^+ b with B [m x n, row-major, destroyed], from the SVD of B (squaring B would
 * square its condition): x = U f(S)^2 U^T b. */
tw_status tw_lsq_solve_gram(int m, int n, double *B, const double *b, double cutoff, double *x,
                            double *scratch, tw_lsq_info *info);

/* Damped tw_lsq_solve_gram for another b: x = U w^2 / (S^2 + shift) U^T b. `scratch` must be as
 * tw_lsq_solve_gram left it for this B. */
void tw_lsq_damp_gram(int m, int n, const double *b, double cutoff, double shift, double *x,
                      double *scratch);

/* Shift with which tw_lsq_damp_gram keeps |B^T x| below about `limit`, given `reach` and `range` of
 * the undamped solution: range^2 / (2 limit)^2 for reach >= 10 limit, falling smoothly to 0 at
 * reach = limit. *share: factor, 0 to 1, that this shift contains. */
double tw_lsq_shift(double reach, double range, double limit, double *share);

/* Bound on errors of B^T x from independent errors e [m] of b: Frobenius norm |f(S) U^T diag(e)|;
 * `scratch` as tw_lsq_solve_gram left it. Only singular values s below `weak` times the largest,
 * s_max, count, each with the factor 1 - s / (weak s_max); weak = HUGE_VAL: all count fully. */
double tw_lsq_gram_error(int m, int n, const double *e, double weak, double cutoff,
                         double *scratch);

/* Pseudo-inverses, row-major: tw_lsq_inverse: P [n x m] = M^+; tw_lsq_inverse_gram: P [m x m] = (B
 * B^T)^+. M and B are destroyed */
tw_status tw_lsq_inverse(int m, int n, double *M, double cutoff, double *P, double *scratch,
                         tw_lsq_info *info);
tw_status tw_lsq_inverse_gram(int m, int n, double *B, double cutoff, double *P, double *scratch,
                              tw_lsq_info *info);

#endif
