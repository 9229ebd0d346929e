/*
 * The first root of a quartic in an interval, for the rings.
 *
 * No formula: between the roots of its derivative a polynomial is monotone, so the roots of f''
 * (a quadratic) isolate those of f', and these isolate those of f. Each isolated root is found by
 * Newton's method that falls back to halving its bracket. Every lane stops by itself, so its bits
 * do not depend on its neighbours.
 */
#ifndef TW_SHAPE_QUARTIC_H
#define TW_SHAPE_QUARTIC_H

#include "shape/lanes.h"

typedef struct tw_quartic {
    dv c[5]; /* c[0] + c[1] t + ... + c[4] t^4 */
} tw_quartic;

static inline dv tw_quartic_at(const tw_quartic *f, dv t) {
    return (((f->c[4] * t + f->c[3]) * t + f->c[2]) * t + f->c[1]) * t + f->c[0];
}

static inline dv tw_quartic_slope(const tw_quartic *f, dv t) {
    return ((dv_all(4) * f->c[4] * t + dv_all(3) * f->c[3]) * t + dv_all(2) * f->c[2]) * t +
           f->c[1];
}

static inline dv tw_quartic_bend(const tw_quartic *f, dv t) {
    return (dv_all(12) * f->c[4] * t + dv_all(6) * f->c[3]) * t + dv_all(2) * f->c[2];
}

/* the root of f (order 0) or f' (order 1) in [a, b], where `want` says that the sign changes;
 * other lanes give b */
static inline dv tw_quartic_root(const tw_quartic *f, int order, dv a, dv b, lv want) {
    dv half = dv_all(0.5), eps = dv_all(order ? 1e-10 : 1e-14), x = half * (a + b);
    dv fa = order ? tw_quartic_slope(f, a) : tw_quartic_at(f, a);
    dv size = b - a;
    lv open = want, rises = fa < dv_all(0);
    for (int i = 0; i < 60 && lv_any(open); i++) {
        dv y = order ? tw_quartic_slope(f, x) : tw_quartic_at(f, x);
        dv s = order ? tw_quartic_bend(f, x) : tw_quartic_slope(f, x);
        lv before = (y < dv_all(0)) == rises; /* the root lies after x */
        a = dv_select(open & before, x, a);
        b = dv_select(open & ~before, x, b);
        dv next = x - y / dv_select(s == dv_all(0), dv_all(1e-300), s);
        next = dv_select((next > a) & (next < b), next, half * (a + b));
        dv step = next - x;
        x = dv_select(open, next, x);
        open &= dv_max(step, -step) > eps * size;
    }
    return dv_select(want, x, b);
}

/* the first t in [lo, hi] with f(t) = 0; infinity when there is none or the lane is not wanted */
static inline dv tw_quartic_first(const tw_quartic *f, dv lo, dv hi, lv want) {
    dv zero = dv_all(0), inf = dv_all(INFINITY);
    /* f'' / 2 = 6 c4 t^2 + 3 c3 t + c2 */
    dv A = dv_all(6) * f->c[4], B = dv_all(1.5) * f->c[3], C = f->c[2];
    dv root = dv_sqrt(dv_max(B * B - A * C, zero));
    dv at[5], slope[5];
    at[0] = lo;
    at[1] = dv_min(dv_max((-B - root) / A, lo), hi);
    at[2] = dv_min(dv_max((-B + root) / A, lo), hi);
    at[3] = hi;
    for (int i = 0; i < 4; i++) slope[i] = tw_quartic_slope(f, at[i]);
    /* lo, the stationary points, hi */
    dv knot[5] = {lo, lo, lo, lo, hi};
    for (int i = 0; i < 3; i++) {
        lv change = want & ((slope[i] < zero) != (slope[i + 1] < zero));
        knot[i + 1] = lv_any(change) ? tw_quartic_root(f, 1, at[i], at[i + 1], change) : at[i + 1];
    }
    dv value = tw_quartic_at(f, lo), t = inf;
    lv open = want;
    dv a = lo, b = lo;
    lv found = want & ~want;
    for (int i = 1; i <= 4; i++) {
        dv v = tw_quartic_at(f, knot[i]);
        lv change = open & ((value < zero) != (v < zero));
        a = dv_select(change, knot[i - 1], a);
        b = dv_select(change, knot[i], b);
        found |= change;
        open &= ~change;
        value = v;
    }
    if (lv_any(found)) t = dv_select(found, tw_quartic_root(f, 0, a, b, found), inf);
    return t;
}

/* the ring of radius R and wire r about the origin, axis z, along o + t d (|d| = 1):
 * (p.p + R^2 - r^2)^2 - 4 R^2 (x^2 + y^2) */
static inline tw_quartic tw_quartic_ring(const dv o[3], const dv d[3], dv R, dv r) {
    dv four = dv_all(4) * R * R, two = dv_all(2);
    dv m = o[0] * d[0] + o[1] * d[1] + o[2] * d[2];
    dv n = o[0] * o[0] + o[1] * o[1] + o[2] * o[2] + (R - r) * (R + r);
    dv g = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
    dv u = d[0] * d[0] + d[1] * d[1], w = o[0] * d[0] + o[1] * d[1];
    dv q = o[0] * o[0] + o[1] * o[1];
    return (tw_quartic){{n * n - four * q, dv_all(4) * m * n - two * four * w,
                         dv_all(4) * m * m + two * g * n - four * u, dv_all(4) * g * m, g * g}};
}

#endif
