/* Runs a script and simulates its scenes, for plots and exports; see scene.h. */
#include "app/export/scene.h"

#include "app/base/stop.h"
#include "app/run/run.h"
#include "base/text/path.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- playing -------------------------------------------------------------------------------- */

typedef struct player {
    tw_scene *scene;
    const tw_scene_look *look;
    tw_report *report;
    tw_film film;
    double begin;
    int between;
} player;

static tw_status at_frame(void *context, int number, double t, tw_frame *frame) {
    player *p = context;
    TW_TRY(tw_scene_at_frame(p->scene, number, t, frame));
    if (p->look->look) TW_TRY(p->look->look(p->look->context, number, t));
    if (p->look->frame) TW_TRY(p->look->frame(p->look->context, number, t, frame));
    tw_report_at(p->report, t - p->begin);
    return TW_OK;
}

/* calls `look` at a time between frames; at the frames' own times at_frame calls it */
static tw_status between_frames(void *context, int k, double t) {
    player *p = context;
    return k % p->between ? p->look->look(p->look->context, 0, t) : TW_OK;
}

tw_status tw_scene_play(tw_scene *scene, const tw_scene_look *look, tw_report *report) {
    const tw_scene_state now = tw_scene_state_of(scene);
    player p = {.scene = scene,
                .look = look,
                .report = report,
                .begin = now.time,
                .between = look->between > 1 ? look->between : 1};
    char what[240];
    tw_id id;
    bool finer = p.between > 1;
    if (finer) TW_TRY(tw_scene_watch(scene, 1 / (now.fps * p.between), between_frames, &p, &id));
    snprintf(what, sizeof what, "%.200s: simulating", now.name);
    tw_report_begin(report, what, now.duration, "s");
    tw_film_options film = {.snapshot = {.layers = look->layers ? look->layers : TW_LAYERS_FINAL},
                            .frames = look->film != NULL,
                            .aspect =
                                look->aspect > 0 ? look->aspect : (double)now.width / now.height,
                            .pace = look->pace,
                            .look = at_frame,
                            .context = &p};
    tw_status s = tw_scene_film(scene, &film, look->film ? look->film : &p.film);
    tw_report_end(report);
    if (finer) tw_scene_unwatch(scene, id);
    tw_film_drop(&p.film);
    return s;
}

/* ---- the script ----------------------------------------------------------------------------- */

/* path: file of the i-th scene; if the script has several scenes, with the scene's name in it:
 * FILE.NAME.svg */
static tw_status path_of(const tw_scene_job *job, const tw_script *script, int i, char path[4096]) {
    char name[TW_PATH_WORD];
    const tw_scene_state now = tw_scene_state_of(tw_script_nth(script, i));
    tw_path_word(now.named ? now.name : "", name);
    int n = tw_script_returned(script) > 1 ? tw_path_insert(job->options->output, name, path, 4096)
                                           : snprintf(path, 4096, "%s", job->options->output);
    return n < 4096 ? TW_OK : tw_fail(TW_IO, "the path %s is too long", job->options->output);
}

/* context of the callback that runs in the opened script (tw_script_with): a job, and the trust and
 * report to do it with */
typedef struct worker {
    const tw_scene_job *job;
    const tw_trust *trust;
    tw_report *report;
} worker;

static tw_status work(void *context, tw_script *script) {
    const worker *w = context;
    const tw_scene_job *job = w->job;
    TW_TRY(tw_script_sets(script, job->options->sets.data, job->options->sets.count));
    TW_TRY(tw_script_run_scenes(script, job->options->script));
    for (int i = 0; i < tw_script_returned(script); i++) {
        char path[4096];
        const tw_scene_state now = tw_scene_state_of(tw_script_nth(script, i));
        TW_TRY(tw_trust_film(w->trust, now.name, tw_scene_frames(tw_script_nth(script, i)),
                             now.width, now.height));
        TW_TRY(path_of(job, script, i, path));
        TW_TRY(job->scene(job->context, tw_script_nth(script, i), path, w->report));
    }
    return TW_OK;
}

tw_status tw_scene_job_run(const tw_scene_job *job) {
    tw_report *report = NULL;
    TW_TRY(tw_report_create(job->options->quiet, job->options->json, &report));
    tw_trust trust = job->options->trust;
    tw_status s = tw_trust_settle(&trust, job->command, false);
    if (s == TW_OK) s = tw_limits(job->options->limit_time, 0);
    if (s == TW_OK) s = tw_trust_memory(&trust, 0);
    tw_script_options with = {.output = tw_report_print,
                              .output_context = report,
                              .poll.ask = tw_stop_poll,
                              .bounds = tw_trust_bounds(&trust, NULL),
                              .memory = tw_trust_heap(&trust, 0)};
    if (s == TW_OK) s = tw_script_with(&with, work, &(worker){job, &trust, report});
    tw_kept kept = tw_failure_keep(s);
    tw_status closed = tw_report_close(report);
    return s == TW_OK ? closed : tw_failure_again(&kept);
}
