/*
 * exp, exp2, expm1, sinh, cosh, tanh.
 *
 * exp(x) = 2^k 2^(j/64) exp(r), x = (64 k + j) ln2/64 + r, |r| <= ln2/128: where the factor
 * 2^(j/64) comes from a table of twofolds and exp(r) from its Taylor series. All terms but the
 * leading part of the table's value are below 0.006 times the result, so their rounding errors are
 * about 2^-60 times the result. expm1 has a series of its own near 0; sinh and tanh follow from
 * expm1, cosh from exp.
 */
#include "base/math/elementary.h"

#include "base/math/elementary_dd.h"

/* 2^(j/64) */
static const twofold exp2_table[64] = {
    {0x1p+0, 0},
    {0x1.02c9a3e778061p+0, -0x1.19083535b085dp-56},
    {0x1.059b0d3158574p+0, 0x1.d73e2a475b465p-55},
    {0x1.0874518759bc8p+0, 0x1.186be4bb284ffp-57},
    {0x1.0b5586cf9890fp+0, 0x1.8a62e4adc610bp-54},
    {0x1.0e3ec32d3d1a2p+0, 0x1.03a1727c57b53p-59},
    {0x1.11301d0125b51p+0, -0x1.6c51039449b3ap-54},
    {0x1.1429aaea92dep+0, -0x1.32fbf9af1369ep-54},
    {0x1.172b83c7d517bp+0, -0x1.19041b9d78a76p-55},
    {0x1.1a35beb6fcb75p+0, 0x1.e5b4c7b4968e4p-55},
    {0x1.1d4873168b9aap+0, 0x1.e016e00a2643cp-54},
    {0x1.2063b88628cd6p+0, 0x1.dc775814a8495p-55},
    {0x1.2387a6e756238p+0, 0x1.9b07eb6c70573p-54},
    {0x1.26b4565e27cddp+0, 0x1.2bd339940e9d9p-55},
    {0x1.29e9df51fdee1p+0, 0x1.612e8afad1255p-55},
    {0x1.2d285a6e4030bp+0, 0x1.0024754db41d5p-54},
    {0x1.306fe0a31b715p+0, 0x1.6f46ad23182e4p-55},
    {0x1.33c08b26416ffp+0, 0x1.32721843659a6p-54},
    {0x1.371a7373aa9cbp+0, -0x1.63aeabf42eae2p-54},
    {0x1.3a7db34e59ff7p+0, -0x1.5e436d661f5e3p-56},
    {0x1.3dea64c123422p+0, 0x1.ada0911f09ebcp-55},
    {0x1.4160a21f72e2ap+0, -0x1.ef3691c309278p-58},
    {0x1.44e086061892dp+0, 0x1.89b7a04ef80dp-59},
    {0x1.486a2b5c13cdp+0, 0x1.3c1a3b69062fp-56},
    {0x1.4bfdad5362a27p+0, 0x1.d4397afec42e2p-56},
    {0x1.4f9b2769d2ca7p+0, -0x1.4b309d25957e3p-54},
    {0x1.5342b569d4f82p+0, -0x1.07abe1db13cadp-55},
    {0x1.56f4736b527dap+0, 0x1.9bb2c011d93adp-54},
    {0x1.5ab07dd485429p+0, 0x1.6324c054647adp-54},
    {0x1.5e76f15ad2148p+0, 0x1.ba6f93080e65ep-54},
    {0x1.6247eb03a5585p+0, -0x1.383c17e40b497p-54},
    {0x1.6623882552225p+0, -0x1.bb60987591c34p-54},
    {0x1.6a09e667f3bcdp+0, -0x1.bdd3413b26456p-54},
    {0x1.6dfb23c651a2fp+0, -0x1.bbe3a683c88abp-57},
    {0x1.71f75e8ec5f74p+0, -0x1.16e4786887a99p-55},
    {0x1.75feb564267c9p+0, -0x1.0245957316dd3p-54},
    {0x1.7a11473eb0187p+0, -0x1.41577ee04992fp-55},
    {0x1.7e2f336cf4e62p+0, 0x1.05d02ba15797ep-56},
    {0x1.82589994cce13p+0, -0x1.d4c1dd41532d8p-54},
    {0x1.868d99b4492edp+0, -0x1.fc6f89bd4f6bap-54},
    {0x1.8ace5422aa0dbp+0, 0x1.6e9f156864b27p-54},
    {0x1.8f1ae99157736p+0, 0x1.5cc13a2e3976cp-55},
    {0x1.93737b0cdc5e5p+0, -0x1.75fc781b57ebcp-57},
    {0x1.97d829fde4e5p+0, -0x1.d185b7c1b85d1p-54},
    {0x1.9c49182a3f09p+0, 0x1.c7c46b071f2bep-56},
    {0x1.a0c667b5de565p+0, -0x1.359495d1cd533p-54},
    {0x1.a5503b23e255dp+0, -0x1.d2f6edb8d41e1p-54},
    {0x1.a9e6b5579fdbfp+0, 0x1.0fac90ef7fd31p-54},
    {0x1.ae89f995ad3adp+0, 0x1.7a1cd345dcc81p-54},
    {0x1.b33a2b84f15fbp+0, -0x1.2805e3084d708p-57},
    {0x1.b7f76f2fb5e47p+0, -0x1.5584f7e54ac3bp-56},
    {0x1.bcc1e904bc1d2p+0, 0x1.23dd07a2d9e84p-55},
    {0x1.c199bdd85529cp+0, 0x1.11065895048ddp-55},
    {0x1.c67f12e57d14bp+0, 0x1.2884dff483cadp-54},
    {0x1.cb720dcef9069p+0, 0x1.503cbd1e949dbp-56},
    {0x1.d072d4a07897cp+0, -0x1.cbc3743797a9cp-54},
    {0x1.d5818dcfba487p+0, 0x1.2ed02d75b3707p-55},
    {0x1.da9e603db3285p+0, 0x1.c2300696db532p-54},
    {0x1.dfc97337b9b5fp+0, -0x1.1a5cd4f184b5cp-54},
    {0x1.e502ee78b3ff6p+0, 0x1.39e8980a9cc8fp-55},
    {0x1.ea4afa2a490dap+0, -0x1.e9c23179c2893p-54},
    {0x1.efa1bee615a27p+0, 0x1.dc7f486a4b6bp-54},
    {0x1.f50765b6e454p+0, 0x1.9d3e12dd8a18bp-54},
    {0x1.fa7c1819e90d8p+0, 0x1.74853f3a5931ep-55},
};

