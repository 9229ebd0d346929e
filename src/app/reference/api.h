/*
 * Tables of the Lua module: a row for every function, method and read-out that is in no parameter
 * table, here or in the table that registers it (script/functions/function.h). Help, the stubs for
 * editors and the web pages are generated from these rows and the parameter tables; a test checks
 * that everything in the module has a row.
 */
#ifndef TW_APP_REFERENCE_API_H
#define TW_APP_REFERENCE_API_H

#include "library/catalogue.h"

#include <stdbool.h>
#include <stdio.h>

/* class of values with members: objects of the module, or tables that functions return */
typedef struct tw_api_class {
    /* name of the class, like "body"; "tw" and "tw.math" are not classes but the module's tables */
    const char *name;
    const char *base; /* class whose members this class has, too; NULL: none */
    const char *doc;
} tw_api_class;

extern const tw_api_class tw_api_classes[]; /* all classes; the last entry has the name NULL */
const tw_api_part *tw_api_part_at(int i);   /* i-th part of the tables; NULL past the end */

/* true: the class is among the owners of the row, the classes that have this member */
bool tw_api_owned(const tw_api *row, const char *class_);
const tw_api_class *tw_api_class_named(const char *name);
/* row of a class's member, or of the same member of its base; NULL: there is none */
const tw_api *tw_api_find(const char *class_, const char *name);
static inline bool tw_api_is_function(const tw_api *row) {
    return row->type[0] == '(' || row->type[0] == '<';
}

/* tables of the parts in api_scene.c, api_object.c and api_value.c */
extern const tw_api_part tw_api_scene_parts[], tw_api_object_parts[], tw_api_value_parts[];

#define TW_API_END \
    { 0 }

#endif
