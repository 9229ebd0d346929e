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

/* adds B_i B_j^T to a block of A */
typedef struct tw_sparse_product {
    int i, j;         /* beginning of the entries in B */
    int to, height;   /* beginning of the block in the panels */
    int rows, padded; /* rows of j; padded rows of i */
    bool set;         /* first product of its block: overwrites, does not add */
} tw_sparse_product;

/* takes L_i D L_j^T off the blocks (i, j) of a later panel, for one j and i in a run of rows */
typedef struct tw_sparse_update {
    int i, j;       /* beginning of the rows in the eliminated panel */
    int to, height; /* their destination */
    int rows, run;  /* rows of j; padded rows of the run */
} tw_sparse_update;

typedef struct tw_sparse_panel {
    int begin, height; /* numbers of the panel */
    int rows, padded;  /* rows of the block itself */
    int at;            /* first row in padded vectors */
    int update, updates_end;
    int below, below_end; /* blocks under this one, in tw_sparse.below */
    int link;             /* three rows over three and nothing else: where those are; else -1 */
    int to, to_height;    /* target of a link's update */
} tw_sparse_panel;

/* a block under another: where its rows are in padded vectors, and in the panel */
typedef struct tw_sparse_below {
    int at, row, padded;
    bool fill; /* A has no entries in this block */
} tw_sparse_below;

/* the loops, of the build for this processor (sparse_lanes.h) */
typedef struct tw_sparse_factoring {
    void (*assemble)(tw_sparse *s); /* A without fill, from B */
    void (*factor)(tw_sparse *s);   /* factors A, and finds the data of the pivots */
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

/* directions that the factor leaves out, made when they are asked for */
typedef struct tw_deflation {
    bool ready;
    int count, room; /* number of directions; number that has memory */
    double *T;       /* [count][size] orthonormal, spanning Z: the singular vectors within it */
    double *sigma;   /* [count] falling, of B^T T */
    double *C;       /* [count][6 bodies] B^T T */
    double *V, *work;
    int *integers;
    bool null;             /* sparse_null.c: all are null, and not made */
    int sharp;             /* number of improvements of Z */
    double *kept;          /* [size] 1 / D; 1 for left-out rows */
    double *left_out;      /* [size] 1: left out */
    double *g, *p, *y, *z; /* [size] */
} tw_deflation;

struct tw_sparse {
    const tw_sparse_factoring *factoring;
    const tw_sparse_solving *solving;
    int blocks, bodies, entries, rows, size; /* size: of padded vectors */
    tw_sparse_panel *panel;                  /* [blocks] in the order of elimination */
    int *place;                              /* [rows] of the caller's rows in padded vectors */
    int *row_at;                             /* [size] and back; -1: filled up */
    int *rank;                               /* [blocks] of the caller's blocks in the order */

    /* entry: body, where it begins in B, its block's rows in padded vectors */
    int *entry_body, *entry_begin, *entry_at, *entry_padded;
    double *B;

    int products, updates, belows, panel_size;
    int fill; /* part of panel_size: entries that no product writes */
    tw_sparse_product *product;
    tw_sparse_update *update;
    tw_sparse_below *below;

    double *L;        /* [panel_size] panels: A, then its factor */
    double *diagonal; /* [size] of A */
    double *inverse;  /* [size] of D; 0: left out */
    bool *excluded;   /* [size] rows that are left out whatever their pivot */
    double shift;
    bool finite;
    double largest;  /* largest element of the diagonal */
    double smallest; /* pivot that was taken, of its diagonal element */
    double together; /* greatest of a block's diagonal elements by their pivots; 0: not known */
    double least;    /* pivot that was taken */
    int left_out;    /* pivots */

    double *carry;     /* [6 bodies] B^T x */
    double *u, *v;     /* [size] scratch */
    double *x, *b, *r; /* [size] */
    double norm;       /* largest singular value of B, about; 0: not known yet */
    struct tw_deflation deflation;
    tw_arena *arena;
};

/* chooses the loops once, for this processor */
void tw_sparse_choose_loops(tw_sparse *s);
/* padded = values of the caller's rows, and back */
void tw_sparse_in(const tw_sparse *s, const double *rows, double *padded);
void tw_sparse_out(const tw_sparse *s, const double *padded, double *rows);
/* x = A_PP^-1 b, 0 for left-out rows; in place */
void tw_sparse_solve(const tw_sparse *s, double *x);
/* carry [6 bodies] = B^T x */
void tw_sparse_transposed(const tw_sparse *s, const double *x, double *carry);
/* y = B carry */
void tw_sparse_forward(const tw_sparse *s, const double *carry, double *y);
/* y = (A + shift) x */
void tw_sparse_multiply(tw_sparse *s, const double *x, double *y);
/* turns dropped pivots into null directions; false: it fails */
bool tw_sparse_deflate(tw_sparse *s, double cutoff);
/* sparse_null.c: are the dropped directions many, and all null? */
bool tw_sparse_all_null(tw_sparse *s, double cutoff);
/* are diagonal elements of very different sizes? */
bool tw_sparse_uneven(const tw_sparse *s);
/* then, v without its part in the null space, but for rounding of vectors as long as `scale`;
 * false: not reached */
bool tw_sparse_project(tw_sparse *s, double scale, double *v);
/* smallest product, over the blocks, of a block's pivots relative to its diagonal elements: the
 * axes of a block may share a small singular value without any pivot as small as its square */
double tw_sparse_least_product(const tw_sparse *s);
/* the row of the smallest pivot, of its diagonal element, in padded vectors */
int tw_sparse_weakest(const tw_sparse *s);
/* largest singular value of B, about */
double tw_sparse_norm(tw_sparse *s);
/* factors again, with the present `excluded` */
void tw_sparse_refactor(tw_sparse *s);
/* sum x_i y_i over padded vectors */
double tw_sparse_dot(const tw_sparse *s, const double *x, const double *y);

#endif
