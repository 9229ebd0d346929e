/*
 * Continuing with a script that was edited while its scene was simulated (`tauwerk watch`).
 *
 * The simulation so far is valid for the changed script if all changes lie within bodies of
 * functions in the main part of the script, and neither these functions nor any inside them have
 * been called yet. Then their values, wherever they are held, are replaced by the functions of the
 * new text, with the same enclosing variables. A function may have been called if each of its calls
 * waits in a coroutine, before the first change (change_story.c).
 *
 * In doubt the answer is no: the function names a variable that it did not name before; its values
 * cannot all be found; the script has read files itself, used the time or the debug library;
 * another file that was read has changed. One case is not covered: the order in which `pairs`
 * visits objects as keys, which every edit of a script may change.
 */
#ifndef TW_SCRIPT_LUA_CHANGE_H
#define TW_SCRIPT_LUA_CHANGE_H

#include "script/script.h"

/* records calls of functions from now on; to be called before tw_script_run_file of the same path
 */
tw_status tw_script_track(tw_script *s, const char *path);
/* stops recording; to be called when the simulation has ended, before other threads work */
void tw_script_track_end(tw_script *s);
void tw_script_track_free(tw_script *s);
/* number of functions that have been called so far; never decreases */
size_t tw_script_called(const tw_script *s);
/* false: the scenes cannot continue with any changed text */
bool tw_script_may_go_on(const tw_script *s);

/* Reads the script's file again. *same: the scenes may continue, with the functions of the new
 * text; otherwise the script cannot be used any more. *moved: messages of failures may have other
 * lines or words than in a run from the start */
tw_status tw_script_change(tw_script *s, bool *same, bool *moved);

#endif
