/*
 * Solids that glow light the others: the irradiance of a ball, of a lying and of a turned plate
 * against closed forms, with one bounce and with more, at normal and final; noise far below what
 * paths bring that find the lamp by chance; mirrors show it.
 */
#include "base/math/elementary.h"
#include "picture/picture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <math.h>

#include "../../support/drawing.h"
#include "../../support/solids.h"

#define PI 3.14159265358979323846

enum { SIZE = 16 };

/* ground of albedo 0.5 or what `ground` says, seen around (x, 0, 0) from the side; no other light
 */
static void begin(scene *s, double x, double wide, int bounces) {
    scene_clear(s);
    s->f.camera = (tw_camera){.eye = {x, -8, 4},
                              .target = {x, 0, 0},
                              .up = {0, 0, 1},
                              .fov = wide / 9,
                              .focus = 1,
                              .has_eye = true,
                              .has_target = true,
                              .has_fov = true,
                              .has_focus = true};
    s->f.has_ground = true;
    s->f.ground = lambert(0.5, 0.5, 0.5);
    s->light[0] = (tw_frame_light){.kind = TW_LIGHT_SKY};
    s->f.light_count = 1;
    s->f.bounces = bounces;
}

static tw_material glow(double e) {
    tw_material m = lambert(0, 0, 0);
    m.emission = (tw_rgb){e, e / 2, 0};
    return m;
}

/* mean of a channel, and the root of the mean square about it */
static double look(const scene *s, tw_quality quality, int channel, double *spread) {
    tw_picture_options o = {.width = SIZE, .height = SIZE, .quality = quality};
    tw_image image = draw_frame(&s->f, o, 1);
    double sum = 0, square = 0, n = SIZE * SIZE;
    for (int i = 0; i < SIZE * SIZE; i++) {
        double c = (double)image.linear[4 * i + channel];
        sum += c;
        square += c * c;
    }
    tw_image_free(&image);
    if (spread) *spread = sqrt(fmax(square / n - sum * sum / (n * n), 0));
    return sum / n;
}

static void near(const char *what, double got, double want, double tolerance) {
    if (!(fabs(got - want) <= tolerance * want))
        fail_msg("%s: got %g, expected %g", what, got, want);
}

/* a ball of radiance e sends pi e (r/d)^2 cos */
static void ball_over_ground(void **state) {
    (void)state;
    for (int bounces = 1; bounces <= 2; bounces++)
        for (int k = 0; k < 3; k++) {
            double r = 0.3, h = 1.5, x = k * 1.2, dd = x * x + h * h, spread;
            scene s;
            begin(&s, x, 0.02, bounces);
            scene_add(&s, (tw_shape){.type = TW_SHAPE_SPHERE, .p = {r, 0, 0}}, v3(0, 0, h),
                      q_identity(), glow(10));
            double want = 0.5 * 10 * r * r / dd * h / sqrt(dd);
            for (int q = TW_QUALITY_NORMAL; q <= TW_QUALITY_FINAL; q++) {
                near("ball, red", look(&s, (tw_quality)q, 0, &spread), want, 3e-3);
                near("ball, green", look(&s, (tw_quality)q, 1, NULL), want / 2, 3e-3);
                assert_true(look(&s, (tw_quality)q, 2, NULL) == 0);
                /* the cone is the ball's own: only where it lies differs */
                assert_true(spread < 0.01 * want);
            }
        }
}

/* form factor from a point to a rectangle a x b that lies over it with a corner, at height 1 */
static double corner(double a, double b) {
    double u = sqrt(1 + a * a), v = sqrt(1 + b * b);
    return (a / u * tw_atan2(b, u) + b / v * tw_atan2(a, v)) / (2 * PI);
}

/* a plate: most rays into the cone around its ball miss it */
static void plate_over_ground(void **state) {
    (void)state;
    double e = 5, want = 0.5 * e * 4 * corner(0.5, 0.25);
    for (int turned = 0; turned < 2; turned++)
        for (int q = TW_QUALITY_NORMAL; q <= TW_QUALITY_FINAL; q++) {
            scene s;
            begin(&s, 0, 0.02, 1);
            double c = sqrt(0.5);
            scene_add(&s, (tw_shape){.type = TW_SHAPE_BOX, .p = {1, 0.5, 0.01}}, v3(0, 0, 1.005),
                      turned ? (quat){c, 0, 0, c} : q_identity(), glow(e));
            near("plate", look(&s, (tw_quality)q, 0, NULL), want, 0.01);
        }
}

/* what stands between casts its shadow: a plate wider than the cone leaves nothing */
static void shade(void **state) {
    (void)state;
    scene s;
    begin(&s, 0, 0.02, 1);
    scene_add(&s, (tw_shape){.type = TW_SHAPE_SPHERE, .p = {0.3, 0, 0}}, v3(0, 0, 2), q_identity(),
              glow(10));
    scene_add(&s, (tw_shape){.type = TW_SHAPE_BOX, .p = {3, 3, 0.1}}, v3(0, 0, 1), q_identity(),
              lambert(0, 0, 0));
    assert_true(look(&s, TW_QUALITY_NORMAL, 0, NULL) < 1e-3);
}

/* ground that reflects by lobes, dull to sharp: `normal` looks for the lamp, `final` with many
 * bounces follows paths too; the same light, and more of it than nothing */
