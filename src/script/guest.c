/*
 * The module in a host's Lua: `require "tauwerk"` in a stock Lua 5.4, which loads tauwerk.so.
 *
 * The state is the host's: its library stays as it is, no hook is set, and its memory has no limit
 * and no fixed order of addresses. Tauwerk's own Lua files get globals of their own, in which
 * pairs, next and tostring have a fixed order. The script (tw_script) is a userdata in the
 * registry, made before any scene. Lua finalizes objects in the opposite order of their making, so
 * the script outlives the scenes, and its memory is freed after the last finalizer.
 */
#include "script/lua/change.h"
#include "script/scene/scene.h"

#include <string.h>

/* the addresses of these variables are keys in the registry */
static const char script_key, module_key, globals_key;

/* the only symbol that tauwerk.so exports */
__attribute__((visibility("default"))) int luaopen_tauwerk(lua_State *L);

tw_script *tw_script_of_guest(lua_State *L) {
    lua_rawgetp(L, LUA_REGISTRYINDEX, &script_key);
    tw_script *s = lua_touserdata(L, -1);
    lua_pop(L, 1);
    return s;
}

void tw_guest_globals(lua_State *L) {
    if (tw_script_of(L)->heap.region) return;
    lua_rawgetp(L, LUA_REGISTRYINDEX, &globals_key);
    lua_setupvalue(L, -2, 1);
}

static int script_gc(lua_State *L) {
    tw_script *s = lua_touserdata(L, 1);
    tw_script_clear(s);
    s->over = true;
    s->options.notice = NULL;
    return 0;
}

/* issues a notice, "FILE:LINE: ...", as a Lua warning, which `lua -W` shows */
static void warn(void *context, const char *text) {
    const tw_script *s = context;
    lua_warning(s->L, text, 0);
}

/* file of the outermost function on the stack that came from a file; NULL: none */
static const char *outermost_file(lua_State *L, lua_Debug *ar) {
    const char *file = NULL;
    for (int level = 0; lua_getstack(L, level, ar); level++) {
        lua_getinfo(L, "S", ar);
        if (ar->source[0] == '@') file = ar->source + 1;
    }
    return file;
}

static void create_script(lua_State *L) {
    lua_Debug ar;
    tw_script *s = lua_newuserdatauv(L, sizeof *s, 0);
    memset(s, 0, sizeof *s);
    lua_rawgeti(L, LUA_REGISTRYINDEX, LUA_RIDX_MAINTHREAD);
    s->L = s->now = lua_tothread(L, -1);
    lua_pop(L, 1);
    s->options.notice = warn;
    s->options.notice_context = s;
    lua_createtable(L, 0, 1);
    lua_pushcfunction(L, script_gc);
    lua_setfield(L, -2, "__gc");
    lua_setmetatable(L, -2);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &script_key);
    const char *file = outermost_file(L, &ar);
    if (file && !(s->file = strdup(file))) tw_raise(L, tw_fail_memory(), NULL);
}

static void create_globals(lua_State *L) {
    lua_newtable(L);
    tw_set_ordered(L);
    lua_createtable(L, 0, 1);
    lua_pushglobaltable(L);
    lua_setfield(L, -2, "__index");
    lua_setmetatable(L, -2);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &globals_key);
}

int luaopen_tauwerk(lua_State *L) {
    luaL_checkversion(L);
    if (lua_rawgetp(L, LUA_REGISTRYINDEX, &module_key) != LUA_TNIL) return 1;
    if (!tw_script_of_guest(L)) create_script(L);
    lua_newtable(L);
    lua_setfield(L, LUA_REGISTRYINDEX, "tw.anchored");
    tw_open_order(L);
    create_globals(L);
    lua_settop(L, 0);
    tw_open_module(L);
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &module_key);
    return 1;
}
