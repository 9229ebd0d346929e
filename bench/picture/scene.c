/* The speed scene; see scene.h. */
#include "scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

static const double major = 0.5, minor = 0.13, pitch = 2 * (0.5 - 0.13) * 0.99;
static const double span = 300, height = 94, sink = 5; /* of the towers; lowest link's height */

void bench_rotation(const double q[4], double r[9]) {
    double w = q[0], x = q[1], y = q[2], z = q[3];
    double m[9] = {1 - 2 * (y * y + z * z), 2 * (x * y - w * z),     2 * (x * z + w * y),
                   2 * (x * y + w * z),     1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
                   2 * (x * z - w * y),     2 * (y * z + w * x),     1 - 2 * (x * x + y * y)};
    memcpy(r, m, sizeof m);
}

static void multiply(const double a[4], const double b[4], double c[4]) {
    c[0] = a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3];
    c[1] = a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2];
    c[2] = a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1];
    c[3] = a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0];
}

static bench_solid *add(bench_scene *s, int kind, double a, double b, double c) {
    bench_solid *o = &s->solid[s->solids++];
    *o = (bench_solid){.kind = kind, .size = {a, b, c}, .q = {1, 0, 0, 0}};
    return o;
}

static void paint(bench_solid *o, double r, double g, double b) {
    o->color[0] = r;
    o->color[1] = g;
    o->color[2] = b;
}

/* the catenary z = a cosh(x / a) of this length over the span */
static double catenary(double length) {
    double lo = 1, hi = 1e4;
    for (int i = 0; i < 200; i++) {
        double a = (lo + hi) / 2;
        if (2 * a * sinh(span / (2 * a)) > length)
            lo = a;
        else
            hi = a;
    }
    return (lo + hi) / 2;
}

static void hang(bench_scene *s) {
    double a = catenary(BENCH_LINKS * pitch);
    for (int i = 0; i < BENCH_LINKS; i++) {
        double arc = (i + 0.5 - BENCH_LINKS / 2.0) * pitch, x = a * asinh(arc / a);
        double slope = atan(arc / a), half = -slope / 2, turn = i % 2 ? pi / 4 : 0;
        /* the chain's direction is local x before the turn about it */
        double lean[4] = {cos(half), 0, sin(half), 0}, roll[4] = {cos(turn), sin(turn), 0, 0};
        bench_solid *o = add(s, BENCH_RING, major, minor, 0);
        o->x[0] = x;
        o->x[2] = a * cosh(x / a) - a + sink;
        multiply(lean, roll, o->q);
        paint(o, 0.62, 0.60, 0.57);
        if (i % 2 == 0) continue;
        /* capsules lie along local z: onto y */
        double over[4] = {sqrt(0.5), sqrt(0.5), 0, 0};
        bench_solid *c = add(s, BENCH_STUD, 0.075, 2 * (major - minor), 0);
        memcpy(c->x, o->x, sizeof o->x);
        multiply(o->q, over, c->q);
        paint(c, 0.72, 0.30, 0.14);
    }
    for (int side = -1; side <= 1; side += 2) {
        bench_solid *o = add(s, BENCH_TOWER, 6, 10, height);
        o->x[0] = side * (span / 2 + 3.2);
        o->x[2] = height / 2;
        paint(o, 0.45, 0.47, 0.5);
    }
}

/* ---- meshes --------------------------------------------------------------------------------- */

static int mesh_room(bench_mesh *m, int vertices, int triangles) {
    m->vertex = calloc((size_t)vertices, 3 * sizeof(double));
    m->normal = calloc((size_t)vertices, 3 * sizeof(double));
    m->index = calloc((size_t)triangles, 3 * sizeof(int));
    return !m->vertex || !m->normal || !m->index;
}

static int vertex(bench_mesh *m, double x, double y, double z, double nx, double ny, double nz) {
    double v[3] = {x, y, z}, n[3] = {nx, ny, nz};
    memcpy(m->vertex + 3 * (size_t)m->vertices, v, sizeof v);
    memcpy(m->normal + 3 * (size_t)m->vertices, n, sizeof n);
    return m->vertices++;
}

static void triangle(bench_mesh *m, int a, int b, int c) {
    int *t = m->index + 3 * (size_t)m->triangles++;
    t[0] = a;
    t[1] = b;
    t[2] = c;
}

