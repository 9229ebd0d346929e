/*
 * Finds the functions in a Lua text: enough of Lua's grammar to determine which part of a text an
 * edit changed. Places are offsets in bytes.
 */
#ifndef TW_SCRIPT_LUA_CHANGE_TEXT_H
#define TW_SCRIPT_LUA_CHANGE_TEXT_H

#include "base/array.h"
#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>

/* a function that is defined in the main part of the text, not inside another function */
typedef struct tw_text_function {
    /* offsets: of "function", of "(", after ")", of the last "end" */
    size_t begin, list, body, end;
    /* first and last line, as Lua reports them; "(" must be on the line of "function" */
    int line, last;
    /* true: defined with ':', so that it has a parameter `self` which its list does not name */
    bool method;
} tw_text_function;

typedef struct tw_text {
    char *data; /* the text, with a NUL at its end; owned */
    size_t size;
    TW_ARRAY(tw_text_function) functions; /* functions in their order in the text */
} tw_text;

/* takes over data (malloc'ed), also after a failure. TW_SCRIPT: blocks and ends do not match */
tw_status tw_text_read(char *data, size_t size, tw_text *text);
void tw_text_free(tw_text *text);

/* true: the texts are the same except inside bodies of functions */
bool tw_text_same_around(const tw_text *old, const tw_text *now);
/* true: the body of function i is the same in both texts */
bool tw_text_same_body(const tw_text *old, const tw_text *now, size_t i);

/* true: function i names _ENV, or a variable that the main part declares and that is not in the
 * list known [count] */
bool tw_text_names_others(const tw_text *text, size_t i, const char *const *known, size_t count);

/* a waiting statement in the outermost block of a function: [NAMES =] NAME:wait...(...) */
typedef struct tw_text_wait {
    /* offsets: of the statement, of its call, after the call, and of the next word */
    size_t begin, call, end, next;
    int begins, follows; /* lines of `begin` and of `next` */
} tw_text_wait;

/* callback: true if the bytes begin .. end, with the parameter list and "end" of function i,
 * compile as a function */
typedef bool (*tw_text_compiles)(void *context, const tw_text *text, size_t i, size_t begin,
                                 size_t end);

/* Finds in the new text the waiting statement of function i whose call is `line` lines below the
 * function's first line. It must be alone on its lines, and no goto may lead back before it. false:
 * there is none, or the two functions differ up to its end */
bool tw_text_same_wait(const tw_text *old, const tw_text *now, size_t i, int line,
                       tw_text_compiles compiles, void *context, tw_text_wait *wait);
/* true: the rest of function i after the statement w names a variable that is declared in the main
 * part, or earlier in the function, and is not in the list known [count] */
bool tw_text_rest_names_others(const tw_text *text, size_t i, const tw_text_wait *w,
                               const char *const *known, size_t count);

#endif
