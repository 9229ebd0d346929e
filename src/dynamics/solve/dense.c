/*
 * The constraint forces of one island by singular value decomposition: exact by definition, O(m^3).
 *
 * Square islands (force J^T lambda): A = B B^T with B = w J M^-1/2, from the SVD of B. Islands with
 * a kind that has its own G, H: M = J M^-1 W^T, from the SVD of M.
 */
#include "dynamics/solve/impl.h"

#include "numeric/linear/lsq.h"

/* largest number of entries of a matrix for which the SVD is tried; with so many it takes a quarter
 * of an hour */
static const size_t MOST = 1 << 27;

tw_status tw_dense_room(tw_dynamics *d, const tw_island *isl) {
    int columns = isl->square ? 6 * isl->bodies : isl->dofs;
    size_t matrix = (size_t)isl->rows * (size_t)columns;
    size_t scratch = tw_lsq_scratch(isl->rows, columns);
    if (matrix > MOST)
        return tw_fail(TW_ARGUMENT,
                       "%d rows on %d bodies are too many for a singular value decomposition",
                       isl->rows, isl->bodies);
    if (matrix > d->matrix_room) {
        d->matrix = tw_arena_new(&d->arena, double, matrix);
        d->matrix_room = d->matrix ? matrix : 0;
        if (!d->matrix) return tw_fail_memory();
    }
    if (scratch > d->scratch_room) {
        d->scratch = tw_arena_new(&d->arena, double, scratch);
        d->scratch_room = d->scratch ? scratch : 0;
        if (!d->scratch) return tw_fail_memory();
    }
    return TW_OK;
}

/* fills d->matrix with B [rows x 6 bodies] = w J M^-1/2; for rotations M^-1/2 is R C, where I^-1 =
 * R C C^T R^T */
tw_status tw_fill_gram(tw_dynamics *d, const tw_island *isl) {
    TW_TRY(tw_dense_room(d, isl));
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
    return TW_OK;
}

double tw_dense_entry(const tw_dynamics *d, const tw_block *b, int row, const tw_block *c, int i) {
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

tw_status tw_fill_general(tw_dynamics *d, const tw_island *isl) {
    TW_TRY(tw_dense_room(d, isl));
    double *out = d->matrix;
    for (int k = 0; k < isl->blocks; k++) {
        const tw_block *b = &d->pass.block[isl->block[k]];
        for (int row = 0; row < b->rows; row++)
            for (int l = 0; l < isl->blocks; l++) {
                const tw_block *c = &d->pass.block[isl->block[l]];
                for (int i = 0; i < c->dofs; i++)
                    *out++ = b->weight * tw_dense_entry(d, b, row, c, i);
            }
    }
    return TW_OK;
}

tw_status tw_dense_solve(tw_dynamics *d, const tw_island *isl, tw_solve_info *info) {
    tw_lsq_info svd;
    d->stats.svd_calls++;
    if (isl->square) {
        TW_TRY(tw_fill_gram(d, isl));
        TW_TRY(tw_lsq_solve_gram(isl->rows, 6 * isl->bodies, d->matrix, d->rhs, TW_SINGULAR_CUTOFF,
                                 d->solution, d->scratch, &svd));
    } else {
        TW_TRY(tw_fill_general(d, isl));
        TW_TRY(tw_lsq_solve(isl->rows, isl->dofs, d->matrix, d->rhs, TW_SINGULAR_CUTOFF,
                            d->solution, d->scratch, &svd));
    }
    info->rank = svd.rank;
    info->dense = true;
    info->reach = svd.reach;
    info->range = svd.range;
    info->spread = svd.rank > 0 ? svd.s_max / svd.s_min : 1;
    return TW_OK;
}

void tw_dense_damp(tw_dynamics *d, const tw_island *isl, double shift) {
    tw_lsq_damp_gram(isl->rows, 6 * isl->bodies, d->rhs, TW_SINGULAR_CUTOFF, shift, d->solution,
                     d->scratch);
}

void tw_dense_noise(tw_dynamics *d, const tw_island *isl, double weak, double *all,
                    double *of_weak) {
    int columns = 6 * isl->bodies;
    tw_gather_rows(d, isl, d->pass.noise, d->errors);
    *all =
        tw_lsq_gram_error(isl->rows, columns, d->errors, HUGE_VAL, TW_SINGULAR_CUTOFF, d->scratch);
    tw_gather_rows(d, isl, d->pass.unknown, d->errors);
    *of_weak =
        tw_lsq_gram_error(isl->rows, columns, d->errors, weak, TW_SINGULAR_CUTOFF, d->scratch);
}
