/*
 * `tauwerk render`: draws pictures of a baked film (io/store/store.h) or a part of it, with the
 * same bytes as those of `tauwerk run`.
 *
 * If frames do not depend on others (feed.h), only the chosen frames are read, and those whose
 * recorded pictures are in doubt (tw_renderer_doubts). Otherwise all are read, since cameras, looks
 * and the sizes of marks are chosen for the whole film; in this case the film must be complete, and
 * is read twice rather than kept in memory.
 */
#include "app/base/stop.h"
#include "app/render/manifest.h"
#include "app/run/feed.h"
#include "app/run/run.h"
#include "app/run/trace.h"
#include "base/process/self.h"
#include "base/thread.h"
#include "io/store/store.h"
#include "library/film.h"
#include "library/frames.h"

#include <stdio.h>
#include <stdlib.h>

enum { PATH = 2048 };

typedef struct drawing {
    tw_run_options o;
    tw_report *report;
    tw_store *store;
    const tw_store_head *head;
    tw_renderer *renderer;
    int count; /* number of frames in the store */
    double aspect;
} drawing;

static bool chosen(const drawing *d, int number) {
    return tw_frame_chosen(number, d->o.range);
}

/* reads frame `number` as it was stored, without choices for the whole film; malloc'ed */
static tw_status read_frame(const drawing *d, int number, tw_frame **frame) {
    tw_frame *f = calloc(1, sizeof *f);
    if (!f) return tw_fail_memory();
    tw_status s = tw_store_frame(d->store, (size_t)number - 1, f);
    if (s != TW_OK) {
        free(f);
        return s;
    }
    if (d->o.quality == TW_QUALITY_DRAFT) tw_frame_freeze(f); /* drafts have no motion blur */
    for (tw_frame *g = f; g && d->o.look; g = g->fades) g->look.kind = d->o.look;
    *frame = f;
    return TW_OK;
}

/* gives a complete frame to the renderer: to be drawn if its number was chosen, otherwise to be
 * passed over */
static tw_status give(const drawing *d, tw_frame *f) {
    return (chosen(d, f->number) ? tw_renderer_give : tw_renderer_pass)(d->renderer, f);
}

/* ---- frames -------------------------------------------------------------------------------- */

static bool complete_alone(const drawing *d) {
    if (d->head->layers & TW_LAYERS_MARKS) return false;
    /* the stored flags (does the frame depend on others?) hold for the scene's own look, not for
     * the one given by the option */
    if (d->o.look && tw_film_look_waits(d->o.look)) return false;
    for (int k = 1; k <= d->count; k++)
        if (chosen(d, k) && !(tw_store_flags(d->store, (size_t)k - 1) & TW_STORE_ALONE))
            return false;
    return true;
}

static tw_status draw_alone(const drawing *d) {
    for (int k = 1; k <= d->count; k++) {
        if (!chosen(d, k) && !tw_renderer_doubts(d->renderer, k)) continue;
        tw_frame *f;
        TW_TRY(read_frame(d, k, &f));
        tw_status s = tw_frames_complete(&f, 1, d->aspect);
        if (s != TW_OK) {
            tw_frame_drop(f);
            return s;
        }
        TW_TRY(give(d, f));
    }
    return TW_OK;
}

static tw_status read_next(void *context, size_t index, tw_frame **frame) {
    return read_frame(context, (int)index + 1, frame);
}

static tw_status give_next(void *context, size_t index, tw_frame *frame) {
    (void)index;
    return give(context, frame);
}

static tw_status draw_whole(drawing *d) {
    return tw_frames_series(&(tw_frame_series){.count = (size_t)d->count,
                                               .aspect = d->aspect,
                                               .read = read_next,
                                               .give = give_next,
                                               .context = d});
}

/* ---- the film ------------------------------------------------------------------------------ */

/* checks options against the film; an incomplete film can be drawn only if its frames do not depend
 * on others */
static tw_status check(const drawing *d) {
    if (d->o.range.first > d->head->planned)
        return tw_fail(TW_USAGE, "render: option '--frames': the film '%s' has %d frames, got %d",
                       d->head->scene, d->head->planned, d->o.range.first);
    if (d->o.extras & TW_EXTRA_FORCES && !(d->head->layers & TW_LAYER_FORCES))
        return tw_fail(TW_USAGE,
                       "render: the film '%s' has no forces for --layers: bake it with "
                       "--layers forces",
                       d->head->scene);
    if (tw_store_end_of(d->store)) return TW_OK;
    char line[400];
    snprintf(line, sizeof line,
             "%s: the film is not whole (it is being baked, or that was cut off): %d of %d frames",
             d->o.script, d->count, d->head->planned);
    int last =
        d->o.range.last && d->o.range.last < d->head->planned ? d->o.range.last : d->head->planned;
    if (!complete_alone(d))
        return tw_fail(
            TW_IO, "%s; its camera, its look or its marks are chosen over the whole film", line);
    if (d->o.range.first && last > d->count) return tw_fail(TW_IO, "%s", line);
    tw_report_line(d->report, "notice", d->head->scene, line);
    return TW_OK;
}

