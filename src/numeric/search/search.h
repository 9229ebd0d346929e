/*
 * Search for numbers that meet goals: nonlinear least squares, and minimisation under constraints.
 *
 *     minimise  f(x) + 1/2 sum of squares of soft rows      low <= x <= high
 *     hard rows:  c_i(x) = 0, or c_i(x) >= 0
 *
 * One method for both: each step is the answer of a quadratic programme (quadratic.h) within a box
 * around x, which grows and shrinks with how well the model predicted the last step. Soft rows
 * enter by their Gauss-Newton matrix, so that without f and hard rows the method is that of
 * Levenberg and Marquardt in the form with a trust region [Moré 1978]; f and hard rows by a matrix
 * of second derivatives that is learned on the way (BFGS, damped [Powell 1978]). Hard rows are
 * elastic, with a cost that grows until they are met [Fletcher 1985; Byrd, Nocedal & Waltz 2008]; a
 * step that their curvature spoils is corrected once. x never leaves its bounds.
 *
 * Redundant rows, such as two coordinates of the end of one curve, have multipliers that are not
 * unique: second derivatives are learned with the shortest ones (curvature.h). Once all rows are
 * met, the cost is lowered to what keeps them met. Before a minimum is reported, the learned matrix
 * is reset and the search tries again from there.
 *
 * All arithmetic is plain and in a fixed order: the same functions give the same bits.
 */
#ifndef TW_NUMERIC_SEARCH_SEARCH_H
#define TW_NUMERIC_SEARCH_SEARCH_H

#include "base/status.h"

#include <stdbool.h>

typedef enum tw_row_kind {
    TW_ROW_SOFT_EQUAL, /* the row c = 0 adds 1/2 c^2 */
    TW_ROW_SOFT_ABOVE, /* the row c >= 0 adds 1/2 min(c, 0)^2 */
    TW_ROW_EQUAL,      /* hard */
    TW_ROW_ABOVE
} tw_row_kind;

typedef struct tw_search_problem {
    int n, m;
    const double *low, *high; /* [n] bounds of x, low < high; +-INFINITY: no bound */
    const double *scale;      /* [n] > 0 size of a change of x that matters */
    const tw_row_kind *row;   /* [m] */
    const double *within;     /* [m] > 0 largest violation with which a row counts as met */
    bool minimise;            /* true: f is minimised; false: f is ignored, and only rows count */
    /* the search ends when the gain that the model foretells for a step, relative to the sum that
     * is minimised, or the change of x / scale in it is below a thousandth of this */
    double tolerance;
    int most; /* steps */
    /* callback: sets f and the rows' values c [m] at x [n]; *valid = false: there are no values at
     * x, for example because a motion fails */
    tw_status (*value)(void *context, const double *x, double *f, double *c, bool *valid);
    /* callback: sets the derivatives g [n] of f and J [m x n, row-major] of c at x, where f and c
     * are the values; *valid false: f or c has no derivatives there */
    tw_status (*slope)(void *context, const double *x, double f, const double *c, double *g,
                       double *J, bool *valid);
    /* callback: reports x [n], the best point so far, after `step` steps */
    tw_status (*accept)(void *context, int step, const double *x, double f, const double *c);
    void *context;
    /* derivatives g [n], J [m x n] at the last x, with respect to x / scale; NULL: not wanted */
    double *g, *J;
} tw_search_problem;

typedef enum tw_search_end {
    /* every row is met; and if f is minimised, it is at a minimum to first order */
    TW_SEARCH_FOUND,
    /* rows are violated and no step nearby reduces that: they contradict each other, or a bound */
    TW_SEARCH_AGAINST,
    TW_SEARCH_STALLED,  /* steps became so short that no gain shows any more */
    TW_SEARCH_STEPS,    /* `most` steps were made */
    TW_SEARCH_NO_VALUE, /* there are no values at the start */
    TW_SEARCH_NO_SLOPE  /* there are no derivatives at the last x */
} tw_search_end;

typedef struct tw_search_result {
    tw_search_end end;
    int steps, values, slopes;
    bool sloped; /* are there derivatives at the last x? */
    double f;    /* f at the last x; NAN if the start has no value */
    /* largest violation of a row, relative to its `within`, at the last x; NAN if the start has no
     * value */
    double lacks;
} tw_search_result;

/* Searches from x [n], which is first clamped to its bounds, and on return is the best point; c
 * [m]: values of its rows; pull [m x n]: derivative of each row by x / scale, times the multiplier
 * of a hard row or the negative residual of a soft one (0 if hard rows contradict each other);
 * NULL: not wanted. A failure of a callback ends the search and is returned, with x, c and *result
 * of the best point so far. */
tw_status tw_search(const tw_search_problem *p, double *x, double *c, double *pull,
                    tw_search_result *result);

/* violation of a row with value c: |c| for an equality, max(-c, 0) for c >= 0 */
double tw_row_lacks(tw_row_kind kind, double c);

#endif
