/*
 * Capsule: p = {r, h}, all points within r of the segment |z| <= h/2. V = pi r^2 h + 4/3 pi r^3;
 * the inertia I_xx of a half ball of mass m whose flat side is at distance h/2: m (2/5 r^2 + h^2/4
 * + 3/8 h r).
 */
#include "shape/kinds.h"

static void mass(const tw_shape *s, double *volume, mat3 *inertia) {
    const double *p = s->p;
    double r = p[0], h = p[1];
    double tube = TW_SHAPE_PI * r * r * h, ball = 4.0 / 3 * TW_SHAPE_PI * r * r * r;
    double x = tube * (r * r / 4 + h * h / 12) + ball * (0.4 * r * r + h * h / 4 + 0.375 * h * r);
    *volume = tube + ball;
    *inertia = m3_diag(x, x, tube * r * r / 2 + 0.4 * ball * r * r);
}

static double radius(const tw_shape *s) {
    const double *p = s->p;
    return p[0] + p[1] / 2;
}

static double extent(const tw_shape *s, vec3 n) {
    const double *p = s->p;
    return p[0] + p[1] / 2 * fabs(n.z);
}

static vec3 support(const tw_shape *s, vec3 d) {
    return v3(0, 0, tw_core_like(0.5 * s->p[1], d.z));
}

static void face(const tw_shape *s, vec3 d, tw_face *f) {
    (void)d;
    tw_core_edge(v3(0, 0, -0.5 * s->p[1]), v3(0, 0, 0.5 * s->p[1]), 0, f);
}

static vec3 nearest(const tw_shape *s, vec3 n, vec3 x) {
    return v3(0, 0, tw_core_free(n.z, x.z, 0.5 * s->p[1]));
}

static double rounding(const tw_shape *s) {
    return s->p[0];
}

static double half(const tw_shape *s) {
    return 0.5 * s->p[1];
}

static const tw_core core = {
    .support = support, .face = face, .nearest = nearest, .rounding = rounding, .size = half};

static bool line(const tw_shape *s, const tw_line *l, double *t, vec3 *normal) {
    const double *p = s->p;
    /* the capsule, a cylinder and two balls, is convex: its part of the line goes from the first
     * entry to the last exit */
    tw_span part[3] = {tw_span_both(tw_span_between(l->o.z, l->d.z, -p[1] / 2, p[1] / 2),
                                    tw_span_tube(l->o.x, l->o.y, l->d.x, l->d.y, p[0])),
                       tw_span_ball(l, v3(0, 0, -p[1] / 2), p[0]),
                       tw_span_ball(l, v3(0, 0, p[1] / 2), p[0])};
    tw_span all = TW_SPAN_NOWHERE;
    for (int i = 0; i < 3; i++)
        if (part[i].enter <= part[i].leave)
            all = (tw_span){fmin(all.enter, part[i].enter), fmax(all.leave, part[i].leave)};
    if (!tw_line_first(l, all, t)) return false;
    vec3 x = v3_madd(l->o, *t, l->d);
    *normal = v3_normalized(v3(x.x, x.y, x.z - fmin(fmax(x.z, -p[1] / 2), p[1] / 2)));
    return true;
}

static tw_status triangles(const tw_shape *s, tw_surface *t) {
    double r = s->p[0], h = 0.5 * s->p[1];
    vec3 one = v3(1, 1, 1);
    tw_rim top = {r, h, 1, 0}, bottom = {r, -h, 1, 0};
    TW_TRY(tw_surface_half_ball(t, r, h, 0, one));
    TW_TRY(tw_surface_band(t, &top, &bottom, one));
    return tw_surface_half_ball(t, r, -h, 0.5 * TW_SHAPE_PI, one);
}

/* ---- rays ------------------------------------------------------------------------------------ */

/* parameter at which the ray enters (side -1) or leaves (side 1) the ball of radius r about (0, 0,
 * z); lanes whose rays miss the ball are added to *miss */
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
    /* a ray along the axis crosses the tube's wall far away or nowhere, so that only the caps count
     */
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

static const tw_ray_kind ray = {hit, NULL, normal, true, NULL};

const tw_shape_kind tw_shape_capsule = {
    .type = TW_SHAPE_CAPSULE,
    .name = "capsule",
    .mass = mass,
    .radius = radius,
    .extent = extent,
    .line = line,
    .triangles = triangles,
    .ray = &ray,
    .core = &core,
    .wrap = TW_SHAPE_WRAP_ROUND,
};
