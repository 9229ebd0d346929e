/*
 * The module `tauwerk`: its functions in C, then lua/tauwerk/core.lua, which gets the module and a
 * table `host` of functions for the library's Lua files only.
 *
 * The library's Lua files are searched in $TAUWERK_LUA, beside the installed program
 * (../share/tauwerk/lua), in the source tree, and among the files that were compiled in, which
 * programs that link the engine use. Their chunks have names like "=tauwerk.models"; '=' marks them
 * so that errors name the line of the user's script that called them.
 */
#include "script/functions/function.h"
#include "script/lua/files.h"
#include "script/scene/scene.h"

#include "base/text/suggest.h"

#include "base/file.h"
#include "base/process/self.h"
#include "model/field/names.h"

#include <stdlib.h>
#include <string.h>

#ifndef TW_LUA_DIR
#define TW_LUA_DIR "lua"
#endif

/* ---- the library's files -------------------------------------------------------------------- */

/* writes the i-th folder in which Lua files are looked for to buf; false past the end */
static bool folder(int i, char *buf, size_t size) {
    const char *env = getenv("TAUWERK_LUA");
    char exe[3000];
    switch (i) {
    case 0:
        snprintf(buf, size, "%s", env ? env : "");
        return true;
    case 1:
        buf[0] = '\0';
        if (tw_self_folder(exe, sizeof exe) == TW_OK && *exe)
            snprintf(buf, size, "%s/../share/tauwerk/lua", exe);
        return true;
    case 2:
        snprintf(buf, size, "%s", TW_LUA_DIR);
        return true;
    default:
        return false;
    }
}

/* path: FOLDER/tauwerk/models.lua for the module "tauwerk.models", in the first folder that has the
 * file; false: none has */
static bool find_file(const char *name, char *path, size_t size) {
    char dir[3200], file[256];
    snprintf(file, sizeof file, "%s", name);
    for (char *c = file; *c; c++)
        if (*c == '.') *c = '/';
    for (int i = 0; folder(i, dir, sizeof dir); i++) {
        if (!*dir) continue;
        snprintf(path, size, "%s/%s.lua", dir, file);
        if (!tw_file_absent(path)) return true;
    }
    return false;
}

static const tw_lua_file *compiled_in(const char *name) {
    for (const tw_lua_file *f = tw_lua_files; f->name; f++)
        if (!strcmp(f->name, name)) return f;
    return NULL;
}

static tw_status loaded(lua_State *L, int code) {
    if (code != LUA_OK) return tw_status_of_error(L, code);
    tw_guest_globals(L);
    return TW_OK;
}

tw_status tw_load_library(lua_State *L, const char *name) {
    char path[4096], chunk[128], *text;
    size_t size;
    snprintf(chunk, sizeof chunk, "=%.100s", name);
    if (!find_file(name, path, sizeof path)) {
        const tw_lua_file *f = compiled_in(name);
        if (!f)
            return tw_fail(
                TW_IO, "the library file %s.lua was not found; TAUWERK_LUA may say where", name);
        int code = luaL_loadbufferx(L, (const char *)f->text, f->size, chunk, "t");
        return loaded(L, code);
    }
    TW_TRY(tw_file_read(path, &text, &size));
    int code = luaL_loadbufferx(L, text, size, chunk, "t");
    free(text);
    return loaded(L, code);
}

/* a searcher for `require` that finds the library's modules; it comes after the searcher of files
 * beside the script */
static int searcher(lua_State *L) {
    char path[4096];
    const char *name = luaL_checkstring(L, 1);
    if (!find_file(name, path, sizeof path) && !compiled_in(name)) {
        lua_pushfstring(L, "no library file '%s.lua'", name);
        return 1;
    }
    tw_try(L, tw_load_library(L, name));
    lua_pushstring(L, find_file(name, path, sizeof path) ? path : name);
    return 2;
}

static void add_searcher(lua_State *L) {
    lua_getglobal(L, "package");
    lua_getfield(L, -1, "searchers");
    for (lua_Integer i = (lua_Integer)lua_rawlen(L, -1); i >= 3; i--) {
        lua_rawgeti(L, -1, i);
        lua_rawseti(L, -2, i + 1);
    }
    lua_pushcfunction(L, searcher);
    lua_rawseti(L, -2, 3);
    lua_pop(L, 2);
}

/* ---- tw.param ------------------------------------------------------------------------------- */

static tw_set_option *find_set(tw_script *s, const char *name) {
    for (size_t i = 0; i < s->set.count; i++)
        if (!strcmp(s->set.data[i].name, name)) return &s->set.data[i];
    return NULL;
}

