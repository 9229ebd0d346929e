/* A scene's film, its notices and happenings, and frames of the instant that it shows. */
#ifndef TW_LIBRARY_FILM_H
#define TW_LIBRARY_FILM_H

#include "base/pool.h"
#include "frame/film.h"
#include "io/store/store.h"
#include "script/script.h"

/* Listener to a simulation. Members may be NULL. */
typedef struct tw_scene_listener {
    /* constraints contradict each other, a stepper is slow: each once */
    void (*notice)(void *context, const char *text);
    /* an event is about to run, or a pair has begun to touch; may only look. closing: speed with
     * which the bodies come together, m/s; 0 of other events. Texts live until it returns */
    tw_status (*happened)(void *context, const tw_store_event *event, double closing);
    void *context;
    tw_scene *scene; /* set by tw_scene_listen */
} tw_scene_listener;

/* sets the listener, which is kept by reference; NULL: none */
void tw_scene_listen(tw_scene *scene, tw_scene_listener *listener);

/* simulates the scene's film (frame/film.h); *film is to be freed in every case */
tw_status tw_scene_film(tw_scene *scene, const tw_film_options *options, tw_film *film);
/* do frames of that look need the subject of the whole film? */
bool tw_film_look_waits(const struct tw_look_kind *look);
/* number of frames of the scene's film without a pace of its own */
int tw_scene_frames(const tw_scene *scene);
/* calls `look` with k = 0, 1, ... every dt from now on, until tw_scene_unwatch; it may only look */
tw_status tw_scene_watch(tw_scene *scene, double dt,
                         tw_status (*look)(void *context, int k, double t), void *context,
                         tw_id *id);
void tw_scene_unwatch(tw_scene *scene, tw_id id);

/* light of a frame's map in so many rows: rgb [rows][2 rows][3], means over blocks of texels, in
 * the map's own order */
struct tw_lightmap;
void tw_frame_light_map(const struct tw_lightmap *map, int rows, float *rgb);

/* a frame of the instant that the scene shows (frame/snapshot.h) */
tw_status tw_scene_snapshot(tw_scene *scene, const tw_snapshot_options *options, int number,
                            double t, tw_frame *frame);

#endif
