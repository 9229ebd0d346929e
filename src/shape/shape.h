/*
 * Shapes: the solids that bodies are made of. A shape is one file in shape/kinds, which the build
 * finds: its mass and extent, its intersection with lines and rays, its core for contact and its
 * triangles.
 *
 * A shape has a frame of its own: the origin is its centre of volume, its axis of revolution is z
 * (box, ellipsoid: sizes along x, y, z). It knows its volume and its second moments exactly, its
 * bounds, and where rays meet it. Shapes are values; a body places them with a pose. A mesh shape
 * only refers to its tw_mesh: who keeps the shape longer than its body must retain the mesh.
 */
#ifndef TW_SHAPE_SHAPE_H
#define TW_SHAPE_SHAPE_H

#include "base/math/vec.h"
#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>

enum { TW_SHAPE_PARAMETERS = 3 };

/* numbers of the shapes that other files than their own refer to; a new shape has its number in its
 * own file only. Baked films store these numbers, so they must not change */
typedef enum tw_shape_type {
    TW_SHAPE_SPHERE,    /* p = {radius} */
    TW_SHAPE_CAPSULE,   /* p = {radius, distance between the half balls' centres} */
    TW_SHAPE_CYLINDER,  /* p = {radius, height}, flat caps */
    TW_SHAPE_BOX,       /* p = {x, y, z}, full lengths of the edges */
    TW_SHAPE_TORUS,     /* p = {major radius, minor radius} */
    TW_SHAPE_CONE,      /* p = {radius, height}; apex at +3/4 h, base at -1/4 h */
    TW_SHAPE_ELLIPSOID, /* p = {a, b, c}, half axes */
    TW_SHAPE_STADIUM,   /* p = {half straight length, major radius, wire radius}; long axis x, plane
                           xy */
    TW_SHAPE_MESH       /* p = {scale of `mesh`}; axes as in the mesh's file */
} tw_shape_type;

struct tw_mesh;

typedef struct tw_shape {
    int type;                      /* tw_shape_type, or the number of another kind */
    double p[TW_SHAPE_PARAMETERS]; /* the shape's numbers, m (MESH: a factor), all > 0 */
    const struct tw_mesh *mesh;    /* TW_SHAPE_MESH: shape/mesh/mesh.h; others: NULL */
} tw_shape;

typedef struct tw_pose {
    vec3 x; /* m */
    quat q; /* unit quaternion: rotation from local to outer axes */
} tw_pose;

typedef struct tw_bounds {
    vec3 lo, hi;
} tw_bounds;

/* how a texture picture covers a shape */
typedef enum tw_shape_wrap {
    /* on six faces, each projected along the axis to which it is most perpendicular */
    TW_SHAPE_WRAP_FACES,
    TW_SHAPE_WRAP_GLOBE, /* by longitude and latitude on the shape scaled to a ball */
    TW_SHAPE_WRAP_ROUND  /* around the axis z by the angle, and on the two ends of radius p[0] */
} tw_shape_wrap;

struct tw_line;
struct tw_core;
struct tw_ray_kind;
struct tw_surface;

/* local axes, m */
typedef struct tw_shape_kind {
    int type; /* no other's: tests/unit/model/shape.c */
    const char *name;
    /* volume (m^3), and the integral of (|r|^2 1 - r r^T) over it: inertia about the centre for
     * density 1 (m^5) */
    void (*mass)(const tw_shape *s, double *volume, mat3 *inertia);
    /* largest distance of a point of the shape from its centre, m */
    double (*radius)(const tw_shape *s);
    /* largest coordinate along the unit vector n of a point of the shape, from its centre, m */
    double (*extent)(const tw_shape *s, vec3 n);
    /* *t: first crossing of a line; *normal: outward unit normal there; false: none (line.h) */
    bool (*line)(const tw_shape *s, const struct tw_line *l, double *t, vec3 *normal);
    tw_status (*triangles)(const tw_shape *s, struct tw_surface *out); /* triangles.h */
    const struct tw_ray_kind *ray; /* ray.h; NULL: a mesh, whose tree serves rays */
    /* for contact: a convex core (core.h; a mesh: its hull); NULL: the shape is a closed wire, and
     * `wire` gives half the length of its straight pieces, the radius of its bends and its own */
    const struct tw_core *core;
    void (*wire)(const tw_shape *s, double *half, double *bend, double *radius);
    tw_shape_wrap wrap;
} tw_shape_kind;

extern const tw_shape_kind *const tw_shape_kinds[]; /* NULL at the end */

/* kind of the shapes with this number; NULL: there is none */
const tw_shape_kind *tw_shape_numbered(int type);

static inline const tw_shape_kind *tw_shape_of(const tw_shape *s) {
    return tw_shape_numbered(s->type);
}

/* *volume, m^3; *inertia: about the centre for density 1, local axes, m^5 */
void tw_shape_mass(const tw_shape *s, double *volume, mat3 *inertia);
double tw_shape_radius(const tw_shape *s);
/* radius of the ball about the origin that holds the balls of the shapes s [count] at their poses
 */
double tw_shapes_radius(const tw_shape *s, const tw_pose *pose, int count);
double tw_shape_extent(const tw_shape *s, vec3 n);

/* least box along the world's axes around the shape at a pose; exact for every kind */
tw_bounds tw_shape_bounds(const tw_shape *s, const tw_pose *pose);

static inline vec3 tw_pose_apply(const tw_pose *p, vec3 local) {
    return v3_add(p->x, q_rotate(p->q, local));
}

/* pose that applies `inner` first, then `outer` */
static inline tw_pose tw_pose_compose(const tw_pose *outer, const tw_pose *inner) {
    return (tw_pose){tw_pose_apply(outer, inner->x), q_normalized(q_mul(outer->q, inner->q))};
}

#endif
