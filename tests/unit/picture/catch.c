/*
 * The shadow catcher: laid over the picture's own empty ground it is the picture with its ground;
 * where bodies change nothing it is nothing at all.
 */
#include "base/hash.h"
#include "picture/picture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>
#include <math.h>

#include "../../support/drawing.h"
#include "../../support/solids.h"

enum { W = 96, H = 64, CELL = 8 };

/* a red ball and a box on a grey floor; sky: 0 for a white sun alone */
static void begin(scene *s, double sky) {
    scene_clear(s);
    s->f.camera = (tw_camera){
        .eye = {0.5, -5, 2}, .target = {0.2, 0, 0.3}, .up = {0, 0, 1}, .fov = 0.7, .focus = 1};
    s->light[0] =
        (tw_frame_light){.kind = TW_LIGHT_SUN, .to = {-0.6, -0.3, 0.8}, .angular_diameter = 0.1};
    s->light[0].irradiance = (tw_rgb){2, 2, 2};
    s->light[1] = (tw_frame_light){.kind = TW_LIGHT_SKY};
    s->light[1].top = s->light[1].horizon = s->light[1].bottom =
        (tw_rgb){0.3 * sky, 0.4 * sky, 0.6 * sky};
    s->f.light_count = 2;
    s->f.has_ground = true;
    s->f.ground = lambert(0.4, 0.5, 0.6);
    s->f.bounces = sky > 0;
    scene_add(s, (tw_shape){.type = TW_SHAPE_SPHERE, .p = {0.5}}, v3(0, 0, 0.5), q_identity(),
              lambert(0.8, 0.1, 0.05));
    scene_add(s, (tw_shape){.type = TW_SHAPE_BOX, .p = {0.5, 0.4, 0.8}}, v3(0.9, 0.4, 0.4),
              q_identity(), lambert(0.2, 0.7, 0.3));
}

static tw_image draw(const scene *s, bool alpha, tw_catch ground, int threads) {
    tw_picture_options o = {
        .width = W, .height = H, .quality = TW_QUALITY_NORMAL, .alpha = alpha, .ground = ground};
    return draw_frame(&s->f, o, threads);
}

/* means over cells of the caught picture over the empty one, against the direct one */
static void assert_composed(const scene *s, tw_catch ground, double cell, double mean) {
    scene empty = *s;
    empty.f.light = empty.light;
    empty.f.item_count = 0;
    tw_image caught = draw(s, true, ground, 2), direct = draw(s, false, TW_CATCH_OPAQUE, 2);
    tw_image plate = draw(&empty, false, TW_CATCH_OPAQUE, 2);
    double sum = 0, dark = 0;
    for (int y = 0; y < H; y += CELL)
        for (int x = 0; x < W; x += CELL)
            for (int c = 0; c < 3; c++) {
                double over = 0, want = 0;
                for (int i = 0; i < CELL * CELL; i++) {
                    size_t at = 4 * ((size_t)(y + i / CELL) * W + (size_t)(x + i % CELL));
                    const float *p = caught.linear + at;
                    over +=
                        (double)p[c] + (1 - (double)p[3]) * (double)plate.linear[at + (size_t)c];
                    want += (double)direct.linear[at + (size_t)c];
                    dark = fmax(dark, (double)(plate.linear[at] - direct.linear[at]));
                }
                over /= CELL * CELL, want /= CELL * CELL;
                if (fabs(over - want) > cell)
                    fail_msg("cell %d %d channel %d: got %g, expected %g", x, y, c, over, want);
                sum += fabs(over - want);
            }
    assert_true(dark > 0.1); /* there are shadows */
    if (sum / (3 * W * H / (CELL * CELL)) > mean) fail_msg("mean error %g", sum);
    tw_image_free(&caught);
    tw_image_free(&direct);
    tw_image_free(&plate);
}

static void light_over_its_own_ground(void **state) {
    (void)state;
    scene s;
    begin(&s, 1);
    assert_composed(&s, TW_CATCH_LIGHT, 0.012, 0.001);
    s.f.ground.model = TW_SURFACE_STANDARD; /* that mirrors the bodies */
    s.f.ground.roughness = 0.2;
    assert_composed(&s, TW_CATCH_LIGHT, 0.02, 0.002);
}

/* under one white lamp, with no light from body to ground, shadows are all there is */
static void shadow_over_its_own_ground(void **state) {
    (void)state;
    scene s;
    begin(&s, 0);
    assert_composed(&s, TW_CATCH_SHADOW, 0.012, 0.001);
}

