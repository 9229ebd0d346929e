/*
 * Numbers of twice the precision, as sums of two doubles, for the elementary functions.
 *
 * A twofold h + l has |l| <= ulp(h) / 2 or a little more. Sums and products of two doubles are
 * exact as twofolds, by two_sum [Knuth, TAOCP 2, 4.2.2] and by Dekker's product, which needs no
 * fused multiply-add and so has the same bits everywhere. Factors must stay below 2^995 and
 * products above 2^-968, so callers scale them.
 */
#ifndef TW_BASE_MATH_ELEMENTARY_DD_H
#define TW_BASE_MATH_ELEMENTARY_DD_H

#include <stdint.h>
#include <string.h>

typedef struct twofold {
    double h, l;
} twofold;

static const twofold twofold_ln2 = {0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56};
static const twofold twofold_pi = {0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53};
static const twofold twofold_half_pi = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54};

static inline uint64_t bits_of(double x) {
    uint64_t u;
    memcpy(&u, &x, sizeof u);
    return u;
}

static inline double from_bits(uint64_t u) {
    double x;
    memcpy(&x, &u, sizeof x);
    return x;
}

/* the only NaN that the elementary functions return; sign and payload of a NaN that the processor
 * makes depend on the order of operands */
static inline double not_a_number(void) {
    return from_bits(UINT64_C(0x7ff8000000000000));
}

static inline double infinity(void) {
    return from_bits(UINT64_C(0x7ff0000000000000));
}

static inline int is_negative(double x) { /* -0 too */
    return (int)(bits_of(x) >> 63);
}

static inline double magnitude(double x) {
    return from_bits(bits_of(x) & UINT64_C(0x7fffffffffffffff));
}

static inline double with_sign_of(double x, double sign) {
    return from_bits((bits_of(x) & UINT64_C(0x7fffffffffffffff)) |
                     (bits_of(sign) & UINT64_C(0x8000000000000000)));
}

/* 2^k for -1022 <= k <= 1023 */
static inline double power_of_two(int k) {
    return from_bits((uint64_t)(k + 1023) << 52);
}

/* the whole number nearest to x, for |x| < 2^51 */
static inline double nearest_whole(double x) {
    return (x + 0x1.8p52) - 0x1.8p52;
}

static inline twofold two_sum(double a, double b) {
    double s = a + b, t = s - a;
    return (twofold){s, (a - (s - t)) + (b - t)};
}

/* sum of a and b, rounded, and its error; requires |a| >= |b| or a = 0 */
static inline twofold ordered_sum(double a, double b) {
    double s = a + b;
    return (twofold){s, b - (s - a)};
}

static inline twofold two_product(double a, double b) {
    double ca = 134217729.0 * a, cb = 134217729.0 * b;
    double ah = ca - (ca - a), al = a - ah;
    double bh = cb - (cb - b), bl = b - bh;
    double p = a * b;
    return (twofold){p, ((ah * bh - p) + ah * bl + al * bh) + al * bl};
}

static inline twofold twofold_add(twofold a, twofold b) {
    twofold s = two_sum(a.h, b.h);
    return ordered_sum(s.h, s.l + (a.l + b.l));
}

static inline twofold twofold_subtract(twofold a, twofold b) {
    return twofold_add(a, (twofold){-b.h, -b.l});
}

static inline twofold twofold_multiply(twofold a, twofold b) {
    twofold p = two_product(a.h, b.h);
    return ordered_sum(p.h, p.l + (a.h * b.l + a.l * b.h));
}

static inline twofold twofold_divide(twofold a, twofold b) {
    double q = a.h / b.h;
    twofold p = two_product(q, b.h);
    return ordered_sum(q, (((a.h - p.h) - p.l) + a.l - q * b.l) / b.h);
}

/* exp(h + l) for |h| <= 746, |l| far below 1; underflow gives 0, overflow infinity */
double tw_exp_twofold(double h, double l);

/* sqrt(a) for a > 0 */
twofold tw_sqrt_twofold(twofold a);

#endif
