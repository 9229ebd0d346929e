/*
 * A new shape by one file, a dome: p = {r}, half of a ball, its flat side at z = -3/8 r and the
 * ball's centre there too, so that the centre of volume is 0.
 * V = 2/3 pi r^3, I_zz = 2/5 V r^2, I_xx = 83/320 V r^2.
 */
#include "shape/kinds.h"

static const double down = 0.375; /* the flat side's depth, in radii */

static void mass(const tw_shape *s, double *volume, mat3 *inertia) {
    double r = s->p[0];
    *volume = 2.0 / 3 * TW_SHAPE_PI * r * r * r;
    double x = 83.0 / 320 * *volume * r * r;
    *inertia = m3_diag(x, x, 0.4 * *volume * r * r);
}

static double radius(const tw_shape *s) {
    return s->p[0] * sqrt(1 + down * down);
}

/* the furthest point: of the ball, or of the rim */
static vec3 support(const tw_shape *s, vec3 d) {
    double r = s->p[0], l = v3_length(d);
    if (!(d.z >= 0)) return tw_core_rim(r, -down * r, d);
    return v3(r * d.x / l, r * d.y / l, r * d.z / l - down * r);
}

static double extent(const tw_shape *s, vec3 n) {
    return v3_dot(support(s, n), n);
}

static vec3 turn(const tw_shape *s, vec3 d, vec3 u) {
    double r = s->p[0], l = v3_length(d), along = v3_dot(d, u) / (l * l);
    if (!(d.z >= 0)) return tw_core_rim_turn(r, d, u);
    return v3_scale(v3_madd(u, -along, d), r / l);
}

/* the flat side, or a point */
static void face(const tw_shape *s, vec3 d, tw_face *f) {
    if (d.z < -0.7) {
        tw_core_cap(s->p[0], -down * s->p[0], f);
        return;
    }
    f->count = 1;
    f->corner[0] = support(s, d);
    f->id = 2;
}

static vec3 nearest(const tw_shape *s, vec3 n, vec3 x) {
    double out = sqrt(n.x * n.x + n.y * n.y);
    if (n.z < 0 && out <= TW_CORE_NONE) return tw_core_on_disk(s->p[0], -down * s->p[0], x);
    return support(s, n);
}

static const tw_core core = {
    .support = support, .turn = turn, .face = face, .nearest = nearest, .rims = true};

static bool line(const tw_shape *s, const tw_line *l, double *t, vec3 *normal) {
    double r = s->p[0];
    tw_span all = tw_span_both(tw_span_ball(l, v3(0, 0, -down * r), r),
                               tw_span_between(l->o.z, l->d.z, -down * r, INFINITY));
    if (!tw_line_first(l, all, t)) return false;
    vec3 x = v3_madd(l->o, *t, l->d);
    x.z += down * r;
    bool flat = -x.z > v3_length(x) - r;
    *normal = flat ? v3(0, 0, -1) : v3_normalized(x);
    return true;
}

static tw_status triangles(const tw_shape *s, tw_surface *t) {
    double r = s->p[0];
    TW_TRY(tw_surface_half_ball(t, r, -down * r, 0, v3(1, 1, 1)));
    return tw_surface_disc(t, r, -down * r, -1);
}

/* ---- rays ------------------------------------------------------------------------------------ */

static fv hit(const float *p, const tw_ray *ray) {
    fv r = fv_all(p[0]), base = fv_all(-0.375f) * r, enter = fv_all(-INFINITY), leave = -enter;
    fv3 o = f3(ray->o.x, ray->o.y, ray->o.z - base);
    fv s = -f3_dot(o, ray->d);
    o = f3_madd(o, s, ray->d);
    fv h2 = r * r - f3_dot(o, o), h = fv_root(h2);
    enter = s - h, leave = s + h;
    /* base <= z <= base + r */
    fv half = fv_all(0.5f) * r;
    tw_ray_slab(ray->o.z - base - half, ray->d.z, half, &enter, &leave);
    return fv_select(h2 >= fv_all(0), tw_ray_interval(enter, leave, ray->from), fv_all(INFINITY));
}

static fv3 normal(const float *p, fv3 point) {
    fv r = fv_all(p[0]), zero = fv_all(0);
    fv3 x = f3(point.x, point.y, point.z + fv_all(0.375f) * r);
    iv flat = -x.z > fv_sqrt(f3_dot(x, x)) - r;
    fv3 n = f3_normalized(x);
    return f3(fv_select(flat, zero, n.x), fv_select(flat, zero, n.y),
              fv_select(flat, fv_all(-1), n.z));
}

static const tw_ray_kind ray = {hit, NULL, normal, true, NULL};

const tw_shape_kind tw_shape_dome = {
    .type = 1000,
    .name = "dome",
    .mass = mass,
    .radius = radius,
    .extent = extent,
    .line = line,
    .triangles = triangles,
    .ray = &ray,
    .core = &core,
    .wrap = TW_SHAPE_WRAP_FACES,
};
