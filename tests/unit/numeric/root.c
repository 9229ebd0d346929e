/* The root finder: the bracket it promises, the number of evaluations it promises, and its speed.
 */
#include "numeric/value/root.h"

#include "../../support/near.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

typedef struct problem {
    const char *name;
    double (*f)(double t);
    double a, b, root;
} problem;

static double line(double t) {
    return 3 * t - 1;
}

static double cubic(double t) {
    return t * t * t - 2 * t - 5; /* Wallis 1685 */
}

static double triple(double t) {
    return (t - 0.3) * (t - 0.3) * (t - 0.3);
}

static double ninth(double t) {
    double u = t - 0.7, u3 = u * u * u;
    return u3 * u3 * u3;
}

static double flat(double t) {
    /* exactly 0 around 0.25, by underflow; all derivatives of the true function are 0 there */
    return t == 0.25 ? 0 : (t > 0.25 ? 1 : -1) * exp(-1 / ((t - 0.25) * (t - 0.25)));
}

static double jump(double t) {
    return t < 0.123456789 ? -1 : 1;
}

static double pole(double t) {
    return 1 / (t - 0.4321);
}

static double down(double t) {
    return cos(t);
}

static double steep(double t) {
    return exp(50 * t) - 2;
}

static double several(double t) {
    return sin(40 * t) + 0.3; /* any of its crossings will do */
}

static double linear_in_parts(double t) {
    return t < 0.9 ? -1e-6 : (t - 0.9) * 1e6 - 1e-6;
}

static const problem problems[] = {
    {"line", line, 0, 1, 1.0 / 3},
    {"cubic", cubic, 2, 3, 2.0945514815423265},
    {"triple root", triple, 0, 1, 0.3},
    {"root of order nine", ninth, 0, 1, 0.7},
    {"flat", flat, -1, 1, NAN},
    {"jump", jump, 0, 1, 0.123456789},
    {"pole", pole, 0, 1, 0.4321},
    {"downward", down, 0, 3, 1.5707963267948966},
    {"steep", steep, -1, 1, 0.013862943611198906},
    {"several roots", several, 0, 0.75, NAN},
    {"kink", linear_in_parts, 0, 1, 0.9 + 1e-12},
};

typedef struct run {
    double (*f)(double t);
    int calls, fail_at;
} run;

static tw_status call(void *ctx, double t, double *y) {
    run *r = ctx;
    if (++r->calls == r->fail_at) return tw_fail(TW_SCRIPT, "no value at %g", t);
    *y = r->f(t);
    return TW_OK;
}

/* searches from a to b and checks what root.h promises; returns the number of evaluations */
static int search(const problem *p, double a, double b, double tolerance) {
    run r = {p->f, 0, 0};
    double t, ya = p->f(a), yb = p->f(b);
    assert_int_equal(tw_root(call, &r, a, ya, b, yb, tolerance, &t), TW_OK);
    double spacing = 2.3e-16 * fmax(fabs(a), fabs(b)), goal = fmax(tolerance, spacing);
    /* b's side at t, a's side within the tolerance before it */
    double back = t - (b > a ? 1 : -1) * goal * 1.0000001;
    if (b > a ? back < a : back > a) back = a;
    assert_true(yb > 0 ? p->f(t) >= 0 : p->f(t) <= 0);
    assert_true(ya > 0 ? p->f(back) >= 0 : p->f(back) <= 0);
    if (!isnan(p->root)) assert_near(t, p->root, goal * 1.0000001 + 1e-15);
    double most = ceil(log2(fabs(b - a) / goal)) + (goal > 16 * spacing ? 1 : 2);
    if (r.calls > most) fail_msg("%s: %d evaluations, promised %g", p->name, r.calls, most);
    return r.calls;
}

static void every_problem(void **state) {
    (void)state;
    static const double tolerances[] = {1e-3, 1e-9, 1e-12};
    for (size_t i = 0; i < sizeof problems / sizeof *problems; i++) {
        const problem *p = &problems[i];
        int n[3];
        for (int k = 0; k < 3; k++) {
            n[k] = search(p, p->a, p->b, tolerances[k]);
            search(p, p->b, p->a, tolerances[k]);
        }
        search(p, p->a, p->b, 0);
        print_message("%-20s evaluations for 1e-3 %2d, 1e-9 %2d, 1e-12 %2d\n", p->name, n[0], n[1],
                      n[2]);
    }
    /* where the function is smooth it must be much faster than bisection (30 for 1e-9) */
    assert_true(search(&problems[0], 0, 1, 1e-9) <= 8);
    assert_true(search(&problems[1], 2, 3, 1e-9) <= 12);
    assert_true(search(&problems[7], 0, 3, 1e-9) <= 12);
}

static void zeros_at_the_ends(void **state) {
    (void)state;
    double t;
    run r = {line, 0, 0};
    /* f(b) = 0: the crossing is at b or where f is 0 already */
    assert_int_equal(tw_root(call, &r, 0, -1, 1.0 / 3, 0, 1e-9, &t), TW_OK);
    assert_true(t <= 1.0 / 3 && t >= 1.0 / 3 - 1e-9);
    /* f(a) = 0: it leaves zero at once */
    r.f = triple;
    assert_int_equal(tw_root(call, &r, 0.3, 0, 1, triple(1), 1e-9, &t), TW_OK);
    assert_true(t > 0.3 && t <= 0.3 + 1e-9);
    /* nothing to do: the bracket is small enough */
    r = (run){line, 0, 0};
    assert_int_equal(tw_root(call, &r, 0, -1, 1, 2, 2, &t), TW_OK);
    assert_true(t == 1 && r.calls == 0);
}

static double nan_inside(double t) {
    return t > 0.2 && t < 0.8 ? NAN : t - 0.5;
}

static double infinite(double t) {
    return t < 0.3 ? -INFINITY : INFINITY;
}

static void what_goes_wrong(void **state) {
    (void)state;
    double t;
    run r = {line, 0, 0};
    assert_int_equal(tw_root(call, &r, 1, 2, 2, 5, 1e-9, &t), TW_ARGUMENT);
    assert_int_equal(tw_root(call, &r, 1, 0, 2, 0, 1e-9, &t), TW_ARGUMENT);
    assert_int_equal(tw_root(call, &r, 1, NAN, 2, 0, 1e-9, &t), TW_ARGUMENT);
    assert_int_equal(tw_root(call, &r, 1, -1, INFINITY, 1, 1e-9, &t), TW_ARGUMENT);
    assert_int_equal(r.calls, 0);
    r = (run){cubic, 0, 3};
    assert_int_equal(tw_root(call, &r, 2, -1, 3, 16, 1e-9, &t), TW_SCRIPT);
    assert_int_equal(r.calls, 3);
    r = (run){nan_inside, 0, 0};
    assert_int_equal(tw_root(call, &r, 0, -0.5, 1, 0.5, 1e-9, &t), TW_NONFINITE);
    r = (run){infinite, 0, 0};
    assert_int_equal(tw_root(call, &r, 0, -INFINITY, 1, INFINITY, 1e-9, &t), TW_OK);
    assert_near(t, 0.3, 1e-9);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_problem),
        cmocka_unit_test(zeros_at_the_ends),
        cmocka_unit_test(what_goes_wrong),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
