/*
 * Shapes: the solids that bodies are made of.
 *
 * A kind of shape is one file in shape/kinds, which the build finds: it has the shape's mass and
 * extent, its intersection with lines and rays, its core for contact, and its triangles.
 *
 * A shape has a frame of its own: the origin is its centre of volume; shapes of revolution have the
 * axis z, box and ellipsoid their sizes along x, y, z. Volume, second moments, bounds and
 * intersections are exact. Shapes are values; a body places them with a pose. A shape of a mesh
 * refers to its tw_mesh without owning it: code that keeps the shape longer than the body must
 * retain the mesh.
 */
#ifndef TW_SHAPE_SHAPE_H
#define TW_SHAPE_SHAPE_H

#include "base/math/vec.h"
#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>

enum { TW_SHAPE_PARAMETERS = 3 };

/* Numbers of the shapes to which files other than their own refer; the number of a new shape stands
 * in its own file only. Baked films store these numbers, so they must not change */
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
    double p[TW_SHAPE_PARAMETERS]; /* parameters of the shape, m (MESH: a factor), all > 0 */
    const struct tw_mesh *mesh;    /* TW_SHAPE_MESH: the mesh (shape/mesh/mesh.h); others: NULL */
} tw_shape;

typedef struct tw_pose {
    vec3 x; /* position, m */
    quat q; /* unit quaternion: rotation from local axes to those in which x is given */
} tw_pose;

typedef struct tw_bounds {
    vec3 lo, hi;
} tw_bounds;

/* how a picture as texture is wrapped around a shape */
typedef enum tw_shape_wrap {
    /* on six faces: projected along the local axis that is closest to the surface's normal */
    TW_SHAPE_WRAP_FACES,
    /* by the longitude and latitude that a place has when the shape is scaled to a ball */
    TW_SHAPE_WRAP_GLOBE,
    /* side: around the axis z, by the angle; flat on the two ends, of radius p[0] */
    TW_SHAPE_WRAP_ROUND
} tw_shape_wrap;

struct tw_line;
struct tw_core;
struct tw_ray_kind;
struct tw_surface;

/* a kind of shape; all functions use local axes, lengths in m */
typedef struct tw_shape_kind {
    int type; /* number of the kind, different from all others (tests/unit/model/shape.c) */
    const char *name;
    /* volume, m^3, and the integral of (|r|^2 1 - r r^T) over it, the inertia about the centre for
     * density 1, m^5 */
    void (*mass)(const tw_shape *s, double *volume, mat3 *inertia);
    /* largest distance of a point of the shape from its centre, m */
    double (*radius)(const tw_shape *s);
    /* largest coordinate along the unit vector n of a point of the shape, from its centre, m */
    double (*extent)(const tw_shape *s, vec3 n);
    /* *t: parameter of a line's first crossing with the surface; *normal: outward unit normal
     * there; false: none (line.h) */
    bool (*line)(const tw_shape *s, const struct tw_line *l, double *t, vec3 *normal);
    tw_status (*triangles)(const tw_shape *s, struct tw_surface *out); /* triangles.h */
    /* intersection with rays (ray.h); NULL: a mesh, which has a tree for rays */
    const struct tw_ray_kind *ray;
    /* For contact: a convex core (core.h; of a mesh: its hull). NULL: the shape is a closed wire,
     * and `wire` gives half the length of its straight pieces, the radius of its bends and the
     * radius of the wire */
    const struct tw_core *core;
    void (*wire)(const tw_shape *s, double *half, double *bend, double *radius);
    tw_shape_wrap wrap;
} tw_shape_kind;

/* all kinds of shapes; the last element is NULL */
extern const tw_shape_kind *const tw_shape_kinds[];

/* kind with this number; NULL: there is none */
const tw_shape_kind *tw_shape_numbered(int type);

static inline const tw_shape_kind *tw_shape_of(const tw_shape *s) {
    return tw_shape_numbered(s->type);
}

/* *volume, m^3; *inertia: about the centre for density 1, in local axes, m^5 */
void tw_shape_mass(const tw_shape *s, double *volume, mat3 *inertia);
double tw_shape_radius(const tw_shape *s);
/* radius of the ball about the origin that contains the bounding balls of the shapes s [count] at
 * their poses */
double tw_shapes_radius(const tw_shape *s, const tw_pose *pose, int count);
double tw_shape_extent(const tw_shape *s, vec3 n);

/* smallest box along the world's axes that contains the shape at a pose; exact for every kind */
tw_bounds tw_shape_bounds(const tw_shape *s, const tw_pose *pose);

static inline vec3 tw_pose_apply(const tw_pose *p, vec3 local) {
    return v3_add(p->x, q_rotate(p->q, local));
}

/* pose that applies `inner` first, then `outer` */
static inline tw_pose tw_pose_compose(const tw_pose *outer, const tw_pose *inner) {
    return (tw_pose){tw_pose_apply(outer, inner->x), q_normalized(q_mul(outer->q, inner->q))};
}

#endif
