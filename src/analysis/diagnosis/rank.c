/*
 * Rank and null spaces of an island's Jacobian, by its singular value decomposition; large islands:
 * sparse.c.
 *
 * Columns are scaled to metres: by 1 for x, by 1 / (radius of gyration) for rotations; then rows to
 * length 1, so that the rank depends neither on masses nor on weights and units.
 */
#include "analysis/diagnosis/impl.h"

#include "base/math/turn.h"
#include "numeric/linear/spectrum.h"

#include <stdlib.h>
#include <string.h>

tw_status tw_diagnose_look(tw_dynamics *d, double t, const double *y, const tw_island *isl) {
    tw_pass *p = &d->pass;
    d->evaluated = false; /* the pass now has other poses than the world */
    for (int i = 0; i < isl->bodies; i++) {
        tw_body_motion *m = &p->motion[isl->body[i]];
        tw_pass_body(d, isl->body[i], t, y);
        m->v = m->omega = m->L = v3_zero();
    }
    for (int k = 0; k < isl->blocks; k++) {
        tw_block *b = &p->block[isl->block[k]];
        tw_block_terms(d, b, t);
        double sum = 0;
        for (int i = 0; i < b->rows; i++) sum += p->D[b->row + i] + p->D1[b->row + i];
        for (int i = 0; i < 6 * b->rows * b->bind->slots; i++) sum += b->J[i];
        if (isfinite(sum)) continue;
        char label[256];
        return tw_fail(TW_NONFINITE, "%s: its deviation or a derivative of it is not finite",
                       tw_object_label(&b->c->o, label, sizeof label));
    }
    return TW_OK;
}

void tw_rank_free(tw_rank *r) {
    free(r->left);
    free(r->right);
    free(r->scale);
    free(r->rate);
    free(r->A.first);
    free(r->A.body);
    free(r->A.x);
    tw_sparse_rank_free(r->sparse);
    *r = (tw_rank){0};
}

/* mean radius of gyration of a body, m: from the mean of its three moments of inertia */
static double gyration(const tw_body *b) {
    const mat3 *a = &b->inertia;
    return sqrt((a->m[0][0] + a->m[1][1] + a->m[2][2]) / (3 * b->mass));
}

/* value of J v that row i of a block requires, in its own unit */
static double rate_of(const tw_pass *p, const tw_block *b, int i) {
    switch (tw_level_of(b->kind, b->c->o.own)) {
    case TW_POSITION_LEVEL:
        return p->D1[b->row + i];
    case TW_VELOCITY_LEVEL:
        return p->D[b->row + i];
    default:
        return 0;
    }
}

/* *rows: number of rows of the constraints in `in`; *entries: number of their entries (6 columns of
 * a body each) */
static void count(const tw_dynamics *d, const tw_island *isl, const bool *in, int *rows,
                  size_t *entries) {
    *rows = 0;
    *entries = 0;
    for (int k = 0; k < isl->blocks; k++) {
        const tw_block *b = &d->pass.block[isl->block[k]];
        if (in && !in[isl->block[k]]) continue;
        *rows += b->rows;
        *entries += (size_t)b->rows * (size_t)b->bind->slots;
    }
}

/* appends row i of block b to r->A, with columns and row scaled */
static void add_row(const tw_dynamics *d, const tw_island *isl, const tw_block *b, int i,
                    tw_rank *r) {
    tw_sparse_rows *A = &r->A;
    int begin = A->first[A->rows], n = begin;
    double size = 0;
    for (int s = 0; s < b->bind->slots; s++) {
        int body = b->bind->body[s], at = tw_island_place(isl, body);
        if (at < 0) continue;
        const double *j = b->J + ((size_t)i * (size_t)b->bind->slots + (size_t)s) * 6;
        double per_turn = 1 / gyration(d->world->body.data[body]), *x = A->x + 6 * (size_t)n;
        A->body[n++] = at;
        for (int c = 0; c < 6; c++) {
            x[c] = j[c] * (c < 3 ? 1 : per_turn);
            size += x[c] * x[c];
        }
    }
    size = sqrt(size);
    double scale = size > 1e-12 ? 1 / size : 1;
    for (size_t e = 6 * (size_t)begin; e < 6 * (size_t)n; e++) A->x[e] *= scale;
    r->scale[A->rows] = scale;
    r->rate[A->rows] = -rate_of(&d->pass, b, i) * scale;
    A->first[++A->rows] = n;
}

