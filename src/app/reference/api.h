/*
 * The Lua module as a table: a row for every function, method and read-out that no parameter table
 * has, here or in the table that registers it (script/functions/function.h). Help, the stubs for
 * editors and the pages of the site are written from these rows and from the parameter tables; a
 * test walks the module and demands a row for all that it reaches.
 */
#ifndef TW_APP_REFERENCE_API_H
#define TW_APP_REFERENCE_API_H

#include "library/catalogue.h"

#include <stdbool.h>
#include <stdio.h>

/* class with members: an object of the module, or a table that a function returns */
typedef struct tw_api_class {
    const char *name; /* "body"; "tw" and "tw.math" are the tables of the module */
    const char *base; /* class whose members it inherits; NULL: none */
    const char *doc;
} tw_api_class;

extern const tw_api_class tw_api_classes[]; /* a NULL name at the end */
const tw_api_part *tw_api_part_at(int i);   /* NULL past the end */

/* is the class one of the row's owners? */
bool tw_api_owned(const tw_api *row, const char *class_);
const tw_api_class *tw_api_class_named(const char *name);
/* the row of a member, also one of the class's base; NULL: there is none */
const tw_api *tw_api_find(const char *class_, const char *name);
static inline bool tw_api_is_function(const tw_api *row) {
    return row->type[0] == '(' || row->type[0] == '<';
}

/* the parts, one in a file: api_scene.c, api_object.c, api_value.c */
extern const tw_api_part tw_api_scene_parts[], tw_api_object_parts[], tw_api_value_parts[];

#define TW_API_END \
    { 0 }

#endif
