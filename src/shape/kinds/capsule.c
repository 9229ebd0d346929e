/*
 * Capsule: p = {r, h}, all points within r of the segment |z| <= h/2.
 * V = pi r^2 h + 4/3 pi r^3; a half ball m at distance h/2: I_xx = m (2/5 r^2 + h^2/4 + 3/8 h r).
 */
#include "shape/kinds.h"

static void mass(const double *p, double *volume, vec3 *inertia) {
    double r = p[0], h = p[1];
    double tube = TW_SHAPE_PI * r * r * h, ball = 4.0 / 3 * TW_SHAPE_PI * r * r * r;
    double x = tube * (r * r / 4 + h * h / 12) + ball * (0.4 * r * r + h * h / 4 + 0.375 * h * r);
    *volume = tube + ball;
    *inertia = v3(x, x, tube * r * r / 2 + 0.4 * ball * r * r);
}

static double radius(const double *p) {
    return p[0] + p[1] / 2;
}

static double extent(const double *p, vec3 n) {
    return p[0] + p[1] / 2 * fabs(n.z);
}

/* where the ray crosses the ball about (0, 0, z), entering (side -1) or leaving (side 1) */
static fv cap(const tw_ray *ray, fv z, fv r, fv side, iv *miss) {
    fv3 o = f3(ray->o.x, ray->o.y, ray->o.z - z);
    fv s = -f3_dot(o, ray->d);
    o = f3_madd(o, s, ray->d);
    fv h2 = r * r - f3_dot(o, o);
    *miss |= h2 < fv_all(0);
    return s + side * fv_root(h2);
}

static fv hit(const float *p, const tw_ray *ray) {
    fv r = fv_all(p[0]), half = fv_all(p[1] / 2), inf = fv_all(INFINITY);
    fv3 o = ray->o, d = ray->d;
    fv a = d.x * d.x + d.y * d.y, b = o.x * d.x + o.y * d.y, cross = o.x * d.y - o.y * d.x;
    fv disc = r * r * a - cross * cross, root = fv_root(disc);
    /* along the axis the tube is met far off, so the caps decide */
    iv along = a < fv_all(1e-14f);
    fv inv = fv_all(1) / fv_select(along, fv_all(1), a);
    iv miss = ~along & (disc < fv_all(0));
    fv t0 = fv_select(along, fv_all(-1e18f), (-b - root) * inv);
    fv t1 = fv_select(along, fv_all(1e18f), (-b + root) * inv);
    fv z0 = o.z + t0 * d.z, z1 = o.z + t1 * d.z;
    iv beyond0 = fv_abs(z0) > half, beyond1 = fv_abs(z1) > half, miss0 = iv_all(0), miss1 = miss0;
    fv c0 = cap(ray, fv_sign(half, z0), r, fv_all(-1), &miss0);
    fv c1 = cap(ray, fv_sign(half, z1), r, fv_all(1), &miss1);
    miss |= (beyond0 & miss0) | (beyond1 & miss1);
    fv enter = fv_select(beyond0, c0, t0), leave = fv_select(beyond1, c1, t1);
    return fv_select(miss, inf, tw_ray_interval(enter, leave, ray->from));
}

static fv3 normal(const float *p, fv3 point) {
    fv half = fv_all(p[1] / 2);
    fv z = fv_min(fv_max(point.z, -half), half);
    return f3_normalized(f3(point.x, point.y, point.z - z));
}

const tw_shape_kind tw_shape_capsule = {"capsule", mass, radius, extent};
const tw_ray_kind tw_ray_capsule = {hit, NULL, normal, true, NULL};
