/*
 * Least squares by singular values: against the normal equations, against the conditions of Moore
 * and Penrose, and against systems whose answer is known.
 */
#include "numeric/linear/lsq.h"

#include "../../support/near.h"
#include "../../support/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <lapacke.h>

enum { LARGEST = 60 };
static const double cutoff = 1e-9;

typedef double matrix[LARGEST * LARGEST]; /* row-major, as wide as the system */

/* LAPACK's first choice, which a test may make fail */
static bool dgesdd_fails;
lapack_int __real_LAPACKE_dgesdd_work(int layout, char job, lapack_int m, lapack_int n, double *a,
                                      lapack_int lda, double *s, double *u, lapack_int ldu,
                                      double *vt, lapack_int ldvt, double *work, lapack_int lwork,
                                      lapack_int *iwork);
lapack_int __wrap_LAPACKE_dgesdd_work(int layout, char job, lapack_int m, lapack_int n, double *a,
                                      lapack_int lda, double *s, double *u, lapack_int ldu,
                                      double *vt, lapack_int ldvt, double *work, lapack_int lwork,
                                      lapack_int *iwork);
lapack_int __wrap_LAPACKE_dgesdd_work(int layout, char job, lapack_int m, lapack_int n, double *a,
                                      lapack_int lda, double *s, double *u, lapack_int ldu,
                                      double *vt, lapack_int ldvt, double *work, lapack_int lwork,
                                      lapack_int *iwork) {
    lapack_int info = __real_LAPACKE_dgesdd_work(layout, job, m, n, a, lda, s, u, ldu, vt, ldvt,
                                                 work, lwork, iwork);
    if (!dgesdd_fails) return info;
    for (int i = 0; i < m * n; i++) a[i] = NAN; /* it may leave anything */
    return 1;
}

static void random_matrix(int m, int n, double *M) {
    for (int i = 0; i < m * n; i++) M[i] = uniform(-1, 1);
}

/* C [m x n] = A [m x k] B [k x n] */
static void multiply(int m, int k, int n, const double *A, const double *B, double *C) {
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
            C[i * n + j] = 0;
            for (int l = 0; l < k; l++) C[i * n + j] += A[i * k + l] * B[l * n + j];
        }
}

static void transpose(int m, int n, const double *A, double *At) {
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) At[j * m + i] = A[i * n + j];
}

typedef tw_status solver(int m, int n, double *M, const double *b, double cut, double *x,
                         double *scratch, tw_lsq_info *info);

/* runs a solver on a copy of M, in scratch of exactly the size it asks for */
static tw_status run(solver *solve, int m, int n, const double *M, const double *b, double cut,
                     double *x, tw_lsq_info *info) {
    size_t size = (size_t)(m * n);
    double *copy = malloc((size + 1) * sizeof *copy);
    double *scratch = malloc((tw_lsq_scratch(m, n) + 1) * sizeof *scratch);
    assert_non_null(copy);
    assert_non_null(scratch);
    memcpy(copy, M, size * sizeof *M);
    tw_status s = solve(m, n, copy, b, cut, x, scratch, info);
    free(copy);
    free(scratch);
    return s;
}

/* P [n x m] = M^+, column by column */
static void pseudo_inverse(int m, int n, const double *M, double *P, int *rank) {
    double b[LARGEST], x[LARGEST];
    tw_lsq_info info;
    for (int j = 0; j < m; j++) {
        for (int i = 0; i < m; i++) b[i] = i == j;
        assert_int_equal(run(tw_lsq_solve, m, n, M, b, cutoff, x, &info), TW_OK);
        for (int i = 0; i < n; i++) P[i * m + j] = x[i];
    }
    *rank = info.rank;
}

static void assert_same(int count, const double *A, const double *B, double tolerance) {
    for (int i = 0; i < count; i++) assert_near(A[i], B[i], tolerance);
}

static double largest(int count, const double *A) {
    double most = 0;
    for (int i = 0; i < count; i++) most = fmax(most, fabs(A[i]));
    return most;
}

/* M M+ M = M, M+ M M+ = M+, and both products symmetric [Penrose 1955] */
static void check_penrose(int m, int n, const double *M, const double *P) {
    static matrix MP, PM, C;
    double size = largest(m * n, P), tolerance = 1e-11 * (1 + size);
    multiply(m, n, m, M, P, MP);
    multiply(n, m, n, P, M, PM);
    multiply(m, m, n, MP, M, C);
    assert_same(m * n, C, M, tolerance);
    multiply(n, n, m, PM, P, C);
    assert_same(m * n, C, P, tolerance * (1 + size));
    transpose(m, m, MP, C);
    assert_same(m * m, C, MP, tolerance);
    transpose(n, n, PM, C);
    assert_same(n * n, C, PM, tolerance);
}

