/*
 * The exposures of frames while something is searched for within steps (impacts, ends of slips,
 * crossings), under every stepper: each pose is that of the motion at its time, and none lies
 * beyond an impact.
 */
#include "frame/film.h"

#include "frame/marks/items.h"
#include "steppers/stepper.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>
#include <math.h>

#include "../../support/moving_box.h"

/* The nine times of an exposure are two steps of 1/600 s apart, from a step's end: fixed steps are
 * cut nowhere by going exactly there */
static const double FPS = 30, SHUTTER = 0.8;

static fixture open_stage(int stepper) {
    fixture f = {0};
    assert_int_equal(tw_world_create(&f.w), TW_OK);
    f.w->set.duration = 1;
    f.w->set.fps = FPS;
    f.w->set.stepper = stepper;
    f.w->stage.camera.shutter = tw_value_scalar(SHUTTER);
    assert_int_equal(tw_sim_create(f.w, &f.sim), TW_OK);
    return f;
}

/* ---- impacts and slips ---------------------------------------------------------------------- */

static void throw(tw_world * w, tw_body *b, vec3 x, vec3 v, vec3 omega, double restitution) {
    b->collide = true;
    b->position = x;
    b->velocity = v;
    b->angular_velocity = omega;
    b->restitution = tw_value_scalar(restitution);
    b->friction = tw_value_scalar(0.3);
    add(w, b);
}

/* a ball that bounces, one that slips until it rolls, a box that slides until it lies */
static fixture open_ground(int stepper) {
    fixture f = open_stage(stepper);
    f.w->set.gravity = tw_value_vector(v3(0, 0, -9.81));
    f.w->stage.ground.present = true;
    f.w->stage.ground.friction = tw_value_scalar(0.4);
    f.w->stage.ground.restitution = tw_value_scalar(0.8);
    tw_body *bounces = draft_body(f.w, "sphere"), *rolls = draft_body(f.w, "sphere");
    tw_body *slides = draft_body(f.w, "box");
    put_number(bounces, "radius", 0.15);
    put_number(rolls, "radius", 0.2);
    put_vec3(slides, "size", v3(0.4, 0.3, 0.2));
    throw(f.w, bounces, v3(0, 0, 0.6), v3(1, 0.5, 0), v3(0, 3, 0), 0.8);
    throw(f.w, rolls, v3(0, 2, 0.2), v3(2, 0, 0), v3_zero(), 0);
    throw(f.w, slides, v3(0, -2, 0.1), v3(1.5, 0, 0), v3_zero(), 0);
    return f;
}

/* how far off a pose is: m and rad */
static double apart(const tw_pose *a, const tw_pose *b) {
    quat turn = q_mul(q_conj(a->q), b->q);
    return v3_length(v3_sub(a->x, b->x)) + 2 * v3_length(v3(turn.x, turn.y, turn.z));
}

static void goes_exactly_there(int stepper, double tolerance) {
    fixture seen = open_ground(stepper), went = open_ground(stepper);
    int moving = 0;
    expose(&seen);
    for (size_t i = 0; i < seen.film.frames.count; i++) {
        const tw_frame *f = seen.film.frames.data[i];
        assert_int_equal(f->item_count, 3);
        moving += f->pose_count > 1;
        for (int k = 0; f->pose_count > 1 && k < f->pose_count; k++) {
            double t = f->time + f->open * ((double)k / (f->pose_count - 1) - 0.5);
            if (t < 0) continue; /* by the first velocities: unit_shutter */
            assert_int_equal(tw_sim_advance(went.sim, fmax(t, went.w->time)), TW_OK);
            tw_frame now = {.number = 1, .time = t, .pose_count = 1};
            assert_int_equal(tw_items_make(went.sim, NULL, &now, NULL), TW_OK);
            for (size_t j = 0; j < 3; j++) {
                const tw_pose *p = &f->pose[f->item[j].first_pose + (size_t)k];
                const tw_pose *q = &now.pose[now.item[j].first_pose];
                static const double height[] = {0.15, 0.2, 0.1};
                if (!(apart(p, q) <= tolerance))
                    fail_msg("%s: frame %d, t = %.9g s, body %zu: z = %.9g, x = %.9g, went to z = "
                             "%.9g, x = %.9g",
                             tw_stepper_choices[stepper], f->number, t, j + 1, p->x.z, p->x.x,
                             q->x.z, q->x.x);
                if (!(p->x.z >= height[j] - 1e-8))
                    fail_msg("%s: body %zu lies %g m deep at t = %.9g s",
                             tw_stepper_choices[stepper], j + 1, height[j] - p->x.z, t);
            }
            tw_frame_free(&now);
        }
    }
    assert_true(moving > 25);
    close_world(&seen);
    close_world(&went);
}

