/*
 * Functions of Lua's own library that are made deterministic.
 *
 * Lua seeds the hash of its strings with the time and with addresses, so the order of a table's
 * keys differs between runs. Here, pairs and next visit keys in a fixed order instead: 1 .. n,
 * other numbers ascending, texts bytewise, false, true, then objects in the order of their offsets
 * in the heap. Texts of objects show serial numbers, never addresses. Output goes to the program's
 * callback, so that it does not interfere with a progress bar.
 */
#include "script/lua/state.h"

#include "base/text/plain.h"

#include <stdlib.h>
#include <string.h>

/* ---- fixed order of keys -------------------------------------------------------------------- */

typedef struct key {
    int rank; /* rank of the key's type in the fixed order: 0 number, 1 text, 2 boolean, 3 object */
    bool integer;
    lua_Integer i;
    double n;
    const char *s;
    size_t length;
    int slot; /* index of the key in the list before sorting */
} key;

static int order(const void *va, const void *vb) {
    const key *a = va, *b = vb;
    if (a->rank != b->rank) return a->rank < b->rank ? -1 : 1;
    if (a->rank == 1) {
        size_t n = a->length < b->length ? a->length : b->length;
        int c = memcmp(a->s, b->s, n);
        return c ? c : a->length < b->length ? -1 : a->length > b->length;
    }
    if (a->rank == 0 && !(a->integer && b->integer) && a->n != b->n) return a->n < b->n ? -1 : 1;
    return a->i < b->i ? -1 : a->i > b->i;
}

static void fill_key(lua_State *L, int index, key *k) {
    *k = (key){.rank = 3};
    switch (lua_type(L, index)) {
    case LUA_TNUMBER:
        k->rank = 0;
        k->integer = lua_isinteger(L, index);
        k->n = lua_tonumber(L, index);
        k->i = k->integer ? lua_tointeger(L, index) : 0;
        break;
    case LUA_TSTRING:
        k->rank = 1;
        k->s = lua_tolstring(L, index, &k->length);
        break;
    case LUA_TBOOLEAN:
        k->rank = 2;
        k->i = lua_toboolean(L, index);
        break;
    default:
        k->i = (lua_Integer)tw_heap_offset(&tw_script_of(L)->heap, lua_topointer(L, index));
    }
}

void tw_push_keys(lua_State *L, int index) {
    index = lua_absindex(L, index);
    lua_Integer length = (lua_Integer)lua_rawlen(L, index), n = 0;
    bool plain = true;
    lua_createtable(L, (int)(length < 1000000 ? length : 0), 0);
    int keys = lua_gettop(L);
    lua_pushnil(L);
    while (lua_next(L, index)) {
        lua_pop(L, 1);
        plain = plain && lua_isinteger(L, -1) && lua_tointeger(L, -1) >= 1 &&
                lua_tointeger(L, -1) <= length;
        lua_pushvalue(L, -1);
        lua_rawseti(L, keys, ++n);
    }
    if (n == 0) return;
    if (plain) {
        for (lua_Integer i = 1, k = 0; i <= length; i++) {
            if (lua_rawgeti(L, index, i) != LUA_TNIL) {
                lua_pushinteger(L, i);
                lua_rawseti(L, keys, ++k);
            }
            lua_pop(L, 1);
        }
        return;
    }
    key *k = lua_newuserdatauv(L, (size_t)n * sizeof *k, 0);
    for (lua_Integer i = 0; i < n; i++) {
        lua_rawgeti(L, keys, i + 1);
        fill_key(L, -1, &k[i]);
        k[i].slot = (int)i + 1;
        lua_pop(L, 1);
    }
    qsort(k, (size_t)n, sizeof *k, order);
    lua_createtable(L, (int)n, 0);
    for (lua_Integer i = 0; i < n; i++) {
        lua_rawgeti(L, keys, k[i].slot);
        lua_rawseti(L, -2, i + 1);
    }
    lua_replace(L, keys);
    lua_settop(L, keys);
}

/* pushes, of the list of keys at `keys`, the first key from `position` on that the table at index 1
 * still has, and its value; nil: there is none; *found: its position in the list */
static int first_from(lua_State *L, int keys, lua_Integer position, lua_Integer *found) {
    lua_Integer n = (lua_Integer)lua_rawlen(L, keys);
    for (lua_Integer i = position; i <= n; i++) {
        lua_rawgeti(L, keys, i);
        lua_pushvalue(L, -1);
        if (lua_rawget(L, 1) != LUA_TNIL) {
            *found = i;
            return 2;
        }
        lua_pop(L, 2);
    }
    *found = n + 1;
    lua_pushnil(L);
    return 1;
}

