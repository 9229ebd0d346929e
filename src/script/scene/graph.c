/*
 * Graphs of a scene: functions for lua/tauwerk/graph.lua, which implements scene:graph{...}. Lua
 * collects the values; at each frame a Lua function returns what the graph shows, and this is
 * copied into the frame.
 */
#include "model/prop.h"
#include "script/scene/scene.h"

#include <string.h>

/* ---- values at times of their own ------------------------------------------------------------ */

typedef struct sampler {
    tw_scene *scene;
    int ref;
} sampler;

static tw_status sample(void *context, int k, double t) {
    (void)k;
    const sampler *s = context;
    lua_State *L = tw_callback_begin(s->scene, s->ref);
    if (!L) return TW_MEMORY;
    lua_pushnumber(L, t);
    return tw_callback_call(s->scene, L, 1, 0, "a function given to scene:graph", t);
}

/* host.sample(scene, f(t), every): calls f every `every` seconds */
static int host_sample(lua_State *L) {
    tw_scene *scene = tw_check_scene(L, "graph");
    double every = luaL_checknumber(L, 3);
    tw_status status = tw_world_check_period(scene->world, every);
    if (status != TW_OK) tw_raise(L, status, "scene:graph");
    tw_try(L, tw_reserve(&scene->graphs, scene->graphs.count + 1));
    /* the sampler is a userdata that lives as long as the scene */
    sampler *s = lua_newuserdatauv(L, sizeof *s, 0);
    tw_push_scene(L, scene);
    lua_getiuservalue(L, -1, 3);
    luaL_getsubtable(L, -1, "recorders");
    lua_pushvalue(L, 4);
    lua_rawseti(L, -2, (lua_Integer)lua_rawlen(L, -2) + 1);
    lua_settop(L, 2);
    *s = (sampler){scene, tw_scene_ref(L, scene)};
    scene->graphs.data[scene->graphs.count++] = (tw_graph_entry){s->ref, true};
    tw_id id;
    status = tw_sim_watch_every(scene->sim, scene->world->time, every, sample, s, &id);
    if (status != TW_OK) tw_raise(L, status, "scene:graph: field 'every'");
    return 0;
}

/* host.graph(scene, f): adds a graph; f(t) returns nil, or a table of what the graph shows
 * (function `show` of graph.lua) */
static int host_graph(lua_State *L) {
    tw_scene *scene = tw_check_scene(L, "graph");
    tw_try(L, tw_reserve(&scene->graphs, scene->graphs.count + 1));
    lua_settop(L, 2);
    scene->graphs.data[scene->graphs.count++] = (tw_graph_entry){tw_scene_ref(L, scene), false};
    return 0;
}

/* ---- from Lua's table into the frame --------------------------------------------------------- */

static double number_of(lua_State *L, int table, const char *name, double otherwise) {
    lua_getfield(L, table, name);
    double x = lua_isnumber(L, -1) ? lua_tonumber(L, -1) : otherwise;
    lua_pop(L, 1);
    return x;
}

/* *out: text of a field of the table, copied to memory of the frame; NULL: the field is not set */
static tw_status text_of(lua_State *L, int table, const char *name, tw_frame *f, const char **out) {
    lua_getfield(L, table, name);
    const char *text = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : NULL;
    *out = text ? tw_frame_text(f, text) : NULL;
    lua_pop(L, 1);
    return text && !*out ? tw_fail_memory() : TW_OK;
}

