/*
 * Replaces all values of a function by values of a changed text's function; see change_swap.h.
 * Afterwards it is tested that no value of the old function is left: the garbage collector must
 * find all of them to be garbage.
 */
#include "script/lua/change_swap.h"

#include <string.h>

/* ---- one value ------------------------------------------------------------------------------- */

bool tw_swap_is_old(lua_State *L, const tw_swap *w, int index) {
    if (lua_type(L, index) != LUA_TFUNCTION || lua_iscfunction(L, index)) return false;
    lua_pushvalue(L, index);
    bool made = lua_rawget(L, w->made) != LUA_TNIL;
    lua_pop(L, 1);
    if (made) return false;
    lua_Debug ar;
    lua_pushvalue(L, index);
    lua_getinfo(L, ">S", &ar);
    return *ar.source == '@' && !strcmp(ar.source + 1, w->path) && ar.linedefined == w->old.line &&
           ar.lastlinedefined == w->old.last;
}

void tw_swap_declare(luaL_Buffer *b, const char *const *names, size_t count) {
    const char *before = "local ";
    for (size_t i = 0; i < count; i++) {
        if (!strcmp(names[i], "_ENV")) continue;
        luaL_addstring(b, before);
        luaL_addstring(b, names[i]);
        before = ",";
    }
}

int tw_swap_upvalue(lua_State *L, int index, const char *name) {
    const char *other;
    for (int k = 1; (other = lua_getupvalue(L, index, k)); k++) {
        lua_pop(L, 1);
        if (!strcmp(name, other)) return k;
    }
    return 0;
}

/* compiles the chunk that makes values of the new function; the chunk declares variables with the
 * names of the upvalues of the old value at index `old` */
static void compile(lua_State *L, tw_swap *w, int old) {
    const tw_text_function *f = &w->text->functions.data[w->function];
    const char *names[TW_SWAP_NAMES];
    size_t count = 0;
    luaL_Buffer b;
    for (const char *name; (name = lua_getupvalue(L, old, (int)count + 1)); count++) {
        lua_pop(L, 1);
        if (count == TW_SWAP_NAMES) luaL_error(L, "too many variables");
        names[count] = name;
    }
    w->refused = w->refused || tw_text_names_others(w->text, w->function, names, count);
    luaL_buffinit(L, &b);
    for (int i = 1; i < w->line; i++) luaL_addchar(&b, '\n');
    tw_swap_declare(&b, names, count);
    luaL_addstring(&b, " return function(");
    const char *rest = w->text->data + f->list + 1;
    if (f->method) {
        const char *p = rest + strspn(rest, " \t\r\n");
        luaL_addstring(&b, *p == ')' ? "self" : "self,");
    }
    luaL_addlstring(&b, rest, f->end - f->list - 1);
    luaL_addstring(&b, "end");
    luaL_pushresult(&b);
    lua_pushfstring(L, "@%s", w->path);
    size_t n;
    const char *text = lua_tolstring(L, -2, &n);
    if (luaL_loadbufferx(L, text, n, lua_tostring(L, -1), "t") != LUA_OK) lua_error(L);
    lua_replace(L, w->chunk);
    lua_pop(L, 2);
}

/* pushes the new value that replaces the old function value at index `old` */
static void replacement(lua_State *L, tw_swap *w, int old) {
    lua_pushvalue(L, old);
    if (lua_rawget(L, w->map) != LUA_TNIL) return;
    lua_pop(L, 1);
    if (lua_isnil(L, w->chunk)) compile(L, w, old);
    lua_pushvalue(L, w->chunk);
    lua_call(L, 0, 1);
    int new = lua_gettop(L);
    const char *name;
    for (int i = 1; (name = lua_getupvalue(L, new, i)); i++) {
        lua_pop(L, 1);
        int k = tw_swap_upvalue(L, old, name);
        if (k) lua_upvaluejoin(L, new, i, old, k);
    }
    lua_pushvalue(L, new);
    lua_pushboolean(L, 1);
    lua_rawset(L, w->made);
    lua_pushvalue(L, old);
    lua_pushvalue(L, new);
    lua_rawset(L, w->map);
}

/* ---- all values ------------------------------------------------------------------------------ */

/* pops the value on top and, if it can refer to other values and was not found before, adds it to
 * the list of values to search */
static void later(lua_State *L, const tw_swap *w) {
    int type = lua_type(L, -1);
    bool holds =
        type == LUA_TTABLE || type == LUA_TFUNCTION || type == LUA_TUSERDATA || type == LUA_TTHREAD;
    if (holds) {
        lua_pushvalue(L, -1);
        holds = lua_rawget(L, w->seen) == LUA_TNIL;
        lua_pop(L, 1);
    }
    if (!holds) {
        lua_pop(L, 1);
        return;
    }
    lua_pushvalue(L, -1);
    lua_pushboolean(L, 1);
    lua_rawset(L, w->seen);
    lua_rawseti(L, w->todo, (lua_Integer)lua_rawlen(L, w->todo) + 1);
}

/* if the value on top of the stack is a value of the old function, or a coroutine that waits in it,
 * replaces it by the new one; false: it is neither */
