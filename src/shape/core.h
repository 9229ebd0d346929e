/*
 * Convex cores of shapes, for contact detection: a support function, faces, and a radius by which
 * the core is rounded (sphere: a point, capsule: a segment). Coordinates are the shape's own.
 */
#ifndef TW_SHAPE_CORE_H
#define TW_SHAPE_CORE_H

#include "shape/shape.h"

/* a feature of a core's surface: a point, an edge, or a plane polygon with at most TW_FACE_CORNERS
 * corners, anticlockwise as seen from outside */
enum { TW_FACE_CORNERS = 24 };

typedef struct tw_face {
    int count; /* 1: point, 2: edge */
    /* `count` corners in use; the rest is room for corners added by clipping */
    vec3 corner[2 * TW_FACE_CORNERS];
    /* numbers of the edges that end (in) and that begin (out) at each corner */
    unsigned char in[2 * TW_FACE_CORNERS];
    unsigned char out[2 * TW_FACE_CORNERS];
    vec3 normal; /* outward unit normal; only of polygons */
    unsigned id; /* number of the feature within its core, < 4096 */
} tw_face;

typedef struct tw_core {
    /* point of the core that is furthest along d; d has any length but zero */
    vec3 (*support)(const tw_shape *s, vec3 d);
    /* derivative of the support point when d changes at the rate u, which is perpendicular to d;
     * NULL: always 0, since the core has corners only */
    vec3 (*turn)(const tw_shape *s, vec3 d, vec3 u);
    /* fills f with the feature whose outward normal is closest to the unit vector d; NULL: every
     * feature is just the support point */
    void (*face)(const tw_shape *s, vec3 d, tw_face *f);
    /* of the core's points farthest along the unit vector n, the one nearest to x; NULL: the
     * support point */
    vec3 (*nearest)(const tw_shape *s, vec3 n, vec3 x);
    double (*rounding)(const tw_shape *s); /* m; NULL: 0 */
    /* largest distance of the core from the centre, m; NULL: the shape's radius */
    double (*size)(const tw_shape *s);
    bool rims; /* the core has round plane ends of radius s->p[0], perpendicular to z */
} tw_core;

/* ---- for shapes with an axis z --------------------------------------------------------------- */

static inline double tw_core_like(double size, double d) {
    return d < 0 ? -size : size;
}

/* point furthest along d of the rim of a disk of radius r at height z; the disk's centre if d is
 * along z */
static inline vec3 tw_core_rim(double r, double z, vec3 d) {
    double n = sqrt(d.x * d.x + d.y * d.y);
    return n > 1e-14 * fabs(d.z) ? v3(r * d.x / n, r * d.y / n, z) : v3(0, 0, z);
}

/* derivative of tw_core_rim when d changes at the rate u */
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

/* f: feature of a round cap at height z: an octagon fixed to the shape, so that contact points stay
 */
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

/* components of unit vectors up to this size count as zero */
static const double TW_CORE_NONE = 1e-11;

static inline double tw_core_clamped(double x, double h) {
    return x < -h ? -h : x > h ? h : x;
}

/* coordinate nearest to x on the side of |x| <= h toward which n points; if n is about 0, nearest
 * in the whole range */
static inline double tw_core_free(double n, double x, double h) {
    return fabs(n) <= TW_CORE_NONE ? tw_core_clamped(x, h) : n < 0 ? -h : h;
}

/* point of the disk of radius r at height z that is nearest to x */
static inline vec3 tw_core_on_disk(double r, double z, vec3 x) {
    double far = sqrt(x.x * x.x + x.y * x.y), f = far > r ? r / far : 1;
    return v3(f * x.x, f * x.y, z);
}

#endif
