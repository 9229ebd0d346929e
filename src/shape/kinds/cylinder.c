/* Cylinder with flat caps: p = {r, h}. V = pi r^2 h, I_zz = V r^2/2, I_xx = V (r^2/4 + h^2/12). */
#include "shape/kinds.h"

static void mass(const tw_shape *s, double *volume, mat3 *inertia) {
    const double *p = s->p;
    double r = p[0], h = p[1];
    *volume = TW_SHAPE_PI * r * r * h;
    double x = *volume * (r * r / 4 + h * h / 12);
    *inertia = m3_diag(x, x, *volume * r * r / 2);
}

static double radius(const tw_shape *s) {
    const double *p = s->p;
    return sqrt(p[0] * p[0] + p[1] * p[1] / 4);
}

static double extent(const tw_shape *s, vec3 n) {
    const double *p = s->p;
    return p[0] * sqrt(n.x * n.x + n.y * n.y) + p[1] / 2 * fabs(n.z);
}

static vec3 support(const tw_shape *s, vec3 d) {
    return tw_core_rim(s->p[0], tw_core_like(0.5 * s->p[1], d.z), d);
}

static vec3 turn(const tw_shape *s, vec3 d, vec3 u) {
    return tw_core_rim_turn(s->p[0], d, u);
}

/* f: a cap or a straight line of the side, whichever has the normal closer to d */
static void face(const tw_shape *s, vec3 d, tw_face *f) {
    double r = s->p[0], h = 0.5 * s->p[1];
    if (fabs(d.z) > 0.7) {
        tw_core_cap(r, tw_core_like(h, d.z), f);
    } else {
        vec3 at = tw_core_rim(r, h, d);
        tw_core_edge(v3(at.x, at.y, -h), at, 2, f);
    }
}

static vec3 nearest(const tw_shape *s, vec3 n, vec3 x) {
    double r = s->p[0], out = sqrt(n.x * n.x + n.y * n.y), h = 0.5 * s->p[1];
    if (out <= TW_CORE_NONE) return tw_core_on_disk(r, n.z < 0 ? -h : h, x);
    return v3(r * n.x / out, r * n.y / out, tw_core_free(n.z, x.z, h));
}

static const tw_core core = {
    .support = support, .turn = turn, .face = face, .nearest = nearest, .rims = true};

static bool line(const tw_shape *s, const tw_line *l, double *t, vec3 *normal) {
    const double *p = s->p;
    tw_span all = tw_span_both(tw_span_between(l->o.z, l->d.z, -p[1] / 2, p[1] / 2),
                               tw_span_tube(l->o.x, l->o.y, l->d.x, l->d.y, p[0]));
    if (!tw_line_first(l, all, t)) return false;
    vec3 x = v3_madd(l->o, *t, l->d);
    double rho = sqrt(x.x * x.x + x.y * x.y);
    bool cap = fabs(x.z) - p[1] / 2 > rho - p[0];
    *normal = cap ? v3(0, 0, copysign(1, x.z)) : v3_normalized(v3(x.x, x.y, 0));
    return true;
}

static tw_status triangles(const tw_shape *s, tw_surface *t) {
    double r = s->p[0], h = 0.5 * s->p[1];
    tw_rim top = {r, h, 1, 0}, bottom = {r, -h, 1, 0};
    TW_TRY(tw_surface_disc(t, r, h, 1));
    TW_TRY(tw_surface_band(t, &top, &bottom, v3(1, 1, 1)));
    return tw_surface_disc(t, r, -h, -1);
}

/* ---- rays ------------------------------------------------------------------------------------ */

static fv hit(const float *p, const tw_ray *ray) {
    fv enter = fv_all(-INFINITY), leave = fv_all(INFINITY);
    tw_ray_slab(ray->o.z, ray->d.z, fv_all(p[1] / 2), &enter, &leave);
    tw_ray_tube(ray->o.x, ray->o.y, ray->d.x, ray->d.y, fv_all(p[0]), &enter, &leave);
    return tw_ray_interval(enter, leave, ray->from);
}

static fv3 normal(const float *p, fv3 point) {
    /* normal of the cap or the side, whichever the point, because of rounding, lies farther outside
     * of */
    fv rho = fv_sqrt(point.x * point.x + point.y * point.y);
    iv flat = fv_abs(point.z) - fv_all(p[1] / 2) > rho - fv_all(p[0]);
    fv inv = fv_all(1) / fv_select(flat, fv_all(1), rho), zero = fv_all(0);
    return f3(fv_select(flat, zero, point.x * inv), fv_select(flat, zero, point.y * inv),
              fv_select(flat, fv_sign(fv_all(1), point.z), zero));
}

static const tw_ray_kind ray = {hit, NULL, normal, true, NULL};

const tw_shape_kind tw_shape_cylinder = {
    .type = TW_SHAPE_CYLINDER,
    .name = "cylinder",
    .mass = mass,
    .radius = radius,
    .extent = extent,
    .line = line,
    .triangles = triangles,
    .ray = &ray,
    .core = &core,
    .wrap = TW_SHAPE_WRAP_ROUND,
};
