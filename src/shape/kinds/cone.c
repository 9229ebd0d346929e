/*
 * Cone: p = {r, h}, apex at z = 3/4 h, base at z = -1/4 h, so that the centre of volume is 0.
 * V = pi r^2 h / 3, I_zz = 3/10 V r^2, I_xx = 3/80 V (4 r^2 + h^2).
 *
 * Ray: with w = height below the apex and k = r/h, the solid is x^2 + y^2 <= (k w)^2, 0 <= w <= h:
 * the part of the double cone with w >= 0 (an interval or a half line) within the slab. In double:
 * near the apex the two nappes are close and single precision would join them.
 */
#include "shape/kinds.h"

static void mass(const double *p, double *volume, vec3 *inertia) {
    double r = p[0], h = p[1];
    *volume = TW_SHAPE_PI * r * r * h / 3;
    double x = 3.0 / 80 * *volume * (4 * r * r + h * h);
    *inertia = v3(x, x, 0.3 * *volume * r * r);
}

static double radius(const double *p) {
    return fmax(0.75 * p[1], sqrt(p[0] * p[0] + p[1] * p[1] / 16));
}

static double extent(const double *p, vec3 n) {
    double base = -0.25 * p[1] * n.z + p[0] * sqrt(n.x * n.x + n.y * n.y);
    return fmax(0.75 * p[1] * n.z, base);
}

static fv hit(const float *p, const tw_ray *ray) {
    double h = (double)p[1], slope = (double)p[0] / h;
    dv k2 = dv_all(slope * slope), zero = dv_all(0), inf = dv_all(INFINITY);
    dv x = dv_from(ray->o.x), y = dv_from(ray->o.y), w = dv_all(0.75 * h) - dv_from(ray->o.z);
    dv dx = dv_from(ray->d.x), dy = dv_from(ray->d.y), dw = -dv_from(ray->d.z);
    dv a = dx * dx + dy * dy - k2 * dw * dw;
    dv b = x * dx + y * dy - k2 * w * dw;
    dv c = x * x + y * y - k2 * w * w;
    dv disc = b * b - a * c, root = dv_sqrt(dv_max(disc, zero));
    dv q = -(b + dv_select(b < zero, -root, root));
    q = dv_select(q == zero, dv_all(1e-300), q);
    dv a1 = dv_select(a == zero, dv_all(1e-300), a);
    dv ta = q / a1, tb = c / q, t0 = dv_min(ta, tb), t1 = dv_max(ta, tb);
    /* steep rays (a < 0) are inside before t0 and after t1: keep the side below the apex */
    lv steep = a<zero, down = dw> zero;
    dv enter = dv_select(steep, dv_select(down, t1, -inf), t0);
    dv leave = dv_select(steep, dv_select(down, inf, t0), t1);
    lv miss = ~steep & (disc < zero);
    /* the slab 0 <= w <= h cuts the upper nappe off */
    dv dw1 = dv_select(dw == zero, dv_all(1e-300), dw);
    dv s0 = -w / dw1, s1 = (dv_all(h) - w) / dw1;
    enter = dv_max(enter, dv_min(s0, s1));
    leave = dv_min(leave, dv_max(s0, s1));
    miss |= enter > leave;
    dv from = dv_from(ray->from), t = dv_select(enter >= from, enter, leave);
    miss |= ~(t >= from);
    return fv_from(dv_select(miss, inf, t));
}

static fv3 normal(const float *p, fv3 point) {
    fv r = fv_all(p[0]), h = fv_all(p[1]), zero = fv_all(0);
    fv rho = fv_sqrt(point.x * point.x + point.y * point.y);
    fv inv = fv_all(1) / fv_sqrt(r * r + h * h);
    /* how far out of the side and of the base; the side's normal is (h, r)/sqrt(r^2 + h^2) */
    fv side = (rho * h - (fv_all(0.75f) * h - point.z) * r) * inv;
    fv base = -point.z - fv_all(0.25f) * h;
    iv flat = base > side;
    fv c = h * inv / fv_select(rho > zero, rho, fv_all(1));
    return f3(fv_select(flat, zero, point.x * c), fv_select(flat, zero, point.y * c),
              fv_select(flat, fv_all(-1), fv_select(rho > zero, r * inv, fv_all(1))));
}

const tw_shape_kind tw_shape_cone = {"cone", mass, radius, extent};
const tw_ray_kind tw_ray_cone = {hit, NULL, normal, true, NULL};
