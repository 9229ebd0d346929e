/*
 * `tauwerk help`: what there is and what it takes, written from the tables of commands, kinds,
 * materials, steppers and layers, so that it cannot be out of date.
 */
#ifndef TW_APP_HELP_H
#define TW_APP_HELP_H

#include "app/options.h"

#include <stdio.h>

/* one command, for the overview and for `help COMMAND` */
typedef struct tw_command {
    const char *name, *words, *doc;
    const tw_option_table *options; /* NULL: none */
    tw_status (*run)(int argc, char *const *argv);
} tw_command;

extern const tw_command tw_commands[]; /* a NULL name at the end (cli.c) */

/* the overview */
void tw_help_overview(FILE *out);
/* a command, a kind, "bodies", "materials", ...; TW_USAGE when there is nothing of that name */
tw_status tw_help_topic(FILE *out, const char *topic);

#endif
