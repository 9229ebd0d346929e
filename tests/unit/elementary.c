/*
 * The elementary functions against MPFR: error below 1 ulp over all magnitudes, special values, the
 * same bits under every compiler (a stored hash), and libm's names resolve to them.
 */
#include "base/elementary.h"

#include "base/hash.h"
#include "base/random.h"

#include <mpfr.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef int (*exact1)(mpfr_t, const mpfr_t, mpfr_rnd_t);
typedef int (*exact2)(mpfr_t, const mpfr_t, const mpfr_t, mpfr_rnd_t);

typedef enum domain { ALL, POSITIVE, UNIT, ABOVE_MINUS_1, MODERATE } domain;

static const struct {
    const char *name;
    double (*f)(double);
    exact1 exact;
    domain domain;
} one[] = {
    {"sin", tw_sin, mpfr_sin, ALL},
    {"cos", tw_cos, mpfr_cos, ALL},
    {"tan", tw_tan, mpfr_tan, ALL},
    {"asin", tw_asin, mpfr_asin, UNIT},
    {"acos", tw_acos, mpfr_acos, UNIT},
    {"atan", tw_atan, mpfr_atan, ALL},
    {"sinh", tw_sinh, mpfr_sinh, MODERATE},
    {"cosh", tw_cosh, mpfr_cosh, MODERATE},
    {"tanh", tw_tanh, mpfr_tanh, MODERATE},
    {"exp", tw_exp, mpfr_exp, MODERATE},
    {"expm1", tw_expm1, mpfr_expm1, MODERATE},
    {"log", tw_log, mpfr_log, POSITIVE},
    {"log1p", tw_log1p, mpfr_log1p, ABOVE_MINUS_1},
    {"log2", tw_log2, mpfr_log2, POSITIVE},
    {"log10", tw_log10, mpfr_log10, POSITIVE},
    {"cbrt", tw_cbrt, mpfr_cbrt, ALL},
};

static const struct {
    const char *name;
    double (*f)(double, double);
    exact2 exact;
} two[] = {
    {"atan2", tw_atan2, mpfr_atan2}, {"hypot", tw_hypot, mpfr_hypot}, {"pow", tw_pow, mpfr_pow}};

enum { ONE = sizeof one / sizeof *one, TWO = sizeof two / sizeof *two, SAMPLES = 100000 };

static tw_random rnd;

static double bits(void) { /* any finite double */
    for (;;) {
        uint64_t u = tw_random_u64(&rnd);
        double x;
        memcpy(&x, &u, sizeof x);
        if (isfinite(x)) return x;
    }
}

static double signed_uniform(double scale) {
    return scale * (2 * tw_random_uniform(&rnd) - 1);
}

/* arguments of all sizes, with more where functions are hard */
static double argument(domain d, int i) {
    double x;
    switch (i % 6) {
    case 0:
        x = bits();
        break;
    case 1:
        x = signed_uniform(4);
        break;
    case 2: /* near multiples of pi/2, and near 1 */
        x = floor(signed_uniform(1e5)) * 1.5707963267948966 * (1 + signed_uniform(1e-15));
        if (i % 12 == 2) x = 1 + signed_uniform(1e-3);
        break;
    case 3:
        x = ldexp(signed_uniform(1), (int)signed_uniform(60));
        break;
    case 4:
        x = signed_uniform(750);
        break;
    default:
        x = signed_uniform(1e6);
        break;
    }
    if (d == MODERATE && fabs(x) > 760) x = signed_uniform(760);
    if (d == UNIT && fabs(x) > 1) x = 1 / x;
    if (d == POSITIVE) x = x == 0 ? 1 : fabs(x);
    if (d == ABOVE_MINUS_1 && x <= -1) x = -1 / (x - 1);
    return x;
}

/* |got - exact| in units in the last place of the exact value */
static double ulps(double got, const mpfr_t exact) {
    double near = mpfr_get_d(exact, MPFR_RNDN);
    if (isnan(got) || isnan(near)) return isnan(got) && isnan(near) ? 0 : INFINITY;
    if (isinf(near)) return isinf(got) && signbit(got) == signbit(near) ? 0 : 1e9;
    if (isinf(got)) return 1e9;
    int e;
    frexp(near, &e);
    if (e < -1021) e = -1021;
    mpfr_t diff;
    mpfr_init2(diff, 300);
    mpfr_set_d(diff, got, MPFR_RNDN);
    mpfr_sub(diff, diff, exact, MPFR_RNDN);
    mpfr_mul_2si(diff, diff, 53 - e, MPFR_RNDN);
    double r = fabs(mpfr_get_d(diff, MPFR_RNDN));
    mpfr_clear(diff);
    return r;
}

static void functions_of_one(void **state) {
    (void)state;
    mpfr_t x, y;
    mpfr_inits2(300, x, y, (mpfr_ptr)0);
    for (int k = 0; k < ONE; k++) {
        double worst = 0;
        rnd = tw_random_seed(7);
        for (int i = 0; i < SAMPLES; i++) {
            double a = argument(one[k].domain, i);
            mpfr_set_d(x, a, MPFR_RNDN);
            one[k].exact(y, x, MPFR_RNDN);
            double u = ulps(one[k].f(a), y);
            if (u > worst) worst = u;
            if (!(u < 1)) fail_msg("%s(%a) = %a: %g ulp off", one[k].name, a, one[k].f(a), u);
        }
        print_message("%-6s %.4f ulp\n", one[k].name, worst);
    }
    mpfr_clears(x, y, (mpfr_ptr)0);
}

