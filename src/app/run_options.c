/* The options of `tauwerk run`; see run.h. */
#include "app/run.h"

#include "app/movie.h"
#include "app/sweep.h"
#include "frame/layers.h"

#include <string.h>

static tw_status set_folder(void *target, const char *value) {
    tw_run_options *o = target;
    if (!*value) return tw_fail(TW_USAGE, "expected a folder, got ''");
    o->folder = value;
    return TW_OK;
}

static tw_status set_frames(void *target, const char *value) {
    tw_run_options *o = target;
    return tw_option_range(value, &o->first, &o->last, &o->step);
}

static tw_status set_size(void *target, const char *value) {
    tw_run_options *o = target;
    return tw_option_size(value, &o->width, &o->height);
}

static tw_status set_quality(void *target, const char *value) {
    static const char *const names[] = {"draft", "normal", "final", NULL};
    static const tw_quality qualities[] = {TW_QUALITY_DRAFT, TW_QUALITY_NORMAL, TW_QUALITY_FINAL};
    int i;
    TW_TRY(tw_option_choice(value, names, &i));
    ((tw_run_options *)target)->quality = qualities[i];
    return TW_OK;
}

static tw_status set_samples(void *target, const char *value) {
    static const char *const names[] = {"1", "16", NULL};
    static const int samples[] = {1, 16};
    int i;
    TW_TRY(tw_option_choice(value, names, &i));
    ((tw_run_options *)target)->samples = samples[i];
    return TW_OK;
}

static tw_status set_format(void *target, const char *value) {
    static const char *const names[] = {"png", "pfm", "exr", NULL};
    static const tw_format formats[] = {TW_FORMAT_PNG, TW_FORMAT_PFM, TW_FORMAT_EXR};
    int i;
    TW_TRY(tw_option_choice(value, names, &i));
    ((tw_run_options *)target)->format = formats[i];
    return TW_OK;
}

static tw_status set_alpha(void *target, const char *value) {
    (void)value;
    ((tw_run_options *)target)->alpha = true;
    return TW_OK;
}

static tw_status set_threads(void *target, const char *value) {
    int n;
    TW_TRY(tw_option_count(value, 1, &n));
    if (n > 1024) return tw_fail(TW_USAGE, "expected at most 1024, got '%s'", value);
    ((tw_run_options *)target)->threads = n;
    return TW_OK;
}

static tw_status set_draw(void *target, const char *value) {
    return tw_layers_parse(value, &((tw_run_options *)target)->layers);
}

static tw_status set_trace(void *target, const char *value) {
    ((tw_run_options *)target)->trace = value;
    return TW_OK;
}

static tw_status set_constraints(void *target, const char *value) {
    ((tw_run_options *)target)->constraints = value;
    return TW_OK;
}

static tw_status set_video(void *target, const char *value) {
    ((tw_run_options *)target)->video = value;
    return tw_movie_name(value);
}

static tw_status set_summary(void *target, const char *value) {
    ((tw_run_options *)target)->summary = value;
    return TW_OK;
}

static tw_status set_sweep(void *target, const char *value) {
    tw_sweep_axis axis;
    TW_TRY(tw_sweep_parse(value, &axis));
    tw_sweep_axis_free(&axis);
    return tw_push(&((tw_run_options *)target)->sweeps, value);
}

static tw_status set_jobs(void *target, const char *value) {
    return tw_option_count(value, 1, &((tw_run_options *)target)->jobs);
}

static tw_status set_no_render(void *target, const char *value) {
    (void)value;
    ((tw_run_options *)target)->no_render = true;
    return TW_OK;
}

static tw_status set_set(void *target, const char *value) {
    tw_run_options *o = target;
    const char *equals = strchr(value, '=');
    if (!equals || equals == value)
        return tw_fail(TW_USAGE, "expected NAME=VALUE, got '%s'", value);
    return tw_push(&o->sets, value);
}

static tw_status set_bake(void *target, const char *value) {
    if (!*value) return tw_fail(TW_USAGE, "expected a file, got ''");
    ((tw_run_options *)target)->bake = value;
    return TW_OK;
}

static tw_status set_limit_memory(void *target, const char *value) {
    return tw_option_count(value, 1, &((tw_run_options *)target)->limit_memory);
}

static tw_status set_limit_time(void *target, const char *value) {
    return tw_option_positive(value, &((tw_run_options *)target)->limit_time);
}

static tw_status set_quiet(void *target, const char *value) {
    (void)value;
    ((tw_run_options *)target)->quiet = true;
    return TW_OK;
}

static tw_status set_json(void *target, const char *value) {
    (void)value;
    ((tw_run_options *)target)->json = true;
    return TW_OK;
}

static tw_status set_script(void *target, const char *word) {
    tw_run_options *o = target;
    if (o->script)
        return tw_fail(TW_USAGE, "run: one script at a time, got '%s' and '%s'", o->script, word);
    o->script = word;
    return TW_OK;
}

static tw_status set_baked(void *target, const char *word) {
    tw_run_options *o = target;
    if (o->script)
        return tw_fail(TW_USAGE, "render: one film at a time, got '%s' and '%s'", o->script, word);
    o->script = word;
    return TW_OK;
}

