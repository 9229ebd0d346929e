/*
 * Orders the constraints of an island so that A A^T has a narrow band.
 *
 * Constraints that share a free body are coupled in A A^T. In the order of the world the band is
 * narrow for a chain, but becomes as wide as the matrix by one constraint that closes the chain to
 * a loop. Here a breadth-first order [Cuthill & McKee 1969] starts at an end of the structure: at
 * the constraint that is reached last from the first. Then the constraints of the two sides of a
 * loop alternate. The order of the world is kept if its band is no wider.
 */
#include "analysis/assembly/impl.h"
#include "numeric/linear/breadth.h"

#include <string.h>

/* lists the island's constraints and their free bodies in *j, as indices of isl->block and
 * isl->body */
static tw_status join(const tw_dynamics *d, const tw_island *isl, tw_arena *memory, tw_joined *j) {
    int uses = 0;
    for (int k = 0; k < isl->blocks; k++) uses += d->pass.block[isl->block[k]].bind->slots;
    int *first = tw_arena_new(memory, int, isl->blocks + 1);
    int *node = tw_arena_new(memory, int, uses);
    if (!first || !node) return tw_fail_memory();
    for (int k = 0; k < isl->blocks; k++) {
        const tw_bind *bind = d->pass.block[isl->block[k]].bind;
        first[k + 1] = first[k];
        for (int s = 0; s < bind->slots; s++)
            if (d->free_body[bind->body[s]])
                node[first[k + 1]++] = tw_island_place(isl, bind->body[s]);
    }
    *j = (tw_joined){isl->blocks, isl->bodies, first, node};
    return TW_OK;
}

/* band width of A A^T for constraints in this order, if all constraints of the island are in it; at
 * [bodies]: scratch */
static int width_of(const tw_dynamics *d, const tw_island *isl, const tw_joined *j,
                    const int *order, int *at) {
    int width = 0, row = 0;
    for (int i = 0; i < j->nodes; i++) at[i] = -1;
    for (int i = 0; i < j->items; i++) {
        int rows = d->pass.block[isl->block[order[i]]].rows;
        for (int e = j->first[order[i]]; e < j->first[order[i] + 1]; e++) {
            int *first = &at[j->node[e]];
            if (*first < 0) *first = row;
            int w = row + rows - 1 - *first;
            width = w > width ? w : width;
        }
        row += rows;
    }
    return width;
}

tw_status tw_assembly_order(const tw_dynamics *d, const tw_island *isl, tw_arena *memory,
                            int *order) {
    tw_joined joined;
    for (int i = 0; i < isl->blocks; i++) order[i] = i;
    if (isl->blocks < 2) return TW_OK;
    int *other = tw_arena_new(memory, int, isl->blocks);
    int *at = tw_arena_new(memory, int, isl->bodies);
    if (!other || !at) return tw_fail_memory();
    TW_TRY(join(d, isl, memory, &joined));
    TW_TRY(tw_breadth_order(&joined, other));
    if (width_of(d, isl, &joined, other, at) < width_of(d, isl, &joined, order, at))
        memcpy(order, other, (size_t)isl->blocks * sizeof *order);
    return TW_OK;
}
