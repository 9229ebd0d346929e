/*
 * Scenes as Lua values, the Lua values that they keep for the engine, and calls of the engine into
 * Lua. A scene's userdata has three user values: 1 references (luaL_ref), 2 handles by object
 * (weak), 3 attachments.
 */
#include "script/value/value.h"

#include <math.h>

/* the address of this variable is the registry key of the table of scenes */
static const char scenes_key;

const char tw_scene_tag;

void tw_open_scenes(lua_State *L) {
    lua_newtable(L); /* a table: address of a scene -> the scene, with weak values */
    luaL_newmetatable(L, "tw.weak");
    lua_pushstring(L, "v");
    lua_setfield(L, -2, "__mode");
    lua_setmetatable(L, -2);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &scenes_key);
}

void tw_register_scene(lua_State *L, int index, const tw_scene *scene) {
    lua_pushvalue(L, index);
    lua_rawgetp(L, LUA_REGISTRYINDEX, &scenes_key);
    lua_insert(L, -2);
    lua_rawsetp(L, -2, scene);
    lua_pop(L, 1);
}

void tw_push_scene(lua_State *L, tw_scene *scene) {
    lua_rawgetp(L, LUA_REGISTRYINDEX, &scenes_key);
    lua_rawgetp(L, -1, scene);
    lua_remove(L, -2);
}

tw_scene *tw_test_scene(lua_State *L, int index) {
    tw_scene_data *d = tw_test_tag(L, index, &tw_scene_tag);
    return d ? d->scene : NULL;
}

int tw_scene_ref(lua_State *L, tw_scene *scene) {
    tw_push_scene(L, scene);
    lua_getiuservalue(L, -1, 1);
    lua_pushvalue(L, -3);
    int ref = luaL_ref(L, -2);
    lua_pop(L, 3);
    scene->script->references++;
    scene->changes++;
    return ref;
}

void tw_scene_unref(tw_scene *scene, int ref) {
    scene->script->references--;
    if (scene->closing)
        return; /* the scene is being collected, and its table of references may be gone already */
    lua_State *L = scene->script->now;
    tw_push_scene(L, scene);
    if (lua_getiuservalue(L, -1, 1) == LUA_TTABLE) luaL_unref(L, -1, ref);
    lua_pop(L, 2);
}

void tw_scene_push_ref(lua_State *L, tw_scene *scene, int ref) {
    tw_push_scene(L, scene);
    lua_getiuservalue(L, -1, 1);
    lua_rawgeti(L, -1, ref);
    lua_replace(L, -3);
    lua_pop(L, 1);
}

tw_scene *tw_check_maker(lua_State *L, const char *what, tw_id *group) {
    tw_scene *scene = tw_test_scene(L, 1);
    char got[128];
    *group = (tw_id){0, 0};
    if (scene) return scene;
    tw_handle *h = tw_test_handle(L, 1);
    if (!h || h->class_ != TW_GROUP)
        tw_error(L,
                 "scene:%s: call it with a colon, as in scene:%s{...}; expected a scene or group "
                 "before it, got %s",
                 what, what, tw_describe(L, 1, got, sizeof got));
    if (!tw_world_get(h->scene->world, TW_GROUP, h->id)) tw_gone(L, h);
    *group = h->id;
    return h->scene;
}

tw_scene *tw_check_scene(lua_State *L, const char *what) {
    tw_scene *scene = tw_test_scene(L, 1);
    char got[128];
    if (!scene)
        tw_error(L,
                 "scene:%s: call it with a colon, as in scene:%s(...); expected a scene before "
                 "it, got %s",
                 what, what, tw_describe(L, 1, got, sizeof got));
    return scene;
}

/* ---- callbacks ------------------------------------------------------------------------------ */

lua_State *tw_callback_begin(tw_scene *scene, int ref) {
    lua_State *L = scene->script->now;
    scene->script->placed = false;
    if (!lua_checkstack(L, 40)) {
        tw_fail_memory();
        return NULL;
    }
    tw_scene_push_ref(L, scene, ref);
    return L;
}

tw_status tw_callback_call(tw_scene *scene, lua_State *L, int arguments, int results,
                           const char *what, double t) {
    const char *outer = scene->inside;
    tw_tracer *tracer = scene->script->tracer;
    scene->inside = what;
    scene->script->tracer = NULL;
    int code = lua_pcall(L, arguments, results, 0);
    scene->script->tracer = tracer;
    scene->inside = outer;
    if (code == LUA_OK) return TW_OK;
    tw_status s = tw_status_of_error(L, code);
    scene->script->placed = true;
    if (scene->script->stopped != TW_OK || isnan(t)) return s;
    return tw_fail(s, "%s (in %s at t = %.9g s)", tw_failure(), what, t);
}
