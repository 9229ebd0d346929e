/*
 * Meshes: a convex one against the same box; an L of two boxes against these boxes; finely divided
 * floors, on which edges inside of a face must not be felt.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../support/asked.h"
#include "../../support/near.h"
#include "base/math/random.h"
#include "contact/geometry.h"
#include "shape/mesh/mesh.h"

static const tw_shape guests[] = {
    {.type = TW_SHAPE_SPHERE, .p = {0.2, 0, 0}},
    {.type = TW_SHAPE_CAPSULE, .p = {0.1, 0.4, 0}},
    {.type = TW_SHAPE_CYLINDER, .p = {0.2, 0.3, 0}},
    {.type = TW_SHAPE_BOX, .p = {0.3, 0.4, 0.5}},
    {.type = TW_SHAPE_CONE, .p = {0.2, 0.4, 0}},
    {.type = TW_SHAPE_ELLIPSOID, .p = {0.15, 0.2, 0.3}},
    {.type = TW_SHAPE_TORUS, .p = {0.3, 0.05, 0}},
    {.type = TW_SHAPE_STADIUM, .p = {0.2, 0.15, 0.05}},
};
enum { GUESTS = sizeof guests / sizeof guests[0] };

/* the prism over a polygon (anticlockwise), from z = 0 to height; ears: its triangles */
static tw_mesh *prism(const double (*p)[2], int n, const int32_t (*ear)[3], double height) {
    tw_mesh_data d = {.vertex_count = 2 * (size_t)n, .triangle_count = 4 * (size_t)n - 4};
    d.vertex = malloc(d.vertex_count * 3 * sizeof(double));
    d.triangle = malloc(d.triangle_count * 3 * sizeof(int32_t));
    assert_true(d.vertex && d.triangle);
    int32_t *t = d.triangle;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 2; k++) {
            double *v = d.vertex + 3 * (size_t)(i + k * n);
            v[0] = p[i][0];
            v[1] = p[i][1];
            v[2] = k * height;
        }
    for (int i = 0; i < n - 2; i++) {
        const int32_t *e = ear[i];
        const int32_t both[6] = {e[0], e[2], e[1], e[0] + n, e[1] + n, e[2] + n};
        memcpy(t, both, sizeof both);
        t += 6;
    }
    for (int i = 0; i < n; i++) {
        int j = (i + 1) % n;
        const int32_t side[6] = {i, j, j + n, i, j + n, i + n};
        memcpy(t, side, sizeof side);
        t += 6;
    }
    tw_mesh *m;
    if (tw_mesh_create(&d, &m) != TW_OK) fail_msg("%s", tw_failure());
    return m;
}

static tw_mesh *brick(double x, double y, double z) {
    const double p[4][2] = {{0, 0}, {x, 0}, {x, y}, {0, y}};
    static const int32_t ear[2][3] = {{0, 1, 2}, {0, 2, 3}};
    return prism(p, 4, ear, z);
}

/* [0,2] x [0,1] and [0,1] x [0,2], 0.6 high */
static tw_mesh *angle(void) {
    static const double p[6][2] = {{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}};
    static const int32_t ear[4][3] = {{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 5}};
    return prism(p, 6, ear, 0.6);
}

static const tw_shape halves[2] = {{.type = TW_SHAPE_BOX, .p = {2, 1, 0.6}},
                                   {.type = TW_SHAPE_BOX, .p = {1, 2, 0.6}}};

static tw_pose half_pose(const tw_mesh *m, const tw_pose *whole, int k) {
    vec3 middle = k ? v3(0.5, 1, 0.3) : v3(1, 0.5, 0.3);
    tw_pose in = {v3_sub(middle, m->com), q_identity()};
    return tw_pose_compose(whole, &in);
}

static tw_pose random_pose(tw_random *r, double reach) {
    vec3 direction = tw_random_direction(r);
    vec3 x = v3_scale(direction, reach * tw_random_uniform(r));
    return (tw_pose){x, tw_random_rotation(r)};
}

