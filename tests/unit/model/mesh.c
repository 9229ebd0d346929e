/*
 * Meshes: their mass against boxes cut from boxes and against random points, every fault by its
 * name, rays against all triangles one by one. Files: mesh_files.c.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "numeric/linear/exact.h"
#include "shape/mesh/ray.h"
#include "shape/shape.h"

#include "../../support/near.h"
#include "../../support/random.h"

/* ---- made by hand --------------------------------------------------------------------------- */

typedef struct draft {
    double v[4000][3];
    int32_t t[8000][3];
    int vertices, triangles;
} draft;

static tw_mesh_data data_of(const draft *d) {
    tw_mesh_data m = {.vertex_count = (size_t)d->vertices, .triangle_count = (size_t)d->triangles};
    m.vertex = malloc(sizeof d->v);
    m.triangle = malloc(sizeof d->t);
    assert_true(m.vertex && m.triangle);
    memcpy(m.vertex, d->v, sizeof d->v);
    memcpy(m.triangle, d->t, sizeof d->t);
    return m;
}

static tw_mesh *make(const draft *d) {
    tw_mesh_data m = data_of(d);
    tw_mesh *mesh = NULL;
    if (tw_mesh_create(&m, &mesh) != TW_OK) fail_msg("%s", tw_failure());
    assert_null(m.vertex);
    return mesh;
}

static void refused(const draft *d, const char *reason) {
    tw_mesh_data m = data_of(d);
    tw_mesh *mesh = NULL;
    assert_int_equal(tw_mesh_create(&m, &mesh), TW_ARGUMENT);
    assert_null(mesh);
    if (!strstr(tw_failure(), reason)) fail_msg("'%s' does not say '%s'", tw_failure(), reason);
}

/* a box; inward: a cavity */
static void add_box(draft *d, vec3 lo, vec3 hi, bool inward) {
    static const int32_t side[12][3] = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6},
                                        {0, 1, 5}, {0, 5, 4}, {2, 6, 7}, {2, 7, 3},
                                        {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
    for (int i = 0; i < 12; i++)
        for (int k = 0; k < 3; k++)
            d->t[d->triangles + i][inward ? 2 - k : k] = side[i][k] + d->vertices;
    for (int i = 0; i < 8; i++)
        v3_store(d->v[d->vertices + i],
                 v3(i & 1 ? hi.x : lo.x, i & 2 ? hi.y : lo.y, i & 4 ? hi.z : lo.z));
    d->vertices += 8;
    d->triangles += 12;
}

static draft box(void) {
    static draft d;
    d.vertices = d.triangles = 0;
    add_box(&d, v3(0, 0, 0), v3(1, 2, 3), false);
    return d;
}

/* a torus with waves on it: not convex, nothing flat */
static draft wavy(int n, int m) {
    static draft d;
    d = (draft){.vertices = n * m, .triangles = 2 * n * m};
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            double a = 2 * acos(-1) * i / n, b = 2 * acos(-1) * j / m;
            double r = 0.4 + 0.08 * sin(3 * a + 2 * b), R = 1 + r * cos(b);
            v3_store(d.v[i * m + j], v3(R * cos(a), R * sin(a) * 0.8, r * sin(b)));
            int32_t p = i * m + j, q = (i + 1) % n * m + j, s = (i + 1) % n * m + (j + 1) % m,
                    t = i * m + (j + 1) % m;
            memcpy(d.t[2 * p], (int32_t[]){p, q, s}, sizeof d.t[0]);
            memcpy(d.t[2 * p + 1], (int32_t[]){p, s, t}, sizeof d.t[0]);
        }
    return d;
}

/* ---- mass ----------------------------------------------------------------------------------- */

