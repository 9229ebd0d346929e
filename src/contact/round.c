/* Gaps of spheres and capsules, that is, of rounded points and segments, in closed form. */
#include "contact/pairs.h"

#include <math.h>

/* the result for the nearest points p, q of the cores (a point or a segment each) of a and b; any:
 * the normal to be taken if p and q are at the same place */
static double finish(const tw_convex *a, const tw_convex *b, vec3 p, vec3 q, vec3 any, vec3 *normal,
                     vec3 *on_a, vec3 *on_b) {
    vec3 d = v3_sub(p, q);
    double distance = v3_length(d);
    bool apart = distance > 1e-10 * (a->radius + b->radius);
    vec3 n = apart ? v3_scale(d, 1 / distance) : any;
    *normal = n;
    *on_a = v3_madd(p, -a->radius, n);
    *on_b = v3_madd(q, b->radius, n);
    return (apart ? distance : 0) - a->radius - b->radius;
}

double tw_gap_sphere_sphere(const tw_convex *a, const tw_convex *b, double far, vec3 *normal,
                            vec3 *on_a, vec3 *on_b) {
    (void)far;
    return finish(a, b, a->x, b->x, v3(0, 0, 1), normal, on_a, on_b);
}

static double clamp(double x, double lo, double hi) {
    return x < lo ? lo : x > hi ? hi : x;
}

double tw_gap_sphere_capsule(const tw_convex *a, const tw_convex *b, double far, vec3 *normal,
                             vec3 *on_a, vec3 *on_b) {
    (void)far;
    vec3 axis = m3_column(&b->R, 2);
    double t = clamp(v3_dot(v3_sub(a->x, b->x), axis), -b->size, b->size);
    return finish(a, b, a->x, v3_madd(b->x, t, axis), m3_column(&b->R, 0), normal, on_a, on_b);
}

/* gap of two capsules, from the nearest points of their segments, which are given by their middles
 * [Ericson 2005, section 5.1.9] */
double tw_gap_capsule_capsule(const tw_convex *a, const tw_convex *b, double far, vec3 *normal,
                              vec3 *on_a, vec3 *on_b) {
    (void)far;
    vec3 u = m3_column(&a->R, 2), v = m3_column(&b->R, 2), w = v3_sub(a->x, b->x);
    double uv = v3_dot(u, v), uw = v3_dot(u, w), vw = v3_dot(v, w);
    vec3 c = v3_cross(u, v);
    double det = v3_dot(c, c); /* equal to 1 - uv^2, but computed without cancellation */
    /* for parallel segments the place is the middle of the part where they lie beside each other,
     * so that it does not jump as they turn */
    double s, t;
    if (det > 1e-18) {
        s = clamp((uv * vw - uw) / det, -a->size, a->size);
    } else {
        double lo = fmax(-a->size, -uw - b->size), hi = fmin(a->size, -uw + b->size);
        s = clamp(0.5 * (lo + hi), -a->size, a->size);
    }
    t = clamp(vw + s * uv, -b->size, b->size);
    s = clamp(t * uv - uw, -a->size, a->size);
    t = clamp(vw + s * uv, -b->size, b->size);
    vec3 any = det > 1e-18 ? v3_scale(c, 1 / sqrt(det)) : m3_column(&a->R, 0);
    return finish(a, b, v3_madd(a->x, s, u), v3_madd(b->x, t, v), any, normal, on_a, on_b);
}

double tw_gap_sphere_box(const tw_convex *a, const tw_convex *b, double far, vec3 *normal,
                         vec3 *on_a, vec3 *on_b) {
    (void)far;
    const double *p = b->shape->p;
    vec3 local = m3_tmul_v(&b->R, v3_sub(a->x, b->x));
    vec3 near = v3(clamp(local.x, -0.5 * p[0], 0.5 * p[0]), clamp(local.y, -0.5 * p[1], 0.5 * p[1]),
                   clamp(local.z, -0.5 * p[2], 0.5 * p[2]));
    vec3 d = v3_sub(local, near), n;
    double distance = v3_length(d);
    if (distance > 1e-10 * b->size) {
        n = v3_scale(d, 1 / distance);
        /* the centre of the sphere is inside the box: the shortest way out is through the nearest
         * face */
    } else {
        double x[3] = {local.x, local.y, local.z}, at[3] = {near.x, near.y, near.z}, e[3] = {0};
        int k = 0;
        for (int i = 1; i < 3; i++)
            if (0.5 * p[i] - fabs(x[i]) < 0.5 * p[k] - fabs(x[k])) k = i;
        e[k] = x[k] < 0 ? -1 : 1;
        distance = fabs(x[k]) - 0.5 * p[k];
        at[k] = e[k] * 0.5 * p[k];
        n = v3_load(e);
        near = v3_load(at);
    }
    *normal = m3_mul_v(&b->R, n);
    *on_a = v3_madd(a->x, -a->radius, *normal);
    *on_b = v3_add(b->x, m3_mul_v(&b->R, near));
    return distance - a->radius;
}
