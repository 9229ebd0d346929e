/*
 * Scenes of a script, one after the other: simulate, draw, check; see run.h.
 *
 * A simulation that fails (status 3) leaves a good part of the film: it is drawn, and then the
 * failure is told. Whatever else goes wrong ends the run at once; failed checks only at its end.
 */
#include "app/run.h"

#include "app/keep.h"
#include "app/letters.h"
#include "app/manifest.h"
#include "app/movie_feed.h"
#include "app/run_feed.h"
#include "app/stop.h"
#include "app/sweep.h"
#include "app/trace.h"
#include "app/version.h"
#include "base/file.h"
#include "base/path.h"
#include "base/thread.h"
#include "frame/film.h"
#include "io/store.h"
#include "script/change.h"
#include "script/script.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME = TW_PATH_WORD, PATH = 2048 };

typedef struct run {
    tw_run_options o;
    tw_report *report;
    tw_script *script;
    uint64_t program, source; /* digests of the program and of the script */
    int checks_passed, checks_failed;
    tw_summary *summary; /* NULL: not asked for */
    tw_keep keep;
} run;

/* one scene at work */
typedef struct shot {
    run *run;
    tw_scene *scene;
    tw_sim *sim;
    const tw_world *world;
    char name[NAME], folder[PATH];
    tw_trace trace;
    tw_film film;
    unsigned layers;
    tw_pace pace;
    int planned; /* pictures of the whole film */
    char facts[TW_FACTS];
    tw_movie_feed *video;    /* NULL: none */
    tw_feed feed;            /* with a renderer: pictures are drawn */
    tw_store_writer *writer; /* baking */
    char bake[PATH];
    int width, height;
    int frames; /* pictures that are there now */
    bool letters_told;
    bool late; /* pictures are drawn when the simulation has ended (keep.h) */
    double began;
} shot;

/* ---- paths --------------------------------------------------------------------------------- */

/* where the tables of a scene go: one file each, if the script has several scenes */
static tw_status table_path(const shot *s, const char *path, char out[PATH]) {
    int n = tw_script_scene_count(s->run->script) > 1 ? tw_path_insert(path, s->name, out, PATH)
                                                      : snprintf(out, PATH, "%s", path);
    return n < PATH ? TW_OK : tw_fail(TW_IO, "the path of the table %s is too long", path);
}

static tw_status open_trace(shot *s) {
    char path[4][PATH];
    const tw_run_options *o = &s->run->o;
    const char *asked[] = {o->trace, o->constraints, o->events, o->records};
    for (int i = 0; i < 4; i++)
        if (asked[i]) TW_TRY(table_path(s, asked[i], path[i]));
    tw_trace_paths paths = {asked[0] ? path[0] : NULL, asked[1] ? path[1] : NULL,
                            asked[2] ? path[2] : NULL, asked[3] ? path[3] : NULL};
    return tw_trace_open(&paths, &s->trace);
}

static tw_status open_folder(shot *s) {
    const char *folder = s->run->o.folder;
    int n = folder ? snprintf(s->folder, PATH, "%s", folder)
                   : snprintf(s->folder, PATH, "renders/%s", s->name);
    if (n >= PATH) return tw_fail(TW_IO, "the path of the folder %s is too long", folder);
    return TW_OK;
}

/* ---- one scene ----------------------------------------------------------------------------- */

/* says once which character of the film's texts cannot be drawn. Where no letter can, who draws
 * says so */
static void check_letters(shot *s, const tw_frame *frame) {
    char text[400], line[800];
    bool missing;
    if (s->letters_told) return;
    if (tw_letters_missing(frame, &missing, text, sizeof text) != TW_OK || !missing) return;
    s->letters_told = true;
    snprintf(line, sizeof line, "%s: %s", s->name, text);
    tw_report_line(s->run->report, "notice", s->name, line);
}

static tw_status shown(void *context, double t, tw_frame *frame) {
    shot *s = context;
    TW_TRY(tw_scene_captions(s->scene, t, frame));
    check_letters(s, frame);
    return TW_OK;
}

static tw_status look(void *context, int number, double t, tw_frame *frame) {
    shot *s = context;
    TW_TRY(tw_keep_frame(&s->run->keep, number));
    TW_TRY(tw_scene_on_frame(s->scene, number, t));
    if (frame) TW_TRY(shown(s, t, frame));
    TW_TRY(tw_trace_frame(&s->trace, s->sim, number, t));
    tw_report_at(s->run->report, t - s->film.begin);
    return TW_OK;
}

