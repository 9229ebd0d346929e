/*
 * bench_solve: what one constraint force costs, for chains, towers and nets, regular, redundant and
 * in conflict, against LAPACK and SuiteSparse. Prints Markdown tables: microseconds per solve
 * (median of interleaved runs), error against dgelsd, and the exponent of the rows that the time
 * grows by.
 *
 *     bench_solve [--dense ROWS] [--limit S] [--only chain,netr] [--runs N] [--clock wall|cpu]
 *
 * Dense methods are run up to ROWS (900), and none where a solve would take longer than S (20).
 * Error: |x - x*| / |x*| with x* from dgelsd, and how much longer the residual is, over |r|.
 */
#include "solve.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { METHODS = 8, RUNS = 15, SIZES = 12 };

static const method *const methods[METHODS] = {
    &method_engine, &method_tauwerk,    &method_tauwerk_svd, &method_gelsd,
    &method_gesdd,  &method_simplicial, &method_supernodal,  &method_spqr};
enum { REFERENCE = 3 };

typedef struct family {
    const char *name, *scene;
    rhs_kind kind;
    int sizes[SIZES];
} family;

static const family families[] = {
    {"chain", "chain", RHS_ANY, {4, 16, 64, 256, 1024}},
    {"towers", "towers", RHS_ANY, {4, 16, 64, 256, 1022}},
    {"net", "net", RHS_ANY, {3, 4, 6, 8, 12, 16, 19}},
    {"redundant net", "netr", RHS_IN_RANGE, {4, 5, 6, 8, 10, 14}},
    {"net in conflict", "netr", RHS_ANY, {4, 5, 6, 8, 10, 14}},
};

typedef struct settings {
    int dense, runs;
    double limit; /* s */
    clockid_t clock;
    const char *only;
} settings;

typedef struct cell {
    bool run, failed;
    int rows;
    double first, cost;     /* s: of the first solve, of the others */
    double error, residual; /* against dgelsd; NAN: unknown */
} cell;

