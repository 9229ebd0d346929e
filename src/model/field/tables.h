/*
 * Parameter tables of the fields that all objects of a class have, and of a scene's settings. Their
 * offsets are in structs of model/world.h, which is not included, since files that need only names
 * and texts of fields do not need it.
 */
#ifndef TW_MODEL_FIELD_TABLES_H
#define TW_MODEL_FIELD_TABLES_H

#include "model/field/param.h"

/* rows of the fields of a class; their offsets are in tw_body, tw_force, tw_constraint, tw_point
 * (in space) and tw_prop */
extern const tw_param tw_body_params[], tw_force_params[], tw_constraint_params[],
    tw_space_params[], tw_prop_params[];
extern const int tw_body_param_count, tw_force_param_count, tw_constraint_param_count,
    tw_space_param_count, tw_prop_param_count;

/* rows of a scene's settings, with offsets in tw_settings; width and height have no rows: scripts
 * set them otherwise */
extern const tw_param tw_settings_params[];
extern const int tw_settings_param_count;

#endif
