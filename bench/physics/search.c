/*
 * Finding an engine's cheapest setting for each accuracy class: every solver that the engine has
 * for such scenes, with steps (tolerances) from coarse to fine until the strictest class is
 * reached.
 *
 * A solver is given up when a run meets the time limit, when what is left to reach costs more there
 * than with a solver tried before, or when at the order of convergence seen so far the next class
 * would cost more than the limit or than a given bound.
 */
#include "compare.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const engine_name[ENGINES] = {"tauwerk", "ode", "bullet", "mujoco"};

const accuracy accuracies[CLASSES] = {
    {"1e-3", 1e-3, 1e-2}, {"1e-6", 1e-6, 1e-3}, {"1e-9", 1e-9, 1e-6}};

typedef enum scenes { ANY, TREES, LOOPS } scenes;

typedef struct solver {
    engine_id engine;
    scenes scenes;
    bool tolerance; /* the knob is rtol, else substeps */
    const char *words;
} solver;

static const solver solvers[] = {
    {TAUWERK, ANY, true, "stepper=auto"},
    {TAUWERK, ANY, true, "stepper=auto atol=0.1"},
    {TAUWERK, ANY, true, "stepper=dopri"},
    {TAUWERK, ANY, false, "stepper=rk4 rtol=1 atol=1"},
    {TAUWERK, ANY, false, "stepper=rk4 rtol=1"},
    {TAUWERK, ANY, false, "stepper=rk4 rtol=1e-3"},
    {TAUWERK, ANY, false, "stepper=rk4 rtol=1e-6"},
    {TAUWERK, ANY, false, "stepper=wave rtol=1 atol=1"},
    {TAUWERK, ANY, false, "stepper=wave rtol=1"},
    {TAUWERK, ANY, false, "stepper=wave rtol=1e-2"},
    {TAUWERK, ANY, true, "stepper=adams"},
    {TAUWERK, ANY, false, "stepper=project"},
    {ODE, ANY, false, "solver=step erp=0.2"},
    {ODE, ANY, false, "solver=step erp=0.8"},
    {ODE, ANY, false, "solver=step erp=0.2 finite=1"},
    {ODE, ANY, false, "solver=quick iterations=50"},
    {ODE, ANY, false, "solver=quick iterations=500"},
    {BULLET, TREES, false, "kind=multi integrator=RK4"},
    {BULLET, TREES, false, "kind=multi integrator=Euler"},
    {BULLET, ANY, false, "kind=mlcp"},
    {BULLET, LOOPS, false, "kind=multi integrator=Euler iterations=20"},
    {BULLET, LOOPS, false, "kind=multi integrator=RK4 iterations=20"},
    {BULLET, LOOPS, false, "kind=multi integrator=Euler iterations=200"},
    {BULLET, LOOPS, false, "kind=multi integrator=Euler solver=mlcp"},
    {BULLET, ANY, false, "kind=impulse iterations=50"},
    {BULLET, ANY, false, "kind=impulse iterations=500"},
    {MUJOCO, ANY, false, "integrator=RK4"},
    {MUJOCO, ANY, false, "integrator=Euler"},
    {MUJOCO, ANY, false, "integrator=implicit"},
    {MUJOCO, LOOPS, false, "integrator=Euler solver=CG"},
    {MUJOCO, LOOPS, false, "integrator=RK4 stiff=4"},
};

double cost_of(const options *o, const outcome *out) {
    return o->by_cpu ? out->cpu : out->wall;
}

bool reaches(const outcome *out, const accuracy *a) {
    return !strcmp(out->end, "done") && out->gap <= a->gap && out->drift <= a->drift;
}

bool run_once(const options *o, engine_id e, const place *p, const char *words, outcome *out) {
    char command[1024], line[512] = "";
    *out = (outcome){.end = "failed"};
    snprintf(command, sizeof command, "'%s/bench_physics_%s' %s %d %s limit=%g 2>&1", o->programs,
             engine_name[e], p->name, p->size, words, o->limit);
    FILE *f = popen(command, "r");
    if (!f) return false;
    char *read = fgets(line, sizeof line, f);
    int status = pclose(f);
    int got = sscanf(
        line, "startup=%lf wall=%lf cpu=%lf steps=%lf gap=%lf drift=%lf kinetic=%*f end=%15s",
        &out->startup, &out->wall, &out->cpu, &out->steps, &out->gap, &out->drift, out->end);
    if (o->verbose)
        fprintf(stderr, "%s %d %s %s: %s", p->name, p->size, engine_name[e], words, line);
    if (!read || status || got != 7) {
        snprintf(out->end, sizeof out->end, "failed");
        if (!o->verbose)
            fprintf(stderr, "%s %d %s %s: %s", p->name, p->size, engine_name[e], words, line);
        return false;
    }
    return true;
}

