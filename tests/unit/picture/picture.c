/*
 * The renderer against what light must do: a white sphere in a white sky cannot be seen, the sun on
 * a plane gives E rho / pi, a shadow is as dark as the sky leaves it, a rod thinner than a pixel
 * covers what it covers, meshes look like the shapes that they stand for, and the bytes do not
 * depend on threads or lanes.
 */
#include "picture/picture.h"
#include "base/hash.h"
#include "base/math/elementary.h"
#include "frame/framing.h"
#include "shape/mesh/mesh.h"

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

static tw_frame_light sky(double r, double g, double b) {
    tw_rgb c = {r, g, b};
    return (tw_frame_light){.kind = TW_LIGHT_SKY, .top = c, .horizon = c, .bottom = c};
}

static void scene_begin(scene *s, vec3 eye, vec3 target, double fov) {
    scene_clear(s);
    s->f.camera = camera_at(eye, target, fov);
}

static tw_image draw(const scene *s, int width, int height, int threads) {
    tw_picture_options o = {.width = width, .height = height, .quality = TW_QUALITY_NORMAL};
    return draw_frame(&s->f, o, threads);
}

/* mean of one channel over a rectangle */
static double mean(const tw_image *image, int x0, int y0, int x1, int y1, int channel) {
    double sum = 0;
    for (int y = y0; y < y1; y++)
        for (int x = x0; x < x1; x++)
            sum +=
                (double)image
                    ->linear[4 * ((size_t)y * (size_t)image->width + (size_t)x) + (size_t)channel];
    return sum / ((x1 - x0) * (y1 - y0));
}

static void near(const char *what, double got, double want, double tolerance) {
    if (!(got >= want - tolerance && got <= want + tolerance))
        fail_msg("%s: got %g, expected %g within %g", what, got, want, tolerance);
}

/* a convex white body in a uniform sky reflects exactly what it hides */
static void white_furnace(void **state) {
    (void)state;
    static const tw_shape shapes[] = {{.type = TW_SHAPE_SPHERE, .p = {1, 0, 0}},
                                      {.type = TW_SHAPE_CAPSULE, .p = {0.5, 1, 0}},
                                      {.type = TW_SHAPE_CYLINDER, .p = {0.7, 1.2, 0}},
                                      {.type = TW_SHAPE_BOX, .p = {1.2, 1, 1.4}},
                                      {.type = TW_SHAPE_CONE, .p = {0.8, 1.4, 0}},
                                      {.type = TW_SHAPE_ELLIPSOID, .p = {1, 0.6, 0.8}}};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        scene s;
        scene_begin(&s, v3(0, -6, 1), v3(0, 0, 0), 0.5);
        scene_add(&s, shapes[i], v3_zero(), q_normalized((quat){1, 0.3, 0.2, 0.1}),
                  lambert(1, 1, 1));
        s.light[0] = sky(1, 1, 1);
        s.f.light_count = 1;
        tw_image image = draw(&s, 64, 64, 1);
        for (int c = 0; c < 3; c++) near("furnace", mean(&image, 0, 0, 64, 64, c), 1, 2e-3);
        tw_image_free(&image);
    }
}

/* in a closed room whose walls glow with e and reflect rho, light is e + rho e + rho^2 e + ...,
 * everywhere: all of it is there, however few reflections all paths go */
static void glowing_room(void **state) {
    (void)state;
    static const double rho[3] = {0.8, 0.5, 0.1};
    for (int bounces = 0; bounces <= 2; bounces++) {
        scene s;
        scene_begin(&s, v3(0.2, -0.3, 0.1), v3(1, 1, 0.3), 1);
        for (int i = 0; i < 6; i++) {
            double x[3] = {0, 0, 0}, size[3] = {3, 3, 3};
            x[i / 2] = i % 2 ? 1.1 : -1.1;
            size[i / 2] = 0.2;
            tw_material m = lambert(rho[0], rho[1], rho[2]);
            m.emission = (tw_rgb){0.3, 0.2, 0.1};
            scene_add(&s, (tw_shape){.type = TW_SHAPE_BOX, .p = {size[0], size[1], size[2]}},
                      v3_load(x), q_identity(), m);
        }
        s.light[0] = sky(5, 5, 5);
        s.f.light_count = 1;
        s.f.bounces = bounces;
        tw_image image = draw(&s, 64, 64, 1);
        for (int c = 0; c < 3; c++) {
            double e = 0.3 - 0.1 * c, all = bounces ? e / (1 - rho[c]) : e;
            near("room", mean(&image, 0, 0, 64, 64, c), all, 0.01 * all);
        }
        tw_image_free(&image);
    }
}