static tw_status fill(const tw_dynamics *d, const tw_island *isl, const bool *in, tw_rank *r) {
    size_t entries;
    count(d, isl, in, &r->rows, &entries);
    size_t m = (size_t)r->rows;
    r->scale = calloc(m + 1, sizeof(double));
    r->rate = calloc(m + 1, sizeof(double));
    r->A.first = calloc(m + 1, sizeof(int));
    r->A.body = calloc(entries + 1, sizeof(int));
    r->A.x = calloc(6 * entries + 1, sizeof(double));
    if (!r->scale || !r->rate || !r->A.first || !r->A.body || !r->A.x) return tw_fail_memory();
    r->A.columns = r->columns;
    for (int k = 0; k < isl->blocks; k++) {
        const tw_block *b = &d->pass.block[isl->block[k]];
        if (in && !in[isl->block[k]]) continue;
        for (int i = 0; i < b->rows; i++) add_row(d, isl, b, i, r);
    }
    return TW_OK;
}

/* dense [rows x columns], column-major: the scaled J */
static void fill_dense(const tw_sparse_rows *A, double *dense) {
    for (int i = 0; i < A->rows; i++)
        for (int e = A->first[i]; e < A->first[i + 1]; e++)
            for (int c = 0; c < 6; c++)
                dense[(size_t)i + (size_t)(6 * A->body[e] + c) * (size_t)A->rows] =
                    A->x[6 * (size_t)e + (size_t)c];
}

/* computes A = U S V^T, the rank, and both null spaces: the last columns of U and the last rows of
 * V^T */
static tw_status decompose(tw_rank *r, double *A, double *U, double *Vt, double *S) {
    int m = r->rows, n = r->columns;
    TW_TRY(tw_singular_values(m, n, A, U, S, Vt));
    r->rank = 0;
    while (r->rank < m && r->rank < n && S[r->rank] > TW_RANK_CUTOFF) r->rank++;
    size_t rows = (size_t)m, columns = (size_t)n, rank = (size_t)r->rank;
    r->left = malloc((rows * (rows - rank) + 1) * sizeof(double));
    r->right = malloc((columns * (columns - rank) + 1) * sizeof(double));
    if (!r->left || !r->right) return tw_fail_memory();
    memcpy(r->left, U + rows * rank, rows * (rows - rank) * sizeof(double));
    for (size_t k = 0; k < columns - rank; k++)
        for (size_t c = 0; c < columns; c++) r->right[k * columns + c] = Vt[rank + k + c * columns];
    return TW_OK;
}

static tw_status dense_rank_of(tw_rank *r) {
    size_t m = (size_t)r->rows, n = (size_t)r->columns;
    r->orthogonal = true;
    /* LAPACK rejects empty matrices. Without rows every motion is free; without columns every
     * combination of rows is 0 */
    if (m == 0 || n == 0) {
        r->left = calloc(m * m + 1, sizeof(double));
        r->right = calloc(n * n + 1, sizeof(double));
        if (!r->left || !r->right) return tw_fail_memory();
        for (size_t i = 0; i < n; i++) r->right[i * n + i] = 1;
        for (size_t i = 0; i < m; i++) r->left[i * m + i] = 1;
        return TW_OK;
    }
    double *A = calloc(m * n + m * m + n * n + m + n + 1, sizeof *A);
    if (!A) return tw_fail_memory();
    double *U = A + m * n, *Vt = U + m * m, *S = Vt + n * n;
    fill_dense(&r->A, A);
    tw_status s = decompose(r, A, U, Vt, S);
    free(A);
    return s;
}

