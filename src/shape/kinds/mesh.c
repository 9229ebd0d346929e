/*
 * Mesh: p = {scale}: the triangles of `mesh` scaled about the mesh's centre of mass. Volume and
 * inertia grow with the third and the fifth power of the scale. Ray intersection uses the mesh's
 * tree (mesh/ray.h); contact uses the convex hull, or the surface if the mesh is not convex
 * (contact/mesh.h).
 */
#include "shape/mesh/mesh.h"
#include "shape/kinds.h"
#include "shape/mesh/hull.h"

static void mass(const tw_shape *s, double *volume, mat3 *inertia) {
    double k = s->p[0], k3 = k * k * k, k5 = k3 * k * k;
    *volume = k3 * s->mesh->volume;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) inertia->m[i][j] = k5 * s->mesh->inertia.m[i][j];
}

static double radius(const tw_shape *s) {
    return s->p[0] * s->mesh->radius;
}

static double extent(const tw_shape *s, vec3 n) {
    return s->p[0] * tw_mesh_extent(s->mesh, n);
}

static vec3 support(const tw_shape *s, vec3 d) {
    return v3_scale(tw_mesh_hull_support(s->mesh, d), s->p[0]);
}

static void face(const tw_shape *s, vec3 d, tw_face *f) {
    tw_mesh_hull_face(s->mesh, s->p[0], d, f);
}

static const tw_core core = {.support = support, .face = face};

static bool line(const tw_shape *s, const tw_line *l, double *t, vec3 *normal) {
    double k = s->p[0];
    bool hit =
        tw_mesh_line(s->mesh, v3_scale(l->o, 1 / k), l->d, l->from / k, l->far / k, t, normal);
    *t *= k;
    return hit;
}

static tw_status triangles(const tw_shape *s, tw_surface *t) {
    const tw_mesh *m = s->mesh;
    double k = s->p[0];
    for (size_t i = 0; i < 3 * m->triangle_count; i++) {
        const float *x = m->corner + 3 * i, *n = m->normal + 3 * i;
        TW_TRY(tw_surface_vertex(t, v3(k * (double)x[0], k * (double)x[1], k * (double)x[2]),
                                 v3((double)n[0], (double)n[1], (double)n[2])));
        if (i % 3 == 2) TW_TRY(tw_surface_triangle(t, i - 2, i - 1, i));
    }
    return TW_OK;
}

const tw_shape_kind tw_shape_mesh = {
    .type = TW_SHAPE_MESH,
    .name = "mesh",
    .mass = mass,
    .radius = radius,
    .extent = extent,
    .line = line,
    .triangles = triangles,
    .core = &core,
};
