/*
 * The first meeting of rays with a ring: all points within r of a circle of radius R about the
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
 * a root only if it ends inside: from that end the method comes back to it. Rays that begin inside:
 * the same with -F. Written so, F has no cancellation; every lane stops by itself.
 */
#ifndef TW_SHAPE_RING_H
#define TW_SHAPE_RING_H

#include "shape/lanes.h"

enum { TW_RING_STEPS = 40 };

typedef struct tw_ring_ray {
    fv3 o, d;
    fv R, rr; /* rr: r^2 */
    fv sign;  /* of F where the ray begins */
} tw_ring_ray;

/* F and its slope, with the sign that makes the beginning positive */
static inline fv tw_ring_at(const tw_ring_ray *a, fv t, fv *slope) {
    fv x = a->o.x + t * a->d.x, y = a->o.y + t * a->d.y, z = a->o.z + t * a->d.z;
    fv rho = fv_sqrt(x * x + y * y), w = x * a->d.x + y * a->d.y, out = rho - a->R;
    fv two = fv_all(2) * a->sign;
    /* on the axis: any direction will do */
    fv inv = fv_all(1) / fv_max(rho, fv_all(1e-18f));
    *slope = two * (out * w * inv + z * a->d.z);
    return a->sign * (out * out + z * z - a->rr);
}

/* Newton's method in [lo, hi] for the lanes of `on`: from lo where the piece is convex, back from
 * hi where it is concave (`back`). Lanes that find a root leave `on` and have it in *t */
static inline void tw_ring_newton(const tw_ring_ray *a, fv lo, fv hi, iv back, fv tiny, iv *on,
                                  fv *t) {
    fv x = fv_select(back, hi, lo), slope, zero = fv_all(0);
    iv open = *on & (lo < hi);
    for (int i = 0; i < TW_RING_STEPS && iv_any(open); i++) {
        fv f = tw_ring_at(a, x, &slope);
        /* a concave piece that does not end inside has no root */
        if (i == 0) open &= ~(back & (f > zero));
        /* past the root by rounding, or there */
        iv found = open & ~back & (f <= zero);
        open &= ~found;
        open &= slope < zero;
        fv step = -f / fv_select(open, slope, fv_all(-1));
        fv y = x + step;
        open &= (y >= lo) & (y <= hi);
        x = fv_select(open, y, x);
        found |= open & (fv_abs(step) <= tiny);
        open &= ~found;
        *t = fv_select(found, x, *t);
        *on &= ~found;
    }
    *t = fv_select(open, x, *t);
    *on &= ~open;
}

/* the cube root of a >= 0, roughly */
static inline fv tw_ring_cbrt(fv a) {
    a = fv_max(a, fv_all(1e-30f));
    iv bits = iv_from(fv_from_iv((iv)a) * fv_all(1.0f / 3)) + iv_all(709921077);
    fv x = (fv)bits, third = fv_all(1.0f / 3);
    for (int i = 0; i < 2; i++) x = third * (x + x + a / (x * x));
    return x;
}

/* the first t in [lo, hi] on the ring for the lanes of `want`, infinity elsewhere; o is not far
 * from the ring, compared with its size */
static inline fv tw_ring_first(fv3 o, fv3 d, fv R, fv r, fv lo, fv hi, iv want) {
    fv one = fv_all(1), zero = fv_all(0), slope, t = fv_all(INFINITY);
    tw_ring_ray a = {o, d, R, r * r, one};
    fv first = tw_ring_at(&a, lo, &slope);
    a.sign = fv_select(first < zero, -one, one);
    fv u = fv_max(d.x * d.x + d.y * d.y, fv_all(1e-12f)), w = o.x * d.x + o.y * d.y;
    fv across = o.x * d.y - o.y * d.x, mm = across * across / u; /* m^2 */
    fv bend = tw_ring_cbrt(R * u * mm), half = fv_root((bend * bend - mm) / u), near = -w / u;
    fv t1 = fv_min(fv_max(near - half, lo), hi), t2 = fv_min(fv_max(near + half, lo), hi);
    fv tiny = fv_all(1e-6f) * (R + r);
    iv concave = first < zero, on = want;
    tw_ring_newton(&a, lo, t1, concave, tiny, &on, &t);
    if (iv_any(on)) tw_ring_newton(&a, t1, t2, ~concave, tiny, &on, &t);
    if (iv_any(on)) tw_ring_newton(&a, t2, hi, concave, tiny, &on, &t);
    return t;
}

#endif
