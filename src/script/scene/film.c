/*
 * Films of several scenes in Lua: tw.film (lua/tauwerk/film.lua) checks its arguments and makes the
 * film, a userdata, here; a script returns it. Its user value keeps the scenes alive.
 */
#include "script/scene/scene.h"

#include <stdlib.h>
#include <string.h>

static const char film_tag;

typedef struct film_data {
    const void *tag;
    tw_script_film film;
} film_data;

const tw_script_film *tw_test_film(lua_State *L, int index) {
    const film_data *d = tw_test_tag(L, index, &film_tag);
    return d ? &d->film : NULL;
}

static int film_gc(lua_State *L) {
    film_data *d = lua_touserdata(L, 1);
    for (size_t i = 0; i < d->film.shot.count; i++) free(d->film.shot.data[i].title);
    tw_array_free(&d->film.shot);
    free(d->film.name);
    free(d->film.audio);
    free(d->film.file);
    d->film = (tw_script_film){.line = 0};
    return 0;
}

static int film_tostring(lua_State *L) {
    const film_data *d = lua_touserdata(L, 1);
    lua_pushfstring(L, "film '%s'", d->film.name ? d->film.name : "?");
    return 1;
}

void tw_script_shot_span(const tw_script_shot *shot, const tw_pace *p, double *from, double *to) {
    *from = isnan(shot->from) ? 0 : tw_pace_film(p, shot->from);
    *to = isnan(shot->to) ? p->length : tw_pace_film(p, shot->to);
}

/* duration of the film, s, if no scene ends before its planned end */
static double duration(lua_State *L, const tw_script_film *film) {
    double fps = film->shot.data[0].scene->world->set.fps;
    double overlap = floor(film->fade * fps + 0.5), frames = overlap;
    for (size_t i = 0; i < film->shot.count; i++) {
        const tw_script_shot *shot = &film->shot.data[i];
        tw_pace pace;
        double from = 0, to = 0;
        tw_status s = tw_scene_pace(shot->scene, &pace);
        if (s == TW_OK) tw_script_shot_span(shot, &pace, &from, &to);
        tw_pace_free(&pace);
        tw_try(L, s);
        frames += tw_pace_frames(to - from, fps) - overlap;
    }
    return frames / fps;
}

static int film_index(lua_State *L) {
    const tw_script_film *film = tw_test_film(L, 1);
    char got[64];
    if (!film || lua_type(L, 2) != LUA_TSTRING || strcmp(lua_tostring(L, 2), "duration") != 0)
        tw_error(L, "a film has no field %s; it has duration", tw_describe(L, 2, got, sizeof got));
    lua_pushnumber(L, duration(L, film));
    return 1;
}

/* copy of the text at index, allocated by malloc; nil: NULL */
static char *copy_text(lua_State *L, int index) {
    if (lua_isnil(L, index)) return NULL;
    char *copy = strdup(lua_tostring(L, index));
    if (!copy) tw_raise(L, tw_fail_memory(), NULL);
    return copy;
}

static double time_field(lua_State *L, const char *name) {
    double t = lua_getfield(L, -1, name) == LUA_TNUMBER ? lua_tonumber(L, -1) : NAN;
    lua_pop(L, 1);
    return t;
}

/* appends the shot that the table on top of the stack describes */
static void add_shot(lua_State *L, tw_script_film *film) {
    tw_script_shot shot = {.from = time_field(L, "from"), .to = time_field(L, "to")};
    lua_getfield(L, -1, "scene");
    shot.scene = tw_test_scene(L, -1);
    lua_getfield(L, -2, "card");
    shot.card = lua_toboolean(L, -1);
    lua_getfield(L, -3, "title");
    shot.title = copy_text(L, -1);
    lua_pop(L, 3);
    tw_status s = tw_push(&film->shot, shot);
    if (s != TW_OK) free(shot.title);
    tw_try(L, s);
}

/* raises an error unless all scenes have the same size and fps */
static void check_alike(lua_State *L, const tw_script_film *film) {
    size_t first = 0; /* first scene that is no title card, with which all others must agree */
    while (first + 1 < film->shot.count && film->shot.data[first].card) first++;
    const tw_scene *a = film->shot.data[first].scene;
    for (size_t i = 0; i < film->shot.count; i++) {
        const tw_scene *b = film->shot.data[i].scene;
        const tw_settings *x = &a->world->set, *y = &b->world->set;
        if (x->width == y->width && x->height == y->height && x->fps == y->fps) continue;
        tw_error(L,
                 "tw.film: expected scenes of one size and fps, got %d x %d at %g (the scene of "
                 "%s:%d) and %d x %d at %g (the scene of %s:%d)",
                 x->width, x->height, x->fps, a->made_at.file, a->made_at.line, y->width, y->height,
                 y->fps, b->made_at.file, b->made_at.line);
    }
}

/* "clicks", or the path of an existing file, allocated by malloc; nil: NULL */
static char *audio_file(lua_State *L, int index) {
    if (lua_isnil(L, index) || !strcmp(lua_tostring(L, index), "clicks"))
        return copy_text(L, index);
    const char *path = tw_push_beside(L, lua_tostring(L, index));
    if (!path)
        tw_error(L, "tw.film: field 'audio': expected 'clicks' or a file, found no '%s'",
                 lua_tostring(L, index));
    char *copy = copy_text(L, -1);
    lua_pop(L, 1);
    return copy;
}

/* host.film(shots, fade, name, audio): makes a film; shots: list of {scene=, from=, to=, title=,
 * card=} */
