/* Finds the pictures of a film in folders and among files; see frames.h. */
#include "app/movie/frames.h"

#include "app/render/manifest.h"
#include "base/file.h"
#include "base/text/path.h"

#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* true: the path is NAME.DIGITS.png; *name: length of NAME, including its folder, in bytes;
 * *number: the value of DIGITS */
static bool numbered(const char *path, int *name, int *number) {
    const char *begin = tw_path_name(path);
    if (!tw_ends_in(begin, ".png")) return false;
    size_t end = strlen(begin) - 4, at = end;
    while (at > 0 && begin[at - 1] >= '0' && begin[at - 1] <= '9') at--;
    if (at == end || end - at > 9 || at < 2 || begin[at - 1] != '.') return false;
    *number = (int)strtol(begin + at, NULL, 10);
    *name = (int)(begin - path) + (int)at - 1;
    return true;
}

tw_status tw_movie_frames_push(tw_movie_frames *frames, const char *path, double time, bool timed) {
    tw_movie_frame f = {.path = strdup(path), .timed = timed, .time = time, .at = time};
    if (!f.path) return tw_fail_memory();
    if (!numbered(path, &f.name, &f.number)) f.name = f.number = 0;
    if (tw_push(frames, f) == TW_OK) return TW_OK;
    free(f.path);
    return TW_MEMORY;
}

static int by_name_and_number(const void *a, const void *b) {
    const tw_movie_frame *x = a, *y = b;
    int n = x->name < y->name ? x->name : y->name;
    int c = memcmp(x->path, y->path, (size_t)n);
    if (c) return c;
    if (x->name != y->name) return x->name < y->name ? -1 : 1;
    if (x->number != y->number) return x->number < y->number ? -1 : 1;
    return strcmp(x->path, y->path);
}

/* ---- times ---------------------------------------------------------------------------------- */

/* sets the times of f from the manifest in its picture's folder. m, folder: the manifest read last
 * and its folder, read anew only when the folder changes */
static tw_status look_up(tw_movie_frame *f, tw_manifest *m, char folder[4096]) {
    const char *slash = strrchr(f->path, '/');
    char own[4096];
    int n = slash ? snprintf(own, sizeof own, "%.*s", (int)(slash - f->path), f->path)
                  : snprintf(own, sizeof own, ".");
    if (n >= (int)sizeof own) return TW_OK;
    if (!m->path || strcmp(own, folder)) {
        tw_manifest_free(m);
        TW_TRY(tw_manifest_read(own, m));
        memcpy(folder, own, sizeof own);
    }
    const tw_picture_record *r = tw_manifest_find(m, tw_path_name(f->path));
    if (r && !r->stale) {
        f->timed = true;
        f->time = r->time;
        f->at = r->at;
    }
    return TW_OK;
}

static tw_status look_up_all(tw_movie_frames *frames, size_t from) {
    tw_manifest m = {.fd = -1};
    char folder[4096] = "";
    tw_status s = TW_OK;
    for (size_t i = from; s == TW_OK && i < frames->count; i++)
        s = look_up(&frames->data[i], &m, folder);
    tw_manifest_free(&m);
    return s;
}

/* ---- folders -------------------------------------------------------------------------------- */

/* adds the pictures that the folder's manifest lists; fails if one is missing */
static tw_status list(tw_movie_frames *frames, const char *folder, const tw_manifest *m) {
    for (size_t i = 0; i < m->records.count; i++) {
        const tw_picture_record *r = &m->records.data[i];
        char path[4096];
        int name, number;
        if (r->stale || !numbered(r->file, &name, &number)) continue;
        int n = snprintf(path, sizeof path, "%s/%s", folder, r->file);
        if (n >= (int)sizeof path) return tw_fail(TW_IO, "%s: the path is too long", folder);
        tw_file_kind kind;
        TW_TRY(tw_file_look(path, true, &kind));
        if (kind == TW_FILE_NONE)
            return tw_fail(TW_IO,
                           "%s is missing; finish the film with 'tauwerk run', or name the files",
                           path);
        TW_TRY(tw_movie_frames_push(frames, path, 0, false));
        frames->data[frames->count - 1].scanned = true;
    }
    return TW_OK;
}

/* adds all files of a folder without manifest that are named like pictures of a film */
static tw_status scan(tw_movie_frames *frames, const char *folder, DIR *dir) {
    tw_status s = TW_OK;
    for (struct dirent *e; (e = tw_folder_next(dir, folder, &s));) {
        char path[4096];
        int name, number;
        if (e->d_name[0] == '.' || !numbered(e->d_name, &name, &number)) continue;
        int n = snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        if (n >= (int)sizeof path) return tw_fail(TW_IO, "%s: the path is too long", folder);
        tw_file_kind kind;
        TW_TRY(tw_file_look(path, true, &kind));
        /* the name is listed in the folder, but there is no file: a broken link, or a file that was
         * just removed */
        if (kind == TW_FILE_NONE)
            return tw_fail(TW_IO, "cannot read '%s': there is no such file", path);
        if (kind != TW_FILE_REGULAR) continue;
        TW_TRY(tw_movie_frames_push(frames, path, 0, false));
        frames->data[frames->count - 1].scanned = true;
    }
    return s;
}

