/*
 * One island's constraint forces: by the sparse factor (sparse.c), or by singular
 * values (dense.c). Both take the weighted right side from d->rhs and leave the
 * unknowns of the weighted rows in d->solution.
 */
#ifndef TW_DYNAMICS_SOLVE_IMPL_H
#define TW_DYNAMICS_SOLVE_IMPL_H

#include "dynamics/pass/pass.h"

typedef struct tw_solve_info {
    int rank;
    bool dense;    /* solved by singular values */
    double reach;  /* |sqrt(M) x''| that the constraints give */
    double range;  /* |w r| without the contradictory part */
    double spread; /* greatest singular value by the smallest that counts, about */
} tw_solve_info;

/* singular values of an island; TW_ARGUMENT, TW_DIVERGED: solver = "sparse" is asked for */
tw_status tw_solve_by_svd(tw_dynamics *d, const tw_island *isl, tw_solve_info *info);

/* damp.c */
/* isl->shift of the forces that have just been found */
void tw_damp_choose(tw_dynamics *d, tw_island *isl, const tw_solve_info *info);
/* d->solution of d->rhs, damped by isl->shift, after the forces without it (sparse: by the factor).
 * moves: the velocities have a part in d->rhs */
tw_status tw_damp(tw_dynamics *d, tw_island *isl, bool moves, bool sparse, tw_solve_info *info);

/* memory for the dense matrices of an island */
tw_status tw_dense_room(tw_dynamics *d, const tw_island *isl);
tw_status tw_dense_solve(tw_dynamics *d, const tw_island *isl, tw_solve_info *info);
/* entry of A without weights for `row` of block b and unknown i of block c: the sum of J M^-1 W^T
 * over the bodies that both share */
double tw_dense_entry(const tw_dynamics *d, const tw_block *b, int row, const tw_block *c, int i);
/* damped by isl->shift, right after tw_dense_solve of the same d->rhs */
void tw_dense_damp(tw_dynamics *d, const tw_island *isl);
/* |B^+ diag(noise)|, and of the part of weak singular values |B^+ diag(unknown)|, right after
 * tw_dense_solve */
void tw_dense_noise(tw_dynamics *d, const tw_island *isl, double weak, double *all,
                    double *of_weak);

/* symbolic work for all square islands */
tw_status tw_sparse_build(tw_dynamics *d);
/* factors A at the pass's J; TW_NONFINITE when that is not finite */
tw_status tw_sparse_prepare(tw_dynamics *d, tw_island *isl);
/* |sqrt(M) x''| if each row were alone */
double tw_sparse_each(const tw_dynamics *d, const tw_island *isl);
/* false: not to be had by the factor */
bool tw_sparse_forces(tw_dynamics *d, tw_island *isl, tw_solve_info *info);
bool tw_sparse_damp(tw_dynamics *d, tw_island *isl);
bool tw_sparse_noise(tw_dynamics *d, tw_island *isl, double weak, double *all, double *of_weak,
                     double *spread);

#endif
