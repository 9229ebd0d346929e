/* The table of shapes and their boxes; see shape.h and ray.h. */
#include "shape/shape.h"

#include "shape/kinds.h"
#include "shape/mesh/mesh.h"
#include "shape/ray.h"

const tw_shape_kind *const tw_shape_kinds[TW_SHAPE_COUNT] = {
    [TW_SHAPE_SPHERE] = &tw_shape_sphere,       [TW_SHAPE_CAPSULE] = &tw_shape_capsule,
    [TW_SHAPE_CYLINDER] = &tw_shape_cylinder,   [TW_SHAPE_BOX] = &tw_shape_box,
    [TW_SHAPE_TORUS] = &tw_shape_torus,         [TW_SHAPE_CONE] = &tw_shape_cone,
    [TW_SHAPE_ELLIPSOID] = &tw_shape_ellipsoid, [TW_SHAPE_STADIUM] = &tw_shape_stadium,
};

const tw_ray_kind *const tw_ray_kinds[TW_SHAPE_COUNT] = {
    [TW_SHAPE_SPHERE] = &tw_ray_sphere,       [TW_SHAPE_CAPSULE] = &tw_ray_capsule,
    [TW_SHAPE_CYLINDER] = &tw_ray_cylinder,   [TW_SHAPE_BOX] = &tw_ray_box,
    [TW_SHAPE_TORUS] = &tw_ray_torus,         [TW_SHAPE_CONE] = &tw_ray_cone,
    [TW_SHAPE_ELLIPSOID] = &tw_ray_ellipsoid, [TW_SHAPE_STADIUM] = &tw_ray_stadium,
};

void tw_shape_mass(const tw_shape *s, double *volume, mat3 *inertia) {
    if (s->type != TW_SHAPE_MESH) {
        vec3 own;
        tw_shape_of(s)->mass(s->p, volume, &own);
        *inertia = m3_diag(own.x, own.y, own.z);
        return;
    }
    double k = s->p[0], k3 = k * k * k, k5 = k3 * k * k;
    *volume = k3 * s->mesh->volume;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) inertia->m[i][j] = k5 * s->mesh->inertia.m[i][j];
}

double tw_shape_radius(const tw_shape *s) {
    return s->type == TW_SHAPE_MESH ? s->p[0] * s->mesh->radius : tw_shape_of(s)->radius(s->p);
}

double tw_shape_extent(const tw_shape *s, vec3 n) {
    if (s->type == TW_SHAPE_MESH) return s->p[0] * tw_mesh_extent(s->mesh, n);
    return tw_shape_of(s)->extent(s->p, n);
}

tw_bounds tw_shape_bounds(const tw_shape *s, const tw_pose *pose) {
    /* row i of R is the world axis i in local coordinates */
    mat3 R = q_matrix(pose->q);
    double lo[3], hi[3], x[3];
    v3_store(x, pose->x);
    for (int i = 0; i < 3; i++) {
        vec3 n = v3(R.m[i][0], R.m[i][1], R.m[i][2]);
        hi[i] = x[i] + tw_shape_extent(s, n);
        lo[i] = x[i] - tw_shape_extent(s, v3_neg(n));
    }
    return (tw_bounds){v3_load(lo), v3_load(hi)};
}
