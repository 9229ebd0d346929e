/*
 * How far are two shapes from each other, and where are they nearest? For queries of a script:
 * unlike tw_shape_separation it is exact at any distance from meshes, too.
 */
#ifndef TW_CONTACT_NEAREST_H
#define TW_CONTACT_NEAREST_H

#include "contact/geometry.h"

/* the nearest (or, overlapping, deepest) points of two surfaces, and their distance */
typedef struct tw_nearest {
    double distance; /* m; overlapping: minus the least depth that the search finds */
    vec3 normal;     /* world, unit, from b toward a */
    vec3 on_a, on_b; /* world, m: nearest, or deepest, points */
} tw_nearest;

/* distance of two shapes; a sphere of radius 0 is a point */
tw_nearest tw_nearest_shapes(const tw_shape *a, const tw_pose *pa, const tw_shape *b,
                             const tw_pose *pb);

/* distance of a shape from the half-space normal . x <= offset (in the place of b) */
tw_nearest tw_nearest_plane(const tw_shape *a, const tw_pose *pa, vec3 normal, double offset);

#endif
