/*
 * Small pictures of all that rays do: solids in sun and sky, glossy metal, links and rods thinner
 * than a pixel, blur of motion and lens, open ground.
 *
 * Each is drawn twice over: its exact bytes (light and sRGB) must be the same on every processor,
 * by every compiler, with any number of threads and lanes, and those that are written down here;
 * and it must look like the converged picture in tests/data/pictures, by the difference of colours
 * (CIELAB) once both are blurred a little. Whoever changes what pictures look like, or only their
 * noise, writes the new bytes down; with TAUWERK_GOLDEN=FOLDER in the environment the converged
 * pictures are drawn anew into the folder instead.
 */
#include "picture/picture.h"

#include "base/hash.h"
#include "base/math/elementary.h"
#include "io/picture/image.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <math.h>

#include "../../support/drawing.h"

#pragma GCC diagnostic ignored "-Wunused-function"
#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_PNG
#define STBI_NO_LINEAR
#include <stb_image.h>

enum { W = 160, H = 90, MOST = 64 };

typedef struct scene {
    tw_frame f;
    tw_frame_item item[MOST];
    tw_pose pose[2 * MOST];
    tw_frame_light light[2];
} scene;

static tw_material paint(tw_surface_model model, double r, double g, double b, double roughness) {
    return (tw_material){.model = model, .color = {r, g, b}, .opacity = 1, .roughness = roughness};
}

static void begin(scene *s, int poses) {
    memset(s, 0, sizeof *s);
    s->f.item = s->item;
    s->f.pose = s->pose;
    s->f.pose_count = poses;
    s->f.light = s->light;
    s->f.light_count = 2;
    s->light[0] = (tw_frame_light){.kind = TW_LIGHT_SUN,
                                   .to = v3_normalized(v3(-0.5, -0.6, 0.9)),
                                   .irradiance = {3, 2.8, 2.5},
                                   .angular_diameter = 0.035};
    tw_rgb c = {0.3, 0.36, 0.45};
    s->light[1] = (tw_frame_light){.kind = TW_LIGHT_SKY, .top = c, .horizon = c, .bottom = c};
    s->f.camera = (tw_camera){.eye = {0, -9, 3.2},
                              .target = {0, 0, 0.8},
                              .up = {0, 0, 1},
                              .fov = 0.52,
                              .focus = 9,
                              .has_eye = true,
                              .has_target = true,
                              .has_fov = true};
    s->f.has_ground = true;
    s->f.ground = paint(TW_SURFACE_LAMBERT, 0.5, 0.5, 0.5, 1);
}

/* moves by `way` and turns by `turn` (half vector part of the quaternion) over the shutter */
static void add(scene *s, int type, double a, double b, double c, vec3 x, vec3 turned,
                tw_material m, vec3 way, vec3 turn) {
    size_t i = s->f.item_count++, n = (size_t)s->f.pose_count;
    quat q = q_normalized((quat){1, turned.x, turned.y, turned.z});
    vec3 t = v3_add(turned, turn);
    s->pose[i * n] = (tw_pose){x, q};
    if (n > 1)
        s->pose[i * n + 1] = (tw_pose){v3_add(x, way), q_normalized((quat){1, t.x, t.y, t.z})};
    s->item[i] = (tw_frame_item){.shape = {.type = type, .p = {a, b, c}},
                                 .first_pose = i * n,
                                 .material = m,
                                 .tag = (uint32_t)i + 1};
}

/* one of each solid, in a row */
static void row(scene *s, tw_surface_model model, const double *roughness, vec3 way, vec3 turn) {
    static const double color[7][3] = {{0.75, 0.25, 0.2}, {0.8, 0.6, 0.2},  {0.25, 0.45, 0.7},
                                       {0.35, 0.6, 0.3},  {0.6, 0.6, 0.62}, {0.7, 0.4, 0.6},
                                       {0.8, 0.75, 0.65}};
    static const double p[7][3] = {{0.5, 0, 0},   {0.42, 0.15, 0}, {0.7, 0.7, 0.7}, {0.2, 0.6, 0},
                                   {0.3, 0.9, 0}, {0.4, 0.8, 0.3}, {0.25, 0.3, 0.1}};
    static const int type[7] = {TW_SHAPE_SPHERE,  TW_SHAPE_TORUS,    TW_SHAPE_BOX,
                                TW_SHAPE_CAPSULE, TW_SHAPE_CYLINDER, TW_SHAPE_ELLIPSOID,
                                TW_SHAPE_STADIUM};
    for (int i = 0; i < 7; i++)
        add(s, type[i], p[i][0], p[i][1], p[i][2], v3(1.15 * (i - 3), 0.4 * (i % 3) - 0.4, 0.75),
            v3(0.3 * i, 0.5 - 0.1 * i, 0.2),
            paint(model, color[i][0], color[i][1], color[i][2], roughness[i]), way, turn);
}

