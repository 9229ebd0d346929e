/* Two Lua states in one process, each with the module: the second is made while the first lives,
 * goes on after the first is closed, and a third comes after both. Each prints its hash, last. The
 * extra space of the states is filled, for it is the host's. */
#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void run(lua_State *L, int failed) {
    if (failed) {
        fprintf(stderr, "%s\n", lua_tostring(L, -1));
        exit(1);
    }
}

static lua_State *opened(void) {
    lua_State *L = luaL_newstate();
    if (!L) exit(1);
    memset(lua_getextraspace(L), 0xa5, LUA_EXTRASPACE);
    luaL_openlibs(L);
    run(L, luaL_dostring(L, "arg = {}; print = function() end; tw = require 'tauwerk'"));
    return L;
}

static void hash(lua_State *L) {
    run(L, luaL_dostring(L, "io.write(s:hash(), '\\n')"));
}

int main(int argc, char **argv) {
    (void)argc;
    lua_State *a = opened(), *b = opened();
    for (int i = 0; i < 2; i++) {
        lua_State *L = i ? b : a;
        run(L, luaL_dofile(L, argv[1]));
        lua_setglobal(L, "s");
    }
    hash(a);
    lua_close(a);
    hash(b);
    a = opened();
    run(a, luaL_dofile(a, argv[1]));
    lua_setglobal(a, "s");
    lua_close(b);
    hash(a);
    lua_close(a);
    return 0;
}
