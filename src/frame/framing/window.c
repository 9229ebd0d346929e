/*
 * The window of least cost; see window.h.
 *
 * For a given size the pairs of sides are independent of each other. As a window of this size
 * slides, the weight left out on one side falls in steps and that on the other side rises in steps;
 * the least sum is reached at a step. So sizes are tried, 16 per octave downward from the one that
 * contains everything, and for each size every pair slides.
 */
#include "frame/framing/window.h"

#include "base/math/elementary.h"

#include <math.h>
#include <stdlib.h>

/* greatest weight that may be left out on one side, so that at least some of the subject remains */
#define MOST_LOST 0.6
#define FINE (1.0 / 2048) /* steps whose weights differ by less than this are joined */

enum { STEPS = 16, OCTAVES = 24, KNOTS = 1300 };

/* weight left out on one side of a window as a function of the side's bound: with the bound at
 * at[i] it is lost[i]; at[] falls, lost[] rises */
typedef struct steps {
    double at[KNOTS], lost[KNOTS];
    int count;
} steps;

/* farthest first */
static int by_place(const void *a, const void *b) {
    const tw_reach *x = a, *y = b;
    if (x->at != y->at) return x->at < y->at ? 1 : -1;
    return (x->weight < y->weight) - (x->weight > y->weight);
}

static void steps_of(tw_reach_list *list, steps *s) {
    double lost = 0, last = 0;
    s->count = 0;
    if (list->count) qsort(list->data, list->count, sizeof *list->data, by_place);
    for (size_t i = 0; i < list->count && lost <= MOST_LOST && s->count < KNOTS; i++) {
        const tw_reach *r = &list->data[i];
        bool same = s->count && s->at[s->count - 1] == r->at;
        if (s->count == 0 || (lost - last >= FINE && !same)) {
            s->at[s->count] = r->at;
            s->lost[s->count++] = last = lost;
        }
        lost += r->weight;
    }
}

/* least weight left out on two opposite sides whose bounds have at most the sum `sum`; *i_best,
 * *j_best: numbers of the steps of the two bounds; of equal weights the narrowest pair counts */
static double slide(const steps *a, const steps *b, double sum, int *i_best, int *j_best) {
    double best = INFINITY, narrow = INFINITY;
    for (int i = 0, j = b->count - 1; i < a->count; i++) {
        if (a->at[i] + b->at[b->count - 1] > sum) continue;
        while (j > 0 && a->at[i] + b->at[j - 1] <= sum) j--;
        double loss = a->lost[i] + b->lost[j], width = a->at[i] + b->at[j];
        if (loss > best || (loss == best && width >= narrow)) continue;
        best = loss;
        narrow = width;
        *i_best = i;
        *j_best = j;
    }
    return best;
}

/* *w: of the windows of this size, the one that leaves out the least weight, shrunk to what it
 * contains; returns that weight */
static double lost_at(const steps side[][2], const tw_window_pair *pair, int count, double size,
                      tw_window *w) {
    double lost = 0;
    w->size = 0;
    for (int p = 0; p < count; p++) {
        int i = 0, j = 0;
        lost += slide(&side[p][0], &side[p][1], pair[p].span * size, &i, &j);
        w->bound[p][0] = side[p][0].at[i];
        w->bound[p][1] = side[p][1].at[j];
        w->size = fmax(w->size, (w->bound[p][0] + w->bound[p][1]) / pair[p].span);
    }
    return lost;
}

/* *window: the one of least cost among sizes that fall from `all`, with which nothing is left out
 */
static void try_sizes(const steps side[][2], const tw_window_pair *pair, int count, double all,
                      double offset, double price, tw_window *window) {
    static const double least = 1.0 / ((size_t)1 << OCTAVES);
    double best = INFINITY;
    for (int k = 0; k <= STEPS * OCTAVES; k++) {
        tw_window w = {.found = true};
        double part = tw_exp(-0.69314718055994531 * k / STEPS);
        double size = k ? (all + offset) * part - offset : all * (1 + (all > 0 ? 1e-12 : -1e-12));
        double lost = lost_at(side, pair, count, size, &w);
        if (!(lost <= MOST_LOST * count)) return;
        double cost = lost + price * tw_log(fmax((w.size + offset) / (all + offset), least));
        if (cost < best) *window = w;
        best = fmin(best, cost);
        /* everything is in one point, so there is no smaller window */
        if (!(all + offset > 0)) return;
    }
}

tw_status tw_window_choose(tw_window_pair *pair, int count, double offset, double price,
                           tw_window *window) {
    steps(*side)[2] = malloc((size_t)count * sizeof *side);
    double all = -INFINITY;
    bool some = true;
    *window = (tw_window){0};
    if (!side) return tw_fail_memory();
    for (int p = 0; p < count; p++) {
        for (int k = 0; k < 2; k++) {
            steps_of(&pair[p].side[k], &side[p][k]);
            some = some && side[p][k].count > 0;
        }
        if (some) all = fmax(all, (side[p][0].at[0] + side[p][1].at[0]) / pair[p].span);
    }
    if (some) try_sizes(side, pair, count, all, offset, price, window);
    free(side);
    return TW_OK;
}

tw_status tw_bound_choose(tw_reach_list *list, double price, double *bound) {
    steps *s = malloc(sizeof *s);
    double best = INFINITY;
    *bound = NAN;
    if (!s) return tw_fail_memory();
    steps_of(list, s);
    for (int i = 0; i < s->count; i++) {
        if (!(s->at[i] > 0) || !isfinite(s->at[i])) continue;
        double cost = s->lost[i] + price * tw_log(s->at[i]);
        if (cost < best) *bound = s->at[i];
        best = fmin(best, cost);
    }
    free(s);
    return TW_OK;
}
