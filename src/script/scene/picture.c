/*
 * The picture of a scene: camera, lights, ground, background, tone, layers; and parts, handles of
 * structs that have fields of their own (scene.camera.fov = ..., body.material.color = ...).
 */
#include "base/text/suggest.h"
#include "frame/marks/chase.h"
#include "frame/snapshot.h"
#include "script/scene/scene.h"

#include <stdlib.h>
#include <string.h>

static const char *const part_names[] = {
    "scene.camera", "scene.ground", "scene.ground.material", "light",
    "material",     "material",     "scene.background",      "scene.fog"};

/* ---- structs on the way --------------------------------------------------------------------- */

/* draft: userdata with a struct that is being filled, so that Lua frees what the struct owns after
 * an error */
typedef struct draft {
    const tw_param *rows;
    int count; /* number of rows; 0: the struct was moved elsewhere, and the draft owns nothing */
    size_t size;
    max_align_t memory[];
} draft;

static int draft_gc(lua_State *L) {
    draft *d = lua_touserdata(L, 1);
    tw_params_clear(d->rows, d->count, d->memory);
    d->count = 0;
    return 0;
}

static draft *push_draft(lua_State *L, const tw_param *rows, int count, size_t size) {
    draft *d = lua_newuserdatauv(L, sizeof *d + size, 0);
    *d = (draft){rows, 0, size};
    memset(d->memory, 0, size);
    luaL_setmetatable(L, "tw.draft");
    tw_try(L, tw_params_preset(rows, count, d->memory));
    d->count = count;
    return d;
}

/* frees what *target owns, and moves the struct of the draft there */
static void take_draft(draft *d, void *target) {
    tw_params_clear(d->rows, d->count, target);
    memcpy(target, d->memory, d->size);
    d->count = 0;
}

void *tw_push_draft(lua_State *L, const tw_param *rows, int count, size_t size) {
    return push_draft(L, rows, count, size)->memory;
}

void tw_take_draft(lua_State *L, int index, void *target) {
    take_draft(lua_touserdata(L, index), target);
}

/* ---- camera --------------------------------------------------------------------------------- */

bool tw_read_followed(tw_reader *r, const tw_param *body, tw_id *id, bool *group) {
    tw_handle *h = tw_test_handle(r->L, -1);
    if (!h || (h->class_ != TW_BODY && h->class_ != TW_GROUP))
        return tw_read_expected(r, -1, "a body or a group");
    *group = h->class_ == TW_GROUP;
    if (!*group) return tw_read_field(r, -1, body, NULL, id);
    if (h->scene != r->scene) return tw_read_fail(r, "%s belongs to another scene", h->label);
    if (!tw_world_group(h->scene->world, h->id)) return tw_read_fail(r, "%s was removed", h->label);
    *id = h->id;
    return true;
}

static tw_status chase(void *context, int k, double t) {
    (void)k, (void)t;
    tw_camera_chase(((tw_scene *)context)->world);
    return TW_OK;
}

/* has the camera's smoothed places computed every TW_CHASE_STEP seconds from now on */
static void begin_chase(lua_State *L, tw_scene *scene) {
    tw_id id;
    if (scene->chases) return;
    tw_try(L, tw_sim_watch_every(scene->sim, scene->world->time, TW_CHASE_STEP, chase, scene, &id));
    scene->chases = true;
}

/* reads one field of the table {follow =, ...} at index, if it is given, to `memory`, which has the
 * default already; prefix: field of the camera for errors, like "eye" */
static void read_follow_field(lua_State *L, tw_reader *r, const char *prefix, int index,
                              const tw_param *p, void *memory) {
    lua_getfield(L, index, p->name);
    if (!lua_isnil(L, -1) && !tw_read_field(r, -1, p, NULL, memory))
        tw_error(L, "scene.camera: field '%s.%s': %s", prefix, p->name, r->error);
    lua_pop(L, 1);
}

static const char *const follow_fields[] = {"follow", "smooth", "offset", "turn"};

/* raises an error if the table at index, which has no field `follow`, has keys that are fields of a
 * table with `follow`, or are similar to these */
