/*
 * A film: the simulation of a scene from now to its end, and frames of it.
 *
 * The scene's own frame k = 1 .. N, N = round(duration fps) but at least 1, shows the time t0 + (k
 * - 1)/fps, where t0 is the time of the world when the film begins. If the film has a pace
 * (film/pace.h), pictures show other times than these: the hook `look`, which serves the motion, is
 * still called at the scene's own frames, and the hook `shown` at the times of the pictures.
 *
 * One simulation may be filmed in several takes at once: parts of the film that may overlap. If the
 * simulation fails, the frames up to the failure are kept, so that the good part can be drawn.
 */
#ifndef TW_FRAME_FILM_H
#define TW_FRAME_FILM_H

#include "base/array.h"
#include "frame/film/pace.h"
#include "frame/snapshot.h"

/* a part of the film whose frames are made for themselves */
typedef struct tw_take {
    double from; /* second of the film at which it begins */
    int planned; /* frames */
    /* numbered 1 .. count, made by tw_film_run; complete unless the option `open` is set */
    TW_ARRAY(tw_frame *) frames;
} tw_take;

typedef struct tw_film_options {
    tw_snapshot_options snapshot;
    bool frames; /* true: frames are made; false: only `look` is called */
    /* true: a frame has several poses over its exposure, for motion blur; false: one */
    bool blur;
    /* with blur: frames of cameras without exposure get several poses, too, from which motion can
     * be measured; their pictures stay sharp */
    bool motion;
    double aspect; /* width / height of the picture */
    /* which time of the scene each picture shows; NULL: the film runs as fast as the scene */
    const tw_pace *pace;
    tw_take *take; /* [takes] parts to be filmed; NULL: the whole film */
    int takes;
    /* frames of takes are left incomplete (tw_film_complete), because the caller stores them first
     */
    bool open;
    /* Called at each of the scene's own frames, number 1 .. N, while the world shows its time.
     * frame: the frame, to which the hook may add captions; NULL: no frame is made at this time. No
     * hook: NULL */
    tw_status (*look)(void *context, int number, double time, tw_frame *frame);
    /* Called for each picture at a time of its own (with a pace or takes), while the world shows
     * that time. frame: the hook may add captions to it. No hook: NULL */
    tw_status (*shown)(void *context, double time, tw_frame *frame);
    /* Called before each frame is made, so that functions of the script can update props and
     * fields; if no frames are made, once, at the first frame. No hook: NULL */
    tw_status (*ready)(void *context, double time);
    /* Called after `look` has called tw_sim_stop_here: the world stands at that frame's time and
     * the hook may change the scene. If it sets *again, which is false at first, the frame is made
     * again, `look` is called again, and then this hook. Not with takes, a pace or `finished`. No
     * hook: NULL */
    tw_status (*stopped)(void *context, bool *again);
    /* Called with each frame, in order, when the time of the next frame comes, or at the film's
     * end; after a failure other than divergence not with the last frame. The hook owns the frame
     * from then on and must call tw_film_complete. Not with takes. No hook, NULL: the film, or its
     * take, owns the frames and completes them */
    tw_status (*finished)(void *context, tw_frame *frame);
    void *context;
} tw_film_options;

typedef struct tw_film {
    /* numbered 1 .. count, complete; none with takes or the hook `finished` */
    TW_ARRAY(tw_frame *) frames;
    /* planned number of pictures; scene:finish in the script, or a failure, ends the film with
     * fewer */
    int planned;
    /* scene times, s: where the film begins, and where the simulation stopped */
    double begin, end;
} tw_film;

/* number of frames of a film of this world at the scene's own pace */
int tw_film_length(const struct tw_world *world);

/* simulates to the film's end and makes its frames; *film must be freed, also after a failure */
tw_status tw_film_run(struct tw_sim *sim, const tw_film_options *options, tw_film *film);
void tw_film_free(tw_film *film);
void tw_take_free(tw_take *take);

/* true: apart from marks and curves, the frame can be completed without the film's other frames:
 * its camera is complete, its look does not depend on the subject, and its graphs have axes. The
 * frame with which a fade begins (`fades`) is not looked at */
bool tw_frame_alone(const tw_frame *frame);
/* Completes the frames [count] of a whole film: chooses looks, cameras, scales, and sides of names
 * and curves, each for all frames of a part together (a film of several scenes has several parts);
 * frames with which fades begin are included. Frames for which tw_frame_alone is true, and which
 * have no marks and curves, may be completed one by one. */
tw_status tw_film_complete(tw_frame *const *frames, size_t count, double aspect);

/* hash of everything that a picture of the frame depends on; number and time of the frame are not
 * part of it */
uint64_t tw_frame_digest(const tw_frame *frame);
/* as tw_frame_digest, without the marks, captions, curves and graphs of the frame */
uint64_t tw_frame_bare_digest(const tw_frame *frame);

#endif
