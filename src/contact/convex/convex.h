/*
 * Convex bodies for the contact searches: a core with a support function and support features, and
 * a radius by which the core is rounded (sphere: a point, capsule: a segment). Private to
 * src/contact.
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
    double size;   /* m, largest distance of a point of the core from x */
    vec3 corner[3];
} tw_convex;

tw_convex tw_convex_of(const tw_shape *s, const tw_pose *pose);
/* the core's furthest point along d (world, any length but zero) */
vec3 tw_convex_support(const tw_convex *c, vec3 d);
/* rate of the support point as d (unit) turns toward u (unit, across d); 0 if the core has corners
 * only */
vec3 tw_convex_support_turn(const tw_convex *c, vec3 d, vec3 u);
/* the feature of the core that is furthest along d (unit); of polyhedra the face whose normal is
 * nearest to d */
void tw_convex_face(const tw_convex *c, vec3 d, tw_face *face);

/* gjk.c: the distance of two cores, 0 where they overlap or touch to rounding; if it is not 0, the
 * nearest points and the unit normal from b to a. `shift` displaces a. *normal on entry: first
 * guess, or zero. Ends at a relative error of `within`, or with a lower bound > far */
double tw_convex_distance(const tw_convex *a, vec3 shift, const tw_convex *b, double within,
                          double far, vec3 *normal, vec3 *on_a, vec3 *on_b);

/* deep.c: signed gap of the rounded bodies, its unit normal from b to a, and the nearest (or
 * deepest) points of their surfaces. Stops early, with a lower bound of the gap, once that is > far
 */
double tw_convex_gap(const tw_convex *a, const tw_convex *b, double far, vec3 *normal, vec3 *on_a,
                     vec3 *on_b);

/* is the core's surface curved anywhere? (spheres and capsules are curved by their radius only) */
static inline bool tw_convex_curved(const tw_convex *c) {
    return c->shape && c->core->turn;
}

/* polish.c: turns *n to the nearest local maximum of the cores' gap, to rounding. False: *n may not
 * be a maximum. *proven: it is one, and the normal of the distance if the bodies are apart */
bool tw_convex_polish(const tw_convex *a, const tw_convex *b, vec3 *n, double *gap, vec3 *on_a,
                      vec3 *on_b, bool *proven);

/* prove.c: is n the normal, that is, do the two sets of extreme points along n lie opposite each
 * other, `gap` apart? If so, sets on_a and on_b; on_a on entry: a point to start from */
bool tw_convex_prove(const tw_convex *a, const tw_convex *b, vec3 n, double gap, vec3 *on_a,
                     vec3 *on_b);

/* manifold.c: squared distance (m^2) of two touches, to tell equal
 * ones: of their points, plus that of their normals times `size`
 * (m) */
double tw_touch_unlike(const tw_touch *a, const tw_touch *b, double size);
/* Reduces `count` touches to at most TW_TOUCHES, which keep their order: the deepest one, then each
 * time the one least like those chosen (tw_touch_unlike). Returns their number */
enum { TW_MOST_TOUCHES = 64 }; /* greatest number of places */
int tw_touch_thin(tw_touch *t, int count, double size);

/* manifold.c: all touches with gap <= margin; `deepest`: the one with the least gap */
int tw_convex_manifold(const tw_convex *a, const tw_convex *b, const tw_touch *deepest,
                       double margin, tw_touch out[TW_TOUCHES]);

/* deep.c: the direction n across the axis of a with the greatest gap to b, approximately; both are
 * cylinders or capsules. If they overlap, a local maximum. False: the centre of b is on the axis of
 * a */
bool tw_convex_across(const tw_convex *a, const tw_convex *b, vec3 *n);

#endif
