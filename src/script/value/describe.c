/* Descriptions of Lua values, and failures of reading: "expected ..., got ...". */
#include "script/value/value.h"

#include "base/text/color.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

/* buf: a description such as "a table of 2 numbers, {1, 2}"; the numbers are written only if they
 * are 4 or fewer and there is room */
static void describe_numbers(lua_State *L, int index, lua_Integer n, char *buf, size_t size) {
    char list[128] = "";
    size_t used = 0;
    for (lua_Integer i = 1; i <= n && n <= 4; i++) {
        lua_rawgeti(L, index, i);
        used += (size_t)snprintf(list + used, sizeof list - used, "%s%.9g", i > 1 ? ", " : ", {",
                                 lua_tonumber(L, -1));
        lua_pop(L, 1);
    }
    if (n <= 4) snprintf(list + used, sizeof list - used, "}");
    const char *s = n == 1 ? "" : "s";
    int all = snprintf(buf, size, "a table of %lld number%s%s", (long long)n, s, list);
    if (all >= (int)size) snprintf(buf, size, "a table of %lld number%s", (long long)n, s);
}

/* buf: a description such as "a table with a, b, c, ...", with the names of the first three fields
 */
static void describe_fields(lua_State *L, int index, char *buf, size_t size) {
    tw_push_keys(L, index);
    lua_Integer n = (lua_Integer)lua_rawlen(L, -1);
    size_t used = (size_t)snprintf(buf, size, n ? "a table with" : "an empty table");
    for (lua_Integer i = 1; i <= n && used < size; i++) {
        bool text = lua_rawgeti(L, -1, i) == LUA_TSTRING;
        const char *more = i > 3 ? ", ..." : text ? lua_tostring(L, -1) : "other keys";
        used += (size_t)snprintf(buf + used, size - used, "%s%.16s",
                                 i > 3   ? ""
                                 : i > 1 ? ", "
                                         : " ",
                                 more);
        lua_pop(L, 1);
        if (i > 3 || !text) break;
    }
    lua_pop(L, 1);
}

/* describes a list by its numbers or by its first entry that is no number, any other table by its
 * fields; one with a metatable as "a table" alone */
static void describe_table(lua_State *L, int index, char *buf, size_t size) {
    index = lua_absindex(L, index);
    lua_Integer n = (lua_Integer)lua_rawlen(L, index), good = 0;
    bool plain = lua_checkstack(L, 8) && !lua_getmetatable(L, index);
    if (!plain) {
        snprintf(buf, size, "a table");
        return;
    }
    while (good < n && lua_rawgeti(L, index, good + 1) == LUA_TNUMBER) {
        lua_pop(L, 1);
        good++;
    }
    if (good < n) {
        char entry[48];
        if (lua_istable(L, -1))
            snprintf(entry, sizeof entry, "a table");
        else
            tw_describe(L, -1, entry, sizeof entry);
        lua_pop(L, 1);
        snprintf(buf, size, "a table whose entry %lld is %s", (long long)good + 1, entry);
    } else if (n) {
        describe_numbers(L, index, n, buf, size);
    } else {
        describe_fields(L, index, buf, size);
    }
}

/* x; a NaN without its sign, which depends on the processor */
static double unsigned_nan(double x) {
    return isnan(x) ? fabs(x) : x;
}

const char *tw_describe(lua_State *L, int index, char *buf, size_t size) {
    const tw_handle *h;
    const vec3 *v;
    switch (lua_type(L, index)) {
    case LUA_TNIL:
    case LUA_TNONE:
        snprintf(buf, size, "nil");
        break;
    case LUA_TBOOLEAN:
        snprintf(buf, size, "%s", lua_toboolean(L, index) ? "true" : "false");
        break;
    case LUA_TNUMBER:
        if (lua_isinteger(L, index))
            snprintf(buf, size, "%lld", (long long)lua_tointeger(L, index));
        else
            snprintf(buf, size, "%.14g", unsigned_nan(lua_tonumber(L, index)));
        break;
    case LUA_TSTRING:
        snprintf(buf, size, "'%.60s'", lua_tostring(L, index));
        break;
    default:
        h = tw_test_handle(L, index);
        v = tw_test_vec3(L, index);
        if (h)
            snprintf(buf, size, "%s", h->label);
        else if (v)
            snprintf(buf, size, "(%.14g, %.14g, %.14g)", unsigned_nan(v->x), unsigned_nan(v->y),
                     unsigned_nan(v->z));
        else if (tw_traced_name(L, index, buf, size))
            return buf;
        else if (tw_test_scene(L, index))
            snprintf(buf, size, "a scene");
        else if (tw_test_quat(L, index))
            snprintf(buf, size, "a quaternion");
        else if (tw_test_spline(L, index))
            snprintf(buf, size, "a spline");
        else if (lua_istable(L, index))
            describe_table(L, index, buf, size);
        else
            snprintf(buf, size, "a %s", luaL_typename(L, index));
    }
    return buf;
}

bool tw_read_fail(tw_reader *r, const char *format, ...) {
    char text[sizeof r->error];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    memcpy(r->error, text, sizeof text);
    return false;
}

bool tw_read_failed(tw_reader *r, const char *what) {
    tw_script *script = tw_script_of(r->L);
    tw_read_fail(r, "%s%s%s", what ? what : "", what ? ": " : "", tw_failure());
    if (tw_failure_status() == TW_MEMORY) {
        snprintf(script->raised, sizeof script->raised, "%s", r->error);
        script->raised_status = TW_MEMORY;
    }
    return false;
}

bool tw_read_no_memory(tw_reader *r) {
    tw_fail_memory();
    return tw_read_failed(r, NULL);
}

bool tw_read_expected(tw_reader *r, int index, const char *what) {
    char got[128];
    const tw_handle *h = tw_test_handle(r->L, index);
    bool place = h && (h->class_ == TW_POINT || h->class_ == TW_BODY) &&
                 !strncmp(what, "a vector", strlen("a vector"));
    return tw_read_fail(r, "expected %s, got %s%s", what, tw_describe(r->L, index, got, sizeof got),
                        place ? " (its place now is its 'position')" : "");
}

const char tw_color_expectation[] = "a colour: a name, '#rrggbb' or {r, g, b}";

bool tw_read_color(tw_reader *r, int index, vec3 *light) {
    double c[3];
    if (lua_type(r->L, index) != LUA_TSTRING)
        return tw_get_vec3(r->L, index, light) || tw_read_expected(r, index, tw_color_expectation);
    if (tw_color_parse(lua_tostring(r->L, index), c) != TW_OK) return tw_read_failed(r, NULL);
    *light = v3_load(c);
    return true;
}
