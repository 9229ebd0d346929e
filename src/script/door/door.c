/* Calls of the program by name, each a protected call of Lua; see door.h. */
#include "script/scene/scene.h"

#include "script/door/door.h"

#include <stdlib.h>
#include <string.h>

typedef struct job {
    tw_door *d;
    tw_ref self;
    const char *name, *text;
    const tw_entry *entry;      /* [count] */
    const tw_variant *argument; /* [count] */
    size_t count;
    tw_variant *result; /* receives the result as a value; NULL: the caller does not want it */
    tw_ref *ref;        /* receives the result as a reference; NULL: the caller does not want it */
    tw_scene **scene;
    const tw_object *object; /* object of which a method is called; NULL: a method of the scene */
} job;

/* ---- life ----------------------------------------------------------------------------------- */

static tw_status protect(tw_door *d, lua_CFunction f, job *j);

/* replaces os.exit by a function that raises an error: a script that runs in the library must not
 * end the host's process */
static int keep_process(lua_State *L) {
    lua_getglobal(L, "os");
    tw_take_away(L, "os", "exit", " in the library: a script that has nothing more to do returns");
    return 0;
}

tw_status tw_door_open(tw_door *d, const tw_script_options *options, tw_engine *engine) {
    *d = (tw_door){.engine = engine};
    TW_TRY(tw_script_create(options, &d->script));
    d->L = d->script->L;
    tw_status s = protect(d, keep_process, &(job){0});
    if (s != TW_OK) tw_door_close(d);
    return s;
}

void tw_door_close(tw_door *d) {
    tw_script_destroy(d->script);
    tw_door_drop(d, 0);
    tw_array_free(&d->result);
    tw_array_free(&d->slot);
    *d = (tw_door){0};
}

static void drop_first(tw_door *d, size_t n) {
    for (size_t i = 0; i < n; i++) free(d->result.data[i]);
    d->result.count -= n;
    memmove(d->result.data, d->result.data + n, d->result.count * sizeof *d->result.data);
}

/* calls f(L) in protected mode with the job j as its argument */
static tw_status protect(tw_door *d, lua_CFunction f, job *j) {
    lua_State *L = d->L;
    tw_script *script = d->script;
    /* results of the previous call may be arguments of this one, so they are freed after it */
    size_t before = d->depth == 0 ? d->result.count : 0;
    if (!lua_checkstack(L, LUA_MINSTACK)) return tw_fail_memory();
    int top = lua_gettop(L);
    lua_State *now = script->now;
    j->d = d;
    script->now = L;
    script->placed = false;
    if (d->depth == 0)
        script->stopped = TW_OK; /* a stop of the previous call must not stop this one */
    lua_pushcfunction(L, f);
    lua_pushlightuserdata(L, j);
    int code = lua_pcall(L, 1, 0, 0);
    tw_status s = code == LUA_OK ? TW_OK : tw_status_of_error(L, code);
    script->now = now;
    lua_settop(L, top);
    if (before > 0) drop_first(d, before);
    return s;
}

static tw_status check_name(const char *what, const char *name) {
    return name ? TW_OK : tw_fail(TW_ARGUMENT, "expected the name of a %s, got NULL", what);
}

/* ---- making --------------------------------------------------------------------------------- */

static int scene_new(lua_State *L) {
    job *j = lua_touserdata(L, 1);
    tw_door_push_ref(j->d, L, tw_module());
    lua_getfield(L, -1, "scene");
    tw_door_push_table(j->d, L, j->entry, j->count);
    lua_call(L, 1, 1);
    *j->ref = tw_door_keep(j->d, L, -1);
    return 0;
}

tw_status tw_door_scene_new(tw_door *d, const tw_entry *field, size_t count, tw_ref *scene) {
    return protect(d, scene_new, &(job){.entry = field, .count = count, .ref = scene});
}

