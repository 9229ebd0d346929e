#include "numeric/linear/spectrum.h"

#include <float.h>
#include <lapacke.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

tw_status tw_eigenvectors(int n, double *A, double *w) {
    double ask;
    if (n == 0) return TW_OK;
    LAPACKE_dsyev_work(LAPACK_COL_MAJOR, 'V', 'U', n, A, n, w, &ask, -1);
    double *work = malloc((size_t)ask * sizeof *work);
    if (!work) return tw_fail_memory();
    int failed = LAPACKE_dsyev_work(LAPACK_COL_MAJOR, 'V', 'U', n, A, n, w, work, (int)ask);
    free(work);
    return failed ? tw_fail(TW_DIVERGED, "the eigenvalues do not converge") : TW_OK;
}

/* rotates columns p and q of X [n x n, column-major] by the angle with cosine c and sine s */
static void turn_columns(size_t n, double *X, size_t p, size_t q, double c, double s) {
    double *x = X + p * n, *y = X + q * n;
    for (size_t i = 0; i < n; i++) {
        double a = x[i], b = y[i];
        x[i] = c * a - s * b;
        y[i] = s * a + c * b;
    }
}

/* makes A[p][q] 0 by a Jacobi rotation of A, applied to V as well; false: it is 0 to rounding
 * already */
static bool rotate(size_t n, double *A, double *V, size_t p, size_t q) {
    double app = A[p * n + p], aqq = A[q * n + q], apq = A[p * n + q];
    if (fabs(apq) <= 0.5 * DBL_EPSILON * sqrt(fabs(app)) * sqrt(fabs(aqq))) return false;
    double theta = (aqq - app) / (2 * apq);
    double t = (theta < 0 ? -1 : 1) / (fabs(theta) + sqrt(1 + theta * theta));
    double c = 1 / sqrt(1 + t * t), s = t * c;
    turn_columns(n, A, p, q, c, s);
    /* copies columns p and q of A, which were rotated, to its rows p and q, so that A is symmetric
     * again */
    for (size_t i = 0; i < n; i++) {
        if (i == p || i == q) continue;
        A[i * n + p] = A[p * n + i];
        A[i * n + q] = A[q * n + i];
    }
    A[p * n + p] = app - t * apq;
    A[q * n + q] = aqq + t * apq;
    A[p * n + q] = A[q * n + p] = 0;
    turn_columns(n, V, p, q, c, s);
    return true;
}

void tw_eigenvectors_graded(int count, double *A, double *V, double *w) {
    enum { SWEEPS = 30 };
    size_t n = (size_t)count;
    for (size_t i = 0; i < n * n; i++) V[i] = i % (n + 1) == 0;
    bool turned = true;
    for (int sweep = 0; sweep < SWEEPS && turned; sweep++) {
        turned = false;
        for (size_t p = 0; p < n; p++)
            for (size_t q = p + 1; q < n; q++) turned |= rotate(n, A, V, p, q);
    }
    for (size_t k = 0; k < n; k++) w[k] = A[k * n + k];
    for (size_t k = 0; k + 1 < n; k++) { /* ascending */
        size_t least = k;
        for (size_t i = k + 1; i < n; i++)
            if (w[i] < w[least]) least = i;
        if (least == k) continue;
        double value = w[k];
        w[k] = w[least];
        w[least] = value;
        for (size_t i = 0; i < n; i++) {
            double v = V[k * n + i];
            V[k * n + i] = V[least * n + i];
            V[least * n + i] = v;
        }
    }
}

/* N [n x n, column-major]: its first columns are the rows of Vt from number `rank` on, which span
 * the null space; the rows before that follow */
static void take_last(const double *Vt, size_t n, size_t rank, double *N) {
    for (size_t k = 0; k < n; k++) {
        size_t row = k < n - rank ? rank + k : k - (n - rank);
        for (size_t i = 0; i < n; i++) N[k * n + i] = Vt[row + i * n];
    }
}

tw_status tw_null_space(int m, int n, double *B, double cutoff, double *N, int *count) {
    size_t columns = (size_t)n;
    double ask;
    *count = n;
    for (size_t i = 0; i < columns * columns; i++) N[i] = i % (columns + 1) == 0;
    if (m == 0 || n == 0) return TW_OK;
    LAPACKE_dgesvd_work(LAPACK_COL_MAJOR, 'N', 'A', m, n, B, m, NULL, NULL, 1, NULL, n, &ask, -1);
    size_t room = (size_t)ask;
    double *Vt = malloc((columns * columns + columns + (size_t)m + room) * sizeof *Vt);
    if (!Vt) return tw_fail_memory();
    double *S = Vt + columns * columns, *work = S + columns + (size_t)m;
    int rank = 0, failed = LAPACKE_dgesvd_work(LAPACK_COL_MAJOR, 'N', 'A', m, n, B, m, S, NULL, 1,
                                               Vt, n, work, (int)ask);
    while (rank < m && rank < n && S[rank] > cutoff * S[0]) rank++;
    if (!failed) take_last(Vt, columns, (size_t)rank, N);
    *count = n - rank;
    free(Vt);
    return failed ? tw_fail(TW_DIVERGED, "the singular values do not converge") : TW_OK;
}

tw_status tw_singular_values(int m, int n, double *A, double *U, double *S, double *Vt) {
    double ask;
    LAPACKE_dgesvd_work(LAPACK_COL_MAJOR, 'A', 'A', m, n, A, m, S, U, m, Vt, n, &ask, -1);
    double *work = malloc((size_t)ask * sizeof *work);
    if (!work) return tw_fail_memory();
    int failed =
        LAPACKE_dgesvd_work(LAPACK_COL_MAJOR, 'A', 'A', m, n, A, m, S, U, m, Vt, n, work, (int)ask);
    free(work);
    return failed ? tw_fail(TW_DIVERGED, "the singular values do not converge") : TW_OK;
}
