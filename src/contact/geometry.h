/*
 * Where do two shapes touch, how far apart are they, when do they first meet? Geometry alone.
 *
 * Shapes stand at poses in the world. A pair of convex shapes gives the places that are needed to
 * carry one on the other: corners of the common face where faces lie on each other, the ends of a
 * common edge, one point where something round touches. Gaps are signed: negative is the depth by
 * which the shapes overlap along the normal. Results are finite for every finite input, depend on
 * nothing but the arguments, and are the same with a and b exchanged (normals turned) up to
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
    unsigned feature; /* identifies the place on the pair; it stays the same while the contact
                         persists, for warm starts */
} tw_touch;

enum { TW_TOUCHES = 8 };

/* finds the places with gap <= margin; returns their number */
int tw_touch_shapes(const tw_shape *a, const tw_pose *pa, const tw_shape *b, const tw_pose *pb,
                    double margin, tw_touch out[TW_TOUCHES]);
/* finds the same places, faster if `bounds` comes from a search for the same shapes at similar
 * poses; bounds begins as zeros; NULL: none */
int tw_touch_shapes_again(const tw_shape *a, const tw_pose *pa, const tw_shape *b,
                          const tw_pose *pb, double margin, struct tw_pair_bounds *bounds,
                          tw_touch out[TW_TOUCHES]);

/* finds the places against the half-space normal . x <= offset instead of b */
int tw_touch_plane(const tw_shape *a, const tw_pose *pa, vec3 normal, double offset, double margin,
                   tw_touch out[TW_TOUCHES]);

/* The signed distance, normal from b toward a. Apart: exact to 1e-9 of the sizes and never more
 * than the distance; overlapping: minus the least depth that the search finds */
double tw_shape_separation(const tw_shape *a, const tw_pose *pa, const tw_shape *b,
                           const tw_pose *pb, vec3 *normal);

#endif
