/*
 * Parallel rays against closed forms: places of small balls, by rays, in drafts and as the overlay
 * projects them; the area of a ball's disc, whatever its distance; drafts against rays pixel by
 * pixel; a lens whose blur grows with the distance from the plane of focus; a camera that moves
 * blurs as if the things did; what is behind the eye is not drawn.
 */
#include "base/math/elementary.h"
#include "base/math/random.h"
#include "frame/looking.h"
#include "picture/picture.h"
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

enum { W = 160, H = 120 };

static double between(tw_random *r, double lo, double hi) {
    return lo + (hi - lo) * tw_random_uniform(r);
}

static tw_mesh *tetrahedron(void) {
    static const double vertex[12] = {-.5, -.4, -.5, .5, -.4, -.5, 0, .6, -.5, 0, 0, .5};
    static const int32_t triangle[12] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3};
    tw_mesh_data d = {.vertex = malloc(sizeof vertex),
                      .vertex_count = 4,
                      .triangle = malloc(sizeof triangle),
                      .triangle_count = 4};
    tw_mesh *mesh;
    assert_true(d.vertex && d.triangle);
    memcpy(d.vertex, vertex, sizeof vertex);
    memcpy(d.triangle, triangle, sizeof triangle);
    if (tw_mesh_create(&d, &mesh) != TW_OK) fail_msg("%s", tw_failure());
    return mesh;
}

static tw_material glow(double e) {
    tw_material m = {.model = TW_SURFACE_LAMBERT, .emission = {e, e, e}, .opacity = 1};
    return m;
}

static void begin(scene *s, vec3 eye, vec3 target, double height) {
    scene_clear(s);
    s->f.camera = (tw_camera){.eye = eye,
                              .target = target,
                              .up = {0, 0, 1},
                              .projection = TW_ORTHOGRAPHIC,
                              .height = height,
                              .focus = v3_length(v3_sub(target, eye))};
    s->light[0] = (tw_frame_light){.kind = TW_LIGHT_SKY};
    s->f.light_count = 1;
    s->f.has_background = true;
}

static tw_image shot(const scene *s, tw_quality quality, int samples) {
    tw_picture_options o = {.width = W, .height = H, .quality = quality, .samples = samples};
    return draw_frame(&s->f, o, 2);
}

/* the middle and the sum of the light, in pixels */
static double weigh(const tw_image *image, double *x, double *y) {
    double sum = 0;
    *x = *y = 0;
    for (int j = 0; j < image->height; j++)
        for (int i = 0; i < image->width; i++) {
            double l = (double)image->linear[(size_t)(4 * (j * image->width + i))];
            sum += l;
            *x += l * (i + 0.5);
            *y += l * (j + 0.5);
        }
    *x /= sum;
    *y /= sum;
    return sum;
}

/* where a point is to be seen, from the definition of the axes */
static void expected(const tw_camera *c, vec3 p, double *x, double *y) {
    vec3 f = v3_normalized(v3_sub(c->target, c->eye)), r = v3_normalized(v3_cross(f, c->up));
    vec3 d = v3_sub(p, c->target);
    double pixels = H / c->height;
    *x = 0.5 * W + pixels * v3_dot(d, r);
    *y = 0.5 * H - pixels * v3_dot(d, v3_cross(r, f));
}

static const struct way {
    tw_quality quality;
    int samples;
    double within; /* pixels */
} ways[] = {{TW_QUALITY_NORMAL, 0, 0.03}, {TW_QUALITY_DRAFT, 16, 0.08}, {TW_QUALITY_DRAFT, 1, 0.2}};

