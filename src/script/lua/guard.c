/*
 * Functions of Lua's own library that could crash the process are removed or guarded. Lua does not
 * verify bytecode, so a crafted chunk could read and write any memory: chunks are loaded as text
 * only, and string.dump is removed. The debug library gives access to internal values (metatables
 * of our objects, locals of C functions, internal functions that trust their arguments): only
 * traceback and getinfo are left, getinfo without the field func.
 */
#include "script/lua/state.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* function in place of a removed one: raises "NAME is not available..."; upvalues: the name, and a
 * text such as " in the sandbox" */
static int refuse(lua_State *L) {
    tw_error(L, "%s is not available%s", lua_tostring(L, lua_upvalueindex(1)),
             lua_tostring(L, lua_upvalueindex(2)));
}

void tw_take_away(lua_State *L, const char *table, const char *name, const char *where) {
    lua_pushfstring(L, "%s.%s", table, name);
    lua_pushstring(L, where);
    lua_pushcclosure(L, refuse, 2);
    lua_setfield(L, -2, name);
}

int tw_pass_on(lua_State *L) {
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, 1);
    lua_call(L, lua_gettop(L) - 1, LUA_MULTRET);
    return lua_gettop(L);
}

/* ---- chunks --------------------------------------------------------------------------------- */

/* sets the argument `mode` at index to "t"; false: the given mode excludes text, and nil and the
 * reason are pushed */
static bool text_only(lua_State *L, int index) {
    if (lua_gettop(L) < index) lua_settop(L, index);
    const char *mode = luaL_optstring(L, index, "t");
    if (!strchr(mode, 't')) {
        lua_pushnil(L);
        lua_pushfstring(L, "chunks are loaded as text only, not in mode '%s'", mode);
        return false;
    }
    lua_pushstring(L, "t");
    lua_replace(L, index);
    return true;
}

/* calls the original function, which is the upvalue, with chunks of text only; mode: stack index of
 * the argument `mode` */
static int load_text(lua_State *L, int mode) {
    if (!text_only(L, mode)) return 2;
    return tw_pass_on(L);
}

static int guarded_load(lua_State *L) {
    return load_text(L, 3);
}

static int guarded_loadfile(lua_State *L) {
    return load_text(L, 2);
}

static int after_file(lua_State *L, int status, lua_KContext context) {
    (void)status, (void)context;
    return lua_gettop(L) - 1;
}

static int guarded_dofile(lua_State *L) {
    const char *path = luaL_optstring(L, 1, NULL);
    lua_settop(L, 1);
    int code = luaL_loadfilex(L, path, "t");
    if (code == LUA_ERRFILE) tw_keep_file_error(L, errno);
    if (code != LUA_OK) return lua_error(L);
    lua_callk(L, 0, LUA_MULTRET, 0, after_file);
    return after_file(L, 0, 0);
}

/* searcher of require for the files of package.path, loaded as text. Upvalue: the table package */
static int search_files(lua_State *L) {
    const char *name = luaL_checkstring(L, 1);
    lua_getfield(L, lua_upvalueindex(1), "searchpath");
    lua_pushvalue(L, 1);
    if (lua_getfield(L, lua_upvalueindex(1), "path") != LUA_TSTRING)
        return luaL_error(L, "'package.path' must be a string");
    lua_call(L, 2, 2);
    /* not found: the text, which lists the places searched, is the result */
    if (lua_isnil(L, -2)) return 1;
    lua_pop(L, 1);
    const char *path = luaL_checkstring(L, -1);
    char *real; /* the path is checked again: a script can replace package.searchpath */
    tw_status may = tw_script_may_read(tw_script_of(L), path, &real);
    free(real);
    if (may != TW_OK) tw_raise(L, may, "require");
    if (luaL_loadfilex(L, path, "t") != LUA_OK)
        return luaL_error(L, "error loading module '%s' from file '%s':\n\t%s", name, path,
                          lua_tostring(L, -1));
    lua_insert(L, -2);
    return 2;
}

static void guard_loading(lua_State *L) {
    lua_getglobal(L, "load");
    lua_pushcclosure(L, guarded_load, 1);
    lua_setglobal(L, "load");
    lua_getglobal(L, "loadfile");
    lua_pushcclosure(L, guarded_loadfile, 1);
    lua_setglobal(L, "loadfile");
    lua_register(L, "dofile", guarded_dofile);
    lua_getglobal(L, "package");
    lua_getfield(L, -1, "searchers");
    lua_pushvalue(L, -2);
    lua_pushcclosure(L, search_files, 1);
    lua_rawseti(L, -2, 2);
    lua_pop(L, 2);
}

/* ---- stopping ------------------------------------------------------------------------------- */

/*
 * While Lua handles an error that a hook raised, hooks are off. A message handler, or __close
 * metamethods of variables in a coroutine, could then run for ever. So neither is called when the
 * script must stop.
 */

/* message handler for xpcall; upvalue: the script's own handler, called unless the script must stop
 */
static int handle(lua_State *L) {
    if (tw_script_of(L)->stopped != TW_OK) return 1;
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, 1);
    lua_call(L, lua_gettop(L) - 1, 1);
    return 1;
}