static void a_convex_mesh_is_like_the_box(void **state) {
    (void)state;
    tw_random r = tw_random_seed(1);
    tw_mesh *m = brick(0.4, 0.6, 1.6);
    assert_true(m->convex);
    tw_shape mesh = {.type = TW_SHAPE_MESH, .p = {0.5, 0, 0}, .mesh = m},
             box = {.type = TW_SHAPE_BOX, .p = {0.2, 0.3, 0.8}};
    for (int j = 0; j < GUESTS; j++)
        for (int k = 0; k < 60; k++) {
            tw_pose pa = random_pose(&r, 1), pb = random_pose(&r, 0.2);
            vec3 n, o;
            double gap = tw_shape_separation(&guests[j], &pa, &box, &pb, &n);
            if (gap < -0.02) {
                pa.x = v3_madd(pa.x, -0.01 - gap, n);
                gap = tw_shape_separation(&guests[j], &pa, &box, &pb, &n);
            }
            double other = tw_shape_separation(&guests[j], &pa, &mesh, &pb, &o);
            assert_near(other, gap, 1e-8);
            tw_touch t[TW_TOUCHES], u[TW_TOUCHES];
            int a = tw_touch_shapes(&guests[j], &pa, &box, &pb, 0.01, t),
                b = tw_touch_shapes(&guests[j], &pa, &mesh, &pb, 0.01, u);
            assert_true((a > 0) == (b > 0));
        }
    tw_mesh_release(m);
}

static void an_angle_is_like_its_two_boxes(void **state) {
    (void)state;
    tw_random r = tw_random_seed(2);
    tw_mesh *m = angle();
    assert_false(m->convex);
    tw_shape mesh = {.type = TW_SHAPE_MESH, .p = {1, 0, 0}, .mesh = m};
    int apart = 0;
    for (int j = 0; j < GUESTS; j++)
        for (int k = 0; k < 80; k++) {
            tw_pose pa = random_pose(&r, 1.6), pb = random_pose(&r, 0.2);
            vec3 o;
            double gap = INFINITY;
            for (int h = 0; h < 2; h++) {
                tw_pose ph = half_pose(m, &pb, h);
                vec3 nh;
                double g = tw_shape_separation(&guests[j], &pa, &halves[h], &ph, &nh);
                gap = fmin(gap, g);
            }
            if (gap < 1e-6) continue;
            apart++;
            double own = tw_shape_separation(&guests[j], &pa, &mesh, &pb, &o);
            if (!(fabs(own - gap) < 1e-8)) fail_msg("%d: %.12g, of boxes %.12g", j, own, gap);
            tw_touch t[TW_TOUCHES];
            int count = tw_touch_shapes(&mesh, &pb, &guests[j], &pa, gap + 1e-3, t);
            assert_in_range(count, 1, TW_TOUCHES);
            double deepest = INFINITY;
            for (int c = 0; c < count; c++) deepest = fmin(deepest, t[c].gap);
            assert_near(deepest, gap, 3e-6);
            assert_true(tw_touch_shapes(&guests[j], &pa, &mesh, &pb, gap - 1e-3, t) == 0);
        }
    assert_true(apart > 100);
    tw_mesh_release(m);
}

static void two_angles_are_like_their_boxes(void **state) {
    (void)state;
    tw_random r = tw_random_seed(3);
    tw_mesh *m = angle();
    tw_shape mesh = {.type = TW_SHAPE_MESH, .p = {1, 0, 0}, .mesh = m};
    int apart = 0;
    for (int k = 0; k < 300; k++) {
        tw_pose pa = random_pose(&r, 2.6), pb = random_pose(&r, 0.2);
        double gap = INFINITY;
        vec3 n;
        for (int h = 0; h < 4; h++) {
            tw_pose ph = half_pose(m, &pa, h / 2), qh = half_pose(m, &pb, h % 2);
            gap = fmin(gap, tw_shape_separation(&halves[h / 2], &ph, &halves[h % 2], &qh, &n));
        }
        if (gap < 1e-6) continue;
        apart++;
        assert_near(tw_shape_separation(&mesh, &pa, &mesh, &pb, &n), gap, 1e-8);
        /* pushed a little into each other */
        pa.x = v3_madd(pa.x, -gap - 1e-4, n);
        tw_touch t[TW_TOUCHES];
        int count = tw_touch_shapes(&mesh, &pa, &mesh, &pb, 1e-3, t);
        assert_in_range(count, 1, TW_TOUCHES);
        double deepest = INFINITY;
        for (int c = 0; c < count; c++) deepest = fmin(deepest, t[c].gap);
        /* depths of meshes are right within a factor only */
        if (!(deepest < -1e-5 && deepest > -1e-3)) fail_msg("%d: depth %g", k, -deepest);
    }
    assert_true(apart > 40);
    tw_mesh_release(m);
}

