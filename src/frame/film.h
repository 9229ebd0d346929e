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

/* a part of the film */
typedef struct tw_take {
    double from; /* s of the film */
    int planned; /* frames */
    TW_ARRAY(tw_frame *)
    frames; /* made by tw_film_run; number 1 .. count; complete but for `open`
             */
} tw_take;

typedef struct tw_film_options {
    tw_snapshot_options snapshot;
    bool frames;         /* frames are made; false: only `look` is called */
    bool blur;           /* several poses over each exposure; false: one */
    bool motion;         /* with blur: poses of sharp frames too, so that motion can be measured */
    double aspect;       /* width / height of the picture */
    const tw_pace *pace; /* pace of the pictures; NULL: as fast as the scene */
    tw_take *take;       /* [takes] parts that are filmed; NULL: the whole film */
    int takes;
    bool open; /* frames of takes stay as they are made: they are to be stored */
    /* hook at the time of each of the scene's own frames, while the world shows it; frame: NULL if
     * none is made, else open for captions. NULL: none */
    tw_status (*look)(void *context, int number, double time, tw_frame *frame);
    /* hook for pictures at other times than these: open for captions, instead of look's. NULL:
     * none */
    tw_status (*shown)(void *context, double time, tw_frame *frame);
    /* hook before a frame is made, and once where none are: functions of the script update props
     * and fields. NULL: none */
    tw_status (*ready)(void *context, double time);
    /* hook after tw_sim_stop_here by `look`: the scene stands at that frame and may be changed.
     * Called until it leaves *again false; true: the frame is taken once more, as `look` sees. Not
     * with takes, a pace or `finished`. NULL: none */
    tw_status (*stopped)(void *context, bool *again);
    /* consumer of the frames, in order, each as soon as its exposure is over; it owns them and
     * calls tw_film_complete. NULL: the film, or its take, keeps them, complete. Not with takes */
    tw_status (*finished)(void *context, tw_frame *frame);
    void *context;
} tw_film_options;

typedef struct tw_film {
    TW_ARRAY(tw_frame *) frames; /* number 1 .. count; cameras complete */
    int planned;       /* number of pictures; fewer exist after scene:finish or a failure */
    double begin, end; /* t0, and the time at which the simulation stopped, s */
} tw_film;

/* number of frames of a film of this world, without a pace of its own */
int tw_film_length(const struct tw_world *world);

/* simulates and collects; *film is valid in every case and to be freed */
tw_status tw_film_run(struct tw_sim *sim, const tw_film_options *options, tw_film *film);
void tw_film_free(tw_film *film);
void tw_take_free(tw_take *take);

/* Does the frame depend on no other one, marks and curves aside? True if its camera is complete and
 * its look needs no subject. */
bool tw_frame_alone(const tw_frame *frame);
/* Completes the frames [count] of a whole film: looks, cameras, scales, sides and curves are chosen
 * for all frames of a part (a scene of a film of several), also those that go in fades. Frames that
 * stand alone, without marks and curves, may be completed one by one.
 */
tw_status tw_film_complete(tw_frame *const *frames, size_t count, double aspect);

/* digest of everything that a picture of the frame depends on, so not of its number and time */
uint64_t tw_frame_digest(const tw_frame *frame);
/* digest of the frame without marks, captions and curves */
uint64_t tw_frame_bare_digest(const tw_frame *frame);

#endif
