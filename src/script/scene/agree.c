/*
 * Checks of fields of the stage that must fit each other: eye and target of a camera, the order of
 * `from` and `to` of fog and gradients, fields that only other kinds of light or of projection
 * have. Constants are checked when the script sets them, functions of t at each frame.
 */
#include "script/scene/scene.h"

#include "frame/snapshot.h"

#include <string.h>

/* ---- structs of the stage -------------------------------------------------------------------- */

typedef struct part {
    const char *what;
    const tw_param *rows;
    int count;
    const void *base;
    bool present;
} part;

static part part_of(const tw_scene *scene, int i) {
    const tw_stage *s = &scene->world->stage;
    if (i == TW_AGREE_CAMERA)
        return (part){"scene.camera", tw_camera_params, tw_camera_param_count, &s->camera, true};
    if (i == TW_AGREE_GRADIENT)
        return (part){"scene.background", tw_gradient_params, tw_gradient_param_count, &s->gradient,
                      s->gradient.present};
    return (part){"scene.fog", tw_fog_params, tw_fog_param_count, &s->fog, s->fog.present};
}

void tw_agree_given(lua_State *L, tw_scene *scene, const void *base, const tw_param *p) {
    const tw_stage *s = &scene->world->stage;
    if (base == &s->ground) scene->ground_at = tw_place_now(L);
    for (size_t i = 0; i < s->light_count && i < scene->light_at.count; i++)
        if (base == &s->light[i]) scene->light_at.data[i] = tw_place_now(L);
    for (int i = 0; i < TW_AGREES; i++) {
        const part it = part_of(scene, i);
        if (it.base != base) continue;
        const tw_place here = tw_place_now(L);
        for (int k = 0; k < it.count && k < TW_AGREE_FIELDS; k++)
            if (!p || p == &it.rows[k]) scene->given_at[i][k] = here;
    }
}

/* ---- cameras --------------------------------------------------------------------------------- */

/* true: eye and target of the camera coincide; *place: the eye */
static bool looks_nowhere(const tw_world *w, double t, vec3 *place) {
    tw_camera c;
    tw_camera_now(w, t, &c);
    *place = c.eye;
    return c.has_eye && c.has_target && !(v3_length(v3_sub(c.eye, c.target)) > 0);
}

static tw_status check_height(int projection, const tw_value *height) {
    if (projection == TW_ORTHOGRAPHIC || tw_value_is_unset(height)) return TW_OK;
    return tw_fail(TW_ARGUMENT, "expected it together with projection = 'orthographic'; a "
                                "perspective has 'fov'");
}

static tw_status check_fov(int projection, const tw_value *fov) {
    if (projection != TW_ORTHOGRAPHIC || tw_value_is_unset(fov)) return TW_OK;
    return tw_fail(TW_ARGUMENT, "expected it together with projection = 'perspective'; an "
                                "orthographic picture has 'height'");
}

void tw_agree_camera(lua_State *L, tw_scene *scene, const tw_stage_camera *fresh) {
    tw_stage_camera *camera = &scene->world->stage.camera;
    const tw_stage_camera before = *camera;
    vec3 x;
    *camera = *fresh;
    bool nowhere = looks_nowhere(scene->world, scene->world->time, &x);
    *camera = before;
    if (nowhere)
        tw_error(L,
                 "scene.camera: field 'target': expected another place than 'eye', got "
                 "(%.9g, %.9g, %.9g) for both",
                 x.x, x.y, x.z);
    if (check_height(fresh->projection, &fresh->height) != TW_OK)
        tw_error(L, "scene.camera: field 'height': %s", tw_failure());
    if (check_fov(fresh->projection, &fresh->fov) != TW_OK)
        tw_error(L, "scene.camera: field 'fov': %s", tw_failure());
}

/* ---- order of from and to -------------------------------------------------------------------- */

/* fails unless from < to at time t; given: the field that the error names, "from" or "to"; when:
 * text for the error, "" or " at t = ... s" */
static tw_status check_order(const tw_value *from, const tw_value *to, double t, const char *given,
                             const char *when) {
    double a = tw_value1(from, t), b = tw_value1(to, t);
    if (b > a) return TW_OK;
    if (!strcmp(given, "from"))
        return tw_fail(TW_ARGUMENT, "expected less than 'to', %.9g, got %.9g%s", b, a, when);
    return tw_fail(TW_ARGUMENT, "expected more than 'from', %.9g, got %.9g%s", a, b, when);
}