static void pair_of(lua_State *L, int table, const char *name, double *a, double *b) {
    lua_getfield(L, table, name);
    double *out[2] = {a, b};
    for (int i = 0; i < 2; i++) {
        lua_rawgeti(L, -1, i + 1);
        *out[i] = lua_isnumber(L, -1) ? lua_tonumber(L, -1) : NAN;
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
}

/* reads the curve in the table on top of the stack */
static tw_status take_curve(lua_State *L, tw_frame *f, tw_graph_curve *c) {
    int table = lua_gettop(L);
    vec3 color;
    TW_TRY(text_of(L, table, "name", f, &c->name));
    lua_getfield(L, table, "thin");
    c->thin = lua_toboolean(L, -1);
    lua_getfield(L, table, "color");
    c->has_color = tw_get_vec3(L, -1, &color);
    if (c->has_color) c->color = (tw_rgb){color.x, color.y, color.z};
    double n = number_of(L, table, "n", 0);
    c->count = n > 0 && n < 1e6 ? (size_t)n : 0;
    double *xy = tw_frame_alloc(f, 2 * c->count * sizeof *xy + 1);
    if (!xy) return tw_fail_memory();
    lua_getfield(L, table, "x");
    lua_getfield(L, table, "y");
    for (size_t i = 0; i < c->count; i++)
        for (int k = 0; k < 2; k++) {
            lua_rawgeti(L, k - 2, (lua_Integer)i + 1);
            xy[2 * i + (size_t)k] = lua_tonumber(L, -1);
            lua_pop(L, 1);
        }
    c->xy = xy;
    lua_settop(L, table);
    return TW_OK;
}

/* reads the graph in the table on top of the stack */
static tw_status take_graph(lua_State *L, tw_frame *f, tw_graph *g) {
    int table = lua_gettop(L);
    TW_TRY(text_of(L, table, "title", f, &g->title));
    TW_TRY(text_of(L, table, "x_label", f, &g->x_label));
    TW_TRY(text_of(L, table, "y_label", f, &g->y_label));
    lua_getfield(L, table, "placed");
    g->placed = lua_toboolean(L, -1);
    lua_pop(L, 1);
    pair_of(L, table, "at", &g->x, &g->y);
    pair_of(L, table, "size", &g->width, &g->height);
    pair_of(L, table, "low", &g->low[0], &g->low[1]);
    pair_of(L, table, "high", &g->high[0], &g->high[1]);
    pair_of(L, table, "x", &g->from[0], &g->to[0]);
    pair_of(L, table, "y", &g->from[1], &g->to[1]);
    g->opacity = fmin(fmax(number_of(L, table, "opacity", 1), 0), 1);
    lua_getfield(L, table, "curves");
    int list = lua_gettop(L);
    for (; g->curves < TW_GRAPH_CURVES; g->curves++) {
        if (lua_rawgeti(L, list, g->curves + 1) != LUA_TTABLE) break;
        TW_TRY(take_curve(L, f, &g->curve[g->curves]));
        lua_pop(L, 1);
    }
    lua_settop(L, table);
    return TW_OK;
}

tw_status tw_scene_graphs(tw_scene *scene, double t, tw_frame *f) {
    size_t n = scene->graphs.count;
    if (n == 0) return TW_OK;
    f->graph = tw_frame_alloc(f, n * sizeof *f->graph);
    if (!f->graph) return tw_fail_memory();
    for (size_t i = 0; i < n; i++) {
        if (scene->graphs.data[i].sampler) continue;
        lua_State *L = tw_callback_begin(scene, scene->graphs.data[i].ref);
        if (!L || !lua_checkstack(L, 20)) return tw_fail_memory();
        lua_pushnumber(L, t);
        TW_TRY(tw_callback_call(scene, L, 1, 1, "a function given to scene:graph", t));
        tw_graph g = {.tag = (uint32_t)i + 1};
        tw_status s = lua_istable(L, -1) ? take_graph(L, f, &g) : TW_OK;
        if (s == TW_OK && lua_istable(L, -1)) f->graph[f->graph_count++] = g;
        lua_pop(L, 1);
        TW_TRY(s);
    }
    return TW_OK;
}

void tw_open_graph(lua_State *L, int host) {
    static const luaL_Reg functions[] = {
        {"sample", host_sample}, {"graph", host_graph}, {NULL, NULL}};
    lua_pushvalue(L, host);
    luaL_setfuncs(L, functions, 0);
    lua_pop(L, 1);
}