static tw_status ready(void *context, double t) {
    return tw_scene_ready(((shot *)context)->scene, t);
}

static void notice(void *context, const char *text) {
    shot *s = context;
    char line[2400];
    snprintf(line, sizeof line, "%s: %s", s->name, text);
    tw_report_line(s->run->report, "notice", s->name, line);
}

/* the pictures of the video, in order */
static tw_status list_picture(shot *s, const tw_frame *f) {
    const tw_run_options *o = &s->run->o;
    char path[2 * PATH];
    if (!s->video || !tw_frame_chosen(f->number, o->range)) return TW_OK;
    snprintf(path, sizeof path, "%s/%s.%04d.png", s->folder, s->name, f->number);
    return tw_movie_feed_next(s->video, f->number, path);
}

static void picture_ready(void *context, int number) {
    shot *s = context;
    if (s->video) tw_movie_feed_ready(s->video, number);
}

static tw_status finished(void *context, tw_frame *frame) {
    shot *s = context;
    if (!s->writer) {
        tw_status listed = list_picture(s, frame);
        if (listed == TW_OK) return tw_feed_frame(&s->feed, frame);
        tw_frame_destroy(frame);
        return listed;
    }
    tw_status status = tw_store_add(s->writer, frame);
    tw_frame_destroy(frame);
    s->frames += status == TW_OK;
    return status;
}

static tw_status happened(void *context, const tw_happening *h) {
    shot *s = context;
    tw_store_event e = tw_trace_happened(h);
    tw_trace_event(&s->trace, &e);
    return s->writer ? tw_store_note(s->writer, &e) : TW_OK;
}

static tw_status simulate(shot *s) {
    const tw_run_options *o = &s->run->o;
    tw_film_options film = {
        .snapshot = {.layers = s->layers, .tracks = tw_scene_tracks(s->scene), .look = o->look},
        .frames = s->writer || s->feed.renderer || s->late,
        .blur = o->quality != TW_QUALITY_DRAFT,
        .motion = o->extras & TW_EXTRA_MOTION,
        .ready = ready,
        .finished = finished,
        .aspect = (double)s->width / s->height,
        .pace = &s->pace,
        .look = look,
        .shown = shown,
        .context = s};
    char what[NAME + 20];
    snprintf(what, sizeof what, "%s: simulating", s->name);
    tw_sim_on_notice(s->sim, notice, s);
    if (s->writer || o->events) tw_sim_on_happening(s->sim, happened, s);
    tw_report_begin(s->run->report, what, s->world->set.duration, "s");
    tw_status status = tw_film_run(s->sim, &film, &s->film);
    tw_sim_on_notice(s->sim, NULL, NULL);
    tw_sim_on_happening(s->sim, NULL, NULL);
    tw_report_end(s->run->report);
    return status;
}

/* ---- where the frames go ------------------------------------------------------------------- */

static tw_status open_renderer(shot *s) {
    const tw_run_options *o = &s->run->o;
    tw_facts_make(&(tw_facts){.script = o->script,
                              .scene = s->name,
                              .options = o->words,
                              .program = s->run->program,
                              .source = s->run->source,
                              .width = s->width,
                              .height = s->height},
                  s->facts);
    tw_render render = {.count = tw_frames_chosen(s->planned, o->range),
                        .folder = s->folder,
                        .name = s->name,
                        .facts = s->facts,
                        .program = s->run->program,
                        .film = tw_film_key(&(tw_film_facts){.source = s->run->source,
                                                             .sets = o->sets.data,
                                                             .set_count = o->sets.count,
                                                             .look = o->look,
                                                             .layers = s->layers,
                                                             .fps = s->world->set.fps,
                                                             .frames = s->planned}),
                        .fps = s->world->set.fps,
                        .format = o->format,
                        .picture = {.width = s->width,
                                    .height = s->height,
                                    .quality = o->quality,
                                    .alpha = o->alpha,
                                    .samples = o->samples,
                                    .ground = o->ground,
                                    .extras = o->extras},
                        .threads = o->threads ? o->threads : tw_processors(),
                        .ready = picture_ready,
                        .context = s,
                        .report = s->run->report};
    return tw_renderer_open(&render, &s->feed.renderer);
}

