/*
 * Step 3 of [BB88 fig. 15]: the unknowns, lambda = -A^+ r: minimum norm where there are too few
 * constraints for the unknowns, least squares where there are too many [BB88 sec. 4.4].
 *
 * Square islands (force J^T lambda): A = B B^T with B = w J M^-1/2, from the SVD of B. An island
 * with a kind that keeps its own G, H: M = J M^-1 W^T, from the SVD of M. Rows count times their
 * weight.
 */
#include "dynamics/caps.h"

#include "dynamics/noise.h"
#include "numeric/lsq.h"

#include <stdio.h>

void tw_gather_rows(tw_dynamics *d, const tw_island *isl, const double *row) {
    double *out = d->rhs;
    for (int k = 0; k < isl->blocks; k++) {
        const tw_block *b = &d->pass.block[isl->block[k]];
        for (int i = 0; i < b->rows; i++) *out++ = b->weight * row[b->row + i];
    }
}

/* B [rows x 6 bodies] = w J M^-1/2; the angular part uses C with I^-1 = R C C^T R^T */
void tw_fill_gram(tw_dynamics *d, const tw_island *isl) {
    tw_pass *p = &d->pass;
    size_t columns = 6 * (size_t)isl->bodies;
    for (size_t i = 0; i < (size_t)isl->rows * columns; i++) d->matrix[i] = 0;
    double *row = d->matrix;
    for (int k = 0; k < isl->blocks; k++) {
        const tw_block *b = &p->block[isl->block[k]];
        for (int i = 0; i < b->rows; i++, row += columns)
            for (int s = 0; s < b->bind->slots; s++) {
                int body = b->bind->body[s];
                if (!d->free_body[body]) continue;
                const tw_body_motion *m = &p->motion[body];
                const double *j = b->J + ((size_t)i * (size_t)b->bind->slots + (size_t)s) * 6;
                vec3 lin = v3_scale(v3_load(j), b->weight * sqrt(m->m_inv));
                vec3 local = m3_tmul_v(&m->R, v3_load(j + 3));
                vec3 ang = v3_scale(m3_tmul_v(&d->root[body], local), b->weight);
                double *out = row + 6 * (size_t)tw_island_place(isl, body);
                v3_store(out, lin);
                v3_store(out + 3, ang);
            }
    }
}

/* what unknown `i` of block c does to row-block b: sum over shared bodies of J M^-1 W^T */
static double entry(const tw_dynamics *d, const tw_block *b, int row, const tw_block *c, int i) {
    double sum = 0;
    const double *W = c->W ? c->W : c->J;
    for (int s = 0; s < b->bind->slots; s++)
        for (int q = 0; q < c->bind->slots; q++) {
            int body = b->bind->body[s];
            if (body != c->bind->body[q] || !d->free_body[body]) continue;
            const tw_body_motion *m = &d->pass.motion[body];
            const double *j = b->J + ((size_t)row * (size_t)b->bind->slots + (size_t)s) * 6;
            const double *w = W + ((size_t)i * (size_t)c->bind->slots + (size_t)q) * 6;
            sum += m->m_inv * v3_dot(v3_load(j), v3_load(w)) +
                   v3_dot(v3_load(j + 3), m3_mul_v(&m->I_inv, v3_load(w + 3)));
        }
    return sum;
}