/* pairs whose result is a number worth computing */
static void pair(int k, int i, double *a, double *b) {
    *a = argument(ALL, i);
    *b = argument(ALL, i / 6);
    if (strcmp(two[k].name, "pow") != 0) {
        if (i % 3) *b = *a * signed_uniform(3);
        return;
    }
    *a = fabs(*a);
    if (*a == 0) *a = 2;
    double room = 740 / fabs(tw_log(*a) + 1e-300);
    if (i % 4) *b = signed_uniform(fmin(room, 1e300));
    if (i % 4 == 3) *b = floor(signed_uniform(20));
}

static void functions_of_two(void **state) {
    (void)state;
    mpfr_t x, y, z;
    mpfr_inits2(300, x, y, z, (mpfr_ptr)0);
    for (int k = 0; k < TWO; k++) {
        double worst = 0;
        rnd = tw_random_seed(8);
        for (int i = 0; i < SAMPLES; i++) {
            double a, b;
            pair(k, i, &a, &b);
            mpfr_set_d(x, a, MPFR_RNDN);
            mpfr_set_d(y, b, MPFR_RNDN);
            two[k].exact(z, x, y, MPFR_RNDN);
            double u = ulps(two[k].f(a, b), z);
            if (u > worst) worst = u;
            if (!(u < 1))
                fail_msg("%s(%a, %a) = %a: %g ulp off", two[k].name, a, b, two[k].f(a, b), u);
        }
        print_message("%-6s %.4f ulp\n", two[k].name, worst);
    }
    mpfr_clears(x, y, z, (mpfr_ptr)0);
}

static void check(const char *what, double got, double want) {
    int same = isnan(want) ? isnan(got) : got == want && !signbit(got) == !signbit(want);
    if (!same) fail_msg("%s: got %g, expected %g", what, got, want);
}

#define IS(call, want) check(#call, call, want)

static void special_values(void **state) {
    (void)state;
    const double inf = INFINITY;
    IS(tw_sin(-0.0), -0.0);
    IS(tw_sin(inf), NAN);
    IS(tw_cos(0), 1);
    IS(tw_tan(-0.0), -0.0);
    IS(tw_asin(1.5), NAN);
    IS(tw_asin(-0.0), -0.0);
    IS(tw_acos(1), 0);
    IS(tw_acos(-2), NAN);
    IS(tw_atan(-0.0), -0.0);
    IS(tw_atan2(0, 0.0), 0);
    IS(tw_atan2(-0.0, 1), -0.0);
    IS(tw_atan2(1, -inf), 2 * tw_atan(inf));
    IS(tw_atan2(5e-324, 1e300), 0);
    IS(tw_exp(-inf), 0);
    IS(tw_exp(inf), inf);
    IS(tw_exp(0), 1);
    IS(tw_expm1(-0.0), -0.0);
    IS(tw_expm1(-inf), -1);
    IS(tw_log(0), -inf);
    IS(tw_log(-1), NAN);
    IS(tw_log(1), 0);
    IS(tw_log2(0x1p-1074), -1074);
    IS(tw_log10(1e22), 22);
    IS(tw_log1p(-1), -inf);
    IS(tw_pow(0, 0), 1);
    IS(tw_pow(NAN, 0), 1);
    IS(tw_pow(1, NAN), 1);
    IS(tw_pow(-2, 3), -8);
    IS(tw_pow(-2, 0.5), NAN);
    IS(tw_pow(-0.0, -3), -inf);
    IS(tw_pow(-0.0, 2), 0);
    IS(tw_pow(0.5, inf), 0);
    IS(tw_pow(-1, -inf), 1);
    IS(tw_pow(10, 22), 1e22);
    IS(tw_pow(2, -1074), 0x1p-1074);
    IS(tw_pow(2, -1080), 0);
    IS(tw_pow(-3, 1e6 + 1), -inf);
    IS(tw_hypot(-3, 4), 5);
    IS(tw_hypot(NAN, inf), inf);
    IS(tw_cbrt(-27), -3);
    IS(tw_sinh(-inf), -inf);
    IS(tw_tanh(inf), 1);
}

/* the bits of a fixed set of results: whatever compiler and optimisation, they stay these */
static void same_bits(void **state) {
    (void)state;
    tw_hash h = tw_hash_begin();
    rnd = tw_random_seed(9);
    for (int i = 0; i < 20000; i++) {
        for (int k = 0; k < ONE; k++) {
            double r = one[k].f(argument(one[k].domain, i));
            h = tw_hash_bytes(h, &r, sizeof r);
        }
        for (int k = 0; k < TWO; k++) {
            double a, b;
            pair(k, i, &a, &b);
            double r = two[k].f(a, b);
            h = tw_hash_bytes(h, &r, sizeof r);
        }
    }
    char text[32];
    snprintf(text, sizeof text, "%016llx", (unsigned long long)tw_hash_end(h));
    assert_string_equal(text, "687958af531a0dd2");
}

/* through libm's names, as statically linked libraries call them */
static void names_of_libm(void **state) {
    (void)state;
    double (*volatile const f[])(double) = {sin, cos, tan, exp, log, atan};
    double (*const g[])(double) = {tw_sin, tw_cos, tw_tan, tw_exp, tw_log, tw_atan};
    double (*volatile const p)(double, double) = pow;
    rnd = tw_random_seed(10);
    for (int i = 0; i < 20000; i++) {
        double x = fabs(signed_uniform(100)), y = signed_uniform(20);
        for (int k = 0; k < 6; k++) assert_true(f[k](x) == g[k](x));
        assert_true(p(x, y) == tw_pow(x, y));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(special_values),   cmocka_unit_test(functions_of_one),
        cmocka_unit_test(functions_of_two), cmocka_unit_test(same_bits),
        cmocka_unit_test(names_of_libm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
