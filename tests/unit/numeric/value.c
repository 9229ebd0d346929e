/* Values: the four forms behind one face, what they own, and what a tape must be to be one. */
#include "numeric/value/value.h"

#include "../../support/near.h"
#include "numeric/value/ramp.h"
#include "numeric/value/spline.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static void constants(void **state) {
    (void)state;
    tw_value v = tw_value_vector(v3(1, 2, 3)), s = tw_value_scalar(4);
    double o[3][TW_VALUE_MAX];
    assert_true(tw_value_is_constant(&v) && v.dim == 3 && s.dim == 1);
    assert_true(tw_value1(&s, 1e9) == 4);
    vec3 a = tw_value3(&v, -5);
    assert_true(a.x == 1 && a.y == 2 && a.z == 3);
    memset(o, 0x7f, sizeof o);
    tw_value_eval(&s, 0, 2, o);
    for (int k = 0; k < 3; k++)
        for (int c = 0; c < TW_VALUE_MAX; c++) assert_true(o[k][c] == (k == 0 && c == 0 ? 4 : 0));
    assert_true(tw_value_next_break(&v, 0) == INFINITY);
    tw_value_clear(&v);
    assert_true(v.dim == 3 && tw_value3(&v, 0).z == 0 && tw_value_is_constant(&v));
}

/* (t^2, sin t, exp t, ...) as a tape */
static tw_tape *curve(int outputs) {
    tw_tape_builder *b;
    tw_tape *t;
    assert_int_equal(tw_tape_builder_create(1, &b), TW_OK);
    tw_node x = tw_tape_input(b, 0);
    tw_node y[5] = {tw_tape_apply(b, TW_TAPE_MUL, x, x, 0), tw_tape_apply(b, TW_TAPE_SIN, x, 0, 0),
                    tw_tape_apply(b, TW_TAPE_EXP, x, 0, 0), x, x};
    assert_int_equal(tw_tape_finish(b, y, outputs, &t), TW_OK);
    tw_tape_builder_destroy(b);
    return t;
}

static void tapes(void **state) {
    (void)state;
    tw_value v = tw_value_from_tape(curve(3));
    assert_true(v.dim == 3 && !tw_value_is_constant(&v));
    tw_jet3 j = tw_value_jet3(&v, 0.7);
    assert_near(j.v.x, 0.49, 1e-15);
    assert_near(j.d1.x, 1.4, 1e-15);
    assert_near(j.d2.x, 2, 1e-15);
    assert_near(j.v.y, sin(0.7), 1e-15);
    assert_near(j.d1.y, cos(0.7), 1e-15);
    assert_near(j.d2.y, -sin(0.7), 1e-15);
    assert_near(j.d2.z, exp(0.7), 1e-15);
    double o[3][TW_VALUE_MAX] = {{0}, {0}, {9, 9, 9, 9}};
    tw_value_eval(&v, 0.7, 1, o);
    assert_true(o[0][1] == j.v.y && o[1][1] == j.d1.y && o[2][0] == 9); /* order 1 leaves row 2 */
    assert_true(tw_value3(&v, 0.7).z == j.v.z);
    tw_jet1 first = tw_value_jet1(&v, 0.7);
    assert_true(first.v == j.v.x && first.d1 == j.d1.x && first.d2 == j.d2.x);

    /* a copy is a snapshot: it outlives its original */
    tw_value copy = tw_value_copy(&v);
    tw_value_clear(&v);
    assert_true(tw_value_is_constant(&v) && tw_value1(&v, 3) == 0);
    assert_near(tw_value1(&copy, 3), 9, 1e-15);
    assert_true(tw_value_next_break(&copy, 0) == INFINITY);
    tw_value_clear(&copy);
}

static void splines_and_ramps(void **state) {
    (void)state;
    tw_spline *s;
    tw_ramp *r;
    const double t[] = {0, 1, 3}, p[] = {0, 0, 1, 2, 5, 5};
    assert_int_equal(tw_spline_create(3, 2, t, p, TW_SPLINE_NATURAL, &s), TW_OK);
    tw_value v = tw_value_from_spline(s);
    assert_int_equal(v.dim, 2);
    tw_ramp_segment leg = {.t0 = 2, .t1 = 4, .to = {7, 8}, .from_before = true};
    assert_int_equal(tw_ramp_create(2, &v, &leg, 1, &r), TW_OK);
    tw_value ramp = tw_value_from_ramp(r), copy = tw_value_copy(&ramp);
    double a[3][TW_VALUE_MAX], b[3][TW_VALUE_MAX];
    tw_value_eval(&v, 1.5, 2, a);
    tw_value_eval(&ramp, 1.5, 2, b);
    assert_memory_equal(a, b, sizeof a);
    assert_true(tw_value_next_break(&v, 1) == 3 && tw_value_next_break(&ramp, 1) == 2);
    tw_value_clear(&v);
    tw_value_clear(&ramp);
    tw_value_eval(&copy, 4, 0, b);
    assert_true(b[0][0] == 7 && b[0][1] == 8 && b[0][2] == 0);
    tw_value_clear(&copy);
}

/* a tape of `length` operations that computes t + 1/2 + 3/2 + ... */
static tw_tape *sum(int inputs, int length) {
    tw_tape_builder *b;
    tw_tape *t;
    assert_int_equal(tw_tape_builder_create(inputs, &b), TW_OK);
    tw_node x = tw_tape_input(b, 0);
    for (int i = 0; i < length; i++)
        x = tw_tape_apply(b, TW_TAPE_ADD, x, tw_tape_const(b, i + 0.5), 0);
    assert_int_equal(tw_tape_finish(b, &x, 1, &t), TW_OK);
    tw_tape_builder_destroy(b);
    return t;
}

static void what_a_tape_must_be(void **state) {
    (void)state;
    tw_tape *two_inputs = sum(2, 1), *five = curve(5), *longest = sum(1, 1), *next = NULL;
    assert_int_equal(tw_value_check_tape(two_inputs), TW_ARGUMENT);
    assert_int_equal(tw_value_check_tape(five), TW_ARGUMENT);
    int n = 1;
    for (;; n++) {
        next = sum(1, n + 1);
        if (tw_value_check_tape(next) != TW_OK) break;
        tw_tape_release(longest);
        longest = next;
    }
    assert_non_null(strstr(tw_failure(), "function of t is too long"));
    assert_true(n > 500);
    /* the longest one that is allowed works */
    tw_value v = tw_value_from_tape(longest);
    assert_near(tw_value1(&v, 0), 0.5 * n * n, 1e-9);
    assert_near(tw_value_jet1(&v, 2).d1, 1, 0);
    tw_value_clear(&v);
    tw_tape_release(next);
    tw_tape_release(five);
    tw_tape_release(two_inputs);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(constants),
        cmocka_unit_test(tapes),
        cmocka_unit_test(splines_and_ramps),
        cmocka_unit_test(what_a_tape_must_be),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
