/*
 * A convex quadratic programme with elastic rows, by a primal-dual interior-point method:
 *
 *     minimise  1/2 y^T B y + g^T y + sum_i cost_i (what row i lacks),   low <= y <= high
 *
 * where row i requires a_i y + c_i = 0, or >= 0, and lacks |a_i y + c_i|, or max(-(a_i y + c_i),
 * 0). Such a programme always has a solution, since a row that cannot be met only adds to the cost.
 * A row's multiplier lies between 0 (equalities: -cost) and cost, and reaches the end of that
 * interval if the row is not met. This shows which rows cannot be met together.
 */
#ifndef TW_NUMERIC_SEARCH_QUADRATIC_H
#define TW_NUMERIC_SEARCH_QUADRATIC_H

#include <stdbool.h>
#include <stddef.h>

typedef struct tw_quadratic {
    int n, m;
    const double *B;          /* [n x n], symmetric, positive semidefinite */
    const double *g;          /* [n] */
    const double *A, *c;      /* A [m x n] row-major, c [m]: the value of row i is a_i y + c_i */
    const bool *equal;        /* [m] true: the row requires a y + c = 0; false: a y + c >= 0 */
    const double *cost;       /* [m] cost per unit of what each row lacks, > 0 */
    const double *low, *high; /* [n] bounds of y: finite, low <= high */
} tw_quadratic;

/* number of doubles of scratch that tw_quadratic_solve needs */
size_t tw_quadratic_scratch(int n, int m);

/* y [n]: the minimum, within its bounds; multiplier [m]: of the rows; scratch: tw_quadratic_scratch
 * doubles. false: rounding prevented even one step */
bool tw_quadratic_solve(const tw_quadratic *q, double *y, double *multiplier, double *scratch);

/* the minimised function at y, including the costs of rows */
double tw_quadratic_value(const tw_quadratic *q, const double *y);

#endif
