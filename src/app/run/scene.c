/*
 * One scene of a run: simulate, draw, check; see impl.h.
 *
 * If a simulation fails (exit status 3), the part of the film before is drawn, and then the failure
 * is reported.
 */
#include "app/base/stop.h"
#include "app/run/impl.h"
#include "app/version.h"
#include "base/file.h"
#include "base/thread.h"
#include "library/frames.h"
#include "library/picture/letters.h"

#include <stdio.h>
#include <string.h>

/* ---- paths --------------------------------------------------------------------------------- */

/* path of a scene's table: `path`, or, if the script has several scenes, a file for each with the
 * scene's name in it */
static tw_status table_path(const tw_shot *s, const char *path, char out[TW_RUN_PATH]) {
    bool several = s->scene && tw_script_returned(s->run->script) > 1;
    int n = several ? tw_path_insert(path, s->name, out, TW_RUN_PATH)
                    : snprintf(out, TW_RUN_PATH, "%s", path);
    return n < TW_RUN_PATH ? TW_OK : tw_fail(TW_IO, "the path of the table %s is too long", path);
}

static tw_status open_trace(tw_shot *s) {
    char path[4][TW_RUN_PATH];
    const tw_run_options *o = &s->run->o;
    const char *asked[] = {o->trace, o->constraints, o->events, o->records};
    for (int i = 0; i < 4; i++)
        if (asked[i]) TW_TRY(table_path(s, asked[i], path[i]));
    tw_trace_paths paths = {asked[0] ? path[0] : NULL, asked[1] ? path[1] : NULL,
                            asked[2] ? path[2] : NULL, asked[3] ? path[3] : NULL};
    return tw_trace_open(&paths, &s->trace);
}

static tw_status open_folder(tw_shot *s) {
    const char *folder = s->run->o.folder;
    int n = folder ? snprintf(s->folder, TW_RUN_PATH, "%s", folder)
                   : snprintf(s->folder, TW_RUN_PATH, "renders/%s", s->name);
    if (n >= TW_RUN_PATH) return tw_fail(TW_IO, "the path of the folder %s is too long", folder);
    return TW_OK;
}

/* ---- one scene ----------------------------------------------------------------------------- */

/* reports a character of the film's texts that no font has; only the first one of a film. If there
 * are no fonts at all, nothing is reported here, since drawing does so */
void tw_shot_check_letters(tw_shot *s, const tw_frame *frame) {
    char text[400], line[800];
    bool missing;
    if (s->letters_told) return;
    if (tw_letters_missing(frame, &missing, text, sizeof text) != TW_OK || !missing) return;
    s->letters_told = true;
    snprintf(line, sizeof line, "%s: %s", s->name, text);
    tw_report_line(s->run->report, "notice", s->name, line);
}

static tw_status shown(void *context, double t, tw_frame *frame) {
    tw_shot *s = context;
    TW_TRY(tw_scene_write(s->scene, t, frame));
    tw_shot_check_letters(s, frame);
    return TW_OK;
}

static tw_status look(void *context, int number, double t, tw_frame *frame) {
    tw_shot *s = context;
    TW_TRY(tw_keep_frame(&s->run->keep, number));
    TW_TRY(tw_scene_at_frame(s->scene, number, t, frame));
    if (frame) tw_shot_check_letters(s, frame);
    TW_TRY(tw_trace_frame(&s->trace, s->scene, number, t));
    tw_report_at(s->run->report, t - s->film.begin);
    return TW_OK;
}

static void notice(void *context, const char *text) {
    tw_shot *s = context;
    char line[2400];
    snprintf(line, sizeof line, "%s: %s", s->name, text);
    tw_report_line(s->run->report, "notice", s->name, line);
}

/* adds the picture of frame f to the video: announces it to the encoder, or lists it if the video
 * is encoded at the end */
