/*
 * Tori and stadiums: gaps against dense samples of both curves, interlocked links, what lies flat,
 * degenerate places, bounds of the search before.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../../support/near.h"
#include "base/math/random.h"
#include "contact/geometry.h"
#include "contact/wire_bounds.h"

static const double pi = 3.14159265358979323846;

static const tw_shape wires[] = {
    {.type = TW_SHAPE_TORUS, .p = {0.5, 0.1, 0}},
    {.type = TW_SHAPE_TORUS, .p = {0.8, 0.02, 0}},
    {.type = TW_SHAPE_STADIUM, .p = {0.4, 0.3, 0.1}},
    {.type = TW_SHAPE_STADIUM, .p = {0.7, 0.2, 0.05}},
};
enum { WIRES = sizeof wires / sizeof wires[0], DENSE = 800 };

static const tw_shape others[] = {
    {.type = TW_SHAPE_SPHERE, .p = {0.2, 0, 0}},
    {.type = TW_SHAPE_CAPSULE, .p = {0.1, 0.9, 0}},
    {.type = TW_SHAPE_CYLINDER, .p = {0.2, 0.4, 0}},
    {.type = TW_SHAPE_BOX, .p = {0.3, 0.5, 0.7}},
    {.type = TW_SHAPE_BOX, .p = {2, 2, 0.05}},
    {.type = TW_SHAPE_CONE, .p = {0.2, 0.6, 0}},
    {.type = TW_SHAPE_ELLIPSOID, .p = {0.1, 0.2, 0.4}},
};
enum { OTHERS = sizeof others / sizeof others[0] };

static double radius_of(const tw_shape *s) {
    return s->p[s->type == TW_SHAPE_TORUS ? 1 : 2];
}

/* the k-th of DENSE places of the curve, made from the figure's description */
static vec3 dense(const tw_shape *s, const tw_pose *pose, int k) {
    double L = s->type == TW_SHAPE_TORUS ? 0 : s->p[0], R = s->p[s->type == TW_SHAPE_TORUS ? 0 : 1];
    double u = (double)k / DENSE * (4 * L + 2 * pi * R), x, y;
    if (u < 2 * L) {
        x = u - L;
        y = -R;
    } else if (u < 2 * L + pi * R) {
        double angle = (u - 2 * L) / R;
        x = L + R * sin(angle);
        y = -R * cos(angle);
    } else if (u < 4 * L + pi * R) {
        x = L - (u - 2 * L - pi * R);
        y = R;
    } else {
        double angle = (u - 4 * L - pi * R) / R;
        x = -L - R * sin(angle);
        y = R * cos(angle);
    }
    return tw_pose_apply(pose, v3(x, y, 0));
}

static tw_pose random_pose(tw_random *r, double reach) {
    vec3 direction = tw_random_direction(r);
    vec3 x = v3_scale(direction, reach * tw_random_uniform(r));
    return (tw_pose){x, tw_random_rotation(r)};
}

static double spacing(const tw_shape *s) {
    bool torus = s->type == TW_SHAPE_TORUS;
    return ((torus ? 0 : 4 * s->p[0]) + 2 * pi * s->p[torus ? 0 : 1]) / DENSE;
}

static void gaps_of_two_wires(void **state) {
    (void)state;
    tw_random r = tw_random_seed(1);
    static vec3 a[DENSE], b[DENSE];
    for (int i = 0; i < WIRES; i++)
        for (int j = 0; j < WIRES; j++)
            for (int k = 0; k < 6; k++) {
                tw_pose pa = random_pose(&r, 1.3), pb = random_pose(&r, 0.3);
                for (int s = 0; s < DENSE; s++) {
                    a[s] = dense(&wires[i], &pa, s);
                    b[s] = dense(&wires[j], &pb, s);
                }
                double least = INFINITY;
                for (int s = 0; s < DENSE; s++)
                    for (int t = 0; t < DENSE; t++) {
                        vec3 d = v3_sub(a[s], b[t]);
                        least = fmin(least, v3_dot(d, d));
                    }
                least = sqrt(least) - radius_of(&wires[i]) - radius_of(&wires[j]);
                vec3 n, m;
                double gap = tw_shape_separation(&wires[i], &pa, &wires[j], &pb, &n);
                assert_true(gap <= least + 1e-12);
                assert_true(gap >= least - 0.5 * (spacing(&wires[i]) + spacing(&wires[j])));
                assert_near(tw_shape_separation(&wires[j], &pb, &wires[i], &pa, &m), gap, 1e-10);
                assert_near(v3_length(v3_add(n, m)), 0, 1e-5);
                tw_touch t[TW_TOUCHES];
                int count = tw_touch_shapes(&wires[i], &pa, &wires[j], &pb, gap + 1e-3, t);
                assert_in_range(count, 1, TW_TOUCHES);
                double deepest = INFINITY;
                for (int c = 0; c < count; c++) deepest = fmin(deepest, t[c].gap);
                assert_near(deepest, gap, 1e-6);
            }
}

