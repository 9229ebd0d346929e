/*
 * scene:ramp and scene:keys: a field of an object, part or scene becomes a function of time, with
 * exact derivatives, that has the field's earlier value until it begins (numeric/value/ramp.h).
 */
#include "script/scene/scene.h"

#include "numeric/value/ramp.h"

#include "base/text/suggest.h"

#include <stdlib.h>
#include <string.h>

typedef struct target {
    tw_scene *scene;
    tw_object *o; /* object that has the field; NULL: the scene or a part has it */
    const tw_param *p;
    void *base;
    const char *what; /* "scene:ramp" */
} target;

/* the value is the first member, so that a direction or a turn can be accessed as a tw_value */
_Static_assert(offsetof(tw_direction, v) == 0 && offsetof(tw_turn, v) == 0, "the value is first");

/* finds the field `name` of the object, scene or part at index; raises an error if the field cannot
 * vary with time */
static target find(lua_State *L, int index, const char *name, const char *what) {
    target t = {.what = what};
    char got[64];
    tw_handle *h = tw_test_handle(L, index);
    const tw_param *rows;
    int n;
    if (h) {
        t.scene = h->scene;
        t.o = tw_world_get(h->scene->world, h->class_, h->id);
        if (!t.o) tw_gone(L, h);
        t.p = tw_object_param(t.o, name, &t.base);
    } else if (tw_test_scene(L, index)) {
        t.scene = tw_test_scene(L, index);
        t.base = &t.scene->world->set;
        t.p = tw_params_find(tw_settings_params, tw_settings_param_count, name);
        if (!t.p) {
            t.p = tw_params_find(tw_stage_params, tw_stage_param_count, name);
            t.base = &t.scene->world->stage;
        }
    } else if ((t.base = tw_test_part(L, index, &t.scene, &rows, &n)) != NULL) {
        t.p = tw_params_find(rows, n, name);
    } else {
        tw_error(L, "%s: expected an object first, got %s", what,
                 tw_describe(L, index, got, sizeof got));
    }
    if (!t.p) tw_error(L, "%s: the object has no field '%s'", what, name);
    if (!tw_param_value(t.p, t.base))
        tw_error(L, "%s: field '%s' cannot vary with time", what, name);
    return t;
}

static const tw_value *value_of(const target *t) {
    return tw_param_value(t->p, t->base);
}

/* true: the value in `memory` is relative to the same body as the value that the field has. A
 * direction given without a body is understood in the axes of that body; a turn must not be
 * relative to a body */
static bool same_carrier(const target *t, const tw_field_memory *memory) {
    const void *field = value_of(t), *given = memory;
    if (t->p->type == TW_PARAM_DIRECTION) {
        tw_id own = ((const tw_direction *)field)->body, its = ((const tw_direction *)given)->body;
        return tw_id_none(its) || tw_id_equal(own, its);
    }
    if (t->p->type != TW_PARAM_TURN) return true;
    const tw_turn *from = field, *to = given;
    return tw_id_none(from->body) && tw_id_none(to->body) && !to->posed;
}

/* out: the value on top of the stack, which must be a constant that the field accepts; it is popped
 */
static void read_constant(lua_State *L, const target *t, const char *name, double out[4]) {
    tw_reader r = {.L = L, .scene = t->scene};
    tw_field_memory memory;
    if (!tw_read_field(&r, -1, t->p, NULL, &memory))
        tw_error(L, "%s: field '%s': %s", t->what, name, r.error);
    tw_param row = tw_param_at_zero(t->p);
    const tw_value *v = tw_param_value(&row, &memory);
    bool constant = v && tw_value_is_constant(v), fits = v && v->dim == value_of(t)->dim;
    bool same = v && same_carrier(t, &memory);
    if (v) memcpy(out, v->c, sizeof v->c);
    tw_param_clear(&row, &memory);
    if (!constant) tw_error(L, "%s: field '%s': expected a constant", t->what, name);
    if (!fits)
        tw_error(L, "%s: field '%s': expected %s, as the field is", t->what, name,
                 value_of(t)->dim == 1 ? "a number" : "a quaternion");
    if (!same)
        tw_error(L, "%s: field '%s': %s", t->what, name,
                 t->p->type == TW_PARAM_DIRECTION
                     ? "expected {x, y, z}, or {body, axis} of the body that the field is of"
                     : "expected a quaternion or an angle, and a field that follows no body");
    lua_pop(L, 1);
}

