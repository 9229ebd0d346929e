/* The reel of a baked film; see reel.h. */
#include "app/view/reel/reel.h"
#include "library/film.h"
#include "library/frames.h"

#include <stdlib.h>

tw_status tw_reel_read(tw_reel *r, tw_store *store, tw_frame **all) {
    size_t count = tw_store_count(store);
    const tw_store_head *h = tw_store_head_of(store);
    for (size_t k = 0; k < count; k++) {
        all[k] = calloc(1, sizeof *all[k]);
        if (!all[k]) return tw_fail_memory();
        TW_TRY(tw_store_frame(store, k, all[k]));
        tw_frame_freeze(all[k]);
        TW_TRY(tw_reel_add(r, all[k], NULL));
    }
    TW_TRY(tw_frames_complete(all, count, (double)h->width / h->height));
    for (size_t i = 0; i < tw_store_event_count(store); i++)
        tw_reel_event(r, tw_store_event_of(store, i));
    return tw_reel_complete(r, all, all, count);
}
