/*
 * Searching numbers by populations, for values that jump or have many valleys: a normal
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
    const double *scale;      /* [n] > 0; the first standard deviation is half of it */
    uint64_t seed;
    int most;         /* generations */
    double tolerance; /* the search ends when the largest standard deviation, divided by scale, is
                         below this */
    /* sets merit [count] of the points x [count x n], less is better; INFINITY: a point without a
     * value */
    tw_status (*merits)(void *context, const double *x, int count, double *merit);
    /* reports a new best point x [n], found in this generation */
    tw_status (*better)(void *context, int generation, const double *x);
    void *context;
} tw_evolution;

/* Searches from x [n], within its bounds; x becomes the best sample, or stays. *tried: number of
 * points whose merit was computed. A failure of a callback ends the search and is returned */
tw_status tw_evolve(const tw_evolution *e, double *x, int *tried);

#endif
