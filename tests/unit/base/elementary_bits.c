/*
 * The elementary functions are the same everywhere: one hash over the bits of all results, which
 * every compiler, optimisation level and processor must reproduce; libm's names are these
 * functions, also for Lua's math library; exact and special results.
 */
#include "base/hash.h"
#include "base/math/elementary.h"
#include "base/math/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <lauxlib.h>
#include <lualib.h>
#include <math.h>
#include <string.h>

typedef double (*function1)(double);
typedef double (*function2)(double, double);

/* volatile: the calls reach the functions, no compiler computes them */
static const struct {
    const char *name;
    function1 own;
    volatile function1 libm;
} one[] = {
    {"sin", tw_sin, sin},       {"cos", tw_cos, cos},       {"tan", tw_tan, tan},
    {"asin", tw_asin, asin},    {"acos", tw_acos, acos},    {"atan", tw_atan, atan},
    {"sinh", tw_sinh, sinh},    {"cosh", tw_cosh, cosh},    {"tanh", tw_tanh, tanh},
    {"exp", tw_exp, exp},       {"exp2", tw_exp2, exp2},    {"expm1", tw_expm1, expm1},
    {"log", tw_log, log},       {"log1p", tw_log1p, log1p}, {"log2", tw_log2, log2},
    {"log10", tw_log10, log10}, {"cbrt", tw_cbrt, cbrt},
};
static const struct {
    const char *name;
    function2 own;
    volatile function2 libm;
} two[] = {{"pow", tw_pow, pow}, {"atan2", tw_atan2, atan2}, {"hypot", tw_hypot, hypot}};
enum { ONE = sizeof one / sizeof *one, TWO = sizeof two / sizeof *two };

static uint64_t bits(double x) {
    uint64_t u;
    memcpy(&u, &x, sizeof u);
    return u;
}

/* a third each: any bits at all, NaN too; magnitudes near 1; magnitudes near 100 */
static double argument(tw_random *r, int i) {
    uint64_t u = tw_random_u64(r);
    double x;
    memcpy(&x, &u, sizeof x);
    if (i % 3 == 0) return x;
    x = tw_random_uniform(r);
    return i % 3 == 1 ? 4 * x - 2 : 1000 * x - 500;
}

/* the hash below was the same with gcc 12 and clang 14, without optimisation and with -O3 */
static void same_bits_everywhere(void **state) {
    (void)state;
    tw_random r = tw_random_seed(3);
    tw_hash h = tw_hash_begin();
    for (int i = 0; i < 30000; i++) {
        double x = argument(&r, i), y = argument(&r, i / 3);
        for (int k = 0; k < ONE + TWO; k++) {
            uint64_t u = bits(k < ONE ? one[k].own(x) : two[k - ONE].own(x, y));
            unsigned char byte[8];
            for (int j = 0; j < 8; j++) byte[j] = (unsigned char)(u >> (8 * j));
            h = tw_hash_bytes(h, byte, sizeof byte);
        }
    }
    if (tw_hash_end(h) != UINT64_C(0x838d6a7ad907fe6f))
        fail_msg("the results hash to 0x%016llx", (unsigned long long)tw_hash_end(h));
}

static void libm_names_are_these(void **state) {
    (void)state;
    tw_random r = tw_random_seed(4);
    for (int i = 0; i < 30000; i++) {
        double x = argument(&r, i), y = argument(&r, i / 3);
        for (int k = 0; k < ONE; k++)
            if (bits(one[k].own(x)) != bits(one[k].libm(x)))
                fail_msg("%s(%a) is libm's", one[k].name, x);
        for (int k = 0; k < TWO; k++)
            if (bits(two[k].own(x, y)) != bits(two[k].libm(x, y)))
                fail_msg("%s(%a, %a) is libm's", two[k].name, x, y);
    }
}

static void single_precision_name(void **state) {
    (void)state;
    float (*volatile f)(float) = logf;
    tw_random r = tw_random_seed(6);
    for (int i = 0; i < 100000; i++) {
        float x = (float)(100 * tw_random_uniform(&r));
        assert_true(f(x) == (float)tw_log(x));
    }
}

static double in_lua(lua_State *l, const char *name, double x) {
    lua_getglobal(l, "math");
    lua_getfield(l, -1, name);
    lua_pushnumber(l, x);
    lua_call(l, 1, 1);
    double y = lua_tonumber(l, -1);
    lua_pop(l, 2);
    return y;
}

/* Lua is linked statically, so that its calls arrive here too */
static void lua_uses_them(void **state) {
    (void)state;
    lua_State *l = luaL_newstate();
    assert_non_null(l);
    luaL_openlibs(l);
    tw_random r = tw_random_seed(5);
    for (int i = 0; i < 20000; i++) {
        double x = 400 * tw_random_uniform(&r) - 200, c = x / 200;
        assert_true(bits(in_lua(l, "sin", x)) == bits(tw_sin(x)));
        assert_true(bits(in_lua(l, "cos", x)) == bits(tw_cos(x)));
        assert_true(bits(in_lua(l, "tan", x)) == bits(tw_tan(x)));
        assert_true(bits(in_lua(l, "exp", x)) == bits(tw_exp(x)));
        assert_true(bits(in_lua(l, "log", fabs(x))) == bits(tw_log(fabs(x))));
        assert_true(bits(in_lua(l, "asin", c)) == bits(tw_asin(c)));
        assert_true(bits(in_lua(l, "acos", c)) == bits(tw_acos(c)));
        lua_pushnumber(l, fabs(x));
        lua_pushnumber(l, c);
        lua_arith(l, LUA_OPPOW);
        assert_true(bits(lua_tonumber(l, -1)) == bits(tw_pow(fabs(x), c)));
        lua_pop(l, 1);
    }
    lua_close(l);
}

