/*
 * Convex bodies as the searches see them: a core with a support function and support features, and
 * a radius by which the core is rounded (sphere: a point, capsule: a segment). Inside src/contact.
 */
#ifndef TW_CONTACT_CONVEX_CONVEX_H
#define TW_CONTACT_CONVEX_CONVEX_H

#include "contact/geometry.h"
#include "shape/core.h"

typedef struct tw_convex {
    const tw_shape *shape; /* NULL: the triangle corner[] */
    const tw_core *core;   /* core of the shape */
    vec3 x;
    mat3 R;
    double radius; /* m, of the rounding */
    double size;   /* m, of the core: largest distance from x */
    vec3 corner[3];
} tw_convex;

tw_convex tw_convex_of(const tw_shape *s, const tw_pose *pose);
/* the core's furthest point along d (world, any length but zero) */
vec3 tw_convex_support(const tw_convex *c, vec3 d);
/* how fast that point moves as d (unit) turns toward u (across d); 0 of cores with corners only */
vec3 tw_convex_support_turn(const tw_convex *c, vec3 d, vec3 u);
/* the feature of the core that looks along d (unit): of polyhedra the face whose normal is nearest
 */
void tw_convex_face(const tw_convex *c, vec3 d, tw_face *face);

/* gjk.c: the distance of two cores, 0 where they overlap or touch to rounding; nearest points and
 * the unit normal from b to a where it is not 0. `shift` moves a. *normal is also the first guess,
 * unless zero. It ends once it is known to `within` of itself, or with a lower bound > far */
double tw_convex_distance(const tw_convex *a, vec3 shift, const tw_convex *b, double within,
                          double far, vec3 *normal, vec3 *on_a, vec3 *on_b);

/* deep.c: the signed gap of the rounded bodies with normal and nearest (or deepest) points on their
 * surfaces. Stops early with a lower bound > far */
double tw_convex_gap(const tw_convex *a, const tw_convex *b, double far, vec3 *normal, vec3 *on_a,
                     vec3 *on_b);

/* is some of its surface curved? (spheres and capsules are so only by their radius) */
static inline bool tw_convex_curved(const tw_convex *c) {
    return c->shape && c->core->turn;
}

/* polish.c: raises the gap of the cores along *n to the nearest local maximum, to rounding. False:
 * *n may not be a maximum. *proven: it is one, and the global one if the bodies are apart */
bool tw_convex_polish(const tw_convex *a, const tw_convex *b, vec3 *n, double *gap, vec3 *on_a,
                      vec3 *on_b, bool *proven);

/* prove.c: do the places that look along n lie opposite each other, `gap` apart? Then those into
 * on_a and on_b; on_a on entry: where to look first */
bool tw_convex_prove(const tw_convex *a, const tw_convex *b, vec3 n, double gap, vec3 *on_a,
                     vec3 *on_b);

/* manifold.c: how little two places are one: squared (m^2), in place and, times `size` (m), in
 * normal
 */
double tw_touch_unlike(const tw_touch *a, const tw_touch *b, double size);
/* Reduces `count` places to at most TW_TOUCHES, in their order: the deepest one, then always the
 * one least like those taken. Returns their number */
enum { TW_MOST_TOUCHES = 64 }; /* greatest number of places */
int tw_touch_thin(tw_touch *t, int count, double size);

/* manifold.c: all places with gap <= margin, given the deepest one */
int tw_convex_manifold(const tw_convex *a, const tw_convex *b, const tw_touch *deepest,
                       double margin, tw_touch out[TW_TOUCHES]);

/* deep.c: which n across the axis of a, a cylinder or a segment, has the greatest gap to b, another
 * one, or very nearly? Of depths, a locally greatest one. False: a's axis points at b */
bool tw_convex_across(const tw_convex *a, const tw_convex *b, vec3 *n);

#endif
