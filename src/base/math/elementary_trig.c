/*
 * sin, cos, tan for every finite double.
 *
 * x = n pi/2 + r with |r| <= pi/4 and r a twofold. For |x| up to 2^20, n pi/2 is subtracted in four
 * parts; three of them have 33 bits, so that their products with n are exact [Cody & Waite 1980].
 * For larger x, x 2/pi mod 4 is computed in integers from those bits of 2/pi that matter for the
 * exponent of x [Payne & Hanek 1983]. No double is nearer to a multiple of pi/2 than 2^-62; both
 * methods give even such an r with more than 60 bits. The leading terms of the series are twofolds;
 * the other terms are below 0.016 times the result.
 */
#include "base/math/elementary.h"

#include "base/math/elementary_dd.h"

/* 2/pi in binary: word j counts units of 2^(-32 (j + 1)) */
static const uint32_t two_over_pi[40] = {
    0xa2f9836eu, 0x4e441529u, 0xfc2757d1u, 0xf534ddc0u, 0xdb629599u, 0x3c439041u, 0xfe5163abu,
    0xdebbc561u, 0xb7246e3au, 0x424dd2e0u, 0x06492eeau, 0x09d1921cu, 0xfe1deb1cu, 0xb129a73eu,
    0xe88235f5u, 0x2ebb4484u, 0xe99c7026u, 0xb45f7e41u, 0x3991d639u, 0x835339f4u, 0x9c845f8bu,
    0xbdf9283bu, 0x1ff897ffu, 0xde05980fu, 0xef2f118bu, 0x5a0a6d1fu, 0x6d367ecfu, 0x27cb09b7u,
    0x4f463f66u, 0x9e5fea2du, 0x7527bac7u, 0xebe5f17bu, 0x3d0739f7u, 0x8a5292eau, 0x6bfb5fb1u,
    0x1f8d5d08u, 0x56033046u, 0xfc7b6babu, 0xf0cfbc20u, 0x9af4361du,
};

enum { WINDOW = 8 }; /* number of words of 2/pi that are multiplied: 256 bits */

/* product, its least significant word first, of m and the WINDOW words of two_over_pi from word j
 * on */
static void multiply(uint64_t m, int j, uint32_t product[WINDOW + 2]) {
    uint64_t lo = m & 0xffffffffu, hi = m >> 32, carry = 0, carry2 = 0;
    product[0] = 0;
    for (int i = 0; i < WINDOW; i++) {
        uint32_t w = two_over_pi[j + WINDOW - 1 - i];
        uint64_t p = lo * w + product[i] + carry;
        product[i] = (uint32_t)p;
        carry = p >> 32;
        p = hi * w + carry2;
        product[i + 1] = (uint32_t)p;
        carry2 = p >> 32;
    }
    uint64_t p = product[WINDOW] + carry;
    product[WINDOW] = (uint32_t)p;
    product[WINDOW + 1] = (uint32_t)(carry2 + (p >> 32));
}

/* the 64 bits of p from bit `from` on, bit 0 the lowest */
static uint64_t bits_at(const uint32_t p[WINDOW + 2], int from) {
    uint64_t r = 0;
    for (int k = 0; k < 3; k++) {
        int word = from / 32 + k, at = 32 * k - from % 32;
        if (word >= WINDOW + 2) break;
        r |= at < 0 ? (uint64_t)p[word] >> -at : at < 64 ? (uint64_t)p[word] << at : 0;
    }
    return r;
}

/* reduction for finite x >= 2^20, as `reduce` */
static unsigned reduce_large(double x, twofold *r) {
    uint64_t u = bits_of(x), f[3];
    int e = (int)(u >> 52) - 1075; /* x = m 2^e with a whole number m */
    uint64_t m = (u & UINT64_C(0x000fffffffffffff)) | UINT64_C(0x0010000000000000);
    /* the words of 2/pi before j give only multiples of 4 quadrants, which do not matter */
    int j = e < 2 ? 0 : (e - 2) / 32;
    int point = 32 * (j + WINDOW) - e; /* number of bits of the product after the binary point */
    uint32_t product[WINDOW + 2];
    multiply(m, j, product);
    unsigned n = (unsigned)bits_at(product, point) & 3u;
    for (int i = 0; i < 3; i++) f[i] = bits_at(product, point - 64 * (i + 1));
    /* a fraction of a quadrant above one half counts as negative, from the next quadrant */
    int negative = f[0] >> 63 != 0;
    if (negative) {
        n = (n + 1) & 3u;
        /* the fraction is negated as a two's complement number, its least significant word first */
        f[2] = ~f[2] + 1;
        f[1] = ~f[1] + (f[2] == 0);
        f[0] = ~f[0] + (f[2] == 0 && f[1] == 0);
    }
    /* shifts the leading 1 to the top bit: at most 62 places, since no double is nearer than 2^-62
     * to a multiple of pi/2 */
    int shift = 0;
    while (shift < 63 && f[0] >> (63 - shift) == 0) shift++;
    if (shift > 0) {
        f[0] = f[0] << shift | f[1] >> (64 - shift);
        f[1] = f[1] << shift | f[2] >> (64 - shift);
    }
    double scale = power_of_two(-64 - shift);
    twofold a = {(double)(f[0] & ~UINT64_C(0x7ff)) * scale,
                 (double)((f[0] & UINT64_C(0x7ff)) << 42 | f[1] >> 22) * scale * 0x1p-42};
    *r = twofold_multiply(a, twofold_half_pi);
    if (negative) *r = (twofold){-r->h, -r->l};
    return n;
}

