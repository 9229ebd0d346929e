#include "numeric/linear/spectrum.h"

#include <lapacke.h>
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

/* N = V, of which the last columns span the null space, with the rest put behind them */
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
