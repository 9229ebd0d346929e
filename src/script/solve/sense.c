/*
 * Sensitivities of motions (timeline/sensitivity) for lua/tauwerk/solve/sense.lua: a userdata with
 * the scene as its user value.
 *
 *     host.rough(scene)              records from now on where the motion is not smooth
 *     host.rough_end(scene)          ends and discards that record
 *     host.rough_list(scene)         the recorded intervals, {from, to, from, to, ...}
 *     host.sense(scene, n)           sensitivities to n unknowns; the scene has the fields for u
 *     host.sense_variant(x, j, side, offset)   the scene has the fields for u_j + offset; side 0, 1
 *     host.sense_begin(x, end, steps)    begins the motion from the scene's time to `end`
 *     host.sense_look(x, t)          adds a time at which states are wanted; returns its number
 *     host.sense_put(x, j, side)     gives the scene the fields of that variant; j = 0: for u
 *     host.sense_show(x, look, j, side, t)    gives the scene the variant's state at that time
 *     host.sense_close(x)
 *
 * If a motion fails or an argument does not fit, a function returns nil and the reason; other
 * failures, and all of host.sense, are raised as errors.
 */
#include "script/scene/scene.h"

#include "timeline/sensitivity/sensitivity.h"

static const char sense_tag;

typedef struct sense {
    const void *tag;
    tw_scene *scene;
    tw_sensitivity *s;
    int n;
} sense;

static sense *check_sense(lua_State *L) {
    sense *s = tw_test_tag(L, 1, &sense_tag);
    if (!s || !s->s) luaL_argerror(L, 1, "sensitivities expected");
    return s;
}

static int sense_gc(lua_State *L) {
    sense *s = lua_touserdata(L, 1);
    tw_sensitivity_free(s->s);
    s->s = NULL;
    return 0;
}

/* pushes true, or nil and the reason if a motion failed or an argument does not fit; raises other
 * failures */
static int answer(lua_State *L, tw_status status) {
    if (status == TW_OK) {
        lua_pushboolean(L, 1);
        return 1;
    }
    if (!tw_status_of_motion(status) && status != TW_ARGUMENT) tw_raise(L, status, NULL);
    lua_pushnil(L);
    lua_pushstring(L, tw_failure());
    return 2;
}

static int host_rough(lua_State *L) {
    tw_sim_rough_begin(tw_check_scene(L, "solve")->sim);
    return 0;
}

static int host_rough_end(lua_State *L) {
    tw_sim_rough_end(tw_check_scene(L, "solve")->sim);
    return 0;
}

static int host_rough_list(lua_State *L) {
    size_t count;
    const tw_rough *r = tw_sim_rough(tw_check_scene(L, "solve")->sim, &count);
    lua_createtable(L, (int)(2 * count), 0);
    for (size_t i = 0; i < count; i++) {
        lua_pushnumber(L, r[i].from);
        lua_rawseti(L, -2, 2 * (lua_Integer)i + 1);
        lua_pushnumber(L, r[i].to);
        lua_rawseti(L, -2, 2 * (lua_Integer)i + 2);
    }
    return 1;
}

static int host_sense(lua_State *L) {
    tw_scene *scene = tw_check_scene(L, "solve");
    const tw_script *script = tw_script_of(L);
    sense *s = lua_newuserdatauv(L, sizeof *s, 1);
    *s = (sense){&sense_tag, scene, NULL, (int)luaL_checkinteger(L, 2)};
    lua_createtable(L, 0, 1);
    lua_pushcfunction(L, sense_gc);
    lua_setfield(L, -2, "__gc");
    lua_setmetatable(L, -2);
    lua_pushvalue(L, 1);
    lua_setiuservalue(L, -2, 1);
    tw_world_tidy(scene->world);
    tw_try(L, tw_sensitivity_create(s->n, script->options.poll, &s->s));
    tw_try(L, tw_sensitivity_base(s->s, scene->world));
    return 1;
}

static int host_variant(lua_State *L) {
    sense *s = check_sense(L);
    tw_world_tidy(s->scene->world);
    return answer(L, tw_sensitivity_variant(s->s, s->scene->world, (int)luaL_checkinteger(L, 2) - 1,
                                            (int)luaL_checkinteger(L, 3), luaL_checknumber(L, 4)));
}

static int host_begin(lua_State *L) {
    sense *s = check_sense(L);
    return answer(
        L, tw_sensitivity_begin(s->s, luaL_checknumber(L, 2), (long)luaL_checkinteger(L, 3)));
}

static int host_look(lua_State *L) {
    sense *s = check_sense(L);
    int look;
    tw_status status = tw_sensitivity_look(s->s, luaL_checknumber(L, 2), &look);
    if (status != TW_OK) return answer(L, status);
    lua_pushinteger(L, look);
    return 1;
}

static int host_put(lua_State *L) {
    sense *s = check_sense(L);
    return answer(L, tw_sensitivity_put(s->s, s->scene->world, (int)luaL_checkinteger(L, 2) - 1,
                                        (int)luaL_checkinteger(L, 3)));
}

static int host_show(lua_State *L) {
    sense *s = check_sense(L);
    return answer(L, tw_sensitivity_show(s->s, s->scene->world, (int)luaL_checkinteger(L, 2),
                                         (int)luaL_checkinteger(L, 3) - 1,
                                         (int)luaL_checkinteger(L, 4), luaL_checknumber(L, 5)));
}

/* host.sense_close(x): frees the memory at once, not at the next garbage collection; returns the
 * number of evaluations */
static int host_close(lua_State *L) {
    sense *s = check_sense(L);
    lua_pushinteger(L, (lua_Integer)tw_sensitivity_evaluations(s->s));
    tw_sensitivity_free(s->s);
    s->s = NULL;
    return 1;
}

void tw_open_sense(lua_State *L, int host) {
    static const luaL_Reg functions[] = {{"rough", host_rough},
                                         {"rough_list", host_rough_list},
                                         {"rough_end", host_rough_end},
                                         {"sense", host_sense},
                                         {"sense_variant", host_variant},
                                         {"sense_begin", host_begin},
                                         {"sense_look", host_look},
                                         {"sense_put", host_put},
                                         {"sense_show", host_show},
                                         {"sense_close", host_close},
                                         {NULL, NULL}};
    lua_pushvalue(L, host);
    luaL_setfuncs(L, functions, 0);
    lua_pop(L, 1);
}
