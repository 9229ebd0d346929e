/*
 * Reading a command's words: a table of options has their names, arguments and targets.
 *
 * `--name value`, `--name=value`, `-n value` and `-nvalue` are the same; `--` ends the options.
 * Failures are TW_USAGE, or TW_MEMORY; that of an unknown option names the most similar known one.
 */
#ifndef TW_APP_BASE_OPTIONS_H
#define TW_APP_BASE_OPTIONS_H

#include "base/array.h"
#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct tw_option {
    const char *name; /* long name without dashes: "frames" */
    char letter;      /* letter of the short name: 'o' for -o; 0: there is none */
    /* the argument's name in help: "A-B[:S]"; NULL: the option is a switch without argument */
    const char *argument;
    const char *doc;
    tw_status (*set)(
        void *place,
        const char *value); /* stores the option's argument, `value`, at `place`; NULL for a switch;
                               its failures read "expected ..., got '...'" */
    /* offset, in the struct that all options fill, of the member that this option sets */
    size_t place;
} tw_option;

typedef struct tw_option_table {
    const char *command; /* "run" */
    const tw_option *option;
    int count;
    /* callback for each word that is no option. NULL: one such word is allowed, called only_word
     * ("script") in messages and stored as a const char *; or none, if only_word is NULL, too */
    tw_status (*word)(void *place, const char *word);
    const char *only_word;
    size_t word_place;
    /* true: the first such word ends the options, and all words after it belong to a script */
    bool word_ends;
} tw_option_table;

/* reads the words argv [argc] after the command's name into the struct `target`; *used: number of
 * words read */
tw_status tw_options_read(const tw_option_table *table, int argc, char *const *argv, void *target,
                          int *used);

/* ---- readers of arguments ------------------------------------------------------------------ */

/* *value: the whole number that the text is; TW_USAGE: it is none, or less than `least` */
tw_status tw_option_count(const char *text, int least, int *value);
/* *value: the positive number that the text is; TW_USAGE: it is none */
tw_status tw_option_positive(const char *text, double *value);
/* "1280x720" */
tw_status tw_option_size(const char *text, int *width, int *height);
/* choice of frames, counted from 1: every step-th from first to last; first 0: all; last 0: to the
 * end. spread > 0: instead, this number of the film's `of` frames, evenly spread */
typedef struct tw_frame_range {
    int first, last, step;
    int spread, of;
} tw_frame_range;
/* index, from 0, of the k-th of `count` things that are spread evenly over `of` places */
int tw_spread(int k, int count, int of);
/* reads "A-B", "A" or "A-" (to the end: last = 0), each with ":S" or without; numbers are from 1 on
 */
tw_status tw_option_range(const char *text, tw_frame_range *range);
/* true: frame `number` is in the range */
bool tw_frame_chosen(int number, tw_frame_range range);
/* number of frames of a film of `planned` frames that are in the range */
int tw_frames_chosen(int planned, tw_frame_range range);
/* *index: place of the text in the list `names`, which NULL ends; TW_USAGE: it is not in the
 * list */
tw_status tw_option_choice(const char *text, const char *const *names, int *index);

/* ---- setters for rows of a table; after each: the type at `place` ---------------------------- */

typedef TW_ARRAY(const char *) tw_words;

tw_status tw_set_switch(void *place, const char *value); /* bool */
/* stores any text as a const char * at `place` */
tw_status tw_set_word(void *place, const char *value);
tw_status tw_set_folder(void *place, const char *value); /* the same, not empty */
tw_status tw_set_file(void *place, const char *value);   /* the same, not empty */
/* appends a word to the tw_words at `place` */
tw_status tw_add_word(void *place, const char *value);
/* appends NAME=VALUE to the tw_words at `place` */
tw_status tw_add_setting(void *place, const char *value);
/* stores a number from 1 on as an int at `place` */
tw_status tw_set_count(void *place, const char *value);
/* stores a number of threads or processes, 1 to 1024, as an int at `place` */
tw_status tw_set_threads(void *place, const char *value);
tw_status tw_set_positive(void *place, const char *value); /* double */
tw_status tw_set_range(void *place, const char *value);    /* tw_frame_range */

/* rows of option tables that several commands share. options: type of the command's struct of
 * options; member: its member that the row sets */
#define TW_OPTION_SETS(options, member)                                                        \
    {                                                                                          \
        "set", 0, "NAME=VALUE", "a parameter that the script reads with tw.param; repeatable", \
            tw_add_setting, offsetof(options, member)                                          \
    }
#define TW_OPTION_LIMIT_TIME(options, member)                                          \
    {                                                                                  \
        "limit-time", 0, "S", "stop after S seconds with status 124", tw_set_positive, \
            offsetof(options, member)                                                  \
    }
#define TW_OPTION_QUIET(options, member)                                               \
    {                                                                                  \
        "quiet", 'q', NULL, "only failures and what the script prints", tw_set_switch, \
            offsetof(options, member)                                                  \
    }
#define TW_OPTION_JSON(options, member)                                              \
    {                                                                                \
        "json", 0, NULL, "one JSON object a line on standard output", tw_set_switch, \
            offsetof(options, member)                                                \
    }

#endif
