/*
 * How far apart are two shapes, and at which places are they nearest? For queries by scripts:
 * unlike tw_shape_separation this is exact also for meshes, at any distance.
 */
#ifndef TW_CONTACT_NEAREST_H
#define TW_CONTACT_NEAREST_H

#include "contact/geometry.h"

/* the distance of two shapes, and the points at which they are nearest or, if they overlap, deepest
 * in each other */
typedef struct tw_nearest {
    double distance; /* m; if they overlap: minus the least depth that the search finds */
    vec3 normal;     /* unit vector in world axes, from b toward a */
    vec3 on_a, on_b; /* world, m: the nearest (or deepest) point of each shape's surface */
} tw_nearest;

/* the distance of two shapes; a place can be given as a sphere of radius 0 */
tw_nearest tw_nearest_shapes(const tw_shape *a, const tw_pose *pa, const tw_shape *b,
                             const tw_pose *pb);

/* the distance of a shape a from the half-space normal . x <= offset, which stands for b in the
 * result */
tw_nearest tw_nearest_plane(const tw_shape *a, const tw_pose *pa, vec3 normal, double offset);

#endif
