/*
 * Step 3 of [BB88 fig. 15]: the unknowns, lambda = -A^+ r: of minimum norm where constraints leave
 * the unknowns open, by least squares where they contradict each other [BB88 sec. 4.4].
 *
 * Each island is solved by itself: by its sparse factor, or by singular value decomposition where
 * the factor fails or the scene asks for it. Rows are multiplied by their weights.
 */
#include "dynamics/solve/caps.h"

#include "dynamics/solve/impl.h"
#include "dynamics/solve/noise.h"

#include <stdio.h>
#include <string.h>

void tw_gather_rows(const tw_dynamics *d, const tw_island *isl, const double *row, double *out) {
    for (int k = 0; k < isl->blocks; k++) {
        const tw_block *b = &d->pass.block[isl->block[k]];
        for (int i = 0; i < b->rows; i++) *out++ = b->weight * row[b->row + i];
    }
}

tw_status tw_solve_by_svd(tw_dynamics *d, const tw_island *isl, tw_solve_info *info) {
    if (d->world->set.solver != TW_SOLVER_SPARSE) return tw_dense_solve(d, isl, info);
    if (!isl->square)
        return tw_fail(TW_ARGUMENT, "solver 'sparse' needs constraints whose force is J^T lambda; "
                                    "take 'auto'");
    return tw_fail(TW_DIVERGED, "solver 'sparse' does not converge to rounding error; take 'auto'");
}

/* relative error of forces by TW_SOLVE_NEAR */
static const double NEAR = 1e-10;

tw_status tw_solve_weighted(tw_dynamics *d, tw_island *isl, tw_solve_for what,
                            tw_solve_info *info) {
    bool again = what == TW_SOLVE_PART || what == TW_SOLVE_VELOCITY || what == TW_SOLVE_AGAIN ||
                 what == TW_SOLVE_NEAR;
    if (what == TW_SOLVE_NEAR && tw_sparse_forces_near(d, isl, NEAR)) return TW_OK;
    if (!again || !isl->factored) TW_TRY(tw_sparse_prepare(d, isl));
    if (what == TW_SOLVE_PASS) TW_TRY(tw_noise_of(d, isl));
    bool sparse = d->world->set.solver != TW_SOLVER_SVD && tw_sparse_forces(d, isl, info);
    if (!sparse) TW_TRY(tw_solve_by_svd(d, isl, info));
    bool pass = what == TW_SOLVE_PASS || what == TW_SOLVE_EXACT;
    if (pass) tw_damp_choose(d, isl, info);
    bool damped = pass || what == TW_SOLVE_PART || what == TW_SOLVE_VELOCITY;
    if (!damped || (isl->shift == 0 && isl->slowing == 0)) return TW_OK;
    return tw_damp(d, isl, what != TW_SOLVE_PART, sparse, info);
}

tw_status tw_solve_again(tw_dynamics *d, tw_island *isl, bool dense) {
    tw_solve_info info = {0};
    if (!dense) return tw_solve_weighted(d, isl, TW_SOLVE_AGAIN, &info);
    tw_dense_damp(d, isl, 0);
    return TW_OK;
}

/* d->rhs = -w r */
static void put_right_side(tw_dynamics *d, const tw_island *isl, const double *r) {
    tw_gather_rows(d, isl, r, d->rhs);
    for (int i = 0; i < isl->rows; i++) d->rhs[i] = -d->rhs[i];
}

/* replaces the forces without bounds, in d->solution, by bounded ones, in an island with bounds;
 * singular: its rows depend on each other */
static tw_status bound(tw_dynamics *d, tw_island *isl, const double *r, tw_solve_for what,
                       bool singular) {
    bool part = what == TW_SOLVE_PART || what == TW_SOLVE_VELOCITY;
    bool keep = what != TW_SOLVE_CAPS;
    put_right_side(d, isl, r);
    bool staged = part ? isl->staged : tw_caps_first_choose(d, isl, keep, singular, d->solution);
    if (part || !keep) return staged ? tw_caps_solve(d, isl, what, d->solution) : TW_OK;
    isl->staged = staged;
    isl->all_shift = isl->shift;
    isl->all_slowing = isl->slowing;
    return staged ? tw_caps_solve(d, isl, what, d->solution) : TW_OK;
}

static void swap(double *a, double *b) {
    double t = *a;
    *a = *b;
    *b = t;
}

/* exchanges shift and slowing of the island with those of the first stage (caps_first.c), which
 * were determined in the pass */
static void swap_damping(tw_island *isl) {
    swap(&isl->shift, &isl->all_shift);
    swap(&isl->slowing, &isl->all_slowing);
}

static tw_status solve_island(tw_dynamics *d, tw_island *isl, const double *r, double *lambda,
                              tw_solve_for what, tw_solve_info *info) {
    tw_pass *p = &d->pass;
    bool later = isl->staged && (what == TW_SOLVE_PART || what == TW_SOLVE_VELOCITY);
    put_right_side(d, isl, r);
    if (later) swap_damping(isl);
    tw_status status =
        isl->square ? tw_solve_weighted(d, isl, what, info) : tw_solve_by_svd(d, isl, info);
    if (later) swap_damping(isl);
    TW_TRY(status);
    if (what == TW_SOLVE_PASS && !isl->square) isl->spread = info->spread;
    bool impulses = what == TW_SOLVE_FREE || what == TW_SOLVE_AGAIN || what == TW_SOLVE_NEAR;
    if (isl->caps > 0 && !impulses) TW_TRY(bound(d, isl, r, what, info->rank < isl->rows));
    if (isl->softened && impulses)
        TW_TRY(tw_soft_answer(d, isl, what != TW_SOLVE_FREE, d->solution));
    int n = 0;
    for (int k = 0; k < isl->blocks; k++) {
        const tw_block *b = &p->block[isl->block[k]];
        double scale = isl->square ? b->weight : 1;
        for (int i = 0; i < b->dofs; i++) lambda[b->dof + i] = scale * d->solution[n++];
    }
    return TW_OK;
}

tw_status tw_solve(tw_dynamics *d, const tw_part *part, const double *r, double *lambda,
                   tw_solve_for what) {
    tw_pass *p = &d->pass;
    /* unknowns become 0 first, for blocks without a free body, which belong to no island */
    for (int k = 0; k < part->blocks; k++) {
        const tw_block *b = &p->block[part->block[k]];
        for (int i = 0; i < b->dofs; i++) lambda[b->dof + i] = 0;
    }
    int rank = 0, dense = 0;
    double condition = 1;
    for (int k = 0; k < part->islands; k++) {
        int i = part->island[k];
        tw_solve_info info = {0};
        tw_status s = solve_island(d, &d->island[i], r, lambda, what, &info);
        if (s != TW_OK) {
            const tw_block *b = &p->block[d->island[i].block[0]];
            tw_object_label(&b->c->o, d->culprit, sizeof d->culprit);
            return tw_fail(s, "%s: the constraint forces of its island cannot be computed: %s",
                           d->culprit, tw_failure());
        }
        rank += info.rank;
        dense += info.dense;
        if (what == TW_SOLVE_PASS) condition = fmax(condition, d->island[i].spread);
    }
    if (what == TW_SOLVE_PASS) {
        p->rank = rank;
        p->dense = dense;
        p->sparse = part->islands - dense;
        p->condition = condition;
    }
    return TW_OK;
}
