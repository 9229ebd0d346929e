/*
 * A film: the simulation of a scene from now to its end, and the frames seen on the way.
 *
 * Frame k = 1 .. N, N = round(duration fps), shows t0 + (k - 1)/fps with t0 the time of the world
 * when the film begins. When the simulation fails, the frames up to there are kept: the good part
 * of the film can be drawn.
 */
#ifndef TW_FRAME_FILM_H
#define TW_FRAME_FILM_H

#include "base/array.h"
#include "frame/snapshot.h"

typedef struct tw_film_options {
    tw_snapshot_options snapshot;
    bool frames;   /* keep frames; else only look */
    bool blur;     /* poses over the exposure of each frame, else one */
    bool motion;   /* with blur: how things move also where the exposure is nothing */
    double aspect; /* of the picture, width / height */
    /* called at each frame's time, while the world shows it, with the frame if it is kept (else
     * NULL), to which captions may be added; NULL: not */
    tw_status (*look)(void *context, int number, double time, tw_frame *frame);
    /* called before a frame is kept: what props show may be brought up to date; NULL: not */
    tw_status (*ready)(void *context, double time);
    /* takes each frame, in order, as soon as its exposure is over; the film then keeps none, and
     * tw_film_complete is left to who has them. NULL: the film keeps them, complete */
    tw_status (*finished)(void *context, tw_frame *frame);
    void *context;
} tw_film_options;

typedef struct tw_film {
    TW_ARRAY(tw_frame *) frames; /* number 1 .. count; cameras complete */
    int planned;                 /* N; fewer are there after scene:finish or a failure */
    double begin, end;           /* s: t0, and where the simulation stopped */
} tw_film;

/* number of frames of a film of this world */
int tw_film_length(const tw_world *world);

/* simulates and collects; *film is valid in every case and to be freed */
tw_status tw_film_run(tw_sim *sim, const tw_film_options *options, tw_film *film);
void tw_film_free(tw_film *film);

/* is the frame the same whatever the others are, but for marks and curves? Its camera is complete
 * then, and its look needs no subject */
bool tw_frame_alone(const tw_frame *frame);
/* chooses what the frames [count] of a whole film have in common: looks, cameras, scales, sides,
 * curves. Frames that stand alone, in a film without marks and curves, are the same one by one */
tw_status tw_film_complete(tw_frame *const *frames, size_t count, double aspect);

/* a number for everything that a picture of this frame depends on, which its number and time are
 * not: equal frames, equal digest */
uint64_t tw_frame_digest(const tw_frame *frame);
/* likewise without marks, captions and curves */
uint64_t tw_frame_bare_digest(const tw_frame *frame);

#endif
