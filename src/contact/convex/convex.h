/* Convex bodies for the searches for contacts. Each consists of a core, whose extreme points and
 * faces in any direction are known, and a radius: the body is the set of all points within that
 * radius of the core (the core of a sphere is a point, that of a capsule a segment). Private to
 * src/contact. */
#ifndef TW_CONTACT_CONVEX_CONVEX_H
#define TW_CONTACT_CONVEX_CONVEX_H

#include "contact/geometry.h"
#include "shape/core.h"

typedef struct tw_convex {
    const tw_shape *shape; /* the shape; NULL: the body is the triangle with the corners corner[] */
    const tw_core *core;   /* core of the shape */
    vec3 x;
    mat3 R;
    double radius; /* radius by which the core is rounded, m */
    double size;   /* greatest distance of the core's points from x, m */
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
 * entry: a first guess, or zero. The relative error of the distance is `within`. But once the
 * distance is known to exceed `far`, the search ends and returns a lower bound of it */
double tw_convex_distance(const tw_convex *a, vec3 shift, const tw_convex *b, double within,
                          double far, vec3 *normal, vec3 *on_a, vec3 *on_b);

/* deep.c: the gap of two bodies, with their radii; negative: the depth by which they overlap. Sets
 * its unit normal from b to a, and the nearest (or deepest) points of their surfaces. Once the gap
 * is known to exceed `far`, the search ends and returns a lower bound of it */
double tw_convex_gap(const tw_convex *a, const tw_convex *b, double far, vec3 *normal, vec3 *on_a,
                     vec3 *on_b);

/* is the core curved anywhere? No for spheres and capsules, whose cores are a point and a
 * segment */
static inline bool tw_convex_curved(const tw_convex *c) {
    return c->shape && c->core->turn;
}

/* polish.c: turns *n to the nearest local maximum of the gap of the cores seen along n, exact to
 * rounding, and sets *gap and the points. Returns false if *n may not be a maximum. *proven: it is
 * proved that *n is one; if the bodies are apart that makes it the normal of their distance. If
 * neither core is curved, it changes nothing, and both are true */
bool tw_convex_polish(const tw_convex *a, const tw_convex *b, vec3 *n, double *gap, vec3 *on_a,
                      vec3 *on_b, bool *proven);

/* prove.c: Is n the normal, and `gap` the distance? That is so if among the extreme points of a
 * along -n there is one that lies exactly opposite an extreme point of b along n, at the distance
 * `gap`. Then *on_a and *on_b become these two points. *on_a on entry: a point of a at which the
 * search begins */
bool tw_convex_prove(const tw_convex *a, const tw_convex *b, vec3 n, double gap, vec3 *on_a,
                     vec3 *on_b);

/* manifold.c: a measure of how different two touches are, m^2: the squared distance of their points
 * plus the squared difference of their normals, which is multiplied by `size` (m) first */
double tw_touch_unlike(const tw_touch *a, const tw_touch *b, double size);
/* Reduces `count` touches to at most TW_TOUCHES, in unchanged order. Chosen are the deepest one,
 * then each time the one that differs most (tw_touch_unlike) from those chosen. Returns their
 * number */
enum { TW_MOST_TOUCHES = 64 }; /* greatest number of touches before the reduction */
int tw_touch_thin(tw_touch *t, int count, double size);

/* manifold.c: finds touches with gap <= margin, at most TW_TOUCHES; returns their number. deepest:
 * the touch with the least gap, found before; it is one of them, or one of them is as deep */
int tw_convex_manifold(const tw_convex *a, const tw_convex *b, const tw_touch *deepest,
                       double margin, tw_touch out[TW_TOUCHES]);

/* deep.c, for two cylinders or capsules: *n becomes, approximately, the direction orthogonal to the
 * axis of a in which their gap is greatest; if they overlap, only a local maximum. False: the
 * centre of b is on the axis of a, and *n is not set */
bool tw_convex_across(const tw_convex *a, const tw_convex *b, vec3 *n);

#endif
