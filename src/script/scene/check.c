/*
 * Checks, records and texts of a scene, stored for the program; lua/tauwerk/core.lua implements
 * expect, record, test and text by the functions here.
 */
#include "script/scene/scene.h"

#include <stdlib.h>
#include <string.h>

/* ---- checks --------------------------------------------------------------------------------- */

void tw_check_free(tw_script *s) {
    for (size_t i = 0; i < s->checks.count; i++) {
        free(s->checks.data[i].label);
        free(s->checks.data[i].file);
        free(s->checks.data[i].text);
    }
    tw_array_free(&s->checks);
}

/* host.check(scene or nil, label, file, line, passed, text): stores the result of a check */
static int host_check(lua_State *L) {
    tw_script *s = tw_script_of(L);
    tw_check_entry e = {.scene = tw_test_scene(L, 1),
                        .label = strdup(luaL_checkstring(L, 2)),
                        .file = strdup(luaL_checkstring(L, 3)),
                        .line = (int)luaL_checkinteger(L, 4),
                        .passed = lua_toboolean(L, 5),
                        .text = strdup(luaL_checkstring(L, 6))};
    if (!e.label || !e.file || !e.text || tw_push(&s->checks, e) != TW_OK) {
        free(e.label);
        free(e.file);
        free(e.text);
        tw_raise(L, tw_fail_memory(), NULL);
    }
    return 0;
}

/* host.at_end(scene, f): calls f at the end of the scene's film */
static int host_at_end(lua_State *L) {
    tw_scene *scene = tw_check_scene(L, "expect");
    tw_try(L, tw_reserve(&scene->at_end, scene->at_end.count + 1));
    lua_getfield(L, LUA_REGISTRYINDEX, "tw.anchored");
    lua_pushvalue(L, 1);
    lua_pushboolean(L, 1);
    lua_rawset(L, -3);
    lua_settop(L, 2);
    scene->at_end.data[scene->at_end.count++] = tw_scene_ref(L, scene);
    return 0;
}

void tw_scene_unasked(tw_scene *scene) {
    for (size_t i = 0; i < scene->at_end.count; i++) tw_scene_unref(scene, scene->at_end.data[i]);
    scene->at_end.count = 0;
}

static tw_status run_at_end(tw_scene *scene) {
    tw_status s = TW_OK;
    /* the list of expectations is emptied first, so that each of them runs once */
    for (size_t i = 0; i < scene->at_end.count && s == TW_OK; i++) {
        lua_State *L = tw_callback_begin(scene, scene->at_end.data[i]);
        if (!L) return TW_MEMORY;
        s = tw_callback_call(scene, L, 0, 0, "an expectation at the end", scene->world->time);
    }
    tw_scene_unasked(scene);
    return s;
}

/* reports the checks of the scene (scene NULL: all checks) that have not been reported yet */
static void report_all(tw_script *s, const tw_scene *scene, tw_check_report report, void *context,
                       int *passed, int *failed) {
    for (size_t i = 0; i < s->checks.count; i++) {
        tw_check_entry *e = &s->checks.data[i];
        if (e->reported || (scene && e->scene != scene)) continue;
        e->reported = true;
        *(e->passed ? passed : failed) += 1;
        const tw_check c = {e->label, e->file, e->line, e->passed, e->text};
        if (report) report(context, &c);
    }
}

tw_status tw_scene_checks(tw_scene *scene, tw_check_report report, void *context, int *passed,
                          int *failed) {
    *passed = *failed = 0;
    tw_status s = run_at_end(scene);
    report_all(scene->script, scene, report, context, passed, failed);
    return s;
}

tw_status tw_script_checks(tw_script *s, tw_check_report report, void *context, int *passed,
                           int *failed) {
    *passed = *failed = 0;
    tw_status status = TW_OK;
    for (size_t i = 0; i < s->scenes.count && status == TW_OK; i++)
        status = run_at_end(s->scenes.data[i]);
    report_all(s, NULL, report, context, passed, failed);
    return status == TW_OK ? tw_script_all_read(s) : status;
}

/* ---- records -------------------------------------------------------------------------------- */

static int record_index(tw_scene *scene, int ref) {
    for (size_t i = 0; i < scene->records.count; i++)
        if (scene->records.data[i].ref == ref) return (int)i;
    return -1;
}

typedef struct recorder {
    tw_scene *scene;
    int ref;
} recorder;

/* takes a sample of a record: calls its function at time t */
static tw_status look(void *context, int k, double t) {
    (void)k;
    tw_record_entry *e = NULL;
    tw_scene *scene = ((recorder *)context)->scene;
    int index = record_index(scene, ((recorder *)context)->ref);
    lua_State *L = tw_callback_begin(scene, scene->records.data[index].ref);
    if (!L) return TW_MEMORY;
    lua_pushnumber(L, t);
    TW_TRY(tw_callback_call(scene, L, 1, 1, "a function given to scene:record", t));
    double v = lua_type(L, -1) == LUA_TNUMBER ? lua_tonumber(L, -1) : NAN;
    vec3 xyz = {0, 0, 0};
    bool vector = lua_type(L, -1) != LUA_TNUMBER && tw_get_vec3(L, -1, &xyz);
    lua_pop(L, 1);
    e = &scene->records.data[index];
    /* room in all arrays is reserved before any is extended, so that they keep equal lengths */
    size_t n = e->t.count + 1;
    TW_TRY(tw_reserve(&e->v, n));
    TW_TRY(tw_reserve(&e->vector, n));
    TW_TRY(tw_reserve(&e->xyz, n));
    TW_TRY(tw_push(&e->t, t));
    e->v.data[e->v.count++] = v;
    e->vector.data[e->vector.count++] = vector;
    e->xyz.data[e->xyz.count++] = xyz;
    return TW_OK;
}

