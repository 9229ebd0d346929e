/*
 * Unique words, such as names in files: words that equal earlier ones get a number appended.
 */
#ifndef TW_BASE_TEXT_UNIQUE_H
#define TW_BASE_TEXT_UNIQUE_H

#include "base/status.h"

#include <stddef.h>

/* makes n words different, each malloc'ed: "a", "a", "b" become "a", "a__1", "b". A word keeps its
 * text unless an earlier one has it. */
tw_status tw_text_unique(char **word, size_t n);

#endif
