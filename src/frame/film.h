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
    bool frames;   /* frames are made; false: only `look` is called */
    bool blur;     /* several poses over each exposure; false: one */
    bool motion;   /* with blur: poses of sharp frames too, so that motion can be measured */
    double aspect; /* width / height of the picture */
    /* hook at each frame's time, while the world shows it; frame: NULL if none is made, else open
     * for captions. NULL: none */
    tw_status (*look)(void *context, int number, double time, tw_frame *frame);
    /* hook before a frame is made: functions of the script update props and fields. NULL: none */
    tw_status (*ready)(void *context, double time);
    /* consumer of the frames, in order, each as soon as its exposure is over; it owns them and
     * calls tw_film_complete. NULL: the film keeps them, complete */
    tw_status (*finished)(void *context, tw_frame *frame);
    void *context;
} tw_film_options;

typedef struct tw_film {
    TW_ARRAY(tw_frame *) frames; /* number 1 .. count; cameras complete */
    int planned;                 /* N; fewer are there after scene:finish or a failure */
    double begin, end;           /* t0, and the time at which the simulation stopped, s */
} tw_film;

/* number of frames of a film of this world */
int tw_film_length(const tw_world *world);

/* simulates and collects; *film is valid in every case and to be freed */
tw_status tw_film_run(tw_sim *sim, const tw_film_options *options, tw_film *film);
void tw_film_free(tw_film *film);

/* Does the frame depend on no other one, marks and curves aside? True if its camera is complete and
 * its look needs no subject. */
bool tw_frame_alone(const tw_frame *frame);
/* Completes the frames [count] of a whole film: looks, cameras, scales, sides and curves are chosen
 * for all of them. Frames that stand alone, without marks and curves, may be completed one by one.
 */
tw_status tw_film_complete(tw_frame *const *frames, size_t count, double aspect);

/* digest of everything that a picture of the frame depends on, so not of its number and time */
uint64_t tw_frame_digest(const tw_frame *frame);
/* the same digest without marks, captions and curves */
uint64_t tw_frame_bare_digest(const tw_frame *frame);

#endif
