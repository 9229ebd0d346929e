/* Lists of kinds, fields, presets and other named things; see catalogue.h. */
#include "library/catalogue.h"

#include "frame/layers.h"
#include "frame/look.h"
#include "library/scripts.h"
#include "model/field/material.h"
#include "model/field/parts.h"
#include "model/field/stage.h"
#include "model/field/tables.h"
#include "model/prop.h"
#include "picture/layers/extras.h"
#include "script/regress.h"
#include "steppers/stepper.h"

#include <string.h>

/* ---- kinds ---------------------------------------------------------------------------------- */

const tw_kind *tw_catalogue_kind(tw_kind_class c, int i) {
    switch (c) {
    case TW_KIND_BODY:
        return tw_body_kinds[i] ? &tw_body_kinds[i]->kind : NULL;
    case TW_KIND_FORCE:
        return tw_force_kinds[i] ? &tw_force_kinds[i]->kind : NULL;
    case TW_KIND_CONSTRAINT:
        return tw_constraint_kinds[i] ? &tw_constraint_kinds[i]->kind : NULL;
    case TW_KIND_PROP:
        return tw_prop_kinds[i] ? &tw_prop_kinds[i]->kind : NULL;
    case TW_KIND_CLASSES:
        break;
    }
    return NULL;
}

bool tw_catalogue_member(const tw_kind *kind, int i, tw_kind_member *m) {
    const tw_body_kind *const *b = tw_body_kinds;
    while (*b && &(*b)->kind != kind) b++;
    if (!*b) return false;
    for (const tw_point_field *f = (*b)->fields; f && f->name; f++) {
        *m = (tw_kind_member){TW_MEMBER_POINT, f->name, f->doc, NULL};
        if (i-- == 0) return true;
    }
    for (const tw_point_method *f = (*b)->methods; f && f->name; f++) {
        *m = (tw_kind_member){TW_MEMBER_POINT_METHOD, f->name, f->doc, f->argument};
        if (i-- == 0) return true;
    }
    for (const tw_number_field *f = (*b)->numbers; f && f->name; f++) {
        *m = (tw_kind_member){TW_MEMBER_NUMBER, f->name, f->doc, NULL};
        if (i-- == 0) return true;
    }
    return false;
}

/* ---- fields --------------------------------------------------------------------------------- */

tw_field_rows tw_catalogue_rows(tw_field_table table) {
    static const struct {
        const tw_param *row;
        const int *count;
    } rows[] = {[TW_TABLE_BODY] = {tw_body_params, &tw_body_param_count},
                [TW_TABLE_FORCE] = {tw_force_params, &tw_force_param_count},
                [TW_TABLE_CONSTRAINT] = {tw_constraint_params, &tw_constraint_param_count},
                [TW_TABLE_PROP] = {tw_prop_params, &tw_prop_param_count},
                [TW_TABLE_SCENE] = {tw_settings_params, &tw_settings_param_count},
                [TW_TABLE_STAGE] = {tw_stage_params, &tw_stage_param_count},
                [TW_TABLE_CAMERA] = {tw_camera_params, &tw_camera_param_count},
                [TW_TABLE_LIGHT] = {tw_light_params, &tw_light_param_count},
                [TW_TABLE_GROUND] = {tw_ground_params, &tw_ground_param_count},
                [TW_TABLE_GRADIENT] = {tw_gradient_params, &tw_gradient_param_count},
                [TW_TABLE_FOG] = {tw_fog_params, &tw_fog_param_count},
                [TW_TABLE_LOOK] = {tw_look_params, &tw_look_param_count},
                [TW_TABLE_MATERIAL] = {tw_material_params, &tw_material_param_count},
                [TW_TABLE_PART] = {tw_part_params, &tw_part_param_count},
                [TW_TABLE_CHECK] = {tw_tolerance_params, &tw_tolerance_param_count}};
    return (tw_field_rows){rows[table].row, *rows[table].count};
}

const tw_param *tw_catalogue_row(tw_field_table table, const char *name) {
    tw_field_rows rows = tw_catalogue_rows(table);
    return tw_params_find(rows.row, rows.count, name);
}

/* ---- names ---------------------------------------------------------------------------------- */

