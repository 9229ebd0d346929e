/*
 * Memory that runs out in looks, light maps, layers, shadow catchers and figures: the k-th
 * allocation fails, for every k. The failure is told, nothing leaks (the sanitizers' suite sees
 * that), and what comes once there is memory again is what comes without a failure.
 */
#include "base/file.h"
#include "base/hash.h"
#include "figure/figure.h"
#include "frame/film.h"
#include "frame/look.h"
#include "io/picture/image.h"
#include "io/picture/lightmap.h"
#include "picture/drawing/canvas.h"
#include "picture/drawing/drawing.h"
#include "picture/layers/crypto.h"
#include "picture/picture.h"
#include "timeline/sim.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "../../support/fail_malloc.h"
#include "../../support/objects.h"
#include "../../support/solids.h"

enum { W = 24, H = 16 };

/* work(context) with the k-th allocation failing, k = 0, 1, ... until it needs no more; it frees
 * what it makes, unless `out` is there to take a number that tells the result. Returns how many
 * there were */
static long every(const char *what, tw_status (*work)(void *context, uint64_t *out),
                  void *context) {
    uint64_t want = 0;
    assert_int_equal(work(context, &want), TW_OK);
    for (long k = 0;; k++) {
        uint64_t got = 0;
        allocations_left = k;
        tw_status s = work(context, &got);
        bool enough = allocations_left > 0;
        allocations_left = -1;
        if (k > 20000) fail_msg("%s: no end", what);
        if (s != TW_OK && s != TW_MEMORY)
            fail_msg("%s, allocation %ld: status %d: %s", what, k, (int)s, tw_failure());
        if (enough && s != TW_OK) fail_msg("%s: %s", what, tw_failure());
        /* what does without some memory does so with the same result */
        if (s == TW_OK && got != want) fail_msg("%s, allocation %ld: another result", what, k);
        if (enough) return k;
    }
}

static uint64_t hash_of(const void *bytes, size_t size) {
    return tw_hash_end(tw_hash_bytes(tw_hash_begin(), bytes, size));
}

/* ---- letters ----------------------------------------------------------------------------------
 */

/* small letters, and some whose rows are wider than stb_truetype keeps on its stack */
static tw_status write_letters(void *context, uint64_t *out) {
    tw_image image;
    const tw_ink ink = {1, 1, 1, 1};
    tw_status s = tw_image_create(200, 100, &image);
    if (s != TW_OK) return s;
    memset(image.srgb, 0, 4 * 200 * 100);
    s = tw_text_draw_in(&image, TW_FONT_SANS, 5, 20, 12, context, ink);
    if (s == TW_OK) s = tw_text_draw_in(&image, TW_FONT_SANS, 5, 95, 120, context, ink);
    if (s == TW_OK) *out = hash_of(image.srgb, 4 * 200 * 100);
    tw_image_free(&image);
    return s;
}

static void letters(void **state) {
    (void)state;
    assert_true(every("letters", write_letters, (char[]){"M\xc3\xa9&"}) > 20);
}

/* ---- light maps ----------------------------------------------------------------------------- */

typedef struct bytes {
    void *data;
    size_t size;
} bytes;

static tw_status parse(void *context, uint64_t *out) {
    const bytes *b = context;
    tw_lightmap *map;
    TW_TRY(tw_lightmap_parse(b->data, b->size, &map));
    *out = map->hash;
    tw_lightmap_release(map);
    return TW_OK;
}

static tw_status make_map(void *context, uint64_t *out) {
    tw_lightmap *map;
    double sun = *(const double *)context;
    TW_TRY(isnan(sun) ? tw_lightmap_studio(&map) : tw_lightmap_sky(sun, &map));
    *out = map->hash;
    tw_lightmap_release(map);
    return TW_OK;
}

/* one that is kept is made at the first call that has memory */
static void known_maps(void) {
    const tw_lightmap *map = NULL;
    tw_status s = TW_MEMORY;
    long k = 0;
    for (; s != TW_OK; k++) {
        assert_true(k < 100 && s == TW_MEMORY);
        allocations_left = k;
        s = tw_lightmap_known(TW_LIGHTMAP_SKY, 0.7, &map);
        allocations_left = -1;
    }
    assert_true(k > 1);
    tw_lightmap_release(map);
}

