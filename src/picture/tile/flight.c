/* Tiles in flight; see flight.h. */
#include "picture/tile/flight.h"

#include <stdlib.h>

tw_status tw_flight_begin(tw_flight *f, tw_again *again, tw_image *image) {
    int count = tw_tile_count(image->width, image->height);
    *f = (tw_flight){.image = image, .again = again};
    f->tile = malloc((size_t)count * sizeof *f->tile);
    if (!f->tile) return tw_fail_memory();
    for (int i = 0; i < count; i++) {
        f->tile[i].parts = NULL;
        atomic_init(&f->tile[i].drawn, 0);
        atomic_init(&f->tile[i].read, 0);
    }
    pthread_mutex_init(&f->lock, NULL);
    return TW_OK;
}

tw_status tw_flight_end(tw_flight *f) {
    int count = tw_tile_count(f->image->width, f->image->height);
    for (int i = 0; i < count; i++) free(f->tile[i].parts);
    for (size_t i = 0; i < f->free.count; i++) free(f->free.data[i]);
    tw_array_free(&f->free);
    free(f->tile);
    pthread_mutex_destroy(&f->lock);
    return f->failed ? tw_fail_memory() : TW_OK;
}

tw_parts *tw_flight_take(tw_flight *f) {
    pthread_mutex_lock(&f->lock);
    tw_parts *p = f->free.count ? f->free.data[--f->free.count] : malloc(sizeof *p);
    pthread_mutex_unlock(&f->lock);
    if (!p) f->failed = true;
    return p;
}

static void give(tw_flight *f, tw_parts *p) {
    if (!p) return;
    pthread_mutex_lock(&f->lock);
    if (tw_push(&f->free, p) != TW_OK) free(p);
    pthread_mutex_unlock(&f->lock);
}

/* filters a tile, or copies it from an earlier picture; called when the tile and all tiles around
 * it have been drawn */
static void finish(tw_flight *f, int tile, const int around[TW_AROUND]) {
    if (f->again && tw_again_complete(f->again, tile, f->image)) return;
    if (f->tile[tile].parts) {
        const tw_parts *parts[TW_AROUND];
        for (int i = 0; i < TW_AROUND; i++)
            parts[i] = around[i] < 0 ? NULL : f->tile[around[i]].parts;
        size_t stride = 4 * (size_t)f->image->width;
        int x, y;
        tw_tile_corner(f->image->width, tile, &x, &y);
        tw_filter_tile(parts, f->image->linear + (size_t)y * stride + 4 * (size_t)x, stride);
    }
    if (f->again) tw_again_keep(f->again, tile, f->image);
}

void tw_flight_add(tw_flight *f, int tile, tw_parts *parts) {
    int width = f->image->width, height = f->image->height, near[TW_AROUND], far[TW_AROUND];
    if (parts && !parts->some) {
        give(f, parts);
        parts = NULL;
    }
    f->tile[tile].parts = parts;
    tw_tiles_around(width, height, tile, near);
    for (int i = 0; i < TW_AROUND; i++) {
        if (near[i] < 0) continue;
        int all = tw_tiles_around(width, height, near[i], far);
        if (atomic_fetch_add(&f->tile[near[i]].drawn, 1) + 1 < all) continue;
        finish(f, near[i], far);
        for (int j = 0; j < TW_AROUND; j++) {
            if (far[j] < 0) continue;
            int beyond[TW_AROUND], readers = tw_tiles_around(width, height, far[j], beyond);
            tw_flight_tile *t = &f->tile[far[j]];
            if (atomic_fetch_add(&t->read, 1) + 1 < readers) continue;
            give(f, t->parts);
            t->parts = NULL;
        }
    }
}
