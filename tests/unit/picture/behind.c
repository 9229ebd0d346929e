/*
 * What stands behind things, and what the picture does with their light: gradients and fog against
 * their formulas, bloom keeps the light, the filmic curve against a table.
 */
#include "picture/light/bloom.h"
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

enum { SIZE = 64 };

static void near(const char *what, double got, double want, double tolerance) {
    if (!(got >= want - tolerance && got <= want + tolerance))
        fail_msg("%s: got %.9g, expected %.9g within %g", what, got, want, tolerance);
}

static void begin(scene *s, vec3 eye, vec3 target, double fov) {
    scene_clear(s);
    s->f.camera = camera_at(eye, target, fov);
    tw_rgb one = {1, 1, 1};
    s->light[0] = (tw_frame_light){.kind = TW_LIGHT_SKY, .top = one, .horizon = one, .bottom = one};
    s->f.light_count = 1;
}

static tw_image draw(const scene *s, tw_quality quality) {
    tw_picture_options o = {.width = SIZE, .height = SIZE, .quality = quality};
    return draw_frame(&s->f, o, 1);
}

static double smooth(double s) {
    s = fmin(fmax(s, 0), 1);
    return s * s * (3 - 2 * s);
}

/* sine of the elevation of the middle of row y, looking level; and the ray's length to depth 1 */
static double rise(double fov, int y) {
    double b = (1 - 2 * (y + 0.5) / SIZE) * tan(fov / 2);
    return b / sqrt(1 + b * b);
}

static const float *pixel(const tw_image *m, int x, int y) {
    return m->linear + 4 * (y * SIZE + x);
}

static void gradients(void **state) {
    (void)state;
    for (int quality = 0; quality < 2; quality++) {
        scene s;
        begin(&s, v3_zero(), v3(0, 1, 0), 1.2);
        s.f.has_background = true;
        s.f.background = (tw_backdrop){.has_gradient = true,
                                       .bottom = {1, 0.5, 0.1},
                                       .top = {0.2, 0.5, 2},
                                       .from = -0.1,
                                       .to = 0.4};
        tw_image m = draw(&s, quality ? TW_QUALITY_NORMAL : TW_QUALITY_DRAFT);
        for (int y = 0; y < SIZE; y++) {
            double k = smooth((rise(1.2, y) - sin(-0.1)) / (sin(0.4) - sin(-0.1)));
            near("red", (double)pixel(&m, SIZE / 2, y)[0], 1 - 0.8 * k, 4e-3);
            near("green", (double)pixel(&m, SIZE / 2, y)[1], 0.5, 1e-6);
            near("blue", (double)pixel(&m, SIZE / 2, y)[2], 0.1 + 1.9 * k, 9e-3);
        }
        tw_image_free(&m);
    }
}

/* a plane across the view, all around: its distance is known in each pixel; and a glossy ground */
static void fog(void **state) {
    (void)state;
    for (int i = 0; i < 6; i++) {
        bool own = i & 1;
        scene s;
        begin(&s, v3(0, 0, 2), v3(0, 1, 1.8), 0.5);
        s.f.has_ground = true;
        s.f.ground = lambert(0.5, 0.5, 0.5);
        s.f.bounces = i / 2 == 2;
        s.f.has_background = true;
        s.f.background.bottom = (tw_rgb){0.2, 0.3, 0.9};
        s.f.has_fog = true;
        s.f.fog = (tw_haze){own, {0.8, 0.1, 0.1}, 4, 30};
        tw_image m = draw(&s, i / 2 ? TW_QUALITY_NORMAL : TW_QUALITY_DRAFT);
        vec3 f = v3_normalized(v3(0, 1, -0.2)), up = v3_normalized(v3(0, 0.2, 1));
        for (int y = 0; y < SIZE; y++) {
            double b = (1 - 2 * (y + 0.5) / SIZE) * tan(0.25);
            vec3 d = v3_normalized(v3_madd(f, b, up));
            if (d.z > -0.02) continue;
            double k = smooth((-2 / d.z - 4) / 26), red = own ? 0.8 : 0.2;
            const float *c = pixel(&m, SIZE / 2, y);
            near("red", (double)c[0], 0.5 + k * (red - 0.5), 5e-3);
            /* nothing is left of the ground: no horizon */
            if (-2 / d.z > 34) assert_true(fabs((double)c[0] - red) < 1e-6);
        }
        if (!own)
            for (int y = 1; y < SIZE / 2; y++)
                if (fabs((double)pixel(&m, 5, y)[2] - 0.9) < 1e-3)
                    near("no edge", (double)pixel(&m, 5, 0)[2], 0.9, 1e-6);
        tw_image_free(&m);
    }
}

