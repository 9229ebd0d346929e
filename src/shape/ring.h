/*
 * First intersection of rays with a ring (torus): all points within r of a circle of radius R about
 * the origin, with the axis z.
 *
 * Along a ray with |d| = 1, and rho(t) = sqrt(x^2 + y^2) the distance from the axis, the ring is
 * where F is negative:
 *
 *     F(t) = (rho - R)^2 + z^2 - r^2 = t^2 + b t + c - 2 R rho,  b and c constant,
 *     F''(t) = 2 - 2 R m^2 u / rho^3,  m: the least rho, u = dx^2 + dy^2.
 *
 * F is concave where rho^3 < R u m^2, an interval about the point nearest to the axis, and convex
 * before and after it. In a convex piece that begins outside the ring, Newton's method from the
 * piece's beginning moves toward the first root without ever passing it; if it turns back or leaves
 * the piece, there is no root. A concave piece that begins outside has a root only if it ends
 * inside; then Newton's method from its end comes back to the root. So the sign of F at the end of
 * the concave piece decides: if F is negative there, the root is before that end, otherwise it can
 * only be after it. For rays that begin inside, the same holds with -F. In this form F suffers no
 * cancellation, and every lane stops by itself.
 *
 * F'' <= 2 gives two more tests. After a step h in a convex piece, the root, if there is one, is at
 * most h^2 / |F'| away as long as h is a small part of |F'|; 1.5 times that holds even if |F'| is
 * only a few h. This saves most lanes a step. And ahead of x, F(t) <= F + F' (t - x) + (t - x)^2:
 * where this bound becomes negative the ray does meet the ring, and shadows need no more. (F is
 * rounded to about 1e-7 R r: if r is less than R / 1000, one ray in a thousand that grazes the ring
 * counts as a hit.)
 */
#ifndef TW_SHAPE_RING_H
#define TW_SHAPE_RING_H

#include "shape/lanes.h"

enum { TW_RING_STEPS = 40 };

typedef struct tw_ring_ray {
    fv3 o, d;
    fv R, rr; /* rr: r^2 */
    fv sign;  /* 1: the ray starts outside the ring; -1: inside */
    fv tiny;  /* a Newton step shorter than this has reached the root */
    /* distance from the root, bounded by means of F'', with which Newton's method may stop */
    fv rest;
} tw_ring_ray;

/* at one place of the ray: f: F times `sign`, which is positive at the ray's start; slope: F' times
 * `sign` and rho; rho: the distance from the axis */
typedef struct tw_ring_value {
    fv f, slope, rho;
} tw_ring_value;

static inline tw_ring_value tw_ring_at(const tw_ring_ray *a, fv t) {
    fv x = a->o.x + t * a->d.x, y = a->o.y + t * a->d.y, z = a->o.z + t * a->d.z;
    /* rho is at least 1e-18, so that a place on the axis causes no division by zero; any direction
     * from the axis serves there */
    fv rho = fv_max(fv_sqrt(x * x + y * y), fv_all(1e-18f)), out = rho - a->R;
    fv w = x * a->d.x + y * a->d.y, two = fv_all(2) * a->sign;
    return (tw_ring_value){a->sign * (out * out + z * z - a->rr),
                           two * (out * w + z * a->d.z * rho), rho};
}

/* Newton's method from `start`, for the lanes `on`. v: F at `start`. Lanes with v.f < 0 search
 * backward in a concave piece, down to `before`; the others search forward in a convex one, up to
 * `behind`. Lanes that find a root get it in *t and are removed from *on. any: instead of a root,
 * *t may be a place that proves a root ahead */
static inline void tw_ring_newton(const tw_ring_ray *a, tw_ring_value v, fv before, fv start,
                                  fv behind, bool any, iv *on, fv *t) {
    fv x = start, zero = fv_all(0), half = fv_all(0.5f);
    iv back = v.f < zero, bent = ~back & (a->sign > zero);
    fv lo = fv_select(back, before, start), hi = fv_select(back, start, behind);
    iv open = *on & (lo < hi), found = iv_all(0);
    if (any) {
        found = open & back;
        x = fv_select(found, lo, x);
    }
    for (int i = 0;; i++) {
        /* at the root, or rounding has carried it past the root */
        found |= open & ~back & (v.f <= zero);
        iv down = v.slope < zero;
        if (any) {
            fv far = fv_min(-half * v.slope, (hi - x) * v.rho);
            found |= open & bent & down & (v.f * v.rho * v.rho + far * (v.slope + far) < zero);
        }
        open &= ~found & down;
        fv step = -v.f * v.rho / fv_select(open, v.slope, fv_all(-1));
        fv y = x + step, rest = fv_all(1.5f) * step * step * v.rho;
        open &= (y >= lo) & (y <= hi);
        x = fv_select(open, y, x);
        found |= open & ((fv_abs(step) <= a->tiny) | (bent & (rest <= -a->rest * v.slope)));
        open &= ~found;
        *t = fv_select(found, x, *t);
        *on &= ~found;
        if (i == TW_RING_STEPS || !iv_any(open)) break;
        found = iv_all(0);
        v = tw_ring_at(a, x);
    }
    *t = fv_select(open, x, *t);
    *on &= ~open;
}

/* approximate cube root of a >= 0 */
static inline fv tw_ring_cbrt(fv a) {
    a = fv_max(a, fv_all(1e-30f));
    iv bits = iv_from(fv_from_iv((iv)a) * fv_all(1.0f / 3)) + iv_all(709921077);
    fv x = (fv)bits,
       /* xxx: cube of the first guess x, which is good to a few percent; one step of Halley's
        * method follows */
        xxx = x * x * x;
    return x * ((xxx + a + a) / (xxx + xxx + a));
}

/* first t in [lo, hi] at which the ray meets the ring's surface, for the lanes `want`; INFINITY:
 * none. any: if there is one, the result may be any t in [lo, hi] up to it. |o| must not be large
 * compared with R */
static inline fv tw_ring_first(fv3 o, fv3 d, fv R, fv r, fv lo, fv hi, iv want, bool any) {
    fv one = fv_all(1), zero = fv_all(0), t = fv_all(INFINITY);
    fv tiny = fv_all(1e-6f) * (R + r);
    tw_ring_ray a = {o, d, R, r * r, one, tiny, fv_min(tiny, fv_all(1e-4f) * r)};
    tw_ring_value v = tw_ring_at(&a, lo);
    fv u = fv_max(d.x * d.x + d.y * d.y, fv_all(1e-12f)), w = o.x * d.x + o.y * d.y;
    fv across = o.x * d.y - o.y * d.x, umm = across * across; /* u m^2 */
    fv bend = tw_ring_cbrt(R * umm), inv = one / u;
    fv half = fv_root((bend * bend - umm * inv) * inv), near = -w * inv;
    fv t1 = fv_min(fv_max(near - half, lo), hi), t2 = fv_min(fv_max(near + half, lo), hi);
    iv inside = v.f < zero, on = want;
    if (iv_any(want & inside)) {
        a.sign = fv_select(inside, -one, one);
        fv from = fv_select(inside, t1, lo);
        v = tw_ring_at(&a, from);
        tw_ring_newton(&a, v, lo, from, fv_select(inside, t2, t1), any, &on, &t);
    } else {
        tw_ring_newton(&a, v, lo, lo, t1, any, &on, &t);
    }
    if (!iv_any(on)) return t;
    fv from = fv_select(inside, hi, t2);
    v = tw_ring_at(&a, from);
    tw_ring_newton(&a, v, fv_select(inside, t2, t1), from, hi, any, &on, &t);
    return t;
}

#endif