static double now(const settings *o) {
    struct timespec t;
    clock_gettime(o->clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double norm(const double *x, int n) {
    double sum = 0;
    for (int i = 0; i < n; i++) sum += x[i] * x[i];
    return sqrt(sum);
}

static double residual(const system_t *s, const double *x, double *work) {
    system_apply(s, x, work);
    for (int i = 0; i < s->m; i++) work[i] += s->r[i];
    return norm(work, s->m);
}

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* seconds of one solve: of as many as take 5 ms or more, at least one */
static double once(const settings *o, const method *m, void *self, double *x) {
    for (int count = 1;; count *= 2) {
        double start = now(o);
        for (int i = 0; i < count; i++) m->solve(self, x);
        double spent = now(o) - start;
        if (spent > 0.005) return spent / count;
    }
}

/* would it take too long, if it goes on growing by the third power? */
static bool too_long(const settings *o, const system_t *s, const method *m, const cell *smaller) {
    if (m->dense && s->m > o->dense) return true;
    if (!smaller || !smaller->rows) return false;
    return !smaller->run || smaller->first * pow(1.0 * s->m / smaller->rows, 3) > o->limit;
}

/* errors of a first solve, which also warms up; then the runs, interleaved */
static void measure(const settings *o, const system_t *s, const cell *smaller, cell row[METHODS]) {
    size_t m = (size_t)s->m;
    double *x = need(malloc(METHODS * m * sizeof *x)), *work = need(malloc(m * sizeof *work));
    double cost[METHODS][RUNS];
    void *self[METHODS] = {NULL};
    for (int k = 0; k < METHODS; k++) {
        bool skip = too_long(o, s, methods[k], smaller ? &smaller[k] : NULL);
        row[k] = (cell){.run = !skip, .rows = s->m};
        if (!row[k].run) continue;
        self[k] = methods[k]->create(s);
        double start = now(o);
        row[k].failed = !self[k] || !methods[k]->solve(self[k], x + (size_t)k * m);
        row[k].first = now(o) - start;
    }
    const double *reference = x + REFERENCE * m;
    for (int k = 0; k < METHODS; k++) {
        double *y = x + (size_t)k * m;
        row[k].error = row[k].residual = NAN;
        if (!row[k].run || row[k].failed || !row[REFERENCE].run) continue;
        row[k].residual = (residual(s, y, work) - residual(s, reference, work)) / norm(s->r, s->m);
        for (int i = 0; i < s->m; i++) work[i] = y[i] - reference[i];
        row[k].error = norm(work, s->m) / norm(reference, s->m);
    }
    for (int r = 0; r < o->runs; r++)
        for (int k = 0; k < METHODS; k++)
            if (row[k].run && !row[k].failed)
                cost[k][r] = row[k].first > 1 ? row[k].first : once(o, methods[k], self[k], work);
    for (int k = 0; k < METHODS; k++) {
        if (!row[k].run) continue;
        qsort(cost[k], (size_t)o->runs, sizeof **cost, by_size);
        row[k].cost = cost[k][o->runs / 2];
        if (self[k]) methods[k]->destroy(self[k]);
    }
    free(x);
    free(work);
}

static void print_row(const system_t *s, const cell row[METHODS]) {
    printf("| %d |", s->m);
    for (int k = 0; k < METHODS; k++) {
        if (!row[k].run)
            printf(" |");
        else if (row[k].failed)
            printf(" fails |");
        else if (isnan(row[k].error) || k == REFERENCE)
            printf(" %.3g |", 1e6 * row[k].cost);
        else
            printf(" %.3g (%.0e, %+.0e) |", 1e6 * row[k].cost, row[k].error, row[k].residual);
    }
    printf("\n");
    fflush(stdout);
}

/* slope of log time over log rows, of systems with 48 rows or more */
static double exponent(const double *rows, const cell (*row)[METHODS], int count, int k) {
    double n = 0, sx = 0, sy = 0, sxx = 0, sxy = 0;
    for (int i = 0; i < count; i++) {
        if (!row[i][k].run || row[i][k].failed || rows[i] < 48) continue;
        double x = log(rows[i]), y = log(row[i][k].cost);
        n++, sx += x, sy += y, sxx += x * x, sxy += x * y;
    }
    return n < 2 ? NAN : (n * sxy - sx * sy) / (n * sxx - sx * sx);
}

static void run_family(const settings *o, const family *f) {
    static cell row[SIZES][METHODS];
    double rows[SIZES];
    int count = 0;
    printf("\n%s\n\n| rows |", f->name);
    for (int k = 0; k < METHODS; k++) printf(" %s |", methods[k]->name);
    printf("\n|---|");
    for (int k = 0; k < METHODS; k++) printf("---|");
    printf("\n");
    for (; count < SIZES && f->sizes[count]; count++) {
        system_t s;
        if (system_create(f->scene, f->sizes[count], f->kind, &s)) exit(3);
        measure(o, &s, count ? row[count - 1] : NULL, row[count]);
        rows[count] = s.m;
        print_row(&s, row[count]);
        system_free(&s);
    }
    printf("| exponent |");
    for (int k = 0; k < METHODS; k++) {
        double e = exponent(rows, (const cell(*)[METHODS])row, count, k);
        if (isnan(e))
            printf(" |");
        else
            printf(" %.2f |", e);
    }
    printf("\n");
}

int main(int argc, char **argv) {
    settings o = {.dense = 900, .runs = 5, .limit = 20, .clock = CLOCK_MONOTONIC};
    for (int i = 1; i < argc; i += 2) {
        const char *value = argv[i + 1];
        if (value && !strcmp(argv[i], "--dense"))
            o.dense = atoi(value);
        else if (value && !strcmp(argv[i], "--limit"))
            o.limit = atof(value);
        else if (value && !strcmp(argv[i], "--runs"))
            o.runs = atoi(value);
        else if (value && !strcmp(argv[i], "--only"))
            o.only = value;
        else if (value && !strcmp(argv[i], "--clock"))
            o.clock = strcmp(value, "cpu") ? CLOCK_MONOTONIC : CLOCK_PROCESS_CPUTIME_ID;
        else {
            fprintf(stderr,
                    "usage: bench_solve [--dense ROWS] [--limit S] [--only SCENES] [--runs N] "
                    "[--clock wall|cpu]\n");
            return 2;
        }
    }
    if (o.runs < 1 || o.runs > RUNS) return 2;
    printf("Microseconds per solve; in brackets (distance from dgelsd's solution, relative; excess "
           "of the residual over dgelsd's, of |r|)\n");
    for (size_t i = 0; i < sizeof families / sizeof *families; i++)
        if (!o.only || strstr(o.only, families[i].scene)) run_family(&o, &families[i]);
    return 0;
}