/* 2^(n/64) exp(r) = 2^k (h + l) with 1 <= h < 2, |r| < 0.006 */
static twofold exp_of_parts(int n, double r, int *k) {
    unsigned j = (unsigned)n & 63u;
    twofold t = exp2_table[j];
    *k = (n - (int)j) / 64;
    double tail = r * r * (1.0 / 2 + r * (1.0 / 6 + r * (1.0 / 24 + r * (1.0 / 120 + r / 720))));
    return (twofold){t.h, t.l + t.h * (r + tail)};
}

/* exp(x + l) = 2^k (h + l'), returned as the twofold h + l' and *k */
static twofold exp_parts(double x, double l, int *k) {
    double n = nearest_whole(x * 0x1.71547652b82fep+6);
    /* ln2/64 is subtracted in two parts; the first has 33 bits, so its product with n is exact */
    double r = ((x - n * 0x1.62e42fefp-7) - n * 0x1.473de6af278edp-40) + l;
    return exp_of_parts((int)n, r, k);
}

/* 2^k (a.h + a.l), 1 <= a.h < 2, rounded only once, even if the result is subnormal */
static double scaled(twofold a, int k) {
    double v = a.h + a.l;
    if (k > 1023) return k > 1025 ? infinity() : v * 0x1p1023 * power_of_two(k - 1023);
    if (k > -1022 || (k == -1022 && v >= 1)) return v * power_of_two(k);
    if (k < -1080) return 0;
    /* adding s rounds a.h + a.l at the last bit that a subnormal result has */
    double s = power_of_two(-1022 - k);
    twofold t = two_sum(s, a.h);
    return ((t.h + (t.l + a.l)) - s) * 0x1p-1000 * power_of_two(k + 1000);
}

