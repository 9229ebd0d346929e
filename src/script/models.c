/* Fields of the models of tauwerk.models, for help and stubs; see script.h. */
#include "script/value/value.h"

typedef struct telling {
    void (*each)(void *context, const tw_script_model *m);
    void *context;
} telling;

/* reports one field of a model. On top of the stack is its row {default =, type =, required =, doc
 * =}, or just its default */
static void tell_field(lua_State *L, const telling *to, const char *model, const char *field) {
    tw_script_model m = {.model = model, .field = field, .type = "any", .doc = ""};
    int row = lua_gettop(L);
    if (lua_istable(L, row)) {
        if (lua_getfield(L, row, "type") == LUA_TSTRING)
            m.type = lua_tostring(L, -1);
        else if (lua_getfield(L, row, "default") != LUA_TNIL)
            m.type = luaL_typename(L, -1);
        if (lua_getfield(L, row, "doc") == LUA_TSTRING) m.doc = lua_tostring(L, -1);
        lua_getfield(L, row, "required");
        m.required = lua_toboolean(L, -1);
    } else {
        m.type = luaL_typename(L, row);
    }
    to->each(to->context, &m);
    lua_settop(L, row);
}

static int tell_models(lua_State *L) {
    const telling *to = lua_touserdata(L, 1);
    lua_settop(L, 0);
    for (int i = 0; i < 2; i++) {
        lua_getglobal(L, "require");
        lua_pushstring(L, i ? "tauwerk" : "tauwerk.models");
        lua_call(L, 1, 1);
    }
    lua_getfield(L, -1, "models");
    int models = lua_gettop(L);
    tw_push_keys(L, models);
    int names = lua_gettop(L);
    for (lua_Integer i = 1; lua_rawgeti(L, names, i) == LUA_TSTRING; i++) {
        const char *model = lua_tostring(L, -1);
        lua_getfield(L, models, model);
        int table = lua_gettop(L);
        tw_push_keys(L, table);
        int keys = lua_gettop(L);
        lua_Integer k = 1;
        for (; lua_rawgeti(L, keys, k) == LUA_TSTRING; k++) {
            const char *field = lua_tostring(L, -1);
            lua_getfield(L, table, field);
            tell_field(L, to, model, field);
            lua_settop(L, keys);
        }
        if (k == 1)
            to->each(to->context, &(tw_script_model){.model = model, .type = "", .doc = ""});
        lua_settop(L, names);
    }
    return 0;
}

tw_status tw_script_models(tw_script *s, void (*each)(void *context, const tw_script_model *m),
                           void *context) {
    telling to = {each, context};
    lua_State *L = s->L;
    if (!lua_checkstack(L, LUA_MINSTACK)) return tw_fail_memory();
    lua_pushcfunction(L, tell_models);
    lua_pushlightuserdata(L, &to);
    int code = lua_pcall(L, 1, 0, 0);
    return code == LUA_OK ? TW_OK : tw_status_of_error(L, code);
}
