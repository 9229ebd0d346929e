/*
 * Where rays meet the exact surfaces of shapes, TW_LANES rays at a time.
 *
 * A ray is given in the shape's frame, with unit direction, and its origin is its point nearest to
 * the shape's centre (tw_ray_near moves it there). So all numbers are of the size of the shape
 * however far away the eye is, and quadratic equations lose no digits by cancellation. The part of
 * a ray in a convex shape is an interval (Kay & Kajiya), from entry to exit. The first of the two
 * at or after `from` is the hit, so a ray that starts inside hits the far wall.
 */
#ifndef TW_SHAPE_RAY_H
#define TW_SHAPE_RAY_H

#include "shape/lanes.h"
#include "shape/shape.h"

typedef struct tw_ray {
    fv3 o, d; /* o: the point of the ray's line nearest to the shape's centre; d: unit direction */
    fv from;  /* hits with a smaller parameter do not count */
} tw_ray;

typedef struct tw_ray_kind {
    /* parameter of the first hit at or after ray->from; INFINITY: none. p: the shape's parameters
     * (shape.h) */
    fv (*hit)(const float *p, const tw_ray *ray);
    /* as `hit`, but only hits up to `far` are needed: a later hit may be reported as none. any: any
     * hit up to `far` may be returned, not only the first (for shadows). NULL: `hit` is used */
    fv (*within)(const float *p, const tw_ray *ray, fv far, bool any);
    /* outward unit normal at a point of the surface */
    fv3 (*normal)(const float *p, fv3 point);
    /* true: a ray that starts on the surface and goes outward never meets the shape again */
    bool convex;
    /* only for shapes that are not convex: mask of points of the surface from which no outward ray
     * meets the shape again; NULL: unknown */
    iv (*outermost)(const float *p, fv3 point);
} tw_ray_kind;

/* the ray o + t d with its origin moved to its point nearest to the shape's centre, hits counting
 * from the parameter `from` of the original ray on. A parameter of the moved ray plus *shift is one
 * of the original ray */
static inline tw_ray tw_ray_near(fv3 o, fv3 d, fv from, fv *shift) {
    fv s = -f3_dot(o, d);
    *shift = s;
    return (tw_ray){f3_madd(o, s, d), d, from - s};
}

/* first parameter, from `from` on, at which a ray crosses the surface of a convex shape that it
 * enters at `enter` and leaves at `leave`; INFINITY: there is none. enter > leave: the ray misses
 * the shape */
static inline fv tw_ray_interval(fv enter, fv leave, fv from) {
    fv t = fv_select(enter >= from, enter, leave);
    return fv_select((enter <= leave) & (t >= from), t, fv_all(INFINITY));
}

/* 1 / d; for |d| < 1e-18 the number 1e18 with the sign of d, also that of a zero */
static inline fv tw_ray_inverse(fv d) {
    fv least = fv_sign(fv_all(1e-18f), d);
    return fv_all(1) / fv_select(fv_abs(d) < fv_all(1e-18f), least, d);
}

/* cuts enter .. leave to the part of the ray where a coordinate o + t d is in -h .. h */
static inline void tw_ray_slab(fv o, fv d, fv h, fv *enter, fv *leave) {
    fv inv = tw_ray_inverse(d);
    fv a = (-h - o) * inv, b = (h - o) * inv;
    *enter = fv_max(*enter, fv_min(a, b));
    *leave = fv_min(*leave, fv_max(a, b));
}

/* cuts enter .. leave to the part of the ray in the circular cylinder u^2 + v^2 <= r^2. The
 * discriminant of the quadratic a t^2 + 2 b t + c, computed as b^2 - a c = r^2 a - (o x d)^2,
 * suffers no cancellation */
static inline void tw_ray_tube(fv ou, fv ov, fv du, fv dv_, fv r, fv *enter, fv *leave) {
    fv a = du * du + dv_ * dv_, b = ou * du + ov * dv_, cross = ou * dv_ - ov * du;
    fv disc = r * r * a - cross * cross, root = fv_root(disc), inf = fv_all(INFINITY);
    iv along = a < fv_all(1e-14f);
    iv inside = ou * ou + ov * ov <= r * r;
    fv inv = fv_all(1) / fv_select(along, fv_all(1), a);
    iv miss = (~along & (disc < fv_all(0))) | (along & ~inside);
    fv t0 = fv_select(along, -inf, (-b - root) * inv);
    fv t1 = fv_select(along, inf, (-b + root) * inv);
    *enter = fv_select(miss, inf, fv_max(*enter, t0));
    *leave = fv_select(miss, -inf, fv_min(*leave, t1));
}

#endif
