/* Runs a scene and collects its frames; see film.h. */
#include "frame/film.h"

#include "frame/framing.h"
#include "frame/look.h"
#include "frame/scale.h"
#include "frame/shutter.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct runner {
    tw_sim *sim;
    const tw_film_options *o;
    tw_film *film;
    tw_shutter *shutter; /* NULL: none */
    tw_frame *held;      /* frame whose exposure has not ended; handed on later */
} runner;

int tw_film_length(const tw_world *w) {
    double n = floor(w->set.duration * w->set.fps + 0.5);
    return n < 1 ? 1 : n > 1e7 ? 10000000 : (int)n;
}

static void free_frame(tw_frame *frame) {
    if (!frame) return;
    tw_frame_free(frame);
    free(frame);
}

static tw_status hand_on(runner *r) {
    tw_frame *frame = r->held;
    r->held = NULL;
    return frame ? r->o->finished(r->o->context, frame) : TW_OK;
}

/* keeps the frame in the film, or holds it until its exposure has ended */
static tw_status take(runner *r, tw_frame *frame) {
    if (!r->o->finished) return tw_push(&r->film->frames, frame);
    r->held = frame;
    return TW_OK;
}

static tw_status keep_frame(runner *r, int number, double t, tw_frame **kept) {
    tw_frame *frame = calloc(1, sizeof *frame);
    if (!frame) return tw_fail_memory();
    tw_root_list roots = {0};
    tw_status s = tw_snapshot(r->sim, &r->o->snapshot, number, t, frame, &roots);
    if (s == TW_OK) s = take(r, frame);
    if (s == TW_OK) {
        *kept = frame;
        if (r->shutter) s = tw_shutter_frame(r->shutter, number, frame, &roots);
    } else {
        free_frame(frame);
    }
    tw_array_free(&roots);
    return s;
}

static tw_status look(void *context, int k, double t) {
    runner *r = context;
    tw_frame *frame = NULL;
    TW_TRY(hand_on(r));
    if (r->o->frames && r->o->ready) TW_TRY(r->o->ready(r->o->context, t));
    if (r->o->frames) TW_TRY(keep_frame(r, k + 1, t, &frame));
    return r->o->look ? r->o->look(r->o->context, k + 1, t, frame) : TW_OK;
}

/* closes the last frame; a failure of the simulation takes precedence */
static tw_status close_film(runner *r, tw_status s) {
    tw_kept kept = tw_failure_keep(s);
    tw_status closed = r->shutter ? tw_shutter_close(r->shutter) : TW_OK;
    bool good = s == TW_OK || tw_status_exit(s) == tw_status_exit(TW_DIVERGED);
    if (closed == TW_OK && good) closed = hand_on(r);
    return s == TW_OK ? closed : tw_failure_again(&kept);
}

bool tw_frame_alone(const tw_frame *f) {
    return tw_camera_complete(&f->camera) && !tw_look_waits(&f->look);
}

tw_status tw_film_complete(tw_frame *const *frames, size_t count, double aspect) {
    if (!count) return TW_OK;
    TW_TRY(tw_film_frame(frames, count, aspect));
    return tw_film_scale(frames, count, aspect);
}

tw_status tw_film_run(tw_sim *sim, const tw_film_options *options, tw_film *film) {
    const tw_world *w = tw_sim_world(sim);
    *film = (tw_film){.planned = tw_film_length(w), .begin = w->time, .end = w->time};
    runner r = {.sim = sim, .o = options, .film = film};
    tw_id id;
    if (options->frames && options->blur)
        TW_TRY(tw_shutter_open(sim, film->begin, w->set.fps, film->planned, options->motion,
                               &r.shutter));
    tw_status s = tw_sim_watch(sim, film->begin, w->set.fps, film->planned, look, &r, &id);
    if (s != TW_OK) {
        tw_shutter_free(r.shutter);
        return s;
    }
    s = tw_sim_advance(sim, film->begin + w->set.duration);
    tw_sim_unwatch(sim, id);
    film->end = w->time;
    s = close_film(&r, s);
    tw_shutter_free(r.shutter);
    free_frame(r.held);
    tw_status completed = tw_film_complete(film->frames.data, film->frames.count, options->aspect);
    return s == TW_OK ? completed : s;
}

void tw_film_free(tw_film *film) {
    for (size_t i = 0; i < film->frames.count; i++) free_frame(film->frames.data[i]);
    tw_array_free(&film->frames);
}
