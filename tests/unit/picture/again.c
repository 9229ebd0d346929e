/*
 * Films drawn with and without what earlier pictures left: the same bits, over random scenes in
 * which some things move, turn, jump, vanish or change colour, at once or slowly, with all kinds of
 * lamps, bounces, mirrors, meshes, shutters and lenses, by one thread and by two.
 */
#include "picture/again/again.h"
#include "base/math/elementary.h"
#include "shape/mesh/mesh.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <math.h>

#include "../../support/drawing.h"

enum { THINGS = 12, POSES = 3, FRAMES = 6, WIDTH = 88, HEIGHT = 56 };

typedef struct film {
    tw_frame f;
    tw_frame_item item[THINGS];
    tw_pose pose[THINGS * POSES];
    tw_frame_light light[4];
    vec3 x[THINGS], v[THINGS], spin[THINGS];
    quat q[THINGS];
    double speed; /* of its movers, m a picture */
    int movers;
    bool paints; /* the first thing's colour changes from picture to picture */
} film;

static uint64_t state;

static double uniform(double lo, double hi) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return lo + (hi - lo) * (double)(state >> 11) * 0x1p-53;
}

static int choice(int n) {
    return (int)uniform(0, n);
}

static tw_rgb color(double most) {
    return (tw_rgb){uniform(0, most), uniform(0, most), uniform(0, most)};
}

static tw_material material(void) {
    tw_material m = {.model = (tw_surface_model)choice(3), .color = color(0.9), .opacity = 1};
    m.roughness = uniform(0, 1);
    m.metallic = choice(2);
    m.texture = choice(3) ? TW_TEXTURE_NONE : TW_TEXTURE_CHECKER;
    m.texture_scale = 0.3;
    m.texture_color = color(0.9);
    return m;
}

static tw_shape shape(void) {
    static const int type[] = {TW_SHAPE_SPHERE, TW_SHAPE_BOX, TW_SHAPE_CAPSULE, TW_SHAPE_CYLINDER,
                               TW_SHAPE_TORUS};
    tw_shape s = {.type = type[choice(5)]};
    for (int i = 0; i < 3; i++) s.p[i] = uniform(0.1, 0.5);
    if (s.type == TW_SHAPE_TORUS) s.p[1] = s.p[0] / 3;
    return s;
}

static void light_up(film *s) {
    int n = 0;
    s->light[n] = (tw_frame_light){.kind = TW_LIGHT_SKY, .top = color(1), .bottom = color(0.4)};
    s->light[n].horizon = choice(2) ? s->light[n].top : color(1);
    if (choice(4)) n++;
    vec3 to = v3_normalized(v3(uniform(-1, 1), uniform(-1, 1), uniform(0.2, 1)));
    s->light[n] = (tw_frame_light){.kind = TW_LIGHT_SUN, .to = to, .irradiance = color(3)};
    s->light[n].angular_diameter = uniform(0.01, 0.3);
    if (choice(3)) n++;
    vec3 at = v3(uniform(-3, 3), uniform(-3, 3), uniform(2, 5));
    tw_frame_light lamp = {.position = at, .direction = v3_scale(at, -1), .power = color(20)};
    lamp.kind = choice(2) ? TW_LIGHT_AREA : choice(2) ? TW_LIGHT_SPOT : TW_LIGHT_POINT;
    lamp.radius = uniform(0.1, 1);
    lamp.cone = 0.7;
    s->light[n] = lamp;
    if (choice(2) || n == 0) n++;
    s->f.light_count = (size_t)n;
}

