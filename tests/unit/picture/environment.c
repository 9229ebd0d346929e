/*
 * Light from all around against what it must do: a constant map is the constant sky, one bright
 * texel lights as its integral says, a map of a gradient sky lights and is mirrored as that sky is,
 * each direction shows its own texel, harmonics give the integral, the bytes do not depend on
 * threads or lanes; and files that are no such maps are refused.
 */
#include "base/file.h"
#include "base/hash.h"
#include "base/math/elementary.h"
#include "io/picture/image.h"
#include "io/picture/lightmap.h"
#include "picture/picture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>
#include <math.h>

#include "../../support/drawing.h"
#include "../../support/exr.h"
#include "../../support/solids.h"

#define PI 3.14159265358979323846

typedef void radiance(double x, double y, double z, float c[3]);

static tw_lightmap *map_of(radiance *of, int width) {
    int height = width / 2;
    float *rgb = malloc(3 * (size_t)width * (size_t)height * sizeof *rgb);
    tw_lightmap *map;
    for (int j = 0; j < height; j++)
        for (int i = 0; i < width; i++) {
            double p = PI * (j + 0.5) / height, q = 2 * PI * ((i + 0.5) / width - 0.5);
            of(sin(p) * sin(q), sin(p) * cos(q), cos(p), rgb + 3 * (j * width + i));
        }
    assert_int_equal(tw_lightmap_create(rgb, width, height, &map), TW_OK);
    free(rgb);
    return map;
}

static tw_frame_light light_of(const tw_lightmap *map, double turn) {
    return (tw_frame_light){.kind = TW_LIGHT_ENVIRONMENT, .map = map, .turn = turn, .strength = 1};
}

static void scene_begin(scene *s, vec3 eye, vec3 target, double fov) {
    scene_clear(s);
    s->f.camera = camera_at(eye, target, fov);
    s->f.light_count = 1;
}

static tw_image draw(const scene *s, int size, tw_quality quality, int threads) {
    tw_picture_options o = {.width = size, .height = size, .quality = quality};
    return draw_frame(&s->f, o, threads);
}

static double mean(const tw_image *m, int channel) {
    double sum = 0;
    int n = m->width * m->height;
    for (int i = 0; i < n; i++) sum += (double)m->linear[4 * i + channel];
    return sum / n;
}

static void near(const char *what, double got, double want, double tolerance) {
    if (!(got >= want - tolerance && got <= want + tolerance))
        fail_msg("%s: got %g, expected %g within %g", what, got, want, tolerance);
}

static void constant(double x, double y, double z, float c[3]) {
    (void)x, (void)y, (void)z;
    c[0] = 1, c[1] = 0.5f, c[2] = 2;
}

static void white_furnace(void **state) {
    (void)state;
    tw_lightmap *map = map_of(constant, 16);
    for (int i = 0; i < 3; i++) {
        scene s;
        tw_quality quality = i == 2 ? TW_QUALITY_DRAFT : TW_QUALITY_NORMAL;
        scene_begin(&s, v3(0, -6, 1), v3(0, 0, 0), 0.4);
        s.f.bounces = i;
        s.light[0] = light_of(map, 0.7 * i);
        scene_add(&s, (tw_shape){.type = TW_SHAPE_ELLIPSOID, .p = {1, 0.6, 0.8}}, v3_zero(),
                  q_normalized((quat){1, 0.3, 0.2, 0.1}), lambert(1, 1, 1));
        tw_image m = draw(&s, 48, quality, 1);
        near("furnace, red", mean(&m, 0), 1, 4e-3);
        near("furnace, green", mean(&m, 1), 0.5, 2e-3);
        near("furnace, blue", mean(&m, 2), 2, 8e-3);
        tw_image_free(&m);
    }
    tw_lightmap_release(map);
}

