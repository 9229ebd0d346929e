/*
 * Export of a film's pictures as one file: they are drawn into a folder beside it as by `tauwerk
 * run` or `tauwerk render`, then encoded as by `tauwerk movie`. The folder is removed in every
 * case.
 */
#include "app/export/export.h"
#include "app/movie/movie.h"
#include "app/run/run.h"
#include "base/file.h"
#include "base/text/path.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef tw_status (*verb)(int argc, char *const *argv);

/* words of a command line; the texts are not copied */
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
    if (s == TW_OK) return tw_folder_remove(folder);
    tw_kept kept = tw_failure_keep(s);
    (void)tw_folder_remove(folder);
    return tw_failure_again(&kept);
}

/* ---- of a baked film ------------------------------------------------------------------------ */

tw_status tw_export_video_baked(const char *from, const char *path) {
    char folder[4096];
    line draw = {.status = TW_OK}, film = {.status = TW_OK};
    TW_TRY(make_folder(path, folder));
    say(&draw, "-q"), say(&draw, "-o"), say(&draw, folder), say(&draw, "--"), say(&draw, from);
    tw_status s = obey(&draw, tw_render_baked);
    say(&film, "-q"), say(&film, "-o"), say(&film, path), say(&film, "--"), say(&film, folder);
    if (s == TW_OK) s = obey(&film, tw_movie_command);
    tw_array_free(&film.word);
    return end(folder, s);
}

/* ---- of a script ---------------------------------------------------------------------------- */

/* name of the film in the temporary folder; if there are several scenes, film.NAME */
static const char film_name[] = "film";

/* runs the script; failed checks of its scenes do not make the export fail */
static tw_status run(const tw_scene_options *o, const char *folder, const char *film) {
    char trust[TW_TRUST_WORDS][TW_TRUST_WORD], limit[48];
    tw_trust settled = o->trust;
    TW_TRY(tw_trust_settle(&settled, "export", false));
    size_t count = tw_trust_words(&settled, trust);
    line l = {.status = TW_OK};
    say(&l, "-q"), say(&l, "-o"), say(&l, folder), say(&l, "--video"), say(&l, film);
    if (o->json) say(&l, "--json");
    for (size_t i = 0; i < count; i++) say(&l, trust[i]);
    for (size_t i = 0; i < o->sets.count; i++) say(&l, "--set"), say(&l, o->sets.data[i]);
    snprintf(limit, sizeof limit, "%.17g", o->limit_time);
    if (o->limit_time > 0) say(&l, "--limit-time"), say(&l, limit);
    say(&l, "--"), say(&l, o->script);
    tw_status s = obey(&l, tw_run);
    return s == TW_MISMATCH ? TW_OK : s;
}

static int by_name(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

typedef TW_ARRAY(char *) names;

/* finds the films in the folder; found: the part of each output's name after FILE, sorted: ".gif",
 * or ".NAME.gif" for each of several scenes */
static tw_status find_films(const char *folder, const char *ending, names *found) {
    DIR *d = opendir(folder);
    if (!d) return tw_fail_system("cannot read '%s'", folder);
    tw_status s = TW_OK;
    for (struct dirent *e; s == TW_OK && (e = tw_folder_next(d, folder, &s));) {
        if (strncmp(e->d_name, film_name, strlen(film_name)) || !tw_ends_in(e->d_name, ending))
            continue;
        char *rest = strdup(e->d_name + strlen(film_name));
        if (!rest || tw_push(found, rest) != TW_OK) s = tw_fail_memory();
        if (s != TW_OK) free(rest);
    }
    closedir(d);
    TW_TRY(s);
    if (found->count) qsort(found->data, found->count, sizeof *found->data, by_name);
    return TW_OK;
}

/* moves FOLDER/film.NAME.gif to OUT.NAME.gif, for each film found */
static tw_status move_films(const char *folder, const char *out, const char *ending,
                            tw_report *report) {
    names found = {0};
    tw_status s = find_films(folder, ending, &found);
    for (size_t i = 0; s == TW_OK && i < found.count; i++) {
        char from[4096 + 300], to[4096 + 300];
        int stem = (int)(strlen(out) - strlen(ending));
        snprintf(from, sizeof from, "%s/%s%s", folder, film_name, found.data[i]);
        snprintf(to, sizeof to, "%.*s%s", stem, out, found.data[i]);
        s = tw_file_move(from, to);
        if (s == TW_OK) tw_report_line(report, "done", NULL, to);
    }
    for (size_t i = 0; i < found.count; i++) free(found.data[i]);
    tw_array_free(&found);
    return s;
}

tw_status tw_export_video(const tw_scene_options *o) {
    char folder[4096], film[4096 + 16];
    const char *ending = strrchr(o->output, '.');
    tw_report *report;
    TW_TRY(make_folder(o->output, folder));
    snprintf(film, sizeof film, "%s/%s%s", folder, film_name, ending);
    tw_status s = run(o, folder, film);
    if (s != TW_OK) return end(folder, s);
    s = tw_report_create(o->quiet, o->json, &report);
    if (s != TW_OK) return end(folder, s);
    s = move_films(folder, o->output, ending, report);
    tw_status closed = tw_report_close(report);
    return end(folder, s == TW_OK ? closed : s);
}
