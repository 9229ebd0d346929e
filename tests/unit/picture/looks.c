/*
 * Looks: no horizon is seen in any, sizes follow the subject whatever its scale, what the scene
 * says itself stays part by part, the floor stands below what the film shows, and what flies off
 * makes nothing larger.
 */
#include "frame/film.h"
#include "frame/framing.h"
#include "frame/look.h"
#include "picture/picture.h"
#include "shape/map/lightmap.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <math.h>

#include "../../support/drawing.h"
#include "../../support/solids.h"

enum { WIDTH = 48, HEIGHT = 96 };

static tw_frame_look ask(const char *name) {
    return (tw_frame_look){.kind = tw_look_find(name, NULL),
                           .key = 1,
                           .rim = 1,
                           .fill = 1,
                           .soft = 1,
                           .tint = {1, 1, 1}};
}

static void look_from(scene *s, vec3 eye, vec3 target) {
    s->f.camera = (tw_camera){.eye = eye,
                              .target = target,
                              .up = {0, 0, 1},
                              .fov = 0.6,
                              .has_eye = true,
                              .has_target = true,
                              .has_fov = true};
}

/* balls and a box on z = 0, `size` times as large */
static void stand(scene *s, const char *look, double size) {
    scene_clear(s);
    tw_material blue = lambert(0.1, 0.2, 0.5), metal = {.model = TW_SURFACE_STANDARD,
                                                        .color = {0.8, 0.58, 0.22},
                                                        .roughness = 0.3,
                                                        .metallic = 1,
                                                        .opacity = 1};
    scene_add(s, (tw_shape){.type = TW_SHAPE_SPHERE, .p = {0.4 * size}},
              v3(-0.5 * size, 0, 0.4 * size), q_identity(), blue);
    scene_add(s, (tw_shape){.type = TW_SHAPE_BOX, .p = {0.6 * size, 0.6 * size, 0.9 * size}},
              v3(0.5 * size, 0.2 * size, 0.45 * size), q_identity(), metal);
    look_from(s, v3(0.5 * size, -5 * size, 1.2 * size), v3(0, 0, 0.5 * size));
    s->f.look = ask(look);
    s->f.bounces = 7; /* none of a look */
}

static void complete(scene *s) {
    tw_frame *f = &s->f;
    assert_int_equal(tw_film_complete(&f, 1, (double)WIDTH / HEIGHT), TW_OK);
    assert_null(f->look.kind);
}

static void end(scene *s) {
    s->f.item_count = 0; /* not its own */
    tw_frame_free(&s->f);
}

static double at(const tw_image *image, int x, int y, int channel) {
    return (double)
        image->linear[4 * ((size_t)y * (size_t)image->width + (size_t)x) + (size_t)channel];
}

/* ---- the horizon ---------------------------------------------------------------------------- */

/* the row whose upper edge the horizon is */
static int horizon_row(const tw_camera *c) {
    vec3 d = v3_normalized(v3_sub(c->target, c->eye));
    double tangent = d.z / sqrt(d.x * d.x + d.y * d.y);
    return (int)floor(0.5 * HEIGHT * (1 + tangent / tan(0.5 * c->fov)) + 0.5);
}

