/*
 * Catalogue of all named things of scripts, with texts and fields: the source of help, completion,
 * stubs for editors and the reference. Kinds are tw_kind and fields tw_param, of model/field;
 * functions of scripts are tw_api_part, of script/functions.
 */
#ifndef TW_LIBRARY_CATALOGUE_H
#define TW_LIBRARY_CATALOGUE_H

#include "model/field/kind.h"
#include "script/functions/function.h"
#include "script/script.h"

/* classes into which kinds of objects are divided */
typedef enum tw_kind_class {
    TW_KIND_BODY,
    TW_KIND_FORCE,
    TW_KIND_CONSTRAINT,
    TW_KIND_PROP, /* bodies without mechanics, which only appear in the picture */
    TW_KIND_CLASSES
} tw_kind_class;

/* i-th kind of the class; NULL past the end */
const tw_kind *tw_catalogue_kind(tw_kind_class c, int i);

/* member of a kind's objects that is no field: a named point, a method that gives a point, or a
 * read-out */
typedef struct tw_kind_member {
    enum { TW_MEMBER_POINT, TW_MEMBER_POINT_METHOD, TW_MEMBER_NUMBER } sort;
    const char *name, *doc;
    /* of a method: type of its argument: "integer", "number" or "text"; NULL for other members */
    const char *argument;
} tw_kind_member;
/* i-th member of the kind: points, methods that give points, read-outs; false past the end */
bool tw_catalogue_member(const tw_kind *kind, int i, tw_kind_member *member);

/* parameter tables: of the fields that all kinds of a class have, and of fields of other tables in
 * scripts (scene, camera, ...) */
typedef enum tw_field_table {
    /* fields that all bodies have; the next three: that all forces, constraints and props have */
    TW_TABLE_BODY,
    TW_TABLE_FORCE,
    TW_TABLE_CONSTRAINT,
    TW_TABLE_PROP,
    TW_TABLE_SCENE,
    TW_TABLE_STAGE, /* fields of the scene that concern its picture */
    TW_TABLE_CAMERA,
    TW_TABLE_LIGHT,
    TW_TABLE_GROUND,
    TW_TABLE_GRADIENT,
    TW_TABLE_FOG,
    TW_TABLE_LOOK,
    TW_TABLE_MATERIAL,
    TW_TABLE_PART, /* fields of a part of a compound body */
    TW_TABLE_CHECK /* tolerances of regression runs: fields of scene.check */
} tw_field_table;

typedef struct tw_field_rows {
    const tw_param *row; /* [count] */
    int count;
} tw_field_rows;
tw_field_rows tw_catalogue_rows(tw_field_table table);
/* row of the field `name` in the parameter table; NULL: the table has no such field */
const tw_param *tw_catalogue_row(tw_field_table table, const char *name);

/* name of the i-th kind of body that can also be a prop (scene:prop{kind = ...}); *fields: the kind
 * with its fields as a prop; NULL past the end */
const char *tw_catalogue_solid(int i, const tw_kind **fields);
/* name of the i-th stepper, the default first, and its text; NULL past the end */
const char *tw_catalogue_stepper(int i, const char **doc);
/* k-th paragraph on the stepper `name`, which must exist (its order, use, limits, contacts), and
 * *title, its heading; NULL past the end */
const char *tw_catalogue_stepper_text(const char *name, int k, const char **title);
/* true: the stepper `name`, which must exist, reads the scene's field `field` */
bool tw_catalogue_stepper_reads(const char *name, const char *field);
/* name of the i-th look, and its text; NULL at i = the number of looks */
const char *tw_catalogue_look(int i, const char **doc);

/* name of the i-th layer for `scene.draw` and --draw, and its text; NULL past the end */
const char *tw_catalogue_layer(int i, const char **doc);
/* name of the i-th layer of picture files for compositing (--layers), and its text; NULL past the
 * end */
const char *tw_catalogue_extra(int i, const char **doc);
/* i-th table of functions of scenes and of the module; NULL past the end */
const tw_api_part *tw_catalogue_functions(int i);
/* calls `each` for every field of every model of the Lua module tauwerk.models, the models sorted
 * by name */
tw_status tw_catalogue_models(void (*each)(void *context, const tw_script_model *m), void *context);

/* name of the i-th material preset, and its text; NULL past the end */
const char *tw_catalogue_material(int i, const char **doc);
/* properties of a material preset; colours are linear RGB */
typedef struct tw_material_about {
    vec3 color, emission;
    double roughness, metallic;
    const char *texture; /* NULL: none */
    vec3 texture_color;
    double texture_scale; /* m */
} tw_material_about;
/* fills *about for the preset `name`; TW_ARGUMENT: no preset has that name */
tw_status tw_catalogue_material_about(const char *name, tw_material_about *about);

/* the look with the name; NULL: there is none, and *near is the most similar name, or NULL. near
 * itself may be NULL */
struct tw_look_kind;
const struct tw_look_kind *tw_catalogue_find_look(const char *name, const char **near);
/* properties of a look, as texts and numbers */
typedef struct tw_look_about {
    const char *name, *doc;
    const char *floor, *tone; /* names of the finish of the floor, and of the tone curve, that the
                                 look has by default */
    double exposure;          /* EV */
    int bounces;
} tw_look_about;
tw_look_about tw_catalogue_look_about(const struct tw_look_kind *look);

#endif
