/*
 * Props against geometry in closed form: the trail of a point that goes in a circle, arrows, the
 * flame of a force, solids that move with bodies; and that films with other frames show the same.
 */
#include "base/math/elementary.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../support/filmed.h"

extern const tw_body_kind tw_body_box;
extern const tw_constraint_kind tw_constraint_point_to_nail;
extern const tw_prop_kind tw_prop_trail, tw_prop_arrow, tw_prop_plume, tw_prop_ruler;

/* turns about z with 4 rad/s; the point is at distance 1 */
static fixture box_world(double duration, double fps) {
    fixture f = open_world(duration, fps, &tw_body_box);
    put_vec3(f.body, "size", v3(1, 1, 1));
    f.body->angular_velocity = v3(0, 0, 4);
    begin(&f, v3(1, 0, 0));
    return f;
}

static tw_prop *trail(fixture *f, double seconds) {
    tw_prop *p = prop(f, &tw_prop_trail);
    put_id(p, "point", f->point->o.id);
    put_value(&p->o, "seconds", tw_value_scalar(seconds));
    put_value(&p->o, "radius", tw_value_scalar(0.01));
    add(f->w, p);
    assert_int_equal(tw_tracks_add(f->tracks, p), TW_OK);
    return p;
}

static tw_pose pose_of(const tw_frame *f, size_t item) {
    return f->pose[f->item[item].first_pose + (size_t)(f->pose_count / 2)];
}

/* sum of the lengths of the capsules; all of them on the circle */
static double length_on_circle(const tw_frame *f) {
    double sum = 0;
    for (size_t i = 1; i < f->item_count; i++) {
        assert_int_equal(f->item[i].shape.type, TW_SHAPE_CAPSULE);
        tw_pose p = pose_of(f, i);
        double half = 0.5 * f->item[i].shape.p[1];
        for (int end = -1; end <= 1; end += 2) {
            vec3 x = tw_pose_apply(&p, v3(0, 0, end * half));
            if (fabs(v3_length(x) - 1) > 1e-6 || fabs(x.z) > 1e-9)
                fail_msg("an end at distance %.9g", v3_length(x));
        }
        assert_true(half < 0.04); /* smooth */
        sum += 2 * half;
    }
    return sum;
}

static void a_trail_is_the_way(void **state) {
    (void)state;
    fixture f = box_world(1, 10);
    trail(&f, 0.5);
    run(&f, false);
    for (int n = 1; n <= 10; n++) {
        double t = (n - 1) / 10.0, want = 4 * fmin(t, 0.5);
        double got = length_on_circle(frame_of(&f, n));
        if (fabs(got - want) > 2e-3) fail_msg("%g long, not %g", got, want);
        if (n == 1) continue;
        tw_pose last = pose_of(frame_of(&f, n), frame_of(&f, n)->item_count - 1);
        vec3 head = v3(tw_cos(4 * t), tw_sin(4 * t), 0);
        assert_true(v3_length(v3_sub(last.x, head)) < 0.05);
    }
    close_world(&f);
}

/* the same at every frame rate, with motion blur and without, after other frames */
static void a_trail_knows_no_frames(void **state) {
    (void)state;
    static const double rates[] = {2, 24, 50};
    static const int numbers[] = {2, 13, 26};
    fixture f[3];
    for (int i = 0; i < 3; i++) {
        f[i] = box_world(1, rates[i]);
        trail(&f[i], 0.3);
        run(&f[i], i == 1);
    }
    const tw_frame *a = frame_of(&f[0], 2);
    assert_true(a->item_count > 10);
    for (int i = 1; i < 3; i++) {
        const tw_frame *b = frame_of(&f[i], numbers[i]);
        assert_int_equal(a->item_count, b->item_count);
        for (size_t k = 1; k < a->item_count; k++) {
            tw_pose p = pose_of(a, k), q = pose_of(b, k);
            assert_memory_equal(&p, &q, sizeof p);
            assert_memory_equal(a->item[k].shape.p, b->item[k].shape.p, sizeof a->item[k].shape.p);
            assert_int_equal(a->item[k].tag, b->item[k].tag);
            for (int j = 0; j < b->pose_count; j++) /* it stands still while a frame is exposed */
                assert_memory_equal(&b->pose[b->item[k].first_pose + (size_t)j], &q, sizeof q);
        }
    }
    for (int i = 0; i < 3; i++) close_world(&f[i]);
}

