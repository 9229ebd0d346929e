/* A new method of scenes, and a new function of the module, by one file. */
#include "script/functions/function.h"
#include "script/scene/scene.h"

/* scene:heaviest() */
static int heaviest(lua_State *L) {
    const tw_world *w = tw_check_scene(L, "heaviest")->world;
    double most = 0;
    for (size_t i = 0; i < w->body.count; i++)
        if (w->body.data[i]) most = fmax(most, w->body.data[i]->mass);
    lua_pushnumber(L, most);
    return 1;
}

/* tw.twice(x) */
static int twice(lua_State *L) {
    lua_pushnumber(L, 2 * luaL_checknumber(L, 1));
    return 1;
}

static const tw_api rows[] = {
    {"scene", "heaviest", "(): number", "scene:heaviest()", "the largest mass of a body, kg"},
    {"tw", "twice", "(x: number): number", "tw.twice(x)", "2 x"},
};

static const luaL_Reg methods[] = {{"heaviest", heaviest}, {NULL, NULL}};
static const luaL_Reg module[] = {{"twice", twice}, {NULL, NULL}};

const tw_function_table tw_function_heaviest = {TW_API_PART("heavies", "masses and doubles", rows),
                                                .scene = methods, .module = module};
