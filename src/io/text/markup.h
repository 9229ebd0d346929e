/* Text for XML, HTML and CSV, and bytes as base64, written to a stream. */
#ifndef TW_IO_TEXT_MARKUP_H
#define TW_IO_TEXT_MARKUP_H

#include <stddef.h>
#include <stdio.h>

/* writes a text with & < > " ' as entities; characters that XML 1.0 forbids and broken UTF-8 become
 * U+FFFD */
void tw_markup_text(FILE *out, const char *text);

/* writes a field of a CSV table, in quotes if it has a comma, a quote or a line break [RFC 4180] */
void tw_markup_csv(FILE *out, const char *text);

/* writes bytes as base64 [RFC 4648 section 4] */
void tw_markup_base64(FILE *out, const void *data, size_t size);

#endif