static void raise_order(lua_State *L, const tw_scene *scene, const char *what, const tw_value *from,
                        const tw_value *to) {
    if (check_order(from, to, scene->world->time, "to", "") != TW_OK)
        tw_error(L, "%s: field 'to': %s", what, tw_failure());
}

void tw_agree_gradient(lua_State *L, const tw_scene *scene, const tw_stage_gradient *fresh) {
    raise_order(L, scene, "scene.background", &fresh->from, &fresh->to);
}

void tw_agree_fog(lua_State *L, const tw_scene *scene, const tw_stage_fog *fresh) {
    raise_order(L, scene, "scene.fog", &fresh->from, &fresh->to);
}

/* ---- lights ---------------------------------------------------------------------------------- */

static tw_status check_kind(const tw_param *p, int kind) {
    if (!p->kinds || p->kinds & 1u << kind) return TW_OK;
    const tw_param *row = tw_params_find(tw_light_params, tw_light_param_count, "kind");
    char list[128] = "";
    size_t used = 0;
    unsigned left = p->kinds;
    for (int k = 0; row->choices[k] && used < sizeof list; k++) {
        if (!(p->kinds & 1u << k)) continue;
        left &= ~(1u << k);
        used += (size_t)snprintf(list + used, sizeof list - used, "%s'%s'",
                                 !used  ? ""
                                 : left ? ", "
                                        : " or ",
                                 row->choices[k]);
    }
    return tw_fail(TW_ARGUMENT, "expected a light of kind %s, got one of kind '%s'", list,
                   row->choices[kind]);
}

/* fails for fields of the sun if the light is not the computed sky */
static tw_status check_sun(const tw_param *p, const tw_stage_light *light) {
    static const char *const sun[] = {"sun", "disc", "angular_diameter"};
    const tw_param *row = tw_params_find(tw_light_params, tw_light_param_count, "file");
    const tw_texture_ref *file = &light->file;
    bool of_sun = false;
    for (int i = 0; i < 3; i++) of_sun = of_sun || !strcmp(p->name, sun[i]);
    if (!of_sun || !(row->kinds & 1u << light->kind)) return TW_OK;
    if (!file->light && !strcmp(row->choices[file->pattern], "sky")) return TW_OK;
    return tw_fail(TW_ARGUMENT, "expected it together with file = 'sky', got file = '%s'",
                   file->light && file->file ? file->file : row->choices[file->pattern]);
}

void tw_agree_light(lua_State *L, int index, const tw_stage_light *fresh) {
    for (int i = 0; i < tw_light_param_count; i++) {
        const tw_param *p = &tw_light_params[i];
        bool given = lua_getfield(L, index, p->name) != LUA_TNIL;
        lua_pop(L, 1);
        if (given && (check_kind(p, fresh->kind) != TW_OK || check_sun(p, fresh) != TW_OK))
            tw_error(L, "scene:light: field '%s': %s", p->name, tw_failure());
    }
}

/* ---- assignments and frames ------------------------------------------------------------------ */

/* called when v is assigned to field p: if p is `from` or `to` of a struct that has both, checks
 * their order */
static tw_status assign_order(const tw_value *from, const tw_value *to, const tw_param *p,
                              const void *base, const tw_value *v, double t) {
    const void *field = (const char *)base + p->offset;
    if (field == from) return check_order(v, to, t, "from", "");
    return field == to ? check_order(from, v, t, "to", "") : TW_OK;
}

tw_status tw_agree_assign(const tw_scene *scene, const tw_param *p, const void *base,
                          const tw_field_memory *memory) {
    const tw_stage *s = &scene->world->stage;
    const tw_value *v = (const tw_value *)(const void *)memory;
    double t = scene->world->time;
    if (base == &s->camera && (const char *)base + p->offset == (const char *)&s->camera.height)
        return check_height(s->camera.projection, v);
    if (base == &s->camera && (const char *)base + p->offset == (const char *)&s->camera.fov)
        return check_fov(s->camera.projection, v);
    if (base == &s->gradient)
        return assign_order(&s->gradient.from, &s->gradient.to, p, base, v, t);
    if (base == &s->fog) return assign_order(&s->fog.from, &s->fog.to, p, base, v, t);
    for (size_t i = 0; i < s->light_count; i++)
        if (base == &s->light[i]) {
            TW_TRY(check_kind(p, s->light[i].kind));
            return check_sun(p, &s->light[i]);
        }
    return TW_OK;
}

