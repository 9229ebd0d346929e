/* Materials: fields of the appearance of bodies, props and the ground, and named presets. */
#ifndef TW_MODEL_FIELD_MATERIAL_H
#define TW_MODEL_FIELD_MATERIAL_H

#include "model/field/param.h"

/* a material; every number may be a function of t */
typedef struct tw_material_fields {
    int model; /* tw_surface_model: standard, lambert, ggx */
    tw_value color;
    tw_value roughness, metallic;
    tw_value emission;
    tw_texture_ref texture; /* texture: none, checker, stripes, wood, grid, or a picture */
    tw_value texture_scale; /* m; unset: see TW_TEXTURE_PERIOD */
    tw_value texture_color;
    tw_value texture_width; /* m, of a grid's lines; unset: see TW_TEXTURE_LINES */
    tw_value texture_fade;  /* m; unset: the pattern does not fade */
} tw_material_fields;

#define TW_TEXTURE_PERIOD 0.25 /* m, of a pattern that does not say; a picture fits its solid */

#define TW_TEXTURE_LINES 32 /* period over line width of a grid whose width is not given */

extern const tw_param tw_material_params[];
extern const int tw_material_param_count;

/* the preset called `name` ("steel", "oak", ...) as fresh fields; TW_ARGUMENT when there is none */
tw_status tw_material_preset(const char *name, tw_material_fields *fields);
/* i-th preset's name and description, NULL past the end */
const char *tw_material_preset_name(int i, const char **doc);

#endif
