/*
 * Cone: p = {r, h}, apex at z = 3/4 h, base at z = -1/4 h, so that the centre of volume is at 0. V
 * = pi r^2 h / 3, I_zz = 3/10 V r^2, I_xx = 3/80 V (4 r^2 + h^2).
 *
 * Rays: with the depth w below the apex and k = r/h, the solid is x^2 + y^2 <= (k w)^2, 0 <= w <=
 * h: of the double cone the half with w >= 0, within the slab 0 <= w <= h. On a ray this half is an
 * interval or a half line. It is computed in double precision: near the apex the two halves are
 * close together, and single precision would not keep them apart.
 */
#include "shape/kinds.h"

static void mass(const tw_shape *s, double *volume, mat3 *inertia) {
    const double *p = s->p;
    double r = p[0], h = p[1];
    *volume = TW_SHAPE_PI * r * r * h / 3;
    double x = 3.0 / 80 * *volume * (4 * r * r + h * h);
    *inertia = m3_diag(x, x, 0.3 * *volume * r * r);
}

static double radius(const tw_shape *s) {
    const double *p = s->p;
    return fmax(0.75 * p[1], sqrt(p[0] * p[0] + p[1] * p[1] / 16));
}

static double extent(const tw_shape *s, vec3 n) {
    const double *p = s->p;
    double base = -0.25 * p[1] * n.z + p[0] * sqrt(n.x * n.x + n.y * n.y);
    return fmax(0.75 * p[1] * n.z, base);
}

static vec3 support(const tw_shape *s, vec3 d) {
    const double *p = s->p;
    vec3 base = tw_core_rim(p[0], -0.25 * p[1], d), apex = v3(0, 0, 0.75 * p[1]);
    return v3_dot(apex, d) > v3_dot(base, d) ? apex : base;
}

static vec3 turn(const tw_shape *s, vec3 d, vec3 u) {
    return support(s, d).z > 0 ? v3_zero() : tw_core_rim_turn(s->p[0], d, u);
}

/* f: the base or a straight line of the side, whichever has the normal closer to d. In the plane
 * (outward, up), the base has the normal (0, -1), the side (h, r) / |(h, r)| */
static void face(const tw_shape *s, vec3 d, tw_face *f) {
    const double *p = s->p;
    double n = sqrt(p[0] * p[0] + p[1] * p[1]), out = sqrt(d.x * d.x + d.y * d.y);
    double side = (out * p[1] + d.z * p[0]) / n;
    if (-d.z > side) {
        tw_core_cap(p[0], -0.25 * p[1], f);
    } else {
        tw_core_edge(tw_core_rim(p[0], -0.25 * p[1], out > 0 ? d : v3(1, 0, 0)),
                     v3(0, 0, 0.75 * p[1]), 2, f);
    }
}

static vec3 nearest(const tw_shape *s, vec3 n, vec3 x) {
    const double *p = s->p;
    double out = sqrt(n.x * n.x + n.y * n.y), low = -0.25 * p[1];
    if (out <= TW_CORE_NONE && n.z < 0) return tw_core_on_disk(p[0], low, x);
    vec3 apex = v3(0, 0, 0.75 * p[1]);
    if (out <= TW_CORE_NONE) return apex;
    vec3 rim = v3(p[0] * n.x / out, p[0] * n.y / out, low), side = v3_sub(apex, rim);
    double across = v3_dot(side, n), length2 = v3_dot(side, side);
    if (across * across > TW_CORE_NONE * TW_CORE_NONE * length2) return across > 0 ? apex : rim;
    double t = v3_dot(v3_sub(x, rim), side) / length2;
    return v3_madd(rim, t < 0 ? 0 : t > 1 ? 1 : t, side);
}

static const tw_core core = {
    .support = support, .turn = turn, .face = face, .nearest = nearest, .rims = true};

/* part of the line in the cone x^2 + y^2 <= (k w)^2, 0 <= w <= h; w: depth below the apex, k = r /
 * h */