static void gaps_of_wires_and_solids(void **state) {
    (void)state;
    tw_random r = tw_random_seed(2);
    for (int i = 0; i < WIRES; i++)
        for (int j = 0; j < OTHERS; j++)
            for (int k = 0; k < 12; k++) {
                tw_pose pa = random_pose(&r, 1.2), pb = random_pose(&r, 0.3);
                const tw_shape ball = {.type = TW_SHAPE_SPHERE, .p = {radius_of(&wires[i]), 0, 0}};
                double least = INFINITY;
                vec3 n, m;
                for (int s = 0; s < DENSE; s++) {
                    tw_pose at = {dense(&wires[i], &pa, s), q_identity()};
                    least = fmin(least, tw_shape_separation(&ball, &at, &others[j], &pb, &n));
                }
                double gap = tw_shape_separation(&wires[i], &pa, &others[j], &pb, &n);
                if (!(gap <= least + 1e-9 && gap >= least - 0.5 * spacing(&wires[i])))
                    fail_msg("%d on %d: %.12g, sampled %.12g", i, j, gap, least);
                assert_near(tw_shape_separation(&others[j], &pb, &wires[i], &pa, &m), gap, 1e-9);
                tw_touch t[TW_TOUCHES];
                int count = tw_touch_shapes(&wires[i], &pa, &others[j], &pb, gap + 1e-3, t);
                assert_in_range(count, 1, TW_TOUCHES);
                double deepest = INFINITY;
                for (int c = 0; c < count; c++) deepest = fmin(deepest, t[c].gap);
                assert_near(deepest, gap, 3e-6);
            }
}

/* two links of a chain, pulled along x until their bends touch from within */
static void interlocked_links_hold(void **state) {
    (void)state;
    tw_random r = tw_random_seed(3);
    const tw_shape link = {.type = TW_SHAPE_STADIUM, .p = {0.05, 0.03, 0.008}};
    const tw_shape ring = {.type = TW_SHAPE_TORUS, .p = {0.08, 0.008, 0}};
    double h = 0.70710678118654752;
    for (int k = 0; k < 200; k++) {
        const tw_shape *b = k % 2 ? &link : &ring;
        double reach = 0.16, gap = 1e-3 * (tw_random_uniform(&r) - 0.5);
        double apart = reach - 0.016 - gap;
        tw_pose pa = {v3_zero(), q_identity()}, pb = {v3(apart, 0, 0), {h, h, 0, 0}};
        tw_pose whole = random_pose(&r, 1);
        pa = tw_pose_compose(&whole, &pa);
        pb = tw_pose_compose(&whole, &pb);
        tw_touch t[TW_TOUCHES];
        int count = tw_touch_shapes(&link, &pa, b, &pb, 1e-3, t);
        assert_in_range(count, 1, TW_TOUCHES);
        int deepest = 0;
        for (int i = 1; i < count; i++)
            if (t[i].gap < t[deepest].gap) deepest = i;
        vec3 x = q_rotate(whole.q, v3(1, 0, 0));
        assert_near(t[deepest].gap, gap, 1e-12);
        assert_near(v3_length(v3_sub(t[deepest].normal, x)), 0, 1e-6);
        vec3 place = tw_pose_apply(&whole, v3(0.08 - 0.008 - gap / 2, 0, 0));
        assert_near(v3_length(v3_sub(t[deepest].point, place)), 0, 1e-8);
        /* slack: nothing touches */
        pb.x = v3_madd(pb.x, -0.02 + gap, x);
        assert_int_equal(tw_touch_shapes(&link, &pa, b, &pb, 1e-3, t), 0);
    }
}

