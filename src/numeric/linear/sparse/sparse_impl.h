/*
 * Private header of the sparse solver: the pattern, and the numbers of one factorisation.
 *
 * Vectors inside are `padded`: in the order of elimination, the rows of each block begin at a
 * multiple of TW_LANES and are followed by zeros up to the next multiple, so that TW_LANES rows can
 * be computed at once. Lanes do not affect each other, so the results have the same bits as if one
 * row were computed after the other.
 *
 * A `panel` holds the columns of one eliminated block: the rows of the block itself, then those of
 * each later block that it touches, `height` numbers per column.
 */
#ifndef TW_NUMERIC_LINEAR_SPARSE_SPARSE_IMPL_H
#define TW_NUMERIC_LINEAR_SPARSE_SPARSE_IMPL_H

#include "base/math/lanes.h"
#include "numeric/linear/sparse/sparse.h"

static inline int tw_lanes_up(int n) {
    return (n + TW_LANES - 1) / TW_LANES * TW_LANES;
}

/* if every pivot is at least this part of its diagonal element, solutions need no refinement */
#define TW_SPARSE_PLAIN 0.05

/* a product B_i B_j^T of two entries of B that is added to a block of A */
typedef struct tw_sparse_product {
    int i, j;         /* index in B of the first number of each entry */
    int to, height;   /* index in L of the block's first number, and distance of its columns */
    int rows, padded; /* number of rows of entry j; of entry i, padded */
    /* is this the first product for its block? It overwrites the block, others are added to it */
    bool set;
} tw_sparse_product;

/* an update: W_i D^-1 W_j^T of an eliminated panel is subtracted from a later one, for the rows j
 * of one block and a run of rows i */
typedef struct tw_sparse_update {
    int i, j; /* index in the eliminated panel of the first row of i, and of j */
    /* index in L of the updated block's first number, and distance of its columns */
    int to, height;
    int rows, run; /* rows: number of the rows j; run: number of the rows i, padded */
} tw_sparse_update;

typedef struct tw_sparse_panel {
    /* begin: index in L of the panel's first number; height: number of numbers per column */
    int begin, height;
    int rows, padded; /* number of rows of the eliminated block; that number padded */
    int at;           /* index in padded vectors of the panel's first row */
    int update, updates_end;
    /* the blocks below this one are below[below] ... below[below_end - 1] of tw_sparse */
    int below, below_end;
    /* A link is a panel of a block of three rows with only one block below it, of three rows as
     * well, as in a chain. Its number here is the index in padded vectors of that block below; -1:
     * the panel is no link */
    int link;
    /* for a link: index in L of the block that its update changes, and distance of that block's
     * columns */
    int to, to_height;
} tw_sparse_panel;

/* A block that stands below another one, in the panel of that one: index of its rows in padded
 * vectors; its first row in the panel; number of its rows, padded */
typedef struct tw_sparse_below {
    int at, row, padded;
    bool fill; /* is A 0 in this block, so that it arises only by elimination? */
} tw_sparse_below;

/* the loops that factor, compiled for plain or for wide vectors (sparse_lanes.h) */
typedef struct tw_sparse_factoring {
    void (*assemble)(tw_sparse *s); /* computes A from B, except the fill */
    void (*factor)(tw_sparse *s);   /* factors A, and sets the figures of its pivots */
} tw_sparse_factoring;

typedef struct tw_sparse_solving {
    void (*solve)(const tw_sparse *s, double *x);
    void (*descend)(const tw_sparse *s, double *x); /* x = L^-1 x */
    void (*ascend)(const tw_sparse *s, double *x);  /* x = L^-T D^-1 x */
    void (*transposed)(const tw_sparse *s, const double *x, double *carry);
    void (*forward)(const tw_sparse *s, const double *carry, double *y);
    double (*dot)(const tw_sparse *s, const double *x, const double *y);
} tw_sparse_solving;

extern const tw_sparse_factoring tw_sparse_factoring_plain, tw_sparse_factoring_wide;
extern const tw_sparse_solving tw_sparse_solving_plain, tw_sparse_solving_wide;

/* the directions Z (sparse.h) that the factor leaves out; computed when needed */
typedef struct tw_deflation {
    bool ready;
    int count, room; /* count: number of directions; room: number for which memory is allocated */
    /* [count][size] orthonormal vectors in the span of Z: the singular vectors of B^T there */
    double *T;
    double *sigma; /* [count] singular values of B^T T, descending */
    double *C;     /* [count][6 bodies] B^T T */
    double *V, *work;
    int *integers;
    /* all directions are null vectors of A: they are removed by projection (sparse_null.c), and T
     * is not used */
    bool null;
    /* number of times that Z is multiplied by 1 - A_PP^-1 A, to make it more exact
     * (sparse_null.c) */
    int sharp;
    double *kept;     /* [size] 1 / D of the rows in the factor, 1 for rows that are left out */
    double *left_out; /* [size] 1 for rows that are left out, 0 for others */
    double *g, *p, *y, *z; /* [size] */
} tw_deflation;

