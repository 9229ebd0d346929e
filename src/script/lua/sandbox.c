/*
 * Restrictions for scripts that are not trusted; docs/trust.md describes the model.
 *
 * Of Lua's library, functions that only compute remain; functions that act outside the process
 * raise an error. Files may be read only below the script's folder and written only below the
 * folder that the options name; both are checked after following all links. Finalizers are refused,
 * because Lua calls no hook while they run. Before a library function that loops in C runs, the
 * number of its steps is added to the script's instructions, so that their limit holds for it, too.
 */
#include "script/lua/state.h"

#include "base/file.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char why[] = " in a sandbox; --trust runs scenes that you have read";

/* ---- files ---------------------------------------------------------------------------------- */

tw_status tw_script_may_read(const tw_script *s, const char *path, char **real) {
    *real = NULL;
    if (!s->options.bounds.sandbox) {
        *real = strdup(path);
        return *real ? TW_OK : tw_fail_memory();
    }
    return tw_file_below(s->folder ? s->folder : ".", path, real);
}

/* pushes the real path, without links, of a file that may be read or, if `writes`, written; raises
 * an error if it may not */
static const char *push_allowed(lua_State *L, const char *what, const char *path, bool writes) {
    tw_script *s = tw_script_of(L);
    const char *folder = s->options.bounds.writes;
    char *real = NULL;
    if (writes && !folder)
        tw_error(L, "%s: nothing is written by a script%s, got '%s'", what, why, path);
    tw_status status =
        writes ? tw_file_below(folder, path, &real) : tw_script_may_read(s, path, &real);
    tw_file_kind kind = TW_FILE_NONE;
    if (status == TW_OK) status = tw_file_look(real, true, &kind);
    /* folders and special files are refused: opening a pipe would block */
    if (kind == TW_FILE_FOLDER || kind == TW_FILE_OTHER)
        status = tw_fail(TW_ARGUMENT, "expected a regular file, got '%s'", path);
    if (status != TW_OK) {
        free(real);
        tw_raise(L, status, what);
    }
    char text[4096];
    bool fits = strlen(real) < sizeof text;
    if (fits) memcpy(text, real, strlen(real) + 1);
    free(real); /* freed before the text is pushed, because pushing may raise an error */
    if (!fits) tw_error(L, "%s: the path is too long", what);
    return lua_pushstring(L, text);
}

static int bounded_open(lua_State *L) {
    const char *path = luaL_checkstring(L, 1), *mode = luaL_optstring(L, 2, "r");
    push_allowed(L, "io.open", path, strpbrk(mode, "wa+") != NULL);
    lua_replace(L, 1);
    return tw_pass_on(L);
}

static int bounded_lines(lua_State *L) {
    push_allowed(L, "io.lines", luaL_checkstring(L, 1), false);
    lua_replace(L, 1);
    return tw_pass_on(L);
}

static int bounded_remove(lua_State *L) {
    push_allowed(L, "os.remove", luaL_checkstring(L, 1), true);
    lua_replace(L, 1);
    return tw_pass_on(L);
}

static int bounded_rename(lua_State *L) {
    push_allowed(L, "os.rename", luaL_checkstring(L, 1), true);
    lua_replace(L, 1);
    push_allowed(L, "os.rename", luaL_checkstring(L, 2), true);
    lua_replace(L, 2);
    return tw_pass_on(L);
}

/* loadfile and dofile for allowed files; upvalues: the original function, its name */
static int bounded_chunk(lua_State *L) {
    if (lua_isnoneornil(L, 1))
        tw_error(L, "%s: the standard input is not read%s", lua_tostring(L, lua_upvalueindex(2)),
                 why);
    push_allowed(L, lua_tostring(L, lua_upvalueindex(2)), luaL_checkstring(L, 1), false);
    lua_replace(L, 1);
    return tw_pass_on(L);
}

