/*
 * Sparse A = L U of blocks of 6 x 6, one block row per body, with a symmetric pattern: Newton's
 * matrix of contact problems (newton.c), which friction makes unsymmetric.
 *
 * Blocks are eliminated in an order of small fill [Amestoy, Davis & Duff 2004]; only within a
 * block on the diagonal are there pivots. All columns of blocks are filled up to 8 numbers.
 */
#ifndef TW_NUMERIC_CONE_SWEEP_LU_H
#define TW_NUMERIC_CONE_SWEEP_LU_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>

enum { TW_CONE_LU_BLOCK = 48 }; /* numbers of a block: 6 rows of 8 */

typedef struct tw_cone_lu {
    int bodies;
    int *order, *rank;            /* [bodies] the body that is k-th; when a body is */
    int *first;                   /* [bodies + 1] of column k: first[k] ... first[k + 1] - 1 */
    int *below;                   /* [first[bodies]] its rows by rank, rising */
    int *place;                   /* [pairs] of which block of L and U it is; -1: of none */
    int *head, *next, *at, *mark; /* [bodies] for work */
    int *pointers, *neighbours;   /* graph for the elimination order */
    double *diagonal;             /* [bodies] blocks: A_kk, then its inverse */
    double *lower, *upper;        /* [first[bodies]] blocks: row below[i], column k, and turned */
    double products;              /* block products of a factorisation */
    struct {
        size_t bodies, pairs, neighbours, fill, numbers;
    } room;
} tw_cone_lu;

void tw_cone_lu_free(tw_cone_lu *m);

/* the pattern; pair [pairs][2]: a, b, those with a number of `bodies` on have no block; stops
 * (TW_OK, *fits false) where a factorisation takes more than `most` block products */
tw_status tw_cone_lu_analyse(tw_cone_lu *m, int bodies, int pairs, const int (*pair)[2],
                             double most, bool *fits);

/* A = 1 */
void tw_cone_lu_begin(tw_cone_lu *m);

/* A += D^T K D for pair i = a, b: D [rows][12] of a, then b; K [rows x rows, row-major], rows <= 3
 */
void tw_cone_lu_add_plain(tw_cone_lu *m, int i, const int *pair, int rows, const double *D,
                          const double *K);
void tw_cone_lu_add_wide(tw_cone_lu *m, int i, const int *pair, int rows, const double *D,
                         const double *K);

/* false: a pivot is 0 or not finite */
bool tw_cone_lu_factor_plain(tw_cone_lu *m);
bool tw_cone_lu_factor_wide(tw_cone_lu *m);

/* x [bodies][8] = A^-1 x */
void tw_cone_lu_solve_plain(const tw_cone_lu *m, double *x);
void tw_cone_lu_solve_wide(const tw_cone_lu *m, double *x);

#endif
