/*
 * Texts that are written into memory through a stream. The C library has open_memstream for that,
 * but that of glibc loses bytes without reporting an error if memory runs out.
 */
#ifndef TW_BASE_TEXT_MEMO_H
#define TW_BASE_TEXT_MEMO_H

#include <stdio.h>

/* A stream that writes *text [*size], followed by a NUL byte; both are valid after fflush and
 * fclose. The caller frees *text after fclose. If memory ran out, ferror says so after
 * fflush, and fclose fails. Positioning: ftell, and rewind, which empties the text. NULL: no
 * memory. */
FILE *tw_memo_open(char **text, size_t *size);

#endif
