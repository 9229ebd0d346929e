/*
 * Pairs of convex shapes against what duality says about them: the gap seen along any direction,
 * from the shapes' own extents, never exceeds the signed distance, and reaches it along the
 * normal. Besides: symmetry, rigid motions, faces that carry, degenerate places.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../../support/near.h"
#include "base/math/random.h"
#include "contact/convex/convex.h"
#include "contact/geometry.h"

static const tw_shape samples[] = {
    {.type = TW_SHAPE_SPHERE, .p = {0.5, 0, 0}},
    {.type = TW_SHAPE_CAPSULE, .p = {0.2, 0.9, 0}},
    {.type = TW_SHAPE_CYLINDER, .p = {0.4, 0.7, 0}},
    {.type = TW_SHAPE_CYLINDER, .p = {0.05, 1.4, 0}},
    {.type = TW_SHAPE_CYLINDER, .p = {0.6, 0.02, 0}},
    {.type = TW_SHAPE_BOX, .p = {0.5, 0.8, 1.1}},
    {.type = TW_SHAPE_BOX, .p = {0.9, 0.6, 0.01}},
    {.type = TW_SHAPE_CONE, .p = {0.5, 0.9, 0}},
    {.type = TW_SHAPE_ELLIPSOID, .p = {0.3, 0.5, 0.8}},
};
enum { SAMPLES = sizeof samples / sizeof samples[0] };

static double extent(const tw_shape *s, const tw_pose *p, vec3 n) {
    return tw_shape_extent(s, q_rotate(q_conj(p->q), n)) + v3_dot(n, p->x);
}

/* the gap along n: b lies below, a above */
static double along(const tw_shape *a, const tw_pose *pa, const tw_shape *b, const tw_pose *pb,
                    vec3 n) {
    return -extent(a, pa, v3_neg(n)) - extent(b, pb, n);
}

static tw_pose random_pose(tw_random *r, double reach) {
    vec3 direction = tw_random_direction(r);
    vec3 x = v3_scale(direction, reach * tw_random_uniform(r));
    return (tw_pose){x, tw_random_rotation(r)};
}

/* the best of many directions, improved by small random turns: a lower bound of the truth */
static double search(tw_random *r, const tw_shape *a, const tw_pose *pa, const tw_shape *b,
                     const tw_pose *pb, int starts) {
    double best = -INFINITY;
    for (int s = 0; s < starts; s++) {
        vec3 n = tw_random_direction(r);
        double g = along(a, pa, b, pb, n), step = 0.5;
        for (int i = 0; i < 150; i++) {
            vec3 d = tw_random_direction(r);
            vec3 m = v3_normalized(v3_madd(n, step, d));
            double h = along(a, pa, b, pb, m);
            if (h > g) {
                g = h;
                n = m;
            } else {
                step *= 0.93;
            }
        }
        best = fmax(best, g);
    }
    return best;
}

static void gaps_reach_what_directions_show(void **state) {
    (void)state;
    tw_random r = tw_random_seed(1);
    int shallow = 0;
    for (int i = 0; i < SAMPLES; i++)
        for (int j = 0; j < SAMPLES; j++)
            for (int k = 0; k < 12; k++) {
                const tw_shape *a = &samples[i], *b = &samples[j];
                tw_pose pa = random_pose(&r, 1.2), pb = random_pose(&r, 0.2);
                vec3 n;
                double gap = tw_shape_separation(a, &pa, b, &pb, &n);
                assert_near(v3_length(n), 1, 1e-12);
                assert_near(along(a, &pa, b, &pb, n), gap, 1e-9);
                double seen = search(&r, a, &pa, b, &pb, gap < 0 ? 40 : 6);
                /* far inside each other: the least depth to a tenth */
                if (!(seen <= gap + (gap > -0.05 ? 1e-7 : -0.1 * gap)))
                    fail_msg("%s %d, %s %d: %.12g, but %.12g along another direction",
                             tw_shape_of(a)->name, i, tw_shape_of(b)->name, j, gap, seen);
                shallow += gap > -0.1 && gap < 0.1;
            }
    assert_true(shallow > 50);
}