static void no_horizon(const char *look, tw_floor floor, bool bodies, bool room) {
    scene s;
    stand(&s, look, 1);
    s.f.look.floor = (int)floor;
    if (room) { /* the scene's own light */
        s.f.look.said = TW_SAID_LIGHTS;
        s.f.light_count = 1;
        s.light[0] = (tw_frame_light){.kind = TW_LIGHT_ENVIRONMENT, .turn = 1, .strength = 1.5};
        assert_int_equal(tw_lightmap_known(TW_LIGHTMAP_STUDIO, 0, &s.light[0].map), TW_OK);
    }
    /* level: then the horizon lies between two rows */
    look_from(&s, v3(0.5, -5, 1.2), v3(0, 0, 1.2));
    complete(&s);
    if (!bodies) s.f.item_count = 0;
    int row = horizon_row(&s.f.camera);
    assert_int_equal(row, HEIGHT / 2);
    tw_image image = draw_frame(
        &s.f, (tw_picture_options){.width = WIDTH, .height = HEIGHT, .quality = TW_QUALITY_NORMAL},
        2);
    for (int channel = 0; channel < 3; channel++) {
        double below = 0, above = 0; /* means: single pixels have noise */
        for (int x = 0; x < WIDTH; x++) {
            below += at(&image, x, row, channel) / WIDTH;
            above += at(&image, x, row - 1, channel) / WIDTH;
        }
        if (fabs(below - above) > 0.01 * fmax(below, above) && fmax(below, above) > 1e-4)
            fail_msg("%s, floor %d, channel %d: %g below the horizon, %g above", look, (int)floor,
                     channel, below, above);
    }
    tw_image_free(&image);
    end(&s);
}

static void horizons(void **state) {
    (void)state;
    for (int i = 0; tw_look_kinds[i]; i++) {
        const tw_look_kind *k = tw_look_kinds[i];
        if (!k->stage) continue;
        for (int floor = TW_FLOOR_AUTO; floor < TW_FLOORS; floor++)
            no_horizon(k->name, (tw_floor)floor, false, false);
        no_horizon(k->name, TW_FLOOR_AUTO, true, false);
    }
    no_horizon("limbo", TW_FLOOR_MATTE, false, true);
}

/* ---- scale ---------------------------------------------------------------------------------- */

static tw_image draw_scaled(const char *look, double size) {
    scene s;
    stand(&s, look, size);
    complete(&s);
    tw_image image = draw_frame(
        &s.f, (tw_picture_options){.width = WIDTH, .height = HEIGHT, .quality = TW_QUALITY_NORMAL},
        2);
    end(&s);
    return image;
}

static void scales(void **state) {
    (void)state;
    for (int i = 0; tw_look_kinds[i]; i++) {
        const tw_look_kind *k = tw_look_kinds[i];
        if (!k->stage) continue;
        tw_image one = draw_scaled(k->name, 1);
        /* the last: a fourth power of its distances is beyond floats */
        static const double sizes[] = {1e-3, 1e3, 1e12};
        for (int n = 0; n < 3; n++) {
            tw_image other = draw_scaled(k->name, sizes[n]);
            int differ = 0;
            for (size_t p = 0; p < 4 * (size_t)WIDTH * HEIGHT; p++)
                differ += abs(one.srgb[p] - other.srgb[p]) > 3;
            /* samples fall elsewhere by rounding: single ones may meet something else */
            if (differ > 4 * WIDTH * HEIGHT / 200)
                fail_msg("%s at %g m: %d of %d bytes differ", k->name, sizes[n], differ,
                         4 * WIDTH * HEIGHT);
            tw_image_free(&other);
        }
        tw_image_free(&one);
    }
}

/* ---- what the scene says -------------------------------------------------------------------- */

