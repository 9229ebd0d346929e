/*
 * Triangles of shapes; see shape.h.
 *
 * Sphere, ellipsoid, capsule, cylinder and cone are profiles (r, z) turned about z; torus and
 * stadium are circles carried along a closed path in the plane xy.
 */
#include "io/gltf/shape.h"

#include "base/math/elementary.h"
#include "shape/mesh/mesh.h"

#include <math.h>
#include <stdlib.h>

enum { AROUND = 48, HALF = 12, WIRE = 20, BEND = 24 };

static const double pi = 3.14159265358979323846;

void tw_triangles_free(tw_triangles *t) {
    tw_array_free(&t->position);
    tw_array_free(&t->normal);
    tw_array_free(&t->index);
}

static tw_status add_vertex(tw_triangles *t, const tw_pose *pose, vec3 x, vec3 n) {
    x = tw_pose_apply(pose, x);
    n = q_rotate(pose->q, n);
    double length = v3_length(n);
    float values[6] = {
        (float)x.x,           (float)x.y, (float)x.z, (float)(n.x / length), (float)(n.y / length),
        (float)(n.z / length)};
    for (int i = 0; i < 3; i++) {
        TW_TRY(tw_push(&t->position, values[i]));
        TW_TRY(tw_push(&t->normal, values[3 + i]));
    }
    return TW_OK;
}

static tw_status add_triangle(tw_triangles *t, size_t a, size_t b, size_t c) {
    TW_TRY(tw_push(&t->index, (uint32_t)a));
    TW_TRY(tw_push(&t->index, (uint32_t)b));
    return tw_push(&t->index, (uint32_t)c);
}

/* ---- profiles ------------------------------------------------------------------------------- */

/* a piece of a profile's border, from the top to the bottom, with its normal */
typedef struct rim {
    double r, z, nr, nz;
} rim;

/* two rims and what is between them; on the axis only one triangle of the two is left */
static tw_status add_band(tw_triangles *t, const tw_pose *pose, const rim *a, const rim *b,
                          vec3 scale) {
    size_t first = t->position.count / 3;
    for (int i = 0; i <= AROUND; i++) {
        double angle = 2 * pi * (i % AROUND) / AROUND, c = tw_cos(angle), s = tw_sin(angle);
        const rim *both[2] = {a, b};
        for (int k = 0; k < 2; k++) {
            const rim *r = both[k];
            vec3 x = {r->r * c * scale.x, r->r * s * scale.y, r->z * scale.z};
            vec3 n = {r->nr * c / scale.x, r->nr * s / scale.y, r->nz / scale.z};
            TW_TRY(add_vertex(t, pose, x, n));
        }
    }
    for (size_t i = 0; i < AROUND; i++) {
        size_t p = first + 2 * i;
        if (b->r > 0) TW_TRY(add_triangle(t, p, p + 1, p + 3));
        if (a->r > 0) TW_TRY(add_triangle(t, p, p + 3, p + 2));
    }
    return TW_OK;
}

/* half of a sphere about (0, z), from the angle `from` (0: top) down, in HALF bands */
static tw_status add_half_sphere(tw_triangles *t, const tw_pose *pose, double radius, double z,
                                 double from, vec3 scale) {
    for (int i = 0; i < HALF; i++) {
        rim r[2];
        for (int k = 0; k < 2; k++) {
            double a = from + 0.5 * pi * (i + k) / HALF;
            double s = tw_sin(a), c = tw_cos(a);
            /* exactly on the axis at the poles */
            if ((from == 0 && i + k == 0) || (from > 0 && i + k == HALF)) s = 0;
            r[k] = (rim){radius * s, z + radius * c, s, c};
        }
        TW_TRY(add_band(t, pose, &r[0], &r[1], scale));
    }
    return TW_OK;
}

static tw_status ellipsoid(tw_triangles *t, const tw_pose *pose, vec3 radii) {
    TW_TRY(add_half_sphere(t, pose, 1, 0, 0, radii));
    return add_half_sphere(t, pose, 1, 0, 0.5 * pi, radii);
}

static const vec3 one = {1, 1, 1};

static tw_status capsule(tw_triangles *t, const tw_pose *pose, double radius, double length) {
    double h = 0.5 * length;
    rim top = {radius, h, 1, 0}, bottom = {radius, -h, 1, 0};
    TW_TRY(add_half_sphere(t, pose, radius, h, 0, one));
    TW_TRY(add_band(t, pose, &top, &bottom, one));
    return add_half_sphere(t, pose, radius, -h, 0.5 * pi, one);
}

static tw_status add_disc(tw_triangles *t, const tw_pose *pose, double radius, double z,
                          double up) {
    rim centre = {0, z, 0, up}, edge = {radius, z, 0, up};
    return up > 0 ? add_band(t, pose, &centre, &edge, one) : add_band(t, pose, &edge, &centre, one);
}

static tw_status cylinder(tw_triangles *t, const tw_pose *pose, double radius, double height) {
    double h = 0.5 * height;
    rim top = {radius, h, 1, 0}, bottom = {radius, -h, 1, 0};
    TW_TRY(add_disc(t, pose, radius, h, 1));
    TW_TRY(add_band(t, pose, &top, &bottom, one));
    return add_disc(t, pose, radius, -h, -1);
}