/* what lies at a place midway, half a gap from each surface, is on the surface */
static void places_lie_on_both_surfaces(void **state) {
    (void)state;
    tw_random r = tw_random_seed(2);
    int found = 0;
    for (int i = 0; i < SAMPLES; i++)
        for (int j = 0; j < SAMPLES; j++)
            for (int k = 0; k < 40; k++) {
                const tw_shape *a = &samples[i], *b = &samples[j];
                tw_pose pa = random_pose(&r, 1.2), pb = random_pose(&r, 0.2);
                vec3 n;
                double gap = tw_shape_separation(a, &pa, b, &pb, &n);
                tw_touch t[TW_TOUCHES];
                /* a is put at a chosen small gap along the normal */
                double want = 1e-3 * (2 * tw_random_uniform(&r) - 1);
                pa.x = v3_madd(pa.x, want - gap, n);
                gap = tw_shape_separation(a, &pa, b, &pb, &n);
                int count = tw_touch_shapes(a, &pa, b, &pb, 2e-3, t);
                if (gap > 2e-3) {
                    assert_int_equal(count, 0);
                    continue;
                }
                assert_in_range(count, 1, TW_TOUCHES);
                double least = INFINITY;
                for (int c = 0; c < count; c++) {
                    found++;
                    least = fmin(least, t[c].gap);
                    assert_near(v3_length(v3_sub(t[c].normal, n)), 0, 1e-6);
                    for (int e = 0; e < c; e++) assert_true(t[c].feature != t[e].feature);
                    /* no direction has it outside of either by more than half the gap */
                    double off = fmax(0.5 * t[c].gap, 0) + 1e-6 + 2e-3;
                    for (int d = 0; d < 200; d++) {
                        vec3 m = tw_random_direction(&r);
                        double out = fmax(v3_dot(m, t[c].point) - extent(a, &pa, m),
                                          v3_dot(m, t[c].point) - extent(b, &pb, m));
                        if (!(out <= off))
                            fail_msg("place %d of %d of %d on %d lies %g outside, gap %g", c, count,
                                     i, j, out, t[c].gap);
                    }
                }
                if (!(fabs(least - gap) < 3e-6))
                    fail_msg("%d on %d: %d places, the deepest %g, gap %g", i, j, count, least,
                             gap);
            }
    assert_true(found > 1000);
}

static void order_and_rigid_motion_change_nothing(void **state) {
    (void)state;
    tw_random r = tw_random_seed(3);
    for (int i = 0; i < SAMPLES; i++)
        for (int j = 0; j < SAMPLES; j++)
            for (int k = 0; k < 30; k++) {
                const tw_shape *a = &samples[i], *b = &samples[j];
                tw_pose pa = random_pose(&r, 1.2), pb = random_pose(&r, 0.2),
                        m = random_pose(&r, 3);
                vec3 n, swapped, moved;
                double gap = tw_shape_separation(a, &pa, b, &pb, &n);
                if (gap < 0) { /* shallow: the deepest direction is one */
                    pa.x = v3_madd(pa.x, -0.999 * gap, n);
                    gap = tw_shape_separation(a, &pa, b, &pb, &n);
                }
                double back = tw_shape_separation(b, &pb, a, &pa, &swapped);
                tw_pose ma = tw_pose_compose(&m, &pa), mb = tw_pose_compose(&m, &pb);
                double there = tw_shape_separation(a, &ma, b, &mb, &moved);
                assert_near(back, gap, 1e-9);
                if (!(fabs(there - gap) < 1e-9))
                    fail_msg("%d on %d: %.12g, moved %.12g", i, j, gap, there);
                assert_near(v3_length(v3_add(n, swapped)), 0, 3e-5);
                assert_near(v3_length(v3_sub(q_rotate(m.q, n), moved)), 0, 3e-5);
            }
}

