/*
 * Tauwerk's own solver in the solver table, as the engine calls it: given the blocks of A, factor
 * and solve; where pivots tell that A is singular or nearly so, from the entries of B to the
 * least-squares solution of minimum norm. Order and fill stay from solve to solve.
 */
#include "solve.h"

#include "numeric/linear/sparse/sparse.h"

#include <stddef.h>
#include <stdlib.h>

#define CUTOFF 1e-8 /* of the largest singular value of B, as for forces */

/* a block of A of joints k >= j: where it goes and its numbers, row x of k, column y of j */
typedef struct block {
    tw_sparse_block place;
    double value[3][3];
} block;

typedef struct own {
    const system_t *s;
    tw_arena arena;
    tw_sparse *sparse;
    int blocks;
    block *block;
    double *b, *padded; /* -r */
} own;

/* from the columns of A's lower half */
static void take_blocks(own *o) {
    const system_t *s = o->s;
    o->block = need(malloc(((size_t)s->begin[s->m] / 3 + 1) * sizeof *o->block));
    for (int j = 0; j < s->scene->joints; j++) {
        for (int e = s->begin[3 * j]; e < s->begin[3 * j + 1]; e += 3) {
            block *b = &o->block[o->blocks++];
            int k = s->row[e] / 3, past = e - s->begin[3 * j];
            b->place = tw_sparse_block_of(o->sparse, k, j);
            for (int y = 0; y < 3; y++) {
                const double *column = s->value + s->begin[3 * j + y] + past - y;
                for (int x = k == j ? y : 0; x < 3; x++) b->value[x][y] = column[x];
            }
            for (int x = 0; k == j && x < 3; x++)
                for (int y = x + 1; y < 3; y++) b->value[x][y] = b->value[y][x];
        }
    }
}

static void write_blocks(own *o) {
    tw_sparse_begin_fill(o->sparse);
    for (int i = 0; i < o->blocks; i++) {
        const block *b = &o->block[i];
        double *to = b->place.at;
        for (int c = 0; c < 3; c++, to += b->place.stride) {
            for (int r = 0; r < 3; r++) to[r] = b->place.swapped ? b->value[c][r] : b->value[r][c];
            to[3] = 0;
        }
    }
}

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
    tw_sparse_shape shape = {joints, s->scene->bodies, rows, first, body, false};
    o->s = s;
    o->b = need(malloc((size_t)s->m * sizeof *o->b));
    for (int i = 0; i < s->m; i++) o->b[i] = -s->r[i];
    if (tw_sparse_create(&shape, &o->arena, &o->sparse) != TW_OK) o->sparse = NULL;
    if (o->sparse) take_blocks(o);
    o->padded = need(calloc(4 * (size_t)joints + 4, sizeof *o->padded));
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
    tw_sparse_pivots pivots;
    if (!o->sparse) return false;
    write_blocks(o);
    if (!tw_sparse_factor_assembled(o->sparse, &pivots)) return false;
    if (!pivots.plain) {
        fill(o);
        return tw_sparse_factor(o->sparse, 0) && tw_sparse_least(o->sparse, CUTOFF, o->b, x, &info);
    }
    for (int j = 0; j < o->s->scene->joints; j++) {
        double *p = o->padded + tw_sparse_row_place(o->sparse, j);
        for (int i = 0; i < 3; i++) p[i] = o->b[3 * j + i];
        p[3] = 0;
    }
    tw_sparse_solve_padded(o->sparse, o->padded);
    for (int j = 0; j < o->s->scene->joints; j++) {
        const double *p = o->padded + tw_sparse_row_place(o->sparse, j);
        for (int i = 0; i < 3; i++) x[3 * j + i] = p[i];
    }
    return true;
}

static void destroy(void *self) {
    own *o = self;
    tw_arena_free(&o->arena);
    free(o->b);
    free(o->block);
    free(o->padded);
    free(o);
}

const method method_tauwerk = {"tauwerk solver", false, create, solve, destroy};
