/*
 * Scripts that a command runs (script/script.h): opened, given their parameters, run, closed; their
 * settings of checks (script/regress.h), and going on after an edit (script/lua/change.h).
 */
#ifndef TW_LIBRARY_SCRIPTS_H
#define TW_LIBRARY_SCRIPTS_H

#include "script/lua/change.h"
#include "script/regress.h"
#include "script/script.h"

/* Opens a script, calls `work` with it, and closes it with all its scenes. The status and the
 * failure are those of `work`. options may be NULL */
tw_status tw_script_with(const tw_script_options *options,
                         tw_status (*work)(void *context, tw_script *script), void *context);

/* sets parameters from texts "NAME=VALUE" [count], as --set gives them */
tw_status tw_script_sets(tw_script *script, const char *const *set, size_t count);

/* tw_script_run_file for a command that needs scenes: TW_SCRIPT where the script returns none */
tw_status tw_script_run_scenes(tw_script *script, const char *path);
/* the same after tw_script_run_text */
tw_status tw_script_need_scenes(const tw_script *script, const char *path);

#endif
