/*
 * Shapes: the closed set of primitives that bodies are made of. Each kind is one file in this
 * folder.
 *
 * A shape stands in its own frame: centred on its centre of volume, axis of revolution along local
 * z (sphere, box, ellipsoid: as their letters say). It knows its volume and its second moments
 * exactly, its bounds, and where rays meet it. Shapes are values; a body places them with a pose.
 * A mesh is a value too, but borrows the tw_mesh that it shows: who keeps a shape longer than its
 * body retains it.
 */
#ifndef TW_SHAPE_SHAPE_H
#define TW_SHAPE_SHAPE_H

#include "base/math/vec.h"
#include "base/status.h"

enum { TW_SHAPE_PARAMETERS = 3 };

typedef enum tw_shape_type {
    TW_SHAPE_SPHERE,    /* p = {radius} */
    TW_SHAPE_CAPSULE,   /* p = {radius, length between the centres} */
    TW_SHAPE_CYLINDER,  /* p = {radius, height}, flat caps */
    TW_SHAPE_BOX,       /* p = {x, y, z}, full edges */
    TW_SHAPE_TORUS,     /* p = {major radius, minor radius} */
    TW_SHAPE_CONE,      /* p = {radius, height}; apex at +3/4 h, base at -1/4 h */
    TW_SHAPE_ELLIPSOID, /* p = {a, b, c}, half axes */
    TW_SHAPE_STADIUM,   /* p = {half straight length, major radius, wire radius}; long axis x, plane
                           xy */
    TW_SHAPE_MESH,      /* p = {scale}, of `mesh`; axes as in its file */
    TW_SHAPE_COUNT
} tw_shape_type;

struct tw_mesh;

typedef struct tw_shape {
    tw_shape_type type;
    double p[TW_SHAPE_PARAMETERS]; /* m, all > 0 */
    const struct tw_mesh *mesh;    /* TW_SHAPE_MESH: shape/mesh/mesh.h; others: NULL */
} tw_shape;

typedef struct tw_pose {
    vec3 x; /* m */
    quat q; /* local to outer axes, unit */
} tw_pose;

typedef struct tw_bounds {
    vec3 lo, hi;
} tw_bounds;

/* what the parameters alone decide; ask the functions below, which know meshes too */
typedef struct tw_shape_kind {
    const char *name;
    /* volume (m^3) and the integral of (|r|^2 1 - r r^T) over the volume, i.e. the inertia tensor
     * of unit density about the centre; principal axes are the local axes */
    void (*mass)(const double *p, double *volume, vec3 *inertia);
    /* largest distance of a point of the shape from its centre */
    double (*radius)(const double *p);
    /* half-extent of the shape along the unit direction n (local axes), from the centre toward +n
     */
    double (*extent)(const double *p, vec3 n);
} tw_shape_kind;

extern const tw_shape_kind *const tw_shape_kinds[TW_SHAPE_COUNT]; /* NULL for meshes */

static inline const tw_shape_kind *tw_shape_of(const tw_shape *s) {
    return tw_shape_kinds[s->type];
}

/* volume, and inertia of unit density about the centre, local axes */
void tw_shape_mass(const tw_shape *s, double *volume, mat3 *inertia);
double tw_shape_radius(const tw_shape *s);
double tw_shape_extent(const tw_shape *s, vec3 n);

/* the axis-aligned box of the shape at a pose (exact for every kind) */
tw_bounds tw_shape_bounds(const tw_shape *s, const tw_pose *pose);

static inline vec3 tw_pose_apply(const tw_pose *p, vec3 local) {
    return v3_add(p->x, q_rotate(p->q, local));
}

/* outer o inner: first inner, then outer */
static inline tw_pose tw_pose_compose(const tw_pose *outer, const tw_pose *inner) {
    return (tw_pose){tw_pose_apply(outer, inner->x), q_normalized(q_mul(outer->q, inner->q))};
}

#endif