static void a_ball_in_the_corner_touches_both_sides(void **state) {
    (void)state;
    tw_mesh *m = angle();
    tw_shape mesh = {.type = TW_SHAPE_MESH, .p = {1, 0, 0}, .mesh = m};
    tw_pose pb = {m->com, q_identity()};
    for (int j = 0; j < 3; j++) {
        double reach = guests[j].p[0];
        tw_pose pa = {v3(1 + reach - 1e-4, 1 + reach - 2e-4, 0.3), q_identity()};
        tw_touch t[TW_TOUCHES];
        int n = tw_touch_shapes(&guests[j], &pa, &mesh, &pb, 1e-5, t), x = 0, y = 0;
        for (int i = 0; i < n; i++) {
            bool along_x = t[i].normal.x > 0.5;
            assert_near(along_x ? t[i].normal.x : t[i].normal.y, 1, 1e-9);
            assert_near(t[i].gap, along_x ? -1e-4 : -2e-4, 1e-9);
            *(along_x ? &x : &y) += 1;
        }
        assert_true(x > 0 && y > 0);
    }
    tw_mesh_release(m);
}

/* ---- floors --------------------------------------------------------------------------------- */

/* a slab of GRID x GRID cells, each of two triangles, top at z = 0; far away it has a hole, so that
 * it is not convex: made as heights on a grid with one low corner */
enum { GRID = 12 };

static tw_mesh *slab(void) {
    const int side = GRID + 1, cells = GRID * GRID;
    tw_mesh_data d = {.vertex_count = 2 * (size_t)side * (size_t)side,
                      .triangle_count = 4 * (size_t)cells + 8 * GRID};
    d.vertex = malloc(d.vertex_count * 3 * sizeof(double));
    d.triangle = malloc(d.triangle_count * 3 * sizeof(int32_t));
    assert_true(d.vertex && d.triangle);
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < side; i++)
            for (int j = 0; j < side; j++) {
                double *v =
                    d.vertex + 3 * ((size_t)k * (size_t)(side * side) + (size_t)(i * side + j));
                v[0] = 0.15 * i - 0.9;
                v[1] = 0.15 * j - 0.9;
                v[2] = k ? (i == 1 && j == 1 ? -0.1 : 0) : -0.4;
            }
    int32_t *t = d.triangle;
    for (int i = 0; i < GRID; i++)
        for (int j = 0; j < GRID; j++) {
            int32_t a = i * side + j, b = a + side, c = b + 1, e = a + 1, up = side * side;
            const int32_t cell[12] = {a,      c,      b,      a,      e,      c,
                                      a + up, b + up, c + up, a + up, c + up, e + up};
            memcpy(t, cell, sizeof cell);
            t += 12;
        }
    for (int k = 0; k < GRID; k++) {
        const int32_t at[4] = {k * side, k * side + GRID, k, GRID * side + k};
        for (int s = 0; s < 4; s++) {
            int32_t step = s < 2 ? side : 1, a = at[s], b = a + step, up = side * side;
            bool turn = s == 1 || s == 2;
            if (turn) {
                int32_t x = a;
                a = b;
                b = x;
            }
            const int32_t wall[6] = {a, b, b + up, a, b + up, a + up};
            memcpy(t, wall, sizeof wall);
            t += 6;
        }
    }
    tw_mesh *m;
    if (tw_mesh_create(&d, &m) != TW_OK) fail_msg("%s", tw_failure());
    assert_false(m->convex);
    return m;
}

static void edges_inside_of_a_floor_are_not_felt(void **state) {
    (void)state;
    tw_random r = tw_random_seed(4);
    tw_mesh *m = slab();
    tw_shape floor_ = {.type = TW_SHAPE_MESH, .p = {1, 0, 0}, .mesh = m};
    tw_pose below = {m->com, q_identity()};
    double low[GUESTS] = {0.2, 0.3, 0.15, 0.25, 0.1, 0.3, 0.05, 0.05};
    int least[GUESTS] = {1, 1, 3, 4, 3, 1, 3, 3};
    for (int j = 0; j < GUESTS; j++)
        for (int k = 0; k < 200; k++) {
            double turn = 3.14159265358979323846 * tw_random_uniform(&r);
            double x = 0.6 * tw_random_uniform(&r) - 0.2, y = 0.6 * tw_random_uniform(&r) - 0.2;
            double depth = k % 2 ? 1e-4 : k % 4 ? 1e-6 : -1e-5;
            tw_pose at = {v3(x, y, low[j] - depth), {cos(turn), 0, 0, sin(turn)}};
            tw_touch t[TW_TOUCHES];
            int n = tw_touch_shapes(&guests[j], &at, &floor_, &below, 2e-5, t);
            if (n < least[j]) fail_msg("%d: %d places at depth %g", j, n, depth);
            double deepest = INFINITY;
            for (int i = 0; i < n; i++) {
                if (!(t[i].normal.z > 1 - 1e-6))
                    fail_msg("%d at %d: normal {%g, %g, %g}, gap %g of %g", j, k, t[i].normal.x,
                             t[i].normal.y, t[i].normal.z, t[i].gap, -depth);
                deepest = fmin(deepest, t[i].gap);
            }
            assert_near(deepest, -depth, 3e-6);
        }
    tw_mesh_release(m);
}