static void light_maps(void **state) {
    (void)state;
    static const char radiance[] =
        "#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 2 +X 4\n"
        "\x80\x40\x20\x81\x80\x40\x20\x81\x80\x40\x20\x81\x80\x40\x20\x81"
        "\x10\x20\x30\x81\x10\x20\x30\x81\x10\x20\x30\x81\x10\x20\x30\x81";
    bytes hdr = {(void *)(uintptr_t)radiance, sizeof radiance - 1};
    assert_true(every("a map of a file .hdr", parse, &hdr) >= 3);
    float rgb[3 * 8 * 4];
    for (int i = 0; i < 3 * 8 * 4; i++) rgb[i] = (float)i / 16;
    char path[] = "/tmp/tauwerk_map_XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0);
    const tw_exr_channel channels[] = {
        {"R", rgb, 3, true}, {"G", rgb + 1, 3, true}, {"B", rgb + 2, 3, true}};
    assert_int_equal(tw_exr_write_channels(path, 8, 4, channels, 3, NULL, 0), TW_OK);
    char *data;
    bytes exr = {NULL, 0};
    assert_int_equal(tw_file_read(path, &data, &exr.size), TW_OK);
    exr.data = data;
    assert_true(every("a map of a file .exr", parse, &exr) >= 3);
    free(data);
    close(file);
    unlink(path);
    known_maps();
    double suns[] = {NAN, 0.5};
    for (int i = 0; i < 2; i++) assert_true(every("a map", make_map, &suns[i]) >= 2);
}

/* ---- a stage: lights, look, background, fog ------------------------------------------------- */

static void light_up(tw_world *w, tw_lightmap *map) {
    for (int i = 0; i < 3; i++) {
        tw_stage_light light = {0};
        assert_int_equal(tw_params_preset(tw_light_params, tw_light_param_count, &light), TW_OK);
        light.kind = 5; /* environment */
        light.file.pattern = i;
        if (i == 2) {
            light.file =
                (tw_texture_ref){.light = tw_lightmap_retain(map), .file = strdup("a.hdr")};
            assert_non_null(light.file.file);
        }
        assert_int_equal(tw_stage_add_light(&w->stage, &light), TW_OK);
    }
    w->stage.gradient.present = w->stage.fog.present = w->stage.ground.present = true;
}

static tw_status snap(void *context, uint64_t *out) {
    tw_snapshot_options o = {.layers = TW_LAYERS_DEBUG, .look = tw_look_find("night", NULL)};
    tw_frame f, *list = &f;
    TW_TRY(tw_frame_snapshot(context, &o, 1, 0, &f, NULL));
    tw_status s = tw_film_complete(&list, 1, 1.5);
    *out = tw_frame_digest(&f);
    tw_frame_free(&f);
    return s;
}

static tw_status copy_stage(void *context, uint64_t *out) {
    tw_stage copy;
    TW_TRY(tw_stage_copy(&((tw_world *)context)->stage, &copy));
    *out = copy.light_count;
    assert_true(copy.light[2].file.light == ((tw_world *)context)->stage.light[2].file.light);
    tw_stage_free(&copy);
    return TW_OK;
}

static void stages(void **state) {
    (void)state;
    tw_world *w;
    tw_sim *sim;
    tw_lightmap *map;
    float rgb[3 * 4 * 2] = {1, 2, 3};
    assert_int_equal(tw_lightmap_create(rgb, 4, 2, &map), TW_OK);
    assert_int_equal(tw_world_create(&w), TW_OK);
    assert_int_equal(tw_sim_create(w, &sim), TW_OK);
    add_sphere(w, 0.1);
    light_up(w, map);
    assert_true(every("a copy of a stage", copy_stage, w) >= 1);
    assert_true(every("a frame", snap, sim) >= 5);
    tw_sim_destroy(sim);
    tw_world_destroy(w);
    tw_lightmap_release(map);
}

/* ---- looks, pictures, figures --------------------------------------------------------------- */

/* a ball, a box and a ring that run into each other, in front of a camera */
static void stand(scene *s) {
    static const char *const names[] = {"ground", "a\xff", "ring"};
    static const tw_shape shapes[] = {{.type = TW_SHAPE_SPHERE, .p = {0.5}},
                                      {.type = TW_SHAPE_BOX, .p = {0.6, 0.6, 0.9}},
                                      {.type = TW_SHAPE_TORUS, .p = {0.5, 0.12}}};
    scene_clear(s);
    for (int i = 0; i < 3; i++) {
        scene_add(s, shapes[i], v3(0.4 * i - 0.4, 0.1 * i, 0.45), q_identity(),
                  lambert(0.2 * i, 0.4, 0.6));
        s->item[i].name = names[i];
    }
    s->f.camera = camera_at(v3(0.5, -4, 1.2), v3(0, 0, 0.4), 0.6);
    s->f.has_ground = true;
    s->f.ground = lambert(0.5, 0.4, 0.3);
    s->f.bounces = 1;
}

