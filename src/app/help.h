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

/* a command of the program, with its texts for the overview and for `help COMMAND` */
typedef struct tw_command {
    const char *name, *words, *doc;
    const tw_option_table *options; /* NULL: none */
    tw_status (*run)(int argc, char *const *argv);
    int place; /* place in the overview, from 1; 0: after all commands that have a place */
} tw_command;

/* all commands, from the files in app/commands; NULL at the end */
extern const tw_command *const tw_verb_kinds[];
/* command after `c` in the order of the overview; c NULL: the first one; NULL after the last; in
 * cli.c */
const tw_command *tw_command_after(const tw_command *c);
/* the command `help` */
tw_status tw_command_help(int argc, char *const *argv);
/* TW_OK, or TW_IO if the standard output could not be written */
tw_status tw_help_flushed(void);
/* *command: the command with the name; TW_USAGE: there is none, and the failure's text suggests the
 * most similar name */
tw_status tw_command_find(const char *name, const tw_command **command);

/* the overview */
void tw_help_overview(FILE *out);
/* writes help on a command, a kind, "bodies", "steel", ..., or the results of a search for the
 * word; TW_USAGE: there are none */
tw_status tw_help_topic(FILE *out, const char *topic);
/* writes the entries in which all the words occur; TW_USAGE: there are none */
tw_status tw_help_words(FILE *out, char *const *words, int count);
/* name of the i-th help topic of those that are no kind, command or part of the Lua module, and its
 * text; NULL past the end */
const char *tw_help_topic_name(int i, const char **doc);

/* writes text in lines from column `indent` on, where the cursor is; tw_help_item writes a name,
 * then its description */
void tw_help_wrap(FILE *out, const char *text, int indent);
void tw_help_item(FILE *out, const char *name, const char *doc, int indent);

/* help_fields.c: writes n fields of a table, below a title (NULL: none) */
void tw_help_params(FILE *out, const char *title, const tw_param *p, int n);
void tw_help_table(FILE *out, const char *title, tw_field_table table);

/* functions of help_verbs.c: help on methods of scenes, groups and the module (reference/api.h) */
void tw_help_verbs_overview(FILE *out);
void tw_help_verbs_offer(tw_suggestion *s);
/* writes help on a part or a class of the module, otherwise on all members of that name; false:
 * there is none */
bool tw_help_part(FILE *out, const char *name);
/* writes the methods and read-outs of a class ("body") below a title */
void tw_help_members(FILE *out, const char *class_, const char *title);

#endif
