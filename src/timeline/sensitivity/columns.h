/*
 * Columns of a matrix by a few of them: A_j = sum of c_kj A_pivot(k), by Gram and Schmidt's method
 * with pivots (an interpolative decomposition [Cheng, Gimbutas, Martinsson & Rokhlin 2005]).
 */
#ifndef TW_TIMELINE_SENSITIVITY_COLUMNS_H
#define TW_TIMELINE_SENSITIVITY_COLUMNS_H

#include <stdbool.h>

/* Reduces A [n columns of `rows`], overwritten; pivot [n]; c [n x n], row k of it for pivot k;
 * scratch [2 n]. Returns the rank: beyond it the remainder of a column is less than 1e-10 of its
 * length (alike), or of the longest column's. Columns of zeros have no part. */
int tw_columns_reduce(int rows, int n, bool alike, double *A, int *pivot, double *c,
                      double *scratch);

#endif
