/*
 * Runs a script and its scenes, for commands that plot or export their motion.
 */
#ifndef TW_APP_EXPORT_SCENE_H
#define TW_APP_EXPORT_SCENE_H

#include "app/base/options.h"
#include "app/base/report.h"
#include "app/base/trust.h"
#include "base/array.h"
#include "library/film.h"
#include "library/states.h"

/* options that commands for plots and exports share */
typedef struct tw_scene_options {
    const char *script, *output;
    const char *at;    /* argument of the option --at, a time, s; NULL: not given */
    tw_words sets;     /* NAME=VALUE */
    double limit_time; /* time limit of the command, s; 0: none */
    /* trust in the script; tw_scene_job_run settles the options that were not given */
    tw_trust trust;
    bool quiet, json;
} tw_scene_options;

typedef struct tw_scene_job {
    const char *command; /* name of the command, for messages */
    const tw_scene_options *options;
    /* called for each scene; path: the output file, with the scene's name in it if the script has
     * several */
    tw_status (*scene)(void *context, tw_scene *scene, const char *path, tw_report *report);
    void *context;
} tw_scene_job;

/* runs the script and calls job->scene for each of its scenes */
tw_status tw_scene_job_run(const tw_scene_job *job);

/* Simulates the scene to its end. `look` is called at every frame with the frame's number, and
 * between frames with number 0, at every 1 / between of a frame (between = 1: at frames only). If
 * the simulation fails, the part before has been looked at */
typedef struct tw_scene_look {
    tw_status (*look)(void *context, int number, double t); /* NULL: not */
    tw_status (*frame)(void *context, int number, double t,
                       const tw_frame *frame); /* called with each frame; requires `film` */
    void *context;
    int between;
    /* receives the film's frames, with the scene's texts and without motion blur, which the caller
     * frees; NULL: no frames are made */
    tw_film *film;
    unsigned layers; /* layers that `film` is to have: bits of tw_layer; 0: bodies only */
    double aspect;   /* width / height of the film's pictures; 0: that of the scene */
    /* pace of the frames in `film`; NULL: frames are equidistant in the scene's time */
    const tw_pace *pace;
} tw_scene_look;
tw_status tw_scene_play(tw_scene *scene, const tw_scene_look *look, tw_report *report);

#endif
