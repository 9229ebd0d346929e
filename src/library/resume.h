/*
 * Scripts that are changed while their film is made (`tauwerk watch`): the calls of their functions
 * are noted, so that a film can go on with a new text of functions that have not been called yet
 * (script/lua/change.h says when).
 */
#ifndef TW_LIBRARY_RESUME_H
#define TW_LIBRARY_RESUME_H

#include "script/script.h"

/* notes calls from now on; to be called before the file of that path is run */
tw_status tw_resume_note(tw_script *script, const char *path);
/* ends the notes: the simulation is over, and other threads may begin to work */
void tw_resume_end(tw_script *script);
/* number of functions that have been called so far; it grows */
size_t tw_resume_count(const tw_script *script);
/* false: the film cannot go on with any other text */
bool tw_resume_possible(const tw_script *script);
/* Reads the script's file again. *same: the film may go on, with the functions of the new text;
 * otherwise the script is of no more use. *moved: lines of the text have moved, so those in texts
 * of failures are the old ones */
tw_status tw_resume_with(tw_script *script, bool *same, bool *moved);

#endif