/* where the true result is a double, it is the result */
static void exact_results(void **state) {
    (void)state;
    for (int k = -1074; k < 1024; k++) {
        assert_true(tw_exp2(k) == ldexp(1, k));
        assert_true(tw_pow(2, k) == ldexp(1, k));
        assert_true(tw_log2(ldexp(1, k)) == k);
    }
    double power = 1;
    for (int k = 0; k <= 22; k++, power *= 10) {
        assert_true(tw_log10(power) == k);
        assert_true(tw_pow(10, k) == power);
    }
    for (int i = -20000; i <= 20000; i++) {
        double x = i;
        assert_true(tw_cbrt(x * x * x) == x);
        assert_true(tw_pow(x, 3) == x * x * x);
        assert_true(tw_pow(x * x, 0.5) == fabs(x));
        assert_true(tw_hypot(3 * x, 4 * x) == fabs(5 * x));
    }
}

/* C17 F.10, case by case; infinities and zeros with their sign */
static void special_results(void **state) {
    (void)state;
    const double inf = INFINITY, nan = NAN;
    const struct {
        double x, y, result;
    } powers[] = {
        {0, -3, inf},       {-0.0, -3, -inf}, {-0.0, -2, inf},     {-0.0, -inf, inf},
        {0, 3, 0},          {-0.0, 3, -0.0},  {-0.0, 2, 0},        {-1, inf, 1},
        {-1, -inf, 1},      {1, nan, 1},      {nan, 0, 1},         {-2, 0.5, nan},
        {0.5, -inf, inf},   {-2, -inf, 0},    {0.5, inf, 0},       {-2, inf, inf},
        {-inf, -3, -0.0},   {-inf, -2.5, 0},  {-inf, 3, -inf},     {-inf, 4, inf},
        {inf, -1, 0},       {inf, 0.5, inf},  {nan, 1, nan},       {2, nan, nan},
        {-8, 1.0 / 3, nan}, {2, 1e300, inf},  {-2, 1e300, inf},    {0.5, 1e300, 0},
        {2, 1e-300, 1},     {-2, 1025, -inf}, {-2, -1075.0, -0.0}, {-2, -1077, -0.0},
        {-1, 3, -1},        {-1, 1e300, 1},
    };
    for (size_t i = 0; i < sizeof powers / sizeof *powers; i++) {
        double got = tw_pow(powers[i].x, powers[i].y), want = powers[i].result;
        if (isnan(want) ? !isnan(got) : got != want || !!signbit(got) != !!signbit(want))
            fail_msg("pow(%g, %g) = %g, not %g", powers[i].x, powers[i].y, got, want);
    }
    assert_true(tw_atan2(0, -0.0) > 3 && tw_atan2(-0.0, -0.0) < -3 && tw_atan2(-0.0, -1) < -3);
    assert_true(signbit(tw_atan2(-0.0, 0)) && !signbit(tw_atan2(0, 0)));
    assert_true(tw_atan2(inf, inf) == tw_atan(1) && tw_atan2(-inf, inf) == -tw_atan(1));
    assert_true(tw_hypot(nan, -inf) == inf && tw_hypot(inf, nan) == inf);
    assert_true(tw_log(0) == -inf && tw_log(-0.0) == -inf && tw_log1p(-1) == -inf);
    assert_true(tw_exp(-inf) == 0 && tw_exp(inf) == inf && tw_expm1(-inf) == -1);
    assert_true(tw_tanh(inf) == 1 && tw_tanh(-inf) == -1 && tw_sinh(-inf) == -inf);
    const double invalid[] = {tw_sin(inf),  tw_cos(-inf), tw_tan(inf),   tw_asin(1.5),
                              tw_acos(-2),  tw_log(-1),   tw_log2(-inf), tw_log10(-1e-320),
                              tw_log1p(-2), tw_sin(-nan), tw_exp(-nan),  tw_hypot(1, -nan)};
    for (size_t i = 0; i < sizeof invalid / sizeof *invalid; i++)
        assert_true(bits(invalid[i]) == UINT64_C(0x7ff8000000000000));
}

/* the double nearest to a multiple of pi/2 [Muller 2016, table 11.1], and far arguments, against
 * values computed to 60 digits */
static void far_angles(void **state) {
    (void)state;
    double near = ldexp(6381956970095103.0, 797);
    assert_true(tw_cos(near) == -4.6871659242546276e-19);
    assert_true(tw_sin(near) == 1);
    assert_true(tw_sin(1e22) == -0.8522008497671888);
    assert_true(tw_cos(1e22) == 0.52321478539513895);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_bits_everywhere),
        cmocka_unit_test(libm_names_are_these),
        cmocka_unit_test(single_precision_name),
        cmocka_unit_test(lua_uses_them),
        cmocka_unit_test(exact_results),
        cmocka_unit_test(special_results),
        cmocka_unit_test(far_angles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
