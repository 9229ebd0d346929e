/*
 * Step 3 of [BB88 fig. 15]: the unknowns, lambda = -A^+ r: minimum norm where there are too few
 * constraints for the unknowns, least squares where there are too many [BB88 sec. 4.4].
 *
 * An island at a time, by its sparse factor or, where that cannot be or when asked, by singular
 * values. Rows count times their weight.
 */
#include "dynamics/solve/caps.h"

#include "dynamics/solve/impl.h"
#include "dynamics/solve/noise.h"
#include "numeric/linear/lsq.h"

#include <stdio.h>

void tw_gather_rows(const tw_dynamics *d, const tw_island *isl, const double *row, double *out) {
    for (int k = 0; k < isl->blocks; k++) {
        const tw_block *b = &d->pass.block[isl->block[k]];
        for (int i = 0; i < b->rows; i++) *out++ = b->weight * row[b->row + i];
    }
}

/* |sqrt(M) a| of the island without constraint forces */
static double free_size(const tw_dynamics *d, const tw_island *isl) {
    double sum = 0;
    for (int k = 0; k < isl->bodies; k++) {
        int body = isl->body[k];
        const tw_body_motion *m = &d->pass.motion[body];
        const tw_wrench *w = &d->pass.external[body];
        vec3 T = v3_add(w->torque, v3_cross(m->L, m->omega));
        vec3 turn = m3_tmul_v(&d->root[body], m3_tmul_v(&m->R, T));
        sum += m->m_inv * v3_dot(w->force, w->force) + v3_dot(turn, turn);
    }
    return sqrt(sum);
}

/*
 * Where a deviation that cannot vanish drives its bodies into a singular pose (a chain that is too
 * short, stretched), A^+ asks for accelerations without bound, sigma -> 0 with w r finite. They are
 * bounded, |sqrt(M) x''|, by GREATEST times what each row would need by itself, |r_i| / |J_i
 * M^-1/2|, if all bodies were as heavy as the heaviest, and what stops free motion, which is a
 * projection of it and never larger. Consistent motion through a singular pose needs no more. The
 * parts of a force are damped like the whole.
 */
static double limit_of(const tw_dynamics *d, const tw_island *isl, double reach) {
    static const double GREATEST = 100;
    double each = GREATEST * tw_sparse_each(d, isl);
    if (reach <= each) return each; /* the rest makes it larger only */
    double light = HUGE_VAL, heavy = 0, slim = HUGE_VAL, stout = 0; /* masses, moments */
    for (int k = 0; k < isl->bodies; k++) {
        const tw_body *own = d->world->body.data[isl->body[k]];
        double moment = m3_largest(&own->inertia);
        light = fmin(light, own->mass);
        heavy = fmax(heavy, own->mass);
        slim = fmin(slim, moment);
        stout = fmax(stout, moment);
    }
    return each * sqrt(fmax(heavy / light, stout / slim)) + 2 * free_size(d, isl);
}

static tw_status by_singular_values(tw_dynamics *d, const tw_island *isl, tw_solve_info *info) {
    if (d->world->set.solver != TW_SOLVER_SPARSE) return tw_dense_solve(d, isl, info);
    if (!isl->square)
        return tw_fail(TW_ARGUMENT, "solver 'sparse' needs constraints whose force is J^T lambda; "
                                    "take 'auto'");
    return tw_fail(TW_DIVERGED, "solver 'sparse' does not reach rounding; take 'auto'");
}

/* the unknowns of the weighted rows of a square island into d->solution */
static tw_status solve_square(tw_dynamics *d, tw_island *isl, tw_solve_for what,
                              tw_solve_info *info) {
    bool again = what == TW_SOLVE_PART || what == TW_SOLVE_AGAIN;
    if (!again || !isl->factored) TW_TRY(tw_sparse_prepare(d, isl));
    if (what == TW_SOLVE_PASS) TW_TRY(tw_noise_of(d, isl));
    bool sparse = d->world->set.solver != TW_SOLVER_SVD && tw_sparse_forces(d, isl, info);
    if (!sparse) TW_TRY(by_singular_values(d, isl, info));
    if (what == TW_SOLVE_PASS)
        isl->shift = tw_lsq_shift(info->reach, info->range, limit_of(d, isl, info->reach));
    if ((what != TW_SOLVE_PASS && what != TW_SOLVE_PART) || isl->shift == 0) return TW_OK;
    if (sparse && tw_sparse_damp(d, isl)) return TW_OK;
    if (sparse) TW_TRY(by_singular_values(d, isl, info));
    tw_dense_damp(d, isl);
    return TW_OK;
}

/* d->solution of an island with caps */
static tw_status bound(tw_dynamics *d, const tw_island *isl, tw_solve_for what) {
    if (what == TW_SOLVE_PASS) return tw_caps_solve(d, isl, true, d->solution);
    if (what == TW_SOLVE_PART) return tw_caps_repeat(d, isl, d->solution);
    if (what == TW_SOLVE_CAPS) return tw_caps_solve(d, isl, false, d->solution);
    if (isl->softened) tw_soft_answer(isl, d->solution);
    return TW_OK;
}

static tw_status solve_island(tw_dynamics *d, tw_island *isl, const double *r, double *lambda,
                              tw_solve_for what, tw_solve_info *info) {
    tw_pass *p = &d->pass;
    tw_gather_rows(d, isl, r, d->rhs);
    for (int i = 0; i < isl->rows; i++) d->rhs[i] = -d->rhs[i];
    if (isl->square)
        TW_TRY(solve_square(d, isl, what, info));
    else
        TW_TRY(by_singular_values(d, isl, info));
    if (what == TW_SOLVE_PASS && !isl->square) isl->spread = info->spread;
    if (isl->caps > 0) TW_TRY(bound(d, isl, what));
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
    for (int k = 0; k < part->blocks; k++) { /* those without a free body are in no island */
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
