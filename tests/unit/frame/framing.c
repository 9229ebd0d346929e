/*
 * The automatic camera: whatever the script leaves open, everything of every frame is in the
 * picture, seen by projecting points of the solids' surfaces.
 */
#include "frame/framing.h"

#include "base/math/elementary.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { FRAMES = 24, ITEMS = 5 };

static tw_frame film[FRAMES];
static tw_frame *frames[FRAMES];
static tw_frame_item items[FRAMES][ITEMS];
static tw_pose poses[FRAMES][2 * ITEMS], stills[FRAMES][ITEMS];

/* balls that fly apart, each exposed over two poses; the frame's time is that of the later one */
static void make_film(void) {
    for (int i = 0; i < FRAMES; i++) {
        film[i] = (tw_frame){.number = i + 1, .time = i / 24.0, .pose_count = 2};
        film[i].item = items[i];
        film[i].item_count = ITEMS;
        film[i].pose = poses[i];
        film[i].still = stills[i];
        film[i].camera.up = v3(0, 0, 1);
        film[i].camera.above = 0.12;
        frames[i] = &film[i];
        for (int k = 0; k < ITEMS; k++) {
            items[i][k] = (tw_frame_item){.shape = {.type = TW_SHAPE_SPHERE, .p = {0.1 + 0.1 * k}},
                                          .first_pose = (size_t)(2 * k)};
            for (int p = 0; p < 2; p++) {
                double t = film[i].time + 0.02 * p;
                poses[i][2 * k + p] =
                    (tw_pose){v3((k - 2) * (1 + t), 2 * tw_sin(3.0 * k) * t, k * t - 1.5 * t * t),
                              q_identity()};
            }
            stills[i][k] = poses[i][2 * k + 1];
        }
    }
}

/* the farthest that anything of frame i reaches: 1 is the picture's edge */
static double reach(const tw_frame *f, double aspect) {
    const tw_camera *c = &f->camera;
    vec3 forward = v3_normalized(v3_sub(c->target, c->eye));
    vec3 right = v3_normalized(v3_cross(forward, c->up)), up = v3_cross(right, forward);
    double k = 1 / tw_tan(0.5 * c->fov), far = 0;
    for (size_t i = 0; i < 2 * ITEMS; i++)
        for (int j = 0; j < 400; j++) {
            double z = 1 - (j + 0.5) / 200, s = sqrt(1 - z * z), a = 2.399963 * j;
            vec3 n = v3(s * tw_cos(a), s * tw_sin(a), z);
            vec3 d = v3_sub(v3_madd(f->pose[i].x, f->item[i / 2].shape.p[0], n), c->eye);
            double depth = v3_dot(d, forward);
            assert_true(depth > 0);
            far = fmax(far, fabs(v3_dot(d, up)) * k / depth);
            far = fmax(far, fabs(v3_dot(d, right)) * k / depth / aspect);
        }
    return far;
}

static void all_in_view(double aspect, double least) {
    tw_film_frame(frames, FRAMES, aspect);
    double far = 0;
    for (int i = 0; i < FRAMES; i++) far = fmax(far, reach(&film[i], aspect));
    if (!(far <= 1 && far >= least)) fail_msg("the picture is filled to %g", far);
}

static void nothing_given(void **state) {
    (void)state;
    static const double aspects[] = {0.5, 1, 16.0 / 9};
    for (int i = 0; i < 3; i++) {
        make_film();
        all_in_view(aspects[i], 0.65);
        for (int k = 1; k < FRAMES; k++) /* it stands still */
            assert_memory_equal(&film[k].camera.eye, &film[0].camera.eye, sizeof(vec3));
    }
}

static void from_any_side(void **state) {
    (void)state;
    for (int i = 0; i < 12; i++) {
        make_film();
        for (int k = 0; k < FRAMES; k++) {
            film[k].camera.around = 0.5236 * i;
            film[k].camera.above = -1.4 + 0.25 * i;
        }
        all_in_view(1.5, 0.6);
        vec3 d = v3_sub(film[0].camera.eye, film[0].camera.target);
        assert_true(fabs(d.z / v3_length(d) - tw_sin(-1.4 + 0.25 * i)) < 1e-9);
        if (i == 3) assert_true(d.x > 0 && fabs(d.y) < 1e-3 * d.x); /* a quarter: from +x */
    }
}

/* moves the last ball of frame k by x, m, along the x axis */
static void move_last(int k, double x) {
    for (int p = 0; p < 2; p++) poses[k][2 * (ITEMS - 1) + p].x.x += x;
    stills[k][ITEMS - 1].x.x += x;
}

static tw_framing framing_of(tw_survey *s) {
    tw_framing f;
    assert_int_equal(tw_framing_choose(s, 1.5, &f), TW_OK);
    return f;
}

static tw_framing framing_now(void) {
    tw_survey s;
    assert_int_equal(tw_survey_make(frames, FRAMES, 1.5, &s), TW_OK);
    tw_framing f = framing_of(&s);
    tw_survey_free(&s);
    return f;
}

