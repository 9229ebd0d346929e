/* Private header of the search for bundles. */
#ifndef TW_DYNAMICS_SOLVE_BUNDLE_IMPL_H
#define TW_DYNAMICS_SOLVE_BUNDLE_IMPL_H

#include "dynamics/solve/bundle.h"
#include "numeric/linear/incidence.h"

typedef struct tw_finder {
    tw_dynamics *d;
    const tw_island *isl;
    tw_arena memory; /* freed after the search */
    bool *taken;     /* [isl->blocks] already in a bundle, or must not be merged */
    int *row;        /* [isl->blocks] first rows */
    int *user_first; /* CSR: blocks at each body of the island */
    int *user;
    int *distance;     /* [isl->bodies] all -1; scratch of bundle_order.c */
    tw_bundle *bundle; /* [room] */
    int count, room;
    size_t scratch;
} tw_finder;

/* finds loops and equal constraints, and adds each by tw_bundle_add */
tw_status tw_bundles_find(tw_finder *f);

/* allocates a bundle's lists of edges and vertices */
tw_status tw_bundle_edges(tw_finder *f, tw_bundle *b, int vertices);

/* completes a bundle and marks its blocks as taken; leaves them if their weights do not allow
 * merging */
tw_status tw_bundle_add(tw_finder *f, const tw_bundle *b);

/* bundle_order.c: order in which the vertices are joined: b->merge */
void tw_bundle_order(tw_finder *f, tw_bundle *b);

#endif
