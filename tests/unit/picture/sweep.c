/*
 * A camera that moves while the shutter is open: the picture is that of the same scene moving the
 * other way before a camera that stands still; drafts do not see it, bytes do not depend on threads
 * and lanes; and from a film come the places of the camera over each exposure, none of them across
 * a jump.
 */
#include "base/math/elementary.h"
#include "frame/film.h"
#include "picture/picture.h"
#include "timeline/sim.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../support/drawing.h"
#include "../../support/moving_box.h"

enum { W = 160, H = 90, MANY = 60, TIMES = 9 };

/* ---- pictures -------------------------------------------------------------------------------- */

typedef struct scene {
    tw_frame f;
    tw_frame_item item[MANY];
    tw_pose pose[MANY * TIMES];
    tw_camera sweep[TIMES];
    tw_frame_light light;
} scene;

static vec3 turned(quat q, vec3 about, vec3 x) {
    return v3_add(about, q_rotate(q, v3_sub(x, about)));
}

/* solids in the light of an even sky, which looks the same however all of it is turned; the camera
 * (or, the other way, the solids) turns by `turn` about `about` and moves by `way` */
static void make(scene *s, double turn, vec3 way, bool camera) {
    memset(s, 0, sizeof *s);
    vec3 eye = v3(0, -9, 3), target = v3(0, 0, 1);
    tw_rgb sky = {0.7, 0.8, 0.9};
    s->light = (tw_frame_light){.kind = TW_LIGHT_SKY, .top = sky, .horizon = sky, .bottom = sky};
    s->f = (tw_frame){.item = s->item, .item_count = MANY, .pose = s->pose, .pose_count = TIMES};
    s->f.light = &s->light;
    s->f.light_count = 1;
    s->f.camera = (tw_camera){.eye = eye,
                              .target = target,
                              .up = {0, 0, 1},
                              .fov = 0.6,
                              .focus = 9,
                              .has_eye = true,
                              .has_target = true,
                              .has_fov = true};
    for (int k = 0; k < TIMES; k++) {
        double u = (double)k / (TIMES - 1) - 0.5;
        quat q = {tw_cos(0.5 * turn * u), 0, 0, tw_sin(0.5 * turn * u)}, back = q_conj(q);
        vec3 shift = v3_scale(way, u);
        s->sweep[k] = s->f.camera;
        s->sweep[k].eye = v3_add(eye, shift);
        s->sweep[k].target = v3_add(turned(q, eye, target), shift);
        for (int i = 0; i < MANY; i++) {
            vec3 x = v3(0.9 * (i % 10) - 4, 1.5 * (i / 10) - 3, 0.3 + 0.37 * (i * 7 % 11));
            tw_pose *p = &s->pose[i * TIMES + k];
            *p = (tw_pose){x, q_identity()};
            if (!camera) *p = (tw_pose){turned(back, eye, v3_sub(x, shift)), back};
        }
    }
    static const int type[3] = {TW_SHAPE_SPHERE, TW_SHAPE_BOX, TW_SHAPE_CAPSULE};
    for (int i = 0; i < MANY; i++)
        s->item[i] = (tw_frame_item){
            .shape = {.type = type[i % 3], .p = {0.12, i % 3 == 1 ? 0.2 : 0.5, 0.3}},
            .first_pose = (size_t)(i * TIMES),
            .material = {.color = {0.2 + 0.01 * i, 0.5, 0.8 - 0.01 * i},
                         .opacity = 1,
                         .roughness = 1},
            .tag = (uint32_t)i + 1};
    if (!camera) return;
    s->f.sweep = s->sweep;
    s->f.sweep_count = TIMES;
}

static tw_image draw(const scene *s, tw_quality quality, int threads) {
    tw_picture_options o = {.width = W, .height = H, .quality = quality};
    return draw_frame(&s->f, o, threads);
}

