/*
 * The layers of a picture against closed forms: depth of a slanted view of the ground, positions
 * that stand in the pixel that shows them, normals of a sphere, the colours of squares, motion
 * against projected points, ids by the specification's own hash, shares that make up the whole; and
 * the same bytes over threads and lanes.
 */
#include "frame/layers.h"
#include "base/hash.h"
#include "picture/layers/crypto.h"
#include "picture/picture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <math.h>

#include "../../support/drawing.h"
#include "../../support/solids.h"

enum { W = 96, H = 64 };

static const vec3 eye = {1, -6, 2}, target = {0, 0, 0.5};

static void begin(scene *s) {
    scene_clear(s);
    s->f.number = 7;
    s->f.camera =
        (tw_camera){.eye = eye, .target = target, .up = {0, 0, 1}, .fov = 0.7, .focus = 1};
    s->f.light[0] = (tw_frame_light){
        .kind = TW_LIGHT_SKY, .top = {1, 1, 1}, .horizon = {1, 1, 1}, .bottom = {1, 1, 1}};
    s->f.light_count = 1;
    s->f.has_ground = true;
    s->f.ground = lambert(0.5, 0.25, 0.125);
}

static tw_image draw(const scene *s, unsigned extras, int threads) {
    tw_picture_options o = {
        .width = W, .height = H, .quality = TW_QUALITY_NORMAL, .extras = extras};
    return draw_frame(&s->f, o, threads);
}

static const float *pixel(const tw_image *image, int x, int y, tw_extra layer) {
    const tw_extras *e = &image->extras;
    size_t at = (size_t)y * (size_t)image->width + (size_t)x;
    return e->pixel + at * (size_t)tw_extras_floats(e->which) + tw_extras_at(e->which, layer);
}

/* the camera's axes, and where a place stands in the picture: pixels right and down */
typedef struct axes {
    vec3 eye, f, r, u;
    double k; /* pixels per slope */
} axes;

static axes axes_of(const tw_camera *c) {
    axes a = {.eye = c->eye, .f = v3_normalized(v3_sub(c->target, c->eye))};
    a.r = v3_normalized(v3_cross(a.f, c->up));
    a.u = v3_cross(a.r, a.f);
    a.k = 0.5 * H / tan(0.5 * c->fov);
    return a;
}

static void project(const axes *a, vec3 p, double *x, double *y) {
    vec3 d = v3_sub(p, a->eye);
    double z = v3_dot(d, a->f);
    *x = 0.5 * W + a->k * v3_dot(d, a->r) / z;
    *y = 0.5 * H - a->k * v3_dot(d, a->u) / z;
}

/* the direction through a point of the picture, 1 along the axis */
static vec3 through(const axes *a, double x, double y) {
    vec3 d = v3_madd(a->f, (x - 0.5 * W) / a->k, a->r);
    return v3_madd(d, (0.5 * H - y) / a->k, a->u);
}

static void near(const char *what, double got, double want, double tolerance) {
    if (!(got >= want - tolerance && got <= want + tolerance))
        fail_msg("%s: got %.9g, expected %.9g within %g", what, got, want, tolerance);
}

/* depth is the mean over the pixel of the eye's height over the slope, here by Simpson's rule; the
 * mean height of 16 samples, one in each sixteenth of the pixel, is off by less than a 32nd */