/* a mirror shows things at the whole way's distance */
static void fog_in_mirrors(void **state) {
    (void)state;
    scene s;
    begin(&s, v3(0, -4, 0), v3(0, 0, 0), 0.02);
    tw_material mirror = {
        .model = TW_SURFACE_STANDARD, .color = {1, 1, 1}, .metallic = 1, .opacity = 1};
    tw_material lamp = lambert(0, 0, 0);
    lamp.emission = (tw_rgb){3, 3, 3};
    s.light[0].top = s.light[0].horizon = s.light[0].bottom = (tw_rgb){0, 0, 0};
    scene_add(&s, (tw_shape){.type = TW_SHAPE_BOX, .p = {2, 2, 2}}, v3(0, 1, 0), q_identity(),
              mirror);
    scene_add(&s, (tw_shape){.type = TW_SHAPE_BOX, .p = {9, 1, 9}}, v3(0, -8.5, 0), q_identity(),
              lamp);
    s.f.bounces = 1;
    s.f.has_fog = true;
    s.f.fog = (tw_haze){true, {1, 0, 0}, 2, 20};
    tw_image m = draw(&s, TW_QUALITY_NORMAL);
    double k = smooth((4.0 + 8 - 2) / 18);
    near("red", (double)pixel(&m, 9, 9)[0], 3 + k * (1 - 3), 0.05);
    near("green", (double)pixel(&m, 9, 9)[1], 3 + k * (0 - 3), 0.05);
    tw_image_free(&m);
}

static void bloom_keeps_light(void **state) {
    (void)state;
    static const int size[5][2] = {{1, 1}, {37, 5}, {64, 64}, {101, 77}, {320, 180}};
    for (int i = 0; i < 5; i++) {
        tw_image m;
        int w = size[i][0], h = size[i][1];
        assert_int_equal(tw_image_create(w, h, &m), TW_OK);
        double before = 0, after = 0, moved = 0;
        for (int k = 0; k < w * h; k++)
            for (int c = 0; c < 4; c++) m.linear[4 * k + c] = (float)((k * 7 + c) % 5) * 0.2f;
        /* at an edge, in a corner, inside */
        m.linear[0] = 50, m.linear[4 * (w - 1) + 1] = 20,
        m.linear[4 * (w * h / 2 + w / 2) + 2] = 90;
        tw_frame f = {.bloom = 0.7, .exposure = 0.5};
        float *light;
        assert_int_equal(tw_bloom(&f, NULL, &m, &light), TW_OK);
        for (int k = 0; k < 4 * w * h; k++) {
            if (k % 4 == 3) assert_true(light[k] == m.linear[k]);
            if (k % 4 == 3) continue;
            assert_true(light[k] >= 0);
            before += (double)m.linear[k];
            after += (double)light[k];
            moved += fabs((double)light[k] - (double)m.linear[k]);
        }
        near("light", after / before, 1, 2e-6);
        if (i) assert_true(moved > 30);
        /* what is below white stays */
        for (int k = 0; k < 4 * w * h; k++) m.linear[k] = fminf(m.linear[k], 0.7f);
        free(light);
        assert_int_equal(tw_bloom(&f, NULL, &m, &light), TW_OK);
        assert_memory_equal(light, m.linear, (size_t)(4 * w * h) * sizeof *light);
        free(light);
        tw_image_free(&m);
    }
}

/* the byte that shows grey light x */
static int shown(double x, tw_tone tone) {
    scene s;
    begin(&s, v3_zero(), v3(0, 1, 0), 0.3);
    s.f.has_background = true;
    s.f.background.bottom = (tw_rgb){x, x, x};
    s.f.tone = tone;
    tw_image m = draw(&s, TW_QUALITY_DRAFT);
    double sum = 0;
    for (int i = 0; i < SIZE * SIZE; i++) sum += m.srgb[4 * i];
    tw_image_free(&m);
    return (int)(sum / (SIZE * SIZE) + 0.5);
}