/* package.searchpath with a path that stays in the script's folder */
static int bounded_search(lua_State *L) {
    const char *name = luaL_checkstring(L, 1), *path = luaL_checkstring(L, 2);
    const char *dot = luaL_optstring(L, 3, "."), *slash = luaL_optstring(L, 4, "/");
    lua_settop(L, 4);
    if (*dot) name = luaL_gsub(L, name, dot, slash);
    lua_pushliteral(L, "");
    int told = lua_gettop(L);
    for (const char *at = path, *end; *at; at = *end ? end + 1 : end) {
        end = at + strcspn(at, ";");
        char *real = NULL;
        lua_pushlstring(L, at, (size_t)(end - at));
        luaL_gsub(L, lua_tostring(L, -1), "?", name);
        bool inside = tw_script_may_read(tw_script_of(L), lua_tostring(L, -1), &real) == TW_OK &&
                      !tw_file_absent(real);
        free(real);
        if (inside) return 1;
        lua_pushfstring(L, "%s\n\tno file '%s' below the script's folder", lua_tostring(L, told),
                        lua_tostring(L, -1));
        lua_replace(L, told);
        lua_settop(L, told);
    }
    lua_pushnil(L);
    lua_insert(L, told);
    return 2;
}

/* ---- refused -------------------------------------------------------------------------------- */

/* replaces function `name` of the table on top of the stack by the function `with`, whose upvalue
 * is the original */
static void wrap(lua_State *L, const char *name, lua_CFunction with) {
    lua_getfield(L, -1, name);
    lua_pushcclosure(L, with, 1);
    lua_setfield(L, -2, name);
}

static int bounded_setmetatable(lua_State *L) {
    if (lua_istable(L, 2)) {
        lua_pushliteral(L, "__gc");
        if (lua_rawget(L, 2) != LUA_TNIL)
            tw_error(L, "setmetatable: finalizers (__gc) are not available%s", why);
        lua_pop(L, 1);
    }
    return tw_pass_on(L);
}

static int bounded_locale(lua_State *L) {
    if (!lua_isnoneornil(L, 1)) tw_error(L, "os.setlocale: the locale is not changed%s", why);
    return tw_pass_on(L);
}

/* ---- work ----------------------------------------------------------------------------------- */

/* greatest number of steps of one call of a library function, which takes one or two seconds */
static const double CALL_MOST = 1e8;

static void work(lua_State *L, const char *what, double n) {
    if (n > CALL_MOST)
        tw_error(L, "%s: one call takes at most %g steps%s, got %.4g", what, CALL_MOST, why, n);
    if (n > 0) tw_script_work(L, n);
}

/* length of the value at index by lua_len, which calls __len as the original function will do
 * again; 0: it is no table */
static double length(lua_State *L, int index) {
    if (!lua_istable(L, index)) return 0;
    lua_len(L, index);
    double n = lua_tonumber(L, -1);
    lua_pop(L, 1);
    return n;
}

static double text_length(lua_State *L, int index) {
    return lua_type(L, index) == LUA_TSTRING ? (double)lua_rawlen(L, index) : 0;
}

static int bounded_insert(lua_State *L) {
    double n = length(L, 1);
    if (lua_gettop(L) >= 3) work(L, "table.insert", n - luaL_optnumber(L, 2, n));
    return tw_pass_on(L);
}

static int bounded_table_remove(lua_State *L) {
    double n = length(L, 1);
    work(L, "table.remove", n - luaL_optnumber(L, 2, n));
    return tw_pass_on(L);
}

static int bounded_move(lua_State *L) {
    work(L, "table.move", luaL_checknumber(L, 3) - luaL_checknumber(L, 2));
    return tw_pass_on(L);
}

static int bounded_concat(lua_State *L) {
    double last = lua_isnoneornil(L, 4) ? length(L, 1) : luaL_checknumber(L, 4);
    double n = last - luaL_optnumber(L, 3, 1) + 1;
    work(L, "table.concat", n > 0 ? n * (1 + text_length(L, 2) / 16) : 0);
    return tw_pass_on(L);
}

static int bounded_unpack(lua_State *L) {
    double last = lua_isnoneornil(L, 3) ? length(L, 1) : luaL_checknumber(L, 3);
    work(L, "table.unpack", last - luaL_optnumber(L, 2, 1));
    return tw_pass_on(L);
}

static int bounded_sort(lua_State *L) {
    double n = length(L, 1);
    if (n > 1) work(L, "table.sort", 4 * n * log2(n));
    return tw_pass_on(L);
}

static int bounded_rep(lua_State *L) {
    double n = luaL_checknumber(L, 2), each = text_length(L, 1) + text_length(L, 3);
    work(L, "string.rep", n > 0 ? n * (1 + each / 16) : 0);
    return tw_pass_on(L);
}

/* for library functions whose work is proportional to the length of their first argument, a text:
 * counts an instruction for every 4 bytes of it, then calls the original. Upvalues: the original
 * function, its name */