/* host.record(scene, name, f(t), every): samples f, a number or a vector, every `every` seconds */
static int host_record(lua_State *L) {
    tw_scene *scene = tw_check_scene(L, "record");
    const char *name = luaL_checkstring(L, 2);
    double every = luaL_checknumber(L, 4);
    /* the recorder is a userdata that lives as long as the scene */
    recorder *r = lua_newuserdatauv(L, sizeof *r, 0);
    r->scene = scene;
    tw_push_scene(L, scene);
    lua_getiuservalue(L, -1, 3);
    luaL_getsubtable(L, -1, "recorders");
    lua_pushvalue(L, 5);
    lua_rawseti(L, -2, (lua_Integer)lua_rawlen(L, -2) + 1);
    lua_settop(L, 5);
    tw_record_entry e = {.name = strdup(name)};
    if (!e.name || tw_push(&scene->records, e) != TW_OK) {
        free(e.name);
        tw_raise(L, tw_fail_memory(), NULL);
    }
    lua_pushvalue(L, 3);
    r->ref = tw_scene_ref(L, scene);
    scene->records.data[scene->records.count - 1].ref = r->ref;
    tw_id id;
    tw_status s = tw_sim_watch_every(scene->sim, scene->world->time, every, look, r, &id);
    if (s != TW_OK) tw_raise(L, s, "scene:record: field 'every'");
    return 0;
}

bool tw_scene_record(const tw_scene *scene, int i, tw_record *record) {
    if (i < 0 || (size_t)i >= scene->records.count) return false;
    const tw_record_entry *e = &scene->records.data[i];
    *record = (tw_record){.name = e->name,
                          .count = e->t.count,
                          .t = e->t.data,
                          .v = e->v.data,
                          .vector = e->vector.data,
                          .xyz = e->xyz.data};
    return true;
}

/* ---- texts ---------------------------------------------------------------------------------- */

/* host.caption(scene, f): adds a text to the pictures; f(t) returns nil, or text, place, size,
 * opacity, colour, font, x and y of the anchor, plate */
static int host_caption(lua_State *L) {
    tw_scene *scene = tw_check_scene(L, "text");
    tw_try(L, tw_reserve(&scene->captions, scene->captions.count + 1));
    lua_settop(L, 2);
    scene->captions.data[scene->captions.count++] = tw_scene_ref(L, scene);
    return 0;
}

static const char *const places[] = {"bottom",       "top",  "top left", "top right", "bottom left",
                                     "bottom right", "left", "right",    "center"};

enum { CAPTION = 9 }; /* number of values that describe a caption */

/* adds a caption to the frame from the values on the stack: text, place, size, opacity, colour,
 * font, x and y of the anchor, plate */
static tw_status make_caption(lua_State *L, tw_frame *frame) {
    int first = lua_gettop(L) - CAPTION + 1;
    if (lua_type(L, first) != LUA_TSTRING) return TW_OK;
    tw_caption c = {.text = tw_frame_text(frame, lua_tostring(L, first)),
                    .size = lua_tonumber(L, first + 2),
                    .opacity = lua_tonumber(L, first + 3),
                    .font = (tw_font)lua_tointeger(L, first + 5),
                    .anchor_x = lua_tonumber(L, first + 6),
                    .anchor_y = lua_tonumber(L, first + 7),
                    .plate = lua_toboolean(L, first + 8)};
    vec3 light;
    if (!c.text) return tw_fail_memory();
    c.has_color = tw_get_vec3(L, first + 4, &light);
    if (c.has_color) c.color = (tw_rgb){light.x, light.y, light.z};
    if (tw_get_vec3(L, first + 1, &c.point)) {
        c.at = TW_AT_POINT;
    } else {
        const char *at =
            lua_type(L, first + 1) == LUA_TSTRING ? lua_tostring(L, first + 1) : "bottom";
        for (unsigned i = 0; i < sizeof places / sizeof *places; i++)
            if (!strcmp(places[i], at)) c.at = i;
    }
    return tw_frame_caption(frame, &c);
}

tw_status tw_scene_captions(tw_scene *scene, double t, tw_frame *frame) {
    for (size_t i = 0; i < scene->captions.count; i++) {
        lua_State *L = tw_callback_begin(scene, scene->captions.data[i]);
        if (!L) return TW_MEMORY;
        lua_pushnumber(L, t);
        TW_TRY(tw_callback_call(scene, L, 1, CAPTION, "a function given to scene:text", t));
        tw_status s = make_caption(L, frame);
        lua_pop(L, CAPTION);
        TW_TRY(s);
    }
    return tw_scene_graphs(scene, t, frame);
}

void tw_open_check(lua_State *L, int host) {
    static const luaL_Reg functions[] = {{"check", host_check},
                                         {"at_end", host_at_end},
                                         {"record", host_record},
                                         {"caption", host_caption},
                                         {NULL, NULL}};
    lua_pushvalue(L, host);
    luaL_setfuncs(L, functions, 0);
    lua_pop(L, 1);
}
