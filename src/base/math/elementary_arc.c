/*
 * atan, atan2, asin, acos, hypot, cbrt.
 *
 * All inverse functions use one function, atan(y/x), 0 <= y <= x, of twofolds (sums of two doubles,
 * elementary_dd.h). With c = i/16 nearest to y/x, atan(y/x) = atan c + atan((y - c x) / (x + c y)),
 * where atan c comes from a table and the argument of the second term is below 1/32, so that a
 * short series suffices. asin a and acos a are the angle of (sqrt(1 - a^2), a), with the root
 * computed as a twofold.
 */
#include "base/math/elementary.h"

#include "base/math/elementary_dd.h"

#include <math.h>

/* atan(i/16) */
static const twofold atan_table[17] = {
    {0, 0},
    {0x1.ff55bb72cfdeap-5, -0x1.c934d86d23f1dp-60},
    {0x1.fd5ba9aac2f6ep-4, -0x1.cd37686760c17p-59},
    {0x1.7b97b4bce5b02p-3, 0x1.347b0b4f881cap-58},
    {0x1.f5b75f92c80ddp-3, 0x1.8ab6e3cf7afbdp-57},
    {0x1.362773707ebccp-2, -0x1.963a544b672d8p-57},
    {0x1.6f61941e4def1p-2, -0x1.c63aae6f6e918p-56},
    {0x1.a64eec3cc23fdp-2, -0x1.24dec1b50b7ffp-56},
    {0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56},
    {0x1.0657e94db30dp-1, -0x1.d5b495f6349e6p-56},
    {0x1.1e00babdefeb4p-1, -0x1.928df287a668fp-58},
    {0x1.345f01cce37bbp-1, 0x1.1021137c71102p-55},
    {0x1.4978fa3269ee1p-1, 0x1.2419a87f2a458p-56},
    {0x1.5d58987169b18p-1, 0x1.0028e4bc5e7cap-57},
    {0x1.700a7c5784634p-1, -0x1.8c34d25aadef6p-56},
    {0x1.819d0b7158a4dp-1, -0x1.bf76229d3b917p-56},
    {0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55},
};

twofold tw_sqrt_twofold(twofold a) {
    double s = sqrt(a.h);
    twofold q = two_product(s, s);
    return ordered_sum(s, (((a.h - q.h) - q.l) + a.l) / (2 * s));
}

/* angle of (x, y) in the first octant: 0 <= y <= x, x > 0 */
static twofold octant_angle(twofold y, twofold x) {
    int i = (int)(16 * (y.h / x.h) + 0.5);
    double c = i / 16.0;
    if (i > 0) {
        twofold cx = two_product(c, x.h), cy = two_product(c, y.h);
        cx.l += c * x.l;
        cy.l += c * y.l;
        twofold den = twofold_add(x, cy);
        y = twofold_subtract(y, cx);
        x = den;
    }
    twofold t = twofold_divide(y, x);
    double z = t.h * t.h;
    double p = -1.0 / 3 + z * (1.0 / 5 + z * (-1.0 / 7 + z * (1.0 / 9 + z * (-1.0 / 11))));
    t = ordered_sum(t.h, t.l + t.h * z * p);
    return i > 0 ? twofold_add(atan_table[i], t) : t;
}

/* angle of (x, y) in the first quadrant: x, y >= 0, not both 0 */
static twofold quadrant_angle(twofold y, twofold x) {
    if (y.h <= x.h) return octant_angle(y, x);
    return twofold_subtract(twofold_half_pi, octant_angle(x, y));
}

double tw_atan(double x) {
    if (x != x) return not_a_number();
    double a = magnitude(x);
    if (a < 0x1p-27) return x;
    twofold t = a >= 0x1p60 ? twofold_half_pi : quadrant_angle((twofold){a, 0}, (twofold){1, 0});
    return with_sign_of(t.h + t.l, x);
}

/* angle of (x, y), or, if `left`, of (-x, y); x, y > 0 and finite */
static double plane_angle(double y, double x, int left) {
    int ey = (int)(bits_of(y) >> 52), ex = (int)(bits_of(x) >> 52);
    if (ey - ex > 62) return twofold_half_pi.h;
    if (ex - ey > 62) return left ? twofold_pi.h : y / x;
    /* scales both numbers into the middle of the exponent range, where nothing over- or underflows;
     * their quotient stays the same */
    double scale = (ey > ex ? ey : ex) > 1400 ? 0x1p-600 : (ey > ex ? ey : ex) < 600 ? 0x1p600 : 1;
    twofold t = quadrant_angle((twofold){y * scale, 0}, (twofold){x * scale, 0});
    if (left) t = twofold_subtract(twofold_pi, t);
    return t.h + t.l;
}

