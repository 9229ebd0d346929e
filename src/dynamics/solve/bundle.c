/* Bundles, sets of redundant constraints that are merged: computes their numbers U, C and P, and
 * their entries in the pattern of B; see bundle.h. */
#include "dynamics/solve/bundle_impl.h"
#include "numeric/linear/sparse/sparse.h"

#include <string.h>

/* ---- when the set of constraints changes ---------------------------------------------------- */

tw_status tw_bundle_edges(tw_finder *f, tw_bundle *b, int vertices) {
    tw_arena *a = &f->d->arena;
    b->edge = tw_arena_new(a, int, b->edges);
    b->row = tw_arena_new(a, int, b->edges);
    b->weight = tw_arena_new(a, double, b->edges);
    b->block = tw_arena_new(a, int, vertices);
    b->slot = tw_arena_new(a, int, vertices);
    b->body = tw_arena_new(a, int, vertices);
    b->sign = tw_arena_new(a, double, vertices);
    bool all = b->edge && b->row && b->weight && b->block && b->slot && b->body && b->sign;
    return all ? TW_OK : tw_fail_memory();
}

static tw_status make_numbers(tw_finder *f, tw_bundle *b) {
    tw_arena *a = &f->d->arena;
    size_t rank = (size_t)b->rank, held = (size_t)b->held, rows = (size_t)b->rows;
    b->U = tw_arena_new(a, double, rank *(size_t)b->edges);
    b->C = tw_arena_new(a, double, rank *(size_t)b->vertices);
    b->P = tw_arena_new(a, double, 6 * held * rows);
    b->norm = tw_arena_new(a, double, held *rows);
    b->term = tw_arena_new(a, tw_bundle_term, rank * held);
    b->merge = tw_arena_new(a, int, 2 * rank);
    bool all = b->U && b->C && b->P && b->norm && b->term && b->merge;
    return all ? TW_OK : tw_fail_memory();
}

/* computes U and C of a bundle for the weights b->weight; scratch: memory; false: there are none,
 * because weights are 0 or too different, and the bundle must not be merged */
static bool basis(tw_bundle *b, double *scratch) {
    if (b->from)
        return tw_incidence_basis(b->vertices, b->edges, b->from, b->to, b->weight, b->merge, b->U,
                                  b->C, scratch);
    double size = 0;
    for (int i = 0; i < b->edges; i++) size += b->weight[i] * b->weight[i];
    size = sqrt(size);
    for (int i = 0; i < b->edges; i++) b->U[i] = b->weight[i] / size;
    for (int v = 0; v < b->vertices; v++) b->C[v] = size;
    return size > 0;
}

static const tw_block *block_at(const tw_dynamics *d, const tw_island *isl, int place) {
    return &d->pass.block[isl->block[place]];
}

static bool weights_vary(const tw_finder *f, const tw_bundle *b) {
    for (int i = 0; i < b->edges; i++)
        if (!tw_value_is_constant(&block_at(f->d, f->isl, b->edge[i])->c->weight)) return true;
    return false;
}

tw_status tw_bundle_add(tw_finder *f, const tw_bundle *bundle) {
    tw_bundle *b = &f->bundle[f->count];
    *b = *bundle;
    TW_TRY(make_numbers(f, b));
    size_t need = tw_incidence_scratch(b->vertices);
    if (need > f->scratch) f->scratch = need;
    for (int v = 0; v < b->held; v++) {
        const tw_bind *bind = block_at(f->d, f->isl, b->block[v])->bind;
        b->body[v] = tw_island_place(f->isl, bind->body[b->slot[v]]);
    }
    for (int i = 0; i < b->edges; i++) b->row[i] = f->row[b->edge[i]];
    if (b->from) tw_bundle_order(f, b);
    bool constant = !weights_vary(f, b);
    for (int i = 0; i < b->edges && constant; i++)
        b->weight[i] = block_at(f->d, f->isl, b->edge[i])->c->weight.c[0];
    double *scratch = tw_arena_new(&f->memory, double, need);
    if (!scratch) return tw_fail_memory();
    if (constant && !basis(b, scratch)) return TW_OK;
    for (int i = 0; i < b->rank * b->vertices && !constant; i++)
        /* weights that vary may give any numbers: entries other than 0 make room for all in the
         * pattern */
        b->C[i] = 1;
    for (int i = 0; i < b->edges; i++) f->taken[b->edge[i]] = true;
    f->count++;
    return TW_OK;
}

