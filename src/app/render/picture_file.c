/* Writing pictures to files; see picture_file.h. */
#include "app/render/picture_file.h"

#include "app/base/stop.h"
#include "base/file.h"
#include "base/hash.h"
#include "io/picture/image.h"
#include "library/film.h"
#include "library/frames.h"
#include "library/picture/layers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void tw_picture_tell_names(const tw_render *r, const tw_frame *f, bool *told) {
    char text[300], line[520];
    bool renamed;
    if (*told || !(r->picture.extras & TW_EXTRA_ID)) return;
    /* if this fails, drawing the frame will fail, too, and that failure is reported */
    if (tw_layers_renamed(f, &renamed, text, sizeof text) != TW_OK || !renamed) return;
    snprintf(line, sizeof line, "%.200s: %s", r->name, text);
    tw_report_line(r->report, "notice", r->name, line);
    *told = true;
}

static tw_status write_file(const tw_render *r, const char *path, const tw_frame *f,
                            const tw_image *image) {
    int w = image->width, h = image->height;
    if (r->format == TW_FORMAT_PFM) return tw_pfm_write(path, w, h, image->linear);
    if (r->format == TW_FORMAT_EXR) return tw_layers_write(path, f, image, r->picture.alpha);
    return tw_png_write(path, w, h, image->srgb, r->picture.alpha);
}

uint64_t tw_picture_digest(const tw_render *r, uint64_t frame) {
    int options[] = {r->picture.width,       r->picture.height,     (int)r->picture.quality,
                     r->picture.alpha,       r->picture.samples,    (int)r->format,
                     (int)r->picture.extras, (int)r->picture.ground};
    tw_hash h = tw_hash_bytes(tw_hash_begin(), options, sizeof options);
    h = tw_hash_bytes(h, &r->program, sizeof r->program);
    return tw_hash_bytes(h, &frame, sizeof frame);
}

tw_status tw_picture_put(const tw_render *r, const char *path, const tw_frame *f,
                         const tw_image *image, tw_picture_record *record) {
    TW_TRY(tw_stop_poll(NULL));
    TW_TRY(write_file(r, path, f, image));
    record->frame = f->number;
    record->time = f->time;
    record->bare = tw_picture_digest(r, tw_frame_key(f, true));
    record->bytes = tw_file_size(path);
    TW_TRY(tw_digest_file(path, &record->content));
    if (record->bytes) return TW_OK;
    return tw_fail(TW_IO, "cannot read '%s', which has just been written", path);
}

tw_status tw_picture_copy(const char *from, const tw_picture_record *like, const char *path,
                          bool *copied) {
    char *data;
    size_t size;
    *copied = false;
    TW_TRY(tw_stop_poll(NULL));
    /* a picture that cannot be read is not copied; the caller draws it */
    if (tw_file_read(from, &data, &size) != TW_OK) return TW_OK;
    tw_status s = TW_OK;
    if (size == like->bytes && tw_hash_bytes(tw_hash_begin(), data, size) == like->content) {
        s = tw_file_write(path, data, size);
        *copied = s == TW_OK;
    }
    free(data);
    return s;
}
