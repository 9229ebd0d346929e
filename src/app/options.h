/*
 * Reading a command's words: a table of options says their names, arguments and what they set.
 *
 * `--name value`, `--name=value`, `-n value` and `-nvalue` are the same; `--` ends the options.
 * Failures are TW_USAGE and name the nearest known option.
 */
#ifndef TW_APP_OPTIONS_H
#define TW_APP_OPTIONS_H

#include "base/status.h"

#include <stdbool.h>

typedef struct tw_option {
    const char *name;     /* "frames", without dashes */
    char letter;          /* 'o' for -o; 0: none */
    const char *argument; /* "A-B[:S]"; NULL: a switch */
    const char *doc;
    tw_status (*set)(void *target, const char *value); /* value NULL for a switch; on failure the
                                                          text is "expected ..., got '...'" */
} tw_option;

typedef struct tw_option_table {
    const char *command; /* "run" */
    const tw_option *option;
    int count;
    /* a word that is no option; NULL: there may be none */
    tw_status (*word)(void *target, const char *word);
    /* no options after the first word: the rest belongs to a script */
    bool word_ends;
} tw_option_table;

/* reads argv [argc], which begins after the command's name; *used: how many were read */
tw_status tw_options_read(const tw_option_table *table, int argc, char *const *argv, void *target,
                          int *used);

/* ---- readers of arguments ------------------------------------------------------------------ */

/* a whole number >= least */
tw_status tw_option_count(const char *text, int least, int *value);
/* a positive number */
tw_status tw_option_positive(const char *text, double *value);
/* "1280x720" */
tw_status tw_option_size(const char *text, int *width, int *height);
/* "A-B[:S]", "A", "A-", all from 1 on; last = 0: to the end */
tw_status tw_option_range(const char *text, int *first, int *last, int *step);
/* index of one of `names` (NULL at the end) */
tw_status tw_option_choice(const char *text, const char *const *names, int *index);

#endif
