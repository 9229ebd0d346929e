/*
 * Lines from a terminal, with editing, history and completion, by libedit. The history is kept in
 * $XDG_STATE_HOME/tauwerk/history, else ~/.local/state/tauwerk/history.
 */
#ifndef TW_APP_EDIT_H
#define TW_APP_EDIT_H

#include "base/status.h"
#include "library/scripts.h"

#include <stdbool.h>

/* begins line editing; names for completion come from the script */
void tw_edit_begin(tw_script *s);
/* implementation of tw_prompt.line; the context is not used */
tw_status tw_edit_line(void *context, const char *prompt, char **line, bool *over);
/* implementation of tw_prompt.again: true if Ctrl-C asked for the stop; the request is then
 * cancelled, so that the prompt goes on */
bool tw_edit_again(void *context);
/* to be called after the last line: saves the history; a failure is not reported */
void tw_edit_end(void);

#endif