static void sun_on_a_plane(void **state) {
    (void)state;
    scene s;
    scene_begin(&s, v3(0, -4, 4), v3(0, 0, 0), 0.3);
    s.f.has_ground = true;
    s.f.ground = lambert(0.5, 0.4, 0.3);
    vec3 to = v3_normalized(v3(0.3, -0.4, 1));
    s.light[0] = (tw_frame_light){
        .kind = TW_LIGHT_SUN, .to = to, .irradiance = {3, 2, 1}, .angular_diameter = 0.01};
    s.light[1] = sky(0.2, 0.2, 0.2);
    s.f.light_count = 2;
    tw_image image = draw(&s, 48, 48, 1);
    near("red", mean(&image, 0, 0, 48, 48, 0), 0.5 * (3 * to.z / PI + 0.2), 2e-3);
    near("green", mean(&image, 0, 0, 48, 48, 1), 0.4 * (2 * to.z / PI + 0.2), 2e-3);
    near("blue", mean(&image, 0, 0, 48, 48, 2), 0.3 * (1 * to.z / PI + 0.2), 2e-3);
    tw_image_free(&image);
}

/* under a wide thin plate the sun is gone, and the sky but for a rim */
static void shadow(void **state) {
    (void)state;
    scene s;
    scene_begin(&s, v3(0, -3, 0.3), v3(0, 0, 0.02), 0.1);
    s.f.has_ground = true;
    s.f.ground = lambert(1, 1, 1);
    scene_add(&s, (tw_shape){.type = TW_SHAPE_CYLINDER, .p = {2, 0.02, 0}}, v3(0, 0, 1),
              q_identity(), lambert(0, 0, 0));
    s.light[0] = (tw_frame_light){
        .kind = TW_LIGHT_SUN, .to = {0, 0, 1}, .irradiance = {3, 3, 3}, .angular_diameter = 0.01};
    s.light[1] = sky(1, 1, 1);
    s.f.light_count = 2;
    tw_image image = draw(&s, 48, 24, 1);
    /* below the centre of a disc of radius R at height h, black from below: E = pi h^2/(h^2 + R^2)
     */
    double h = 0.99;
    near("rim light", mean(&image, 20, 11, 28, 15, 0), h * h / (h * h + 4), 0.02);
    tw_image_free(&image);
}

/* a black rod 0.2 pixels wide before white takes 0.2 of the light of a column of pixels away */
static void thin_rod(void **state) {
    (void)state;
    scene s;
    double fov = 0.4, distance = 10;
    int n = 64;
    double pixel = 2 * distance * tan(fov / 2) / n;
    scene_begin(&s, v3(0, -distance, 0), v3(0, 0, 0), fov);
    scene_add(&s, (tw_shape){.type = TW_SHAPE_CYLINDER, .p = {0.1 * pixel, 100, 0}},
              v3(0.013, 0, 0), q_identity(), lambert(0, 0, 0));
    s.light[0] = sky(1, 1, 1);
    s.f.light_count = 1;
    tw_image image = draw(&s, n, n, 1);
    near("coverage", n * (1 - mean(&image, 0, 0, n, n, 0)), 0.2, 0.01);
    tw_image_free(&image);
}

static uint64_t fingerprint(const scene *s, int threads) {
    tw_image image = draw(s, 100, 70, threads);
    tw_hash h = tw_hash_bytes(tw_hash_begin(), image.srgb, 100 * 70 * 4);
    h = tw_hash_bytes(h, image.linear, 100 * 70 * 4 * sizeof(float));
    tw_image_free(&image);
    return tw_hash_end(h);
}

