/*
 * Derivatives by differences: the points that they need, all within bounds, and the derivatives
 * from the values there. Values at the points may be computed in any order, side by side.
 *
 * Per unknown two points: x - h and x + h (error h^2); where a bound is nearer than h, h and 2 h
 * away from it (error h^2, too). Where there is no value at one of them, the other alone (error h).
 */
#ifndef TW_NUMERIC_SEARCH_DIFFERENCES_H
#define TW_NUMERIC_SEARCH_DIFFERENCES_H

#include <stdbool.h>

typedef struct tw_differences {
    int n, values;            /* number of unknowns; number of function values at each point */
    const double *low, *high; /* [n] bounds of the unknowns, low < high; +-INFINITY: no bound */
    const double *step;       /* [n] > 0: h */
} tw_differences;

/* coordinate j of point k (0 or 1) for unknown j; its other coordinates are those of x */
double tw_difference_point(const tw_differences *d, const double *x, int j, int k);

/* D [values x n, row-major]: derivatives at x. v [values]: values at x; at [n x 2 x values]: values
 * at the points; there [n x 2]: which points have values. false: neither point of unknown *which
 * has */
bool tw_differences_take(const tw_differences *d, const double *x, const double *v,
                         const double *at, const bool *there, double *D, int *which);

#endif