/* moments of a box about the origin: volume, first, second */
static void box_moments(vec3 lo, vec3 hi, double sign, double *out) {
    const double a[3] = {lo.x, lo.y, lo.z}, b[3] = {hi.x, hi.y, hi.z};
    double l[3], f[3], s[3];
    for (int i = 0; i < 3; i++) {
        l[i] = b[i] - a[i];
        f[i] = (b[i] * b[i] - a[i] * a[i]) / 2;
        s[i] = (b[i] * b[i] * b[i] - a[i] * a[i] * a[i]) / 3;
    }
    out[0] += sign * l[0] * l[1] * l[2];
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        out[1 + i] += sign * f[i] * l[j] * l[k];
        out[4 + i] += sign * s[i] * l[j] * l[k];
        out[7 + i] += sign * f[i] * f[j] * l[k];
    }
}

static void check_moments(const tw_mesh *m, const double *q) {
    assert_near(m->volume, q[0], 1e-13 * q[0]);
    double c[3] = {q[1] / q[0], q[2] / q[0], q[3] / q[0]};
    assert_near(m->com.x, c[0], 1e-13);
    assert_near(m->com.y, c[1], 1e-13);
    assert_near(m->com.z, c[2], 1e-13);
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        double around = q[4 + j] - q[0] * c[j] * c[j] + q[4 + k] - q[0] * c[k] * c[k];
        assert_near(m->inertia.m[i][i], around, 1e-12 * q[0]);
        assert_near(m->inertia.m[i][j], -(q[7 + i] - q[0] * c[i] * c[j]), 1e-12 * q[0]);
        assert_near(m->inertia.m[j][i], m->inertia.m[i][j], 0);
    }
}

/* two solids apart, one with a cavity, a solid in it */
static void mass_with_cavities(void **state) {
    (void)state;
    draft d = box();
    static const struct {
        vec3 lo, hi;
        bool inward;
    } more[] = {{{0.1, 0.2, 0.3}, {0.8, 1.5, 2.5}, true},
                {{0.3, 0.5, 0.5}, {0.6, 0.7, 2}, false},
                {{2, 0, 0}, {3, 0.5, 0.25}, false}};
    double q[10] = {0};
    box_moments(v3(0, 0, 0), v3(1, 2, 3), 1, q);
    for (int i = 0; i < 3; i++) {
        add_box(&d, more[i].lo, more[i].hi, more[i].inward);
        box_moments(more[i].lo, more[i].hi, more[i].inward ? -1 : 1, q);
    }
    tw_mesh *m = make(&d);
    check_moments(m, q);
    assert_near(tw_mesh_extent(m, v3(1, 0, 0)), 3 - m->com.x, 1e-15);
    assert_near(tw_mesh_extent(m, v3(-1, 0, 0)), m->com.x, 1e-15);
    tw_mesh_release(m);
}

/* the same solid anywhere, and the extent and radius against all vertices */
static void far_away_and_extent(void **state) {
    (void)state;
    draft d = wavy(40, 16), e = d;
    tw_mesh *m = make(&d);
    for (int i = 0; i < e.vertices; i++) e.v[i][0] += 1e6, e.v[i][1] -= 3e6, e.v[i][2] += 2e6;
    tw_mesh *far = make(&e);
    /* coordinates keep 2e-10 m there */
    assert_near(far->volume, m->volume, 1e-9 * m->volume);
    assert_near(far->com.x - 1e6, m->com.x, 1e-9);
    for (int i = 0; i < 9; i++)
        assert_near(far->inertia.m[i / 3][i % 3], m->inertia.m[i / 3][i % 3], 1e-9);
    double radius = 0;
    for (int k = 0; k < 200; k++) {
        vec3 n = v3_normalized(random_vec(1));
        double most = -1e9;
        for (int i = 0; i < d.vertices; i++) {
            vec3 v = v3_sub(v3_load(d.v[i]), m->com);
            most = fmax(most, v3_dot(v, n));
            radius = fmax(radius, v3_length(v));
        }
        assert_near(tw_mesh_extent(m, n), most, 1e-14);
    }
    assert_near(m->radius, radius, 0);
    tw_mesh_release(m);
    tw_mesh_release(far);
}

/* ---- faults --------------------------------------------------------------------------------- */

