/*
 * Index of the names of objects: finds an object by name in constant time, and the smallest free
 * number for an automatic name. It keeps pointers to the objects and their names, which the world
 * owns.
 */
#ifndef TW_MODEL_FIELD_NAMES_H
#define TW_MODEL_FIELD_NAMES_H

#include "model/world.h"

typedef struct tw_names tw_names;

tw_status tw_names_create(tw_names **names);
void tw_names_destroy(tw_names *names);

/* the object of class c with this full name; NULL: there is no such object */
tw_object *tw_names_find(const tw_names *names, tw_class c, const char *path);
/* reserves memory for `count` objects of the class in all, so that tw_names_add cannot fail;
 * TW_MEMORY */
tw_status tw_names_reserve(tw_names *names, tw_class c, size_t count);
void tw_names_add(tw_names *names, tw_object *o);
void tw_names_remove(tw_names *names, const tw_object *o);
void tw_names_clear(tw_names *names); /* removes all names; keeps the memory */

/* *n: the smallest number >= 1 for which no object of class c is named STEM<n> */
tw_status tw_names_number(tw_names *names, tw_class c, const char *stem, size_t *n);

#endif
