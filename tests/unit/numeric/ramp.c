/* Ramps: exact at their ends, with the derivatives of their eases, in rows (keys) and in chains. */
#include "numeric/value/ramp.h"
#include "numeric/value/spline.h"

#include "../../support/fail_malloc.h"
#include "../../support/near.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* the tape of u: u^2 (a is 1) or sin(u a) */
static tw_tape *tape_of(tw_tape_op op, double a) {
    tw_tape_builder *b;
    tw_tape *t;
    assert_int_equal(tw_tape_builder_create(1, &b), TW_OK);
    tw_node u = tw_tape_input(b, 0), ua = tw_tape_apply(b, TW_TAPE_MUL, u, tw_tape_const(b, a), 0);
    tw_node y = tw_tape_apply(b, op, ua, ua, ua);
    assert_int_equal(tw_tape_finish(b, &y, 1, &t), TW_OK);
    tw_tape_builder_destroy(b);
    return t;
}

static tw_ramp *create(const tw_value *before, const tw_ramp_segment *s, int count) {
    tw_ramp *r;
    assert_int_equal(tw_ramp_create(before->dim, before, s, count, &r), TW_OK);
    assert_int_equal(tw_ramp_dim(r), before->dim);
    return r;
}

static double at(const tw_ramp *r, double t, int k, int c) {
    double o[3][TW_VALUE_MAX];
    tw_ramp_eval(r, t, 2, o);
    return o[k][c];
}

static void every_ease(void **state) {
    (void)state;
    tw_tape *square = tape_of(TW_TAPE_MUL, 1);
    tw_value before = tw_value_constant((double[]){7, 8}, 2);
    for (int e = TW_EASE_SMOOTH; e <= TW_EASE_TAPE; e++) {
        tw_ramp_segment s = {.t0 = 0.3, .t1 = 1.7, .from = {0.1, -3}, .to = {0.7, 11}};
        s.ease = (tw_ease)e;
        s.tape = e == TW_EASE_TAPE ? square : NULL;
        tw_ramp *r = create(&before, &s, 1);
        for (int c = 0; c < 2; c++) {
            assert_true(at(r, 0.3, 0, c) == s.from[c] && at(r, 1.7, 0, c) == s.to[c]);
            assert_true(at(r, 0.2999, 0, c) == before.c[c] && at(r, 99, 0, c) == s.to[c]);
            assert_true(at(r, 1.7, 1, c) == 0 && at(r, 1.7, 2, c) == 0 && at(r, 0, 1, c) == 0);
            assert_near(at(r, nextafter(1.7, 0), 0, c), s.to[c], 1e-13);
        }
        /* the laws of the header, written differently, and their differences */
        const double h = 1e-3;
        for (double u = 0.05; u < 1; u += 0.05) {
            double t = 0.3 + 1.4 * u, p = at(r, t + h, 0, 1), m = at(r, t - h, 0, 1);
            double pp = at(r, t + 2 * h, 0, 1), mm = at(r, t - 2 * h, 0, 1), v = at(r, t, 0, 1);
            double v_u[] = {10 * pow(u, 3) - 15 * pow(u, 4) + 6 * pow(u, 5), u, u * u,
                            1 - (1 - u) * (1 - u), u * u};
            assert_near(v, -3 + 14 * v_u[e], 1e-13);
            assert_near(at(r, t, 1, 1), (8 * (p - m) - (pp - mm)) / (12 * h), 1e-8);
            assert_near(at(r, t, 2, 1), (16 * (p + m) - 30 * v - (pp + mm)) / (12 * h * h), 1e-6);
        }
        tw_ramp_release(r);
    }
    tw_tape_release(square);
    tw_value_clear(&before);
}

static void smooth_is_C2(void **state) {
    (void)state;
    tw_value before = tw_value_scalar(2);
    tw_ramp_segment s = {.t0 = 1, .t1 = 2, .to = {5}, .from_before = true};
    tw_ramp *r = create(&before, &s, 1);
    const double ends[] = {1, 2};
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 3; k++)
            assert_near(at(r, ends[i] - 1e-9, k, 0), at(r, ends[i] + 1e-9, k, 0), 1e-6);
    /* nor is it anything but at rest there */
    assert_near(at(r, 1.5, 1, 0), 3 * 1.875, 1e-13);
    tw_ramp_release(r);
}

