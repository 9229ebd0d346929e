/* Builds the scenes of scene.h. */
#include "scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { POINT_RODS = 4 }; /* that meet at a point of a net */

void bench_inertia(double inertia[3]) {
    double l = BENCH_LENGTH * BENCH_LENGTH, w = BENCH_WIDTH * BENCH_WIDTH;
    inertia[0] = BENCH_MASS / 12 * (w + w);
    inertia[1] = inertia[2] = BENCH_MASS / 12 * (l + w);
}

static void cross(const double a[3], const double b[3], double out[3]) {
    double c[3] = {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
    memcpy(out, c, sizeof c);
}

/* v + 2 w (u x v) + 2 u x (u x v) */
void bench_rotate(const double q[4], const double v[3], double out[3]) {
    double c[3], d[3];
    cross(q + 1, v, c);
    cross(q + 1, c, d);
    for (int i = 0; i < 3; i++) out[i] = v[i] + 2 * (q[0] * c[i] + d[i]);
}

void bench_rotate_back(const double q[4], const double v[3], double out[3]) {
    double p[4] = {q[0], -q[1], -q[2], -q[3]};
    bench_rotate(p, v, out);
}

void bench_relative(const double p[4], const double q[4], double out[4]) {
    double c[3];
    cross(p + 1, q + 1, c);
    double w = p[0] * q[0] + p[1] * q[1] + p[2] * q[2] + p[3] * q[3];
    for (int i = 0; i < 3; i++) c[i] = p[0] * q[i + 1] - q[0] * p[i + 1] - c[i];
    out[0] = w;
    memcpy(out + 1, c, sizeof c);
}

/* a rod between two points: the shortest turn that takes x to its direction */
static void place(bench_body *b, const double from[3], const double to[3]) {
    double u[3], length = 0;
    for (int i = 0; i < 3; i++) {
        b->x[i] = (from[i] + to[i]) / 2;
        u[i] = to[i] - from[i];
        length += u[i] * u[i];
        b->v[i] = b->omega[i] = 0;
    }
    length = sqrt(length);
    /* (1 + u.x, x cross u), made a unit; no rod of these scenes points along -x */
    double q[4] = {1 + u[0] / length, 0, -u[2] / length, u[1] / length};
    double norm = sqrt(q[0] * q[0] + q[2] * q[2] + q[3] * q[3]);
    for (int i = 0; i < 4; i++) b->q[i] = q[i] / norm;
}

static void join(bench_scene *s, int a, int b, const double at[3]) {
    bench_joint *j = &s->joint[s->joints++];
    j->a = a, j->b = b;
    memcpy(j->at, at, sizeof j->at);
    for (int side = 0; side < 2; side++) {
        int body = side ? b : a;
        double d[3], *local = side ? j->local_b : j->local_a;
        if (body < 0) {
            memcpy(local, at, 3 * sizeof *local);
            continue;
        }
        for (int i = 0; i < 3; i++) d[i] = at[i] - s->body[body].x[i];
        bench_rotate_back(s->body[body].q, d, local);
        local[0] = copysign(BENCH_LENGTH / 2, local[0]); /* an end, but for rounding */
        local[1] = local[2] = 0;
    }
}

static int reserve(bench_scene *s, int bodies, int joints) {
    s->body = calloc((size_t)bodies, sizeof *s->body);
    s->joint = calloc((size_t)joints, sizeof *s->joint);
    return !s->body || !s->joint;
}

/* rods from `at` on, each one turned by slope(i); the first end is nailed, the last one if wanted
 */
static void row(bench_scene *s, int rods, double at[3], int bent, int both) {
    const double c = sqrt(3) / 2, h = 0.5; /* of 30 degrees */
    for (int i = 0; i < rods; i++) {
        int body = s->bodies++;
        double to[3] = {at[0] + BENCH_LENGTH * (bent ? c : 1), at[1], at[2]};
        if (bent) to[2] += BENCH_LENGTH * (2 * i < rods ? -h : h);
        place(&s->body[body], at, to);
        join(s, body, i ? body - 1 : -1, at);
        memcpy(at, to, sizeof to);
    }
    if (both) join(s, s->bodies - 1, -1, at);
}

static int islands(bench_scene *s, int count, int rods) {
    if (reserve(s, count * rods, count * rods)) return 1;
    for (int i = 0; i < count; i++) {
        double at[3] = {0, i, 0};
        row(s, rods, at, 0, 0);
    }
    return 0;
}

static int towers(bench_scene *s, int rods) {
    double at[3] = {0, 0, 0};
    if (rods % 2 || reserve(s, rods, rods + 1)) return 1;
    row(s, rods, at, 1, 1);
    return 0;
}

static void net_point(int i, int j, double p[3]) {
    p[0] = i * BENCH_LENGTH * sqrt(3) / 2;
    p[1] = j * BENCH_LENGTH * sqrt(3) / 2;
    p[2] = (i + j) % 2 ? BENCH_LENGTH / 2 : 0;
}

static int net(bench_scene *s, int n, int every_pair) {
    if (n < 2 || reserve(s, 2 * n * (n - 1), 6 * n * n + 2)) return 1;
    int *meet = calloc((size_t)(n * n), (POINT_RODS + 1) * sizeof *meet); /* count, rods */
    if (!meet) return 1;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            for (int side = 0; side < 2; side++) {
                int k = i + !side, l = j + side;
                if (k >= n || l >= n) continue;
                double from[3], to[3];
                net_point(i, j, from);
                net_point(k, l, to);
                place(&s->body[s->bodies], from, to);
                int *first = meet + (i * n + j) * (POINT_RODS + 1);
                int *second = meet + (k * n + l) * (POINT_RODS + 1);
                first[++first[0]] = second[++second[0]] = s->bodies++;
            }
        }
    }
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            const int *m = meet + (i * n + j) * (POINT_RODS + 1);
            double p[3];
            net_point(i, j, p);
            if (j == 0 && (i == 0 || i == n - 1)) join(s, m[1], -1, p);
            for (int a = 1; a <= (every_pair ? m[0] - 1 : 1); a++)
                for (int b = a + 1; b <= m[0]; b++) join(s, m[a], m[b], p);
        }
    }
    free(meet);
    return 0;
}

