/*
 * Snapshots and marks: where the items stand, what the camera sees, and that the arrows drawn on a
 * body are all the forces that move it: gravity + force arrows = m a, and their moments with the
 * couples = d(angular momentum)/dt.
 */
#include "frame/snapshot.h"
#include "dynamics/pass/pass.h"
#include "timeline/sim.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "../../support/objects.h"

extern const tw_body_kind tw_body_rod, tw_body_sphere;
extern const tw_force_kind tw_force_spring, tw_force_drag, tw_force_torque;
extern const tw_constraint_kind tw_constraint_point_to_nail, tw_constraint_point_to_point;

typedef struct fixture {
    tw_world *w;
    tw_sim *sim;
    tw_body *rod, *ball;
    tw_point *end1, *nail, *middle;
} fixture;

static tw_force *force(fixture *f, const tw_force_kind *kind) {
    tw_force *force;
    assert_int_equal(tw_force_new(f->w, kind, &force), TW_OK);
    return force;
}

/* a rod that turns and flies to a nail, a ball on a spring from its end, drag, a torque, gravity */
static int setup(void **state) {
    static fixture f;
    f = (fixture){0};
    assert_int_equal(tw_world_create(&f.w), TW_OK);
    tw_value_clear(&f.w->set.gravity);
    f.w->set.gravity = tw_value_vector(v3(0, 0.5, -9.81));
    assert_int_equal(tw_body_new(f.w, &tw_body_rod, &f.rod), TW_OK);
    put_number(f.rod, "length", 2);
    put_number(f.rod, "radius", 0.1);
    f.rod->position = v3(1, 2, 3);
    f.rod->orientation = q_normalized((quat){0.9, 0.1, -0.3, 0.2});
    f.rod->velocity = v3(0.3, -0.2, 0.5);
    f.rod->angular_velocity = v3(1, 2, -0.7);
    add_named(f.w, f.rod, "rod");
    assert_int_equal(tw_body_new(f.w, &tw_body_sphere, &f.ball), TW_OK);
    put_number(f.ball, "radius", 0.3);
    f.ball->position = v3(-1, 0, 2);
    f.ball->velocity = v3(0, 1, 0);
    add_named(f.w, f.ball, "ball");
    f.end1 = add_local(f.w, f.rod, v3(0, 0, -1));
    f.middle = add_local(f.w, f.ball, v3(0.1, 0.2, 0));
    f.nail = add_nail(f.w, v3(0, 0, 4));

    tw_force *spring = force(&f, &tw_force_spring);
    put_id(spring, "a", f.end1->o.id);
    put_id(spring, "b", f.middle->o.id);
    put_number(spring, "stiffness", 50);
    add(f.w, spring);
    tw_force *drag = force(&f, &tw_force_drag);
    put_number(drag, "linear", 3);
    put_number(drag, "angular", 0.4);
    add(f.w, drag);
    tw_force *torque = force(&f, &tw_force_torque);
    put_id(torque, "on", f.ball->o.id);
    put_vec3(torque, "value", v3(1, 2, 3));
    add(f.w, torque);

    tw_constraint *hold;
    assert_int_equal(tw_constraint_new(f.w, &tw_constraint_point_to_nail, &hold), TW_OK);
    put_id(hold, "point", f.end1->o.id);
    put_id(hold, "nail", f.nail->o.id);
    add_named(f.w, hold, "hold");
    tw_constraint *join;
    assert_int_equal(tw_constraint_new(f.w, &tw_constraint_point_to_point, &join), TW_OK);
    put_id(join, "a", f.end1->o.id);
    put_id(join, "b", f.middle->o.id);
    add_named(f.w, join, "join");
    assert_int_equal(tw_sim_create(f.w, &f.sim), TW_OK);
    *state = &f;
    return 0;
}

static int teardown(void **state) {
    fixture *f = *state;
    tw_sim_destroy(f->sim);
    tw_world_destroy(f->w);
    return 0;
}

static tw_frame snap(fixture *f, unsigned layers) {
    tw_frame frame;
    tw_snapshot_options o = {.layers = layers};
    assert_int_equal(tw_frame_snapshot(f->sim, &o, 5, 0, &frame, NULL), TW_OK);
    return frame;
}

