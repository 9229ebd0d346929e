/*
 * Orders the constraints of an island so that A A^T has a narrow band.
 *
 * Constraints that share a free body are coupled in A A^T. In the order of the world the band of a
 * chain is narrow, but the constraint that closes it to a loop fills it. Here a breadth-first order
 * [Cuthill & McKee 1969] starts at an end of the structure: at the constraint that is reached last
 * from the first. Then the two sides of a loop run beside each other. The order of the world is
 * kept if its band is no wider.
 */
#include "analysis/assembly/impl.h"

#include <string.h>

typedef struct graph {
    const tw_dynamics *d;
    const tw_island *isl;
    /* constraints at body b, as indices of isl->block: user[from[b]] .. user[from[b + 1] - 1] */
    int *from, *user;
    bool *seen; /* [blocks] */
    bool *held; /* [bodies] */
    int *first; /* [bodies] */
} graph;

static const tw_block *block_at(const graph *g, int place) {
    return &g->d->pass.block[g->isl->block[place]];
}

/* index, in the island, of the body in a slot; -1: it is not free */
static int body_at(const graph *g, const tw_block *b, int slot) {
    int body = b->bind->body[slot];
    return g->d->free_body[body] ? tw_island_place(g->isl, body) : -1;
}

static tw_status find_users(graph *g, tw_arena *memory) {
    int uses = 0, bodies = g->isl->bodies;
    for (int k = 0; k < g->isl->blocks; k++) uses += block_at(g, k)->bind->slots;
    g->from = tw_arena_new(memory, int, bodies + 2);
    g->user = tw_arena_new(memory, int, uses);
    g->seen = tw_arena_new(memory, bool, g->isl->blocks);
    g->held = tw_arena_new(memory, bool, bodies);
    g->first = tw_arena_new(memory, int, bodies);
    if (!g->from || !g->user || !g->seen || !g->held || !g->first) return tw_fail_memory();
    for (int pass = 0; pass < 2; pass++) {
        for (int k = 0; k < g->isl->blocks; k++) {
            const tw_block *b = block_at(g, k);
            for (int s = 0; s < b->bind->slots; s++) {
                int body = body_at(g, b, s);
                if (body < 0) continue;
                if (pass == 0)
                    g->from[body + 2]++;
                else
                    g->user[g->from[body + 1]++] = k;
            }
        }
        for (int body = 0; body < bodies && pass == 0; body++)
            g->from[body + 2] += g->from[body + 1];
    }
    return TW_OK;
}

/* breadth-first order of the constraints from `start` on */
static void spread(graph *g, int start, int *order) {
    int n = 0;
    memset(g->seen, 0, (size_t)g->isl->blocks * sizeof *g->seen);
    memset(g->held, 0, (size_t)g->isl->bodies * sizeof *g->held);
    order[n++] = start;
    g->seen[start] = true;
    for (int next = 0; next < n; next++) {
        const tw_block *b = block_at(g, order[next]);
        for (int s = 0; s < b->bind->slots; s++) {
            int body = body_at(g, b, s);
            if (body < 0 || g->held[body]) continue;
            g->held[body] = true;
            for (int u = g->from[body]; u < g->from[body + 1]; u++) {
                if (g->seen[g->user[u]]) continue;
                g->seen[g->user[u]] = true;
                order[n++] = g->user[u];
            }
        }
    }
}

/* band width of A A^T in an order, with all constraints of the island */
static int width_of(const graph *g, const int *order) {
    int width = 0, row = 0;
    for (int i = 0; i < g->isl->bodies; i++) g->first[i] = -1;
    for (int i = 0; i < g->isl->blocks; i++) {
        const tw_block *b = block_at(g, order[i]);
        for (int s = 0; s < b->bind->slots; s++) {
            int body = body_at(g, b, s);
            if (body < 0) continue;
            if (g->first[body] < 0) g->first[body] = row;
            int w = row + b->rows - 1 - g->first[body];
            width = w > width ? w : width;
        }
        row += b->rows;
    }
    return width;
}

tw_status tw_assembly_order(const tw_dynamics *d, const tw_island *isl, tw_arena *memory,
                            int *order) {
    graph g = {.d = d, .isl = isl};
    for (int i = 0; i < isl->blocks; i++) order[i] = i;
    if (isl->blocks < 2) return TW_OK;
    int *other = tw_arena_new(memory, int, isl->blocks);
    if (!other) return tw_fail_memory();
    TW_TRY(find_users(&g, memory));
    spread(&g, 0, other);
    spread(&g, other[isl->blocks - 1], other); /* an island is connected */
    if (width_of(&g, other) < width_of(&g, order))
        memcpy(order, other, (size_t)isl->blocks * sizeof *order);
    return TW_OK;
}