/* a survey that is looked at on its way is in the end that of the whole film; it stays small, and
 * keeps the frames at which the camera changes */
static void surveying(void **state) {
    (void)state;
    enum { LONG = 5000, TURN = 1999 };
    tw_survey s = {0};
    make_film();
    for (int i = 0; i < LONG; i++) {
        tw_frame f = film[i % FRAMES];
        f.time = i / 24.0;
        f.camera.has_fov = i >= TURN && i < TURN + 2;
        f.camera.fov = 0.3;
        assert_int_equal(tw_survey_add(&s, &f, 1.5), TW_OK);
        if (i % 1000 == 7) {
            tw_framing some = framing_of(&s);
            tw_framing_free(&some);
        }
    }
    bool kept = false;
    for (size_t g = 0; g < s.glimpse.count; g++) kept |= s.glimpse.data[g].index == TURN;
    assert_true(s.frames == LONG && kept);
    assert_true(s.glimpse.count <= TW_SURVEY_GLIMPSES && s.glimpse.count > TW_SURVEY_GLIMPSES / 3);
    assert_true(s.seen.count == s.glimpse.count * ITEMS);
    tw_framing all = framing_of(&s);
    assert_true(all.setup.count == 2);
    tw_framing_free(&all);
    tw_survey_free(&s);
}

/* what reaches out a little farther leaves the camera as it is; what stays far away does not */
static void calm(void **state) {
    (void)state;
    make_film();
    int same = 0;
    tw_framing first = framing_now(), last = framing_now();
    assert_true(tw_framing_same(&first, &last));
    for (int i = 1; i <= 100; i++) {
        for (int k = 0; k < FRAMES; k++) move_last(k, 1e-4);
        tw_framing now = framing_now();
        same += tw_framing_same(&now, &last);
        tw_framing_free(&last);
        last = now;
    }
    assert_true(same >= 75);
    for (int k = 0; k < FRAMES; k++) move_last(k, 3);
    tw_framing far = framing_now();
    assert_false(tw_framing_same(&far, &last));
    assert_true(tw_framing_serves(&far, frames[0]));
    /* one by one it is what all get together */
    tw_frame *alone = frames[1];
    assert_int_equal(tw_framing_apply(&far, alone), TW_OK);
    tw_camera c = alone->camera;
    make_film();
    for (int k = 0; k < FRAMES; k++) {
        for (int i = 1; i <= 100; i++) move_last(k, 1e-4);
        move_last(k, 3);
    }
    tw_film_frame(frames, FRAMES, 1.5);
    assert_true(v3_length(v3_sub(c.eye, film[1].camera.eye)) < 1e-12);
    tw_framing_free(&first);
    tw_framing_free(&last);
    tw_framing_free(&far);
}

/* a turntable: one distance, another side in each frame */
static void turning(void **state) {
    (void)state;
    make_film();
    for (int k = 0; k < FRAMES; k++) film[k].camera.around = 0.3 * k;
    all_in_view(1.5, 0.6);
    vec3 first = v3_sub(film[0].camera.eye, film[0].camera.target);
    for (int k = 1; k < FRAMES; k++) {
        vec3 d = v3_sub(film[k].camera.eye, film[k].camera.target);
        assert_true(fabs(v3_length(d) - v3_length(first)) < 1e-9);
        assert_memory_equal(&film[k].camera.target, &film[0].camera.target, sizeof(vec3));
    }
}

/* a target that follows one of the balls: the eye goes along, and all stays in view */
static void following_target(void **state) {
    (void)state;
    for (int fov = 0; fov < 2; fov++) {
        make_film();
        for (int k = 0; k < FRAMES; k++) {
            film[k].camera.target = poses[k][8].x;
            film[k].camera.has_target = true;
            film[k].camera.fov = 0.8;
            film[k].camera.has_fov = fov;
        }
        all_in_view(1.5, 0.6);
        vec3 first = v3_sub(film[0].camera.eye, film[0].camera.target);
        for (int k = 1; k < FRAMES; k++) {
            vec3 d = v3_sub(film[k].camera.eye, film[k].camera.target);
            assert_true(v3_length(v3_sub(d, first)) < 1e-9);
            assert_true(film[k].camera.fov == film[0].camera.fov);
            assert_true(fabs(film[k].camera.focus - v3_length(d)) < 1e-12);
        }
    }
}

/* an eye that is given: the field of view is chosen, unless that is given too */
static void given_eye(void **state) {
    (void)state;
    make_film();
    for (int k = 0; k < FRAMES; k++) {
        film[k].camera.eye = v3(0.1 * k, -14, 3);
        film[k].camera.has_eye = true;
    }
    all_in_view(1.5, 0.6);
    make_film();
    for (int k = 0; k < FRAMES; k++) {
        film[k].camera.eye = v3(0.1 * k, -14, 3);
        film[k].camera.fov = 1.1;
        film[k].camera.has_eye = film[k].camera.has_fov = true;
    }
    tw_film_frame(frames, FRAMES, 1.5);
    for (int k = 0; k < FRAMES; k++) {
        assert_true(film[k].camera.fov == 1.1 && film[k].camera.eye.x == 0.1 * k);
        assert_true(film[k].camera.has_target && film[k].camera.has_focus);
    }
}

