/* A scene's film, its notices and happenings, and frames of its present instant. */
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

/* Simulates the scene's film (frame/film.h); *film is to be freed by tw_film_drop in every case.
 * The script's functions for props, its trails and, between the scene's own frames, its texts are
 * seen to, so options need neither `ready` nor snapshot.tracks. `look` calls tw_scene_at_frame */
tw_status tw_scene_film(tw_scene *scene, const tw_film_options *options, tw_film *film);
/* runs the script's functions of that frame (on_frame), and adds its texts and graphs to the frame
 * unless it is NULL */
tw_status tw_scene_at_frame(tw_scene *scene, int number, double t, tw_frame *frame);
/* the texts and graphs alone */
tw_status tw_scene_write(tw_scene *scene, double t, tw_frame *frame);
/* frees the frames of a film or of a take */
void tw_film_drop(tw_film *film);
void tw_take_drop(tw_take *take);

/* pace of the scene's film, to be freed by tw_timing_free in every case, and number of its
 * pictures; TW_SCRIPT: the script's knots lie outside the film */
tw_status tw_scene_timing(tw_scene *scene, tw_pace *pace, int *pictures);
void tw_timing_free(tw_pace *pace);
/* second of the film at which the scene's time first is t */
double tw_timing_second(const tw_pace *pace, double t);
/* number of pictures of so many seconds, at least 1 */
int tw_timing_pictures(double seconds, double fps);

/* reads "final", "debug" or layers with commas, as --draw gives them */
tw_status tw_layers_read(const char *text, unsigned *layers);

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

/* a frame of the instant that the scene shows, with its trails (frame/snapshot.h) */
tw_status tw_scene_snapshot(tw_scene *scene, const tw_snapshot_options *options, int number,
                            double t, tw_frame *frame);

#endif
