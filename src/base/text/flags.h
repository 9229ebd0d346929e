/*
 * Sets of flags, one bit each, written by a user as names, alone or in a list with commas. One
 * table of names serves parsing, help and messages.
 */
#ifndef TW_BASE_TEXT_FLAGS_H
#define TW_BASE_TEXT_FLAGS_H

#include "base/status.h"

typedef struct tw_flag {
    const char *name;
    unsigned bits; /* bit of the flag, or, if the name stands for a set of flags, the bits of all of
                      them */
    const char *doc;
} tw_flag;

typedef struct tw_flags {
    const char *what; /* word for one of the flags in messages, such as "layer" */
    const tw_flag *flag;
    /* number of names; the first `sets` of them stand for sets of flags, and are listed first in
     * messages */
    int count, sets;
} tw_flags;

/* adds the bits of `name`; TW_ARGUMENT: the name is unknown; the text suggests a similar one */
tw_status tw_flags_add(const tw_flags *known, const char *name, unsigned *bits);
/* the bits of all names in a list with commas; if a name is unknown, *bits is unchanged */
tw_status tw_flags_parse(const tw_flags *known, const char *text, unsigned *bits);

#endif
