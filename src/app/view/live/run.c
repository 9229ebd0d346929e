/* Simulates a scene, or reads a baked film, and shows the frames; see live.h. */
#include "app/view/live/live.h"
#include "app/view/message/json.h"

#include "app/base/stop.h"
#include "app/run/trace.h"
#include "base/file.h"
#include "base/text/memo.h"
#include "library/frames.h"
#include "library/resume.h"
#include "library/scripts.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- frames ---------------------------------------------------------------------------------- */

enum {
    /* largest number of marks of the debug layer in a frame, those of about 2,000 bodies: more
     * would take 1 GB in a long film */
    MARKS = 8000,
    BLURRED = 2000 /* largest number of bodies for which motion blur is computed in the pictures */
};

/* gives up the debug layer: this frame and all later ones have no marks. Tells the windows */
static tw_status leave_out_marks(tw_work *w) {
    w->unmarked = true;
    return tw_say_word(w, TW_SAY_NOTICE, "notice",
                       "the scene is too large for layers of points, forces and names");
}

static tw_status mark(tw_work *w, int number, double t) {
    tw_snapshot_options options = {.layers = TW_LAYERS_DEBUG &
                                             ~(unsigned)(TW_LAYER_BODIES | TW_LAYER_STAMP)};
    tw_frame *f = calloc(1, sizeof *f);
    if (!f) return tw_fail_memory();
    if (w->unmarked) options.layers = 0;
    tw_status s = tw_scene_snapshot(w->scene, &options, number, t, f);
    if (s == TW_OK && f->mark_count > MARKS) {
        tw_frame_drop(f);
        TW_TRY(leave_out_marks(w));
        return mark(w, number, t);
    }
    if (s == TW_OK) s = tw_push(&w->marked, f);
    if (s != TW_OK) tw_frame_drop(f);
    return s;
}

static void unmark(tw_work *w) {
    if (w->marked.count) tw_frame_drop(w->marked.data[--w->marked.count]);
}

/* completes the frames with debug layer by the cameras that were chosen for the film */
static tw_status complete_marks(tw_work *w, const tw_film *film, double aspect) {
    for (size_t i = 0; i < w->marked.count && i < film->frames.count; i++)
        w->marked.data[i]->camera = film->frames.data[i]->camera;
    return tw_frames_complete(w->marked.data, w->marked.count, aspect);
}

static double aspect_of(const tw_work *w) {
    return (double)w->width / w->height;
}

/* sends lights and camera as they would be if the film ended at this frame */
static tw_status say_first(tw_work *w, int number, double t) {
    tw_frame *f = calloc(1, sizeof *f);
    tw_snapshot_options options = {.layers = TW_LAYERS_FINAL};
    if (!f) return tw_fail_memory();
    tw_status s = tw_scene_snapshot(w->scene, &options, number, t, f);
    if (s == TW_OK) s = tw_frames_complete(&f, 1, aspect_of(w));
    if (s == TW_OK) s = tw_reel_complete(&w->reel, &f, &w->marked.data[0], 1);
    if (s == TW_OK) s = tw_say_stage(w, f);
    if (s == TW_OK) s = tw_say_lists(w);
    if (s == TW_OK) s = tw_say_new(w);
    w->reel.stage = NULL;
    tw_frame_drop(f);
    return s;
}

static tw_status look(void *context, int number, double t, tw_frame *frame) {
    tw_work *w = context;
    w->frame = number - 1;
    if (w->again) unmark(w);
    TW_TRY(w->again ? tw_scene_write(w->scene, t, frame)
                    : tw_scene_at_frame(w->scene, number, t, frame));
    TW_TRY(tw_reel_add(&w->reel, frame, w->scene));
    TW_TRY(mark(w, number, t));
    if (number == 1 && !w->again) TW_TRY(say_first(w, number, t));
    return tw_stand_look(w);
}

static tw_status stopped(void *context, bool *again) {
    return tw_stand_stopped(context, again);
}

static tw_status happened(void *context, const tw_store_event *event, double closing) {
    (void)closing;
    tw_reel_event(&((tw_work *)context)->reel, event);
    return TW_OK;
}

static void notice(void *context, const char *text) {
    tw_work *w = context;
    tw_reel_conflict(&w->reel, tw_scene_state_of(w->scene).time, text);
}

