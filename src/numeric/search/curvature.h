/* The matrix of second derivatives that a search builds up from its steps, and the multipliers of
 * constraints that it uses for that. */
#ifndef TW_NUMERIC_SEARCH_CURVATURE_H
#define TW_NUMERIC_SEARCH_CURVATURE_H

#include <stdbool.h>

/* Updates the matrix of second derivatives B [n x n] for a step d [n] along which the gradient has
 * changed by `change` [n], which is overwritten: BFGS, damped so that B stays positive definite
 * [Powell 1978]. *taught: B has been updated before. At the first update the diagonal of B is first
 * set to the scale |change|^2 / (d . change), if d . change > 0; *taught becomes true. If d is 0,
 * nothing happens. z [n]: scratch */
void tw_curvature_learn(int n, const double *d, double *change, double *B, bool *taught, double *z);

/* mu [rows]: multipliers of the active rows of J [rows x n] by least squares, J^T mu = g [n], the
 * shortest ones if rows depend on each other: mu = J z with (J^T J + r I) z = g and r = 1e-4 of the
 * square of the longest row. mu is 0 for other rows; if no row is active, mu is unchanged. z [n], L
 * [n x n]: scratch */
void tw_shortest_multipliers(int n, int rows, const double *J, const bool *active, const double *g,
                             double *mu, double *z, double *L);

#endif