/* pushes the keys of the table at index in the fixed order; the steps of sorting count as
 * instructions of the script */
static void push_keys_counted(lua_State *L, int index) {
    tw_push_keys(L, index);
    tw_script_work(L, 8 * (double)lua_rawlen(L, -1));
}

static int pairs_step(lua_State *L) {
    lua_Integer at, position = lua_tointeger(L, lua_upvalueindex(2));
    int results = first_from(L, lua_upvalueindex(1), position, &at);
    lua_pushinteger(L, at + 1);
    lua_replace(L, lua_upvalueindex(2));
    return results;
}

static int host_pairs(lua_State *L) {
    luaL_checkany(L, 1);
    if (luaL_getmetafield(L, 1, "__pairs") != LUA_TNIL) {
        lua_pushvalue(L, 1);
        lua_call(L, 1, 3);
        return 3;
    }
    luaL_checktype(L, 1, LUA_TTABLE);
    push_keys_counted(L, 1);
    lua_pushinteger(L, 1);
    lua_pushcclosure(L, pairs_step, 2);
    lua_pushvalue(L, 1);
    lua_pushnil(L);
    return 3;
}

/* next(t, k); upvalues: the table of the last call, the list of its keys, and the position of the
 * last key, kept so that the keys are sorted only once */
static int host_next(lua_State *L) {
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_settop(L, 2);
    lua_Integer at = 0;
    bool same = lua_rawequal(L, 1, lua_upvalueindex(1));
    if (lua_isnil(L, 2) || !same) {
        push_keys_counted(L, 1);
        lua_replace(L, lua_upvalueindex(2));
        lua_pushvalue(L, 1);
        lua_replace(L, lua_upvalueindex(1));
        at = 1;
    } else {
        at = lua_tointeger(L, lua_upvalueindex(3));
    }
    if (!lua_isnil(L, 2)) {
        /* the key k is searched for from the cached position on, where a loop over all keys finds
         * it at once */
        lua_Integer n = (lua_Integer)lua_rawlen(L, lua_upvalueindex(2)), tries = 0;
        for (;; at = at % (n ? n : 1) + 1) {
            if (tries++ > n) return luaL_error(L, "invalid key to 'next'");
            if (at < 1 || at > n) continue;
            lua_rawgeti(L, lua_upvalueindex(2), at);
            bool hit = lua_rawequal(L, 2, -1);
            lua_pop(L, 1);
            if (hit) break;
        }
        at++;
    }
    lua_Integer found;
    int results = first_from(L, lua_upvalueindex(2), at, &found);
    lua_pushinteger(L, found);
    lua_replace(L, lua_upvalueindex(3));
    return results;
}

/* tw.sorted(t, less): iterator over keys and values in a fixed order; less: optional comparison of
 * keys */
static int sorted(lua_State *L) {
    lua_settop(L, 2);
    push_keys_counted(L, 1);
    if (!lua_isnil(L, 2)) {
        lua_getglobal(L, "table");
        lua_getfield(L, -1, "sort");
        lua_pushvalue(L, 3);
        lua_pushvalue(L, 2);
        lua_call(L, 2, 0);
        lua_settop(L, 3);
    }
    lua_pushinteger(L, 1);
    lua_pushcclosure(L, pairs_step, 2);
    lua_pushvalue(L, 1);
    lua_pushnil(L);
    return 3;
}

/* ---- texts ---------------------------------------------------------------------------------- */

/* serial number of an object; serials 1, 2, ... are given in the order in which objects first need
 * them */
static lua_Integer serial_of(lua_State *L, int index) {
    index = lua_absindex(L, index);
    lua_getfield(L, LUA_REGISTRYINDEX, "tw.serials");
    lua_pushvalue(L, index);
    if (lua_rawget(L, -2) == LUA_TNIL) {
        lua_pop(L, 1);
        lua_rawgeti(L, -1, 0);
        lua_Integer n = lua_tointeger(L, -1) + 1;
        lua_pop(L, 1);
        lua_pushinteger(L, n);
        lua_rawseti(L, -2, 0);
        lua_pushvalue(L, index);
        lua_pushinteger(L, n);
        lua_rawset(L, -3);
        lua_pushinteger(L, n);
    }
    lua_Integer n = lua_tointeger(L, -1);
    lua_pop(L, 2);
    return n;
}

