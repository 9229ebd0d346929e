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
    bool dense;    /* solved by singular values */
    double reach;  /* norm |sqrt(M) x''| of the accelerations by the constraint forces */
    double range;  /* norm |w r| of the part of r that forces can cancel */
    double spread; /* estimate of the largest over the smallest singular value that counts */
} tw_solve_info;

/* solves an island by singular values; TW_ARGUMENT, TW_DIVERGED: not allowed, since the scene has
 * solver = "sparse" */
tw_status tw_solve_by_svd(tw_dynamics *d, const tw_island *isl, tw_solve_info *info);

/* the unknowns of d->rhs of a square island into d->solution */
tw_status tw_solve_weighted(tw_dynamics *d, tw_island *isl, tw_solve_for what, tw_solve_info *info);
/* the same of another d->rhs, undamped; dense: the last was by singular values */
tw_status tw_solve_again(tw_dynamics *d, tw_island *isl, bool dense);

/* damp.c */
/* sets isl->shift and isl->slowing for the forces just found */
void tw_damp_choose(tw_dynamics *d, tw_island *isl, const tw_solve_info *info);
/* d->solution: damped by isl->shift, from the undamped one of the same d->rhs; moves: d->rhs
 * contains the velocity part; sparse: the solution is by the factor */
tw_status tw_damp(tw_dynamics *d, tw_island *isl, bool moves, bool sparse, tw_solve_info *info);

/* allocates the dense matrices of an island */
tw_status tw_dense_room(tw_dynamics *d, const tw_island *isl);
tw_status tw_dense_solve(tw_dynamics *d, const tw_island *isl, tw_solve_info *info);
/* unweighted entry of A for `row` of block b and unknown i of block c: the sum of J M^-1 W^T over
 * their common bodies */
double tw_dense_entry(const tw_dynamics *d, const tw_block *b, int row, const tw_block *c, int i);
/* d->solution of any d->rhs with A + shift, by the singular values of the last tw_dense_solve */
void tw_dense_damp(tw_dynamics *d, const tw_island *isl, double shift);
/* error estimates right after tw_dense_solve. *all: |B^+ diag(noise)|; *of_weak: |B^+
 * diag(unknown)| over singular values below `weak` times the largest */
void tw_dense_noise(tw_dynamics *d, const tw_island *isl, double weak, double *all,
                    double *of_weak);

/* sparse patterns and elimination orders of all square islands */
tw_status tw_sparse_build(tw_dynamics *d);
/* factors A at the pass's J; TW_NONFINITE: J is not finite */
tw_status tw_sparse_prepare(tw_dynamics *d, tw_island *isl);
/* norm |sqrt(M) x''| if each row were alone in its island */
double tw_sparse_each(const tw_dynamics *d, const tw_island *isl);
/* solves by the factor; false: A is too nearly singular for it */
bool tw_sparse_forces(tw_dynamics *d, tw_island *isl, tw_solve_info *info);
bool tw_sparse_damp(tw_dynamics *d, tw_island *isl);
bool tw_sparse_noise(tw_dynamics *d, tw_island *isl, double weak, double *all, double *of_weak,
                     double *spread);

#endif
