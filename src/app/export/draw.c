/* Figures; see draw.h. */
#include "app/export/draw.h"

#include "app/base/stop.h"
#include "app/export/scene.h"
#include "app/run/run.h"
#include "base/text/path.h"
#include "io/store/store.h"
#include "library/frames.h"
#include "library/picture/figure.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct draw_options {
    tw_scene_options scene;
    int frame, width, height;
    int style; /* index in tw_page_styles of the page's style */
    /* what to do with hidden lines: 0: as the page's style says; 1: draw them dashed; 2: leave
     * them out */
    int hidden;
    unsigned layers;
} draw_options;

/* ---- one picture ---------------------------------------------------------------------------- */

static tw_status poll_stop(void *context) {
    (void)context;
    return tw_stop_poll(NULL);
}

static tw_status draw_frame(const draw_options *o, tw_frame *const *frames, size_t count, int width,
                            int height, const char *name, const char *path, tw_report *report) {
    const tw_page_style *style = &tw_page_styles[o->style];
    if (count == 0) return tw_fail(TW_USAGE, "draw: the film '%s' has no frames", name);
    if ((size_t)o->frame > count)
        return tw_fail(TW_USAGE, "draw: option '--frame': the film '%s' has %zu frames, got %d",
                       name, count, o->frame);
    tw_page_options how = {.style = style,
                           .width = o->width ? o->width : width,
                           .height = o->width ? o->height : height,
                           .hidden = o->hidden ? o->hidden == 1 : style->shows_hidden,
                           .poll.ask = poll_stop};
    int missing = 0;
    TW_TRY(tw_frame_figure(frames[o->frame - 1], &how, path, &missing));
    if (missing) {
        char line[160];
        snprintf(line, sizeof line, "%d character%s of text %s not in the fonts of a PDF: '?'",
                 missing, missing == 1 ? "" : "s", missing == 1 ? "is" : "are");
        tw_report_line(report, "notice", name, line);
    }
    tw_report_line(report, "done", name, path);
    return TW_OK;
}

/* ---- a script ------------------------------------------------------------------------------- */

static tw_status draw_scene(void *context, tw_scene *scene, const char *path, tw_report *report) {
    const draw_options *o = context;
    tw_scene_state now = tw_scene_state_of(scene);
    tw_film film = {.planned = 0};
    tw_scene_look look = {.film = &film,
                          .layers = o->layers ? o->layers : now.layers,
                          .aspect = o->width ? (double)o->width / o->height : 0};
    tw_pace pace;
    int planned;
    tw_status s = tw_scene_timing(scene, &pace, &planned);
    look.pace = &pace;
    if (s == TW_OK && o->frame > planned)
        s = tw_fail(TW_USAGE, "draw: option '--frame': the film '%s' has %d frames, got %d",
                    now.name, planned, o->frame);
    if (s == TW_OK) s = tw_scene_play(scene, &look, report);
    /* events of the script may have changed the scene's name */
    now.name = tw_scene_state_of(scene).name;
    if (s == TW_OK)
        s = draw_frame(o, film.frames.data, film.frames.count, now.width, now.height, now.name,
                       path, report);
    tw_film_drop(&film);
    tw_timing_free(&pace);
    return s;
}

/* ---- a baked film --------------------------------------------------------------------------- */

static tw_status read_frames(tw_store *store, tw_frame **all, size_t count, double aspect) {
    for (size_t k = 0; k < count; k++) {
        TW_TRY(tw_stop_poll(NULL));
        all[k] = calloc(1, sizeof *all[k]);
        if (!all[k]) return tw_fail_memory();
        TW_TRY(tw_store_frame(store, k, all[k]));
        tw_frame_freeze(all[k]);
    }
    return tw_frames_complete(all, count, aspect);
}

static tw_status draw_store(const draw_options *o, tw_store *store, tw_report *report) {
    const tw_store_head *h = tw_store_head_of(store);
    size_t count = tw_store_count(store);
    if (!tw_store_end_of(store))
        return tw_fail(TW_IO, "%s: the film is not whole: %zu of %d frames", o->scene.script, count,
                       h->planned);
    double aspect = o->width ? (double)o->width / o->height : (double)h->width / h->height;
    tw_frame **all = calloc(count + 1, sizeof *all);
    if (!all) return tw_fail_memory();
    tw_status s = read_frames(store, all, count, aspect);
    if (s == TW_OK)
        s = draw_frame(o, all, count, h->width, h->height, h->scene, o->scene.output, report);
    for (size_t k = 0; k < count; k++) tw_frame_drop(all[k]);
    free(all);
    return s;
}