static void make(film *s, uint64_t seed) {
    memset(s, 0, sizeof *s);
    state = seed * 7919 + 17;
    s->f = (tw_frame){.item = s->item, .pose = s->pose, .light = s->light};
    s->f.item_count = (size_t)(2 + choice(THINGS - 2));
    s->movers = choice(3) ? 1 : choice((int)s->f.item_count);
    s->speed = uniform(0, 1) < 0.3 ? 0 : uniform(0.005, 0.1);
    /* some far from what is seen most: their tiles stay */
    double wide = choice(2) ? 2 : 12;
    for (size_t i = 0; i < s->f.item_count; i++) {
        s->item[i] = (tw_frame_item){.shape = shape(),
                                     .first_pose = POSES * i,
                                     .material = material(),
                                     .tag = (uint32_t)i + 1};
        s->x[i] = v3(uniform(-wide, wide), uniform(-2, wide), uniform(0.2, 2));
        s->v[i] = v3(uniform(-1, 1), uniform(-1, 1), uniform(-0.3, 0.3));
        s->q[i] = q_normalized((quat){1, uniform(-1, 1), uniform(-1, 1), uniform(-1, 1)});
        s->spin[i] = v3(uniform(-1, 1), uniform(-1, 1), uniform(-1, 1));
        /* two that share a plane: who is seen must not depend on the order of the tests */
        if (i == 1 && choice(2)) {
            s->item[1].shape = s->item[0].shape;
            s->x[1] = s->x[0];
            s->q[1] = s->q[0];
        }
    }
    if (choice(8) == 0) s->item[0].material.emission = color(5);
    if (choice(10) == 0) s->item[0].material.opacity = 0.5;
    s->paints = choice(3) == 0;
    light_up(s);
    s->f.has_ground = choice(6) > 0;
    s->f.ground = material();
    if (choice(2)) s->f.ground.model = TW_SURFACE_LAMBERT;
    if (choice(2)) s->f.ground.texture = TW_TEXTURE_NONE;
    s->f.bounces = choice(4);
    s->f.camera = (tw_camera){.eye = {0.2, -7, 1.8}, .target = {0, 0, 0.6}, .up = {0, 0, 1}};
    s->f.camera.fov = 0.6;
    s->f.camera.focus = 7;
    if (choice(6) == 0) s->f.camera.aperture = 0.05;
}

static void expose(film *s, int frame) {
    bool blur = s->speed > 0 && frame % 4 < 3;
    s->f.number = frame + 1;
    s->f.pose_count = blur ? POSES : 1;
    if (s->paints) s->item[0].material.color.g = 0.1 + 0.1 * frame;
    for (size_t i = 0; i < s->f.item_count; i++) {
        bool moves = (int)i < s->movers;
        s->item[i].first_pose = i * (size_t)s->f.pose_count;
        for (int k = 0; k < s->f.pose_count; k++) {
            double t = moves ? s->speed * (frame + 0.25 * k) : 0;
            vec3 w = v3_scale(s->spin[i], t);
            quat turn = q_normalized((quat){1, w.x, w.y, w.z});
            s->pose[s->item[i].first_pose + (size_t)k] =
                (tw_pose){v3_madd(s->x[i], t, s->v[i]), q_normalized(q_mul(turn, s->q[i]))};
        }
    }
}

/* something that nobody could foresee */
static void surprise(film *s) {
    size_t i = (size_t)choice((int)s->f.item_count);
    switch (choice(12)) {
    case 0:
        s->x[i] = v3_add(s->x[i], v3(0.6, -0.4, 0.3));
        break;
    case 1:
        s->item[i].material.color = color(0.9);
        break;
    case 2:
        s->f.item_count = s->f.item_count > 2 ? s->f.item_count - 1 : 2;
        break;
    case 3:
        s->f.camera.target.x += 0.01;
        break;
    case 4:
        s->light[0].irradiance = s->light[0].top = color(1);
        break;
    default:
        break;
    }
}

