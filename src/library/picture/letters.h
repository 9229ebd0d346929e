/*
 * Characters of a film's texts that no font has: they are drawn as empty boxes, and reported.
 */
#ifndef TW_LIBRARY_PICTURE_LETTERS_H
#define TW_LIBRARY_PICTURE_LETTERS_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>

struct tw_frame;

/* *missing: a caption that is not wholly transparent, or a name of the frame, has a character that
 * no font has; `line` [size] then names the first such character and the text */
tw_status tw_letters_missing(const struct tw_frame *f, bool *missing, char *line, size_t size);

#endif
