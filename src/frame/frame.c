/* The memory of a frame: blocks that are freed with it. */
#include "frame/frame.h"

#include "shape/map/lightmap.h"
#include "shape/map/pixmap.h"
#include "shape/mesh/mesh.h"

#include <stdlib.h>
#include <string.h>

struct tw_frame_block {
    struct tw_frame_block *next;
    max_align_t data[];
};

void *tw_frame_alloc(tw_frame *f, size_t size) {
    if (size > (size_t)-1 / 2) return NULL;
    struct tw_frame_block *b = calloc(1, sizeof *b + size);
    if (!b) return NULL;
    b->next = f->block;
    f->block = b;
    return b->data;
}

char *tw_frame_text(tw_frame *f, const char *text) {
    size_t n = strlen(text) + 1;
    char *copy = tw_frame_alloc(f, n);
    return copy ? memcpy(copy, text, n) : NULL;
}

tw_status tw_frame_caption(tw_frame *f, const tw_caption *c) {
    tw_caption *all = tw_frame_alloc(f, (f->caption_count + 1) * sizeof *all);
    if (!all) return tw_fail_memory();
    if (f->caption_count) memcpy(all, f->caption, f->caption_count * sizeof *all);
    all[f->caption_count] = *c;
    f->caption = all;
    f->caption_count++;
    return TW_OK;
}

void tw_frame_item_release(tw_frame_item *item) {
    tw_mesh_release(item->shape.mesh);
    tw_pixmap_release(item->material.map);
    item->shape.mesh = NULL;
    item->material.map = NULL;
}

const tw_pose *tw_frame_pose(const tw_frame *f, size_t item) {
    return f->still ? &f->still[item] : &f->pose[f->item[item].first_pose];
}

void tw_frame_stop(tw_frame *f) {
    if (f->fades) tw_frame_stop(f->fades);
    f->sweep = NULL;
    f->sweep_count = 0;
    f->shutter = 0;
    f->sharp = false;
    if (f->pose_count == 1) return;
    f->pose = f->still;
    f->pose_count = 1;
    f->still = NULL;
    for (size_t i = 0; i < f->item_count; i++) f->item[i].first_pose = i;
}

void tw_frame_free(tw_frame *f) {
    for (size_t i = 0; f->item && i < f->item_count; i++) tw_frame_item_release(&f->item[i]);
    for (size_t i = 0; f->light && i < f->light_count; i++) {
        tw_lightmap_release(f->light[i].map);
        f->light[i].map = NULL;
    }
    tw_pixmap_release(f->ground.map);
    f->ground.map = NULL;
    f->item = NULL;
    f->item_count = 0;
    tw_frame_destroy(f->fades);
    f->fades = NULL;
    for (struct tw_frame_block *b = f->block; b;) {
        struct tw_frame_block *next = b->next;
        free(b);
        b = next;
    }
    f->block = NULL;
}

void tw_frame_destroy(tw_frame *f) {
    if (!f) return;
    tw_frame_free(f);
    free(f);
}
