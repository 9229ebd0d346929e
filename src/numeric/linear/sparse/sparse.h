/*
 * Block-sparse A = B B^T: factored as L D L^T in time linear in its fill, and the minimum-norm
 * least-squares solution of A x = b with it, as lsq.h defines it.
 *
 * B has one block row per constraint and one block column of six numbers per body; a block row has
 * entries only for the bodies of its constraint. The symbolic work (order of elimination [Amestoy,
 * Davis & Duff 2004], fill) is done once per pattern and allocates; nothing else does.
 *
 * Small or no pivots: A may be singular. Rows whose pivot is small, Q, are left out of the factor:
 * with the rest, P, and the columns of Z = [-A_PP^-1 A_PQ; I],
 *
 *     A x = b  <=>  x = [A_PP^-1 b_P; 0] + Z y,   S y = Z^T b,   S = Z^T A Z = (B^T Z)^T (B^T Z),
 *
 * and S is known to full accuracy from the singular values of B^T Z, with Z orthonormalised. Those
 * at the cutoff tell the directions that are taken out of b (what contradicts) and of x (minimum
 * norm). Every solution is refined by b - B B^T x until that is rounding.
 */
#ifndef TW_NUMERIC_LINEAR_SPARSE_SPARSE_H
#define TW_NUMERIC_LINEAR_SPARSE_SPARSE_H

#include "base/arena.h"
#include "base/status.h"

#include <stdbool.h>

typedef struct tw_sparse tw_sparse;

enum { TW_SPARSE_COLUMNS = 6 }; /* columns of B per body */

typedef struct tw_sparse_shape {
    int blocks, bodies;
    const int *rows;  /* [blocks] of each block row, >= 1 */
    const int *first; /* [blocks + 1] its entries: first[k] ... first[k + 1] - 1 */
    const int *body;  /* [first[blocks]] whose columns, different ones within a block row */
    bool assembled;   /* A is always written directly: there is no B, and nothing that needs it;
                         its numbers are where tw_sparse_place has them */
} tw_sparse_shape;

/* everything is in the arena. TW_ARGUMENT when the fill is more than 2^31 numbers */
tw_status tw_sparse_create(const tw_sparse_shape *shape, tw_arena *arena, tw_sparse **s);

/* another one of the same pattern as `like`, which is `assembled` and lives as long: the symbolic
 * work is done, and its outcome shared */
tw_status tw_sparse_create_like(const tw_sparse *like, tw_arena *arena, tw_sparse **s);

/* The numbers of A and of its factor, in memory of the caller's from now on, where others may write
 * once they are not needed: how many there are; where. All of A is to be written anew. */
size_t tw_sparse_numbers(const tw_sparse *s);
void tw_sparse_place(tw_sparse *s, double *numbers);

/* one entry of B: column c begins at result[c * *stride], the first rows[block] numbers of it are
 * to be set, the rest to be left 0 */
double *tw_sparse_entry(tw_sparse *s, int entry, int *stride);

/* A + shift = L D L^T from the entries of B; false: an entry is not finite */
bool tw_sparse_factor(tw_sparse *s, double shift);

/*
 * A directly, without B: for callers that know its blocks. Each time begin, write every block of
 * the pattern, factor; then solve as often as needed. Where pivots are not `plain`, entries of B
 * and tw_sparse_factor are the way, as if nothing had been written; tw_sparse_least and
 * tw_sparse_damped need them always.
 *
 * Block (i, j), of two block rows that share a body or of one with itself, is kept once: by the
 * columns of whichever is eliminated first, each with as many numbers as the other has rows, filled
 * up with zeros to a multiple of four. Nothing moves by itself, so places are to be asked for once
 * per pattern.
 */
typedef struct tw_sparse_block {
    double *at; /* column c begins at at[c * stride] */
    int stride;
    bool swapped; /* true: at[c * stride + r] is A of row c of i and row r of j; false: of row r of
                     i and row c of j */
} tw_sparse_block;

/* i == j: the whole block is to be written, not only a half. i != j: they share a body */
tw_sparse_block tw_sparse_block_of(tw_sparse *s, int i, int j);

/* all of A = 0, to be added to */
void tw_sparse_begin(tw_sparse *s);

/* sets to 0 only the entries that no pair with a common body writes, for callers that set every
 * other block, with its padding, before they add to it */
void tw_sparse_begin_fill(tw_sparse *s);

typedef struct tw_sparse_pivots {
    double ratio; /* smallest product of those of a block, each of its diagonal element; where none
                     is small, the smallest of them */
    double least; /* smallest that was taken */
    double most;  /* diagonal element */
    int left_out;
    bool plain; /* solutions are exact to rounding as they are: nothing left out, no small ratio, of
                   similar size */
} tw_sparse_pivots;

/* false: an element is not finite */
bool tw_sparse_factor_assembled(tw_sparse *s, tw_sparse_pivots *pivots);

/* padded vectors: size; first index of a block row, which is padded with zeros to a multiple of
 * four; x = A^-1 b in place, 0 for left-out rows */
int tw_sparse_padded_size(const tw_sparse *s);
int tw_sparse_row_place(const tw_sparse *s, int block);
void tw_sparse_solve_padded(const tw_sparse *s, double *x);

/* sqrt(sum of b_i^2 / A_ii): |B^T x| if each row were alone */
double tw_sparse_alone(const tw_sparse *s, const double *b);

typedef struct tw_sparse_info {
    int rank;     /* singular values above the cutoff, as tw_lsq_info */
    double reach; /* |B^T x| with w = 1 wherever w > 0, as tw_lsq_info */
    double range; /* |b| without its contradictory part */
} tw_sparse_info;

/* x [rows] of A x = b [rows], after tw_sparse_factor(s, 0). false: not reached to rounding; take
 * the SVD. b and x may be the same array. */
bool tw_sparse_least(tw_sparse *s, double cutoff, const double *b, double *x, tw_sparse_info *info);

/* x = U w^2 / (S^2 + shift) U^T b, after tw_sparse_factor(s, 0); the factors are then those of A +
 * shift
 */
bool tw_sparse_damped(tw_sparse *s, double shift, double cutoff, const double *b, double *x);

typedef struct tw_sparse_errors {
    double all;    /* estimate of |B^+ diag(e)|, Frobenius norm: effect of errors of b on B^T x */
    double weak;   /* the part of singular values s below `weak` times the largest, each counting
                      for 1 - s / (weak s_max), for the errors f */
    double spread; /* largest singular value by the smallest that counts, about */
} tw_sparse_errors;

/* effect of independent errors e, f [rows] >= 0, after tw_sparse_factor(s, 0) */
bool tw_sparse_errors_of(tw_sparse *s, double cutoff, double weak, const double *e, const double *f,
                         tw_sparse_errors *errors);

#endif
