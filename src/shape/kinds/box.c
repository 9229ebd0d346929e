/* Box: p = {x, y, z}, full edges. V = xyz, I_xx = V (y^2 + z^2)/12. */
#include "shape/kinds.h"

static void mass(const double *p, double *volume, vec3 *inertia) {
    double x = p[0] * p[0], y = p[1] * p[1], z = p[2] * p[2];
    *volume = p[0] * p[1] * p[2];
    *inertia = v3_scale(v3(y + z, z + x, x + y), *volume / 12);
}

static double radius(const double *p) {
    return sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]) / 2;
}

static double extent(const double *p, vec3 n) {
    return (p[0] * fabs(n.x) + p[1] * fabs(n.y) + p[2] * fabs(n.z)) / 2;
}

static fv hit(const float *p, const tw_ray *ray) {
    fv enter = fv_all(-INFINITY), leave = fv_all(INFINITY);
    tw_ray_slab(ray->o.x, ray->d.x, fv_all(p[0] / 2), &enter, &leave);
    tw_ray_slab(ray->o.y, ray->d.y, fv_all(p[1] / 2), &enter, &leave);
    tw_ray_slab(ray->o.z, ray->d.z, fv_all(p[2] / 2), &enter, &leave);
    return tw_ray_interval(enter, leave, ray->from);
}

static fv3 normal(const float *p, fv3 point) {
    /* the face that the point is farthest out of */
    fv x = fv_abs(point.x) - fv_all(p[0] / 2), y = fv_abs(point.y) - fv_all(p[1] / 2);
    fv z = fv_abs(point.z) - fv_all(p[2] / 2), one = fv_all(1), zero = fv_all(0);
    iv on_x = (x >= y) & (x >= z), on_y = ~on_x & (y >= z), on_z = ~on_x & ~on_y;
    return f3(fv_select(on_x, fv_sign(one, point.x), zero),
              fv_select(on_y, fv_sign(one, point.y), zero),
              fv_select(on_z, fv_sign(one, point.z), zero));
}

const tw_shape_kind tw_shape_box = {"box", mass, radius, extent};
const tw_ray_kind tw_ray_box = {hit, NULL, normal, true, NULL};
