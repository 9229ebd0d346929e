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
    int rank;     /* singular values above the cutoff (w > 1/2) */
    double s_max; /* largest singular value */
    double s_min; /* smallest one that counts toward the rank */
    double reach; /* |B^T x|, or |x| of tw_lsq_solve, with w = 1 wherever w > 0 */
    double range; /* |b| of the directions with w > 0 */
} tw_lsq_info;

/* w for ratio = s / s_max */
double tw_lsq_filter(double ratio, double cutoff);

/* doubles of scratch for an m x n system (any of the calls below) */
size_t tw_lsq_scratch(int m, int n);

/* Every entry and the solution must be finite; otherwise TW_NONFINITE.
 * With m or n of 0 the solution is 0. b and x may be the same array in both calls. info is needed.
 */

/* x [n] = M^+ b, M [m x n, row-major, destroyed], b [m] */
tw_status tw_lsq_solve(int m, int n, double *M, const double *b, double cutoff, double *x,
                       double *scratch, tw_lsq_info *info);

/* x [m] = (B B^T)^+ b with B [m x n, row-major, destroyed], from the SVD of B (squaring B would
 * square its condition): x = U f(S)^2 U^T b. */
tw_status tw_lsq_solve_gram(int m, int n, double *B, const double *b, double cutoff, double *x,
                            double *scratch, tw_lsq_info *info);

/* The same, damped: x = U w^2 / (S^2 + shift) U^T b, with scratch as tw_lsq_solve_gram left it. */
void tw_lsq_damp_gram(int m, int n, const double *b, double cutoff, double shift, double *x,
                      double *scratch);

/* The shift with which |B^T x| is no more than about `limit`, given its undamped value `reach` and
 * `range`: |b|^2 / (2 limit)^2 from ten times the limit on, so that it is met, and a smooth way
 * there from 0 at the limit. *share: of that, 0 to 1. */
double tw_lsq_shift(double reach, double range, double limit, double *share);

/* How much independent errors e [m] of b, at most, make of errors of B^T x: |f(S) U^T diag(e)|,
 * Frobenius norm, with the scratch as tw_lsq_solve_gram left it. A singular value s counts for
 * 1 - s / (weak s_max), those above weak s_max do not; weak = HUGE_VAL: all do. */
double tw_lsq_gram_error(int m, int n, const double *e, double weak, double cutoff,
                         double *scratch);

/* the matrices themselves: P [n x m] = M^+ and P [m x m] = (B B^T)^+, row-major */
tw_status tw_lsq_inverse(int m, int n, double *M, double cutoff, double *P, double *scratch,
                         tw_lsq_info *info);
tw_status tw_lsq_inverse_gram(int m, int n, double *B, double cutoff, double *P, double *scratch,
                              tw_lsq_info *info);

#endif
