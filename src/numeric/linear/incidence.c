/*
 * Loops of a graph, and the basis of its cut space; see incidence.h.
 *
 * Biconnected parts are found by depth-first search with low points [Hopcroft & Tarjan 1973],
 * without recursion. The flow that joins two clusters in one step is u = G p with L p = c, with the
 * Laplacian L = G^T G without the last vertex, and c the mean over one cluster minus the mean over
 * the other. Flows are then made orthonormal.
 */
#include "numeric/linear/incidence.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* largest ratio of two edges' weights in a part for which the basis is computed: the condition
 * number of L is of the order of its square */
static const double UNLIKE = 1e4;

/* rounding error that is expected per vertex, relative to the largest number of a row */
static const double ROUNDING = 8 * DBL_EPSILON;

/* ---- parts ----------------------------------------------------------------------------------- */

typedef struct search {
    const int *from, *to;
    int *first, *edge; /* edges at each vertex (CSR) */
    int *next;         /* [vertices] index in `edge` of the next edge to visit */
    /* [vertices] depth: depth in the search tree, 0: not visited yet; low: low point of Hopcroft
     * and Tarjan */
    int *depth, *low;
    int *by;    /* [vertices] edge over which the search reached the vertex; -1: it is the root */
    int *stack; /* [edges] visited edges that do not yet belong to a part */
    int stacked;
    int *part, parts;
} search;

static bool make_search(search *s, int vertices, int edges) {
    size_t n = (size_t)vertices + 1, m = (size_t)edges + 1;
    int *memory = calloc(6 * n + 1 + 3 * m, sizeof *memory);
    if (!memory) return false;
    s->first = memory;
    s->next = s->first + n + 1;
    s->depth = s->next + n;
    s->low = s->depth + n;
    s->by = s->low + n;
    s->edge = s->by + n;
    s->stack = s->edge + 2 * m;
    for (int e = 0; e < edges; e++) s->first[s->from[e] + 1]++, s->first[s->to[e] + 1]++;
    for (int v = 0; v < vertices; v++) s->first[v + 1] += s->first[v];
    memcpy(s->next, s->first, (size_t)vertices * sizeof *s->next);
    for (int e = 0; e < edges; e++) {
        s->edge[s->next[s->from[e]]++] = e;
        s->edge[s->next[s->to[e]]++] = e;
    }
    memcpy(s->next, s->first, (size_t)vertices * sizeof *s->next);
    return true;
}

/* makes a part of the edges on the stack, from its top down to edge e */
static void close_part(search *s, int e) {
    int top;
    do {
        top = s->stack[--s->stacked];
        s->part[top] = s->parts;
    } while (top != e);
    s->parts++;
}

/* finds the parts in the connected component of the graph to which the vertex `root` belongs */
static void search_from(search *s, int root) {
    int v = root;
    s->depth[v] = s->low[v] = 1;
    s->by[v] = -1;
    for (;;) {
        if (s->next[v] < s->first[v + 1]) {
            int e = s->edge[s->next[v]++], w = s->from[e] == v ? s->to[e] : s->from[e];
            /* skips the edge by which v was reached, and edges seen before from their other end */
            if (e == s->by[v] || s->depth[w] > s->depth[v]) continue;
            s->stack[s->stacked++] = e;
            if (s->depth[w] > 0) {
                if (s->depth[w] < s->low[v]) s->low[v] = s->depth[w];
                continue;
            }
            s->depth[w] = s->low[w] = s->depth[v] + 1;
            s->by[w] = e;
            v = w;
            continue;
        }
        int e = s->by[v];
        if (e < 0) return;
        int up = s->from[e] == v ? s->to[e] : s->from[e];
        if (s->low[v] >= s->depth[up]) close_part(s, e);
        if (s->low[v] < s->low[up]) s->low[up] = s->low[v];
        v = up;
    }
}

tw_status tw_graph_parts(int vertices, int edges, const int *from, const int *to, int *part,
                         int *parts) {
    search s = {.from = from, .to = to, .part = part};
    if (!make_search(&s, vertices, edges)) return tw_fail_memory();
    for (int v = 0; v < vertices; v++)
        if (s.depth[v] == 0) search_from(&s, v);
    *parts = s.parts;
    free(s.first);
    return TW_OK;
}

/* ---- basis ----------------------------------------------------------------------------------- */

