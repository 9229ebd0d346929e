/* Chooses the open ends of the axes of graphs; see graphs.h. */
#include "frame/marks/film/graphs.h"

#include "base/array.h"

#include <math.h>
#include <stdlib.h>

/* margin below the least and above the greatest value of an axis, as a share of their range */
static const double room = 0.06;

/* ranges of a graph's values over the whole film: [0] of x, [1] of y */
typedef struct reach {
    uint32_t tag;
    double low[2], high[2];
} reach;

typedef TW_ARRAY(reach) reaches;

bool tw_graphs_complete(const tw_frame *f) {
    for (size_t i = 0; i < f->graph_count; i++)
        for (int k = 0; k < 2; k++)
            if (isnan(f->graph[i].from[k]) || isnan(f->graph[i].to[k])) return false;
    return true;
}

static reach *find(const reaches *all, uint32_t tag) {
    for (size_t i = 0; i < all->count; i++)
        if (all->data[i].tag == tag) return &all->data[i];
    return NULL;
}

static tw_status gather(reaches *all, const tw_graph *g) {
    if (!find(all, g->tag))
        TW_TRY(tw_push(all, ((reach){g->tag, {INFINITY, INFINITY}, {-INFINITY, -INFINITY}})));
    reach *r = find(all, g->tag);
    for (int k = 0; k < 2; k++) {
        r->low[k] = fmin(r->low[k], g->low[k]);
        r->high[k] = fmax(r->high[k], g->high[k]);
    }
    return TW_OK;
}

/* sets those ends of axis k (0: x, 1: y) that the script leaves open, from the range r and a
 * margin; without values, about 0 .. 1 */
static void complete(tw_graph *g, const reach *r, int k) {
    double low = r->low[k], high = r->high[k];
    if (!(low <= high)) low = 0, high = 1;
    double size = high - low;
    if (!(size > 1e-12 * fmax(fabs(low), fabs(high)))) size = high != 0 ? fabs(high) : 1;
    /* an axis begins or ends at zero if all its values have one sign and come near zero */
    bool from_zero = low >= 0 && low < 0.4 * high, to_zero = high <= 0 && high > 0.4 * low;
    if (isnan(g->from[k])) g->from[k] = from_zero ? 0 : low - room * size;
    if (isnan(g->to[k])) g->to[k] = to_zero ? 0 : high + room * size;
    if (!(g->to[k] > g->from[k])) g->to[k] = g->from[k] + size;
}

tw_status tw_film_graphs(tw_frame *const *frames, size_t count) {
    reaches all = {0};
    tw_status s = TW_OK;
    for (size_t i = 0; i < count && s == TW_OK; i++)
        for (size_t j = 0; j < frames[i]->graph_count && s == TW_OK; j++)
            s = gather(&all, &frames[i]->graph[j]);
    for (size_t i = 0; i < count && s == TW_OK; i++)
        for (size_t j = 0; j < frames[i]->graph_count; j++) {
            tw_graph *g = &frames[i]->graph[j];
            for (int k = 0; k < 2; k++) complete(g, find(&all, g->tag), k);
        }
    tw_array_free(&all);
    return s;
}
