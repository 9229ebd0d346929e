/*
 * Lines and shapes; see line.h. Convex shapes are intervals of the line (Kay & Kajiya). As in ray.h
 * the line is looked at from its point nearest to the centre, so that numbers have the size of the
 * shape.
 */
#include "shape/line.h"

#include "shape/mesh/mesh.h"

#include <math.h>

typedef struct line {
    vec3 o, d;        /* o: nearest to the centre */
    double from, far; /* of its parameter */
} line;

typedef struct span {
    double enter, leave; /* enter > leave: the line misses */
} span;

static const span WHOLE = {-INFINITY, INFINITY}, NOWHERE = {INFINITY, -INFINITY};

static span both(span a, span b) {
    return (span){fmax(a.enter, b.enter), fmin(a.leave, b.leave)};
}

/* the end of the span that is the first in reach */
static bool first_of(const line *l, span s, double *t) {
    if (!(s.enter <= s.leave)) return false;
    *t = s.enter >= l->from ? s.enter : s.leave;
    return *t >= l->from && *t <= l->far;
}

/* lo <= o + t d <= hi */
static span between(double o, double d, double lo, double hi) {
    if (d == 0) return o >= lo && o <= hi ? WHOLE : NOWHERE;
    double a = (lo - o) / d, b = (hi - o) / d;
    return (span){fmin(a, b), fmax(a, b)};
}

/* u^2 + v^2 <= r^2: b^2 - a c = r^2 a - (u x v)^2 has no cancellation */
static span tube(double u, double v, double du, double dv, double r) {
    double a = du * du + dv * dv, b = u * du + v * dv, cross = u * dv - v * du;
    double disc = r * r * a - cross * cross;
    if (a < 1e-300) return u * u + v * v <= r * r ? WHOLE : NOWHERE;
    if (disc < 0) return NOWHERE;
    double root = sqrt(disc);
    return (span){(-b - root) / a, (-b + root) / a};
}

/* the ball of radius r about c */
static span ball(const line *l, vec3 c, double r) {
    vec3 o = v3_sub(l->o, c);
    double s = -v3_dot(o, l->d);
    o = v3_madd(o, s, l->d);
    double h2 = r * r - v3_dot(o, o);
    if (h2 < 0) return NOWHERE;
    return (span){s - sqrt(h2), s + sqrt(h2)};
}

static span box(const double *p, const line *l) {
    span s = between(l->o.x, l->d.x, -p[0] / 2, p[0] / 2);
    s = both(s, between(l->o.y, l->d.y, -p[1] / 2, p[1] / 2));
    return both(s, between(l->o.z, l->d.z, -p[2] / 2, p[2] / 2));
}

static span cylinder(const double *p, const line *l) {
    return both(between(l->o.z, l->d.z, -p[1] / 2, p[1] / 2),
                tube(l->o.x, l->o.y, l->d.x, l->d.y, p[0]));
}

/* the union of a cylinder and two balls is convex: its span goes from the first to the last end */
static span capsule(const double *p, const line *l) {
    span part[3] = {cylinder(p, l), ball(l, v3(0, 0, -p[1] / 2), p[0]),
                    ball(l, v3(0, 0, p[1] / 2), p[0])};
    span s = NOWHERE;
    for (int i = 0; i < 3; i++)
        if (part[i].enter <= part[i].leave)
            s = (span){fmin(s.enter, part[i].enter), fmax(s.leave, part[i].leave)};
    return s;
}

/* with w the height below the apex and k = r / h: x^2 + y^2 <= (k w)^2, 0 <= w <= h */
static span cone(const double *p, const line *l) {
    double k = p[0] / p[1], k2 = k * k, w = 0.75 * p[1] - l->o.z, dw = -l->d.z;
    double a = l->d.x * l->d.x + l->d.y * l->d.y - k2 * dw * dw;
    double b = l->o.x * l->d.x + l->o.y * l->d.y - k2 * w * dw;
    double c = l->o.x * l->o.x + l->o.y * l->o.y - k2 * w * w;
    double disc = b * b - a * c;
    span slab = between(w, dw, 0, p[1]), s;
    if (disc < 0) return a < 0 ? slab : NOWHERE; /* steep lines meet it: that is rounding */
    double q = -(b + (b < 0 ? -sqrt(disc) : sqrt(disc)));
    double one = q / a, other = q == 0 ? 0 : c / q; /* a = 0: the other one alone */
    if (a > 0)
        s = (span){fmin(one, other), fmax(one, other)};
    else if (dw > 0) /* inside before the first and after the second; the lower nappe is the cone */
        s = (span){a == 0 ? other : fmax(one, other), INFINITY};
    else
        s = (span){-INFINITY, a == 0 ? other : fmin(one, other)};
    return both(s, slab);
}