/* one texel of 64 x 32, in row 8, column 40 */
static void one_texel(void **state) {
    (void)state;
    enum { W = 64, H = 32, ROW = 8, COLUMN = 40, STEPS = 2000 };
    float rgb[3 * W * H] = {0};
    tw_lightmap *map;
    for (int k = 0; k < 3; k++) rgb[3 * (ROW * W + COLUMN) + k] = 400;
    assert_int_equal(tw_lightmap_create(rgb, W, H, &map), TW_OK);
    /* what falls on level ground: the texel's light is a tent, one texel to either side */
    double E = 0;
    for (int i = 0; i < STEPS; i++) {
        double t = 2 * (i + 0.5) / STEPS - 1, p = PI * (ROW + 0.5 + t) / H;
        E += (1 - fabs(t)) * sin(p) * cos(p) * (2.0 / STEPS) * (PI / H) * (2 * PI / W) * 400;
    }
    for (int final = 0; final < 2; final++) {
        scene s;
        scene_begin(&s, v3(0, -1, 3), v3(0, 0, 0), 0.2);
        s.light[0] = light_of(map, 1);
        s.f.has_ground = true;
        s.f.ground = lambert(0.5, 0.5, 0.5);
        tw_image m = draw(&s, 32, final ? TW_QUALITY_FINAL : TW_QUALITY_NORMAL, 1);
        near("one texel", mean(&m, 0), 0.5 * E / PI, 0.004 * E / PI);
        tw_image_free(&m);
    }
    /* its shadow falls away from it: q = 2 pi (40.5/64 - 1/2), turned */
    scene s;
    double p = PI * (ROW + 0.5) / H, q = 2 * PI * ((COLUMN + 0.5) / W - 0.5) - 1;
    vec3 to = v3(sin(p) * sin(q), sin(p) * cos(q), cos(p));
    vec3 shade = v3_scale(to, -2 / to.z); /* of a ball 2 m above the origin */
    scene_begin(&s, v3(shade.x, shade.y - 0.01, 1), v3(shade.x, shade.y, 0), 0.2);
    s.light[0] = light_of(map, 1);
    s.f.has_ground = true;
    s.f.ground = lambert(0.5, 0.5, 0.5);
    scene_add(&s, (tw_shape){.type = TW_SHAPE_SPHERE, .p = {0.5, 0, 0}}, v3(0, 0, 2), q_identity(),
              lambert(0, 0, 0));
    s.pose[0].x = v3(0, 0, 2);
    tw_image m = draw(&s, 16, TW_QUALITY_NORMAL, 1);
    near("in its shadow", mean(&m, 0), 0, 0.02 * E / PI);
    tw_image_free(&m);
    tw_lightmap_release(map);
}

static const tw_rgb top = {0.2, 0.5, 1.5}, horizon = {2, 1, 0.6}, bottom = {0.3, 0.2, 0.1};

static void gradient(double x, double y, double z, float c[3]) {
    (void)x, (void)y;
    double k = fabs(z) * (2 - fabs(z));
    tw_rgb to = z > 0 ? top : bottom;
    c[0] = (float)(horizon.r + k * (to.r - horizon.r));
    c[1] = (float)(horizon.g + k * (to.g - horizon.g));
    c[2] = (float)(horizon.b + k * (to.b - horizon.b));
}

/* aimed rays and those of surfaces together, against the sky, which only the latter find */
static void like_a_sky(void **state) {
    (void)state;
    tw_lightmap *map = map_of(gradient, 512);
    for (int i = 0; i < 6; i++) {
        double seen[2][3];
        for (int k = 0; k < 2; k++) {
            scene s;
            scene_begin(&s, v3(0, -5, 1.5), v3(0, 0, 0.3), 0.5);
            s.f.bounces = i % 2;
            s.f.has_ground = i < 4;
            s.f.ground_height = -0.8;
            s.f.ground = lambert(0.6, 0.5, 0.4);
            tw_material metal = {.model = TW_SURFACE_STANDARD,
                                 .color = {0.9, 0.8, 0.7},
                                 .metallic = i >= 2,
                                 .roughness = i == 5 ? 0.1 : 0.4,
                                 .opacity = 1};
            scene_add(&s, (tw_shape){.type = TW_SHAPE_SPHERE, .p = {0.8, 0, 0}}, v3_zero(),
                      q_identity(), metal);
            s.light[0] =
                k ? light_of(map, 0.3)
                  : (tw_frame_light){
                        .kind = TW_LIGHT_SKY, .top = top, .horizon = horizon, .bottom = bottom};
            tw_image m = draw(&s, 40, TW_QUALITY_FINAL, 2);
            for (int c = 0; c < 3; c++) seen[k][c] = mean(&m, c);
            tw_image_free(&m);
        }
        for (int c = 0; c < 3; c++)
            near("sky as a map", seen[1][c], seen[0][c], 0.004 * seen[0][c]);
    }
    tw_lightmap_release(map);
}

