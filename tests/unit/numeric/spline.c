/*
 * Splines: through their knots, twice continuous between them, held outside, exact for the cubics
 * that fit their ends, of fourth order for others.
 */
#include "numeric/value/spline.h"

#include "../../support/fail_malloc.h"
#include "../../support/near.h"
#include "../../support/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { KNOTS = 9, DIM = 3 };

static tw_spline *random_spline(tw_spline_ends ends, double t[KNOTS], double p[KNOTS * DIM]) {
    tw_spline *s;
    for (int i = 0; i < KNOTS; i++) t[i] = (i > 0 ? t[i - 1] : -1) + uniform(0.2, 1.5);
    for (int i = 0; i < KNOTS * DIM; i++) p[i] = uniform(-3, 3);
    assert_int_equal(tw_spline_create(KNOTS, DIM, t, p, ends, &s), TW_OK);
    return s;
}

static void through_knots_and_smooth(void **state) {
    (void)state;
    for (int trial = 0; trial < 40; trial++) {
        tw_spline_ends ends = trial % 2 ? TW_SPLINE_REST : TW_SPLINE_NATURAL;
        double t[KNOTS], p[KNOTS * DIM], at[3][TW_VALUE_MAX], before[3][TW_VALUE_MAX];
        tw_spline *s = random_spline(ends, t, p);
        assert_int_equal(tw_spline_count(s), KNOTS);
        assert_int_equal(tw_spline_dim(s), DIM);
        for (int i = 0; i < KNOTS; i++) {
            assert_true(tw_spline_knot(s, i) == t[i]);
            tw_spline_eval(s, t[i], 2, at);
            for (int c = 0; c < DIM; c++) assert_true(at[0][c] == p[i * DIM + c]);
            assert_true(at[0][DIM] == 0 && at[2][DIM] == 0);
            if (i == 0 || i == KNOTS - 1) continue;
            tw_spline_eval(s, nextafter(t[i], -INFINITY), 2, before);
            for (int k = 0; k < 3; k++)
                for (int c = 0; c < DIM; c++) assert_near(before[k][c], at[k][c], 1e-11);
        }
        /* which derivative is 0 at both ends */
        int zero = ends == TW_SPLINE_REST ? 1 : 2;
        tw_spline_eval(s, t[0], 2, at);
        tw_spline_eval(s, nextafter(t[KNOTS - 1], -INFINITY), 2, before);
        for (int c = 0; c < DIM; c++) {
            assert_near(at[zero][c], 0, 1e-12);
            assert_near(before[zero][c], 0, 1e-11);
            assert_true(fabs(at[3 - zero][c]) > 1e-6);
        }
        tw_spline_release(s);
    }
}

static void derivatives(void **state) {
    (void)state;
    double t[KNOTS], p[KNOTS * DIM];
    tw_spline *s = random_spline(TW_SPLINE_NATURAL, t, p);
    const double h = 1e-3;
    for (int i = 0; i + 1 < KNOTS; i++)
        for (double u = 0.1; u < 0.95; u += 0.2) {
            double x = t[i] + u * (t[i + 1] - t[i]);
            double o[3][TW_VALUE_MAX], v[5][3][TW_VALUE_MAX];
            tw_spline_eval(s, x, 2, o);
            for (int k = -2; k <= 2; k++) tw_spline_eval(s, x + k * h, 0, v[k + 2]);
            for (int c = 0; c < DIM; c++) {
                /* exact for a cubic but for rounding */
                double d1 = (8 * (v[3][0][c] - v[1][0][c]) - (v[4][0][c] - v[0][0][c])) / (12 * h);
                double d2 = (v[3][0][c] - 2 * v[2][0][c] + v[1][0][c]) / (h * h);
                assert_near(o[1][c], d1, 1e-10 * (1 + fabs(d1)));
                assert_near(o[2][c], d2, 1e-7 * (1 + fabs(d2)));
            }
        }
    tw_spline_release(s);
}

static void pieces(void **state) {
    (void)state;
    double t[KNOTS], p[KNOTS * DIM], piece[4][TW_VALUE_MAX], o[3][TW_VALUE_MAX];
    tw_spline *s = random_spline(TW_SPLINE_REST, t, p);
    for (int i = 0; i + 1 < KNOTS; i++) {
        tw_spline_piece(s, i, piece);
        for (double u = 0; u < t[i + 1] - t[i]; u += 0.05) {
            tw_spline_eval(s, t[i] + u, 2, o);
            for (int c = 0; c < DIM; c++) {
                double a = piece[0][c], b = piece[1][c], d = piece[2][c], e = piece[3][c];
                assert_near(o[0][c], a + u * (b + u * (d + u * e)), 1e-13);
                assert_near(o[1][c], b + u * (2 * d + u * 3 * e), 1e-12);
                assert_near(o[2][c], 2 * d + u * 6 * e, 1e-11);
            }
        }
    }
    tw_spline_release(s);
}

static void held_outside(void **state) {
    (void)state;
    double t[KNOTS], p[KNOTS * DIM], o[3][TW_VALUE_MAX];
    tw_spline *s = random_spline(TW_SPLINE_NATURAL, t, p);
    const double outside[] = {t[0] - 1e-9, t[0] - 100, t[KNOTS - 1], t[KNOTS - 1] + 5, INFINITY};
    for (int i = 0; i < 5; i++) {
        tw_spline_eval(s, outside[i], 2, o);
        const double *end = i < 2 ? p : p + (KNOTS - 1) * DIM;
        for (int c = 0; c < DIM; c++)
            assert_true(o[0][c] == end[c] && o[1][c] == 0 && o[2][c] == 0);
    }
    tw_spline_eval(s, NAN, 0, o);
    assert_true(isnan(o[0][0]));

    assert_true(tw_spline_next_break(s, -INFINITY) == t[0]);
    for (int i = 0; i < KNOTS; i++) {
        assert_true(tw_spline_next_break(s, nextafter(t[i], -INFINITY)) == t[i]);
        assert_true(tw_spline_next_break(s, t[i]) == (i + 1 < KNOTS ? t[i + 1] : INFINITY));
    }
    tw_spline_release(s);
}

