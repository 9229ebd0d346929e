/*
 * Convex cores of shapes, for contact detection. A shape is its core enlarged by a radius on all
 * sides, the rounding (sphere: the core is a point; capsule: a segment). A core has a support
 * function and faces. Coordinates are the shape's own.
 */
#ifndef TW_SHAPE_CORE_H
#define TW_SHAPE_CORE_H

#include "shape/shape.h"

/* greatest number of corners of a feature (tw_face) of a core's surface: a point, an edge, or a
 * plane polygon, whose corners are in anticlockwise order as seen from outside */
enum { TW_FACE_CORNERS = 24 };

typedef struct tw_face {
    int count; /* number of corners; 1: point, 2: edge */
    /* the first `count` are used; clipping may add more */
    vec3 corner[2 * TW_FACE_CORNERS];
    /* for each corner: number of the edge that ends there (in) and of the edge that begins there
     * (out) */
    unsigned char in[2 * TW_FACE_CORNERS];
    unsigned char out[2 * TW_FACE_CORNERS];
    vec3 normal; /* outward unit normal of the polygon; not set for points and edges */
    /* number of the feature among those of its core, < 4096; of a mesh's face: that of a triangle
     * modulo 4096, which several faces may share */
    unsigned id;
} tw_face;

typedef struct tw_core {
    /* point of the core that is farthest along d, which may have any length but 0 */
    vec3 (*support)(const tw_shape *s, vec3 d);
    /* derivative of the support point by time when d has the rate of change u, which is
     * perpendicular to d; NULL: always 0, because the core is a polyhedron */
    vec3 (*turn)(const tw_shape *s, vec3 d, vec3 u);
    /* fills f with the feature (point, edge or polygon) of the core whose outward normal is closest
     * to the unit vector d; NULL: the feature is always the support point alone
     */
    void (*face)(const tw_shape *s, vec3 d, tw_face *f);
    /* where several points of the core are equally far along the unit vector n: the one of them
     * that is nearest to x; NULL: the support point */
    vec3 (*nearest)(const tw_shape *s, vec3 n, vec3 x);
    double (*rounding)(const tw_shape *s); /* radius by which the core is enlarged, m; NULL: 0 */
    /* largest distance of a point of the core from the shape's centre, m; NULL: it is the shape's
     * radius */
    double (*size)(const tw_shape *s);
    bool rims; /* true: the core has flat circular ends of radius s->p[0], perpendicular to z */
} tw_core;

/* ---- for shapes with an axis z --------------------------------------------------------------- */

static inline double tw_core_like(double size, double d) {
    return d < 0 ? -size : size;
}

/* point of the circle of radius r about the z axis at height z that is farthest along d; the
 * circle's centre if d is along z */
static inline vec3 tw_core_rim(double r, double z, vec3 d) {
    double n = sqrt(d.x * d.x + d.y * d.y);
    return n > 1e-14 * fabs(d.z) ? v3(r * d.x / n, r * d.y / n, z) : v3(0, 0, z);
}

/* derivative of tw_core_rim by time when d has the rate of change u */
static inline vec3 tw_core_rim_turn(double r, vec3 d, vec3 u) {
    double nn = d.x * d.x + d.y * d.y, n = sqrt(nn);
    if (!(n > 1e-14 * fabs(d.z))) return v3_zero();
    double along = (d.x * u.x + d.y * u.y) / nn;
    return v3(r * (u.x - along * d.x) / n, r * (u.y - along * d.y) / n, 0);
}

static inline void tw_core_edge(vec3 a, vec3 b, unsigned id, tw_face *f) {
    f->count = 2;
    f->corner[0] = a;
    f->corner[1] = b;
    f->id = id;
}

/* f: the round cap at height z as an octagon that is fixed to the shape, so that contact points on
 * it do not wander */
static inline void tw_core_cap(double r, double z, tw_face *f) {
    enum { CAP = 8 };
    static const double octagon[CAP][2] = {{1, 0},  {0.70710678118654752, 0.70710678118654752},
                                           {0, 1},  {-0.70710678118654752, 0.70710678118654752},
                                           {-1, 0}, {-0.70710678118654752, -0.70710678118654752},
                                           {0, -1}, {0.70710678118654752, -0.70710678118654752}};
    bool low = z < 0;
    f->normal = v3(0, 0, low ? -1 : 1);
    f->id = low;
    f->count = CAP;
    for (int i = 0; i < CAP; i++) {
        const double *o = octagon[low ? CAP - 1 - i : i];
        f->corner[i] = v3(r * o[0], r * o[1], z);
    }
}

/* components of unit vectors of at most this size count as zero */
static const double TW_CORE_NONE = 1e-11;

static inline double tw_core_clamped(double x, double h) {
    return x < -h ? -h : x > h ? h : x;
}

/* one coordinate of the point of |x| <= h that is farthest along n, a component of a normal: h or
 * -h; if n is about 0 all points are equally far, and the one nearest to x is returned */
static inline double tw_core_free(double n, double x, double h) {
    return fabs(n) <= TW_CORE_NONE ? tw_core_clamped(x, h) : n < 0 ? -h : h;
}

/* point of the disk of radius r at height z that is nearest to x */
static inline vec3 tw_core_on_disk(double r, double z, vec3 x) {
    double far = sqrt(x.x * x.x + x.y * x.y), f = far > r ? r / far : 1;
    return v3(f * x.x, f * x.y, z);
}

#endif
