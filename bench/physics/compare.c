/*
 * bench_physics: Tauwerk against ODE, Bullet and MuJoCo on equal scenes at equal accuracy.
 *
 *     bench_physics [--only chain64,towers] [--engines tauwerk,ode] [--limit S] [--runs N]
 *                   [--clock wall|cpu] [--keep FILE] [--programs DIR] [--verbose]
 *
 * For each scene: each engine's cheapest setting per accuracy class is searched (search.c), then
 * the winners run again, interleaved, and the median counts. Prints Markdown tables.
 */
#include "compare.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const place places[] = {
    {"chain", 4},    {"chain", 16},    {"chain", 64},  {"chain", 256},
    {"chain", 1024}, {"towers", 4},    {"towers", 16}, {"towers", 64},
    {"towers", 256}, {"towers", 1024}, {"net", 4},     {"net", 8},
    {"net", 16},     {"netr", 4},      {"netr", 8},    {"netr", 16},
};
enum { PLACES = sizeof places / sizeof *places };

/* one of the comma-separated words begins the name; "chain64" names one scene, "chain" all */
static bool listed(const char *list, const char *name, int exact) {
    if (!list) return true;
    for (const char *w = list; *w;) {
        size_t n = strcspn(w, ",");
        bool digits = n > 0 && w[n - 1] >= '0' && w[n - 1] <= '9';
        size_t letters = strcspn(name, "0123456789");
        if (digits || exact ? strlen(name) == n && !strncmp(name, w, n)
                            : n == letters && !strncmp(name, w, n))
            return true;
        w += n + (w[n] == ',');
    }
    return false;
}

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(finalist *f) {
    qsort(f->cost, (size_t)f->runs, sizeof *f->cost, by_size);
    return f->runs % 2 ? f->cost[f->runs / 2]
                       : (f->cost[f->runs / 2 - 1] + f->cost[f->runs / 2]) / 2;
}

/* all finalists in turn, then again; equal settings of two classes are run for both */
static void final_runs(const options *o, const place *p, finalist best[ENGINES][CLASSES]) {
    for (int r = 0; r < o->runs; r++) {
        for (int c = 0; c < CLASSES; c++) {
            for (int e = 0; e < ENGINES; e++) {
                finalist *f = &best[e][c];
                outcome out;
                /* what takes long is not repeated: its time is known well enough */
                if (!f->found || (r > 0 && 2 * cost_of(o, &f->seen) > o->limit / 4)) continue;
                if (run_once(o, (engine_id)e, p, f->words, &out) && reaches(&out, &accuracies[c]))
                    f->cost[f->runs++] = cost_of(o, &out);
            }
        }
    }
}

typedef struct summary {
    bool ours, peer;
    double our_cost, peer_cost;
    const char *peer_name;
} summary;

static summary report(const place *p, int c, finalist best[ENGINES][CLASSES]) {
    summary s = {0};
    for (int e = 0; e < ENGINES; e++) {
        finalist *f = &best[e][c];
        if (!f->runs) continue;
        double cost = median(f);
        printf("| %s %d | %s | %s | %.3g | %.1e | %.1e | %.0f | %.2g | %d | `%s` |\n", p->name,
               p->size, accuracies[c].name, engine_name[e], cost, f->seen.gap, f->seen.drift,
               f->seen.steps, f->seen.startup, f->runs, f->words);
        if (e == TAUWERK) {
            s.ours = true, s.our_cost = cost;
        } else if (!s.peer || cost < s.peer_cost) {
            s.peer = true, s.peer_cost = cost, s.peer_name = engine_name[e];
        }
    }
    fflush(stdout);
    return s;
}

static void print_summary(const options *o, const bool *wanted, summary all[PLACES][CLASSES]) {
    printf("\nSeconds of %s per simulated second, and Tauwerk / best peer, at gaps of at most",
           o->by_cpu ? "processor time" : "wall time");
    for (int c = 0; c < CLASSES; c++)
        printf("%s %s m (drift %g)", c ? "," : "", accuracies[c].name, accuracies[c].drift);
    printf(". \"-\": not reached within %g s per run.\n\n| scene |", o->limit);
    for (int c = 0; c < CLASSES; c++)
        printf(" Tauwerk, %s | best peer | ratio |", accuracies[c].name);
    printf("\n|---|");
    for (int c = 0; c < CLASSES; c++) printf("---|---|---|");
    printf("\n");
    for (int i = 0; i < PLACES; i++) {
        if (!wanted[i]) continue;
        printf("| %s %d |", places[i].name, places[i].size);
        for (int c = 0; c < CLASSES; c++) {
            const summary *s = &all[i][c];
            if (s->ours)
                printf(" %.3g |", s->our_cost);
            else
                printf(" - |");
            if (s->peer)
                printf(" %.3g (%s) |", s->peer_cost, s->peer_name);
            else
                printf(" - |");
            if (s->ours && s->peer)
                printf(" **%.2g** |", s->our_cost / s->peer_cost);
            else
                printf(" %s |", s->ours ? "alone" : "-");
        }
        printf("\n");
    }
}

