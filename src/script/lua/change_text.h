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
    int line, last; /* lines as Lua counts them, where `(` follows on the same line */
    bool method;    /* has a `self` that its list does not name */
} tw_text_function;

typedef struct tw_text {
    char *data; /* owned; ends with NUL */
    size_t size;
    TW_ARRAY(tw_text_function) functions; /* functions in their order in the text */
} tw_text;

/* takes data (malloc'ed) in every case. TW_SCRIPT: its blocks do not fit together */
tw_status tw_text_read(char *data, size_t size, tw_text *text);
void tw_text_free(tw_text *text);

/* do the texts differ within the bodies of functions only? */
bool tw_text_same_around(const tw_text *old, const tw_text *now);
/* compares the body of function i in both texts */
bool tw_text_same_body(const tw_text *old, const tw_text *now, size_t i);

/* does function i name a variable that the main part declares, beyond those of the list [count]? */
bool tw_text_names_others(const tw_text *text, size_t i, const char *const *known, size_t count);

/* a statement of a function's block, none around it, that waits: [NAMES =] NAME:wait...(...) */
typedef struct tw_text_wait {
    size_t begin, call, end, next; /* of the statement and its call; of the word behind it */
    int begins, follows;           /* lines of `begin` and of `next` */
} tw_text_wait;

/* are these bytes, within the function's list and `end`, a function? */
typedef bool (*tw_text_compiles)(void *context, const tw_text *text, size_t i, size_t begin,
                                 size_t end);

/* The statement of function i, of the new text, whose call begins so many lines below the
 * function's first one, alone on its lines. What was run before is what stands before it: no goto
 * leads back. false: there is none such, or the functions differ up to its end */
bool tw_text_same_wait(const tw_text *old, const tw_text *now, size_t i, int line,
                       tw_text_compiles compiles, void *context, tw_text_wait *wait);
/* Function i, gone on with from the statement: does it name a variable that the main part or it
 * itself declares before, beyond those of the list? */
bool tw_text_rest_names_others(const tw_text *text, size_t i, const tw_text_wait *w,
                               const char *const *known, size_t count);

#endif