/* root of the mean squared distance from the picture of quality `final` */
static double distance(const scene *s, const tw_image *truth, tw_quality quality) {
    tw_picture_options o = {
        .width = W, .height = H, .quality = quality, .alpha = true, .ground = TW_CATCH_LIGHT};
    tw_image image = draw_frame(&s->f, o, 2);
    double sum = 0;
    for (size_t i = 0; i < (size_t)4 * W * H; i++) {
        double d = (double)(image.linear[i] - truth->linear[i]);
        sum += d * d;
    }
    tw_image_free(&image);
    return sqrt(sum / (4 * W * H));
}

/* each quality has samples of its own */
static void finer_is_nearer(void **state) {
    (void)state;
    scene s;
    begin(&s, 1);
    tw_picture_options o = {.width = W,
                            .height = H,
                            .quality = TW_QUALITY_FINAL,
                            .alpha = true,
                            .ground = TW_CATCH_LIGHT};
    tw_image truth = draw_frame(&s.f, o, 2);
    double normal = distance(&s, &truth, TW_QUALITY_NORMAL);
    double fine = distance(&s, &truth, TW_QUALITY_FINE);
    if (!(fine < 0.7 * normal)) fail_msg("fine %g, normal %g", fine, normal);
    tw_image_free(&truth);
}

static void what_is_caught(void **state) {
    (void)state;
    scene s;
    begin(&s, 1);
    tw_image shadow = draw(&s, true, TW_CATCH_SHADOW, 1), light = draw(&s, true, TW_CATCH_LIGHT, 1);
    tw_image opaque = draw(&s, true, TW_CATCH_OPAQUE, 1), direct = draw(&s, false, 0, 1);
    int shaded = 0, tinted = 0;
    for (size_t i = 0; i < (size_t)W * H; i++) {
        const float *a = shadow.linear + 4 * i, *b = light.linear + 4 * i,
                    *o = opaque.linear + 4 * i;
        assert_true(a[3] >= 0 && a[3] <= 1.0001f && b[3] >= a[3] - 0.02f && b[3] <= 1.0001f);
        for (int c = 0; c < 3; c++) assert_true(a[c] >= 0 && b[c] >= a[c]);
        shaded += a[3] > 0.3f && a[3] < 0.99f && a[0] == 0;
        tinted += b[0] + b[1] + b[2] > a[0] + a[1] + a[2] + 0.01f;
        /* the ground as it was: all of the picture where no sky is */
        if (o[3] == 1)
            for (int c = 0; c < 3; c++) assert_true(o[c] == direct.linear[4 * i + (size_t)c]);
    }
    assert_true(shaded > 50 && tinted > 50);
    const float *ball = shadow.linear + 4 * ((size_t)(H * 45 / 100) * W + W * 45 / 100);
    assert_true(ball[3] == 1 && ball[0] > 3 * ball[2]);
    tw_image_free(&shadow);
    tw_image_free(&light);
    tw_image_free(&opaque);
    tw_image_free(&direct);
}

/* no bodies: nothing; bodies far behind the camera: next to nothing, and nothing with the sun alone
 */
static void nothing_is_nothing(void **state) {
    (void)state;
    scene s;
    begin(&s, 1);
    s.f.item_count = 0;
    for (int far = 0; far < 2; far++) {
        if (far) {
            begin(&s, 0);
            for (int i = 0; i < 2; i++) s.pose[i].x.y -= 40;
        }
        for (int how = TW_CATCH_SHADOW; how <= TW_CATCH_LIGHT; how++) {
            tw_image image = draw(&s, true, (tw_catch)how, 1);
            for (size_t i = 0; i < (size_t)4 * W * H; i++) assert_true(image.linear[i] == 0);
            tw_image_free(&image);
        }
    }
}

static void bytes_are_the_same(void **state) {
    (void)state;
    scene s;
    begin(&s, 1);
    s.f.camera.aperture = 0.05;
    s.f.camera.focus = 5;
    uint64_t first = 0;
    static const char *const lanes[] = {"4", "8", "16"};
    for (int threads = 1; threads <= 4; threads *= 2)
        for (int i = 0; i < 3; i++) {
            setenv("TAUWERK_LANES", lanes[i], 1);
            tw_image image = draw(&s, true, TW_CATCH_LIGHT, threads);
            tw_hash h = tw_hash_bytes(tw_hash_begin(), image.linear,
                                      (size_t)4 * W * H * sizeof *image.linear);
            if (!first) first = tw_hash_end(h);
            assert_int_equal(tw_hash_end(h), first);
            tw_image_free(&image);
        }
    unsetenv("TAUWERK_LANES");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(light_over_its_own_ground), cmocka_unit_test(shadow_over_its_own_ground),
        cmocka_unit_test(finer_is_nearer),           cmocka_unit_test(what_is_caught),
        cmocka_unit_test(nothing_is_nothing),        cmocka_unit_test(bytes_are_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