/* a ball is seen at its place with the area pi r^2, near or far */
static void balls(void **state) {
    (void)state;
    const double radius = 0.3, height = 4;
    tw_random random = tw_random_seed(5);
    for (int i = 0; i < 24; i++) {
        scene s;
        vec3 eye = v3(between(&random, -3, 3), -6, between(&random, -2, 4));
        begin(&s, eye, v3(0.2, 0.1, 0.5), height);
        vec3 at =
            v3(between(&random, -1.2, 1.2), between(&random, -2, 40), between(&random, -0.6, 1.6));
        vec3 f = v3_normalized(v3_sub(s.f.camera.target, eye));
        /* back into the middle part of the picture */
        vec3 d = v3_sub(at, s.f.camera.target);
        vec3 across = v3_madd(d, -v3_dot(d, f), f);
        double far = v3_length(across);
        if (far > 1.2) at = v3_madd(at, 1.2 / far - 1, across);
        scene_add(&s, (tw_shape){.type = TW_SHAPE_SPHERE, .p = {radius}}, at, q_identity(),
                  glow(1));
        double wx, wy, x, y, u = 0, v = 0;
        expected(&s.f.camera, at, &wx, &wy);
        tw_looking look = tw_looking_of(&s.f.camera, (double)W / H);
        assert_true(tw_looking_project(&look, at, &u, &v));
        assert_true(fabs(u * H - wx) < 1e-9 && fabs(v * H - wy) < 1e-9);
        double area = PI * radius * radius * (H / height) * (H / height);
        for (size_t k = 0; k < sizeof ways / sizeof *ways; k++) {
            tw_image image = shot(&s, ways[k].quality, ways[k].samples);
            double sum = weigh(&image, &x, &y);
            if (!(fabs(x - wx) < ways[k].within && fabs(y - wy) < ways[k].within))
                fail_msg("ball %d, way %zu: at %g %g, expected %g %g", i, k, x, y, wx, wy);
            if (!(fabs(sum / area - 1) < (ways[k].samples == 1 ? 0.06 : 0.01)))
                fail_msg("ball %d, way %zu: area %g, expected %g", i, k, sum, area);
            tw_image_free(&image);
        }
    }
}

/* solids, a mesh and a ground of squares, seen from above and from below: drafts show what rays
 * show */
static void drafts(void **state) {
    (void)state;
    tw_random random = tw_random_seed(7);
    for (int i = 0; i < 12; i++) {
        scene s;
        double above = i < 9 ? 0.1 + 0.15 * i : -0.4;
        vec3 eye = v3_add(v3(0, 0, 0.4), v3_scale(v3(0, -tw_cos(above), tw_sin(above)), 9));
        begin(&s, eye, v3(0, 0, 0.4), 3);
        for (int k = 0; k < 5; k++) {
            tw_shape shape = {.type = k % 2 ? TW_SHAPE_BOX : TW_SHAPE_TORUS, .p = {0.5, 0.15, 0.6}};
            quat q = q_normalized((quat){1, between(&random, -1, 1), between(&random, -1, 1), 0.2});
            vec3 at = v3(0.7 * (k - 2), between(&random, -1, 1), 0.5);
            scene_add(&s, shape, at, q, glow(0.2 + 0.15 * k));
        }
        tw_mesh *mesh = tetrahedron();
        scene_add(&s, (tw_shape){.type = TW_SHAPE_MESH, .p = {1}, .mesh = mesh}, v3(0, 0.3, 0.7),
                  q_identity(), glow(0.1));
        s.f.has_ground = true;
        s.f.ground = glow(0.05);
        tw_image a = shot(&s, TW_QUALITY_NORMAL, 0), b = shot(&s, TW_QUALITY_DRAFT, 16);
        double sum = 0, light = 0;
        for (int k = 0; k < 4 * W * H; k += 4) {
            sum += fabs((double)(a.linear[k] - b.linear[k]));
            light += (double)a.linear[k];
        }
        if (!(sum < 0.012 * light)) fail_msg("view %d: differs by %g of %g", i, sum, light);
        tw_image_free(&a);
        tw_image_free(&b);
        tw_mesh_release(mesh);
    }
}

/* standard deviation of the light across x */
static double width_of(const tw_image *image) {
    double x, y, sum = weigh(image, &x, &y), square = 0;
    for (int j = 0; j < image->height; j++)
        for (int i = 0; i < image->width; i++)
            square += (double)image->linear[(size_t)(4 * (j * image->width + i))] * (i + 0.5 - x) *
                      (i + 0.5 - x);
    return sqrt(square / sum);
}

/* A lens of radius a in parallel light, in focus at f: a point at depth z is a disc of the radius
 * a |z - f| / f, whose x has the standard deviation of half the radius; a small ball adds its own
 */
static void lens(void **state) {
    (void)state;
    const double radius = 0.04, open = 0.5, focus = 6, height = 4, pixels = H / height;
    static const double depths[] = {3, 6, 9, 14};
    for (size_t i = 0; i < sizeof depths / sizeof *depths; i++) {
        scene s;
        begin(&s, v3(0, 0, 0), v3(0, 1, 0), height);
        s.f.camera.aperture = open;
        s.f.camera.focus = focus;
        scene_add(&s, (tw_shape){.type = TW_SHAPE_SPHERE, .p = {radius}}, v3(0, depths[i], 0),
                  q_identity(), glow(100));
        tw_picture_options o = {.width = W, .height = H, .quality = TW_QUALITY_FINAL};
        tw_image image = draw_frame(&s.f, o, 2);
        double blur = open * fabs(depths[i] - focus) / focus * pixels, ball = radius * pixels;
        double want = sqrt(0.25 * blur * blur + 0.25 * ball * ball + 1.0 / 12);
        double got = width_of(&image);
        if (!(fabs(got / want - 1) < 0.04))
            fail_msg("depth %g: blurred by %g pixels, expected %g", depths[i], got, want);
        tw_image_free(&image);
    }
}