/* the mean difference, and the greatest of blocks of 10 x 10 pixels */
static double apart(const tw_image *a, const tw_image *b, double *block) {
    double sum = 0;
    *block = 0;
    for (int y = 0; y < H; y += 10)
        for (int x = 0; x < W; x += 10) {
            double here = 0;
            for (int j = 0; j < 100; j++) {
                size_t at = 4 * (size_t)((y + j / 10) * W + x + j % 10);
                for (size_t c = 0; c < 3; c++)
                    here += fabs((double)(a->linear[at + c] - b->linear[at + c])) / 300;
            }
            sum += here;
            *block = fmax(*block, here);
        }
    return sum / (W * H / 100);
}

static void like_the_scene_the_other_way(double turn, vec3 way) {
    static scene a, b;
    double block, still;
    make(&a, turn, way, true);
    make(&b, turn, way, false);
    tw_image swept = draw(&a, TW_QUALITY_NORMAL, 2), moved = draw(&b, TW_QUALITY_NORMAL, 2);
    double d = apart(&swept, &moved, &block);
    if (!(d < 0.004 && block < 0.03)) fail_msg("differ by %.4f, a block by %.4f", d, block);
    tw_image_free(&moved);
    a.f.sweep_count = 0;
    a.f.sweep = NULL;
    moved = draw(&a, TW_QUALITY_NORMAL, 2);
    still = apart(&swept, &moved, &block);
    if (!(still > 0.01 && still > 5 * d)) fail_msg("%.4f from the still one, %.4f", still, d);
    tw_image_free(&moved);
    tw_image_free(&swept);
}

static void a_pan_is_the_scene_turning_back(void **state) {
    (void)state;
    like_the_scene_the_other_way(0.1, v3_zero());
    like_the_scene_the_other_way(-0.6, v3_zero());
}

static void a_dolly_is_the_scene_passing(void **state) {
    (void)state;
    like_the_scene_the_other_way(0, v3(0.8, 0, 0));
    like_the_scene_the_other_way(0, v3(0.3, 2, 0.5));
}

static void both_at_once(void **state) {
    (void)state;
    like_the_scene_the_other_way(0.4, v3(-2, 1, 0.5));
}

static void drafts_see_the_camera_of_the_frame(void **state) {
    (void)state;
    static scene s;
    make(&s, 0.3, v3(1, 0, 0), true);
    tw_image a = draw(&s, TW_QUALITY_DRAFT, 1);
    s.f.sweep_count = 0;
    s.f.sweep = NULL;
    tw_image b = draw(&s, TW_QUALITY_DRAFT, 1);
    assert_memory_equal(a.srgb, b.srgb, 4 * W * H);
    tw_image_free(&a);
    tw_image_free(&b);
}

static void the_same_bytes_over_threads_and_lanes(void **state) {
    (void)state;
    static scene s;
    make(&s, 0.3, v3(1, 0, 0), true);
    s.f.has_ground = true;
    s.f.camera.aperture = 0.05;
    tw_image a = draw(&s, TW_QUALITY_NORMAL, 1), b = draw(&s, TW_QUALITY_NORMAL, 3);
    setenv("TAUWERK_LANES", "4", 1);
    tw_image c = draw(&s, TW_QUALITY_NORMAL, 2);
    setenv("TAUWERK_LANES", "8", 1);
    tw_image d = draw(&s, TW_QUALITY_NORMAL, 2);
    unsetenv("TAUWERK_LANES");
    assert_memory_equal(a.linear, b.linear, 4 * W * H * sizeof(float));
    assert_memory_equal(a.linear, c.linear, 4 * W * H * sizeof(float));
    assert_memory_equal(a.linear, d.linear, 4 * W * H * sizeof(float));
    tw_image_free(&a);
    tw_image_free(&b);
    tw_image_free(&c);
    tw_image_free(&d);
}

static void the_digest_covers_it(void **state) {
    (void)state;
    static scene s;
    make(&s, 0.3, v3_zero(), true);
    uint64_t moving = tw_frame_digest(&s.f);
    s.sweep[3].eye.x += 1e-9;
    assert_true(tw_frame_digest(&s.f) != moving);
    s.f.sweep_count = 0;
    assert_true(tw_frame_digest(&s.f) != moving);
}