/* pushes the text of --set, converted to the type of the default at index `preset` */
static void push_set(lua_State *L, const tw_set_option *o, int preset) {
    const char *v = o->value;
    switch (lua_type(L, preset)) {
    case LUA_TBOOLEAN:
        if (!strcmp(v, "true") || !strcmp(v, "1") || !strcmp(v, "yes"))
            lua_pushboolean(L, 1);
        else if (!strcmp(v, "false") || !strcmp(v, "0") || !strcmp(v, "no"))
            lua_pushboolean(L, 0);
        else
            tw_raise(L, tw_fail(TW_USAGE, "--set %s: expected true or false, got '%s'", o->name, v),
                     NULL);
        break;
    case LUA_TNUMBER:
        if (lua_stringtonumber(L, v) != strlen(v) + 1 || !isfinite(lua_tonumber(L, -1)))
            tw_raise(L, tw_fail(TW_USAGE, "--set %s: expected a number, got '%s'", o->name, v),
                     NULL);
        if (lua_isinteger(L, preset) && !lua_isinteger(L, -1) &&
            lua_tonumber(L, -1) == floor(lua_tonumber(L, -1)) &&
            fabs(lua_tonumber(L, -1)) < 0x1p53) {
            lua_Integer i = (lua_Integer)lua_tonumber(L, -1);
            lua_pop(L, 1);
            lua_pushinteger(L, i);
        }
        break;
    case LUA_TNIL:
        if (lua_stringtonumber(L, v) == strlen(v) + 1) break;
        lua_pushstring(L, v);
        break;
    default:
        lua_pushstring(L, v);
    }
}

static double bound(lua_State *L, int options, const char *name, double preset) {
    if (!lua_istable(L, options)) return preset;
    if (lua_getfield(L, options, name) == LUA_TNUMBER) preset = lua_tonumber(L, -1);
    lua_pop(L, 1);
    return preset;
}

/* reports a parameter to the callback `param`; its value is on top of the stack, its doc is in the
 * table at stack index 3 */
static void tell_param(tw_script *s, lua_State *L, const char *name, double min, double max) {
    double value = lua_tonumber(L, -1);
    const char *doc = NULL;
    if (lua_istable(L, 3)) {
        lua_getfield(L, 3, "doc");
        doc = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : NULL;
        lua_pop(L, 1); /* the pointer stays valid: the table refers to the text */
    }
    s->options.param(s->options.param_context, name, value, min, max, doc);
}

/* host.vary_param(name, x): tw.param returns the number x from now on, instead of the default or
 * --set; nil: ends that */
static int host_vary_param(lua_State *L) {
    lua_settop(L, 2);
    luaL_getsubtable(L, LUA_REGISTRYINDEX, "tw.params.varied");
    lua_pushvalue(L, 2);
    lua_setfield(L, -2, luaL_checkstring(L, 1));
    luaL_getsubtable(L, LUA_REGISTRYINDEX, "tw.params.read");
    lua_pushnil(L);
    lua_setfield(L, -2, lua_tostring(L, 1));
    return 0;
}

/* host.param_read(name): true if the script has read the parameter since host.vary_param */
static int host_param_read(lua_State *L) {
    luaL_getsubtable(L, LUA_REGISTRYINDEX, "tw.params.read");
    lua_getfield(L, -1, luaL_checkstring(L, 1));
    lua_pushboolean(L, lua_toboolean(L, -1));
    return 1;
}

/* marks the parameter as read. Pushes the registry's tables of read and of varied parameters, and
 * then the number that host.vary_param has set; false: none is set, and only the two tables are
 * pushed */
static bool push_varied(lua_State *L, const char *name) {
    luaL_getsubtable(L, LUA_REGISTRYINDEX, "tw.params.read");
    lua_pushboolean(L, 1);
    lua_setfield(L, -2, name);
    luaL_getsubtable(L, LUA_REGISTRYINDEX, "tw.params.varied");
    if (lua_getfield(L, -1, name) == LUA_TNIL) lua_pop(L, 1);
    return lua_type(L, -1) == LUA_TNUMBER;
}

