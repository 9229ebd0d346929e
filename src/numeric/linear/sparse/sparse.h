/*
 * Block-sparse A = B B^T: factored as L D L^T in time linear in its fill, and the minimum-norm
 * least-squares solution of A x = b with it, as lsq.h defines it.
 *
 * B has one block row per constraint and one block column of six numbers per body; a block row has
 * entries only for the bodies of its constraint. The symbolic work (order of elimination [Amestoy,
 * Davis & Duff 2004], fill) is done once per pattern and allocates; nothing else does.
 *
 * A may be singular, so that pivots are small or 0. Rows whose pivot is small, Q, are left out of
 * the factor: with the rest, P, and the columns of Z = [-A_PP^-1 A_PQ; I],
 *
 *     A x = b  <=>  x = [A_PP^-1 b_P; 0] + Z y,   S y = Z^T b,   S = Z^T A Z = (B^T Z)^T (B^T Z),
 *
 * and S is known to full accuracy from the singular values of B^T Z, with Z orthonormalised.
 * Singular vectors of B^T Z whose singular values are below the cutoff are removed from b (the part
 * that contradicts) and from x (so that its norm is least). Every solution is refined with its
 * residual b - B B^T x until that is rounding.
 */
#ifndef TW_NUMERIC_LINEAR_SPARSE_SPARSE_H
#define TW_NUMERIC_LINEAR_SPARSE_SPARSE_H

#include "base/arena.h"
#include "base/status.h"

#include <stdbool.h>

typedef struct tw_sparse tw_sparse;

enum { TW_SPARSE_COLUMNS = 6 }; /* columns of B for each body */

typedef struct tw_sparse_shape {
    int blocks, bodies;
    const int *rows;  /* [blocks] number of rows of each block row, at least 1 */
    const int *first; /* [blocks + 1] block row k has the entries first[k] ... first[k + 1] - 1 */
    const int *body;  /* [first[blocks]] body of each entry; a body occurs once in a block row */
    /* the caller writes the blocks of A itself: then there is no memory for B, functions that need
     * B must not be called, and A is stored where tw_sparse_place puts it */
    bool assembled;
} tw_sparse_shape;

/* *s: a solver for the pattern `shape`, in memory of the arena; TW_ARGUMENT: A or its factor has
 * 2^31 numbers or more */
tw_status tw_sparse_create(const tw_sparse_shape *shape, tw_arena *arena, tw_sparse **s);

/* *s: a solver for the same pattern as `like`, which must be `assembled` and live at least as long,
 * since both share its symbolic work */
tw_status tw_sparse_create_like(const tw_sparse *like, tw_arena *arena, tw_sparse **s);

/* For an `assembled` solver. tw_sparse_numbers: number of doubles of A and its factor.
 * tw_sparse_place: tells where the caller's memory for them is; other solvers may use the same
 * memory while no factor is needed. After tw_sparse_place all of A must be written again. */
size_t tw_sparse_numbers(const tw_sparse *s);
void tw_sparse_place(tw_sparse *s, double *numbers);

/* address of an entry of B (index into tw_sparse_shape.body): its column c begins at result[c *
 * *stride]. The caller sets the first rows[block] numbers of each column; the others must stay 0 */
double *tw_sparse_entry(tw_sparse *s, int entry, int *stride);

/* computes A + shift from the entries of B and factors it as L D L^T; false: an entry is not
 * finite */
bool tw_sparse_factor(tw_sparse *s, double shift);

/*
 * Callers that know the blocks of A can write these directly, without B: call tw_sparse_begin,
 * write every block of the pattern, call tw_sparse_factor_assembled; then solve as often as needed.
 * If the pivots are not `plain`, use entries of B and tw_sparse_factor instead, as if no block had
 * been written; tw_sparse_least and tw_sparse_damped always need B.
 *
 * Block (i, j), of two block rows that share a body or of one block row, is stored once: its
 * columns belong to the rows of the block row that is eliminated first, and each column has a
 * number for each row of the other block row, padded with zeros to a multiple of four. Its place
 * never changes: call tw_sparse_block_of once per pattern (and after tw_sparse_place).
 */