static void same_bytes(void **state) {
    (void)state;
    scene s;
    scene_begin(&s, v3(1, -6, 2), v3(0, 0, 0.5), 0.6);
    tw_material steel = {.model = TW_SURFACE_STANDARD,
                         .color = {0.6, 0.6, 0.6},
                         .roughness = 0.3,
                         .metallic = 1,
                         .opacity = 1};
    tw_material half = lambert(0.8, 0.2, 0.1);
    half.opacity = 0.5;
    scene_add(&s, (tw_shape){.type = TW_SHAPE_TORUS, .p = {0.8, 0.2, 0}}, v3(-1, 0, 0.8),
              q_normalized((quat){1, 0.5, 0.2, 0}), steel);
    scene_add(&s, (tw_shape){.type = TW_SHAPE_BOX, .p = {0.7, 0.7, 0.7}}, v3(1, 0, 0.5),
              q_normalized((quat){1, 0, 0.2, 0.3}), half);
    s.f.has_ground = true;
    s.f.ground = lambert(0.4, 0.4, 0.4);
    s.f.bounces = 1;
    s.f.tone = TW_TONE_FILM;
    uint64_t one = fingerprint(&s, 1);
    for (int threads = 2; threads <= 4; threads++) assert_true(fingerprint(&s, threads) == one);
    for (int i = 0; i < 2; i++) {
        setenv("TAUWERK_LANES", i ? "4" : "8", 1);
        assert_true(fingerprint(&s, 2) == one);
    }
    unsetenv("TAUWERK_LANES");
}

/* ---- meshes --------------------------------------------------------------------------------- */

static tw_mesh *mesh_of(const double *vertex, size_t vertices, const int32_t *triangle,
                        size_t triangles) {
    tw_mesh_data d = {.vertex = malloc(3 * vertices * sizeof *vertex),
                      .vertex_count = vertices,
                      .triangle = malloc(3 * triangles * sizeof *triangle),
                      .triangle_count = triangles};
    tw_mesh *mesh;
    assert_true(d.vertex && d.triangle);
    memcpy(d.vertex, vertex, 3 * vertices * sizeof *vertex);
    memcpy(d.triangle, triangle, 3 * triangles * sizeof *triangle);
    if (tw_mesh_create(&d, &mesh) != TW_OK) fail_msg("%s", tw_failure());
    return mesh;
}

static tw_mesh *cube(void) {
    static const int32_t side[12][3] = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6},
                                        {0, 1, 5}, {0, 5, 4}, {2, 6, 7}, {2, 7, 3},
                                        {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
    double v[24];
    for (int i = 0; i < 24; i++) v[i] = i / 3 >> i % 3 & 1;
    return mesh_of(v, 8, &side[0][0], 12);
}

/* a ball of circles of latitude; dent: not convex */
static tw_mesh *ball(int n, int m, double dent) {
    static double v[3 * 20000];
    static int32_t t[3 * 40000];
    int vertices = 0, triangles = 0;
    for (int i = 1; i < m; i++)
        for (int k = 0; k < n; k++) {
            double a = PI * i / m, b = 2 * PI * k / n;
            double r = 1 + dent * tw_sin(4 * a) * tw_sin(5 * b) * tw_sin(a);
            v[3 * vertices] = r * tw_sin(a) * tw_cos(b);
            v[3 * vertices + 1] = r * tw_sin(a) * tw_sin(b);
            v[3 * vertices++ + 2] = r * tw_cos(a);
        }
    v[3 * vertices] = v[3 * vertices + 1] = v[3 * vertices + 3] = v[3 * vertices + 4] = 0;
    v[3 * vertices + 2] = 1, v[3 * vertices + 5] = -1;
    for (int i = 0; i < m; i++)
        for (int k = 0; k < n; k++) {
            int a = i ? (i - 1) * n + k : vertices, d = i ? (i - 1) * n + (k + 1) % n : vertices;
            int b = i < m - 1 ? i * n + k : vertices + 1;
            int c = i < m - 1 ? i * n + (k + 1) % n : vertices + 1;
            int32_t *p = t + 3 * triangles;
            if (i < m - 1) p[0] = a, p[1] = b, p[2] = c, p += 3, triangles++;
            if (i > 0) p[0] = a, p[1] = c, p[2] = d, triangles++;
        }
    return mesh_of(v, (size_t)vertices + 2, t, (size_t)triangles);
}

