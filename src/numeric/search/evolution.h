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
    const double *low, *high; /* [n]; +-INFINITY: none; low < high */
    const double *scale;      /* [n] > 0: half of it is the standard deviation at first */
    uint64_t seed;
    int most;         /* generations */
    double tolerance; /* standard deviation over scale at which it ends */
    /* merit [count] of the points x [count x n], the less the better; INFINITY: none there */
    tw_status (*merits)(void *context, const double *x, int count, double *merit);
    /* x [n] of the generation is the best so far */
    tw_status (*better)(void *context, int generation, const double *x);
    void *context;
} tw_evolution;

/* from x [n] within its bounds to the best sample, or x itself; *tried: number of samples */
tw_status tw_evolve(const tw_evolution *e, double *x, int *tried);

#endif