static void faults_by_name(void **state) {
    (void)state;
    draft d = box();
    d.triangles = 11;
    refused(&d, "edge 2-6 belongs to one triangle only: the mesh is open at triangle");
    d.triangles = 3;
    refused(&d, "3 triangles");
    d = box();
    d.t[5][0] = 8;
    refused(&d, "triangle 6: no vertex 9; there are 8");
    d = box();
    d.v[3][1] = NAN;
    refused(&d, "vertex 4: expected finite coordinates, got nan");
    d = box();
    d.t[7][1] = d.t[7][0];
    refused(&d, "triangle 8 has no area");
    d = box();
    memcpy(d.t[12], d.t[0], sizeof d.t[0]);
    d.triangles++;
    refused(&d, "belongs to 3 triangles");
    d = box();
    int32_t swap = d.t[4][0];
    d.t[4][0] = d.t[4][1], d.t[4][1] = swap;
    refused(&d, "run through it in the same direction");
    d = box();
    d.vertices = d.triangles = 0;
    add_box(&d, v3(0, 0, 0), v3(1, 1, 1), true);
    refused(&d, "inside-out: its volume is -1 m^3");
    d = box();
    add_box(&d, v3(0.1, 0.1, 0.1), v3(0.5, 0.5, 0.5), false);
    refused(&d, "the part with triangle 13 lies inside another part but is turned outward");
    d = box();
    add_box(&d, v3(2, 0, 0), v3(2.5, 0.5, 0.5), true);
    refused(&d, "the part with triangle 13 is inside-out and not a cavity");
}

static void crossings(void **state) {
    (void)state;
    const struct {
        vec3 lo, hi;
        const char *reason;
    } second[] = {
        {{0.5, 0.5, 0.5}, {1.5, 1.5, 1.5}, "cross or touch"}, /* through a face */
        {{1, 0.5, 0.5}, {2, 1, 1}, "cross or touch"},         /* face on face */
        {{0.25, 0.25, 3}, {0.5, 0.5, 4}, "cross or touch"},   /* face within face */
        {{1, 2, 3}, {2, 3, 4}, NULL},                         /* a corner in common */
        {{1, 2, 0}, {2, 3, 3}, "edge 4-8 belongs to 4"},      /* an edge in common */
        {{1, 2, 1}, {2, 3, 2}, "cross or touch"},             /* edge on edge */
        {{1.0000000000000002, 0, 0}, {2, 2, 3}, NULL},        /* a hair apart */
        {{0.9999999999999999, 0, 0}, {2, 2, 3}, "cross or touch"},
    };
    for (size_t i = 0; i < sizeof second / sizeof *second; i++) {
        draft d = box();
        add_box(&d, second[i].lo, second[i].hi, false);
        if (second[i].reason)
            refused(&d, second[i].reason);
        else
            tw_mesh_release(make(&d));
    }
    /* a vertex pulled through the opposite side; a fold onto a neighbour */
    draft d = wavy(12, 8);
    for (int k = 0; k < 3; k++) d.v[5][k] = -3 * d.v[5][k];
    refused(&d, "cross or touch: the mesh crosses itself");
    /* a pyramid with its top pushed into the base plane, beyond a side */
    d = (draft){.vertices = 5,
                .triangles = 6,
                .v = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0.5, 0.5, 1}},
                .t = {{0, 2, 1}, {0, 3, 2}, {0, 1, 4}, {1, 2, 4}, {2, 3, 4}, {3, 0, 4}}};
    tw_mesh_release(make(&d));
    d.v[4][0] = 3, d.v[4][2] = 1e-300;
    tw_mesh_release(make(&d)); /* leaning over, still simple */
    d.v[4][2] = 0;
    refused(&d, "");
}

/* ---- sides ---------------------------------------------------------------------------------- */