static void depth_of_the_ground(void **state) {
    (void)state;
    scene s;
    begin(&s);
    tw_image image = draw(&s, TW_EXTRA_DEPTH | TW_EXTRA_NORMAL, 1);
    axes a = axes_of(&s.f.camera);
    int seen = 0;
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x += 5) {
            double z[3];
            for (int k = 0; k < 3; k++) {
                vec3 d = through(&a, x + 0.5, y + 0.5 * k);
                z[k] = d.z < -0.15 ? -eye.z / d.z : INFINITY;
            }
            double want = (z[0] + 4 * z[1] + z[2]) / 6;
            const float *n = pixel(&image, x, y, TW_EXTRA_NORMAL);
            if (isfinite(want)) {
                near("depth", (double)*pixel(&image, x, y, TW_EXTRA_DEPTH), want,
                     0.04 * fabs(z[2] - z[0]));
                assert_true(n[0] == 0 && n[1] == 0 && n[2] == 1);
                seen++;
            } else if (through(&a, x, y + 1).z > 0) {
                assert_true(*pixel(&image, x, y, TW_EXTRA_DEPTH) == TW_EXTRA_FAR);
                assert_true(n[0] == 0 && n[1] == 0 && n[2] == 0);
            }
        }
    assert_true(seen > 500);
    tw_image_free(&image);
}

static void positions_stand_in_their_pixels(void **state) {
    (void)state;
    scene s;
    begin(&s);
    scene_add(&s, (tw_shape){.type = TW_SHAPE_SPHERE, .p = {0.8}}, v3(0.3, 0, 0.8), q_identity(),
              lambert(1, 1, 1));
    scene_add(&s, (tw_shape){.type = TW_SHAPE_BOX, .p = {0.6, 0.9, 1.4}}, v3(-1.2, 0.5, 0.7),
              q_normalized((quat){1, 0, 0, 0.3}), lambert(1, 1, 1));
    tw_image image = draw(&s, TW_EXTRA_DEPTH | TW_EXTRA_POSITION, 2);
    axes a = axes_of(&s.f.camera);
    int seen = 0;
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            double z = (double)*pixel(&image, x, y, TW_EXTRA_DEPTH), px, py;
            const float *p = pixel(&image, x, y, TW_EXTRA_POSITION);
            vec3 at = v3((double)p[0], (double)p[1], (double)p[2]);
            if (z > 30) continue;
            project(&a, at, &px, &py);
            near("x", px, x + 0.5, 0.5);
            near("y", py, y + 0.5, 0.5);
            near("depth of the position", v3_dot(v3_sub(at, eye), a.f), z, 1e-5 * z);
            seen++;
        }
    assert_true(seen > W * H / 2);
    tw_image_free(&image);
}

/* pixels wholly on the sphere, whose mean normal is that of their middle but for its curvature */
static void normals_of_a_sphere(void **state) {
    (void)state;
    scene s;
    begin(&s);
    vec3 c = v3(0.2, 0, 0.9);
    double radius = 0.9;
    scene_add(&s, (tw_shape){.type = TW_SHAPE_SPHERE, .p = {radius}}, c,
              q_normalized((quat){1, 0.4, -0.2, 0.7}), lambert(0.2, 0.4, 0.8));
    tw_image image = draw(&s, TW_EXTRA_NORMAL | TW_EXTRA_ALBEDO | TW_EXTRA_ID, 1);
    axes a = axes_of(&s.f.camera);
    int seen = 0;
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            vec3 d = v3_normalized(through(&a, x + 0.5, y + 0.5)), o = v3_sub(eye, c);
            double b = v3_dot(o, d), h = b * b - v3_dot(o, o) + radius * radius;
            if (!(h > 0.1)) continue;
            vec3 n = v3_scale(v3_madd(o, -b - sqrt(h), d), 1 / radius);
            const float *got = pixel(&image, x, y, TW_EXTRA_NORMAL);
            near("normal x", (double)got[0], n.x, 0.02);
            near("normal y", (double)got[1], n.y, 0.02);
            near("normal z", (double)got[2], n.z, 0.02);
            const float *color = pixel(&image, x, y, TW_EXTRA_ALBEDO);
            near("albedo", (double)color[0], 0.2, 1e-6);
            near("albedo", (double)color[2], 0.8, 1e-6);
            assert_true(pixel(&image, x, y, TW_EXTRA_ID)[1] == 1);
            seen++;
        }
    assert_true(seen > 100);
    tw_image_free(&image);
}

