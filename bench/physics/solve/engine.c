/*
 * The engine's general way in the solver table: a world in the system's pose, its right side
 * replaced. Constraints that say the same thing are merged there, before the sparse solver; forming
 * B and A is part of each solve.
 */
#include "solve.h"

#include "../world.h"

#include "dynamics/pass/pass.h"

#include <stdlib.h>

typedef struct engine_way {
    const system_t *s;
    tw_world *w;
    tw_dynamics *d;
    int *place; /* [joints] of a joint's rows in the pass */
    double *r, *lambda;
} engine_way;

static void *create(const system_t *s) {
    engine_way *e = need(calloc(1, sizeof *e));
    e->s = s;
    e->w = bench_world(s->scene);
    if (tw_dynamics_create(e->w, &e->d) != TW_OK || tw_dynamics_update(e->d) != TW_OK)
        bench_fail("%s", tw_failure());
    const tw_pass *p = &e->d->pass;
    e->place = need(malloc((size_t)s->scene->joints * sizeof *e->place));
    e->r = need(calloc((size_t)s->m, sizeof *e->r));
    e->lambda = need(calloc((size_t)s->m, sizeof *e->lambda));
    for (int k = 0; k < p->blocks; k++)
        for (int j = 0; j < s->scene->joints; j++)
            if (e->w->constraint.data[j] == p->block[k].c) e->place[j] = p->block[k].row;
    for (int i = 0; i < s->m; i++) e->r[e->place[i / 3] + i % 3] = s->r[i];
    return e;
}

static bool solve(void *self, double *x) {
    engine_way *e = self;
    if (tw_solve(e->d, &e->d->everything, e->r, e->lambda, TW_SOLVE_FREE) != TW_OK) return false;
    for (int i = 0; i < e->s->m; i++) x[i] = e->lambda[e->place[i / 3] + i % 3];
    return true;
}

static void destroy(void *self) {
    engine_way *e = self;
    tw_dynamics_destroy(e->d);
    tw_world_destroy(e->w);
    free(e->place);
    free(e->r);
    free(e->lambda);
    free(e);
}

const method method_engine = {"tauwerk engine", false, create, solve, destroy};