static tw_status open_video(shot *s) {
    const tw_run_options *o = &s->run->o;
    char path[PATH];
    TW_TRY(table_path(s, o->video, path));
    tw_movie movie = {.output = path,
                      .fps = s->world->set.fps / (o->range.first ? o->range.step : 1),
                      .crf = -1,
                      .title = s->name,
                      .report = s->run->report};
    return tw_movie_feed_open(&movie, s->width, s->height, &s->video);
}

static tw_status close_video(shot *s) {
    tw_movie_feed *video = s->video;
    s->video = NULL;
    return video ? tw_movie_feed_close(video) : TW_OK;
}

static tw_status open_store(shot *s) {
    const tw_run_options *o = &s->run->o;
    TW_TRY(table_path(s, o->bake, s->bake));
    tw_store_head head = {.scene = s->name,
                          .script = o->script,
                          .made_by = TW_VERSION,
                          .begin = s->world->time,
                          .fps = s->world->set.fps,
                          .planned = s->planned,
                          .width = s->width,
                          .height = s->height,
                          .layers = s->layers,
                          .program = s->run->program,
                          .source = s->run->source};
    return tw_store_create(s->bake, &head, &s->writer);
}

static void told(shot *s, const char *words) {
    char line[PATH + NAME + 400];
    snprintf(line, sizeof line, "%s: %s", s->name, words);
    tw_report_line(s->run->report, "done", s->name, line);
}

static tw_status close_renderer(shot *s) {
    tw_renderer *renderer = s->feed.renderer;
    if (!renderer) return TW_OK;
    tw_drawn drawn;
    char words[PATH + 300];
    tw_renderer_rest(renderer);
    TW_TRY(tw_feed_rest(&s->feed));
    s->feed.renderer = NULL;
    tw_renderer_ends(renderer, (int)s->feed.frames.count, !s->run->o.range.first);
    tw_status closed = tw_renderer_close(renderer, false, &drawn);
    s->frames = drawn.pictures;
    TW_TRY(closed);
    TW_TRY(close_video(s));
    tw_drawn_words(&drawn, s->folder, tw_clock() - s->began, words, sizeof words);
    told(s, words);
    return TW_OK;
}

static tw_status close_store(shot *s, tw_status simulated, const char *failure) {
    tw_store_writer *writer = s->writer;
    if (!writer) return TW_OK;
    s->writer = NULL;
    char words[PATH + 100];
    double size = 1e-6 * (double)tw_store_written(writer);
    TW_TRY(tw_store_commit(writer, &(tw_store_end){(int)simulated, s->film.end, failure}));
    snprintf(words, sizeof words, "%d frame%s in %s, %.1f MB (%.1f s)", s->frames,
             s->frames == 1 ? "" : "s", s->bake, size, tw_clock() - s->began);
    told(s, words);
    return TW_OK;
}

static void check(void *context, const tw_check *c) {
    run *r = context;
    if (c->passed) return;
    char line[2048];
    snprintf(line, sizeof line, "%s:%d: check '%s' failed: %s", c->file, c->line, c->label,
             c->text);
    tw_report_line(r->report, "check", NULL, line);
}

static tw_status check_frames(const shot *s) {
    int planned = s->planned, first = s->run->o.range.first;
    if (first <= planned) return TW_OK;
    return tw_fail(TW_USAGE, "run: option '--frames': the film '%s' has %d frames, got %d", s->name,
                   planned, first);
}

static tw_status simulate_and_draw(shot *s) {
    TW_TRY(check_frames(s));
    TW_TRY(open_folder(s));
    TW_TRY(open_trace(s));
    if (s->run->o.bake)
        TW_TRY(open_store(s));
    else if (!s->run->o.no_render && !s->late)
        TW_TRY(open_renderer(s));
    if (s->run->o.video) TW_TRY(open_video(s));
    tw_status status = simulate(s);
    tw_keep_close(&s->run->keep);
    bool good_part = status == TW_OK || tw_status_exit(status) == 3;
    tw_kept kept = tw_failure_keep(status);
    if (!good_part) return status;
    TW_TRY(tw_trace_records(&s->trace, s->scene));
    TW_TRY(tw_trace_close(&s->trace));
    if (s->late) TW_TRY(open_renderer(s));
    TW_TRY(close_renderer(s));
    TW_TRY(close_store(s, status, kept.text));
    return status == TW_OK ? TW_OK : tw_fail(status, "%s: %s", s->name, kept.text);
}