/* all that know contacts; steps of fixed length are the same to rounding, others to tolerance */
static void poses_are_those_of_stepping_there(void **state) {
    (void)state;
    int tried = 0;
    for (int i = 0; tw_stepper_choices[i]; i++) {
        fixture f = open_ground(i);
        tw_status knows = tw_sim_advance(f.sim, 0.01);
        close_world(&f);
        if (knows != TW_OK) continue;
        goes_exactly_there(i, strcmp(tw_stepper_choices[i], "timestep") == 0 ? 1e-11 : 1e-6);
        tried++;
    }
    assert_true(tried >= 5);
}

/* ---- crossings ------------------------------------------------------------------------------ */

static const double SPEED = 3, WALL = 0.61;

/* > 0: beyond one of the walls */
static tw_status beyond(void *context, double t, tw_probe *probe) {
    (void)t;
    const fixture *f = context;
    *probe = (tw_probe){.value = fabs(f->box->position.x) - WALL};
    return TW_OK;
}

static tw_status turn_back(void *context, double t, double u) {
    (void)t, (void)u;
    fixture *f = context;
    void *base;
    const tw_param *p = tw_object_param(&f->box->o, "velocity", &base);
    vec3 v = v3(f->box->position.x > 0 ? -SPEED : SPEED, 0, 0);
    return tw_world_assign(f->w, &f->box->o, p, base, &v);
}

/* a way to and fro between two walls, from the middle */
static double place(double t) {
    double s = fmod(SPEED * t + WALL, 4 * WALL);
    return s < 2 * WALL ? s - WALL : 3 * WALL - s;
}

/* the motion is straight but for the walls, so it is known under every stepper, to the accuracy
 * with which crossings are located */
static void poses_turn_back_where_the_motion_does(void **state) {
    (void)state;
    for (int i = 0; tw_stepper_choices[i]; i++) {
        fixture f = open_stage(i);
        f.box = add_box(f.w, "box", v3(SPEED, 0, 0), v3_zero());
        tw_event e = {.kind = TW_EVENT_WHEN,
                      .direction = TW_UP,
                      .times = INFINITY,
                      .probe = beyond,
                      .run = turn_back,
                      .context = &f};
        tw_id id;
        assert_int_equal(tw_sim_event(f.sim, &e, &id), TW_OK);
        expose(&f);
        assert_int_equal(f.film.frames.count, 30);
        int corners = 0;
        for (size_t n = 1; n < f.film.frames.count; n++) {
            const tw_frame *frame = f.film.frames.data[n];
            assert_true(frame->pose_count > 1);
            corners += frame->pose_count > 2;
            for (int k = 0; k < frame->pose_count; k++) {
                double u = (double)k / (frame->pose_count - 1) - 0.5;
                double t = frame->time + frame->open * u;
                double x = frame->pose[frame->item[0].first_pose + (size_t)k].x.x;
                if (!(fabs(x - place(t)) <= 1e-7) || !(fabs(x) <= WALL + 1e-8))
                    fail_msg("%s: frame %d, t = %.9g s: x = %.9g, not %.9g", tw_stepper_choices[i],
                             frame->number, t, x, place(t));
            }
        }
        assert_true(corners >= 1);
        close_world(&f);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(poses_are_those_of_stepping_there),
        cmocka_unit_test(poses_turn_back_where_the_motion_does),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
