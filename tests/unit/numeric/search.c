/*
 * The search for numbers that do what is asked, on problems with known answers; and the quadratic
 * programme that its steps come from, by the conditions that its answer must meet.
 */
#include "numeric/search/search.h"
#include "numeric/search/differences.h"
#include "numeric/search/evolution.h"
#include "numeric/search/quadratic.h"

#include "../../support/random.h"
#include "base/math/elementary.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { N = 12, M = 24 };

/* ---- the programme -------------------------------------------------------------------------- */

typedef struct random_programme {
    double B[N * N], g[N], A[M * N], c[M], cost[M], low[N], high[N];
    bool equal[M];
    tw_quadratic q;
} random_programme;

static void make(random_programme *r, int n, int m) {
    double half[N * N];
    for (int i = 0; i < n * n; i++) half[i] = uniform(-1, 1);
    for (int i = 0; i < n; i++) {
        r->g[i] = uniform(-3, 3);
        r->low[i] = uniform(-2, 0.5);
        r->high[i] = r->low[i] + uniform(0.01, 3);
        for (int j = 0; j < n; j++) {
            r->B[i * n + j] = i == j ? 1e-3 : 0;
            for (int k = 0; k < n; k++) r->B[i * n + j] += half[i * n + k] * half[j * n + k];
        }
    }
    for (int i = 0; i < m; i++) {
        for (int j = 0; j < n; j++) r->A[i * n + j] = uniform(-1, 1);
        r->c[i] = uniform(-1, 1);
        r->cost[i] = pow(10, uniform(-1, 3));
        r->equal[i] = random_int(2) == 0;
    }
    r->q = (tw_quadratic){n, m, r->B, r->g, r->A, r->c, r->equal, r->cost, r->low, r->high};
}

/* no point near the answer is better, to 1e-9 of the programme's size: it is convex */
static void quadratic_is_least(void **state) {
    (void)state;
    static double scratch[4096];
    for (int round = 0; round < 400; round++) {
        random_programme r;
        int n = 1 + random_int(N), m = random_int(M + 1);
        double y[N], l[M], z[N];
        make(&r, n, m);
        assert_true(tw_quadratic_scratch(n, m) <= sizeof scratch / sizeof *scratch);
        assert_true(tw_quadratic_solve(&r.q, y, l, scratch));
        double value = tw_quadratic_value(&r.q, y), size = fabs(value) + 1;
        for (int i = 0; i < m; i++) size += r.cost[i];
        for (int i = 0; i < n; i++) assert_true(y[i] >= r.low[i] && y[i] <= r.high[i]);
        for (int k = 0; k < 200; k++) {
            double reach = pow(10, uniform(-6, 0));
            for (int i = 0; i < n; i++)
                z[i] = fmin(fmax(y[i] + reach * uniform(-1, 1), r.low[i]), r.high[i]);
            assert_true(tw_quadratic_value(&r.q, z) >= value - 1e-9 * size);
        }
        for (int i = 0; i < m; i++)
            assert_true(l[i] <= r.cost[i] && l[i] >= (r.equal[i] ? -r.cost[i] : 0));
    }
}

/* ---- problems with known answers ------------------------------------------------------------ */

typedef struct known {
    const char *name;
    int n, m;
    bool minimise;
    double low, high;
    double start[4];
    tw_row_kind row[8];
    void (*f)(const double *x, double *f, double *c);
    double x[4]; /* the answer; NAN: any */
    double best; /* f there */
    tw_search_end end;
} known;

static void rosenbrock(const double *x, double *f, double *c) {
    *f = 0;
    c[0] = 10 * (x[1] - x[0] * x[0]);
    c[1] = 1 - x[0];
}

static void rosenbrock_value(const double *x, double *f, double *c) {
    (void)c;
    double a = 10 * (x[1] - x[0] * x[0]), b = 1 - x[0];
    *f = a * a + b * b;
}

static void powell(const double *x, double *f, double *c) {
    *f = 0;
    c[0] = x[0] + 10 * x[1];
    c[1] = sqrt(5) * (x[2] - x[3]);
    c[2] = (x[1] - 2 * x[2]) * (x[1] - 2 * x[2]);
    c[3] = sqrt(10) * (x[0] - x[3]) * (x[0] - x[3]);
}

