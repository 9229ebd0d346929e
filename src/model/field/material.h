/* Materials: fields that describe how bodies, props and the ground look, and presets with names. */
#ifndef TW_MODEL_FIELD_MATERIAL_H
#define TW_MODEL_FIELD_MATERIAL_H

#include "model/field/param.h"

/* fields of a material; every number may be a function of time */
typedef struct tw_material_fields {
    int model; /* reflection model (tw_surface_model): standard, lambert, ggx */
    tw_value color;
    tw_value roughness, metallic;
    tw_value emission;
    /* texture: a pattern (checker, stripes, wood, grid), a picture, or none */
    tw_texture_ref texture;
    /* period of a pattern, or size of a picture, m; unset: see TW_TEXTURE_PERIOD */
    tw_value texture_scale;
    tw_value texture_color;
    /* width of the lines of a grid, m; unset: the period divided by TW_TEXTURE_LINES */
    tw_value texture_width;
    tw_value texture_fade; /* distance over which the pattern fades, m; unset: it does not fade */
} tw_material_fields;

/* period of a pattern whose texture_scale is unset, m; a picture with unset texture_scale is fitted
 * to its solid instead */
#define TW_TEXTURE_PERIOD 0.25

/* if texture_width is unset: ratio of a grid's period to the width of its lines */
#define TW_TEXTURE_LINES 32

extern const tw_param tw_material_params[];
extern const int tw_material_param_count;

/* sets *fields to those of the preset `name` ("steel", "oak", ...); TW_ARGUMENT: there is no such
 * preset */
tw_status tw_material_preset(const char *name, tw_material_fields *fields);
/* the name of the i-th preset, and its description in *doc; NULL: there are not so many */
const char *tw_material_preset_name(int i, const char **doc);

#endif