int bench_scene_create(const char *name, int size, bench_scene *scene) {
    int failed = 1;
    memset(scene, 0, sizeof *scene);
    if (size < 1) return 1;
    if (!strcmp(name, "chain")) failed = islands(scene, 1, size);
    if (!strcmp(name, "islands")) failed = islands(scene, size, 10);
    if (!strcmp(name, "towers")) failed = towers(scene, size);
    if (!strcmp(name, "net")) failed = net(scene, size, 0);
    if (!strcmp(name, "netr")) failed = net(scene, size, 1);
    if (failed) bench_scene_free(scene);
    return failed;
}

void bench_scene_free(bench_scene *scene) {
    free(scene->body);
    free(scene->joint);
    memset(scene, 0, sizeof *scene);
}

int bench_joint_other(const bench_joint *j, int body) {
    return j->a == body ? j->b : j->a;
}

void bench_scene_tree(const bench_scene *s, int *tree_joint, int *order, char *closing) {
    int found = 0;
    for (int i = 0; i < s->bodies; i++) tree_joint[i] = -1;
    for (int j = 0; j < s->joints; j++) {
        closing[j] = 1;
        if (s->joint[j].b < 0 && tree_joint[s->joint[j].a] < 0) {
            tree_joint[s->joint[j].a] = j;
            order[found++] = s->joint[j].a;
            closing[j] = 0;
        }
    }
    /* rounds over all joints would be quadratic in a chain, so each body knows its own */
    int *head = malloc((size_t)s->bodies * sizeof *head);
    int *next = malloc(2 * (size_t)s->joints * sizeof *next);
    if (!head || !next) abort();
    for (int i = 0; i < s->bodies; i++) head[i] = -1;
    for (int j = s->joints - 1; j >= 0; j--) {
        for (int side = 0; side < 2; side++) {
            int body = side ? s->joint[j].b : s->joint[j].a;
            if (body < 0) continue;
            next[2 * j + side] = head[body];
            head[body] = 2 * j + side;
        }
    }
    for (int k = 0; k < found; k++) {
        for (int e = head[order[k]]; e >= 0; e = next[e]) {
            int other = bench_joint_other(&s->joint[e / 2], order[k]);
            if (other < 0 || tree_joint[other] >= 0) continue;
            tree_joint[other] = e / 2;
            order[found++] = other;
            closing[e / 2] = 0;
        }
    }
    free(head);
    free(next);
}