static void the_normal_is_the_gradient(void **state) {
    (void)state;
    tw_random r = tw_random_seed(4);
    for (int i = 0; i < SAMPLES; i++)
        for (int j = 0; j < SAMPLES; j++)
            for (int k = 0; k < 10; k++) {
                const tw_shape *a = &samples[i], *b = &samples[j];
                tw_pose pa = random_pose(&r, 1.2), pb = random_pose(&r, 0.2);
                vec3 n, unused;
                double gap = tw_shape_separation(a, &pa, b, &pb, &n), h = 1e-5;
                if (gap < 0.02) pa.x = v3_madd(pa.x, 0.02 - gap, n);
                gap = tw_shape_separation(a, &pa, b, &pb, &n);
                vec3 d = tw_random_direction(&r);
                tw_pose plus = pa, minus = pa;
                plus.x = v3_madd(pa.x, h, d);
                minus.x = v3_madd(pa.x, -h, d);
                double slope = (tw_shape_separation(a, &plus, b, &pb, &unused) -
                                tw_shape_separation(a, &minus, b, &pb, &unused)) /
                               (2 * h);
                if (!(fabs(slope - v3_dot(n, d)) < 2e-3))
                    fail_msg("%d on %d: slope %g, not %g", i, j, slope, v3_dot(n, d));
            }
}

/* ---- what carries --------------------------------------------------------------------------- */

/* is p (seen along z) within the hull of the places? Yes when no line separates it */
static bool carried(const tw_touch *t, int n, vec3 p) {
    for (int k = 0; k < 720; k++) {
        double angle = k * 3.14159265358979323846 / 360, c = cos(angle), s = sin(angle);
        double most = -INFINITY;
        for (int i = 0; i < n; i++)
            most = fmax(most, c * (t[i].point.x - p.x) + s * (t[i].point.y - p.y));
        if (most < 0) return false;
    }
    return true;
}

static void faces_carry_what_stands_on_them(void **state) {
    (void)state;
    tw_random r = tw_random_seed(5);
    const tw_shape table = {.type = TW_SHAPE_BOX, .p = {2, 3, 0.5}};
    const tw_shape drum = {.type = TW_SHAPE_CYLINDER, .p = {2, 0.5, 0}};
    struct {
        tw_shape s;
        quat q;
        double low; /* from the centre to the lowest place */
        int least;
    } standing[] = {
        {{.type = TW_SHAPE_BOX, .p = {0.3, 0.4, 0.6}}, {1, 0, 0, 0}, 0.3, 4},
        {{.type = TW_SHAPE_BOX, .p = {0.3, 0.4, 0.6}},
         {0.70710678118654752, 0.70710678118654752, 0, 0},
         0.2,
         4},
        {{.type = TW_SHAPE_CYLINDER, .p = {0.2, 0.5, 0}}, {1, 0, 0, 0}, 0.25, 3},
        {{.type = TW_SHAPE_CONE, .p = {0.2, 0.5, 0}}, {1, 0, 0, 0}, 0.125, 3},
        {{.type = TW_SHAPE_CYLINDER, .p = {0.2, 0.5, 0}},
         {0.70710678118654752, 0.70710678118654752, 0, 0},
         0.2,
         2},
        {{.type = TW_SHAPE_CAPSULE, .p = {0.2, 0.5, 0}},
         {0.70710678118654752, 0.70710678118654752, 0, 0},
         0.2,
         2},
        {{.type = TW_SHAPE_SPHERE, .p = {0.2, 0, 0}}, {1, 0, 0, 0}, 0.2, 1},
        {{.type = TW_SHAPE_ELLIPSOID, .p = {0.2, 0.3, 0.4}}, {1, 0, 0, 0}, 0.4, 1},
    };
    for (size_t i = 0; i < sizeof standing / sizeof standing[0]; i++)
        for (int k = 0; k < 60; k++) {
            double half = 3.14159265358979323846 * tw_random_uniform(&r);
            double x = tw_random_uniform(&r) - 0.5, y = tw_random_uniform(&r) - 0.5;
            double depth = 1e-4 * (tw_random_uniform(&r) - 0.5);
            tw_pose at = {v3(x, y, 0.25 + standing[i].low - depth),
                          q_mul((quat){cos(half), 0, 0, sin(half)}, standing[i].q)};
            tw_pose origin = {v3_zero(), q_identity()};
            tw_touch t[TW_TOUCHES];
            for (int on = 0; on < 3; on++) {
                int n = on == 0   ? tw_touch_shapes(&standing[i].s, &at, &table, &origin, 1e-3, t)
                        : on == 1 ? tw_touch_shapes(&standing[i].s, &at, &drum, &origin, 1e-3, t)
                                  : tw_touch_plane(&standing[i].s, &at, v3(0, 0, 1), 0.25, 1e-3, t);
                if (n < standing[i].least) fail_msg("%d places carry %zu on %d", n, i, on);
                for (int c = 0; c < n; c++) {
                    assert_near(t[c].normal.z, 1, 1e-6);
                    assert_near(t[c].gap, -depth, 1e-7);
                    assert_near(t[c].point.z, 0.25 - depth / 2, 1e-6);
                }
                if (n > 2) assert_true(carried(t, n, at.x));
            }
        }
}