/* ---- films ----------------------------------------------------------------------------------- */

/* 10 frames a second, exposed half of the time */
static fixture open_world(void) {
    return open_box(10, 0.5, v3_zero());
}

static void expose_all(fixture *f) {
    expose(f);
    assert_int_equal(f->film.frames.count, 10);
}

static void a_camera_at_rest_has_no_sweep(void **state) {
    (void)state;
    fixture f = open_world();
    expose_all(&f);
    for (int n = 0; n < 10; n++) {
        assert_true(f.film.frames.data[n]->pose_count > 1);
        assert_int_equal(f.film.frames.data[n]->sweep_count, 0);
    }
    close_world(&f);
}

/* also before the beginning and after the end; what is left open of it comes along */
static void it_follows_over_the_exposure(void **state) {
    (void)state;
    for (int eye = 0; eye < 2; eye++) {
        fixture f = open_world();
        tw_stage_camera *c = &f.w->stage.camera;
        if (eye) {
            c->eye = tw_value_vector(v3(0, -8, 1));
            c->eye_follow = f.box->o.id;
            c->target = tw_value_vector(v3_zero());
        } else {
            c->target_follow = f.box->o.id;
        }
        expose_all(&f);
        for (int n = 0; n < 10; n++) {
            const tw_frame *frame = f.film.frames.data[n];
            assert_int_equal(frame->sweep_count, TIMES);
            for (int k = 0; k < TIMES; k++) {
                const tw_camera *p = &frame->sweep[k];
                double x = 2 * (n * 0.1 + 0.05 * ((double)k / 8 - 0.5));
                assert_true(fabs((eye ? p->eye.x : p->target.x) - x) < 1e-8);
                if (!eye) assert_true(fabs(p->eye.x - x) < 1e-6 && p->eye.y < -1);
                assert_true(p->fov == frame->camera.fov && p->fov > 0);
            }
        }
        close_world(&f);
    }
}

static tw_status set_camera(void *context, double t, double u) {
    (void)t, (void)u;
    fixture *f = context;
    f->w->stage.camera.eye = tw_value_vector(v3(30, 50, 1));
    return TW_OK;
}

static void nothing_blurs_across_a_jump(void **state) {
    (void)state;
    static const double times[] = {0.49, 0.5, 0.51, 0.475, 0.525};
    for (int i = 0; i < 10; i++) {
        fixture f = open_world();
        bool follows = i < 5;
        f.w->stage.camera.eye = tw_value_vector(v3(0, -8, 1));
        f.w->stage.camera.target = tw_value_vector(v3(0, 0, 0.5));
        if (follows) f.w->stage.camera.eye_follow = f.box->o.id;
        at(&f, times[i % 5], follows ? put_away : set_camera);
        expose_all(&f);
        for (int n = 0; n < 10; n++) {
            const tw_frame *frame = f.film.frames.data[n];
            if (!follows) assert_int_equal(frame->sweep_count, 0);
            for (int k = 0; k < frame->sweep_count; k++) {
                double y = frame->sweep[k].eye.y + 8;
                if (fabs(y - (frame->time < times[i % 5] ? 0 : 50)) > 1e-9)
                    fail_msg("frame %d, place %d at y = %g", n + 1, k, y);
            }
        }
        if (follows) assert_true(f.film.frames.data[8]->sweep_count > 1);
        close_world(&f);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pan_is_the_scene_turning_back),
        cmocka_unit_test(a_dolly_is_the_scene_passing),
        cmocka_unit_test(both_at_once),
        cmocka_unit_test(drafts_see_the_camera_of_the_frame),
        cmocka_unit_test(the_same_bytes_over_threads_and_lanes),
        cmocka_unit_test(the_digest_covers_it),
        cmocka_unit_test(a_camera_at_rest_has_no_sweep),
        cmocka_unit_test(it_follows_over_the_exposure),
        cmocka_unit_test(nothing_blurs_across_a_jump),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
