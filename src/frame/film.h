/*
 * A film: the simulation of a scene from now to its end, and the frames seen on the way.
 *
 * Frame k = 1 .. N, N = round(duration fps), shows t0 + (k - 1)/fps with t0 the time of the world
 * when the film begins. Where the film has a pace of its own (film/pace.h), pictures are taken at
 * other times than these: what belongs to the motion (hook `look`) keeps to the scene's own frames,
 * and what belongs to pictures follows the pace.
 *
 * One simulation may be filmed in several takes at once: parts of the film that overlap or follow
 * each other. When the simulation fails, the frames up to there are kept: the good part of the film
 * can be drawn.
 */
#ifndef TW_FRAME_FILM_H
#define TW_FRAME_FILM_H

#include "base/array.h"
#include "frame/film/pace.h"
#include "frame/snapshot.h"

/* a part of the film that is filmed by itself */
typedef struct tw_take {
    double from; /* s of the film */
    int planned; /* frames */
    TW_ARRAY(tw_frame *)
    frames; /* made by tw_film_run: numbers 1 .. count, complete unless `open` */
} tw_take;

typedef struct tw_film_options {
    tw_snapshot_options snapshot;
    bool frames; /* true: frames are made; false: only `look` is called */
    bool blur;   /* true: several poses over each exposure; false: one */
    bool motion; /* with blur: frames of cameras without exposure get poses too, so that motion can
                    be measured */
    double aspect;       /* width / height of the picture */
    const tw_pace *pace; /* pace of the pictures; NULL: as fast as the scene */
    tw_take *take;       /* [takes] parts that are filmed; NULL: the whole film */
    int takes;
    bool open; /* frames of takes are not completed, since they are stored first */
    /* called at the time of each of the scene's own frames, while the world shows it. frame: open
     * for captions; NULL if none is made. NULL: no hook */
    tw_status (*look)(void *context, int number, double time, tw_frame *frame);
    /* called for pictures at times of their own (a pace, takes); frame: open for captions. NULL: no
     * hook */
    tw_status (*shown)(void *context, double time, tw_frame *frame);
    /* called before a frame is made, and once if none are: functions of the script update props and
     * fields. NULL: no hook */
    tw_status (*ready)(void *context, double time);
    /* called after `look` has called tw_sim_stop_here: the scene stands at that frame and may be
     * changed. *again true: the frame is made again, with `look`, and the hook is called again; it
     * starts as false. Not with takes, a pace or `finished`. NULL: no hook */
    tw_status (*stopped)(void *context, bool *again);
    /* called with each frame, in order, as soon as its exposure is over; it owns the frame and has
     * to call tw_film_complete. NULL: the film, or its take, keeps the frames, complete. Not with
     * takes */
    tw_status (*finished)(void *context, tw_frame *frame);
    void *context;
} tw_film_options;

typedef struct tw_film {
    TW_ARRAY(tw_frame *) frames; /* numbers 1 .. count, complete; empty with takes or `finished` */
    int planned; /* planned number of pictures; after scene:finish or a failure there are fewer */
    double begin, end; /* t0, and the time at which the simulation stopped, s */
} tw_film;

/* number of frames of a film of this world without a pace of its own */
int tw_film_length(const struct tw_world *world);

/* simulates to the film's end and collects frames; *film must be freed, also after a failure */
tw_status tw_film_run(struct tw_sim *sim, const tw_film_options *options, tw_film *film);
void tw_film_free(tw_film *film);
void tw_take_free(tw_take *take);

/* can the frame be completed without the film's other frames (except its marks and curves)? True if
 * its camera is complete, its look needs no subject, and its graphs have axes. */
bool tw_frame_alone(const tw_frame *frame);
/* Completes the frames [count] of a whole film: chooses looks, cameras, scales, sides of names and
 * curves for all frames of a part (a film of several scenes has several), including the frames that
 * fades leave. Frames with tw_frame_alone, without marks and curves, may be completed one by one.
 */
tw_status tw_film_complete(tw_frame *const *frames, size_t count, double aspect);

/* digest of everything that a picture of the frame depends on, which its number and time are not */
uint64_t tw_frame_digest(const tw_frame *frame);
/* digest of the frame without marks, captions and curves */
uint64_t tw_frame_bare_digest(const tw_frame *frame);

#endif
