/*
 * Running scene scripts: a Lua 5.4 state with the module `tauwerk`, and the scenes that a script
 * makes. Code outside src/script uses scenes through this header, never through Lua.
 *
 * Order of calls: create, set (for --set), run_file. Then for each returned scene: simulate its
 * tw_sim (frame/film.h), with calls of tw_scene_on_frame and tw_scene_captions at every frame, and
 * of tw_scene_checks at the end. Then tw_script_checks, and destroy. All in one thread.
 *
 * Failures are a status and a text in tw_failure(), which begins with FILE:LINE if the script
 * caused the failure. TW_SCRIPT: an error of the script; TW_USAGE: names given by --set that the
 * script did not read, or values that it does not allow; TW_MEMORY: the limit is reached;
 * TW_INTERRUPTED, TW_TIME_LIMIT: returned by `poll`; others come from the engine.
 */
#ifndef TW_SCRIPT_SCRIPT_H
#define TW_SCRIPT_SCRIPT_H

#include "base/array.h"
#include "base/math/vec.h"
#include "base/poll.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef struct tw_script tw_script;
typedef struct tw_scene tw_scene;
/* declared only: src/frame defines frames and paces, the engine worlds and simulations */
struct tw_frame;
struct tw_pace;
struct tw_sim;
struct tw_world;

/* restrictions of a script that is not trusted (docs/trust.md), and limits for any script */
typedef struct tw_script_bounds {
    /* the script can act outside the process only on files: it reads those below its own folder and
     * those of the library */
    bool sandbox;
    const char *writes; /* folder below which a script in the sandbox may write; NULL: nowhere */
    /* greatest number of instructions of Lua's virtual machine, together with steps of its library;
     * 0: no limit */
    double instructions;
    /* greatest number of objects that the script may make: bodies, points, constraints, ...; 0: no
     * limit */
    int objects;
} tw_script_bounds;

typedef struct tw_script_options {
    tw_script_bounds bounds;
    size_t memory; /* bytes that Lua may use; 0: 1 GiB */
    /* receiver of print, io.write and scene:log, in pieces that need not be lines; NULL: standard
     * output */
    void (*output)(void *context, const char *text, size_t length);
    void *output_context;
    /* callback for likely mistakes of the script, "FILE:LINE: ...", each text once; NULL: none */
    void (*notice)(void *context, const char *text);
    void *notice_context;
    /* callback for each number that the script reads by tw.param: value, range min .. max
     * (infinite: no bound), doc (NULL: none); NULL: no callback */
    void (*param)(void *context, const char *name, double value, double min, double max,
                  const char *doc);
    void *param_context;
    /* receiver of the progress of scene:solve, a line of text; NULL: none */
    void (*progress)(void *context, const char *text);
    void *progress_context;
    const char *solved; /* file for the solutions of scene:solve; NULL: none */
    /* callback, called every few thousand Lua instructions, and by the scenes' simulations: a
     * status other than TW_OK stops the script (Ctrl-C, time limit); NULL: none */
    tw_poll poll;
} tw_script_options;

/* creates a script's state; options NULL: the default of every option */
tw_status tw_script_create(const tw_script_options *options, tw_script **script);
/* closes the script with all its scenes; does nothing for NULL */
void tw_script_destroy(tw_script *s);

/* stores --set name=value for tw.param; a later value replaces an earlier one */
tw_status tw_script_set(tw_script *s, const char *name, const char *value);

/* sets file and line of the program that uses the library, which errors and new objects name while
 * no line of a script runs; file NULL: none */
tw_status tw_script_here(tw_script *s, const char *file, int line);

/* runs a file; `argv` [argc] are the script's arguments (Lua: ... and arg[1], arg[2], ...). A
 * --set name that the script did not read is TW_USAGE after the run. */
tw_status tw_script_run_file(tw_script *s, const char *path, int argc, char *const *argv);
/* runs text [size] as if it were the file's content; the file is not read, but errors and objects
 * name it */
tw_status tw_script_run_text(tw_script *s, const char *path, const char *text, size_t size);
/* runs a chunk of lua/tauwerk with the path of a robot's file and the arguments as its arguments */
tw_status tw_script_run_robot(tw_script *s, const char *path, const char *chunk, int argc,
                              char *const *argv);

/* callbacks of a prompt; each may be NULL */
typedef struct tw_prompt {
    void *context;
    /* *line: the next line without its newline, to be freed by the caller; *over: end of input.
     * NULL: standard input is read */
    tw_status (*line)(void *context, const char *prompt, char **line, bool *over);
    /* called when `line` or a running statement ends with TW_INTERRUPTED. true: only that line or
     * statement ends, and the prompt goes on with the next line */
    bool (*again)(void *context);
    /* writes help on a kind, a function or a class; name "": an overview */
    tw_status (*help)(void *context, FILE *out, const char *name);
} tw_prompt;

/* Reads and runs lines and shows their results until the end of input. prompt NULL: reads standard
 * input, without help. On a terminal, an error is shown and the next line is read; otherwise the
 * first error ends the prompt, as it would end a script */
tw_status tw_script_prompt(tw_script *s, const tw_prompt *prompt);

/* Completion of a text such as "scene.ro" or "tw.math.s": calls `each` with every complete text
 * ("scene.rod"). Members of objects are in no Lua table; for them it calls `of` with the object's
 * class ("body"), its kind ("rod", or NULL), the text before the incomplete name, and the beginning
 * of the name. No function of the script runs. */
