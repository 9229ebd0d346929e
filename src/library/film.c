/* Simulates films of scenes, and reports their events; see film.h. */
#include "library/film.h"

#include "frame/layers.h"
#include "frame/look.h"
#include "shape/map/lightmap.h"
#include "timeline/sim.h"

#include <math.h>

/* ---- listening ------------------------------------------------------------------------------ */

static double mobility(const tw_body *b) {
    return b && !b->fixed && tw_id_none(b->motion) ? 1 / b->mass : 0;
}

/* Speed at which two bodies that begin to touch approach each other, m/s. An impact located by a
 * stepper is reported before its impulse acts, so the contact's rate is the speed of approach,
 * negated. `timestep` reports it at the end of a step (coarse), when the contact's force has
 * already changed the velocities of the centres; that change is added back */
static double closing_speed(const tw_happening *h, double step) {
    const tw_contact_reading *c = h->met;
    double change = c->coarse ? fabs(v3_dot(c->force, c->normal)) * step : 0;
    return change * (mobility(h->a) + mobility(h->b)) - c->rate;
}

static tw_store_event event_of(const tw_happening *h) {
    static const tw_store_sort sorts[] = {[TW_EVENT_AT] = TW_STORE_AT,
                                          [TW_EVENT_EVERY] = TW_STORE_EVERY,
                                          [TW_EVENT_DURING] = TW_STORE_DURING,
                                          [TW_EVENT_WHEN] = TW_STORE_WHEN,
                                          [TW_EVENT_CONTACT] = TW_STORE_CONTACT};
    tw_store_event e = {.sort = sorts[h->kind],
                        .time = h->time,
                        .file = h->file ? h->file : "",
                        .line = h->line,
                        .a = h->a ? h->a->o.name : "",
                        .b = h->b ? h->b->o.name : ""};
    if (h->met) {
        e.point = h->met->point;
        e.normal = h->met->normal;
        e.rate = h->met->rate;
    }
    return e;
}

static void notice(void *context, const char *text) {
    const tw_scene_listener *l = context;
    if (l->notice) l->notice(l->context, text);
}

static tw_status happened(void *context, const tw_happening *h) {
    const tw_scene_listener *l = context;
    const tw_store_event e = event_of(h);
    double step = tw_scene_world(l->scene)->set.step;
    return l->happened(l->context, &e, h->met ? closing_speed(h, step) : 0);
}

void tw_scene_listen(tw_scene *scene, tw_scene_listener *listener) {
    tw_sim *sim = tw_scene_sim(scene);
    if (listener) listener->scene = scene;
    tw_sim_on_notice(sim, listener ? notice : NULL, listener);
    tw_sim_on_happening(sim, listener && listener->happened ? happened : NULL, listener);
}

/* ---- films ---------------------------------------------------------------------------------- */

/* context of the callbacks of tw_film_run: `ready` runs the script's functions; `shown` calls the
 * command's callback or, if there is none, writes the script's texts; the others call the command's
 * callbacks only */
typedef struct hooks {
    tw_scene *scene;
    const tw_film_options *asked;
} hooks;

static tw_status call_look(void *context, int number, double t, tw_frame *frame) {
    const hooks *h = context;
    return h->asked->look ? h->asked->look(h->asked->context, number, t, frame) : TW_OK;
}

static tw_status call_shown(void *context, double t, tw_frame *frame) {
    const hooks *h = context;
    if (h->asked->shown) return h->asked->shown(h->asked->context, t, frame);
    return tw_scene_write(h->scene, t, frame);
}

static tw_status call_ready(void *context, double t) {
    const hooks *h = context;
    return tw_scene_ready(h->scene, t);
}

static tw_status call_stopped(void *context, bool *again) {
    const hooks *h = context;
    return h->asked->stopped(h->asked->context, again);
}

static tw_status call_finished(void *context, tw_frame *frame) {
    const hooks *h = context;
    return h->asked->finished(h->asked->context, frame);
}

tw_status tw_scene_film(tw_scene *scene, const tw_film_options *options, tw_film *film) {
    hooks h = {scene, options};
    tw_film_options o = *options;
    o.snapshot.tracks = tw_scene_tracks(scene);
    o.look = call_look;
    o.shown = call_shown;
    o.ready = call_ready;
    o.stopped = options->stopped ? call_stopped : NULL;
    o.finished = options->finished ? call_finished : NULL;
    o.context = &h;
    return tw_film_run(tw_scene_sim(scene), &o, film);
}

tw_status tw_scene_write(tw_scene *scene, double t, tw_frame *frame) {
    return tw_scene_captions(scene, t, frame);
}

tw_status tw_scene_at_frame(tw_scene *scene, int number, double t, tw_frame *frame) {
    TW_TRY(tw_scene_on_frame(scene, number, t));
    return frame ? tw_scene_write(scene, t, frame) : TW_OK;
}

void tw_film_drop(tw_film *film) {
    tw_film_free(film);
}

void tw_take_drop(tw_take *take) {
    tw_take_free(take);
}

tw_status tw_scene_timing(tw_scene *scene, tw_pace *pace, int *pictures) {
    tw_status s = tw_scene_pace(scene, pace);
    *pictures = tw_pace_frames(pace->length, tw_scene_world(scene)->set.fps);
    return s;
}

void tw_timing_free(tw_pace *pace) {
    tw_pace_free(pace);
}

double tw_timing_second(const tw_pace *pace, double t) {
    return tw_pace_film(pace, t);
}

int tw_timing_pictures(double seconds, double fps) {
    return tw_pace_frames(seconds, fps);
}

tw_status tw_layers_read(const char *text, unsigned *layers) {
    return tw_layers_parse(text, layers);
}

bool tw_film_look_waits(const tw_look_kind *look) {
    return tw_look_waits(&(tw_frame_look){.kind = look});
}

int tw_scene_frames(const tw_scene *scene) {
    return tw_film_length(tw_scene_world(scene));
}

tw_status tw_scene_watch(tw_scene *scene, double dt,
                         tw_status (*look)(void *context, int k, double t), void *context,
                         tw_id *id) {
    double now = tw_scene_world(scene)->time;
    return tw_sim_watch_every(tw_scene_sim(scene), now, dt, look, context, id);
}

void tw_scene_unwatch(tw_scene *scene, tw_id id) {
    tw_sim_unwatch(tw_scene_sim(scene), id);
}

tw_status tw_scene_snapshot(tw_scene *scene, const tw_snapshot_options *options, int number,
                            double t, tw_frame *frame) {
    tw_snapshot_options o = *options;
    o.tracks = tw_scene_tracks(scene);
    return tw_frame_snapshot(tw_scene_sim(scene), &o, number, t, frame, NULL);
}

void tw_frame_light_map(const tw_lightmap *m, int rows, float *rgb) {
    int block = m->height / rows > 0 ? m->height / rows : 1;
    for (int y = 0; y < rows; y++)
        for (int x = 0; x < 2 * rows; x++)
            for (int k = 0; k < 3; k++) {
                double sum = 0;
                for (int b = 0; b < block * block; b++) {
                    int v = (y * m->height / rows + b / block) % m->height;
                    int u = (x * m->width / (2 * rows) + b % block) % m->width;
                    size_t texel = (size_t)v * (size_t)m->width + (size_t)u;
                    sum += (double)m->texel[4 * texel + (size_t)k];
                }
                rgb[3 * (y * 2 * rows + x) + k] = (float)(sum / (block * block));
            }
}