static tw_status draw_baked(const draw_options *o) {
    tw_report *report;
    tw_store *store = NULL;
    TW_TRY(tw_report_create(o->scene.quiet, o->scene.json, &report));
    tw_status s = tw_limits(o->scene.limit_time, 0);
    if (s == TW_OK) s = tw_store_open(o->scene.script, &store);
    if (s == TW_OK) s = draw_store(o, store, report);
    tw_kept kept = tw_failure_keep(s);
    tw_store_close(store);
    tw_status closed = tw_report_close(report);
    return s == TW_OK ? closed : tw_failure_again(&kept);
}

/* ---- the command ---------------------------------------------------------------------------- */

static tw_status set_frame(void *place, const char *value) {
    return tw_option_count(value, 1, place);
}

static tw_status set_size(void *place, const char *value) {
    draw_options *o = place;
    return tw_option_size(value, &o->width, &o->height);
}

static tw_status set_style(void *place, const char *value) {
    static const char *const names[] = {"ink", "blueprint", NULL};
    return tw_option_choice(value, names, place);
}

static tw_status set_hidden(void *place, const char *value) {
    static const char *const names[] = {"dashed", "none", NULL};
    int i;
    TW_TRY(tw_option_choice(value, names, &i));
    *(int *)place = i + 1;
    return TW_OK;
}

static tw_status set_layers(void *place, const char *value) {
    return tw_layers_read(value, place);
}

#define AT(member) offsetof(draw_options, member)

static const tw_option options[] = {
    {"output", 'o', "FILE", "FILE.svg or FILE.pdf", tw_set_word, AT(scene.output)},
    {"frame", 0, "N", "which picture of the film, counted from 1 (default: the first)", set_frame,
     AT(frame)},
    {"style", 0, "NAME", "ink (default): black on white; blueprint: white on blue", set_style,
     AT(style)},
    {"hidden", 0, "HOW",
     "hidden lines: dashed, or none (default: as the style has it, blueprint dashed)", set_hidden,
     AT(hidden)},
    {"size", 0, "WxH", "of the figure in pixels (default: the scene's)", set_size, 0},
    {"draw", 0, "LAYERS", "of a script: final, debug, or layers with commas (tauwerk help layers)",
     set_layers, AT(layers)},
    TW_OPTION_SETS(draw_options, scene.sets),
    TW_OPTION_TRUST(draw_options, scene.trust),
    TW_OPTION_LIMIT_TIME(draw_options, scene.limit_time),
    TW_OPTION_QUIET(draw_options, scene.quiet),
    TW_OPTION_JSON(draw_options, scene.json),
};

const tw_option_table tw_draw_table = {.command = "draw",
                                       .option = options,
                                       .count = sizeof options / sizeof options[0],
                                       .only_word = "scene",
                                       .word_place = AT(scene.script)};

static tw_status check(const draw_options *o) {
    if (!o->scene.script)
        return tw_fail(
            TW_USAGE,
            "draw: expected a script or a baked film, got none (see 'tauwerk help draw')");
    if (!o->scene.output)
        return tw_fail(TW_USAGE, "draw: option '-o': expected FILE.svg or FILE.pdf, got none");
    if (!tw_ends_in(o->scene.output, ".svg") && !tw_ends_in(o->scene.output, ".pdf"))
        return tw_fail(TW_USAGE, "draw: option '-o': expected FILE.svg or FILE.pdf, got '%s'",
                       o->scene.output);
    if (!tw_ends_in(o->scene.script, ".twb")) return TW_OK;
    if (o->layers)
        return tw_fail(
            TW_USAGE,
            "draw: option '--draw': a baked film shows the layers that it was baked with");
    if (o->scene.sets.count)
        return tw_fail(TW_USAGE, "draw: option '--set': a baked film has no parameters any more");
    return TW_OK;
}

tw_status tw_draw_command(int argc, char *const *argv) {
    draw_options o = {.frame = 1};
    int used;
    tw_status s = tw_options_read(&tw_draw_table, argc, argv, &o, &used);
    if (s == TW_OK) s = check(&o);
    tw_scene_job job = {.command = "draw", .options = &o.scene, .scene = draw_scene, .context = &o};
    if (s == TW_OK)
        s = tw_ends_in(o.scene.script, ".twb") ? draw_baked(&o) : tw_scene_job_run(&job);
    tw_array_free(&o.scene.sets);
    return s;
}
