/* Films of scenes; see film.h. */
#include "library/film.h"

#include "frame/look.h"
#include "shape/map/lightmap.h"
#include "timeline/sim.h"

#include <math.h>

/* ---- listening ------------------------------------------------------------------------------ */

static double mobility(const tw_body *b) {
    return b && !b->fixed && tw_id_none(b->motion) ? 1 / b->mass : 0;
}

/* A located impact is seen before its impulse. A step of `timestep` is seen after it: the change
 * of the centres' velocities by its force is taken off */
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

tw_status tw_scene_film(tw_scene *scene, const tw_film_options *options, tw_film *film) {
    return tw_film_run(tw_scene_sim(scene), options, film);
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
    return tw_frame_snapshot(tw_scene_sim(scene), options, number, t, frame, NULL);
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
