/*
 * Scenes in Lua: tw.scene{...}, scene.FIELD, and the Lua values (callbacks, attachments) that a
 * scene keeps for the engine. These values are in tables of the scene's own userdata, so that a
 * scene to which only its own callbacks refer is collected together with them. User values of the
 * userdata: 1 references (luaL_ref), 2 handles by object (weak), 3 attachments.
 */
#include "script/scene/scene.h"
#include "script/functions/function.h"

#include "base/text/path.h"
#include "base/text/suggest.h"

#include <stdlib.h>
#include <string.h>

/* ---- life ----------------------------------------------------------------------------------- */

static void free_records(tw_scene *s) {
    for (size_t i = 0; i < s->records.count; i++) {
        free(s->records.data[i].name);
        tw_array_free(&s->records.data[i].t);
        tw_array_free(&s->records.data[i].v);
        tw_array_free(&s->records.data[i].vector);
        tw_array_free(&s->records.data[i].xyz);
    }
    tw_array_free(&s->records);
}

void tw_scene_destroy(tw_scene *s) {
    s->closing = true;
    tw_script *script = s->script;
    for (size_t i = 0; i < script->checks.count; i++)
        if (script->checks.data[i].scene == s) script->checks.data[i].scene = NULL;
    tw_tracks_free(s->tracks);
    tw_sim_destroy(s->sim);
    tw_world_destroy(s->world);
    script->references -= (long)(s->on_frame.count + s->at_end.count + s->captions.count +
                                 s->graphs.count + s->records.count);
    tw_array_free(&s->on_frame);
    tw_array_free(&s->at_end);
    tw_array_free(&s->captions);
    tw_array_free(&s->graphs);
    tw_array_free(&s->light_at);
    free_records(s);
    tw_retime_free(&s->retime);
    size_t k = 0;
    for (size_t i = 0; i < script->scenes.count; i++)
        if (script->scenes.data[i] != s) script->scenes.data[k++] = script->scenes.data[i];
    script->scenes.count = k;
    script->live_scenes--;
    free(s);
}

static int scene_gc(lua_State *L) {
    tw_scene_data *d = lua_touserdata(L, 1);
    if (d->scene) tw_scene_destroy(d->scene);
    d->scene = NULL;
    return 0;
}

void tw_script_name(const tw_script *s, char *name, size_t size) {
    const char *file = tw_path_name(s->file ? s->file : "scene");
    snprintf(name, size, "%.*s", (int)tw_path_stem(file, ".lua"), file);
}

static tw_status default_name(const tw_script *s, tw_world *w) {
    const char *file = tw_path_name(s->file ? s->file : "scene");
    size_t n = tw_path_stem(file, ".lua");
    free(w->set.name);
    w->set.name = malloc(n + 1);
    if (!w->set.name) return tw_fail_memory();
    memcpy(w->set.name, file, n);
    w->set.name[n] = 0;
    return TW_OK;
}

/* callback that reports constraints which contradict each other, found in a motion that the script
 * itself runs */
static void conflict(void *context, const char *text) {
    const tw_scene *scene = context;
    const tw_script_options *o = &scene->script->options;
    char line[2400];
    snprintf(line, sizeof line, "%s: %s", scene->world->set.name, text);
    if (o->notice) o->notice(o->notice_context, line);
}