double tw_exp_twofold(double h, double l) {
    int k;
    twofold e = exp_parts(h, l, &k);
    return scaled(e, k);
}

double tw_exp(double x) {
    if (x != x) return not_a_number();
    if (x > 710) return infinity();
    if (x < -746) return 0;
    return tw_exp_twofold(x, 0);
}

double tw_exp2(double x) {
    if (x != x) return not_a_number();
    if (x >= 1024) return infinity();
    if (x < -1076) return 0;
    double n = nearest_whole(x * 64);
    int k;
    twofold e = exp_of_parts((int)n, (x - n * 0x1p-6) * twofold_ln2.h, &k);
    return scaled(e, k);
}

/* exp(x) - 1 for |x| <= 45, x not tiny */
static twofold expm1_twofold(double x) {
    if (magnitude(x) < 0.25) {
        /* p: sum of all terms of the series but the first two, which are exact; they are below
         * 0.011 times the sum of those two */
        double p = 1.0 / 5040 +
                   x * (1.0 / 40320 +
                        x * (1.0 / 362880 +
                             x * (1.0 / 3628800 + x * (1.0 / 39916800 +
                                                       x * (1.0 / 479001600 + x / 6227020800.0)))));
        p = 1.0 / 6 + x * (1.0 / 24 + x * (1.0 / 120 + x * (1.0 / 720 + x * p)));
        twofold q = two_product(x, x);
        twofold s = ordered_sum(x, q.h / 2);
        return ordered_sum(s.h, s.l + (q.l / 2 + q.h * x * p));
    }
    int k;
    twofold e = exp_parts(x, 0, &k);
    double f = power_of_two(k);
    twofold s = two_sum(e.h * f, -1);
    return ordered_sum(s.h, s.l + e.l * f);
}

double tw_expm1(double x) {
    if (x != x) return not_a_number();
    if (x > 45) return tw_exp(x);
    if (x < -45) return -1;
    if (magnitude(x) < 0x1p-54) return x;
    twofold e = expm1_twofold(x);
    return e.h + e.l;
}

/* with e = exp|x| - 1: sinh = (e + e/(e + 1)) / 2 */
double tw_sinh(double x) {
    if (x != x) return not_a_number();
    double a = magnitude(x), r;
    if (a < 0x1p-28) return x;
    if (a < 45) {
        twofold e = expm1_twofold(a);
        twofold s = twofold_add(e, twofold_divide(e, twofold_add((twofold){1, 0}, e)));
        r = (s.h + s.l) / 2;
    } else if (a > 711) {
        r = infinity();
    } else {
        int k;
        twofold e = exp_parts(a, 0, &k);
        r = scaled(e, k - 1);
    }
    return with_sign_of(r, x);
}

double tw_cosh(double x) {
    if (x != x) return not_a_number();
    double a = magnitude(x);
    if (a > 711) return infinity();
    int k;
    twofold e = exp_parts(a, 0, &k);
    if (a >= 45) return scaled(e, k - 1);
    double f = power_of_two(k);
    e = ordered_sum(e.h * f, e.l * f);
    twofold s = twofold_add(e, twofold_divide((twofold){1, 0}, e));
    return (s.h + s.l) / 2;
}

/* with e = exp(2|x|) - 1: tanh = e / (e + 2) */
double tw_tanh(double x) {
    if (x != x) return not_a_number();
    double a = magnitude(x), r = 1;
    if (a < 0x1p-28) return x;
    if (a < 22) {
        twofold e = expm1_twofold(2 * a);
        twofold q = twofold_divide(e, twofold_add((twofold){2, 0}, e));
        r = q.h + q.l;
    }
    return with_sign_of(r, x);
}
