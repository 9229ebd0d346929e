/* Simulates a scene over its film's time, and collects the frames; see film.h. */
#include "frame/film.h"

#include "frame/framing.h"
#include "frame/look.h"
#include "frame/marks/film/graphs.h"
#include "frame/marks/film/scale.h"
#include "frame/shutter.h"

#include <stdio.h>
#include <stdlib.h>

/* state of a film, or of one of its takes, while it is made */
typedef struct runner {
    tw_sim *sim;
    const tw_film_options *o;
    tw_film *film;
    tw_take *take; /* take to whose list frames are added; NULL: they are added to the film's */
    tw_moments moments;
    /* true: pictures are made at times of their own (takes, pace), not at the scene's own frames */
    bool apart;
    int number;          /* if apart: number of the next picture */
    double last;         /* if apart: time of the last picture, s */
    tw_shutter *shutter; /* NULL: none */
    /* newest frame, kept here until its exposure has ended; then it goes to the hook `finished` */
    tw_frame *held;
    tw_id look;
} runner;

int tw_film_length(const tw_world *w) {
    return tw_pace_frames(w->set.duration, w->set.fps);
}

static tw_status hand_on(runner *r) {
    tw_frame *frame = r->held;
    r->held = NULL;
    return frame ? r->o->finished(r->o->context, frame) : TW_OK;
}

/* adds the frame to the list of the take or film; if there is a hook `finished`, keeps it in `held`
 * until its exposure has ended */
static tw_status take(runner *r, tw_frame *frame) {
    if (r->take) return tw_push(&r->take->frames, frame);
    if (!r->o->finished) return tw_push(&r->film->frames, frame);
    r->held = frame;
    return TW_OK;
}

static tw_status keep_frame(runner *r, int number, double t, tw_frame **kept) {
    tw_frame *frame = calloc(1, sizeof *frame);
    if (!frame) return tw_fail_memory();
    tw_root_list roots = {0};
    tw_status s = tw_frame_snapshot(r->sim, &r->o->snapshot, number, t, frame, &roots);
    if (s == TW_OK) s = take(r, frame);
    if (s == TW_OK) {
        *kept = frame;
        if (r->shutter) s = tw_shutter_frame(r->shutter, number, frame, &roots);
    } else {
        tw_frame_destroy(frame);
    }
    tw_array_free(&roots);
    return s;
}

/* called at the scene's own frame number k, from 0: makes the frame unless pictures are made apart,
 * and calls the hooks */
static tw_status look(void *context, int k, double t) {
    runner *r = context;
    tw_frame *frame = NULL;
    bool here = r->o->frames && !r->apart;
    TW_TRY(hand_on(r));
    /* `ready` is called at the first frame even if no pictures are made, so that mistakes in a
     * script's functions are reported */
    bool first = k == 0 && !r->o->frames;
    if ((here || first) && r->o->ready) TW_TRY(r->o->ready(r->o->context, t));
    if (here) TW_TRY(keep_frame(r, k + 1, t, &frame));
    return r->o->look ? r->o->look(r->o->context, k + 1, t, frame) : TW_OK;
}

static double next_picture(void *context) {
    const runner *r = context;
    if (r->number > r->moments.count) return INFINITY;
    return fmax(tw_moment(&r->moments, r->number, 0), r->last);
}

static tw_status look_apart(void *context, int k, double t) {
    (void)k;
    runner *r = context;
    tw_frame *frame;
    TW_TRY(hand_on(r));
    if (r->o->ready) TW_TRY(r->o->ready(r->o->context, t));
    TW_TRY(keep_frame(r, r->number++, t, &frame));
    r->last = t;
    return r->o->shown ? r->o->shown(r->o->context, t, frame) : TW_OK;
}

/* closes the exposure of the last frame and hands the frame on; s: result of the simulation, which
 * is returned if it is a failure, even if closing fails, too */