/* several scenes are told apart by their names */
static tw_status summarise(const shot *s, int passed, int failed) {
    char prefix[NAME + 2] = "";
    if (tw_script_scene_count(s->run->script) > 1) snprintf(prefix, sizeof prefix, "%s.", s->name);
    return tw_summary_scene(s->run->summary, prefix, s->scene, passed, failed);
}

/* after a failure, which stays the one to tell: what is drawn is recorded, what is begun dropped */
static void abandon(shot *s, tw_status status) {
    tw_kept kept = tw_failure_keep(status);
    if (s->feed.renderer) tw_renderer_close(s->feed.renderer, true, NULL);
    tw_movie_feed_drop(s->video);
    tw_store_discard(s->writer);
    tw_trace_discard(&s->trace);
    tw_failure_again(&kept);
}

static tw_status run_scene(run *r, tw_scene *scene) {
    shot s = {.run = r,
              .scene = scene,
              .sim = tw_scene_sim(scene),
              .world = tw_scene_world(scene),
              .began = tw_clock()};
    tw_path_word(s.world->set.name ? s.world->set.name : "", s.name);
    s.width = r->o.width ? r->o.width : s.world->set.width;
    s.height = r->o.height ? r->o.height : s.world->set.height;
    s.layers = r->o.layers ? r->o.layers : tw_scene_layers(scene);
    if (r->o.extras & TW_EXTRA_FORCES) s.layers |= TW_LAYER_FORCES;
    s.late = !r->keep.off && !r->o.no_render && !r->o.bake;
    s.feed = (tw_feed){.layers = s.layers,
                       .range = r->o.range,
                       .aspect = (double)s.width / s.height,
                       .threads = s.late         ? 1
                                  : r->o.threads ? r->o.threads
                                                 : tw_processors(),
                       .late = s.late};
    tw_status status = tw_scene_pace(scene, &s.pace);
    s.planned = tw_pace_frames(s.pace.length, s.world->set.fps);
    if (status == TW_OK) {
        tw_report_scene(r->report, s.name, s.planned);
        status = simulate_and_draw(&s);
    }
    abandon(&s, status);
    tw_pace_free(&s.pace);
    tw_feed_free(&s.feed);
    tw_film_free(&s.film);
    if (status == TW_OK) {
        int passed = 0, failed = 0;
        status = tw_scene_checks(scene, check, r, &passed, &failed);
        r->checks_passed += passed;
        r->checks_failed += failed;
        if (status == TW_OK) status = summarise(&s, passed, failed);
    }
    tw_report_result(r->report, s.name, status, s.frames, tw_clock() - s.began);
    return status;
}

/* ---- the script ---------------------------------------------------------------------------- */

tw_status tw_apply_sets(tw_script *script, const char *const *sets, size_t count) {
    for (size_t i = 0; i < count; i++) {
        char name[256];
        size_t n = strcspn(sets[i], "=");
        if (n >= sizeof name) return tw_fail(TW_USAGE, "the name in --set %s is too long", sets[i]);
        memcpy(name, sets[i], n);
        name[n] = '\0';
        TW_TRY(tw_script_set(script, name, sets[i] + n + 1));
    }
    return TW_OK;
}

static tw_status run_scenes(run *r) {
    TW_TRY(tw_apply_sets(r->script, r->o.sets.data, r->o.sets.count));
    tw_keep_open(r->script, r->report, &r->keep);
    if (!r->keep.off) TW_TRY(tw_script_track(r->script, r->o.script));
    TW_TRY(tw_script_run_file(r->script, r->o.script, 0, NULL));
    int n = tw_script_scene_count(r->script);
    if (n == 0)
        return tw_fail(TW_SCRIPT,
                       "%s: the script returns no scene to animate; end it with 'return scene', or "
                       "run it with 'tauwerk lua %s'",
                       r->o.script, r->o.script);
    r->keep.off |= n > 1;
    for (int i = 0; i < n; i++) TW_TRY(run_scene(r, tw_script_scene(r->script, i)));
    int passed = 0, failed = 0;
    TW_TRY(tw_script_checks(r->script, check, r, &passed, &failed));
    r->checks_passed += passed;
    r->checks_failed += failed;
    if (!r->checks_failed) return TW_OK;
    return tw_fail(TW_MISMATCH, "%d of %d checks failed", r->checks_failed,
                   r->checks_failed + r->checks_passed);
}