static tw_span within_line(const double *p, const tw_line *l) {
    double k = p[0] / p[1], k2 = k * k, w = 0.75 * p[1] - l->o.z, dw = -l->d.z;
    double a = l->d.x * l->d.x + l->d.y * l->d.y - k2 * dw * dw;
    double b = l->o.x * l->d.x + l->o.y * l->d.y - k2 * w * dw;
    double c = l->o.x * l->o.x + l->o.y * l->o.y - k2 * w * w;
    double disc = b * b - a * c;
    tw_span slab = tw_span_between(w, dw, 0, p[1]), s;
    /* for a line steeper than the side (a < 0), a negative disc is rounding of 0: the line goes
     * through the apex */
    if (disc < 0) return a < 0 ? slab : TW_SPAN_NOWHERE;
    double q = -(b + (b < 0 ? -sqrt(disc) : sqrt(disc)));
    double one = q / a, other = q == 0 ? 0 : c / q; /* if a = 0, `other` is the only root */
    if (a > 0)
        s = (tw_span){fmin(one, other), fmax(one, other)};
    else if (dw >
             /* steep line: it is in the double cone before the first root and after the second; the
              * part below the apex is kept */
             0)
        s = (tw_span){a == 0 ? other : fmax(one, other), INFINITY};
    else
        s = (tw_span){-INFINITY, a == 0 ? other : fmin(one, other)};
    return tw_span_both(s, slab);
}

static bool line(const tw_shape *s, const tw_line *l, double *t, vec3 *normal) {
    const double *p = s->p;
    if (!tw_line_first(l, within_line(p, l), t)) return false;
    vec3 x = v3_madd(l->o, *t, l->d);
    double rho = sqrt(x.x * x.x + x.y * x.y);
    double side = (rho * p[1] - (0.75 * p[1] - x.z) * p[0]) / sqrt(p[0] * p[0] + p[1] * p[1]);
    if (-x.z - p[1] / 4 > side)
        *normal = v3(0, 0, -1);
    else
        *normal =
            rho > 0 ? v3_normalized(v3(x.x / rho * p[1], x.y / rho * p[1], p[0])) : v3(0, 0, 1);
    return true;
}

static tw_status triangles(const tw_shape *s, tw_surface *t) {
    double r = s->p[0], h = s->p[1];
    tw_rim apex = {0, 0.75 * h, h, r}, base = {r, -0.25 * h, h, r};
    TW_TRY(tw_surface_band(t, &apex, &base, v3(1, 1, 1)));
    return tw_surface_disc(t, r, -0.25 * h, -1);
}

/* ---- rays ------------------------------------------------------------------------------------ */

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
    /* steep rays (a < 0) are in the double cone before t0 and after t1; the part below the apex is
     * kept */
    lv steep = a<zero, down = dw> zero;
    dv enter = dv_select(steep, dv_select(down, t1, -inf), t0);
    dv leave = dv_select(steep, dv_select(down, inf, t0), t1);
    lv miss = ~steep & (disc < zero);
    /* the slab 0 <= w <= h cuts off what is above the apex or below the base */
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
    /* signed distances of the point from the side, whose normal is (h, r) / sqrt(r^2 + h^2), and
     * from the base, positive outward */
    fv side = (rho * h - (fv_all(0.75f) * h - point.z) * r) * inv;
    fv base = -point.z - fv_all(0.25f) * h;
    iv flat = base > side;
    fv c = h * inv / fv_select(rho > zero, rho, fv_all(1));
    return f3(fv_select(flat, zero, point.x * c), fv_select(flat, zero, point.y * c),
              fv_select(flat, fv_all(-1), fv_select(rho > zero, r * inv, fv_all(1))));
}

static const tw_ray_kind ray = {hit, NULL, normal, true, NULL};

const tw_shape_kind tw_shape_cone = {
    .type = TW_SHAPE_CONE,
    .name = "cone",
    .mass = mass,
    .radius = radius,
    .extent = extent,
    .line = line,
    .triangles = triangles,
    .ray = &ray,
    .core = &core,
    .wrap = TW_SHAPE_WRAP_ROUND,
};