/* the matrices at once are the solutions column by column */
static void check_inverses(int m, int n, const double *M, const double *P) {
    static matrix copy, Q, by_column;
    double *scratch = malloc((tw_lsq_scratch(m, n) + 1) * sizeof *scratch);
    double b[LARGEST], x[LARGEST];
    tw_lsq_info info;
    assert_non_null(scratch);
    memcpy(copy, M, (size_t)(m * n) * sizeof *M);
    assert_int_equal(tw_lsq_inverse(m, n, copy, cutoff, Q, scratch, &info), TW_OK);
    assert_same(m * n, Q, P, 1e-11 * (1 + largest(m * n, P)));
    for (int j = 0; j < m; j++) {
        for (int i = 0; i < m; i++) b[i] = i == j;
        assert_int_equal(run(tw_lsq_solve_gram, m, n, M, b, cutoff, x, &info), TW_OK);
        for (int i = 0; i < m; i++) by_column[i * m + j] = x[i];
    }
    memcpy(copy, M, (size_t)(m * n) * sizeof *M);
    assert_int_equal(tw_lsq_inverse_gram(m, n, copy, cutoff, Q, scratch, &info), TW_OK);
    assert_same(m * m, Q, by_column, 1e-11 * (1 + largest(m * m, by_column)));
    copy[0] = NAN;
    assert_int_equal(tw_lsq_inverse_gram(m, n, copy, cutoff, Q, scratch, &info), TW_NONFINITE);
    free(scratch);
}

static void moore_penrose(void **state) {
    (void)state;
    static matrix A, B, M, P, gram, inverse;
    for (int trial = 0; trial < 24; trial++) {
        int m = trial == 0 ? LARGEST : 1 + random_int(trial < 4 ? LARGEST : 20);
        int n = trial == 0 ? LARGEST : 1 + random_int(trial < 4 ? LARGEST : 20);
        int r = 1 + random_int(m < n ? m : n), rank;
        random_matrix(m, r, A);
        random_matrix(r, n, B);
        multiply(m, r, n, A, B, M);
        dgesdd_fails = trial % 3 == 2;
        pseudo_inverse(m, n, M, P, &rank);
        check_inverses(m, n, M, P);
        assert_int_equal(rank, r);
        check_penrose(m, n, M, P);

        /* (M M^T)^+ = (M^+)^T M^+ */
        double b[LARGEST], x[LARGEST];
        tw_lsq_info info;
        transpose(n, m, P, A);
        multiply(m, n, m, A, P, inverse);
        for (int j = 0; j < m; j++) {
            for (int i = 0; i < m; i++) b[i] = i == j;
            assert_int_equal(run(tw_lsq_solve_gram, m, n, M, b, cutoff, x, &info), TW_OK);
            assert_int_equal(info.rank, r);
            for (int i = 0; i < m; i++) gram[i * m + j] = x[i];
        }
        assert_same(m * m, gram, inverse, 1e-12 * (1 + largest(m * m, inverse)));
        dgesdd_fails = false;
    }
}

/* (M^T M) x = M^T b by Gaussian elimination */
static void normal_equations(int m, int n, const double *M, const double *b, double *x) {
    static matrix Mt, N;
    transpose(m, n, M, Mt);
    multiply(n, m, n, Mt, M, N);
    multiply(n, m, 1, Mt, b, x);
    for (int k = 0; k < n; k++)
        for (int i = k + 1; i < n; i++) {
            double f = N[i * n + k] / N[k * n + k];
            for (int j = k; j < n; j++) N[i * n + j] -= f * N[k * n + j];
            x[i] -= f * x[k];
        }
    for (int k = n - 1; k >= 0; k--) {
        for (int j = k + 1; j < n; j++) x[k] -= N[k * n + j] * x[j];
        x[k] /= N[k * n + k];
    }
}

static void against_normal_equations(void **state) {
    (void)state;
    static matrix M;
    double b[LARGEST], x[LARGEST], want[LARGEST];
    for (int trial = 0; trial < 20; trial++) {
        int n = 1 + random_int(20), m = n + random_int(LARGEST - n);
        tw_lsq_info info;
        random_matrix(m, n, M);
        for (int i = 0; i < n; i++) M[i * n + i] += 8; /* well conditioned */
        random_matrix(m, 1, b);
        normal_equations(m, n, M, b, want);
        assert_int_equal(run(tw_lsq_solve, m, n, M, b, cutoff, x, &info), TW_OK);
        assert_same(n, x, want, 1e-11);
        assert_int_equal(info.rank, n);
        assert_true(info.s_max >= info.s_min && info.s_min > 0.1);
    }
}

