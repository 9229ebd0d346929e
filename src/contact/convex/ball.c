/* The gap of a ball and a solid of revolution, computed in the half-plane that begins at the
 * solid's axis and contains the ball's centre; and the gap of a ball and an ellipsoid with the
 * half-axes a_i, whose nearest point to the ball's centre y is x_i = a_i^2 y_i / (t + a_i^2) with
 * the one root t > 0 of sum (a_i y_i / (t + a_i^2))^2 = 1, a convex, decreasing function of t, so
 * that Newton's method, started to the left of the root, never overshoots [Eberly 2013]. */
#include "contact/pairs.h"

#include <math.h>

/* a place in the half-plane: r, distance from b's axis; z, height along it */
typedef struct flat {
    double r, z;
} flat;

/* the result for a ball a with centre c (in b's axes), whose distance from b's axis is rho; at: the
 * place of b's outline that is nearest to c, n: the outward normal there; distance: from that place
 * to c, negative if c is inside b */
static double finish(const tw_convex *a, const tw_convex *b, vec3 c, double rho, flat at, flat n,
                     double distance, vec3 *normal, vec3 *on_a, vec3 *on_b) {
    double ux = rho > 1e-12 * b->size ? c.x / rho : 1, uy = rho > 1e-12 * b->size ? c.y / rho : 0;
    double scale = 1 / sqrt(n.r * n.r + n.z * n.z);
    *normal = m3_mul_v(&b->R, v3(scale * n.r * ux, scale * n.r * uy, scale * n.z));
    *on_b = v3_add(b->x, m3_mul_v(&b->R, v3(at.r * ux, at.r * uy, at.z)));
    *on_a = v3_madd(a->x, -a->radius, *normal);
    return distance - a->radius;
}

static vec3 local_center(const tw_convex *a, const tw_convex *b, double *rho) {
    vec3 c = m3_tmul_v(&b->R, v3_sub(a->x, b->x));
    *rho = sqrt(c.x * c.x + c.y * c.y);
    return c;
}

double tw_gap_sphere_cylinder(const tw_convex *a, const tw_convex *b, double far, vec3 *normal,
                              vec3 *on_a, vec3 *on_b) {
    (void)far;
    double rho, R = b->shape->p[0], h = 0.5 * b->shape->p[1];
    vec3 c = local_center(a, b, &rho);
    double side = rho - R, cap = fabs(c.z) - h, up = c.z < 0 ? -1 : 1;
    double r = fmax(side, 0), z = fmax(cap, 0), outside = sqrt(r * r + z * z);
    flat at = {fmin(rho, R), up * fmin(fabs(c.z), h)}, n = {r, up * z};
    /* the centre is inside b: the shortest way out is through its side or its cap, whichever is
     * nearer */
    if (!(outside > 1e-10 * b->size)) {
        bool flank = side > cap;
        n = flank ? (flat){1, 0} : (flat){0, up};
        at = flank ? (flat){R, c.z} : (flat){rho, up * h};
        outside = fmax(side, cap);
    }
    return finish(a, b, c, rho, at, n, outside, normal, on_a, on_b);
}

static flat on_segment(flat p, flat a, flat b) {
    double dr = b.r - a.r, dz = b.z - a.z;
    double t = ((p.r - a.r) * dr + (p.z - a.z) * dz) / (dr * dr + dz * dz);
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    return (flat){a.r + t * dr, a.z + t * dz};
}

static double length(flat a, flat b) {
    return sqrt((a.r - b.r) * (a.r - b.r) + (a.z - b.z) * (a.z - b.z));
}

double tw_gap_sphere_cone(const tw_convex *a, const tw_convex *b, double far, vec3 *normal,
                          vec3 *on_a, vec3 *on_b) {
    (void)far;
    double rho, R = b->shape->p[0], h = b->shape->p[1], slant = sqrt(R * R + h * h);
    vec3 c = local_center(a, b, &rho);
    flat p = {rho, c.z}, rim = {R, -0.25 * h}, apex = {0, 0.75 * h}, middle = {0, -0.25 * h};
    flat side = on_segment(p, rim, apex), base = on_segment(p, middle, rim);
    double before_side = ((rho - R) * h + (c.z + 0.25 * h) * R) / slant, below = -0.25 * h - c.z;
    double inside = fmax(before_side, below);
    bool flank = inside > 0 ? length(p, side) < length(p, base) : before_side > below;
    flat at = flank ? side : base, n = {p.r - at.r, p.z - at.z};
    double distance = length(p, at);
    if (!(inside > 1e-10 * b->size)) {
        n = flank ? (flat){h, R} : (flat){0, -1};
        distance = inside;
    }
    return finish(a, b, c, rho, at, n, distance, normal, on_a, on_b);
}

double tw_gap_sphere_ellipsoid(const tw_convex *a, const tw_convex *b, double far, vec3 *normal,
                               vec3 *on_a, vec3 *on_b) {
    enum { ROUNDS = 60 };
    const double *e = b->shape->p;
    double y[3], t = 0, inside = 0;
    v3_store(y, m3_tmul_v(&b->R, v3_sub(a->x, b->x)));
    for (int i = 0; i < 3; i++) {
        inside += y[i] * y[i] / (e[i] * e[i]);
        t = fmax(t, e[i] * fabs(y[i]) - e[i] * e[i]);
    }
    if (!(inside > 1)) return tw_convex_gap(a, b, far, normal, on_a, on_b);
    for (int k = 0; k < ROUNDS; k++) {
        double f = -1, slope = 0;
        for (int i = 0; i < 3; i++) {
            double s = 1 / (t + e[i] * e[i]), u = e[i] * y[i] * s;
            f += u * u;
            slope -= 2 * u * u * s;
        }
        double next = t - f / slope;
        if (!(next > t)) break;
        t = next;
    }
    double x[3], n[3];
    for (int i = 0; i < 3; i++) {
        n[i] = y[i] / (t + e[i] * e[i]);
        x[i] = e[i] * e[i] * n[i];
    }
    vec3 out = v3_normalized(v3_load(n));
    double distance = v3_dot(out, v3_sub(v3_load(y), v3_load(x)));
    *normal = m3_mul_v(&b->R, out);
    *on_b = v3_add(b->x, m3_mul_v(&b->R, v3_load(x)));
    *on_a = v3_madd(a->x, -a->radius, *normal);
    return distance - a->radius;
}