tw_status tw_rank_of(tw_dynamics *d, const tw_island *isl, const bool *in, tw_rank *r) {
    *r = (tw_rank){.columns = 6 * isl->bodies};
    tw_status s = tw_poll_ask(d->poll);
    if (s == TW_OK) s = fill(d, isl, in, r);
    bool dense = r->rows <= TW_DENSE_RANK && r->columns <= 2 * TW_DENSE_RANK;
    if (s == TW_OK) s = dense ? dense_rank_of(r) : tw_sparse_rank_of(d, r);
    if (s != TW_OK) tw_rank_free(r);
    return s;
}

/* Rows can be removed without lowering the rank if the rows of r->left with the same numbers have
 * full rank. This is tested by Cholesky's method on their Gram matrix, with the largest pivot
 * first */
bool tw_rank_dependent(const tw_rank *r, int row, int rows) {
    /* a squared length below this counts as 0; it is small, since in a long circuit the entries of
     * `left` are small */
    static const double nothing = 1e-11;
    int k = r->rows - r->rank;
    if (rows > k) return false;
    size_t n = (size_t)rows;
    double *G = calloc(n * n + 1, sizeof *G);
    if (!G) return false;
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < rows; j++)
            for (int c = 0; c < k; c++)
                G[(size_t)i * n + (size_t)j] +=
                    r->left[(size_t)c * (size_t)r->rows + (size_t)(row + i)] *
                    r->left[(size_t)c * (size_t)r->rows + (size_t)(row + j)];
    int found = 0;
    for (; found < rows; found++) {
        int best = -1;
        for (int i = 0; i < rows; i++) {
            double x = G[(size_t)i * n + (size_t)i];
            if (x > nothing && (best < 0 || x > G[(size_t)best * n + (size_t)best])) best = i;
        }
        if (best < 0) break;
        double pivot = G[(size_t)best * n + (size_t)best];
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < n; j++)
                if (i != (size_t)best && j != (size_t)best)
                    G[i * n + j] -= G[i * n + (size_t)best] * G[(size_t)best * n + j] / pivot;
        for (size_t i = 0; i < n; i++) G[i * n + (size_t)best] = G[(size_t)best * n + i] = 0;
    }
    free(G);
    return found == rows;
}

/* Have the required rates a component along some column of r->left, so that they contradict each
 * other? If so, makes the columns orthogonal, by the Gram-Schmidt method done twice */
static bool contradicts(tw_rank *r) {
    static const double nothing = 1e-12;
    size_t m = (size_t)r->rows, columns = (size_t)(r->rows - r->rank);
    bool any = false;
    for (size_t c = 0; c < columns && !any; c++) {
        double along = 0;
        for (size_t i = 0; i < m; i++) along += r->left[c * m + i] * r->rate[i];
        any = fabs(along) > nothing;
    }
    if (!any) return false;
    for (size_t c = 0; c < columns; c++) {
        double *u = r->left + c * m;
        for (size_t k = 0; k < 2 * c; k++) {
            const double *v = r->left + (k % c) * m;
            double along = 0;
            for (size_t i = 0; i < m; i++) along += u[i] * v[i];
            for (size_t i = 0; i < m; i++) u[i] -= along * v[i];
        }
        double size = 1 / tw_norm(u, r->rows);
        for (size_t i = 0; i < m; i++) u[i] *= size;
    }
    r->orthogonal = true;
    return true;
}

/* part [rows]: projection of the required rates r->rate on the span of the columns of r->left; no
 * velocity can give this part */
static void part_of(tw_rank *r, double *part) {
    size_t m = (size_t)r->rows;
    memset(part, 0, m * sizeof *part);
    if (!r->orthogonal && !contradicts(r)) return;
    for (int c = 0; c < r->rows - r->rank; c++) {
        const double *u = r->left + (size_t)c * m;
        double along = 0;
        for (size_t i = 0; i < m; i++) along += u[i] * r->rate[i];
        for (size_t i = 0; i < m; i++) part[i] += along * u[i];
    }
}

