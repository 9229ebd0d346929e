/* Making a video from a list of pictures; see movie.h. */
#include "app/movie/movie.h"

#include "app/movie/clicks.h"
#include "app/render/manifest.h"
#include "base/text/path.h"
#include "io/picture/png/png_read.h"
#include "library/picture/picture.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* checks that the pictures of a group belong to one film and that none is missing between them */
static tw_status check_group(const tw_movie_frame *f, size_t count) {
    for (size_t i = 1; i < count; i++) {
        const tw_movie_frame *a = &f[i - 1], *b = &f[i];
        if (!a->scanned || !b->scanned) continue;
        if (a->name != b->name || memcmp(a->path, b->path, (size_t)a->name))
            return tw_fail(TW_USAGE,
                           "movie: %.*s and %.*s are different films; name the files of one, in "
                           "quotes or by the shell's pattern %.*s.*.png",
                           a->name, a->path, b->name, b->path, a->name, a->path);
        if (b->number - a->number != f[1].number - f[0].number)
            return tw_fail(TW_IO,
                           "pictures are missing between %s and %s; finish the film with 'tauwerk "
                           "run', or name the files",
                           a->path, b->path);
    }
    return TW_OK;
}

/* checks that the first pictures of all folders have the same size (the encoder checks each), and
 * that each folder has enough of them for its fades. *seconds: length of the video */
static tw_status check_frames(const tw_movie *m, size_t fade, double *seconds) {
    const tw_movie_frames *f = m->frames;
    int width = 0, height = 0, w, h;
    size_t groups = 0;
    for (size_t from, end = 0; tw_movie_frames_group(f, &from, &end); groups++) {
        TW_TRY(check_group(&f->data[from], end - from));
        size_t sides = (size_t)(from > 0) + (size_t)(end < f->count);
        if (end - from < sides * fade)
            return tw_fail(TW_USAGE,
                           "movie: option '--fade': expected at least %zu pictures for fades of "
                           "%g s, got %zu from %s on",
                           sides * fade, m->fade, end - from, f->data[from].path);
        /* the sizes of pictures that the user named are checked when they are encoded */
        if (!f->data[from].group) continue;
        TW_TRY(tw_png_size(f->data[from].path, &w, &h));
        if (width && (w != width || h != height))
            return tw_fail(TW_IO,
                           "movie: expected folders with pictures of one size, got %d x %d (%s) "
                           "and %d x %d (%s)",
                           width, height, f->data[0].path, w, h, f->data[from].path);
        width = w;
        height = h;
    }
    *seconds = (double)(f->count - (groups - 1) * fade) / m->fps;
    return TW_OK;
}

/* encodes the folders one after the other; a fade mixes pictures of two folders */
static tw_status encode_all(const tw_movie *m, tw_encoder *e, size_t fade) {
    const tw_movie_frame *f = m->frames->data;
    for (size_t from, end = 0; tw_movie_frames_group(m->frames, &from, &end);) {
        size_t head = from > 0 ? fade : 0, tail = end < m->frames->count ? fade : 0;
        for (size_t k = 0; k < head; k++)
            TW_TRY(tw_encoder_put_fade(e, f[from + k].path, f[from - head + k].path,
                                       tw_mix_share(k + 1, head)));
        for (size_t k = from + head; k + tail < end; k++) {
            TW_TRY(tw_encoder_put(e, f[k].path));
            tw_report_at(m->report, (double)(k + 1));
        }
    }
    return TW_OK;
}

static tw_status encode(const tw_movie *m, size_t fade) {
    int width, height;
    tw_encoder *e;
    TW_TRY(tw_png_size(m->frames->data[0].path, &width, &height));
    TW_TRY(tw_encoder_open(m, width, height, &e));
    return tw_encoder_close(e, encode_all(m, e, fade));
}

/* ---- sound ---------------------------------------------------------------------------------- */

enum { PATH = 4096 };

/* time of the video, s after the group's first picture, at which the group shows the time `at` of
 * its film; NAN: never */
static double shown_at(const tw_movie_frame *f, size_t count, double fps, double at) {
    double step = count > 1 ? f[1].at - f[0].at : 1 / fps;
    double x = step > 0 ? (at - f[0].at) / step : -1;
    return x >= 0 && x < (double)count ? x / fps : NAN;
}

/* adds the impacts of a group of pictures, which begins at the time `begin` of the video, s, to the
 * list */
static tw_status add_impacts(const tw_movie *m, const tw_movie_frame *f, size_t count, double begin,
                             tw_impacts *all) {
    char path[PATH];
    tw_impacts own = {0};
    int n = snprintf(path, PATH, "%.*s.impacts.csv", f->name, f->path);
    if (!f->group || n >= PATH)
        return tw_fail(TW_USAGE, "movie: --audio clicks needs folders, got the file %s", f->path);
    tw_status s = tw_impacts_read(path, &own);
    if (s == TW_IO) {
        tw_kept kept = tw_failure_keep(s);
        s = tw_fail(TW_IO, "%s ('tauwerk run --impacts' writes it)", kept.text);
    }
    for (size_t i = 0; s == TW_OK && i < own.count; i++) {
        double u = shown_at(f, count, m->fps, own.data[i].at);
        if (!isnan(u)) s = tw_push(all, ((tw_impact){.at = begin + u, .speed = own.data[i].speed}));
    }
    tw_impacts_free(&own);
    return s;
}

static tw_status make_clicks(const tw_movie *m, size_t fade, const char *path) {
    tw_impacts all = {0};
    tw_status s = TW_OK;
    size_t groups = 0;
    for (size_t from, end = 0; s == TW_OK && tw_movie_frames_group(m->frames, &from, &end);
         groups++)
        s = add_impacts(m, &m->frames->data[from], end - from,
                        (double)(from - groups * fade) / m->fps, &all);
    if (s == TW_OK) s = tw_clicks_write(&all, m->seconds, path);
    tw_impacts_free(&all);
    return s;
}

/* path: FILE.wav for the output FILE.mp4 */
static tw_status sound_path(const char *output, char path[PATH]) {
    const char *dot = strrchr(tw_path_name(output), '.');
    if (!dot) return tw_fail(TW_USAGE, "movie: --audio clicks needs a file for the film, not -");
    int n = snprintf(path, PATH, "%.*s.wav", (int)(dot - output), output);
    return n < PATH ? TW_OK : tw_fail(TW_IO, "the path of %s is too long", output);
}

tw_status tw_movie_write(const tw_movie *movie) {
    tw_movie m = *movie;
    char sound[PATH];
    if (!(m.fps > 0)) TW_TRY(tw_movie_frames_rate(m.frames, &m.fps));
    if (!(m.fps > 0))
        return tw_fail(TW_USAGE, "movie: the frame rate is unknown: there is no manifest.json; "
                                 "give --fps N");
    size_t fade = (size_t)floor(m.fade * m.fps + 0.5);
    TW_TRY(check_frames(&m, fade, &m.seconds));
    if (m.audio && !strcmp(m.audio, "clicks")) {
        TW_TRY(sound_path(m.output, sound));
        TW_TRY(make_clicks(&m, fade, sound));
        m.audio = sound;
        m.beside = true;
    }
    if (m.audio && !tw_file_size(m.audio))
        return tw_fail(TW_IO, "movie: option '--audio': cannot read '%s'", m.audio);
    char what[160];
    snprintf(what, sizeof what, "%s: encoding", m.title);
    tw_report_begin(m.report, what, (double)m.frames->count, "pictures");
    tw_status s = encode(&m, fade);
    tw_report_end(m.report);
    return s;
}
