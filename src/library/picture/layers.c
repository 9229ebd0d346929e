/* Writes the layers of a picture as channels of an OpenEXR file; see layers.h. */
#include "library/picture/layers.h"

#include "io/picture/image.h"
#include "picture/layers/crypto.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHANNELS = 4 + 64, TEXTS = 4 };

/* lists the channels of the colour, then those of the layers; returns the number of channels */
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

tw_status tw_extras_read(const char *text, unsigned *extras) {
    return tw_extras_parse(text, extras);
}

tw_status tw_layers_write(const char *path, const tw_frame *f, const tw_image *image, bool alpha) {
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

tw_status tw_layers_renamed(const tw_frame *f, bool *renamed, char *line, size_t size) {
    *renamed = false;
    for (size_t i = 0; i < f->item_count && !*renamed; i++) {
        const tw_frame_item *item = &f->item[i];
        char *own;
        if (!item->name || !tw_crypto_renames(item)) continue;
        const char *name = tw_crypto_name(item, &own);
        if (!name) return tw_fail_memory();
        if (!strcmp(item->name, tw_crypto_ground))
            snprintf(line, size, "layer id: '%s' is the ground; the thing of that name is '%s'",
                     item->name, name);
        else
            snprintf(line, size, "layer id: a name that is no UTF-8 is listed as '%.200s'", name);
        free(own);
        *renamed = true;
    }
    return TW_OK;
}
