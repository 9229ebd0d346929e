/*
 * Are the coefficients of the default stepper right? Every order condition of Butcher, tree by
 * tree: sum b_i Phi_i(tree) = 1 / gamma(tree) for all rooted trees up to the order claimed [Hairer,
 * Norsett & Wanner I, II.2 theorem 2.13], for the method, both embedded ones, and the dense output
 * (theta^order / gamma).
 */
#include "steppers/parts/dop853_table.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { N = TW_DOP853_ALL, ORDER = 8 };

/* the rooted tree after this one as a sequence of levels in preorder [Beyer & Hedetniemi 1980];
 * 0 at the last */
static int next_tree(int *level, int nodes) {
    int p = nodes - 1, q;
    while (p >= 0 && level[p] <= 2) p--;
    if (p < 0) return 0;
    for (q = p - 1; level[q] != level[p] - 1;) q--;
    for (int i = p; i < nodes; i++) level[i] = level[i - (p - q)];
    return 1;
}

/* phi: the tree's elementary weight at each stage; returns gamma, the tree's density */
static double tree_weights(const int *level, int nodes, double *phi) {
    double value[ORDER][N], gamma = 1;
    int size[ORDER];
    for (int v = 0; v < nodes; v++) {
        size[v] = 1;
        for (int i = 0; i < N; i++) value[v][i] = 1;
    }
    for (int v = nodes - 1; v >= 0; v--) {
        gamma *= size[v];
        if (v == 0) break;
        int parent = v - 1;
        while (level[parent] != level[v] - 1) parent--;
        size[parent] += size[v];
        for (int i = 0; i < N; i++) {
            double sum = 0;
            for (int j = 0; j < i; j++) sum += tw_dop853_a[i][j] * value[v][j];
            value[parent][i] *= sum;
        }
    }
    for (int i = 0; i < N; i++) phi[i] = value[0][i];
    return gamma;
}

/* the largest violation of the conditions of exactly this order; *trees: how many there are */
static double violation(const double *b, double theta, int order, int *trees) {
    int level[ORDER];
    double worst = 0, phi[N];
    for (int i = 0; i < order; i++) level[i] = i + 1;
    *trees = 0;
    do {
        double gamma = tree_weights(level, order, phi), sum = 0;
        for (int i = 0; i < N; i++) sum += b[i] * phi[i];
        worst = fmax(worst, fabs(sum - pow(theta, order) / gamma));
        ++*trees;
    } while (next_tree(level, order));
    return worst;
}

static const int TREES[ORDER + 1] = {0, 1, 1, 2, 4, 9, 20, 48, 115};

static void check_order(const double *b, double theta, int order, double within) {
    int trees;
    for (int p = 1; p <= order; p++) {
        double v = violation(b, theta, p, &trees);
        assert_int_equal(trees, TREES[p]);
        if (!(v <= within)) fail_msg("order %d, theta %g: violated by %g", p, theta, v);
    }
}

static void test_stages(void **state) {
    (void)state;
    for (int i = 0; i < N; i++) {
        double sum = 0;
        for (int j = 0; j < N; j++) sum += tw_dop853_a[i][j];
        assert_true(fabs(sum - tw_dop853_c[i]) < 1e-13);
        for (int j = i; j < N; j++) assert_true(tw_dop853_a[i][j] == 0);
    }
}

static void test_method(void **state) {
    (void)state;
    int trees;
    check_order(tw_dop853_a[12], 1, 8, 1e-14);
    /* of order 7 and not 8 with one weight touched: the check can fail */
    double wrong[N];
    for (int i = 0; i < N; i++) wrong[i] = tw_dop853_a[12][i];
    wrong[10] += 1e-9;
    assert_true(violation(wrong, 1, 8, &trees) > 1e-11);
}

static void test_embedded(void **state) {
    (void)state;
    double b5[N] = {0}, b3[N] = {0};
    int trees;
    for (int i = 0; i < TW_DOP853_STAGES; i++) {
        b5[i] = tw_dop853_a[12][i] - tw_dop853_e5[i];
        b3[i] = tw_dop853_a[12][i] - tw_dop853_e3[i];
    }
    check_order(b5, 1, 5, 1e-14);
    check_order(b3, 1, 3, 1e-14);
    assert_true(violation(b5, 1, 6, &trees) > 1e-6);
    assert_true(violation(b3, 1, 4, &trees) > 1e-6);
}

/* the interpolant's weights at theta, from its nested form */
static void dense_weights(double theta, double *b) {
    for (int i = 0; i < N; i++) {
        double rise = tw_dop853_a[12][i], first = i == 0, last = i == 12;
        double term[7] = {rise, first - rise, 2 * rise - first - last};
        for (int r = 0; r < 4; r++) term[3 + r] = tw_dop853_d[r][i];
        b[i] = 0;
        for (int r = 6; r >= 0; r--) b[i] = (b[i] + term[r]) * (r % 2 == 0 ? theta : 1 - theta);
    }
}

static void test_dense(void **state) {
    (void)state;
    double b[N], worst = 0;
    int trees;
    for (int k = 0; k <= 20; k++) {
        dense_weights(k / 20.0, b);
        check_order(b, k / 20.0, 7, 2e-13);
        worst = fmax(worst, violation(b, k / 20.0, 8, &trees));
    }
    assert_true(worst > 1e-7); /* order 7 and no more */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_stages),
        cmocka_unit_test(test_method),
        cmocka_unit_test(test_embedded),
        cmocka_unit_test(test_dense),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
