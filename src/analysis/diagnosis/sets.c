/*
 * Finds the minimal sets of constraints that cannot all hold, by asking an oracle "can these
 * hold?".
 *
 * One minimal set of an infeasible C: remove constraints, half of them first, then smaller parts
 * and at last single ones; they stay removed if the rest is still infeasible. Quick answers are
 * used first: a "yes" is certain, since a pose was found in which the set holds, but a "no" may be
 * a mistake. So a set found by quick answers is checked by a thorough one, and if that says that it
 * can hold, the search is repeated with thorough answers. All of them: a tree of hitting sets
 * [Reiter 1987]. A node stands for a set H of constraints that are removed. If a minimal set
 * without members of H is known, it labels the node; otherwise one is searched in C \ H; the node
 * has a child H + {c} for each c of its label, and no children if C \ H holds. Nodes whose H was
 * seen before are dropped.
 */
#include "analysis/diagnosis/impl.h"

#include <stdlib.h>
#include <string.h>

/* limits of a search: the number of minimal sets may be exponential, as for a loop whose joints are
 * all doubled */
enum { MOST_SETS = 64, MOST_NODES = 2000, MOST_QUESTIONS = 4000 };
/* limit of the oracle's work in a search after a set is known, see tw_oracle.work: it takes a
 * fraction of a second */
static const double MOST_WORK = 6e6;

typedef struct finder {
    const tw_oracle *o;
    size_t n;
    tw_block_sets *sets;
    /* the removed set H of each node so far; nodes are in breadth-first order */
    tw_block_sets taken;
    int questions;
    bool *rest;
} finder;

void tw_block_sets_free(tw_block_sets *sets) {
    for (size_t i = 0; i < sets->count; i++) free(sets->data[i]);
    tw_array_free(sets);
}

static tw_status copy(const finder *f, const bool *from, bool **to) {
    *to = malloc((f->n + 1) * sizeof **to);
    if (!*to) return tw_fail_memory();
    memcpy(*to, from, f->n * sizeof **to);
    return TW_OK;
}

static tw_status keep(const finder *f, tw_block_sets *list, const bool *set) {
    bool *own;
    TW_TRY(tw_reserve(list, list->count + 1));
    TW_TRY(copy(f, set, &own));
    list->data[list->count++] = own;
    return TW_OK;
}

static bool disjoint(const finder *f, const bool *a, const bool *b) {
    for (size_t i = 0; i < f->n; i++)
        if (a[i] && b[i]) return false;
    return true;
}

/* rest: a copy of `set` without `part` of its members, those from index i on; returns the index
 * after the last member that was removed */
static size_t without(size_t n, const bool *set, size_t i, size_t part, bool *rest) {
    memcpy(rest, set, n * sizeof *set);
    for (; i < n && part > 0; i++)
        if (set[i]) {
            rest[i] = false;
            part--;
        }
    return i;
}

tw_status tw_minimal_set(const tw_oracle *o, bool thorough, bool *set) {
    size_t n = (size_t)o->blocks, members = 0;
    bool *rest = malloc(n + 1), holds;
    if (!rest) return tw_fail_memory();
    for (size_t i = 0; i < n; i++) members += set[i];
    tw_status s = TW_OK;
    for (size_t part = (members + 1) / 2, last = 0; part != last; part = (part + 1) / 2) {
        last = part;
        for (size_t i = 0, next; i < n && s == TW_OK; i = next) {
            next = without(n, set, i, part, rest);
            if (memcmp(rest, set, n) == 0) break;
            s = o->holds(o->context, rest, thorough, &holds);
            if (s == TW_OK && !holds) memcpy(set, rest, n);
        }
    }
    free(rest);
    return s;
}

/* reduces f->rest to a minimal set; *holds: a thorough answer says that it can be met, in spite of
 * an earlier "no" */
static tw_status shrink(finder *f, bool *holds) {
    bool *all;
    TW_TRY(copy(f, f->rest, &all));
    tw_status s = tw_minimal_set(f->o, false, f->rest);
    if (s == TW_OK) s = f->o->holds(f->o->context, f->rest, true, holds);
    if (s == TW_OK && *holds) {
        memcpy(f->rest, all, f->n * sizeof *all);
        s = f->o->holds(f->o->context, f->rest, true, holds);
        if (s == TW_OK && !*holds) s = tw_minimal_set(f->o, true, f->rest);
    }
    free(all);
    return s;
}

/* *out: a minimal set of members of `from` without members of H, which labels the node of H; NULL:
 * the members of `from` besides H can all be met */
static tw_status label(finder *f, const bool *from, const bool *H, const bool **out) {
    *out = NULL;
    for (size_t i = 0; i < f->sets->count; i++)
        if (disjoint(f, f->sets->data[i], H)) {
            *out = f->sets->data[i];
            return TW_OK;
        }
    bool any = false, holds;
    for (size_t i = 0; i < f->n; i++) {
        f->rest[i] = from[i] && !H[i];
        any = any || f->rest[i];
    }
    if (!any) return TW_OK;
    f->questions++;
    TW_TRY(f->o->holds(f->o->context, f->rest, false, &holds));
    if (holds) return TW_OK;
    TW_TRY(shrink(f, &holds));
    if (holds) return TW_OK;
    TW_TRY(keep(f, f->sets, f->rest));
    *out = f->sets->data[f->sets->count - 1];
    return TW_OK;
}

static bool seen(const finder *f, const bool *H) {
    for (size_t i = 0; i < f->taken.count; i++)
        if (memcmp(f->taken.data[i], H, f->n * sizeof *H) == 0) return true;
    return false;
}

static tw_status branch(finder *f, const bool *H, const bool *set) {
    bool *child;
    TW_TRY(copy(f, H, &child));
    tw_status s = TW_OK;
    for (size_t i = 0; i < f->n && s == TW_OK; i++) {
        if (!set[i]) continue;
        child[i] = true;
        if (!seen(f, child)) s = keep(f, &f->taken, child);
        child[i] = false;
    }
    free(child);
    return s;
}

static tw_status grow(finder *f, const bool *from, bool *complete) {
    for (size_t node = 0; node < f->taken.count; node++) {
        if (node >= MOST_NODES || f->questions >= MOST_QUESTIONS || f->sets->count >= MOST_SETS ||
            (f->sets->count > 0 && *f->o->work > MOST_WORK)) {
            *complete = false;
            return TW_OK;
        }
        const bool *set;
        TW_TRY(label(f, from, f->taken.data[node], &set));
        if (set) TW_TRY(branch(f, f->taken.data[node], set));
    }
    return TW_OK;
}

tw_status tw_minimal_sets(const tw_oracle *o, const bool *from, tw_block_sets *sets,
                          bool *complete) {
    finder f = {.o = o, .n = (size_t)o->blocks, .sets = sets};
    f.rest = calloc(f.n + 1, sizeof *f.rest);
    if (!f.rest) return tw_fail_memory();
    /* for the root of the tree H is empty: nothing is removed */
    tw_status s = keep(&f, &f.taken, f.rest);
    if (s == TW_OK) s = grow(&f, from, complete);
    tw_block_sets_free(&f.taken);
    free(f.rest);
    return s;
}
