/*
 * Where one straight line first crosses the surface of a shape, in double precision: for questions
 * that a script asks. ray.h answers the same for pictures, several rays at a time, in single
 * precision.
 *
 * The line o + t d stands in the shape's frame, |d| = 1. A shape is solid: a line that starts
 * inside finds the far wall. Quadrics are solved in closed form, tori by subdivision of their
 * quartic, to rounding.
 */
#ifndef TW_SHAPE_LINE_H
#define TW_SHAPE_LINE_H

#include "shape/shape.h"

#include <stdbool.h>

/* the first crossing with from <= t <= far (m); *normal: outward, unit. False: none */
bool tw_shape_line(const tw_shape *s, vec3 o, vec3 d, double from, double far, double *t,
                   vec3 *normal);

/* the line as a kind sees it */
typedef struct tw_line {
    vec3 o, d; /* o: its point nearest to the centre; so numbers have the size of the shape */
    double from, far; /* range of its parameter */
} tw_line;

struct tw_mesh;
/* mesh/line.c: the same for the triangles of a mesh, about its centre of mass, unscaled */
bool tw_mesh_line(const struct tw_mesh *m, vec3 o, vec3 d, double from, double far, double *t,
                  vec3 *normal);

#endif