static int make(lua_State *L) {
    job *j = lua_touserdata(L, 1);
    tw_door_push_ref(j->d, L, j->self);
    if (!tw_test_scene(L, -1) &&
        !(tw_test_handle(L, -1) && tw_test_handle(L, -1)->class_ == TW_GROUP)) {
        char got[128];
        tw_door_refuse(L, "%s: expected a scene or a group that it is made in, got %s", j->name,
                       tw_describe(L, -1, got, sizeof got));
    }
    lua_getfield(L, -1, j->name); /* raises an error if there is no method of that name */
    lua_getfield(L, LUA_REGISTRYINDEX, "tw.makers");
    lua_getfield(L, -1, j->name);
    if (!lua_rawequal(L, -1, -3)) tw_door_refuse(L, "'%s' is no kind of object", j->name);
    lua_pop(L, 2);
    lua_insert(L, -2);
    tw_door_push_table(j->d, L, j->entry, j->count);
    lua_call(L, 2, 1);
    if (j->ref) *j->ref = tw_door_keep(j->d, L, -1);
    return 0;
}

tw_status tw_door_make(tw_door *d, tw_ref owner, const char *kind, const tw_entry *field,
                       size_t count, tw_ref *object) {
    TW_TRY(check_name("kind", kind));
    return protect(
        d, make,
        &(job){.self = owner, .name = kind, .entry = field, .count = count, .ref = object});
}

/* ---- fields and verbs ----------------------------------------------------------------------- */

static int get(lua_State *L) {
    job *j = lua_touserdata(L, 1);
    tw_door_push_ref(j->d, L, j->self);
    lua_getfield(L, -1, j->name);
    tw_door_read(j->d, L, -1, j->result);
    return 0;
}

tw_status tw_door_get(tw_door *d, tw_ref object, const char *field, tw_variant *value) {
    TW_TRY(check_name("field", field));
    if (!value) return tw_fail(TW_ARGUMENT, "expected room for the value of '%s', got NULL", field);
    *value = tw_nothing();
    return protect(d, get, &(job){.self = object, .name = field, .result = value});
}

static int set(lua_State *L) {
    job *j = lua_touserdata(L, 1);
    tw_door_push_ref(j->d, L, j->self);
    tw_door_push(j->d, L, j->argument);
    lua_setfield(L, -2, j->name);
    return 0;
}

tw_status tw_door_set(tw_door *d, tw_ref object, const char *field, const tw_variant *value) {
    TW_TRY(check_name("field", field));
    if (object.slot == 0)
        return tw_fail(TW_ARGUMENT, "field '%s': the module's fields can only be read", field);
    if (!value) return tw_fail(TW_ARGUMENT, "expected a value for '%s', got NULL", field);
    return protect(d, set, &(job){.self = object, .name = field, .argument = value});
}

static int call(lua_State *L) {
    job *j = lua_touserdata(L, 1);
    char got[128];
    tw_door_push_ref(j->d, L, j->self);
    int self = lua_gettop(L), arguments = (int)j->count;
    if (j->name)
        lua_getfield(L, self, j->name);
    else
        lua_pushvalue(L, self);
    if (lua_type(L, -1) != LUA_TFUNCTION && !luaL_getmetafield(L, -1, "__call"))
        tw_door_refuse(L, "expected a verb, got '%s', which is %s",
                       j->name ? j->name : "the reference", tw_describe(L, -1, got, sizeof got));
    lua_settop(L, self + 1);
    if (j->name && j->self.slot != 0) {
        lua_pushvalue(L, self);
        arguments++;
    }
    luaL_checkstack(L, arguments + LUA_MINSTACK, "too many arguments");
    for (size_t i = 0; i < j->count; i++) tw_door_push(j->d, L, &j->argument[i]);
    lua_call(L, arguments, 1);
    if (j->result) tw_door_read(j->d, L, -1, j->result);
    return 0;
}