static void lobes(void **state) {
    (void)state;
    static const double rough[3] = {0.2, 0.5, 1};
    for (int model = 0; model < 2; model++)
        for (int k = 0; k < 3; k++) {
            scene s;
            double light[3];
            begin(&s, 0, 0.6, 1);
            scene_add(&s, (tw_shape){.type = TW_SHAPE_SPHERE, .p = {0.4, 0, 0}}, v3(0, 4, 2.4),
                      q_identity(), glow(4));
            s.f.ground.model = model ? TW_SURFACE_GGX : TW_SURFACE_STANDARD;
            s.f.ground.roughness = rough[k];
            light[0] = look(&s, TW_QUALITY_NORMAL, 0, NULL);
            light[1] = look(&s, TW_QUALITY_FINAL, 0, NULL);
            s.f.bounces = 4;
            light[2] = look(&s, TW_QUALITY_FINAL, 0, NULL);
            assert_true(light[2] > 1e-3);
            near("lobes, normal", light[0], light[2], 0.02);
            near("lobes, final", light[1], light[2], 0.01);
        }
}

/* ground around (0, -0.3, 0) as seen in a small upright mirror, a tenth as bright: of its path it
 * is the second vertex, and with one bounce the last */
static void mirrored(scene *s) {
    begin(s, 0, 0, 1);
    s->f.camera.eye = v3(0, -4.1, 2.1);
    s->f.camera.target = v3(0, -0.1, 0.1);
    s->f.camera.fov = 0.002;
    tw_material m = {.model = TW_SURFACE_GGX, .color = {0.1, 0.1, 0.1}, .opacity = 1};
    scene_add(s, (tw_shape){.type = TW_SHAPE_BOX, .p = {0.02, 0.01, 0.02}}, v3(0, 0.005 - 0.1, 0.1),
              q_identity(), m);
}

/* a plate whose ball holds the ground below: nothing can be aimed at it there */
static void within_the_ball(void **state) {
    (void)state;
    double e = 3, want = 0.05 * e * 4 * corner(1.5, 1);
    scene s;
    mirrored(&s);
    scene_add(&s, (tw_shape){.type = TW_SHAPE_BOX, .p = {3, 2, 0.01}}, v3(0, -0.3, 1.005),
              q_identity(), glow(e));
    near("within", look(&s, TW_QUALITY_NORMAL, 0, NULL), want, 0.015);
    s.f.bounces = 4;
    want = look(&s, TW_QUALITY_FINAL, 0, NULL);
    near("within, more", look(&s, TW_QUALITY_NORMAL, 0, NULL), want, 0.015);
    s.f.bounces = 1;
    near("within, final", look(&s, TW_QUALITY_FINAL, 0, NULL), want, 0.005);
}

/* what glows is not convex, and lights itself */
static void lights_itself(void **state) {
    (void)state;
    double light[2];
    for (int bounces = 1; bounces <= 4; bounces += 3) {
        scene s;
        begin(&s, 0, 0, bounces);
        s.f.has_ground = false;
        s.f.camera.target = v3(0, 0.62, -0.05);
        s.f.camera.fov = 0.04;
        tw_material m = glow(1);
        m.color = (tw_rgb){0.9, 0.9, 0.9};
        scene_add(&s, (tw_shape){.type = TW_SHAPE_TORUS, .p = {1, 0.4, 0}}, v3(0, 0, 0),
                  q_identity(), m);
        light[bounces > 1] = look(&s, bounces > 1 ? TW_QUALITY_FINAL : TW_QUALITY_NORMAL, 0, NULL);
    }
    assert_true(light[1] > 1.1);
    near("itself", light[0], light[1], 0.02);
}

/* the 9th lamp and those after it are found by chance alone: the mean is the same */
static void more_than_are_looked_for(void **state) {
    (void)state;
    for (int q = TW_QUALITY_NORMAL; q <= TW_QUALITY_FINAL; q++) {
        double want = 0, y0 = q == TW_QUALITY_NORMAL ? -0.3 : 0;
        double share = q == TW_QUALITY_NORMAL ? 0.05 : 0.5;
        scene s;
        if (q == TW_QUALITY_NORMAL)
            mirrored(&s);
        else
            begin(&s, 0, 0.02, 1);
        for (int i = 0; i < 12; i++) {
            double x = 0.6 * tw_cos(i * PI / 6), y = 0.6 * tw_sin(i * PI / 6), dd = 1 + 0.36;
            scene_add(&s, (tw_shape){.type = TW_SHAPE_SPHERE, .p = {0.15, 0, 0}}, v3(x, y0 + y, 1),
                      q_identity(), glow(1));
            want += share * 0.15 * 0.15 / (dd * sqrt(dd));
        }
        near("twelve", look(&s, (tw_quality)q, 0, NULL), want,
             q == TW_QUALITY_NORMAL ? 0.05 : 0.02);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(ball_over_ground),
                                       cmocka_unit_test(plate_over_ground),
                                       cmocka_unit_test(shade),
                                       cmocka_unit_test(lobes),
                                       cmocka_unit_test(within_the_ball),
                                       cmocka_unit_test(lights_itself),
                                       cmocka_unit_test(more_than_are_looked_for)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