static int bounded_once(lua_State *L) {
    work(L, lua_tostring(L, lua_upvalueindex(2)), text_length(L, 1) / 4);
    return tw_pass_on(L);
}

/* os.date: a character of the format makes up to some thirty of the result */
static int bounded_date(lua_State *L) {
    work(L, "os.date", 16 * text_length(L, 1));
    return tw_pass_on(L);
}

static int bounded_collect(lua_State *L) {
    tw_script_work(L, (double)tw_script_of(L)->heap.used / 16);
    return tw_pass_on(L);
}

/* ---- the library as it is then --------------------------------------------------------------- */

static void named(lua_State *L, const char *table, const char *name, lua_CFunction with) {
    lua_getfield(L, -1, name);
    lua_pushfstring(L, "%s%s%s", table, *table ? "." : "", name);
    lua_pushcclosure(L, with, 2);
    lua_setfield(L, -2, name);
}

static void bound_io(lua_State *L) {
    static const char *const taken[] = {"popen", "tmpfile", "input", "output", "read"};
    lua_getglobal(L, "io");
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++) tw_take_away(L, "io", taken[i], why);
    wrap(L, "open", bounded_open);
    wrap(L, "lines", bounded_lines);
    lua_pushnil(L);
    lua_setfield(L, -2, "stdin");
    lua_getfield(L, -1, "stdout"); /* io.stdout, whose text goes to the program's output callback */
    lua_setfield(L, -2, "stderr");
    lua_pop(L, 1);
    /* hides the metatable, so that scripts cannot add finalizers to files */
    luaL_getmetatable(L, LUA_FILEHANDLE);
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    lua_pop(L, 1);
}

static void bound_os(lua_State *L) {
    static const char *const taken[] = {"execute", "exit", "getenv", "tmpname"};
    lua_getglobal(L, "os");
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++) tw_take_away(L, "os", taken[i], why);
    wrap(L, "remove", bounded_remove);
    wrap(L, "rename", bounded_rename);
    wrap(L, "setlocale", bounded_locale);
    wrap(L, "date", bounded_date);
    lua_pop(L, 1);
}

/* removes the ways to load C modules: package.loadlib and the searchers */
static void bound_package(lua_State *L) {
    lua_getglobal(L, "package");
    tw_take_away(L, "package", "loadlib", why);
    lua_pushcfunction(L, bounded_search);
    lua_setfield(L, -2, "searchpath");
    lua_pushliteral(L, "");
    lua_setfield(L, -2, "cpath");
    lua_getfield(L, -1, "searchers");
    for (lua_Integer i = (lua_Integer)lua_rawlen(L, -1); i > 3; i--) {
        lua_pushnil(L);
        lua_rawseti(L, -2, i);
    }
    lua_pop(L, 2);
}

static void bound_work(lua_State *L) {
    static const char *const once[] = {"byte",   "char", "format", "lower",    "upper",
                                       "unpack", "pack", "len",    "packsize", "reverse"};
    static const char *const utf8[] = {"codepoint", "codes", "len", "offset"};
    lua_getglobal(L, "table");
    wrap(L, "insert", bounded_insert);
    wrap(L, "remove", bounded_table_remove);
    wrap(L, "move", bounded_move);
    wrap(L, "concat", bounded_concat);
    wrap(L, "unpack", bounded_unpack);
    wrap(L, "sort", bounded_sort);
    lua_getglobal(L, "string");
    wrap(L, "rep", bounded_rep);
    for (size_t i = 0; i < sizeof once / sizeof *once; i++)
        named(L, "string", once[i], bounded_once);
    lua_getglobal(L, "utf8");
    for (size_t i = 0; i < sizeof utf8 / sizeof *utf8; i++) named(L, "utf8", utf8[i], bounded_once);
    lua_pushglobaltable(L);
    wrap(L, "collectgarbage", bounded_collect);
    named(L, "", "load", bounded_once);
    named(L, "", "tonumber", bounded_once);
    wrap(L, "setmetatable", bounded_setmetatable);
    named(L, "", "loadfile", bounded_chunk);
    named(L, "", "dofile", bounded_chunk);
    lua_pop(L, 4);
}

void tw_open_sandbox(lua_State *L) {
    bound_io(L);
    bound_os(L);
    bound_package(L);
    bound_work(L);
}
