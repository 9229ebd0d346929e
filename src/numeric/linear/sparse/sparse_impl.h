/*
 * Private header of the sparse solver: the pattern, and the numbers of one factorisation.
 *
 * Vectors inside are `padded`: in the order of elimination, each block begins at a multiple of
 * TW_LANES and fills up with zeros, so that everything is done for TW_LANES rows at once. Lanes do
 * not mix, so the bits are those of one row after the other.
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
    bool set;         /* the first product for its block: overwrites what is there */
} tw_sparse_product;

/* an update: W_i D^-1 W_j^T of an eliminated panel is subtracted from a later one, for the rows j
 * of one block and a run of rows i */
typedef struct tw_sparse_update {
    int i, j; /* first row of each in the eliminated panel */
    /* index in L of the updated block's first number, and distance of its columns */
    int to, height;
    int rows, run; /* number of rows j; number of rows i, padded */
} tw_sparse_update;

typedef struct tw_sparse_panel {
    int begin, height; /* numbers of the panel */
    int rows, padded;  /* number of rows of the eliminated block; that number padded */
    int at;            /* index in padded vectors of its first row */
    int update, updates_end;
    /* the blocks below this one are below[below] ... below[below_end - 1] of tw_sparse */
    int below, below_end;
    /* if a block of three rows has only one block below, of three rows too: index in padded vectors
     * of that one; otherwise -1 */
    int link;
    int to,
        /* the update by a link: index in L of the updated block, distance of its columns */
        to_height;
} tw_sparse_panel;

/* a block below another in the latter's panel: index of its rows in padded vectors; its first row
 * in the panel; number of rows, padded */
typedef struct tw_sparse_below {
    int at, row, padded;
    bool fill; /* A is 0 here: the block arises only by elimination */
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
    int count, room; /* number of directions; number for which there is memory */
    double *T;       /* [count][size] orthonormal singular vectors of B^T within the span of Z */
    double *sigma;   /* [count] singular values of B^T T, descending */
    double *C;       /* [count][6 bodies] B^T T */
    double *V, *work;
    int *integers;
    /* all directions are null vectors of A: they are removed by projection (sparse_null.c), and T
     * is not used */
    bool null;
    int sharp;             /* number of times that Z is improved by 1 - A_PP^-1 A (sparse_null.c) */
    double *kept;          /* [size] 1 / D of the rows in the factor, 1 for left-out rows */
    double *left_out;      /* [size] 1 for left-out rows, 0 for others */
    double *g, *p, *y, *z; /* [size] */
} tw_deflation;

struct tw_sparse {
    const tw_sparse_factoring *factoring;
    const tw_sparse_solving *solving;
    int blocks, bodies, entries, rows, size; /* size: of padded vectors */
    tw_sparse_panel *panel;                  /* [blocks] panels, in the order of elimination */
    int *place;  /* [rows] index in padded vectors of each row of the caller */
    int *row_at; /* [size] row of the caller at each index of padded vectors; -1: padding */
    int *rank;   /* [blocks] number in the order of elimination of each block row of the caller */

    /* [entries] for each entry of B: its body; index of its first number in B; index in padded
     * vectors of its block's first row; number of these rows, padded */
    int *entry_body, *entry_begin, *entry_at, *entry_padded;
    double *B;

    int products, updates, belows, panel_size;
    int fill; /* how many numbers in the panels belong to fill */
    tw_sparse_product *product;
    tw_sparse_update *update;
    tw_sparse_below *below;

    double *L;        /* [panel_size] the panels, one after the other: A, then its factor */
    double *diagonal; /* [size] of A */
    double *inverse;  /* [size] 1 / D; 0 for rows that are left out */
    bool *excluded;   /* [size] rows that are left out even if their pivots are large */
    double shift;
    bool finite;
    double largest; /* largest diagonal element of A */
    double
        /* smallest quotient of a pivot and its diagonal element, of the rows in the factor */
        smallest;
    /* largest product over a block's rows of diagonal elements divided by pivots; 0: not known */
    double together;
    double least; /* smallest pivot of the rows in the factor */
    int left_out; /* number of rows that are left out */

    double *carry;     /* [6 bodies] B^T x */
    double *u, *v;     /* [size] scratch */
    double *x, *b, *r; /* [size] */
    double norm; /* largest singular value of B, approximately; 0: not computed for this factor */
    struct tw_deflation deflation;
    tw_arena *arena;
};

/* sets s->factoring and s->solving to the loops that this processor runs best */
void tw_sparse_choose_loops(tw_sparse *s);
/* tw_sparse_in: padded vector from the caller's values [rows]; tw_sparse_out: the caller's values
 * from a padded vector */
void tw_sparse_in(const tw_sparse *s, const double *rows, double *padded);
void tw_sparse_out(const tw_sparse *s, const double *padded, double *rows);
/* carry [6 bodies] = B^T x for a padded vector x */
void tw_sparse_transposed(const tw_sparse *s, const double *x, double *carry);
/* y = B carry */
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
/* if tw_sparse_all_null: removes from the padded vector v its part in the null space of A, to the
 * rounding of vectors of length `scale`; false: no convergence */
bool tw_sparse_project(tw_sparse *s, double scale, double *v);
/* smallest product over a block's rows of pivots divided by diagonal elements. A small singular
 * value may be spread over a block's rows, with no pivot as small as its square */
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
