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

/* pivots of at least this part of their diagonal elements: solutions need no refinement */
#define TW_SPARSE_PLAIN 0.05

/* a product B_i B_j^T that is added to a block of A */
typedef struct tw_sparse_product {
    int i, j;         /* index in B at which the two entries begin */
    int to, height;   /* index in L at which the block begins, distance of its columns */
    int rows, padded; /* rows of entry j; padded rows of entry i */
    bool set;         /* the first product of its block: overwrites it */
} tw_sparse_product;

/* an update: L_i D L_j^T is subtracted from a later panel, for the rows j of one block and a run of
 * rows i */
typedef struct tw_sparse_update {
    int i, j;       /* rows of the eliminated panel at which i and j begin */
    int to, height; /* index in L of the updated block, distance of its columns */
    int rows, run;  /* number of rows j; padded number of rows i */
} tw_sparse_update;

typedef struct tw_sparse_panel {
    int begin, height; /* numbers of the panel */
    int rows, padded;  /* rows of the eliminated block itself, and padded */
    int at;            /* index of its first row in padded vectors */
    int update, updates_end;
    int below, below_end; /* blocks below this one: a range of tw_sparse.below */
    int link; /* for a block of three rows with only one block of three below: index of the latter
                 in padded vectors; otherwise -1 */
    int to,
        to_height; /* a link's update: index in L of the updated block, distance of its columns */
} tw_sparse_panel;

/* a block below another: index of its rows in padded vectors, first row in that panel, padded rows
 */
typedef struct tw_sparse_below {
    int at, row, padded;
    bool fill; /* A is 0 here: the block arises by elimination */
} tw_sparse_below;

/* the loops that factor, in one build (plain, or wide for newer processors; sparse_lanes.h) */
typedef struct tw_sparse_factoring {
    void (*assemble)(tw_sparse *s); /* writes A from B, except the fill */
    void (*factor)(tw_sparse *s);   /* factors A, with the statistics of its pivots */
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

/* the directions Z (sparse.h) that the factor leaves out; computed on demand */
typedef struct tw_deflation {
    bool ready;
    int count, room; /* number of directions; number of them that memory was reserved for */
    double *T;       /* [count][size] orthonormal singular vectors of B^T within the span of Z */
    double *sigma;   /* [count] singular values of B^T T, descending */
    double *C;       /* [count][6 bodies] B^T T */
    double *V, *work;
    int *integers;
    bool null; /* all directions are null vectors of A: they are projected out (sparse_null.c), and
                  T is not used */
    int sharp; /* how often Z is improved by 1 - A_PP^-1 A (sparse_null.c) */
    double *kept;          /* [size] 1 / D, with 1 for left-out rows */
    double *left_out;      /* [size] 1 for left-out rows, 0 for others */
    double *g, *p, *y, *z; /* [size] */
} tw_deflation;

struct tw_sparse {
    const tw_sparse_factoring *factoring;
    const tw_sparse_solving *solving;
    int blocks, bodies, entries, rows, size; /* size: of padded vectors */
    tw_sparse_panel *panel;                  /* [blocks] panels in the order of elimination */
    int *place;  /* [rows] index in padded vectors of each of the caller's rows */
    int *row_at; /* [size] the caller's row at each index of padded vectors; -1: padding */
    int *rank;   /* [blocks] place of each of the caller's block rows in the order of elimination */

    /* per entry of B: its body; index in B at which it begins; index of its block's rows in padded
     * vectors; their padded number */
    int *entry_body, *entry_begin, *entry_at, *entry_padded;
    double *B;

    int products, updates, belows, panel_size;
    int fill; /* numbers of the panels that belong to fill */
    tw_sparse_product *product;
    tw_sparse_update *update;
    tw_sparse_below *below;

    double *L;        /* [panel_size] the panels: A, then its factor */
    double *diagonal; /* [size] of A */
    double *inverse;  /* [size] 1 / D; 0 for left-out rows */
    bool *excluded;   /* [size] rows to leave out even if their pivots are large */
    double shift;
    bool finite;
    double largest; /* largest diagonal element of A */
    double
        smallest; /* smallest pivot, relative to its diagonal element, of the rows not left out */
    double together; /* largest product, over the blocks, of diagonal elements divided by their
                        pivots; 0: not known */
    double least;    /* smallest pivot of the rows not left out */
    int left_out;    /* number of rows left out */

    double *carry;     /* [6 bodies] B^T x */
    double *u, *v;     /* [size] scratch */
    double *x, *b, *r; /* [size] */
    double norm;       /* approximate largest singular value of B; 0: not computed yet */
    struct tw_deflation deflation;
    tw_arena *arena;
};

/* sets s->factoring and s->solving to the build for this processor */
void tw_sparse_choose_loops(tw_sparse *s);
/* padded vector from the caller's values [rows], and the caller's values from a padded vector */
void tw_sparse_in(const tw_sparse *s, const double *rows, double *padded);
void tw_sparse_out(const tw_sparse *s, const double *padded, double *rows);
/* carry [6 bodies] = B^T x for a padded vector x */
void tw_sparse_transposed(const tw_sparse *s, const double *x, double *carry);
/* y = B carry */
void tw_sparse_forward(const tw_sparse *s, const double *carry, double *y);
/* y = (A + shift) x for padded vectors */
void tw_sparse_multiply(tw_sparse *s, const double *x, double *y);
/* computes s->deflation, the directions of the left-out rows; false: no memory, or no convergence
 */
bool tw_sparse_deflate(tw_sparse *s, double cutoff);
/* are there many left-out rows, all of them null directions? (sparse_null.c) */
bool tw_sparse_all_null(tw_sparse *s, double cutoff);
/* is a diagonal element below 1e-5 of the largest one? */
bool tw_sparse_uneven(const tw_sparse *s);
/* if tw_sparse_all_null: removes from the padded vector v its part in the null space, to the
 * rounding of vectors of length `scale`; false: no convergence */
bool tw_sparse_project(tw_sparse *s, double scale, double *v);
/* smallest product, over the blocks, of a block's pivots divided by their diagonal elements: a
 * small singular value may be spread over a block's rows, with no pivot as small as its square */
double tw_sparse_least_product(const tw_sparse *s);
/* index in padded vectors of the row whose pivot is smallest relative to its diagonal element */
int tw_sparse_weakest(const tw_sparse *s);
/* approximate largest singular value of B (computed once per factorisation) */
double tw_sparse_norm(tw_sparse *s);
/* assembles A from B and factors it again, without the rows in s->excluded */
void tw_sparse_refactor(tw_sparse *s);
/* sum x_i y_i over padded vectors */
double tw_sparse_dot(const tw_sparse *s, const double *x, const double *y);

#endif
