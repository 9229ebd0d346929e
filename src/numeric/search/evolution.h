/*
 * Minimises a function that jumps or has many local minima, by populations: a normal
 * distribution is moved, stretched and turned towards the better half of its samples (CMA-ES
 * [Hansen, The CMA Evolution Strategy: A Tutorial, 2016]). No derivatives; only the order of the
 * merits counts, so that a merit may be infinite. Samples beyond a bound are mirrored at it.
 */
#ifndef TW_NUMERIC_SEARCH_EVOLUTION_H
#define TW_NUMERIC_SEARCH_EVOLUTION_H

#include "base/status.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct tw_evolution {
    int n;
    const double *low, *high; /* [n] bounds of x, low < high; +-INFINITY: no bound */
    /* [n] > 0 size of a change of x that matters; the first standard deviation is half of it */
    const double *scale;
    uint64_t seed;
    int most; /* generations */
    /* the search ends when the largest standard deviation, divided by scale, is below this */
    double tolerance;
    /* callback: sets merit [count] of the points x [count x n], to be minimised; INFINITY: the
     * point has no value */
    tw_status (*merits)(void *context, const double *x, int count, double *merit);
    /* callback: reports x [n], a new best point found in this generation */
    tw_status (*better)(void *context, int generation, const double *x);
    void *context;
} tw_evolution;

/* Minimises from x [n], which must be within its bounds; on return x is the best sample, or
 * unchanged if none is better. *tried: number of points whose merit was computed. A failure of a
 * callback ends the search and is returned */
tw_status tw_evolve(const tw_evolution *e, double *x, int *tried);

#endif