tw_status tw_door_call(tw_door *d, tw_ref object, const char *verb, const tw_variant *argument,
                       size_t count, tw_variant *result) {
    enum { MOST = 1000 };
    if (count > MOST || (count && !argument))
        return tw_fail(TW_ARGUMENT, "%s: expected at most %d arguments, got %s",
                       verb ? verb : "call", MOST, argument ? "more" : "NULL");
    if (result) *result = tw_nothing();
    return protect(
        d, call,
        &(job){
            .self = object, .name = verb, .argument = argument, .count = count, .result = result});
}

static int release(lua_State *L) {
    job *j = lua_touserdata(L, 1);
    tw_door_forget(j->d, L, j->self);
    return 0;
}

tw_status tw_door_release(tw_door *d, tw_ref ref) {
    return protect(d, release, &(job){.self = ref});
}

/* ---- scenes --------------------------------------------------------------------------------- */

static int scenes(lua_State *L) {
    job *j = lua_touserdata(L, 1);
    tw_script *s = j->d->script;
    size_t n = s->returned.count;
    tw_variant *item = tw_door_room(j->d, L, n * sizeof *item);
    for (size_t i = 0; i < n; i++) {
        tw_push_scene(L, s->returned.data[i]);
        item[i] = tw_reference(tw_door_keep(j->d, L, -1));
        lua_pop(L, 1);
    }
    *j->result = tw_list(item, n);
    return 0;
}

tw_status tw_door_scenes(tw_door *d, tw_variant *list) {
    return protect(d, scenes, &(job){.result = list});
}

static int find_object(lua_State *L) {
    job *j = lua_touserdata(L, 1);
    if (j->object)
        tw_push_object(L, *j->scene, j->object);
    else
        tw_push_scene(L, *j->scene);
    *j->ref = tw_door_keep(j->d, L, -1);
    return 0;
}

tw_status tw_door_object(tw_door *d, tw_scene *scene, const tw_object *object, tw_ref *ref) {
    return protect(d, find_object, &(job){.scene = &scene, .object = object, .ref = ref});
}

static int run_text(lua_State *L) {
    job *j = lua_touserdata(L, 1);
    lua_pushfstring(L, "@%s", j->name);
    if (luaL_loadbufferx(L, j->text, strlen(j->text), lua_tostring(L, -1), "t") != LUA_OK)
        lua_error(L);
    lua_call(L, 0, 1);
    if (j->result) tw_door_read(j->d, L, -1, j->result);
    return 0;
}

tw_status tw_door_run_text(tw_door *d, const char *text, const char *name, tw_variant *result) {
    TW_TRY(check_name("text", name));
    if (!text) return tw_fail(TW_ARGUMENT, "%s: expected a text, got NULL", name);
    if (result) *result = tw_nothing();
    return protect(d, run_text, &(job){.name = name, .text = text, .result = result});
}

static int find_scene(lua_State *L) {
    job *j = lua_touserdata(L, 1);
    char got[128];
    tw_door_push_ref(j->d, L, j->self);
    if (!tw_test_scene(L, -1))
        tw_door_refuse(L, "expected a scene, got %s", tw_describe(L, -1, got, sizeof got));
    *j->scene = tw_test_scene(L, -1);
    return 0;
}

tw_status tw_door_scene(tw_door *d, tw_ref ref, tw_scene **scene) {
    return protect(d, find_scene, &(job){.self = ref, .scene = scene});
}

tw_status tw_door_hold(tw_door *d, tw_ref ref, tw_scene **scene, int *held) {
    TW_TRY(tw_door_scene(d, ref, scene));
    if (!lua_checkstack(d->L, LUA_MINSTACK)) return tw_fail_memory();
    *held = lua_gettop(d->L);
    tw_door_push_ref(d, d->L, ref);
    return TW_OK;
}

void tw_door_let_go(tw_door *d, int held) {
    lua_settop(d->L, held);
}