static tw_status make_finder(tw_finder *f, const bool *apart) {
    const tw_island *isl = f->isl;
    int uses = 0;
    f->taken = tw_arena_new(&f->memory, bool, isl->blocks + 1);
    f->row = tw_arena_new(&f->memory, int, isl->blocks + 1);
    f->bundle = tw_arena_new(&f->memory, tw_bundle, isl->blocks / 2 + 1);
    f->user_first = tw_arena_new(&f->memory, int, isl->bodies + 2);
    f->distance = tw_arena_new(&f->memory, int, isl->bodies + 1);
    if (!f->taken || !f->row || !f->bundle || !f->user_first || !f->distance)
        return tw_fail_memory();
    for (int i = 0; i < isl->bodies; i++) f->distance[i] = -1;
    if (apart) memcpy(f->taken, apart, (size_t)isl->blocks * sizeof *apart);
    for (int k = 0, row = 0; k < isl->blocks; k++) {
        const tw_bind *b = block_at(f->d, isl, k)->bind;
        f->row[k] = row;
        row += block_at(f->d, isl, k)->rows;
        for (int s = 0; s < b->slots; s++) {
            if (!f->d->free_body[b->body[s]]) continue;
            f->user_first[tw_island_place(isl, b->body[s]) + 2]++;
            uses++;
        }
    }
    f->user = tw_arena_new(&f->memory, int, uses + 1);
    if (!f->user) return tw_fail_memory();
    for (int i = 0; i < isl->bodies; i++) f->user_first[i + 2] += f->user_first[i + 1];
    for (int k = 0; k < isl->blocks; k++) {
        const tw_bind *b = block_at(f->d, isl, k)->bind;
        for (int s = 0; s < b->slots; s++)
            if (f->d->free_body[b->body[s]])
                f->user[f->user_first[tw_island_place(isl, b->body[s]) + 1]++] = k;
    }
    return TW_OK;
}

/* stores the bundles that were found in isl->bundles, and lists the island's blocks that are not
 * merged */
static tw_status keep(tw_finder *f, tw_island *isl, const bool *apart) {
    tw_arena *a = &f->d->arena;
    struct tw_bundles *m = tw_arena_new(a, struct tw_bundles, 1);
    if (!m) return tw_fail_memory();
    m->bundle = tw_arena_new(a, tw_bundle, f->count);
    m->single = tw_arena_new(a, int, isl->blocks);
    m->single_row = tw_arena_new(a, int, isl->blocks);
    m->single_rows = tw_arena_new(a, int, isl->blocks);
    m->apart = tw_arena_new(a, bool, isl->blocks);
    m->b = tw_arena_new(a, double, 2 * isl->rows);
    m->x = tw_arena_new(a, double, isl->rows);
    m->scratch = tw_arena_new(a, double, f->scratch);
    if (!m->bundle || !m->single || !m->single_row || !m->single_rows || !m->apart || !m->b ||
        !m->x || !m->scratch)
        return tw_fail_memory();
    memcpy(m->bundle, f->bundle, (size_t)f->count * sizeof *m->bundle);
    m->count = f->count;
    if (apart) memcpy(m->apart, apart, (size_t)isl->blocks * sizeof *apart);
    for (int i = 0; i < m->count; i++)
        for (int j = 0; j < m->bundle[i].edges; j++) f->taken[m->bundle[i].edge[j]] = true;
    for (int k = 0; k < isl->blocks; k++) {
        if (f->taken[k] && !m->apart[k]) continue;
        m->single[m->singles] = k;
        m->single_row[m->singles] = f->row[k];
        m->single_rows[m->singles] = block_at(f->d, isl, k)->rows;
        m->rows += m->single_rows[m->singles++];
    }
    m->bundled = m->rows;
    m->blocks = m->singles;
    for (int i = 0; i < m->count; i++) {
        m->blocks += m->bundle[i].rank;
        m->rows += m->bundle[i].rank * m->bundle[i].rows;
    }
    isl->bundles = m;
    return TW_OK;
}