typedef struct tw_sparse_block {
    double *at; /* column c of the stored block begins at at[c * stride] */
    int stride;
    /* true: at[c * stride + r] belongs to row c of block i and row r of block j; false: to row r of
     * i and row c of j */
    bool swapped;
} tw_sparse_block;

/* address of block (i, j) of A; block rows i and j must share a body. For i == j the caller writes
 * the whole block, not one triangle */
tw_sparse_block tw_sparse_block_of(tw_sparse *s, int i, int j);

/* sets all of A to 0, before blocks are added to it */
void tw_sparse_begin(tw_sparse *s);

/* sets only the fill to 0, that is, the blocks of two block rows without a common body; for callers
 * that overwrite every other block, including its padding */
void tw_sparse_begin_fill(tw_sparse *s);

typedef struct tw_sparse_pivots {
    /* smallest product over a block's rows of pivots divided by their diagonal elements; if no
     * such quotient is below 0.05: the smallest quotient */
    double ratio;
    double least; /* smallest pivot of the rows in the factor */
    double most;  /* largest diagonal element */
    int left_out;
    /* solutions need no refinement: no row is left out, and every pivot is at least 0.05 of its
     * diagonal element and 1e-4 of the largest one */
    bool plain;
} tw_sparse_pivots;

/* factors A as the caller has written it; *pivots: figures of its pivots; false: an element of A is
 * not finite */
bool tw_sparse_factor_assembled(tw_sparse *s, tw_sparse_pivots *pivots);

/* Padded vectors: tw_sparse_padded_size: their length; tw_sparse_row_place: index of the first row
 * of a block row, which zeros fill up to a multiple of four; tw_sparse_solve_padded: replaces x by
 * A^-1 x; rows that are left out of the factor become 0 */
int tw_sparse_padded_size(const tw_sparse *s);
int tw_sparse_row_place(const tw_sparse *s, int block);
void tw_sparse_solve_padded(const tw_sparse *s, double *x);

/* sqrt(sum of b_i^2 / A_ii), b [rows]: this is |B^T x| if the rows of B are orthogonal */
double tw_sparse_alone(const tw_sparse *s, const double *b);

typedef struct tw_sparse_info {
    int rank; /* number of singular values above the cutoff, see tw_lsq_info.rank */
    /* |B^T x| with filter weight 1 in place of every weight > 0, see tw_lsq_info.reach */
    double reach;
    double range; /* norm of the part of b that does not contradict A */
} tw_sparse_info;

/* x [rows]: minimum-norm least-squares solution of A x = b [rows]; to be called after
 * tw_sparse_factor(s, 0). false: refinement did not reach rounding, so that lsq.h must solve. b and
 * x may be the same array. */
bool tw_sparse_least(tw_sparse *s, double cutoff, const double *b, double *x, tw_sparse_info *info);

/* x [rows]: solution of A x = b [rows] by the factor alone, if no row is left out, the shift is 0,
 * and the first tw_sparse_least with this factor was corrected by refinement by no more than
 * `within` of itself; otherwise false, and nothing is computed */
bool tw_sparse_near(tw_sparse *s, double within, const double *b, double *x);

/* damped solution x = U w^2 / (S^2 + shift) U^T b (lsq.h); to be called after tw_sparse_factor(s,
 * 0), afterwards the factor in memory may be that of A + shift. false: lsq.h must solve */
bool tw_sparse_damped(tw_sparse *s, double shift, double cutoff, const double *b, double *x);

typedef struct tw_sparse_errors {
    double all; /* estimated Frobenius norm |B^+ diag(e)|: errors of B^T x from errors e of b */
    /* like `all`, for other errors f of b, and only along singular values s below `weak` s_max
     * (s_max: the largest), each multiplied by 1 - s / (weak s_max) */
    double weak;
    double spread; /* estimated ratio of the largest singular value to the smallest that counts */
} tw_sparse_errors;

/* *errors: errors of B^T x from independent errors e, f [rows] >= 0 of b; to be called after
 * tw_sparse_factor(s, 0). false: they cannot be estimated */
bool tw_sparse_errors_of(tw_sparse *s, double cutoff, double weak, const double *e, const double *f,
                         tw_sparse_errors *errors);

#endif