tw_status tw_shot_list(tw_shot *s, const tw_frame *f) {
    const tw_run_options *o = &s->run->o;
    char path[2 * TW_RUN_PATH];
    if (!o->video || o->bake || !tw_frame_chosen(f->number, o->range)) return TW_OK;
    snprintf(path, sizeof path, "%s/%s.%04d.png", s->folder, s->name, f->number);
    return s->video ? tw_movie_feed_next(s->video, f->number, path)
                    : tw_movie_frames_push(&s->listed, path, 0, false);
}

static void picture_ready(void *context, int number) {
    tw_shot *s = context;
    if (s->video) tw_movie_feed_ready(s->video, number);
}

static tw_status finished(void *context, tw_frame *frame) {
    tw_shot *s = context;
    if (s->writer) return tw_shot_store(s, frame);
    tw_status listed = tw_shot_list(s, frame);
    if (listed == TW_OK) return tw_feed_frame(&s->feed, frame);
    tw_frame_drop(frame);
    return listed;
}

static tw_status happened(void *context, const tw_store_event *event, double closing) {
    tw_shot *s = context;
    tw_store_event e = *event;
    e.part = s->part;
    tw_trace_event(&s->trace, &e);
    if (s->listens && e.sort == TW_STORE_CONTACT) {
        e.rate = -closing;
        TW_TRY(tw_impacts_add(&s->impacts, &e));
    }
    return s->notes ? tw_store_note(s->notes, &e) : TW_OK;
}

static tw_status simulate(tw_shot *s) {
    const tw_run_options *o = &s->run->o;
    tw_film_options film = {.snapshot = {.layers = s->layers, .look = o->look},
                            .frames = s->writer || s->feed.renderer || s->late || s->take,
                            .blur = o->quality != TW_QUALITY_DRAFT,
                            .motion = o->extras & TW_EXTRA_MOTION,
                            .finished = s->take ? NULL : finished,
                            .aspect = (double)s->width / s->height,
                            .pace = &s->pace,
                            .take = s->take,
                            .takes = s->takes,
                            .open = o->bake != NULL,
                            .look = look,
                            .shown = shown,
                            .context = s};
    char what[TW_RUN_NAME + 20];
    snprintf(what, sizeof what, "%s: simulating", s->name);
    s->listener = (tw_scene_listener){.notice = notice, .context = s};
    if (s->notes || o->events || s->listens) s->listener.happened = happened;
    tw_scene_listen(s->scene, &s->listener);
    tw_report_begin(s->run->report, what, tw_scene_state_of(s->scene).duration, "s");
    tw_status status = tw_scene_film(s->scene, &film, &s->film);
    tw_scene_listen(s->scene, NULL);
    tw_report_end(s->run->report);
    return status;
}

/* ---- where the frames go ------------------------------------------------------------------- */

tw_status tw_shot_open_renderer(tw_shot *s) {
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
                                                             .fps = s->fps,
                                                             .frames = s->planned}),
                        .fps = s->fps,
                        .format = o->format,
                        .picture = tw_run_picture(o, s->width, s->height),
                        .threads = o->threads ? o->threads : tw_processors(),
                        .ready = picture_ready,
                        .context = s,
                        .report = s->run->report};
    return tw_renderer_open(&render, &s->feed.renderer);
}

/* *movie: description of the film's video; path: memory for the video's path */
static tw_status video_of(const tw_shot *s, char path[TW_RUN_PATH], tw_movie *movie) {
    const tw_run_options *o = &s->run->o;
    TW_TRY(table_path(s, o->video, path));
    *movie = (tw_movie){.output = path,
                        .fps = s->fps / (o->range.first ? o->range.step : 1),
                        .crf = -1,
                        .title = s->name,
                        .report = s->run->report};
    return TW_OK;
}

tw_status tw_shot_open_video(tw_shot *s) {
    char path[TW_RUN_PATH];
    tw_movie movie;
    if (s->audio) return TW_OK;
    TW_TRY(video_of(s, path, &movie));
    return tw_movie_feed_open(&movie, s->width, s->height, &s->video);
}