/* red to +x, green to +y, blue up */
static void axes(double x, double y, double z, float c[3]) {
    c[0] = x > 0.9, c[1] = y > 0.9, c[2] = z > 0.9;
}

static void directions(void **state) {
    (void)state;
    tw_lightmap *map = map_of(axes, 128);
    static const vec3 way[3] = {{1, 0, 0}, {0, 1, 0}, {0.001, 0, 1}};
    for (int i = 0; i < 3; i++)
        for (int turned = 0; turned < 2; turned++)
            for (int mirror = 0; mirror < 2; mirror++) {
                scene s;
                vec3 d = turned ? v3(-way[i].y, way[i].x, way[i].z) : way[i];
                /* a mirror that shows it at a right angle, or looking there */
                vec3 across =
                    v3_normalized(v3_cross(d, fabs(d.z) > 0.5 ? v3(1, 0, 0) : v3(0, 0, 1)));
                scene_begin(&s, mirror ? v3_scale(across, 20) : v3_zero(), mirror ? v3_zero() : d,
                            0.01);
                if (mirror) {
                    tw_material m = {.model = TW_SURFACE_STANDARD,
                                     .color = {1, 1, 1},
                                     .metallic = 1,
                                     .opacity = 1};
                    vec3 n = v3_normalized(v3_add(d, across));
                    scene_add(&s, (tw_shape){.type = TW_SHAPE_SPHERE, .p = {5, 0, 0}},
                              v3_scale(n, -5), q_identity(), m);
                }
                if (fabs(s.f.camera.target.z) > 0.5) s.f.camera.up = v3(0, 1, 0);
                if (mirror && fabs(across.z) > 0.5) s.f.camera.up = v3(0, 1, 0);
                s.light[0] = light_of(map, turned ? PI / 2 : 0);
                tw_image m = draw(&s, 16, TW_QUALITY_NORMAL, 1);
                for (int c = 0; c < 3; c++) near("its own texel", mean(&m, c), c == i, 0.05);
                tw_image_free(&m);
            }
    tw_lightmap_release(map);
}

/* a smooth map has nothing beyond degree 2: drafts are exact */
static void smooth(double x, double y, double z, float c[3]) {
    c[0] = (float)(1 + 0.5 * x + 0.2 * z * x);
    c[1] = (float)(1 + 0.5 * y - 0.3 * x * y);
    c[2] = (float)(1 + 0.4 * z + 0.3 * z * z);
}

static void drafts(void **state) {
    (void)state;
    tw_lightmap *map = map_of(smooth, 256);
    tw_image m[2];
    for (int i = 0; i < 2; i++) {
        scene s;
        scene_begin(&s, v3(3, -5, 1.5), v3(0, 0, 0), 0.3);
        scene_add(&s, (tw_shape){.type = TW_SHAPE_SPHERE, .p = {1.5, 0, 0}}, v3_zero(),
                  q_identity(), lambert(0.8, 0.8, 0.8));
        s.light[0] = light_of(map, 0.6);
        m[i] = draw(&s, 32, i ? TW_QUALITY_FINAL : TW_QUALITY_DRAFT, 1);
    }
    for (int i = 0; i < 32 * 32 * 4; i++)
        near("draft", (double)m[0].linear[i], (double)m[1].linear[i], 0.02);
    for (int i = 0; i < 2; i++) tw_image_free(&m[i]);
    tw_lightmap_release(map);
}