/* small whole numbers, scaled and moved: the determinant of whole numbers knows the sign */
static void exact_sides(void **state) {
    (void)state;
    int zeros = 0;
    for (int n = 0; n < 20000; n++) {
        long long c[4][3], u[3][3];
        vec3 p[4];
        double unit = n % 2 ? 0x1p-40 : 1, base = n % 2 ? 4097 : 0;
        for (int i = 0; i < 4; i++) {
            for (int k = 0; k < 3; k++) c[i][k] = random_int(7) - 3;
            p[i] = v3(base + unit * (double)c[i][0], base + unit * (double)c[i][1],
                      unit * (double)c[i][2]);
        }
        for (int i = 0; i < 3; i++)
            for (int k = 0; k < 3; k++) u[i][k] = c[i + 1][k] - c[0][k];
        long long det = u[0][0] * (u[1][1] * u[2][2] - u[1][2] * u[2][1]) +
                        u[0][1] * (u[1][2] * u[2][0] - u[1][0] * u[2][2]) +
                        u[0][2] * (u[1][0] * u[2][1] - u[1][1] * u[2][0]);
        assert_int_equal(tw_exact_side3(p[0], p[1], p[2], p[3]), (det > 0) - (det < 0));
        zeros += det == 0;
        const double a[2] = {p[0].x, p[0].y}, b[2] = {p[1].x, p[1].y}, q[2] = {p[2].x, p[2].y};
        long long flat = u[0][0] * u[1][1] - u[0][1] * u[1][0];
        assert_int_equal(tw_exact_side2(a, b, q), (flat > 0) - (flat < 0));
    }
    assert_true(zeros > 500);
    /* the last bit: a point beside a plane through points that are not in a grid with it */
    vec3 a = v3(0.1, 0.1, 0.1), b = v3(0.2, 0.2, 0.2), c = v3(0.3, 0.7, 0.5), d = v3(24, 24, 24);
    vec3 above = v3(24, 24, nextafter(24, 25)), below = v3(24, 24, nextafter(24, 23));
    int s = tw_exact_side3(a, b, c, above);
    assert_true(s != 0 && tw_exact_side3(a, b, c, below) == -s);
    assert_int_equal(tw_exact_side3(a, b, c, d), 0); /* a, b, d on the line x = y = z */
}

/* ---- rays ----------------------------------------------------------------------------------- */

typedef struct line {
    vec3 o, d;
} line;

/* the first triangle hit, in double precision over the single-precision corners */
static double first_hit(const tw_mesh *m, const line *l, double *margin) {
    double best = INFINITY;
    *margin = INFINITY;
    for (size_t i = 0; i < m->triangle_count; i++) {
        vec3 p[3];
        for (int k = 0; k < 3; k++) {
            const float *c = m->corner + 9 * i + 3 * k;
            p[k] = v3_sub(v3((double)c[0], (double)c[1], (double)c[2]), l->o);
        }
        double u = v3_dot(v3_cross(p[1], p[2]), l->d), v = v3_dot(v3_cross(p[2], p[0]), l->d),
               w = v3_dot(v3_cross(p[0], p[1]), l->d), sum = u + v + w;
        double t = (u * v3_dot(p[0], l->d) + v * v3_dot(p[1], l->d) + w * v3_dot(p[2], l->d)) / sum;
        double in = fmin(u / sum, fmin(v / sum, w / sum));
        if (t > 0 && fabs(in) < *margin) *margin = fabs(in);
        if (in >= 0 && t > 0 && t < best) best = t;
    }
    return best;
}