tw_status tw_bundles_build(tw_dynamics *d, tw_island *isl, const bool *apart) {
    tw_finder f = {.d = d, .isl = isl};
    isl->bundles = NULL;
    tw_status status = make_finder(&f, apart);
    if (status == TW_OK) status = tw_bundles_find(&f);
    if (status == TW_OK && f.count > 0) status = keep(&f, isl, apart);
    tw_arena_free(&f.memory);
    return status;
}

int tw_bundles_entries(const tw_island *isl) {
    int n = 0;
    for (int i = 0; i < isl->bundles->count; i++)
        n += isl->bundles->bundle[i].rank * isl->bundles->bundle[i].held;
    return n;
}

void tw_bundles_shape(const tw_island *isl, int *rows, int *first, int *body) {
    int block = isl->bundles->singles, entry = first[block];
    for (int i = 0; i < isl->bundles->count; i++) {
        tw_bundle *b = &isl->bundles->bundle[i];
        b->terms = 0;
        for (int k = 0; k < b->rank; k++, block++) {
            rows[block] = b->rows;
            first[block] = entry;
            for (int v = 0; v < b->held; v++) {
                if (b->C[(size_t)k * (size_t)b->vertices + (size_t)v] == 0) continue;
                int e = first[block];
                while (e < entry && body[e] != b->body[v]) e++;
                b->term[b->terms++] = (tw_bundle_term){e, k, v, e == entry};
                if (e == entry) body[entry++] = b->body[v];
            }
        }
    }
    first[block] = entry;
}

/* ---- at each pass ---------------------------------------------------------------------------- */

/* computes b->P of vertex v, the derivative of its point times M^-1/2, and b->norm, the squared
 * norms of its rows */
static void derivative(const tw_dynamics *d, const tw_island *isl, tw_bundle *b, int v) {
    const tw_block *own = block_at(d, isl, b->block[v]);
    int body = isl->body[b->body[v]], n = b->rows;
    const mat3 *K = &d->white[body];
    double f = b->sign[v] * sqrt(d->pass.motion[body].m_inv);
    double *P = b->P + 6 * (size_t)v * (size_t)n, *norm = b->norm + (size_t)v * (size_t)n;
    for (int i = 0; i < n; i++) {
        const double *j = own->J + ((size_t)i * (size_t)own->bind->slots + (size_t)b->slot[v]) * 6;
        vec3 move = v3_scale(v3_load(j), f);
        vec3 turn = v3_scale(m3_tmul_v(K, v3_load(j + 3)), b->sign[v]);
        P[i] = move.x, P[n + i] = move.y, P[2 * n + i] = move.z;
        P[3 * n + i] = turn.x, P[4 * n + i] = turn.y, P[5 * n + i] = turn.z;
        norm[i] = v3_dot(move, move) + v3_dot(turn, turn);
    }
}

/* are the gradients J of all edges of the bundle equal at the present pose, as they were when it
 * was found? */
static bool still_equal(const tw_dynamics *d, const tw_island *isl, const tw_bundle *b) {
    const tw_block *first = block_at(d, isl, b->edge[0]);
    size_t size = (size_t)first->rows * (size_t)first->bind->slots * 6 * sizeof *first->J;
    for (int i = 1; i < b->edges; i++)
        if (memcmp(first->J, block_at(d, isl, b->edge[i])->J, size) != 0) return false;
    return true;
}

static bool refresh(const tw_dynamics *d, const tw_island *isl, tw_bundle *b) {
    bool changed = false;
    if (!b->from && !still_equal(d, isl, b)) return false;
    for (int i = 0; i < b->edges; i++) {
        double w = block_at(d, isl, b->edge[i])->weight;
        changed = changed || w != b->weight[i];
        b->weight[i] = w;
    }
    if (changed && !basis(b, isl->bundles->scratch)) return false;
    for (int v = 0; v < b->held; v++) derivative(d, isl, b, v);
    return true;
}

