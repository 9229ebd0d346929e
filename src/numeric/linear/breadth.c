/* Items in breadth-first order; see breadth.h. */
#include "numeric/linear/breadth.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

typedef struct search {
    const tw_joined *joined;
    int *from, *user; /* items that have node b: user[from[b]] .. user[from[b + 1] - 1] */
    bool *seen;       /* [items], then [nodes]: was it reached? */
} search;

static bool find_users(const tw_joined *j, search *s) {
    s->from = calloc((size_t)j->nodes + 2, sizeof *s->from);
    s->user = calloc((size_t)j->first[j->items] + 1, sizeof *s->user);
    if (!s->from || !s->user) return false;
    for (int e = 0; e < j->first[j->items]; e++) s->from[j->node[e] + 2]++;
    for (int b = 0; b < j->nodes; b++) s->from[b + 2] += s->from[b + 1];
    for (int i = 0; i < j->items; i++)
        for (int e = j->first[i]; e < j->first[i + 1]; e++) s->user[s->from[j->node[e] + 1]++] = i;
    return true;
}

/* appends to order [n] the items connected with `start` that are not in it yet; returns the new
 * n */
static int spread(search *s, int start, int *order, int n) {
    const tw_joined *j = s->joined;
    bool *seen = s->seen, *held = s->seen + j->items;
    int next = n;
    order[n++] = start;
    seen[start] = true;
    for (; next < n; next++)
        for (int e = j->first[order[next]]; e < j->first[order[next] + 1]; e++) {
            int node = j->node[e];
            if (held[node]) continue;
            held[node] = true;
            for (int k = s->from[node]; k < s->from[node + 1]; k++)
                if (!seen[s->user[k]]) {
                    seen[s->user[k]] = true;
                    order[n++] = s->user[k];
                }
        }
    return n;
}

tw_status tw_breadth_order(const tw_joined *j, int *order) {
    size_t marks = (size_t)j->items + (size_t)j->nodes;
    search s = {.joined = j, .seen = malloc(marks + 1)};
    bool ok = find_users(j, &s) && s.seen;
    for (int time = 0; time < 2 && ok && j->items; time++) {
        int first = time ? order[j->items - 1] : 0;
        memset(s.seen, 0, marks);
        int n = spread(&s, first, order, 0);
        for (int i = 0; i < j->items; i++)
            if (!s.seen[i]) n = spread(&s, i, order, n);
    }
    free(s.from);
    free(s.user);
    free(s.seen);
    return ok ? TW_OK : tw_fail_memory();
}
