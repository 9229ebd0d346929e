/*
 * bench_rhs: what one evaluation of the right-hand side costs, per body, from short chains to long
 * ones and to many short ones; and how start-up grows. Prints a Markdown table; medians, of
 * processor time.
 *
 *     bench_rhs [--limit S]       sizes whose first evaluation takes longer than S (2) end the list
 */
#include "world.h"

#include "dynamics/rhs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RUNS = 7 };

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* seconds per evaluation, of as many as take 10 ms or more, at two states in turn */
static double evaluate(tw_dynamics *d, double *y, double *ydot) {
    for (int count = 1;; count *= 2) {
        double start = bench_processor();
        for (int i = 0; i < count; i++) {
            y[0] += i % 2 ? 1e-9 : -1e-9;
            bench_must(tw_rhs(d, 0, y, ydot));
        }
        double spent = bench_processor() - start;
        if (spent > 0.01) return spent / count;
    }
}

static bool row(const char *name, int size, double limit) {
    bench_scene s;
    double cost[RUNS], start = bench_processor();
    tw_dynamics *d;
    int n;
    if (bench_scene_create(name, size, &s)) bench_fail("no memory");
    tw_world *w = bench_world(&s);
    double built = bench_processor() - start;
    bench_must(tw_dynamics_create(w, &d));
    bench_must(tw_rhs_prepare(d, &n));
    double *y = malloc((size_t)n * sizeof *y), *ydot = malloc((size_t)n * sizeof *ydot);
    if (!y || !ydot) bench_fail("no memory");
    tw_rhs_pack(d, y);
    double begin = bench_processor();
    bench_must(tw_rhs(d, 0, y, ydot));
    double first = bench_processor() - begin, startup = bench_processor() - start;
    for (int r = 0; r < RUNS; r++)
        cost[r] = r > 0 && first > limit / 2 ? cost[0] : evaluate(d, y, ydot);
    qsort(cost, RUNS, sizeof *cost, by_size);
    printf("| %s %d | %d | %d | %.0f | %.3g | %.3g |\n", name, size, s.bodies, 3 * s.joints,
           1e9 * cost[RUNS / 2] / s.bodies, built, startup);
    fflush(stdout);
    free(y);
    free(ydot);
    tw_dynamics_destroy(d);
    tw_world_destroy(w);
    bench_scene_free(&s);
    return first <= limit;
}

int main(int argc, char **argv) {
    static const int chains[] = {4, 16, 64, 256, 1024, 4096};
    static const int islands[] = {1, 10, 100, 1000, 10000};
    double limit = 2;
    if (argc == 3 && !strcmp(argv[1], "--limit"))
        limit = atof(argv[2]);
    else if (argc != 1)
        bench_fail("usage: bench_rhs [--limit S]");
    printf("| scene | bodies | rows | ns per body | objects made (s) | ready (s) |\n"
           "|---|---|---|---|---|---|\n");
    for (size_t i = 0; i < sizeof chains / sizeof *chains; i++)
        if (!row("chain", chains[i], limit)) break;
    for (size_t i = 0; i < sizeof islands / sizeof *islands; i++)
        if (!row("islands", islands[i], limit)) break;
    return 0;
}