static tw_status put_away(void *context, double t, double u) {
    (void)t, (void)u;
    fixture *f = context;
    return put_body(f->w, f->body, v3(0, 0, 30));
}

static void a_trail_is_cut_at_a_jump(void **state) {
    (void)state;
    fixture f = box_world(1, 20);
    trail(&f, 0.8);
    tw_event e = {.kind = TW_EVENT_AT, .from = 0.502, .run = put_away, .context = &f};
    tw_id id;
    assert_int_equal(tw_sim_event(f.sim, &e, &id), TW_OK);
    run(&f, false);
    const tw_frame *last = frame_of(&f, 15);
    int below = 0, above = 0;
    for (size_t i = 1; i < last->item_count; i++) {
        double z = pose_of(last, i).x.z;
        assert_true(fabs(z) < 1e-6 || fabs(z - 30) < 1e-6);
        below += z < 15;
        above += z > 15;
    }
    assert_true(below > 5 && above > 5);
    close_world(&f);
}

static void a_very_long_trail_has_an_end(void **state) {
    (void)state;
    fixture f = box_world(12, 1);
    f.body->angular_velocity = v3(0, 0, 40);
    trail(&f, 11);
    run(&f, false);
    assert_true(frame_of(&f, 12)->item_count <= 1 + TW_PROP_PIECES);
    tw_pose last = pose_of(frame_of(&f, 12), frame_of(&f, 12)->item_count - 1);
    vec3 head = v3(tw_cos(440), tw_sin(440), 0); /* where the point is now */
    assert_true(v3_length(v3_sub(last.x, head)) < 0.6);
    close_world(&f);
}

static void an_arrow_is_as_long_as_its_vector(void **state) {
    (void)state;
    fixture f = box_world(0.5, 2);
    tw_prop *p = prop(&f, &tw_prop_arrow);
    put_id(p, "at", f.point->o.id);
    put_value(&p->o, "value", tw_value_vector(v3(3, 0, -4)));
    put_value(&p->o, "scale", tw_value_scalar(0.5));
    put_value(&p->o, "radius", tw_value_scalar(0.02));
    add(f.w, p);
    run(&f, false);
    const tw_frame *a = frame_of(&f, 1);
    assert_int_equal(a->item_count, 3);
    tw_pose shaft = pose_of(a, 1), tip = pose_of(a, 2);
    assert_int_equal(a->item[1].shape.type, TW_SHAPE_CYLINDER);
    assert_int_equal(a->item[2].shape.type, TW_SHAPE_CONE);
    vec3 start = tw_pose_apply(&shaft, v3(0, 0, -0.5 * a->item[1].shape.p[1]));
    vec3 apex = tw_pose_apply(&tip, v3(0, 0, 0.75 * a->item[2].shape.p[1]));
    assert_true(v3_length(v3_sub(start, v3(1, 0, 0))) < 1e-12);
    assert_true(v3_length(v3_sub(apex, v3(2.5, 0, -2))) < 1e-12);
    assert_true(a->item[1].shape.p[0] == 0.02);
    close_world(&f);
}

/* without a radius: 1.6 * 0.016 of the radius of the only body, a cube of 1 m; a twelfth of a short
 * arrow's length */
static void an_arrow_is_as_thick_as_suits_the_bodies(void **state) {
    (void)state;
    static const double length[] = {1, 3, 0.06};
    double thick = 1.6 * 0.016 * sqrt(3) / 2;
    fixture f = box_world(0.5, 2);
    for (int i = 0; i < 3; i++) {
        tw_prop *p = prop(&f, &tw_prop_arrow);
        put_id(p, "at", f.point->o.id);
        put_value(&p->o, "value", tw_value_vector(v3(0, 0, length[i])));
        add(f.w, p);
    }
    run(&f, false);
    const tw_frame *a = frame_of(&f, 1);
    assert_int_equal(a->item_count, 7);
    assert_true(fabs(a->item[1].shape.p[0] - thick) < 1e-12);
    assert_true(fabs(a->item[3].shape.p[0] - thick) < 1e-12);
    assert_true(fabs(a->item[5].shape.p[0] - 0.005) < 1e-12);
    close_world(&f);
}

static void put_place(tw_prop *p, const char *name, tw_id point) {
    tw_station_list *l = field(p, name);
    l->station = calloc(1, sizeof *l->station);
    assert_non_null(l->station);
    l->station[l->count++].point = point;
}