static void solids(scene *s) {
    static const double rough[7] = {1, 1, 1, 1, 1, 1, 1};
    begin(s, 1);
    row(s, TW_SURFACE_LAMBERT, rough, v3(0, 0, 0), v3(0, 0, 0));
}

static void glossy(scene *s) {
    static const double rough[7] = {0.15, 0.2, 0.3, 0.4, 0.5, 0.7, 0.9};
    begin(s, 1);
    row(s, TW_SURFACE_GGX, rough, v3(0, 0, 0), v3(0, 0, 0));
    s->f.bounces = 1;
}

static void blur(scene *s) {
    static const double rough[7] = {1, 0.3, 0.4, 1, 0.5, 0.3, 0.6};
    begin(s, 2);
    row(s, TW_SURFACE_STANDARD, rough, v3(0.25, 0.1, 0.1), v3(0.2, 0.1, 0));
    s->f.camera.aperture = 0.08;
}

static void thin(scene *s) {
    begin(s, 1);
    vec3 none = v3(0, 0, 0);
    for (int i = 0; i < 12; i++)
        add(s, TW_SHAPE_CAPSULE, 0.003 + 0.0008 * i, 2.4, 0, v3(0.5 * (i - 6), 0.3, 1.3),
            v3(0.05 * i, 0.03 * i - 0.2, 0),
            paint(TW_SURFACE_LAMBERT, i % 2 ? 0.8 : 0.1, 0.1, 0.1, 1), none, none);
    for (int i = 0; i < 40; i++)
        add(s, TW_SHAPE_TORUS, 0.09, 0.022, 0,
            v3(0.13 * (i - 19.5), -0.5, 0.5 + 0.0025 * (i - 19.5) * (i - 19.5)),
            v3(i % 2, 0.02 * (19.5 - i), 0), paint(TW_SURFACE_LAMBERT, 0.7, 0.6, 0.3, 1), none,
            none);
}

static tw_image draw(const scene *s, int width, int height, tw_quality quality, int threads) {
    tw_picture_options o = {.width = width, .height = height, .quality = quality};
    return draw_frame(&s->f, o, threads);
}

static uint64_t bytes_of(const scene *s, int width, int height, tw_quality quality, int threads) {
    tw_image image = draw(s, width, height, quality, threads);
    size_t pixels = (size_t)width * (size_t)height;
    tw_hash h = tw_hash_bytes(tw_hash_begin(), image.srgb, pixels * 4);
    h = tw_hash_bytes(h, image.linear, pixels * 4 * sizeof(float));
    tw_image_free(&image);
    return tw_hash_end(h);
}

/* ---- how alike ------------------------------------------------------------------------------- */

static double linear(double v) {
    return v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4);
}

static double bent(double t) {
    return t > 216.0 / 24389 ? cbrt(t) : t * 841 / 108 + 4.0 / 29;
}

static void lab(const double *rgb, double *out) {
    double x = (0.4124564 * rgb[0] + 0.3575761 * rgb[1] + 0.1804375 * rgb[2]) / 0.95047;
    double y = 0.2126729 * rgb[0] + 0.7151522 * rgb[1] + 0.0721750 * rgb[2];
    double z = (0.0193339 * rgb[0] + 0.1191920 * rgb[1] + 0.9503041 * rgb[2]) / 1.08883;
    out[0] = 116 * bent(y) - 16;
    out[1] = 500 * (bent(x) - bent(y));
    out[2] = 200 * (bent(y) - bent(z));
}

/* linear light around (x, y), weights 1 4 6 4 1 across and down */
static void blurred(const uint8_t *p, int x, int y, double *rgb) {
    static const double weight[5] = {1 / 16.0, 4 / 16.0, 6 / 16.0, 4 / 16.0, 1 / 16.0};
    rgb[0] = rgb[1] = rgb[2] = 0;
    for (int j = -2; j <= 2; j++)
        for (int i = -2; i <= 2; i++) {
            int a = x + i < 0 ? 0 : x + i >= W ? W - 1 : x + i;
            int b = y + j < 0 ? 0 : y + j >= H ? H - 1 : y + j;
            for (int c = 0; c < 3; c++)
                rgb[c] += weight[i + 2] * weight[j + 2] * linear(p[4 * (b * W + a) + c] / 255.0);
        }
}