/* the search of one pair of meshes asks after every few dozen triangles, ends where the answer
 * says so, and has the same result as one that asks nobody */
static void long_searches_can_be_stopped(void **state) {
    (void)state;
    tw_mesh *m = slab();
    tw_shape s = {.type = TW_SHAPE_MESH, .p = {1, 0, 0}, .mesh = m};
    tw_pose here = {v3_zero(), q_identity()}, there = {v3(0.01, 0.02, 0.1), {0.6, 0, 0, 0.8}};
    tw_touch want[TW_TOUCHES], out[TW_TOUCHES];
    int n = tw_touch_shapes(&s, &there, &s, &here, 0.05, want);
    asked a = {0, 0};
    tw_touch_asks asks = {.poll = {asked_by, &a}};
    assert_int_equal(tw_touch_shapes_again(&s, &there, &s, &here, 0.05, NULL, &asks, out), n);
    if (n == 0 || a.calls < 8 || asks.stopped != TW_OK)
        fail_msg("%d touches, %d calls", n, a.calls);
    assert_memory_equal(out, want, (size_t)n * sizeof *out);
    for (int all = a.calls, last = 1; last <= all; last++) {
        a = (asked){0, last};
        asks = (tw_touch_asks){.poll = {asked_by, &a}};
        tw_touch_shapes_again(&s, &there, &s, &here, 0.05, NULL, &asks, out);
        assert_int_equal(asks.stopped, TW_INTERRUPTED);
        assert_int_equal(a.calls, last);
    }
    tw_mesh_release(m);
}

static void degenerate_places_are_answered(void **state) {
    (void)state;
    tw_random r = tw_random_seed(5);
    tw_mesh *m[3] = {angle(), slab(), brick(0.3, 0.3, 0.3)};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < GUESTS + 3; j++)
            for (int k = 0; k < 8; k++) {
                tw_shape mesh = {.type = TW_SHAPE_MESH, .p = {1, 0, 0}, .mesh = m[i]};
                tw_shape a = j < GUESTS ? guests[j] : mesh;
                if (j >= GUESTS) a.mesh = m[j - GUESTS];
                tw_pose pb = {v3_zero(), q_identity()}, pa = pb;
                if (k & 1) pa.x = v3(0.15, 0.15, 0.1);
                if (k & 2) pa.q = tw_random_rotation(&r);
                if (k & 4) pb = random_pose(&r, 0.2);
                vec3 n;
                assert_true(isfinite(tw_shape_separation(&a, &pa, &mesh, &pb, &n)));
                assert_near(v3_length(n), 1, 1e-9);
                tw_touch t[TW_TOUCHES];
                int count = tw_touch_shapes(&a, &pa, &mesh, &pb, 0.01, t);
                assert_true(count <= TW_TOUCHES);
                for (int c = 0; c < count; c++) {
                    assert_true(isfinite(t[c].gap) && isfinite(v3_dot(t[c].point, t[c].point)));
                    assert_near(v3_length(t[c].normal), 1, 1e-9);
                }
            }
    for (int i = 0; i < 3; i++) tw_mesh_release(m[i]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_convex_mesh_is_like_the_box),
        cmocka_unit_test(an_angle_is_like_its_two_boxes),
        cmocka_unit_test(two_angles_are_like_their_boxes),
        cmocka_unit_test(a_ball_in_the_corner_touches_both_sides),
        cmocka_unit_test(edges_inside_of_a_floor_are_not_felt),
        cmocka_unit_test(long_searches_can_be_stopped),
        cmocka_unit_test(degenerate_places_are_answered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