static tw_prop *ruler(fixture *f, const tw_point *from, const tw_point *to, const char *text) {
    tw_prop *p = prop(f, &tw_prop_ruler);
    put_place(p, "from", from->o.id);
    put_place(p, "to", to->o.id);
    put_value(&p->o, "radius", tw_value_scalar(0.01));
    if (text) *(char **)field(p, "text") = strdup(text);
    add(f->w, p);
    return p;
}

/* between a nail and the point of the box that turns: apexes at both, the line between, the length
 * at every frame's time; and a second one with words of its own, upright */
static void a_ruler_reaches_from_point_to_point(void **state) {
    (void)state;
    fixture f = box_world(0.5, 8);
    const vec3 foot = v3(3, 0, 0), top = v3(3, 0, 2);
    tw_point *low = add_nail(f.w, foot), *high = add_nail(f.w, top);
    ruler(&f, low, f.point, NULL);
    tw_prop *words = ruler(&f, low, high, "as \xce\xbb");
    put_value(&words->o, "size", tw_value_scalar(0.1));
    run(&f, false);
    assert_int_equal(f.film.frames.count, 4);
    for (int n = 1; n <= 4; n++) {
        const tw_frame *a = frame_of(&f, n);
        vec3 rim = v3(tw_cos(4 * a->time), tw_sin(4 * a->time), 0), way = v3_sub(rim, foot);
        double length = v3_length(way);
        const vec3 end[2] = {foot, rim};
        assert_int_equal(a->item_count, 1 + 2 * 5);
        assert_true(fabs(a->item[1].shape.p[1] - (length - 0.16)) < 1e-7);
        for (size_t k = 0; k < 2; k++) {
            tw_pose tip = pose_of(a, 2 + 2 * k);
            assert_int_equal(a->item[2 + 2 * k].shape.type, TW_SHAPE_CONE);
            vec3 apex = tw_pose_apply(&tip, v3(0, 0, 0.75 * a->item[2 + 2 * k].shape.p[1]));
            assert_true(v3_length(v3_sub(apex, end[k])) < 1e-7);
        }
        char expected[32];
        snprintf(expected, sizeof expected, "%.3g m", length);
        assert_int_equal(a->caption_count, 2);
        assert_string_equal(a->caption[0].text, expected);
        assert_string_equal(a->caption[1].text, "as \xce\xbb");
        /* above the line that lies, beside the one that stands */
        vec3 middle = v3_madd(v3_lerp(foot, rim, 0.5), 0.045, v3(0, 0, 1));
        assert_true(v3_length(v3_sub(a->caption[0].point, middle)) < 1e-7);
        assert_true(v3_length(v3_sub(a->caption[1].point, v3(3, 0, 1))) < 1e-12);
        assert_true(a->caption[0].anchor_y == 1 && a->caption[1].anchor_x == 0);
        assert_true(a->caption[0].size == 0.04 && a->caption[1].size == 0.1);
    }
    close_world(&f);
}

