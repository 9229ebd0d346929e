/*
 * `tauwerk help`: what there is and what it takes, written from the tables of commands, kinds,
 * materials, steppers and layers, so that it cannot be out of date.
 */
#ifndef TW_APP_HELP_H
#define TW_APP_HELP_H

#include "app/base/options.h"
#include "base/text/suggest.h"

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

/* words in lines, from column `indent` on, where the cursor stands; a name and what it means */
void tw_help_wrap(FILE *out, const char *text, int indent);
void tw_help_item(FILE *out, const char *name, const char *doc, int indent);

/* help_verbs.c: what scenes, groups and the module do (reference/api.h) */
void tw_help_verbs_overview(FILE *out);
void tw_help_verbs_offer(tw_suggestion *s);
bool tw_help_verb(FILE *out, const char *name); /* false: there is none */
/* methods and read-outs of a class ("body"), below a title */
void tw_help_members(FILE *out, const char *class_, const char *title);

#endif