/* shared: tiles that were taken, of films whose colours stay, and of others */
static void play(uint64_t seed, tw_quality quality, int threads, double shared[2]) {
    film s;
    tw_again *again;
    make(&s, seed);
    assert_int_equal(tw_again_create(WIDTH, HEIGHT, &again), TW_OK);
    for (int frame = 0; frame < FRAMES; frame++) {
        expose(&s, frame);
        tw_picture_options o = {.width = WIDTH, .height = HEIGHT, .quality = quality};
        o.alpha = seed % 5 == 0;
        tw_image anew = draw_frame(&s.f, o, 1);
        o.again = again;
        tw_image taken = draw_frame(&s.f, o, threads);
        shared[s.paints] += tw_again_share(again);
        size_t n = (size_t)WIDTH * HEIGHT;
        if (memcmp(anew.linear, taken.linear, n * 4 * sizeof *anew.linear) != 0)
            for (size_t i = 0; i < 4 * n; i++)
                if (memcmp(&anew.linear[i], &taken.linear[i], sizeof *anew.linear) != 0)
                    fail_msg("scene %llu, picture %d, pixel %zu, %zu: %.9g anew, %.9g",
                             (unsigned long long)seed, frame + 1, i / 4 % WIDTH, i / 4 / WIDTH,
                             (double)anew.linear[i], (double)taken.linear[i]);
        assert_memory_equal(anew.srgb, taken.srgb, n * 4);
        tw_image_free(&anew);
        tw_image_free(&taken);
        surprise(&s);
    }
    tw_again_free(again);
}

static void normal(void **unused) {
    (void)unused;
    const char *many = getenv("TAUWERK_AGAIN_SCENES");
    uint64_t scenes = many ? strtoull(many, NULL, 10) : 60;
    double shared[2] = {0, 0};
    for (uint64_t seed = 1; seed <= scenes; seed++)
        play(seed, TW_QUALITY_NORMAL, 1 + (int)(seed & 1), shared);
    print_message("%.3f of the tiles were taken, %.3f where a colour changes\n",
                  shared[0] / (double)(FRAMES * scenes), shared[1] / (double)(FRAMES * scenes));
    if (many) return; /* shares depend on the scenes */
    /* else nothing has been tested */
    assert_true(shared[0] + shared[1] > 0.1 * FRAMES * (double)scenes);
    assert_true(shared[1] > 0.005 * FRAMES * (double)scenes);
}

static void final(void **unused) {
    (void)unused;
    double shared[2] = {0, 0};
    for (uint64_t seed = 500; seed < 503; seed++) play(seed, TW_QUALITY_FINAL, 2, shared);
}

/* nothing moves: the second picture is the first */
static void still(void **unused) {
    (void)unused;
    film s;
    tw_again *again;
    make(&s, 3);
    s.movers = 0;
    s.item[0].material.opacity = 1;
    tw_picture_options o = {.width = WIDTH, .height = HEIGHT, .quality = TW_QUALITY_NORMAL};
    assert_int_equal(tw_again_create(WIDTH, HEIGHT, &o.again), TW_OK);
    again = o.again;
    for (int frame = 0; frame < 3; frame++) {
        expose(&s, 3);
        tw_image image = draw_frame(&s.f, o, 1);
        tw_image_free(&image);
        assert_true(tw_again_share(again) == (frame ? 1.0 : 0.0));
    }
    tw_again_free(again);
}

/* the first thing goes, so that all others have another number: soon all stay again */
static void first_goes(void **unused) {
    (void)unused;
    film s;
    make(&s, 3);
    s.movers = 0;
    s.paints = false;
    for (size_t i = 0; i < s.f.item_count; i++) s.item[i].material.opacity = 1;
    tw_picture_options o = {.width = WIDTH, .height = HEIGHT, .quality = TW_QUALITY_NORMAL};
    assert_int_equal(tw_again_create(WIDTH, HEIGHT, &o.again), TW_OK);
    for (int frame = 0; frame < 6; frame++) {
        if (frame == 2) {
            size_t left = --s.f.item_count;
            assert_true(left > 1);
            memmove(s.item, s.item + 1, left * sizeof *s.item);
            memmove(s.x, s.x + 1, left * sizeof *s.x);
            memmove(s.q, s.q + 1, left * sizeof *s.q);
        }
        expose(&s, 3);
        tw_image image = draw_frame(&s.f, o, 1);
        tw_image_free(&image);
    }
    assert_true(tw_again_share(o.again) == 1.0);
    tw_again_free(o.again);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(first_goes), cmocka_unit_test(normal),
                                       cmocka_unit_test(final), cmocka_unit_test(still)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