/* metal and plastic have their own colour too; squares theirs where a pixel is within one */
static void albedo_is_the_material_s_colour(void **state) {
    (void)state;
    scene s;
    begin(&s);
    s.f.camera.eye = v3(0.01, -0.02, 5);
    s.f.camera.target = v3(0.01, -0.02, 0);
    s.f.camera.up = v3(0, 1, 0);
    s.f.ground.texture = TW_TEXTURE_CHECKER;
    s.f.ground.texture_scale = 2;
    s.f.ground.texture_color = (tw_rgb){0.9, 0.8, 0.7};
    s.f.ground.model = TW_SURFACE_STANDARD;
    s.f.ground.roughness = 0.3;
    tw_material brass = {.model = TW_SURFACE_STANDARD,
                         .color = {0.8, 0.6, 0.2},
                         .metallic = 1,
                         .opacity = 1,
                         .roughness = 0.2};
    scene_add(&s, (tw_shape){.type = TW_SHAPE_BOX, .p = {0.3, 0.3, 0.3}}, v3(0.01, 0, 0.1),
              q_identity(), brass);
    tw_image image = draw(&s, TW_EXTRA_ALBEDO | TW_EXTRA_POSITION, 1);
    int count[2] = {0, 0};
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            const float *p = pixel(&image, x, y, TW_EXTRA_POSITION);
            const float *c = pixel(&image, x, y, TW_EXTRA_ALBEDO);
            double u = (double)p[0], v = (double)p[1];
            double du = fabs(u - floor(u + 0.5)), dv = fabs(v - floor(v + 0.5));
            if (fmin(du, dv) < 0.1 || fabs(u) < 0.3) continue;
            int odd = ((int)floor(u) + (int)floor(v)) & 1;
            static const double want[2][3] = {{0.5, 0.25, 0.125}, {0.9, 0.8, 0.7}};
            bool first = fabs((double)c[0] - want[0][0]) < 1e-3;
            for (int k = 0; k < 3; k++) near("square", (double)c[k], want[first ? 0 : 1][k], 1e-3);
            count[odd] += first ? 1 : -1;
        }
    /* one colour on the even squares, the other on the odd ones */
    assert_true(abs(count[0]) > 100 && abs(count[1]) > 100 && (count[0] > 0) != (count[1] > 0));
    const float *c = pixel(&image, W / 2, H / 2, TW_EXTRA_ALBEDO);
    near("brass", (double)c[0], 0.8, 1e-6);
    near("brass", (double)c[2], 0.2, 1e-6);
    tw_image_free(&image);
}

/* a ball that goes and turns, a camera that pans: each pixel's motion is how its own place moves in
 * the picture, by finite differences of projected points */
