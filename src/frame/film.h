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

/* a part of the film that is filmed for itself */
typedef struct tw_take {
    double from; /* s of the film */
    int planned; /* frames */
    TW_ARRAY(tw_frame *)
    /* filled by tw_film_run: frames numbered 1 .. count; complete unless the option `open` is
     * set */
    frames;
} tw_take;

typedef struct tw_film_options {
    tw_snapshot_options snapshot;
    bool frames; /* true: frames are made; false: only `look` is called */
    /* true: a frame has several poses over its exposure, for motion blur; false: one */
    bool blur;
    /* with blur: frames of cameras without exposure get several poses, too, so that motion can
     * be measured; their pictures stay sharp */
    bool motion;
    double aspect; /* width / height of the picture */
    /* which time of the scene each picture shows; NULL: the film runs as fast as the scene */
    const tw_pace *pace;
    tw_take *take; /* [takes] parts to be filmed; NULL: the whole film */
    int takes;
    bool open; /* frames of takes are left incomplete, since they are stored first */
    /* called at each of the scene's own frames, number 1 .. N, while the world shows its time.
     * frame: to be given captions; NULL if no frame is made there. NULL: no hook */
    tw_status (*look)(void *context, int number, double time, tw_frame *frame);
    /* called for pictures at times of their own (with a pace or takes), while the world shows that
     * time. frame: to be given captions. NULL: no hook */
    tw_status (*shown)(void *context, double time, tw_frame *frame);
    /* called before each frame is made, so that functions of the script update props and fields;
     * without frames once, at the first. NULL: no hook */
    tw_status (*ready)(void *context, double time);
    /* called after `look` has called tw_sim_stop_here: the scene stands at that frame's time and
     * may be changed. *again, false at first: set to true, the frame is made again, with `look`,
     * and this hook is called again. Not with takes, a pace or `finished`. NULL: no hook */
    tw_status (*stopped)(void *context, bool *again);
    /* called with each frame, in order, as soon as its exposure is over; it becomes the frame's
     * owner and has to call tw_film_complete. Not with takes. NULL: the film, or its take, owns the
     * frames and completes them */
    tw_status (*finished)(void *context, tw_frame *frame);
    void *context;
} tw_film_options;

typedef struct tw_film {
    /* frames numbered 1 .. count, complete; empty with takes or `finished` */
    TW_ARRAY(tw_frame *) frames;
    int planned; /* planned number of pictures; after scene:finish or a failure there are fewer */
    /* time of the scene at which the film begins, and at which the simulation stopped, s */
    double begin, end;
} tw_film;

/* number of frames of a film of this world at the scene's own pace */
int tw_film_length(const struct tw_world *world);

/* simulates to the film's end and makes its frames; *film must be freed, also after a failure */
tw_status tw_film_run(struct tw_sim *sim, const tw_film_options *options, tw_film *film);
void tw_film_free(tw_film *film);
void tw_take_free(tw_take *take);

/* can the frame be completed without the film's other frames (except its marks and curves)? Its
 * camera is complete, its look needs no subject, and its graphs have axes. */
bool tw_frame_alone(const tw_frame *frame);
/* Completes the frames [count] of a whole film: chooses looks, cameras, scales, sides of names and
 * curves for all frames of a part (a film of several scenes has several), including the frames that
 * fades leave. Frames with tw_frame_alone, without marks and curves, may be completed one by one.
 */
tw_status tw_film_complete(tw_frame *const *frames, size_t count, double aspect);

/* digest of everything that a picture of the frame depends on, which its number and time are not */
uint64_t tw_frame_digest(const tw_frame *frame);
/* digest of the frame without its own marks, captions, curves and graphs */
uint64_t tw_frame_bare_digest(const tw_frame *frame);

#endif
