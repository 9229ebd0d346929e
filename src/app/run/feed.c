/* Passing a film's frames to the renderer; see feed.h. */
#include "app/run/feed.h"

#include "library/film.h"
#include "library/frames.h"

#include <stdlib.h>

/* adds the frame's meshes and maps to the feed's shared ones, which packed frames refer to */
static tw_status enlist(tw_shared *l, const tw_frame *f) {
    for (size_t i = 0; i < f->item_count; i++) {
        const tw_mesh *mesh = f->item[i].shape.mesh;
        const tw_pixmap *map = f->item[i].material.map;
        if (mesh && !tw_shared_mesh(l, mesh->hash)) TW_TRY(tw_shared_add_mesh(l, mesh));
        if (map && !tw_shared_map(l, map->hash)) TW_TRY(tw_shared_add_map(l, map));
    }
    for (size_t i = 0; i < f->light_count; i++) {
        const tw_lightmap *map = f->light[i].map;
        bool file = map && map->source == TW_LIGHTMAP_FILE;
        if (file && !tw_shared_light(l, map->hash)) TW_TRY(tw_shared_add_light(l, map));
    }
    const tw_pixmap *map = f->ground.map;
    return map && !tw_shared_map(l, map->hash) ? tw_shared_add_map(l, map) : TW_OK;
}

static tw_status keep(tw_feed *feed, const tw_frame *f, bool waits) {
    tw_packed_frame p = {.waits = waits, .camera = tw_frame_is_alone(f)};
    if (!feed->pack) {
        TW_TRY(tw_pack_create(&feed->shared, &feed->pack));
        tw_pack_quickly(feed->pack);
        TW_TRY(tw_spill_create(TW_SPILL_HELD, &feed->spill));
    }
    TW_TRY(enlist(&feed->shared, f));
    TW_TRY(tw_reserve(&feed->frames, feed->frames.count + 1));
    unsigned char *bytes;
    TW_TRY(tw_pack_frame(feed->pack, f, &bytes, &p.size));
    tw_status s = tw_spill_add(feed->spill, bytes, p.size, &p.at);
    free(bytes);
    TW_TRY(s);
    feed->frames.data[feed->frames.count++] = p;
    feed->waiting += waits;
    return TW_OK;
}

/* *frame: the next frame that `pack` can unpack, which is number `index`, from 0; unchanged after a
 * failure */
static tw_status unpack(const tw_feed *feed, tw_pack *pack, size_t index, tw_frame **frame) {
    const tw_packed_frame *p = &feed->frames.data[index];
    unsigned char *bytes = malloc(p->size);
    tw_frame *f = calloc(1, sizeof *f);
    tw_status s = bytes && f ? TW_OK : tw_fail_memory();
    if (s == TW_OK) s = tw_spill_read(feed->spill, p->at, p->size, bytes);
    if (s == TW_OK) s = tw_unpack_frame(pack, bytes, p->size, f);
    free(bytes);
    if (s == TW_OK)
        *frame = f;
    else
        tw_frame_drop(f);
    return s;
}

/* ---- ahead of time -------------------------------------------------------------------------- */

/* number of frames after which the framing is chosen first; then it is chosen again whenever the
 * number of frames has grown by a fifth */
enum { FIRST = 8 };

/* chooses the framing again from the frames so far; ahead.settled: it has not changed */
static tw_status look_again(tw_feed *feed) {
    feed->ahead.seen = feed->frames.count;
    TW_TRY(tw_ahead_choose(feed->ahead.choice, &feed->ahead.settled));
    if (feed->ahead.settled) return TW_OK;
    tw_renderer_forget(feed->renderer);
    tw_pack_free(feed->ahead.pack);
    feed->ahead.pack = NULL;
    feed->ahead.next = 0;
    return TW_OK;
}