/* the largest difference of the means over squares of 4 x 4 pixels, and the mean difference */
static void compare(const scene *a, const scene *b, double *worst, double *average) {
    enum { W = 160, H = 120 };
    tw_image p = draw(a, W, H, 2), q = draw(b, W, H, 2);
    *worst = *average = 0;
    for (int y = 0; y < H; y += 4)
        for (int x = 0; x < W; x += 4) {
            double d = mean(&p, x, y, x + 4, y + 4, 0) - mean(&q, x, y, x + 4, y + 4, 0);
            if (fabs(d) > *worst) *worst = fabs(d);
            *average += fabs(d) / (W * H / 16);
        }
    tw_image_free(&p);
    tw_image_free(&q);
}

/* the same picture of a shape and of a mesh that is (or nearly is) the same: sharp edges, round
 * surfaces, no triangles that shade themselves */
static void mesh_like_shape(void **state) {
    (void)state;
    tw_mesh *meshes[2] = {cube(), ball(96, 48, 0)};
    static const tw_shape shapes[2] = {{.type = TW_SHAPE_BOX, .p = {1.3, 1.3, 1.3}},
                                       {.type = TW_SHAPE_SPHERE, .p = {0.8, 0, 0}}};
    const double scale[2] = {1.3, 0.8};
    /* the sphere: facets at its outline, a 96th of a turn wide */
    const double worst_allowed[2] = {0.03, 0.08}, average_allowed[2] = {1e-4, 1e-3};
    for (int k = 0; k < 2; k++) {
        scene s[2];
        for (int i = 0; i < 2; i++) {
            scene_begin(&s[i], v3(1, -6, 2), v3(0, 0, 0.5), 0.5);
            tw_shape shape = shapes[k];
            if (i)
                shape = (tw_shape){.type = TW_SHAPE_MESH, .p = {scale[k], 0, 0}, .mesh = meshes[k]};
            tw_material m = lambert(0.7, 0.6, 0.5);
            if (k) m.model = TW_SURFACE_STANDARD, m.roughness = 0.4;
            scene_add(&s[i], shape, v3(0, 0, 1), q_normalized((quat){1, 0.3, 0.2, 0.1}), m);
            s[i].f.has_ground = true;
            s[i].f.ground = lambert(0.4, 0.4, 0.4);
            s[i].f.bounces = 1;
        }
        double worst, average;
        compare(&s[0], &s[1], &worst, &average);
        near("worst", worst, 0, worst_allowed[k]);
        near("average", average, 0, average_allowed[k]);
        /* and the comparison sees a shape that is larger by a twentieth */
        s[1].item[0].shape.p[0] *= 1.05;
        compare(&s[0], &s[1], &worst, &average);
        assert_true(worst > 2 * worst_allowed[k] && average > 2 * average_allowed[k]);
        tw_mesh_release(meshes[k]);
    }
}

/* meshes that move, shade each other and let light through: no matter how many lanes and threads */
static void same_bytes_of_meshes(void **state) {
    (void)state;
    tw_mesh *mesh = ball(40, 30, 0.3);
    scene s;
    scene_begin(&s, v3(1, -6, 2), v3(0, 0, 0.5), 0.6);
    tw_material half = lambert(0.8, 0.2, 0.1);
    half.opacity = 0.6;
    for (int i = 0; i < 2; i++) {
        scene_add(&s, (tw_shape){.type = TW_SHAPE_MESH, .p = {i ? 0.9 : 1.1, 0, 0}, .mesh = mesh},
                  v3_zero(), q_identity(), i ? half : lambert(0.5, 0.5, 0.6));
        s.item[i].first_pose = 2 * (size_t)i;
    }
    s.f.pose_count = 2;
    for (int i = 0; i < 4; i++) s.pose[i] = (tw_pose){v3(2.0 * (i / 2) - 1, 0, 0.8), {1, 0, 0, 0}};
    s.pose[3] = (tw_pose){v3(1.3, 0, 0.9), q_normalized((quat){1, 0, 0.4, 0.3})};
    s.f.has_ground = true;
    s.f.ground = lambert(0.4, 0.4, 0.4);
    s.f.bounces = 1;
    uint64_t one = fingerprint(&s, 1);
    assert_true(fingerprint(&s, 3) == one);
    for (int i = 0; i < 2; i++) {
        setenv("TAUWERK_LANES", i ? "4" : "8", 1);
        assert_true(fingerprint(&s, 2) == one);
    }
    unsetenv("TAUWERK_LANES");
    s.item[1].shape.p[0] = 0.91;
    assert_true(fingerprint(&s, 1) != one);
    tw_mesh_release(mesh);
}