/* a bar through a slot that is as wide as itself touches both sides at once */
static void a_tight_slot_is_felt_on_both_sides(void **state) {
    (void)state;
    const tw_shape slot = {.type = TW_SHAPE_STADIUM, .p = {0.5, 0.2, 0.1}};
    const tw_shape ring = {.type = TW_SHAPE_TORUS, .p = {1, 0.1001, 0}};
    const tw_shape pin = {.type = TW_SHAPE_CAPSULE, .p = {0.1001, 2, 0}};
    double h = 0.70710678118654752;
    tw_pose origin = {v3_zero(), q_identity()}, across = {v3(1, 0, 0), {h, h, 0, 0}};
    tw_touch t[TW_TOUCHES];
    for (int k = 0; k < 2; k++) {
        int up = 0, down = 0;
        int n = k ? tw_touch_shapes(&pin, &origin, &slot, &origin, 1e-3, t)
                  : tw_touch_shapes(&ring, &across, &slot, &origin, 1e-3, t);
        for (int i = 0; i < n; i++) {
            if (t[i].normal.y > 0.99) up++;
            if (t[i].normal.y < -0.99) down++;
            assert_near(t[i].gap, -1e-4, 1e-6);
        }
        assert_true(up > 0 && down > 0);
    }
}

static void what_lies_flat_is_carried(void **state) {
    (void)state;
    tw_random r = tw_random_seed(4);
    const tw_shape table = {.type = TW_SHAPE_BOX, .p = {4, 4, 1}};
    tw_pose below = {v3(0, 0, -0.5), q_identity()};
    for (int i = 0; i < WIRES; i++)
        for (int k = 0; k < 50; k++) {
            double turn = pi * tw_random_uniform(&r), wobble = 1e-12 * (k % 5 - 2);
            tw_pose at = {v3(0.3, 0.2, radius_of(&wires[i]) - 1e-5),
                          q_normalized((quat){cos(turn), wobble, -wobble, sin(turn)})};
            tw_touch t[2][TW_TOUCHES];
            for (int on = 0; on < 2; on++) {
                int n = on ? tw_touch_plane(&wires[i], &at, v3(0, 0, 1), 0, 1e-4, t[on])
                           : tw_touch_shapes(&wires[i], &at, &table, &below, 1e-4, t[on]);
                assert_in_range(n, 4, TW_TOUCHES);
                double x[2] = {0, 0}, y[2] = {0, 0};
                for (int c = 0; c < n; c++) {
                    assert_near(t[on][c].gap, -1e-5, 1e-9);
                    assert_near(t[on][c].normal.z, 1, 1e-9);
                    assert_true(t[on][c].feature < 64 + 64);
                    x[0] = fmin(x[0], t[on][c].point.x - at.x.x);
                    x[1] = fmax(x[1], t[on][c].point.x - at.x.x);
                    y[0] = fmin(y[0], t[on][c].point.y - at.x.y);
                    y[1] = fmax(y[1], t[on][c].point.y - at.x.y);
                }
                assert_true(x[0] < -0.1 && x[1] > 0.1 && y[0] < -0.1 && y[1] > 0.1);
            }
        }
    /* ring on ring */
    tw_pose low = {v3_zero(), q_identity()}, high = {v3(0, 0, 0.2 - 1e-5), q_identity()};
    tw_touch t[TW_TOUCHES];
    int n = tw_touch_shapes(&wires[0], &high, &wires[0], &low, 1e-4, t);
    assert_in_range(n, 4, TW_TOUCHES);
    for (int c = 0; c < n; c++) assert_near(t[c].normal.z, 1, 1e-6);
}

static void degenerate_places_are_answered(void **state) {
    (void)state;
    tw_random r = tw_random_seed(5);
    for (int i = 0; i < WIRES; i++)
        for (int j = 0; j < WIRES + OTHERS; j++)
            for (int k = 0; k < 24; k++) {
                const tw_shape *b = j < WIRES ? &wires[j] : &others[j - WIRES];
                tw_pose pb = {v3_zero(), q_identity()}, pa = pb;
                if (k % 2) pa.q = (quat){0, k % 4 == 1, k % 4 == 3, 0};
                if (k % 3 == 1) pa.x = v3(wires[i].p[0], 0, 0);
                if (k % 3 == 2) pa.x = v3(0, 1e-14, 0.1);
                if (k > 12) pb = tw_pose_compose(&pa, &(tw_pose){pa.x, tw_random_rotation(&r)});
                vec3 n;
                double gap = tw_shape_separation(&wires[i], &pa, b, &pb, &n);
                assert_true(isfinite(gap));
                assert_near(v3_length(n), 1, 1e-9);
                tw_touch t[TW_TOUCHES];
                int count = tw_touch_shapes(&wires[i], &pa, b, &pb, 0.01, t);
                assert_true(count <= TW_TOUCHES && (gap > 0.0099 || count > 0));
                for (int c = 0; c < count; c++) {
                    assert_true(isfinite(t[c].gap) && isfinite(v3_dot(t[c].point, t[c].point)));
                    assert_near(v3_length(t[c].normal), 1, 1e-9);
                }
            }
}

