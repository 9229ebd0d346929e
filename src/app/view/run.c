/* One run of a viewed scene; see view.h. */
#include "app/base/stop.h"
#include "app/run/trace.h"
#include "app/view/json.h"
#include "app/view/page.h"
#include "app/view/view.h"
#include "base/file.h"
#include "base/text/path.h"
#include "frame/film.h"
#include "frame/snapshot.h"
#include "io/store/store.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PAUSE 0.05 /* s between messages with poses */

typedef struct run {
    tw_viewer *viewer;
    tw_script *script;
    tw_scene *scene;
    tw_sim *sim;
    tw_reel reel;
    size_t said_frames, said_things, said_meshes;
    double said;  /* tw_clock of the last message */
    FILE *params; /* JSON of the script's parameters */
    char *param_text;
    size_t param_size;
    uint64_t read[TW_VIEW_MOVED / 64]; /* bits of the sliders that the script has read */
} run;

/* ---- messages ------------------------------------------------------------------------------- */

typedef struct letter {
    FILE *out;
    char *bytes;
    size_t size;
} letter;

static tw_status begin(letter *l) {
    *l = (letter){.out = NULL};
    l->out = open_memstream(&l->bytes, &l->size);
    return l->out ? TW_OK : tw_fail_memory();
}

static tw_status send_off(tw_viewer *v, letter *l, bool text) {
    bool bad = ferror(l->out);
    bad = fclose(l->out) != 0 || bad;
    tw_status s = bad ? tw_fail_memory() : tw_server_say(v->server, text, l->bytes, l->size);
    free(l->bytes);
    return s;
}

static tw_status say_word(tw_viewer *v, const char *type, const char *text) {
    letter l;
    TW_TRY(begin(&l));
    fprintf(l.out, "{\"type\":\"%s\",\"text\":", type);
    tw_json_text(l.out, text);
    fputc('}', l.out);
    return send_off(v, &l, true);
}

static tw_status say_film(tw_viewer *v, const tw_reel_film *film) {
    letter l;
    tw_server_begin(v->server);
    TW_TRY(begin(&l));
    tw_reel_put_film(l.out, film);
    return send_off(v, &l, true);
}

static tw_status say_stage(tw_viewer *v, const tw_frame *f) {
    letter l;
    TW_TRY(begin(&l));
    tw_reel_put_stage(l.out, f);
    return send_off(v, &l, true);
}

static tw_status say_lists(tw_viewer *v, tw_reel *r) {
    letter l;
    TW_TRY(begin(&l));
    tw_reel_put_objects(l.out, r);
    TW_TRY(send_off(v, &l, true));
    TW_TRY(begin(&l));
    tw_reel_put_events(l.out, r);
    return send_off(v, &l, true);
}

/* what is new since the last time: things, then frames */
static tw_status say_new(run *u) {
    letter l;
    tw_reel *r = &u->reel;
    if (u->said_things < r->thing.count) {
        TW_TRY(begin(&l));
        tw_reel_put_things(l.out, r, u->said_things, u->said_meshes);
        TW_TRY(send_off(u->viewer, &l, true));
        u->said_things = r->thing.count;
        u->said_meshes = r->mesh.count;
    }
    if (u->said_frames == r->frame.count) return TW_OK;
    TW_TRY(begin(&l));
    tw_reel_put_frames(l.out, r, u->said_frames, r->frame.count);
    TW_TRY(send_off(u->viewer, &l, false));
    u->said_frames = r->frame.count;
    u->said = tw_clock();
    return TW_OK;
}

/* ---- a scene -------------------------------------------------------------------------------- */

/* lights and camera as they would be if the film ended here */
static tw_status say_first(run *u, int number, double t, double aspect) {
    tw_frame *f = calloc(1, sizeof *f);
    tw_snapshot_options options = {.layers = TW_LAYERS_FINAL, .tracks = tw_scene_tracks(u->scene)};
    if (!f) return tw_fail_memory();
    tw_status s = tw_frame_snapshot(u->sim, &options, number, t, f, NULL);
    if (s == TW_OK) s = tw_film_complete(&f, 1, aspect);
    if (s == TW_OK) s = tw_reel_complete(&u->reel, &f, 1);
    if (s == TW_OK) s = say_stage(u->viewer, f);
    if (s == TW_OK) s = say_lists(u->viewer, &u->reel);
    if (s == TW_OK) s = say_new(u);
    u->reel.stage = NULL;
    tw_frame_destroy(f);
    return s;
}

