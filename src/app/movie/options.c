/* The command `tauwerk movie`; see movie.h. */
#include "app/base/stop.h"
#include "app/movie/movie.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct movie_options {
    tw_words words;
    const char *output;
    double fps, fade;
    const char *audio;
    tw_codec codec;
    tw_chroma chroma;
    int crf;
    tw_frame_range range;
    bool quiet, json;
} movie_options;

tw_status tw_set_movie(void *place, const char *value) {
    TW_TRY(tw_movie_name(value));
    return tw_set_word(place, value);
}

/* reads a frame rate: "30", "29.97" or "30000/1001" */
static tw_status set_fps(void *place, const char *value) {
    char above[64];
    const char *slash = strchr(value, '/');
    double a, b = 1;
    snprintf(above, sizeof above, "%.*s", (int)strcspn(value, "/"), value);
    if (tw_option_positive(above, &a) != TW_OK ||
        (slash && tw_option_positive(slash + 1, &b) != TW_OK) || !(a / b <= 1000) ||
        !(a / b >= 1e-3))
        return tw_fail(TW_USAGE, "expected 0.001 to 1000 as N or N/M, got '%s'", value);
    *(double *)place = a / b;
    return TW_OK;
}

static tw_status set_codec(void *place, const char *value) {
    static const char *const names[] = {"h264", "av1", NULL};
    int i;
    TW_TRY(tw_option_choice(value, names, &i));
    *(tw_codec *)place = i == 0 ? TW_CODEC_H264 : TW_CODEC_AV1;
    return TW_OK;
}

static tw_status set_chroma(void *place, const char *value) {
    static const char *const names[] = {"420", "444", NULL};
    int i;
    TW_TRY(tw_option_choice(value, names, &i));
    *(tw_chroma *)place = i == 0 ? TW_CHROMA_420 : TW_CHROMA_444;
    return TW_OK;
}

static tw_status set_crf(void *place, const char *value) {
    return tw_option_count(value, 0, place);
}

#define AT(member) offsetof(movie_options, member)

static const tw_option options[] = {
    {"output", 'o', "FILE",
     "FILE.mp4, .mkv, .webm, .gif (through ffmpeg), FILE.apng, .y4m, or - for y4m to the standard "
     "output",
     tw_set_movie, AT(output)},
    {"fps", 0, "N", "pictures a second, also N/M (default: from the folder's manifest)", set_fps,
     AT(fps)},
    {"frames", 0, "A-B[:S]", "only these, counted from 1, every S-th", tw_set_range, AT(range)},
    {"codec", 0, "C", "h264 (default of .mp4 and .mkv) or av1 (of .webm)", set_codec, AT(codec)},
    {"crf", 0, "N", "quality of the encoder, less is better (default 18 for h264, 30 for av1)",
     set_crf, AT(crf)},
    {"chroma", 0, "C", "420 (default) or 444: colour at every pixel", set_chroma, AT(chroma)},
    {"fade", 0, "S", "seconds in which one folder's film fades into the next one's (default: cuts)",
     tw_set_positive, AT(fade)},
    {"audio", 0, "FILE",
     "sound through ffmpeg, cut and faded out at the film's end; clicks: a click for each impact "
     "(of run --impacts), also as FILE.wav beside the film",
     tw_set_word, AT(audio)},
    {"quiet", 'q', NULL, "only failures", tw_set_switch, AT(quiet)},
    TW_OPTION_JSON(movie_options, json),
};

const tw_option_table tw_movie_table = {.command = "movie",
                                        .option = options,
                                        .count = sizeof options / sizeof options[0],
                                        .word = tw_add_word,
                                        .word_place = AT(words)};

static tw_status check(const movie_options *o) {
    if (!o->words.count)
        return tw_fail(TW_USAGE,
                       "movie: expected pictures or a folder, got none (see 'tauwerk help movie')");
    if (!o->output) return tw_fail(TW_USAGE, "movie: option '-o': expected FILE, got none");
    if (o->json && !strcmp(o->output, "-"))
        return tw_fail(TW_USAGE, "movie: --json and the film cannot both be the standard output");
    return TW_OK;
}

static tw_status work(const movie_options *o, tw_movie_frames *frames, tw_report *report) {
    for (size_t i = 0; i < o->words.count; i++)
        TW_TRY(tw_movie_frames_add(frames, o->words.data[i]));
    if (o->range.first) TW_TRY(tw_movie_frames_choose(frames, o->range));
    tw_movie m = {.frames = frames,
                  .output = o->output,
                  .fps = o->fps,
                  .fade = o->fade,
                  .audio = o->audio,
                  .codec = o->codec,
                  .chroma = o->chroma,
                  .crf = o->crf,
                  .title = o->output,
                  .report = report};
    double began = tw_clock();
    TW_TRY(tw_movie_write(&m));
    char line[4300];
    snprintf(line, sizeof line, "%s: %zu picture%s (%.1f s)", o->output, frames->count,
             frames->count == 1 ? "" : "s", tw_clock() - began);
    tw_report_line(report, "done", NULL, line);
    return TW_OK;
}

tw_status tw_movie_command(int argc, char *const *argv) {
    movie_options o = {.crf = -1};
    tw_movie_frames frames = {0};
    tw_report *report = NULL;
    int used;
    tw_status status = tw_options_read(&tw_movie_table, argc, argv, &o, &used);
    if (status == TW_OK) status = check(&o);
    if (status == TW_OK) status = tw_report_create(o.quiet, o.json, &report);
    if (status == TW_OK) status = work(&o, &frames, report);
    tw_kept kept = tw_failure_keep(status);
    tw_status closed = tw_report_close(report);
    tw_movie_frames_free(&frames);
    tw_array_free(&o.words);
    return status == TW_OK ? closed : tw_failure_again(&kept);
}
