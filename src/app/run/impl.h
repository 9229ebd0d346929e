/*
 * Private header of `run`: state of a run and of a film that it makes. run.c reads options and
 * runs the script; scene.c simulates a scene and passes on its frames; film.c joins shots of
 * several scenes into one film.
 */
#ifndef TW_APP_RUN_IMPL_H
#define TW_APP_RUN_IMPL_H

#include "app/movie/clicks.h"
#include "app/movie/feed.h"
#include "app/run/feed.h"
#include "app/run/keep.h"
#include "app/run/run.h"
#include "app/run/sweep/sweep.h"
#include "app/run/trace.h"
#include "base/text/path.h"
#include "io/store/store.h"
#include "library/film.h"
#include "library/states.h"

enum { TW_RUN_NAME = TW_PATH_WORD, TW_RUN_PATH = 2048 };

typedef struct tw_running {
    tw_run_options o;
    tw_report *report;
    tw_script *script;
    uint64_t program, source; /* digests of this program and of the script's source */
    tw_tally checks;
    tw_summary *summary; /* summary of the run, for --summary; NULL: none was asked for */
    tw_keep keep;
} tw_running;

/* State of a scene that is simulated, and of its output. For a film of several scenes there is one
 * more tw_shot, which has only the output of the whole film */
typedef struct tw_shot {
    tw_running *run;
    /* the scene; NULL: this is the output of a film of several scenes, which has no scene of its
     * own */
    tw_scene *scene;
    tw_scene_listener listener;
    char name[TW_RUN_NAME], folder[TW_RUN_PATH];
    tw_trace trace;
    tw_film film;
    /* [takes] the shots of the scene in a film of several scenes; NULL: the scene is a film by
     * itself */
    tw_take *take;
    int takes;
    unsigned layers;
    tw_pace pace;
    double fps;
    int planned; /* number of pictures of the whole film */
    char facts[TW_FACTS];
    const char *audio; /* the film's sound: path of a file, or "clicks"; NULL: none */
    bool listens;      /* true: impacts are collected */
    /* impacts so far, with times of the scene; their times in the film (`at`) are set when the film
     * is complete, or in the copies that a film of several scenes collects */
    tw_impacts impacts;
    /* encoder that works while pictures are drawn; NULL: there is no video, or it is encoded at
     * the end, since it needs the sound */
    tw_movie_feed *video;
    tw_movie_frames listed;  /* pictures of a video that is encoded at the end, with the sound */
    tw_feed feed;            /* passes frames to the renderer; unused if no pictures are drawn */
    tw_store_writer *writer; /* baking */
    /* when baking, the writer that receives the events: the scene's own, or that of the film of
     * several scenes */
    tw_store_writer *notes;
    int part; /* index of this scene among those of the film of several scenes */
    char bake[TW_RUN_PATH];
    int width, height;
    int frames; /* number of pictures drawn or found so far, or of frames stored */
    bool letters_told;
    /* true: pictures are drawn only after the simulation: while copies of the process wait
     * (keep.h), it must have one thread */
    bool late;
    double began;
} tw_shot;

/* ---- scene.c -------------------------------------------------------------------------------- */

/* runs a scene as a film of its own: simulation, tables, pictures, checks */
tw_status tw_run_scene(tw_running *r, tw_scene *scene);

/* initializes *s for a scene, with its pace; tw_shot_end must follow, also after a failure */
tw_status tw_shot_begin(tw_running *r, tw_scene *scene, tw_shot *s);
/* simulates the scene and writes its tables and records (tables false: none). After a failure of
 * the simulation the frames before it are kept */
tw_status tw_shot_play(tw_shot *s, bool tables);
/* evaluates, counts and reports the scene's checks, and writes its summary */
tw_status tw_shot_check(tw_shot *s);
void tw_shot_end(tw_shot *s);

/* sets the folder, and fails if its path is too long or the range of frames begins after the film's
 * end; the members name and planned must be set */
tw_status tw_shot_place(tw_shot *s);
tw_status tw_shot_open_renderer(tw_shot *s);
tw_status tw_shot_open_video(tw_shot *s);
/* baking: opens the file; film: parts and audio of a film of several scenes; NULL: one scene */
tw_status tw_shot_open_store(tw_shot *s, const tw_store_head *film);
/* baking: stores a frame, complete or not, which it takes over */
tw_status tw_shot_store(tw_shot *s, tw_frame *frame);
/* baking: ends the file, with status and failure of the simulation; does nothing without a file */
tw_status tw_shot_close_store(tw_shot *s, tw_status simulated, const char *failure);
/* adds a frame to the film's video, if the frame is to be drawn */
tw_status tw_shot_list(tw_shot *s, const tw_frame *frame);
/* to be called after the last of `frames` frames: waits until all pictures are drawn, and reports
 * the finished film */
tw_status tw_shot_close_renderer(tw_shot *s, int frames);
/* writes the table of impacts, whose `at` must be set, and the sound of clicks of a film of
 * `frames` frames, then the video with sound */
tw_status tw_shot_sound(tw_shot *s, int frames);
/* sets the film's sound: that which the option --audio gives, otherwise `audio` */
void tw_shot_listen(tw_shot *s, const char *audio);
/* to be called at the end; after a failure, which stays the one to report, records the pictures
 * drawn so far, and discards unfinished files */
void tw_shot_abandon(tw_shot *s, tw_status status);
void tw_shot_check_letters(tw_shot *s, const tw_frame *frame);
/* reports a check if it has failed; context: a tw_running; a callback for tw_tally.report */
void tw_run_tell_check(void *context, const tw_check *check);

/* ---- film.c --------------------------------------------------------------------------------- */

/* makes a film of several scenes: draws or bakes it */
tw_status tw_run_film(tw_running *r, const tw_script_film *film);

#endif
