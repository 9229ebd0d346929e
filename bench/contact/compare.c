/*
 * Tauwerk's contacts beside ODE's and Bullet's: for each scene and class of accuracy the cheapest
 * setting of each engine that reaches it, then runs of these, interleaved, their medians, and the
 * ratio of Tauwerk to the best other engine.
 *
 *     bench_contact [--programs FOLDER] [--only SCENE] [--limit S] [--runs N] [--curve]
 *
 * Times are processor seconds per simulated second, of one core. --curve: heaps of 100 ... 5,000
 * at the settings that a heap of 500 needs for the first class, and the exponent of the cost.
 */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ENGINES = 3, CLASSES = 3, WORDS = 160, MOST_RUNS = 15 };

static const char *const engine_name[ENGINES] = {"tauwerk", "ode", "bullet"};

static const double DEPTH = 1e-3;                            /* m */
static const double residuals[CLASSES] = {3e-2, 1e-2, 1e-3}; /* m/s */

typedef struct place {
    const char *name;
    int size;
    const char *words; /* what is simulated and measured */
} place;

static const place places[] = {{"wall", 200, "time=2"}, {"pile", 500, "time=2 from=1.5"}};

typedef struct outcome {
    double cpu, depth, residual;
    char end[16];
} outcome;

typedef struct options {
    const char *programs, *only;
    double limit;
    int runs;
} options;

typedef struct finalist {
    bool found;
    char words[WORDS];
    outcome seen;
    double cost[MOST_RUNS];
} finalist;

/* a solver with a knob that makes each step's problem be solved further, from coarse to fine */
typedef struct solver {
    int engine;
    const char *words, *knob;
    double value[8];
} solver;

static const solver solvers[] = {
    {0, "", "tolerance", {1, 0.3, 0.1, 0.03, 0.01, 1e-3, 1e-5}},
    {1, "solver=quick", "iterations", {10, 20, 50, 100, 200, 500, 1000}},
    {1, "solver=quick erp=0.8", "iterations", {20, 50, 200}},
    {2, "solver=impulse", "iterations", {10, 20, 50, 100, 200, 500, 1000}},
    {2, "solver=nncg", "iterations", {10, 20, 50, 100, 200}},
};
static const int substeps[] = {1, 2, 4, 8, 16, 32};

static outcome run(const options *o, int engine, const place *p, int size, const char *words) {
    char command[1024], line[512] = "";
    outcome out = {.end = "failed"};
    snprintf(command, sizeof command, "'%s/bench_contact_%s' %s %d %s %s limit=%g", o->programs,
             engine_name[engine], p->name, size, p->words, words, o->limit);
    FILE *f = popen(command, "r");
    if (!f) return out;
    char *read = fgets(line, sizeof line, f);
    int status = pclose(f);
    int got = sscanf(line,
                     "wall=%*f cpu=%lf steps=%*d depth=%lf residual=%lf worst=%*f balance=%*f "
                     "contacts=%*d creep=%*f kinetic=%*f end=%15s",
                     &out.cpu, &out.depth, &out.residual, out.end);
    if (!read || status || got != 4) snprintf(out.end, sizeof out.end, "failed");
    fprintf(stderr, "%s %d %s %s: %s", p->name, size, engine_name[engine], words, line);
    return out;
}

static bool reaches(const outcome *out, int class) {
    return !strcmp(out->end, "done") && out->depth <= DEPTH && out->residual <= residuals[class];
}

/* one solver at one number of steps: on until the strictest class is reached, or whatever is still
 * to be reached has been had for less */
static void refine(const options *o, const solver *s, const place *p, int steps, finalist *best) {
    for (int i = 0; s->value[i] > 0; i++) {
        char words[WORDS];
        snprintf(words, sizeof words, "%s substeps=%d %s=%g", s->words, steps, s->knob,
                 s->value[i]);
        outcome out = run(o, s->engine, p, p->size, words);
        bool on = false;
        for (int c = 0; c < CLASSES; c++) {
            if (reaches(&out, c) && (!best[c].found || out.cpu < best[c].seen.cpu)) {
                best[c].found = true;
                best[c].seen = out;
                memcpy(best[c].words, words, sizeof words);
            }
            on |= !reaches(&out, c) && (!best[c].found || out.cpu < best[c].seen.cpu);
        }
        if (!on || !strcmp(out.end, "limit")) return;
    }
}

static void search(const options *o, int engine, const place *p, finalist *best) {
    for (size_t i = 0; i < sizeof solvers / sizeof *solvers; i++)
        for (size_t k = 0; solvers[i].engine == engine && k < sizeof substeps / sizeof *substeps;
             k++)
            refine(o, &solvers[i], p, substeps[k], best);
}

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *x, int n) {
    qsort(x, (size_t)n, sizeof *x, compare);
    return n % 2 ? x[n / 2] : (x[n / 2 - 1] + x[n / 2]) / 2;
}

