/* Makes the systems of the solver table; see solve.h. */
#include "solve.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *need(void *memory) {
    if (memory) return memory;
    fprintf(stderr, "no memory\n");
    exit(3);
}

/* splitmix64; uniform in -1 .. 1 */
static unsigned long long seed;
static double uniform(void) {
    unsigned long long z = (seed += 0x9e3779b97f4a7c15ull);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return (double)((z ^ (z >> 31)) >> 11) / 4503599627370496.0 - 1;
}

static void turn_at_random(bench_body *b) {
    double norm;
    do {
        norm = 0;
        for (int i = 0; i < 4; i++) {
            b->q[i] = uniform();
            norm += b->q[i] * b->q[i];
        }
    } while (norm > 1 || norm < 0.01);
    for (int i = 0; i < 4; i++) b->q[i] /= sqrt(norm);
}

/* sign (1, -[b]x) M^(-1/2), b = R local: the angular part's columns are R's axes over sqrt(I) */
static void fill_block(const bench_body *body, const double local[3], double sign, double *block) {
    double arm[3], inertia[3];
    bench_inertia(inertia);
    bench_rotate(body->q, local, arm);
    memset(block, 0, 18 * sizeof *block);
    for (int i = 0; i < 3; i++) {
        double unit[3] = {i == 0, i == 1, i == 2}, axis[3], scale = sign / sqrt(inertia[i]);
        block[6 * i + i] = sign / sqrt(BENCH_MASS);
        bench_rotate(body->q, unit, axis);
        /* axis x arm: the velocity that a turn about it gives the point */
        block[3 + i] = scale * (axis[1] * arm[2] - axis[2] * arm[1]);
        block[9 + i] = scale * (axis[2] * arm[0] - axis[0] * arm[2]);
        block[15 + i] = scale * (axis[0] * arm[1] - axis[1] * arm[0]);
    }
}

static int side_of(const bench_joint *j, int body) {
    return j->a == body ? 0 : 1;
}

/* the 3 x 3 block of joints j, k: over the bodies that they share */
static void pair_block(const system_t *s, int j, int k, double block[9]) {
    const bench_joint *a = &s->scene->joint[j], *b = &s->scene->joint[k];
    int bodies[2] = {a->a, a->b};
    memset(block, 0, 9 * sizeof *block);
    for (int i = 0; i < 2; i++) {
        if (bodies[i] < 0 || (bodies[i] != b->a && bodies[i] != b->b)) continue;
        const double *p = s->B[j][i], *q = s->B[k][side_of(b, bodies[i])];
        for (int x = 0; x < 3; x++)
            for (int y = 0; y < 3; y++)
                for (int z = 0; z < 6; z++) block[3 * x + y] += p[6 * x + z] * q[6 * y + z];
    }
}

static int ascending(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}

/* joints k >= j that share a body with j, ascending */
static int neighbours(const system_t *s, const int *head, const int *next, int j, int *list) {
    int bodies[2] = {s->scene->joint[j].a, s->scene->joint[j].b}, count = 0;
    for (int i = 0; i < 2; i++)
        for (int e = bodies[i] < 0 ? -1 : head[bodies[i]]; e >= 0; e = next[e])
            if (e / 2 >= j) list[count++] = e / 2;
    qsort(list, (size_t)count, sizeof *list, ascending);
    int kept = 0;
    for (int i = 0; i < count; i++)
        if (kept == 0 || list[i] != list[kept - 1]) list[kept++] = list[i];
    return kept;
}

