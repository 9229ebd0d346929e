/*
 * log, log1p, log2, log10, pow.
 *
 * x = 2^k z, 0.707 <= z < 1.414. A factor c from a table makes z c = 1 + r with |r| <= 2^-7; the
 * product is exact, since c has ten bits. Then log x = k ln2 - log c + log(1 + r), all as twofolds:
 * r - r^2/2 exactly, the other terms of the series in double precision. For z near 1 the table has
 * c = 1, log c = 0, so that no leading digits cancel. The relative error is about 2^-67. In pow the
 * error grows by the factor |y log x| < 2^10, which adds a few hundredths of an ulp to the error of
 * rounding.
 */
#include "base/math/elementary.h"

#include "base/math/elementary_dd.h"

/* c, and -log c as a sum: h has at most 42 bits after the binary point, l is the rest. Row i is for
 * z in [1 + i/128, 1 + (i + 1)/128); from row 53 on, where z > sqrt 2, the row is for 2 z with z in
 * [0.707, 1) */
static const struct {
    double c, h, l;
} log_table[128] = {
    {0x1p+0, 0, 0},
    {0x1.fap-1, 0x1.82448a388p-7, 0x1.4554412c584ep-44},
    {0x1.f6p-1, 0x1.432a92598p-6, 0x1.98139928637fep-47},
    {0x1.f2p-1, 0x1.c63d2ec15p-6, -0x1.5439ce030a687p-44},
    {0x1.efp-1, 0x1.149e3e4008p-5, -0x1.2b98a9a4168fdp-44},
    {0x1.ebp-1, 0x1.5715c4c04p-5, -0x1.8888ddfc47628p-44},
    {0x1.e7p-1, 0x1.9a187b574p-5, -0x1.0c22e4ec4d90dp-44},
    {0x1.e4p-1, 0x1.ccb73cddd8p-5, 0x1.965c36e09f5fep-44},
    {0x1.ep-1, 0x1.08598b59e4p-4, -0x1.7e5dd7009902cp-46},
    {0x1.ddp-1, 0x1.2207b5c784p-4, 0x1.49d8cfc10c7bfp-44},
    {0x1.d9p-1, 0x1.4485e03dbcp-4, 0x1.fad46e8d26ab7p-44},
    {0x1.d6p-1, 0x1.5e95a4d978p-4, 0x1.1cb7ce1d17171p-44},
    {0x1.d2p-1, 0x1.8197e2f41p-4, -0x1.c0fe460d20041p-44},
    {0x1.cfp-1, 0x1.9c0c32d4d4p-4, -0x1.ab7c09e838668p-44},
    {0x1.ccp-1, 0x1.b6ac88dad4p-4, 0x1.b1bdff50225c7p-44},
    {0x1.c9p-1, 0x1.d179788218p-4, 0x1.36433b5efbeedp-44},
    {0x1.c6p-1, 0x1.ec739830ap-4, 0x1.11fcba80cdd1p-44},
    {0x1.c2p-1, 0x1.08598b59e4p-3, -0x1.7e5dd7009902cp-45},
    {0x1.bfp-1, 0x1.160c8024b2p-3, 0x1.ec2d2a9009e3dp-45},
    {0x1.bcp-1, 0x1.23d712a49cp-3, 0x1.00d238fd3df5cp-46},
    {0x1.b9p-1, 0x1.31b994d3a4p-3, 0x1.f098ee3a5081p-44},
    {0x1.b6p-1, 0x1.3fb45a5992p-3, 0x1.19713c0cae559p-44},
    {0x1.b3p-1, 0x1.4dc7b897bcp-3, 0x1.c79b60ae1ff0fp-47},
    {0x1.b1p-1, 0x1.5737cc9018p-3, 0x1.9baa7a6b887f6p-44},
    {0x1.aep-1, 0x1.6574ebe8c2p-3, -0x1.98c1d34f0f462p-44},
    {0x1.abp-1, 0x1.73cb9074fep-3, -0x1.d66a90d0005a6p-44},
    {0x1.a8p-1, 0x1.823c16551ap-3, 0x1.e0ddb9a631e83p-46},
    {0x1.a5p-1, 0x1.90c6db9fccp-3, -0x1.935f57718d7cap-46},
    {0x1.a3p-1, 0x1.9a8778debap-3, 0x1.470fa3efec39p-44},
    {0x1.ap-1, 0x1.a93ed3c8aep-3, -0x1.8724350562169p-45},
    {0x1.9dp-1, 0x1.b811730b82p-3, 0x1.e90683b9cd768p-46},
    {0x1.9bp-1, 0x1.c2028ab18p-3, -0x1.92e0ee55c7ac6p-45},
    {0x1.98p-1, 0x1.d1037f2656p-3, -0x1.84a7e75b6f6e4p-47},
    {0x1.96p-1, 0x1.db13db0d48p-3, 0x1.2806a847527e6p-44},
    {0x1.93p-1, 0x1.ea4449f04ap-3, 0x1.5e91663732a36p-44},
    {0x1.91p-1, 0x1.f474b134ep-3, -0x1.bae49f1df7b5ep-44},
    {0x1.8ep-1, 0x1.01eae5626cp-2, 0x1.a43dcfade85aep-44},
    {0x1.8cp-1, 0x1.07138604d6p-2, -0x1.e76324e912b17p-44},
    {0x1.8ap-1, 0x1.0c42d67616p-2, 0x1.7188b163ceae9p-45},
    {0x1.87p-1, 0x1.14167ef367p-2, 0x1.e0c07824daaf5p-44},
    {0x1.85p-1, 0x1.1956d3b9bcp-2, 0x1.7d2f73ad1aa14p-45},
    {0x1.83p-1, 0x1.1e9e16788ap-2, -0x1.82eaed3c8b65ep-44},
    {0x1.8p-1, 0x1.269621134ep-2, -0x1.1b61f10522625p-44},
    {0x1.7ep-1, 0x1.2bef07cdc9p-2, 0x1.a9cfa4a5004f4p-45},
    {0x1.7cp-1, 0x1.314f1e1d36p-2, -0x1.8e27ad3213cb8p-45},
    {0x1.7ap-1, 0x1.36b6776be1p-2, 0x1.16ecdb0f177c8p-46},
    {0x1.78p-1, 0x1.3c25277333p-2, 0x1.83b54b606bd5cp-46},
    {0x1.75p-1, 0x1.44591e053ap-2, -0x1.6e95892923d88p-47},
    {0x1.73p-1, 0x1.49da7f3bccp-2, 0x1.07b334daf4b9ap-44},
    {0x1.71p-1, 0x1.4f637ebbaap-2, -0x1.fc158cb3124b9p-44},
    {0x1.6fp-1, 0x1.54f431b7bep-2, 0x1.a8954c0910952p-46},
    {0x1.6dp-1, 0x1.5a8cadbbeep-2, -0x1.7c79b0af7ecf8p-48},
    {0x1.6bp-1, 0x1.602d08af09p-2, 0x1.ebe9176df3f65p-46},
    {0x1.69p+0, -0x1.5ff3070a79p-2, -0x1.e9e439f105039p-45},
    {0x1.67p+0, -0x1.5a42ab0f4dp-2, 0x1.e63af2df7ba69p-50},
    {0x1.65p+0, -0x1.548a2c3addp-2, -0x1.3167e63081cf7p-45},
    {0x1.63p+0, -0x1.4ec97326p-2, -0x1.34d7aaf04d104p-45},
    {0x1.618p+0, -0x1.4a7373cedp-2, 0x1.9a234ebf35449p-44},
    {0x1.5f8p+0, -0x1.44a41b463cp-2, -0x1.1ee28f37cf612p-44},
    {0x1.5d8p+0, -0x1.3ecc460ef6p-2, 0x1.6028627c1300fp-47},
    {0x1.5b8p+0, -0x1.38ebdb38edp-2, -0x1.90582e67d4cap-45},
    {0x1.5ap+0, -0x1.347dd9a988p-2, 0x1.5594dd4c58092p-45},
    {0x1.58p+0, -0x1.2e8e2bae12p-2, 0x1.67b1e99b72bd8p-45},
    {0x1.56p+0, -0x1.2895a13de8p-2, -0x1.a8d7ad24c13fp-44},
    {0x1.548p+0, -0x1.241558bfd1p-2, -0x1.00fff3228fcadp-44},
    {0x1.528p+0, -0x1.1e0d0c3371p-2, -0x1.af8f2a9b0d4ap-44},
    {0x1.51p+0, -0x1.1980d2dd42p-2, -0x1.b7b3a7a361c9ap-45},
    {0x1.4fp+0, -0x1.136870293bp-2, 0x1.d3e8499d67123p-44},
    {0x1.4d8p+0, -0x1.0ed005f658p-2, 0x1.2dc75285aa803p-45},
    {0x1.4cp+0, -0x1.0a324e2739p-2, -0x1.c6bee7ef4030ep-47},
    {0x1.4ap+0, -0x1.0402594b4dp-2, -0x1.036b89ef42d7fp-48},
    {0x1.488p+0, -0x1.feb0233e6p-3, -0x1.f316e32d5e8c7p-45},
    {0x1.47p+0, -0x1.f550a564b8p-3, 0x1.323e3a09202fep-45},
    {0x1.45p+0, -0x1.e8c0252aa6p-3, 0x1.6805b80e8e6ffp-45},
    {0x1.438p+0, -0x1.df46c0c722p-3, -0x1.a5e82b0b79039p-44},
    {0x1.42p+0, -0x1.d5c216b4fcp-3, 0x1.1ba91bbca681bp-45},
    {0x1.408p+0, -0x1.cc320c0176p-3, -0x1.409039a653794p-45},
    {0x1.3fp+0, -0x1.c2968558c2p-3, 0x1.cfd73dee38a4p-45},
    {0x1.3d8p+0, -0x1.b8ef67042p-3, -0x1.87533321788ep-44},
    {0x1.3cp+0, -0x1.af3c94e80cp-3, 0x1.a4e633fcd9066p-52},
    {0x1.3a8p+0, -0x1.a57df28244p-3, -0x1.b99c8ca1d9abbp-44},
    {0x1.39p+0, -0x1.9bb362e7ep-3, 0x1.1f2a8a1ce0ffcp-45},
    {0x1.378p+0, -0x1.91dcc8c34p-3, -0x1.7bc6abddeff46p-44},
    {0x1.36p+0, -0x1.87fa06520cp-3, -0x1.22120401202fcp-44},
    {0x1.348p+0, -0x1.7e0afd630cp-3, -0x1.39e7c1d8f1034p-46},
    {0x1.33p+0, -0x1.740f8f5404p-3, 0x1.0b66c99018aa1p-44},
    {0x1.318p+0, -0x1.6a079d0f7ap-3, -0x1.5a3f8448d14f5p-44},
    {0x1.3p+0, -0x1.5ff3070a7ap-3, 0x1.8586f183bebf2p-44},
    {0x1.2e8p+0, -0x1.55d1ad4232p-3, -0x1.add94dda647e8p-44},
    {0x1.2d8p+0, -0x1.4f099f4a24p-3, 0x1.e9bf2fafeaf27p-44},
    {0x1.2cp+0, -0x1.44d2b6ccb8p-3, 0x1.70cc16135783cp-46},
    {0x1.2a8p+0, -0x1.3a8eb2d31ap-3, -0x1.bafb77d5d503ep-46},
    {0x1.29p+0, -0x1.303d718e48p-3, 0x1.680b5ce3ecb05p-50},
    {0x1.28p+0, -0x1.29552f82p-3, 0x1.5b967f4471dfcp-44},
    {0x1.268p+0, -0x1.1eed90e2dcp-3, -0x1.615637097648fp-46},
    {0x1.25p+0, -0x1.1478584674p-3, -0x1.563451027c75p-46},
    {0x1.24p+0, -0x1.0d77e7cd08p-3, -0x1.cb2cd2ee2f482p-44},
    {0x1.228p+0, -0x1.02ebb42bf4p-3, 0x1.5a8fa5ce00e5dp-46},
    {0x1.218p+0, -0x1.f7b79fec38p-4, 0x1.10987e897ed01p-47},
    {0x1.2p+0, -0x1.e27076e2bp-4, 0x1.a342c2af0003cp-45},
    {0x1.1fp+0, -0x1.d4313d66ccp-4, 0x1.9454379135713p-45},
    {0x1.1d8p+0, -0x1.beba818148p-4, 0x1.89b78b6df1f57p-44},
    {0x1.1c8p+0, -0x1.b05b49bee4p-4, -0x1.ff22c18f84a5ep-47},
    {0x1.1bp+0, -0x1.9ab4246204p-4, 0x1.8a64826787061p-45},
    {0x1.1ap+0, -0x1.8c345d6318p-4, -0x1.b20f5acb42a66p-44},
    {0x1.188p+0, -0x1.765bf23a6cp-4, 0x1.ecbc035c4256ap-48},
    {0x1.178p+0, -0x1.67bb0726ecp-4, -0x1.f724b69ef5912p-49},
    {0x1.168p+0, -0x1.590cafdfp-4, -0x1.c284f5722abaap-44},
    {0x1.15p+0, -0x1.42edcbea64p-4, -0x1.bc0eeea7c9acdp-46},
    {0x1.14p+0, -0x1.341d7961bcp-4, -0x1.1d0929983761p-44},
    {0x1.13p+0, -0x1.253f62f0ap-4, -0x1.416f8fb69a701p-44},
    {0x1.118p+0, -0x1.0ed839b554p-4, 0x1.901f46d48abb4p-44},
    {0x1.108p+0, -0x1.ffae9119b8p-5, -0x1.303374262c554p-45},
    {0x1.0f8p+0, -0x1.e19070c278p-5, 0x1.fea4664629e86p-45},
    {0x1.0e8p+0, -0x1.c355dd092p-5, -0x1.f2ccc9abf8388p-45},
    {0x1.0dp+0, -0x1.95c830ec9p-5, 0x1.c148297c5feb8p-45},
    {0x1.0cp+0, -0x1.77458f633p-5, 0x1.181dce586af09p-44},
    {0x1.0bp+0, -0x1.58a5bafc9p-5, 0x1.b2b739570ad39p-45},
    {0x1.0ap+0, -0x1.39e87b9fe8p-5, -0x1.eafd480ad9015p-44},
    {0x1.09p+0, -0x1.1b0d98924p-5, 0x1.3401e9ae889bbp-44},
    {0x1.078p+0, -0x1.d91a66c54p-6, -0x1.e61f1658cfb9ap-45},
    {0x1.068p+0, -0x1.9ace7551dp-6, 0x1.d75d97ec7c41p-45},
    {0x1.058p+0, -0x1.5c45a51b9p-6, 0x1.63bb6216d87d8p-45},
    {0x1.048p+0, -0x1.1d7f7eb9fp-6, 0x1.4193a83fcc7a6p-46},
    {0x1.038p+0, -0x1.bcf712c74p-7, -0x1.c25e097bd9771p-46},
    {0x1.028p+0, -0x1.3e7295d26p-7, 0x1.609c1ff29a114p-45},
    {0x1.018p+0, -0x1.7ee11ebd8p-8, -0x1.749d3c2d23a07p-47},
    {0x1p+0, 0, 0},
};