/* reads the ease on top of the stack and pops it; *tape: if it is a function, that function, owned
 * by the caller */
static tw_ease read_ease(lua_State *L, const target *t, tw_tape **tape) {
    static const char *const names[] = {"smooth", "linear", "in", "out", NULL};
    static const tw_param row = {.name = "ease", .type = TW_PARAM_CHOICE, .choices = names};
    tw_reader r = {.L = L, .scene = t->scene};
    int ease = TW_EASE_SMOOTH;
    *tape = NULL;
    if (lua_type(L, -1) == LUA_TFUNCTION) {
        if (!tw_trace(&r, -1, 1, NULL, tape)) tw_error(L, "%s: field 'ease': %s", t->what, r.error);
        ease = TW_EASE_TAPE;
    } else if (!lua_isnil(L, -1) && !tw_read_field(&r, -1, &row, NULL, &ease)) {
        tw_error(L, "%s: field 'ease': %s", t->what, r.error);
    }
    lua_pop(L, 1);
    return (tw_ease)ease;
}

/* userdata with a ramp's segments; its __gc releases their tapes */
typedef struct segments {
    int count;
    tw_ramp_segment s[];
} segments;

static int segments_gc(lua_State *L) {
    segments *g = lua_touserdata(L, 1);
    for (int i = 0; i < g->count; i++) tw_tape_release(g->s[i].tape);
    g->count = 0;
    return 0;
}

static segments *push_segments(lua_State *L, int count) {
    size_t size = sizeof(segments) + (size_t)count * sizeof(tw_ramp_segment);
    segments *g = lua_newuserdatauv(L, size, 0);
    memset(g, 0, size);
    g->count = count;
    luaL_newmetatable(L, "tw.segments");
    lua_pushcfunction(L, segments_gc);
    lua_setfield(L, -2, "__gc");
    lua_setmetatable(L, -2);
    return g;
}

/* stores the value v in `memory` as the field's type (a direction, a turn, ...) requires; false: no
 * memory */
static bool wrap(const target *t, const tw_value *before, tw_value v, tw_field_memory *memory) {
    memset(memory, 0, sizeof *memory);
    if (t->p->type == TW_PARAM_STATIONS) {
        tw_station_list *list = (tw_station_list *)(void *)memory;
        list->station = calloc(1, sizeof *list->station);
        if (!list->station) return false;
        list->station->at = v;
        list->count = 1;
        return true;
    }
    if (t->p->type == TW_PARAM_DIRECTION)
        ((tw_direction *)(void *)memory)->body = ((const tw_direction *)(const void *)before)->body;
    *(tw_value *)(void *)memory = v;
    return true;
}

