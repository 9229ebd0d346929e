/*
 * Support points and support features of the convex cores, each kind in its local axes.
 *
 * Faces: boxes and triangles have theirs; the caps of cylinders and cones are octagons fixed to the
 * body, so that what stands on one keeps its places; their sides are edges along the generator.
 */
#include "contact/convex/convex.h"
#include "contact/convex/mesh_hull.h"

#include <math.h>

enum { CAP = 8 };

static const double octagon[CAP][2] = {{1, 0},  {0.70710678118654752, 0.70710678118654752},
                                       {0, 1},  {-0.70710678118654752, 0.70710678118654752},
                                       {-1, 0}, {-0.70710678118654752, -0.70710678118654752},
                                       {0, -1}, {0.70710678118654752, -0.70710678118654752}};

tw_convex tw_convex_of(const tw_shape *s, const tw_pose *pose) {
    tw_convex c = {.shape = s, .x = pose->x, .R = q_matrix(pose->q)};
    switch (s->type) {
    case TW_SHAPE_SPHERE:
        c.radius = s->p[0];
        break;
    case TW_SHAPE_CAPSULE:
        c.radius = s->p[0];
        c.size = 0.5 * s->p[1];
        break;
    default:
        c.size = tw_shape_radius(s);
        break;
    }
    return c;
}

static double signed_like(double size, double d) {
    return d < 0 ? -size : size;
}

/* the rim of a disk of radius r */
static vec3 rim(double r, double z, vec3 d) {
    double n = sqrt(d.x * d.x + d.y * d.y);
    return n > 1e-14 * fabs(d.z) ? v3(r * d.x / n, r * d.y / n, z) : v3(0, 0, z);
}

static vec3 cone_support(const double *p, vec3 d) {
    vec3 base = rim(p[0], -0.25 * p[1], d), apex = v3(0, 0, 0.75 * p[1]);
    return v3_dot(apex, d) > v3_dot(base, d) ? apex : base;
}

static vec3 local_support(const tw_shape *s, vec3 d) {
    const double *p = s->p;
    switch (s->type) {
    case TW_SHAPE_CAPSULE:
        return v3(0, 0, signed_like(0.5 * p[1], d.z));
    case TW_SHAPE_CYLINDER:
        return rim(p[0], signed_like(0.5 * p[1], d.z), d);
    case TW_SHAPE_BOX:
        return v3(signed_like(0.5 * p[0], d.x), signed_like(0.5 * p[1], d.y),
                  signed_like(0.5 * p[2], d.z));
    case TW_SHAPE_CONE:
        return cone_support(p, d);
    case TW_SHAPE_ELLIPSOID: {
        vec3 e = v3(p[0] * d.x, p[1] * d.y, p[2] * d.z);
        double n = v3_length(e);
        return n > 0 ? v3(p[0] * e.x / n, p[1] * e.y / n, p[2] * e.z / n) : v3_zero();
    }
    case TW_SHAPE_MESH:
        return v3_scale(tw_mesh_hull_support(s->mesh, d), p[0]);
    default:
        return v3_zero();
    }
}

vec3 tw_convex_support(const tw_convex *c, vec3 d) {
    if (!c->shape) {
        double a = v3_dot(c->corner[0], d), b = v3_dot(c->corner[1], d),
               e = v3_dot(c->corner[2], d);
        return a >= b && a >= e ? c->corner[0] : b >= e ? c->corner[1] : c->corner[2];
    }
    if (c->shape->type == TW_SHAPE_SPHERE) return c->x;
    return v3_add(c->x, m3_mul_v(&c->R, local_support(c->shape, m3_tmul_v(&c->R, d))));
}

static vec3 rim_turn(double r, vec3 d, vec3 u) {
    double nn = d.x * d.x + d.y * d.y, n = sqrt(nn);
    if (!(n > 1e-14 * fabs(d.z))) return v3_zero();
    double along = (d.x * u.x + d.y * u.y) / nn;
    return v3(r * (u.x - along * d.x) / n, r * (u.y - along * d.y) / n, 0);
}

static vec3 local_turn(const tw_shape *s, vec3 d, vec3 u) {
    const double *p = s->p;
    switch (s->type) {
    case TW_SHAPE_CYLINDER:
        return rim_turn(p[0], d, u);
    case TW_SHAPE_CONE:
        return cone_support(p, d).z > 0 ? v3_zero() : rim_turn(p[0], d, u);
    case TW_SHAPE_ELLIPSOID: { /* of A^2 d / |A d| */
        vec3 q = v3(p[0] * p[0] * d.x, p[1] * p[1] * d.y, p[2] * p[2] * d.z);
        double nn = v3_dot(q, d), along = v3_dot(q, u) / nn;
        if (!(nn > 0)) return v3_zero();
        return v3_scale(v3(p[0] * p[0] * u.x - along * q.x, p[1] * p[1] * u.y - along * q.y,
                           p[2] * p[2] * u.z - along * q.z),
                        1 / sqrt(nn));
    }
    default:
        return v3_zero();
    }
}

