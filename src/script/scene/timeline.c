/*
 * The timeline in Lua: events and their handles, on_frame functions, scene:advance and
 * scene:finish. The callbacks of the engine are here; they run Lua in protected mode and turn an
 * error of the script into a failure that names the time at which it happened.
 */
#include "script/scene/scene.h"

#include "numeric/value/ramp.h"

#include <stdlib.h>
#include <string.h>

/* ---- callbacks ------------------------------------------------------------------------------ */

typedef struct callback {
    tw_scene *scene;
    int run, probe; /* registry references of the two functions; LUA_NOREF: none */
    /* reference of a function that is called before `run` with (scene, t), or (scene, t, contact);
     * LUA_NOREF: none
     */
    int witness;
    /* true: it is for scene:during, whose function gets (t, u) instead of (scene, t) */
    bool during;
    bool answered;  /* true: the probe has returned a value at least once, so it can work */
    tw_place place; /* line of the script that registered the event */
} callback;

static tw_status ask_witness(const callback *c, double t, const tw_contact_reading *met) {
    if (c->witness == LUA_NOREF) return TW_OK;
    lua_State *L = tw_callback_begin(c->scene, c->witness);
    if (!L) return TW_MEMORY;
    tw_push_scene(L, c->scene);
    lua_pushnumber(L, t);
    tw_status s = met ? tw_push_meeting(L, c->scene, met) : TW_OK;
    if (s == TW_OK)
        return tw_callback_call(c->scene, L, met ? 3 : 2, 0, "a goal of scene:solve", t);
    lua_pop(L, 3);
    return s;
}

static tw_status run_event(void *context, double t, double u) {
    /* a copy, because the event may cancel itself, which frees the original */
    callback c = *(callback *)context;
    TW_TRY(ask_witness(&c, t, NULL));
    lua_State *L = tw_callback_begin(c.scene, c.run);
    if (!L) return TW_MEMORY;
    if (c.during) {
        lua_pushnumber(L, t);
        lua_pushnumber(L, u);
    } else {
        tw_push_scene(L, c.scene);
        lua_pushnumber(L, t);
    }
    return tw_callback_call(c.scene, L, 2, 0, "an event", t);
}

static tw_status run_meeting(void *context, double t, const tw_contact_reading *met) {
    callback c = *(callback *)context;
    TW_TRY(ask_witness(&c, t, met));
    lua_State *L = tw_callback_begin(c.scene, c.run);
    if (!L) return TW_MEMORY;
    tw_push_scene(L, c.scene);
    lua_pushnumber(L, t);
    tw_status s = tw_push_meeting(L, c.scene, met);
    if (s == TW_OK) return tw_callback_call(c.scene, L, 3, 0, "an event", t);
    lua_pop(L, 3);
    return s;
}

static tw_status probe_event(void *context, double t, tw_probe *probe) {
    callback *c = context;
    lua_State *L = tw_callback_begin(c->scene, c->probe);
    if (!L) return TW_MEMORY;
    tw_push_scene(L, c->scene);
    lua_pushnumber(L, t);
    c->scene->script->gone = false;
    tw_status s = tw_callback_call(c->scene, L, 2, 1, "a function given to scene:when", t);
    if (s == TW_SCRIPT && c->answered && c->scene->script->gone) {
        c->scene->script->placed = false;
        *probe = (tw_probe){.gone = true};
        return TW_OK;
    }
    TW_TRY(s);
    int type = lua_type(L, -1);
    *probe = (tw_probe){.is_boolean = type == LUA_TBOOLEAN,
                        .value = type == LUA_TBOOLEAN ? lua_toboolean(L, -1) : lua_tonumber(L, -1)};
    if (type != LUA_TBOOLEAN && type != LUA_TNUMBER) {
        char got[64];
        tw_describe(L, -1, got, sizeof got);
        lua_pop(L, 1);
        return tw_fail(TW_SCRIPT,
                       "%s:%d: scene:when: expected a function that gives a number, true or "
                       "false, got %s at t = %.9g s",
                       c->place.file, c->place.line, got, t);
    }
    lua_pop(L, 1);
    c->answered = true;
    return TW_OK;
}

static void release_event(void *context) {
    callback *c = context;
    tw_scene_unref(c->scene, c->run);
    if (c->probe != LUA_NOREF) tw_scene_unref(c->scene, c->probe);
    if (c->witness != LUA_NOREF) tw_scene_unref(c->scene, c->witness);
    free(c);
}

