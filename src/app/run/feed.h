/*
 * Decides which frames of a running film can be drawn at once, and which must wait for its end.
 *
 * A frame that does not depend on others (tw_frame_is_alone), in layers without marks, is drawn
 * while the simulation continues. The others wait for choices for the whole film
 * (tw_film_complete). For these all frames, also drawn ones, are kept in compressed form
 * (io/store/pack.h), in bounded memory (io/store/spill.h), and completed one after another at the
 * film's end (tw_frames_series).
 *
 * If only the framing is missing, it is chosen from time to time from the frames so far
 * (library/ahead.h). In many films it stops changing long before the end. When it has not changed
 * for a while, frames are drawn with it ahead of time; at the end the digest of each frame shows
 * whether that was right (render.h).
 */
#ifndef TW_APP_RUN_FEED_H
#define TW_APP_RUN_FEED_H

#include "app/base/options.h"
#include "app/render/render.h"
#include "io/store/pack.h"
#include "io/store/spill.h"
#include "library/ahead.h"

typedef struct tw_packed_frame {
    uint64_t at; /* position of the packed frame in the spill, bytes */
    size_t size;
    bool waits;
    bool camera; /* true: the frame's camera and look do not depend on other frames */
} tw_packed_frame;

typedef struct tw_feed {
    /* given */
    tw_renderer *renderer;
    unsigned layers;
    tw_frame_range range; /* range of the frames to be drawn */
    double aspect;
    int threads; /* number of threads; 1: nothing is drawn ahead of time */
    bool late;   /* true: all frames wait for the film's end, since only then there is a renderer */
    /* meshes and maps of the packed frames; owned */
    tw_shared shared;
    tw_pack *pack;
    tw_spill *spill; /* packed frames */
    TW_ARRAY(tw_packed_frame) frames;
    size_t waiting;
    struct {
        /* the frames so far, and the framing chosen from the first `seen` of them; NULL: with one
         * thread, or before the first frame */
        tw_ahead *choice;
        /* seen: number of frames from which the framing was last chosen; next: index of the next
         * frame to be drawn as a guess */
        size_t seen, next;
        bool settled;
        /* unpacks frames in their order, for guesses; NULL: none was unpacked so far */
        tw_pack *pack;
    } ahead;
} tw_feed;

/* handles the next frame of the film, which it takes over in every case */
tw_status tw_feed_frame(tw_feed *feed, tw_frame *frame);
/* to be called at the film's end: completes and draws the frames that have waited for it */
tw_status tw_feed_rest(tw_feed *feed);
void tw_feed_free(tw_feed *feed); /* frees everything except the renderer */

#endif