bool tw_bundles_fill(const tw_dynamics *d, const tw_island *isl, tw_sparse *s) {
    struct tw_bundles *m = isl->bundles;
    bool all = true;
    for (int i = 0; i < m->count; i++) {
        tw_bundle *b = &m->bundle[i];
        if (!refresh(d, isl, b)) {
            for (int j = 0; j < b->edges; j++) m->apart[b->edge[j]] = true;
            all = false;
            continue;
        }
        int n = b->rows;
        for (int t = 0; t < b->terms; t++) {
            const tw_bundle_term *term = &b->term[t];
            int stride;
            double *to = tw_sparse_entry(s, term->entry, &stride);
            double c = b->C[(size_t)term->row * (size_t)b->vertices + (size_t)term->vertex];
            const double *P = b->P + 6 * (size_t)term->vertex * (size_t)n;
            for (int j = 0; j < 6; j++)
                for (int k = 0; k < n; k++)
                    to[j * stride + k] = (term->first ? 0 : to[j * stride + k]) + c * P[j * n + k];
        }
    }
    return all;
}

void tw_bundles_in(const tw_island *isl, const double *rows, double *merged) {
    const struct tw_bundles *m = isl->bundles;
    double *out = merged;
    for (int k = 0; k < m->singles; k++) {
        const double *from = rows + m->single_row[k];
        for (int i = 0; i < m->single_rows[k]; i++) *out++ = from[i];
    }
    for (int i = 0; i < m->count; i++) {
        const tw_bundle *b = &m->bundle[i];
        const double *u = b->U;
        for (int k = 0; k < b->rank; k++, out += b->rows) {
            for (int r = 0; r < b->rows; r++) out[r] = 0;
            for (int e = 0; e < b->edges; e++, u++)
                for (int r = 0; r < b->rows && *u != 0; r++) out[r] += *u * rows[b->row[e] + r];
        }
    }
}

void tw_bundles_out(const tw_island *isl, const double *merged, double *rows) {
    const struct tw_bundles *m = isl->bundles;
    const double *in = merged;
    for (int k = 0; k < m->singles; k++) {
        double *to = rows + m->single_row[k];
        for (int i = 0; i < m->single_rows[k]; i++) to[i] = *in++;
    }
    for (int i = 0; i < m->count; i++) {
        const tw_bundle *b = &m->bundle[i];
        const double *u = b->U;
        for (int e = 0; e < b->edges; e++)
            for (int r = 0; r < b->rows; r++) rows[b->row[e] + r] = 0;
        for (int k = 0; k < b->rank; k++, in += b->rows)
            for (int e = 0; e < b->edges; e++, u++)
                for (int r = 0; r < b->rows && *u != 0; r++) rows[b->row[e] + r] += *u * in[r];
    }
}

void tw_bundles_errors(const tw_island *isl, const double *errors, double *merged) {
    const struct tw_bundles *m = isl->bundles;
    tw_bundles_in(isl, errors, merged);
    double *out = merged + m->bundled;
    for (int i = 0; i < m->count; i++) {
        const tw_bundle *b = &m->bundle[i];
        const double *u = b->U;
        for (int k = 0; k < b->rank; k++, out += b->rows) {
            for (int r = 0; r < b->rows; r++) out[r] = 0;
            for (int e = 0; e < b->edges; e++, u++)
                for (int r = 0; r < b->rows && *u != 0; r++) {
                    double part = *u * errors[b->row[e] + r];
                    out[r] += part * part;
                }
            for (int r = 0; r < b->rows; r++) out[r] = sqrt(out[r]);
        }
    }
}

/* diagonal entry A_ii of row r of an edge, for weight 1 */
static double size_of(const tw_bundle *b, int edge, int r) {
    double sum = 0;
    if (!b->from) {
        for (int v = 0; v < b->held; v++) sum += b->norm[v * b->rows + r];
        return sum;
    }
    if (b->from[edge] < b->held) sum += b->norm[b->from[edge] * b->rows + r];
    if (b->to[edge] < b->held) sum += b->norm[b->to[edge] * b->rows + r];
    return sum;
}

double tw_bundles_alone(const tw_island *isl, const double *rows) {
    const struct tw_bundles *m = isl->bundles;
    double sum = 0;
    for (int i = 0; i < m->count; i++) {
        const tw_bundle *b = &m->bundle[i];
        for (int e = 0; e < b->edges; e++)
            for (int r = 0; r < b->rows; r++) {
                double w = b->weight[e], x = rows[b->row[e] + r], a = size_of(b, e, r) * w * w;
                sum += a > 0 ? x * x / a : 0;
            }
    }
    return sum;
}
