/*
 * All kinds with names, texts and fields: the source of help, completion, stubs for editors and
 * reference. Bodies, forces and constraints are the lists of model/field/kind.h, fields of all
 * objects of a class those of model/field/tables.h.
 */
#ifndef TW_LIBRARY_CATALOGUE_H
#define TW_LIBRARY_CATALOGUE_H

#include "model/field/kind.h"
#include "model/field/stage.h"
#include "model/field/tables.h"

/* i-th kind of thing that is only in the picture; NULL past the end */
const tw_kind *tw_catalogue_prop(int i);
/* i-th kind of body that is a prop, too (scene:prop{kind = ...}): its name, and its fields as a
 * prop; NULL past the end */
const char *tw_catalogue_solid(int i, const tw_kind **fields);
/* i-th name of a stepper, the default first; NULL past the end. *doc NULL: it stands for others */
const char *tw_catalogue_stepper(int i, const char **doc);

#endif
