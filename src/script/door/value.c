/* Converts C values of the program to Lua values and back; see door.h. */
#include "script/scene/scene.h"

#include "script/door/door.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 32 }; /* greatest depth of lists within lists */

/* registry keys of two tables: kept_key: slot number -> value, slots_key: value -> slot number */
static const char kept_key, slots_key;

/* ---- failures ------------------------------------------------------------------------------- */

/* stores text and status in the script, so that tw_status_of_error finds the status again */
void tw_door_refuse(lua_State *L, const char *format, ...) {
    tw_script *script = tw_script_of(L);
    char text[1000];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    snprintf(script->raised, sizeof script->raised, "%s", text);
    script->raised_status = TW_ARGUMENT;
    tw_error(L, "%s", text);
}

/* ---- memory of results ---------------------------------------------------------------------- */

void *tw_door_room(tw_door *d, lua_State *L, size_t size) {
    void *block = calloc(1, size ? size : 1);
    if (!block || tw_push(&d->result, block) != TW_OK) {
        free(block);
        tw_raise(L, tw_fail_memory(), NULL);
    }
    return block;
}

void tw_door_drop(tw_door *d, size_t kept) {
    while (d->result.count > kept) free(d->result.data[--d->result.count]);
}

/* ---- references ----------------------------------------------------------------------------- */

/* pushes the registry's table at key; makes it if it is missing */
static void push_kept(lua_State *L, const void *key) {
    if (lua_rawgetp(L, LUA_REGISTRYINDEX, key) == LUA_TTABLE) return;
    lua_pop(L, 1);
    lua_newtable(L);
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, key);
}

static bool is_module(tw_ref ref) {
    return ref.slot == 0 && ref.generation == 0;
}

static bool is_living(const tw_door *d, tw_ref ref) {
    return ref.slot >= 1 && ref.slot <= d->slot.count && d->slot.data[ref.slot - 1].used &&
           d->slot.data[ref.slot - 1].generation == ref.generation;
}

