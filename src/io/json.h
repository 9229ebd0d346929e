/*
 * JSON [RFC 8259], written and read.
 *
 * The writer keeps commas, indentation and escapes right, and remembers the first failure until
 * tw_json_finish. The reader is strict: UTF-8, no comments, no trailing commas, no NaN, no name
 * twice in one object. It gives a tree whose nodes know where in the text they stood.
 */
#ifndef TW_IO_JSON_H
#define TW_IO_JSON_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { TW_JSON_DEPTH = 128 }; /* most arrays and objects within one another */

/* ---- writing ---- */

typedef struct tw_json_writer {
    FILE *out;
    int lines; /* how many outer levels put each item on a line of its own */
    int depth;
    char closing[TW_JSON_DEPTH]; /* what ends each open level */
    bool some[TW_JSON_DEPTH];    /* has the level an item yet? */
    bool named;                  /* a member's name is written, its value comes next */
    bool done;                   /* the whole value is written */
    tw_status status;            /* the first failure */
    char failure[160];           /* its text */
} tw_json_writer;

/* `out` stays the caller's */
void tw_json_begin(tw_json_writer *w, FILE *out, int lines);
void tw_json_object(tw_json_writer *w);
void tw_json_array(tw_json_writer *w);
void tw_json_end(tw_json_writer *w); /* of the innermost object or array */
void tw_json_name(tw_json_writer *w, const char *name);
void tw_json_text(tw_json_writer *w, const char *text);
void tw_json_bytes(tw_json_writer *w, const char *text, size_t size); /* may hold NUL */
void tw_json_number(tw_json_writer *w, double x);                     /* finite */
void tw_json_integer(tw_json_writer *w, int64_t n);
void tw_json_boolean(tw_json_writer *w, bool b);
void tw_json_null(tw_json_writer *w);
/* a newline at the end; TW_ARGUMENT for a text that is not UTF-8, a number that is not finite, too
 * deep or unfinished nesting; TW_IO when the stream failed */
tw_status tw_json_finish(tw_json_writer *w);

/* ---- reading ---- */

typedef enum tw_json_type {
    TW_JSON_NULL,
    TW_JSON_BOOLEAN,
    TW_JSON_NUMBER,
    TW_JSON_TEXT,
    TW_JSON_ARRAY,
    TW_JSON_OBJECT
} tw_json_type;

typedef struct tw_json {
    tw_json_type type;
    int line, column; /* from 1; columns are characters */
    bool boolean;
    double number;
    const char *text; /* UTF-8, a NUL after it; `length` does not count that one */
    size_t length;
    const char *name; /* of a member of an object, else NULL */
    size_t name_length;
    const struct tw_json *first, *next; /* first item; next item of the same parent */
    size_t count;                       /* of items */
} tw_json;

typedef struct tw_json_document tw_json_document;

/* `name` stands in messages: "NAME:LINE:COLUMN: expected ..., got ..."; what is not JSON is TW_IO
 */
tw_status tw_json_read(const char *name, const char *text, size_t size, tw_json_document **doc);
tw_status tw_json_read_file(const char *path, tw_json_document **doc);
const tw_json *tw_json_root(const tw_json_document *doc);
void tw_json_free(tw_json_document *doc);

/* a member of an object, an item of an array (from 0); NULL when there is none or `j` is of another
 * type or NULL, so that paths can be followed without asking at each step */
const tw_json *tw_json_member(const tw_json *j, const char *name);
const tw_json *tw_json_item(const tw_json *j, size_t i);

#endif