struct tw_sparse {
    const tw_sparse_factoring *factoring;
    const tw_sparse_solving *solving;
    int blocks, bodies, entries, rows, size; /* size: length of padded vectors */
    tw_sparse_panel *panel;                  /* [blocks] panels, in the order of elimination */
    int *place;  /* [rows] index in padded vectors of each row of the caller */
    int *row_at; /* [size] row of the caller at each index of padded vectors; -1: padding */
    int *rank;   /* [blocks] number in the order of elimination of each block row of the caller */

    /* [entries] for each entry of B: its body; index of its first number in B; index in padded
     * vectors of its block's first row; number of these rows, padded */
    int *entry_body, *entry_begin, *entry_at, *entry_padded;
    double *B;

    int products, updates, belows, panel_size;
    int fill; /* number of the numbers in the panels that belong to fill */
    tw_sparse_product *product;
    tw_sparse_update *update;
    tw_sparse_below *below;

    double *L;        /* [panel_size] the panels, one after the other: A, then its factor */
    double *diagonal; /* [size] diagonal elements of A */
    double *inverse;  /* [size] 1 / D; 0 for rows that are left out */
    bool *excluded;   /* [size] must the row be left out, even if its pivot is large? */
    double shift;
    bool finite;
    double largest; /* largest diagonal element of A */
    /* smallest quotient of a pivot and its diagonal element, of the rows in the factor */
    double smallest;
    /* largest product over a block's rows of the quotients diagonal element / pivot; 0: not
     * known */
    double together;
    double least; /* smallest pivot of the rows in the factor */
    int left_out; /* number of rows that are left out */

    double *carry;     /* [6 bodies] scratch for B^T x */
    double *u, *v;     /* [size] scratch */
    double *x, *b, *r; /* [size] */
    /* size of the first correction of the first refined solution by this factor, relative to that
     * solution: the error of solutions by the factor alone; 0: none is needed; HUGE_VAL: not known
     * for this factor */
    double correction;
    double norm; /* largest singular value of B, approximately; 0: not computed for this factor */
    struct tw_deflation deflation;
    tw_arena *arena;
};

/* sets s->factoring and s->solving to the loops that this processor runs best */
void tw_sparse_choose_loops(tw_sparse *s);
/* tw_sparse_in makes a padded vector from the caller's numbers [rows]; tw_sparse_out does the
 * reverse */
void tw_sparse_in(const tw_sparse *s, const double *rows, double *padded);
void tw_sparse_out(const tw_sparse *s, const double *padded, double *rows);
/* carry [6 bodies] = B^T x for a padded vector x */
void tw_sparse_transposed(const tw_sparse *s, const double *x, double *carry);
/* y = B carry, a padded vector; carry [6 bodies] */
void tw_sparse_forward(const tw_sparse *s, const double *carry, double *y);
/* y = (A + shift) x for padded vectors */
void tw_sparse_multiply(tw_sparse *s, const double *x, double *y);
/* computes s->deflation, the directions of the rows that are left out; false: no memory, or no
 * convergence */
bool tw_sparse_deflate(tw_sparse *s, double cutoff);
/* are many rows left out, and are all their directions null vectors of A? (sparse_null.c) */
bool tw_sparse_all_null(tw_sparse *s, double cutoff);
/* is some diagonal element of A below 1e-5 of the largest one? */
bool tw_sparse_uneven(const tw_sparse *s);
/* removes from the padded vector v its part in the null space of A, until the rest is rounding of
 * vectors of length `scale`; only for factors with tw_sparse_all_null; false: no convergence */
bool tw_sparse_project(tw_sparse *s, double scale, double *v);
/* smallest product over a block's rows of the quotients pivot / diagonal element. A small singular
 * value may show in this product, although no single pivot is as small as its square */
double tw_sparse_least_product(const tw_sparse *s);
/* index in padded vectors of the row whose pivot is smallest relative to its diagonal element */
int tw_sparse_weakest(const tw_sparse *s);
/* approximate largest singular value of B (computed once per factorisation) */
double tw_sparse_norm(tw_sparse *s);
/* computes A from B and factors it again, with the rows in s->excluded left out */
void tw_sparse_refactor(tw_sparse *s);
/* sum x_i y_i over padded vectors */
double tw_sparse_dot(const tw_sparse *s, const double *x, const double *y);

#endif