static void motion_of_projected_points(void **state) {
    (void)state;
    enum { POSES = 3 };
    scene s;
    tw_pose pose[POSES], still = {{0.2, 0.1, 0.9}, {1, 0, 0, 0}};
    tw_camera sweep[2];
    begin(&s);
    s.f.camera.eye = v3(0, -6, 1);
    s.f.camera.target = v3(0, 0, 0.9);
    scene_add(&s, (tw_shape){.type = TW_SHAPE_SPHERE, .p = {0.9}}, still.x, still.q,
              lambert(0.2, 0.4, 0.8));
    double turn = 0.02, shift = 0.01; /* from pose to pose */
    for (int k = 0; k < POSES; k++) {
        double angle = (k - 1) * turn;
        pose[k] = (tw_pose){v3_madd(still.x, (k - 1) * shift, v3(1, 0, 2)),
                            {cos(angle / 2), 0, 0, sin(angle / 2)}};
    }
    s.f.pose = pose;
    s.f.pose_count = POSES;
    s.f.still = &still;
    sweep[0] = sweep[1] = s.f.camera;
    sweep[0].target.x -= 0.03;
    sweep[1].target.x += 0.03;
    s.f.sweep = sweep;
    s.f.sweep_count = 2;
    s.f.shutter = 0.5;
    for (int sharp = 0; sharp < 2; sharp++) {
        s.f.sharp = sharp;
        tw_image image = draw(&s, TW_EXTRA_MOTION | TW_EXTRA_POSITION | TW_EXTRA_ID, 2);
        axes first = axes_of(&sweep[0]), last = axes_of(&sweep[1]);
        int ball = 0, ground = 0;
        for (int y = 0; y < H; y++)
            for (int x = 0; x < W; x++) {
                const float *id = pixel(&image, x, y, TW_EXTRA_ID);
                const float *p = pixel(&image, x, y, TW_EXTRA_POSITION);
                const float *m = pixel(&image, x, y, TW_EXTRA_MOTION);
                vec3 at = v3((double)p[0], (double)p[1], (double)p[2]), from = at, to = at;
                uint32_t bits;
                memcpy(&bits, id, sizeof bits);
                if (id[1] < 1) continue;
                if (bits != tw_crypto_id("ground")) {
                    vec3 arm = v3_sub(at, still.x);
                    from = v3_add(pose[0].x, q_rotate(pose[0].q, arm));
                    to = v3_add(pose[POSES - 1].x, q_rotate(pose[POSES - 1].q, arm));
                    ball++;
                } else {
                    ground++;
                }
                double x0, y0, x1, y1;
                project(&first, from, &x0, &y0);
                project(&last, to, &x1, &y1);
                near("motion right", (double)m[0], (x1 - x0) / s.f.shutter, 0.03);
                near("motion up", (double)m[1], (y0 - y1) / s.f.shutter, 0.03);
            }
        assert_true(ball > 200 && ground > 200);
        tw_image_free(&image);
    }
}

/* what does not move in a still camera has no motion, exactly; frames that do not tell are refused
 */
static void motion_asks_for_an_exposure(void **state) {
    (void)state;
    scene s;
    begin(&s);
    s.f.shutter = 0.5;
    tw_image image = draw(&s, TW_EXTRA_MOTION, 1);
    for (size_t i = 0; i < (size_t)2 * W * H; i++) assert_true(image.extras.pixel[i] == 0);
    tw_picture_options o = {
        .width = W, .height = H, .quality = TW_QUALITY_NORMAL, .extras = TW_EXTRA_MOTION};
    s.f.shutter = 0;
    assert_int_equal(tw_picture_draw(&s.f, &o, NULL, &image), TW_ARGUMENT);
    assert_non_null(strstr(tw_failure(), "layer motion: frame 7"));
    o.quality = TW_QUALITY_DRAFT;
    assert_int_equal(tw_picture_draw(&s.f, &o, NULL, &image), TW_ARGUMENT);
    tw_image_free(&image);
}

/* ---- ids ---- */

/* MurmurHash3_x86_32 by the vectors of its author's and Wikipedia's lists, and "hello" and names in
 * UTF-8 by the specification of Cryptomatte */
static void hashes_of_names(void **state) {
    (void)state;
    assert_int_equal(tw_murmur3(""), 0);
    assert_int_equal(tw_murmur3("test"), 0xba6bd213u);
    assert_int_equal(tw_murmur3("Hello, world!"), 0xc0363e43u);
    assert_int_equal(tw_murmur3("The quick brown fox jumps over the lazy dog"), 0x2e4ff723u);
    assert_int_equal(tw_murmur3("hello"), 0x248bfa47u);
    assert_int_equal(tw_crypto_id("hello"), 0x248bfa47u);
    int odd = 0;
    for (int i = 0; i < 4000; i++) {
        char name[16];
        float f;
        snprintf(name, sizeof name, "body%d", i);
        uint32_t id = tw_crypto_id(name), hash = tw_murmur3(name), e = hash >> 23 & 255;
        memcpy(&f, &id, sizeof f);
        assert_true(isnormal(f));
        assert_int_equal(id, e == 0 || e == 255 ? hash ^ 1u << 23 : hash);
        odd += e == 0 || e == 255;
    }
    assert_true(odd > 10); /* a 128th of all */
}