static void race(const options *o, const place *p, finalist best[ENGINES][CLASSES]) {
    for (int c = 0; c < CLASSES; c++) {
        double mine = 0, other = INFINITY;
        for (int r = 0; r < o->runs; r++)
            for (int e = 0; e < ENGINES; e++) {
                char words[WORDS + 16];
                if (!best[e][c].found) continue;
                snprintf(words, sizeof words, "%s look=0", best[e][c].words);
                best[e][c].cost[r] = run(o, e, p, p->size, words).cpu;
            }
        for (int e = 0; e < ENGINES; e++) {
            finalist *b = &best[e][c];
            if (!b->found) {
                printf("| %s %d | %g | %s | not reached | | | |\n", p->name, p->size, residuals[c],
                       engine_name[e]);
                continue;
            }
            double cost = median(b->cost, o->runs);
            if (e == 0) mine = cost;
            if (e > 0) other = fmin(other, cost);
            printf("| %s %d | %g | %s | %s | %.3g | %.2g | %.3g |\n", p->name, p->size,
                   residuals[c], engine_name[e], b->words, cost, 1e3 * b->seen.depth,
                   b->seen.residual);
        }
        if (mine > 0 && other < INFINITY)
            printf("| | | | | **%.2f x** the best other | | |\n", mine / other);
        else if (mine > 0)
            printf("| | | | | no other reaches it | | |\n");
        fflush(stdout);
    }
}

static void curve(const options *o, int size[], int sizes) {
    static const place heap = {"heap", 500, "time=2 from=1.5"};
    printf("| heap | settings |");
    for (int i = 0; i < sizes; i++) printf(" %d |", size[i]);
    printf(" exponent |\n");
    for (int e = 0; e < ENGINES; e++) {
        finalist best[CLASSES] = {{0}};
        double x = 0, y = 0, xx = 0, xy = 0;
        int n = 0;
        search(o, e, &heap, best);
        if (!best[0].found) continue;
        printf("| %s | %s |", engine_name[e], best[0].words);
        for (int i = 0; i < sizes; i++) {
            char words[WORDS + 16];
            options long_one = *o;
            snprintf(words, sizeof words, "%s look=0", best[0].words);
            long_one.limit = 20 * o->limit;
            outcome out = run(&long_one, e, &heap, size[i], words);
            if (strcmp(out.end, "done")) {
                printf(" %s |", out.end);
                continue;
            }
            double a = log(size[i]), b = log(out.cpu);
            printf(" %.3g |", out.cpu);
            x += a, y += b, xx += a * a, xy += a * b, n++;
        }
        printf(" %.2f |\n", n > 1 ? (n * xy - x * y) / (n * xx - x * x) : NAN);
        fflush(stdout);
    }
}

int main(int argc, char **argv) {
    options o = {.limit = 60, .runs = 5};
    char folder[512];
    bool curves = false;
    snprintf(folder, sizeof folder, "%s", argv[0]);
    char *slash = strrchr(folder, '/');
    if (slash) *slash = '\0';
    o.programs = slash ? folder : ".";
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--curve")) {
            curves = true;
        } else if (i + 1 < argc && !strcmp(argv[i], "--programs")) {
            o.programs = argv[++i];
        } else if (i + 1 < argc && !strcmp(argv[i], "--only")) {
            o.only = argv[++i];
        } else if (i + 1 < argc && !strcmp(argv[i], "--limit")) {
            o.limit = atof(argv[++i]);
        } else if (i + 1 < argc && !strcmp(argv[i], "--runs")) {
            o.runs = atoi(argv[++i]);
        } else {
            fprintf(stderr, "%s: no option '%s'\n", argv[0], argv[i]);
            return 2;
        }
    }
    if (o.runs < 1 || o.runs > MOST_RUNS) return 2;
    if (curves) {
        int size[] = {100, 200, 500, 1000, 2000, 5000};
        curve(&o, size, sizeof size / sizeof *size);
        return 0;
    }
    printf("| scene | residual, m/s | engine | setting | s per s | depth, mm | residual |\n");
    printf("|---|---|---|---|---|---|---|\n");
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        finalist best[ENGINES][CLASSES] = {{{0}}};
        if (o.only && strcmp(o.only, places[i].name)) continue;
        for (int e = 0; e < ENGINES; e++) search(&o, e, &places[i], best[e]);
        race(&o, &places[i], best);
    }
    return 0;
}