static tw_status new_engine(tw_script *s, tw_scene **out) {
    if (s->over) return tw_fail(TW_ARGUMENT, "tw.scene: the Lua state is being closed");
    tw_scene *scene = calloc(1, sizeof *scene);
    if (!scene) return tw_fail_memory();
    scene->script = s;
    scene->layers = TW_LAYERS_FINAL;
    tw_status status = tw_tolerances_preset(&scene->tolerances);
    if (status == TW_OK) status = tw_world_create(&scene->world);
    if (status == TW_OK) status = default_name(s, scene->world);
    if (status == TW_OK) status = tw_sim_create(scene->world, &scene->sim);
    if (status == TW_OK) status = tw_tracks_create(scene->sim, &scene->tracks);
    if (status == TW_OK) status = tw_push(&s->scenes, scene);
    if (status != TW_OK) {
        tw_tracks_free(scene->tracks);
        tw_sim_destroy(scene->sim);
        tw_world_destroy(scene->world);
        free(scene);
        return status;
    }
    tw_sim_poll(scene->sim, s->options.poll);
    tw_sim_on_conflict(scene->sim, conflict, scene);
    s->live_scenes++;
    *out = scene;
    return TW_OK;
}

/* ---- settings ------------------------------------------------------------------------------- */

static void set_size(lua_State *L, tw_scene *scene, int index, const char *what) {
    double a[2];
    char got[64];
    if (!tw_get_numbers(L, index, 2, a) || a[0] != floor(a[0]) || a[1] != floor(a[1]) ||
        !(a[0] >= 1 && a[0] <= 32768 && a[1] >= 1 && a[1] <= 32768))
        tw_error(L, "%s: field 'size': expected {width, height} in pixels, got %s", what,
                 tw_describe(L, index, got, sizeof got));
    scene->world->set.width = (int)a[0];
    scene->world->set.height = (int)a[1];
}

/* replaces a word at index, such as "earth" for the setting gravity, by the vector that it stands
 * for; other values stay */
static void replace_word(lua_State *L, const char *name, int index, const char *what) {
    if (strcmp(name, "gravity") != 0 || lua_type(L, index) != LUA_TSTRING) return;
    static const struct {
        const char *name;
        double g;
    } bodies[] = {{"earth", 9.81}, {"moon", 1.62}, {"mars", 3.71}, {"none", 0}};
    const char *word = lua_tostring(L, index);
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++)
        if (!strcmp(bodies[i].name, word)) {
            tw_push_vec3(L, v3(0, 0, -bodies[i].g));
            lua_replace(L, index);
            return;
        }
    tw_error(
        L,
        "%s: field 'gravity': expected 'earth', 'moon', 'mars' or 'none', a vector {x, y, z}, a "
        "spline or a function of t, got '%.40s'",
        what, word);
}

/* checks the value at index and assigns it to the setting `name`; false: there is no such setting
 */
static bool set_setting(lua_State *L, tw_scene *scene, const char *name, int index,
                        const char *what) {
    index = lua_absindex(L, index);
    if (!strcmp(name, "size")) {
        set_size(L, scene, index, what);
        return true;
    }
    if (scene->inside && !strcmp(name, "fps"))
        tw_error(L,
                 "%s: field 'fps': the film's frames are counted from its begin; it cannot change "
                 "inside an event (scene:retime makes the film slower or faster)",
                 what);
    const tw_param *p = tw_params_find(tw_settings_params, tw_settings_param_count, name);
    if (!p) return tw_picture_set(L, scene, name, index);
    replace_word(L, name, index, what);
    tw_reader r = {.L = L, .scene = scene};
    tw_field_memory memory;
    if (!tw_read_field(&r, index, p, NULL, &memory))
        tw_error(L, "%s: field '%s': %s", what, name, r.error);
    tw_status s = tw_world_assign_setting(scene->world, p, &scene->world->set, &memory);
    if (s != TW_OK) {
        tw_param zero = tw_param_at_zero(p);
        tw_param_clear(&zero, &memory);
        char prefix[128];
        snprintf(prefix, sizeof prefix, "%.60s: field '%.40s'", what, name);
        tw_raise(L, s, prefix);
    }
    if (!strcmp(name, "seed")) scene->seeded = false;
    if (!strcmp(name, "name")) {
        scene->named = true;
        scene->named_at = tw_place_now(L);
    }
    return true;
}

static const char *const picture_fields[] = {"camera", "background", "fog",     "bloom",
                                             "tone",   "exposure",   "bounces", "draw",
                                             "ground", "check",      NULL};