static tw_status cone(tw_triangles *t, const tw_pose *pose, double radius, double height) {
    rim apex = {0, 0.75 * height, height, radius}, base = {radius, -0.25 * height, height, radius};
    TW_TRY(add_band(t, pose, &apex, &base, one));
    return add_disc(t, pose, radius, -0.25 * height, -1);
}

/* ---- wires ---------------------------------------------------------------------------------- */

/* a ring of the wire at p with the outward direction n in the plane xy */
static tw_status add_ring(tw_triangles *t, const tw_pose *pose, vec3 p, vec3 n, double radius) {
    for (int k = 0; k <= WIRE; k++) {
        double a = 2 * pi * (k % WIRE) / WIRE, c = tw_cos(a), s = tw_sin(a);
        vec3 out = {c * n.x, c * n.y, s};
        TW_TRY(add_vertex(t, pose, v3_add(p, v3_scale(out, radius)), out));
    }
    return TW_OK;
}

/* the path: two half circles of `radius` about (+-half, 0), `bends` rings each and one more */
static tw_status wire(tw_triangles *t, const tw_pose *pose, double half, double radius,
                      double thick) {
    size_t first = t->position.count / 3, rings = 0;
    for (int end = 0; end < 2; end++)
        for (int i = 0; i <= BEND; i++) {
            double a = -0.5 * pi + pi * (i + (double)end * BEND) / BEND;
            vec3 n = {tw_cos(a), tw_sin(a), 0};
            vec3 p = {(end ? -half : half) + radius * n.x, radius * n.y, 0};
            TW_TRY(add_ring(t, pose, p, n, thick));
            rings++;
        }
    for (size_t r = 0; r < rings; r++) {
        /* where there is no straight piece, the rings of both ends coincide: nothing between */
        if (half == 0 && r % (BEND + 1) == BEND) continue;
        size_t a = first + r * (WIRE + 1), b = first + (r + 1) % rings * (WIRE + 1);
        for (size_t k = 0; k < WIRE; k++) {
            TW_TRY(add_triangle(t, a + k, b + k, b + k + 1));
            TW_TRY(add_triangle(t, a + k, b + k + 1, a + k + 1));
        }
    }
    return TW_OK;
}

/* ---- flat ones ------------------------------------------------------------------------------ */

static tw_status box(tw_triangles *t, const tw_pose *pose, const double *size) {
    for (int axis = 0; axis < 3; axis++)
        for (int side = -1; side < 2; side += 2) {
            size_t first = t->position.count / 3;
            int u = (axis + 1) % 3, v = (axis + 2) % 3;
            for (int k = 0; k < 4; k++) {
                /* anticlockwise about the axis */
                double x[3], n[3] = {0, 0, 0};
                x[axis] = 0.5 * side * size[axis];
                x[u] = (k == 1 || k == 2 ? 0.5 : -0.5) * size[u];
                x[v] = (k >= 2 ? 0.5 : -0.5) * size[v];
                n[axis] = side;
                TW_TRY(add_vertex(t, pose, v3(x[0], x[1], x[2]), v3(n[0], n[1], n[2])));
            }
            size_t a = side > 0 ? 1 : 2, b = 3 - a;
            TW_TRY(add_triangle(t, first, first + a, first + b));
            TW_TRY(add_triangle(t, first, first + (side > 0 ? 2 : 3), first + (side > 0 ? 3 : 2)));
        }
    return TW_OK;
}

static tw_status mesh(tw_triangles *t, const tw_pose *pose, const tw_mesh *m, double scale) {
    for (size_t i = 0; i < m->triangle_count; i++) {
        size_t first = t->position.count / 3;
        for (int k = 0; k < 3; k++) {
            const float *x = m->corner + 9 * i + 3 * k, *n = m->normal + 9 * i + 3 * k;
            vec3 at = {scale * (double)x[0], scale * (double)x[1], scale * (double)x[2]};
            TW_TRY(add_vertex(t, pose, at, v3((double)n[0], (double)n[1], (double)n[2])));
        }
        TW_TRY(add_triangle(t, first, first + 1, first + 2));
    }
    return TW_OK;
}

tw_status tw_gltf_triangles(const tw_shape *s, const tw_pose *pose, tw_triangles *t) {
    const double *p = s->p;
    switch (s->type) {
    case TW_SHAPE_SPHERE:
        return ellipsoid(t, pose, v3(p[0], p[0], p[0]));
    case TW_SHAPE_CAPSULE:
        return capsule(t, pose, p[0], p[1]);
    case TW_SHAPE_CYLINDER:
        return cylinder(t, pose, p[0], p[1]);
    case TW_SHAPE_BOX:
        return box(t, pose, p);
    case TW_SHAPE_TORUS:
        return wire(t, pose, 0, p[0], p[1]);
    case TW_SHAPE_CONE:
        return cone(t, pose, p[0], p[1]);
    case TW_SHAPE_ELLIPSOID:
        return ellipsoid(t, pose, v3(p[0], p[1], p[2]));
    case TW_SHAPE_STADIUM:
        return wire(t, pose, p[0], p[1], p[2]);
    case TW_SHAPE_MESH:
        return mesh(t, pose, s->mesh, p[0]);
    case TW_SHAPE_COUNT:
        break;
    }
    return tw_fail(TW_ARGUMENT, "a shape that cannot be exported");
}
