/*
 * Energies in Lua: a table with the fields kinetic, potential and total. In arithmetic, in < and
 * <=, and in concatenation it stands for the kinetic energy, so that both `local kinetic, potential
 * = scene:energy()` and `scene:energy().total` work. For ==, and for functions that need a number,
 * it is a table.
 */
#include "script/object/object.h"

/* replaces each table of energies among the first `count` arguments by its kinetic energy */
static void take_numbers(lua_State *L, int count) {
    lua_settop(L, count);
    for (int i = 1; i <= count; i++) {
        if (!lua_istable(L, i)) continue;
        if (lua_getfield(L, i, "kinetic") == LUA_TNUMBER)
            lua_replace(L, i);
        else
            lua_pop(L, 1);
    }
}

static int arithmetic(lua_State *L) {
    int op = (int)lua_tointeger(L, lua_upvalueindex(1));
    take_numbers(L, op == LUA_OPUNM ? 1 : 2);
    lua_arith(L, op);
    return 1;
}

static int compare(lua_State *L) {
    take_numbers(L, 2);
    lua_pushboolean(L, lua_compare(L, 1, 2, (int)lua_tointeger(L, lua_upvalueindex(1))));
    return 1;
}

static int join(lua_State *L) {
    take_numbers(L, 2);
    lua_concat(L, 2);
    return 1;
}

static int as_text(lua_State *L) {
    take_numbers(L, 1);
    luaL_tolstring(L, 1, NULL);
    return 1;
}

static void push_meta(lua_State *L) {
    static const struct {
        const char *name;
        lua_CFunction f;
        int op;
    } meta[] = {
        {"__add", arithmetic, LUA_OPADD},
        {"__sub", arithmetic, LUA_OPSUB},
        {"__mul", arithmetic, LUA_OPMUL},
        {"__div", arithmetic, LUA_OPDIV},
        {"__mod", arithmetic, LUA_OPMOD},
        {"__idiv", arithmetic, LUA_OPIDIV},
        {"__pow", arithmetic, LUA_OPPOW},
        {"__unm", arithmetic, LUA_OPUNM},
        {"__lt", compare, LUA_OPLT},
        {"__le", compare, LUA_OPLE},
        {"__concat", join, 0},
        {"__tostring", as_text, 0},
    };
    if (!luaL_newmetatable(L, "tw.energy")) return;
    for (size_t i = 0; i < sizeof meta / sizeof *meta; i++) {
        lua_pushinteger(L, meta[i].op);
        lua_pushcclosure(L, meta[i].f, 1);
        lua_setfield(L, -2, meta[i].name);
    }
    lua_pushboolean(L, false); /* hides the metatable, which all scenes share */
    lua_setfield(L, -2, "__metatable");
}

tw_energy tw_push_energy(lua_State *L, tw_scene *scene, const tw_body *one) {
    tw_energy e;
    tw_refuse_traced(L, "energies");
    tw_try(L, tw_read_energy(tw_sim_dynamics(scene->sim), one, &e));
    lua_createtable(L, 0, 3);
    tw_set_number(L, "kinetic", e.kinetic);
    tw_set_number(L, "potential", e.potential);
    tw_set_number(L, "total", e.kinetic + e.potential);
    push_meta(L);
    lua_setmetatable(L, -2);
    return e;
}