static tw_status look(void *context, int number, double t, tw_frame *frame) {
    run *u = context;
    const tw_world *w = tw_sim_world(u->sim);
    TW_TRY(tw_scene_on_frame(u->scene, number, t));
    TW_TRY(tw_reel_add(&u->reel, frame, u->sim));
    if (u->reel.frame.count == 1)
        return say_first(u, number, t, (double)w->set.width / w->set.height);
    return tw_clock() - u->said > PAUSE ? say_new(u) : TW_OK;
}

static tw_status ready(void *context, double t) {
    return tw_scene_ready(((run *)context)->scene, t);
}

static tw_status happened(void *context, const tw_happening *h) {
    tw_store_event e = tw_trace_happened(h);
    tw_reel_event(&((run *)context)->reel, &e);
    return TW_OK;
}

static void notice(void *context, const char *text) {
    run *u = context;
    tw_reel_conflict(&u->reel, tw_sim_world(u->sim)->time, text);
}

/* the whole film, with what is chosen over it */
static tw_status say_all(run *u, const tw_film *film) {
    TW_TRY(tw_reel_complete(&u->reel, film->frames.data, film->frames.count));
    TW_TRY(say_new(u));
    if (!u->reel.stage) return TW_OK;
    TW_TRY(say_stage(u->viewer, u->reel.stage));
    TW_TRY(say_lists(u->viewer, &u->reel));
    u->said_frames = 0;
    return say_new(u);
}

static tw_status simulate(run *u) {
    const tw_world *w = tw_scene_world(u->scene);
    tw_film film = {.planned = 0};
    tw_reel_film head = {.name = w->set.name ? w->set.name : "scene",
                         .script = u->viewer->options->script,
                         .fps = w->set.fps,
                         .begin = w->time,
                         .duration = w->set.duration,
                         .width = w->set.width,
                         .height = w->set.height,
                         .params = u->param_text};
    tw_film_options options = {
        .snapshot = {.layers = TW_LAYERS_DEBUG, .tracks = tw_scene_tracks(u->scene)},
        .frames = true,
        .aspect = (double)w->set.width / w->set.height,
        .look = look,
        .ready = ready,
        .context = u};
    TW_TRY(say_film(u->viewer, &head));
    tw_sim_on_happening(u->sim, happened, u);
    tw_sim_on_notice(u->sim, notice, u);
    tw_status s = tw_film_run(u->sim, &options, &film);
    tw_kept kept = tw_failure_keep(s);
    tw_sim_on_notice(u->sim, NULL, NULL);
    tw_sim_on_happening(u->sim, NULL, NULL);
    /* the good part of a film that fails is shown, too */
    tw_status told = u->viewer->changed ? TW_OK : say_all(u, &film);
    tw_film_free(&film);
    return s == TW_OK ? told : tw_failure_again(&kept);
}

/* ---- the script ----------------------------------------------------------------------------- */

static void param(void *context, const char *name, double value, double min, double max,
                  const char *doc) {
    run *u = context;
    tw_viewer *v = u->viewer;
    size_t length = strlen(name);
    for (size_t i = 0; i < v->moved.count; i++)
        if (!strncmp(v->moved.data[i], name, length) && v->moved.data[i][length] == '=')
            u->read[i / 64] |= 1ull << i % 64;
    fflush(u->params);
    fprintf(u->params, "%s{\"name\":", u->param_size ? "," : "");
    tw_json_text(u->params, name);
    const struct {
        const char *key;
        double x;
    } numbers[] = {{"value", value}, {"min", min}, {"max", max}};
    for (int i = 0; i < 3; i++) {
        fprintf(u->params, ",\"%s\":", numbers[i].key);
        tw_json_number(u->params, numbers[i].x);
    }
    fputs(",\"doc\":", u->params);
    tw_json_text(u->params, doc);
    fputc('}', u->params);
}

/* asked by the script and the simulation: Ctrl-C, or something has changed */
static tw_status poll(void *context) {
    run *u = context;
    TW_TRY(tw_stop_poll(NULL));
    if (tw_view_changed(u->viewer)) return tw_fail(TW_INTERRUPTED, "the scene has changed");
    return TW_OK;
}

static tw_status apply(run *u) {
    tw_viewer *v = u->viewer;
    char name[200];
    for (size_t i = 0; i < v->options->sets.count + v->moved.count; i++) {
        const char *set = i < v->options->sets.count ? v->options->sets.data[i]
                                                     : v->moved.data[i - v->options->sets.count];
        const char *value = strchr(set, '=');
        snprintf(name, sizeof name, "%.*s", (int)(value - set), set);
        TW_TRY(tw_script_set(u->script, name, value + 1));
    }
    return TW_OK;
}