/* the formula of docs/picture.md in double precision */
static double filmic(double p) {
    double start = 0.18 + 0.32 / 1.1;
    if (p <= 0.09) return 0.7 * p + 20.0 / 9 * p * p;
    if (p <= start) return 0.18 + 1.1 * (p - 0.18);
    return 1 - 0.25 / 1.1 / (p + 0.5 / 1.1 - start);
}

static void filmic_tone(void **state) {
    (void)state;
    static const double table[][2] = {{0, 0},          {0.01, 0.00722}, {0.045, 0.036},
                                      {0.09, 0.081},   {0.18, 0.18},    {0.3, 0.312},
                                      {0.5, 0.530075}, {1, 0.768947},   {2, 0.885427},
                                      {4, 0.942949},   {16, 0.985781},  {100, 0.997727}};
    int last = -1;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        double y = table[i][1];
        near("table", filmic(table[i][0]), y, 2e-5);
        double code = y <= 0.0031308 ? 12.92 * y : 1.055 * pow(y, 1 / 2.4) - 0.055;
        int got = shown(table[i][0], TW_TONE_FILMIC);
        near("byte", got, 255 * code, 0.8);
        assert_true(got > last);
        last = got;
    }
    /* value and slope go on where the pieces meet */
    const double knots[] = {0.09, 0.18 + 0.32 / 1.1};
    for (int i = 0; i < 2; i++) {
        double h = 1e-6, a = knots[i];
        near("slope", (filmic(a) - filmic(a - h)) / h, (filmic(a + h) - filmic(a)) / h, 1e-4);
    }
    assert_true(shown(0.18, TW_TONE_FILMIC) == shown(0.18, TW_TONE_NONE));
}

static void highlights_lose_colour(void **state) {
    (void)state;
    int before = 256;
    for (int i = 0; i < 5; i++) {
        scene s;
        double x = 0.5 * pow(4, i);
        begin(&s, v3_zero(), v3(0, 1, 0), 0.3);
        s.f.has_background = true;
        s.f.background.bottom = (tw_rgb){x, 0.2 * x, 0.1 * x};
        s.f.tone = TW_TONE_FILMIC;
        tw_image m = draw(&s, TW_QUALITY_DRAFT);
        int apart = m.srgb[0] - m.srgb[2];
        if (i) assert_true(apart < before);
        before = apart;
        tw_image_free(&m);
    }
    assert_true(before < 60);
}

/* far away and beyond its fade a grid is its mean; lines cover what they cover */
static void grids(void **state) {
    (void)state;
    for (int fade = 0; fade < 2; fade++) {
        scene s;
        begin(&s, v3(0, 0, fade ? 12 : 2), v3(0, 0.01, 0), 2 * atan(fade ? 1.0 / 6 : 1));
        s.f.has_ground = true;
        s.f.ground = lambert(0.2, 0.2, 0.2);
        s.f.ground.texture = TW_TEXTURE_GRID;
        s.f.ground.texture_scale = 0.5;
        s.f.ground.texture_width = 0.1;
        s.f.ground.texture_color = (tw_rgb){0.8, 0.8, 0.8};
        s.f.ground.texture_fade = fade ? 10 : 0;
        tw_image m = draw(&s, TW_QUALITY_NORMAL);
        double sum = 0, mean = 0.2 + 0.6 * (1 - 0.8 * 0.8), most = 0;
        for (int i = 0; i < SIZE * SIZE; i++) {
            double c = (double)m.linear[4 * i];
            sum += c;
            most = fmax(most, fabs(c - mean));
        }
        near("mean of a grid", sum / (SIZE * SIZE), mean, fade ? 1e-4 : 0.02);
        assert_true(fade ? most < 1e-4 : most > 0.3);
        tw_image_free(&m);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gradients),      cmocka_unit_test(fog),
        cmocka_unit_test(fog_in_mirrors), cmocka_unit_test(bloom_keeps_light),
        cmocka_unit_test(filmic_tone),    cmocka_unit_test(highlights_lose_colour),
        cmocka_unit_test(grids),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
