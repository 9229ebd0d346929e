/* Shared data of the search for bundles. */
#ifndef TW_DYNAMICS_SOLVE_BUNDLE_IMPL_H
#define TW_DYNAMICS_SOLVE_BUNDLE_IMPL_H

#include "dynamics/solve/bundle.h"
#include "numeric/linear/incidence.h"

typedef struct tw_finder {
    tw_dynamics *d;
    const tw_island *isl;
    tw_arena memory; /* memory freed when the bundles are found */
    bool *taken;     /* [isl->blocks] in a bundle, or must not be */
    int *row;        /* [isl->blocks] first rows */
    int *user_first; /* CSR: the blocks that hold a body of the island */
    int *user;
    int *distance;     /* [isl->bodies] -1; scratch of bundle_order.c */
    tw_bundle *bundle; /* [room] */
    int count, room;
    size_t scratch;
} tw_finder;

/* loops and equal constraints, given to tw_bundle_add */
tw_status tw_bundles_find(tw_finder *f);

/* memory for a bundle's edges and vertices */
tw_status tw_bundle_edges(tw_finder *f, tw_bundle *b, int vertices);

/* completes a bundle and takes its edges; leaves them if their weights forbid it */
tw_status tw_bundle_add(tw_finder *f, const tw_bundle *b);

/* bundle_order.c: which vertices are joined first: b->merge */
void tw_bundle_order(tw_finder *f, tw_bundle *b);

#endif
