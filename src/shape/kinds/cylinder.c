/* Cylinder with flat caps: p = {r, h}. V = pi r^2 h, I_zz = V r^2/2, I_xx = V (r^2/4 + h^2/12). */
#include "shape/kinds.h"

static void mass(const double *p, double *volume, vec3 *inertia) {
    double r = p[0], h = p[1];
    *volume = TW_SHAPE_PI * r * r * h;
    double x = *volume * (r * r / 4 + h * h / 12);
    *inertia = v3(x, x, *volume * r * r / 2);
}

static double radius(const double *p) {
    return sqrt(p[0] * p[0] + p[1] * p[1] / 4);
}

static double extent(const double *p, vec3 n) {
    return p[0] * sqrt(n.x * n.x + n.y * n.y) + p[1] / 2 * fabs(n.z);
}

static fv hit(const float *p, const tw_ray *ray) {
    fv enter = fv_all(-INFINITY), leave = fv_all(INFINITY);
    tw_ray_slab(ray->o.z, ray->d.z, fv_all(p[1] / 2), &enter, &leave);
    tw_ray_tube(ray->o.x, ray->o.y, ray->d.x, ray->d.y, fv_all(p[0]), &enter, &leave);
    return tw_ray_interval(enter, leave, ray->from);
}

static fv3 normal(const float *p, fv3 point) {
    /* the face that the point is farther out of */
    fv rho = fv_sqrt(point.x * point.x + point.y * point.y);
    iv flat = fv_abs(point.z) - fv_all(p[1] / 2) > rho - fv_all(p[0]);
    fv inv = fv_all(1) / fv_select(flat, fv_all(1), rho), zero = fv_all(0);
    return f3(fv_select(flat, zero, point.x * inv), fv_select(flat, zero, point.y * inv),
              fv_select(flat, fv_sign(fv_all(1), point.z), zero));
}

const tw_shape_kind tw_shape_cylinder = {"cylinder", mass, radius, extent};
const tw_ray_kind tw_ray_cylinder = {hit, NULL, normal, true, NULL};