static void refuse_misspelt(lua_State *L, const char *name, int index) {
    tw_push_keys(L, index);
    for (lua_Integer i = 1; i <= (lua_Integer)lua_rawlen(L, -1); i++, lua_pop(L, 1)) {
        if (lua_rawgeti(L, -1, i) != LUA_TSTRING) continue;
        const char *key = lua_tostring(L, -1);
        tw_suggestion s = tw_suggestion_for(key);
        for (int k = 0; k < 4; k++) tw_suggestion_offer(&s, follow_fields[k]);
        if (s.best && !strcmp(s.best, key))
            tw_error(L, "scene.camera: field '%s.follow' is missing beside '%s'", name, key);
        if (s.best)
            tw_error(L, "scene.camera: field '%s': unknown field '%s'; did you mean '%s'?", name,
                     key, s.best);
    }
    lua_pop(L, 1);
}

/* reads eye, target or focus given as {follow = body or group, offset =, turn =, smooth =}; false:
 * the value does not have that form. A focus has neither offset nor turn */
static bool read_follow(lua_State *L, tw_scene *scene, const char *name, int index,
                        tw_stage_camera *camera) {
    static const tw_param body = {.name = "follow", .type = TW_PARAM_BODY};
    static const tw_param smooth = {
        .name = "smooth", .type = TW_PARAM_NUMBER, .range = TW_NOT_NEGATIVE};
    static const tw_param offset = {.name = "offset", .type = TW_PARAM_VALUE3};
    static const tw_param turn = {.name = "turn", .type = TW_PARAM_BOOL};
    index = lua_absindex(L, index);
    bool eye = !strcmp(name, "eye"), focus = !strcmp(name, "focus");
    if ((!eye && !focus && strcmp(name, "target") != 0) || !lua_istable(L, index)) return false;
    lua_pushstring(L, "follow");
    bool follows = lua_rawget(L, index) != LUA_TNIL;
    lua_pop(L, 1);
    if (!follows) {
        refuse_misspelt(L, name, index);
        return false;
    }
    tw_reader r = {.L = L, .scene = scene};
    tw_push_keys(L, index);
    for (lua_Integer i = 1; i <= (lua_Integer)lua_rawlen(L, -1); i++) {
        lua_rawgeti(L, -1, i);
        const char *key = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "?";
        bool ok = false;
        for (int k = 0; k < (focus ? 2 : 4); k++) ok = ok || !strcmp(follow_fields[k], key);
        if (!ok)
            tw_error(L, "scene.camera: field '%s': unknown field '%s'; expected follow, %ssmooth",
                     name, key, focus ? "" : "offset, turn, ");
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    tw_id id = {0, 0};
    bool group = false, turns = false;
    tw_chase way = {.seconds = 0};
    tw_value v = tw_value_vector(v3_zero());
    lua_getfield(L, index, "follow");
    if (!tw_read_followed(&r, &body, &id, &group))
        tw_error(L, "scene.camera: field '%s.follow': %s", name, r.error);
    lua_pop(L, 1);
    read_follow_field(L, &r, name, index, &turn, &turns);
    if (group && turns)
        tw_error(L, "scene.camera: field '%s.turn': expected false: a group does not turn", name);
    read_follow_field(L, &r, name, index, &smooth, &way.seconds);
    if (way.seconds > 0) begin_chase(L, scene);
    read_follow_field(L, &r, name, index, &offset, &v);
    if (focus) {
        camera->focus_follow = id;
        camera->focus_group = group;
        camera->focus_chase = way;
        tw_value_clear(&camera->focus);
        camera->focus = tw_value_scalar(TW_UNSET);
        return true;
    }
    tw_value *field = eye ? &camera->eye : &camera->target;
    tw_value_clear(field);
    *field = v;
    *(eye ? &camera->eye_follow : &camera->target_follow) = id;
    *(eye ? &camera->eye_turn : &camera->target_turn) = turns;
    *(eye ? &camera->eye_group : &camera->target_group) = group;
    *(eye ? &camera->eye_chase : &camera->target_chase) = way;
    return true;
}

static void stop_following(tw_stage_camera *camera, const char *name) {
    static const tw_chase none = {.seconds = 0};
    if (!strcmp(name, "eye")) camera->eye_follow = (tw_id){0, 0}, camera->eye_chase = none;
    if (!strcmp(name, "target")) camera->target_follow = (tw_id){0, 0}, camera->target_chase = none;
    if (!strcmp(name, "focus")) camera->focus_follow = (tw_id){0, 0}, camera->focus_chase = none;
}

static void set_camera(lua_State *L, tw_scene *scene, int index) {
    static const char *const positions[] = {"eye", "target", "focus"};
    index = lua_absindex(L, index);
    draft *d = push_draft(L, tw_camera_params, tw_camera_param_count, sizeof(tw_stage_camera));
    /* fields that are skipped by tw_read_fields, because they are read separately: `frame`, and
     * places with `follow` */
    const char *skip[5] = {"frame"};
    tw_stage_camera *fresh = (tw_stage_camera *)d->memory;
    if (lua_istable(L, index)) {
        lua_getfield(L, index, "frame");
        tw_read_framed(L, scene, -1, fresh);
        lua_pop(L, 1);
    }
    for (int i = 0, n = 1; i < 3 && lua_istable(L, index); i++) {
        lua_getfield(L, index, positions[i]);
        if (read_follow(L, scene, positions[i], -1, fresh)) skip[n++] = positions[i];
        lua_pop(L, 1);
    }
    tw_read_fields(L, index, scene, "scene.camera", tw_camera_params, tw_camera_param_count,
                   d->memory, skip);
    tw_agree_camera(L, scene, fresh);
    fresh->shot = scene->world->stage.camera.shot + 1;
    take_draft(d, &scene->world->stage.camera);
    tw_agree_given(L, scene, &scene->world->stage.camera, NULL);
    lua_pop(L, 1);
}

/* ---- ground, lights ------------------------------------------------------------------------- */

static void set_ground(lua_State *L, tw_scene *scene, int index, const char *what) {
    index = lua_absindex(L, index);
    tw_stage_ground *ground = &scene->world->stage.ground;
    if (lua_isnil(L, index)) {
        ground->present = false;
        return;
    }
    draft *d = push_draft(L, tw_ground_params, tw_ground_param_count, sizeof(tw_stage_ground));
    tw_stage_ground *fresh = (tw_stage_ground *)d->memory;
    /* if no material is given, the ground keeps the one that it has */
    tw_params_clear(tw_material_params, tw_material_param_count, &fresh->material);
    tw_try(L, tw_params_copy(tw_material_params, tw_material_param_count, &ground->material,
                             &fresh->material));
    tw_read_fields(L, index, scene, what, tw_ground_params, tw_ground_param_count, d->memory, NULL);
    fresh->present = true;
    if (lua_getfield(L, index, "material") != LUA_TNIL)
        scene->world->stage.said |= TW_SAID_MATERIAL;
    lua_pop(L, 1);
    take_draft(d, ground);
    tw_world_touch_fields(scene->world);
    lua_pop(L, 1);
}

static int scene_ground(lua_State *L) {
    tw_scene *scene = tw_check_scene(L, "ground");
    tw_check_writable(L, scene, "make a ground");
    lua_settop(L, 2);
    if (lua_isnil(L, 2)) {
        lua_newtable(L);
        lua_replace(L, 2);
    }
    if (scene->ground_at.line && scene->world->stage.ground.present)
        tw_notice(L,
                  "scene:ground: a scene has one ground; this one replaces the ground of line %d",
                  scene->ground_at.line);
    set_ground(L, scene, 2, "scene:ground");
    scene->ground_at = tw_place_now(L);
    tw_push_part(L, scene, TW_PART_GROUND, (tw_id){0, 0}, 0);
    return 1;
}

static int scene_light(lua_State *L) {
    tw_scene *scene = tw_check_scene(L, "light");
    tw_check_writable(L, scene, "make a light");
    draft *d = push_draft(L, tw_light_params, tw_light_param_count, sizeof(tw_stage_light));
    tw_read_fields(L, 2, scene, "scene:light", tw_light_params, tw_light_param_count, d->memory,
                   NULL);
    if (lua_getfield(L, 2, "kind") == LUA_TNIL)
        tw_error(L, "scene:light: field 'kind' is missing: expected 'sun', 'sky', 'point', "
                    "'area', 'spot' or 'environment'");
    tw_agree_light(L, 2, (const tw_stage_light *)d->memory);
    tw_try(L, tw_reserve(&scene->light_at, scene->light_at.count + 1));
    tw_try(L, tw_stage_add_light(&scene->world->stage, (tw_stage_light *)d->memory));
    scene->light_at.data[scene->light_at.count++] = tw_place_now(L);
    d->count = 0;
    tw_push_part(L, scene, TW_PART_LIGHT, (tw_id){0, 0}, scene->world->stage.light_count - 1);
    return 1;
}

const luaL_Reg tw_picture_functions[] = {
    {"ground", scene_ground}, {"light", scene_light}, {NULL, NULL}};

/* ---- parts ---------------------------------------------------------------------------------- */

static void *check_part(lua_State *L, tw_part_handle **p, const tw_param **row) {
    *p = tw_test_tag(L, 1, &tw_part_tag);
    char got[64];
    const tw_param *rows;
    int n;
    void *base = *p ? tw_part_struct(*p, &rows, &n) : NULL;
    const char *what = *p ? part_names[(*p)->kind] : "?";
    if (!base) tw_error(L, "%s: it or its owner was removed", what);
    if (lua_type(L, 2) != LUA_TSTRING)
        tw_error(L, "%s has no field %s", what, tw_describe(L, 2, got, sizeof got));
    *row = tw_params_find(rows, n, lua_tostring(L, 2));
    if (!*row) {
        /* a table with that field alone, so that the error is the same as for a table with an
         * unknown field */
        lua_newtable(L);
        lua_pushvalue(L, 2);
        lua_pushboolean(L, 1);
        lua_rawset(L, -3);
        tw_read_fields(L, -1, (*p)->scene, what, rows, n, base, NULL);
    }
    return base;
}

/* the camera if the Lua call accesses scene.camera.frame, a field without a parameter row;
 * otherwise NULL */
static tw_stage_camera *framing_field(lua_State *L, tw_part_handle **p) {
    *p = tw_test_tag(L, 1, &tw_part_tag);
    bool it = *p && (*p)->kind == TW_PART_CAMERA && lua_type(L, 2) == LUA_TSTRING &&
              !strcmp(lua_tostring(L, 2), "frame");
    return it ? &(*p)->scene->world->stage.camera : NULL;
}

/* light:remove() */
static int light_remove(lua_State *L) {
    tw_part_handle *p = tw_test_tag(L, 1, &tw_part_tag);
    const tw_param *rows;
    int n;
    tw_stage_light *light = p && p->kind == TW_PART_LIGHT ? tw_part_struct(p, &rows, &n) : NULL;
    if (!light) tw_error(L, "light:remove: expected a light that was not removed before it");
    tw_check_writable(L, p->scene, "remove a light");
    light->removed = true;
    tw_world_touch_fields(p->scene->world);
    return 0;
}

static int part_index(lua_State *L) {
    tw_part_handle *p = tw_test_tag(L, 1, &tw_part_tag);
    if (p && p->kind == TW_PART_LIGHT && lua_type(L, 2) == LUA_TSTRING &&
        !strcmp(lua_tostring(L, 2), "remove")) {
        lua_pushcfunction(L, light_remove);
        return 1;
    }
    const tw_param *row;
    const tw_stage_camera *camera = framing_field(L, &p);
    if (camera) {
        tw_push_framed(L, p->scene, camera);
        return 1;
    }
    void *base = check_part(L, &p, &row);
    if (row->type == TW_PARAM_MATERIAL)
        tw_push_part(L, p->scene, TW_PART_GROUND_MATERIAL, p->body, 0);
    else
        tw_push_field(L, p->scene, row, base);
    return 1;
}

/* assigns the value at index to a field of a struct of the scene */
static void assign(lua_State *L, tw_scene *scene, const char *what, const tw_param *row, void *base,
                   int index) {
    tw_field_memory memory;
    tw_param zero = tw_param_at_zero(row);
    char prefix[128];
    snprintf(prefix, sizeof prefix, "%.60s: field '%.40s'", what, row->name);
    if (lua_isnil(L, index) && (row->flags & TW_UNSET_OK)) {
        tw_try(L, tw_param_preset(&zero, &memory));
    } else {
        tw_reader r = {.L = L, .scene = scene};
        unsigned long topology = scene->world->topology;
        size_t lights = scene->world->stage.light_count;
        if (!tw_read_field(&r, index, row, NULL, &memory)) tw_error(L, "%s: %s", prefix, r.error);
        /* reading may have run metamethods of the script, which may have freed the struct at
         * `base` */
        if (topology != scene->world->topology || lights != scene->world->stage.light_count) {
            tw_param_clear(&zero, &memory);
            tw_error(L, "%s: the scene changed while the value was read", prefix);
        }
    }
    tw_status s = tw_agree_assign(scene, row, base, &memory);
    if (s == TW_OK) s = tw_world_assign_setting(scene->world, row, base, &memory);
    if (s == TW_OK) return;
    tw_param_clear(&zero, &memory);
    tw_raise(L, s, prefix);
}

static int part_newindex(lua_State *L) {
    tw_part_handle *p;
    const tw_param *row;
    tw_stage_camera *frames = framing_field(L, &p);
    if (frames) {
        tw_check_writable(L, p->scene, "assign a field");
        tw_read_framed(L, p->scene, 3, frames);
        frames->shot++;
        return 0;
    }
    void *base = check_part(L, &p, &row);
    tw_check_writable(L, p->scene, "assign a field");
    bool camera = p->kind == TW_PART_CAMERA;
    if (!camera || !read_follow(L, p->scene, row->name, 3, base)) {
        if (camera) stop_following(base, row->name);
        assign(L, p->scene, part_names[p->kind], row, base, 3);
    }
    tw_agree_given(L, p->scene, base, row);
    if (camera) ((tw_stage_camera *)base)->shot++;
    return 0;
}

static int part_tostring(lua_State *L) {
    tw_part_handle *p = tw_test_tag(L, 1, &tw_part_tag);
    lua_pushstring(L, p ? part_names[p->kind] : "?");
    return 1;
}

/* ---- scene.camera and others ---------------------------------------------------------------- */

/* raises an error if the table at index lacks a field that has no default */
static void check_given(lua_State *L, const char *what, const tw_param *rows, int n, int index) {
    for (int i = 0; i < n; i++) {
        if (!(rows[i].flags & TW_REQUIRED)) continue;
        if (lua_getfield(L, index, rows[i].name) == LUA_TNIL)
            tw_error(L, "%s: field '%s' is missing", what, rows[i].name);
        lua_pop(L, 1);
    }
}

/* true: the value is a table with named fields, which describes a gradient; other values are
 * colours */
static bool is_gradient(lua_State *L, int index) {
    bool named = false;
    if (!lua_istable(L, index)) return false;
    for (lua_pushnil(L); lua_next(L, index); lua_pop(L, 1))
        named = named || lua_type(L, -2) == LUA_TSTRING;
    return named;
}

static void set_background(lua_State *L, tw_scene *scene, const tw_param *flat, int index) {
    tw_stage *stage = &scene->world->stage;
    if (!is_gradient(L, index)) {
        assign(L, scene, "scene", flat, stage, index);
        stage->gradient.present = false;
        return;
    }
    draft *d = push_draft(L, tw_gradient_params, tw_gradient_param_count, sizeof stage->gradient);
    tw_stage_gradient *fresh = (tw_stage_gradient *)d->memory;
    tw_read_fields(L, index, scene, "scene.background", tw_gradient_params, tw_gradient_param_count,
                   d->memory, NULL);
    check_given(L, "scene.background", tw_gradient_params, tw_gradient_param_count, index);
    tw_agree_gradient(L, scene, fresh);
    fresh->present = true;
    take_draft(d, &stage->gradient);
    tw_agree_given(L, scene, &stage->gradient, NULL);
    lua_pop(L, 1);
}

static void set_fog(lua_State *L, tw_scene *scene, int index) {
    tw_stage *stage = &scene->world->stage;
    stage->said |= TW_SAID_FOG;
    if (lua_isnil(L, index)) {
        stage->fog.present = false;
        return;
    }
    draft *d = push_draft(L, tw_fog_params, tw_fog_param_count, sizeof stage->fog);
    tw_stage_fog *fresh = (tw_stage_fog *)d->memory;
    tw_read_fields(L, index, scene, "scene.fog", tw_fog_params, tw_fog_param_count, d->memory,
                   NULL);
    check_given(L, "scene.fog", tw_fog_params, tw_fog_param_count, index);
    tw_agree_fog(L, scene, fresh);
    fresh->present = true;
    take_draft(d, &stage->fog);
    tw_agree_given(L, scene, &stage->fog, NULL);
    lua_pop(L, 1);
}

static void set_draw(lua_State *L, tw_scene *scene, int index) {
    unsigned layers = 0;
    char got[64];
    if (lua_type(L, index) == LUA_TSTRING) {
        tw_status s = tw_layers_parse(lua_tostring(L, index), &layers);
        if (s != TW_OK) tw_raise(L, s, "scene: field 'draw'");
    } else if (lua_istable(L, index)) {
        for (lua_Integer i = 1; i <= (lua_Integer)lua_rawlen(L, index); i++) {
            if (lua_rawgeti(L, index, i) != LUA_TSTRING)
                tw_error(L, "scene: field 'draw': expected names of layers, got %s",
                         tw_describe(L, -1, got, sizeof got));
            tw_status s = tw_layers_add(lua_tostring(L, -1), &layers);
            if (s != TW_OK) tw_raise(L, s, "scene: field 'draw'");
            lua_pop(L, 1);
        }
    } else {
        tw_error(L, "scene: field 'draw': expected 'final', 'debug' or a list of layers, got %s",
                 tw_describe(L, index, got, sizeof got));
    }
    scene->layers = layers;
}

bool tw_picture_get(lua_State *L, tw_scene *scene, const char *name) {
    tw_id none = {0, 0};
    const tw_stage *stage = &scene->world->stage;
    const tw_param *row = tw_params_find(tw_stage_params, tw_stage_param_count, name);
    if (!strcmp(name, "background") && stage->gradient.present) {
        tw_push_part(L, scene, TW_PART_GRADIENT, none, 0);
    } else if (!strcmp(name, "fog")) {
        if (stage->fog.present)
            tw_push_part(L, scene, TW_PART_FOG, none, 0);
        else
            lua_pushnil(L);
    } else if (row) {
        tw_push_stage_field(L, scene, row);
    } else if (!strcmp(name, "camera")) {
        tw_push_part(L, scene, TW_PART_CAMERA, none, 0);
    } else if (!strcmp(name, "draw")) {
        lua_newtable(L);
        lua_Integer n = 0;
        const char *doc;
        for (int i = 0; tw_layer_name(i, &doc); i++) {
            unsigned one = 0;
            bool known = tw_layers_add(tw_layer_name(i, &doc), &one) == TW_OK;
            bool set = !strcmp(tw_layer_name(i, &doc), "final") || (one & (one - 1)) != 0;
            if (!known || set || !(scene->layers & one)) continue;
            lua_pushstring(L, tw_layer_name(i, &doc));
            lua_rawseti(L, -2, ++n);
        }
    } else if (!strcmp(name, "look")) {
        tw_push_look(L, scene);
    } else if (!strcmp(name, "check")) {
        tw_push_tolerances(L, scene);
    } else {
        return false;
    }
    return true;
}

bool tw_picture_set(lua_State *L, tw_scene *scene, const char *name, int index) {
    const tw_param *row = tw_params_find(tw_stage_params, tw_stage_param_count, name);
    index = lua_absindex(L, index);
    if (!strcmp(name, "background"))
        set_background(L, scene, row, index);
    else if (row)
        assign(L, scene, "scene", row, &scene->world->stage, index);
    else if (!strcmp(name, "fog"))
        set_fog(L, scene, index);
    else if (!strcmp(name, "camera"))
        set_camera(L, scene, index);
    else if (!strcmp(name, "ground"))
        set_ground(L, scene, index, "scene.ground");
    else if (!strcmp(name, "draw"))
        set_draw(L, scene, index);
    else if (!strcmp(name, "look"))
        tw_set_look(L, scene, index);
    else if (!strcmp(name, "check"))
        tw_set_tolerances(L, scene, index);
    else
        return false;
    return true;
}

void tw_open_picture(lua_State *L) {
    static const luaL_Reg meta[] = {{"__index", part_index},
                                    {"__newindex", part_newindex},
                                    {"__tostring", part_tostring},
                                    {NULL, NULL}};
    luaL_newmetatable(L, "tw.part");
    luaL_setfuncs(L, meta, 0);
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    luaL_newmetatable(L, "tw.draft");
    lua_pushcfunction(L, draft_gc);
    lua_setfield(L, -2, "__gc");
    lua_pop(L, 2);
}
