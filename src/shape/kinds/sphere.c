/* Sphere: p = {r}. V = 4/3 pi r^3, I = 2/5 V r^2. */
#include "shape/kinds.h"

static void mass(const tw_shape *s, double *volume, mat3 *inertia) {
    const double *p = s->p;
    double r = p[0];
    *volume = 4.0 / 3 * TW_SHAPE_PI * r * r * r;
    double i = 0.4 * *volume * r * r;
    *inertia = m3_diag(i, i, i);
}

static double radius(const tw_shape *s) {
    const double *p = s->p;
    return p[0];
}

static double extent(const tw_shape *s, vec3 n) {
    const double *p = s->p;
    (void)n;
    return p[0];
}

static vec3 support(const tw_shape *s, vec3 d) {
    (void)s, (void)d;
    return v3_zero();
}

static double nothing(const tw_shape *s) {
    (void)s;
    return 0;
}

static const tw_core core = {.support = support, .rounding = radius, .size = nothing};

static bool line(const tw_shape *s, const tw_line *l, double *t, vec3 *normal) {
    const double *p = s->p;
    if (!tw_line_first(l, tw_span_ball(l, v3_zero(), p[0]), t)) return false;
    vec3 x = v3_madd(l->o, *t, l->d);
    *normal = v3_normalized(x);
    return true;
}

static tw_status triangles(const tw_shape *s, tw_surface *t) {
    vec3 radii = v3(s->p[0], s->p[0], s->p[0]);
    TW_TRY(tw_surface_half_ball(t, 1, 0, 0, radii));
    return tw_surface_half_ball(t, 1, 0, 0.5 * TW_SHAPE_PI, radii);
}

/* ---- rays ------------------------------------------------------------------------------------ */

static fv hit(const float *p, const tw_ray *ray) {
    /* ray->o is perpendicular to ray->d, so half the chord is h = sqrt(r^2 - o^2) */
    fv r = fv_all(p[0]), h2 = r * r - f3_dot(ray->o, ray->o), h = fv_root(h2);
    fv t = tw_ray_interval(-h, h, ray->from);
    return fv_select(h2 >= fv_all(0), t, fv_all(INFINITY));
}

static fv3 normal(const float *p, fv3 point) {
    (void)p;
    return f3_normalized(point);
}

static const tw_ray_kind ray = {hit, NULL, normal, true, NULL};

const tw_shape_kind tw_shape_sphere = {
    .type = TW_SHAPE_SPHERE,
    .name = "sphere",
    .mass = mass,
    .radius = radius,
    .extent = extent,
    .line = line,
    .triangles = triangles,
    .ray = &ray,
    .core = &core,
    .wrap = TW_SHAPE_WRAP_GLOBE,
};
