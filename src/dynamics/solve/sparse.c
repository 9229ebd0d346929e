/*
 * The constraint forces of one island by the block-sparse factor of A = B B^T, B = w J M^-1/2 with
 * the weights w of the rows.
 *
 * M^-1/2 of a body is 1/sqrt(m) and R C, where I^-1 = R C C^T R^T.
 */
#include "numeric/linear/sparse/sparse.h"
#include "dynamics/solve/bundle.h"
#include "dynamics/solve/impl.h"

#include <math.h>

/* number of single constraints among the blocks of rows of B; the bundles follow them. single():
 * index in the island of the k-th of these */
static int singles(const tw_island *isl) {
    return isl->bundles ? isl->bundles->singles : isl->blocks;
}

static const tw_block *single(const tw_dynamics *d, const tw_island *isl, int k) {
    return &d->pass.block[isl->block[isl->bundles ? isl->bundles->single[k] : k]];
}

static tw_status build_pattern(tw_dynamics *d, tw_island *isl, tw_arena *temporary) {
    int own = singles(isl), blocks = isl->bundles ? isl->bundles->blocks : own, entries = 0;
    for (int k = 0; k < own; k++) entries += single(d, isl, k)->bind->slots;
    int all = entries + (isl->bundles ? tw_bundles_entries(isl) : 0);
    int *rows = tw_arena_new(temporary, int, blocks + 1);
    int *first = tw_arena_new(temporary, int, blocks + 1);
    int *body = tw_arena_new(temporary, int, all + 1);
    isl->entry_slot = tw_arena_new(&d->arena, int, entries + 1);
    isl->entry_end = tw_arena_new(&d->arena, int, own + 1);
    if (!rows || !first || !body || !isl->entry_slot || !isl->entry_end) return tw_fail_memory();
    entries = 0;
    for (int k = 0; k < own; k++) {
        const tw_block *b = single(d, isl, k);
        rows[k] = b->rows;
        first[k] = entries;
        for (int s = 0; s < b->bind->slots; s++) {
            if (!d->free_body[b->bind->body[s]]) continue;
            isl->entry_slot[entries] = s;
            body[entries++] = tw_island_place(isl, b->bind->body[s]);
        }
        isl->entry_end[k] = entries;
    }
    first[own] = entries;
    if (isl->bundles) tw_bundles_shape(isl, rows, first, body);
    tw_sparse_shape shape = {blocks, isl->bodies, rows, first, body, false};
    return tw_sparse_create(&shape, &d->arena, &isl->sparse);
}

static tw_status build_island(tw_dynamics *d, tw_island *isl, const bool *apart) {
    tw_arena temporary = {0};
    /* no bundles in islands with bounded forces: single rows of these may be made loose
     * (dynamics/contact/cap.c) */
    if (isl->caps == 0) TW_TRY(tw_bundles_build(d, isl, apart));
    tw_status status = build_pattern(d, isl, &temporary);
    tw_arena_free(&temporary);
    return status;
}

tw_status tw_sparse_build(tw_dynamics *d) {
    for (int i = 0; i < d->islands; i++)
        if (d->island[i].square && !d->island[i].fast) TW_TRY(build_island(d, &d->island[i], NULL));
    return TW_OK;
}

/* to: the entry w J M^-1/2 of B for the body in slot `slot` of block b, column by column; columns
 * are `stride` numbers apart */
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

/* computes all entries of B at the pass's J; false: constraints that were merged are not equal any
 * more */
static bool fill(tw_dynamics *d, const tw_island *isl) {
    for (int k = 0, e = 0; k < singles(isl); k++) {
        const tw_block *b = single(d, isl, k);
        for (; e < isl->entry_end[k]; e++) {
            int stride;
            double *to = tw_sparse_entry(isl->sparse, e, &stride);
            fill_entry(d, b, isl->entry_slot[e], to, stride);
        }
    }
    return !isl->bundles || tw_bundles_fill(d, isl, isl->sparse);
}

