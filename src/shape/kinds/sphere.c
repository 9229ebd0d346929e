/* Sphere: p = {r}. V = 4/3 pi r^3, I = 2/5 V r^2. */
#include "shape/kinds.h"

static void mass(const double *p, double *volume, vec3 *inertia) {
    double r = p[0];
    *volume = 4.0 / 3 * TW_SHAPE_PI * r * r * r;
    double i = 0.4 * *volume * r * r;
    *inertia = v3(i, i, i);
}

static double radius(const double *p) {
    return p[0];
}

static double extent(const double *p, vec3 n) {
    (void)n;
    return p[0];
}

static fv hit(const float *p, const tw_ray *ray) {
    /* o is perpendicular to d: half the chord is sqrt(r^2 - o^2) */
    fv r = fv_all(p[0]), h2 = r * r - f3_dot(ray->o, ray->o), h = fv_root(h2);
    fv t = tw_ray_interval(-h, h, ray->from);
    return fv_select(h2 >= fv_all(0), t, fv_all(INFINITY));
}

static fv3 normal(const float *p, fv3 point) {
    (void)p;
    return f3_normalized(point);
}

const tw_shape_kind tw_shape_sphere = {"sphere", mass, radius, extent};
const tw_ray_kind tw_ray_sphere = {hit, NULL, normal, true, NULL};
