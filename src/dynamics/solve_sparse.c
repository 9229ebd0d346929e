/*
 * The constraint forces of one island by the block-sparse factor of A = B B^T, B = w J M^-1/2.
 *
 * M^-1/2 of a body is 1/sqrt(m) and R C, where I^-1 = R C C^T R^T.
 */
#include "dynamics/solve_impl.h"

#include "numeric/sparse.h"

#include <math.h>

static tw_status build_island(tw_dynamics *d, tw_island *isl, tw_arena *temporary) {
    const tw_pass *p = &d->pass;
    int entries = 0;
    for (int k = 0; k < isl->blocks; k++) entries += p->block[isl->block[k]].bind->slots;
    int *rows = tw_arena_new(temporary, int, isl->blocks + 1);
    int *first = tw_arena_new(temporary, int, isl->blocks + 1);
    int *body = tw_arena_new(temporary, int, entries + 1);
    isl->entry_slot = tw_arena_new(&d->arena, int, entries + 1);
    isl->entry_end = tw_arena_new(&d->arena, int, isl->blocks + 1);
    if (!rows || !first || !body || !isl->entry_slot || !isl->entry_end) return tw_fail_memory();
    entries = 0;
    for (int k = 0; k < isl->blocks; k++) {
        const tw_block *b = &p->block[isl->block[k]];
        rows[k] = b->rows;
        first[k] = entries;
        for (int s = 0; s < b->bind->slots; s++) {
            if (!d->free_body[b->bind->body[s]]) continue;
            isl->entry_slot[entries] = s;
            body[entries++] = tw_island_place(isl, b->bind->body[s]);
        }
        isl->entry_end[k] = entries;
    }
    first[isl->blocks] = entries;
    tw_sparse_shape shape = {isl->blocks, isl->bodies, rows, first, body};
    return tw_sparse_create(&shape, &d->arena, &isl->sparse);
}

tw_status tw_sparse_build(tw_dynamics *d) {
    for (int i = 0; i < d->islands; i++) {
        tw_island *isl = &d->island[i];
        if (!isl->square) continue;
        tw_arena temporary = {0};
        tw_status status = build_island(d, isl, &temporary);
        tw_arena_free(&temporary);
        TW_TRY(status);
    }
    return TW_OK;
}

/* one entry of B: w J M^-1/2 of a body, by columns */
static void fill_entry(const tw_dynamics *d, const tw_block *b, int slot, double *to, int stride) {
    int body = b->bind->body[slot];
    const tw_body_motion *m = &d->pass.motion[body];
    const mat3 *K = &d->white[body];
    double f = b->weight * sqrt(m->m_inv);
    for (int i = 0; i < b->rows; i++, to++) {
        const double *j = b->J + ((size_t)i * (size_t)b->bind->slots + (size_t)slot) * 6;
        vec3 turn = v3_scale(m3_tmul_v(K, v3_load(j + 3)), b->weight);
        to[0] = f * j[0];
        to[stride] = f * j[1];
        to[2 * stride] = f * j[2];
        to[3 * stride] = turn.x;
        to[4 * stride] = turn.y;
        to[5 * stride] = turn.z;
    }
}

tw_status tw_sparse_prepare(tw_dynamics *d, tw_island *isl) {
    for (int i = 0; i < isl->bodies; i++) {
        int body = isl->body[i];
        d->white[body] = m3_mul(&d->pass.motion[body].R, &d->root[body]);
    }
    for (int k = 0, e = 0; k < isl->blocks; k++) {
        const tw_block *b = &d->pass.block[isl->block[k]];
        for (; e < isl->entry_end[k]; e++) {
            int stride;
            double *to = tw_sparse_entry(isl->sparse, e, &stride);
            fill_entry(d, b, isl->entry_slot[e], to, stride);
        }
    }
    isl->factored = tw_sparse_factor(isl->sparse, 0);
    if (isl->factored) return TW_OK;
    return tw_fail(TW_NONFINITE, "a derivative of a deviation is not finite");
}

double tw_sparse_each(const tw_dynamics *d, const tw_island *isl) {
    return tw_sparse_alone(isl->sparse, d->rhs);
}

bool tw_sparse_forces(tw_dynamics *d, tw_island *isl, tw_solve_info *info) {
    tw_sparse_info i;
    if (!tw_sparse_least(isl->sparse, TW_SINGULAR_CUTOFF, d->rhs, d->solution, &i)) return false;
    d->stats.sparse_solves++;
    info->rank = i.rank;
    info->reach = i.reach;
    info->range = i.range;
    return true;
}

bool tw_sparse_damp(tw_dynamics *d, tw_island *isl) {
    isl->factored = false;
    return tw_sparse_damped(isl->sparse, isl->shift, TW_SINGULAR_CUTOFF, d->rhs, d->solution);
}

bool tw_sparse_noise(tw_dynamics *d, tw_island *isl, double weak, double *all, double *of_weak,
                     double *spread) {
    tw_sparse_errors e;
    tw_gather_rows(d, isl, d->pass.noise, d->errors);
    tw_gather_rows(d, isl, d->pass.unknown, d->errors + isl->rows);
    if (!tw_sparse_errors_of(isl->sparse, TW_SINGULAR_CUTOFF, weak, d->errors,
                             d->errors + isl->rows, &e))
        return false;
    *all = e.all;
    *of_weak = e.weak;
    *spread = e.spread;
    return true;
}