/* a box that slides and turns a little on another keeps the names of its corners */
static void names_stay(void **state) {
    (void)state;
    const tw_shape table = {.type = TW_SHAPE_BOX, .p = {2, 2, 0.2}},
                   block = {.type = TW_SHAPE_BOX, .p = {0.2, 0.3, 0.4}};
    tw_pose below = {v3_zero(), q_identity()};
    tw_touch before[TW_TOUCHES], now[TW_TOUCHES];
    int known = 0;
    for (int k = 0; k < 200; k++) {
        double angle = 1e-3 * k, wobble = 1e-9 * ((k * 7919) % 13 - 6);
        tw_pose at = {v3(1e-3 * k, 0, 0.3 - 1e-6 + wobble),
                      q_normalized((quat){1, wobble, -wobble, angle})};
        int n = tw_touch_shapes(&block, &at, &table, &below, 1e-4, now);
        assert_int_equal(n, 4);
        for (int i = 0; i < known; i++) {
            assert_int_equal(now[i].feature, before[i].feature);
            assert_true(v3_length(v3_sub(now[i].point, before[i].point)) < 5e-3);
        }
        for (int i = 0; i < n; i++) before[i] = now[i];
        known = n;
    }
}

/* ---- places where searches break ------------------------------------------------------------ */

static void check_finite(const tw_shape *a, const tw_pose *pa, const tw_shape *b,
                         const tw_pose *pb) {
    vec3 n;
    double gap = tw_shape_separation(a, pa, b, pb, &n);
    assert_true(isfinite(gap));
    assert_near(v3_length(n), 1, 1e-9);
    assert_near(along(a, pa, b, pb, n), gap, 1e-6);
    tw_touch t[TW_TOUCHES];
    int count = tw_touch_shapes(a, pa, b, pb, 0.01, t);
    assert_true(count <= TW_TOUCHES);
    if (gap < 0.01 - 1e-9) assert_true(count > 0);
    for (int i = 0; i < count; i++) {
        assert_true(isfinite(t[i].gap) && isfinite(v3_dot(t[i].point, t[i].point)));
        assert_near(v3_length(t[i].normal), 1, 1e-9);
    }
}

