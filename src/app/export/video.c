/*
 * A film's pictures as one file: drawn into a folder beside it as `tauwerk run` and `render` do,
 * then encoded as `tauwerk movie` does. The folder goes, whatever has happened.
 */
#include "app/export/export.h"
#include "app/movie/movie.h"
#include "app/run/run.h"
#include "base/file.h"
#include "base/text/path.h"

#include <stdio.h>
#include <stdlib.h>

typedef tw_status (*verb)(int argc, char *const *argv);

/* words of a command line; they are kept by reference */
typedef struct line {
    TW_ARRAY(char *) word;
    tw_status status;
} line;

static void say(line *l, const char *word) {
    if (l->status == TW_OK) l->status = tw_push(&l->word, (char *)(uintptr_t)word);
}

static tw_status obey(line *l, verb run) {
    if (l->status == TW_OK) l->status = run((int)l->word.count, l->word.data);
    tw_array_free(&l->word);
    return l->status;
}

static tw_status make_folder(const char *path, char folder[4096]) {
    if (snprintf(folder, 4096, "%s.XXXXXX", path) >= 4096)
        return tw_fail(TW_IO, "the path %s is too long", path);
    return mkdtemp(folder) ? TW_OK : tw_fail_system("cannot make a folder beside '%s'", path);
}

static tw_status end(const char *folder, tw_status s) {
    tw_kept kept = tw_failure_keep(s);
    tw_folder_remove(folder);
    return tw_failure_again(&kept);
}

tw_status tw_export_video_baked(const char *from, const char *path) {
    char folder[4096];
    line draw = {.status = TW_OK}, film = {.status = TW_OK};
    TW_TRY(make_folder(path, folder));
    say(&draw, from), say(&draw, "-q"), say(&draw, "-o"), say(&draw, folder);
    tw_status s = obey(&draw, tw_render_baked);
    say(&film, folder), say(&film, "-q"), say(&film, "-o"), say(&film, path);
    if (s == TW_OK) s = obey(&film, tw_movie_command);
    tw_array_free(&film.word);
    return end(folder, s);
}

static tw_status run(const tw_scene_options *o, const char *folder) {
    char trust[TW_TRUST_WORDS][TW_TRUST_WORD], limit[48];
    tw_trust settled = o->trust;
    TW_TRY(tw_trust_settle(&settled, "export", false));
    size_t count = tw_trust_words(&settled, trust);
    line l = {.status = TW_OK};
    say(&l, o->script), say(&l, "-q"), say(&l, "-o"), say(&l, folder), say(&l, "--video"), say(&l, o->output);
    for (size_t i = 0; i < count; i++) say(&l, trust[i]);
    for (size_t i = 0; i < o->sets.count; i++) say(&l, "--set"), say(&l, o->sets.data[i]);
    snprintf(limit, sizeof limit, "%.17g", o->limit_time);
    if (o->limit_time > 0) say(&l, "--limit-time"), say(&l, limit);
    return obey(&l, tw_run);
}

tw_status tw_export_video(const tw_scene_options *o) {
    char folder[4096];
    tw_report *report;
    TW_TRY(make_folder(o->output, folder));
    TW_TRY(end(folder, run(o, folder)));
    TW_TRY(tw_report_create(o->quiet, o->json, &report));
    /* of several scenes each has a file of its own */
    bool one = !tw_file_absent(o->output) || tw_path_insert(o->output, "*", folder, 4096) >= 4096;
    tw_report_line(report, "done", NULL, one ? o->output : folder);
    return tw_report_close(report);
}