typedef struct tw_completion {
    void *context;
    void (*each)(void *context, const char *text);
    void (*of)(void *context, const char *class_, const char *kind, const char *before,
               const char *begin);
} tw_completion;
void tw_script_complete(tw_script *s, const char *text, const tw_completion *c);

/* field of one of the models of the Lua module tauwerk.models */
typedef struct tw_script_model {
    /* names of the model and of the field; field NULL: the model has no fields */
    const char *model, *field;
    const char *type; /* type of the field in the notation of LuaCATS, such as "number" */
    const char *doc;  /* explanation; "" if none is given */
    bool required;
} tw_script_model;

/* loads tauwerk.models and calls `each` for every field of every model, sorted by name */
tw_status tw_script_models(tw_script *s, void (*each)(void *context, const tw_script_model *m),
                           void *context);

/* ---- scenes ------------------------------------------------------------------------------- */

/* number of scenes that the last file returned (one, or a list), and the i-th of them */
int tw_script_scene_count(const tw_script *s);
tw_scene *tw_script_scene(const tw_script *s, int i);

/* a shot of a film of several scenes */
typedef struct tw_script_shot {
    tw_scene *scene;
    /* part of the scene that the shot shows, in the scene's time, s; from NAN: from the beginning
     * of its film; to NAN: to the end */
    double from, to;
    char *title; /* NULL: none */
    /* true: the scene is a title card, made for the film and not returned by the script */
    bool card;
} tw_script_shot;

/* a film of several scenes (tw.film) */
typedef struct tw_script_film {
    TW_ARRAY(tw_script_shot) shot;
    double fade; /* duration of the fades between shots, s; 0: cuts */
    char *name;  /* name of the film; NULL: that of the script */
    char *audio; /* NULL: none */
    char *file;  /* script file and line that made the film */
    int line;
} tw_script_film;

/* film that the last file returned; NULL: none. Its scenes are those of tw_script_scene and title
 * cards */
const tw_script_film *tw_script_film_of(const tw_script *s);
/* Name of another script, read by `require`, that returned the scene, alone or in a list; NULL:
 * there is none, or the scene has been changed since in more than its fps */
const char *tw_scene_module(const tw_scene *scene);
/* *from, *to: the part of the scene's film that the shot shows, in seconds of that film, which has
 * the pace p */
void tw_script_shot_span(const tw_script_shot *shot, const struct tw_pace *p, double *from,
                         double *to);
/* writes the name of the file that ran, without folder and ".lua", into name [size]: the default
 * name of scenes and films */
void tw_script_name(const tw_script *s, char *name, size_t size);

/* world of a scene; its settings (name, duration, fps, width, height, ...) are in world->set, its
 * stage in world->stage */
struct tw_world *tw_scene_world(const tw_scene *scene);
struct tw_sim *tw_scene_sim(const tw_scene *scene);
/* `scene.draw`: layers of frame/layers.h */
unsigned tw_scene_layers(const tw_scene *scene);

/* pace of the scene's film from the present time on (scene:retime, scene:hold). The script may not
 * change it afterwards. *pace must be freed, also after a failure (TW_SCRIPT) */
tw_status tw_scene_pace(tw_scene *scene, struct tw_pace *pace);

/* runs the script's on_frame functions; frame = 1 .. N. To be called while the world shows the
 * frame's time (tw_film_options.look). The functions may not change the scene. */
tw_status tw_scene_on_frame(tw_scene *scene, int frame, double t);

/* checks the stage's fields at time t, and calls the script's functions that set fields of props
 * and bodies; to be called before a frame at time t is made */
tw_status tw_scene_ready(tw_scene *scene, double t);
/* samples of the paths that the scene's trails show */
struct tw_tracks *tw_scene_tracks(const tw_scene *scene);
/* adds the scene's texts and graphs at time t to the frame */
tw_status tw_scene_captions(tw_scene *scene, double t, struct tw_frame *frame);

/* ---- checks and records ------------------------------------------------------------------- */

typedef struct tw_check {
    const char *label;
    const char *file;
    int line;
    bool passed;
    const char *text; /* text like "expected 1.5 within 1e-06, got 2", or that of an error */
} tw_check;

/* receives the results of checks: is called once for each check */
typedef void (*tw_check_report)(void *context, const tw_check *check);

/* for a scene that is simulated without a film: drops its expectations with at = "end", which are
 * evaluated only when a film ends */
void tw_scene_unasked(tw_scene *scene);

/* To be called at the end of the scene's film: evaluates the expectations with at = "end" and
 * reports all checks of the scene. Failed checks are counted and do not make the call fail. report
 * may be NULL. */
tw_status tw_scene_checks(tw_scene *scene, tw_check_report report, void *context, int *passed,
                          int *failed);

/* evaluates the expectations with at = "end" that no film has evaluated, and reports all checks
 * that are not reported yet: those of tw.test and of scenes without a film. Fails with TW_USAGE if
 * the script has never read a name of --set */
tw_status tw_script_checks(tw_script *s, tw_check_report report, void *context, int *passed,
                           int *failed);

typedef struct tw_record {
    const char *name;
    size_t count;
    const double *t, *v; /* [count] t: times, s; v: values, NaN where the sample is a vector */
    const bool *vector;  /* [count] true: the sample is a vector */
    const vec3 *xyz;     /* [count] values where the sample is a vector */
} tw_record;

/* i-th record of scene:record; false past the end. Valid until the script runs again. */
bool tw_scene_record(const tw_scene *scene, int i, tw_record *record);

#endif