/* log(1 + r), |r| <= 2^-7 */
static twofold log1p_series(twofold r) {
    double x = r.h;
    double p = 1.0 / 7 + x * (-1.0 / 8 + x * (1.0 / 9 + x * (-1.0 / 10)));
    p = 1.0 / 3 + x * (-1.0 / 4 + x * (1.0 / 5 + x * (-1.0 / 6 + x * p)));
    twofold q = two_product(x, x);
    twofold s = ordered_sum(x, -0.5 * q.h);
    s.l += r.l - 0.5 * q.l - x * r.l;
    twofold t = ordered_sum(s.h, q.h * x * p);
    return ordered_sum(t.h, t.l + s.l);
}

/* log(x + l) = k ln2 + a + b: a is the leading part of the table's logarithm, b is returned; x > 0
 * finite, |l| below the last bit of x, l = 0 when x is subnormal */
static twofold log_parts(double x, double l, int *k, double *a) {
    int e = 0;
    if (x < 0x1p-1022) {
        x *= 0x1p54;
        e = -54;
    }
    uint64_t u = bits_of(x);
    unsigned i = (unsigned)(u >> 45) & 127u;
    int up = i >= 53;
    int shift = (int)(u >> 52) - 1023 + up;
    uint64_t zu = (u & UINT64_C(0x000fffffffffffff)) | ((uint64_t)(1023 - up) << 52);
    *k = e + shift;
    *a = log_table[i].h;
    double c = log_table[i].c;
    /* z = zh + zl; both parts have so few bits that their products with c are exact */
    double zh = from_bits(zu & ~UINT64_C(0x7ffffff)), zl = from_bits(zu) - zh;
    twofold r = two_sum(zh * c - 1, zl * c);
    if (l != 0 && shift < 1000) {
        twofold s = two_sum(r.h, l * power_of_two(-shift) * c);
        r = ordered_sum(s.h, s.l + r.l);
    }
    twofold b = log1p_series(r);
    if (c == 1) return b;
    /* if c is not 1, z is far from 1, and the low part of the table's logarithm is a small
     * correction */
    return (twofold){b.h, b.l + log_table[i].l};
}

