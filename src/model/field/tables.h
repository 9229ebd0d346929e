/*
 * Tables of the fields that all objects of a class have, and of a scene's settings. Offsets are
 * into the structs of model/world.h, which readers of names and texts need not see.
 */
#ifndef TW_MODEL_FIELD_TABLES_H
#define TW_MODEL_FIELD_TABLES_H

#include "model/field/param.h"

/* common fields; offsets into tw_body, tw_force, tw_constraint, tw_point, tw_prop */
extern const tw_param tw_body_params[], tw_force_params[], tw_constraint_params[],
    tw_space_params[], tw_prop_params[];
extern const int tw_body_param_count, tw_force_param_count, tw_constraint_param_count,
    tw_space_param_count, tw_prop_param_count;

/* offsets into tw_settings; the script layer handles width and height */
extern const tw_param tw_settings_params[];
extern const int tw_settings_param_count;

#endif
