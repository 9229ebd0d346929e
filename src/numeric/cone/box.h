/* Exact solver for bounds: x with u = N x + r complementary to lo <= x <= hi, by active sets; see
 * box.c. */
#ifndef TW_NUMERIC_CONE_BOX_H
#define TW_NUMERIC_CONE_BOX_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>

/* doubles of scratch that tw_cone_box needs for n rows */
size_t tw_cone_box_scratch(int n);

/* N [n x n, row-major, symmetric, positive semidefinite]; lo <= hi [n], may be infinite; x [n]: the
 * solution, on entry with `warm` a guess of which rows are at which bound. *feasible false: no
 * solution, for x may grow without end in a direction that nothing opposes. *iterations: number of
 * factorisations */
tw_status tw_cone_box(int n, const double *N, const double *r, const double *lo, const double *hi,
                      bool warm, double *x, double *scratch, int *iterations, bool *feasible);

#endif
