/* Strictly exact: u = N x + r with lo <= x <= hi, complementary, by active sets; see
 * box.c. */
#ifndef TW_NUMERIC_CONE_BOX_H
#define TW_NUMERIC_CONE_BOX_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>

/* doubles of scratch for n rows */
size_t tw_cone_box_scratch(int n);

/* N [n x n, row-major, symmetric, positive semidefinite]; lo < hi or lo == hi; x [n]: a guess of
 * which rows are held where (warm) on entry. false in *feasible: there is a direction in which the
 * bounds end nowhere and that nothing opposes. iterations: factorisations */
tw_status tw_cone_box(int n, const double *N, const double *r, const double *lo, const double *hi,
                      bool warm, double *x, double *scratch, int *iterations, bool *feasible);

#endif
