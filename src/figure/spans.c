/*
 * Parts of rays that are in solids, in double precision; see impl.h.
 *
 * A ray begins at its point nearest to the solid's centre, so that all numbers are of the size of
 * the solid however far the eye is. A span is an interval of the ray's parameter t in which the ray
 * is in the solid; a convex solid gives at most one. Rings: with rho the distance from the axis, F
 * = (rho - R)^2 + z^2 - r^2 is concave where rho^3 < R u m^2 (shape/ring.h), so between the ends of
 * such a piece of the ray and the zeros of F' in it F is monotone, and the signs of F at these
 * places separate all roots.
 */
#include "base/math/elementary.h"
#include "figure/impl.h"

typedef struct span {
    double lo, hi;
} span;

static const span all = {-INFINITY, INFINITY}, none = {INFINITY, -INFINITY};

static span both(span a, span b) {
    return (span){fmax(a.lo, b.lo), fmin(a.hi, b.hi)};
}

static span slab(double o, double d, double lo, double hi) {
    if (d == 0) return o >= lo && o <= hi ? all : none;
    double a = (lo - o) / d, b = (hi - o) / d;
    return (span){fmin(a, b), fmax(a, b)};
}

/* the part of the ray with u^2 + v^2 <= r^2, (u, v) = (ou, ov) + t (du, dv) */
static span tube(double ou, double ov, double du, double dv, double r) {
    double a = du * du + dv * dv, b = ou * du + ov * dv, cross = ou * dv - ov * du;
    if (a < 1e-30) return ou * ou + ov * ov <= r * r ? all : none;
    double disc = r * r * a - cross * cross;
    if (disc < 0) return none;
    double root = sqrt(disc);
    return (span){(-b - root) / a, (-b + root) / a};
}

static span ball(vec3 o, vec3 d, double r) {
    double b = v3_dot(o, d);
    vec3 near = v3_madd(o, -b, d);
    double h2 = r * r - v3_dot(near, near);
    if (h2 < 0) return none;
    return (span){-b - sqrt(h2), -b + sqrt(h2)};
}

static span hull(span a, span b) {
    if (!(a.lo <= a.hi)) return b;
    if (!(b.lo <= b.hi)) return a;
    return (span){fmin(a.lo, b.lo), fmax(a.hi, b.hi)};
}

/* span of the ray in a cone: the intersection of the double cone with the slab between apex and
 * base */
static span cone(const double *p, vec3 o, vec3 d) {
    double h = p[1], k2 = p[0] * p[0] / (h * h), w = 0.75 * h - o.z, dw = -d.z;
    double a = d.x * d.x + d.y * d.y - k2 * dw * dw, b = o.x * d.x + o.y * d.y - k2 * w * dw;
    double c = o.x * o.x + o.y * o.y - k2 * w * w, disc = b * b - a * c;
    span cut = slab(w, dw, 0, h);
    if (disc < 0)
        return a < 0 ? cut : none; /* disc < 0 with a < 0 is a rounding error: the ray goes through
                                      the apex */
    double root = sqrt(disc), q = -(b + (b < 0 ? -root : root));
    if (q == 0) q = 1e-300;
    if (a == 0) a = 1e-300;
    double ta = q / a, tb = c / q, t0 = fmin(ta, tb), t1 = fmax(ta, tb);
    if (a > 0) return both(cut, (span){t0, t1});
    return both(cut, dw > 0 ? (span){t1, INFINITY} : (span){-INFINITY, t0});
}

static span ellipsoid(const double *p, vec3 o, vec3 d) {
    vec3 y = v3(o.x / p[0], o.y / p[1], o.z / p[2]), e = v3(d.x / p[0], d.y / p[1], d.z / p[2]);
    double l = v3_length(e);
    span s = ball(y, v3_scale(e, 1 / l), 1);
    return s.lo <= s.hi ? (span){s.lo / l, s.hi / l} : none;
}

/* ---- rings ---------------------------------------------------------------------------------- */

typedef struct ring {
    /* the ray relative to the ring's centre; o: its point nearest to the centre; d: unit
     * direction */
    vec3 o, d;
    double R, r;
} ring;

static double ring_at(const ring *g, double t, double *slope) {
    vec3 p = v3_madd(g->o, t, g->d);
    double rho = fmax(sqrt(p.x * p.x + p.y * p.y), 1e-300), out = rho - g->R;
    *slope = 2 * (out * (p.x * g->d.x + p.y * g->d.y) / rho + p.z * g->d.z);
    return out * out + p.z * p.z - g->r * g->r;
}

/* root of F (if slope: of F') between lo and hi, where it changes its sign, by Newton's method with
 * bisection */
static double ring_root(const ring *g, double lo, double hi, bool slope) {
    double s, f = ring_at(g, lo, &s), sign = (slope ? s : f) < 0 ? -1 : 1;
    for (int i = 0; i < 100; i++) {
        double mid = 0.5 * (lo + hi);
        if (!(mid > lo && mid < hi)) break;
        f = ring_at(g, mid, &s);
        double v = sign * (slope ? s : f);
        if (v >= 0)
            lo = mid;
        else
            hi = mid;
        if (slope || s == 0) continue;
        /* a Newton step from the middle, and a point a little beyond it, so that the two enclose
         * the root */
        double t = mid - f / s, far = t + 1e-3 * (t - mid);
        if (!(far > lo && far < hi)) continue;
        f = ring_at(g, far, &s);
        if (sign * f >= 0)
            lo = far;
        else
            hi = far;
        if (hi - lo < 1e-15 * (g->R + g->r)) break;
    }
    return 0.5 * (lo + hi);
}

