/*
 * Where lines cross the surfaces of shapes, and of the rings of tori; see line.h. As in ray.h,
 * parameters of a line are counted from its point nearest to the shape's centre.
 */
#include "shape/span.h"

/* *root: the first zero in [lo, hi] of the quartic with the Bernstein coefficients b [5] on that
 * interval, found by bisection: no change of sign among the coefficients, no zero; false: none */
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
    /* right[] now holds the last coefficients of de Casteljau's rows: those of the right half, from
     * its left end */
    return first_root(left, lo, mid, depth + 1, root) ||
           first_root(right, mid, hi, depth + 1, root);
}

/* b [5]: Bernstein coefficients on [lo, hi] of the quartic with the coefficients c [5], c[k] of s^k
 */
static void bernstein(const double *c, double lo, double hi, double *b) {
    static const double choose[5][5] = {{1}, {1, 1}, {1, 2, 1}, {1, 3, 3, 1}, {1, 4, 6, 4, 1}};
    double moved[5], width = hi - lo;
    for (int k = 0; k < 5; k++) moved[k] = c[k];
    for (int i = 0; i < 4; i++) /* coefficients of the Taylor series about lo */
        for (int k = 3; k >= i; k--) moved[k] += lo * moved[k + 1];
    for (int k = 1, i = 1; k < 5; k++, i++)
        for (int n = 0; n < i; n++) moved[k] *= width;
    for (int i = 0; i < 5; i++) {
        b[i] = 0;
        for (int k = 0; k <= i; k++) b[i] += choose[i][k] / choose[4][k] * moved[k];
    }
}

/* unit vector to x from the nearest point of the circle of radius R about z; *distance: from the
 * circle to x */
static vec3 from_circle(vec3 x, double R, double *distance) {
    double rho = sqrt(x.x * x.x + x.y * x.y), s = rho > 0 ? 1 - R / rho : 0;
    vec3 v = {x.x * s, x.y * s, x.z};
    *distance = v3_length(v);
    return v3_normalized(v);
}

/*
 * First crossing of the line with the torus of radii R and r about the origin, in the part `within`
 * of the line, at or after l->from. With lengths in units of R, |o|^2 = e and o . d = g, the
 * crossings are the roots of (s^2 + 2 g s + e + R^2 - r^2)^2 = 4 R^2 ((x + s dx)^2 + (y + s dy)^2).
 */
bool tw_line_ring(const tw_line *l, double R, double r, tw_span within, double *t, vec3 *normal) {
    vec3 o = v3_scale(l->o, 1 / R), d = l->d;
    double g = v3_dot(o, d), k = v3_dot(o, o) + (1 - r / R) * (1 + r / R);
    double a = d.x * d.x + d.y * d.y, b = o.x * d.x + o.y * d.y, c = o.x * o.x + o.y * o.y;
    double quartic[5] = {k * k - 4 * c, 4 * g * k - 8 * b, 4 * g * g + 2 * k - 4 * a, 4 * g, 1};
    double coefficient[5], s;
    within = tw_span_both(within, tw_span_ball(l, v3_zero(), (R + r) * (1 + 1e-9)));
    within = tw_span_both(within, (tw_span){l->from, l->far});
    if (!(within.enter <= within.leave)) return false;
    bernstein(quartic, within.enter / R, within.leave / R, coefficient);
    if (!first_root(coefficient, within.enter / R, within.leave / R, 0, &s)) return false;
    *t = s * R;
    for (int i = 0; i < 3; i++) {
        /* Newton's method on the distance from the torus's circle, which is more accurate than the
         * quartic */
        double distance;
        *normal = from_circle(v3_madd(l->o, *t, d), R, &distance);
        double slope = v3_dot(*normal, d), step = slope == 0 ? 0 : (distance - r) / slope;
        /* a large step: the line only grazes the torus, and Newton's method does not improve the
         * root */
        if (!(fabs(step) < 1e-6 * r)) break;
        *t -= step;
    }
    *normal = from_circle(v3_madd(l->o, *t, d), R, &s);
    return true;
}

bool tw_shape_line(const tw_shape *s, vec3 o, vec3 d, double from, double far, double *t,
                   vec3 *normal) {
    double shift = -v3_dot(o, d);
    tw_line l = {v3_madd(o, shift, d), d, from - shift, far - shift};
    bool hit = tw_shape_of(s)->line(s, &l, t, normal);
    if (hit) *t += shift;
    return hit;
}
