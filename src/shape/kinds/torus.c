/*
 * Torus: p = {R, r}. V = 2 pi^2 R r^2, I_zz = V (R^2 + 3/4 r^2), I_xx = V (R^2/2 + 5/8 r^2).
 *
 * Rays: by ring.h, on the part of the ray that lies in the slab |z| <= r and in the outer cylinder;
 * a part that lies in the hole is skipped.
 */
#include "shape/ring.h"

#include "shape/kinds.h"

static void mass(const tw_shape *s, double *volume, mat3 *inertia) {
    const double *p = s->p;
    double R = p[0], r = p[1];
    *volume = 2 * TW_SHAPE_PI * TW_SHAPE_PI * R * r * r;
    double x = *volume * (R * R / 2 + 0.625 * r * r);
    *inertia = m3_diag(x, x, *volume * (R * R + 0.75 * r * r));
}

static double radius(const tw_shape *s) {
    const double *p = s->p;
    return p[0] + p[1];
}

static double extent(const tw_shape *s, vec3 n) {
    const double *p = s->p;
    return p[0] * sqrt(n.x * n.x + n.y * n.y) + p[1];
}

static bool line(const tw_shape *s, const tw_line *l, double *t, vec3 *normal) {
    return tw_line_ring(l, s->p[0], s->p[1], TW_SPAN_WHOLE, t, normal);
}

static tw_status triangles(const tw_shape *s, tw_surface *t) {
    return tw_surface_wire(t, 0, s->p[0], s->p[1]);
}

static void wire(const tw_shape *s, double *half, double *bend, double *thick) {
    *half = 0;
    *bend = s->p[0];
    *thick = s->p[1];
}

/* ---- rays ------------------------------------------------------------------------------------ */

static inline fv first(const float *p, const tw_ray *ray, fv last, bool any) {
    fv R = fv_all(p[0]), r = fv_all(p[1]), grown = fv_all(1.0001f), inf = fv_all(INFINITY);
    fv enter = ray->from, leave = last;
    tw_ray_slab(ray->o.z, ray->d.z, r * grown, &enter, &leave);
    tw_ray_tube(ray->o.x, ray->o.y, ray->d.x, ray->d.y, (R + r) * grown, &enter, &leave);
    /* the distance from the axis is largest at one of the two ends, so if both ends lie in the hole
     * the ray misses the ring */
    fv3 a = f3_madd(ray->o, enter, ray->d), b = f3_madd(ray->o, leave, ray->d);
    fv hole = fv_max((R - r) * fv_all(0.9999f), fv_all(0)),
       far = fv_max(a.x * a.x + a.y * a.y, b.x * b.x + b.y * b.y);
    iv want = (enter < leave) & ~(far < hole * hole);
    if (!iv_any(want)) return inf;
    return tw_ring_first(ray->o, ray->d, R, r, enter, leave, want, any);
}

static fv hit(const float *p, const tw_ray *ray) {
    return first(p, ray, fv_all(INFINITY), false);
}

static fv within(const float *p, const tw_ray *ray, fv far, bool any) {
    return any ? first(p, ray, far, true) : first(p, ray, far, false);
}

static fv3 normal(const float *p, fv3 point) {
    fv rho = fv_sqrt(point.x * point.x + point.y * point.y);
    fv s = fv_all(1) - fv_all(p[0]) / fv_select(rho > fv_all(0), rho, fv_all(1));
    return f3_normalized(f3(point.x * s, point.y * s, point.z));
}

/* mask: the point is on the outer half of the torus, which is part of the convex hull's surface, so
 * outward rays from there never meet the torus again */
static iv outermost(const float *p, fv3 point) {
    return point.x * point.x + point.y * point.y >= fv_all(p[0] * p[0]);
}

static const tw_ray_kind ray = {hit, within, normal, false, outermost};

const tw_shape_kind tw_shape_torus = {
    .type = TW_SHAPE_TORUS,
    .name = "torus",
    .mass = mass,
    .radius = radius,
    .extent = extent,
    .line = line,
    .triangles = triangles,
    .ray = &ray,
    .wire = wire,
};
