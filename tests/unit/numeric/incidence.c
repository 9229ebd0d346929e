/*
 * Loops of random graphs, against the definition: two edges are in one part when no vertex
 * separates them. Bases of what they carry, against the properties that define them.
 */
#include "numeric/linear/incidence.h"

#include "../../support/near.h"
#include "../../support/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

enum { VERTICES = 9, EDGES = 24 };

typedef struct graph {
    int vertices, edges, from[EDGES], to[EDGES];
} graph;

static graph random_graph(void) {
    graph g = {.vertices = 2 + random_int(VERTICES - 1)};
    int most = random_int(2) ? g.vertices + 2 : EDGES;
    g.edges = 1 + random_int(most);
    for (int e = 0; e < g.edges; e++) {
        g.from[e] = random_int(g.vertices);
        do g.to[e] = random_int(g.vertices);
        while (g.to[e] == g.from[e]);
    }
    return g;
}

/* which vertices are reached from `start` without going through `without` */
static void reach(const graph *g, int start, int without, bool *seen) {
    memset(seen, 0, VERTICES * sizeof *seen);
    seen[start] = true;
    for (bool grew = true; grew;) {
        grew = false;
        for (int e = 0; e < g->edges; e++) {
            int a = g->from[e], b = g->to[e];
            if (a == without || b == without || seen[a] == seen[b]) continue;
            seen[a] = seen[b] = grew = true;
        }
    }
}

static bool together(const graph *g, int e, int f) {
    for (int v = 0; v < g->vertices; v++) {
        bool seen[VERTICES];
        reach(g, g->from[e] == v ? g->to[e] : g->from[e], v, seen);
        if (!seen[g->from[f] == v ? g->to[f] : g->from[f]]) return false;
    }
    return true;
}

static void test_parts(void **state) {
    (void)state;
    for (int i = 0; i < 2000; i++) {
        graph g = random_graph();
        int part[EDGES], parts, most = -1;
        assert_int_equal(tw_graph_parts(g.vertices, g.edges, g.from, g.to, part, &parts), TW_OK);
        for (int e = 0; e < g.edges; e++) {
            assert_in_range(part[e], 0, parts - 1);
            most = part[e] > most ? part[e] : most;
            for (int f = 0; f < e; f++)
                if ((part[e] == part[f]) != together(&g, e, f))
                    fail_msg("graph %d: edges %d and %d", i, e, f);
        }
        assert_int_equal(most, parts - 1);
    }
}

/* edges in a row 100,000 long: no recursion */
static void test_long(void **state) {
    (void)state;
    enum { N = 100000 };
    static int from[N + 1], to[N + 1], part[N + 1];
    int parts;
    for (int e = 0; e < N; e++) from[e] = e, to[e] = e + 1;
    assert_int_equal(tw_graph_parts(N + 1, N, from, to, part, &parts), TW_OK);
    assert_int_equal(parts, N);
    from[N] = N, to[N] = 0;
    assert_int_equal(tw_graph_parts(N + 1, N + 1, from, to, part, &parts), TW_OK);
    assert_int_equal(parts, 1);
}

/* joins random clusters */
static void random_merge(int vertices, int *merge) {
    int list[VERTICES], n = vertices;
    for (int v = 0; v < n; v++) list[v] = v;
    for (int k = 0; k < vertices - 1; k++)
        for (int side = 0; side < 2; side++) {
            int i = random_int(n);
            merge[2 * k + side] = list[i];
            list[i] = side ? vertices + k : list[--n];
        }
}

static bool connected(const graph *g) {
    bool seen[VERTICES];
    reach(g, 0, -1, seen);
    for (int v = 0; v < g->vertices; v++)
        if (!seen[v]) return false;
    return true;
}

static void test_basis(void **state) {
    (void)state;
    for (int i = 0, done = 0; done < 1000; i++) {
        graph g = random_graph();
        if (!connected(&g)) continue;
        done++;
        double w[EDGES], U[VERTICES * EDGES], C[VERTICES * VERTICES];
        double scratch[VERTICES * VERTICES + 3 * VERTICES + 1], G[EDGES][VERTICES] = {{0}};
        int merge[2 * VERTICES], n = g.vertices, m = g.edges;
        assert_true(tw_incidence_scratch(n) <= sizeof scratch / sizeof *scratch);
        for (int e = 0; e < m; e++) {
            w[e] = done % 2 ? 1 : uniform(0.01, 1);
            G[e][g.from[e]] = w[e];
            G[e][g.to[e]] = -w[e];
        }
        random_merge(n, merge);
        assert_true(tw_incidence_basis(n, m, g.from, g.to, w, merge, U, C, scratch));
        for (int k = 0; k < n - 1; k++) {
            for (int l = 0; l <= k; l++) {
                double sum = 0;
                for (int e = 0; e < m; e++) sum += U[k * m + e] * U[l * m + e];
                assert_near(sum, k == l ? 1 : 0, 1e-13);
            }
            for (int v = 0; v < n; v++) {
                double sum = 0;
                for (int e = 0; e < m; e++) sum += U[k * m + e] * G[e][v];
                assert_near(C[k * n + v], sum, 1e-13);
            }
        }
        for (int e = 0; e < m; e++) /* nothing of G is lost: U^T C = G */
            for (int v = 0; v < n; v++) {
                double sum = 0;
                for (int k = 0; k < n - 1; k++) sum += U[k * m + e] * C[k * n + v];
                assert_near(sum, G[e][v], 1e-12);
            }
    }
}

/* of a complete graph with equal weights a step concerns its two clusters only */
static void test_sparse(void **state) {
    (void)state;
    int from[] = {0, 0, 0, 1, 1, 2}, to[] = {1, 2, 3, 2, 3, 3}, merge[] = {0, 2, 1, 3, 4, 5};
    double w[] = {3, 3, 3, 3, 3, 3}, U[18], C[12], scratch[29];
    assert_true(tw_incidence_basis(4, 6, from, to, w, merge, U, C, scratch));
    const double r = 3 * sqrt(2);
    const double want[12] = {r, 0, -r, 0, 0, r, 0, -r, 3, -3, 3, -3};
    for (int i = 0; i < 12; i++) {
        assert_near(C[i], want[i], 1e-14);
        if (want[i] == 0) assert_true(C[i] == 0);
    }
}

/* the rank of what weighs next to nothing cannot be told */
static void test_unlike(void **state) {
    (void)state;
    int from[] = {0, 1, 2}, to[] = {1, 2, 0}, merge[] = {0, 1, 2, 3};
    double w[] = {1, 1e-7, 1e-7}, U[6], C[6], scratch[19];
    assert_false(tw_incidence_basis(3, 3, from, to, w, merge, U, C, scratch));
    w[1] = w[2] = NAN;
    assert_false(tw_incidence_basis(3, 3, from, to, w, merge, U, C, scratch));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_parts), cmocka_unit_test(test_long),
                                       cmocka_unit_test(test_basis), cmocka_unit_test(test_sparse),
                                       cmocka_unit_test(test_unlike)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
