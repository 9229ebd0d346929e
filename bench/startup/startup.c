/*
 * How long does a big scene take until it can be stepped, and how does that grow? Runs startup.lua,
 * which makes n bodies (chains of ten rods with joints; a heap of free ones; and that heap, with
 * every body read back), then the engine up to the constraint equation of the first evaluation.
 * Prints per kind of scene and n the seconds (of the processor) of the script, of the engine, their
 * sum, the force solve (not part of the sum) and the memory per body; then the exponent e of
 * seconds ~ n^e, by least squares through the logarithms.
 *
 *     bench_startup [N ...]        from the source tree
 *
 * Each measurement is a process of its own, so that none finds memory that another has warmed; the
 * best of three.
 */
#include "dynamics/pass/pass.h"
#include "dynamics/rhs.h"
#include "script/script.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { REPEATS = 3, MOST = 16 };

typedef struct figures {
    double script, engine, solve; /* s */
    double memory;                /* bytes */
} figures;

/* processor time: other programs that run do not count */
static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void must(tw_status s) {
    if (s == TW_OK) return;
    fprintf(stderr, "bench_startup: %s\n", tw_failure());
    exit(1);
}

static double peak(void) {
    struct rusage use;
    getrusage(RUSAGE_SELF, &use);
    return 1024.0 * (double)use.ru_maxrss;
}

static figures measure(char *kind, char *count) {
    tw_script_options options = {.memory = (size_t)8 << 30};
    tw_script *script;
    figures f;
    char *arguments[] = {kind, count};
    double before = peak(), start = now();
    must(tw_script_create(&options, &script));
    must(tw_script_run_file(script, "bench/startup/startup.lua", 2, arguments));
    f.script = now() - start;
    tw_dynamics *d = tw_sim_dynamics(tw_scene_sim(tw_script_scene(script, 0)));
    start = now();
    must(tw_dynamics_look(d));
    must(tw_external(d, &d->everything));
    must(tw_rows(d, &d->everything));
    f.engine = now() - start;
    f.memory = peak() - before;
    start = now();
    must(tw_solve(d, &d->everything, d->pass.r, d->pass.lambda, TW_SOLVE_PASS));
    f.solve = now() - start;
    tw_script_destroy(script);
    return f;
}

static figures in_child(char *kind, char *count) {
    int ends[2], status;
    figures f;
    if (pipe(ends)) exit(1);
    pid_t child = fork();
    if (child < 0) exit(1);
    if (child == 0) {
        f = measure(kind, count);
        _exit(write(ends[1], &f, sizeof f) == (ssize_t)sizeof f ? 0 : 1);
    }
    close(ends[1]);
    ssize_t got = read(ends[0], &f, sizeof f);
    close(ends[0]);
    waitpid(child, &status, 0);
    if (status || got != (ssize_t)sizeof f) exit(1);
    return f;
}

static figures best_of(char *kind, char *count) {
    figures best = in_child(kind, count);
    for (int i = 1; i < REPEATS; i++) {
        figures f = in_child(kind, count);
        if (f.script + f.engine < best.script + best.engine) best = f;
    }
    return best;
}

/* slope of y over x */
static double slope(const double *x, const double *y, int n) {
    double mx = 0, my = 0, xx = 0, xy = 0;
    for (int i = 0; i < n; i++) mx += x[i] / n, my += y[i] / n;
    for (int i = 0; i < n; i++) {
        xx += (x[i] - mx) * (x[i] - mx);
        xy += (x[i] - mx) * (y[i] - my);
    }
    return xy / xx;
}

int main(int argc, char **argv) {
    static char *sizes[] = {"10000", "30000", "100000"};
    char **size = argc > 1 ? argv + 1 : sizes, *kinds[] = {"islands", "heap", "read"};
    int n = argc > 1 ? argc - 1 : 3;
    if (n > MOST) return 2;
    printf("%-8s %8s %10s %10s %10s %10s %8s\n", "scene", "bodies", "script s", "engine s", "sum s",
           "solve s", "MB");
    for (int k = 0; k < 3; k++) {
        double x[MOST], y[MOST];
        for (int i = 0; i < n; i++) {
            figures f = best_of(kinds[k], size[i]);
            double sum = f.script + f.engine;
            printf("%-8s %8s %10.3f %10.3f %10.3f %10.3f %8.0f\n", kinds[k], size[i], f.script,
                   f.engine, sum, f.solve, f.memory / 1e6);
            fflush(stdout);
            x[i] = log(atof(size[i]));
            y[i] = log(sum);
        }
        if (n > 1) printf("%-8s seconds ~ n^%.2f\n", kinds[k], slope(x, y, n));
    }
    return 0;
}