static void same_bytes(void **state) {
    (void)state;
    const tw_lightmap *studio, *sky;
    assert_int_equal(tw_lightmap_known(TW_LIGHTMAP_STUDIO, 0, &studio), TW_OK);
    assert_int_equal(tw_lightmap_known(TW_LIGHTMAP_SKY, 0.4, &sky), TW_OK);
    for (int quality = 0; quality < 2; quality++) {
        uint64_t one = 0;
        for (int i = 0; i < 5; i++) {
            scene s;
            scene_begin(&s, v3(1, -6, 2), v3(0, 0, 0.5), 0.6);
            tw_material steel = {.model = TW_SURFACE_STANDARD,
                                 .color = {0.6, 0.6, 0.6},
                                 .roughness = 0.3,
                                 .metallic = 1,
                                 .opacity = 1};
            scene_add(&s, (tw_shape){.type = TW_SHAPE_TORUS, .p = {0.8, 0.2, 0}}, v3(-1, 0, 0.8),
                      q_normalized((quat){1, 0.5, 0.2, 0}), steel);
            s.f.has_ground = true;
            s.f.ground = lambert(0.4, 0.4, 0.4);
            s.f.ground.texture = TW_TEXTURE_GRID;
            s.f.ground.texture_scale = 1, s.f.ground.texture_width = 0.05;
            s.f.ground.texture_fade = 20;
            s.f.has_fog = true, s.f.fog.to = 25;
            s.f.bounces = 1, s.f.bloom = 0.5, s.f.tone = TW_TONE_FILMIC;
            s.light[0] = light_of(studio, 0.3);
            s.light[1] = light_of(sky, 0);
            s.f.light_count = 2;
            if (i >= 3) setenv("TAUWERK_LANES", i == 3 ? "4" : "8", 1);
            tw_image m = draw(&s, 61, quality ? TW_QUALITY_NORMAL : TW_QUALITY_DRAFT, 1 + i % 3);
            uint64_t h = tw_hash_end(tw_hash_bytes(tw_hash_begin(), m.srgb, 61 * 61 * 4));
            tw_image_free(&m);
            if (i == 0) one = h;
            assert_true(h == one);
        }
        unsetenv("TAUWERK_LANES");
    }
    tw_lightmap_release(studio);
    tw_lightmap_release(sky);
}

/* daylight: blue above, red low suns, and about as bright as was measured */
static void daylight(void **state) {
    (void)state;
    double before = 1e9;
    for (int degrees = 60; degrees >= -6; degrees -= 11) {
        double to[3], E[3];
        const tw_lightmap *m;
        tw_lightmap_sun(degrees * PI / 180, to, E);
        assert_int_equal(tw_lightmap_known(TW_LIGHTMAP_SKY, degrees * PI / 180, &m), TW_OK);
        near("height", to[2], sin(degrees * PI / 180), 1e-12);
        if (E[0] > 0) assert_true(E[0] > E[1] && E[1] > E[2] && E[0] < 4.3);
        const float *zenith = m->texel;
        assert_true(zenith[2] > zenith[0]);
        /* irradiance of level ground over pi: the harmonics of what is above, at +z */
        double up = 0.282095 * (double)m->wave_above[0][1] +
                    0.488603 * (double)m->wave_above[2][1] + 0.630783 * (double)m->wave_above[6][1];
        assert_true(up > 0 && up < before);
        before = up;
        /* 8 to 20 klx for high suns, one unit being 30 klx */
        /* one unit is 30 klx */
        double klx = 0.8 + 15.5 * sqrt(fmax(to[2], 0));
        if (degrees > 0) near("klx of the sky", PI * up * 30, klx, 0.1 * klx);
        tw_lightmap_release(m);
    }
}

/* ---- files ---------------------------------------------------------------------------------- */

static void refused(const void *bytes, size_t size, const char *text) {
    tw_lightmap *map = NULL;
    assert_int_equal(tw_lightmap_parse(bytes, size, &map), TW_IO);
    if (!strstr(tw_failure(), text)) fail_msg("got: %s; expected: %s", tw_failure(), text);
}

