/* Materials: their parameter table and the named presets. Colours are linear RGB with the primaries
 * of Rec. 709. */
#include "model/field/material.h"

#include "base/text/suggest.h"

#include <string.h>

static const char *const models[] = {"standard", "lambert", "ggx", NULL};
static const char *const textures[] = {"none", "checker", "stripes", "wood", "grid", NULL};

#define FIELD(field) .name = #field, .offset = offsetof(tw_material_fields, field)

const tw_param tw_material_params[] = {
    {FIELD(model), .type = TW_PARAM_CHOICE, .choices = models,
     .doc = "how the surface reflects: standard, lambert or ggx"},
    {FIELD(color), .type = TW_PARAM_VALUE3, .flags = TW_UNSET_OK | TW_COLOR,
     .range = TW_NOT_NEGATIVE, .preset = {TW_UNSET, TW_UNSET, TW_UNSET},
     .doc = "linear RGB reflectance; unset: a colour for each kind of body"},
    {FIELD(roughness), .type = TW_PARAM_VALUE, .range = TW_UNIT_RANGE, .preset = {0.5},
     .doc = "0 mirror-like .. 1 dull"},
    {FIELD(metallic), .type = TW_PARAM_VALUE, .range = TW_UNIT_RANGE, .preset = {0},
     .doc = "0 dielectric .. 1 metal"},
    {FIELD(emission), .type = TW_PARAM_VALUE3, .flags = TW_COLOR, .range = TW_NOT_NEGATIVE,
     .unit = "W/(m^2 sr)", .preset = {0, 0, 0}, .doc = "light that it gives off itself"},
    {FIELD(texture), .type = TW_PARAM_TEXTURE, .choices = textures,
     .doc = "none, checker, stripes, wood or grid, in body coordinates; or a picture's file, PNG "
            "or JPEG, "
            "looked for beside the script first: once around what is round, once on each face of a "
            "box, projected along the axes on all others; transparent parts show the colour"},
    {FIELD(texture_scale), .type = TW_PARAM_VALUE, .flags = TW_UNSET_OK, .range = TW_POSITIVE,
     .unit = "m", .preset = {TW_UNSET},
     .doc = "length of one period of the texture, width of the picture; unset: 0.25 m, and a "
            "picture fits once"},
    {FIELD(texture_color), .type = TW_PARAM_VALUE3, .flags = TW_COLOR, .range = TW_NOT_NEGATIVE,
     .preset = {0.85, 0.85, 0.82}, .doc = "the texture's other colour; of a grid: of its lines"},
    {FIELD(texture_width), .type = TW_PARAM_VALUE, .flags = TW_UNSET_OK, .range = TW_POSITIVE,
     .unit = "m", .preset = {TW_UNSET},
     .doc = "width of a grid's lines; unset: 1/32 of texture_scale"},
    {FIELD(texture_fade), .type = TW_PARAM_VALUE, .flags = TW_UNSET_OK, .range = TW_POSITIVE,
     .unit = "m", .preset = {TW_UNSET},
     .doc = "distance from the eye at which the texture has faded to its mean colour; unset: it "
            "does not"},
};
const int tw_material_param_count = sizeof tw_material_params / sizeof *tw_material_params;

typedef struct preset {
    const char *name, *doc;
    double color[3], roughness, metallic;
    int texture;
    double scale, second[3];
    double emission[3];
} preset;

static const preset presets[] = {
    {"steel", "brushed grey metal", {0.56, 0.57, 0.58}, 0.32, 1, 0, 0, {0}, {0}},
    {"brass", "warm yellow metal", {0.80, 0.58, 0.22}, 0.28, 1, 0, 0, {0}, {0}},
    {"copper", "reddish metal", {0.83, 0.44, 0.28}, 0.28, 1, 0, 0, {0}, {0}},
    {"gold", "bright yellow metal", {0.95, 0.70, 0.28}, 0.22, 1, 0, 0, {0}, {0}},
    {"aluminium", "pale metal", {0.77, 0.78, 0.79}, 0.38, 1, 0, 0, {0}, {0}},
    {"oak", "light brown wood", {0.46, 0.28, 0.13}, 0.55, 0, 3, 0.12, {0.32, 0.18, 0.08}, {0}},
    {"pine", "pale wood", {0.68, 0.48, 0.26}, 0.6, 0, 3, 0.15, {0.55, 0.35, 0.17}, {0}},
    {"paper", "white and dull", {0.80, 0.79, 0.75}, 0.95, 0, 0, 0, {0}, {0}},
    {"rubber", "red and dull", {0.60, 0.09, 0.06}, 0.7, 0, 0, 0, {0}, {0}},
    {"chalk", "off-white, no gloss", {0.72, 0.72, 0.70}, 1, 0, 0, 0, {0}, {0}},
    {"plastic", "blue and smooth", {0.07, 0.20, 0.52}, 0.3, 0, 0, 0, {0}, {0}},
    {"ceramic", "white and glossy", {0.78, 0.77, 0.74}, 0.12, 0, 0, 0, {0}, {0}},
    {"glass", "pale green and polished", {0.62, 0.74, 0.70}, 0.03, 0, 0, 0, {0}, {0}},
    {"stone", "grey and rough", {0.34, 0.33, 0.31}, 0.9, 0, 0, 0, {0}, {0}},
    {"flame", "glows orange", {0.1, 0.05, 0.02}, 1, 0, 0, 0, {0}, {2.2, 0.5, 0.05}},
};

enum { PRESETS = sizeof presets / sizeof *presets };

const char *tw_material_preset_name(int i, const char **doc) {
    if (i < 0 || i >= PRESETS) return NULL;
    if (doc) *doc = presets[i].doc;
    return presets[i].name;
}

static void fill(const preset *p, tw_material_fields *fields) {
    fields->color = tw_value_constant(p->color, 3);
    fields->roughness = tw_value_scalar(p->roughness);
    fields->metallic = tw_value_scalar(p->metallic);
    fields->emission = tw_value_constant(p->emission, 3);
    fields->texture.pattern = p->texture;
    if (p->texture) {
        fields->texture_scale = tw_value_scalar(p->scale);
        fields->texture_color = tw_value_constant(p->second, 3);
    }
}

tw_status tw_material_preset(const char *name, tw_material_fields *fields) {
    tw_suggestion s = tw_suggestion_for(name);
    for (int i = 0; i < PRESETS; i++) {
        tw_suggestion_offer(&s, presets[i].name);
        if (strcmp(presets[i].name, name) != 0) continue;
        memset(fields, 0, sizeof *fields);
        TW_TRY(tw_params_preset(tw_material_params, tw_material_param_count, fields));
        fill(&presets[i], fields);
        return TW_OK;
    }
    return s.best ? tw_fail(TW_ARGUMENT, "expected a material, got '%s'; did you mean '%s'?", name,
                            s.best)
                  : tw_fail(TW_ARGUMENT,
                            "expected a material, got '%s'; 'tauwerk help materials' lists them",
                            name);
}