/* a camera that goes to the left blurs as a ball that goes to the right; one that zooms blurs what
 * is beside the middle */
static void moving_camera(void **state) {
    (void)state;
    scene a, b;
    tw_camera sweep[3];
    tw_pose pose[3], still;
    const vec3 at = v3(0.1, 0, 0.2);
    begin(&a, v3(0, -5, 0), v3_zero(), 3);
    begin(&b, v3(0, -5, 0), v3_zero(), 3);
    scene_add(&a, (tw_shape){.type = TW_SHAPE_SPHERE, .p = {0.3}}, at, q_identity(), glow(1));
    scene_add(&b, (tw_shape){.type = TW_SHAPE_SPHERE, .p = {0.3}}, at, q_identity(), glow(1));
    for (int k = 0; k < 3; k++) {
        double x = 0.4 * (k - 1);
        sweep[k] = a.f.camera;
        sweep[k].eye.x -= x;
        sweep[k].target.x -= x;
        pose[k] = (tw_pose){v3(at.x + x, at.y, at.z), q_identity()};
    }
    still = pose[1];
    a.f.sweep = sweep;
    a.f.sweep_count = 3;
    b.f.pose = pose;
    b.f.still = &still;
    b.f.pose_count = 3;
    tw_image p = shot(&a, TW_QUALITY_NORMAL, 0), q = shot(&b, TW_QUALITY_NORMAL, 0);
    double sum = 0, light = 0;
    for (int k = 0; k < 4 * W * H; k += 4) {
        sum += fabs((double)(p.linear[k] - q.linear[k]));
        light += (double)q.linear[k];
    }
    if (!(light > 0 && sum < 0.02 * light)) fail_msg("differs by %g of %g", sum, light);
    tw_image_free(&p);
    tw_image_free(&q);
    for (int k = 0; k < 3; k++) {
        sweep[k] = a.f.camera;
        sweep[k].height = 3 + (k - 1);
    }
    a.f.item[0].first_pose = 0;
    p = shot(&a, TW_QUALITY_NORMAL, 0);
    double x, y;
    weigh(&p, &x, &y);
    /* heights from 2 to 4, evenly: H / height has the mean H/2 log 2, weighted by areas
     * H^2/height^2: of 1/h^3 over 1/h^2 */
    double want = 0.5 * W + at.x * H * (0.5 * (1 / 4.0 - 1 / 16.0)) / (1 / 2.0 - 1 / 4.0);
    if (!(fabs(x - want) < 0.1)) fail_msg("zoomed to %g, expected %g", x, want);
    tw_image_free(&p);
}

/* what lies behind the plane of the eye is not there, what crosses it is cut */
static void behind(void **state) {
    (void)state;
    for (size_t k = 0; k < sizeof ways / sizeof *ways; k++) {
        scene s;
        tw_mesh *mesh = tetrahedron();
        begin(&s, v3(0, 0, 0), v3(0, 1, 0), 4);
        scene_add(&s, (tw_shape){.type = TW_SHAPE_SPHERE, .p = {0.5}}, v3(-1, -2, 0), q_identity(),
                  glow(1));
        scene_add(&s, (tw_shape){.type = TW_SHAPE_MESH, .p = {1}, .mesh = mesh}, v3(1, -3, 0),
                  q_identity(), glow(1));
        tw_image image = shot(&s, ways[k].quality, ways[k].samples);
        double sum = 0;
        for (int i = 0; i < 4 * W * H; i += 4) sum += (double)image.linear[i];
        assert_true(sum == 0);
        tw_image_free(&image);
        tw_mesh_release(mesh);
    }
}

static void wrong_heights(void **state) {
    (void)state;
    scene s;
    tw_image image;
    tw_picture_options o = {.width = W, .height = H};
    begin(&s, v3(0, -5, 0), v3_zero(), 0);
    assert_int_equal(tw_image_create(W, H, &image), TW_OK);
    assert_int_equal(tw_picture_draw(&s.f, &o, NULL, &image), TW_ARGUMENT);
    assert_non_null(strstr(tw_failure(), "height of an orthographic picture, got 0"));
    tw_image_free(&image);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(balls),         cmocka_unit_test(drafts), cmocka_unit_test(lens),
        cmocka_unit_test(moving_camera), cmocka_unit_test(behind), cmocka_unit_test(wrong_heights),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
