/* The search for a place where a function comes above zero. */
#include "numeric/value/dip.h"

#include "../../support/near.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#include <cmocka.h>

typedef struct problem {
    double at, height; /* of the top */
    int evaluations;
} problem;

static tw_status parabola(void *context, double t, double *y) {
    problem *p = context;
    p->evaluations++;
    *y = p->height - (t - p->at) * (t - p->at);
    return TW_OK;
}

static tw_status kink(void *context, double t, double *y) {
    problem *p = context;
    p->evaluations++;
    *y = p->height - fabs(t - p->at) - (t - p->at) * (t - p->at);
    return TW_OK;
}

/* a top above zero is found however narrow, one below is the maximum */
static void finds(void **unused) {
    (void)unused;
    tw_root_function *const functions[] = {parabola, kink};
    for (int k = 0; k < 2; k++)
        for (int i = 1; i < 100; i++) {
            double t, y;
            problem over = {0.01 * i, 1e-14, 0}, under = {0.01 * i, -1e-3, 0};
            assert_int_equal(tw_dip(functions[k], &over, 0, 1, 1e-9, &t, &y), TW_OK);
            assert_true(k == 1 ? y > -1e-8 : y > 0);
            assert_true(over.evaluations <= 80);
            assert_int_equal(tw_dip(functions[k], &under, 0, 1, 1e-9, &t, &y), TW_OK);
            assert_true(y < 0 && fabs(t - under.at) < 1e-6 && under.evaluations <= 80);
        }
}

static tw_status never(void *context, double t, double *y) {
    (void)context;
    *y = t > 0.5 ? NAN : -1;
    return TW_OK;
}

static void fails(void **unused) {
    (void)unused;
    double t, y;
    assert_int_equal(tw_dip(never, NULL, 0, 1, 1e-9, &t, &y), TW_NONFINITE);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(finds), cmocka_unit_test(fails)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
