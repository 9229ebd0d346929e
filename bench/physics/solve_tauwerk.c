/*
 * Tauwerk's own solver in the solver table: from the entries of B, as they follow from a pose, to
 * lambda. Order and fill stay from solve to solve; A is formed in each, which the others are given.
 */
#include "solve.h"

#include "numeric/sparse.h"

#include <stddef.h>
#include <stdlib.h>

#define CUTOFF 1e-8 /* of the largest singular value of B, as for forces */

typedef struct own {
    const system_t *s;
    tw_arena arena;
    tw_sparse *sparse;
    double *b; /* -r */
} own;

static void *create(const system_t *s) {
    int joints = s->scene->joints, count = 0;
    own *o = need(calloc(1, sizeof *o));
    int *rows = need(malloc((size_t)joints * sizeof *rows));
    int *first = need(malloc(((size_t)joints + 1) * sizeof *first));
    int *body = need(malloc(2 * (size_t)joints * sizeof *body));
    for (int j = 0; j < joints; j++) {
        rows[j] = 3;
        first[j] = count;
        body[count++] = s->scene->joint[j].a;
        if (s->scene->joint[j].b >= 0) body[count++] = s->scene->joint[j].b;
    }
    first[joints] = count;
    tw_sparse_shape shape = {joints, s->scene->bodies, rows, first, body};
    o->s = s;
    o->b = need(malloc((size_t)s->m * sizeof *o->b));
    for (int i = 0; i < s->m; i++) o->b[i] = -s->r[i];
    if (tw_sparse_create(&shape, &o->arena, &o->sparse) != TW_OK) o->sparse = NULL;
    free(rows);
    free(first);
    free(body);
    return o;
}

static void fill(own *o) {
    const system_t *s = o->s;
    for (int j = 0, entry = 0; j < s->scene->joints; j++) {
        for (int i = 0; i < (s->scene->joint[j].b >= 0 ? 2 : 1); i++, entry++) {
            int stride;
            double *to = tw_sparse_entry(o->sparse, entry, &stride);
            for (int c = 0; c < 6; c++)
                for (int x = 0; x < 3; x++) to[c * stride + x] = s->B[j][i][6 * x + c];
        }
    }
}

static bool solve(void *self, double *x) {
    own *o = self;
    tw_sparse_info info;
    if (!o->sparse) return false;
    fill(o);
    return tw_sparse_factor(o->sparse, 0) && tw_sparse_least(o->sparse, CUTOFF, o->b, x, &info);
}

static void destroy(void *self) {
    own *o = self;
    tw_arena_free(&o->arena);
    free(o->b);
    free(o);
}

const method method_tauwerk = {"tauwerk", false, create, solve, destroy};