/* tw.param(name, default, {min =, max =, doc =}): value of a parameter that --set may give */
static int param(lua_State *L) {
    static const char *const names[] = {"min", "max", "doc", NULL};
    tw_script *s = tw_script_of(L);
    char got[64];
    lua_settop(L, 3);
    if (lua_type(L, 1) != LUA_TSTRING)
        tw_error(L, "tw.param: expected a name, got %s", tw_describe(L, 1, got, sizeof got));
    const char *name = lua_tostring(L, 1);
    int type = lua_type(L, 2);
    if (type != LUA_TNUMBER && type != LUA_TBOOLEAN && type != LUA_TSTRING && type != LUA_TNIL)
        tw_error(L, "tw.param: '%s': expected a number, text or boolean as default, got %s", name,
                 tw_describe(L, 2, got, sizeof got));
    if (!lua_isnil(L, 3)) tw_read_fields(L, 3, NULL, "tw.param", NULL, 0, NULL, names);
    luaL_getsubtable(L, LUA_REGISTRYINDEX, "tw.params");
    lua_pushvalue(L, 2);
    if (lua_isnil(L, -1)) {
        lua_pop(L, 1);
        lua_pushboolean(L, 0);
    }
    lua_setfield(L, -2, name);
    tw_set_option *o = find_set(s, name);
    if (o) {
        o->read = true;
        push_set(L, o, 2);
    } else {
        lua_pushvalue(L, 2);
    }
    int plain = lua_gettop(L);
    if (!push_varied(L, name)) lua_settop(L, plain);
    double min = bound(L, 3, "min", -HUGE_VAL), max = bound(L, 3, "max", HUGE_VAL);
    if (lua_type(L, -1) == LUA_TNUMBER &&
        !(lua_tonumber(L, -1) >= min && lua_tonumber(L, -1) <= max))
        tw_raise(L,
                 tw_fail(o ? TW_USAGE : TW_SCRIPT,
                         "%s'%s': expected a number from %g to %g, got %s",
                         o ? "--set: " : "tw.param: ", name, min, max,
                         tw_describe(L, -1, got, sizeof got)),
                 NULL);
    if (s->options.param && lua_type(L, -1) == LUA_TNUMBER) tell_param(s, L, name, min, max);
    return 1;
}

/* ---- functions of core.lua ------------------------------------------------------------------ */

/* host.fail(format, ...): raises an error at the script's line, with a text as by string.format */
static int host_fail(lua_State *L) {
    lua_getglobal(L, "string");
    lua_getfield(L, -1, "format");
    lua_insert(L, 1);
    lua_pop(L, 1);
    lua_call(L, lua_gettop(L) - 1, 1);
    tw_error(L, "%s", lua_tostring(L, -1));
}

/* host.where(): file and line of the script that is running */
static int host_where(lua_State *L) {
    tw_place p = tw_place_now(L);
    lua_pushstring(L, p.line ? p.file : "?");
    lua_pushinteger(L, p.line);
    return 2;
}

/* host.print(text) */
static int host_text(lua_State *L) {
    size_t n;
    const char *text = luaL_checklstring(L, 1, &n);
    tw_print_text(tw_script_of(L), text, n);
    return 0;
}

/* host.check_caught(ok, why, ...): returns its arguments, the results of a pcall. If that caught a
 * failure of the system, such as no memory, or a stop, raises the error again: no library function
 * may go on after it */
static int host_check_caught(lua_State *L) {
    if (!lua_toboolean(L, 1) && lua_type(L, 2) == LUA_TSTRING) {
        tw_status s = tw_status_of_text(L, lua_tostring(L, 2));
        if (s != TW_SCRIPT && !tw_status_of_motion(s)) {
            lua_settop(L, 2);
            return lua_error(L);
        }
    }
    return lua_gettop(L);
}

/* host.describe(x): description of a wrong value */
static int host_describe(lua_State *L) {
    char got[128];
    lua_settop(L, 1);
    lua_pushstring(L, tw_describe(L, 1, got, sizeof got));
    return 1;
}

/* host.kind(x): class of a value: "scene", "body", "point", "force", "constraint", "group", "prop",
 * "vec3", "spline", or nil */
static int host_kind(lua_State *L) {
    static const char *const names[] = {"body", "point", "force", "constraint", "group", "prop"};
    tw_handle *h = tw_test_handle(L, 1);
    if (h)
        lua_pushstring(L, names[h->class_]);
    else if (tw_test_scene(L, 1))
        lua_pushstring(L, "scene");
    else if (tw_test_vec3(L, 1))
        lua_pushstring(L, "vec3");
    else if (tw_test_spline(L, 1))
        lua_pushstring(L, "spline");
    else
        lua_pushnil(L);
    return 1;
}

/* host.scene(x): the scene of an object; any other value is returned as it is */
static int host_scene(lua_State *L) {
    tw_handle *h = tw_test_handle(L, 1);
    if (h)
        tw_push_scene(L, h->scene);
    else
        lua_pushvalue(L, 1);
    return 1;
}

/* host.number(scene, stem): the smallest n for which no group is called STEM<n> */
static int host_number(lua_State *L) {
    size_t n;
    const tw_scene *scene = tw_test_scene(L, 1);
    if (!scene) tw_error(L, "expected a scene");
    tw_try(L, tw_names_number(scene->world->names, TW_GROUP, luaL_checkstring(L, 2), &n));
    lua_pushinteger(L, (lua_Integer)n);
    return 1;
}