static void assemble(system_t *s) {
    int joints = s->scene->joints, bodies = s->scene->bodies;
    int *head = need(malloc((size_t)bodies * sizeof *head));
    int *next = need(malloc(2 * (size_t)joints * sizeof *next));
    int *list = need(malloc(2 * (size_t)joints * sizeof *list));
    for (int i = 0; i < bodies; i++) head[i] = -1;
    for (int e = 0; e < 2 * joints; e++) {
        int body = e % 2 ? s->scene->joint[e / 2].b : s->scene->joint[e / 2].a;
        if (body < 0) continue;
        next[e] = head[body];
        head[body] = e;
    }
    s->begin = need(calloc((size_t)s->m + 1, sizeof *s->begin));
    for (int pass = 0; pass < 2; pass++) {
        int at = 0;
        for (int j = 0; j < joints; j++) {
            int count = neighbours(s, head, next, j, list);
            for (int y = 0; y < 3; y++) {
                s->begin[3 * j + y] = at;
                for (int i = 0; i < count; i++) {
                    double block[9];
                    if (pass) pair_block(s, list[i], j, block);
                    for (int x = list[i] == j ? y : 0; x < 3; x++, at++) {
                        if (!pass) continue;
                        s->row[at] = 3 * list[i] + x;
                        s->value[at] = block[3 * x + y];
                    }
                }
            }
        }
        s->begin[s->m] = at;
        if (pass) break;
        s->row = need(malloc((size_t)at * sizeof *s->row));
        s->value = need(malloc((size_t)at * sizeof *s->value));
    }
    free(head);
    free(next);
    free(list);
}

static void fill_rhs(system_t *s, rhs_kind kind) {
    double *y = need(malloc((size_t)s->n * sizeof *y));
    for (int i = 0; i < s->n; i++) y[i] = uniform();
    for (int i = 0; i < s->m; i++) s->r[i] = uniform();
    for (int j = 0; kind == RHS_IN_RANGE && j < s->scene->joints; j++) {
        int body[2] = {s->scene->joint[j].a, s->scene->joint[j].b};
        for (int x = 0; x < 3; x++) {
            double sum = 0;
            for (int i = 0; i < 2; i++)
                for (int z = 0; body[i] >= 0 && z < 6; z++)
                    sum += s->B[j][i][6 * x + z] * y[6 * body[i] + z];
            s->r[3 * j + x] = sum;
        }
    }
    free(y);
}

int system_create(const char *name, int size, rhs_kind kind, system_t *s) {
    bench_scene *scene = need(malloc(sizeof *scene));
    memset(s, 0, sizeof *s);
    if (bench_scene_create(name, size, scene)) return 1;
    seed = (unsigned long long)size;
    for (int i = 0; i < scene->bodies; i++) turn_at_random(&scene->body[i]);
    s->scene = scene;
    s->m = 3 * scene->joints, s->n = 6 * scene->bodies;
    s->B = need(calloc((size_t)scene->joints, sizeof *s->B));
    s->r = need(malloc((size_t)s->m * sizeof *s->r));
    for (int j = 0; j < scene->joints; j++) {
        const bench_joint *k = &scene->joint[j];
        fill_block(&scene->body[k->a], k->local_a, 1, s->B[j][0]);
        if (k->b >= 0) fill_block(&scene->body[k->b], k->local_b, -1, s->B[j][1]);
    }
    fill_rhs(s, kind);
    assemble(s);
    return 0;
}

void system_free(system_t *s) {
    bench_scene *scene = (bench_scene *)s->scene;
    if (scene) bench_scene_free(scene);
    free(scene);
    free(s->B);
    free(s->r);
    free(s->begin);
    free(s->row);
    free(s->value);
    memset(s, 0, sizeof *s);
}

void system_apply(const system_t *s, const double *x, double *y) {
    memset(y, 0, (size_t)s->m * sizeof *y);
    for (int c = 0; c < s->m; c++) {
        for (int e = s->begin[c]; e < s->begin[c + 1]; e++) {
            y[s->row[e]] += s->value[e] * x[c];
            if (s->row[e] != c) y[c] += s->value[e] * x[s->row[e]];
        }
    }
}

void system_dense_b(const system_t *s, double *B) {
    memset(B, 0, (size_t)s->m * (size_t)s->n * sizeof *B);
    for (int j = 0; j < s->scene->joints; j++) {
        int body[2] = {s->scene->joint[j].a, s->scene->joint[j].b};
        for (int i = 0; i < 2; i++)
            for (int x = 0; body[i] >= 0 && x < 3; x++)
                memcpy(B + (size_t)(3 * j + x) * (size_t)s->n + 6 * body[i], s->B[j][i] + 6 * x,
                       6 * sizeof *B);
    }
}