const char *tw_catalogue_solid(int i, const tw_kind **fields) {
    const char *name = tw_prop_solid_name(i);
    const tw_prop_kind *solid;
    if (name && tw_prop_solid(name, &solid) == TW_OK) *fields = &solid->kind;
    return name;
}

const char *tw_catalogue_stepper(int i, const char **doc) {
    const char *name = tw_stepper_choices[i];
    const tw_stepper_kind *k = name ? tw_stepper_find(name) : NULL;
    *doc = k ? k->doc : NULL;
    return name;
}

const char *tw_catalogue_stepper_text(const char *name, int k, const char **title) {
    static const char *const titles[] = {"order", "good for", "limits", "contacts"};
    const tw_stepper_about *about = &tw_stepper_find(name)->about;
    const char *const texts[] = {about->order, about->use, about->limits, about->contacts};
    if (k >= (int)(sizeof texts / sizeof *texts)) return NULL;
    *title = titles[k];
    return texts[k];
}

bool tw_catalogue_stepper_reads(const char *name, const char *field) {
    size_t n = strlen(field);
    for (const char *p = tw_stepper_find(name)->about.fields; *p; p += strspn(p, ", ")) {
        size_t length = strcspn(p, ",");
        if (length == n && !strncmp(p, field, n)) return true;
        p += length;
    }
    return false;
}

const char *tw_catalogue_look(int i, const char **doc) {
    const tw_look_kind *k = tw_look_kinds[i];
    *doc = k ? k->doc : NULL;
    return k ? k->name : NULL;
}

const char *tw_catalogue_layer(int i, const char **doc) {
    return tw_layer_name(i, doc);
}

const char *tw_catalogue_extra(int i, const char **doc) {
    return tw_extra_name(i, doc);
}

const tw_api_part *tw_catalogue_functions(int i) {
    return tw_function_kinds[i] ? &tw_function_kinds[i]->help : NULL;
}

typedef struct model_fields {
    void (*each)(void *context, const tw_script_model *m);
    void *context;
} model_fields;

static tw_status each_model_field(void *context, tw_script *script) {
    const model_fields *m = context;
    return tw_script_models(script, m->each, m->context);
}

tw_status tw_catalogue_models(void (*each)(void *context, const tw_script_model *m),
                              void *context) {
    return tw_script_with(NULL, each_model_field, &(model_fields){each, context});
}

/* ---- materials ------------------------------------------------------------------------------ */

const char *tw_catalogue_material(int i, const char **doc) {
    return tw_material_preset_name(i, doc);
}

tw_status tw_catalogue_material_about(const char *name, tw_material_about *about) {
    tw_material_fields m;
    TW_TRY(tw_material_preset(name, &m));
    const tw_param *texture = tw_catalogue_row(TW_TABLE_MATERIAL, "texture");
    *about = (tw_material_about){
        .color = tw_value3(&m.color, 0),
        .emission = tw_value3(&m.emission, 0),
        .roughness = tw_value1(&m.roughness, 0),
        .metallic = tw_value1(&m.metallic, 0),
        .texture = m.texture.pattern ? texture->choices[m.texture.pattern] : NULL,
        .texture_color = m.texture.pattern ? tw_value3(&m.texture_color, 0) : v3_zero(),
        .texture_scale = m.texture.pattern ? tw_value1(&m.texture_scale, 0) : 0};
    tw_params_clear(tw_material_params, tw_material_param_count, &m);
    return TW_OK;
}

/* ---- looks ---------------------------------------------------------------------------------- */

const tw_look_kind *tw_catalogue_find_look(const char *name, const char **near) {
    return tw_look_find(name, near);
}

static const char *const finishes[] = {"the scene's only", "none", "matte", "gloss", "grid",
                                       "checker"};

static const char *const tones[] = {
    [TW_TONE_NONE] = "none", [TW_TONE_FILM] = "film", [TW_TONE_FILMIC] = "filmic"};

tw_look_about tw_catalogue_look_about(const tw_look_kind *k) {
    return (tw_look_about){.name = k->name,
                           .doc = k->doc,
                           .floor = finishes[k->stage ? k->finish : TW_FLOOR_AUTO],
                           .tone = tones[k->tone],
                           .exposure = k->exposure,
                           .bounces = k->bounces};
}