static _Noreturn void unknown(lua_State *L, const char *what, const char *name, bool methods) {
    tw_suggestion near = tw_suggestion_for(name);
    for (int i = 0; i < tw_settings_param_count; i++)
        tw_suggestion_offer(&near, tw_settings_params[i].name);
    for (int i = 0; picture_fields[i]; i++) tw_suggestion_offer(&near, picture_fields[i]);
    tw_suggestion_offer(&near, "size");
    char best[64]; /* copy of near.best, because Lua may own that text and free it */
    snprintf(best, sizeof best, "%s", near.best ? near.best : "");
    if (methods) {
        static const char *const tables[] = {"tw.makers", "tw.scene.methods"};
        for (const tw_getter *g = tw_scene_getters; g->name; g++)
            tw_suggestion_offer(&near, g->name);
        for (int k = 0; k < 2; k++) {
            lua_getfield(L, LUA_REGISTRYINDEX, tables[k]);
            tw_push_keys(L, -1);
            lua_Integer n = (lua_Integer)lua_rawlen(L, -1);
            for (lua_Integer i = 1; i <= n; i++) {
                lua_rawgeti(L, -1, i);
                const char *word = lua_tostring(L, -1);
                tw_suggestion before = near;
                tw_suggestion_offer(&near, word);
                if (near.best != before.best) snprintf(best, sizeof best, "%s", word);
                lua_pop(L, 1);
            }
        }
        if (near.best && !*best) snprintf(best, sizeof best, "%s", near.best);
    }
    near.best = *best ? best : NULL;
    tw_error_field(L, what, name, &near, "scene");
}

static int new_scene(lua_State *L) {
    tw_script *script = tw_script_of(L);
    char got[64];
    if (lua_isnoneornil(L, 1)) {
        lua_settop(L, 0);
        lua_newtable(L);
    }
    if (lua_type(L, 1) != LUA_TTABLE)
        tw_error(L, "tw.scene: expected a table of fields, as in tw.scene{...}, got %s",
                 tw_describe(L, 1, got, sizeof got));
    lua_settop(L, 1);
    tw_scene_data *d = lua_newuserdatauv(L, sizeof *d, 3);
    *d = (tw_scene_data){&tw_scene_tag, NULL};
    luaL_setmetatable(L, "tw.scene");
    lua_newtable(L);
    lua_setiuservalue(L, 2, 1);
    lua_newtable(L);
    luaL_setmetatable(L, "tw.weak");
    lua_setiuservalue(L, 2, 2);
    lua_newtable(L);
    lua_setiuservalue(L, 2, 3);
    tw_try(L, new_engine(script, &d->scene));
    d->scene->made_at = tw_place_now(L);
    tw_register_scene(L, 2, d->scene);

    tw_push_keys(L, 1);
    lua_Integer n = (lua_Integer)lua_rawlen(L, 3);
    for (lua_Integer i = 1; i <= n; i++) {
        if (lua_rawgeti(L, 3, i) != LUA_TSTRING)
            tw_error(L, "tw.scene: expected named fields, got %s as a name",
                     tw_describe(L, -1, got, sizeof got));
        const char *name = lua_tostring(L, -1);
        lua_pushvalue(L, -1);
        lua_rawget(L, 1);
        if (!set_setting(L, d->scene, name, -1, "tw.scene")) unknown(L, "tw.scene", name, false);
        lua_pop(L, 2);
    }
    lua_settop(L, 2);
    return 1;
}

/* ---- scene.FIELD ---------------------------------------------------------------------------- */

