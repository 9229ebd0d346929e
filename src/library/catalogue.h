/*
 * All that has a name, with texts and fields: the source of help, completion, stubs for editors and
 * reference. The headers below are tables and names alone: kinds of bodies, forces and constraints
 * (kind.h), fields of all objects of a class (tables.h), of parts, of the stage, tolerances of
 * checks (regress.h), functions of scripts (function.h), layers of pictures.
 */
#ifndef TW_LIBRARY_CATALOGUE_H
#define TW_LIBRARY_CATALOGUE_H

#include "frame/layers.h"
#include "model/field/kind.h"
#include "model/field/parts.h"
#include "model/field/stage.h"
#include "model/field/tables.h"
#include "picture/layers/extras.h"
#include "script/functions/function.h"
#include "script/regress.h"

/* i-th kind of thing that is only in the picture; NULL past the end */
const tw_kind *tw_catalogue_prop(int i);
/* i-th kind of body that is a prop, too (scene:prop{kind = ...}): its name, and its fields as a
 * prop; NULL past the end */
const char *tw_catalogue_solid(int i, const tw_kind **fields);
/* i-th name of a stepper, the default first; NULL past the end. *doc NULL: it stands for others */
const char *tw_catalogue_stepper(int i, const char **doc);
/* i-th name of a look; NULL past the end */
const char *tw_catalogue_look(int i, const char **doc);

/* look by name; NULL: unknown, *near: the most similar name or NULL. near may be NULL */
struct tw_look_kind;
const struct tw_look_kind *tw_catalogue_find_look(const char *name, const char **near);
/* properties of a look, as texts and numbers */
typedef struct tw_look_about {
    const char *name, *doc;
    const char *floor, *tone; /* defaults: names of a finish and of a tone */
    double exposure;          /* EV */
    int bounces;
} tw_look_about;
tw_look_about tw_catalogue_look_about(const struct tw_look_kind *look);

#endif