const char *tw_tostring(lua_State *L, int index, size_t *length) {
    index = lua_absindex(L, index);
    int type = lua_type(L, index);
    bool object = type == LUA_TTABLE || type == LUA_TFUNCTION || type == LUA_TUSERDATA ||
                  type == LUA_TTHREAD || type == LUA_TLIGHTUSERDATA;
    if (!object || luaL_getmetafield(L, index, "__tostring") != LUA_TNIL) {
        if (object) lua_pop(L, 1);
        return luaL_tolstring(L, index, length);
    }
    int top = lua_gettop(L);
    const char *name = luaL_typename(L, index);
    if (luaL_getmetafield(L, index, "__name") == LUA_TSTRING) name = lua_tostring(L, -1);
    char text[160];
    snprintf(text, sizeof text, "%.100s: 0x%08llx", name, (unsigned long long)serial_of(L, index));
    lua_settop(L, top);
    lua_pushstring(L, text);
    return lua_tolstring(L, -1, length);
}

/* __tostring of files, with a serial in place of the address that Lua's own shows */
static int file_tostring(lua_State *L) {
    const luaL_Stream *file = luaL_checkudata(L, 1, LUA_FILEHANDLE);
    char text[40] = "file (closed)";
    if (file->closef)
        snprintf(text, sizeof text, "file (0x%08llx)", (unsigned long long)serial_of(L, 1));
    lua_pushstring(L, text);
    return 1;
}

static int host_tostring(lua_State *L) {
    luaL_checkany(L, 1);
    tw_tostring(L, 1, NULL);
    return 1;
}

/* string.format with serials for %s and %p of objects */
static int host_format(lua_State *L) {
    int top = lua_gettop(L), arg = 1;
    size_t n;
    const char *f = luaL_checklstring(L, 1, &n);
    luaL_Buffer b;
    luaL_checkstack(L, top + LUA_MINSTACK, "too many arguments");
    lua_pushvalue(L, lua_upvalueindex(1));
    for (int i = 1; i <= top; i++) lua_pushvalue(L, i);
    int first = lua_gettop(L) - top; /* copies of the arguments lie behind this stack index */
    luaL_buffinit(L, &b);
    for (size_t i = 0; i < n; i++) {
        luaL_addchar(&b, f[i]);
        if (f[i] != '%' || ++i >= n) continue;
        while (i < n && strchr("-+ #0123456789.", f[i])) luaL_addchar(&b, f[i++]);
        if (i >= n) break;
        char c = f[i];
        if (c != '%') arg++;
        int type = arg <= top ? lua_type(L, arg) : LUA_TNIL;
        bool object = type == LUA_TTABLE || type == LUA_TFUNCTION || type == LUA_TUSERDATA ||
                      type == LUA_TTHREAD;
        if (c != '%' && arg <= top && object && (c == 's' || c == 'p')) {
            /* luaL_Buffer may keep a value on the stack, so the stack is left balanced */
            if (c == 's') {
                tw_tostring(L, arg, NULL);
            } else {
                char text[32];
                snprintf(text, sizeof text, "0x%08llx", (unsigned long long)serial_of(L, arg));
                lua_pushstring(L, text);
            }
            lua_replace(L, first + arg);
            c = 's';
        }
        luaL_addchar(&b, c);
    }
    luaL_pushresult(&b);
    lua_replace(L, first + 1);
    lua_call(L, top, 1);
    return 1;
}

void tw_print_text(tw_script *s, const char *text, size_t length) {
    char part[4096];
    if (s->options.bounds.sandbox && length > sizeof part) {
        for (size_t n; length > 0; text += n, length -= n) {
            n = length < sizeof part ? length : sizeof part;
            tw_print_text(s, text, n);
        }
        return;
    }
    if (s->options.bounds.sandbox) {
        /* in a sandbox, control characters but tab and newline are replaced, since terminals would
         * obey them */
        memcpy(part, text, length);
        tw_text_plain(part, length);
        text = part;
    }
    if (s->options.output)
        s->options.output(s->options.output_context, text, length);
    else
        fwrite(text, 1, length, stdout);
}

static int host_print(lua_State *L) {
    int n = lua_gettop(L);
    luaL_Buffer b;
    luaL_buffinit(L, &b);
    for (int i = 1; i <= n; i++) {
        if (i > 1) luaL_addchar(&b, '\t');
        tw_tostring(L, i, NULL);
        luaL_addvalue(&b);
    }
    luaL_addchar(&b, '\n');
    luaL_pushresult(&b);
    size_t length;
    const char *text = lua_tolstring(L, -1, &length);
    tw_script_work(L, (double)length);
    tw_print_text(tw_script_of(L), text, length);
    return 0;
}

