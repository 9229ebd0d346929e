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
    int rank;     /* number of singular values that count, those with w > 1/2 */
    double s_max; /* largest singular value */
    double s_min; /* smallest singular value with w > 1/2 */
    double reach; /* norm of the solution (tw_lsq_solve_gram: |B^T x|), with w = 1 in place of every
                     w > 0 */
    double range; /* norm of b's part along the singular vectors with w > 0 */
} tw_lsq_info;

/* filter w for ratio = s / s_max (see the head of this file) */
double tw_lsq_filter(double ratio, double cutoff);

/* doubles of scratch for an m x n system in any function of this header */
size_t tw_lsq_scratch(int m, int n);

/* The solvers: TW_NONFINITE unless every entry and the solution are finite. For m or n of 0 the
 * solution is 0. b and x may be the same array; info must not be NULL. */

/* x [n] = M^+ b, M [m x n, row-major, destroyed], b [m] */
tw_status tw_lsq_solve(int m, int n, double *M, const double *b, double cutoff, double *x,
                       double *scratch, tw_lsq_info *info);

/* x [m] = (B B^T)^+ b with B [m x n, row-major, destroyed], from the SVD of B (squaring B would
 * square its condition): x = U f(S)^2 U^T b. */
tw_status tw_lsq_solve_gram(int m, int n, double *B, const double *b, double cutoff, double *x,
                            double *scratch, tw_lsq_info *info);

/* tw_lsq_solve_gram damped: x = U w^2 / (S^2 + shift) U^T b. `scratch` must hold what
 * tw_lsq_solve_gram left there for this B. */
void tw_lsq_damp_gram(int m, int n, const double *b, double cutoff, double shift, double *x,
                      double *scratch);

/* Shift for tw_lsq_damp_gram that keeps |B^T x| below about `limit`, given `reach` and `range` of
 * the undamped solution: range^2 / (2 limit)^2 from reach = 10 limit on, falling smoothly to 0 at
 * reach = limit. *share: the used part of this shift, 0 to 1. */
double tw_lsq_shift(double reach, double range, double limit, double *share);

/* Bound of the errors of B^T x from independent errors e [m] of b: |f(S) U^T diag(e)|, Frobenius
 * norm; `scratch` as tw_lsq_solve_gram left it. Only singular values s below weak s_max count, each
 * times 1 - s / (weak s_max); weak = HUGE_VAL: all count. */
double tw_lsq_gram_error(int m, int n, const double *e, double weak, double cutoff,
                         double *scratch);

/* the inverse matrices, row-major: P [n x m] = M^+; tw_lsq_inverse_gram: P [m x m] = (B B^T)^+ */
tw_status tw_lsq_inverse(int m, int n, double *M, double cutoff, double *P, double *scratch,
                         tw_lsq_info *info);
tw_status tw_lsq_inverse_gram(int m, int n, double *B, double cutoff, double *P, double *scratch,
                              tw_lsq_info *info);

#endif
