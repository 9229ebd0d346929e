/*
 * Which frames of a running film can be drawn at once, and which must wait for its end.
 *
 * A frame that stands alone (tw_frame_alone), in layers without marks, is the same whatever the
 * others are: it is drawn while the simulation goes on. The others wait for what is chosen over the
 * whole film (tw_film_complete). For them all frames are kept, packed (io/store/pack.h).
 *
 * Where only the framing waits, it is chosen from time to time of the frames that are there, by a
 * survey that goes on with them (library/ahead.h). In many films it stops changing long before the
 * end. When it has stayed the same for a while frames are drawn with it ahead of time; in the end
 * the digest of each frame says whether that was right (render.h).
 */
#ifndef TW_APP_RUN_FEED_H
#define TW_APP_RUN_FEED_H

#include "app/base/options.h"
#include "app/render/render.h"
#include "io/store/pack.h"
#include "library/ahead.h"

typedef struct tw_packed_frame {
    unsigned char *bytes;
    size_t size;
    bool waits;
    bool camera; /* the frame is complete without other frames */
} tw_packed_frame;

typedef struct tw_feed {
    /* given */
    tw_renderer *renderer;
    unsigned layers;
    tw_frame_range range; /* range of the drawn frames */
    double aspect;
    int threads; /* 1: nothing is drawn ahead of time */
    bool late;   /* every frame waits: there is no renderer before the end */
    /* meshes and maps of the feed's own */
    tw_shared shared;
    tw_pack *pack;
    TW_ARRAY(tw_packed_frame) frames;
    size_t waiting;
    struct {
        /* framing of the first `seen` frames; NULL: one thread, or no frame yet */
        tw_ahead *choice;
        size_t seen, next; /* frames before `next` have been guessed */
        bool settled;
        tw_pack *pack; /* reads from the beginning on */
    } ahead;
} tw_feed;

/* takes the next frame of the film, in every case */
tw_status tw_feed_frame(tw_feed *feed, tw_frame *frame);
/* the film has ended: the frames that have waited */
tw_status tw_feed_rest(tw_feed *feed);
void tw_feed_free(tw_feed *feed); /* frees all but the renderer */

#endif