/* ---- handles of events ---------------------------------------------------------------------- */

static const char event_tag;

typedef struct event_data {
    const void *tag;
    tw_scene *scene;
    tw_id id;
} event_data;

static event_data *check_event(lua_State *L) {
    event_data *e = tw_test_tag(L, 1, &event_tag);
    if (!e) tw_error(L, "cancel: call it with a colon, as in event:cancel()");
    return e;
}

static int event_cancel(lua_State *L) {
    event_data *e = check_event(L);
    lua_State *now = e->scene->script->now;
    e->scene->script->now = L;
    tw_sim_cancel(e->scene->sim, e->id);
    e->scene->script->now = now;
    return 0;
}

static int event_index(lua_State *L) {
    event_data *e = check_event(L);
    tw_event_state s;
    const char *name = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "?";
    if (!strcmp(name, "cancel")) {
        lua_pushcfunction(L, event_cancel);
        return 1;
    }
    tw_try(L, tw_sim_event_state(e->scene->sim, e->id, &s));
    if (!strcmp(name, "done")) {
        lua_pushboolean(L, s.done);
    } else if (!strcmp(name, "fired")) {
        lua_pushboolean(L, s.fired);
    } else if (!strcmp(name, "time")) {
        if (isnan(s.time))
            lua_pushnil(L);
        else
            lua_pushnumber(L, s.time);
    } else {
        tw_error(L, "an event has no field '%s'; it has cancel, done, fired, time", name);
    }
    return 1;
}

tw_scene *tw_test_event(lua_State *L, int index) {
    const event_data *e = tw_test_tag(L, index, &event_tag);
    return e ? e->scene : NULL;
}

bool tw_witness_event(lua_State *L, int event, int function) {
    const event_data *e = tw_test_tag(L, event, &event_tag);
    callback *c = e ? tw_sim_event_context(e->scene->sim, e->id) : NULL;
    if (!c) return false;
    lua_State *now = e->scene->script->now;
    e->scene->script->now = L;
    if (c->witness != LUA_NOREF) tw_scene_unref(e->scene, c->witness);
    c->witness = LUA_NOREF;
    e->scene->script->now = now;
    if (lua_isnoneornil(L, function)) return true;
    lua_pushvalue(L, function);
    c->witness = tw_scene_ref(L, e->scene);
    return true;
}

int tw_add_event(lua_State *L, tw_scene *scene, const char *what, tw_event *e, int run, int probe) {
    tw_place place = tw_place_now(L);
    tw_try(L, tw_script_one_more(scene->script));
    event_data *d = lua_newuserdatauv(L, sizeof *d, 1);
    *d = (event_data){&event_tag, scene, {0, 0}};
    luaL_setmetatable(L, "tw.event");
    tw_push_scene(L, scene);
    lua_setiuservalue(L, -2, 1);
    callback *c = malloc(sizeof *c);
    if (!c) tw_raise(L, tw_fail_memory(), what);
    *c = (callback){scene, LUA_NOREF, LUA_NOREF, LUA_NOREF, e->kind == TW_EVENT_DURING,
                    false, place};
    lua_pushvalue(L, run);
    c->run = tw_scene_ref(L, scene);
    if (probe) {
        lua_pushvalue(L, probe);
        c->probe = tw_scene_ref(L, scene);
    }
    e->run = run_event;
    e->meet = run_meeting;
    e->probe = probe ? probe_event : NULL;
    e->context = c;
    e->release = release_event;
    e->file = place.line ? place.file : NULL;
    e->line = place.line;
    tw_status s = tw_sim_event(scene->sim, e, &d->id);
    if (s != TW_OK) {
        lua_State *now = scene->script->now;
        scene->script->now = L;
        release_event(c);
        scene->script->now = now;
        tw_raise(L, s, what);
    }
    return 1;
}

/* ---- arguments ------------------------------------------------------------------------------ */

static double check_number(lua_State *L, int index, const char *what, const char *expected) {
    char got[64];
    if (lua_type(L, index) != LUA_TNUMBER || isnan(lua_tonumber(L, index)))
        tw_error(L, "%s: expected %s, got %s", what, expected,
                 tw_describe(L, index, got, sizeof got));
    return lua_tonumber(L, index);
}

static void check_function(lua_State *L, int index, const char *what) {
    char got[64];
    if (lua_type(L, index) != LUA_TFUNCTION)
        tw_error(L, "%s: expected a function, got %s", what,
                 tw_describe(L, index, got, sizeof got));
}