static span ellipsoid(const double *p, const line *l) {
    line unit = {v3(l->o.x / p[0], l->o.y / p[1], l->o.z / p[2]),
                 v3(l->d.x / p[0], l->d.y / p[1], l->d.z / p[2]), 0, 0};
    double size = v3_length(unit.d);
    unit.d = v3_scale(unit.d, 1 / size);
    span s = ball(&unit, v3_zero(), 1);
    return (span){s.enter / size, s.leave / size};
}

/* ---- rings ---------------------------------------------------------------------------------- */

/* the first sign change of a polynomial with the Bernstein coefficients b [5] on [lo, hi] */
static bool first_root(const double *b, double lo, double hi, int depth, double *root) {
    enum { DEEP = 52 };
    bool above = false, below = false;
    for (int i = 0; i < 5; i++) {
        above = above || b[i] >= 0;
        below = below || b[i] <= 0;
    }
    if (!above || !below) return false;
    double mid = 0.5 * (lo + hi), left[5], right[5];
    if (depth == DEEP) {
        *root = mid;
        return true;
    }
    for (int i = 0; i < 5; i++) right[i] = b[i];
    for (int i = 0; i < 5; i++) { /* de Casteljau */
        left[i] = right[0];
        for (int k = 0; k < 4 - i; k++) right[k] = 0.5 * (right[k] + right[k + 1]);
    }
    /* right[] holds b^(4-i)_i, the coefficients of the right half from its left end */
    return first_root(left, lo, mid, depth + 1, root) ||
           first_root(right, mid, hi, depth + 1, root);
}

/* Bernstein coefficients on [lo, hi] of the quartic with the coefficients c, c[k] of s^k */
static void bernstein(const double *c, double lo, double hi, double *b) {
    static const double choose[5][5] = {{1}, {1, 1}, {1, 2, 1}, {1, 3, 3, 1}, {1, 4, 6, 4, 1}};
    double moved[5], width = hi - lo;
    for (int k = 0; k < 5; k++) moved[k] = c[k];
    for (int i = 0; i < 4; i++) /* Taylor about lo */
        for (int k = 3; k >= i; k--) moved[k] += lo * moved[k + 1];
    for (int k = 1, i = 1; k < 5; k++, i++)
        for (int n = 0; n < i; n++) moved[k] *= width;
    for (int i = 0; i < 5; i++) {
        b[i] = 0;
        for (int k = 0; k <= i; k++) b[i] += choose[i][k] / choose[4][k] * moved[k];
    }
}

/* outward from the circle of radius R about the axis z; *distance: from the circle */
static vec3 from_circle(vec3 x, double R, double *distance) {
    double rho = sqrt(x.x * x.x + x.y * x.y), s = rho > 0 ? 1 - R / rho : 0;
    vec3 v = {x.x * s, x.y * s, x.z};
    *distance = v3_length(v);
    return v3_normalized(v);
}

/*
 * The torus (R, r) about the origin, within `within`, from l->from on. With |o|^2 = e, o . d = g:
 * (s^2 + 2 g s + e + R^2 - r^2)^2 = 4 R^2 ((x + s dx)^2 + (y + s dy)^2); lengths in units of R.
 */
static bool ring(const line *l, double R, double r, span within, double *t, vec3 *normal) {
    vec3 o = v3_scale(l->o, 1 / R), d = l->d;
    double g = v3_dot(o, d), k = v3_dot(o, o) + (1 - r / R) * (1 + r / R);
    double a = d.x * d.x + d.y * d.y, b = o.x * d.x + o.y * d.y, c = o.x * o.x + o.y * o.y;
    double quartic[5] = {k * k - 4 * c, 4 * g * k - 8 * b, 4 * g * g + 2 * k - 4 * a, 4 * g, 1};
    double coefficient[5], s;
    within = both(within, ball(l, v3_zero(), (R + r) * (1 + 1e-9)));
    within = both(within, (span){l->from, l->far});
    if (!(within.enter <= within.leave)) return false;
    bernstein(quartic, within.enter / R, within.leave / R, coefficient);
    if (!first_root(coefficient, within.enter / R, within.leave / R, 0, &s)) return false;
    *t = s * R;
    for (int i = 0; i < 3; i++) { /* Newton's method on the distance itself */
        double distance;
        *normal = from_circle(v3_madd(l->o, *t, d), R, &distance);
        double slope = v3_dot(*normal, d), step = slope == 0 ? 0 : (distance - r) / slope;
        if (!(fabs(step) < 1e-6 * r)) break; /* it grazes: the root is as good as it gets */
        *t -= step;
    }
    *normal = from_circle(v3_madd(l->o, *t, d), R, &s);
    return true;
}

/* a nearer hit takes the place of what is in *t */
static bool nearer(double t, vec3 normal, bool found, double *best, vec3 *best_normal) {
    if (found && *best <= t) return true;
    *best = t;
    *best_normal = normal;
    return true;
}

