/*
 * One island's constraint forces: by the sparse factor (sparse.c), or by singular values (dense.c).
 * Both solve for the weighted right side d->rhs and store the unknowns of the weighted rows in
 * d->solution.
 */
#ifndef TW_DYNAMICS_SOLVE_IMPL_H
#define TW_DYNAMICS_SOLVE_IMPL_H

#include "dynamics/pass/pass.h"

typedef struct tw_solve_info {
    int rank;
    bool dense;    /* was the island solved by singular value decomposition? */
    double reach;  /* norm |sqrt(M) x''| of the accelerations x'' by constraint forces */
    double range;  /* norm |w r| of the part of r that constraint forces can cancel */
    double spread; /* estimated ratio of the largest to the smallest singular value that counts */
} tw_solve_info;

/* solves an island by singular value decomposition, into d->solution; fails with TW_ARGUMENT or
 * TW_DIVERGED if the scene has solver = "sparse", which does not allow it */
tw_status tw_solve_by_svd(tw_dynamics *d, const tw_island *isl, tw_solve_info *info);

/* solves a square island for d->solution [rows of the island], the unknowns of the weighted rows
 * with the right side d->rhs; damped as `what` requires */
tw_status tw_solve_weighted(tw_dynamics *d, tw_island *isl, tw_solve_for what, tw_solve_info *info);
/* solves like tw_solve_weighted, but without damping, for another right side d->rhs, with the
 * factor of the last solution; dense: that factor is a singular value decomposition */
tw_status tw_solve_again(tw_dynamics *d, tw_island *isl, bool dense);

/* damp.c */
/* sets isl->shift and isl->slowing for the solution just found, which *info describes */
void tw_damp_choose(tw_dynamics *d, tw_island *isl, const tw_solve_info *info);
/* least rate, 1/s, at which the law of a row of the island makes the row's rate D' decay */
double tw_damp_rate(const tw_dynamics *d, const tw_island *isl);
/* replaces d->solution, the undamped solution for d->rhs, by that with A + isl->shift. moves:
 * d->rhs contains the velocity part of r; sparse: the undamped solution was found by the sparse
 * factor */
tw_status tw_damp(tw_dynamics *d, tw_island *isl, bool moves, bool sparse, tw_solve_info *info);

/* allocates the dense matrices of an island */
tw_status tw_dense_room(tw_dynamics *d, const tw_island *isl);
tw_status tw_dense_solve(tw_dynamics *d, const tw_island *isl, tw_solve_info *info);
/* entry of A, without weights: row `row` of block b, unknown i of block c: the sum of J M^-1 W^T
 * over their common bodies */
double tw_dense_entry(const tw_dynamics *d, const tw_block *b, int row, const tw_block *c, int i);
/* d->solution becomes the solution for d->rhs with A + shift, from the singular values of the last
 * tw_dense_solve */
void tw_dense_damp(tw_dynamics *d, const tw_island *isl, double shift);
/* Error estimates right after tw_dense_solve, norms of accelerations |sqrt(M) x''|. *all: |B^+
 * diag(noise)|; *of_weak: |B^+ diag(unknown)|, taken only over singular values below `weak` times
 * the largest one; noise, unknown: see tw_pass */
void tw_dense_noise(tw_dynamics *d, const tw_island *isl, double weak, double *all,
                    double *of_weak);

/* makes the sparse pattern and elimination order of each square island */
tw_status tw_sparse_build(tw_dynamics *d);
/* factors A = B B^T of an island at the pass's J; TW_NONFINITE: J is not finite */
tw_status tw_sparse_prepare(tw_dynamics *d, tw_island *isl);
/* norm |sqrt(M) x''| of the constraint accelerations that the island would have if each of its rows
 * were its only one */
double tw_sparse_each(const tw_dynamics *d, const tw_island *isl);
/* solves by the factor into d->solution; false: A is too nearly singular for that */
bool tw_sparse_forces(tw_dynamics *d, tw_island *isl, tw_solve_info *info);
/* forces in d->solution for d->rhs by the factor alone (tw_sparse_near); false: not computed */
bool tw_sparse_forces_near(tw_dynamics *d, tw_island *isl, double within);
bool tw_sparse_damp(tw_dynamics *d, tw_island *isl);
bool tw_sparse_noise(tw_dynamics *d, tw_island *isl, double weak, double *all, double *of_weak,
                     double *spread);

#endif
