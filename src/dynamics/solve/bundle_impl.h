/* Private header of the files that find bundles of redundant constraints (bundle.h). */
#ifndef TW_DYNAMICS_SOLVE_BUNDLE_IMPL_H
#define TW_DYNAMICS_SOLVE_BUNDLE_IMPL_H

#include "dynamics/solve/bundle.h"
#include "numeric/linear/incidence.h"

typedef struct tw_finder {
    tw_dynamics *d;
    const tw_island *isl;
    tw_arena memory; /* memory of the search, freed at its end */
    bool *taken;     /* [isl->blocks] is the block in a bundle already, or must not be merged? */
    int *row;        /* [isl->blocks] first row of each block in the island */
    /* blocks at each body: user[user_first[i]] .. user[user_first[i + 1] - 1] for the island's i-th
     * body */
    int *user_first;
    int *user;
    int *distance; /* [isl->bodies] scratch of bundle_order.c: distances; all -1 between calls */
    tw_bundle *bundle; /* [room] */
    int count, room;
    size_t scratch;
} tw_finder;

/* finds loops of edges, and equal constraints, and adds each set by tw_bundle_add */
tw_status tw_bundles_find(tw_finder *f);

/* allocates a bundle's arrays of edges, and those of `vertices` vertices */
tw_status tw_bundle_edges(tw_finder *f, tw_bundle *b, int vertices);

/* appends a copy of the bundle and marks its blocks as taken; does nothing if their weights do not
 * allow merging */
tw_status tw_bundle_add(tw_finder *f, const tw_bundle *b);

/* bundle_order.c: sets b->merge, the order in which the vertices are joined */
void tw_bundle_order(tw_finder *f, tw_bundle *b);

#endif