/* writes the arguments from `first` on to the program's output; raises an error for an argument
 * that is neither text nor number */
static void write_all(lua_State *L, int first) {
    for (int i = first; i <= lua_gettop(L); i++) {
        size_t length;
        const char *text = luaL_checklstring(L, i, &length);
        tw_script_work(L, (double)length);
        tw_print_text(tw_script_of(L), text, length);
    }
}

/* file:write; upvalues: the original, io.stdout */
static int host_file_write(lua_State *L) {
    if (lua_rawequal(L, 1, lua_upvalueindex(2))) {
        write_all(L, 2);
        lua_settop(L, 1);
        return 1;
    }
    for (int i = 2; i <= lua_gettop(L); i++)
        if (lua_type(L, i) == LUA_TSTRING) tw_script_work(L, (double)lua_rawlen(L, i));
    return tw_pass_on(L);
}

/* io.write; upvalues: the original, io.stdout, io.output */
static int host_io_write(lua_State *L) {
    lua_pushvalue(L, lua_upvalueindex(3));
    lua_call(L, 0, 1);
    bool standard = lua_rawequal(L, -1, lua_upvalueindex(2));
    if (standard) {
        lua_insert(L, 1); /* the file is put first; it is also the result */
        write_all(L, 2);
        lua_settop(L, 1);
        return 1;
    }
    lua_pop(L, 1);
    return tw_pass_on(L);
}

/* math.randomseed; without an argument Lua would take a seed from time and addresses; here it is 1
 */
static int host_randomseed(lua_State *L) {
    if (lua_gettop(L) == 0) lua_pushinteger(L, 1);
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, 1);
    lua_call(L, lua_gettop(L) - 1, 0);
    return 0;
}

static void open_output(lua_State *L) {
    lua_getglobal(L, "io");
    int io = lua_gettop(L);
    lua_getfield(L, io, "write");
    lua_getfield(L, io, "stdout");
    lua_getfield(L, io, "output");
    lua_pushcclosure(L, host_io_write, 3);
    lua_setfield(L, io, "write");
    luaL_getmetatable(L, LUA_FILEHANDLE);
    lua_getfield(L, -1, "__index");
    lua_getfield(L, -1, "write");
    lua_getfield(L, io, "stdout");
    lua_pushcclosure(L, host_file_write, 2);
    lua_setfield(L, -2, "write");
    lua_settop(L, io - 1);
}

void tw_open_order(lua_State *L) {
    lua_newtable(L); /* a table with weak keys: object -> serial; [0]: the last serial */
    lua_newtable(L);
    lua_pushstring(L, "k");
    lua_setfield(L, -2, "__mode");
    lua_setmetatable(L, -2);
    lua_pushinteger(L, 0);
    lua_rawseti(L, -2, 0);
    lua_setfield(L, LUA_REGISTRYINDEX, "tw.serials");
    lua_pushcfunction(L, sorted);
    lua_setfield(L, LUA_REGISTRYINDEX, "tw.sorted");
}

void tw_set_ordered(lua_State *L) {
    lua_pushcfunction(L, host_pairs);
    lua_setfield(L, -2, "pairs");
    lua_pushcfunction(L, host_tostring);
    lua_setfield(L, -2, "tostring");
    lua_pushnil(L);
    lua_newtable(L);
    lua_pushinteger(L, 0);
    lua_pushcclosure(L, host_next, 3);
    lua_setfield(L, -2, "next");
}

void tw_open_host(lua_State *L) {
    tw_open_order(L);
    lua_pushglobaltable(L);
    tw_set_ordered(L);
    lua_pop(L, 1);
    lua_register(L, "print", host_print);
    luaL_getmetatable(L, LUA_FILEHANDLE);
    lua_pushcfunction(L, file_tostring);
    lua_setfield(L, -2, "__tostring");
    lua_pop(L, 1);
    lua_getglobal(L, "string");
    lua_getfield(L, -1, "format");
    lua_pushcclosure(L, host_format, 1);
    lua_setfield(L, -2, "format");
    lua_getglobal(L, "math");
    lua_getfield(L, -1, "randomseed");
    lua_pushcclosure(L, host_randomseed, 1);
    lua_pushvalue(L, -1);
    lua_setfield(L, -3, "randomseed");
    lua_call(L, 0, 0);
    lua_pop(L, 2);
    open_output(L);
}
