/*
 * `tauwerk help`: commands and kinds with their options and fields, written from the tables of
 * commands, kinds, materials, steppers and layers, so that it cannot be out of date.
 */
#ifndef TW_APP_HELP_H
#define TW_APP_HELP_H

#include "app/base/options.h"
#include "base/text/suggest.h"
#include "library/catalogue.h"

#include <stdio.h>

/* one command, for the overview and for `help COMMAND` */
typedef struct tw_command {
    const char *name, *words, *doc;
    const tw_option_table *options; /* NULL: none */
    tw_status (*run)(int argc, char *const *argv);
    int place; /* place in the overview, from 1; 0: behind all commands that have one */
} tw_command;

/* the commands of app/commands; NULL at the end */
extern const tw_command *const tw_verb_kinds[];
/* cli.c: the command that stands after `c` in the overview; NULL: the first one, or no further */
const tw_command *tw_command_after(const tw_command *c);
/* the command `help` */
tw_status tw_command_help(int argc, char *const *argv);
/* has all been written to the standard output? */
tw_status tw_help_flushed(void);
/* the command of that name; TW_USAGE with the nearest name when there is none */
tw_status tw_command_find(const char *name, const tw_command **command);

/* the overview */
void tw_help_overview(FILE *out);
/* a command, a kind, "bodies", "steel", ..., or what a search for the word finds; TW_USAGE when
 * there is nothing */
tw_status tw_help_topic(FILE *out, const char *topic);
/* writes the entries in which all the words occur */
tw_status tw_help_words(FILE *out, char *const *words, int count);
/* topics that are no kinds, commands or parts of the Lua module; NULL past the end */
const char *tw_help_topic_name(int i, const char **doc);

/* words in lines, from column `indent` on, where the cursor stands; a name and what it means */
void tw_help_wrap(FILE *out, const char *text, int indent);
void tw_help_item(FILE *out, const char *name, const char *doc, int indent);

/* help_fields.c: n rows of a table, below a title (NULL: none) */
void tw_help_params(FILE *out, const char *title, const tw_param *p, int n);
void tw_help_table(FILE *out, const char *title, tw_field_table table);

/* help_verbs.c: the methods of scenes, groups and the module (reference/api.h) */
void tw_help_verbs_overview(FILE *out);
void tw_help_verbs_offer(tw_suggestion *s);
/* help on a part or a class; false: nothing has that name */
bool tw_help_part(FILE *out, const char *name);
/* methods and read-outs of a class ("body"), below a title */
void tw_help_members(FILE *out, const char *class_, const char *title);

#endif