/* lengths in the unit that needs no power of ten; none of points that stand together */
static void a_ruler_writes_its_length(void **state) {
    (void)state;
    static const struct {
        double length;
        const char *text;
    } cases[] = {{1.2345, "1.23 m"}, {0.05, "0.05 m"},   {999.4, "999 m"},   {12345, "12.3 km"},
                 {1e7, "1e+04 km"},  {0.0042, "4.2 mm"}, {0.5e-3, "0.5 mm"}, {0, "0 mm"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        fixture f = box_world(0.5, 2);
        ruler(&f, add_nail(f.w, v3_zero()), add_nail(f.w, v3(cases[i].length, 0, 0)), NULL);
        run(&f, false);
        assert_string_equal(frame_of(&f, 1)->caption[0].text, cases[i].text);
        assert_int_equal(frame_of(&f, 1)->item_count, cases[i].length > 0 ? 6 : 1);
        close_world(&f);
    }
}

/* a box that hangs from a nail in gravity: the flame points down, as long as the weight */
static void a_plume_is_as_long_as_the_force(void **state) {
    (void)state;
    for (int bounded = 0; bounded < 2; bounded++) {
        fixture f = box_world(0.5, 2);
        f.body->angular_velocity = v3_zero();
        f.body->position = v3(0, 0, -1);
        f.point->local = v3(0, 0, 1);
        tw_value_clear(&f.w->set.gravity);
        f.w->set.gravity = tw_value_vector(v3(0, 0, -10));
        tw_point *nail = add_nail(f.w, v3_zero());
        tw_constraint *hold;
        assert_int_equal(tw_constraint_new(f.w, &tw_constraint_point_to_nail, &hold), TW_OK);
        put_id(hold, "point", f.point->o.id);
        put_id(hold, "nail", nail->o.id);
        add(f.w, hold);
        tw_prop *p = prop(&f, &tw_prop_plume);
        put_id(p, "of", hold->o.id);
        put_value(&p->o, "metres_per_newton", tw_value_scalar(1e-4));
        put_value(&p->o, "radius", tw_value_scalar(0.1));
        if (bounded) put_value(&p->o, "max_length", tw_value_scalar(0.6));
        add(f.w, p);
        run(&f, true);
        const tw_frame *a = frame_of(&f, 1); /* 1000 kg, 10 kN */
        assert_int_equal(a->item_count, 3);
        tw_pose flame = pose_of(a, 1);
        vec3 apex = tw_pose_apply(&flame, v3(0, 0, 0.75 * a->item[1].shape.p[1]));
        assert_true(fabs(a->item[1].shape.p[1] - (bounded ? 0.6 : 1)) < 1e-6);
        assert_true(v3_length(v3_sub(apex, v3(0, 0, bounded ? -0.6 : -1))) < 1e-6);
        assert_true(a->item[1].material.emission.r > 1);
        hold->enabled = false;
        tw_world_touch_topology(f.w);
        tw_frame none;
        assert_int_equal(tw_frame_snapshot(f.sim, &(tw_snapshot_options){.layers = TW_LAYERS_FINAL},
                                           1, 0, &none, NULL),
                         TW_OK);
        assert_int_equal(none.item_count, 1);
        tw_frame_free(&none);
        close_world(&f);
    }
}

/* a solid on the turning box is where a point of the box is, at every pose of an exposure */
static void a_solid_goes_with_its_body(void **state) {
    (void)state;
    fixture f = box_world(1, 10);
    const tw_prop_kind *kind;
    assert_int_equal(tw_prop_solid("sphere", &kind), TW_OK);
    tw_prop *p = prop(&f, kind);
    put_id(p, "on", f.point->o.id);
    put_value(&p->o, "position", tw_value_vector(v3(1, 0, 0.5)));
    put_value(&p->o, "radius", tw_value_scalar(0.25));
    add(f.w, p);
    run(&f, true);
    for (int n = 1; n <= 10; n++) {
        const tw_frame *a = frame_of(&f, n);
        assert_int_equal(a->item_count, 2);
        assert_true(a->item[1].shape.p[0] == 0.25 && a->pose_count > 1);
        for (int k = 0; k < a->pose_count; k++) {
            double t = a->time + 0.05 * ((double)k / (a->pose_count - 1) - 0.5);
            vec3 x = a->pose[a->item[1].first_pose + (size_t)k].x;
            vec3 want = v3(2 * tw_cos(4 * t), 2 * tw_sin(4 * t), 0.5);
            if (v3_length(v3_sub(x, want)) > 1e-7)
                fail_msg("frame %d pose %d: %g off", n, k, v3_length(v3_sub(x, want)));
        }
    }
    put_value(&p->o, "radius", tw_value_scalar(0)); /* what has shrunk to nothing is not there */
    tw_frame none;
    assert_int_equal(tw_frame_snapshot(f.sim, &(tw_snapshot_options){.layers = TW_LAYERS_FINAL}, 1,
                                       1, &none, NULL),
                     TW_OK);
    assert_int_equal(none.item_count, 1);
    tw_frame_free(&none);
    close_world(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_trail_is_the_way),
        cmocka_unit_test(a_trail_knows_no_frames),
        cmocka_unit_test(a_trail_is_cut_at_a_jump),
        cmocka_unit_test(a_very_long_trail_has_an_end),
        cmocka_unit_test(an_arrow_is_as_long_as_its_vector),
        cmocka_unit_test(an_arrow_is_as_thick_as_suits_the_bodies),
        cmocka_unit_test(a_ruler_reaches_from_point_to_point),
        cmocka_unit_test(a_ruler_writes_its_length),
        cmocka_unit_test(a_plume_is_as_long_as_the_force),
        cmocka_unit_test(a_solid_goes_with_its_body),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
