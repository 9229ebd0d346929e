/*
 * Continuing with a script that was edited while its scene was simulated (`tauwerk watch`).
 *
 * The simulation so far is valid for the changed script if all changes lie within bodies of
 * functions defined in the main part of the script, and neither these functions nor any function
 * inside them have been called yet. Then all values of the old function, wherever they are stored,
 * are replaced by the function of the new text, with the same enclosing variables. A function may
 * have been called if each of its calls is in a coroutine that waits before the first change
 * (change_story.c).
 *
 * In doubt the scene does not continue: if the new function names a variable that the old one did
 * not; if not all values of the old function can be found; if the script has read files itself, or
 * used the time or the debug library; if another file that was read has changed. One case is not
 * covered: the order in which `pairs` visits objects as keys, which any edit of a script may
 * change.
 */
#ifndef TW_SCRIPT_LUA_CHANGE_H
#define TW_SCRIPT_LUA_CHANGE_H

#include "script/script.h"

/* records calls of functions from now on; to be called before tw_script_run_file of the same path
 */
tw_status tw_script_track(tw_script *s, const char *path);
/* the same before tw_script_run_text of that text. The script's other files are not noticed:
 * tw_script_track_file is to be told of each file that is read */
tw_status tw_script_track_text(tw_script *s, const char *path, const char *text, size_t size);
void tw_script_track_file(tw_script *s, const char *path);
/* stops recording; to be called when the simulation has ended, before other threads use the scenes
 */
void tw_script_track_end(tw_script *s);
void tw_script_track_free(tw_script *s);
/* number of functions that have been called so far; never decreases */
size_t tw_script_called(const tw_script *s);
/* false: whatever the new text is, the scenes cannot continue with it */
bool tw_script_may_go_on(const tw_script *s);

/* Reads the script's file again. *same: true: the scenes may continue, with the functions of the
 * new text; false: the script cannot be used any more. *moved: true: messages of failures may have
 * other lines or words than in a run from the start */
tw_status tw_script_change(tw_script *s, bool *same, bool *moved);
/* The same with a text; returns *same. *from: functions and objects that lines behind this one have
 * made may stand in other lines of the new text; INT_MAX: none */
bool tw_script_change_text(tw_script *s, const char *text, size_t size, int *from);
/* true: a function of the present text that Lua places at this line, which is that of a message or
 * of a new object, stands there in the text, too; false: it may stand in another line */
bool tw_script_line_stays(const tw_script *s, int line);

#endif
