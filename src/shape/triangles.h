/*
 * Shapes as triangles, for what knows nothing else: files of others, the browser, figures of shapes
 * without lines of their own. Round surfaces are divided so that a triangle leaves the true surface
 * by at most some thousandths of its radius. Local axes.
 *
 * Sphere, ellipsoid, capsule, cylinder and cone are profiles (r, z) turned about z; torus and
 * stadium are circles carried along a closed path in the plane xy.
 */
#ifndef TW_SHAPE_TRIANGLES_H
#define TW_SHAPE_TRIANGLES_H

#include "base/array.h"
#include "shape/shape.h"

#include <stdint.h>

typedef struct tw_surface {
    TW_ARRAY(vec3) position, normal; /* m; outward, of any length */
    TW_ARRAY(uint32_t) index;        /* three a triangle, anticlockwise as seen from outside */
} tw_surface;

/* free it with tw_surface_free in every case */
tw_status tw_shape_triangles(const tw_shape *s, tw_surface *out);
void tw_surface_free(tw_surface *t);

/* ---- for the kinds --------------------------------------------------------------------------- */

tw_status tw_surface_vertex(tw_surface *t, vec3 x, vec3 n);
tw_status tw_surface_triangle(tw_surface *t, size_t a, size_t b, size_t c);

/* one end of a piece of a profile, with its normal */
typedef struct tw_rim {
    double r, z, nr, nz;
} tw_rim;

/* the piece between two rims, from the upper to the lower one, turned about z; scale: of its axes.
 * On the axis only one triangle of the two is left */
tw_status tw_surface_band(tw_surface *t, const tw_rim *a, const tw_rim *b, vec3 scale);
/* half of a sphere about (0, z): the upper one (from 0) or the lower one (from pi / 2) */
tw_status tw_surface_half_ball(tw_surface *t, double radius, double z, double from, vec3 scale);
/* a disk of that height that looks up (1) or down (-1) */
tw_status tw_surface_disc(tw_surface *t, double radius, double z, double up);
/* a wire along two half circles of `radius` about (+-half, 0) and the straight pieces between */
tw_status tw_surface_wire(tw_surface *t, double half, double radius, double thick);

#endif
