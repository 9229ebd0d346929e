/* Box: p = {x, y, z}, full lengths of the edges. Volume V = xyz, inertia for density 1 I_xx = V
 * (y^2 + z^2)/12; others by exchanging axes. */
#include "shape/kinds.h"

static void mass(const tw_shape *s, double *volume, mat3 *inertia) {
    const double *p = s->p;
    double x = p[0] * p[0], y = p[1] * p[1], z = p[2] * p[2];
    *volume = p[0] * p[1] * p[2];
    vec3 i = v3_scale(v3(y + z, z + x, x + y), *volume / 12);
    *inertia = m3_diag(i.x, i.y, i.z);
}

static double radius(const tw_shape *s) {
    const double *p = s->p;
    return sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]) / 2;
}

static double extent(const tw_shape *s, vec3 n) {
    const double *p = s->p;
    return (p[0] * fabs(n.x) + p[1] * fabs(n.y) + p[2] * fabs(n.z)) / 2;
}

static vec3 support(const tw_shape *s, vec3 d) {
    const double *p = s->p;
    return v3(tw_core_like(0.5 * p[0], d.x), tw_core_like(0.5 * p[1], d.y),
              tw_core_like(0.5 * p[2], d.z));
}

static void face(const tw_shape *s, vec3 d, tw_face *f) {
    const double *p = s->p;
    double e[3] = {0.5 * p[0], 0.5 * p[1], 0.5 * p[2]}, c[3] = {d.x, d.y, d.z};
    double ax = fabs(d.x), ay = fabs(d.y), az = fabs(d.z);
    int k = az >= ax && az >= ay ? 2 : ay >= ax ? 1 : 0, u = (k + 1) % 3, v = (k + 2) % 3;
    bool low = c[k] < 0;
    double n[3] = {0, 0, 0};
    n[k] = low ? -1 : 1;
    f->normal = v3_load(n);
    f->id = (unsigned)(2 * k + low);
    f->count = 4;
    for (int i = 0; i < 4; i++) {
        /* corners in anticlockwise order about +axis; the face on the low side has the reverse
         * order, as it is seen from the other side */
        int j = low ? 3 - i : i;
        double q[3];
        q[k] = low ? -e[k] : e[k];
        q[u] = j == 0 || j == 3 ? -e[u] : e[u];
        q[v] = j < 2 ? -e[v] : e[v];
        f->corner[i] = v3_load(q);
    }
}

static vec3 nearest(const tw_shape *s, vec3 n, vec3 x) {
    const double *p = s->p;
    return v3(tw_core_free(n.x, x.x, 0.5 * p[0]), tw_core_free(n.y, x.y, 0.5 * p[1]),
              tw_core_free(n.z, x.z, 0.5 * p[2]));
}

static const tw_core core = {.support = support, .face = face, .nearest = nearest};

static bool line(const tw_shape *s, const tw_line *l, double *t, vec3 *normal) {
    const double *p = s->p;
    tw_span all = tw_span_between(l->o.x, l->d.x, -p[0] / 2, p[0] / 2);
    all = tw_span_both(all, tw_span_between(l->o.y, l->d.y, -p[1] / 2, p[1] / 2));
    all = tw_span_both(all, tw_span_between(l->o.z, l->d.z, -p[2] / 2, p[2] / 2));
    if (!tw_line_first(l, all, t)) return false;
    vec3 x = v3_madd(l->o, *t, l->d);
    double out[3] = {fabs(x.x) - p[0] / 2, fabs(x.y) - p[1] / 2, fabs(x.z) - p[2] / 2};
    if (out[0] >= out[1] && out[0] >= out[2])
        *normal = v3(copysign(1, x.x), 0, 0);
    else
        *normal = out[1] >= out[2] ? v3(0, copysign(1, x.y), 0) : v3(0, 0, copysign(1, x.z));
    return true;
}

static tw_status triangles(const tw_shape *s, tw_surface *t) {
    const double *size = s->p;
    for (int axis = 0; axis < 3; axis++)
        for (int side = -1; side < 2; side += 2) {
            size_t first = t->position.count;
            int u = (axis + 1) % 3, v = (axis + 2) % 3;
            for (int k = 0; k < 4; k++) {
                /* corners in anticlockwise order about the outward axis */
                double x[3], n[3] = {0, 0, 0};
                x[axis] = 0.5 * side * size[axis];
                x[u] = (k == 1 || k == 2 ? 0.5 : -0.5) * size[u];
                x[v] = (k >= 2 ? 0.5 : -0.5) * size[v];
                n[axis] = side;
                TW_TRY(tw_surface_vertex(t, v3(x[0], x[1], x[2]), v3(n[0], n[1], n[2])));
            }
            size_t a = side > 0 ? 1 : 2, b = 3 - a;
            TW_TRY(tw_surface_triangle(t, first, first + a, first + b));
            TW_TRY(tw_surface_triangle(t, first, first + (side > 0 ? 2 : 3),
                                       first + (side > 0 ? 3 : 2)));
        }
    return TW_OK;
}

/* ---- rays ------------------------------------------------------------------------------------ */

static fv hit(const float *p, const tw_ray *ray) {
    fv enter = fv_all(-INFINITY), leave = fv_all(INFINITY);
    tw_ray_slab(ray->o.x, ray->d.x, fv_all(p[0] / 2), &enter, &leave);
    tw_ray_slab(ray->o.y, ray->d.y, fv_all(p[1] / 2), &enter, &leave);
    tw_ray_slab(ray->o.z, ray->d.z, fv_all(p[2] / 2), &enter, &leave);
    return tw_ray_interval(enter, leave, ray->from);
}

static fv3 normal(const float *p, fv3 point) {
    /* normal of the face that the point, because of rounding, lies farthest outside of */
    fv x = fv_abs(point.x) - fv_all(p[0] / 2), y = fv_abs(point.y) - fv_all(p[1] / 2);
    fv z = fv_abs(point.z) - fv_all(p[2] / 2), one = fv_all(1), zero = fv_all(0);
    iv on_x = (x >= y) & (x >= z), on_y = ~on_x & (y >= z), on_z = ~on_x & ~on_y;
    return f3(fv_select(on_x, fv_sign(one, point.x), zero),
              fv_select(on_y, fv_sign(one, point.y), zero),
              fv_select(on_z, fv_sign(one, point.z), zero));
}

static const tw_ray_kind ray = {hit, NULL, normal, true, NULL};

const tw_shape_kind tw_shape_box = {
    .type = TW_SHAPE_BOX,
    .name = "box",
    .mass = mass,
    .radius = radius,
    .extent = extent,
    .line = line,
    .triangles = triangles,
    .ray = &ray,
    .core = &core,
    .wrap = TW_SHAPE_WRAP_FACES,
};
