/*
 * The elementary functions against MPFR: for every function at least 200,000 arguments over all
 * magnitudes, beside multiples of pi/2, beside 1, among the subnormals, at the ends of the range.
 * The error, in units of the last place of the true result, stays below the bound that
 * elementary.h promises.
 */
#include "base/math/elementary.h"
#include "base/math/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <mpfr.h>
#include <stdio.h>
#include <string.h>

enum { ROUNDS = 10000, PER_ROUND = 8, PRECISION = 128 };
static const double promised = 0.6;

typedef int (*reference1)(mpfr_t, const mpfr_t, mpfr_rnd_t);
typedef int (*reference2)(mpfr_t, const mpfr_t, const mpfr_t, mpfr_rnd_t);

typedef struct function1 {
    const char *name;
    double (*f)(double);
    reference1 exact;
    double from, to; /* where most of the interesting arguments are */
} function1;

static double from_bits(uint64_t u) {
    double x;
    memcpy(&x, &u, sizeof x);
    return x;
}

/* any finite double */
static double any(tw_random *r) {
    for (;;) {
        double x = from_bits(tw_random_u64(r));
        if (isfinite(x)) return x;
    }
}

static double subnormal(tw_random *r) {
    uint64_t u = tw_random_u64(r) & UINT64_C(0x800fffffffffffff);
    return from_bits(u);
}

/* any mantissa and sign, exponents from `low` to `high` */
static double between_powers(tw_random *r, int low, int high) {
    double m = 1 + tw_random_uniform(r);
    uint64_t u = tw_random_u64(r);
    return ldexp(u & 1 ? m : -m, low + (int)((u >> 1) % (uint64_t)(high - low + 1)));
}

/* a few doubles away from x */
static double beside(tw_random *r, double x) {
    int steps = (int)(tw_random_u64(r) % 9) - 4;
    for (; steps > 0; steps--) x = nextafter(x, INFINITY);
    for (; steps < 0; steps++) x = nextafter(x, -INFINITY);
    return x;
}

static double multiple_of_half_pi(tw_random *r) {
    double n = floor(ldexp(1 + tw_random_uniform(r), (int)(tw_random_u64(r) % 52)));
    return beside(r, n * 0x1.921fb54442d18p+0);
}

/* distance of `got` from `exact` in units of the last place of `exact`; an infinity counts as the
 * number that would follow the largest */
static double ulps(double got, const mpfr_t exact) {
    if (isnan(got) || mpfr_nan_p(exact)) return isnan(got) && mpfr_nan_p(exact) ? 0 : INFINITY;
    if (mpfr_inf_p(exact)) return got == mpfr_get_d(exact, MPFR_RNDN) ? 0 : INFINITY;
    mpfr_t d;
    mpfr_init2(d, PRECISION);
    if (isinf(got))
        mpfr_set_si_2exp(d, got > 0 ? 1 : -1, 1024, MPFR_RNDN);
    else
        mpfr_set_d(d, got, MPFR_RNDN);
    /* the true result may lie far beyond; then infinity is right */
    if (isinf(got) && mpfr_cmpabs(exact, d) >= 0 && mpfr_sgn(exact) == mpfr_sgn(d)) {
        mpfr_clear(d);
        return 0;
    }
    mpfr_sub(d, d, exact, MPFR_RNDN);
    long e = mpfr_zero_p(exact) ? -1074 : mpfr_get_exp(exact) - 53;
    mpfr_div_2si(d, d, e < -1074 ? -1074 : e, MPFR_RNDN);
    double u = fabs(mpfr_get_d(d, MPFR_RNDN));
    mpfr_clear(d);
    return u;
}

static void measure1(const function1 *f, double x, mpfr_t a, mpfr_t b, double *worst) {
    mpfr_set_d(a, x, MPFR_RNDN);
    f->exact(b, a, MPFR_RNDN);
    double got = f->f(x), u = ulps(got, b);
    if (u > promised) fail_msg("%s(%a) = %a is %g ulp off", f->name, x, got, u);
    if (mpfr_zero_p(b) && !!signbit(got) != !!mpfr_signbit(b))
        fail_msg("%s(%a) has the wrong sign", f->name, x);
    if (u > *worst) *worst = u;
}

static const double corners[] = {0,
                                 -0.0,
                                 1,
                                 -1,
                                 0.5,
                                 2,
                                 10,
                                 100,
                                 1000,
                                 0x1p-1074,
                                 -0x1p-1074,
                                 0x1p-1022,
                                 0x1p20,
                                 0x1p53,
                                 0x1p1023,
                                 0x1.fffffffffffffp1023,
                                 -0x1.fffffffffffffp1023,
                                 INFINITY,
                                 -INFINITY,
                                 NAN,
                                 709.78,
                                 -745.13,
                                 0x1.921fb54442d18p0};

static void test1(const function1 *f) {
    tw_random r = tw_random_seed(1);
    mpfr_t a, b;
    mpfr_init2(a, 53);
    mpfr_init2(b, PRECISION);
    double worst = 0;
    for (size_t i = 0; i < sizeof corners / sizeof *corners; i++) {
        measure1(f, corners[i], a, b, &worst);
        if (!isfinite(corners[i])) continue;
        for (int k = 0; k < 20; k++) measure1(f, beside(&r, corners[i]), a, b, &worst);
    }
    for (int i = 0; i < ROUNDS; i++) {
        double x[PER_ROUND] = {
            i % 4 ? between_powers(&r, -40, 11) : any(&r),
            between_powers(&r, -6, 5),
            i % 8 ? between_powers(&r, -3, 2) : subnormal(&r),
            multiple_of_half_pi(&r),
            1 + between_powers(&r, -53, -1),
            f->from + (f->to - f->from) * tw_random_uniform(&r),
            f->from + (f->to - f->from) * tw_random_uniform(&r),
            f->from + (f->to - f->from) * tw_random_uniform(&r),
        };
        for (int k = 0; k < PER_ROUND; k++) measure1(f, x[k], a, b, &worst);
    }
    print_message("    %-6s %.4f ulp\n", f->name, worst);
    mpfr_clears(a, b, (mpfr_ptr)0);
}