static twofold log_twofold(double x, double l) {
    int k;
    double a;
    twofold b = log_parts(x, l, &k, &a);
    /* ln2 in two parts: the first has 41 bits, so that k times it, plus a, is exact */
    twofold s = two_sum(k * 0x1.62e42fefa3p-1 + a, b.h);
    return ordered_sum(s.h, s.l + (b.l + k * 0x1.3de6af278ece6p-42));
}

/* handles zero, negative, infinite and NaN x: returns 1 and sets *result; 0: x is ordinary */
static int log_special(double x, double *result) {
    if (x > 0 && x < infinity()) return 0;
    if (x == 0)
        *result = -infinity();
    else
        *result = x > 0 ? x : not_a_number();
    return 1;
}

double tw_log(double x) {
    double special;
    if (log_special(x, &special)) return special;
    twofold s = log_twofold(x, 0);
    return s.h + s.l;
}

double tw_log1p(double x) {
    double special;
    if (magnitude(x) < 0x1p-54) return x;
    if (log_special(1 + x, &special)) return x == -1 ? -infinity() : special;
    twofold y = two_sum(1, x);
    twofold s = log_twofold(y.h, y.l);
    return s.h + s.l;
}

double tw_log2(double x) {
    double special;
    if (log_special(x, &special)) return special;
    static const twofold per_ln2 = {0x1.71547652b82fep+0, 0x1.777d0ffda0d24p-56};
    int k;
    double a;
    twofold b = log_parts(x, 0, &k, &a);
    twofold s = two_sum(a, b.h);
    s = twofold_multiply(ordered_sum(s.h, s.l + b.l), per_ln2);
    twofold t = two_sum(k, s.h);
    return t.h + (t.l + s.l);
}

