/*
 * Smooth following against the solution of its equation: no lag behind an even motion, a step
 * response in closed form, the same between any times, anew after a jump; the depth in focus.
 */
#include "frame/marks/chase.h"

#include "base/math/elementary.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "../../support/objects.h"

extern const tw_body_kind tw_body_sphere;

typedef struct fixture {
    tw_world *w;
    tw_body *ball;
} fixture;

static fixture open_world(double seconds) {
    fixture f;
    assert_int_equal(tw_world_create(&f.w), TW_OK);
    assert_int_equal(tw_body_new(f.w, &tw_body_sphere, &f.ball), TW_OK);
    *(double *)field(&f.ball->o, "radius") = 1;
    add(f.w, f.ball);
    tw_stage_camera *c = &f.w->stage.camera;
    c->target = tw_value_vector(v3(0, 0, 2)); /* the offset */
    c->target_follow = f.ball->o.id;
    c->target_chase.seconds = seconds;
    return f;
}

static vec3 target(const fixture *f) {
    vec3 x;
    assert_true(tw_camera_place(f->w, TW_CAMERA_TARGET, f->w->time, &x));
    return x;
}

static void go(fixture *f, double t, vec3 x) {
    f->w->time = t;
    f->ball->position = x;
}

static void an_even_motion_has_no_lag(void **state) {
    (void)state;
    fixture f = open_world(0.5);
    for (int i = 0; i <= 240; i++) {
        double t = i * TW_CHASE_STEP;
        go(&f, t, v3(3 * t, 0, 0));
        tw_camera_chase(f.w);
        assert_true(v3_length(v3_sub(target(&f), v3(3 * t, 0, 2))) < 1e-12);
    }
    tw_world_destroy(f.w);
}

/* at rest, then suddenly moving with u: the lag is u s exp(-s/T) */
static void a_start_is_smooth(void **state) {
    (void)state;
    const double T = 0.25, u = 4;
    fixture f = open_world(T);
    for (int i = -12; i <= 120; i++) {
        double s = i * TW_CHASE_STEP;
        go(&f, 1 + s, v3(fmax(u * s, 0), 0, 0));
        tw_camera_chase(f.w);
        double want = s > 0 ? u * s * (1 - tw_exp(-s / T)) : 0;
        if (fabs(target(&f).x - want) > 1e-9) fail_msg("%.12g is not %.12g", target(&f).x, want);
        /* between two times it is the same equation */
        if (i < 0) continue;
        s += 0.3 * TW_CHASE_STEP;
        go(&f, 1 + s, v3(u * s, 0, 0));
        assert_true(fabs(target(&f).x - u * s * (1 - tw_exp(-s / T))) < 1e-9);
    }
    tw_world_destroy(f.w);
}

static void shaking_stays_out(void **state) {
    (void)state;
    fixture f = open_world(0.5);
    double most = 0;
    for (int i = 0; i <= 1200; i++) {
        double t = i * TW_CHASE_STEP;
        go(&f, t, v3(0, 0, 0.1 * tw_sin(2 * M_PI * 20 * t)));
        tw_camera_chase(f.w);
        if (t > 8) most = fmax(most, fabs(target(&f).z - 2));
    }
    assert_true(most > 0 && most < 0.004);
    tw_world_destroy(f.w);
}

static void a_jump_is_a_cut(void **state) {
    (void)state;
    fixture f = open_world(0.5);
    for (int i = 0; i <= 20; i++) {
        go(&f, i * TW_CHASE_STEP, v3(0.1 * i, 0, 0));
        tw_camera_chase(f.w);
    }
    f.ball->o.jumps++;
    go(&f, 21 * TW_CHASE_STEP, v3(50, 0, 0));
    assert_true(target(&f).x == 50);
    tw_camera_chase(f.w);
    assert_true(target(&f).x == 50);
    /* back in time it begins anew as well */
    go(&f, 0, v3(-1, 0, 0));
    assert_true(target(&f).x == -1);
    tw_world_destroy(f.w);
}

static void what_is_followed_is_sharp(void **state) {
    (void)state;
    tw_camera c = {.eye = v3(0, -10, 0), .target = v3(0, 0, 0), .has_sharp = true};
    c.sharp = v3(3, -4, 1);
    tw_camera_sharpen(&c);
    assert_true(c.has_focus && fabs(c.focus - 6) < 1e-12);
    c.sharp = v3(0, -12, 0); /* behind the eye */
    tw_camera_sharpen(&c);
    assert_true(fabs(c.focus - 10) < 1e-12);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_even_motion_has_no_lag), cmocka_unit_test(a_start_is_smooth),
        cmocka_unit_test(shaking_stays_out),         cmocka_unit_test(a_jump_is_a_cut),
        cmocka_unit_test(what_is_followed_is_sharp),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