static tw_status open_renderer(drawing *d, const char *folder, char facts[TW_FACTS]) {
    const tw_run_options *o = &d->o;
    int width = o->width ? o->width : d->head->width,
        height = o->height ? o->height : d->head->height;
    d->aspect = (double)width / height;
    uint64_t program;
    TW_TRY(tw_self_digest(&program));
    tw_facts_make(&(tw_facts){.script = d->head->script,
                              .scene = d->head->scene,
                              .options = o->words,
                              .program = program,
                              .source = d->head->source,
                              .width = width,
                              .height = height},
                  facts);
    tw_render render = {
        .count = tw_frames_chosen(d->count, o->range),
        .folder = folder,
        .name = d->head->scene,
        .facts = facts,
        .program = program,
        .film = tw_film_key(&(tw_film_facts){.source = tw_store_digest(d->store), .look = o->look}),
        .fps = d->head->fps,
        .format = o->format,
        .picture = tw_run_picture(o, width, height),
        .threads = o->threads ? o->threads : tw_processors(),
        .report = d->report};
    return tw_renderer_open(&render, &d->renderer);
}

static void tell(const drawing *d, const char *folder, const tw_drawn *drawn, double began) {
    char line[PATH + 700], words[PATH + 200];
    tw_drawn_words(drawn, folder, tw_clock() - began, words, sizeof words);
    snprintf(line, sizeof line, "%s: %s", d->head->scene, words);
    tw_report_line(d->report, "done", d->head->scene, line);
}

/* failure of the film's simulation, which the store has kept; it is reported after the part before
 * it was drawn, as `run` does; TW_OK: the simulation did not fail */
static tw_status told_failure(const drawing *d) {
    const tw_store_end *end = tw_store_end_of(d->store);
    if (!end || end->status == TW_OK) return TW_OK;
    return tw_fail((tw_status)end->status, "%s: %s", d->head->scene, end->failure);
}

static tw_status draw_film(drawing *d, const char *folder, int *pictures) {
    char facts[TW_FACTS];
    tw_drawn drawn;
    double began = tw_clock();
    TW_TRY(open_renderer(d, folder, facts));
    tw_renderer_rest(d->renderer);
    tw_status s = complete_alone(d) ? draw_alone(d) : draw_whole(d);
    tw_kept kept = tw_failure_keep(s);
    if (tw_store_end_of(d->store)) tw_renderer_ends(d->renderer, d->count, !d->o.range.first);
    tw_status closed = tw_renderer_close(d->renderer, s != TW_OK, &drawn);
    *pictures = drawn.pictures;
    if (s != TW_OK) return tw_failure_again(&kept);
    TW_TRY(closed);
    tell(d, folder, &drawn, began);
    return told_failure(d);
}

/* writes the table of events of one part; all events of a film of one scene have part 0 */
static tw_status write_part_events(const drawing *d, const char *file, int part) {
    tw_trace trace;
    TW_TRY(tw_trace_open(&(tw_trace_paths){.events = file}, &trace));
    for (size_t i = 0; i < tw_store_event_count(d->store); i++) {
        const tw_store_event *e = tw_store_event_of(d->store, i);
        if (e->part == part) tw_trace_event(&trace, e);
    }
    return tw_trace_close(&trace);
}

/* writes the tables of events as `run` does: a file for each of several scenes, none for title
 * cards */
static tw_status write_events(const drawing *d) {
    int scenes = 0;
    for (int i = 0; i < d->head->parts; i++) scenes += *d->head->part[i] != 0;
    if (!d->o.events) return TW_OK;
    if (!d->head->parts) return write_part_events(d, d->o.events, 0);
    for (int i = 0; i < d->head->parts; i++) {
        const char *name = d->head->part[i];
        char file[PATH];
        if (!*name) continue;
        int n = scenes > 1 ? tw_path_insert(d->o.events, name, file, PATH)
                           : snprintf(file, PATH, "%s", d->o.events);
        if (n >= PATH) return tw_fail(TW_IO, "the path of the table %s is too long", file);
        TW_TRY(write_part_events(d, file, i));
    }
    return TW_OK;
}

static tw_status draw_store(drawing *d) {
    double began = tw_clock();
    char folder[PATH];
    TW_TRY(tw_limits(d->o.limit_time, d->o.limit_memory));
    TW_TRY(tw_store_open(d->o.script, &d->store));
    d->head = tw_store_head_of(d->store);
    d->count = (int)tw_store_count(d->store);
    TW_TRY(check(d));
    int n = d->o.folder ? snprintf(folder, PATH, "%s", d->o.folder)
                        : snprintf(folder, PATH, "renders/%s", d->head->scene);
    if (n >= PATH) return tw_fail(TW_IO, "the path of the folder %s is too long", folder);
    tw_report_scene(d->report, d->head->scene, d->head->planned);
    int pictures = 0;
    TW_TRY(write_events(d));
    tw_status s = d->o.no_render ? told_failure(d) : draw_film(d, folder, &pictures);
    tw_report_result(d->report, d->head->scene, s, pictures, tw_clock() - began);
    return s;
}

tw_status tw_render_words(int argc, char *const *argv, const char *words) {
    drawing d = {.o = {.quality = TW_QUALITY_NORMAL,
                       .format = TW_FORMAT_ANY,
                       .ground = TW_CATCH_UNSAID,
                       .range = {.step = 1},
                       .words = words}};
    int used;
    TW_TRY(tw_options_read(&tw_render_table, argc, argv, &d.o, &used));
    if (!d.o.script)
        return tw_fail(TW_USAGE,
                       "render: expected a baked film, got none (see 'tauwerk help render')");
    TW_TRY(tw_check_pictures(&tw_render_table, &d.o));
    TW_TRY(tw_report_create(d.o.quiet, d.o.json, &d.report));
    tw_status s = draw_store(&d);
    tw_kept kept = tw_failure_keep(s);
    tw_store_close(d.store);
    tw_status closed = tw_report_close(d.report);
    return s == TW_OK ? closed : tw_failure_again(&kept);
}