/* nothing to see is no reason to fail */
static void empty_film(void **state) {
    (void)state;
    make_film();
    for (int k = 0; k < FRAMES; k++) film[k].item_count = 0;
    tw_film_frame(frames, FRAMES, 1.5);
    vec3 d = v3_sub(film[0].camera.eye, film[0].camera.target);
    assert_true(v3_length(d) > 0 && isfinite(v3_length(d)) && film[0].camera.fov > 0);
}

/* A camera whose target is open leaves the place of a graph free, right or left, above or below;
 * one whose target is given looks there. x, y: place of the graph, as in tw_graph */
static void graphs_leave_subjects(void **state) {
    (void)state;
    static const struct {
        double x, y;
        int axis, sign; /* axis of the picture along which all lies beyond the graph, and side of
                           the graph */
    } places[] = {{1, 0.5, 0, 1}, {0, 0.5, 0, -1}, {1, 0, 0, 1}, {0.5, 0, 1, 1}, {0.5, 1, 1, -1}};
    const double aspect = 16.0 / 9, width = 0.34, height = 0.32, edge = 0.02;
    for (size_t n = 0; n < sizeof places / sizeof *places; n++) {
        tw_graph graph = {
            .x = places[n].x, .y = places[n].y, .width = width, .height = height, .opacity = 1};
        make_film();
        for (int i = 0; i < FRAMES; i++) film[i].graph = &graph, film[i].graph_count = 1;
        tw_film_frame(frames, FRAMES, aspect);
        /* border of the graph: 1 is the picture's edge */
        double limit = 1 - 2 * (edge + (places[n].axis ? height : width)), far = -1;
        for (int i = 0; i < FRAMES; i++) {
            const tw_camera *c = &film[i].camera;
            vec3 forward = v3_normalized(v3_sub(c->target, c->eye));
            vec3 right = v3_normalized(v3_cross(forward, c->up)), up = v3_cross(right, forward);
            for (size_t k = 0; k < 2 * ITEMS; k++) {
                vec3 d = v3_sub(film[i].pose[k].x, c->eye);
                double depth = v3_dot(d, forward) * tw_tan(0.5 * c->fov);
                double at = v3_dot(d, places[n].axis ? up : right) / depth;
                far = fmax(far, places[n].sign * at / (places[n].axis ? 1 : aspect));
            }
        }
        if (!(far < limit)) fail_msg("place %zu: %g beyond %g", n, far, limit);
    }
    make_film();
    for (int i = 0; i < FRAMES; i++) film[i].graph = NULL, film[i].graph_count = 0;
}

/* graphs that come and go, and texts, which together leave nothing free: the camera is that for the
 * texts alone */
static void graphs_without_room(void **state) {
    (void)state;
    const tw_caption texts[] = {
        {.text = "above", .at = TW_AT_TOP, .size = 0.2, .opacity = 1},
        {.text = "below", .at = TW_AT_BOTTOM, .size = 0.2, .opacity = 1},
    };
    const double aspect = 9.0 / 16;
    tw_camera with[FRAMES];
    for (int graphs = 1; graphs >= 0; graphs--) {
        tw_graph graph[] = {{.x = 0.5, .y = 0, .width = 0.9, .height = 0.47, .opacity = 1},
                            {.x = 0.5, .y = 1, .width = 0.9, .height = 0.47, .opacity = 1}};
        make_film();
        for (int i = 0; i < FRAMES; i++) {
            film[i].caption = (tw_caption *)texts, film[i].caption_count = 2;
            film[i].graph = &graph[i % 2], film[i].graph_count = (size_t)graphs;
        }
        tw_film_frame(frames, FRAMES, aspect);
        for (int i = 0; i < FRAMES; i++) {
            const tw_camera *c = &film[i].camera;
            if (graphs) with[i] = *c;
            assert_true(v3_length(v3_sub(c->eye, with[i].eye)) == 0);
            assert_true(v3_length(v3_sub(c->target, with[i].target)) == 0);
            assert_true(c->fov == with[i].fov);
        }
    }
    make_film();
    for (int i = 0; i < FRAMES; i++) {
        film[i].graph = NULL, film[i].graph_count = 0;
        film[i].caption = NULL, film[i].caption_count = 0;
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(graphs_leave_subjects),
        cmocka_unit_test(graphs_without_room),
        cmocka_unit_test(nothing_given),
        cmocka_unit_test(from_any_side),
        cmocka_unit_test(surveying),
        cmocka_unit_test(calm),
        cmocka_unit_test(turning),
        cmocka_unit_test(following_target),
        cmocka_unit_test(given_eye),
        cmocka_unit_test(empty_film),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