/* x = n pi/2 + r, |r| <= pi/4; returns n mod 4 */
static unsigned reduce(double x, twofold *r) {
    double a = magnitude(x);
    if (a <= 0x1.921fb54442d18p-1) {
        *r = (twofold){x, 0};
        return 0;
    }
    if (a >= 0x1p20) {
        unsigned n = reduce_large(a, r);
        if (x > 0) return n;
        *r = (twofold){-r->h, -r->l};
        return (4u - n) & 3u;
    }
    double n = nearest_whole(x * 0x1.45f306dc9c883p-1);
    twofold b = two_sum(x - n * 0x1.921fb544p+0, -(n * 0x1.0b4611a6p-34));
    twofold c = two_sum(b.h, -(n * 0x1.3198a2ep-69));
    *r = two_sum(c.h, (b.l + c.l) - n * 0x1.b839a252049c1p-104);
    return (unsigned)(int)n & 3u;
}

/* sin r for |r| up to slightly more than pi/4 */
static twofold sin_series(twofold r) {
    static const twofold sixth = {0x1.5555555555555p-3, 0x1.5555555555555p-57};
    twofold z = two_product(r.h, r.h);
    z.l += 2 * r.h * r.l;
    double x = z.h;
    double p = 1.0 / 6227020800.0 + x * (-1.0 / 1307674368000.0 + x * (1.0 / 355687428096000.0));
    p = 1.0 / 120 + x * (-1.0 / 5040 + x * (1.0 / 362880 + x * (-1.0 / 39916800 + x * p)));
    twofold cube = twofold_multiply(twofold_multiply(z, r), sixth);
    twofold s = ordered_sum(r.h, -cube.h);
    return ordered_sum(s.h, s.l + (r.l - cube.l + x * x * r.h * p));
}

static twofold cos_series(twofold r) {
    twofold z = two_product(r.h, r.h);
    z.l += 2 * r.h * r.l;
    double x = z.h;
    double p =
        1.0 / 479001600 +
        x * (-1.0 / 87178291200.0 + x * (1.0 / 20922789888000.0 + x * (-1.0 / 6402373705728000.0)));
    p = 1.0 / 24 + x * (-1.0 / 720 + x * (1.0 / 40320 + x * (-1.0 / 3628800 + x * p)));
    twofold s = ordered_sum(1, -0.5 * x);
    return ordered_sum(s.h, s.l + (x * x * p - 0.5 * z.l));
}

/* sin(x + quarter pi/2): the sine of x, moved by a number of quarter turns */
static double sin_of_quadrant(double x, unsigned quarter) {
    if (!(magnitude(x) < infinity())) return not_a_number();
    twofold r;
    unsigned n = (reduce(x, &r) + quarter) & 3u;
    twofold s = n & 1u ? cos_series(r) : sin_series(r);
    return n & 2u ? -(s.h + s.l) : s.h + s.l;
}

double tw_sin(double x) {
    if (magnitude(x) < 0x1p-27) return x;
    return sin_of_quadrant(x, 0);
}

double tw_cos(double x) {
    return magnitude(x) < 0x1p-28 ? 1 : sin_of_quadrant(x, 1);
}

double tw_tan(double x) {
    if (!(magnitude(x) < infinity())) return not_a_number();
    if (magnitude(x) < 0x1p-28) return x;
    twofold r;
    unsigned n = reduce(x, &r);
    twofold s = sin_series(r), c = cos_series(r);
    twofold q = n & 1u ? twofold_divide(c, s) : twofold_divide(s, c);
    return n & 1u ? -(q.h + q.l) : q.h + q.l;
}