static size_t hdr(char *to, int width, int height) {
    size_t n =
        (size_t)sprintf(to, "#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y %d +X %d\n", height, width);
    for (int i = 0; i < width * height; i++) {
        const unsigned char texel[4] = {128, 64, (unsigned char)i, 129};
        memcpy(to + n, texel, 4);
        n += 4;
    }
    return n;
}

/* lines packed in runs, cut off anywhere */
static void cut_runs(void **state) {
    (void)state;
    enum { W = 16, H = 8 };
    char bytes[1024];
    tw_lightmap *map;
    size_t head = (size_t)sprintf(bytes, "#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 8 +X 16\n");
    size_t n = head;
    for (int y = 0; y < H; y++) {
        const char line[] = {2, 2, 0, W};
        memcpy(bytes + n, line, sizeof line);
        n += sizeof line;
        for (int c = 0; c < 4; c++) {
            bytes[n++] = (char)(128 + W);
            bytes[n++] = (char)(120 + y);
        }
    }
    assert_int_equal(tw_lightmap_parse(bytes, n, &map), TW_OK);
    tw_lightmap_release(map);
    for (size_t size = head + 1; size < n; size++) refused(bytes, size, "cut off");
}

static void files(void **state) {
    (void)state;
    char bytes[4096];
    tw_lightmap *map, *other;
    size_t n = hdr(bytes, 8, 4);
    assert_int_equal(tw_lightmap_parse(bytes, n, &map), TW_OK);
    near("red", (double)map->texel[4 * 9], 1, 1e-6);
    near("green", (double)map->texel[4 * 9 + 1], 0.5, 1e-6);
    near("blue", (double)map->texel[4 * 9 + 2], 9.0 / 128, 1e-6);
    refused(bytes, n - 90, "damaged");
    refused(bytes, n - 1, "cut off");
    refused(bytes, hdr(bytes, 8, 8), "twice as wide as high, 2 to 8192 texels wide, got 8 x 8");
    refused("nonsense", 8, "expected a light map");
    refused("\x76\x2f\x31\x01 and more that is none", 28, "damaged");
    float rgba[8 * 4 * 4];
    for (int i = 0; i < 32; i++)
        for (int k = 0; k < 4; k++) rgba[4 * i + k] = k < 3 ? map->texel[4 * i + k] : 1;
    char path[] = "/tmp/tauwerk_environment.exr", *data;
    size_t size;
    assert_int_equal(exr_write(path, 8, 4, rgba, false), TW_OK);
    assert_int_equal(tw_file_read(path, &data, &size), TW_OK);
    assert_int_equal(tw_lightmap_parse(data, size, &other), TW_OK);
    assert_true(other->hash == map->hash); /* these numbers fit into halves */
    refused(data, size / 2, "damaged");
    free(data);
    float rgb[3 * 8] = {1, 1, 1, 1, NAN};
    tw_lightmap *none;
    assert_int_equal(tw_lightmap_create(rgb, 4, 2, &none), TW_ARGUMENT);
    assert_non_null(strstr(tw_failure(), "in column 1, row 0"));
    /* negative light is none: what is kept of it is the same map again */
    float less[3 * 8] = {1, -1, -0.0f, 2}, zero[3 * 8] = {1, 0, 0, 2};
    tw_lightmap *dark, *same;
    assert_int_equal(tw_lightmap_create(less, 4, 2, &dark), TW_OK);
    assert_int_equal(tw_lightmap_create(zero, 4, 2, &same), TW_OK);
    assert_true(dark->hash == same->hash && dark->texel[1] == 0);
    tw_lightmap_release(dark);
    tw_lightmap_release(same);
    tw_lightmap_release(map);
    tw_lightmap_release(other);
    unlink(path);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(white_furnace), cmocka_unit_test(one_texel), cmocka_unit_test(like_a_sky),
        cmocka_unit_test(directions),    cmocka_unit_test(drafts),    cmocka_unit_test(same_bytes),
        cmocka_unit_test(daylight),      cmocka_unit_test(files),     cmocka_unit_test(cut_runs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