/* raises an error if the options at index (nil: none) have other keys than these names */
static void check_options(lua_State *L, int index, const char *what, const char *const *names) {
    char got[64];
    if (lua_isnoneornil(L, index)) return;
    if (!lua_istable(L, index))
        tw_error(L, "%s: expected a table of options, got %s", what,
                 tw_describe(L, index, got, sizeof got));
    tw_read_fields(L, index, NULL, what, NULL, 0, NULL, names);
}

static double option(lua_State *L, int index, const char *what, const char *name, double preset) {
    char full[96];
    if (lua_isnoneornil(L, index)) return preset;
    double x = preset;
    if (lua_getfield(L, index, name) != LUA_TNIL) {
        snprintf(full, sizeof full, "%s: field '%s'", what, name);
        x = check_number(L, -1, full, "a number");
    }
    lua_pop(L, 1);
    return x;
}

static tw_scene *check_timeline(lua_State *L, const char *name) {
    tw_scene *scene = tw_check_scene(L, name);
    tw_check_writable(L, scene, "plan events");
    return scene;
}

/* ---- events --------------------------------------------------------------------------------- */

static int scene_at(lua_State *L) {
    tw_scene *scene = check_timeline(L, "at");
    tw_event e = {.kind = TW_EVENT_AT};
    e.from = check_number(L, 2, "scene:at", "a time");
    check_function(L, 3, "scene:at");
    return tw_add_event(L, scene, "scene:at", &e, 3, 0);
}

static int scene_every(lua_State *L) {
    static const char *const names[] = {"from", "to", NULL};
    tw_scene *scene = check_timeline(L, "every");
    lua_settop(L, 4);
    tw_event e = {.kind = TW_EVENT_EVERY};
    e.period = check_number(L, 2, "scene:every", "an interval");
    check_function(L, 3, "scene:every");
    check_options(L, 4, "scene:every", names);
    e.from = option(L, 4, "scene:every", "from", scene->world->time);
    e.to = option(L, 4, "scene:every", "to", HUGE_VAL);
    return tw_add_event(L, scene, "scene:every", &e, 3, 0);
}

static int scene_during(lua_State *L) {
    static const char *const names[] = {"rate", NULL};
    tw_scene *scene = check_timeline(L, "during");
    lua_settop(L, 5);
    tw_event e = {.kind = TW_EVENT_DURING};
    e.from = check_number(L, 2, "scene:during", "a time");
    e.to = check_number(L, 3, "scene:during", "a time");
    check_function(L, 4, "scene:during");
    check_options(L, 5, "scene:during", names);
    e.period = 1 / option(L, 5, "scene:during", "rate", scene->world->set.fps);
    return tw_add_event(L, scene, "scene:during", &e, 4, 0);
}

static int scene_when(lua_State *L) {
    static const char *const names[] = {"direction", "times", "after", NULL};
    static const char *const directions[] = {"both", "up", "down", NULL};
    static const tw_param row = {
        .name = "direction", .type = TW_PARAM_CHOICE, .choices = directions};
    tw_scene *scene = check_timeline(L, "when");
    lua_settop(L, 4);
    check_function(L, 2, "scene:when");
    check_function(L, 3, "scene:when");
    check_options(L, 4, "scene:when", names);
    tw_event e = {.kind = TW_EVENT_WHEN};
    e.from = option(L, 4, "scene:when", "after", scene->world->time);
    e.times = option(L, 4, "scene:when", "times", HUGE_VAL);
    if (!(e.times >= 1))
        tw_error(L, "scene:when: field 'times': expected 1 or more, got %.14g", e.times);
    if (lua_istable(L, 4) && lua_getfield(L, 4, "direction") != LUA_TNIL) {
        tw_reader r = {.L = L};
        int direction = 0;
        if (!tw_read_field(&r, -1, &row, NULL, &direction))
            tw_error(L, "scene:when: field 'direction': %s", r.error);
        e.direction = (tw_crossing)direction;
    }
    return tw_add_event(L, scene, "scene:when", &e, 3, 2);
}

static int scene_on_frame(lua_State *L) {
    tw_scene *scene = check_timeline(L, "on_frame");
    check_function(L, 2, "scene:on_frame");
    tw_try(L, tw_reserve(&scene->on_frame, scene->on_frame.count + 1));
    lua_settop(L, 2);
    scene->on_frame.data[scene->on_frame.count++] = tw_scene_ref(L, scene);
    return 0;
}

