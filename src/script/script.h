/*
 * Running scene scripts: a Lua 5.4 state with the module `tauwerk`, and the scenes that a script
 * makes. Everything outside src/script sees scenes through this header and never Lua.
 *
 * Order of calls: create, set (for --set), run_file, then for each returned scene: simulate its
 * tw_sim (frame/film.h), calling tw_scene_on_frame and tw_scene_captions at every frame, at the end
 * tw_scene_checks; then tw_script_checks, and destroy. One thread only.
 *
 * Failures: a status, and a text in tw_failure() that begins with FILE:LINE where the script is to
 * blame. TW_SCRIPT: an error of the script; TW_USAGE: unread --set names; TW_MEMORY: the limit is
 * reached; TW_INTERRUPTED, TW_TIME_LIMIT: what `poll` said; others come from the engine.
 */
#ifndef TW_SCRIPT_SCRIPT_H
#define TW_SCRIPT_SCRIPT_H

#include "base/array.h"
#include "base/math/vec.h"
#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef struct tw_script tw_script;
typedef struct tw_scene tw_scene;
/* opaque here: frames and paces are those of src/frame; worlds and simulations are the engine's */
struct tw_frame;
struct tw_pace;
struct tw_sim;
struct tw_world;

/* Permissions of a script that is not trusted (docs/trust.md), and bounds on any script */
typedef struct tw_script_bounds {
    /* outside of the process the script reaches only files: it reads those below its own folder
     * and those of the library */
    bool sandbox;
    const char *writes; /* folder below which it may write; NULL: nowhere */
    /* instructions of Lua's virtual machine, and as many steps of its library; 0: any number */
    double instructions;
    int objects; /* objects made in all: bodies, points, constraints ...; 0: any number */
} tw_script_bounds;

typedef struct tw_script_options {
    tw_script_bounds bounds;
    size_t memory; /* bytes that Lua may use; 0: 1 GiB */
    /* print, io.write and scene:log; not necessarily whole lines; NULL: standard output */
    void (*output)(void *context, const char *text, size_t length);
    void *output_context;
    /* receiver of likely mistakes, "FILE:LINE: ...", each text once; NULL: none */
    void (*notice)(void *context, const char *text);
    void *notice_context;
    /* each tw.param that is read and is a number: its value, its range (infinite: none), its text
     * (NULL: none). NULL: no receiver */
    void (*param)(void *context, const char *name, double value, double min, double max,
                  const char *doc);
    void *param_context;
    /* receiver of the progress of scene:solve, a line of text; NULL: none */
    void (*progress)(void *context, const char *text);
    void *progress_context;
    const char *solved; /* file of the answers of scene:solve; NULL: none */
    /* asked every few thousand instructions of Lua, and by the scenes' simulations: anything but
     * TW_OK ends the script with that status (Ctrl-C, time limit); NULL: never */
    tw_status (*poll)(void *context);
    void *poll_context;
} tw_script_options;

/* options may be NULL */
tw_status tw_script_create(const tw_script_options *options, tw_script **script);
/* closes the script with all its scenes; NULL is fine */
void tw_script_destroy(tw_script *s);

/* --set name=value, for tw.param; the last one of equal names counts */
tw_status tw_script_set(tw_script *s, const char *name, const char *value);

/* the place that is blamed, and that objects remember, where no line of a script runs: one in the
 * program that uses the library. file NULL: none */
tw_status tw_script_here(tw_script *s, const char *file, int line);

/* runs a file; `argv` [argc] are the script's arguments (Lua: ... and arg[1], arg[2], ...). A
 * --set name that the script did not read is TW_USAGE after the run. */
tw_status tw_script_run_file(tw_script *s, const char *path, int argc, char *const *argv);
/* the same of a text [size] that stands for the file's: errors and objects name the file, which is
 * not read */
tw_status tw_script_run_text(tw_script *s, const char *path, const char *text, size_t size);
/* a robot's file, by a chunk of lua/tauwerk that takes its path and the arguments */
tw_status tw_script_run_robot(tw_script *s, const char *path, const char *chunk, int argc,
                              char *const *argv);

/* The program's part of a prompt; every function may be NULL */
typedef struct tw_prompt {
    void *context;
    /* the next line, without its end, to be freed, *over: there is none; unless given, standard
     * input is read */
    tw_status (*line)(void *context, const char *prompt, char **line, bool *over);
    /* writes help on a kind, a function, a class; "": an overview */
    tw_status (*help)(void *context, FILE *out, const char *name);
} tw_prompt;

/* reads lines and runs them until the end of input; shows their results. NULL: lines of the
 * standard input, without help */
tw_status tw_script_prompt(tw_script *s, const tw_prompt *prompt);

/* Names that may follow a text such as "scene.ro" or "tw.math.s": calls `each` with the whole
 * ("scene.rod"). Of objects, whose names no table here has, `of` is called: class_ "body", kind
 * "rod" (or NULL), the text before the name, and what the name begins with. No function of the
 * script runs. */