tw_status tw_sparse_prepare(tw_dynamics *d, tw_island *isl) {
    for (int i = 0; i < isl->bodies; i++) {
        int body = isl->body[i];
        d->white[body] = m3_mul(&d->pass.motion[body].R, &d->root[body]);
    }
    /* an island that took the fast path so far (points.h) needs the sparse solver for the first
     * time */
    if (!isl->sparse) TW_TRY(build_island(d, isl, NULL));
    while (!fill(d, isl)) TW_TRY(build_island(d, isl, isl->bundles->apart));
    isl->factored = tw_sparse_factor(isl->sparse, 0);
    if (isl->factored) return TW_OK;
    return tw_fail(TW_NONFINITE, "a derivative of a deviation is not finite");
}

double tw_sparse_each(const tw_dynamics *d, const tw_island *isl) {
    if (!isl->bundles) return tw_sparse_alone(isl->sparse, d->rhs);
    struct tw_bundles *m = isl->bundles;
    tw_bundles_in(isl, d->rhs, m->b);
    for (int i = m->bundled; i < m->rows; i++) m->b[i] = 0;
    double rest = tw_sparse_alone(isl->sparse, m->b);
    return sqrt(rest * rest + tw_bundles_alone(isl, d->rhs));
}

bool tw_sparse_forces(tw_dynamics *d, tw_island *isl, tw_solve_info *info) {
    tw_sparse_info i;
    const double *b = d->rhs;
    double *x = d->solution;
    if (isl->bundles) {
        tw_bundles_in(isl, d->rhs, isl->bundles->b);
        b = isl->bundles->b;
        x = isl->bundles->x;
    }
    if (!tw_sparse_least(isl->sparse, TW_SINGULAR_CUTOFF, b, x, &i)) return false;
    if (isl->bundles) tw_bundles_out(isl, x, d->solution);
    d->stats.sparse_solves++;
    info->rank = i.rank;
    info->reach = i.reach;
    info->range = i.range;
    return true;
}

bool tw_sparse_forces_near(tw_dynamics *d, tw_island *isl, double within) {
    if (!isl->factored || d->world->set.solver == TW_SOLVER_SVD) return false;
    if (!isl->bundles) return tw_sparse_near(isl->sparse, within, d->rhs, d->solution);
    struct tw_bundles *m = isl->bundles;
    tw_bundles_in(isl, d->rhs, m->b);
    if (!tw_sparse_near(isl->sparse, within, m->b, m->x)) return false;
    tw_bundles_out(isl, m->x, d->solution);
    return true;
}

bool tw_sparse_damp(tw_dynamics *d, tw_island *isl) {
    isl->factored = false;
    if (!isl->bundles)
        return tw_sparse_damped(isl->sparse, isl->shift, TW_SINGULAR_CUTOFF, d->rhs, d->solution);
    struct tw_bundles *m = isl->bundles;
    tw_bundles_in(isl, d->rhs, m->b);
    if (!tw_sparse_damped(isl->sparse, isl->shift, TW_SINGULAR_CUTOFF, m->b, m->x)) return false;
    tw_bundles_out(isl, m->x, d->solution);
    return true;
}

bool tw_sparse_noise(tw_dynamics *d, tw_island *isl, double weak, double *all, double *of_weak,
                     double *spread) {
    tw_sparse_errors e;
    double *noise = d->errors, *unknown = d->errors + isl->rows;
    tw_gather_rows(d, isl, d->pass.noise, noise);
    tw_gather_rows(d, isl, d->pass.unknown, unknown);
    if (isl->bundles) {
        tw_bundles_errors(isl, noise, isl->bundles->b);
        tw_bundles_errors(isl, unknown, isl->bundles->b + isl->rows);
        noise = isl->bundles->b;
        unknown = noise + isl->rows;
    }
    if (!tw_sparse_errors_of(isl->sparse, TW_SINGULAR_CUTOFF, weak, noise, unknown, &e))
        return false;
    *all = e.all;
    *of_weak = e.weak;
    *spread = e.spread;
    return true;
}