static void rays(void **state) {
    (void)state;
    draft d = wavy(32, 16);
    tw_mesh *m = make(&d);
    int hits = 0, compared = 0;
    for (int n = 0; n < 3000; n += TW_LANES) {
        line l[TW_LANES];
        fv3 o = f3_all(0, 0, 0), dir = o;
        for (int k = 0; k < TW_LANES; k++) {
            vec3 p = random_vec(2);
            vec3 q = v3(uniform(-1, 1), uniform(-1, 1), uniform(-0.4, 0.4));
            l[k] = (line){p, v3_normalized(v3_sub(q, p))};
            o.x[k] = (float)p.x, o.y[k] = (float)p.y, o.z[k] = (float)p.z;
            dir.x[k] = (float)l[k].d.x, dir.y[k] = (float)l[k].d.y, dir.z[k] = (float)l[k].d.z;
        }
        fv shift, inf = fv_all(INFINITY);
        tw_ray ray = tw_ray_near(o, dir, fv_all(0), &shift);
        iv on = iv_all(-1), part, other;
        fv t = tw_mesh_hit(m, &ray, inf, on, (unsigned)random_int(8), false, &part) + shift;
        fv any = tw_mesh_hit(m, &ray, inf, on, (unsigned)random_int(8), true, &other) + shift;
        tw_mesh_surface s;
        tw_mesh_surface_at(m, part, on, f3_madd(o, fv_select(t < inf, t, fv_all(0)), dir), dir, &s);
        for (int k = 0; k < TW_LANES; k++) {
            double margin, want = first_hit(m, &l[k], &margin);
            assert_true(isinf((double)any[k]) == isinf((double)t[k]));
            assert_true(any[k] >= t[k]);
            if (margin < 1e-4) continue; /* so near to an edge single precision may differ */
            compared++;
            if (isinf(want)) assert_true(isinf((double)t[k]));
            if (isinf(want)) continue;
            hits++;
            assert_near((double)t[k], want, 1e-4);
            /* normals face the viewer and are about unit; the smooth one is near the flat one */
            double facing =
                (double)(s.n.x[k] * dir.x[k] + s.n.y[k] * dir.y[k] + s.n.z[k] * dir.z[k]);
            double both =
                (double)(s.n.x[k] * s.flat.x[k] + s.n.y[k] * s.flat.y[k] + s.n.z[k] * s.flat.z[k]);
            assert_true(facing < 0 && both > 0.6 && both < 1.00001);
        }
    }
    assert_true(hits > 800 && compared - hits > 100);
    tw_mesh_release(m);
}

/* from inside, straight at vertices and edges: nothing gets out */
static void watertight(void **state) {
    (void)state;
    draft d = wavy(24, 12);
    tw_mesh *m = make(&d);
    for (int n = 0; n < 6000; n += TW_LANES) {
        fv3 o = f3_all(0, 0, 0), dir = o;
        for (int k = 0; k < TW_LANES; k++) {
            /* within the tube */
            double a = uniform(0, 6.28);
            vec3 p = v3_sub(v3(cos(a), 0.8 * sin(a), 0.0), m->com);
            size_t i = 9 * (size_t)random_int((int)m->triangle_count);
            const float *c = m->corner + i, *e = m->corner + i + 3;
            double w = n / TW_LANES % 3 ? uniform(0, 1) : 0;
            vec3 q = v3((double)c[0] + w * ((double)e[0] - (double)c[0]),
                        (double)c[1] + w * ((double)e[1] - (double)c[1]),
                        (double)c[2] + w * ((double)e[2] - (double)c[2]));
            vec3 u = v3_normalized(v3_sub(q, p));
            o.x[k] = (float)p.x, o.y[k] = (float)p.y, o.z[k] = (float)p.z;
            dir.x[k] = (float)u.x, dir.y[k] = (float)u.y, dir.z[k] = (float)u.z;
        }
        fv shift;
        iv part;
        tw_ray ray = tw_ray_near(o, dir, fv_all(0), &shift);
        fv t = tw_mesh_hit(m, &ray, fv_all(INFINITY), iv_all(-1), 0, false, &part);
        for (int k = 0; k < TW_LANES; k++) assert_true(t[k] < 1e9f);
    }
    tw_mesh_release(m);
}
int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mass_with_cavities), cmocka_unit_test(far_away_and_extent),
        cmocka_unit_test(faults_by_name),     cmocka_unit_test(crossings),
        cmocka_unit_test(exact_sides),        cmocka_unit_test(rays),
        cmocka_unit_test(watertight),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