/* pieces of one body are one thing; shares are in order, and make up what is covered */
static void shares_of_ids(void **state) {
    (void)state;
    scene s;
    begin(&s);
    s.f.has_ground = false;
    for (int i = 0; i < 12; i++) {
        scene_add(&s, (tw_shape){.type = TW_SHAPE_CAPSULE, .p = {0.07, 3}},
                  v3(-1.2 + 0.16 * i, 0.1 * i, 0.5), q_normalized((quat){1, 0, 0.02 * i, 0}),
                  lambert(1, 1, 1));
        s.item[i].name = i % 3 ? "fence/rail" : i ? "fence/post \"A\"" : "ground";
    }
    tw_picture_options o = {
        .width = W, .height = H, .quality = TW_QUALITY_FINAL, .alpha = true, .extras = TW_EXTRA_ID};
    tw_image image = draw_frame(&s.f, o, 2);
    int several = 0;
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            const float *r = pixel(&image, x, y, TW_EXTRA_ID);
            float sum = 0;
            for (int k = 0; k < TW_EXTRA_RANKS; k++) {
                uint32_t id;
                memcpy(&id, &r[2 * k], sizeof id);
                assert_true(k == 0 || r[2 * k + 1] <= r[2 * k - 1]);
                assert_int_equal(id != 0, r[2 * k + 1] > 0);
                assert_true(id == 0 || id == tw_crypto_id("/ground") ||
                            id == tw_crypto_id("fence/rail") ||
                            id == tw_crypto_id("fence/post \"A\""));
                sum += r[2 * k + 1];
            }
            near("shares", (double)sum, (double)image.linear[4 * ((size_t)y * W + (size_t)x) + 3],
                 0.08);
            several += r[3] > 0;
        }
    assert_true(several > 50);
    char *json;
    assert_int_equal(tw_crypto_manifest(&s.f, &json), TW_OK);
    char want[200];
    snprintf(want, sizeof want,
             "{\"/ground\":\"%08x\",\"fence/post \\\"A\\\"\":\"%08x\",\"fence/rail\":\"%08x\"}",
             tw_crypto_id("/ground"), tw_crypto_id("fence/post \"A\""), tw_crypto_id("fence/rail"));
    assert_string_equal(json, want);
    free(json);
    tw_image_free(&image);
}

/* a thing called "ground" is not the ground; names that are no UTF-8 keep the manifest readable */
static void names_of_ids(void **state) {
    (void)state;
    static const char *const names[][2] = {{"ground", "/ground"},
                                           {"a/ground", "a/ground"},
                                           {"K\xc3\xa4se", "K\xc3\xa4se"},
                                           {"a\xff/b\xc3", "a\\xff/b\\xc3"},
                                           {"\xc0\xaf", "\\xc0\\xaf"},
                                           {"\xed\xa0\x80", "\\xed\\xa0\\x80"},
                                           {NULL, "#00000007"}};
    scene s;
    begin(&s);
    for (int i = 0; i < 7; i++) {
        tw_frame_item item = {.name = names[i][0], .tag = 7};
        char *own;
        const char *name = tw_crypto_name(&item, &own);
        assert_string_equal(name, names[i][1]);
        assert_int_equal(tw_crypto_renames(&item), own != NULL);
        free(own);
        scene_add(&s, (tw_shape){.type = TW_SHAPE_SPHERE, .p = {0.1}}, v3(i, 0, 1), q_identity(),
                  lambert(1, 1, 1));
        s.item[i].name = i < 2 || i == 3 ? names[i][0] : "x\x01\n";
    }
    char *json, want[400];
    assert_int_equal(tw_crypto_manifest(&s.f, &json), TW_OK);
    snprintf(want, sizeof want,
             "{\"/ground\":\"%08x\",\"a/ground\":\"%08x\",\"a\\\\xff/b\\\\xc3\":\"%08x\","
             "\"ground\":\"%08x\",\"x\\u0001\\n\":\"%08x\"}",
             tw_crypto_id("/ground"), tw_crypto_id("a/ground"), tw_crypto_id("a\\xff/b\\xc3"),
             tw_crypto_id("ground"), tw_crypto_id("x\x01\n"));
    assert_string_equal(json, want);
    free(json);
}