static tw_status guess_next(tw_feed *feed) {
    const tw_packed_frame *p = &feed->frames.data[feed->ahead.next];
    bool marks = feed->layers & TW_LAYERS_MARKS;
    if (!feed->ahead.pack) TW_TRY(tw_pack_create(&feed->shared, &feed->ahead.pack));
    tw_frame *f;
    TW_TRY(unpack(feed, feed->ahead.pack, feed->ahead.next++, &f));
    bool wanted = p->waits && (p->camera || tw_ahead_serves(feed->ahead.choice, f)) &&
                  tw_frame_chosen(f->number, feed->range);
    tw_status s = TW_OK;
    if (wanted) {
        s = tw_ahead_complete(feed->ahead.choice, f, !marks);
        if (s == TW_OK) return tw_renderer_guess(feed->renderer, f, marks);
    }
    tw_frame_drop(f);
    return s;
}

/* gives frames to the renderer as guesses while there is room */
static tw_status guess_some(tw_feed *feed) {
    while (feed->ahead.next < feed->frames.count && tw_renderer_spare(feed->renderer)) {
        bool ready = feed->ahead.settled || feed->frames.data[feed->ahead.next].camera;
        if (!ready) return TW_OK;
        TW_TRY(guess_next(feed));
    }
    return TW_OK;
}

/* to be called after a further frame that waits: chooses the framing if it is due, and gives
 * guesses */
static tw_status go_ahead(tw_feed *feed) {
    size_t count = feed->frames.count;
    if (feed->threads == 1) return TW_OK;
    bool enough = count >= FIRST && count >= feed->ahead.seen + feed->ahead.seen / 5;
    if (enough) TW_TRY(look_again(feed));
    return guess_some(feed);
}

/* ---- frames --------------------------------------------------------------------------------- */

/* passes a complete frame to the renderer, to be drawn if its number was chosen */
static tw_status give(tw_feed *feed, tw_frame *f) {
    bool chosen = tw_frame_chosen(f->number, feed->range);
    return (chosen ? tw_renderer_give : tw_renderer_pass)(feed->renderer, f);
}

static tw_status survey(tw_feed *feed, const tw_frame *f) {
    if (!feed->ahead.choice) TW_TRY(tw_ahead_create(feed->aspect, &feed->ahead.choice));
    return tw_ahead_add(feed->ahead.choice, f);
}

tw_status tw_feed_frame(tw_feed *feed, tw_frame *f) {
    bool alone = !feed->late && !(feed->layers & TW_LAYERS_MARKS) && tw_frame_is_alone(f);
    tw_status s = keep(feed, f, !alone);
    if (s == TW_OK && feed->threads > 1) s = survey(feed, f);
    if (s == TW_OK && alone) s = tw_frames_complete(&f, 1, feed->aspect);
    if (s == TW_OK && alone) return give(feed, f);
    tw_frame_drop(f);
    return s == TW_OK && !alone ? go_ahead(feed) : s;
}

static tw_status read_next(void *context, size_t index, tw_frame **frame) {
    tw_feed *feed = context;
    if (index == 0) tw_pack_key(feed->pack);
    return unpack(feed, feed->pack, index, frame);
}

static tw_status give_next(void *context, size_t index, tw_frame *frame) {
    tw_feed *feed = context;
    if (feed->frames.data[index].waits) return give(feed, frame);
    tw_frame_drop(frame);
    return TW_OK;
}

tw_status tw_feed_rest(tw_feed *feed) {
    if (!feed->waiting) return TW_OK;
    /* guesses keep the threads busy while the framing for the whole film is chosen */
    if (feed->threads > 1) TW_TRY(guess_some(feed));
    return tw_frames_series(&(tw_frame_series){.count = feed->frames.count,
                                               .aspect = feed->aspect,
                                               .read = read_next,
                                               .give = give_next,
                                               .context = feed});
}

void tw_feed_free(tw_feed *feed) {
    tw_array_free(&feed->frames);
    tw_spill_free(feed->spill);
    tw_ahead_free(feed->ahead.choice);
    tw_pack_free(feed->pack);
    tw_pack_free(feed->ahead.pack);
    tw_shared_free(&feed->shared);
    feed->pack = NULL;
    feed->spill = NULL;
}
