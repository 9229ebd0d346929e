/* Ellipsoid: p = {a, b, c}, half axes. V = 4/3 pi abc, I_xx = V (b^2 + c^2)/5. */
#include "shape/kinds.h"

static void mass(const tw_shape *s, double *volume, mat3 *inertia) {
    const double *p = s->p;
    double x = p[0] * p[0], y = p[1] * p[1], z = p[2] * p[2];
    *volume = 4.0 / 3 * TW_SHAPE_PI * p[0] * p[1] * p[2];
    vec3 i = v3_scale(v3(y + z, z + x, x + y), *volume / 5);
    *inertia = m3_diag(i.x, i.y, i.z);
}

static double radius(const tw_shape *s) {
    const double *p = s->p;
    return fmax(p[0], fmax(p[1], p[2]));
}

static double extent(const tw_shape *s, vec3 n) {
    const double *p = s->p;
    return v3_length(v3(p[0] * n.x, p[1] * n.y, p[2] * n.z));
}

static vec3 support(const tw_shape *s, vec3 d) {
    const double *p = s->p;
    vec3 e = v3(p[0] * d.x, p[1] * d.y, p[2] * d.z);
    double n = v3_length(e);
    return n > 0 ? v3(p[0] * e.x / n, p[1] * e.y / n, p[2] * e.z / n) : v3_zero();
}

/* derivative by time of the support point A^2 d / |A d|, A = diag(a, b, c), when d has the rate of
 * change u */
static vec3 turn(const tw_shape *s, vec3 d, vec3 u) {
    const double *p = s->p;
    vec3 q = v3(p[0] * p[0] * d.x, p[1] * p[1] * d.y, p[2] * p[2] * d.z);
    double nn = v3_dot(q, d), along = v3_dot(q, u) / nn;
    if (!(nn > 0)) return v3_zero();
    return v3_scale(v3(p[0] * p[0] * u.x - along * q.x, p[1] * p[1] * u.y - along * q.y,
                       p[2] * p[2] * u.z - along * q.z),
                    1 / sqrt(nn));
}

static const tw_core core = {.support = support, .turn = turn};

static bool line(const tw_shape *s, const tw_line *l, double *t, vec3 *normal) {
    const double *p = s->p;
    /* scaled by 1 / (a, b, c), the ellipsoid becomes the unit ball */
    tw_line unit = {v3(l->o.x / p[0], l->o.y / p[1], l->o.z / p[2]),
                    v3(l->d.x / p[0], l->d.y / p[1], l->d.z / p[2]), 0, 0};
    double size = v3_length(unit.d);
    unit.d = v3_scale(unit.d, 1 / size);
    tw_span b = tw_span_ball(&unit, v3_zero(), 1);
    if (!tw_line_first(l, (tw_span){b.enter / size, b.leave / size}, t)) return false;
    vec3 x = v3_madd(l->o, *t, l->d);
    /* the normal (x/a^2, y/b^2, z/c^2) is multiplied by the least axis squared: squares of ratios
     * do not underflow */
    double least = fmin(p[0], fmin(p[1], p[2]));
    double i = least / p[0], j = least / p[1], k = least / p[2];
    *normal = v3_normalized(v3(x.x * i * i, x.y * j * j, x.z * k * k));
    return true;
}

static tw_status triangles(const tw_shape *s, tw_surface *t) {
    vec3 radii = v3(s->p[0], s->p[1], s->p[2]);
    TW_TRY(tw_surface_half_ball(t, 1, 0, 0, radii));
    return tw_surface_half_ball(t, 1, 0, 0.5 * TW_SHAPE_PI, radii);
}

/* ---- rays ------------------------------------------------------------------------------------ */

static fv hit(const float *p, const tw_ray *ray) {
    /* scaled by 1 / (a, b, c), the ellipsoid becomes the unit ball; then the ray's origin is moved
     * to its point nearest to the centre again */
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
    /* the largest component is scaled to 1 before squaring, so that no square overflows */
    fv m = fv_max(fv_abs(n.x), fv_max(fv_abs(n.y), fv_abs(n.z)));
    return f3_normalized(f3_scale(n, fv_all(1) / m));
}

static const tw_ray_kind ray = {hit, NULL, normal, true, NULL};

const tw_shape_kind tw_shape_ellipsoid = {
    .type = TW_SHAPE_ELLIPSOID,
    .name = "ellipsoid",
    .mass = mass,
    .radius = radius,
    .extent = extent,
    .line = line,
    .triangles = triangles,
    .ray = &ray,
    .core = &core,
    .wrap = TW_SHAPE_WRAP_GLOBE,
};