static void near3(vec3 a, vec3 b, double tolerance) {
    if (!(v3_length(v3_sub(a, b)) <= tolerance))
        fail_msg("(%g %g %g) is not (%g %g %g)", a.x, a.y, a.z, b.x, b.y, b.z);
}

static void items_stand_where_the_bodies_are(void **state) {
    fixture *f = *state;
    tw_frame frame = snap(f, TW_LAYERS_FINAL);
    assert_int_equal(frame.number, 5);
    assert_int_equal(frame.item_count, 2);
    assert_int_equal(frame.mark_count, 0);
    assert_int_equal(frame.caption_count, 0);
    assert_int_equal(frame.item[0].shape.type, TW_SHAPE_CYLINDER);
    assert_int_equal(frame.item[1].shape.type, TW_SHAPE_SPHERE);
    assert_true(frame.item[0].tag < frame.item[1].tag);
    assert_true(frame.item[0].material.color.r != frame.item[1].material.color.r);
    assert_int_equal(frame.pose_count, 1);
    near3(frame.pose[frame.item[0].first_pose].x, v3(1, 2, 3), 1e-15);
    near3(frame.pose[frame.item[1].first_pose].x, v3(-1, 0, 2), 1e-15);
    tw_frame_free(&frame);
}

static void what_is_not_visible_is_not_drawn(void **state) {
    fixture *f = *state;
    f->rod->visible = false;
    tw_value_clear(&f->ball->opacity);
    f->ball->opacity = tw_value_scalar(0.25);
    tw_frame frame = snap(f, TW_LAYERS_FINAL);
    assert_int_equal(frame.item_count, 1);
    assert_true(frame.item[0].material.opacity == 0.25);
    tw_frame_free(&frame);
    f->ball->opacity = tw_value_scalar(0);
    frame = snap(f, TW_LAYERS_FINAL);
    assert_int_equal(frame.item_count, 0);
    tw_frame_free(&frame);
    frame = snap(f, TW_LAYER_STAMP);
    assert_int_equal(frame.item_count, 0);
    assert_int_equal(frame.caption_count, 1);
    assert_non_null(strstr(frame.caption[0].text, "frame 5  t = 0.000 s"));
    tw_frame_free(&frame);
}

static void a_camera_follows(void **state) {
    fixture *f = *state;
    tw_stage_camera *c = &f->w->stage.camera;
    tw_frame frame = snap(f, TW_LAYERS_FINAL);
    assert_false(frame.camera.has_eye || frame.camera.has_target || frame.camera.has_fov);
    near3(frame.camera.up, v3(0, 0, 1), 0);
    tw_frame_free(&frame);
    c->eye = tw_value_vector(v3(0, -4, 1));
    c->eye_follow = f->rod->o.id;
    c->target_follow = f->ball->o.id;
    frame = snap(f, TW_LAYERS_FINAL);
    assert_true(frame.camera.has_eye && frame.camera.has_target);
    near3(frame.camera.eye, v3(1, -2, 4), 1e-15);
    near3(frame.camera.target, v3(-1, 0, 2), 1e-15);
    tw_frame_free(&frame);
    c->eye_turn = true;
    frame = snap(f, TW_LAYERS_FINAL);
    near3(frame.camera.eye, v3_add(v3(1, 2, 3), q_rotate(f->rod->orientation, v3(0, -4, 1))),
          1e-14);
    tw_frame_free(&frame);
    c->eye_follow = c->target_follow = (tw_id){0, 0};
}

/* marks by kind: every control point, every nail, a line for each constraint */
static void marks_are_all_there(void **state) {
    fixture *f = *state;
    tw_frame frame = snap(f, TW_LAYERS_DEBUG);
    int count[TW_MARK_ANGLE + 1] = {0};
    for (size_t i = 0; i < frame.mark_count; i++) count[frame.mark[i].kind]++;
    assert_int_equal(count[TW_MARK_POINT], 2);
    assert_int_equal(count[TW_MARK_NAIL], 1);
    assert_int_equal(count[TW_MARK_LINK], 2);
    assert_int_equal(count[TW_MARK_NAME], 2);
    vec3 end1, v;
    tw_point_now(f->w, f->end1, &end1, &v);
    for (size_t i = 0; i < frame.mark_count; i++) {
        const tw_mark *m = &frame.mark[i];
        if (m->kind != TW_MARK_LINK) continue;
        near3(m->a, end1, 1e-14);
        assert_false(m->met);
        assert_true(fabs(m->strength - v3_length(v3_sub(m->a, m->b))) < 1e-12);
    }
    tw_frame_free(&frame);
}

