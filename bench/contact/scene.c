/* Builds the scenes of scene.h; masses and moments by the closed forms of the solids. */
#include "scene.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { LAYERS = 8, ROW = 20, FIXED = 5 };

static const double PITCH = 0.3, WALLS = 0.5; /* m */
static const double PI = 3.14159265358979323846;

static double chance(uint64_t *state) { /* 0 .. 1 */
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)(*state >> 11) / 9007199254740992.0;
}

/* of a capsule: a cylinder, and two half spheres whose centres of mass are 3/8 r beyond its ends */
static void weigh(bench_body *b) {
    double r = b->size[0], l = b->size[1], *I = b->inertia;
    double ball = BENCH_DENSITY * 4 / 3 * PI * r * r * r, rod = BENCH_DENSITY * PI * r * r * l;
    switch (b->shape) {
    case BENCH_SPHERE:
        b->mass = ball;
        I[0] = I[1] = I[2] = 0.4 * ball * r * r;
        return;
    case BENCH_BOX:
        b->mass = BENCH_DENSITY * b->size[0] * b->size[1] * b->size[2];
        for (int i = 0; i < 3; i++) {
            double p = b->size[(i + 1) % 3], q = b->size[(i + 2) % 3];
            I[i] = b->mass / 12 * (p * p + q * q);
        }
        return;
    case BENCH_CYLINDER:
        ball = 0;
        break;
    case BENCH_CAPSULE:
        break;
    }
    double c = l / 2 + 3 * r / 8;
    b->mass = rod + ball;
    I[0] = I[1] = rod * (r * r / 4 + l * l / 12) + ball * (0.4 * r * r - 9 * r * r / 64 + c * c);
    I[2] = rod * r * r / 2 + ball * 0.4 * r * r;
}

static bench_body *add(bench_scene *s, bench_shape shape, double a, double b, double c, double x,
                       double y, double z) {
    bench_body *body = &s->body[s->bodies++];
    *body = (bench_body){.shape = shape, .size = {a, b, c}, .x = {x, y, z}, .q = {1, 0, 0, 0}};
    weigh(body);
    return body;
}

static void add_fixed(bench_scene *s, double a, double b, double c, double x, double y, double z) {
    add(s, BENCH_BOX, a, b, c, x, y, z)->fixed = 1;
}

static void wall(bench_scene *s, int size) {
    for (int i = 0; i < size; i++) {
        int row = i / ROW, place = i % ROW;
        add(s, BENCH_BOX, 0.4, 0.2, 0.2, 0.42 * place + 0.105 * (row % 2), 0, 0.1 + 0.2 * row);
    }
    s->moving = s->bodies;
    add_fixed(s, 20, 10, 1, 4, 0, -0.5);
}

static void turn(bench_body *b, uint64_t *state) {
    double norm = 0;
    for (int i = 0; i < 4; i++) b->q[i] = 2 * chance(state) - 1;
    for (int i = 0; i < 4; i++) norm += b->q[i] * b->q[i];
    for (int i = 0; i < 4; i++) b->q[i] /= sqrt(norm);
}

static void pile(bench_scene *s, int size, int kinds) {
    int side = (int)ceil(sqrt((double)size / LAYERS));
    double width = PITCH * side, high = PITCH * (LAYERS + 2);
    uint64_t state = 5;
    for (int i = 0; i < size; i++) {
        double at[3];
        int cell[3] = {i % side, i / side % side, i / side / side};
        for (int k = 0; k < 3; k++)
            at[k] =
                PITCH * (cell[k] + 0.5) + 0.02 * (chance(&state) - 0.5) - (k < 2 ? width / 2 : 0);
        bench_body *b;
        switch (i % kinds) {
        case 0:
            b = add(s, BENCH_SPHERE, 0.1, 0, 0, at[0], at[1], at[2]);
            break;
        case 1:
            b = add(s, BENCH_BOX, 0.2, 0.15, 0.12, at[0], at[1], at[2]);
            break;
        case 2:
            b = add(s, BENCH_CAPSULE, 0.06, 0.12, 0, at[0], at[1], at[2]);
            break;
        default:
            b = add(s, BENCH_CYLINDER, 0.08, 0.15, 0, at[0], at[1], at[2]);
            break;
        }
        turn(b, &state);
    }
    s->moving = s->bodies;
    double far = (width + WALLS) / 2, all = width + 2 * WALLS;
    add_fixed(s, all, all, 1, 0, 0, -0.5);
    add_fixed(s, WALLS, all, high, far, 0, high / 2);
    add_fixed(s, WALLS, all, high, -far, 0, high / 2);
    add_fixed(s, all, WALLS, high, 0, far, high / 2);
    add_fixed(s, all, WALLS, high, 0, -far, high / 2);
}

int bench_scene_create(const char *name, int size, bench_scene *s) {
    *s = (bench_scene){0};
    if (size < 1) return 1;
    s->body = calloc((size_t)size + FIXED, sizeof *s->body);
    if (!s->body) return 1;
    if (!strcmp(name, "wall")) {
        wall(s, size);
    } else if (!strcmp(name, "pile")) {
        pile(s, size, 4);
    } else if (!strcmp(name, "heap")) {
        pile(s, size, 2);
    } else {
        bench_scene_free(s);
        return 1;
    }
    return 0;
}

void bench_scene_free(bench_scene *s) {
    free(s->body);
    *s = (bench_scene){0};
}