static int host_film(lua_State *L) {
    lua_settop(L, 4);
    film_data *d = lua_newuserdatauv(L, sizeof *d, 1);
    *d = (film_data){.tag = &film_tag, .film = {.line = 0}};
    luaL_setmetatable(L, "tw.film");
    lua_pushvalue(L, 1);
    lua_setiuservalue(L, 5, 1);
    tw_script_film *film = &d->film;
    tw_place p = tw_place_now(L);
    lua_pushstring(L, p.file);
    film->file = copy_text(L, -1);
    film->line = p.line;
    film->fade = lua_tonumber(L, 2);
    film->name = copy_text(L, 3);
    film->audio = audio_file(L, 4);
    for (lua_Integer i = 1; i <= (lua_Integer)lua_rawlen(L, 1); i++) {
        lua_rawgeti(L, 1, i);
        add_shot(L, film);
        lua_pop(L, 1);
    }
    check_alike(L, film);
    lua_settop(L, 5);
    return 1;
}

/* stores the film at index, which the script has returned, and adds its scenes to those that the
 * script returned */
void tw_take_film(lua_State *L, int index, const tw_script_film *film) {
    tw_script *s = tw_script_of(L);
    if (s->film)
        tw_raise(L,
                 tw_fail(TW_SCRIPT, "%s: the script returns two films, of %s:%d and of %s:%d",
                         s->file, s->film->file, s->film->line, film->file, film->line),
                 NULL);
    s->film = film;
    lua_pushvalue(L, index);
    lua_setfield(L, LUA_REGISTRYINDEX, "tw.returned.film");
    for (size_t i = 0; i < film->shot.count; i++) {
        const tw_script_shot *shot = &film->shot.data[i];
        bool known = shot->card;
        for (size_t k = 0; k < s->returned.count; k++)
            known = known || s->returned.data[k] == shot->scene;
        if (!known && tw_push(&s->returned, shot->scene) != TW_OK)
            tw_raise(L, tw_fail_memory(), NULL);
    }
}

/* ---- scenes of other scripts ---------------------------------------------------------------- */

/* count: numbers of changes of the scene, counted separately for calls of functions, for objects,
 * and for fields */
static void count_changes(const tw_scene *scene, unsigned long count[TW_SCENE_COUNTS]) {
    const tw_world *w = scene->world;
    count[0] = scene->changes;
    count[1] = w->topology;
    count[2] = w->state;
    count[3] = w->fields;
}

bool tw_scene_is_unchanged(const tw_scene *scene) {
    unsigned long count[TW_SCENE_COUNTS];
    count_changes(scene, count);
    return *scene->module.name && !memcmp(count, scene->module.count, sizeof count);
}

void tw_scene_note_unchanged(tw_scene *scene) {
    count_changes(scene, scene->module.count);
}

/* if the value on top of the stack is a scene, stores `module` as the module that returned it; an
 * earlier module stays */
static void note_scene(lua_State *L, const char *module) {
    tw_scene *scene = tw_test_scene(L, -1);
    if (!scene || *scene->module.name || strlen(module) >= sizeof scene->module.name) return;
    strcpy(scene->module.name, module);
    tw_scene_note_unchanged(scene);
}

/* runs a module, and notes the scene, or list of scenes, that it returns. Upvalue: its chunk */
static int run_module(lua_State *L) {
    lua_settop(L, 2);
    const char *name = luaL_checkstring(L, 1);
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_pushvalue(L, 1);
    lua_pushvalue(L, 2);
    lua_call(L, 2, 1);
    note_scene(L, name);
    for (lua_Integer i = 1; lua_istable(L, 3) && lua_rawgeti(L, 3, i) != LUA_TNIL; i++) {
        note_scene(L, name);
        lua_settop(L, 3);
    }
    lua_settop(L, 3);
    return 1;
}

/* a searcher for `require`: calls the original one, which is its upvalue, and wraps a script's
 * chunk that it finds in run_module */
static int search_modules(lua_State *L) {
    lua_settop(L, 1);
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, 1);
    lua_call(L, 1, 2);
    if (!lua_isfunction(L, 1)) {
        lua_settop(L, 1);
        return 1;
    }
    lua_pushvalue(L, 1);
    lua_pushcclosure(L, run_module, 1);
    lua_replace(L, 1);
    return 2;
}

void tw_note_modules(lua_State *L) {
    lua_getglobal(L, "package");
    lua_getfield(L, -1, "searchers");
    lua_rawgeti(L, -1, 2);
    lua_pushcclosure(L, search_modules, 1);
    lua_rawseti(L, -2, 2);
    lua_pop(L, 2);
}

const char *tw_scene_module(const tw_scene *scene) {
    return tw_scene_is_unchanged(scene) ? scene->module.name : NULL;
}

const tw_script_film *tw_script_film_of(const tw_script *s) {
    return s->film;
}

/* calls its upvalue, a Lua function, with all arguments */
static int call_entry(lua_State *L) {
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, 1);
    lua_call(L, lua_gettop(L) - 1, LUA_MULTRET);
    return lua_gettop(L);
}

/* host.entry(f): a C function that calls f. In a Lua function, 'return f(...)' would be a tail
 * call, which removes the line of the script from the stack */
static int host_entry(lua_State *L) {
    lua_settop(L, 1);
    lua_pushcclosure(L, call_entry, 1);
    return 1;
}

void tw_open_film(lua_State *L, int host) {
    static const luaL_Reg functions[] = {
        {"__gc", film_gc}, {"__tostring", film_tostring}, {"__index", film_index}, {NULL, NULL}};
    tw_open_metatable(L, "tw.film", functions);
    lua_pop(L, 1);
    lua_pushcfunction(L, host_film);
    lua_setfield(L, host, "film");
    lua_pushcfunction(L, host_entry);
    lua_setfield(L, host, "entry");
}
