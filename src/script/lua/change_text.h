/*
 * Where the functions of a Lua text stand: enough of Lua's grammar to find the part of a text that
 * an edit changed. Positions are offsets of bytes.
 */
#ifndef TW_SCRIPT_LUA_CHANGE_TEXT_H
#define TW_SCRIPT_LUA_CHANGE_TEXT_H

#include "base/array.h"
#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>

/* a function that stands in the main part, not within another one */
typedef struct tw_text_function {
    /* places of "function", "(", after ")", of the last "end" */
    size_t begin, list, body, end;
    int line, last; /* as Lua tells them, where `(` follows on the same line */
    bool method;    /* has a `self` that its list does not name */
} tw_text_function;

typedef struct tw_text {
    char *data; /* owned; ends with NUL */
    size_t size;
    TW_ARRAY(tw_text_function) functions; /* in order */
} tw_text;

/* takes data (malloc'ed) in every case. TW_SCRIPT: its blocks do not fit together */
tw_status tw_text_read(char *data, size_t size, tw_text *text);
void tw_text_free(tw_text *text);

/* do the texts differ within the bodies of functions only? */
bool tw_text_same_around(const tw_text *old, const tw_text *now);
/* and then: does the body of function i not differ? */
bool tw_text_same_body(const tw_text *old, const tw_text *now, size_t i);

/* does function i name a variable that the main part declares, beyond those of the list [count]? */
bool tw_text_names_others(const tw_text *text, size_t i, const char *const *known, size_t count);

#endif
