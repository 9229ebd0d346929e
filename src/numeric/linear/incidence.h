/*
 * Weighted graphs: edges that close loops, and an orthonormal basis of the flows that edges can
 * carry.
 *
 * The signed incidence matrix G [edges x vertices] has w_e at the vertex where edge e begins and
 * -w_e where it ends; of a connected graph its rank is one less than its vertices.
 */
#ifndef TW_NUMERIC_LINEAR_INCIDENCE_H
#define TW_NUMERIC_LINEAR_INCIDENCE_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>

/* Divides the edges of a graph into parts that no single vertex separates (biconnected components):
 * part[e], numbered from 0; *parts: their number. An edge that is a part by itself closes no loop.
 * Edges must join different vertices; several may join the same two. */
tw_status tw_graph_parts(int vertices, int edges, const int *from, const int *to, int *part,
                         int *parts);

/*
 * For a connected graph: U [rank x edges], whose rows are an orthonormal basis of the span of the
 * columns of G, and C = U G [rank x vertices]; rank = vertices - 1.
 *
 * merge[2 k], merge[2 k + 1]: the two clusters of vertices that step k joins to cluster number
 * `vertices` + k; clusters 0 ... vertices - 1 are the single vertices, and the cluster made last
 * contains all vertices. Row k of U is the flow from one of the two clusters to the other,
 * orthogonal to earlier rows; for a complete graph with equal weights row k of C is 0 outside of
 * both. Rounding errors are set to 0.
 *
 * scratch: tw_incidence_scratch doubles. false: weights are too different to tell the rank, or a
 * weight is 0.
 */
bool tw_incidence_basis(int vertices, int edges, const int *from, const int *to, const double *w,
                        const int *merge, double *U, double *C, double *scratch);
size_t tw_incidence_scratch(int vertices);

#endif