static tw_status dress(void *context, uint64_t *out) {
    scene s;
    tw_frame *f = &s.f;
    stand(&s);
    s.f.look = (tw_frame_look){
        .kind = context, .key = 1, .rim = 1, .fill = 1, .soft = 1, .tint = {1, 1, 1}};
    s.f.has_ground = false;
    tw_status st = tw_film_complete(&f, 1, (double)W / H);
    if (st == TW_OK) *out = tw_frame_digest(f);
    s.f.item_count = 0; /* not its own */
    tw_frame_free(f);
    return st;
}

static void looks(void **state) {
    (void)state;
    for (int i = 0; tw_look_kinds[i]; i++)
        every(tw_look_kinds[i]->name, dress, (void *)(uintptr_t)tw_look_kinds[i]);
}

typedef struct shot {
    scene s;
    tw_picture_options o;
} shot;

static tw_status draw(void *context, uint64_t *out) {
    const shot *t = context;
    tw_image image;
    char *json = NULL;
    TW_TRY(tw_image_create_for(&t->o, &image));
    tw_status s = tw_picture_draw(&t->s.f, &t->o, NULL, &image);
    if (s == TW_OK && t->o.extras) s = tw_crypto_manifest(&t->s.f, &json);
    if (s == TW_OK) {
        size_t pixels = (size_t)W * H, floats = (size_t)tw_extras_floats(t->o.extras);
        *out = hash_of(image.linear, pixels * 4 * sizeof *image.linear);
        if (floats) *out ^= hash_of(image.extras.pixel, pixels * floats * sizeof(float));
    }
    free(json);
    tw_image_free(&image);
    return s;
}

static void pictures(void **state) {
    (void)state;
    for (int i = 0; i < 5; i++) {
        shot t = {.o = {.width = W, .height = H, .quality = TW_QUALITY_NORMAL}};
        stand(&t.s);
        t.s.f.light_count = 1;
        t.s.light[0] = (tw_frame_light){.kind = TW_LIGHT_ENVIRONMENT, .strength = 1};
        assert_int_equal(tw_lightmap_known(TW_LIGHTMAP_STUDIO, 0, &t.s.light[0].map), TW_OK);
        t.s.f.has_background = t.s.f.background.has_gradient = true;
        t.s.f.background.to = 0.5;
        t.s.f.background.stars = 1;
        if (i == 1) t.o.extras = TW_EXTRA_ALL & ~(unsigned)TW_EXTRA_MOTION;
        if (i == 2) t.o.alpha = true, t.o.ground = TW_CATCH_LIGHT;
        if (i == 3) t.s.f.lines = TW_LINES_BLUEPRINT;
        if (i == 4) t.s.f.bloom = 0.5;
        assert_true(every("a picture", draw, &t) >= 5);
        tw_lightmap_release(t.s.light[0].map);
    }
}

static tw_status draw_figure(void *context, uint64_t *out) {
    const scene *s = context;
    tw_figure figure;
    tw_drawing d = {.failed = false};
    tw_figure_options o = {.width = W, .height = H, .hidden = true};
    tw_picture_options marks = {.width = W, .height = H};
    tw_image image = {.width = W, .height = H, .drawing = &d};
    tw_status st = tw_figure_make(&s->f, &o, &figure);
    /* members, for the bytes between them are anything */
    for (size_t i = 0; st == TW_OK && i < figure.piece.count; i++)
        *out = 31 * *out + hash_of(figure.piece.data[i].x, sizeof figure.piece.data[i].x) +
               hash_of(figure.piece.data[i].y, sizeof figure.piece.data[i].y);
    tw_figure_free(&figure);
    if (st == TW_OK) st = tw_picture_mark(&s->f, &marks, &image);
    if (st == TW_OK && d.failed) st = tw_fail_memory();
    if (st == TW_OK) *out ^= d.all.count;
    tw_drawing_free(&d);
    return st;
}

static void figures(void **state) {
    (void)state;
    scene s;
    tw_caption text = {.text = "a text of some words", .size = 0.1, .opacity = 1, .font = 1};
    stand(&s);
    s.f.caption = &text;
    s.f.caption_count = 1;
    assert_true(every("a figure", draw_figure, &s) >= 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(letters), cmocka_unit_test(light_maps), cmocka_unit_test(stages),
        cmocka_unit_test(looks),   cmocka_unit_test(pictures),   cmocka_unit_test(figures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