tw_status tw_movie_frames_folder(tw_movie_frames *frames, const char *word) {
    char folder[4096];
    size_t n = strlen(word);
    if (n >= sizeof folder) return tw_fail(TW_IO, "the path of a folder is too long");
    memcpy(folder, word, n + 1);
    while (n > 1 && folder[n - 1] == '/') folder[--n] = '\0';
    DIR *dir = opendir(folder);
    if (!dir) return tw_fail_system("cannot read the folder '%s'", word);
    size_t before = frames->count;
    tw_manifest m;
    tw_status s = tw_manifest_read(folder, &m);
    bool listed = s == TW_OK && tw_manifest_there(&m);
    if (s == TW_OK) s = listed ? list(frames, folder, &m) : scan(frames, folder, dir);
    tw_manifest_free(&m);
    closedir(dir);
    TW_TRY(s);
    if (frames->count == before) return TW_OK;
    qsort(frames->data + before, frames->count - before, sizeof *frames->data, by_name_and_number);
    int group = before ? frames->data[before - 1].group + 1 : 1;
    for (size_t i = before; i < frames->count; i++) frames->data[i].group = group;
    return look_up_all(frames, before);
}

tw_status tw_movie_frames_add(tw_movie_frames *frames, const char *word) {
    struct stat st;
    if (stat(word, &st) != 0) return tw_fail_system("cannot read '%s'", word);
    size_t before = frames->count;
    if (!S_ISDIR(st.st_mode)) {
        TW_TRY(tw_movie_frames_push(frames, word, 0, false));
        return look_up_all(frames, before);
    }
    TW_TRY(tw_movie_frames_folder(frames, word));
    if (frames->count > before) return TW_OK;
    char manifest[4096];
    int n = snprintf(manifest, sizeof manifest, "%s/manifest.json", word);
    bool listed = n < (int)sizeof manifest && !tw_file_absent(manifest);
    return tw_fail(TW_IO, "%s: %s NAME.0001.png%s", word,
                   listed ? "the film in this folder has no pictures" : "no pictures",
                   listed ? "" : " in this folder");
}

/* ---- the list ------------------------------------------------------------------------------- */

tw_status tw_movie_frames_choose(tw_movie_frames *frames, tw_frame_range range) {
    size_t kept = 0;
    for (size_t i = 0; i < frames->count; i++) {
        tw_movie_frame *f = &frames->data[i];
        if (tw_frame_chosen(f->number ? f->number : (int)i + 1, range))
            frames->data[kept++] = *f;
        else
            free(f->path);
    }
    size_t before = frames->count;
    frames->count = kept;
    if (kept) return TW_OK;
    return tw_fail(TW_USAGE, "none of the %zu pictures has a number that --frames asks for",
                   before);
}

bool tw_movie_frames_group(const tw_movie_frames *frames, size_t *from, size_t *end) {
    *from = *end;
    while (*end < frames->count && frames->data[*end].group == frames->data[*from].group) ++*end;
    return *end > *from;
}

/* frame rate of the pictures [n] of one group, 1/s, from their times; 0: times are unknown or not
 * equidistant */
static double rate_of(const tw_movie_frame *f, size_t n) {
    double dt = n < 2 ? 0 : (f[n - 1].at - f[0].at) / (double)(n - 1);
    if (!(dt > 0) || !f[0].timed) return 0;
    for (size_t i = 1; i < n; i++)
        if (!f[i].timed || fabs(f[i].at - f[i - 1].at - dt) > 1e-3 * dt) return 0;
    return 1 / dt;
}

tw_status tw_movie_frames_rate(const tw_movie_frames *frames, double *fps) {
    const tw_movie_frame *first = NULL;
    *fps = 0;
    for (size_t from, end = 0; tw_movie_frames_group(frames, &from, &end);) {
        const tw_movie_frame *f = &frames->data[from];
        double own = rate_of(f, end - from);
        if (!(own > 0) && end - from > 1) {
            *fps = 0;
            return TW_OK;
        }
        if (own > 0 && *fps > 0 && fabs(own - *fps) > 1e-6 * *fps)
            return tw_fail(TW_USAGE,
                           "movie: expected folders with as many pictures a second, got %g (%s) "
                           "and %g (%s); --fps N gives one rate to all",
                           *fps, first->path, own, f->path);
        if (own > 0 && !(*fps > 0)) *fps = own, first = f;
    }
    return TW_OK;
}

void tw_movie_frames_free(tw_movie_frames *frames) {
    for (size_t i = 0; i < frames->count; i++) free(frames->data[i].path);
    tw_array_free(frames);
}