static tw_status close_video(tw_shot *s) {
    tw_movie_feed *video = s->video;
    s->video = NULL;
    return video ? tw_movie_feed_close(video) : TW_OK;
}

/* ---- sound ---------------------------------------------------------------------------------- */

void tw_shot_listen(tw_shot *s, const char *audio) {
    const tw_run_options *o = &s->run->o;
    char line[TW_RUN_NAME + 80];
    bool part = o->range.first > 0;
    s->audio = o->bake ? NULL : o->audio ? o->audio : audio;
    bool clicks = s->audio && !strcmp(s->audio, "clicks");
    /* for a part of the film impacts are collected for clicks only if an option, not the script,
     * asks for them */
    s->listens = !o->bake && (o->impacts || (clicks && (!part || o->audio)));
    if (!s->audio || !part) return;
    if (o->video) {
        snprintf(line, sizeof line, "%s: the video of a part of the film has no sound", s->name);
        tw_report_line(s->run->report, "notice", s->name, line);
    }
    if (o->video || !o->audio) s->audio = NULL;
}

/* FOLDER/NAMEending */
static tw_status beside(const tw_shot *s, const char *ending, char path[2 * TW_RUN_PATH]) {
    int n = snprintf(path, 2 * TW_RUN_PATH, "%s/%s%s", s->folder, s->name, ending);
    return n < 2 * TW_RUN_PATH ? TW_OK : tw_fail(TW_IO, "the path of %s is too long", s->name);
}

static tw_status write_video(tw_shot *s, const char *audio) {
    char path[TW_RUN_PATH];
    tw_movie movie;
    TW_TRY(video_of(s, path, &movie));
    movie.frames = &s->listed;
    movie.audio = audio;
    movie.beside = !strcmp(s->audio, "clicks");
    return s->listed.count ? tw_movie_write(&movie) : TW_OK;
}

tw_status tw_shot_sound(tw_shot *s, int frames) {
    char path[2 * TW_RUN_PATH];
    bool clicks = s->audio && !strcmp(s->audio, "clicks");
    if (s->listens) {
        TW_TRY(tw_folder_make(s->folder));
        TW_TRY(beside(s, ".impacts.csv", path));
        TW_TRY(tw_impacts_write(&s->impacts, path));
    }
    if (clicks) {
        TW_TRY(beside(s, ".wav", path));
        TW_TRY(tw_clicks_write(&s->impacts, frames / s->fps, path));
    }
    if (!s->audio || !s->run->o.video) return TW_OK;
    return write_video(s, clicks ? path : s->audio);
}

/* makes the sound of a scene that is a film by itself */
static tw_status make_sound(tw_shot *s) {
    for (size_t i = 0; i < s->impacts.count; i++)
        s->impacts.data[i].at = tw_timing_second(&s->pace, s->impacts.data[i].time);
    bool drawn = s->feed.frames.count > 0;
    return tw_shot_sound(s, drawn ? (int)s->feed.frames.count : s->planned);
}

/* ---- the film's end -------------------------------------------------------------------------- */

tw_status tw_shot_open_store(tw_shot *s, const tw_store_head *film) {
    const tw_run_options *o = &s->run->o;
    TW_TRY(table_path(s, o->bake, s->bake));
    tw_store_head head = {.scene = s->name,
                          .script = o->script,
                          .made_by = TW_VERSION,
                          .audio = film->audio,
                          .part = film->part,
                          .parts = film->parts,
                          .begin = s->scene ? tw_scene_state_of(s->scene).time : 0,
                          .fps = s->fps,
                          .planned = s->planned,
                          .width = s->width,
                          .height = s->height,
                          .layers = s->layers,
                          .program = s->run->program,
                          .source = s->run->source};
    TW_TRY(tw_store_create(s->bake, &head, &s->writer));
    s->notes = s->writer;
    return TW_OK;
}

