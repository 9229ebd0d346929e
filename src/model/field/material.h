/* Materials: fields of the appearance of bodies, props and the ground, and named presets. */
#ifndef TW_MODEL_FIELD_MATERIAL_H
#define TW_MODEL_FIELD_MATERIAL_H

#include "model/field/param.h"

/* fields of a material; every number may be a function of t */
typedef struct tw_material_fields {
    int model; /* tw_surface_model: standard, lambert, ggx */
    tw_value color;
    tw_value roughness, metallic;
    tw_value emission;
    tw_texture_ref texture; /* none, checker, stripes, wood, grid, or a picture */
    tw_value texture_scale; /* m; unset: see TW_TEXTURE_PERIOD */
    tw_value texture_color;
    tw_value texture_width; /* width of a grid's lines, m; unset: see TW_TEXTURE_LINES */
    tw_value texture_fade;  /* distance over which the pattern fades, m; unset: it does not */
} tw_material_fields;

#define TW_TEXTURE_PERIOD 0.25 /* m, where texture_scale is unset; a picture fits its solid */

/* period over line width of a grid, where texture_width is unset */
#define TW_TEXTURE_LINES 32

extern const tw_param tw_material_params[];
extern const int tw_material_param_count;

/* new fields with the values of preset `name` ("steel", "oak", ...); TW_ARGUMENT: there is none */
tw_status tw_material_preset(const char *name, tw_material_fields *fields);
/* name and description of the i-th preset; NULL past the end */
const char *tw_material_preset_name(int i, const char **doc);

#endif