static void said_stays(void **state) {
    (void)state;
    scene s, free;
    stand(&free, "dark", 1);
    complete(&free);
    assert_true(free.f.light_count == 3 && free.f.has_ground && free.f.has_background);
    assert_true(free.f.has_fog && free.f.tone == TW_TONE_FILM && free.f.bounces == 1);
    for (unsigned said = 0; said < 256; said++) {
        stand(&s, "dark", 1);
        tw_frame *f = &s.f;
        f->look.said = said;
        if (said & TW_SAID_LIGHTS) {
            f->light_count = 1;
            s.light[0] = (tw_frame_light){.kind = TW_LIGHT_SKY, .top = {9, 9, 9}};
        }
        f->has_ground = true, f->ground_height = -2, f->ground = lambert(1, 0, 0);
        f->has_background = said & TW_SAID_BACKGROUND, f->background.bottom.r = 5;
        f->tone = TW_TONE_NONE, f->exposure = 3, f->bloom = 0.25;
        f->fog = (tw_haze){.from = 1, .to = 2};
        complete(&s);
        assert_true(f->has_ground && f->ground_height == -2);
        assert_int_equal(f->light_count, said & TW_SAID_LIGHTS ? 1 : 3);
        assert_true((f->ground.color.r == 1) == ((said & TW_SAID_MATERIAL) != 0));
        assert_true((f->background.bottom.r == 5) == ((said & TW_SAID_BACKGROUND) != 0));
        assert_true(f->tone == (said & TW_SAID_TONE ? TW_TONE_NONE : TW_TONE_FILM));
        assert_true(f->exposure == (said & TW_SAID_EXPOSURE ? 3 : 0));
        assert_true(f->bloom == (said & TW_SAID_BLOOM ? 0.25 : 0));
        assert_true(f->bounces == (said & TW_SAID_BOUNCES ? 7 : 1));
        assert_true(f->has_fog == !(said & TW_SAID_FOG));
        end(&s);
    }
    end(&free);
}

/* plain is what a frame without a look is */
static void plain_changes_nothing(void **state) {
    (void)state;
    scene s;
    stand(&s, "plain", 1);
    s.f.bounces = 1, s.f.tone = TW_TONE_FILM;
    scene before = s;
    assert_true(tw_frame_alone(&s.f));
    complete(&s);
    before.f.look.kind = NULL;
    before.f.camera = s.f.camera;
    assert_true(s.f.light_count == 0 && !s.f.has_ground && !s.f.has_background && !s.f.has_fog);
    assert_true(tw_frame_bare_digest(&s.f) == tw_frame_bare_digest(&before.f));
    s.f.look = ask("studio");
    assert_false(tw_frame_alone(&s.f));
}

/* seamless: with the scene's own sun the background is the floor under that */
static void matched(void **state) {
    (void)state;
    const double pi = 3.14159265358979323846;
    scene s;
    stand(&s, "limbo", 1);
    s.f.look.said = TW_SAID_LIGHTS | TW_SAID_MATERIAL;
    s.f.has_ground = true, s.f.ground = lambert(0.5, 0.25, 0.125);
    s.f.light_count = 2;
    s.light[0] =
        (tw_frame_light){.kind = TW_LIGHT_SUN, .to = {0.6, 0, 0.8}, .irradiance = {2, 2, 1}};
    s.light[1] =
        (tw_frame_light){.kind = TW_LIGHT_SKY, .top = {0.6, 0.6, 0.6}, .horizon = {1.2, 1.2, 1.2}};
    complete(&s);
    double sky = 0.6 * 5 / 6 + 1.2 / 6;
    tw_rgb b = s.f.background.bottom;
    assert_true(fabs(b.r - 0.5 * (sky + 2 * 0.8 / pi)) < 1e-12);
    assert_true(fabs(b.g - 0.25 * (sky + 2 * 0.8 / pi)) < 1e-12);
    assert_true(fabs(b.b - 0.125 * (sky + 1 * 0.8 / pi)) < 1e-12);
    end(&s);
}

static void adjusted(void **state) {
    (void)state;
    scene a, b;
    stand(&a, "studio", 1);
    stand(&b, "studio", 1);
    b.f.look.key = 2, b.f.look.rim = 3, b.f.look.fill = 4, b.f.look.soft = 0.5;
    b.f.look.floor = TW_FLOOR_NONE;
    complete(&a);
    complete(&b);
    assert_true(a.f.has_ground && !b.f.has_ground && b.f.has_background);
    double area = b.f.light[0].radius / a.f.light[0].radius;
    assert_true(fabs(area - 0.5) < 1e-12 && b.f.light[0].power.r > 7 * a.f.light[0].power.r);
    assert_true(fabs(b.f.light[1].irradiance.g / a.f.light[1].irradiance.g - 3) < 1e-12);
    assert_true(fabs(b.f.light[1].angular_diameter / a.f.light[1].angular_diameter - 0.5) < 1e-12);
    assert_true(fabs(b.f.light[2].top.b / a.f.light[2].top.b - 4) < 1e-12);
    end(&a);
    end(&b);
}