static void degenerate_places_are_answered(void **state) {
    (void)state;
    tw_random r = tw_random_seed(6);
    const double turn[] = {0, 1e-16, 1e-12, 1e-9, 1e-8, 1e-7, 1e-6, 1e-4, 0.70710678118654752, 1};
    enum { TURNS = sizeof turn / sizeof turn[0] };
    for (int i = 0; i < SAMPLES; i++)
        for (int j = 0; j < SAMPLES; j++)
            for (int k = 0; k < 150; k++) {
                const tw_shape *a = &samples[i], *b = &samples[j];
                tw_pose pb = {v3_zero(), q_identity()};
                if (k % 2) pb = random_pose(&r, 1);
                int at = (int)(TURNS * tw_random_uniform(&r)),
                    axis = (int)(3 * tw_random_uniform(&r));
                double e[3] = {0, 0, 0};
                e[axis] = turn[at];
                tw_pose pa = pb;
                pa.q = q_normalized(q_mul(pb.q, (quat){turn[at] == 1 ? 0 : 1, e[0], e[1], e[2]}));
                int where = (int)(4 * tw_random_uniform(&r)),
                    side = (int)(3 * tw_random_uniform(&r));
                double d[3] = {0, 0, 0};
                vec3 unit;
                d[side] = 1;
                unit = v3_load(d);
                double touch = tw_shape_extent(a, unit) + tw_shape_extent(b, unit);
                double off[] = {0, 1e-13, 0.5 * touch, touch};
                pa.x = v3_add(pb.x, q_rotate(pb.q, v3_scale(unit, off[where])));
                check_finite(a, &pa, b, &pb);
            }
}

/* directions across the axis of what is long and round: where shapes are apart or touch, none shows
 * more of a gap than the one that is found (of depths it may be another that is locally best) */
static void across_an_axis(void **state) {
    (void)state;
    enum { TURNS = 3600 };
    static const double pi = 3.14159265358979323846;
    static const tw_shape shape[] = {
        {.type = TW_SHAPE_CAPSULE, .p = {0.2, 0.9, 0}},
        {.type = TW_SHAPE_CYLINDER, .p = {0.4, 0.7, 0}},
        {.type = TW_SHAPE_CYLINDER, .p = {0.05, 1.4, 0}},
        {.type = TW_SHAPE_CYLINDER, .p = {0.6, 0.02, 0}},
    };
    tw_random r = tw_random_seed(11);
    int shallow = 0;
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            for (int k = 0; k < 200; k++) {
                tw_pose pa = random_pose(&r, 1.2), pb = random_pose(&r, 0.2);
                if (k % 10 == 0) pb.q = pa.q; /* side by side */
                tw_convex a = tw_convex_of(&shape[i], &pa), b = tw_convex_of(&shape[j], &pb);
                vec3 n, x = m3_column(&a.R, 0), y = m3_column(&a.R, 1);
                if (!tw_convex_across(&a, &b, &n)) continue;
                assert_near(v3_length(n), 1, 1e-12);
                assert_near(v3_dot(n, m3_column(&a.R, 2)), 0, 1e-12);
                double found = along(&shape[i], &pa, &shape[j], &pb, n), best = -INFINITY;
                for (int f = 0; f < TURNS; f++) {
                    double angle = 2 * pi * f / TURNS;
                    vec3 m = v3_add(v3_scale(x, cos(angle)), v3_scale(y, sin(angle)));
                    best = fmax(best, along(&shape[i], &pa, &shape[j], &pb, m));
                }
                if (!(best > -0.02 * fmin(a.size, b.size))) continue;
                shallow++;
                if (best - found > 1e-6) fail_msg("%d %d %d: %g, not %g", i, j, k, found, best);
            }
    assert_true(shallow > 500);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gaps_reach_what_directions_show),
        cmocka_unit_test(places_lie_on_both_surfaces),
        cmocka_unit_test(order_and_rigid_motion_change_nothing),
        cmocka_unit_test(the_normal_is_the_gradient),
        cmocka_unit_test(faces_carry_what_stands_on_them),
        cmocka_unit_test(names_stay),
        cmocka_unit_test(degenerate_places_are_answered),
        cmocka_unit_test(across_an_axis),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