/* what an earlier search knows changes no bit, however far the shapes have gone since */
static void bounds_change_nothing(void **state) {
    (void)state;
    tw_random r = tw_random_seed(6);
    tw_pair_bounds bounds = {0};
    int touches = 0;
    for (int i = 0; i < WIRES; i++)
        for (int j = 0; j < WIRES + OTHERS; j++) {
            const tw_shape *b = j < WIRES ? &wires[j] : &others[j - WIRES];
            tw_pose pa = random_pose(&r, 0.9), pb = random_pose(&r, 0.9);
            for (int k = 0; k < 40; k++) {
                double way = k % 10 == 9 ? 1 : pow(10, -1 - k % 7);
                tw_pose move = random_pose(&r, way);
                move.q = q_normalized((quat){1, way * move.q.x, way * move.q.y, way * move.q.z});
                pa.x = v3_add(pa.x, move.x);
                pa.q = q_normalized(q_mul(move.q, pa.q));
                if (v3_length(pa.x) > 1.2) pa.x = v3_scale(pa.x, 0.5);
                tw_touch fresh[TW_TOUCHES], again[TW_TOUCHES];
                double margin = k % 3 ? 1e-3 : 0.1;
                int n = tw_touch_shapes(&wires[i], &pa, b, &pb, margin, fresh);
                assert_int_equal(
                    tw_touch_shapes_again(&wires[i], &pa, b, &pb, margin, &bounds, NULL, again), n);
                for (int c = 0; c < n; c++) {
                    assert_int_equal(fresh[c].feature, again[c].feature);
                    assert_true(fresh[c].gap == again[c].gap);
                    assert_memory_equal(&fresh[c].point, &again[c].point, sizeof(vec3));
                    assert_memory_equal(&fresh[c].normal, &again[c].normal, sizeof(vec3));
                }
                touches += n;
            }
        }
    assert_true(touches > 1000);
}

/* a pose that is not finite is answered, and leaves nothing behind */
static void bounds_outlive_no_fault(void **state) {
    (void)state;
    tw_pair_bounds bounds = {0};
    const tw_shape ball = {.type = TW_SHAPE_SPHERE, .p = {0.5}};
    const tw_shape ring = {.type = TW_SHAPE_TORUS, .p = {1, 0.1}};
    const double faults[] = {NAN, INFINITY, INFINITY};
    tw_touch out[TW_TOUCHES];
    for (int i = 0; i < 6; i++) {
        tw_pose good = {.q = {1, 0, 0, 0}}, bad = good, at = {.x = {1.3, 0, 0}, .q = {1, 0, 0, 0}};
        assert_int_equal(tw_touch_shapes_again(&ring, &good, &ball, &at, 0, &bounds, NULL, out), 1);
        if (i < 3)
            bad.x.x = faults[i];
        else
            bad.q.w = faults[i - 3];
        tw_touch_shapes_again(&ring, &bad, &ball, &at, 0, &bounds, NULL, out);
        if (i % 3 == 2) tw_touch_shapes_again(&ring, &bad, &ball, &at, 0, &bounds, NULL, out);
    }
    tw_pose good = {.q = {1, 0, 0, 0}}, at = {.x = {1.3, 0, 0}, .q = {1, 0, 0, 0}};
    assert_int_equal(tw_touch_shapes_again(&ring, &good, &ball, &at, 0, &bounds, NULL, out), 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gaps_of_two_wires),
        cmocka_unit_test(gaps_of_wires_and_solids),
        cmocka_unit_test(interlocked_links_hold),
        cmocka_unit_test(a_tight_slot_is_felt_on_both_sides),
        cmocka_unit_test(what_lies_flat_is_carried),
        cmocka_unit_test(degenerate_places_are_answered),
        cmocka_unit_test(bounds_change_nothing),
        cmocka_unit_test(bounds_outlive_no_fault),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
