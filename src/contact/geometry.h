/*
 * Where do two shapes touch, how far apart are they, when do they first meet? Geometry alone.
 *
 * Shapes stand at poses in the world. A pair of convex shapes gives the places at which one can
 * rest on the other: corners of the common face where faces lie on each other, the ends of a
 * common edge, one point where a round surface touches. Gaps are signed: negative is the depth by
 * which the shapes overlap along the normal. Results are finite for every finite input, depend on
 * nothing but the arguments, and are the same with a and b exchanged (normals reversed) up to
 * rounding.
 */
#ifndef TW_CONTACT_GEOMETRY_H
#define TW_CONTACT_GEOMETRY_H

#include "shape/shape.h"

#include <stdbool.h>

struct tw_pair_bounds; /* wire_bounds.h */

typedef struct tw_touch {
    vec3 point;       /* world, midway between the two surfaces, m */
    vec3 normal;      /* world, unit, from b toward a */
    double gap;       /* m, negative: depth */
    unsigned feature; /* number of the place on the pair of shapes, the same as long as the contact
                         persists; matches the contacts of two searches */
} tw_touch;

enum { TW_TOUCHES = 8 };

/* finds the touches of two shapes with gap <= margin; returns their number */
int tw_touch_shapes(const tw_shape *a, const tw_pose *pa, const tw_shape *b, const tw_pose *pb,
                    double margin, tw_touch out[TW_TOUCHES]);
/* like tw_touch_shapes, and faster if `bounds` comes from a search for the same shapes at similar
 * poses; zeros: no search yet; NULL: no bounds */
int tw_touch_shapes_again(const tw_shape *a, const tw_pose *pa, const tw_shape *b,
                          const tw_pose *pb, double margin, struct tw_pair_bounds *bounds,
                          tw_touch out[TW_TOUCHES]);

/* finds the touches of a with the half-space normal . x <= offset; returns their number */
int tw_touch_plane(const tw_shape *a, const tw_pose *pa, vec3 normal, double offset, double margin,
                   tw_touch out[TW_TOUCHES]);

/* The signed distance of two shapes; normal: from b toward a. Apart: exact to 1e-9 of the sizes and
 * never more than the distance; overlapping: minus the least depth that the search finds */
double tw_shape_separation(const tw_shape *a, const tw_pose *pa, const tw_shape *b,
                           const tw_pose *pb, vec3 *normal);

#endif