/* __index of scenes; upvalues: methods, functions that make objects */
static int scene_index(lua_State *L) {
    tw_scene *scene = tw_test_scene(L, 1);
    char got[64];
    if (!scene || lua_type(L, 2) != LUA_TSTRING)
        tw_error(L, "a scene has no field %s", tw_describe(L, 2, got, sizeof got));
    for (int i = 1; i <= 2; i++) {
        lua_pushvalue(L, 2);
        if (lua_rawget(L, lua_upvalueindex(i)) != LUA_TNIL) return 1;
        lua_pop(L, 1);
    }
    const char *name = lua_tostring(L, 2);
    for (const tw_getter *g = tw_scene_getters; g->name; g++)
        if (!strcmp(g->name, name)) {
            lua_pushvalue(L, 1);
            tw_handle h = {.scene = scene};
            return g->get(L, &h, scene);
        }
    const tw_param *p = tw_params_find(tw_settings_params, tw_settings_param_count, name);
    if (p) {
        tw_push_field(L, scene, p, &scene->world->set);
        return 1;
    }
    if (!strcmp(name, "size")) {
        lua_createtable(L, 2, 0);
        lua_pushinteger(L, scene->world->set.width);
        lua_rawseti(L, -2, 1);
        lua_pushinteger(L, scene->world->set.height);
        lua_rawseti(L, -2, 2);
        return 1;
    }
    if (tw_picture_get(L, scene, name)) return 1;
    unknown(L, "scene", name, true);
}

static int scene_newindex(lua_State *L) {
    tw_scene *scene = tw_test_scene(L, 1);
    char got[64];
    if (!scene || lua_type(L, 2) != LUA_TSTRING)
        tw_error(L, "a scene has no field %s", tw_describe(L, 2, got, sizeof got));
    const char *name = lua_tostring(L, 2);
    bool own = tw_scene_is_unchanged(scene);
    tw_check_writable(L, scene, "assign a field of the scene");
    for (const tw_getter *g = tw_scene_getters; g->name; g++)
        if (!strcmp(g->name, name)) tw_error(L, "scene: field '%s' can only be read", name);
    if (!set_setting(L, scene, name, 3, "scene")) unknown(L, "scene", name, false);
    if (own && !strcmp(name, "fps")) tw_scene_note_unchanged(scene);
    return 0;
}

static int scene_tostring(lua_State *L) {
    tw_scene *scene = tw_test_scene(L, 1);
    lua_pushfstring(L, "scene '%s'", scene ? scene->world->set.name : "?");
    return 1;
}

void tw_open_scene(lua_State *L, int module) {
    tw_open_scenes(L);
    static const luaL_Reg own[] = {{"__newindex", scene_newindex},
                                   {"__tostring", scene_tostring},
                                   {"__gc", scene_gc},
                                   {NULL, NULL}};
    tw_open_metatable(L, "tw.scene", own);
    lua_newtable(L);
    const luaL_Reg *const functions[] = {tw_timeline_functions, tw_readout_functions,
                                         tw_picture_functions, tw_advance_functions,
                                         tw_contact_functions};
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        luaL_setfuncs(L, functions[i], 0);
    for (int i = 0; tw_function_kinds[i]; i++)
        if (tw_function_kinds[i]->scene) luaL_setfuncs(L, tw_function_kinds[i]->scene, 0);
    lua_pushvalue(L, -1);
    lua_setfield(L, LUA_REGISTRYINDEX, "tw.scene.methods");
    lua_newtable(L);
    tw_open_makers(L, lua_gettop(L));
    lua_pushvalue(L, -1);
    lua_setfield(L, LUA_REGISTRYINDEX, "tw.makers");
    lua_pushcclosure(L, scene_index, 2);
    lua_setfield(L, -2, "__index");
    lua_pop(L, 1);
    lua_pushcfunction(L, new_scene);
    lua_setfield(L, module, "scene");
}

tw_world *tw_scene_world(const tw_scene *scene) {
    return scene->world;
}

tw_sim *tw_scene_sim(const tw_scene *scene) {
    return scene->sim;
}

unsigned tw_scene_layers(const tw_scene *scene) {
    return scene->layers;
}
