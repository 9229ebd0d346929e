/* A world with one body and a point of it, whose film has props; for tests of what frames show. */
#ifndef TW_TESTS_FILMED_H
#define TW_TESTS_FILMED_H

#include "frame/film.h"
#include "frame/marks/track.h"
#include "model/prop.h"

#include "objects.h"

typedef struct fixture {
    tw_world *w;
    tw_sim *sim;
    tw_body *body;
    tw_point *point;
    tw_tracks *tracks;
    tw_film film;
} fixture;

/* the body is still to be moved and sized */
static inline fixture open_world(double duration, double fps, const tw_body_kind *kind) {
    fixture f = {0};
    assert_int_equal(tw_world_create(&f.w), TW_OK);
    f.w->set.duration = duration;
    f.w->set.fps = fps;
    assert_int_equal(tw_body_new(f.w, kind, &f.body), TW_OK);
    return f;
}

/* local: where the point is in the body */
static inline void begin(fixture *f, vec3 local) {
    add(f->w, f->body);
    f->point = add_local(f->w, f->body, local);
    assert_int_equal(tw_sim_create(f->w, &f->sim), TW_OK);
    assert_int_equal(tw_tracks_create(f->sim, &f->tracks), TW_OK);
}

extern const tw_body_kind tw_body_sphere;

/* a ball that flies along x with 2 m/s from the origin */
static inline fixture ball_world(double duration, double fps, double radius) {
    fixture f = open_world(duration, fps, &tw_body_sphere);
    put_number(f.body, "radius", radius);
    f.body->velocity = v3(2, 0, 0);
    begin(&f, v3_zero());
    return f;
}

static inline void close_world(fixture *f) {
    tw_film_free(&f->film);
    tw_tracks_free(f->tracks);
    tw_sim_destroy(f->sim);
    tw_world_destroy(f->w);
}

static inline tw_prop *prop(fixture *f, const tw_prop_kind *kind) {
    tw_prop *p;
    assert_int_equal(tw_prop_new(f->w, kind, &p), TW_OK);
    return p;
}

static inline void run(fixture *f, bool blur) {
    tw_film_options o = {.snapshot = {.layers = TW_LAYERS_FINAL, .tracks = f->tracks},
                         .frames = true,
                         .blur = blur,
                         .aspect = 1.6};
    assert_int_equal(tw_film_run(f->sim, &o, &f->film), TW_OK);
}

/* from 1 on */
static inline const tw_frame *frame_of(const fixture *f, int number) {
    return f->film.frames.data[number - 1];
}

#endif
