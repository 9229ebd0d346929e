/* tw_play and tw_draw: films and pictures of the library; see include/tauwerk.h. */
#include "library/engine.h"

#include "frame/film.h"
#include "frame/look.h"
#include "io/picture/image.h"
#include "picture/picture.h"
#include "timeline/sim.h"

#include <stdlib.h>
#include <string.h>

/* ---- films ---------------------------------------------------------------------------------- */

typedef struct player {
    tw_engine *engine;
    tw_scene *scene;
    tw_status (*look)(void *context, int frame, double time);
    void *context;
} player;

static tw_status look(void *context, int number, double t, tw_frame *frame) {
    player *p = context;
    (void)frame;
    TW_TRY(tw_scene_on_frame(p->scene, number, t));
    if (!p->look) return TW_OK;
    tw_fail(TW_OK, "%s", "");
    tw_status s = p->look(p->context, number, t);
    if (s != TW_OK && !*tw_failure()) tw_fail(s, "the function given to tw_play failed");
    return s;
}

static tw_status play(player *p, int *passed, int *failed) {
    tw_film film = {0};
    tw_film_options o = {.aspect = 1, .look = look, .context = p};
    tw_status s = tw_film_run(tw_scene_sim(p->scene), &o, &film);
    tw_film_free(&film);
    TW_TRY(s);
    int good, bad;
    TW_TRY(tw_scene_checks(p->scene, NULL, NULL, &good, &bad));
    if (passed) *passed = good;
    if (failed) *failed = bad;
    if (bad) return tw_fail(TW_MISMATCH, "%d of %d checks failed", bad, good + bad);
    return TW_OK;
}

tw_status tw_play(tw_engine *e, tw_ref scene,
                  tw_status (*look_at)(void *context, int frame, double time), void *context,
                  int *passed, int *failed) {
    TW_TRY(tw_engine_check(e));
    player p = {.engine = e, .look = look_at, .context = context};
    if (passed) *passed = 0;
    if (failed) *failed = 0;
    if (tw_engine_calls(e))
        return tw_engine_done(
            e,
            tw_fail(TW_ARGUMENT, "tw_play: cannot be called by a function that the engine calls"));
    int held;
    tw_status s = tw_door_hold(&e->door, scene, &p.scene, &held);
    if (s == TW_OK) {
        e->calls++;
        s = play(&p, passed, failed);
        e->calls--;
        tw_door_let_go(&e->door, held);
    }
    return tw_engine_done(e, s);
}

/* ---- pictures ------------------------------------------------------------------------------- */

static tw_status take_options(const tw_draw_options *given, const tw_world *w, tw_draw_options *o) {
    *o = (tw_draw_options){.size = sizeof *o};
    if (given && (given->size < sizeof given->size || given->size > sizeof *o))
        return tw_fail(TW_ARGUMENT,
                       "tw_draw: field 'size': expected sizeof(tw_draw_options), at most %zu in "
                       "this version, got %zu",
                       sizeof *o, given->size);
    if (given) memcpy(o, given, given->size);
    if (o->width == 0) o->width = w->set.width;
    if (o->height == 0) o->height = w->set.height;
    if (o->width < 1 || o->width > TW_PICTURE_MOST || o->height < 1 || o->height > TW_PICTURE_MOST)
        return tw_fail(TW_ARGUMENT, "tw_draw: expected a size of 1 to %d pixels, got %d x %d",
                       TW_PICTURE_MOST, o->width, o->height);
    if (o->quality < TW_DRAW_DRAFT || o->quality > TW_DRAW_FINAL)
        return tw_fail(TW_ARGUMENT, "tw_draw: field 'quality': expected 0 to %d, got %d",
                       TW_DRAW_FINAL, (int)o->quality);
    return TW_OK;
}

static tw_status find_look(const char *name, const tw_look_kind **kind) {
    *kind = NULL;
    if (!name) return TW_OK;
    const char *near = NULL;
    *kind = tw_look_find(name, &near);
    if (*kind) return TW_OK;
    return tw_fail(TW_ARGUMENT, "tw_draw: field 'look': there is no look '%s'%s%s%s", name,
                   near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}

/* makes the frame of the scene's present time, with look and camera chosen */
static tw_status make_frame(tw_scene *scene, const tw_draw_options *o, tw_frame *frame) {
    const tw_world *w = tw_scene_world(scene);
    tw_snapshot_options options = {.layers = tw_scene_layers(scene),
                                   .tracks = tw_scene_tracks(scene)};
    TW_TRY(find_look(o->look, &options.look));
    TW_TRY(tw_scene_ready(scene, w->time));
    TW_TRY(tw_frame_snapshot(tw_scene_sim(scene), &options, 1, w->time, frame, NULL));
    TW_TRY(tw_scene_captions(scene, w->time, frame));
    tw_frame *const film[] = {frame};
    return tw_film_complete(film, 1, (double)o->width / o->height);
}

static tw_status draw(tw_engine *e, const tw_frame *frame, const tw_draw_options *o,
                      uint8_t *pixels, const char *path) {
    static const tw_quality qualities[] = {TW_QUALITY_DRAFT, TW_QUALITY_NORMAL, TW_QUALITY_FINE,
                                           TW_QUALITY_FINAL};
    tw_picture_options picture = {.width = o->width,
                                  .height = o->height,
                                  .quality = qualities[o->quality],
                                  .alpha = o->alpha};
    if (!e->team)
        TW_TRY(tw_team_create(e->options.threads ? e->options.threads : tw_processors(), &e->team));
    tw_image image;
    TW_TRY(tw_image_create_for(&picture, &image));
    tw_status s = tw_picture_draw(frame, &picture, e->team, &image);
    if (s == TW_OK && path) s = tw_png_write(path, o->width, o->height, image.srgb, o->alpha);
    if (s == TW_OK && pixels) memcpy(pixels, image.srgb, 4 * (size_t)o->width * (size_t)o->height);
    tw_image_free(&image);
    return s;
}

tw_status tw_draw(tw_engine *e, tw_ref scene, const tw_draw_options *options, uint8_t *pixels,
                  const char *path) {
    TW_TRY(tw_engine_check(e));
    tw_scene *s;
    tw_draw_options o;
    tw_status status = tw_door_scene(&e->door, scene, &s);
    if (status == TW_OK) status = take_options(options, tw_scene_world(s), &o);
    tw_frame *frame = NULL;
    if (status == TW_OK && !(frame = calloc(1, sizeof *frame))) status = tw_fail_memory();
    if (status == TW_OK) status = make_frame(s, &o, frame);
    if (status == TW_OK) status = draw(e, frame, &o, pixels, path);
    tw_kept kept = tw_failure_keep(status);
    if (frame) tw_frame_destroy(frame);
    return tw_engine_done(e, tw_failure_again(&kept));
}