static int ring_spans(const ring *g, double out[][2]) {
    double size = (g->R + g->r) * (1 + 1e-9), far = size * size - v3_dot(g->o, g->o);
    if (far <= 0) return 0;
    far = sqrt(far);
    double u = g->d.x * g->d.x + g->d.y * g->d.y, w = g->o.x * g->d.x + g->o.y * g->d.y;
    double cut[8], slope, mid = 0, half = -1;
    int cuts = 0, n = 0;
    if (u > 1e-30) {
        double across = g->o.x * g->d.y - g->o.y * g->d.x, umm = across * across;
        double bend = tw_cbrt(g->R * umm);
        mid = -w / u;
        half = bend * bend > umm / u ? sqrt((bend * bend - umm / u) / u) : -1;
    }
    double end[4] = {-far, fmin(fmax(mid - half, -far), far), fmin(fmax(mid + half, -far), far),
                     far};
    if (half < 0) end[1] = end[2] = -far;
    cut[cuts++] = -far;
    for (int i = 0; i < 3; i++) {
        if (!(end[i] < end[i + 1])) continue;
        double s0, s1;
        ring_at(g, end[i], &s0);
        ring_at(g, end[i + 1], &s1);
        if ((s0 < 0) != (s1 < 0)) cut[cuts++] = ring_root(g, end[i], end[i + 1], true);
        cut[cuts++] = end[i + 1];
    }
    bool inside = false;
    for (int i = 0; i < cuts; i++) {
        bool in = i > 0 && i < cuts - 1 && ring_at(g, cut[i], &slope) < 0;
        if (in == inside) continue;
        double t = ring_root(g, cut[i - 1], cut[i], false);
        if (in)
            out[n][0] = t;
        else
            out[n++][1] = t;
        inside = in;
    }
    return n;
}

static ring ring_of(vec3 o, vec3 d, double R, double r, double *shift) {
    *shift = -v3_dot(o, d);
    return (ring){v3_madd(o, *shift, d), d, R, r};
}

static int torus(const double *p, vec3 o, vec3 d, double out[][2]) {
    double shift;
    ring g = ring_of(o, d, p[0], p[1], &shift);
    int n = ring_spans(&g, out);
    for (int i = 0; i < n; i++) out[i][0] += shift, out[i][1] += shift;
    return n;
}

static int keep(span s, double out[][2], int n) {
    if (!(s.lo < s.hi)) return n;
    out[n][0] = s.lo;
    out[n][1] = s.hi;
    return n + 1;
}

static int stadium(const double *p, vec3 o, vec3 d, double out[][2]) {
    double L = p[0], R = p[1], r = p[2], part[4][2], shift;
    span middle = slab(o.x, d.x, -L, L);
    int n = 0;
    for (int side = -1; side <= 1; side += 2) {
        n = keep(both(middle, tube(o.y - side * R, o.z, d.y, d.z, r)), out, n);
        ring g = ring_of(v3(o.x - side * L, o.y, o.z), d, R, r, &shift);
        int m = ring_spans(&g, part);
        span beyond = side < 0 ? slab(o.x, d.x, -INFINITY, -L) : slab(o.x, d.x, L, INFINITY);
        for (int i = 0; i < m; i++)
            n = keep(both(beyond, (span){part[i][0] + shift, part[i][1] + shift}), out, n);
    }
    return n;
}

/* -------------------------------------------------------------------------------------------- */

static span convex(const fig_solid *s, vec3 o, vec3 d) {
    const double *p = s->p;
    switch (s->type) {
    case TW_SHAPE_SPHERE:
        return ball(o, d, p[0]);
    case TW_SHAPE_CYLINDER:
        return both(tube(o.x, o.y, d.x, d.y, p[0]), slab(o.z, d.z, -0.5 * p[1], 0.5 * p[1]));
    case TW_SHAPE_CAPSULE: {
        double h = 0.5 * p[1];
        span s3 = both(tube(o.x, o.y, d.x, d.y, p[0]), slab(o.z, d.z, -h, h));
        s3 = hull(s3, ball(v3(o.x, o.y, o.z - h), d, p[0]));
        return hull(s3, ball(v3(o.x, o.y, o.z + h), d, p[0]));
    }
    case TW_SHAPE_BOX:
        return both(
            both(slab(o.x, d.x, -0.5 * p[0], 0.5 * p[0]), slab(o.y, d.y, -0.5 * p[1], 0.5 * p[1])),
            slab(o.z, d.z, -0.5 * p[2], 0.5 * p[2]));
    case TW_SHAPE_CONE:
        return cone(p, o, d);
    case TW_SHAPE_ELLIPSOID:
        return ellipsoid(p, o, d);
    default: /* the ground */
        return slab(o.z, d.z, -INFINITY, 0);
    }
}

int fig_spans(const fig_solid *s, vec3 o, vec3 d, double out[FIG_SPANS][2]) {
    double shift = -v3_dot(o, d);
    o = v3_madd(o, shift, d);
    int n;
    if (s->type == TW_SHAPE_TORUS)
        n = torus(s->p, o, d, out);
    else if (s->type == TW_SHAPE_STADIUM)
        n = stadium(s->p, o, d, out);
    else
        n = keep(convex(s, o, d), out, 0);
    for (int i = 0; i < n; i++) out[i][0] += shift, out[i][1] += shift;
    return n;
}
