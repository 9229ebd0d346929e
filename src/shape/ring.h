/*
 * First intersection of rays with a ring: all points within r of a circle of radius R about the
 * origin, axis z.
 *
 * Along a ray, |d| = 1, with rho(t) = sqrt(x^2 + y^2):
 *
 *     F(t) = (rho - R)^2 + z^2 - r^2 = t^2 + const - 2 R rho,   F'' = 2 - 2 R m^2 u / rho^3
 *
 * (m the least rho, u = dx^2 + dy^2): F is concave where rho^3 < R u m^2, an interval about the
 * point nearest to the axis, and convex before and behind. In a convex piece that begins outside,
 * Newton's method from its beginning moves toward the first root without ever passing it, and shows
 * that there is none by turning back or leaving the piece. A concave piece that begins outside has
 * a root only if it ends inside: from that end the method comes back to it. So F at the end of the
 * concave piece decides: below zero the root is before it, otherwise it can only be after it. Rays
 * that begin inside: the same with -F. In this form F has no cancellation; every lane stops
 * independently.
 *
 * F'' <= 2 gives more: After a step h in a convex piece the root, if there is one, is at most
 * h^2 / |F'| away as long as h is a small part of |F'|; a bound 1.5 times as large holds for |F'|
 * of only a few h, too. That saves most lanes a step. And F(t) <= F + F' (t - x) + (t - x)^2 ahead
 * of x: where this bound is below zero the ray does meet the ring, which is enough for shadows. (F
 * is rounded to some 1e-7 R r: with r below R / 1000 one ray in a thousand that grazes is taken for
 * a hit.)
 */
#ifndef TW_SHAPE_RING_H
#define TW_SHAPE_RING_H

#include "shape/lanes.h"

enum { TW_RING_STEPS = 40 };

typedef struct tw_ring_ray {
    fv3 o, d;
    fv R, rr; /* rr: r^2 */
    fv sign;  /* 1: the ray starts outside of the ring, -1: inside */
    fv tiny;  /* length of a Newton step below which the root is reached */
    fv rest;  /* tolerated distance from the root, which F'' bounds */
} tw_ring_ray;

/* at a place of the ray: F times `sign`, so that it is positive at the start; F' times `sign` and
 * rho; rho, the distance from the axis */
typedef struct tw_ring_value {
    fv f, slope, rho;
} tw_ring_value;

static inline tw_ring_value tw_ring_at(const tw_ring_ray *a, fv t) {
    fv x = a->o.x + t * a->d.x, y = a->o.y + t * a->d.y, z = a->o.z + t * a->d.z;
    /* a least value for places on the axis, where any direction will do */
    fv rho = fv_max(fv_sqrt(x * x + y * y), fv_all(1e-18f)), out = rho - a->R;
    fv w = x * a->d.x + y * a->d.y, two = fv_all(2) * a->sign;
    return (tw_ring_value){a->sign * (out * out + z * z - a->rr),
                           two * (out * w + z * a->d.z * rho), rho};
}

/* Newton's method from `start` for the lanes of `on`. v: F at `start`. Lanes with v.f < 0 go back,
 * at most to `before`, in a concave piece; others go ahead, at most to `behind`, in a convex one.
 * Lanes that find a root leave `on` and get it in *t; any: or get a place that proves a root ahead
 */
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
        /* at the root, or past it by rounding */
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
       xxx = x * x * x; /* first guess, to a few percent; then one step of Halley's method */
    return x * ((xxx + a + a) / (xxx + xxx + a));
}

/* first t in [lo, hi] at which the ray meets the ring's surface, for the lanes of `want`; INFINITY:
 * none. any: if there is one, some t in [lo, hi], on the ring or before it. |o| must not be large
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