static double difference(const uint8_t *a, const uint8_t *b) {
    double sum = 0;
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            double p[3], q[3], u[3], v[3], d = 0;
            blurred(a, x, y, p);
            blurred(b, x, y, q);
            lab(p, u);
            lab(q, v);
            for (int c = 0; c < 3; c++) d += (u[c] - v[c]) * (u[c] - v[c]);
            sum += sqrt(d);
        }
    return sum / (W * H);
}

static uint8_t *read_golden(const char *path) {
    static unsigned char file[65536];
    FILE *f = fopen(path, "rb");
    if (!f) fail_msg("%s: missing", path);
    size_t n = fread(file, 1, sizeof file, f);
    fclose(f);
    assert_in_range(n, 1, sizeof file - 1);
    int w, h, channels;
    uint8_t *p = stbi_load_from_memory(file, (int)n, &w, &h, &channels, 4);
    assert_non_null(p);
    assert_int_equal(w, W);
    assert_int_equal(h, H);
    return p;
}

static void check(const char *name, void (*make)(scene *), uint64_t normal, uint64_t final) {
    static scene s;
    char path[500];
    make(&s);
    const char *folder = getenv("TAUWERK_GOLDEN");
    if (folder) {
        tw_image image = draw(&s, W, H, TW_QUALITY_FINAL, 2);
        snprintf(path, sizeof path, "%s/%s.png", folder, name);
        assert_int_equal(tw_png_write(path, W, H, image.srgb, false), TW_OK);
        tw_image_free(&image);
        return;
    }
    tw_image image = draw(&s, W, H, TW_QUALITY_NORMAL, 2);
    snprintf(path, sizeof path, "tests/data/pictures/%s.png", name);
    uint8_t *golden = read_golden(path);
    double d = difference(image.srgb, golden);
    if (!(d < 0.35)) fail_msg("%s: differs by %.3f from %s", name, d, path);
    /* the measure sees what it should: a twentieth less light */
    for (int i = 0; i < 4 * W * H; i++) image.srgb[i] = (uint8_t)(image.srgb[i] * 39 / 40);
    assert_true(difference(image.srgb, golden) > 0.35);
    stbi_image_free(golden);
    tw_image_free(&image);
    uint64_t got = bytes_of(&s, W, H, TW_QUALITY_NORMAL, 1);
    uint64_t fine = bytes_of(&s, 48, 27, TW_QUALITY_FINAL, 1);
    for (int threads = 2; threads <= 4; threads += 2) {
        assert_true(bytes_of(&s, W, H, TW_QUALITY_NORMAL, threads) == got);
        assert_true(bytes_of(&s, 48, 27, TW_QUALITY_FINAL, threads) == fine);
    }
    for (int i = 0; i < 2; i++) {
        setenv("TAUWERK_LANES", i ? "4" : "8", 1);
        assert_true(bytes_of(&s, W, H, TW_QUALITY_NORMAL, 2) == got);
        assert_true(bytes_of(&s, 48, 27, TW_QUALITY_FINAL, 2) == fine);
    }
    unsetenv("TAUWERK_LANES");
    if (got != normal || fine != final)
        fail_msg("%s: bytes 0x%016llx (normal), 0x%016llx (final)", name, (unsigned long long)got,
                 (unsigned long long)fine);
}

static void golden_solids(void **state) {
    (void)state;
    check("solids", solids, 0x2172230412fd6df6, 0xa605f39c56214730);
}

static void golden_glossy(void **state) {
    (void)state;
    check("glossy", glossy, 0xab7462ec85d578a9, 0xfbed13a859190888);
}

static void golden_blur(void **state) {
    (void)state;
    check("blur", blur, 0xc39fe9d925d60e40, 0x81d6ffae7688fd71);
}

static void golden_thin(void **state) {
    (void)state;
    check("thin", thin, 0x0328c71cf13bae37, 0xa861c9265059dd0b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(golden_solids),
        cmocka_unit_test(golden_glossy),
        cmocka_unit_test(golden_blur),
        cmocka_unit_test(golden_thin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