typedef struct tw_completion {
    void *context;
    void (*each)(void *context, const char *text);
    void (*of)(void *context, const char *class_, const char *kind, const char *before,
               const char *begin);
} tw_completion;
void tw_script_complete(tw_script *s, const char *text, const tw_completion *c);

/* a field of a model that tauwerk.models adds to scenes */
typedef struct tw_script_model {
    const char *model, *field; /* field NULL: the model has none */
    const char *type;          /* "number", "any", ... */
    const char *doc;           /* "" unless given */
    bool required;
} tw_script_model;

/* calls `each` for every field of every model, by names; loads tauwerk.models */
tw_status tw_script_models(tw_script *s, void (*each)(void *context, const tw_script_model *m),
                           void *context);

/* ---- scenes ------------------------------------------------------------------------------- */

/* the scenes that the last file returned: one, or a list */
int tw_script_scene_count(const tw_script *s);
tw_scene *tw_script_scene(const tw_script *s, int i);

/* a shot of a film of several scenes */
typedef struct tw_script_shot {
    tw_scene *scene;
    double from, to; /* the scene's times, s; NAN: its film's begin, end */
    char *title;     /* NULL: none */
    bool card;       /* the scene is a card, and not among those that are returned */
} tw_script_shot;

/* one film of several scenes (tw.film) */
typedef struct tw_script_film {
    TW_ARRAY(tw_script_shot) shot;
    double fade; /* s; 0: cuts */
    char *name;  /* NULL: the script's */
    char *audio; /* NULL: none */
    char *file;  /* line of the script that made it */
    int line;
} tw_script_film;

/* film that the last file returned; NULL: none. Its scenes are those of tw_script_scene, and cards
 */
const tw_script_film *tw_script_film_of(const tw_script *s);
/* seconds of the scene's own film, of this pace, that the shot shows */
void tw_script_shot_span(const tw_script_shot *shot, const struct tw_pace *p, double *from,
                         double *to);
/* the name of the file that has run, without folder and .lua: that of scenes and films without one;
 * into name [size] */
void tw_script_name(const tw_script *s, char *name, size_t size);

/* settings (name, duration, fps, width, height, ...) stand in world->set, the stage in world->stage
 */
struct tw_world *tw_scene_world(const tw_scene *scene);
struct tw_sim *tw_scene_sim(const tw_scene *scene);
/* `scene.draw`: layers of frame/layers.h */
unsigned tw_scene_layers(const tw_scene *scene);

/* how fast the film of the scene runs, from the scene's time now on (scene:retime, scene:hold);
 * a later change by the script is an error. *pace is to be freed in every case; TW_SCRIPT */
tw_status tw_scene_pace(tw_scene *scene, struct tw_pace *pace);

/* runs the script's on_frame functions; frame = 1 .. N. To be called while the world shows the
 * frame's time (tw_film_options.look). The functions may only look. */
tw_status tw_scene_on_frame(tw_scene *scene, int frame, double t);

/* before a frame is kept: functions of the script set the contents of props at time t */
tw_status tw_scene_ready(tw_scene *scene, double t);
/* samples of its trails, or NULL */
struct tw_tracks *tw_scene_tracks(const tw_scene *scene);
/* adds the scene's texts and graphs at time t to the frame */
tw_status tw_scene_captions(tw_scene *scene, double t, struct tw_frame *frame);

/* ---- checks and records ------------------------------------------------------------------- */

typedef struct tw_check {
    const char *label;
    const char *file;
    int line;
    bool passed;
    const char *text; /* "expected 1.5 within 1e-06, got 2", or the error */
} tw_check;

/* called for every check that has not been reported before */
typedef void (*tw_check_report)(void *context, const tw_check *check);

/* the scene is not filmed: nothing is asked at its film's end */
void tw_scene_unasked(tw_scene *scene);

/* at the end of the scene's film: evaluates the expectations with at = "end" and reports all of
 * the scene. Failed checks are counted, not a failure of the call. report may be NULL. */
tw_status tw_scene_checks(tw_scene *scene, tw_check_report report, void *context, int *passed,
                          int *failed);

/* the same for everything not reported yet: tw.test and scenes without a film */
tw_status tw_script_checks(tw_script *s, tw_check_report report, void *context, int *passed,
                           int *failed);

typedef struct tw_record {
    const char *name;
    size_t count;
    const double *t, *v; /* [count]; v is NaN where the sample is a vector, */
    const bool *vector;  /* [count] whether it is one, */
    const vec3 *xyz;     /* [count] and its value stands here */
} tw_record;

/* i-th record of scene:record; false past the end. Valid until the script runs again. */
bool tw_scene_record(const tw_scene *scene, int i, tw_record *record);

#endif