static void exact_cubics(void **state) {
    (void)state;
    /* at rest at 0 and 1: 3 t^2 - 2 t^3, whatever the knots; a line has natural ends */
    const double t[] = {0, 0.1, 0.35, 0.8, 1};
    double cubic[5], line[5], o[3][TW_VALUE_MAX];
    for (int i = 0; i < 5; i++) {
        cubic[i] = t[i] * t[i] * (3 - 2 * t[i]);
        line[i] = 4 - 7 * t[i];
    }
    tw_spline *s, *l, *two;
    assert_int_equal(tw_spline_create(5, 1, t, cubic, TW_SPLINE_REST, &s), TW_OK);
    assert_int_equal(tw_spline_create(5, 1, t, line, TW_SPLINE_NATURAL, &l), TW_OK);
    assert_int_equal(
        tw_spline_create(2, 1, (double[]){0, 1}, (double[]){0, 1}, TW_SPLINE_REST, &two), TW_OK);
    for (double x = 0; x < 1; x += 0.01) {
        tw_spline_eval(s, x, 2, o);
        assert_near(o[0][0], x * x * (3 - 2 * x), 1e-14);
        assert_near(o[1][0], 6 * x * (1 - x), 1e-13);
        assert_near(o[2][0], 6 - 12 * x, 1e-12);
        tw_spline_eval(two, x, 1, o);
        assert_near(o[0][0], x * x * (3 - 2 * x), 1e-15);
        tw_spline_eval(l, x, 2, o);
        assert_near(o[0][0], 4 - 7 * x, 1e-14);
        assert_near(o[1][0], -7, 1e-13);
        assert_near(o[2][0], 0, 1e-12);
    }
    tw_spline_release(s);
    tw_spline_release(l);
    tw_spline_release(two);
}

/* the greatest error of n + 1 equal knots on sin over 0 .. 2 pi, which has natural ends */
static double sine_error(int n) {
    double t[129], p[129], worst = 0, end = 8 * atan(1), o[3][TW_VALUE_MAX];
    for (int i = 0; i <= n; i++) p[i] = sin(t[i] = end * i / n);
    tw_spline *s;
    assert_int_equal(tw_spline_create(n + 1, 1, t, p, TW_SPLINE_NATURAL, &s), TW_OK);
    for (int i = 0; i < 1000; i++) {
        double x = end * i / 1000;
        tw_spline_eval(s, x, 0, o);
        worst = fmax(worst, fabs(o[0][0] - sin(x)));
    }
    tw_spline_release(s);
    return worst;
}

static void fourth_order(void **state) {
    (void)state;
    for (int n = 16; n <= 64; n *= 2) assert_near(log2(sine_error(n) / sine_error(2 * n)), 4, 0.2);
}

static void wrong_arguments(void **state) {
    (void)state;
    tw_spline *s;
    const double p[] = {1, 2, 3};
    assert_int_equal(tw_spline_create(1, 1, (double[]){0}, p, TW_SPLINE_REST, &s), TW_ARGUMENT);
    assert_int_equal(tw_spline_create(2, 5, (double[]){0, 1}, p, TW_SPLINE_REST, &s), TW_ARGUMENT);
    assert_int_equal(tw_spline_create(3, 1, (double[]){0, 1, 1}, p, TW_SPLINE_REST, &s),
                     TW_ARGUMENT);
    assert_non_null(strstr(tw_failure(), "knot 3"));
    assert_int_equal(tw_spline_create(2, 1, (double[]){0, NAN}, p, TW_SPLINE_REST, &s),
                     TW_ARGUMENT);
    assert_int_equal(
        tw_spline_create(2, 1, (double[]){0, 1}, (double[]){0, INFINITY}, TW_SPLINE_REST, &s),
        TW_ARGUMENT);
    assert_int_equal(tw_spline_create(2, 1, (double[]){0, 1e-300}, p, TW_SPLINE_REST, &s),
                     TW_ARGUMENT);
    assert_null(s);
}

static void life(void **state) {
    (void)state;
    tw_spline *s;
    double o[3][TW_VALUE_MAX];
    tw_status status = TW_MEMORY;
    for (long k = 0; status != TW_OK; k++) {
        assert_true(k < 10);
        allocations_left = k;
        status = tw_spline_create(2, 1, (double[]){0, 1}, (double[]){5, 6}, TW_SPLINE_REST, &s);
        allocations_left = -1;
        assert_true(status == TW_OK || (status == TW_MEMORY && s == NULL));
    }
    assert_ptr_equal(tw_spline_retain(s), s);
    tw_spline_release(s);
    tw_spline_eval(s, 0, 0, o);
    assert_true(o[0][0] == 5);
    tw_spline_release(s);
    tw_spline_release(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(through_knots_and_smooth),
        cmocka_unit_test(derivatives),
        cmocka_unit_test(pieces),
        cmocka_unit_test(held_outside),
        cmocka_unit_test(exact_cubics),
        cmocka_unit_test(fourth_order),
        cmocka_unit_test(wrong_arguments),
        cmocka_unit_test(life),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
