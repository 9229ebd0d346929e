/*
 * Derivatives by differences: the points that they need, all within bounds, and the derivatives
 * from the values there. Values at the points may be computed in any order, also in parallel.
 *
 * There are two points for each unknown x: x - h and x + h (error of order h^2); if a bound is
 * nearer to x than h, two points at the distances h and 2 h on the other side (also h^2). h is the
 * given step, but at most a quarter of the distance between the bounds. If the function has no
 * value at one of the points, the derivative comes from the other one alone (error of order h).
 */
#ifndef TW_NUMERIC_SEARCH_DIFFERENCES_H
#define TW_NUMERIC_SEARCH_DIFFERENCES_H

#include <stdbool.h>

typedef struct tw_differences {
    int n, values; /* n: number of unknowns; values: number of function values at each point */
    const double *low, *high; /* [n] bounds of the unknowns, low < high; +-INFINITY: no bound */
    const double *step;       /* [n] > 0 largest distance h of the points from x */
} tw_differences;

/* coordinate j of point k (0 or 1) for unknown j; its other coordinates are those of x */
double tw_difference_point(const tw_differences *d, const double *x, int j, int k);

/* D [values x n, row-major]: derivatives at x. v [values]: values at x; at [n x 2 x values]: values
 * at the points; there [n x 2]: has the function values at the point? Returns false if neither
 * point of an unknown has; *which: index of that unknown */
bool tw_differences_take(const tw_differences *d, const double *x, const double *v,
                         const double *at, const bool *there, double *D, int *which);

#endif