double tw_log10(double x) {
    double special;
    if (log_special(x, &special)) return special;
    static const twofold per_ln10 = {0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57};
    twofold s = twofold_multiply(log_twofold(x, 0), per_ln10);
    return s.h + s.l;
}

/* is y a whole number? 0: no; 1: odd; 2: even */
static int parity(double y) {
    double a = magnitude(y);
    if (a >= 0x1p53) return 2;
    if (a < 1) return a == 0 ? 2 : 0;
    uint64_t n = (uint64_t)a;
    if ((double)n != a) return 0;
    return n & 1 ? 1 : 2;
}

/* pow(x, y) [C17 F.10.4.4] if x is 0 or infinite, or y is infinite; no NaN, y != 0, x != 1 */
static double pow_of_extremes(double x, double y) {
    double a = magnitude(x);
    if (magnitude(y) == infinity() && a == 1) return 1;
    double r = (a > 1) == (y > 0) ? infinity() : 0;
    return is_negative(x) && magnitude(y) != infinity() && parity(y) == 1 ? -r : r;
}

double tw_pow(double x, double y) {
    if (y == 0 || x == 1) return 1;
    if (x != x || y != y) return not_a_number();
    double a = magnitude(x), b = magnitude(y), sign = 1;
    if (a == 0 || a == infinity() || b == infinity()) return pow_of_extremes(x, y);
    if (x < 0) {
        int p = parity(y);
        if (p == 0) return not_a_number();
        if (p == 1) sign = -1;
    }
    if (a == 1) return sign;
    /* very large and very small |y| are handled first, so that the product below neither overflows
     * nor loses bits */
    if (b > 0x1p70) return (a > 1) == (y > 0) ? infinity() : 0;
    if (b < 0x1p-70) return 1;
    twofold s = log_twofold(a, 0), p = two_product(s.h, y);
    if (p.h > 710) return sign * infinity();
    if (p.h < -746) return sign * 0.0;
    return sign * tw_exp_twofold(p.h, p.l + s.l * y);
}