static void hs71(const double *x, double *f, double *c) {
    *f = x[0] * x[3] * (x[0] + x[1] + x[2]) + x[2];
    c[0] = x[0] * x[1] * x[2] * x[3] - 25;
    c[1] = x[0] * x[0] + x[1] * x[1] + x[2] * x[2] + x[3] * x[3] - 40;
}

/* the least of x + y on the circle of radius sqrt 2: the curvature of the row is all there is */
static void circle(const double *x, double *f, double *c) {
    *f = x[0] + x[1];
    c[0] = x[0] * x[0] + x[1] * x[1] - 2;
}

/* two goals that no x meets together */
static void against(const double *x, double *f, double *c) {
    *f = 0;
    c[0] = x[0] - 1;
    c[1] = x[0] + 1;
    c[2] = x[1] - 3;
}

static void against_hard(const double *x, double *f, double *c) {
    *f = x[0] * x[0] + x[1] * x[1];
    c[0] = x[0] - 2;
    c[1] = -1 - x[0];
}

static void bound(const double *x, double *f, double *c) {
    (void)c;
    *f = (x[0] - 3) * (x[0] - 3) + (x[1] + x[0]) * (x[1] + x[0]);
}

/* a value in small units beside a goal in ordinary ones */
static void tiny(const double *x, double *f, double *c) {
    *f = 1e-13 * ((x[0] - 1) * (x[0] - 1) + (x[1] - 2) * (x[1] - 2));
    c[0] = x[0] + x[1] - 1;
}

/* the least time T along a way of two shapes a and b to its end: two rows that are met together,
 * one of them whatever a and b are then, so that their gradients are parallel at the answer */
static void twice_there(const double *x, double *f, double *c) {
    double T = x[0], a = x[1] - 1, b = x[2] - x[1] * x[1];
    double way = T * T / (1 + a * a + 3 * b * b);
    *f = T;
    c[0] = way - 1;
    c[1] = way * way - 1 + 2 * (way - 1) * (x[1] + x[2] * x[2]);
}

static const known all[] = {
    {"rosenbrock",
     2,
     2,
     false,
     -10,
     10,
     {-1.2, 1},
     {TW_ROW_SOFT_EQUAL, TW_ROW_SOFT_EQUAL},
     rosenbrock,
     {1, 1},
     0,
     TW_SEARCH_FOUND},
    {"rosenbrock's value",
     2,
     0,
     true,
     -10,
     10,
     {-1.2, 1},
     {0},
     rosenbrock_value,
     {1, 1},
     0,
     TW_SEARCH_FOUND},
    {"powell",
     4,
     4,
     false,
     -10,
     10,
     {3, -1, 0, 1},
     {0},
     powell,
     {NAN, NAN, NAN, NAN},
     0,
     TW_SEARCH_FOUND},
    {"hs71",
     4,
     2,
     true,
     1,
     5,
     {1, 5, 5, 1},
     {TW_ROW_ABOVE, TW_ROW_EQUAL},
     hs71,
     {1, 4.742999637, 3.821149987, 1.379408291},
     17.0140173,
     TW_SEARCH_FOUND},
    {"circle",
     2,
     1,
     true,
     -10,
     10,
     {3, 0.5},
     {TW_ROW_EQUAL},
     circle,
     {-1, -1},
     -2,
     TW_SEARCH_FOUND},
    {"against", 2, 3, false, -10, 10, {5, 5}, {0}, against, {0, 3}, 0, TW_SEARCH_AGAINST},
    {"against, hard and met but for one",
     2,
     3,
     false,
     -10,
     10,
     {5, 5},
     {TW_ROW_EQUAL, TW_ROW_EQUAL, TW_ROW_EQUAL},
     against,
     {NAN, 3},
     0,
     TW_SEARCH_AGAINST},
    {"against, hard",
     2,
     2,
     true,
     -10,
     10,
     {5, 5},
     {TW_ROW_ABOVE, TW_ROW_ABOVE},
     against_hard,
     {NAN, 0},
     NAN,
     TW_SEARCH_AGAINST},
    {"bound", 2, 0, true, -1, 1, {0, 0.5}, {0}, bound, {1, -1}, 4, TW_SEARCH_FOUND},
    {"tiny", 2, 1, true, -9, 9, {4, -4}, {TW_ROW_EQUAL}, tiny, {0, 1}, 2e-13, TW_SEARCH_FOUND},
    {"tiny, no goal", 2, 0, true, -9, 9, {4, -4}, {0}, tiny, {1, 2}, 0, TW_SEARCH_FOUND},
};

