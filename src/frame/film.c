/* Runs a scene and collects its frames; see film.h. */
#include "frame/film.h"

#include "frame/framing.h"
#include "frame/scale.h"
#include "frame/shutter.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct runner {
    tw_sim *sim;
    const tw_film_options *o;
    tw_film *film;
    tw_shutter *shutter; /* NULL: none */
} runner;

int tw_film_length(const tw_world *w) {
    double n = floor(w->set.duration * w->set.fps + 0.5);
    return n < 1 ? 1 : n > 1e7 ? 10000000 : (int)n;
}

static tw_status keep_frame(runner *r, int number, double t, tw_frame **kept) {
    tw_frame *frame = calloc(1, sizeof *frame);
    if (!frame) return tw_fail_memory();
    tw_root_list roots = {0};
    tw_status s = tw_snapshot(r->sim, &r->o->snapshot, number, t, frame, &roots);
    if (s == TW_OK) s = tw_push(&r->film->frames, frame);
    if (s == TW_OK) {
        *kept = frame;
        if (r->shutter) s = tw_shutter_frame(r->shutter, number, frame, &roots);
    } else {
        tw_frame_free(frame);
        free(frame);
    }
    tw_array_free(&roots);
    return s;
}

static tw_status look(void *context, int k, double t) {
    runner *r = context;
    tw_frame *frame = NULL;
    if (r->o->frames && r->o->ready) TW_TRY(r->o->ready(r->o->context, t));
    if (r->o->frames) TW_TRY(keep_frame(r, k + 1, t, &frame));
    return r->o->look ? r->o->look(r->o->context, k + 1, t, frame) : TW_OK;
}

/* the simulation's own failure is the one to tell */
static tw_status close_shutter(const runner *r, tw_status s) {
    char failure[1024];
    snprintf(failure, sizeof failure, "%s", s == TW_OK ? "" : tw_failure());
    tw_status closed = tw_shutter_close(r->shutter);
    return s == TW_OK ? closed : tw_fail(s, "%s", failure);
}

tw_status tw_film_run(tw_sim *sim, const tw_film_options *options, tw_film *film) {
    const tw_world *w = tw_sim_world(sim);
    *film = (tw_film){.planned = tw_film_length(w), .begin = w->time, .end = w->time};
    runner r = {.sim = sim, .o = options, .film = film};
    tw_id id;
    if (options->frames && options->blur)
        TW_TRY(tw_shutter_open(sim, film->begin, w->set.fps, film->planned, &r.shutter));
    tw_status s = tw_sim_watch(sim, film->begin, w->set.fps, film->planned, look, &r, &id);
    if (s != TW_OK) {
        tw_shutter_free(r.shutter);
        return s;
    }
    s = tw_sim_advance(sim, film->begin + w->set.duration);
    tw_sim_unwatch(sim, id);
    film->end = w->time;
    if (r.shutter) s = close_shutter(&r, s);
    tw_shutter_free(r.shutter);
    if (!film->frames.count) return s;
    tw_film_frame(film->frames.data, film->frames.count, options->aspect);
    tw_status scaled = tw_film_scale(film->frames.data, film->frames.count, options->aspect);
    return s == TW_OK ? scaled : s;
}

void tw_film_free(tw_film *film) {
    for (size_t i = 0; i < film->frames.count; i++) {
        tw_frame_free(film->frames.data[i]);
        free(film->frames.data[i]);
    }
    tw_array_free(&film->frames);
}