/* knob i = 0, 1, ...: rtol = 1 10^(-i/2); substeps 1 2 3 4 6 8 12 16 ...; before them 1/4, 1/2 and
 * 3/4 where steps need not end at frames */
static bool knob_words(const solver *s, int i, char *words) {
    if (s->tolerance) {
        if (i > 24) return false;
        snprintf(words, WORDS, "%s rtol=%.1e", s->words, pow(10, -0.5 * i));
    } else if (s->engine == TAUWERK && i < 3) {
        snprintf(words, WORDS, "%s substeps=%g", s->words, 0.25 * (i + 1));
    } else {
        if (s->engine == TAUWERK) i -= 3;
        int substeps = i == 0 ? 1 : i % 2 ? 2 << (i / 2) : 3 << (i / 2 - 1);
        if (i > 30) return false;
        snprintf(words, WORDS, "%s substeps=%d", s->words, substeps);
    }
    return true;
}

/* how far from a class: 1 or less is reached */
static double excess(const outcome *out, const accuracy *a) {
    return fmax(out->gap / a->gap, out->drift / a->drift);
}

/* the seconds at which the class would be reached, if it goes on as from `last` to `now` */
static double predict(const options *o, const outcome *last, const outcome *now,
                      const accuracy *a) {
    double cost = log(cost_of(o, now) / cost_of(o, last));
    double order = log(excess(last, a) / excess(now, a)) / cost;
    if (!(cost > 0)) return 0;
    order = fmin(fmax(order, 0.25), 8);
    return cost_of(o, now) * pow(excess(now, a), 1 / (1.1 * order));
}

/* is it worth while to go on after `now`? */
static bool hopeful(const options *o, const finalist *best, const bool *reached,
                    const double *bound, const outcome *last, const outcome *now) {
    double per_second = o->limit / 2; /* two simulated seconds */
    for (int c = 0; c < CLASSES; c++) {
        if (reached[c]) continue;
        if (best[c].found && cost_of(o, now) >= cost_of(o, &best[c].seen)) continue;
        if (cost_of(o, now) > fmin(per_second * 0.75, bound[c])) continue;
        if (last && predict(o, last, now, &accuracies[c]) > fmin(per_second, bound[c])) continue;
        return true;
    }
    return false;
}

/* short runs are soon disturbed: the least time of three */
static bool run_at_rest(const options *o, engine_id e, const place *p, const char *words,
                        outcome *out) {
    outcome more;
    if (!run_once(o, e, p, words, out)) return false;
    for (int i = 0; i < 2 && !strcmp(out->end, "done") && cost_of(o, out) < 0.05; i++)
        if (run_once(o, e, p, words, &more) && cost_of(o, &more) < cost_of(o, out)) *out = more;
    return true;
}

static void search_one(const options *o, const solver *s, const place *p, const double *bound,
                       finalist *best) {
    bool reached[CLASSES] = {false};
    outcome last, now = {0};
    int complete = 0, broken = 0;
    for (int i = 0;; i++) {
        char words[WORDS], all[2 * WORDS];
        if (!knob_words(s, i, words)) return;
        snprintf(all, sizeof all, "%s gap=%g", words, accuracies[0].gap);
        last = now;
        if (!run_at_rest(o, s->engine, p, all, &now)) return;
        if (!strcmp(now.end, "limit")) return;
        if (strcmp(now.end, "done")) {
            /* a gap too large, or an explosion: finer steps may help */
            if (!hopeful(o, best, reached, bound, NULL, &now) || ++broken > 16) return;
            complete = 0;
            continue;
        }
        complete++;
        for (int c = 0; c < CLASSES; c++) {
            if (!reaches(&now, &accuracies[c])) continue;
            if (!best[c].found || cost_of(o, &now) < cost_of(o, &best[c].seen)) {
                best[c].found = true;
                best[c].seen = now;
                memcpy(best[c].words, words, sizeof words);
            }
            reached[c] = true;
        }
        if (!hopeful(o, best, reached, bound, complete > 2 ? &last : NULL, &now)) return;
    }
}

bool has_loops(const place *p) {
    return strcmp(p->name, "chain") != 0;
}

void search(const options *o, engine_id e, const place *p, const double *bound, finalist *best) {
    scenes kind = has_loops(p) ? LOOPS : TREES;
    memset(best, 0, CLASSES * sizeof *best);
    for (size_t i = 0; i < sizeof solvers / sizeof *solvers; i++) {
        const solver *s = &solvers[i];
        if (s->engine == e && (s->scenes == ANY || s->scenes == kind))
            search_one(o, s, p, bound, best);
    }
}