double tw_atan2(double y, double x) {
    if (x != x || y != y) return not_a_number();
    double a = magnitude(y), b = magnitude(x), r;
    int left = is_negative(x);
    if (a == 0) {
        r = left ? twofold_pi.h : 0;
    } else if (b == 0) {
        r = twofold_half_pi.h;
    } else if (a == infinity() || b == infinity()) {
        if (a == b)
            r = left ? 0x1.2d97c7f3321d2p+1 : 0x1.921fb54442d18p-1;
        else if (a == infinity())
            r = twofold_half_pi.h;
        else
            r = left ? twofold_pi.h : 0;
    } else {
        r = plane_angle(a, b, left);
    }
    return with_sign_of(r, y);
}

/* second leg of a right triangle with hypotenuse 1: sqrt(1 - a^2), 0 <= a < 1 */
static twofold other_leg(double a) {
    return tw_sqrt_twofold(twofold_multiply(two_sum(1, -a), two_sum(1, a)));
}

double tw_asin(double x) {
    double a = magnitude(x);
    if (!(a <= 1)) return not_a_number();
    if (a < 0x1p-27) return x;
    twofold t = a == 1 ? twofold_half_pi : quadrant_angle((twofold){a, 0}, other_leg(a));
    return with_sign_of(t.h + t.l, x);
}

double tw_acos(double x) {
    double a = magnitude(x);
    if (!(a <= 1)) return not_a_number();
    if (x == 1) return 0;
    if (x == -1) return twofold_pi.h;
    if (a < 0x1p-60) return twofold_half_pi.h;
    twofold t = quadrant_angle(other_leg(a), (twofold){a, 0});
    if (x < 0) t = twofold_subtract(twofold_pi, t);
    return t.h + t.l;
}

double tw_hypot(double x, double y) {
    double a = magnitude(x), b = magnitude(y), scale = 1, back = 1;
    if (a == infinity() || b == infinity()) return infinity();
    if (a != a || b != b) return not_a_number();
    if (a < b) {
        double t = a;
        a = b;
        b = t;
    }
    if (b == 0 || b < a * 0x1p-60) return a;
    if (a > 0x1p500) scale = 0x1p-600, back = 0x1p600;
    if (a < 0x1p-300) scale = 0x1p700, back = 0x1p-700;
    a *= scale;
    b *= scale;
    twofold s = tw_sqrt_twofold(twofold_add(two_product(a, a), two_product(b, b)));
    if (back < 1 && s.h < 0x1p-322) {
        /* the result is subnormal: it is rounded only once, at its own last place. Adding 0x1p-322,
         * whose last place is that of subnormal numbers, rounds there */
        twofold t = two_sum(0x1p-322, s.h);
        return ((t.h + (t.l + s.l)) - 0x1p-322) * back;
    }
    return (s.h + s.l) * back;
}

/* x = m 2^(3 k), 1 <= m < 8. The cube root of m begins with a parabola; two steps of Halley's
 * method follow, and one of Newton's, for which the residual m - y^3 is computed as a twofold */
double tw_cbrt(double x) {
    double a = magnitude(x), base = 1;
    if (a != a) return not_a_number();
    if (a == 0 || a == infinity()) return x;
    if (a < 0x1p-1022) {
        a *= 0x1p54;
        base = 0x1p-18;
    }
    uint64_t u = bits_of(a);
    int e = (int)(u >> 52); /* biased exponent of a; its bias 1023 = 3 * 341 */
    int k = e / 3 - 341;
    double m = from_bits((u & UINT64_C(0x000fffffffffffff)) | (uint64_t)(1023 + e % 3) << 52);
    double y = 0.813720703125 + m * (0.236328125 + m * -0.01123046875);
    for (int i = 0; i < 2; i++) {
        double c = y * y * y;
        y *= (c + 2 * m) / (2 * c + m);
    }
    twofold q = two_product(y, y), c = two_product(q.h, y);
    c.l += q.l * y;
    y += ((m - c.h) - c.l) / (3 * q.h);
    return with_sign_of(y * power_of_two(k) * base, x);
}
