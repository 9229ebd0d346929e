/* Functions for a scene's film, for its notices and happenings (events that run, bodies that begin
 * to touch), and for frames of its present instant. */
#ifndef TW_LIBRARY_FILM_H
#define TW_LIBRARY_FILM_H

#include "base/pool.h"
#include "frame/film.h"
#include "io/store/store.h"
#include "script/script.h"

/* Listener to a simulation. Members may be NULL. */
typedef struct tw_scene_listener {
    /* text of a warning, such as that constraints contradict each other or a stepper is slow; each
     * text is reported once */
    void (*notice)(void *context, const char *text);
    /* called before an event runs, and when two bodies begin to touch; may not change the scene.
     * closing: speed of approach of the two bodies, m/s; 0 for other events. Texts live until it
     * returns */
    tw_status (*happened)(void *context, const tw_store_event *event, double closing);
    void *context;
    tw_scene *scene; /* the scene that is listened to; set by tw_scene_listen */
} tw_scene_listener;

/* sets the scene's listener, whose struct must live as long as it is set; NULL: removes it */
void tw_scene_listen(tw_scene *scene, tw_scene_listener *listener);

/* Simulates the scene's film (frame/film.h); *film is to be freed by tw_film_drop in every case.
 * This function itself runs the script's functions for props, writes the script's texts on pictures
 * that show times between two frames of the scene, and adds trails; so options->ready and
 * options->snapshot.tracks are not needed. The caller's `look` must call tw_scene_at_frame */
tw_status tw_scene_film(tw_scene *scene, const tw_film_options *options, tw_film *film);
/* runs the script's functions for frame `number` (on_frame), and adds texts and graphs of the
 * script to `frame` unless that is NULL */
tw_status tw_scene_at_frame(tw_scene *scene, int number, double t, tw_frame *frame);
/* adds the script's texts and graphs of time t to the frame, without on_frame */
tw_status tw_scene_write(tw_scene *scene, double t, tw_frame *frame);
/* free the frames of a film, and of a take (a part of a film that is recorded on its own) */
void tw_film_drop(tw_film *film);
void tw_take_drop(tw_take *take);

/* pace of the scene's film (how its time runs against the scene's, scene:retime), to be freed by
 * tw_timing_free in every case, and number of its pictures; TW_SCRIPT: the times given to
 * scene:retime lie outside the film */
tw_status tw_scene_timing(tw_scene *scene, tw_pace *pace, int *pictures);
void tw_timing_free(tw_pace *pace);
/* time of the film, s, at which it first shows the scene's time t */
double tw_timing_second(const tw_pace *pace, double t);
/* number of pictures, at least 1, of a film that lasts `seconds` s at `fps` pictures a second */
int tw_timing_pictures(double seconds, double fps);

/* parses the argument of --draw: "final", "debug" or names of layers separated by commas */
tw_status tw_layers_read(const char *text, unsigned *layers);

/* true: a frame with that look can be completed only when the whole film has been simulated, since
 * the look depends on what the film shows */
bool tw_film_look_waits(const struct tw_look_kind *look);
/* number of frames of the scene's film at its fps, without regard to its pace (scene:retime) */
int tw_scene_frames(const tw_scene *scene);
/* calls `look` with k = 0, 1, ... every dt seconds of scene time from now on, until
 * tw_scene_unwatch; `look` may not change the scene */
tw_status tw_scene_watch(tw_scene *scene, double dt,
                         tw_status (*look)(void *context, int k, double t), void *context,
                         tw_id *id);
void tw_scene_unwatch(tw_scene *scene, tw_id id);

/* averages a light map over blocks of texels: rgb [rows][2 rows][3], linear RGB, rows in the order
 * of the map */
struct tw_lightmap;
void tw_frame_light_map(const struct tw_lightmap *map, int rows, float *rgb);

/* takes a frame of the scene at its present time, with its trails (frame/snapshot.h) */
tw_status tw_scene_snapshot(tw_scene *scene, const tw_snapshot_options *options, int number,
                            double t, tw_frame *frame);

#endif
