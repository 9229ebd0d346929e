/*
 * Torus: p = {R, r}. V = 2 pi^2 R r^2, I_zz = V (R^2 + 3/4 r^2), I_xx = V (R^2/2 + 5/8 r^2).
 * Rays by ring.h within |z| <= r and the outer cylinder, but for those within the inner one.
 */
#include "shape/ring.h"

#include "shape/kinds.h"

static void mass(const double *p, double *volume, vec3 *inertia) {
    double R = p[0], r = p[1];
    *volume = 2 * TW_SHAPE_PI * TW_SHAPE_PI * R * r * r;
    double x = *volume * (R * R / 2 + 0.625 * r * r);
    *inertia = v3(x, x, *volume * (R * R + 0.75 * r * r));
}

static double radius(const double *p) {
    return p[0] + p[1];
}

static double extent(const double *p, vec3 n) {
    return p[0] * sqrt(n.x * n.x + n.y * n.y) + p[1];
}

static inline fv first(const float *p, const tw_ray *ray, fv last, bool any) {
    fv R = fv_all(p[0]), r = fv_all(p[1]), grown = fv_all(1.0001f), inf = fv_all(INFINITY);
    fv enter = ray->from, leave = last;
    tw_ray_slab(ray->o.z, ray->d.z, r * grown, &enter, &leave);
    tw_ray_tube(ray->o.x, ray->o.y, ray->d.x, ray->d.y, (R + r) * grown, &enter, &leave);
    /* the distance to the axis is largest at the ends: rays through the hole, from end to end */
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

/* the outer half lies on the convex hull */
static iv outermost(const float *p, fv3 point) {
    return point.x * point.x + point.y * point.y >= fv_all(p[0] * p[0]);
}

const tw_shape_kind tw_shape_torus = {"torus", mass, radius, extent};
const tw_ray_kind tw_ray_torus = {hit, within, normal, false, outermost};
