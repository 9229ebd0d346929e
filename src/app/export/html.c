/* Export of a page with a player (app/view), from a script's scene and from a baked film. */
#include "app/export/export.h"
#include "app/run/trace.h"
#include "app/view/reel/page.h"
#include "library/frames.h"

#include <stdlib.h>

/* ---- of a scene ----------------------------------------------------------------------------- */

typedef struct shooting {
    tw_reel reel;
    tw_scene *scene;
} shooting;

static tw_status look(void *context, int number, double t, const tw_frame *frame) {
    shooting *s = context;
    (void)number, (void)t;
    return tw_reel_add(&s->reel, frame, s->scene);
}

static tw_status happened(void *context, const tw_store_event *event, double closing) {
    (void)closing;
    tw_reel_event(&((shooting *)context)->reel, event);
    return TW_OK;
}

static void notice(void *context, const char *text) {
    shooting *s = context;
    tw_reel_conflict(&s->reel, tw_scene_state_of(s->scene).time, text);
}

tw_status tw_export_html(tw_scene *scene, const char *path, tw_report *report) {
    const tw_scene_state now = tw_scene_state_of(scene);
    shooting one = {.scene = scene};
    tw_scene_listener listener = {.notice = notice, .happened = happened, .context = &one};
    tw_film film = {.planned = 0};
    tw_reel_film head = {.name = now.name,
                         .fps = now.fps,
                         .begin = now.time,
                         .duration = now.duration,
                         .width = now.width,
                         .height = now.height};
    tw_scene_look looks = {
        .frame = look, .context = &one, .film = &film, .layers = TW_LAYERS_DEBUG};
    TW_TRY(tw_page_there("export"));
    tw_status s = tw_reel_open(&one.reel);
    tw_scene_listen(scene, &listener);
    if (s == TW_OK) s = tw_scene_play(scene, &looks, report);
    tw_scene_listen(scene, NULL);
    tw_frame **all = film.frames.data;
    if (s == TW_OK) s = tw_reel_complete(&one.reel, all, all, film.frames.count);
    /* events of the script may have changed the scene's name */
    head.name = tw_scene_state_of(scene).name;
    if (s == TW_OK) s = tw_page_save(&one.reel, &head, path);
    tw_film_drop(&film);
    tw_reel_free(&one.reel);
    return s;
}

/* ---- of a baked film ------------------------------------------------------------------------ */

static tw_status export_store(tw_store *store, const char *from, const char *path) {
    const tw_store_head *h = tw_store_head_of(store);
    size_t count = tw_store_count(store);
    tw_reel_film head = {.name = h->scene,
                         .fps = h->fps,
                         .begin = h->begin,
                         .duration = (double)h->planned / h->fps,
                         .width = h->width,
                         .height = h->height};
    if (!tw_store_end_of(store))
        return tw_fail(TW_IO, "%s: the film is not whole: %zu of %d frames", from, count,
                       h->planned);
    if (h->parts > 1)
        return tw_fail(TW_USAGE,
                       "export: %s is a film of %d scenes and cards, a page shows one scene: bake "
                       "the scenes by themselves",
                       from, h->parts);
    tw_frame **all = calloc(count + 1, sizeof *all);
    tw_reel r = {.stage = NULL};
    tw_status s = all ? tw_reel_open(&r) : tw_fail_memory();
    if (s == TW_OK) s = tw_reel_read(&r, store, all);
    if (s == TW_OK) s = tw_page_save(&r, &head, path);
    for (size_t k = 0; all && k < count; k++) tw_frame_drop(all[k]);
    free(all);
    tw_reel_free(&r);
    return s;
}

tw_status tw_export_html_baked(const char *from, const char *path) {
    tw_store *store;
    TW_TRY(tw_page_there("export"));
    TW_TRY(tw_store_open(from, &store));
    tw_status s = export_store(store, from, path);
    tw_store_close(store);
    return s;
}