static void apply(lua_State *L, const target *t, segments *g) {
    tw_ramp *ramp;
    const tw_value *before = value_of(t);
    for (int i = 0; i < g->count; i++) g->s[i].turns = t->p->type == TW_PARAM_DIRECTION;
    if (g->s[0].from_before && tw_value_is_unset(before))
        tw_error(L, "%s: field '%s' has no value to begin with: give 'from'", t->what, t->p->name);
    /* if the field was not set, it has the ramp's first value until the ramp begins */
    tw_value first = {.kind = TW_VALUE_CONSTANT, .dim = before->dim};
    bool unset = tw_value_is_unset(before);
    if (unset) memcpy(first.c, g->s[0].from, (size_t)first.dim * sizeof *first.c);
    tw_status s = tw_ramp_create(first.dim, unset ? &first : before, g->s, g->count, &ramp);
    if (s != TW_OK) tw_raise(L, s, t->what);
    tw_field_memory memory;
    tw_value v = tw_value_from_ramp(ramp);
    tw_param row = tw_param_at_zero(t->p);
    if (!wrap(t, before, v, &memory)) {
        tw_value_clear(&v);
        tw_raise(L, tw_fail_memory(), t->what);
    }
    s = t->o ? TW_OK : tw_agree_assign(t->scene, t->p, t->base, &memory);
    if (s != TW_OK) {
        tw_param_clear(&row, &memory);
        char prefix[128];
        snprintf(prefix, sizeof prefix, "%.60s: field '%.40s'", t->what, t->p->name);
        tw_raise(L, s, prefix);
    }
    s = t->o ? tw_world_assign(t->scene->world, t->o, t->p, t->base, &memory)
             : tw_world_assign_setting(t->scene->world, t->p, t->base, &memory);
    if (s == TW_OK && !t->o) tw_agree_given(L, t->scene, t->base, t->p);
    if (s == TW_OK) return;
    tw_param_clear(&row, &memory);
    tw_raise(L, s, t->what);
}

static double read_time(lua_State *L, const char *what, const char *name) {
    char got[64];
    if (lua_type(L, -1) != LUA_TNUMBER || !isfinite(lua_tonumber(L, -1)))
        tw_error(L, "%s: field '%s': expected a time, got %s", what, name,
                 tw_describe(L, -1, got, sizeof got));
    double t = lua_tonumber(L, -1);
    lua_pop(L, 1);
    return t;
}

static target begin(lua_State *L, const char *what, tw_scene *scene) {
    char got[64];
    lua_settop(L, 2);
    if (!lua_istable(L, 2))
        tw_error(L, "%s: expected {object, \"field\", ...}, got %s", what,
                 tw_describe(L, 2, got, sizeof got));
    lua_rawgeti(L, 2, 1);
    if (lua_rawgeti(L, 2, 2) != LUA_TSTRING)
        tw_error(L, "%s: expected the name of a field second, got %s", what,
                 tw_describe(L, -1, got, sizeof got));
    target t = find(L, 3, lua_tostring(L, 4), what);
    if (t.scene != scene) tw_error(L, "%s: the object belongs to another scene", what);
    return t;
}

/* raises an error unless the keys of the table at stack index 2 are 1 .. positions and these names
 */
static void check_names(lua_State *L, const char *what, int positions, const char *const *names) {
    tw_push_keys(L, 2);
    lua_Integer n = (lua_Integer)lua_rawlen(L, -1);
    for (lua_Integer i = 1; i <= n; i++) {
        lua_rawgeti(L, -1, i);
        bool ok =
            lua_isinteger(L, -1) && lua_tointeger(L, -1) >= 1 && lua_tointeger(L, -1) <= positions;
        const char *key = luaL_tolstring(L, -1, NULL);
        tw_suggestion near = tw_suggestion_for(key);
        for (int k = 0; names[k]; k++) {
            ok = ok || !strcmp(names[k], key);
            tw_suggestion_offer(&near, names[k]);
        }
        if (!ok) tw_error_field(L, what, key, &near, NULL);
        lua_pop(L, 2);
    }
    lua_pop(L, 1);
}

