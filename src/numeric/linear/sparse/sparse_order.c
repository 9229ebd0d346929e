/*
 * The symbolic part of the sparse solver, done once per pattern: order of elimination, fill, and
 * the lists of products and updates.
 *
 * Blocks that share a body are neighbours. Approximate minimum degree (AMD) orders them; the rows
 * under an eliminated block are its later neighbours and the rows under its children in the
 * elimination tree [Davis 2006, sec. 4.1].
 */
#include "numeric/linear/sparse/sparse_impl.h"

#include <amd.h>

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* scratch of the symbolic work, freed at its end; results are copied */
typedef struct symbolic {
    const tw_sparse_shape *shape;
    tw_arena memory;
    int blocks;
    int *first, *neighbour; /* neighbours of each block, in both directions (CSR) */
    /* order[k]: the block that is eliminated as number k, its `place`; rank[block]: the place of a
     * block */
    int *order, *rank;
    /* [blocks] for each place: list of the places of the blocks below it, rising; and length of
     * that list */
    int **under;
    int *unders;
    int *at; /* [blocks] for each place: index of its first row in padded vectors */
} symbolic;

static int padded_rows(const symbolic *s, int place) {
    return tw_lanes_up(s->shape->rows[s->order[place]]);
}

static int by_number(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

/* lists for each body the blocks that have an entry for it, and these entries (CSR: those of body b
 * from (*first)[b] on) */
static tw_status holders(symbolic *s, int **first, int **block, int **entry) {
    const tw_sparse_shape *p = s->shape;
    int entries = p->first[p->blocks];
    *first = tw_arena_new(&s->memory, int, p->bodies + 2);
    *block = tw_arena_new(&s->memory, int, entries + 1);
    *entry = tw_arena_new(&s->memory, int, entries + 1);
    if (!*first || !*block || !*entry) return tw_fail_memory();
    for (int i = 0; i < entries; i++) (*first)[p->body[i] + 2]++;
    for (int i = 0; i < p->bodies; i++) (*first)[i + 2] += (*first)[i + 1];
    for (int k = 0; k < p->blocks; k++)
        for (int i = p->first[k]; i < p->first[k + 1]; i++) {
            int to = (*first)[p->body[i] + 1]++;
            (*block)[to] = k;
            (*entry)[to] = i;
        }
    return TW_OK;
}

static tw_status neighbours(symbolic *s, const int *first, const int *block) {
    const tw_sparse_shape *p = s->shape;
    int *seen = tw_arena_new(&s->memory, int, p->blocks + 1);
    s->first = tw_arena_new(&s->memory, int, p->blocks + 1);
    if (!seen || !s->first) return tw_fail_memory();
    /* two rounds: the first counts, the second lists */
    for (int list = 0; list < 2; list++) {
        size_t n = 0;
        for (int k = 0; k < p->blocks; k++) seen[k] = -1;
        for (int k = 0; k < p->blocks; k++) {
            s->first[k] = (int)n;
            seen[k] = k;
            for (int i = p->first[k]; i < p->first[k + 1]; i++)
                for (int j = first[p->body[i]]; j < first[p->body[i] + 1]; j++) {
                    if (seen[block[j]] == k) continue;
                    seen[block[j]] = k;
                    if (list) s->neighbour[n] = block[j];
                    n++;
                }
        }
        s->first[p->blocks] = (int)n;
        if (list) break;
        if (n > INT_MAX) return tw_fail(TW_ARGUMENT, "too many constraints share a body");
        s->neighbour = tw_arena_new(&s->memory, int, n + 1);
        if (!s->neighbour) return tw_fail_memory();
    }
    return TW_OK;
}

static void number(symbolic *s) {
    for (int i = 0; i < s->blocks; i++) s->rank[s->order[i]] = i;
    for (int i = 0; i < s->blocks; i++) s->at[i + 1] = s->at[i] + padded_rows(s, i);
}

static tw_status choose_order(symbolic *s) {
    s->order = tw_arena_new(&s->memory, int, s->blocks + 1);
    s->rank = tw_arena_new(&s->memory, int, s->blocks + 1);
    s->at = tw_arena_new(&s->memory, int, s->blocks + 1);
    if (!s->order || !s->rank || !s->at) return tw_fail_memory();
    for (int k = 0; k < s->blocks; k++) s->order[k] = k;
    if (s->blocks > 2 &&
        amd_order(s->blocks, s->first, s->neighbour, s->order, NULL, NULL) < AMD_OK)
        return tw_fail_memory();
    number(s);
    return TW_OK;
}

/* sets s->under and s->unders: which blocks stand below each block in the factor, including fill */
static tw_status fill(symbolic *s) {
    int n = s->blocks;
    int *seen = tw_arena_new(&s->memory, int, n + 1), *list = tw_arena_new(&s->memory, int, n + 1);
    int *child = tw_arena_new(&s->memory, int, n + 1), *next = tw_arena_new(&s->memory, int, n + 1);
    s->under = tw_arena_new(&s->memory, int *, n + 1);
    s->unders = tw_arena_new(&s->memory, int, n + 1);
    if (!seen || !list || !child || !next || !s->under || !s->unders) return tw_fail_memory();
    for (int i = 0; i < n; i++) seen[i] = child[i] = next[i] = -1;
    for (int i = 0; i < n; i++) {
        int count = 0, k = s->order[i];
        seen[i] = i;
        for (int j = s->first[k]; j < s->first[k + 1]; j++) {
            int r = s->rank[s->neighbour[j]];
            if (r > i) seen[r] = i, list[count++] = r;
        }
        for (int c = child[i]; c >= 0; c = next[c])
            for (int j = 0; j < s->unders[c]; j++) {
                int r = s->under[c][j];
                if (seen[r] != i) seen[r] = i, list[count++] = r;
            }
        qsort(list, (size_t)count, sizeof *list, by_number);
        s->unders[i] = count;
        s->under[i] = tw_arena_new(&s->memory, int, count + 1);
        if (!s->under[i]) return tw_fail_memory();
        memcpy(s->under[i], list, (size_t)count * sizeof *list);
        if (count == 0) continue;
        /* a block's parent in the elimination tree is the first block below it */
        next[i] = child[list[0]];
        child[list[0]] = i;
    }
    return TW_OK;
}

/* ---- the same fill, in an order that lets the processor wait less ---------------------------- */

enum {
    /* NARROW: a block with more blocks than this below it keeps the processor busy, whatever the
     * order */
    NARROW = 8
};

/* the graph of the factor, with its fill; in each round some vertices are taken out of it */
typedef struct rounds {
    const symbolic *s;
    /* neighbours of each vertex; an edge is listed at both of its ends (CSR) */
    int *first, *neighbour;
    int *left;  /* number of neighbours that are not taken yet */
    int *taken; /* round in which the vertex was taken out; 0: not yet */
    /* round in which a neighbour was taken last; round in which the vertex was listed as a
     * candidate for the next one */
    int *touched, *listed;
} rounds;

static bool adjacent(const symbolic *s, int i, int j) {
    int low = i < j ? i : j, high = i < j ? j : i;
    for (int k = 0; k < s->unders[low]; k++)
        if (s->under[low][k] == high) return true;
    return false;
}

/* Are at most NARROW neighbours of vertex i left, and are they all neighbours of each other? Then
 * eliminating i adds no fill */
static bool simplicial(const rounds *g, int i) {
    int near[NARROW], n = 0;
    if (g->left[i] > NARROW) return false;
    for (int k = g->first[i]; k < g->first[i + 1]; k++)
        if (!g->taken[g->neighbour[k]]) near[n++] = g->neighbour[k];
    for (int a = 0; a < n; a++)
        for (int b = 0; b < a; b++)
            if (!adjacent(g->s, near[a], near[b])) return false;
    return true;
}

static tw_status make_rounds(symbolic *s, rounds *g) {
    int n = s->blocks, total = 0;
    *g = (rounds){.s = s};
    for (int i = 0; i < n; i++) total += 2 * s->unders[i];
    int **lists[] = {&g->first, &g->left, &g->taken, &g->touched, &g->listed};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        if (!(*lists[i] = tw_arena_new(&s->memory, int, n + 2))) return tw_fail_memory();
    if (!(g->neighbour = tw_arena_new(&s->memory, int, total + 1))) return tw_fail_memory();
    for (int i = 0; i < n; i++)
        for (int k = 0; k < s->unders[i]; k++) g->left[i]++, g->left[s->under[i][k]]++;
    for (int i = 0; i < n; i++) g->first[i + 2] = g->first[i + 1] + g->left[i];
    for (int i = 0; i < n; i++)
        for (int k = 0; k < s->unders[i]; k++) {
            int j = s->under[i][k];
            g->neighbour[g->first[i + 1]++] = j;
            g->neighbour[g->first[j + 1]++] = i;
        }
    return TW_OK;
}

/* New order with the same fill, in rounds: each round takes every block that adds no fill and has
 * no neighbour in the same round [Jess & Kees 1982]. Of all orders with this fill it has the
 * elimination tree of least height, and blocks that follow each other are independent; a chain is
 * eliminated from both ends at once. If some block has many blocks below it (NARROW), all keep
 * their order: such wide panels contain enough independent work. */
static tw_status interleave(symbolic *s) {
    int n = s->blocks, count = 0, listed = 0, *order = tw_arena_new(&s->memory, int, n + 1);
    int *list = tw_arena_new(&s->memory, int, n + 1), *next = tw_arena_new(&s->memory, int, n + 1);
    rounds g;
    if (!order || !list || !next) return tw_fail_memory();
    for (int i = 0; i < n; i++)
        if (s->unders[i] > NARROW) return TW_OK;
    TW_TRY(make_rounds(s, &g));
    for (int i = 0; i < n; i++) list[listed++] = i;
    for (int round = 1; listed > 0; round++) {
        int later = 0;
        for (int l = 0; l < listed; l++) {
            int i = list[l];
            if (g.taken[i] || g.touched[i] == round || !simplicial(&g, i)) continue;
            order[count++] = s->order[i];
            g.taken[i] = round;
            for (int k = g.first[i]; k < g.first[i + 1]; k++) {
                int j = g.neighbour[k];
                if (g.taken[j]) continue;
                g.left[j]--;
                g.touched[j] = round;
                if (g.listed[j] != round) next[later++] = j;
                g.listed[j] = round;
            }
        }
        int *spare = list;
        list = next;
        next = spare;
        listed = later;
    }
    memcpy(s->order, order, (size_t)n * sizeof *order);
    number(s);
    return fill(s);
}

static tw_status lay_out(symbolic *s, tw_sparse *m) {
    size_t size = 0, belows = 0;
    m->panel = tw_arena_new(m->arena, tw_sparse_panel, s->blocks + 1);
    if (!m->panel) return tw_fail_memory();
    for (int i = 0; i < s->blocks; i++) {
        tw_sparse_panel *p = &m->panel[i];
        size_t height = (size_t)padded_rows(s, i);
        for (int j = 0; j < s->unders[i]; j++) height += (size_t)padded_rows(s, s->under[i][j]);
        p->begin = (int)size;
        p->rows = s->shape->rows[s->order[i]];
        p->padded = padded_rows(s, i);
        p->at = s->at[i];
        p->below = (int)belows;
        belows += (size_t)s->unders[i];
        p->below_end = (int)belows;
        size += height * (size_t)p->rows;
        if (size > INT_MAX) return tw_fail(TW_ARGUMENT, "its factor has too many numbers");
        p->height = (int)height;
    }
    m->panel_size = (int)size;
    m->below = tw_arena_new(m->arena, tw_sparse_below, belows + 1);
    if (!m->below) return tw_fail_memory();
    for (int i = 0; i < s->blocks; i++) {
        int row = m->panel[i].padded;
        for (int j = 0; j < s->unders[i]; j++) {
            int k = s->under[i][j];
            m->below[m->panel[i].below + j] =
                (tw_sparse_below){s->at[k], row, padded_rows(s, k), true};
            row += padded_rows(s, k);
        }
    }
    return TW_OK;
}

/* entry of place i in the list of blocks below place j < i */
static tw_sparse_below *below_of(const symbolic *s, const tw_sparse *m, int i, int j) {
    int lo = 0, hi = s->unders[j] - 1;
    while (lo < hi) {
        int mid = (lo + hi) / 2;
        if (s->under[j][mid] < i)
            lo = mid + 1;
        else
            hi = mid;
    }
    return &m->below[m->panel[j].below + lo];
}

/* index of the first row that the block of place i has in the panel of place j <= i */
static int row_of(const symbolic *s, const tw_sparse *m, int i, int j) {
    return i == j ? 0 : below_of(s, m, i, j)->row;
}

static tw_status list_products(symbolic *s, tw_sparse *m, const int *first, const int *block,
                               const int *entry) {
    const tw_sparse_shape *p = s->shape;
    size_t n = 0;
    for (int b = 0; b < p->bodies; b++) {
        size_t held = (size_t)(first[b + 1] - first[b]);
        n += held * (held + 1) / 2;
    }
    if (n > INT_MAX) return tw_fail(TW_ARGUMENT, "too many constraints share a body");
    tw_arena *memory = p->assembled ? &s->memory : m->arena;
    m->product = tw_arena_new(memory, tw_sparse_product, n + 1);
    /* [blocks] has the diagonal block got no product yet? */
    bool *own = tw_arena_new(&s->memory, bool, s->blocks + 1);
    if (!m->product || !own) return tw_fail_memory();
    memset(own, true, (size_t)s->blocks * sizeof *own);
    for (int b = 0; b < p->bodies; b++)
        for (int x = first[b]; x < first[b + 1]; x++)
            for (int y = first[b]; y < first[b + 1]; y++) {
                int i = s->rank[block[x]], j = s->rank[block[y]];
                if (i < j) continue;
                const tw_sparse_panel *panel = &m->panel[j];
                bool *fill = i == j ? &own[i] : &below_of(s, m, i, j)->fill;
                m->product[m->products++] = (tw_sparse_product){
                    .i = m->entry_begin[entry[x]],
                    .j = m->entry_begin[entry[y]],
                    .to = panel->begin + row_of(s, m, i, j),
                    .height = panel->height,
                    .rows = panel->rows,
                    .padded = padded_rows(s, i),
                    .set = *fill,
                };
                *fill = false;
            }
    return TW_OK;
}

/* Lists in `to` the updates of later panels by the panel of place i, one for each run of its rows
 * that are adjacent in the later panel, too; returns their number. to = NULL: only counts */
static int runs(const symbolic *s, const tw_sparse *m, int i, tw_sparse_update *to) {
    const tw_sparse_panel *p = &m->panel[i];
    int count = 0;
    for (int j = 0; j < s->unders[i]; j++) {
        const tw_sparse_panel *target = &m->panel[s->under[i][j]];
        int end = -1; /* index in the later panel of the row that would continue the run */
        for (int k = j; k < s->unders[i]; k++) {
            const tw_sparse_below *from = &m->below[p->below + k];
            int row = row_of(s, m, s->under[i][k], s->under[i][j]);
            if (row != end && to)
                to[count] = (tw_sparse_update){.i = from->row,
                                               .j = m->below[p->below + j].row,
                                               .to = target->begin + row,
                                               .height = target->height,
                                               .rows = target->rows};
            if (row != end) count++;
            end = row + from->padded;
            if (to) to[count - 1].run += from->padded;
        }
    }
    return count;
}

static void mark_link(const tw_sparse *m, tw_sparse_panel *p) {
    const tw_sparse_update *u = &m->update[p->update];
    p->link = -1;
    if (p->rows != 3 || p->height != 2 * TW_LANES || u->rows != 3) return;
    p->link = m->below[p->below].at;
    p->to = u->to;
    p->to_height = u->height;
}

static tw_status list_updates(symbolic *s, tw_sparse *m) {
    size_t n = 0;
    for (int i = 0; i < s->blocks; i++) {
        n += (size_t)runs(s, m, i, NULL);
        if (n > INT_MAX) return tw_fail(TW_ARGUMENT, "its factor has too many numbers");
    }
    m->update = tw_arena_new(m->arena, tw_sparse_update, n + 1);
    if (!m->update) return tw_fail_memory();
    for (int i = 0; i < s->blocks; i++) {
        m->panel[i].update = m->updates;
        m->updates += runs(s, m, i, m->update + m->updates);
        m->panel[i].updates_end = m->updates;
        mark_link(m, &m->panel[i]);
    }
    return TW_OK;
}

static tw_status list_entries(symbolic *s, tw_sparse *m) {
    const tw_sparse_shape *p = s->shape;
    m->entries = p->first[p->blocks];
    m->entry_body = tw_arena_new(m->arena, int, m->entries + 1);
    m->entry_begin = tw_arena_new(m->arena, int, m->entries + 1);
    m->entry_at = tw_arena_new(m->arena, int, m->entries + 1);
    m->entry_padded = tw_arena_new(m->arena, int, m->entries + 1);
    m->place = tw_arena_new(m->arena, int, m->rows + 1);
    m->row_at = tw_arena_new(m->arena, int, m->size + 1);
    m->rank = tw_arena_new(m->arena, int, m->blocks + 1);
    if (!m->entry_body || !m->entry_begin || !m->entry_at || !m->entry_padded || !m->place ||
        !m->row_at || !m->rank)
        return tw_fail_memory();
    memcpy(m->rank, s->rank, (size_t)m->blocks * sizeof *m->rank);
    size_t begin = 0;
    for (int i = 0; i < m->size; i++) m->row_at[i] = -1;
    for (int k = 0, row = 0; k < p->blocks; k++) {
        for (int r = 0; r < p->rows[k]; r++, row++) {
            m->place[row] = s->at[s->rank[k]] + r;
            m->row_at[m->place[row]] = row;
        }
        for (int i = p->first[k]; i < p->first[k + 1]; i++) {
            m->entry_body[i] = p->body[i];
            m->entry_begin[i] = (int)begin;
            m->entry_at[i] = s->at[s->rank[k]];
            m->entry_padded[i] = tw_lanes_up(p->rows[k]);
            begin += TW_SPARSE_COLUMNS * (size_t)tw_lanes_up(p->rows[k]);
            if (begin > INT_MAX) return tw_fail(TW_ARGUMENT, "it has too many rows");
        }
    }
    if (p->assembled) return TW_OK;
    m->B = tw_arena_new(m->arena, double, begin + TW_LANES);
    return m->B ? TW_OK : tw_fail_memory();
}

/* a number of doubles, rounded up to whole cache lines of 64 bytes */
static size_t round_up(size_t numbers) {
    return (numbers + TW_LANES + 7) / 8 * 8;
}

size_t tw_sparse_numbers(const tw_sparse *s) {
    return round_up((size_t)s->panel_size) + 2 * round_up((size_t)s->size);
}

/* puts three arrays into the memory `numbers`: the panels, A's diagonal, and 1 / D */
void tw_sparse_place(tw_sparse *s, double *numbers) {
    s->L = numbers;
    s->diagonal = numbers + round_up((size_t)s->panel_size);
    s->inverse = s->diagonal + round_up((size_t)s->size);
}

static tw_status make_numbers(tw_sparse *m, bool assembled) {
    double **vectors[] = {&m->u, &m->v, &m->x, &m->b, &m->r};
    m->excluded = tw_arena_new(m->arena, bool, m->size + TW_LANES);
    if (!m->excluded) return tw_fail_memory();
    if (assembled) return TW_OK;
    double *numbers = tw_arena_new(m->arena, double, tw_sparse_numbers(m));
    if (!numbers) return tw_fail_memory();
    tw_sparse_place(m, numbers);
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        if (!(*vectors[i] = tw_arena_new(m->arena, double, m->size + TW_LANES)))
            return tw_fail_memory();
    m->carry = tw_arena_new(m->arena, double, TW_SPARSE_COLUMNS *(size_t)m->bodies + 1);
    return m->carry ? TW_OK : tw_fail_memory();
}

static tw_status analyse(symbolic *s, tw_sparse *m) {
    int *first, *block, *entry;
    TW_TRY(holders(s, &first, &block, &entry));
    TW_TRY(neighbours(s, first, block));
    TW_TRY(choose_order(s));
    m->size = s->at[s->blocks];
    TW_TRY(fill(s));
    TW_TRY(interleave(s));
    TW_TRY(list_entries(s, m));
    TW_TRY(lay_out(s, m));
    TW_TRY(list_products(s, m, first, block, entry));
    TW_TRY(list_updates(s, m));
    for (int k = 0; k < m->blocks; k++)
        for (int i = m->panel[k].below; i < m->panel[k].below_end; i++)
            if (m->below[i].fill) m->fill += m->panel[k].rows * m->below[i].padded;
    if (s->shape->assembled) { /* frees the lists that only computing A from B needs */
        m->product = NULL;
        m->products = 0;
    }
    return make_numbers(m, s->shape->assembled);
}

tw_status tw_sparse_create(const tw_sparse_shape *shape, tw_arena *arena, tw_sparse **out) {
    symbolic s = {.shape = shape, .blocks = shape->blocks};
    tw_sparse *m = tw_arena_new(arena, tw_sparse, 1);
    if (!m) return tw_fail_memory();
    m->arena = arena;
    tw_sparse_choose_loops(m);
    m->blocks = shape->blocks;
    m->bodies = shape->bodies;
    for (int k = 0; k < shape->blocks; k++) m->rows += shape->rows[k];
    tw_status status = analyse(&s, m);
    tw_arena_free(&s.memory);
    if (status == TW_OK) *out = m;
    return status;
}

tw_status tw_sparse_create_like(const tw_sparse *like, tw_arena *arena, tw_sparse **out) {
    tw_sparse *m = tw_arena_new(arena, tw_sparse, 1);
    if (!m) return tw_fail_memory();
    *m = *like;
    m->arena = arena;
    m->excluded = tw_arena_new(arena, bool, like->size + TW_LANES);
    if (!m->excluded) return tw_fail_memory();
    *out = m;
    return TW_OK;
}
