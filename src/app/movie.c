/* A list of pictures to video; see movie.h. */
#include "app/movie.h"

#include "io/png_read.h"

#include <stdio.h>
#include <string.h>

/* pictures found in a folder: of one film, none missing between */
static tw_status check_frames(const tw_movie_frames *f) {
    for (size_t i = 1; i < f->count; i++) {
        const tw_movie_frame *a = &f->data[i - 1], *b = &f->data[i];
        if (!a->scanned || !b->scanned) continue;
        if (a->name != b->name || memcmp(a->path, b->path, (size_t)a->name))
            return tw_fail(TW_USAGE,
                           "movie: %.*s and %.*s are different films; name the files of one, in "
                           "quotes or by the shell's pattern %.*s.*.png",
                           a->name, a->path, b->name, b->path, a->name, a->path);
        if (b->number - a->number != f->data[1].number - f->data[0].number)
            return tw_fail(TW_IO,
                           "pictures are missing between %s and %s; finish the film with 'tauwerk "
                           "run', or name the files",
                           a->path, b->path);
    }
    return TW_OK;
}

static tw_status encode(const tw_movie *m) {
    const tw_movie_frames *f = m->frames;
    int width, height;
    tw_encoder *e;
    TW_TRY(tw_png_size(f->data[0].path, &width, &height));
    TW_TRY(tw_encoder_open(m, width, height, &e));
    tw_status s = TW_OK;
    for (size_t i = 0; i < f->count && s == TW_OK; i++) {
        s = tw_encoder_put(e, f->data[i].path);
        tw_report_at(m->report, (double)(i + 1));
    }
    return tw_encoder_close(e, s);
}

tw_status tw_movie_write(const tw_movie *movie) {
    tw_movie m = *movie;
    if (!(m.fps > 0) && !tw_movie_frames_rate(m.frames, &m.fps))
        return tw_fail(TW_USAGE, "movie: how many pictures a second? No manifest.json tells; "
                                 "--fps N does");
    TW_TRY(check_frames(m.frames));
    char what[160];
    snprintf(what, sizeof what, "%s: encoding", m.title);
    tw_report_begin(m.report, what, (double)m.frames->count, "pictures");
    tw_status s = encode(&m);
    tw_report_end(m.report);
    return s;
}
