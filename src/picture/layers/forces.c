/* Draws the overlay with nothing but arrows on a transparent picture; see forces.h. */
#include "picture/layers/forces.h"

#include "base/math/elementary.h"
#include "picture/overlay/overlay.h"

#include <stdlib.h>

/* table [256]: linear light for the sRGB bytes 0 .. 255 [IEC 61966-2-1] */
static void decode(float table[256]) {
    for (int i = 0; i < 256; i++) {
        double v = i / 255.0;
        table[i] = (float)(v <= 0.04045 ? v / 12.92 : tw_pow((v + 0.055) / 1.055, 2.4));
    }
}

static void put(const tw_image *drawn, tw_image *image) {
    float table[256];
    const tw_extras *e = &image->extras;
    size_t floats = (size_t)tw_extras_floats(e->which);
    size_t pixels = (size_t)image->width * (size_t)image->height;
    float *to = e->pixel + tw_extras_at(e->which, TW_EXTRA_FORCES);
    decode(table);
    for (size_t i = 0; i < pixels; i++, to += floats) {
        const uint8_t *p = drawn->srgb + 4 * i;
        float a = (float)p[3] / 255;
        for (int c = 0; c < 3; c++) to[c] = a * table[p[c]];
        to[3] = a;
    }
}

tw_status tw_forces_draw(const tw_frame *f, const tw_picture_options *o, tw_image *image) {
    tw_frame arrows = *f;
    tw_mark *mark = malloc((f->mark_count + 1) * sizeof *mark);
    tw_image drawn = {.width = image->width, .height = image->height};
    drawn.srgb = calloc((size_t)image->width * (size_t)image->height, 4);
    tw_status s = mark && drawn.srgb ? TW_OK : tw_fail_memory();
    arrows.mark = mark;
    arrows.mark_count = arrows.caption_count = arrows.plot_count = 0;
    arrows.graph_count = 0;
    arrows.legend = false;
    for (size_t i = 0; i < f->mark_count && s == TW_OK; i++) {
        tw_mark_kind k = f->mark[i].kind;
        if (k != TW_MARK_ARROW && k != TW_MARK_TORQUE) continue;
        mark[arrows.mark_count] = f->mark[i];
        mark[arrows.mark_count++].text = NULL;
    }
    if (s == TW_OK) s = tw_overlay(&arrows, o, &drawn);
    if (s == TW_OK) put(&drawn, image);
    free(mark);
    free(drawn.srgb);
    return s;
}