/* sends what is known only when the film is complete: cameras, lights, debug layer */
static tw_status say_all(tw_work *w, const tw_film *film) {
    TW_TRY(complete_marks(w, film, aspect_of(w)));
    /* if the simulation failed, the last frame may lack its debug layer */
    size_t count = film->frames.count < w->marked.count ? film->frames.count : w->marked.count;
    TW_TRY(tw_reel_complete(&w->reel, film->frames.data, w->marked.data, count));
    TW_TRY(tw_say_new(w));
    if (!w->reel.stage) return TW_OK;
    TW_TRY(tw_say_stage(w, w->reel.stage));
    TW_TRY(tw_say_lists(w));
    w->said_frames = 0;
    return tw_say_new(w);
}

/* sends the windows the end of the simulation, with its status and text; then takes orders until
 * the line is closed */
static _Noreturn void end(tw_work *w, tw_status s, const char *why) {
    /* told with lines of the text that runs now, after a run from the start */
    if ((s != TW_OK && w->from != INT_MAX) || tw_changed_lines_differ(w))
        (void)tw_tell(w, TW_LETTER_AGAIN, w->frame);
    tw_letter l = {
        .kind = TW_LETTER_END, .sort = (uint32_t)s, .bytes = (uint32_t)strlen(why), .line = -1};
    fflush(stdout);
    if (tw_letter_send(w->line, &l, why) != TW_OK) _exit(0);
    tw_stand_end(w);
}

static tw_status simulate(tw_work *w) {
    const tw_scene_state now = tw_scene_state_of(w->scene);
    tw_scene_listener listener = {.notice = notice, .happened = happened, .context = w};
    tw_film film = {.planned = 0};
    tw_reel_film head = {.name = now.name,
                         .script = w->options->script,
                         .fps = now.fps,
                         .begin = now.time,
                         .duration = now.duration,
                         .width = now.width,
                         .height = now.height,
                         .params = w->param_text};
    tw_film_options options = {.snapshot = {.layers = now.layers},
                               .frames = true,
                               .blur = now.bodies <= BLURRED,
                               .aspect = aspect_of(w),
                               .look = look,
                               .stopped = stopped,
                               .context = w};
    TW_TRY(tw_say_film(w, &head));
    if (!options.blur)
        TW_TRY(tw_say_word(w, TW_SAY_NOTICE, "notice",
                           "the scene is too large for motion blur in frames that are drawn here"));
    w->film = &film;
    w->paced = tw_clock();
    w->paced_time = now.time;
    tw_scene_listen(w->scene, &listener);
    tw_status s = tw_scene_film(w->scene, &options, &film);
    tw_kept kept = tw_failure_keep(s);
    if (w->hand.holds) (void)tw_hand_end(w);
    /* done after a failure, too, so that the part of the film before it is shown */
    tw_status told = say_all(w, &film);
    end(w, s == TW_OK ? told : s, s != TW_OK ? kept.text : told != TW_OK ? tw_failure() : "");
}

/* ---- the script ------------------------------------------------------------------------------ */

static void param(void *context, const char *name, double value, double min, double max,
                  const char *doc) {
    tw_work *w = context;
    const tw_words *moved = &w->task.moved;
    size_t length = strlen(name);
    for (size_t i = 0; i < moved->count; i++)
        if (!strncmp(moved->data[i], name, length) && moved->data[i][length] == '=')
            w->read[i / 64] |= 1ull << i % 64;
    fflush(w->params);
    fprintf(w->params, "%s{\"name\":", w->param_size ? "," : "");
    tw_json_text(w->params, name);
    const struct {
        const char *key;
        double x;
    } numbers[] = {{"value", value}, {"min", min}, {"max", max}};
    for (int i = 0; i < 3; i++) {
        fprintf(w->params, ",\"%s\":", numbers[i].key);
        tw_json_number(w->params, numbers[i].x);
    }
    fputs(",\"doc\":", w->params);
    tw_json_text(w->params, doc);
    fputc('}', w->params);
}

/* callback `poll` of script and simulation: ends the process when the line is closed */
static tw_status poll_line(void *context) {
    tw_stand_check(context);
    return TW_OK;
}

/* prints the script's output. On the way to a frame that was shown before, nothing is printed,
 * since that output was printed then */
static void print(void *context, const char *text, size_t length) {
    const tw_work *w = context;
    if (w->target != TW_NOWHERE && w->target > w->frame) return;
    fwrite(text, 1, length, stdout);
    fflush(stdout);
}