static void push_module(lua_State *L) {
    lua_getfield(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
    lua_getfield(L, -1, "tauwerk");
    lua_remove(L, -2);
}

void tw_door_push_ref(tw_door *d, lua_State *L, tw_ref ref) {
    if (is_module(ref)) {
        push_module(L);
        return;
    }
    if (!is_living(d, ref)) {
        bool was = ref.slot >= 1 && ref.slot <= d->slot.count && ref.generation >= 1 &&
                   ref.generation <= d->slot.data[ref.slot - 1].generation;
        tw_door_refuse(L,
                       was ? "expected a living reference, got a stale one (%u.%u): its "
                             "object was removed or released"
                           : "expected a reference that this engine gave, got another (%u.%u)",
                       ref.slot, ref.generation);
    }
    push_kept(L, &kept_key);
    lua_rawgeti(L, -1, ref.slot);
    lua_remove(L, -2);
}

static uint32_t free_slot(tw_door *d, lua_State *L) {
    for (size_t i = d->free; i < d->slot.count; i++)
        if (!d->slot.data[i].used && d->slot.data[i].generation < UINT32_MAX) {
            d->free = i + 1;
            return (uint32_t)i + 1;
        }
    if (d->slot.count >= UINT32_MAX - 1 || tw_push(&d->slot, ((tw_door_slot){0, false})) != TW_OK)
        tw_raise(L, tw_fail_memory(), NULL);
    d->free = d->slot.count;
    return (uint32_t)d->slot.count;
}

tw_ref tw_door_keep(tw_door *d, lua_State *L, int index) {
    index = lua_absindex(L, index);
    push_kept(L, &slots_key);
    lua_pushvalue(L, index);
    if (lua_rawget(L, -2) == LUA_TNUMBER) {
        uint32_t known = (uint32_t)lua_tointeger(L, -1);
        lua_pop(L, 2);
        return (tw_ref){known, d->slot.data[known - 1].generation};
    }
    lua_pop(L, 1);
    uint32_t slot = free_slot(d, L);
    /* slots_key is set last: if memory runs out before, the value counts as having no slot */
    push_kept(L, &kept_key);
    lua_pushvalue(L, index);
    lua_rawseti(L, -2, slot);
    lua_pop(L, 1);
    lua_pushvalue(L, index);
    lua_pushinteger(L, slot);
    lua_rawset(L, -3);
    lua_pop(L, 1);
    tw_door_slot *s = &d->slot.data[slot - 1];
    s->used = true;
    s->generation++;
    return (tw_ref){slot, s->generation};
}

void tw_door_forget(tw_door *d, lua_State *L, tw_ref ref) {
    if (is_module(ref)) tw_door_refuse(L, "the module cannot be released");
    push_kept(L, &slots_key);
    tw_door_push_ref(d, L, ref);
    lua_pushnil(L);
    lua_rawset(L, -3);
    push_kept(L, &kept_key);
    lua_pushnil(L);
    lua_rawseti(L, -2, ref.slot);
    lua_pop(L, 2);
    d->slot.data[ref.slot - 1].used = false;
    if (ref.slot - 1 < d->free) d->free = ref.slot - 1;
}

/* ---- functions of the program --------------------------------------------------------------- */

static const char function_tag;

typedef struct function {
    const void *tag;
    tw_door *door;
    tw_function call;
    void *context;
} function;

/* Lua function that calls a function of the program; upvalue: that function */
static int call_program(lua_State *L) {
    const function *f = lua_touserdata(L, lua_upvalueindex(1));
    tw_door *d = f->door;
    int n = lua_gettop(L);
    for (int i = 1; i <= n; i++)
        if (tw_is_traced(L, i) || tw_is_traced3(L, i))
            tw_error(L, "a function of the program gives values at instants only: a field that "
                        "varies with time needs a spline, or a function of a script");
    size_t kept = d->result.count;
    tw_variant *argument = tw_door_room(d, L, (size_t)n * sizeof *argument), result = {0};
    for (int i = 0; i < n; i++) tw_door_read(d, L, i + 1, &argument[i]);
    lua_State *outer = d->L;
    tw_script *script = tw_script_of(L);
    lua_State *now = script->now;
    d->L = script->now = L;
    d->depth++;
    tw_fail(TW_OK, "%s", "");
    tw_status s = f->call(f->context, d->engine, argument, (size_t)n, &result);
    d->depth--;
    d->L = outer;
    script->now = now;
    if (s < TW_OK || s >= TW_STATUS_COUNT)
        s = tw_fail(TW_ARGUMENT, "a function of the program gave the status %d", (int)s);
    if (s != TW_OK && !*tw_failure()) tw_fail(s, "a function of the program failed");
    if (s == TW_OK) tw_door_push(d, L, &result);
    tw_door_drop(d, kept);
    if (s != TW_OK) tw_raise(L, s, NULL);
    return 1;
}

static void push_function(tw_door *d, lua_State *L, const tw_variant *v) {
    if (!v->is.function.call) tw_door_refuse(L, "expected a function, got one that is NULL");
    function *f = lua_newuserdatauv(L, sizeof *f, 0);
    *f = (function){&function_tag, d, v->is.function.call, v->is.function.context};
    lua_pushcclosure(L, call_program, 1);
}

/* ---- to Lua --------------------------------------------------------------------------------- */

/* pushes a number as a script would write it: a whole number below 2^31 as an integer */
static void push_number(lua_State *L, double x) {
    if (x == floor(x) && fabs(x) < 0x1p31 && !(x == 0 && signbit(x)))
        lua_pushinteger(L, (lua_Integer)x);
    else
        lua_pushnumber(L, x);
}

static void push_deep(tw_door *d, lua_State *L, const tw_variant *v, int depth);

static void push_entries(tw_door *d, lua_State *L, const tw_entry *e, size_t count, int depth) {
    if (count > 0 && !e) tw_door_refuse(L, "expected %zu entries, got NULL", count);
    lua_createtable(L, 0, count < 64 ? (int)count : 64);
    lua_Integer position = 0;
    for (size_t i = 0; i < count; i++) {
        push_deep(d, L, &e[i].value, depth);
        if (!e[i].name) {
            lua_rawseti(L, -2, ++position);
            continue;
        }
        lua_pushstring(L, e[i].name);
        lua_pushvalue(L, -1);
        if (lua_rawget(L, -4) != LUA_TNIL)
            tw_door_refuse(L, "field '%s' is given twice", e[i].name);
        lua_pop(L, 1);
        lua_insert(L, -2);
        lua_rawset(L, -3);
    }
}

static void push_items(tw_door *d, lua_State *L, const tw_variant *v, int depth) {
    if (v->count > 0 && !v->is.item) tw_door_refuse(L, "expected %zu items, got NULL", v->count);
    lua_createtable(L, v->count < 1 << 20 ? (int)v->count : 0, 0);
    for (size_t i = 0; i < v->count; i++) {
        push_deep(d, L, &v->is.item[i], depth);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
}

static void push_deep(tw_door *d, lua_State *L, const tw_variant *v, int depth) {
    luaL_checkstack(L, 12, NULL);
    if (depth > DEEPEST) tw_door_refuse(L, "a value has more than %d lists in each other", DEEPEST);
    switch (v->kind) {
    case TW_IS_NOTHING:
        lua_pushnil(L);
        return;
    case TW_IS_BOOL:
        lua_pushboolean(L, v->is.truth);
        return;
    case TW_IS_NUMBER:
        push_number(L, v->is.number);
        return;
    case TW_IS_VECTOR:
        tw_push_vec3(L, v3_load(v->is.vector));
        return;
    case TW_IS_QUATERNION: {
        const double *q = v->is.quaternion;
        tw_push_quat(L, (quat){q[0], q[1], q[2], q[3]});
        return;
    }
    case TW_IS_TEXT:
        if (!v->is.text) tw_door_refuse(L, "expected a text, got NULL");
        lua_pushlstring(L, v->is.text, v->count);
        return;
    case TW_IS_REF:
        tw_door_push_ref(d, L, v->is.ref);
        return;
    case TW_IS_LIST:
        push_items(d, L, v, depth + 1);
        return;
    case TW_IS_TABLE:
        push_entries(d, L, v->is.entry, v->count, depth + 1);
        return;
    case TW_IS_FUNCTION:
        push_function(d, L, v);
        return;
    }
    tw_door_refuse(L, "a value has the kind %d, which there is not", (int)v->kind);
}

void tw_door_push(tw_door *d, lua_State *L, const tw_variant *v) {
    push_deep(d, L, v, 0);
}

void tw_door_push_table(tw_door *d, lua_State *L, const tw_entry *entry, size_t count) {
    push_entries(d, L, entry, count, 0);
}

/* ---- from Lua ------------------------------------------------------------------------------- */

static void read_deep(tw_door *d, lua_State *L, int index, int depth, tw_variant *v);

static const char *copy_text(tw_door *d, lua_State *L, int index, size_t *count) {
    const char *text = lua_tolstring(L, index, count);
    char *copy = tw_door_room(d, L, *count + 1);
    memcpy(copy, text, *count);
    return copy;
}

/* Converts a table without a metatable: to a list if its keys are 1 .. n, otherwise to a table of
 * entries. Keys that are neither text nor 1 .. n are left out. */
static void read_table(tw_door *d, lua_State *L, int index, int depth, tw_variant *v) {
    tw_push_keys(L, index);
    int keys = lua_gettop(L);
    size_t n = (size_t)lua_rawlen(L, keys), items = (size_t)lua_rawlen(L, index), count = 0;
    bool list = n == items;
    tw_variant *item = list ? tw_door_room(d, L, n * sizeof *item) : NULL;
    tw_entry *entry = list ? NULL : tw_door_room(d, L, n * sizeof *entry);
    for (size_t i = 1; i <= n; i++) {
        int type = lua_rawgeti(L, keys, (lua_Integer)i);
        bool positional = lua_isinteger(L, -1) && lua_tointeger(L, -1) >= 1 &&
                          (size_t)lua_tointeger(L, -1) <= items;
        if (positional || type == LUA_TSTRING) {
            size_t length;
            if (entry) entry[count].name = positional ? NULL : copy_text(d, L, -1, &length);
            lua_rawget(L, index);
            read_deep(d, L, -1, depth + 1, list ? &item[count] : &entry[count].value);
            count++;
        }
        lua_pop(L, 1);
    }
    lua_settop(L, keys - 1);
    *v = list ? tw_list(item, count) : tw_table(entry, count);
}

static void read_deep(tw_door *d, lua_State *L, int index, int depth, tw_variant *v) {
    index = lua_absindex(L, index);
    luaL_checkstack(L, 12, NULL);
    *v = tw_nothing();
    const vec3 *x = tw_test_vec3(L, index);
    const quat *q = tw_test_quat(L, index);
    switch (lua_type(L, index)) {
    case LUA_TNIL:
    case LUA_TNONE:
        return;
    case LUA_TBOOLEAN:
        *v = tw_bool(lua_toboolean(L, index));
        return;
    case LUA_TNUMBER:
        *v = tw_number(lua_tonumber(L, index));
        return;
    case LUA_TSTRING:
        v->kind = TW_IS_TEXT;
        v->is.text = copy_text(d, L, index, &v->count);
        return;
    case LUA_TTABLE:
        if (depth >= DEEPEST || lua_getmetatable(L, index)) break;
        read_table(d, L, index, depth, v);
        return;
    default:
        break;
    }
    if (x)
        *v = tw_vector(x->x, x->y, x->z);
    else if (q)
        *v = tw_quaternion(q->w, q->x, q->y, q->z);
    else
        *v = tw_reference(tw_door_keep(d, L, index));
}

void tw_door_read(tw_door *d, lua_State *L, int index, tw_variant *v) {
    int top = lua_gettop(L);
    read_deep(d, L, index, 0, v);
    lua_settop(L, top);
}
