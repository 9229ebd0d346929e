/*
 * Names of bits: words of a user, alone or in a list with commas, to a set of flags. One table of
 * names serves parsing, help and messages.
 */
#ifndef TW_BASE_TEXT_FLAGS_H
#define TW_BASE_TEXT_FLAGS_H

#include "base/status.h"

typedef struct tw_flag {
    const char *name;
    unsigned
        bits; /* bit of the flag, or the bits of all flags if the name stands for a set of them */
    const char *doc;
} tw_flag;

typedef struct tw_flags {
    const char *what; /* word for a single flag in messages: "layer" */
    const tw_flag *flag;
    int count, sets; /* the first `sets` names stand for whole sets; messages list them first */
} tw_flags;

/* adds the bits of `name`; TW_ARGUMENT: the name is unknown; the text suggests a similar one */
tw_status tw_flags_add(const tw_flags *known, const char *name, unsigned *bits);
/* the bits of a list of names with commas; *bits changes only if all names are known */
tw_status tw_flags_parse(const tw_flags *known, const char *text, unsigned *bits);

#endif
