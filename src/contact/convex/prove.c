/*
 * Is n the normal of two bodies? Then the places of their surfaces that look along it (a point, an
 * edge, a face or the disk of a cap) lie opposite each other: some p of a and q of b have
 *
 *     p - q = gap n.
 *
 * Seen along n these are two convex sets, whose common point projections find by turns [Bregman
 * 1965]; |p - q| bounds the distance from above, the gap seen along n from below.
 */
#include "contact/convex/convex.h"

#include <math.h>

enum { TURNS = 48 };

/* of a unit vector: what is no part of it */
static const double NONE = 1e-11;

static double clamped(double x, double h) {
    return x < -h ? -h : x > h ? h : x;
}

static double free_along(double n, double x, double h) {
    return fabs(n) <= NONE ? clamped(x, h) : n < 0 ? -h : h;
}

/* the disk of radius r at height z */
static vec3 on_disk(double r, double z, vec3 x) {
    double far = sqrt(x.x * x.x + x.y * x.y), f = far > r ? r / far : 1;
    return v3(f * x.x, f * x.y, z);
}

static vec3 on_cylinder(const double *p, vec3 n, vec3 x) {
    double out = sqrt(n.x * n.x + n.y * n.y), h = 0.5 * p[1];
    if (out <= NONE) return on_disk(p[0], n.z < 0 ? -h : h, x);
    return v3(p[0] * n.x / out, p[0] * n.y / out, free_along(n.z, x.z, h));
}

static vec3 on_cone(const double *p, vec3 n, vec3 x) {
    double out = sqrt(n.x * n.x + n.y * n.y), low = -0.25 * p[1];
    if (out <= NONE && n.z < 0) return on_disk(p[0], low, x);
    vec3 apex = v3(0, 0, 0.75 * p[1]);
    if (out <= NONE) return apex;
    vec3 rim = v3(p[0] * n.x / out, p[0] * n.y / out, low), side = v3_sub(apex, rim);
    double across = v3_dot(side, n), length2 = v3_dot(side, side);
    if (across * across > NONE * NONE * length2) return across > 0 ? apex : rim;
    double t = v3_dot(v3_sub(x, rim), side) / length2;
    return v3_madd(rim, t < 0 ? 0 : t > 1 ? 1 : t, side);
}

/* of the places of the core that look along n, the one nearest to x */
static vec3 nearest(const tw_convex *c, vec3 n, vec3 x) {
    if (!c->shape) return tw_convex_support(c, n);
    const double *p = c->shape->p;
    vec3 d = m3_tmul_v(&c->R, n), at = m3_tmul_v(&c->R, v3_sub(x, c->x));
    switch (c->shape->type) {
    case TW_SHAPE_BOX:
        at = v3(free_along(d.x, at.x, 0.5 * p[0]), free_along(d.y, at.y, 0.5 * p[1]),
                free_along(d.z, at.z, 0.5 * p[2]));
        break;
    case TW_SHAPE_CAPSULE:
        at = v3(0, 0, free_along(d.z, at.z, 0.5 * p[1]));
        break;
    case TW_SHAPE_CYLINDER:
        at = on_cylinder(p, d, at);
        break;
    case TW_SHAPE_CONE:
        at = on_cone(p, d, at);
        break;
    default:
        return tw_convex_support(c, n);
    }
    return v3_add(c->x, m3_mul_v(&c->R, at));
}

/* is it the straight line of a side that looks along n? */
static bool is_line(const tw_convex *c, vec3 n) {
    if (!c->shape) return false;
    bool has = c->shape->type == TW_SHAPE_CYLINDER || c->shape->type == TW_SHAPE_CAPSULE;
    return has && fabs(v3_dot(m3_column(&c->R, 2), n)) <= NONE;
}

/* Turns between two lines that cross at a small angle are many: where they cross, as seen along n,
 * none is needed. Into *p where the line of a is nearest to that of b */
static void crossing(const tw_convex *a, const tw_convex *b, vec3 *p) {
    vec3 u = m3_column(&a->R, 2), v = m3_column(&b->R, 2), d = v3_sub(b->x, a->x);
    double uv = v3_dot(u, v), det = 1 - uv * uv, h = 0.5 * a->shape->p[1];
    if (!(det > 1e-12)) return;
    double t = (v3_dot(d, u) - uv * v3_dot(d, v)) / det;
    *p = v3_madd(*p, clamped(t, h) - v3_dot(v3_sub(*p, a->x), u), u);
}

bool tw_convex_prove(const tw_convex *a, const tw_convex *b, vec3 n, double gap, vec3 *on_a,
                     vec3 *on_b) {
    double tolerance = 1e-10 * (a->size + b->size), last = INFINITY;
    vec3 p = *on_a;
    if (is_line(a, n) && is_line(b, n)) crossing(a, b, &p);
    for (int i = 0; i < TURNS; i++) {
        vec3 q = nearest(b, n, v3_madd(p, -gap, n));
        p = nearest(a, v3_neg(n), v3_madd(q, gap, n));
        double miss = v3_length(v3_madd(v3_sub(p, q), -gap, n));
        if (miss <= tolerance) {
            *on_a = p;
            *on_b = q;
            return true;
        }
        if (!(miss < 0.98 * last)) return false;
        last = miss;
    }
    return false;
}