/* ---- the site ------------------------------------------------------------------------------- */

enum { FRAMES = 30 };

/* member by member up to `to`: the bytes between have no value */
static void same_light(const tw_frame_light *a, const tw_frame_light *b) {
    size_t from = offsetof(tw_frame_light, to);
    assert_true(a->kind == b->kind);
    assert_memory_equal(&a->to, &b->to, sizeof *a - from);
}

/* completes a film; height(k) lifts the second body of frame k */
static void film(scene s[FRAMES], double (*height)(int k)) {
    tw_frame *f[FRAMES];
    for (int k = 0; k < FRAMES; k++) {
        stand(&s[k], "studio", 1);
        s[k].pose[1].x.z += height(k);
        f[k] = &s[k].f;
    }
    assert_int_equal(tw_film_complete(f, FRAMES, 1), TW_OK);
    for (int k = 1; k < FRAMES; k++) {
        assert_true(s[k].f.ground_height == s[0].f.ground_height);
        for (int i = 0; i < 3; i++) same_light(&s[k].f.light[i], &s[0].f.light[i]);
    }
}

static void end_film(scene s[FRAMES]) {
    for (int k = 0; k < FRAMES; k++) end(&s[k]);
}

static double still(int k) {
    (void)k;
    return 0;
}
static double swing(int k) {
    return 1 + 0.8 * sin(0.5 * k) + 0.5;
}
static double fly(int k) {
    return k < 20 ? 0 : 1e3 * (k - 19);
}
static double fall(int k) {
    return k < 20 ? 0 : -1e3 * (k - 19);
}

static void floors(void **state) {
    (void)state;
    static scene a[FRAMES], b[FRAMES];
    film(a, still);
    assert_true(fabs(a[0].f.ground_height) < 1e-3);
    /* what leaves makes nothing larger, nor the floor lower */
    film(b, fly);
    assert_true(b[0].f.light[0].radius < 1.5 * a[0].f.light[0].radius);
    end_film(b);
    film(b, fall);
    assert_true(b[0].f.light[0].radius < 1.5 * a[0].f.light[0].radius);
    assert_true(b[0].f.ground_height > -1);
    end_film(b);
    /* an eye below: the floor does not hide what it sees */
    for (int k = 0; k < FRAMES; k++) {
        stand(&b[k], "studio", 1);
        look_from(&b[k], v3(0, -4, -1), v3(0, 0, 0.5));
    }
    tw_frame *f[FRAMES];
    for (int k = 0; k < FRAMES; k++) f[k] = &b[k].f;
    assert_int_equal(tw_film_complete(f, FRAMES, 1), TW_OK);
    assert_true(b[0].f.ground_height < -1);
    end_film(b);
    /* what swings hangs above its floor */
    film(b, still);
    end_film(b);
    tw_frame *g[FRAMES];
    for (int k = 0; k < FRAMES; k++) {
        stand(&b[k], "studio", 1);
        b[k].pose[0].x.z += swing(k);
        b[k].pose[1].x.z += swing(k);
        g[k] = &b[k].f;
    }
    assert_int_equal(tw_film_complete(g, FRAMES, 1), TW_OK);
    double low = INFINITY;
    for (int k = 0; k < FRAMES; k++) low = fmin(low, swing(k));
    assert_true(b[0].f.ground_height < low - 0.1);
    end_film(b);
    end_film(a);
}

