/*
 * Texts of values as a prompt shows them: tables with their contents, a few levels deep and a few
 * dozen entries long; objects with kind, name and position; others by tostring.
 */
#include "script/show.h"

#include "script/object/object.h"

#include <string.h>

enum { DEPTH = 4, ENTRIES = 48, LONG = 2000 };

typedef struct shower {
    lua_State *L;
    /* stack index of a table used as a set: the tables around the one that is being written */
    int seen;
    int pieces;    /* stack index of a list with the pieces of the text so far */
    lua_Integer n; /* number of pieces in that list */
    size_t added;  /* length of the text so far, bytes */
} shower;

static void add(shower *s, const char *text, size_t n) {
    lua_pushlstring(s->L, text, n);
    lua_rawseti(s->L, s->pieces, ++s->n);
    s->added += n;
}

static void add_text(shower *s, const char *text) {
    add(s, text, strlen(text));
}

static void add_quoted(shower *s, const char *text, size_t n) {
    add_text(s, "\"");
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)text[i];
        char code[8];
        if (c == '"' || c == '\\')
            snprintf(code, sizeof code, "\\%c", c);
        else if (c < 0x20 || c == 0x7f)
            snprintf(code, sizeof code, "\\%u", c);
        else
            snprintf(code, sizeof code, "%c", c);
        add_text(s, code);
    }
    add_text(s, "\"");
}

/* appends the text of the value at a stack index, which must be absolute (positive) */
static void add_value(shower *s, int index, int depth, bool quoted);

static bool is_name(const char *text) {
    if (!*text || (*text >= '0' && *text <= '9')) return false;
    return strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789") ==
           strlen(text);
}

static void add_key(shower *s, int index) {
    if (lua_type(s->L, index) == LUA_TSTRING && is_name(lua_tostring(s->L, index))) {
        add_text(s, lua_tostring(s->L, index));
    } else {
        add_text(s, "[");
        add_value(s, index, DEPTH, true);
        add_text(s, "]");
    }
    add_text(s, " = ");
}

/* appends a table that has no metatable, with its keys in the fixed order (host.c); the keys 1 .. n
 * of a list are not written */
static void add_entries(shower *s, int table, int depth) {
    lua_State *L = s->L;
    lua_Integer listed = (lua_Integer)lua_rawlen(L, table);
    tw_push_keys(L, table);
    int keys = lua_gettop(L);
    lua_Integer n = (lua_Integer)lua_rawlen(L, keys);
    add_text(s, "{");
    for (lua_Integer i = 1; i <= n; i++) {
        if (i > 1) add_text(s, ", ");
        if (i > ENTRIES || s->added > LONG) {
            add_text(s, "...");
            break;
        }
        lua_rawgeti(L, keys, i);
        bool list = i <= listed && lua_isinteger(L, -1) && lua_tointeger(L, -1) == i;
        lua_pushvalue(L, -1);
        lua_rawget(L, table);
        if (!list) add_key(s, keys + 1);
        add_value(s, keys + 2, depth + 1, true);
        lua_settop(L, keys);
    }
    add_text(s, "}");
    lua_settop(L, keys - 1);
}

static void add_table(shower *s, int index, int depth) {
    lua_State *L = s->L;
    lua_pushvalue(L, index);
    bool inside = lua_rawget(L, s->seen) != LUA_TNIL;
    lua_pop(L, 1);
    if (inside || depth >= DEPTH) {
        add_text(s, "{...}");
        return;
    }
    lua_pushvalue(L, index);
    lua_pushboolean(L, 1);
    lua_rawset(L, s->seen);
    add_entries(s, index, depth);
    lua_pushvalue(L, index);
    lua_pushnil(L);
    lua_rawset(L, s->seen);
}

/* appends the place of a body or point, or " (removed)" if the object has been removed */
static void add_place(shower *s, const tw_handle *h) {
    const tw_world *w = h->scene->world;
    vec3 x = {0, 0, 0}, unused;
    const tw_body *b = h->class_ == TW_BODY ? tw_world_body(w, h->id) : NULL;
    const tw_point *p = h->class_ == TW_POINT ? tw_world_point(w, h->id) : NULL;
    char text[120];
    if (!tw_world_get(h->scene->world, h->class_, h->id)) add_text(s, " (removed)");
    if (b) x = b->position;
    if (p) tw_point_now(w, p, &x, &unused);
    if (!b && !p) return;
    snprintf(text, sizeof text, " at (%.9g, %.9g, %.9g)", x.x, x.y, x.z);
    add_text(s, text);
}

static void add_value(shower *s, int index, int depth, bool quoted) {
    lua_State *L = s->L;
    size_t n;
    luaL_checkstack(L, LUA_MINSTACK, "a value is too deep");
    if (lua_type(L, index) == LUA_TSTRING && quoted) {
        const char *text = lua_tolstring(L, index, &n);
        add_quoted(s, text, n);
        return;
    }
    bool meta = lua_getmetatable(L, index);
    if (meta) lua_pop(L, 1);
    if (lua_type(L, index) == LUA_TTABLE &&
        (!meta || luaL_getmetafield(L, index, "__tostring") == LUA_TNIL)) {
        add_table(s, index, depth);
        return;
    }
    if (lua_type(L, index) == LUA_TTABLE) lua_pop(L, 1);
    const char *text = tw_tostring(L, index, &n);
    add(s, text, n);
    lua_pop(L, 1);
    const tw_handle *h = tw_test_handle(L, index);
    if (h) add_place(s, h);
}

/* pushes the text of its argument, called in protected mode */
static int shown(lua_State *L) {
    luaL_Buffer b;
    lua_settop(L, 1);
    lua_newtable(L);
    lua_newtable(L);
    shower s = {.L = L, .seen = 2, .pieces = 3};
    add_value(&s, 1, 0, false);
    luaL_buffinit(L, &b);
    for (lua_Integer i = 1; i <= s.n; i++) {
        lua_rawgeti(L, 3, i);
        luaL_addvalue(&b);
    }
    luaL_pushresult(&b);
    return 1;
}

void tw_push_shown(lua_State *L, int index) {
    lua_pushvalue(L, index);
    lua_pushcfunction(L, shown);
    lua_insert(L, -2);
    lua_call(L, 1, 1);
}