static tw_status work(tw_work *w) {
    const tw_view_options *o = w->options;
    TW_TRY(tw_script_sets(w->script, o->sets.data, o->sets.count));
    TW_TRY(tw_script_sets(w->script, (const char *const *)w->task.moved.data, w->task.moved.count));
    if (w->task.text)
        TW_TRY(tw_script_do_text(w->script, o->script, w->task.text, w->task.text_size));
    else
        TW_TRY(tw_script_do_file(w->script, o->script, 0, NULL));
    TW_TRY(tw_script_need_scenes(w->script, o->script));
    w->scene = tw_script_nth(w->script, 0);
    TW_TRY(tw_live_scene_ref(&w->door, w->scene, &w->scene_ref));
    const tw_scene_state now = tw_scene_state_of(w->scene);
    TW_TRY(tw_trust_film(&o->trust, now.name, tw_scene_frames(w->scene), now.width, now.height));
    w->width = now.width;
    w->height = now.height;
    if (fflush(w->params) != 0 || ferror(w->params)) return tw_fail_memory();
    return simulate(w);
}

/* sends a letter for each moved slider whose parameter the script no longer has */
static void tell_unread(tw_work *w) {
    for (size_t i = 0; i < w->task.moved.count; i++) {
        const char *moved = w->task.moved.data[i];
        if (w->read[i / 64] >> i % 64 & 1) continue;
        tw_letter l = {
            .kind = TW_LETTER_UNREAD, .bytes = (uint32_t)strcspn(moved, "="), .line = -1};
        if (tw_letter_send(w->line, &l, moved) != TW_OK) _exit(0);
    }
}

static tw_status run_script(tw_work *w) {
    const tw_trust *trust = &w->options->trust;
    tw_script_options with = {.bounds = tw_trust_bounds(trust, NULL),
                              .memory = tw_trust_heap(trust, 0),
                              .output = print,
                              .output_context = w,
                              .param = param,
                              .param_context = w,
                              .poll = {poll_line, w}};
    w->params = tw_memo_open(&w->param_text, &w->param_size);
    if (!w->params) return tw_fail_memory();
    TW_TRY(tw_live_open(&w->door, &with));
    w->script = w->door.script;
    if (w->task.text) TW_TRY(tw_changed_note(w));
    w->reel.points = true;
    tw_status s = work(w);
    if (s == TW_USAGE) tell_unread(w);
    return s;
}

/* ---- a baked film ---------------------------------------------------------------------------- */

static tw_status show_store(tw_work *w, tw_store *store) {
    const tw_store_head *h = tw_store_head_of(store);
    size_t count = tw_store_count(store);
    tw_reel_film head = {.name = h->scene,
                         .script = w->options->script,
                         .fps = h->fps,
                         .begin = h->begin,
                         .duration = (double)h->planned / h->fps,
                         .width = h->width,
                         .height = h->height};
    tw_film film = {.planned = h->planned};
    TW_TRY(tw_reserve(&film.frames, count + 1));
    memset(film.frames.data, 0, (count + 1) * sizeof *film.frames.data);
    TW_TRY(tw_reel_read(&w->reel, store, film.frames.data));
    film.frames.count = count;
    w->film = &film;
    w->width = h->width;
    w->height = h->height;
    TW_TRY(tw_say_film(w, &head));
    if (w->reel.stage) TW_TRY(tw_say_stage(w, w->reel.stage));
    TW_TRY(tw_say_lists(w));
    TW_TRY(tw_say_new(w));
    end(w, TW_OK, "");
}

static tw_status run_baked(tw_work *w) {
    tw_store *store;
    TW_TRY(tw_store_open(w->options->script, &store));
    return show_store(w, store);
}

/* sends a letter for each file that the script reads: the film depends on it */
static void tell_file(void *context, const char *path) {
    const tw_work *w = context;
    if (w->script) tw_resume_file(w->script, path);
    struct stat s;
    bool there = stat(path, &s) == 0;
    tw_letter l = {.kind = TW_LETTER_READ, .saved = -1, .size = -1, .line = -1};
    if (there) {
        l.saved = (int64_t)s.st_mtim.tv_sec * 1000000000 + s.st_mtim.tv_nsec;
        l.size = s.st_size;
    }
    l.bytes = (uint32_t)strlen(path);
    if (tw_letter_send(w->line, &l, path) != TW_OK) _exit(0);
}

void tw_view_work(void *options, const char *task, size_t size, int line) {
    static tw_work w;
    w = (tw_work){.options = options,
                  .line = line,
                  .target = TW_NOWHERE,
                  .render = TW_NOWHERE,
                  .from = INT_MAX};
    tw_file_on_read(tell_file, &w);
    tw_status s = tw_task_read(task, size, &w.task);
    if (s == TW_OK) s = tw_reel_open(&w.reel);
    if (s == TW_OK) s = tw_view_is_baked(w.options) ? run_baked(&w) : run_script(&w);
    char why[TW_FAILURE_TEXT];
    snprintf(why, sizeof why, "%s", tw_failure());
    end(&w, s, why);
}