static tw_status value(void *context, const double *x, double *f, double *c, bool *valid) {
    const known *k = context;
    *f = 0;
    k->f(x, f, c);
    *valid = true;
    for (int i = 0; i < k->n; i++) assert_true(x[i] >= k->low && x[i] <= k->high);
    return TW_OK;
}

/* by central differences inside of the bounds */
static tw_status slope(void *context, const double *x, double f0, const double *c, double *g,
                       double *J, bool *valid) {
    const known *k = context;
    double at[4], f[2], row[2][8];
    (void)c, (void)f0;
    for (int j = 0; j < k->n; j++) {
        double where[2];
        for (int side = 0; side < 2; side++) {
            memcpy(at, x, (size_t)k->n * sizeof *at);
            where[side] = fmin(fmax(x[j] + (side ? 1e-6 : -1e-6), k->low), k->high);
            at[j] = where[side];
            k->f(at, &f[side], row[side]);
        }
        g[j] = (f[1] - f[0]) / (where[1] - where[0]);
        for (int i = 0; i < k->m; i++)
            J[i * k->n + j] = (row[1][i] - row[0][i]) / (where[1] - where[0]);
    }
    *valid = true;
    return TW_OK;
}

static tw_status accept(void *context, int step, const double *x, double f, const double *c) {
    (void)context, (void)step, (void)x, (void)f, (void)c;
    return TW_OK;
}

static void known_answers(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        const known *k = &all[i];
        double low[4], high[4], scale[4], within[8], x[4], c[8], pull[32];
        for (int j = 0; j < 4; j++) low[j] = k->low, high[j] = k->high, scale[j] = 1;
        for (int j = 0; j < 8; j++) within[j] = 1e-6;
        memcpy(x, k->start, sizeof x);
        tw_search_problem p = {.n = k->n,
                               .m = k->m,
                               .low = low,
                               .high = high,
                               .scale = scale,
                               .row = k->row,
                               .within = within,
                               .minimise = k->minimise,
                               .tolerance = 1e-6,
                               .most = 200,
                               .value = value,
                               .slope = slope,
                               .accept = accept,
                               .context = (void *)k};
        tw_search_result r;
        assert_int_equal(tw_search(&p, x, c, pull, &r), TW_OK);
        assert_int_equal(r.end, k->end);
        assert_true(r.steps < 100);
        /* a curve that steps leave along its tangent: 35 steps without corrections of taken ones */
        if (k->f == circle) assert_true(r.steps < 20);
        if (k->minimise && !isnan(k->best))
            assert_true(fabs(r.f - k->best) < 1e-6 * (1 + fabs(k->best)));
        for (int j = 0; j < k->n; j++)
            if (!isnan(k->x[j])) assert_true(fabs(x[j] - k->x[j]) < (k->minimise ? 2e-4 : 1e-6));
        if (k->f == against) { /* two goals pull, and just as much; the third does not */
            assert_true(fabs(pull[0] + pull[2]) < 1e-6 && fabs(pull[0]) > 0.5);
            assert_true(fabs(pull[5]) < 1e-6);
        }
    }
}

/* from random starts; where it says that it found the least time, it did */
static void repeated_rows(void **state) {
    (void)state;
    known k = {.n = 3, .m = 2, .minimise = true, .low = -3, .high = 10, .f = twice_there};
    double low[] = {0.1, -3, -3}, high[] = {10, 10, 10}, scale[] = {1, 1, 1},
           within[] = {1e-6, 1e-6};
    tw_row_kind row[] = {TW_ROW_EQUAL, TW_ROW_EQUAL};
    tw_search_problem p = {.n = 3,
                           .m = 2,
                           .low = low,
                           .high = high,
                           .scale = scale,
                           .row = row,
                           .within = within,
                           .minimise = true,
                           .tolerance = 1e-6,
                           .most = 200,
                           .value = value,
                           .slope = slope,
                           .accept = accept,
                           .context = &k};
    int found = 0, steps = 0, wrong = 0;
    for (int i = 0; i < 200; i++) {
        double x[4] = {uniform(0.2, 8), uniform(-3, 3), uniform(-3, 3)}, c[8];
        tw_search_result r;
        assert_int_equal(tw_search(&p, x, c, NULL, &r), TW_OK);
        steps += r.steps;
        if (r.end != TW_SEARCH_FOUND) continue;
        found++;
        wrong += fabs(r.f - 1) > 1e-4;
    }
    printf("repeated rows: found %d of 200, %d of them no minimum, %.1f steps\n", found, wrong,
           steps / 200.0);
    assert_true(found >= 190);
    assert_int_equal(wrong, 0);
}

