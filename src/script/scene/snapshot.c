/*
 * scene:snapshot() and scene:restore(s): restoring an earlier state of a scene.
 *
 * The simulation saves the world, the events and the stepper (timeline/sim.h). This file saves what
 * belongs to the script: scene.random, `user` tables and defaults of groups (by reference), the
 * numbers of recorded samples, and a table of lua/tauwerk/core.lua (coroutines, ramps). Not
 * restored: math.random, which belongs to the script as a whole; checks, on_frame functions and
 * texts. A snapshot is a userdata with the user values 1 its scene, 2 the table of core.lua, 3
 * attachments.
 */
#include "script/scene/scene.h"

#include <stdlib.h>

static const char snapshot_tag;

typedef struct snapshot {
    const void *tag;
    tw_scene *scene;
    tw_sim_save *save;
    tw_random random;
    bool seeded;
    size_t records;
    size_t samples[]; /* [records] */
} snapshot;

static snapshot *check_snapshot(lua_State *L, int index, tw_scene *scene) {
    snapshot *s = tw_test_tag(L, index, &snapshot_tag);
    char got[128];
    if (!s || !s->save)
        tw_error(L, "scene:restore: expected a snapshot from scene:snapshot(), got %s",
                 tw_describe(L, index, got, sizeof got));
    if (s->scene != scene)
        tw_error(L, "scene:restore: the snapshot was taken of another scene, '%s'",
                 s->scene->world->set.name);
    return s;
}

static int snapshot_gc(lua_State *L) {
    snapshot *s = lua_touserdata(L, 1);
    if (!s->save) return 0;
    lua_State *now = s->scene->script->now;
    s->scene->script->now = L;
    /* nil if the scene is being collected, too: then it is no longer in the table of scenes, and
     * its references are invalid */
    tw_push_scene(L, s->scene);
    if (lua_isnil(L, -1)) s->scene->closing = true;
    tw_sim_save_free(s->save);
    s->save = NULL;
    s->scene->script->now = now;
    return 0;
}

static int snapshot_tostring(lua_State *L) {
    const snapshot *s = tw_test_tag(L, 1, &snapshot_tag);
    lua_pushfstring(L, "snapshot of scene '%s'", s && s->save ? s->scene->world->set.name : "?");
    return 1;
}

/* ---- attachments ---------------------------------------------------------------------------- */

static void push_copy(lua_State *L, int from) {
    from = lua_absindex(L, from);
    lua_newtable(L);
    lua_pushnil(L);
    while (lua_next(L, from)) {
        lua_pushvalue(L, -2);
        lua_insert(L, -2);
        lua_rawset(L, -4);
    }
}

/* pushes a copy of the table of attachments at index: the tables of objects (whose keys are
 * numbers) and their tables of named points are copied; all other values are shared */
static void push_attachments(lua_State *L, int from) {
    from = lua_absindex(L, from);
    push_copy(L, from);
    int all = lua_gettop(L);
    lua_pushnil(L);
    while (lua_next(L, from)) {
        if (lua_type(L, -2) == LUA_TNUMBER) {
            push_copy(L, -1);
            if (lua_getfield(L, -1, "points") == LUA_TTABLE) {
                push_copy(L, -1);
                lua_setfield(L, -3, "points");
            }
            lua_pop(L, 1);
            lua_pushvalue(L, -3);
            lua_insert(L, -2);
            lua_rawset(L, all);
        }
        lua_pop(L, 1);
    }
}

/* ---- the two calls -------------------------------------------------------------------------- */

