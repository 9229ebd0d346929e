/*
 * First crossing of a straight line with the surface of a shape, in double precision, for queries
 * of scripts. ray.h does the same for pictures, for several rays at a time in single precision.
 *
 * The line o + t d is given in the shape's frame, |d| = 1. A shape is solid: a line that starts
 * inside finds the far wall. For quadrics the crossing has a closed form; for tori the quartic's
 * root is bracketed by subdivision, to rounding.
 */
#ifndef TW_SHAPE_LINE_H
#define TW_SHAPE_LINE_H

#include "shape/shape.h"

#include <stdbool.h>

/* *t: parameter of the first crossing, from <= t <= far, m; *normal: outward unit normal there.
 * false: there is none, and then *t and *normal mean nothing */
bool tw_shape_line(const tw_shape *s, vec3 o, vec3 d, double from, double far, double *t,
                   vec3 *normal);

/* a line as functions of a kind of shape get it */
typedef struct tw_line {
    /* o: the point of the line nearest to the shape's centre, at parameter 0; d: unit direction */
    vec3 o, d;
    double from, far; /* range of the parameter in which crossings count */
} tw_line;

struct tw_mesh;
/* mesh/line.c: tw_shape_line for a mesh of scale 1; coordinates relative to the mesh's centre of
 * mass */
bool tw_mesh_line(const struct tw_mesh *m, vec3 o, vec3 d, double from, double far, double *t,
                  vec3 *normal);

#endif