static tw_status work(run *u) {
    const tw_view_options *o = u->viewer->options;
    TW_TRY(apply(u));
    if (u->viewer->text)
        TW_TRY(tw_script_run_text(u->script, o->script, u->viewer->text, u->viewer->text_size));
    else
        TW_TRY(tw_script_run_file(u->script, o->script, 0, NULL));
    if (!tw_script_scene_count(u->script))
        return tw_fail(TW_SCRIPT, "%s: the script returns no scene; end it with 'return scene'",
                       o->script);
    u->scene = tw_script_scene(u->script, 0);
    u->sim = tw_scene_sim(u->scene);
    const tw_world *w = tw_scene_world(u->scene);
    TW_TRY(tw_trust_film(&o->trust, w->set.name ? w->set.name : "scene",
                         tw_pace_frames(w->set.duration, w->set.fps), w->set.width, w->set.height));
    fflush(u->params);
    return simulate(u);
}

/* sliders of parameters that the script does not have any more are forgotten; true: there were */
static bool drop_unread(run *u) {
    tw_viewer *v = u->viewer;
    size_t kept = 0, count = v->moved.count;
    for (size_t i = 0; i < count; i++)
        if (u->read[i / 64] >> i % 64 & 1)
            v->moved.data[kept++] = v->moved.data[i];
        else
            free(v->moved.data[i]);
    v->moved.count = kept;
    return kept < count;
}

static tw_status run_script(tw_viewer *v, bool *again) {
    run u = {.viewer = v};
    const tw_trust *trust = &v->options->trust;
    tw_script_options with = {.bounds = tw_trust_bounds(trust, NULL),
                              .memory = tw_trust_heap(trust, 0),
                              .param = param,
                              .param_context = &u,
                              .poll = poll,
                              .poll_context = &u};
    u.params = open_memstream(&u.param_text, &u.param_size);
    tw_status s = u.params ? tw_reel_open(&u.reel) : tw_fail_memory();
    u.reel.points = true;
    if (s == TW_OK) s = tw_script_create(&with, &u.script);
    if (s == TW_OK) s = work(&u);
    tw_kept kept = tw_failure_keep(s);
    *again = s == TW_USAGE && drop_unread(&u);
    tw_script_destroy(u.script);
    tw_reel_free(&u.reel);
    if (u.params) fclose(u.params);
    free(u.param_text);
    return tw_failure_again(&kept);
}

/* ---- a baked film --------------------------------------------------------------------------- */

static tw_status show_store(tw_viewer *v, tw_store *store) {
    const tw_store_head *h = tw_store_head_of(store);
    size_t count = tw_store_count(store);
    tw_reel_film head = {.name = h->scene,
                         .script = v->options->script,
                         .fps = h->fps,
                         .begin = h->begin,
                         .duration = (double)h->planned / h->fps,
                         .width = h->width,
                         .height = h->height};
    run u = {.viewer = v};
    tw_frame **all = calloc(count + 1, sizeof *all);
    tw_status s = all ? tw_reel_open(&u.reel) : tw_fail_memory();
    if (s == TW_OK) s = tw_reel_read(&u.reel, store, all);
    if (s == TW_OK) s = say_film(v, &head);
    if (s == TW_OK && u.reel.stage) s = say_stage(v, u.reel.stage);
    if (s == TW_OK) s = say_lists(v, &u.reel);
    if (s == TW_OK) s = say_new(&u);
    for (size_t k = 0; all && k < count; k++)
        if (all[k]) tw_frame_destroy(all[k]);
    free(all);
    tw_reel_free(&u.reel);
    return s;
}

static tw_status run_baked(tw_viewer *v) {
    tw_store *store;
    TW_TRY(tw_store_open(v->options->script, &store));
    tw_status s = show_store(v, store);
    tw_store_close(store);
    return s;
}

tw_status tw_view_run(tw_viewer *v) {
    bool again = false;
    tw_status s = tw_ends_in(v->options->script, ".twb") ? run_baked(v) : run_script(v, &again);
    if (again) s = run_script(v, &again);
    if (v->changed) return tw_stop_poll(NULL);
    if (s == TW_INTERRUPTED) return s;
    if (s != TW_OK) return say_word(v, "error", tw_failure());
    return say_word(v, "done", "");
}