vec3 tw_convex_support_turn(const tw_convex *c, vec3 d, vec3 u) {
    if (!tw_convex_curved(c)) return v3_zero();
    return m3_mul_v(&c->R, local_turn(c->shape, m3_tmul_v(&c->R, d), m3_tmul_v(&c->R, u)));
}

/* ---- features, local axes ------------------------------------------------------------------- */

static void box_face(const double *p, vec3 d, tw_face *f) {
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
        int j = low ? 3 - i : i; /* anticlockwise about +axis, turned over for the low face */
        double q[3];
        q[k] = low ? -e[k] : e[k];
        q[u] = j == 0 || j == 3 ? -e[u] : e[u];
        q[v] = j < 2 ? -e[v] : e[v];
        f->corner[i] = v3_load(q);
    }
}

static void cap_face(double r, double z, tw_face *f) {
    bool low = z < 0;
    f->normal = v3(0, 0, low ? -1 : 1);
    f->id = low;
    f->count = CAP;
    for (int i = 0; i < CAP; i++) {
        const double *o = octagon[low ? CAP - 1 - i : i];
        f->corner[i] = v3(r * o[0], r * o[1], z);
    }
}

static void edge(vec3 a, vec3 b, unsigned id, tw_face *f) {
    f->count = 2;
    f->corner[0] = a;
    f->corner[1] = b;
    f->id = id;
}

static void cylinder_face(const double *p, vec3 d, tw_face *f) {
    double h = 0.5 * p[1];
    if (fabs(d.z) > 0.7) {
        cap_face(p[0], signed_like(h, d.z), f);
    } else {
        vec3 at = rim(p[0], h, d);
        edge(v3(at.x, at.y, -h), at, 2, f);
    }
}

/* the side's normal is (h, r) / |..| in (outward, up); the cap's (0, -1): the nearer one */
static void cone_face(const double *p, vec3 d, tw_face *f) {
    double n = sqrt(p[0] * p[0] + p[1] * p[1]), out = sqrt(d.x * d.x + d.y * d.y);
    double side = (out * p[1] + d.z * p[0]) / n;
    if (-d.z > side) {
        cap_face(p[0], -0.25 * p[1], f);
    } else {
        edge(rim(p[0], -0.25 * p[1], out > 0 ? d : v3(1, 0, 0)), v3(0, 0, 0.75 * p[1]), 2, f);
    }
}

static void local_face(const tw_shape *s, vec3 d, tw_face *f) {
    switch (s->type) {
    case TW_SHAPE_CAPSULE:
        edge(v3(0, 0, -0.5 * s->p[1]), v3(0, 0, 0.5 * s->p[1]), 0, f);
        break;
    case TW_SHAPE_CYLINDER:
        cylinder_face(s->p, d, f);
        break;
    case TW_SHAPE_BOX:
        box_face(s->p, d, f);
        break;
    case TW_SHAPE_CONE:
        cone_face(s->p, d, f);
        break;
    case TW_SHAPE_MESH:
        tw_mesh_hull_face(s->mesh, s->p[0], d, f);
        break;
    default:
        f->count = 1;
        f->corner[0] = local_support(s, d);
        f->id = 0;
        break;
    }
}

static void triangle_face(const tw_convex *c, vec3 d, tw_face *f) {
    vec3 n = v3_normalized(
        v3_cross(v3_sub(c->corner[1], c->corner[0]), v3_sub(c->corner[2], c->corner[0])));
    bool back = v3_dot(n, d) < 0;
    f->normal = back ? v3_neg(n) : n;
    f->count = 3;
    f->id = back;
    for (int i = 0; i < 3; i++) f->corner[i] = c->corner[back ? 2 - i : i];
}

void tw_convex_face(const tw_convex *c, vec3 d, tw_face *f) {
    f->normal = v3_zero();
    if (c->shape) {
        local_face(c->shape, m3_tmul_v(&c->R, d), f);
        f->normal = m3_mul_v(&c->R, f->normal);
        for (int i = 0; i < f->count; i++)
            f->corner[i] = v3_add(c->x, m3_mul_v(&c->R, f->corner[i]));
    } else {
        triangle_face(c, d, f);
    }
    for (int i = 0; i < f->count; i++) {
        f->in[i] = (unsigned char)(i ? i - 1 : f->count - 1);
        f->out[i] = (unsigned char)i;
    }
}
