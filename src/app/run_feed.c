/* Frames on their way to the renderer; see run_feed.h. */
#include "app/run_feed.h"

#include "frame/film.h"
#include "frame/layers.h"

#include <stdlib.h>

bool tw_frame_chosen(int number, int first, int last, int step) {
    if (!first) return true;
    return number >= first && (!last || number <= last) && (number - first) % step == 0;
}

int tw_frames_chosen(int planned, int first, int last, int step) {
    if (!first) return planned;
    int end = last && last < planned ? last : planned;
    return end < first ? 0 : (end - first) / step + 1;
}

/* what the frame shows must be among the shared things before it can be unpacked */
static tw_status enlist(tw_shared *l, const tw_frame *f) {
    for (size_t i = 0; i < f->item_count; i++) {
        const tw_mesh *mesh = f->item[i].shape.mesh;
        const tw_pixmap *map = f->item[i].material.map;
        if (mesh && !tw_shared_mesh(l, mesh->hash)) TW_TRY(tw_shared_add_mesh(l, mesh));
        if (map && !tw_shared_map(l, map->hash)) TW_TRY(tw_shared_add_map(l, map));
    }
    const tw_pixmap *map = f->ground.map;
    return map && !tw_shared_map(l, map->hash) ? tw_shared_add_map(l, map) : TW_OK;
}

static tw_status keep(tw_feed *feed, const tw_frame *f, bool waits) {
    tw_packed_frame p = {.waits = waits};
    if (!feed->pack) TW_TRY(tw_pack_create(&feed->shared, &feed->pack));
    TW_TRY(enlist(&feed->shared, f));
    TW_TRY(tw_reserve(&feed->frames, feed->frames.count + 1));
    TW_TRY(tw_pack_frame(feed->pack, f, &p.bytes, &p.size));
    feed->frames.data[feed->frames.count++] = p;
    feed->waiting += waits;
    return TW_OK;
}

tw_status tw_feed_frame(tw_feed *feed, tw_frame *f) {
    const tw_camera *c = &f->camera;
    bool alone = !(feed->layers & TW_LAYERS_MARKS) && c->has_eye && c->has_target && c->has_fov;
    tw_status s = keep(feed, f, !alone);
    bool now =
        s == TW_OK && alone && tw_frame_chosen(f->number, feed->first, feed->last, feed->step);
    if (now) s = tw_film_complete(&f, 1, feed->aspect);
    if (now && s == TW_OK) return tw_renderer_give(feed->renderer, f);
    tw_frame_destroy(f);
    return s;
}

/* all frames of the film, [count] of them; *have: how many there are, also after a failure */
static tw_status unpack(tw_feed *feed, tw_frame **all, size_t *have) {
    tw_pack_key(feed->pack);
    for (*have = 0; *have < feed->frames.count;) {
        const tw_packed_frame *p = &feed->frames.data[*have];
        tw_frame *f = calloc(1, sizeof *f);
        if (!f) return tw_fail_memory();
        all[(*have)++] = f;
        TW_TRY(tw_unpack_frame(feed->pack, p->bytes, p->size, f));
    }
    return TW_OK;
}

tw_status tw_feed_rest(tw_feed *feed) {
    size_t have = 0;
    if (!feed->waiting) return TW_OK;
    tw_frame **all = calloc(feed->frames.count, sizeof(tw_frame *));
    if (!all) return tw_fail_memory();
    tw_status s = unpack(feed, all, &have);
    if (s == TW_OK) s = tw_film_complete(all, have, feed->aspect);
    for (size_t i = 0; i < have; i++) {
        bool chosen = tw_frame_chosen(all[i]->number, feed->first, feed->last, feed->step);
        if (s == TW_OK && feed->frames.data[i].waits && chosen)
            s = tw_renderer_give(feed->renderer, all[i]);
        else
            tw_frame_destroy(all[i]);
    }
    free(all);
    return s;
}

void tw_feed_free(tw_feed *feed) {
    for (size_t i = 0; i < feed->frames.count; i++) free(feed->frames.data[i].bytes);
    tw_array_free(&feed->frames);
    tw_pack_free(feed->pack);
    tw_shared_free(&feed->shared);
    feed->pack = NULL;
}