/* ramp(scene, {object, "field", to =, from =, t0 =, t1 =, ease =}): makes a ramp; returns t0, t1 */
static int ramp(lua_State *L) {
    static const char *const names[] = {"to", "from", "t0", "t1", "ease", NULL};
    static const char what[] = "scene:ramp";
    tw_scene *scene = tw_check_scene(L, "ramp");
    tw_check_writable(L, scene, "ramp a field");
    target t = begin(L, what, scene);
    check_names(L, what, 2, names);
    segments *g = push_segments(L, 1);
    tw_ramp_segment *s = g->s;
    s->t0 = scene->world->time;
    if (lua_getfield(L, 2, "t0") != LUA_TNIL)
        s->t0 = read_time(L, what, "t0");
    else
        lua_pop(L, 1);
    lua_getfield(L, 2, "t1");
    s->t1 = read_time(L, what, "t1");
    if (s->t0 < scene->world->time)
        tw_error(L, "%s: field 't0': expected a time that is not past (now t = %.9g s), got %.9g",
                 what, scene->world->time, s->t0);
    if (!(s->t1 > s->t0))
        tw_error(L, "%s: field 't1': expected a time after t0 = %.9g s, got %.9g", what, s->t0,
                 s->t1);
    if (lua_getfield(L, 2, "to") == LUA_TNIL)
        tw_error(L, "%s: field 'to' is missing: expected %s", what, tw_param_expectation(t.p));
    read_constant(L, &t, "to", s->to);
    s->from_before = lua_getfield(L, 2, "from") == LUA_TNIL;
    if (s->from_before)
        lua_pop(L, 1);
    else
        read_constant(L, &t, "from", s->from);
    lua_getfield(L, 2, "ease");
    s->ease = read_ease(L, &t, &s->tape);
    apply(L, &t, g);
    lua_pushnumber(L, s->t0);
    lua_pushnumber(L, s->t1);
    return 2;
}

/* reads key number i, {t, v, ease}, on top of the stack, and pops it; returns t */
static double read_key(lua_State *L, const target *t, int i, double value[4], tw_ease *ease,
                       tw_tape **tape) {
    char name[32];
    snprintf(name, sizeof name, "key %d", i);
    if (!lua_istable(L, -1)) tw_error(L, "%s: %s: expected {t, value, ease}", t->what, name);
    int key = lua_gettop(L);
    lua_rawgeti(L, key, 1);
    double time = read_time(L, t->what, name);
    lua_rawgeti(L, key, 2);
    read_constant(L, t, name, value);
    lua_rawgeti(L, key, 3);
    *ease = read_ease(L, t, tape);
    lua_settop(L, key - 1);
    return time;
}

/* keys(scene, {object, "field", {{t, v, ease}, ...}}): makes a ramp through the keys; returns the
 * first and last time */
static int keys(lua_State *L) {
    static const char *const names[] = {NULL};
    static const char what[] = "scene:keys";
    tw_scene *scene = tw_check_scene(L, "keys");
    tw_check_writable(L, scene, "key a field");
    target t = begin(L, what, scene);
    check_names(L, what, 3, names);
    lua_rawgeti(L, 2, 3);
    int list = lua_gettop(L), n = lua_istable(L, list) ? (int)lua_rawlen(L, list) : 0;
    if (n < 2) tw_error(L, "%s: expected two keys {t, value, ease} or more, got %d", what, n);
    segments *g = push_segments(L, n - 1);
    double before[4], value[4], last = 0;
    for (int i = 0; i < n; i++) {
        tw_ease ease;
        tw_tape *tape;
        lua_rawgeti(L, list, i + 1);
        double time = read_key(L, &t, i + 1, value, &ease, &tape);
        if (i) {
            tw_ramp_segment *s = &g->s[i - 1];
            s->t0 = last;
            s->t1 = time;
            memcpy(s->from, before, sizeof before);
            memcpy(s->to, value, sizeof value);
            s->ease = ease;
            s->tape = tape;
        } else {
            tw_tape_release(tape);
        }
        if (time < scene->world->time)
            tw_error(L, "%s: key %d: expected a time that is not past (now t = %.9g s), got %.9g",
                     what, i + 1, scene->world->time, time);
        if (i && time <= last)
            tw_error(L, "%s: key %d: expected a time after %.9g s, got %.9g", what, i + 1, last,
                     time);
        memcpy(before, value, sizeof value);
        last = time;
    }
    apply(L, &t, g);
    lua_pushnumber(L, g->s[0].t0);
    lua_pushnumber(L, last);
    return 2;
}

void tw_open_ramp(lua_State *L, int host) {
    lua_pushcfunction(L, ramp);
    lua_setfield(L, host, "ramp");
    lua_pushcfunction(L, keys);
    lua_setfield(L, host, "keys");
}