tw_status tw_shot_store(tw_shot *s, tw_frame *frame) {
    tw_status status = tw_store_add(s->writer, frame);
    tw_frame_drop(frame);
    s->frames += status == TW_OK;
    return status;
}

static void told(tw_shot *s, const char *words) {
    char line[TW_RUN_PATH + TW_RUN_NAME + 400];
    snprintf(line, sizeof line, "%s: %s", s->name, words);
    tw_report_line(s->run->report, "done", s->name, line);
}

tw_status tw_shot_close_renderer(tw_shot *s, int frames) {
    tw_renderer *renderer = s->feed.renderer;
    tw_drawn drawn;
    char words[TW_RUN_PATH + 300];
    s->feed.renderer = NULL;
    tw_renderer_ends(renderer, frames, !s->run->o.range.first);
    tw_status closed = tw_renderer_close(renderer, false, &drawn);
    s->frames = drawn.pictures;
    TW_TRY(closed);
    TW_TRY(close_video(s));
    tw_drawn_words(&drawn, s->folder, tw_clock() - s->began, words, sizeof words);
    told(s, words);
    return TW_OK;
}

static tw_status draw_rest(tw_shot *s) {
    if (!s->feed.renderer) return TW_OK;
    tw_renderer_rest(s->feed.renderer);
    TW_TRY(tw_feed_rest(&s->feed));
    return tw_shot_close_renderer(s, (int)s->feed.frames.count);
}

tw_status tw_shot_close_store(tw_shot *s, tw_status simulated, const char *failure) {
    tw_store_writer *writer = s->writer;
    if (!writer) return TW_OK;
    s->writer = NULL;
    char words[TW_RUN_PATH + 100];
    double size = 1e-6 * (double)tw_store_written(writer);
    TW_TRY(tw_store_commit(writer, &(tw_store_end){(int)simulated, s->film.end, failure}));
    snprintf(words, sizeof words, "%d frame%s in %s, %.1f MB (%.1f s)", s->frames,
             s->frames == 1 ? "" : "s", s->bake, size, tw_clock() - s->began);
    told(s, words);
    return TW_OK;
}

void tw_run_tell_check(void *context, const tw_check *c) {
    tw_running *r = context;
    if (c->passed) return;
    char line[2048];
    snprintf(line, sizeof line, "%s:%d: check '%s' failed: %s", c->file, c->line, c->label,
             c->text);
    tw_report_line(r->report, "check", NULL, line);
}

static tw_status check_frames(const tw_shot *s) {
    int planned = s->planned, first = s->run->o.range.first;
    if (first <= planned) return TW_OK;
    return tw_fail(TW_USAGE, "run: option '--frames': the film '%s' has %d frames, got %d", s->name,
                   planned, first);
}

tw_status tw_shot_place(tw_shot *s) {
    TW_TRY(check_frames(s));
    return open_folder(s);
}

tw_status tw_shot_play(tw_shot *s, bool tables) {
    if (tables) TW_TRY(open_trace(s));
    tw_status status = simulate(s);
    tw_keep_close(&s->run->keep);
    bool good_part = status == TW_OK || tw_status_exit(status) == 3;
    tw_kept kept = tw_failure_keep(status);
    if (!good_part) return status;
    TW_TRY(tw_trace_records(&s->trace, s->scene));
    TW_TRY(tw_trace_close(&s->trace));
    return status == TW_OK ? TW_OK : tw_failure_again(&kept);
}

