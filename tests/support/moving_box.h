/* A box that flies at (2, 0, 0) for a second, and the film of it with its exposures. */
#ifndef TW_TESTS_MOVING_BOX_H
#define TW_TESTS_MOVING_BOX_H

#include "frame/film.h"

#include "objects.h"

typedef struct fixture {
    tw_world *w;
    tw_sim *sim;
    tw_body *box;
    tw_film film;
} fixture;

static inline tw_body *add_box(tw_world *w, const char *name, vec3 v, vec3 omega) {
    tw_body *b = draft_body(w, "box");
    put_vec3(b, "size", v3(1, 1, 1));
    b->velocity = v;
    b->angular_velocity = omega;
    add_named(w, b, name);
    return b;
}

/* shutter: the part of the time that it is open; omega: of the box, rad/s */
static inline fixture open_box(double fps, double shutter, vec3 omega) {
    fixture f = {0};
    assert_int_equal(tw_world_create(&f.w), TW_OK);
    f.w->set.duration = 1;
    f.w->set.fps = fps;
    f.w->stage.camera.shutter = tw_value_scalar(shutter);
    f.box = add_box(f.w, "box", v3(2, 0, 0), omega);
    assert_int_equal(tw_sim_create(f.w, &f.sim), TW_OK);
    return f;
}

static inline void expose(fixture *f) {
    tw_film_options o = {
        .snapshot = {.layers = TW_LAYERS_FINAL}, .frames = true, .blur = true, .aspect = 1.6};
    assert_int_equal(tw_film_run(f->sim, &o, &f->film), TW_OK);
}

static inline void close_world(fixture *f) {
    tw_film_free(&f->film);
    tw_sim_destroy(f->sim);
    tw_world_destroy(f->w);
}

/* an event at t, run with the fixture as its context */
static inline void at(fixture *f, double t, tw_status (*run)(void *, double, double)) {
    tw_event e = {.kind = TW_EVENT_AT, .from = t, .run = run, .context = f};
    tw_id id;
    assert_int_equal(tw_sim_event(f->sim, &e, &id), TW_OK);
}

/* an event: the box is put 50 m away */
static inline tw_status put_away(void *context, double t, double u) {
    (void)t, (void)u;
    fixture *f = context;
    return put_body(f->w, f->box, v3(0, 50, 0));
}

#endif