static int ring_mesh(bench_mesh *m, int around, int tube) {
    if (mesh_room(m, around * tube, 2 * around * tube)) return 1;
    for (int i = 0; i < around; i++)
        for (int k = 0; k < tube; k++) {
            double u = 2 * pi * i / around, v = 2 * pi * k / tube, r = major + minor * cos(v);
            vertex(m, r * cos(u), r * sin(u), minor * sin(v), cos(v) * cos(u), cos(v) * sin(u),
                   sin(v));
        }
    for (int i = 0; i < around; i++)
        for (int k = 0; k < tube; k++) {
            int ii = (i + 1) % around, kk = (k + 1) % tube;
            int a = i * tube + k, b = ii * tube + k, c = ii * tube + kk, d = i * tube + kk;
            triangle(m, a, b, c);
            triangle(m, a, c, d);
        }
    return 0;
}

/* two poles and four rings of corners: at 45 degrees and at the ends of the straight part */
static int stud_mesh(bench_mesh *m, double radius, double length, int sides) {
    if (mesh_room(m, 4 * sides + 2, 8 * sides)) return 1;
    static const double latitude[4] = {-0.25, 0, 0, 0.25}; /* of pi */
    int below = vertex(m, 0, 0, -length / 2 - radius, 0, 0, -1), first = m->vertices;
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < sides; k++) {
            double a = pi * latitude[i], u = 2 * pi * k / sides, end = i < 2 ? -1 : 1;
            double nx = cos(a) * cos(u), ny = cos(a) * sin(u), nz = sin(a);
            vertex(m, radius * nx, radius * ny, radius * nz + end * length / 2, nx, ny, nz);
        }
    int above = vertex(m, 0, 0, length / 2 + radius, 0, 0, 1);
    for (int k = 0; k < sides; k++) {
        int kk = (k + 1) % sides, last = first + 3 * sides;
        triangle(m, below, first + kk, first + k);
        triangle(m, above, last + k, last + kk);
        for (int i = 0; i < 3; i++) {
            int a = first + i * sides + k, b = first + i * sides + kk;
            triangle(m, a, b, b + sides);
            triangle(m, a, b + sides, a + sides);
        }
    }
    return 0;
}

static int tower_mesh(bench_mesh *m, const double *size) {
    if (mesh_room(m, 24, 12)) return 1;
    for (int axis = 0; axis < 3; axis++)
        for (int side = -1; side <= 1; side += 2) {
            int b = (axis + 1) % 3, c = (axis + 2) % 3, first = m->vertices;
            for (int k = 0; k < 4; k++) {
                double x[3], n[3] = {0, 0, 0};
                x[axis] = side * size[axis] / 2;
                x[b] = (k == 1 || k == 2 ? 1 : -1) * side * size[b] / 2;
                x[c] = (k >= 2 ? 1 : -1) * size[c] / 2;
                n[axis] = side;
                vertex(m, x[0], x[1], x[2], n[0], n[1], n[2]);
            }
            triangle(m, first, first + 1, first + 2);
            triangle(m, first, first + 2, first + 3);
        }
    return 0;
}

static int tessellate(bench_scene *s, int thousands) {
    int fine = thousands == 1000, bad = 0;
    for (int i = 0; i < s->solids; i++) {
        const bench_solid *o = &s->solid[i];
        bench_mesh *m = &s->mesh[o->kind];
        if (!m->index && o->kind == BENCH_RING)
            bad |= fine ? ring_mesh(m, 48, 20) : ring_mesh(m, 12, 7);
        else if (!m->index && o->kind == BENCH_STUD)
            bad |= stud_mesh(m, o->size[0], o->size[1], fine ? 20 : 6);
        else if (!m->index)
            bad |= tower_mesh(m, o->size);
        s->triangles += m->triangles;
    }
    return bad;
}

int bench_scene_create(int thousands, bench_scene *s) {
    static const bench_scene rest = {.eye = {-128, -19, 54},
                                     .target = {-60, 4, 29},
                                     .up = {0, 0, 1},
                                     .fov = 0.8,
                                     .irradiance = {3, 2.8, 2.5},
                                     .sun_diameter = 0.02,
                                     .sky = {0.42, 0.5, 0.62},
                                     .ground_color = {0.36, 0.34, 0.28}};
    *s = rest;
    if (thousands != 0 && thousands != 96 && thousands != 1000) return 1;
    double sun[3] = {-0.35, -0.55, 0.75}, n = 0;
    for (int i = 0; i < 3; i++) n += sun[i] * sun[i];
    for (int i = 0; i < 3; i++) s->sun[i] = sun[i] / sqrt(n);
    s->solid = calloc(2 * BENCH_LINKS + 2, sizeof *s->solid);
    if (!s->solid) return 1;
    hang(s);
    return thousands && tessellate(s, thousands);
}

void bench_scene_free(bench_scene *s) {
    for (int i = 0; i < BENCH_KINDS; i++) {
        free(s->mesh[i].vertex);
        free(s->mesh[i].normal);
        free(s->mesh[i].index);
    }
    free(s->solid);
    memset(s, 0, sizeof *s);
}
