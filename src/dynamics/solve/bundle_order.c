/* Order in which the vertices of a bundle are joined to clusters, chosen so that the factor stays
 * sparse: vertices come first whose bodies are near each other by other constraints, since these
 * share neighbours in the factor anyway. The distance of two clusters is the mean distance of their
 * bodies. */
#include "dynamics/solve/bundle_impl.h"

/* NEAR_VERTICES: largest number of vertices for which distances are computed; larger bundles are
 * halved instead. LOOKED_AT: largest number of bodies visited from each vertex. FAR: distance
 * assumed for a body that is not reached */
enum { NEAR_VERTICES = 16, LOOKED_AT = 64, FAR = 32 };

/* joins the vertices `low` .. `high` - 1 by repeated halving; returns the number of the cluster */
static int halve(tw_bundle *b, int low, int high, int *steps) {
    if (high - low == 1) return low;
    int middle = low + (high - low) / 2;
    int x = halve(b, low, middle, steps), y = halve(b, middle, high, steps);
    b->merge[2 * *steps] = x;
    b->merge[2 * *steps + 1] = y;
    return b->vertices + (*steps)++;
}

typedef struct search {
    tw_finder *f;
    int *distance; /* [bodies] number of constraints on the way from the start; -1: not reached */
    int queue[LOOKED_AT]; /* the bodies reached, in that order */
    int count;
} search;

static bool in_bundle(const tw_bundle *b, int place) {
    for (int i = 0; i < b->edges; i++)
        if (b->edge[i] == place) return true;
    return false;
}

/* s->distance: for each body the number of constraints outside the bundle on the shortest way from
 * body `start`; breadth-first search of at most LOOKED_AT bodies */
static void reach(search *s, const tw_bundle *b, int start) {
    const tw_finder *f = s->f;
    s->count = 0;
    s->distance[start] = 0;
    s->queue[s->count++] = start;
    for (int i = 0; i < s->count; i++) {
        int body = s->queue[i];
        for (int u = f->user_first[body]; u < f->user_first[body + 1]; u++) {
            if (in_bundle(b, f->user[u])) continue;
            const tw_bind *bind = f->d->pass.block[f->isl->block[f->user[u]]].bind;
            for (int k = 0; k < bind->slots && s->count < LOOKED_AT; k++) {
                if (!f->d->free_body[bind->body[k]]) continue;
                int next = tw_island_place(f->isl, bind->body[k]);
                if (s->distance[next] >= 0) continue;
                s->distance[next] = s->distance[body] + 1;
                s->queue[s->count++] = next;
            }
        }
    }
}

static void forget(search *s) {
    for (int i = 0; i < s->count; i++) s->distance[s->queue[i]] = -1;
}

/* joins the two nearest clusters again and again until one is left; sum [cluster][cluster]: sum of
 * the distances over all pairs of vertices of two clusters */
static void join_nearest(tw_bundle *b, double sum[NEAR_VERTICES][NEAR_VERTICES]) {
    int number[NEAR_VERTICES], size[NEAR_VERTICES], n = b->vertices;
    for (int v = 0; v < n; v++) number[v] = v, size[v] = 1;
    for (int step = 0; step < b->rank; step++) {
        int best[2] = {0, 1};
        for (int i = 0; i < n; i++)
            for (int j = i + 1; j < n; j++)
                if (sum[i][j] * size[best[0]] * size[best[1]] <
                    sum[best[0]][best[1]] * size[i] * size[j])
                    best[0] = i, best[1] = j;
        int i = best[0], j = best[1];
        b->merge[2 * step] = number[i];
        b->merge[2 * step + 1] = number[j];
        number[i] = b->vertices + step;
        size[i] += size[j];
        n--;
        for (int k = 0; k < b->vertices; k++) sum[i][k] += sum[j][k], sum[k][i] = sum[i][k];
        /* cluster j is merged and its number is free: the last cluster gets it */
        number[j] = number[n], size[j] = size[n];
        for (int k = 0; k < n; k++) sum[j][k] = sum[n][k], sum[k][j] = sum[k][n];
    }
}

void tw_bundle_order(tw_finder *f, tw_bundle *b) {
    int steps = 0;
    if (b->vertices <= 2 || b->vertices > NEAR_VERTICES) {
        halve(b, 0, b->vertices, &steps);
        return;
    }
    search s = {.f = f, .distance = f->distance};
    double sum[NEAR_VERTICES][NEAR_VERTICES];
    for (int v = 0; v < b->vertices; v++)
        for (int w = 0; w < b->vertices; w++) sum[v][w] = FAR;
    for (int v = 0; v < b->held; v++) {
        reach(&s, b, b->body[v]);
        for (int w = 0; w < b->held; w++) {
            int d = s.distance[b->body[w]];
            if (d >= 0 && d < FAR) sum[v][w] = d < sum[v][w] ? d : sum[v][w], sum[w][v] = sum[v][w];
        }
        forget(&s);
    }
    join_nearest(b, sum);
}