/* everything of every frame lies inside the automatic camera's view */
/* rays to the first sun ask only solids that may stand in its way, those to another all: with a
 * sharp sun both find the same, and a fainter one before it changes nothing */
static void solids_between(void **state) {
    (void)state;
    static scene s[2];
    vec3 to = v3_normalized(v3(-0.5, -0.3, 0.6));
    for (int k = 0; k < 2; k++) {
        scene_begin(&s[k], v3(0, -9, 5), v3(0, 0, 0.8), 0.7);
        s[k].f.has_ground = true;
        s[k].f.ground = lambert(0.6, 0.6, 0.6);
        for (int i = 0; i < 48; i++) {
            static const tw_shape shape[3] = {{.type = TW_SHAPE_TORUS, .p = {0.3, 0.1, 0}},
                                              {.type = TW_SHAPE_CAPSULE, .p = {0.08, 1.2, 0}},
                                              {.type = TW_SHAPE_SPHERE, .p = {0.2, 0, 0}}};
            vec3 x = v3(0.8 * (i % 8 - 3.5), 0.9 * (i / 8 - 2.5), 0.4 + 0.37 * (i * 7 % 5));
            quat q = q_normalized((quat){1, 0.3 * (i % 4), 0.2 * (i % 7) - 0.5, 0});
            scene_add(&s[k], shape[i % 3], x, q, lambert(0.5, 0.5, 0.5));
        }
        tw_frame_light sun = {
            .kind = TW_LIGHT_SUN, .to = to, .irradiance = {3, 3, 3}, .angular_diameter = 1e-4};
        s[k].light[k] = sun;
        if (k == 0) s[k].light[1] = sky(0, 0, 0);
        if (k == 1) {
            sun.irradiance = (tw_rgb){1e-6, 1e-6, 1e-6};
            sun.to = v3_normalized(v3(0.5, 0.3, 0.6));
            s[k].light[0] = sun;
        }
        s[k].f.light_count = 2;
    }
    double worst, average;
    compare(&s[0], &s[1], &worst, &average);
    if (!(worst < 0.02 && average < 2e-4)) fail_msg("worst %g, average %g", worst, average);
    /* there are shadows to be lost */
    s[1].light[1].to = v3_normalized(v3(-0.4, -0.3, 0.6));
    compare(&s[0], &s[1], &worst, &average);
    assert_true(average > 2e-3);
}

static void framing(void **state) {
    (void)state;
    scene s[3];
    tw_frame *frames[3];
    for (int i = 0; i < 3; i++) {
        scene_begin(&s[i], v3_zero(), v3_zero(), 0);
        s[i].f.camera.has_eye = s[i].f.camera.has_target = s[i].f.camera.has_fov =
            s[i].f.camera.has_focus = false;
        scene_add(&s[i], (tw_shape){.type = TW_SHAPE_SPHERE, .p = {0.5, 0, 0}},
                  v3(4 * i - 3, i, 2 * i), q_identity(), lambert(0, 0, 0));
        s[i].light[0] = sky(1, 1, 1);
        s[i].f.light_count = 1;
        frames[i] = &s[i].f;
    }
    tw_film_frame(frames, 3, 1);
    for (int i = 0; i < 3; i++) {
        assert_memory_equal(&s[i].f.camera, &s[0].f.camera, sizeof(tw_camera));
        tw_image image = draw(&s[i], 64, 64, 1);
        /* the sphere is seen whole: no black on the border, some inside */
        near("top", mean(&image, 0, 0, 64, 1, 0), 1, 1e-6);
        near("bottom", mean(&image, 0, 63, 64, 64, 0), 1, 1e-6);
        near("left", mean(&image, 0, 0, 1, 64, 0), 1, 1e-6);
        near("right", mean(&image, 63, 0, 64, 64, 0), 1, 1e-6);
        assert_true(mean(&image, 0, 0, 64, 64, 0) < 0.999);
        tw_image_free(&image);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(white_furnace),   cmocka_unit_test(glowing_room),
        cmocka_unit_test(sun_on_a_plane),  cmocka_unit_test(shadow),
        cmocka_unit_test(thin_rod),        cmocka_unit_test(same_bytes),
        cmocka_unit_test(framing),         cmocka_unit_test(solids_between),
        cmocka_unit_test(mesh_like_shape), cmocka_unit_test(same_bytes_of_meshes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
