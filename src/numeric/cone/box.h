/* Exact solver for bounded rows: x with u = N x + r complementary to lo <= x <= hi, by active sets;
 * see box.c. */
#ifndef TW_NUMERIC_CONE_BOX_H
#define TW_NUMERIC_CONE_BOX_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>

/* number of doubles that tw_cone_box needs as scratch for n rows */
size_t tw_cone_box_scratch(int n);

/* N [n x n, row-major, symmetric, positive semidefinite]; r [n]; lo <= hi [n], may be infinite. x
 * [n]: the solution; with `warm` on entry a guess whose rows at bounds count. *feasible = false:
 * there is no solution, since in some direction x may grow without end and x N x / 2 + r x falls
 * for ever. *iterations: number of factorisations */
tw_status tw_cone_box(int n, const double *N, const double *r, const double *lo, const double *hi,
                      bool warm, double *x, double *scratch, int *iterations, bool *feasible);

#endif