static void known_answers(void **state) {
    (void)state;
    double x[3];
    tw_lsq_info info;
    /* x + y = 2: the smallest solution */
    assert_int_equal(run(tw_lsq_solve, 1, 2, (double[]){1, 1}, (double[]){2}, cutoff, x, &info), 0);
    assert_near(x[0], 1, 1e-15);
    assert_near(x[1], 1, 1e-15);
    assert_near(info.s_max, sqrt(2), 1e-15);
    /* x = 1 and x = 3 and x = 5: the mean; y is free and stays 0 */
    assert_int_equal(run(tw_lsq_solve, 3, 2, (double[]){1, 0, 1, 0, 1, 0}, (double[]){1, 3, 5},
                         cutoff, x, &info),
                     TW_OK);
    assert_near(x[0], 3, 1e-14);
    assert_near(x[1], 0, 1e-14);
    assert_int_equal(info.rank, 1);
    /* rows and columns are not mistaken: x = 5, 2 y = 6, 4 z + x = 9 */
    assert_int_equal(run(tw_lsq_solve, 3, 3, (double[]){1, 0, 0, 0, 2, 0, 1, 0, 4},
                         (double[]){5, 6, 9}, cutoff, x, &info),
                     TW_OK);
    assert_near(x[0], 5, 1e-14);
    assert_near(x[1], 3, 1e-14);
    assert_near(x[2], 1, 1e-14);
    /* nothing at all */
    assert_int_equal(run(tw_lsq_solve, 2, 2, (double[4]){0}, (double[]){1, 2}, cutoff, x, &info),
                     0);
    assert_true(x[0] == 0 && x[1] == 0 && info.rank == 0 && info.s_max == 0 && info.s_min == 0);
    x[0] = x[1] = x[2] = 7;
    assert_int_equal(tw_lsq_scratch(0, 3), 0);
    assert_int_equal(tw_lsq_solve(0, 3, NULL, NULL, cutoff, x, NULL, &info), TW_OK);
    assert_true(x[0] == 0 && x[1] == 0 && x[2] == 0 && info.rank == 0);
    x[0] = x[1] = 7;
    assert_int_equal(tw_lsq_solve_gram(2, 0, NULL, x, cutoff, x, NULL, &info), TW_OK);
    assert_true(x[0] == 0 && x[1] == 0);
    assert_int_equal(tw_lsq_solve(2, 0, NULL, x, cutoff, NULL, NULL, &info), TW_OK);
    /* b and x in one place */
    double b[2] = {6, 8};
    assert_int_equal(run(tw_lsq_solve_gram, 2, 2, (double[]){1, 0, 0, 2}, b, cutoff, b, &info), 0);
    assert_near(b[0], 6, 1e-14);
    assert_near(b[1], 2, 1e-14);
}

/* the weight of a singular value s beside one of 1, as the solution shows it */
static double weight(double s, double cut, solver *solve, int power, int *rank) {
    double x[2], M[4] = {1, 0, 0, s}, b[2] = {0, 1};
    tw_lsq_info info;
    assert_int_equal(run(solve, 2, 2, M, b, cut, x, &info), TW_OK);
    *rank = info.rank;
    return power == 1 ? x[1] * s : sqrt(x[1]) * s;
}

static void smooth_filter(void **state) {
    (void)state;
    const double cut = 1e-4;
    double last = 0;
    for (int i = -20; i <= 120; i++) {
        double u = i / 100.0, s = cut * pow(10, u);
        double v = fmin(fmax(u, 0), 1), want = 3 * v * v - 2 * v * v * v;
        int rank, rank_gram;
        double w = weight(s, cut, tw_lsq_solve, 1, &rank);
        assert_near(w, want, 1e-10);
        assert_near(weight(s, cut, tw_lsq_solve_gram, 2, &rank_gram), want, 1e-10);
        if (i != 50) assert_int_equal(rank, u > 0.5 ? 2 : 1);
        if (i != 50) assert_int_equal(rank_gram, rank);
        assert_true(w >= last - 1e-12 && w - last < 0.016); /* no jumps */
        last = w;
    }
    int rank;
    assert_near(weight(1e-12, 0, tw_lsq_solve, 1, &rank), 1, 1e-12); /* no cutoff */
    assert_int_equal(rank, 2);
}

static void not_finite(void **state) {
    (void)state;
    double x[2];
    tw_lsq_info info;
    const double bad[] = {NAN, INFINITY, -INFINITY};
    for (int i = 0; i < 3; i++) {
        double M[4] = {1, 2, 3, 4}, b[2] = {1, 1};
        M[2] = bad[i];
        assert_int_equal(run(tw_lsq_solve, 2, 2, M, b, cutoff, x, &info), TW_NONFINITE);
        assert_non_null(strstr(tw_failure(), "row 2 of 2"));
        assert_int_equal(run(tw_lsq_solve_gram, 2, 2, M, b, cutoff, x, &info), TW_NONFINITE);
        M[2] = 3;
        b[1] = bad[i];
        assert_int_equal(run(tw_lsq_solve, 2, 2, M, b, cutoff, x, &info), TW_NONFINITE);
    }
    /* a solution too large to be written */
    assert_int_equal(
        run(tw_lsq_solve, 1, 1, (double[]){1e-200}, (double[]){1e200}, cutoff, x, &info),
        TW_NONFINITE);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moore_penrose), cmocka_unit_test(against_normal_equations),
        cmocka_unit_test(known_answers), cmocka_unit_test(smooth_filter),
        cmocka_unit_test(not_finite),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
