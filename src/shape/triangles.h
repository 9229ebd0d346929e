/*
 * Shapes as triangles in local axes, for users that need triangles: files for other programs, the
 * browser, figures of shapes without formulas for their outlines.
 *
 * Round surfaces are divided so finely that triangles differ from them by at most a few thousandths
 * of the radius, those of wires (torus, stadium) by up to an eightieth of the wire's radius.
 * Sphere, ellipsoid, capsule, cylinder and cone are profiles (r, z) rotated about z; torus and
 * stadium are circles moved along a closed path in the plane xy.
 */
#ifndef TW_SHAPE_TRIANGLES_H
#define TW_SHAPE_TRIANGLES_H

#include "base/array.h"
#include "shape/shape.h"

#include <stdint.h>

typedef struct tw_surface {
    /* position: vertices, m; normal: their outward normals, of any length */
    TW_ARRAY(vec3) position, normal;
    /* three for each triangle: numbers of its vertices, anticlockwise as seen from outside */
    TW_ARRAY(uint32_t) index;
} tw_surface;

/* out: the shape's surface in local axes; to be freed by tw_surface_free, also after a failure */
tw_status tw_shape_triangles(const tw_shape *s, tw_surface *out);
void tw_surface_free(tw_surface *t);

/* ---- for the kinds --------------------------------------------------------------------------- */

tw_status tw_surface_vertex(tw_surface *t, vec3 x, vec3 n);
tw_status tw_surface_triangle(tw_surface *t, size_t a, size_t b, size_t c);

/* a circle about the axis z where a piece of a rotated profile begins or ends: radius r, height z,
 * and radial and axial component of the outward normal there */
typedef struct tw_rim {
    double r, z, nr, nz;
} tw_rim;

/* adds the surface between the upper rim a and the lower rim b, rotated about z, then scaled along
 * each axis; a rim of radius 0 is a point */
tw_status tw_surface_band(tw_surface *t, const tw_rim *a, const tw_rim *b, vec3 scale);
/* adds half of a sphere about (0, 0, z), scaled along each axis; from: angle from +z at which the
 * half begins, 0: upper half, pi / 2: lower half */
tw_status tw_surface_half_ball(tw_surface *t, double radius, double z, double from, vec3 scale);
/* adds a disk at the height z that faces up (up = 1) or down (-1) */
tw_status tw_surface_disc(tw_surface *t, double radius, double z, double up);
/* adds a closed wire of radius `thick` along two half circles of `radius` about (+-half, 0) and the
 * two straight lines between them */
tw_status tw_surface_wire(tw_surface *t, double half, double radius, double thick);

#endif