/* ---- the whole ---- */

static uint64_t digest(const tw_image *image) {
    size_t n = (size_t)image->width * (size_t)image->height *
               (size_t)tw_extras_floats(image->extras.which);
    return tw_hash_end(tw_hash_bytes(tw_hash_begin(), image->extras.pixel, n * sizeof(float)));
}

/* all layers, through a lens and with things that move, by other threads and lanes */
static void bytes_are_the_same(void **state) {
    (void)state;
    scene s;
    tw_pose pose[2 * 20];
    begin(&s);
    s.f.camera.aperture = 0.1;
    s.f.camera.focus = 5;
    s.f.ground.texture = TW_TEXTURE_CHECKER;
    s.f.ground.texture_scale = 0.7;
    for (int i = 0; i < 20; i++) {
        tw_shape shape = {.type = i % 2 ? TW_SHAPE_TORUS : TW_SHAPE_BOX, .p = {0.3, 0.1, 0.4}};
        vec3 x = v3(-1.5 + 0.15 * i, 0.3 * (i % 5), 0.4 + 0.1 * (i % 3));
        scene_add(&s, shape, x, q_identity(), lambert(0.1 * (i % 9), 0.5, 0.6));
        s.item[i].first_pose = (size_t)(2 * i);
        pose[2 * i] = (tw_pose){x, q_identity()};
        pose[2 * i + 1] =
            (tw_pose){v3_add(x, v3(0.2, 0, 0.1)), q_normalized((quat){1, 0.1, 0.2 * (i % 3), 0})};
    }
    s.f.pose = pose;
    s.f.pose_count = 2;
    s.f.shutter = 0.5;
    uint64_t first = 0;
    static const char *const lanes[] = {"4", "8", "16"};
    for (int threads = 1; threads <= 4; threads *= 2)
        for (int i = 0; i < 3; i++) {
            setenv("TAUWERK_LANES", lanes[i], 1);
            tw_image image = draw(&s, TW_EXTRA_ALL, threads);
            if (!first) first = digest(&image);
            assert_int_equal(digest(&image), first);
            tw_image_free(&image);
        }
    unsetenv("TAUWERK_LANES");
}

/* rays of a pixel: shares of ids are whole numbers of them */
static int rays_of(const scene *s, tw_quality quality) {
    tw_picture_options o = {.width = W, .height = H, .quality = quality, .extras = TW_EXTRA_ID};
    tw_image image = draw_frame(&s->f, o, 2);
    int rays = 1;
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            float share = pixel(&image, x, y, TW_EXTRA_ID)[1];
            while (share * (float)rays != floorf(share * (float)rays)) rays *= 2;
            assert_true(rays <= 64);
        }
    tw_image_free(&image);
    return rays;
}

static void rays_of_qualities(void **state) {
    (void)state;
    scene s;
    begin(&s);
    scene_add(&s, (tw_shape){.type = TW_SHAPE_SPHERE, .p = {0.8}}, v3(0.3, 0, 0.8), q_identity(),
              lambert(1, 1, 1));
    s.item[0].name = "ball";
    assert_int_equal(rays_of(&s, TW_QUALITY_NORMAL), 16);
    assert_int_equal(rays_of(&s, TW_QUALITY_FINE), 64);
    assert_int_equal(rays_of(&s, TW_QUALITY_FINAL), 64);
}