/* host.nearest(word, {name = true, ...}): the name that is most similar to the word, or nil */
static int host_nearest(lua_State *L) {
    tw_suggestion s = tw_suggestion_for(luaL_checkstring(L, 1));
    tw_push_keys(L, 2);
    lua_Integer n = (lua_Integer)lua_rawlen(L, -1);
    for (lua_Integer i = 1; i <= n; i++) {
        if (lua_rawgeti(L, 3, i) == LUA_TSTRING) tw_suggestion_offer(&s, lua_tostring(L, -1));
        lua_pop(L, 1); /* the pointer stays valid: the table refers to the text */
    }
    lua_pushstring(L, s.best);
    return 1;
}

/* tw.color(c): linear colour {r, g, b} of a name, "#rrggbb" or {r, g, b} */
static int color(lua_State *L) {
    tw_reader r = {.L = L};
    vec3 light;
    lua_settop(L, 1);
    if (!tw_read_color(&r, 1, &light)) tw_error(L, "tw.color: %s", r.error);
    tw_push_vec3(L, light);
    return 1;
}

/* host.color(x): linear colour of x, or nil and the reason */
static int host_color(lua_State *L) {
    tw_reader r = {.L = L};
    vec3 light;
    lua_settop(L, 1);
    if (tw_read_color(&r, 1, &light)) {
        tw_push_vec3(L, light);
        return 1;
    }
    lua_pushnil(L);
    lua_pushstring(L, r.error);
    return 2;
}

static void push_host(lua_State *L) {
    static const luaL_Reg functions[] = {{"fail", host_fail},
                                         {"where", host_where},
                                         {"print", host_text},
                                         {"describe", host_describe},
                                         {"check_caught", host_check_caught},
                                         {"kind", host_kind},
                                         {"scene", host_scene},
                                         {"number", host_number},
                                         {"nearest", host_nearest},
                                         {"color", host_color},
                                         {"vary_param", host_vary_param},
                                         {"param_read", host_param_read},
                                         {NULL, NULL}};
    lua_newtable(L);
    luaL_setfuncs(L, functions, 0);
    int host = lua_gettop(L);
    tw_open_check(L, host);
    tw_open_graph(L, host);
    tw_open_ramp(L, host);
    tw_open_snapshot(L, host);
    tw_open_film(L, host);
    tw_open_robot(L, host);
    tw_open_solve(L, host);
    tw_open_sense(L, host);
    lua_getfield(L, LUA_REGISTRYINDEX, "tw.makers");
    lua_setfield(L, host, "makers");
    lua_getfield(L, LUA_REGISTRYINDEX, "tw.scene.methods");
    lua_setfield(L, host, "methods");
    luaL_getmetatable(L, "tw.group");
    lua_getfield(L, -1, "methods");
    lua_setfield(L, host, "group_methods");
    lua_pop(L, 1);
}

/* tw.sorted(t, compare) */
static int sorted(lua_State *L) {
    char got[64];
    if (lua_type(L, 1) != LUA_TTABLE)
        tw_error(L, "tw.sorted: expected a table, got %s", tw_describe(L, 1, got, sizeof got));
    lua_settop(L, 2);
    lua_getfield(L, LUA_REGISTRYINDEX, "tw.sorted");
    lua_insert(L, 1);
    lua_call(L, 2, 3);
    return 3;
}

int tw_open_module(lua_State *L) {
    lua_newtable(L);
    int module = lua_gettop(L);
    tw_open_vec(L, module);
    tw_open_trace(L, module);
    tw_open_spline(L, module);
    tw_open_picture(L);
    tw_open_handles(L);
    tw_open_parts(L);
    tw_open_random(L);
    tw_open_events(L);
    tw_open_contacts(L);
    tw_open_scene(L, module);
    lua_pushcfunction(L, param);
    lua_setfield(L, module, "param");
    lua_pushcfunction(L, color);
    lua_setfield(L, module, "color");
    lua_pushcfunction(L, sorted);
    lua_setfield(L, module, "sorted");
    for (int i = 0; tw_function_kinds[i]; i++)
        if (tw_function_kinds[i]->module) luaL_setfuncs(L, tw_function_kinds[i]->module, 0);
    add_searcher(L);
    push_host(L);
    int host = lua_gettop(L);
    static const char *const libraries[] = {"tauwerk.core", "tauwerk.text", "tauwerk.graph",
                                            "tauwerk.film", "tauwerk.later"};
    for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++) {
        tw_try(L, tw_load_library(L, libraries[i]));
        lua_pushvalue(L, module);
        lua_pushvalue(L, host);
        lua_call(L, 2, 0);
    }
    lua_settop(L, module);
    return 1;
}