/* p = {L, R, r}: two straight pieces, two half rings; each within its own slab of x */
static bool stadium(const double *p, const line *l, double *t, vec3 *normal) {
    bool found = false;
    for (int side = -1; side <= 1; side += 2) {
        line moved = *l;
        moved.o.x -= side * p[0];
        double at;
        vec3 n;
        span half = side < 0 ? between(moved.o.x, l->d.x, -INFINITY, 1e-12 * p[1])
                             : between(moved.o.x, l->d.x, -1e-12 * p[1], INFINITY);
        if (ring(&moved, p[1], p[2], half, &at, &n)) found = nearer(at, n, found, t, normal);
        double y = l->o.y - side * p[1];
        span wall = tube(y, l->o.z, l->d.y, l->d.z, p[2]);
        for (int end = 0; end < 2 && wall.enter <= wall.leave; end++) {
            at = end ? wall.leave : wall.enter;
            if (!(at >= l->from && at <= l->far && fabs(l->o.x + at * l->d.x) <= p[0])) continue;
            n = v3_normalized(v3(0, y + at * l->d.y, l->o.z + at * l->d.z));
            found = nearer(at, n, found, t, normal);
        }
    }
    return found;
}

/* ---- normals of convex shapes --------------------------------------------------------------- */

static vec3 box_normal(const double *p, vec3 x) {
    double out[3] = {fabs(x.x) - p[0] / 2, fabs(x.y) - p[1] / 2, fabs(x.z) - p[2] / 2};
    if (out[0] >= out[1] && out[0] >= out[2]) return v3(copysign(1, x.x), 0, 0);
    return out[1] >= out[2] ? v3(0, copysign(1, x.y), 0) : v3(0, 0, copysign(1, x.z));
}

static vec3 convex_normal(const tw_shape *s, vec3 x) {
    const double *p = s->p;
    double rho = sqrt(x.x * x.x + x.y * x.y);
    switch (s->type) {
    case TW_SHAPE_BOX:
        return box_normal(p, x);
    case TW_SHAPE_CAPSULE:
        return v3_normalized(v3(x.x, x.y, x.z - fmin(fmax(x.z, -p[1] / 2), p[1] / 2)));
    case TW_SHAPE_CYLINDER:
        if (fabs(x.z) - p[1] / 2 > rho - p[0]) return v3(0, 0, copysign(1, x.z));
        return v3_normalized(v3(x.x, x.y, 0));
    case TW_SHAPE_CONE:
        if (-x.z - p[1] / 4 >
            (rho * p[1] - (0.75 * p[1] - x.z) * p[0]) / sqrt(p[0] * p[0] + p[1] * p[1]))
            return v3(0, 0, -1);
        if (!(rho > 0)) return v3(0, 0, 1);
        return v3_normalized(v3(x.x / rho * p[1], x.y / rho * p[1], p[0]));
    case TW_SHAPE_ELLIPSOID: {
        double least = fmin(p[0], fmin(p[1], p[2])); /* squares of small half axes stay in range */
        double a = least / p[0], b = least / p[1], c = least / p[2];
        return v3_normalized(v3(x.x * a * a, x.y * b * b, x.z * c * c));
    }
    default:
        return v3_normalized(x);
    }
}

static span convex(const tw_shape *s, const line *l) {
    switch (s->type) {
    case TW_SHAPE_BOX:
        return box(s->p, l);
    case TW_SHAPE_CAPSULE:
        return capsule(s->p, l);
    case TW_SHAPE_CYLINDER:
        return cylinder(s->p, l);
    case TW_SHAPE_CONE:
        return cone(s->p, l);
    case TW_SHAPE_ELLIPSOID:
        return ellipsoid(s->p, l);
    default:
        return ball(l, v3_zero(), s->p[0]);
    }
}

bool tw_shape_line(const tw_shape *s, vec3 o, vec3 d, double from, double far, double *t,
                   vec3 *normal) {
    double shift = -v3_dot(o, d), scale = s->type == TW_SHAPE_MESH ? s->p[0] : 1;
    line l = {v3_madd(o, shift, d), d, from - shift, far - shift};
    bool hit;
    if (s->type == TW_SHAPE_MESH) {
        hit = tw_mesh_line(s->mesh, v3_scale(l.o, 1 / scale), d, l.from / scale, l.far / scale, t,
                           normal);
        *t *= scale;
    } else if (s->type == TW_SHAPE_TORUS) {
        hit = ring(&l, s->p[0], s->p[1], WHOLE, t, normal);
    } else if (s->type == TW_SHAPE_STADIUM) {
        hit = stadium(s->p, &l, t, normal);
    } else {
        hit = first_of(&l, convex(s, &l), t);
        if (hit) *normal = convex_normal(s, v3_madd(l.o, *t, d));
    }
    *t += shift;
    return hit;
}
