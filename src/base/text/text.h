/*
 * Numbers as text, independent of the process's locale: a point, never a comma; pieces of
 * JSON.
 */
#ifndef TW_BASE_TEXT_TEXT_H
#define TW_BASE_TEXT_TEXT_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

enum {
    TW_TEXT_DOUBLE = 32, /* bytes that any double needs, the NUL byte included */
    TW_TEXT_WHOLE = 24   /* bytes that any size_t needs */
};

/* the fewest digits, at most 17, that read back as the same double; "inf", "-inf", "nan" */
tw_status tw_text_double(char *buf, size_t size, double x);

/* the decimal digits of n after the text in buf, whose length so far is `length`; buf has room for
 * TW_TEXT_WHOLE bytes behind it. Gives the new length. */
size_t tw_text_append_whole(char *buf, size_t length, size_t n);

/* reads all of `text` as one number: decimal or hexadecimal, or inf, infinity, nan; false when
 * anything else stands there, space included, or when the number is beyond the largest double */
bool tw_text_parse_double(const char *text, double *x);

/* The next piece of a text inside a JSON string, with its NUL byte: a character or its escape. A
 * byte that is no UTF-8 becomes U+FFFD. *s moves behind the character; a NUL byte is one, too. */
enum { TW_TEXT_JSON = 8 };
void tw_text_json(const char **s, char piece[TW_TEXT_JSON]);

/* are the texts equal? Compares first bytes inline, by which most names differ */
static inline bool tw_text_same(const char *a, const char *b) {
    return *a == *b && strcmp(a, b) == 0;
}

#endif