static tw_status simulate_and_draw(tw_shot *s) {
    TW_TRY(tw_shot_place(s));
    if (s->run->o.bake)
        TW_TRY(tw_shot_open_store(s, &(tw_store_head){.parts = 0}));
    else if (!s->run->o.no_render && !s->late)
        TW_TRY(tw_shot_open_renderer(s));
    if (s->run->o.video) TW_TRY(tw_shot_open_video(s));
    tw_status status = tw_shot_play(s, true);
    bool good_part = status == TW_OK || tw_status_exit(status) == 3;
    tw_kept kept = tw_failure_keep(status);
    if (!good_part) return status;
    if (s->late) {
        /* the simulation may have ended before the planned number of frames */
        tw_keep_choose(&s->run->keep, (int)s->feed.frames.count, &s->run->o.range);
        s->feed.range = s->run->o.range;
        TW_TRY(tw_shot_open_renderer(s));
    }
    TW_TRY(draw_rest(s));
    TW_TRY(make_sound(s));
    TW_TRY(tw_shot_close_store(s, status, kept.text));
    return status == TW_OK ? TW_OK : tw_fail(status, "%s: %s", s->name, kept.text);
}

/* writes the scene's lines of the summary; if there are several scenes, the keys begin with the
 * scene's name */
static tw_status summarise(const tw_shot *s, int passed, int failed) {
    char prefix[TW_RUN_NAME + 2] = "";
    if (tw_script_returned(s->run->script) > 1) snprintf(prefix, sizeof prefix, "%s.", s->name);
    return tw_summary_scene(s->run->summary, prefix, s->scene, passed, failed);
}

tw_status tw_shot_check(tw_shot *s) {
    tw_tally *all = &s->run->checks;
    const tw_tally before = *all;
    TW_TRY(tw_tally_scene(all, s->scene));
    return summarise(s, all->passed - before.passed, all->failed - before.failed);
}

/* to be called at the end; after a failure, which stays the one to report, records the pictures
 * drawn so far, and discards unfinished files */
void tw_shot_abandon(tw_shot *s, tw_status status) {
    tw_kept kept = tw_failure_keep(status);
    if (s->feed.renderer) tw_renderer_close(s->feed.renderer, true, NULL);
    tw_movie_feed_drop(s->video);
    tw_store_discard(s->writer);
    tw_trace_discard(&s->trace);
    tw_failure_again(&kept);
}

tw_status tw_shot_begin(tw_running *r, tw_scene *scene, tw_shot *s) {
    const tw_scene_state now = tw_scene_state_of(scene);
    *s = (tw_shot){.run = r, .scene = scene, .began = tw_clock()};
    tw_path_word(now.named ? now.name : "", s->name);
    s->width = r->o.width ? r->o.width : now.width;
    s->height = r->o.height ? r->o.height : now.height;
    s->layers = r->o.layers ? r->o.layers : now.layers;
    if (r->o.extras & TW_EXTRA_FORCES) s->layers |= TW_LAYER_FORCES;
    s->fps = now.fps;
    TW_TRY(tw_scene_timing(scene, &s->pace, &s->planned));
    return tw_trust_film(&r->o.trust, s->name, s->planned, s->width, s->height);
}

void tw_shot_end(tw_shot *s) {
    tw_impacts_free(&s->impacts);
    tw_movie_frames_free(&s->listed);
    tw_feed_free(&s->feed);
    tw_film_drop(&s->film);
    tw_timing_free(&s->pace);
}

tw_status tw_run_scene(tw_running *r, tw_scene *scene) {
    tw_shot s;
    tw_status status = tw_shot_begin(r, scene, &s);
    tw_shot_listen(&s, NULL);
    s.late = !r->keep.off && !r->o.no_render && !r->o.bake;
    tw_keep_choose(&r->keep, s.planned, &r->o.range);
    s.feed = (tw_feed){.layers = s.layers,
                       .range = r->o.range,
                       .aspect = (double)s.width / s.height,
                       .threads = s.late         ? 1
                                  : r->o.threads ? r->o.threads
                                                 : tw_processors(),
                       .late = s.late};
    if (status == TW_OK) {
        tw_report_scene(r->report, s.name, s.planned);
        status = simulate_and_draw(&s);
    }
    tw_shot_abandon(&s, status);
    tw_shot_end(&s);
    if (status == TW_OK) status = tw_shot_check(&s);
    tw_report_result(r->report, s.name, status, s.frames, tw_clock() - s.began);
    return status;
}
