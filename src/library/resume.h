/*
 * Scripts that are edited while their film is simulated (`tauwerk watch`, `tauwerk view`): the
 * library records which functions were called, so that the film can continue if only functions that
 * have not been called yet were edited (script/lua/change.h has the conditions).
 */
#ifndef TW_LIBRARY_RESUME_H
#define TW_LIBRARY_RESUME_H

#include "script/script.h"

/* records calls of functions from now on; to be called before the script at `path` is run */
tw_status tw_resume_note(tw_script *script, const char *path);
/* the same before this text is run as the script; tw_resume_file is to be told of each file that is
 * read */
tw_status tw_resume_note_text(tw_script *script, const char *path, const char *text, size_t size);
void tw_resume_file(tw_script *script, const char *path);
/* stops recording; required before other threads work, when the simulation is over */
void tw_resume_end(tw_script *script);
/* number of different functions that have been called so far; it never decreases */
size_t tw_resume_count(const tw_script *script);
/* false: the film cannot be continued with any other text of the script */
bool tw_resume_possible(const tw_script *script);
/* Reads the script's file again. *same: the film may continue, with the functions of the new text;
 * false: the script cannot be used any more. *moved: texts of failures may have other lines or
 * words than in a run from the start */
tw_status tw_resume_with(tw_script *script, bool *same, bool *moved);
/* Takes over another text. true: the film may continue with its functions; false: the script cannot
 * be used any more. *from: what lines behind this one have made may stand in other lines of the new
 * text; INT_MAX: none */
bool tw_resume_with_text(tw_script *script, const char *text, size_t size, int *from);
/* true: objects that this line has made since then are made by the same line of the present text;
 * false: perhaps by another */
bool tw_resume_line_stays(const tw_script *script, int line);

#endif