static int after_xpcall(lua_State *L, int status, lua_KContext context) {
    (void)status, (void)context;
    return lua_gettop(L);
}

/* xpcall with `handle` as its message handler; upvalue: the original function */
static int guarded_xpcall(lua_State *L) {
    luaL_checktype(L, 2, LUA_TFUNCTION);
    lua_pushvalue(L, 2);
    lua_pushcclosure(L, handle, 1);
    lua_replace(L, 2);
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, 1);
    lua_callk(L, lua_gettop(L) - 1, LUA_MULTRET, 0, after_xpcall);
    return after_xpcall(L, 0, 0);
}

static void check_stopped(lua_State *L) {
    tw_script *s = tw_script_of(L);
    if (s->stopped == TW_OK) return;
    lua_pushstring(L, s->stop_text);
    lua_error(L);
}

/* function that coroutine.wrap returns; upvalue: the coroutine */
static int resume_wrapped(lua_State *L) {
    lua_State *co = lua_tothread(L, lua_upvalueindex(1));
    int n = lua_gettop(L), results;
    if (!lua_checkstack(co, n)) return luaL_error(L, "too many arguments to resume");
    if (lua_status(co) == LUA_OK && lua_gettop(co) == 0)
        return luaL_error(L, "cannot resume dead coroutine");
    lua_xmove(L, co, n);
    int status = lua_resume(co, L, n, &results);
    if (status == LUA_OK || status == LUA_YIELD) {
        if (!lua_checkstack(L, results + 1)) {
            lua_pop(co, results);
            return luaL_error(L, "too many results to resume");
        }
        lua_xmove(co, L, results);
        return results;
    }
    check_stopped(L);
    if (lua_status(co) > LUA_YIELD) {
        /* an error ended the coroutine: this closes its variables. The error value, which the
         * closing may have replaced, is moved to L */
        status = lua_resetthread(co);
        lua_xmove(co, L, 1);
    } else {
        lua_xmove(co, L, 1); /* the coroutine is running already, and the message is moved here */
    }
    if (status != LUA_ERRMEM && lua_type(L, -1) == LUA_TSTRING) {
        luaL_where(L, 1);
        lua_insert(L, -2);
        lua_concat(L, 2);
    }
    return lua_error(L);
}

static int guarded_wrap(lua_State *L) {
    luaL_checktype(L, 1, LUA_TFUNCTION);
    lua_State *co = lua_newthread(L);
    lua_pushvalue(L, 1);
    lua_xmove(L, co, 1);
    lua_pushcclosure(L, resume_wrapped, 1);
    return 1;
}

/* coroutine.close, which is refused if the script must stop; upvalue: the original function */
static int guarded_close(lua_State *L) {
    check_stopped(L);
    return tw_pass_on(L);
}

static void guard_stopping(lua_State *L) {
    lua_getglobal(L, "xpcall");
    lua_pushcclosure(L, guarded_xpcall, 1);
    lua_setglobal(L, "xpcall");
    lua_getglobal(L, "coroutine");
    lua_pushcfunction(L, guarded_wrap);
    lua_setfield(L, -2, "wrap");
    lua_getfield(L, -1, "close");
    lua_pushcclosure(L, guarded_close, 1);
    lua_setfield(L, -2, "close");
    lua_pop(L, 1);
}

/* ---- debug ---------------------------------------------------------------------------------- */

/* debug.getinfo without the field func. Upvalue: the original function */
static int guarded_info(lua_State *L) {
    bool other = lua_isthread(L, 1) && lua_tothread(L, 1) != L;
    int at = lua_isthread(L, 1) ? 2 : 1, whole;
    lua_Integer level = lua_tointegerx(L, at, &whole);
    if (whole && !other) {
        /* a level that the script gives is increased by one, for the level of this function itself
         */
        lua_pushinteger(L, level < LUA_MAXINTEGER ? level + 1 : level);
        lua_replace(L, at);
    }
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, 1);
    lua_call(L, lua_gettop(L) - 1, 1);
    if (lua_istable(L, -1)) {
        lua_pushnil(L);
        lua_setfield(L, -2, "func");
    }
    return 1;
}

static void guard_debug(lua_State *L) {
    static const char *const taken[] = {
        "debug",        "gethook",      "getlocal",       "getmetatable", "getregistry",
        "getupvalue",   "getuservalue", "setcstacklimit", "sethook",      "setlocal",
        "setmetatable", "setupvalue",   "setuservalue",   "upvalueid",    "upvaluejoin"};
    lua_getglobal(L, "debug");
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++)
        tw_take_away(L, "debug", taken[i],
                     " to scripts; of the debug library, traceback and getinfo are");
    lua_getfield(L, -1, "getinfo");
    lua_pushcclosure(L, guarded_info, 1);
    lua_setfield(L, -2, "getinfo");
    lua_pop(L, 1);
}

void tw_open_guard(lua_State *L) {
    guard_loading(L);
    guard_debug(L);
    guard_stopping(L);
    lua_getglobal(L, "string");
    tw_take_away(L, "string", "dump", " to scripts; chunks are loaded as text only");
    lua_pop(L, 1);
}