/* on both sides, or twice on the side that has room */
static void points_of_differences(void **state) {
    (void)state;
    const double low[] = {0}, high[] = {1}, step[] = {0.1};
    const tw_differences d = {1, 1, low, high, step};
    const double at[][3] = {{0.5, 0.4, 0.6}, {0.05, 0.15, 0.25}, {0.95, 0.85, 0.75}};
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 2; k++)
            assert_true(fabs(tw_difference_point(&d, &at[i][0], 0, k) - at[i][1 + k]) < 1e-15);
}

/* ---- populations ----------------------------------------------------------------------------- */

enum { VALLEYS = 4 };

typedef struct landscape {
    const double *low, *high;
    bool narrow, cut;
    int better;
    double last;
} landscape;

/* many valleys with the least at 1, or one that is bent and narrow; cut: nothing where x0 < -3,
 * where it begins */
static double height(const landscape *l, const double *x) {
    double sum = 0;
    for (int i = 0; i < VALLEYS; i++) {
        assert_true(x[i] >= l->low[i] && x[i] <= l->high[i]);
        double y = x[i] - 1;
        if (!l->narrow) sum += y * y - 2 * tw_cos(6 * y) + 2;
        if (l->narrow && i + 1 < VALLEYS)
            sum += 100 * pow(x[i + 1] - x[i] * x[i], 2) + y * y; /* [Rosenbrock 1960] */
    }
    return l->cut && x[0] < -3 ? INFINITY : sum;
}

static tw_status heights(void *context, const double *x, int count, double *merit) {
    for (int k = 0; k < count; k++) merit[k] = height(context, x + k * VALLEYS);
    return TW_OK;
}

static tw_status went_down(void *context, int generation, const double *x) {
    landscape *l = context;
    (void)generation;
    double now = height(l, x);
    assert_true(now < l->last);
    l->last = now;
    l->better++;
    return TW_OK;
}

/* the least of all from far starts, for most seeds; bounds hold; the same seed, the same bits */
static void populations(void **state) {
    (void)state;
    static const double low[] = {-5, -5, -5, -5}, high[] = {5, 5, 5, 5}, scale[] = {5, 5, 5, 5};
    static const int least[] = {6, 9, 4};
    for (int kind = 0; kind < 3; kind++) {
        int met = 0, tried;
        for (uint64_t seed = 1; seed <= 10; seed++) {
            double x[2][VALLEYS];
            for (int again = 0; again < 2; again++) {
                landscape l = {low, high, kind == 1, kind == 2, 0, INFINITY};
                const tw_evolution e = {VALLEYS, low,  high,    scale,     seed,
                                        600,     1e-6, heights, went_down, &l};
                memcpy(x[again], (const double[]){-4, 3, -3, 4}, sizeof x[again]);
                assert_int_equal(tw_evolve(&e, x[again], &tried), TW_OK);
                assert_true(l.better > 1 && tried < 600 * 16);
            }
            assert_memory_equal(x[0], x[1], sizeof x[0]);
            bool found = true;
            for (int i = 0; i < VALLEYS; i++) found = found && fabs(x[0][i] - 1) < 1e-4;
            met += found;
        }
        print_message("kind %d: %d of 10, %d samples\n", kind, met, tried);
        assert_true(met >= least[kind]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quadratic_is_least), cmocka_unit_test(points_of_differences),
        cmocka_unit_test(known_answers), cmocka_unit_test(repeated_rows),
        cmocka_unit_test(populations)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