static void keys(void **state) {
    (void)state;
    /* sin(t) until 1; from there to 4 at 2; a pause; from 4 to -1 over 3 .. 5; a jump to 10, to 20
     * at once */
    tw_value before = tw_value_from_tape(tape_of(TW_TAPE_SIN, 1));
    tw_ramp_segment s[] = {
        {.t0 = 1, .t1 = 2, .to = {4}, .from_before = true, .ease = TW_EASE_LINEAR},
        {.t0 = 3, .t1 = 5, .to = {-1}, .from_before = true, .ease = TW_EASE_IN},
        {.t0 = 5, .t1 = 6, .from = {10}, .to = {20}, .ease = TW_EASE_OUT},
    };
    tw_ramp *r = create(&before, s, 3);
    assert_near(at(r, 0.5, 0, 0), sin(0.5), 1e-15);
    assert_near(at(r, 0.5, 1, 0), cos(0.5), 1e-15);
    assert_near(at(r, 0.5, 2, 0), -sin(0.5), 1e-15);
    assert_near(at(r, 1, 0, 0), sin(1), 1e-15);
    assert_near(at(r, 1.5, 0, 0), (sin(1) + 4) / 2, 1e-15);
    assert_near(at(r, 1.5, 1, 0), 4 - sin(1), 1e-15);
    assert_true(at(r, 2, 0, 0) == 4 && at(r, 2.5, 0, 0) == 4 && at(r, 3, 0, 0) == 4);
    assert_near(at(r, 4, 0, 0), 4 - 5 * 0.25, 1e-15);
    assert_true(at(r, 5, 0, 0) == 10 && at(r, 6, 0, 0) == 20);
    const double breaks[] = {-5, 1, 2, 3, 5, 6, INFINITY};
    for (int i = 0; i < 6; i++) {
        assert_true(tw_ramp_next_break(r, breaks[i]) == breaks[i + 1]);
        assert_true(tw_ramp_next_break(r, (breaks[i] + fmin(breaks[i + 1], 9)) / 2) ==
                    breaks[i + 1]);
    }
    tw_ramp_release(r);
    tw_value_clear(&before);
}

/* an ease that ends elsewhere than at 1 holds what it ended at */
static void tape_that_returns(void **state) {
    (void)state;
    tw_tape *hump = tape_of(TW_TAPE_SIN, 2.5);
    tw_value before = tw_value_scalar(1);
    tw_ramp_segment s[] = {
        {.t0 = 0, .t1 = 1, .from = {1}, .to = {3}, .ease = TW_EASE_TAPE, .tape = hump},
        {.t0 = 2, .t1 = 3, .to = {0}, .from_before = true, .ease = TW_EASE_LINEAR}};
    tw_ramp *r = create(&before, s, 2);
    tw_tape_release(hump); /* the ramp has its own reference */
    assert_near(at(r, 0.4, 0, 0), 1 + 2 * sin(1.0), 1e-15);
    assert_near(at(r, 0.4, 1, 0), 2 * 2.5 * cos(1.0), 1e-14);
    assert_near(at(r, 1, 0, 0), 1 + 2 * sin(2.5), 1e-15);
    assert_near(at(r, 2.5, 0, 0), (1 + 2 * sin(2.5)) / 2, 1e-15);
    tw_ramp_release(r);
}

