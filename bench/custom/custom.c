/*
 * What does a constraint that a script wrote cost, against the built-in one that computes the same
 * (tests/data/custom_pairs.lua)? Prints, per pair, the time of one evaluation of the constraint's
 * terms with and without resolving its points, and the ratio. Under callgrind, with few runs, the
 * same ratios in instructions.
 *
 *     bench_custom [FILE.lua [RUNS]]        from the source tree
 */
#include "dynamics/pass/pass.h"
#include "dynamics/rhs.h"
#include "model/world.h"
#include "script/script.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int runs = 200000;

enum { REPEATS = 7, ROWS = 16, SLOTS = 8 };

static double seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ns of one evaluation: the least of a few repeats */
static double cost(tw_dynamics *d, int constraint, double t, bool resolve) {
    static double D[ROWS], D1[ROWS], bias[ROWS], J[ROWS * SLOTS * 6], W[ROWS * SLOTS * 6];
    tw_bind *b = &d->constraint_bind[constraint];
    const tw_constraint_kind *kind = (const tw_constraint_kind *)b->o->kind;
    int rows = kind->rows(b->o->own), f = kind->dof ? kind->dof(b->o->own) : 0;
    if (rows > ROWS || b->slots > SLOTS) exit(1);
    tw_terms terms = {rows, b->slots, D, D1, bias, J, f > 0 ? W : NULL};
    double best = INFINITY;
    for (int k = 0; k < REPEATS; k++) {
        double start = seconds();
        for (int i = 0; i < runs; i++) {
            if (resolve) tw_bind_resolve(b, d->pass.motion, t);
            tw_terms_of(b, t, &terms);
        }
        best = fmin(best, seconds() - start);
    }
    return best / runs * 1e9;
}

static int partner(const tw_world *w, const char *built) {
    size_t stem = strlen(built) - strlen("built");
    for (size_t i = 0; i < w->constraint.count; i++) {
        const char *name = w->constraint.data[i]->o.name;
        if (!strncmp(name, built, stem) && !strcmp(name + stem, "own")) return (int)i;
    }
    return -1;
}

int main(int argc, char **argv) {
    const char *file = argc > 1 ? argv[1] : "tests/data/custom_pairs.lua";
    if (argc > 2) runs = atoi(argv[2]);
    tw_script *s;
    tw_dynamics *d;
    tw_status status = tw_script_create(NULL, &s);
    if (status == TW_OK) status = tw_script_run_file(s, file, 0, NULL);
    if (status == TW_OK) status = tw_dynamics_create(tw_scene_world(tw_script_scene(s, 0)), &d);
    if (status == TW_OK) status = tw_dynamics_update(d);
    if (status != TW_OK) {
        fprintf(stderr, "%s\n", tw_failure());
        return 1;
    }
    const tw_world *w = tw_scene_world(tw_script_scene(s, 0));
    printf("%-16s %10s %10s %6s   %10s %10s %6s\n", "ns", "built-in", "own", "ratio", "built-in*",
           "own*", "ratio*");
    for (size_t i = 0; i < w->constraint.count; i++) {
        const char *name = w->constraint.data[i]->o.name;
        int own = strstr(name, "_built") ? partner(w, name) : -1;
        if (own < 0) continue;
        double a = cost(d, (int)i, 0.3, true), b = cost(d, own, 0.3, true);
        double a1 = cost(d, (int)i, 0.3, false), b1 = cost(d, own, 0.3, false);
        printf("%-16.*s %10.1f %10.1f %6.2f   %10.1f %10.1f %6.2f\n",
               (int)(strlen(name) - strlen("_built")), name, a, b, b / a, a1, b1, b1 / a1);
    }
    printf("* without resolving points and directions\n");
    tw_dynamics_destroy(d);
    tw_script_destroy(s);
    return 0;
}
