/*
 * Private header of `run`: a run, and one film of it at work.
 *
 * run.c reads options and runs the script; scene.c simulates a scene and hands on its
 * frames; film.c cuts shots of several scenes into one film.
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
    uint64_t program, source; /* digests of the program and of the script */
    tw_tally checks;
    tw_summary *summary; /* NULL: not asked for */
    tw_keep keep;
} tw_running;

/* a scene at work, and where its pictures go; of a film of several scenes the latter only */
typedef struct tw_shot {
    tw_running *run;
    tw_scene *scene; /* NULL: of a film */
    tw_scene_listener listener;
    char name[TW_RUN_NAME], folder[TW_RUN_PATH];
    tw_trace trace;
    tw_film film;
    tw_take *take; /* [takes] of a film of several scenes; NULL: the scene is the film */
    int takes;
    unsigned layers;
    tw_pace pace;
    double fps;
    int planned; /* pictures of the whole film */
    char facts[TW_FACTS];
    const char *audio;       /* file, "clicks"; NULL: none */
    bool listens;            /* impacts are collected */
    tw_impacts impacts;      /* `at` is known when the film has ended */
    tw_movie_feed *video;    /* feed of the video; NULL: none, or it waits for its sound */
    tw_movie_frames listed;  /* pictures of a video that waits */
    tw_feed feed;            /* frames on their way to a renderer, where pictures are drawn */
    tw_store_writer *writer; /* baking */
    tw_store_writer *notes;  /* baking: where events are noted, of a film of several that film's */
    int part;                /* number of the scene in that film */
    char bake[TW_RUN_PATH];
    int width, height;
    int frames; /* pictures drawn or found so far */
    bool letters_told;
    bool late; /* pictures are drawn when the simulation has ended (keep.h) */
    double began;
} tw_shot;

/* ---- scene.c -------------------------------------------------------------------------------- */

/* the scene's own film, from tables to checks */
tw_status tw_run_scene(tw_running *r, tw_scene *scene);

/* a scene that is simulated for a film, with its pace; it is to be ended in every case */
tw_status tw_shot_begin(tw_running *r, tw_scene *scene, tw_shot *s);
/* tables, simulation, records. A failure of the simulation leaves the good part */
tw_status tw_shot_play(tw_shot *s, bool tables);
/* the scene's checks, counted and reported, and its summary */
tw_status tw_shot_check(tw_shot *s);
void tw_shot_end(tw_shot *s);

/* name, size, fps and planned are known: folder and range are looked at */
tw_status tw_shot_place(tw_shot *s);
tw_status tw_shot_open_renderer(tw_shot *s);
tw_status tw_shot_open_video(tw_shot *s);
/* baking: the file, with parts and audio of a film of several scenes */
tw_status tw_shot_open_store(tw_shot *s, const tw_store_head *film);
/* stores a complete or an open frame, and takes it */
tw_status tw_shot_store(tw_shot *s, tw_frame *frame);
/* the end of the file, with the failure of the simulation if it failed; no file: nothing */
tw_status tw_shot_close_store(tw_shot *s, tw_status simulated, const char *failure);
/* the next frame of the film's video, if it is to be drawn */
tw_status tw_shot_list(tw_shot *s, const tw_frame *frame);
/* no more frames come: waits until a film of so many is drawn, and reports it */
tw_status tw_shot_close_renderer(tw_shot *s, int frames);
/* impacts and clicks of a film of so many frames, whose `at` is known, and the video with sound */
tw_status tw_shot_sound(tw_shot *s, int frames);
/* sets the film's sound from the option, or from `audio` */
void tw_shot_listen(tw_shot *s, const char *audio);
/* after a failure, which stays the one to tell: drawn pictures are recorded, unfinished files
 * dropped */
void tw_shot_abandon(tw_shot *s, tw_status status);
void tw_shot_check_letters(tw_shot *s, const tw_frame *frame);
/* reports a failed check; context: a tw_running */
void tw_run_tell_check(void *context, const tw_check *check);

/* ---- film.c --------------------------------------------------------------------------------- */

/* draws or bakes the film */
tw_status tw_run_film(tw_running *r, const tw_script_film *film);

#endif