static bool renewed(lua_State *L, tw_swap *w) {
    lua_State *T = lua_tothread(L, -1);
    bool stands = T && T != L && tw_story_stands(L, w, T);
    if (!stands && !tw_swap_is_old(L, w, -1)) return false;
    if (!stands) {
        replacement(L, w, lua_gettop(L));
    } else {
        lua_pushvalue(L, -1);
        if (lua_rawget(L, w->map) == LUA_TNIL) {
            lua_pop(L, 1);
            tw_story_replace(L, w, T);
        }
    }
    lua_remove(L, -2);
    return true;
}

static void through_table(lua_State *L, tw_swap *w, int table) {
    lua_pushnil(L);
    while (lua_next(L, table)) {
        w->refused = w->refused || tw_swap_is_old(L, w, -2) ||
                     (lua_isthread(L, -2) && tw_story_stands(L, w, lua_tothread(L, -2)));
        if (renewed(L, w)) {
            lua_pushvalue(L, -2);
            lua_pushvalue(L, -2);
            lua_rawset(L, table);
        }
        later(L, w);
        lua_pushvalue(L, -1);
        later(L, w);
    }
}

static void through_function(lua_State *L, tw_swap *w, int f) {
    for (int i = 1; lua_getupvalue(L, f, i); i++) {
        if (renewed(L, w)) {
            lua_pushvalue(L, -1);
            lua_setupvalue(L, f, i);
        }
        later(L, w);
    }
}

static void through_userdata(lua_State *L, tw_swap *w, int u) {
    for (int i = 1; lua_getiuservalue(L, u, i) != LUA_TNONE; i++) {
        if (renewed(L, w)) {
            lua_pushvalue(L, -1);
            lua_setiuservalue(L, u, i);
        }
        later(L, w);
    }
    lua_pop(L, 1);
}

static void through_thread(lua_State *L, tw_swap *w, lua_State *T) {
    lua_Debug ar;
    for (int level = 0; T != L && lua_getstack(T, level, &ar); level++) {
        lua_getinfo(T, "f", &ar);
        lua_xmove(T, L, 1);
        w->refused = w->refused || tw_swap_is_old(L, w, -1);
        later(L, w);
        for (int i = 1; lua_getlocal(T, &ar, i); i++) {
            lua_xmove(T, L, 1);
            if (renewed(L, w)) {
                lua_pushvalue(L, -1);
                lua_xmove(L, T, 1);
                lua_setlocal(T, &ar, i);
            }
            later(L, w);
        }
    }
}

static void through(lua_State *L, tw_swap *w) {
    lua_pushvalue(L, LUA_REGISTRYINDEX);
    later(L, w);
    for (lua_Integer n; !w->refused && (n = (lua_Integer)lua_rawlen(L, w->todo)) > 0;) {
        lua_rawgeti(L, w->todo, n);
        lua_pushnil(L);
        lua_rawseti(L, w->todo, n);
        int value = lua_gettop(L), type = lua_type(L, value);
        luaL_checkstack(L, 20, NULL);
        if (lua_getmetatable(L, value)) later(L, w);
        if (type == LUA_TTABLE) through_table(L, w, value);
        if (type == LUA_TFUNCTION) through_function(L, w, value);
        if (type == LUA_TUSERDATA) through_userdata(L, w, value);
        if (type == LUA_TTHREAD) through_thread(L, w, lua_tothread(L, value));
        lua_settop(L, value - 1);
    }
}

/* Lua argument 1: the tw_swap (light userdata). Lua result: true if all values were replaced */
static int replace_all(lua_State *L) {
    tw_swap *w = lua_touserdata(L, 1);
    lua_settop(L, 1);
    lua_pushnil(L);
    w->chunk = 2;
    int *const tables[] = {&w->map, &w->made, &w->seen, &w->todo};
    for (int i = 0; i < 4; i++) {
        lua_newtable(L);
        *tables[i] = lua_gettop(L);
    }
    for (int i = w->map; i <= w->todo; i++) {
        /* the swap's own tables are marked as found, so that they are not searched */
        lua_pushvalue(L, i);
        lua_pushboolean(L, 1);
        lua_rawset(L, w->seen);
    }
    through(L, w);
    if (!w->refused) tw_stories_join(L, w);
    /* a table whose keys, the old values, are weak: the collector removes those that are garbage */
    lua_newtable(L);
    lua_newtable(L);
    lua_pushliteral(L, "k");
    lua_setfield(L, -2, "__mode");
    lua_setmetatable(L, -2);
    int weak = lua_gettop(L);
    lua_pushnil(L);
    while (lua_next(L, w->map)) {
        lua_pop(L, 1);
        lua_pushvalue(L, -1);
        lua_pushboolean(L, 1);
        lua_rawset(L, weak);
    }
    for (int i = w->chunk; i <= w->todo; i++) {
        lua_pushnil(L);
        lua_replace(L, i);
    }
    lua_gc(L, LUA_GCCOLLECT);
    lua_gc(L, LUA_GCCOLLECT);
    lua_pushnil(L);
    lua_pushboolean(L, !w->refused && !lua_next(L, weak));
    return 1;
}

bool tw_swap_values(lua_State *L, tw_swap *w) {
    int top = lua_gettop(L);
    lua_pushcfunction(L, replace_all);
    lua_pushlightuserdata(L, w);
    bool good = lua_pcall(L, 1, 1, 0) == LUA_OK && lua_toboolean(L, -1);
    lua_settop(L, top);
    return good;
}
