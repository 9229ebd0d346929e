/*
 * Functions for commands that run scripts: opening, parameters, running, returned scenes, counted
 * checks, a prompt. Options and values have the types of script/script.h.
 */
#ifndef TW_LIBRARY_SCRIPTS_H
#define TW_LIBRARY_SCRIPTS_H

#include "script/script.h"

/* Opens a script, calls `work` with it, and closes it with all its scenes. Returns the status of
 * `work`, with its failure, or that of opening: then `work` is not called. options NULL: defaults
 */
tw_status tw_script_with(const tw_script_options *options,
                         tw_status (*work)(void *context, tw_script *script), void *context);

/* sets parameters from texts "NAME=VALUE" [count], as --set gives them */
tw_status tw_script_sets(tw_script *script, const char *const *set, size_t count);

/* ---- running -------------------------------------------------------------------------------- */

/* runs a script with its arguments [argc]; TW_USAGE: a parameter was set that the script did not
 * read */
tw_status tw_script_do_file(tw_script *script, const char *path, int argc, char *const *argv);
/* runs text [size] as if it were the content of the file at `path` */
tw_status tw_script_do_text(tw_script *script, const char *path, const char *text, size_t size);
/* runs a robot's file: the Lua program `chunk` in lua/tauwerk reads it and makes the scene */
tw_status tw_script_do_robot(tw_script *script, const char *path, const char *chunk, int argc,
                             char *const *argv);
/* tw_script_do_file for a command that needs scenes: TW_SCRIPT if the script returns no scene */
tw_status tw_script_run_scenes(tw_script *script, const char *path);
/* tw_script_need_scenes is called after tw_script_do_text: TW_SCRIPT if the script returned no
 * scene */
tw_status tw_script_need_scenes(const tw_script *script, const char *path);

/* ---- results -------------------------------------------------------------------------------- */

/* tw_script_returned: number of scenes that the last file returned; the next function gives the
 * i-th of them */
int tw_script_returned(const tw_script *script);
tw_scene *tw_script_nth(const tw_script *script, int i);
/* film of several scenes that the last file returned; NULL: none */
const tw_script_film *tw_script_cut(const tw_script *script);
/* name of the other script that returned the scene to `require`; NULL: the scene was made by this
 * script, or more than its fps has been changed since */
const char *tw_script_borrowed(const tw_scene *scene);
/* writes the name of the script that ran, without its folder and ".lua", into name [size] */
void tw_script_called_by(const tw_script *script, char *name, size_t size);
/* the part of the scene's film that a shot shows: from *from to *to, in seconds of that film, whose
 * pace is `p` */
void tw_script_shot_of(const tw_script_shot *shot, const struct tw_pace *p, double *from,
                       double *to);

/* checks of a run, counted over its scenes and its script */
typedef struct tw_tally {
    tw_check_report report; /* callback that gets each check once; NULL: none */
    void *context;
    int passed, failed;
} tw_tally;
/* runs, reports and counts the checks of a scene whose film has ended */
tw_status tw_tally_scene(tw_tally *t, tw_scene *scene);
/* to be called for a scene that is not simulated: discards its checks that are due at the film's
 * end, so that they do not count as failed */
void tw_tally_leave(tw_scene *scene);
/* runs, reports and counts the checks left: those of tw.test and of scenes without a film */
tw_status tw_tally_script(tw_tally *t, tw_script *script);
/* TW_OK, or TW_MISMATCH if a check has failed */
tw_status tw_tally_status(const tw_tally *t);

/* ---- the prompt ----------------------------------------------------------------------------- */

/* reads lines and runs them until the input ends; p: callbacks of the prompt; NULL: none, lines
 * come from standard input */
tw_status tw_prompt_run(tw_script *script, const tw_prompt *p);
/* reports the names that can complete a text; the callbacks in *c get them */
void tw_prompt_complete(tw_script *script, const char *text, const tw_completion *c);

#endif
