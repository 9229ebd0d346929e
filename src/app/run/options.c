/* The options of `tauwerk run`, `bake` and `render`; see run.h. */
#include "app/run/run.h"

#include "app/movie/movie.h"
#include "app/run/sweep/sweep.h"
#include "library/catalogue.h"
#include "library/film.h"
#include "library/picture/layers.h"

#include <stdio.h>

static tw_status set_size(void *target, const char *value) {
    tw_run_options *o = target;
    return tw_option_size(value, &o->width, &o->height);
}

tw_status tw_set_quality(void *place, const char *value) {
    static const char *const names[] = {"draft", "normal", "fine", "final", NULL};
    static const tw_quality qualities[] = {TW_QUALITY_DRAFT, TW_QUALITY_NORMAL, TW_QUALITY_FINE,
                                           TW_QUALITY_FINAL};
    int i;
    TW_TRY(tw_option_choice(value, names, &i));
    *(tw_quality *)place = qualities[i];
    return TW_OK;
}

tw_status tw_set_samples(void *place, const char *value) {
    static const char *const names[] = {"1", "16", NULL};
    static const int samples[] = {1, 16};
    int i;
    TW_TRY(tw_option_choice(value, names, &i));
    *(int *)place = samples[i];
    return TW_OK;
}

tw_status tw_set_format(void *place, const char *value) {
    static const char *const names[] = {"png", "pfm", "exr", NULL};
    static const tw_format formats[] = {TW_FORMAT_PNG, TW_FORMAT_PFM, TW_FORMAT_EXR};
    int i;
    TW_TRY(tw_option_choice(value, names, &i));
    *(tw_format *)place = formats[i];
    return TW_OK;
}

/* sets the const struct tw_look_kind * at `place` */
static tw_status set_look_kind(void *place, const char *value) {
    const char *near, *name, *doc;
    const struct tw_look_kind *kind = tw_catalogue_find_look(value, &near);
    if (kind) {
        *(const struct tw_look_kind **)place = kind;
        return TW_OK;
    }
    char all[400] = "";
    size_t used = 0;
    for (int i = 0; (name = tw_catalogue_look(i, &doc)) && used < sizeof all; i++)
        used += (size_t)snprintf(all + used, sizeof all - used, "%s%s", i ? ", " : "", name);
    if (near)
        return tw_fail(TW_USAGE, "expected one of %s, got '%s', did you mean '%s'?", all, value,
                       near);
    return tw_fail(TW_USAGE, "expected one of %s, got '%s'", all, value);
}

tw_status tw_set_look_name(void *place, const char *value) {
    const struct tw_look_kind *kind;
    TW_TRY(set_look_kind(&kind, value));
    return tw_set_word(place, value);
}

tw_status tw_set_ground(void *place, const char *value) {
    static const char *const names[] = {"shadow", "light", "opaque", NULL};
    static const tw_catch grounds[] = {TW_CATCH_SHADOW, TW_CATCH_LIGHT, TW_CATCH_OPAQUE};
    int i;
    TW_TRY(tw_option_choice(value, names, &i));
    *(tw_catch *)place = grounds[i];
    return TW_OK;
}

tw_status tw_set_extras(void *place, const char *value) {
    return tw_extras_read(value, place);
}

static tw_status set_draw(void *place, const char *value) {
    return tw_layers_read(value, place);
}

static tw_status add_sweep(void *place, const char *value) {
    tw_sweep_axis axis;
    TW_TRY(tw_sweep_parse(value, &axis));
    tw_sweep_axis_free(&axis);
    return tw_add_word(place, value);
}

#define AT(member) offsetof(tw_run_options, member)

/* rows of the table of options that several of the commands have */
/* clang-format off */
#define PICTURES /* rows of `run` and `render` */ \
    {"output", 'o', "DIR", "folder of the pictures (default renders/NAME)", tw_set_folder, \
     AT(folder)}, \
    {"frames", 0, "A-B[:S]", "draw only these, counted from 1, every S-th", tw_set_range, AT(range)}, \
    {"size", 0, "WxH", "size of the pictures in pixels (default: the scene's)", set_size, 0}, \
    {"quality", 0, "Q", "draft, normal (default), fine or final", tw_set_quality, AT(quality)}, \
    {"samples", 0, "N", "coverage samples a pixel of --quality draft: 1 (default) or 16", \
     tw_set_samples, AT(samples)}, \
    {"format", 0, "F", "png (default), pfm or exr (both linear; exr is the default with --layers)", tw_set_format, AT(format)}, \
    {"layers", 0, "NAMES", "layers for compositing besides colour, in one exr file a frame: all, or " \
     "some of depth,normal,albedo,id,position,motion,forces (tauwerk help layers)", \
     tw_set_extras, AT(extras)}, \
    {"alpha", 0, NULL, "transparent background, and ground", tw_set_switch, AT(alpha)}, \
    {"ground", 0, "WHAT", "the part of the ground that --alpha leaves: shadow (default), light (that bodies " \
     "send there, too) or opaque, as it always is in drafts", tw_set_ground, AT(ground)}, \
    {"look", 0, "NAME", "look of the picture instead of the scene's (tauwerk help looks)", \
     set_look_kind, AT(look)}, \
    {"threads", 0, "N", "threads (default: all processors); the pictures are the same", \
     tw_set_threads, AT(threads)}

#define EVENTS \
    {"events", 0, "FILE", "write as CSV which events ran when, and who began to touch whom where", \
     tw_set_word, AT(events)}

