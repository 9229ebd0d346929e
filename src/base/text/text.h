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
    TW_TEXT_DOUBLE = 32, /* largest size of a double as text, bytes, with its NUL */
    TW_TEXT_WHOLE = 24   /* largest size of a size_t as text, bytes, with its NUL */
};

/* writes x with the fewest digits, at most 17, from which the same double is read; "inf", "-inf" or
 * "nan" */
tw_status tw_text_double(char *buf, size_t size, double x);

/* appends the decimal digits of n to the text in buf, which has `length` bytes so far; buf must
 * have room for TW_TEXT_WHOLE more. Returns the new length. */
size_t tw_text_append_whole(char *buf, size_t length, size_t n);

/* reads all of `text` as one number: decimal or hexadecimal, or inf, infinity, nan; false: the text
 * has anything else, such as a space, or the number is beyond the largest double */
bool tw_text_parse_double(const char *text, double *x);

/* Writes the next character of a text for a string in JSON, as it is or as its escape, with a NUL
 * byte. Bytes that are not UTF-8 become U+FFFD. *s is moved behind the character; a NUL byte counts
 * as a character. */
enum { TW_TEXT_JSON = 8 };
void tw_text_json(const char **s, char piece[TW_TEXT_JSON]);

/* true: the texts are equal. The first bytes, in which most names differ, are compared inline,
 * without a call */
static inline bool tw_text_same(const char *a, const char *b) {
    return *a == *b && strcmp(a, b) == 0;
}

#endif
