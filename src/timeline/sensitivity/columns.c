/* See columns.h. */
#include "timeline/sensitivity/columns.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

static const double SMALL = 1e-10;

static double dot(int n, const double *a, const double *b) {
    double sum = 0;
    for (int i = 0; i < n; i++) sum += a[i] * b[i];
    return sum;
}

/* left [n]: set to the lengths of the columns of A; returns the index of the longest column; -1: n
 * is 0 */
static int longest(int rows, int n, const double *A, double *left) {
    int best = -1;
    for (int j = 0; j < n; j++) {
        const double *a = A + (size_t)j * (size_t)rows;
        left[j] = sqrt(dot(rows, a, a));
        if (best < 0 || left[j] > left[best]) best = j;
    }
    return best;
}

int tw_columns_reduce(int rows, int n, bool alike, double *A, int *pivot, double *c,
                      double *scratch) {
    size_t L = (size_t)rows, N = (size_t)n;
    double *length = scratch, *left = scratch + N;
    int rank = 0;
    memset(c, 0, N * N * sizeof *c);
    int most = longest(rows, n, A, length);
    double all = n > 0 ? length[most] : 0;
    for (int j = 0; j < n && !alike; j++) length[j] = length[j] > 0 ? all : 0;
    for (size_t j = 0; j < N; j++)
        for (size_t i = 0; i < L && length[j] > 0; i++) A[j * L + i] /= length[j];
    while (rank < n && rank < rows) {
        int p = longest(rows, n, A, left);
        if (!(left[p] > SMALL)) break;
        double *q = A + (size_t)p * L, *row = c + (size_t)rank * N;
        for (size_t i = 0; i < L; i++) q[i] /= left[p];
        for (int j = 0; j < n; j++) {
            if (j == p || left[j] == 0) continue;
            double *a = A + (size_t)j * L;
            row[j] = dot(rows, q, a);
            for (size_t i = 0; i < L; i++) a[i] -= row[j] * q[i];
        }
        row[p] = left[p];
        memset(q, 0, L * sizeof *q);
        pivot[rank++] = p;
    }
    /* the pivot columns that were subtracted are orthogonalised ones; back substitution with their
     * triangular matrix gives the coefficients of the original columns */
    for (int k = rank - 1; k >= 0; k--) {
        double *row = c + (size_t)k * N;
        double own = row[pivot[k]];
        for (size_t j = 0; j < N; j++) row[j] /= own;
        for (int i = 0; i < k; i++) {
            double *other = c + (size_t)i * N, by = other[pivot[k]];
            for (size_t j = 0; j < N; j++)
                if ((int)j != pivot[k]) other[j] -= by * row[j];
            other[pivot[k]] = 0;
        }
    }
    for (int k = 0; k < rank; k++)
        for (size_t j = 0; j < N; j++) c[(size_t)k * N + j] *= length[j] / length[pivot[k]];
    return rank;
}
