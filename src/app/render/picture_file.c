/* Pictures to files; see picture_file.h. Channels and header of layers: docs/layers.md. */
#include "app/render/picture_file.h"

#include "app/base/stop.h"
#include "base/file.h"
#include "base/hash.h"
#include "io/picture/image.h"
#include "library/film.h"
#include "picture/layers/crypto.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHANNELS = 4 + 64, TEXTS = 4 };

/* the colour's channels, then the layers'; returns how many */
static size_t list_channels(const tw_image *image, bool alpha, tw_exr_channel c[CHANNELS]) {
    static const char *const names[] = {"R", "G", "B", "A"};
    const tw_extras *e = &image->extras;
    const tw_extra_channel *row;
    size_t n = 0, floats = (size_t)tw_extras_floats(e->which);
    for (; n < (alpha ? 4 : 3); n++) c[n] = (tw_exr_channel){names[n], image->linear + n, 4, false};
    for (int i = 0; (row = tw_extras_channel(e->which, i)); i++)
        c[n++] = (tw_exr_channel){row->name, e->pixel + i, floats, row->whole};
    return n;
}

static tw_status write_layers(const char *path, const tw_frame *f, const tw_image *image,
                              bool alpha) {
    tw_exr_channel channel[CHANNELS];
    tw_exr_text text[TEXTS];
    char key[TEXTS][TW_CRYPTO_KEY], *manifest = NULL;
    size_t channels = list_channels(image, alpha, channel), texts = 0;
    if (image->extras.which & TW_EXTRA_ID) {
        static const char *const members[TEXTS] = {"name", "hash", "conversion", "manifest"};
        TW_TRY(tw_crypto_manifest(f, &manifest));
        const char *const values[TEXTS] = {tw_crypto_layer, "MurmurHash3_32", "uint32_to_float32",
                                           manifest};
        for (; texts < TEXTS; texts++) {
            tw_crypto_key(members[texts], key[texts]);
            text[texts] = (tw_exr_text){key[texts], values[texts]};
        }
    }
    tw_status s =
        tw_exr_write_channels(path, image->width, image->height, channel, channels, text, texts);
    free(manifest);
    return s;
}

void tw_picture_tell_names(const tw_render *r, const tw_frame *f, bool *told) {
    if (*told || !(r->picture.extras & TW_EXTRA_ID)) return;
    for (size_t i = 0; i < f->item_count && !*told; i++) {
        const tw_frame_item *item = &f->item[i];
        char *own, line[500];
        if (!item->name || !tw_crypto_renames(item)) continue;
        const char *name = tw_crypto_name(item, &own);
        if (!name) return; /* reported where it is drawn */
        if (!strcmp(item->name, tw_crypto_ground))
            snprintf(line, sizeof line,
                     "%.200s: layer id: '%s' is the ground; the thing of that name is '%s'",
                     r->name, item->name, name);
        else
            snprintf(line, sizeof line,
                     "%.200s: layer id: a name that is no UTF-8 is listed as '%.200s'", r->name,
                     name);
        free(own);
        tw_report_line(r->report, "notice", r->name, line);
        *told = true;
    }
}

tw_status tw_picture_file(const tw_render *r, const char *path, const tw_frame *f,
                          const tw_image *image) {
    int w = image->width, h = image->height;
    if (r->format == TW_FORMAT_PFM) return tw_pfm_write(path, w, h, image->linear);
    if (r->format == TW_FORMAT_EXR) return write_layers(path, f, image, r->picture.alpha);
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
    TW_TRY(tw_picture_file(r, path, f, image));
    record->frame = f->number;
    record->time = f->time;
    record->bare = tw_picture_digest(r, tw_frame_bare_digest(f));
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
    if (tw_file_read(from, &data, &size) != TW_OK) return TW_OK; /* it is drawn instead */
    tw_status s = TW_OK;
    if (size == like->bytes && tw_hash_bytes(tw_hash_begin(), data, size) == like->content) {
        s = tw_file_write(path, data, size);
        *copied = s == TW_OK;
    }
    free(data);
    return s;
}