static tw_status run_script(run *r) {
    double began = tw_clock();
    r->program = tw_digest_file("/proc/self/exe");
    r->source = tw_digest_file(r->o.script);
    TW_TRY(tw_limits(r->o.limit_time, r->o.limit_memory));
    if (r->o.summary) TW_TRY(tw_summary_open(r->o.summary, &r->summary));
    tw_script_options options = {.output = tw_report_print,
                                 .output_context = r->report,
                                 .poll = tw_stop_poll,
                                 .memory = (size_t)r->o.limit_memory << 20};
    tw_status status = tw_script_create(&options, &r->script);
    if (status == TW_OK) status = run_scenes(r);
    tw_report_end(r->report);
    tw_report_result(r->report, NULL, status, 0, tw_clock() - began);
    return status;
}

/* the words of the command line with spaces between */
static char *joined(int argc, char *const *argv) {
    size_t n = 1;
    for (int i = 0; i < argc; i++) n += strlen(argv[i]) + 1;
    char *text = calloc(n, 1);
    for (int i = 0; text && i < argc; i++) {
        if (i) strcat(text, " ");
        strcat(text, argv[i]);
    }
    return text;
}

static tw_status check_video(const tw_run_options *o) {
    if (o->no_render) return tw_fail(TW_USAGE, "run: --video needs pictures, without --no-render");
    if (o->format != TW_FORMAT_PNG)
        return tw_fail(TW_USAGE, "run: --video is made of pictures in the format png");
    if (!strcmp(o->video, "-"))
        return tw_fail(TW_USAGE, "run: option '--video': expected a file; 'tauwerk movie DIR -o -' "
                                 "writes to the standard output");
    return TW_OK;
}

static tw_status read_options(const tw_option_table *table, int argc, char *const *argv,
                              tw_run_options *o) {
    int used;
    TW_TRY(tw_options_read(table, argc, argv, o, &used));
    if (!o->script)
        return tw_fail(TW_USAGE, "%s: which script? (see 'tauwerk help %s')", table->command,
                       table->command);
    if (table == &tw_bake_table && !o->bake)
        return tw_fail(TW_USAGE, "bake: which file? Say -o FILE.twb");
    TW_TRY(tw_check_pictures(table, o));
    if (o->jobs && !o->sweeps.count) return tw_fail(TW_USAGE, "run: --jobs is for --sweep");
    return o->video ? check_video(o) : TW_OK;
}

static tw_status run_as(const tw_option_table *table, int argc, char *const *argv) {
    run r = {.o = {.quality = TW_QUALITY_NORMAL,
                   .format = TW_FORMAT_ANY,
                   .ground = TW_CATCH_UNSAID,
                   .range = {.step = 1}}};
    char *words = joined(argc, argv);
    tw_status status = words ? TW_OK : tw_fail_memory();
    r.o.words = words;
    if (status == TW_OK) status = read_options(table, argc, argv, &r.o);
    bool sweep = status == TW_OK && r.o.sweeps.count > 0;
    if (sweep) status = tw_sweep(&r.o, argc, argv);
    if (status == TW_OK && !sweep) status = tw_report_create(r.o.quiet, r.o.json, &r.report);
    if (status == TW_OK && !sweep) status = run_script(&r);
    tw_kept kept = tw_failure_keep(status);
    tw_script_destroy(r.script);
    tw_status closed = tw_report_close(r.report);
    /* a failed check is a result, and the summary tells it */
    if (status == TW_OK || status == TW_MISMATCH) {
        tw_status summed = tw_summary_close(r.summary);
        if (closed == TW_OK) closed = summed;
    } else {
        tw_summary_discard(r.summary);
    }
    tw_array_free(&r.o.sets);
    tw_array_free(&r.o.sweeps);
    free(words);
    return status == TW_OK ? closed : tw_failure_again(&kept);
}

tw_status tw_run(int argc, char *const *argv) {
    return run_as(&tw_run_table, argc, argv);
}

tw_status tw_bake(int argc, char *const *argv) {
    return run_as(&tw_bake_table, argc, argv);
}

tw_status tw_render_baked(int argc, char *const *argv) {
    char *words = joined(argc, argv);
    if (!words) return tw_fail_memory();
    tw_status status = tw_render_words(argc, argv, words);
    free(words);
    return status;
}
