/*
 * Going on with a script that was changed while its scene was simulated (`tauwerk watch`).
 *
 * The simulation so far is valid for the changed script if all changes lie within bodies of
 * functions in the main part of the script, and neither these functions nor any inside them have
 * been called yet. Then their values, wherever they are held, are replaced by the functions of the
 * new text, with the same enclosing variables. A function may have been called if each of its calls
 * waits in a coroutine, before the first change (change_story.c).
 *
 * In doubt the answer is no: the function names a variable that it did not name before; its values
 * cannot all be found; the script has read files by itself, asked for the time or used the debug
 * library; any other file that was read has changed. One thing is not covered: the order in which
 * `pairs` visits objects as keys, which every edit of a script may change.
 */
#ifndef TW_SCRIPT_LUA_CHANGE_H
#define TW_SCRIPT_LUA_CHANGE_H

#include "script/script.h"

/* to be called before tw_script_run_file of the same path: from now on calls are noted */
tw_status tw_script_track(tw_script *s, const char *path);
/* the simulation has ended: nothing is noted any more, and other threads may begin to work */
void tw_script_track_end(tw_script *s);
void tw_script_track_free(tw_script *s);
/* how many functions have been called so far: it grows */
size_t tw_script_called(const tw_script *s);
/* false: the scenes cannot go on with any changed text */
bool tw_script_may_go_on(const tw_script *s);

/* The script's file may be another one now. *same: the scenes may go on, with its functions; else
 * the script is of no more use. *moved: failures tell other lines or words than
 * those of a run from the start */
tw_status tw_script_change(tw_script *s, bool *same, bool *moved);

#endif