static const tw_option options[] = {
    {"output", 'o', "DIR", "folder of the pictures (default renders/NAME)", set_folder},
    {"frames", 0, "A-B[:S]", "draw only these, counted from 1, every S-th", set_frames},
    {"size", 0, "WxH", "size of the pictures in pixels (default: the scene's)", set_size},
    {"quality", 0, "Q", "draft, normal (default) or final", set_quality},
    {"samples", 0, "N", "coverage samples a pixel of --quality draft: 1 (default) or 16",
     set_samples},
    {"format", 0, "F", "png (default), pfm or exr (both linear)", set_format},
    {"alpha", 0, NULL, "transparent background", set_alpha},
    {"threads", 0, "N", "threads (default: all processors); the pictures are the same",
     set_threads},
    {"draw", 0, "LAYERS", "final, debug, or layers with commas (tauwerk help layers)", set_draw},
    {"trace", 0, "FILE", "write the bodies' motion as CSV, a line per frame and body", set_trace},
    {"constraints", 0, "FILE", "write the constraints' deviations and forces as CSV",
     set_constraints},
    {"video", 0, "FILE", "the film as FILE.mp4, .mkv, .webm (through ffmpeg) or .y4m too",
     set_video},
    {"summary", 0, "FILE", "write the end of the scene as CSV: time, energies, records",
     set_summary},
    {"sweep", 0, "NAME=VALUES",
     "a run for each of A:STEP:B or V,V,... of a parameter; several: for all combinations",
     set_sweep},
    {"jobs", 0, "N", "runs of a sweep at a time (default: as many as processors)", set_jobs},
    {"no-render", 0, NULL, "simulate and check only", set_no_render},
    {"set", 0, "NAME=VALUE", "a parameter that the script reads with tw.param; repeatable",
     set_set},
    {"limit-time", 0, "S", "stop after S seconds with status 124", set_limit_time},
    {"limit-memory", 0, "MB", "stop with status 5 rather than use more", set_limit_memory},
    {"quiet", 'q', NULL, "only failures and what the script prints", set_quiet},
    {"json", 0, NULL, "one JSON object a line on standard output", set_json},
};

static const tw_option bake_options[] = {
    {"output", 'o', "FILE.twb", "the baked film", set_bake},
    {"draw", 0, "LAYERS", "what the film can show: final, debug, or layers with commas", set_draw},
    {"trace", 0, "FILE", "write the bodies' motion as CSV, a line per frame and body", set_trace},
    {"constraints", 0, "FILE", "write the constraints' deviations and forces as CSV",
     set_constraints},
    {"set", 0, "NAME=VALUE", "a parameter that the script reads with tw.param; repeatable",
     set_set},
    {"limit-time", 0, "S", "stop after S seconds with status 124", set_limit_time},
    {"limit-memory", 0, "MB", "stop with status 5 rather than use more", set_limit_memory},
    {"quiet", 'q', NULL, "only failures and what the script prints", set_quiet},
    {"json", 0, NULL, "one JSON object a line on standard output", set_json},
};

static const tw_option render_options[] = {
    {"output", 'o', "DIR", "folder of the pictures (default renders/NAME)", set_folder},
    {"frames", 0, "A-B[:S]", "draw only these, counted from 1, every S-th", set_frames},
    {"size", 0, "WxH", "size of the pictures in pixels (default: the scene's)", set_size},
    {"quality", 0, "Q", "draft, normal (default) or final", set_quality},
    {"samples", 0, "N", "coverage samples a pixel of --quality draft: 1 (default) or 16",
     set_samples},
    {"format", 0, "F", "png (default), pfm or exr (both linear)", set_format},
    {"alpha", 0, NULL, "transparent background", set_alpha},
    {"threads", 0, "N", "threads (default: all processors); the pictures are the same",
     set_threads},
    {"limit-time", 0, "S", "stop after S seconds with status 124", set_limit_time},
    {"limit-memory", 0, "MB", "stop with status 5 rather than use more", set_limit_memory},
    {"quiet", 'q', NULL, "only failures", set_quiet},
    {"json", 0, NULL, "one JSON object a line on standard output", set_json},
};

const tw_option_table tw_run_table = {.command = "run",
                                      .option = options,
                                      .count = sizeof options / sizeof options[0],
                                      .word = set_script};
const tw_option_table tw_bake_table = {.command = "bake",
                                       .option = bake_options,
                                       .count = sizeof bake_options / sizeof bake_options[0],
                                       .word = set_script};
const tw_option_table tw_render_table = {.command = "render",
                                         .option = render_options,
                                         .count = sizeof render_options / sizeof render_options[0],
                                         .word = set_baked};

tw_status tw_check_samples(const tw_option_table *table, const tw_run_options *o) {
    if (!o->samples || o->quality == TW_QUALITY_DRAFT) return TW_OK;
    return tw_fail(TW_USAGE,
                   "%s: --samples needs --quality draft (normal has 16 samples a pixel, "
                   "final 64)",
                   table->command);
}