static void one_argument(void **state) {
    test1(*state);
}

static const function1 functions[] = {
    {"sin", tw_sin, mpfr_sin, -10, 10},        {"cos", tw_cos, mpfr_cos, -10, 10},
    {"tan", tw_tan, mpfr_tan, -10, 10},        {"asin", tw_asin, mpfr_asin, -1, 1},
    {"acos", tw_acos, mpfr_acos, -1, 1},       {"atan", tw_atan, mpfr_atan, -4, 4},
    {"sinh", tw_sinh, mpfr_sinh, -712, 712},   {"cosh", tw_cosh, mpfr_cosh, -712, 712},
    {"tanh", tw_tanh, mpfr_tanh, -3, 3},       {"exp", tw_exp, mpfr_exp, -747, 711},
    {"exp2", tw_exp2, mpfr_exp2, -1077, 1025}, {"expm1", tw_expm1, mpfr_expm1, -3, 3},
    {"log", tw_log, mpfr_log, 0, 3},           {"log1p", tw_log1p, mpfr_log1p, -1, 1},
    {"log2", tw_log2, mpfr_log2, 0, 3},        {"log10", tw_log10, mpfr_log10, 0, 3},
    {"cbrt", tw_cbrt, mpfr_cbrt, -30, 30},
};

typedef struct function2 {
    const char *name;
    double (*f)(double, double);
    reference2 exact;
} function2;

static void measure2(const function2 *f, double x, double y, mpfr_t v[3], double *worst) {
    mpfr_set_d(v[0], x, MPFR_RNDN);
    mpfr_set_d(v[1], y, MPFR_RNDN);
    f->exact(v[2], v[0], v[1], MPFR_RNDN);
    double got = f->f(x, y), u = ulps(got, v[2]);
    if (u > promised) fail_msg("%s(%a, %a) = %a is %g ulp off", f->name, x, y, got, u);
    if (mpfr_zero_p(v[2]) && !!signbit(got) != !!mpfr_signbit(v[2]))
        fail_msg("%s(%a, %a) has the wrong sign", f->name, x, y);
    if (u > *worst) *worst = u;
}

/* x and y such that x^y lies in the range of doubles, or just beyond */
static void power_in_range(tw_random *r, double x[2]) {
    x[0] = fabs(tw_random_u64(r) & 1 ? any(r) : 1 + between_powers(r, -50, -1));
    double most = 750 / fabs(log(x[0]));
    x[1] = (2 * tw_random_uniform(r) - 1) * (isfinite(most) ? most : 1);
}

static void two_arguments(void **state) {
    const function2 *f = *state;
    tw_random r = tw_random_seed(2);
    mpfr_t v[3];
    mpfr_inits2(53, v[0], v[1], (mpfr_ptr)0);
    mpfr_init2(v[2], PRECISION);
    double worst = 0;
    const size_t n = sizeof corners / sizeof *corners;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) measure2(f, corners[i], corners[j], v, &worst);
    for (int i = 0; i < ROUNDS; i++) {
        double whole = floor(between_powers(&r, 0, 9)), near = between_powers(&r, -4, 3), p[2];
        measure2(f, any(&r), any(&r), v, &worst);
        measure2(f, between_powers(&r, -9, 6), between_powers(&r, -9, 6), v, &worst);
        measure2(f, between_powers(&r, -40, 40), whole, v, &worst);
        measure2(f, subnormal(&r), i % 2 ? subnormal(&r) : near, v, &worst);
        measure2(f, near, near * (1 + between_powers(&r, -50, -1)), v, &worst);
        measure2(f, ldexp(near, -1020), ldexp(between_powers(&r, -4, 3), -1020), v, &worst);
        for (int k = 0; k < 3; k++) {
            power_in_range(&r, p);
            measure2(f, p[0], p[1], v, &worst);
        }
    }
    print_message("    %-6s %.4f ulp\n", f->name, worst);
    mpfr_clears(v[0], v[1], v[2], (mpfr_ptr)0);
}

static const function2 functions_of_two[] = {
    {"pow", tw_pow, mpfr_pow},
    {"atan2", tw_atan2, mpfr_atan2},
    {"hypot", tw_hypot, mpfr_hypot},
};

int main(void) {
    enum { N1 = sizeof functions / sizeof *functions };
    enum { N2 = sizeof functions_of_two / sizeof *functions_of_two };
    struct CMUnitTest tests[N1 + N2];
    for (int i = 0; i < N1; i++)
        tests[i] =
            (struct CMUnitTest){functions[i].name, one_argument, NULL, NULL, (void *)&functions[i]};
    for (int i = 0; i < N2; i++)
        tests[N1 + i] = (struct CMUnitTest){functions_of_two[i].name, two_arguments, NULL, NULL,
                                            (void *)&functions_of_two[i]};
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    mpfr_free_cache();
    return failed;
}
