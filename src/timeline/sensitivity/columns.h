/* Expresses the columns of a matrix as linear combinations of a few of them: A_j = sum of c_kj
 * A_pivot(k), by Gram and Schmidt's method with pivots (an interpolative decomposition [Cheng,
 * Gimbutas, Martinsson & Rokhlin 2005]). */
#ifndef TW_TIMELINE_SENSITIVITY_COLUMNS_H
#define TW_TIMELINE_SENSITIVITY_COLUMNS_H

#include <stdbool.h>

/* A [n columns of `rows`], overwritten; pivot [n]: indices of the columns that the others are
 * combinations of; c [n x n]: row k has the coefficients of pivot k; scratch [2 n]. Returns their
 * number, the rank: what is left of any other column is less than 1e-10 of its own length (if
 * `alike`), or of the length of the longest column. Columns of zeros get coefficients 0. */
int tw_columns_reduce(int rows, int n, bool alike, double *A, int *pivot, double *c,
                      double *scratch);

#endif