/* a ramp on a ramp on a spline, ten thousand deep */
static void chains(void **state) {
    (void)state;
    enum { DEEP = 10000 };
    tw_spline *spline;
    assert_int_equal(
        tw_spline_create(3, 1, (double[]){-4, -2, 9}, (double[]){0, 1, 5}, TW_SPLINE_REST, &spline),
        TW_OK);
    tw_value v = tw_value_from_spline(spline);
    for (int i = 0; i < DEEP; i++) {
        tw_ramp_segment s = {.t0 = i, .t1 = i + 0.5, .to = {i % 7}, .from_before = true};
        tw_ramp *r = create(&v, &s, 1);
        tw_value_clear(&v);
        v = tw_value_from_ramp(r);
    }
    assert_true(tw_value1(&v, DEEP) == (DEEP - 1) % 7);
    assert_true(tw_value1(&v, 5.75) == 5 && tw_value1(&v, 12) == 4);
    assert_near(tw_value1(&v, -2), 1, 1e-15);
    assert_true(tw_value_next_break(&v, -9) == -4 && tw_value_next_break(&v, -3) == -2);
    assert_true(tw_value_next_break(&v, -2) == 0); /* the spline's last knot is never reached */
    assert_true(tw_value_next_break(&v, 0) == 0.5 && tw_value_next_break(&v, 0.5) == 1);
    assert_true(tw_value_next_break(&v, DEEP) == INFINITY);

    /* the first ramp survives the others */
    tw_value copy = tw_value_copy(&v);
    tw_value_clear(&v);
    assert_true(tw_value1(&copy, 6.5) == 6);
    tw_value_clear(&copy);
}

static void wrong_arguments(void **state) {
    (void)state;
    tw_value before = tw_value_scalar(0);
    tw_ramp *r;
    tw_ramp_segment ok = {.t0 = 0, .t1 = 1}, s = ok, two[2] = {ok, ok};
    assert_int_equal(tw_ramp_create(2, &before, &ok, 1, &r), TW_ARGUMENT);
    assert_int_equal(tw_ramp_create(1, &before, &ok, 0, &r), TW_ARGUMENT);
    s.t1 = 0;
    assert_int_equal(tw_ramp_create(1, &before, &s, 1, &r), TW_ARGUMENT);
    s.t1 = INFINITY;
    assert_int_equal(tw_ramp_create(1, &before, &s, 1, &r), TW_ARGUMENT);
    s = ok;
    s.to[0] = NAN;
    assert_int_equal(tw_ramp_create(1, &before, &s, 1, &r), TW_ARGUMENT);
    two[1].t0 = 0.5;
    assert_int_equal(tw_ramp_create(1, &before, two, 2, &r), TW_ARGUMENT);
    s = ok;
    s.ease = TW_EASE_TAPE;
    s.to[0] = 1;
    s.tape = tape_of(TW_TAPE_LOG, -1); /* log(-1) */
    assert_int_equal(tw_ramp_create(1, &before, &s, 1, &r), TW_ARGUMENT);
    assert_non_null(strstr(tw_failure(), "finite"));
    assert_null(r);
    tw_tape_release(s.tape);
}

static void memory_runs_out(void **state) {
    (void)state;
    tw_tape *tape = tape_of(TW_TAPE_SIN, 1);
    tw_value before = tw_value_from_tape(tw_tape_retain(tape));
    tw_ramp_segment s = {.t0 = 0, .t1 = 1, .ease = TW_EASE_TAPE, .tape = tape};
    tw_ramp *r = NULL;
    for (long k = 0; !r; k++) {
        assert_true(k < 10);
        allocations_left = k;
        tw_status status = tw_ramp_create(1, &before, &s, 1, &r);
        allocations_left = -1;
        assert_true(status == (r ? TW_OK : TW_MEMORY));
    }
    assert_ptr_equal(tw_ramp_retain(r), r);
    tw_ramp_release(r);
    tw_value_clear(&before);
    tw_tape_release(tape);
    assert_near(at(r, -1, 0, 0), sin(-1), 1e-15);
    tw_ramp_release(r);
    tw_ramp_release(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_ease),
        cmocka_unit_test(smooth_is_C2),
        cmocka_unit_test(keys),
        cmocka_unit_test(tape_that_returns),
        cmocka_unit_test(chains),
        cmocka_unit_test(wrong_arguments),
        cmocka_unit_test(memory_runs_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
