/*
 * Where do two shapes touch, how far apart are they, when do they first meet? Geometry alone.
 *
 * Shapes are at poses in the world. For two convex shapes the touches are the places at which one
 * can rest on the other: the corners of the common area of two faces, the ends of the common part
 * of two edges, or one point of a round surface. Gaps are signed: negative is the depth by which
 * the shapes overlap along the normal. Results are finite for every finite input, depend on nothing
 * but the arguments, and are the same with a and b exchanged (normals reversed) up to rounding.
 */
#ifndef TW_CONTACT_GEOMETRY_H
#define TW_CONTACT_GEOMETRY_H

#include "base/poll.h"
#include "shape/shape.h"

#include <stdbool.h>

struct tw_pair_bounds; /* wire_bounds.h */

typedef struct tw_touch {
    vec3 point;  /* world, m; midway between the two surfaces */
    vec3 normal; /* unit vector in world axes, from b toward a */
    double gap;  /* gap, m; negative: depth of an overlap */
    /* number of the place among those of the pair of shapes. It stays the same while the contact
     * persists, so that contacts of two searches can be matched */
    unsigned feature;
} tw_touch;

enum { TW_TOUCHES = 8 };

/* callback of a long search of one pair: two meshes of a hundred thousand triangles that lie in
 * each other take seconds */
typedef struct tw_touch_asks {
    tw_poll poll;
    /* answer of poll; if it is not TW_OK, the search has ended and its touches do not count */
    tw_status stopped;
    unsigned visits; /* triangles since the search began */
} tw_touch_asks;

/* finds touches of two shapes whose gap is at most `margin` (m); returns their number */
int tw_touch_shapes(const tw_shape *a, const tw_pose *pa, const tw_shape *b, const tw_pose *pb,
                    double margin, tw_touch out[TW_TOUCHES]);
/* Same result as tw_touch_shapes, found faster if *bounds comes from a search for the same shapes
 * at similar poses. *bounds all zeros: there was no such search; bounds NULL: none are used or
 * stored; asks NULL: no callback */
int tw_touch_shapes_again(const tw_shape *a, const tw_pose *pa, const tw_shape *b,
                          const tw_pose *pb, double margin, struct tw_pair_bounds *bounds,
                          tw_touch_asks *asks, tw_touch out[TW_TOUCHES]);

/* finds touches of a with the half-space normal . x <= offset whose gap is at most `margin` (m);
 * returns their number */
int tw_touch_plane(const tw_shape *a, const tw_pose *pa, vec3 normal, double offset, double margin,
                   tw_touch out[TW_TOUCHES]);

/* The distance of two shapes, m, negative if they overlap; *normal: unit, from b toward a. If they
 * are apart, the error is at most 1e-9 of their sizes, and the result never more than the distance;
 * if they overlap, it is minus the least depth that the search finds. For a mesh that is not convex
 * and far away it is only a lower bound (tw_nearest_shapes is exact) */
double tw_shape_separation(const tw_shape *a, const tw_pose *pa, const tw_shape *b,
                           const tw_pose *pb, vec3 *normal);

#endif