/* largest difference of two files of positions; infinite if they do not fit */
static double difference(const char *a, const char *b) {
    FILE *f = fopen(a, "r"), *g = fopen(b, "r");
    double most = 0, x, y;
    int n = 0, m = 0;
    if (f && g) {
        while (n == m && (n = fscanf(f, "%lf", &x)) == (m = fscanf(g, "%lf", &y)) && n == 1)
            most = fmax(most, fabs(x - y));
    }
    if (!f || !g || n != m) most = INFINITY;
    if (f) fclose(f);
    if (g) fclose(g);
    return most;
}

/* a redundant net against the plain one: the same motion, at which cost? */
static void redundant(const options *o, const bool *wanted) {
    bool first = true;
    for (int i = 0; i < PLACES; i++) {
        if (!wanted[i] || strcmp(places[i].name, "netr") || !listed(o->engines, "tauwerk", 1))
            continue;
        place plain = {"net", places[i].size};
        char words[2][WORDS], file[2][64];
        outcome out[2];
        for (int k = 0; k < 2; k++) {
            snprintf(file[k], sizeof file[k], "bench_physics_state_%d.txt", k);
            snprintf(words[k], sizeof words[k], "stepper=auto rtol=1e-11 state=%s", file[k]);
        }
        if (first)
            printf("\n| redundant net | farthest apart after 2 s (m) | cost, times the plain net "
                   "|\n|---|---|---|\n");
        first = false;
        bool both = run_once(o, TAUWERK, &plain, words[0], &out[0]) &&
                    run_once(o, TAUWERK, &places[i], words[1], &out[1]) &&
                    !strcmp(out[0].end, "done") && !strcmp(out[1].end, "done");
        if (both)
            printf("| netr %d | %.1e | %.2f |\n", places[i].size, difference(file[0], file[1]),
                   cost_of(o, &out[1]) / cost_of(o, &out[0]));
        else
            printf("| netr %d | not within the limit | |\n", places[i].size);
        for (int k = 0; k < 2; k++) remove(file[k]);
    }
}

/* the likely fastest peer first: another one that needs ten times as long is not interesting */
static void search_all(const options *o, const place *p, finalist best[ENGINES][CLASSES]) {
    static const engine_id order[2][ENGINES] = {{MUJOCO, BULLET, ODE, TAUWERK},
                                                {ODE, MUJOCO, BULLET, TAUWERK}};
    double bound[CLASSES] = {INFINITY, INFINITY, INFINITY};
    memset(best, 0, ENGINES * sizeof *best);
    for (int k = 0; k < ENGINES; k++) {
        engine_id e = order[has_loops(p)][k];
        if (!listed(o->engines, engine_name[e], 1)) continue;
        if (e == TAUWERK)
            for (int c = 0; c < CLASSES; c++) bound[c] = INFINITY;
        if (!kept(o, e, p, best[e])) {
            search(o, e, p, bound, best[e]);
            keep(o, e, p, best[e]);
        }
        for (int c = 0; c < CLASSES; c++)
            if (best[e][c].found) bound[c] = fmin(bound[c], 10 * cost_of(o, &best[e][c].seen));
    }
}

static const char *folder_of(char *program) {
    char *slash = strrchr(program, '/');
    if (!slash) return ".";
    *slash = '\0';
    return program;
}

static int usage(void) {
    fprintf(stderr,
            "usage: bench_physics [--only SCENES] [--engines NAMES] [--limit S] [--runs N]\n"
            "                     [--clock wall|cpu] [--keep FILE] [--programs DIR] [--verbose]\n");
    return 2;
}

int main(int argc, char **argv) {
    static finalist best[ENGINES][CLASSES];
    static summary all[PLACES][CLASSES];
    bool wanted[PLACES];
    options o = {.limit = 20, .runs = 5, .programs = NULL};
    for (int i = 1; i < argc; i++) {
        const char *value = i + 1 < argc ? argv[i + 1] : NULL;
        if (!strcmp(argv[i], "--verbose")) {
            o.verbose = true;
            continue;
        }
        if (!value) return usage();
        if (!strcmp(argv[i], "--only"))
            o.only = value;
        else if (!strcmp(argv[i], "--engines"))
            o.engines = value;
        else if (!strcmp(argv[i], "--limit"))
            o.limit = atof(value);
        else if (!strcmp(argv[i], "--runs"))
            o.runs = atoi(value);
        else if (!strcmp(argv[i], "--clock"))
            o.by_cpu = !strcmp(value, "cpu");
        else if (!strcmp(argv[i], "--keep"))
            o.keep = value;
        else if (!strcmp(argv[i], "--programs"))
            o.programs = value;
        else
            return usage();
        i++;
    }
    if (o.runs < 1 || o.runs > RUNS || !(o.limit > 0)) return usage();
    if (!o.programs) o.programs = folder_of(argv[0]);

    printf("| scene | gap | engine | s per simulated s | gap (m) | drift | steps | start-up (s) | "
           "runs "
           "| setting |\n|---|---|---|---|---|---|---|---|---|---|\n");
    for (int i = 0; i < PLACES; i++) {
        char label[32];
        snprintf(label, sizeof label, "%s%d", places[i].name, places[i].size);
        wanted[i] = listed(o.only, label, 0);
        if (!wanted[i]) continue;
        search_all(&o, &places[i], best);
        final_runs(&o, &places[i], best);
        for (int c = 0; c < CLASSES; c++) all[i][c] = report(&places[i], c, best);
    }
    print_summary(&o, wanted, all);
    redundant(&o, wanted);
    return 0;
}
