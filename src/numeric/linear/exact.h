/*
 * Exact signs of determinants of points (on which side is a point?), for all doubles whose products
 * neither overflow nor underflow (coordinates of size 1e-90 to 1e90 or zero).
 *
 * Floating point with an error bound decides nearly always; else the determinant is summed without
 * rounding, as a list of doubles that do not overlap [Shewchuk 1997].
 */
#ifndef TW_NUMERIC_LINEAR_EXACT_H
#define TW_NUMERIC_LINEAR_EXACT_H

#include "base/math/vec.h"

/* sign (-1, 0, 1) of det(b - a, c - a, d - a): on which side of the plane a, b, c is d? */
int tw_exact_side3(vec3 a, vec3 b, vec3 c, vec3 d);

/* sign (-1, 0, 1) of det(b - a, c - a): on which side of the line a, b is c? */
int tw_exact_side2(const double a[2], const double b[2], const double c[2]);

#endif