void tw_fill_general(tw_dynamics *d, const tw_island *isl) {
    double *out = d->matrix;
    for (int k = 0; k < isl->blocks; k++) {
        const tw_block *b = &d->pass.block[isl->block[k]];
        for (int row = 0; row < b->rows; row++)
            for (int l = 0; l < isl->blocks; l++) {
                const tw_block *c = &d->pass.block[isl->block[l]];
                for (int i = 0; i < c->dofs; i++) *out++ = b->weight * entry(d, b, row, c, i);
            }
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
static void damp(tw_dynamics *d, tw_island *isl, tw_solve_for what, double reach) {
    static const double GREATEST = 100;
    double sum = 0, limit = HUGE_VAL;
    double light = HUGE_VAL, heavy = 0, slim = HUGE_VAL, stout = 0; /* masses, moments */
    const double *b = d->rhs;
    if (what == TW_SOLVE_PASS) {
        for (int i = 0; i < isl->rows; i++)
            sum += d->size[i] > 0 ? (b[i] / d->size[i]) * (b[i] / d->size[i]) : 0;
        for (int k = 0; k < isl->bodies; k++) {
            const tw_body *own = d->world->body.data[isl->body[k]];
            double moment = m3_largest(&own->inertia);
            light = fmin(light, own->mass);
            heavy = fmax(heavy, own->mass);
            slim = fmin(slim, moment);
            stout = fmax(stout, moment);
        }
        double ratio = fmax(heavy / light, stout / slim);
        limit = GREATEST * sqrt(sum) * sqrt(ratio) + 2 * free_size(d, isl);
        isl->shift = 0;
        if (!(reach > limit)) return;
    } else if (isl->shift == 0) {
        return;
    }
    tw_lsq_damp_gram(isl->rows, 6 * isl->bodies, b, TW_SINGULAR_CUTOFF, limit, &isl->shift,
                     d->solution, d->scratch);
}

static tw_status solve_island(tw_dynamics *d, tw_island *isl, const double *r, double *lambda,
                              tw_solve_for what, tw_lsq_info *info) {
    tw_pass *p = &d->pass;
    tw_gather_rows(d, isl, r);
    for (int i = 0; i < isl->rows; i++) d->rhs[i] = -d->rhs[i];
    if (isl->square) {
        tw_fill_gram(d, isl);
        for (int i = 0; i < isl->rows; i++)
            d->size[i] = tw_norm(d->matrix + (size_t)i * 6 * (size_t)isl->bodies, 6 * isl->bodies);
        TW_TRY(tw_lsq_solve_gram(isl->rows, 6 * isl->bodies, d->matrix, d->rhs, TW_SINGULAR_CUTOFF,
                                 d->solution, d->scratch, info));
        if (what != TW_SOLVE_FREE) damp(d, isl, what, info->reach);
    } else {
        tw_fill_general(d, isl);
        TW_TRY(tw_lsq_solve(isl->rows, isl->dofs, d->matrix, d->rhs, TW_SINGULAR_CUTOFF,
                            d->solution, d->scratch, info));
    }
    d->stats.svd_calls++;
    if (what == TW_SOLVE_PASS) isl->spread = info->rank > 0 ? info->s_max / info->s_min : 1;
    if (what == TW_SOLVE_PASS && isl->square) tw_noise_of(d, isl);
    if (isl->caps && what == TW_SOLVE_PASS) TW_TRY(tw_caps_solve(d, isl, d->solution));
    if (isl->caps && what == TW_SOLVE_PART) TW_TRY(tw_caps_repeat(d, isl, d->solution));
    int n = 0;
    for (int k = 0; k < isl->blocks; k++) {
        const tw_block *b = &p->block[isl->block[k]];
        double scale = isl->square ? b->weight : 1;
        for (int i = 0; i < b->dofs; i++) lambda[b->dof + i] = scale * d->solution[n++];
    }
    return TW_OK;
}

tw_status tw_solve(tw_dynamics *d, const double *r, double *lambda, tw_solve_for what) {
    tw_pass *p = &d->pass;
    for (int i = 0; i < p->dofs; i++) lambda[i] = 0;
    int rank = 0;
    double condition = 1;
    for (int i = 0; i < d->islands; i++) {
        tw_lsq_info info = {0};
        tw_status s = solve_island(d, &d->island[i], r, lambda, what, &info);
        if (s != TW_OK) {
            const tw_block *b = &p->block[d->island[i].block[0]];
            tw_object_label(&b->c->o, d->culprit, sizeof d->culprit);
            return tw_fail(s, "%s: the constraint forces of its island cannot be computed: %s",
                           d->culprit, tw_failure());
        }
        rank += info.rank;
        if (info.rank > 0 && info.s_max > condition * info.s_min)
            condition = info.s_max / info.s_min;
    }
    if (what == TW_SOLVE_PASS) {
        p->rank = rank;
        p->condition = condition;
    }
    return TW_OK;
}