/* the arrows on a body add up to what accelerates it */
static void arrows_balance(void **state) {
    fixture *f = *state;
    tw_frame frame = snap(f, TW_LAYER_FORCES);
    tw_dynamics *d;
    assert_int_equal(tw_sim_pass(f->sim, &d), TW_OK);
    vec3 end1, middle, v;
    tw_point_now(f->w, f->end1, &end1, &v);
    tw_point_now(f->w, f->middle, &middle, &v);
    const tw_body *body[] = {f->rod, f->ball};
    int seen[TW_CLASS_COUNT] = {0};
    for (int b = 0; b < 2; b++) {
        vec3 F = v3_zero(), T = v3_zero(), at[] = {body[b]->position, b ? middle : end1};
        for (size_t i = 0; i < frame.mark_count; i++) {
            const tw_mark *m = &frame.mark[i];
            bool here =
                v3_length(v3_sub(m->a, at[0])) < 1e-12 || v3_length(v3_sub(m->a, at[1])) < 1e-12;
            if (!here) continue;
            seen[m->class_]++;
            if (m->kind == TW_MARK_ARROW) {
                F = v3_add(F, m->vector);
                T = v3_add(T, v3_cross(v3_sub(m->a, at[0]), m->vector));
            } else {
                assert_int_equal(m->kind, TW_MARK_TORQUE);
                T = v3_add(T, m->vector);
            }
        }
        vec3 force, torque, a, alpha;
        assert_int_equal(tw_read_body(d, body[b], &force, &torque, &a, &alpha), TW_OK);
        near3(F, force, 1e-9 * (1 + v3_length(force)));
        near3(T, torque, 1e-9 * (1 + v3_length(torque)));
        near3(F, v3_scale(a, body[b]->mass), 1e-9 * (1 + v3_length(force)));
    }
    assert_int_equal(seen[TW_CLASS_GRAVITY], 2);
    assert_int_equal(seen[TW_CLASS_SPRING], 2);
    assert_int_equal(seen[TW_CLASS_DRAG], 3); /* the ball does not turn */
    assert_int_equal(seen[TW_CLASS_APPLIED], 1);
    assert_int_equal(seen[TW_CLASS_CONSTRAINT], 2);
    assert_int_equal(seen[TW_CLASS_REACTION], 1);
    tw_frame_free(&frame);
}

static void split_adds_up(void **state) {
    fixture *f = *state;
    tw_frame frame = snap(f, TW_LAYER_FORCES | TW_LAYER_SPLIT);
    tw_dynamics *d;
    assert_int_equal(tw_sim_pass(f->sim, &d), TW_OK);
    vec3 sum = v3_zero(), whole = v3_zero();
    int labels = 0;
    for (size_t i = 0; i < frame.mark_count; i++) {
        const tw_mark *m = &frame.mark[i];
        assert_int_not_equal(m->class_, TW_CLASS_CONSTRAINT);
        if (m->class_ < TW_CLASS_SPLIT_EXTERNAL || m->class_ > TW_CLASS_SPLIT_DEVIATION) continue;
        sum = v3_add(sum, m->vector);
        labels += m->text && m->text[0] == 'F';
    }
    for (size_t i = 0; i < f->w->constraint.count; i++) {
        tw_constraint_reading r;
        assert_int_equal(tw_read_constraint(d, f->w->constraint.data[i], &r), TW_OK);
        whole = v3_add(whole, r.force);
    }
    assert_int_equal(labels, 6);
    near3(sum, whole, 1e-9 * v3_length(whole));
    tw_frame_free(&frame);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(items_stand_where_the_bodies_are, setup, teardown),
        cmocka_unit_test_setup_teardown(what_is_not_visible_is_not_drawn, setup, teardown),
        cmocka_unit_test_setup_teardown(a_camera_follows, setup, teardown),
        cmocka_unit_test_setup_teardown(marks_are_all_there, setup, teardown),
        cmocka_unit_test_setup_teardown(arrows_balance, setup, teardown),
        cmocka_unit_test_setup_teardown(split_adds_up, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
