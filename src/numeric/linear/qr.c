/* Least squares of minimum norm; see qr.h. Nothing is owned: scratch holds LAPACK's work, then its
 * integers. */
#include "numeric/linear/qr.h"

#include <lapacke.h>
#include <math.h>

/* number of doubles of work for dgelsy: the minimum that it requires, and room for blocks of 64
 * columns, which are faster */
static size_t work_size(int m, int n) {
    size_t rows = (size_t)m, columns = (size_t)n, k = rows < columns ? rows : columns;
    return 2 * k + 3 * columns + 64 * (columns + 2) + 1;
}

size_t tw_qr_scratch(int m, int n) {
    return m > 0 && n > 0 ? work_size(m, n) + (size_t)n : 0;
}

tw_status tw_qr_solve(int m, int n, double *A, double *x, double cutoff, double *scratch) {
    if (m <= 0 || n <= 0) return TW_OK;
    for (size_t i = 0; i < (size_t)m * (size_t)n; i++)
        if (!isfinite(A[i])) return tw_fail(TW_NONFINITE, "a matrix is not finite");
    size_t work = work_size(m, n);
    int rank, *pivot = (int *)(void *)(scratch + work);
    for (int i = 0; i < n; i++) pivot[i] = 0;
    int failed = LAPACKE_dgelsy_work(LAPACK_COL_MAJOR, m, n, 1, A, m, x, m > n ? m : n, pivot,
                                     cutoff, &rank, scratch, (int)work);
    if (failed != 0) return tw_fail(TW_DIVERGED, "a %d x %d system was not solved", m, n);
    return TW_OK;
}
