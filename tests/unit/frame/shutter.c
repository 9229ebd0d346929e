/*
 * The exposure of a frame against motion in closed form: a ball that flies and turns evenly, and
 * what must not be seen: ways across a creation, a removal or a jump.
 */
#include "base/math/elementary.h"
#include "frame/film.h"
#include "timeline/sim.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "../../support/moving_box.h"

/* it turns, too */
static fixture open_world(double fps, double shutter) {
    return open_box(fps, shutter, v3(0, 0, 3));
}

static const tw_frame *frame_of(const fixture *f, int number) {
    return f->film.frames.data[number - 1];
}

static tw_pose pose_of(const tw_frame *f, size_t item, int k) {
    return f->pose[f->item[item].first_pose + (size_t)k];
}

/* the pose at time t of what began at x0 */
static void is_at(const tw_pose *p, vec3 x0, double t) {
    vec3 x = v3(x0.x + 2 * t, x0.y, x0.z);
    if (!(v3_length(v3_sub(p->x, x)) < 1e-8)) fail_msg("at %.12g, not %.12g", p->x.x, x.x);
    quat q = {tw_cos(1.5 * t), 0, 0, tw_sin(1.5 * t)};
    assert_true(fabs(fabs(q_dot(q, p->q)) - 1) < 1e-9);
}

static void moves_evenly(const tw_frame *f, size_t item, double from, double to) {
    assert_true(f->pose_count > 1);
    for (int k = 0; k < f->pose_count; k++) {
        tw_pose p = pose_of(f, item, k);
        is_at(&p, v3_zero(), from + (to - from) * k / (f->pose_count - 1));
    }
}

/* also before the beginning, by the first velocities, and after the end, where it runs on */
static void is_exposed_around_its_time(void **state) {
    (void)state;
    static const double parts[] = {0.5, 1, 0.1};
    for (int i = 0; i < 3; i++) {
        fixture f = open_world(10, parts[i]);
        tw_sim_finish(f.sim, 0.8); /* the last frame's exposure goes beyond that */
        expose(&f);
        assert_int_equal(f.film.frames.count, 9);
        assert_true(f.w->time == 0.8 && f.film.end == 0.8);
        for (int n = 1; n <= 9; n++) {
            double t = (n - 1) / 10.0, half = parts[i] / 20;
            moves_evenly(frame_of(&f, n), 0, t - half, t + half);
        }
        close_world(&f);
    }
}

/* as many poses as the motion needs */
static void straight_ways_take_two_poses(void **state) {
    (void)state;
    fixture f = open_world(10, 0.5);
    f.box->angular_velocity = v3_zero();
    expose(&f);
    assert_int_equal(frame_of(&f, 3)->pose_count, 2);
    close_world(&f);
    f = open_world(10, 0.5);
    f.box->angular_velocity = v3(0, 0, 200);
    expose(&f);
    assert_int_equal(frame_of(&f, 3)->pose_count, 9);
    close_world(&f);
    f = open_world(10, 0.5);
    f.box->angular_velocity = f.box->velocity = v3_zero();
    expose(&f);
    assert_int_equal(frame_of(&f, 3)->pose_count, 1);
    close_world(&f);
    f = open_world(10, 0);
    expose(&f);
    assert_int_equal(frame_of(&f, 3)->pose_count, 1);
    close_world(&f);
}

/* the box is put 50 m away: no pose of any frame lies between */
static void nothing_blurs_across_a_jump(void **state) {
    (void)state;
    static const double times[] = {0.49, 0.5, 0.51, 0.475, 0.525};
    for (int i = 0; i < 5; i++) {
        fixture f = open_world(10, 0.5);
        at(&f, times[i], put_away);
        expose(&f);
        for (int n = 1; n <= 10; n++) {
            const tw_frame *frame = frame_of(&f, n);
            for (int k = 0; k < frame->pose_count; k++) {
                double y = pose_of(frame, 0, k).x.y;
                if (fabs(y - (frame->time < times[i] ? 0 : 50)) > 1e-9)
                    fail_msg("frame %d pose %d of %d at y = %g", n, k, frame->pose_count, y);
            }
        }
        assert_true(frame_of(&f, 6)->pose_count > 1); /* it blurs on its own side */
        close_world(&f);
    }
}

static tw_status come(void *context, double t, double u) {
    (void)t, (void)u;
    fixture *f = context;
    tw_body *b = add_box(f->w, "late", v3(0, 4, 0), v3_zero());
    b->position = v3(0, 10, 0);
    return TW_OK;
}

static tw_status leave(void *context, double t, double u) {
    (void)t, (void)u;
    fixture *f = context;
    return tw_world_remove(f->w, TW_BODY, f->box->o.id);
}

static void who_comes_or_goes_stands_still_before_or_after(void **state) {
    (void)state;
    fixture f = open_world(10, 0.5);
    at(&f, 0.49, come);
    at(&f, 0.61, leave);
    expose(&f);
    assert_int_equal(frame_of(&f, 5)->item_count, 1);
    assert_int_equal(frame_of(&f, 6)->item_count, 2);
    assert_int_equal(frame_of(&f, 7)->item_count, 2);
    assert_int_equal(frame_of(&f, 8)->item_count, 1);
    const tw_frame *born = frame_of(&f, 6), *last = frame_of(&f, 7);
    int n = born->pose_count - 1;
    for (int k = 0; k <= n; k++) assert_true(pose_of(born, 1, k).x.y >= 10);
    assert_true(pose_of(born, 1, n).x.y > 10.1);
    n = last->pose_count - 1;
    assert_true(fabs(pose_of(last, 0, 0).x.x - 2 * 0.575) < 1e-8);
    assert_true(pose_of(last, 0, n).x.x <= 2 * 0.61 + 1e-8 &&
                pose_of(last, 0, n).x.x > 2 * 0.6 - 1e-8);
    close_world(&f);
}

/* the same motion, to the last bit, whether it is exposed or not */
static void looking_changes_nothing(void **state) {
    (void)state;
    tw_pose end[2];
    for (int i = 0; i < 2; i++) {
        fixture f = open_world(10, i ? 1 : 0);
        at(&f, 0.33, put_away);
        expose(&f);
        end[i] = tw_body_pose(f.box);
        close_world(&f);
    }
    assert_memory_equal(&end[0], &end[1], sizeof end[0]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(is_exposed_around_its_time),
        cmocka_unit_test(straight_ways_take_two_poses),
        cmocka_unit_test(nothing_blurs_across_a_jump),
        cmocka_unit_test(who_comes_or_goes_stands_still_before_or_after),
        cmocka_unit_test(looking_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
