/* Continuous detection: fast bodies and thin cards, closed forms, dense samples of the motion. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../../support/near.h"
#include "base/math/random.h"
#include "contact/sweep.h"

static const tw_shape shapes[] = {
    {.type = TW_SHAPE_SPHERE, .p = {0.05, 0, 0}},
    {.type = TW_SHAPE_BOX, .p = {0.1, 0.08, 0.06}},
    {.type = TW_SHAPE_CYLINDER, .p = {0.05, 0.1, 0}},
    {.type = TW_SHAPE_CAPSULE, .p = {0.02, 0.1, 0}},
    {.type = TW_SHAPE_CONE, .p = {0.05, 0.1, 0}},
    {.type = TW_SHAPE_ELLIPSOID, .p = {0.03, 0.05, 0.08}},
    {.type = TW_SHAPE_TORUS, .p = {0.06, 0.01, 0}},
    {.type = TW_SHAPE_STADIUM, .p = {0.04, 0.03, 0.008}},
};
enum { SHAPES = sizeof shapes / sizeof shapes[0] };

static const tw_shape card = {.type = TW_SHAPE_BOX, .p = {0.6, 0.4, 0.001}};

static vec3 across(tw_random *r, vec3 n, double reach) {
    vec3 d = tw_random_direction(r);
    return v3_scale(v3_madd(d, -v3_dot(d, n), n), reach);
}

/* 100 m/s through a card within one step: always seen, in every orientation, turning or not */
static void nothing_passes_a_card(void **state) {
    (void)state;
    tw_random r = tw_random_seed(1);
    for (int j = 0; j < SHAPES; j++)
        for (int k = 0; k < 250; k++) {
            tw_sweep b = {.pose = {tw_random_direction(&r), tw_random_rotation(&r)}};
            vec3 n = q_rotate(b.pose.q, v3(0, 0, k % 2 ? 1 : -1)), aim;
            aim = v3_add(b.pose.x, across(&r, n, 0.1));
            vec3 way = v3_normalized(v3_add(v3_neg(n), across(&r, n, 0.7)));
            double before = 0.5 * tw_random_uniform(&r) + 0.2, h = 0.01;
            tw_sweep a = {.pose = {v3_madd(aim, -before, way), tw_random_rotation(&r)},
                          .v = v3_scale(way, 100)};
            if (k % 3) a.omega = v3_scale(tw_random_direction(&r), 300);
            double t, margin = 1e-4;
            if (!tw_touch_sweep(&shapes[j], &a, &card, &b, h, margin, &t))
                fail_msg("%d passes the card in round %d", j, k);
            /* there it is near, on the side from where it came */
            tw_pose pa = tw_sweep_pose(&a, t);
            vec3 m;
            double gap = tw_shape_separation(&shapes[j], &pa, &card, &b.pose, &m);
            assert_true(gap <= margin + 1e-6 && gap > 0);
            assert_true(v3_dot(v3_sub(pa.x, b.pose.x), n) > 0);
            /* the same the other way round, and seen from a moving frame */
            double u;
            assert_true(tw_touch_sweep(&card, &b, &shapes[j], &a, h, margin, &u));
            assert_near(u, t, 1e-6);
            vec3 along = v3_scale(tw_random_direction(&r), 50);
            a.v = v3_add(a.v, along);
            b.v = along;
            assert_true(tw_touch_sweep(&shapes[j], &a, &card, &b, h, margin, &u));
            assert_near(u, t, 1e-6);
        }
}

static void balls_meet_when_they_should(void **state) {
    (void)state;
    tw_random r = tw_random_seed(2);
    const tw_shape one = {.type = TW_SHAPE_SPHERE, .p = {0.3, 0, 0}},
                   two = {.type = TW_SHAPE_SPHERE, .p = {0.2, 0, 0}};
    int hits = 0;
    for (int k = 0; k < 3000; k++) {
        tw_sweep a = {.pose = {v3_scale(tw_random_direction(&r), 2), q_identity()}}, b = a;
        b.pose.x = v3_zero();
        a.v = v3_scale(tw_random_direction(&r), 5);
        b.v = v3_scale(tw_random_direction(&r), 3);
        vec3 d = a.pose.x, v = v3_sub(a.v, b.v);
        double A = v3_dot(v, v), B = v3_dot(d, v), C = v3_dot(d, d) - 0.25, D = B * B - A * C;
        double want = D > 0 && B < 0 ? (-B - sqrt(D)) / A : INFINITY, t;
        bool hit = tw_touch_sweep(&one, &a, &two, &b, 1, 0, &t);
        if (fabs(D) < 1e-3 || fabs(want - 1) < 1e-5) continue;
        assert_true(hit == (want <= 1));
        if (!hit) continue;
        hits++;
        assert_true(t <= want + 1e-12);
        assert_near(t, want, 1e-5);
    }
    assert_true(hits > 20);
}

/* never later than the first of many samples that is near; what is not seen is not near */
static void motions_are_sampled(void **state) {
    (void)state;
    tw_random r = tw_random_seed(3);
    int hits = 0, misses = 0;
    for (int i = 0; i < SHAPES; i++)
        for (int j = 0; j < SHAPES; j++)
            for (int k = 0; k < 6; k++) {
                tw_sweep a = {
                    .pose = {v3_scale(tw_random_direction(&r), 0.3), tw_random_rotation(&r)}};
                tw_sweep b = {.pose = {v3_zero(), tw_random_rotation(&r)}};
                a.v = v3_add(v3_scale(a.pose.x, -20),
                             v3_scale(tw_random_direction(&r), k % 2 ? 1 : 6));
                b.v = tw_random_direction(&r);
                a.omega = v3_scale(tw_random_direction(&r), 60);
                b.omega = v3_scale(tw_random_direction(&r), 40);
                double h = 0.1, t, margin = 2e-4, first = INFINITY;
                bool hit = tw_touch_sweep(&shapes[i], &a, &shapes[j], &b, h, margin, &t);
                for (int s = 0; s <= 300 && first == INFINITY; s++) {
                    tw_pose pa = tw_sweep_pose(&a, h * s / 300),
                            pb = tw_sweep_pose(&b, h * s / 300);
                    vec3 n;
                    if (tw_shape_separation(&shapes[i], &pa, &shapes[j], &pb, &n) <= margin)
                        first = h * s / 300;
                }
                assert_true(hit || first == INFINITY);
                if (hit) assert_true(t <= first + 1e-9);
                hit ? hits++ : misses++;
            }
    assert_true(hits > 30 && misses > 30);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_passes_a_card),
        cmocka_unit_test(balls_meet_when_they_should),
        cmocka_unit_test(motions_are_sampled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