size_t tw_incidence_scratch(int vertices) {
    size_t n = (size_t)vertices;
    return n * n + 3 * n + 1;
}

/* Cholesky's factor of L [n x n] in place; only the lower triangle is read and written; false: not
 * positive definite */
static bool factor(int n, double *L) {
    for (int j = 0; j < n; j++)
        for (int i = j; i < n; i++) {
            double sum = L[i * n + j];
            for (int k = 0; k < j; k++) sum -= L[i * n + k] * L[j * n + k];
            if (i == j && !(sum > 0)) return false;
            L[i * n + j] = i == j ? sqrt(sum) : sum / L[j * n + j];
        }
    return true;
}

static void back(int n, const double *L, double *p) {
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < i; k++) p[i] -= L[i * n + k] * p[k];
        p[i] /= L[i * n + i];
    }
    for (int i = n - 1; i >= 0; i--) {
        for (int k = i + 1; k < n; k++) p[i] -= L[k * n + i] * p[k];
        p[i] /= L[i * n + i];
    }
}

static double dot(int n, const double *x, const double *y) {
    double sum = 0;
    for (int i = 0; i < n; i++) sum += x[i] * y[i];
    return sum;
}

/* sets entries of x [n] that are rounding errors to 0 */
static void clean(int n, int vertices, double *x) {
    double most = 0;
    for (int i = 0; i < n; i++) most = fmax(most, fabs(x[i]));
    for (int i = 0; i < n; i++)
        if (fabs(x[i]) <= ROUNDING * vertices * most) x[i] = 0;
}

/* c [vertices]: 1 / size of a on the vertices of cluster a, -1 / size of b on those of cluster b, 0
 * elsewhere; then both clusters together get the number `both` */
static void join(int vertices, int *cluster, int a, int b, int both, double *c) {
    int in_a = 0, in_b = 0;
    for (int v = 0; v < vertices; v++) {
        in_a += cluster[v] == a;
        in_b += cluster[v] == b;
    }
    for (int v = 0; v < vertices; v++) {
        c[v] = cluster[v] == a ? 1.0 / in_a : cluster[v] == b ? -1.0 / in_b : 0;
        if (c[v] != 0) cluster[v] = both;
    }
}

bool tw_incidence_basis(int vertices, int edges, const int *from, const int *to, const double *w,
                        const int *merge, double *U, double *C, double *scratch) {
    int n = vertices - 1, last = n;
    double *L = scratch, *p = L + (size_t)n * (size_t)n;
    int *cluster = (int *)(void *)(p + vertices);
    double least = HUGE_VAL, most = 0;
    memset(L, 0, (size_t)n * (size_t)n * sizeof *L);
    for (int e = 0; e < edges; e++) {
        int a = from[e], b = to[e];
        double ww = w[e] * w[e];
        least = fmin(least, w[e]);
        most = fmax(most, w[e]);
        if (a != last) L[a * n + a] += ww;
        if (b != last) L[b * n + b] += ww;
        if (a != last && b != last) L[(a > b ? a : b) * n + (a > b ? b : a)] -= ww;
    }
    if (!(most <= UNLIKE * least) || !factor(n, L)) return false;
    for (int v = 0; v < vertices; v++) cluster[v] = v;
    for (int k = 0; k < n; k++) {
        double *u = U + (size_t)k * (size_t)edges, *c = C + (size_t)k * (size_t)vertices;
        join(vertices, cluster, merge[2 * k], merge[2 * k + 1], vertices + k, p);
        p[last] = 0;
        back(n, L, p);
        for (int e = 0; e < edges; e++) u[e] = w[e] * (p[from[e]] - p[to[e]]);
        for (int twice = 0; twice < 2; twice++)
            for (int j = 0; j < k; j++) {
                const double *v = U + (size_t)j * (size_t)edges;
                double f = dot(edges, u, v);
                for (int e = 0; e < edges; e++) u[e] -= f * v[e];
            }
        double length = sqrt(dot(edges, u, u));
        if (!(length > 0)) return false;
        for (int e = 0; e < edges; e++) u[e] /= length;
        clean(edges, vertices, u);
        for (int v = 0; v < vertices; v++) c[v] = 0;
        for (int e = 0; e < edges; e++) {
            c[from[e]] += w[e] * u[e];
            c[to[e]] -= w[e] * u[e];
        }
        clean(vertices, vertices, c);
    }
    return true;
}
