/*
 * Convex bodies for the searches for contacts. Each is a core, of which extreme points and faces in
 * any direction are known, and a radius: it is all points within that radius of the core (the core
 * of a sphere is a point, that of a capsule a segment). Private to src/contact.
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
    double size;   /* m, greatest distance of the core's points from x */
    vec3 corner[3];
} tw_convex;

tw_convex tw_convex_of(const tw_shape *s, const tw_pose *pose);
/* the core's extreme point in direction d; world, m; d: any length but zero */
vec3 tw_convex_support(const tw_convex *c, vec3 d);
/* rate at which the extreme point in direction d (unit) moves, as d turns toward u (unit,
 * orthogonal to d); 0 if the core has only flat faces */
vec3 tw_convex_support_turn(const tw_convex *c, vec3 d, vec3 u);
/* the corner, edge or face of the core that is extreme in direction d (unit); of a polyhedron: the
 * face whose normal is nearest to d */
void tw_convex_face(const tw_convex *c, vec3 d, tw_face *face);

/* gjk.c: the distance of two cores, of which a is displaced by `shift`; 0: they overlap, or touch
 * to rounding. If it is not 0, sets the nearest points and the unit normal from b to a. *normal on
 * entry: a first guess, or zero. The relative error is `within`; but if the distance is found to
 * exceed `far`, the result is a lower bound of it */
double tw_convex_distance(const tw_convex *a, vec3 shift, const tw_convex *b, double within,
                          double far, vec3 *normal, vec3 *on_a, vec3 *on_b);

/* deep.c: the gap of two bodies, with their radii; negative: the depth by which they overlap. Sets
 * its unit normal from b to a, and the nearest (or deepest) points of their surfaces. If the gap is
 * found to exceed `far`, the result is a lower bound of it */
double tw_convex_gap(const tw_convex *a, const tw_convex *b, double far, vec3 *normal, vec3 *on_a,
                     vec3 *on_b);

/* is the core curved anywhere? No for spheres and capsules, whose cores are a point and a
 * segment */
static inline bool tw_convex_curved(const tw_convex *c) {
    return c->shape && c->core->turn;
}

/* polish.c: turns *n to the next local maximum of the gap of the cores seen along n, exact to
 * rounding, and sets *gap and points. False: *n may not be a maximum. *proven: *n is proved to be a
 * maximum; if the bodies are apart that is the normal of their distance */
bool tw_convex_polish(const tw_convex *a, const tw_convex *b, vec3 *n, double *gap, vec3 *on_a,
                      vec3 *on_b, bool *proven);

/* prove.c: Is n the normal, `gap` the distance? That is, has the set of extreme points of a along
 * -n a point that lies opposite one of b along n, `gap` apart? If so, sets on_a and on_b to these
 * points. *on_a on entry: a point of a at which the search begins */
bool tw_convex_prove(const tw_convex *a, const tw_convex *b, vec3 n, double gap, vec3 *on_a,
                     vec3 *on_b);

/* manifold.c: how different are two touches? Squared distance of their points plus that of their
 * normals, times `size` (m) before it is squared; m^2 */
double tw_touch_unlike(const tw_touch *a, const tw_touch *b, double size);
/* Reduces `count` touches to at most TW_TOUCHES, in unchanged order. Chosen are the deepest one,
 * then each time the one that differs most (tw_touch_unlike) from those chosen. Returns their
 * number */
enum { TW_MOST_TOUCHES = 64 }; /* greatest number of places */
int tw_touch_thin(tw_touch *t, int count, double size);

/* manifold.c: finds all touches with gap <= margin; returns their number. deepest: the touch with
 * the least gap, found before */
int tw_convex_manifold(const tw_convex *a, const tw_convex *b, const tw_touch *deepest,
                       double margin, tw_touch out[TW_TOUCHES]);

/* deep.c: for two cylinders or capsules: the direction n orthogonal to a's axis in which their gap
 * is greatest, approximately; if they overlap, that of a local maximum. False: the centre of b is
 * on the axis of a, so *n is not set */
bool tw_convex_across(const tw_convex *a, const tw_convex *b, vec3 *n);

#endif