/* an image serves one frame after the other */
static void nothing_stays_from_before(void **state) {
    (void)state;
    scene s, empty;
    begin(&s);
    begin(&empty);
    s.f.shutter = empty.f.shutter = 0.5;
    empty.f.has_ground = false;
    scene_add(&s, (tw_shape){.type = TW_SHAPE_SPHERE, .p = {0.8}}, v3(0.3, 0, 0.8), q_identity(),
              lambert(1, 1, 1));
    tw_picture_options o = {
        .width = W, .height = H, .quality = TW_QUALITY_NORMAL, .extras = TW_EXTRA_ALL};
    tw_image fresh = draw(&empty, TW_EXTRA_ALL, 1), used = draw(&s, TW_EXTRA_ALL, 1);
    assert_true(digest(&fresh) != digest(&used));
    assert_int_equal(tw_picture_draw(&empty.f, &o, NULL, &used), TW_OK);
    assert_int_equal(digest(&fresh), digest(&used));
    tw_image_free(&fresh);
    tw_image_free(&used);
}

static void names_and_rooms(void **state) {
    (void)state;
    unsigned which;
    assert_int_equal(tw_extras_parse("depth,id", &which), TW_OK);
    assert_int_equal(which, TW_EXTRA_DEPTH | TW_EXTRA_ID);
    assert_int_equal(tw_extras_parse("all", &which), TW_OK);
    assert_int_equal(which, TW_EXTRA_ALL);
    assert_int_equal(tw_extras_parse("depth,normals", &which), TW_ARGUMENT);
    assert_non_null(strstr(tw_failure(), "unknown layer 'normals', did you mean 'normal'?"));
    assert_int_equal(tw_extras_parse("", &which), TW_ARGUMENT);
    assert_int_equal(tw_extras_parse("qqqqqqq", &which), TW_ARGUMENT);
    assert_string_equal(tw_failure(), "unknown layer 'qqqqqqq', expected all, or some of depth, "
                                      "normal, albedo, id, position, motion, forces");
    assert_int_equal(which, TW_EXTRA_ALL); /* what failed changed nothing */
    assert_int_equal(tw_layers_parse("qqqqqqq", &which), TW_ARGUMENT);
    assert_string_equal(tw_failure(),
                        "unknown layer 'qqqqqqq', expected final, debug, or some of bodies, "
                        "points, constraints, forces, contacts, curves, legend, names, stamp, "
                        "split");
    assert_int_equal(tw_layers_parse("bodies,split", &which), TW_OK);
    assert_int_equal(which, TW_LAYER_BODIES | TW_LAYER_FORCES | TW_LAYER_SPLIT);
    assert_int_equal(tw_extras_floats(TW_EXTRA_ALL), 28);
    assert_int_equal(tw_extras_at(TW_EXTRA_DEPTH | TW_EXTRA_MOTION, TW_EXTRA_MOTION), 1);
    assert_int_equal(tw_extras_at(TW_EXTRA_DEPTH, TW_EXTRA_MOTION), -1);
    for (unsigned i = 0; i <= TW_EXTRA_ALL; i++) {
        int n = tw_extras_floats(i);
        assert_true(n == 0 || tw_extras_channel(i, n - 1));
        assert_null(tw_extras_channel(i, n));
    }
    tw_picture_options o = {.width = 100, .height = 10};
    size_t plain = tw_picture_memory(&o);
    o.extras = TW_EXTRA_ALL;
    assert_int_equal(tw_picture_memory(&o) - plain, 1000 * 28 * sizeof(float));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(depth_of_the_ground),
        cmocka_unit_test(positions_stand_in_their_pixels),
        cmocka_unit_test(normals_of_a_sphere),
        cmocka_unit_test(albedo_is_the_material_s_colour),
        cmocka_unit_test(motion_of_projected_points),
        cmocka_unit_test(motion_asks_for_an_exposure),
        cmocka_unit_test(hashes_of_names),
        cmocka_unit_test(shares_of_ids),
        cmocka_unit_test(names_of_ids),
        cmocka_unit_test(bytes_are_the_same),
        cmocka_unit_test(rays_of_qualities),
        cmocka_unit_test(nothing_stays_from_before),
        cmocka_unit_test(names_and_rooms),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