/* fails again with the text of the last failure, after the script line that set the field, the name
 * of the struct and the name of the field */
static tw_status wrong(const tw_scene *scene, int i, const char *field) {
    const part it = part_of(scene, i);
    char text[600], place[560] = "";
    snprintf(text, sizeof text, "%s", tw_failure());
    for (int k = 0; k < it.count && k < TW_AGREE_FIELDS; k++) {
        const tw_place *at = &scene->given_at[i][k];
        if (at->line && !strcmp(it.rows[k].name, field))
            snprintf(place, sizeof place, "%s:%d: ", at->file, at->line);
    }
    return tw_fail(TW_SCRIPT, "%s%s: field '%s': %s", place, it.what, field, text);
}

/* checks the order of `from` and `to` at time t; the error names the one that is a function */
static tw_status order_at(const tw_scene *scene, int i, const tw_value *from, const tw_value *to,
                          double t) {
    const char *blamed = tw_value_is_constant(to) ? "from" : "to";
    char when[48];
    snprintf(when, sizeof when, " at t = %.6g s", t);
    if (check_order(from, to, t, blamed, when) == TW_OK) return TW_OK;
    return wrong(scene, i, blamed);
}

/* checks all fields of the struct `base` (a light, the ground, ...) at time t; at: line of the
 * script that the error names */
static tw_status check_rows(const char *what, const tw_param *rows, int count, const void *base,
                            const tw_place *at, double t) {
    for (int k = 0; k < count; k++) {
        if (tw_param_check(&rows[k], base, t) == TW_OK) continue;
        char text[600], place[560] = "";
        snprintf(text, sizeof text, "%s", tw_failure());
        if (at && at->line) snprintf(place, sizeof place, "%s:%d: ", at->file, at->line);
        return tw_fail(TW_SCRIPT, "%s%s: field '%s': %s", place, what, rows[k].name, text);
    }
    return TW_OK;
}

static tw_status lights_and_ground(const tw_scene *scene, double t) {
    const tw_stage *s = &scene->world->stage;
    for (size_t i = 0; i < s->light_count; i++) {
        const tw_place *at = i < scene->light_at.count ? &scene->light_at.data[i] : NULL;
        if (s->light[i].removed) continue;
        TW_TRY(
            check_rows("scene:light", tw_light_params, tw_light_param_count, &s->light[i], at, t));
    }
    if (!s->ground.present) return TW_OK;
    return check_rows("scene:ground", tw_ground_params, tw_ground_param_count, &s->ground,
                      &scene->ground_at, t);
}

static tw_status tw_agree_at(const tw_scene *scene, double t) {
    const tw_stage *s = &scene->world->stage;
    vec3 x;
    for (int i = 0; i < TW_AGREES; i++) {
        const part it = part_of(scene, i);
        for (int k = 0; it.present && k < it.count; k++)
            if (tw_param_check(&it.rows[k], it.base, t) != TW_OK)
                return wrong(scene, i, it.rows[k].name);
    }
    if (looks_nowhere(scene->world, t, &x)) {
        tw_fail(TW_SCRIPT,
                "expected another place than 'eye', got (%.9g, %.9g, %.9g) for both at t = %.6g s",
                x.x, x.y, x.z, t);
        return wrong(scene, TW_AGREE_CAMERA, "target");
    }
    if (s->fog.present) TW_TRY(order_at(scene, TW_AGREE_FOG, &s->fog.from, &s->fog.to, t));
    if (!s->gradient.present) return TW_OK;
    return order_at(scene, TW_AGREE_GRADIENT, &s->gradient.from, &s->gradient.to, t);
}

tw_status tw_scene_ready(tw_scene *scene, double t) {
    TW_TRY(tw_agree_at(scene, t));
    TW_TRY(lights_and_ground(scene, t));
    return tw_ask_functions(scene, t);
}
