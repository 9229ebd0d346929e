/*
 * Circuits: minimal sets of constraints some rows of which follow from the others, for example the
 * hinges of a four-bar linkage, in which three redundant rows require that the linkage is planar.
 *
 * A set is dependent if it has more rows than their rank. A circuit is found by starting from all
 * constraints and removing each one without which the rest is still dependent. The circuit's last
 * constraint is then left out of the search for the next circuit, and so on until nothing is
 * dependent. So every redundancy is named, but not every circuit that exists.
 */
#include "analysis/diagnosis/impl.h"

#include <stdlib.h>
#include <string.h>

/* largest number of rows of an island in which circuits are searched: the search computes one rank
 * per constraint for each circuit */
enum { MOST_ROWS = 300 };

typedef struct search {
    tw_dynamics *d;
    const tw_island *isl;
    /* [blocks of the pass] in: constraints that are searched; set: the circuit that is found */
    bool *in, *set;
} search;

/* *rows: number of rows that follow from others, that is, the rows of the constraints in `in` minus
 * their rank */
static tw_status surplus(const search *s, const bool *in, int *rows) {
    tw_rank r;
    TW_TRY(tw_rank_of(s->d, s->isl, in, &r));
    *rows = r.rows - r.rank;
    tw_rank_free(&r);
    return TW_OK;
}

/* reduces s->set, which is dependent, to a circuit */
static tw_status shrink(search *s, int *rows) {
    for (int k = s->isl->blocks - 1; k >= 0; k--) {
        int block = s->isl->block[k], left;
        if (!s->set[block]) continue;
        s->set[block] = false;
        TW_TRY(surplus(s, s->set, &left));
        s->set[block] = left == 0;
    }
    return surplus(s, s->set, rows);
}

static tw_status add(tw_diagnosis *o, const search *s, int surplus_rows) {
    tw_circuit *list = realloc(o->circuit, ((size_t)o->circuits + 1) * sizeof *list);
    if (!list) return tw_fail_memory();
    o->circuit = list;
    tw_circuit *c = &list[o->circuits];
    *c = (tw_circuit){.surplus = surplus_rows};
    c->item = calloc((size_t)s->isl->blocks + 1, sizeof(tw_constraint *));
    if (!c->item) return tw_fail_memory();
    o->circuits++;
    for (int k = 0; k < s->isl->blocks; k++) {
        const tw_block *b = &s->d->pass.block[s->isl->block[k]];
        if (!s->set[s->isl->block[k]]) continue;
        c->item[c->count++] = b->c;
        c->rows += b->rows;
    }
    return TW_OK;
}

static tw_status find(search *s, tw_diagnosis *o) {
    size_t n = (size_t)s->d->pass.blocks;
    for (;;) {
        int rows, last = -1;
        TW_TRY(surplus(s, s->in, &rows));
        if (rows == 0) return TW_OK;
        memcpy(s->set, s->in, n * sizeof *s->set);
        TW_TRY(shrink(s, &rows));
        /* a set that was dependent is not any more, so the rank is uncertain because of rounding:
         * no circuit is reported */
        if (rows == 0) return TW_OK;
        TW_TRY(add(o, s, rows));
        for (int k = 0; k < s->isl->blocks; k++)
            if (s->set[s->isl->block[k]]) last = s->isl->block[k];
        s->in[last] = false;
    }
}

/* evaluates the island's constraints at the first of the two poses if their rank there is `rank`,
 * otherwise at the second */
static tw_status show(tw_dynamics *d, const tw_island *isl, const tw_poses *at, int rank) {
    for (int i = 0; i < 2; i++) {
        tw_rank r;
        tw_turn_list_show(at->turns, at->y[i] + at->states, at->t);
        TW_TRY(tw_diagnose_look(d, at->t, at->y[i], isl));
        TW_TRY(tw_rank_of(d, isl, NULL, &r));
        bool usual = r.rank == rank;
        tw_rank_free(&r);
        if (usual) break;
    }
    return TW_OK;
}

tw_status tw_circuits_find(tw_dynamics *d, const tw_island *isl, const tw_poses *at, int rank,
                           tw_diagnosis *o) {
    if (isl->rows > MOST_ROWS) return TW_OK;
    TW_TRY(show(d, isl, at, rank));
    size_t n = (size_t)d->pass.blocks + 1;
    search s = {.d = d, .isl = isl, .in = calloc(2 * n, sizeof(bool))};
    if (!s.in) return tw_fail_memory();
    s.set = s.in + n;
    /* constraints with directions of force W of their own are left out, since J is not the gradient
     * of their force */
    for (int k = 0; k < isl->blocks; k++) s.in[isl->block[k]] = !d->pass.block[isl->block[k]].W;
    tw_status status = find(&s, o);
    free(s.in);
    return status;
}

void tw_diagnosis_free(tw_diagnosis *x) {
    for (int i = 0; i < x->conflicts; i++) free(x->conflict[i].item);
    for (int i = 0; i < x->circuits; i++) free(x->circuit[i].item);
    free(x->conflict);
    free(x->circuit);
    free(x->redundant);
    free(x->singular);
    *x = (tw_diagnosis){0};
}
