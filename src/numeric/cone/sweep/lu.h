/*
 * Sparse A = L U of blocks of 6 x 6, one block row per body, with a symmetric pattern: Newton's
 * matrix of contact problems (newton.c), which friction makes unsymmetric.
 *
 * Blocks are eliminated in an order of small fill [Amestoy, Davis & Duff 2004]; pivots are only
 * chosen within the blocks on the diagonal. Each row of a block is padded from 6 to 8 numbers.
 */
#ifndef TW_NUMERIC_CONE_SWEEP_LU_H
#define TW_NUMERIC_CONE_SWEEP_LU_H

#include "base/poll.h"

#include <stdbool.h>
#include <stddef.h>

enum { TW_CONE_LU_BLOCK = 48 }; /* number of doubles of a block: 6 rows, each filled up to 8 */

typedef struct tw_cone_lu {
    int bodies;
    /* [bodies] order[k]: the body that is eliminated as number k; rank[body]: its number k */
    int *order, *rank;
    /* [bodies + 1] column k has the blocks first[k] ... first[k + 1] - 1 of lower and upper */
    int *first;
    /* [first[bodies]] rank of the row of each block of `lower`, rising within a column */
    int *below;
    /* [pairs] index of the blocks of `lower` and `upper` to which the pair adds; -1: to none, since
     * one side does not move */
    int *place;
    int *head, *next, *at, *mark; /* [bodies] scratch */
    int *pointers, *neighbours; /* graph for the elimination order (CSR): neighbours of each body */
    double *diagonal;           /* [bodies] diagonal blocks A_kk; after factoring their inverses */
    /* [first[bodies]] blocks off the diagonal: of `lower` in row below[i] and column k; of `upper`
     * in row k and column below[i] */
    double *lower, *upper;
    double products; /* number of products of two blocks that a factorisation takes */
    /* asked every few columns of a factorisation; stopped: its last answer */
    tw_poll poll;
    tw_status stopped;
    struct {
        size_t bodies, pairs, neighbours, fill, numbers;
    } room;
} tw_cone_lu;

void tw_cone_lu_free(tw_cone_lu *m);

/* Finds elimination order and pattern. pair [pairs][2]: the two bodies of a contact or row; numbers
 * from `bodies` on are sides that do not move, and have no block. *fits = false (with TW_OK): a
 * factorisation takes more than `most` block products, and the analysis was stopped */
tw_status tw_cone_lu_analyse(tw_cone_lu *m, int bodies, int pairs, const int (*pair)[2],
                             double most, bool *fits);

/* A becomes the unit matrix */
void tw_cone_lu_begin(tw_cone_lu *m);

/* adds D^T K D of pair number i to A. D [rows][12]: in each row six numbers for each of the pair's
 * two bodies; K [rows x rows, row-major], rows <= 3 */
void tw_cone_lu_add_plain(tw_cone_lu *m, int i, const int *pair, int rows, const double *D,
                          const double *K);
void tw_cone_lu_add_wide(tw_cone_lu *m, int i, const int *pair, int rows, const double *D,
                         const double *K);

/* factors A in place; false: a pivot is 0 or not finite, or m->stopped is a failure */
bool tw_cone_lu_factor_plain(tw_cone_lu *m);
bool tw_cone_lu_factor_wide(tw_cone_lu *m);

/* x [bodies][8] = A^-1 x */
void tw_cone_lu_solve_plain(const tw_cone_lu *m, double *x);
void tw_cone_lu_solve_wide(const tw_cone_lu *m, double *x);

#endif
