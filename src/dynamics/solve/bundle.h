/*
 * Merging of redundant constraints before anything is factored: fewer rows with the same
 * least-squares answer.
 *
 * Joints that connect points, D = x_p - x_q, are edges of a graph whose vertices are points of
 * bodies. All points on bodies that are not free, or in the world, are one vertex, the ground,
 * which has no columns in B. With G the incidence matrix of edges that close loops, weights
 * included (numeric/linear/incidence.h), and P the derivatives of the points, their rows are
 *
 *     B = (G (x) 1_3) P = (U^T (x) 1_3) B',   B' = (C (x) 1_3) P,   C = U G,
 *
 * with orthonormal rows of U, so that the least-squares solution of the smallest norm is x = (U^T
 * (x) 1) x', where x' is the solution of B' with b' = (U (x) 1) b, singular values included, even
 * where the joints contradict each other. Constraints that are equal but for k, d and weights w are
 * such a graph, too, in which one edge occurs several times: U = w / |w|.
 *
 * A merged system has the rows of the constraints that stay as they are, then those of the bundles,
 * a block for each row of U.
 */
#ifndef TW_DYNAMICS_SOLVE_BUNDLE_H
#define TW_DYNAMICS_SOLVE_BUNDLE_H

#include "dynamics/pass/pass.h"

/* contribution of a bundle to one entry of B: C[row][vertex] times the derivative of that vertex's
 * point */
typedef struct tw_bundle_term {
    int entry, row, vertex;
    /* is this the first contribution to its entry? It sets the entry, later ones add to it */
    bool first;
} tw_bundle_term;

typedef struct tw_bundle {
    /* numbers of edges and vertices, vertices of free bodies first; rank: number of rows of U */
    int edges, vertices, rank;
    /* number of vertices that are points of free bodies; they come first. The last vertex may be
     * the ground */
    int held;
    int rows; /* number of rows of one edge; each row of U stands for that many rows of B' */
    /* [edges] index of the edge's block in the island's list, and its first row in the island */
    int *edge, *row;
    /* [edges] vertices at the two ends of each edge; NULL: the edges are equal constraints, each of
     * which has all the vertices */
    int *from, *to;
    /* [held] block and slot in whose J the derivative of the vertex's point stands, and the
     * vertex's body */
    int *block, *slot, *body;
    double *sign;           /* [held] sign with which that derivative stands in the block's J */
    int *merge;             /* [rank][2] order of merging vertices, for tw_incidence_basis */
    double *weight, *U, *C; /* weight [edges], U [rank][edges], C [rank][vertices] */
    double *P;              /* [held][6][rows] P M^-1/2 for each vertex */
    double *norm;           /* [held][rows] squared norms of the rows of P */
    tw_bundle_term *term;
    int terms;
} tw_bundle;

struct tw_bundles {
    tw_bundle *bundle;
    int count;
    int singles; /* number of the island's blocks that are not merged */
    /* [singles] index in the island, first row, and number of rows of each block that is not
     * merged */
    int *single, *single_row, *single_rows;
    int blocks, rows; /* blocks and rows of the merged system */
    int bundled;      /* number of the first row of the merged system that belongs to a bundle */
    bool *apart;      /* [isl->blocks] must the block stay unmerged? */
    double *b, *x;    /* scratch: b [2 isl->rows], x [isl->rows] */
    double *scratch;
};

/* finds the bundles of an island and stores them in isl->bundles; NULL if nothing can be merged.
 * apart [isl->blocks]: blocks that must not be merged; NULL: all may be */
tw_status tw_bundles_build(tw_dynamics *d, tw_island *isl, const bool *apart);

/* Adds the bundles' blocks of rows to the pattern of B, behind the constraints that are not merged:
 * the first of them is block number `singles`, which begins at first[singles]. tw_bundles_entries:
 * upper bound on the number of entries that are added. */
int tw_bundles_entries(const tw_island *isl);
void tw_bundles_shape(const tw_island *isl, int *rows, int *first, int *body);

/* Computes the bundles' entries of B from the pass's J and weights; d->white must belong to the
 * same pass. false: some merged constraints are not equal or parallel after all; `apart` then marks
 * them. */
bool tw_bundles_fill(const tw_dynamics *d, const tw_island *isl, struct tw_sparse *s);

/* merged [rows of the merged system]: U times the rows of each bundle, and copies of the rows of
 * constraints that are not merged; rows [rows of the island] */
void tw_bundles_in(const tw_island *isl, const double *rows, double *merged);
/* rows [rows of the island] = U^T merged for bundles, copies for other rows; the reverse of
 * tw_bundles_in for unknowns */
void tw_bundles_out(const tw_island *isl, const double *merged, double *rows);
/* merged: standard errors of the merged rows, from those of the island's rows, which count as
 * independent */
void tw_bundles_errors(const tw_island *isl, const double *errors, double *merged);
/* sum of b_i^2 / A_ii over the rows of all constraints that are merged; rows [rows of the island]:
 * the b_i */
double tw_bundles_alone(const tw_island *isl, const double *rows);

#endif