/* lights turn with where the camera first stands */
static void turns(void **state) {
    (void)state;
    scene a, b;
    stand(&a, "studio", 1);
    stand(&b, "studio", 1);
    look_from(&a, v3(0, -5, 1), v3(0, 0, 0.5));
    look_from(&b, v3(5, 0, 1), v3(0, 0, 0.5));
    complete(&a);
    complete(&b);
    vec3 p = a.f.light[1].to, q = b.f.light[1].to;
    assert_true(fabs(q.x + p.y) < 1e-12 && fabs(q.y - p.x) < 1e-12 && q.z == p.z);
    end(&a);
    end(&b);
}

/* ---- stars ---------------------------------------------------------------------------------- */

/* the light of a picture of stars alone, its camera turned by `pan` pixels */
static double stars_at(double pan, tw_image *image) {
    scene s;
    scene_clear(&s);
    double fov = 0.15, angle = 2 * tan(0.5 * fov) / HEIGHT * pan;
    look_from(&s, v3(0, 0, 0), v3(sin(angle), cos(angle), 0.1));
    s.f.camera.fov = fov;
    s.f.has_background = true;
    s.f.background = (tw_backdrop){.has_gradient = true, .stars = 1};
    s.f.light_count = 1;
    s.light[0] = (tw_frame_light){.kind = TW_LIGHT_SKY};
    *image = draw_frame(
        &s.f,
        (tw_picture_options){.width = 4 * WIDTH, .height = HEIGHT, .quality = TW_QUALITY_NORMAL},
        2);
    double sum = 0;
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 8; x < 4 * WIDTH - 8; x++) sum += at(image, x, y, 1);
    return sum;
}

/* they keep their directions and do not twinkle: a picture turned by whole pixels is the same
 * moved, and by parts of pixels it has the same light; single pixels are never alone */
static void stars(void **state) {
    (void)state;
    tw_image still, moved;
    double light = stars_at(0, &still);
    assert_true(light > 1);
    for (int part = 1; part < 8; part++) {
        double now = stars_at(0.125 * part, &moved);
        assert_true(fabs(now - light) < 0.04 * light);
        tw_image_free(&moved);
    }
    stars_at(1, &moved);
    int lit = 0, same = 0, lone = 0;
    for (int y = 1; y < HEIGHT - 1; y++)
        for (int x = 10; x < 4 * WIDTH - 10; x++) {
            double here = at(&still, x, y, 1), there = at(&moved, x - 1, y, 1);
            if (here < 0.01) continue;
            lit++;
            same += fabs(here - there) < 0.25 * here + 0.02;
            lone += at(&still, x - 1, y, 1) + at(&still, x + 1, y, 1) + at(&still, x, y - 1, 1) +
                        at(&still, x, y + 1, 1) <
                    0.2 * here;
        }
    if (!(lit > 30 && same > 0.9 * lit && lone == 0))
        fail_msg("of %d lit pixels %d are the same where they moved to, %d alone", lit, same, lone);
    tw_image_free(&still);
    tw_image_free(&moved);
}

static void names(void **state) {
    (void)state;
    const char *near = NULL;
    assert_non_null(tw_look_find("studio", NULL));
    assert_null(tw_look_find("studoi", &near));
    assert_string_equal(near, "studio");
    assert_null(tw_look_find("qqqqqqqqqq", &near));
    assert_null(near);
    assert_string_equal(tw_look_default(false)->name, "studio");
    assert_string_equal(tw_look_default(true)->name, "plain");
    for (int i = 0; tw_look_kinds[i]; i++)
        assert_true(tw_look_kinds[i]->name[0] && tw_look_kinds[i]->doc[0]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names),
        cmocka_unit_test(said_stays),
        cmocka_unit_test(plain_changes_nothing),
        cmocka_unit_test(matched),
        cmocka_unit_test(adjusted),
        cmocka_unit_test(turns),
        cmocka_unit_test(stars),
        cmocka_unit_test(floors),
        cmocka_unit_test(scales),
        cmocka_unit_test(horizons),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
