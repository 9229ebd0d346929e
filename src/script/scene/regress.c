/* scene.check: the tolerances with which `tauwerk check` compares a new run with the recorded one;
 * see regress.h. */
#include "script/regress.h"

#include "script/scene/scene.h"

#include <string.h>

#define NUMBER(field, range_, preset_, unit_, doc_)                                            \
    {                                                                                          \
        .name = #field, .offset = offsetof(tw_tolerances, field), .type = TW_PARAM_NUMBER,     \
        .flags = TW_UNSET_OK, .range = range_, .unit = unit_, .preset = {preset_}, .doc = doc_ \
    }
#define COUNT(field, range_, preset_, doc_)                                                 \
    {                                                                                       \
        .name = #field, .offset = offsetof(tw_tolerances, field), .type = TW_PARAM_INTEGER, \
        .range = range_, .preset = {preset_}, .doc = doc_                                   \
    }

const tw_param tw_tolerance_params[] = {
    NUMBER(tolerance, TW_NOT_NEGATIVE, 0, "", "of all below, but picture, that is not given"),
    NUMBER(position, TW_NOT_NEGATIVE, TW_UNSET, "m", "of bodies"),
    NUMBER(orientation, TW_NOT_NEGATIVE, TW_UNSET, "rad", "of bodies: the angle between"),
    NUMBER(velocity, TW_NOT_NEGATIVE, TW_UNSET, "m/s", "of bodies"),
    NUMBER(angular_velocity, TW_NOT_NEGATIVE, TW_UNSET, "rad/s", "of bodies"),
    NUMBER(energy, TW_NOT_NEGATIVE, TW_UNSET, "J", "kinetic and potential, of all together"),
    NUMBER(deviation, TW_NOT_NEGATIVE, TW_UNSET, "", "of constraints, and its rate"),
    NUMBER(residual, TW_NOT_NEGATIVE, TW_UNSET, "", "of the constraints' equations"),
    NUMBER(force, TW_NOT_NEGATIVE, TW_UNSET, "N", "of constraints"),
    NUMBER(contact, TW_NOT_NEGATIVE, TW_UNSET, "",
           "number, depth and complementarity residual of contacts"),
    NUMBER(picture, TW_UNIT_RANGE, 0, "", "structural dissimilarity"),
    {.name = "hash",
     .offset = offsetof(tw_tolerances, hash),
     .type = TW_PARAM_BOOL,
     .preset = {1},
     .doc = "compare the hash of the state in every frame, where bodies have no tolerance"},
    COUNT(samples, TW_POSITIVE, 6, "frames at which all bodies and constraints are recorded"),
    COUNT(pictures, TW_NOT_NEGATIVE, 2, "how many"),
    COUNT(width, TW_POSITIVE, 160, "of the pictures, pixels"),
};
const int tw_tolerance_param_count = sizeof tw_tolerance_params / sizeof *tw_tolerance_params;

tw_status tw_tolerances_preset(tw_tolerances *t) {
    for (int i = 0; i < tw_tolerance_param_count; i++)
        TW_TRY(tw_param_preset(&tw_tolerance_params[i], t));
    return TW_OK;
}

void tw_set_tolerances(lua_State *L, tw_scene *scene, int index) {
    tw_tolerances fresh = {0};
    tw_try(L, tw_tolerances_preset(&fresh));
    if (!lua_isnil(L, index))
        tw_read_fields(L, index, scene, "scene.check", tw_tolerance_params,
                       tw_tolerance_param_count, &fresh, NULL);
    if (fresh.samples > 100 || fresh.pictures > 20 || fresh.width < 16 || fresh.width > 640)
        tw_error(L,
                 "scene.check: expected at most 100 samples, at most 20 pictures, and a width "
                 "of 16 to 640 pixels, got %d samples, %d pictures, width %d",
                 fresh.samples, fresh.pictures, fresh.width);
    scene->tolerances = fresh;
}

void tw_push_tolerances(lua_State *L, tw_scene *scene) {
    lua_newtable(L);
    for (int i = 0; i < tw_tolerance_param_count; i++) {
        if (tw_tolerance_params[i].type == TW_PARAM_NUMBER) {
            double x;
            memcpy(&x, (const char *)&scene->tolerances + tw_tolerance_params[i].offset, sizeof x);
            if (isnan(x)) continue;
        }
        tw_push_field(L, scene, &tw_tolerance_params[i], &scene->tolerances);
        lua_setfield(L, -2, tw_tolerance_params[i].name);
    }
}

const tw_tolerances *tw_scene_tolerances(const tw_scene *scene) {
    return &scene->tolerances;
}