static tw_status close_film(runner *r, tw_status s) {
    tw_kept kept = tw_failure_keep(s);
    tw_status closed = r->shutter ? tw_shutter_close(r->shutter) : TW_OK;
    bool good = s == TW_OK || tw_status_exit(s) == tw_status_exit(TW_DIVERGED);
    if (closed == TW_OK && good) closed = hand_on(r);
    return s == TW_OK ? closed : tw_failure_again(&kept);
}

bool tw_frame_alone(const tw_frame *f) {
    return tw_camera_complete(&f->camera) && !tw_look_waits(&f->look) && tw_graphs_complete(f);
}

/* completes the frames of one part of a film: cameras and looks, graphs, scales of marks */
static tw_status complete_part(tw_frame *const *frames, size_t count, double aspect) {
    if (!count) return TW_OK;
    TW_TRY(tw_film_frame(frames, count, aspect));
    TW_TRY(tw_film_graphs(frames, count));
    return tw_film_scale(frames, count, aspect);
}

typedef TW_ARRAY(tw_frame *) frame_list;

/* inserts f after the frames of its own and of earlier shots; during a fade, frames of two shots
 * alternate */
static tw_status insert(frame_list *list, tw_frame *f) {
    TW_TRY(tw_push(list, f));
    size_t i = list->count - 1;
    for (; i > 0 && list->data[i - 1]->shot > f->shot; i--) list->data[i] = list->data[i - 1];
    list->data[i] = f;
    return TW_OK;
}

/* list: the frames of one part, including those with which fades begin, sorted by their shots;
 * *last: raised to the greatest number of a part that occurs */
static tw_status frames_of_part(tw_frame *const *frames, size_t count, int part, frame_list *list,
                                int *last) {
    list->count = 0;
    for (size_t k = 0; k < count; k++)
        for (tw_frame *f = frames[k]; f; f = f->fades) {
            if (f->part > *last) *last = f->part;
            if (f->part == part) TW_TRY(insert(list, f));
        }
    return TW_OK;
}

tw_status tw_film_complete(tw_frame *const *frames, size_t count, double aspect) {
    frame_list list = {0};
    tw_status s = TW_OK;
    int last = 0;
    for (int part = 0; part <= last && s == TW_OK; part++) {
        s = frames_of_part(frames, count, part, &list, &last);
        if (s == TW_OK) s = complete_part(list.data, list.count, aspect);
    }
    tw_array_free(&list);
    return s;
}

/* registers `look` to be called at the times of the scene's own frames */
static tw_status watch_scene(runner *r) {
    const tw_world *w = tw_sim_world(r->sim);
    return tw_sim_watch(r->sim, r->film->begin, w->set.fps, tw_film_length(w), look, r, &r->look);
}

static tw_status watch_pictures(runner *r) {
    if (!r->o->frames) return TW_OK;
    if (r->o->blur) TW_TRY(tw_shutter_open(r->sim, &r->moments, r->o->motion, &r->shutter));
    if (!r->apart) return TW_OK;
    return tw_sim_watch_frames(r->sim, next_picture, look_apart, r, &r->look);
}

/* completes the frames of all takes together, as frames of one film; with the option `open` it does
 * nothing */
static tw_status complete_takes(const tw_film_options *o) {
    TW_ARRAY(tw_frame *) all = {0};
    tw_status s = TW_OK;
    if (o->open) return TW_OK;
    for (int i = 0; i < o->takes; i++)
        for (size_t k = 0; s == TW_OK && k < o->take[i].frames.count; k++)
            s = tw_push(&all, o->take[i].frames.data[k]);
    if (s == TW_OK) s = tw_film_complete(all.data, all.count, o->aspect);
    tw_array_free(&all);
    return s;
}

/* makes the newest frame again after the hook `stopped` has changed the scene at that frame's time
 */
static tw_status take_again(runner *r) {
    tw_film *film = r->film;
    int number = 1;
    if (film->frames.count) {
        tw_frame *last = film->frames.data[--film->frames.count];
        number = last->number;
        tw_frame_destroy(last);
    }
    return look(r, number - 1, tw_sim_world(r->sim)->time);
}