/* host.snapshot(scene, table): makes a snapshot; table: data of core.lua that are stored with it */
static int host_snapshot(lua_State *L) {
    tw_scene *scene = tw_check_scene(L, "snapshot");
    tw_check_writable(L, scene, "take a snapshot");
    lua_settop(L, 2);
    size_t n = scene->records.count;
    snapshot *s = lua_newuserdatauv(L, sizeof *s + n * sizeof *s->samples, 3);
    *s = (snapshot){&snapshot_tag, scene, NULL, scene->random, scene->seeded, n};
    for (size_t i = 0; i < n; i++) s->samples[i] = scene->records.data[i].t.count;
    luaL_setmetatable(L, "tw.snapshot");
    lua_pushvalue(L, 1);
    lua_setiuservalue(L, 3, 1);
    lua_pushvalue(L, 2);
    lua_setiuservalue(L, 3, 2);
    lua_getiuservalue(L, 1, 3);
    push_attachments(L, -1);
    lua_setiuservalue(L, 3, 3);
    lua_settop(L, 3);
    tw_status status = tw_sim_save_create(scene->sim, &s->save);
    if (status != TW_OK) tw_raise(L, status, "scene:snapshot");
    /* the garbage collector is told of the memory behind the userdata, of which it sees only the
     * small struct */
    const tw_world *w = scene->world;
    size_t size = w->body.count * sizeof(tw_body) + w->point.count * sizeof(tw_point) +
                  (w->force.count + w->constraint.count) * sizeof(tw_constraint);
    lua_gc(L, LUA_GCSTEP, (int)fmin((double)(size / 1024 + 1), 1e6));
    return 1;
}

/* host.saved(scene, snapshot): the table that was given to host.snapshot; raises an error if the
 * argument is no snapshot of the scene, or the scene must not be restored now */
static int host_saved(lua_State *L) {
    tw_scene *scene = tw_check_scene(L, "restore");
    check_snapshot(L, 2, scene);
    if (scene->inside)
        tw_error(L, "scene:restore: cannot be called inside %s: the scene is advancing",
                 scene->inside);
    tw_check_writable(L, scene, "restore the scene");
    lua_getiuservalue(L, 2, 2);
    return 1;
}

/* host.restore(scene, snapshot): restores the scene, and each record's number of samples */
static int host_restore(lua_State *L) {
    tw_scene *scene = tw_check_scene(L, "restore");
    const snapshot *s = check_snapshot(L, 2, scene);
    lua_settop(L, 2);
    lua_getiuservalue(L, 2, 3);
    push_attachments(L, 3);
    lua_State *now = scene->script->now;
    scene->script->now = L;
    tw_status status = tw_sim_restore(scene->sim, s->save);
    scene->script->now = now;
    if (status != TW_OK) tw_raise(L, status, "scene:restore");
    lua_setiuservalue(L, 1, 3);
    scene->random = s->random;
    scene->seeded = s->seeded;
    for (size_t i = 0; i < scene->records.count; i++) {
        tw_record_entry *e = &scene->records.data[i];
        e->t.count = i < s->records ? s->samples[i] : 0;
        e->v.count = e->vector.count = e->xyz.count = e->t.count;
    }
    return 0;
}

/* host.samples(scene, i): number of samples of the i-th record, from 1; nil past the last */
static int host_samples(lua_State *L) {
    const tw_scene *scene = tw_check_scene(L, "record");
    lua_Integer i = luaL_checkinteger(L, 2);
    if (i < 1 || (size_t)i > scene->records.count)
        lua_pushnil(L);
    else
        lua_pushinteger(L, (lua_Integer)scene->records.data[i - 1].t.count);
    return 1;
}

void tw_open_snapshot(lua_State *L, int host) {
    static const luaL_Reg functions[] = {{"snapshot", host_snapshot},
                                         {"saved", host_saved},
                                         {"restore", host_restore},
                                         {"samples", host_samples},
                                         {NULL, NULL}};
    lua_pushvalue(L, host);
    luaL_setfuncs(L, functions, 0);
    lua_pop(L, 1);
    luaL_newmetatable(L, "tw.snapshot");
    lua_pushcfunction(L, snapshot_gc);
    lua_setfield(L, -2, "__gc");
    lua_pushcfunction(L, snapshot_tostring);
    lua_setfield(L, -2, "__tostring");
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    lua_pop(L, 1);
}