tw_status tw_rank_contradiction(tw_rank *r, double *most) {
    *most = 0;
    double *part = calloc((size_t)r->rows + 1, sizeof *part);
    if (!part) return tw_fail_memory();
    part_of(r, part);
    for (int i = 0; i < r->rows; i++) *most = fmax(*most, fabs(part[i]) / r->scale[i]);
    free(part);
    return TW_OK;
}

/* adds to out [rows] `share` times the bias of the position-level rows at velocities of the island
 * that are `by` times `motion` */
static void add_bias(tw_dynamics *d, double t, const double *y, const tw_island *isl,
                     const double *motion, double by, double share, double *out) {
    tw_pass *p = &d->pass;
    for (int i = 0; i < isl->bodies; i++) {
        tw_body_motion *m = &p->motion[isl->body[i]];
        const double *z = motion + (size_t)6 * (size_t)i;
        double k = gyration(d->world->body.data[isl->body[i]]);
        tw_pass_body(d, isl->body[i], t, y);
        m->v = v3_scale(v3_load(z), by);
        m->omega = v3_scale(v3_load(z + 3), by / k);
    }
    int row = 0;
    for (int k = 0; k < isl->blocks; k++) {
        tw_block *b = &p->block[isl->block[k]];
        tw_block_terms(d, b, t);
        bool position = tw_level_of(b->kind, b->c->o.own) == TW_POSITION_LEVEL;
        for (int i = 0; i < b->rows; i++, row++)
            if (position) out[row] += share * p->bias[b->row + i];
    }
}

tw_status tw_rank_bend(tw_dynamics *d, double t, const double *y, const tw_island *isl, tw_rank *r,
                       const double *motion, double *part) {
    size_t m = (size_t)r->rows;
    double *bend = calloc(m + 1, sizeof *bend), *rate = r->rate;
    if (!bend) return tw_fail_memory();
    /* as a function of velocities z the bias is a + b(z) + z^T c z; these three calls leave only
     * the quadratic part z^T c z */
    add_bias(d, t, y, isl, motion, 1, 0.5, bend);
    add_bias(d, t, y, isl, motion, -1, 0.5, bend);
    add_bias(d, t, y, isl, motion, 0, -1, bend);
    for (size_t i = 0; i < m; i++) bend[i] *= r->scale[i];
    r->rate = bend;
    part_of(r, part);
    r->rate = rate;
    free(bend);
    return TW_OK;
}

void tw_rank_motion(const tw_rank *r, tw_random *random, double *motion) {
    size_t n = (size_t)r->columns, free_ = n - (size_t)r->rank;
    if (r->sparse) {
        for (size_t c = 0; c < n; c++) motion[c] = 2 * tw_random_uniform(random) - 1;
        tw_sparse_motion(r->sparse, motion);
        return;
    }
    for (size_t k = 0; k < free_; k++) {
        double share = 2 * tw_random_uniform(random) - 1;
        for (size_t c = 0; c < n; c++) motion[c] += share * r->right[k * n + c];
    }
}

void tw_rank_move(const tw_dynamics *d, const tw_island *isl, const double *motion, double amount,
                  double *y) {
    double fastest = 0;
    for (int i = 0; i < isl->bodies; i++) {
        const double *z = motion + (size_t)6 * (size_t)i;
        double k = gyration(d->world->body.data[isl->body[i]]);
        fastest = fmax(fastest, fmax(v3_length(v3_load(z)), v3_length(v3_load(z + 3)) / k));
    }
    if (!(fastest > 0)) return;
    double by = amount / fastest;
    for (int i = 0; i < isl->bodies; i++) {
        const double *z = motion + (size_t)6 * (size_t)i;
        double *s = y + d->state_of[isl->body[i]];
        double k = gyration(d->world->body.data[isl->body[i]]);
        v3_store(s, v3_madd(v3_load(s), by, v3_load(z)));
        quat q = q_normalized(q_load(s + 3));
        q = q_turned(v3_scale(v3_load(z + 3), by / k), q);
        q_store(s + 3, q);
    }
}
