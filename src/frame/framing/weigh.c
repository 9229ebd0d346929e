/* Computes how much each thing that is seen counts for the choice of the camera; see weigh.h. */
#include "frame/framing/weigh.h"

#include "frame/marks/items.h"

#include <stdlib.h>
#include <string.h>

/* total weight of the things that never move, if others do; the sum of all weights is 1 */
#define STANDING 0.15
/* factor of the weights in the last tenth of the film, which shows how everything ends */
#define LATE 3
/* a thing moves if it is displaced by at least this share of its size, or rotated by this angle,
 * rad */
#define MOVED 1e-3

/* one appearance of a thing: the thing `seen` of the survey, in one glimpse */
typedef struct entry {
    uint32_t root;
    uint32_t glimpse;
    size_t seen;
} entry;

typedef TW_ARRAY(entry) entries;

static int by_root(const void *a, const void *b) {
    const entry *x = a, *y = b;
    if (x->root != y->root) return x->root < y->root ? -1 : 1;
    return (x->seen > y->seen) - (x->seen < y->seen);
}

static tw_status collect(const tw_survey *s, const bool *chosen, entries *list) {
    TW_TRY(tw_reserve(list, s->seen.count + 1));
    for (size_t g = 0; g < s->glimpse.count; g++) {
        const tw_glimpse *of = &s->glimpse.data[g];
        for (size_t i = of->first; i < of->first + of->count && (!chosen || chosen[g]); i++)
            if (!s->seen.data[i].beside)
                list->data[list->count++] = (entry){s->seen.data[i].root, (uint32_t)g, i};
    }
    if (list->count) qsort(list->data, list->count, sizeof *list->data, by_root);
    return TW_OK;
}

static bool same_place(const tw_seen *a, const tw_seen *b) {
    double size = tw_shape_radius(&a->shape);
    return a->tag == b->tag && v3_length(v3_sub(a->pose.x, b->pose.x)) <= MOVED * size &&
           fabs(q_dot(a->pose.q, b->pose.q)) >= 1 - 0.125 * MOVED * MOVED;
}

/* true: in all entries e [count] of one root (a body or prop), its pieces are where they were in
 * the first of its glimpses */
static bool stands(const tw_survey *s, const entry *e, size_t count) {
    size_t pieces = 0;
    while (pieces < count && e[pieces].glimpse == e[0].glimpse) pieces++;
    for (size_t i = pieces; i < count; i++)
        if (!same_place(&s->seen.data[e[i % pieces].seen], &s->seen.data[e[i].seen])) return false;
    return true;
}

/* weight: in each glimpse, a body has 1 and a prop 1/2, divided equally among its pieces; from
 * glimpse number `late` on, times LATE. Returns their sum */
static double share_out(const entry *e, size_t count, size_t late, double *weight) {
    double sum = 0;
    for (size_t i = 0, next; i < count; i = next) {
        for (next = i; next < count && e[next].glimpse == e[i].glimpse;) next++;
        double part = (e[0].root & TW_PROP_TAGS ? 0.5 : 1) / (double)(next - i);
        if (e[i].glimpse >= late) part *= LATE;
        for (size_t k = i; k < next; k++) weight[e[k].seen] = part, sum += part;
    }
    return sum;
}

/* number of the first glimpse of the last tenth of the chosen ones; chosen NULL: of all */
static size_t late_of(const tw_survey *s, const bool *chosen) {
    size_t n = 0, g = s->glimpse.count;
    for (size_t i = 0; i < g; i++) n += !chosen || chosen[i];
    for (size_t left = n / 10; g > 0 && left > 0; g--) left -= !chosen || chosen[g - 1];
    return g;
}

tw_status tw_survey_weigh(const tw_survey *s, const bool *chosen, double *weight) {
    entries list = {0};
    bool *moves = calloc(s->seen.count + 1, sizeof *moves);
    double sum[2] = {0, 0}; /* sums of weights: [0] of things that stand, [1] of things that move */
    tw_status status = moves ? collect(s, chosen, &list) : tw_fail_memory();
    for (size_t i = 0; i < s->seen.count; i++) weight[i] = 0;
    for (size_t i = 0, next; i < list.count && status == TW_OK; i = next) {
        const entry *e = &list.data[i];
        for (next = i; next < list.count && list.data[next].root == e->root;) next++;
        bool stand = e->root == 0 || stands(s, e, next - i);
        for (size_t k = i; k < next; k++) moves[list.data[k].seen] = !stand;
        sum[!stand] += share_out(e, next - i, late_of(s, chosen), weight);
    }
    double share[2] = {sum[1] > 0 ? STANDING : 1, sum[0] > 0 ? 1 - STANDING : 1};
    for (size_t i = 0; i < list.count && status == TW_OK; i++) {
        size_t k = list.data[i].seen;
        weight[k] *= share[moves[k]] / sum[moves[k]];
    }
    tw_array_free(&list);
    free(moves);
    return status;
}

double tw_seen_reach(const tw_seen *seen, vec3 n) {
    double length = v3_length(n);
    vec3 local = q_rotate(q_conj(seen->pose.q), v3_scale(n, 1 / length));
    return v3_dot(n, seen->pose.x) + length * tw_shape_extent(&seen->shape, local);
}