/* simulates to the time `end`; each time `look` has stopped the simulation, calls the hook
 * `stopped` and goes on */
static tw_status advance(runner *r, double end) {
    for (;;) {
        TW_TRY(tw_sim_advance(r->sim, end));
        if (!tw_sim_stopped(r->sim) || !r->o->stopped) return TW_OK;
        for (bool again = true; again;) {
            again = false;
            TW_TRY(r->o->stopped(r->o->context, &again));
            if (again) TW_TRY(take_again(r));
        }
    }
}

/* Simulates with all runners. Runner 0 serves the scene's own frames. If pictures are made apart,
 * it only calls the hooks there, and one more runner makes the pictures of each take, or of the
 * film if there are no takes. At equal times the scene's own frame comes first: then functions that
 * give captions their texts see what on_frame changes in the script, just as in a film without
 * takes and pace. */
static tw_status simulate(runner *all, int count) {
    tw_film *film = all->film;
    const tw_world *w = tw_sim_world(all->sim);
    tw_status s = count > 1 ? watch_scene(all) : watch_pictures(all);
    if (s == TW_OK && count == 1) s = watch_scene(all);
    for (int i = 1; s == TW_OK && i < count; i++) s = watch_pictures(&all[i]);
    if (s != TW_OK) return s;
    s = advance(all, film->begin + w->set.duration);
    film->end = w->time;
    for (int i = 0; i < count; i++) tw_sim_unwatch(all->sim, all[i].look);
    for (int i = 0; i < count; i++) s = close_film(&all[i], s);
    return s;
}

static runner make_runner(tw_sim *sim, const tw_film_options *o, tw_film *film, tw_take *take,
                          const tw_pace *pace) {
    const tw_world *w = tw_sim_world(sim);
    return (runner){.sim = sim,
                    .o = o,
                    .film = film,
                    .take = take,
                    .moments = {.pace = pace,
                                .from = take ? take->from : 0,
                                .fps = w->set.fps,
                                .count = take ? take->planned : film->planned},
                    .apart = o->frames && (o->takes || !pace->plain),
                    .number = 1,
                    .last = w->time};
}

static void free_runner(runner *r) {
    tw_sim_unwatch(r->sim, r->look);
    tw_shutter_free(r->shutter);
    tw_frame_destroy(r->held);
}

tw_status tw_film_run(tw_sim *sim, const tw_film_options *o, tw_film *film) {
    const tw_world *w = tw_sim_world(sim);
    tw_pace plain;
    TW_TRY(tw_pace_make(NULL, w->time, w->time + w->set.duration, &plain));
    const tw_pace *pace = o->pace ? o->pace : &plain;
    *film = (tw_film){
        .planned = tw_pace_frames(pace->length, w->set.fps), .begin = w->time, .end = w->time};
    bool apart = o->frames && (o->takes || !pace->plain);
    int count = !apart ? 1 : o->takes ? 1 + o->takes : 2;
    runner *all = calloc((size_t)count, sizeof *all);
    if (!all) return tw_fail_memory();
    for (int i = 0; i < count; i++)
        all[i] = make_runner(sim, o, film, i > 0 && o->takes ? &o->take[i - 1] : NULL, pace);
    tw_status s = simulate(all, count);
    for (int i = 0; i < count; i++) free_runner(&all[i]);
    free(all);
    tw_kept kept = tw_failure_keep(s);
    tw_status completed = o->takes
                              ? complete_takes(o)
                              : tw_film_complete(film->frames.data, film->frames.count, o->aspect);
    return s == TW_OK ? completed : tw_failure_again(&kept);
}

static void free_frames(tw_frame **frame, size_t count) {
    for (size_t i = 0; i < count; i++) tw_frame_destroy(frame[i]);
}

void tw_film_free(tw_film *film) {
    free_frames(film->frames.data, film->frames.count);
    tw_array_free(&film->frames);
}

void tw_take_free(tw_take *take) {
    free_frames(take->frames.data, take->frames.count);
    tw_array_free(&take->frames);
}