#define TABLES /* rows of `run` and `bake` */ \
    {"trace", 0, "FILE", "write the bodies' motion as CSV, a line per frame and body", \
     tw_set_word, AT(trace)}, \
    {"constraints", 0, "FILE", "write the constraints' deviations and forces as CSV", \
     tw_set_word, AT(constraints)}, \
    {"records", 0, "FILE", "write the samples of scene:record as CSV, in the order of time", \
     tw_set_word, AT(records)}, \
    EVENTS, \
    {"solved", 0, "FILE", "keep what scene:solve finds in FILE, and take it from there if it is this " \
     "script's", tw_set_word, AT(solved)}

#define TIME_AND_MEMORY \
    TW_OPTION_LIMIT_TIME(tw_run_options, limit_time), \
    {"limit-memory", 0, "MB", "stop with status 5 rather than use more", tw_set_count, \
     AT(limit_memory)}

#define LIMITS \
    TIME_AND_MEMORY, \
    TW_OPTION_TRUST(tw_run_options, trust)
/* clang-format on */

static const tw_option options[] = {
    PICTURES,
    {"draw", 0, "LAYERS", "final, debug, or layers with commas (tauwerk help layers)", set_draw,
     AT(layers)},
    TABLES,
    {"video", 0, "FILE",
     "the film as FILE.mp4, .mkv, .webm, .gif (through ffmpeg), .apng or .y4m too", tw_set_movie,
     AT(video)},
    {"audio", 0, "FILE",
     "sound of the --video; clicks: a click for each impact, also as DIR/NAME.wav, with --impacts",
     tw_set_word, AT(audio)},
    {"impacts", 0, NULL,
     "write DIR/NAME.impacts.csv: when in the film who begins to touch whom, where and how fast",
     tw_set_switch, AT(impacts)},
    {"summary", 0, "FILE", "write the end of the scene as CSV: time, energies, records",
     tw_set_word, AT(summary)},
    {"sweep", 0, "NAME=VALUES",
     "a run for each of A:STEP:B or V,V,... of a parameter; several: for all combinations",
     add_sweep, AT(sweeps)},
    {"jobs", 0, "N", "runs of a sweep at a time (default: as many as processors)", tw_set_count,
     AT(jobs)},
    {"no-render", 0, NULL, "simulate and check only", tw_set_switch, AT(no_render)},
    TW_OPTION_SETS(tw_run_options, sets),
    LIMITS,
    TW_OPTION_QUIET(tw_run_options, quiet),
    TW_OPTION_JSON(tw_run_options, json),
};

static const tw_option bake_options[] = {
    {"output", 'o', "FILE.twb", "the baked film", tw_set_file, AT(bake)},
    {"draw", 0, "LAYERS", "contents of the film: final, debug, or layers with commas", set_draw,
     AT(layers)},
    {"layers", 0, "NAMES",
     "layers that 'render --layers' is to find: motion of a film without exposure, "
     "forces (tauwerk help layers)",
     tw_set_extras, AT(extras)},
    TABLES,
    TW_OPTION_SETS(tw_run_options, sets),
    LIMITS,
    TW_OPTION_QUIET(tw_run_options, quiet),
    TW_OPTION_JSON(tw_run_options, json),
};

static const tw_option render_options[] = {
    PICTURES,
    EVENTS,
    {"no-render", 0, NULL, "only the frames of --events", tw_set_switch, AT(no_render)},
    TIME_AND_MEMORY,
    {"quiet", 'q', NULL, "only failures", tw_set_switch, AT(quiet)},
    TW_OPTION_JSON(tw_run_options, json),
};

const tw_option_table tw_run_table = {.command = "run",
                                      .option = options,
                                      .count = sizeof options / sizeof options[0],
                                      .only_word = "script",
                                      .word_place = AT(script)};
const tw_option_table tw_bake_table = {.command = "bake",
                                       .option = bake_options,
                                       .count = sizeof bake_options / sizeof bake_options[0],
                                       .only_word = "script",
                                       .word_place = AT(script)};
const tw_option_table tw_render_table = {.command = "render",
                                         .option = render_options,
                                         .count = sizeof render_options / sizeof render_options[0],
                                         .only_word = "film",
                                         .word_place = AT(script)};

static tw_status check_layers(const tw_option_table *table, const tw_run_options *o) {
    if (o->quality == TW_QUALITY_DRAFT)
        return tw_fail(TW_USAGE,
                       "%s: --layers needs --quality normal, fine or final: drafts have colour "
                       "alone",
                       table->command);
    if (o->format == TW_FORMAT_PNG || o->format == TW_FORMAT_PFM)
        return tw_fail(TW_USAGE, "%s: --layers are written in the format exr", table->command);
    return TW_OK;
}

tw_status tw_check_pictures(const tw_option_table *table, tw_run_options *o) {
    if (o->samples && o->quality != TW_QUALITY_DRAFT)
        return tw_fail(TW_USAGE,
                       "%s: --samples needs --quality draft (normal has 16 samples a pixel, "
                       "final 256)",
                       table->command);
    if (o->extras) TW_TRY(check_layers(table, o));
    bool drafts = o->quality == TW_QUALITY_DRAFT;
    if (o->ground != TW_CATCH_UNSAID && !o->alpha)
        return tw_fail(TW_USAGE, "%s: --ground needs --alpha", table->command);
    if (o->ground != TW_CATCH_UNSAID && o->ground != TW_CATCH_OPAQUE && drafts)
        return tw_fail(TW_USAGE,
                       "%s: --ground shadow and light need --quality normal, fine or final",
                       table->command);
    if (o->ground == TW_CATCH_UNSAID) o->ground = drafts ? TW_CATCH_OPAQUE : TW_CATCH_SHADOW;
    if (o->format == TW_FORMAT_ANY) o->format = o->extras ? TW_FORMAT_EXR : TW_FORMAT_PNG;
    return TW_OK;
}