/* scene:events(): list of {kind =, time =, done =, fired =, file =, line =} */
static int scene_events(lua_State *L) {
    static const char *const kinds[] = {"at", "every", "during", "when", "contact"};
    tw_scene *scene = tw_check_scene(L, "events");
    tw_event_state s;
    lua_newtable(L);
    for (size_t i = 0; tw_sim_event_list(scene->sim, i, &s); i++) {
        lua_newtable(L);
        lua_pushstring(L, kinds[s.kind]);
        lua_setfield(L, -2, "kind");
        lua_pushboolean(L, s.done);
        lua_setfield(L, -2, "done");
        lua_pushboolean(L, s.fired);
        lua_setfield(L, -2, "fired");
        if (!isnan(s.time)) {
            lua_pushnumber(L, s.time);
            lua_setfield(L, -2, "time");
        }
        lua_pushstring(L, s.file);
        lua_setfield(L, -2, "file");
        lua_pushinteger(L, s.line);
        lua_setfield(L, -2, "line");
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

/* ---- going on ------------------------------------------------------------------------------- */

static int advance_to(lua_State *L, tw_scene *scene, const char *what, double t) {
    tw_script *script = scene->script;
    if (scene->inside)
        tw_error(L, "%s: cannot be called inside %s: the scene is advancing already", what,
                 scene->inside);
    tw_check_writable(L, scene, "advance the scene");
    lua_State *before = script->now;
    script->now = L;
    script->placed = false;
    tw_status s = tw_sim_advance(scene->sim, t);
    script->now = before;
    if (s != TW_OK && script->stopped == TW_OK && (s == TW_INTERRUPTED || s == TW_TIME_LIMIT))
        /* the simulation has called `poll` itself, and the script must stop, too */
        script->stopped = s;
    if (s != TW_OK) tw_raise(L, s, what);
    return 0;
}

static int scene_advance(lua_State *L) {
    tw_scene *scene = tw_check_scene(L, "advance");
    double dt = check_number(L, 2, "scene:advance", "a duration");
    if (!(dt >= 0)) tw_error(L, "scene:advance: expected a duration of 0 or more, got %.9g", dt);
    return advance_to(L, scene, "scene:advance", scene->world->time + dt);
}

static int scene_advance_to(lua_State *L) {
    tw_scene *scene = tw_check_scene(L, "advance_to");
    double t = check_number(L, 2, "scene:advance_to", "a time");
    return advance_to(L, scene, "scene:advance_to", t);
}

/* scene:finish([seconds]): the film ends that many seconds later */
static int scene_finish(lua_State *L) {
    tw_scene *scene = tw_check_scene(L, "finish");
    double wait = lua_isnoneornil(L, 2) ? 0 : check_number(L, 2, "scene:finish", "a duration");
    if (!(wait >= 0)) tw_error(L, "scene:finish: expected a duration of 0 or more, got %.9g", wait);
    tw_sim_finish(scene->sim, scene->world->time + wait);
    return 0;
}

const luaL_Reg tw_timeline_functions[] = {{"at", scene_at},
                                          {"every", scene_every},
                                          {"during", scene_during},
                                          {"when", scene_when},
                                          {"on_frame", scene_on_frame},
                                          {"events", scene_events},
                                          {"advance", scene_advance},
                                          {"advance_to", scene_advance_to},
                                          {"finish", scene_finish},
                                          {NULL, NULL}};

void tw_open_events(lua_State *L) {
    luaL_newmetatable(L, "tw.event");
    lua_pushcfunction(L, event_index);
    lua_setfield(L, -2, "__index");
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    lua_pop(L, 1);
}

tw_status tw_scene_on_frame(tw_scene *scene, int frame, double t) {
    tw_world *w = scene->world;
    bool frozen = w->frozen;
    const char *by = w->frozen_by;
    tw_status s = TW_OK;
    w->frozen = true;
    w->frozen_by = "a function given to scene:on_frame";
    for (size_t i = 0; i < scene->on_frame.count && s == TW_OK; i++) {
        lua_State *L = tw_callback_begin(scene, scene->on_frame.data[i]);
        if (!L) {
            s = TW_MEMORY;
            break;
        }
        lua_pushinteger(L, frame);
        lua_pushnumber(L, t);
        s = tw_callback_call(scene, L, 2, 0, "a function given to scene:on_frame", t);
    }
    w->frozen = frozen;
    w->frozen_by = by;
    return s;
}
