/* Ellipsoid: p = {a, b, c}, half axes. V = 4/3 pi abc, I_xx = V (b^2 + c^2)/5. */
#include "shape/kinds.h"

static void mass(const double *p, double *volume, vec3 *inertia) {
    double x = p[0] * p[0], y = p[1] * p[1], z = p[2] * p[2];
    *volume = 4.0 / 3 * TW_SHAPE_PI * p[0] * p[1] * p[2];
    *inertia = v3_scale(v3(y + z, z + x, x + y), *volume / 5);
}

static double radius(const double *p) {
    return fmax(p[0], fmax(p[1], p[2]));
}

static double extent(const double *p, vec3 n) {
    return v3_length(v3(p[0] * n.x, p[1] * n.y, p[2] * n.z));
}

static fv hit(const float *p, const tw_ray *ray) {
    /* the unit ball in stretched coordinates, again from the nearest point to its centre */
    fv3 k = f3_all(1 / p[0], 1 / p[1], 1 / p[2]);
    fv3 o = f3_mul(ray->o, k), d = f3_mul(ray->d, k);
    fv inv = fv_all(1) / f3_dot(d, d), s = -f3_dot(o, d) * inv;
    o = f3_madd(o, s, d);
    fv h2 = fv_all(1) - f3_dot(o, o), h = fv_sqrt(fv_max(h2, fv_all(0)) * inv);
    fv t = tw_ray_interval(s - h, s + h, ray->from);
    return fv_select(h2 >= fv_all(0), t, fv_all(INFINITY));
}

static fv3 normal(const float *p, fv3 point) {
    fv3 k = f3_all(1 / p[0], 1 / p[1], 1 / p[2]);
    fv3 n = f3_mul(f3_mul(point, k), k);
    /* first to order one, so that squares of small half axes do not overflow */
    fv m = fv_max(fv_abs(n.x), fv_max(fv_abs(n.y), fv_abs(n.z)));
    return f3_normalized(f3_scale(n, fv_all(1) / m));
}

const tw_shape_kind tw_shape_ellipsoid = {"ellipsoid", mass, radius, extent};
const tw_ray_kind tw_ray_ellipsoid = {hit, NULL, normal, true, NULL};
