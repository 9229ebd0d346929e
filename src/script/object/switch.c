/*
 * Switches: the field `enabled` of a force or constraint as a function of t.
 *
 * An event evaluates the function along the motion, like the events of scene:when, and enables or
 * disables the object when the function's value differs from the object's state. Because it
 * compares these two, a change of the function that was missed between two evaluations is corrected
 * at the next. The function and the id of the event are stored in the object's attachments, which
 * snapshots contain.
 */
#include "script/object/object.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char event_key[] = "=enabled event";

typedef struct toggle {
    tw_scene *scene;
    tw_class class_;
    tw_id object;
    bool wanted; /* value of the function at its last evaluation */
} toggle;

static tw_object *object_of(const toggle *s, const tw_param **p, void **base) {
    tw_object *o = tw_world_get(s->scene->world, s->class_, s->object);
    if (o) *p = tw_object_param(o, "enabled", base);
    return o;
}

/* *wanted: value at time t of the function that the field has; *has: false if it has none */
static tw_status ask(tw_scene *scene, const tw_object *o, const tw_param *p, double t, bool *has,
                     bool *wanted) {
    lua_State *L = scene->script->now;
    char what[160], got[128];
    scene->script->placed = false;
    if (!lua_checkstack(L, 40)) return tw_fail_memory();
    *has = tw_push_callback(L, scene, o, p);
    if (!*has) return TW_OK;
    lua_pushnumber(L, t);
    snprintf(what, sizeof what, "field 'enabled' of %.100s", o->name);
    TW_TRY(tw_callback_call(scene, L, 1, 1, what, t));
    tw_status s = TW_OK;
    if (!tw_truth(L, wanted))
        s = tw_fail(TW_SCRIPT, "%s:%d: %s at t = %.9g s: expected true, false or a number, got %s",
                    o->file ? o->file : "?", o->line, what, t, tw_describe(L, -1, got, sizeof got));
    lua_pop(L, 1);
    return s;
}

static tw_status probe(void *context, double t, tw_probe *out) {
    toggle *s = context;
    const tw_param *p;
    void *base;
    bool has;
    const tw_object *o = object_of(s, &p, &base);
    *out = (tw_probe){.is_boolean = true, .gone = true};
    if (!o) return TW_OK;
    TW_TRY(ask(s->scene, o, p, t, &has, &s->wanted));
    out->gone = !has;
    out->value = has && s->wanted != *(const bool *)((const char *)base + p->offset);
    return TW_OK;
}

static tw_status run(void *context, double t, double u) {
    toggle *s = context;
    const tw_param *p;
    void *base;
    (void)t;
    (void)u;
    tw_object *o = object_of(s, &p, &base);
    return o ? tw_world_assign(s->scene->world, o, p, base, &s->wanted) : TW_OK;
}

/* cancels the switching event of the object whose attachments are on top of the stack */
static void cancel(lua_State *L, tw_scene *scene) {
    if (lua_getfield(L, -1, event_key) == LUA_TNUMBER) {
        lua_Integer id = lua_tointeger(L, -1);
        lua_State *now = scene->script->now;
        scene->script->now = L;
        tw_sim_cancel(scene->sim, (tw_id){(uint32_t)(id & 0xffffffff), (uint32_t)(id >> 32)});
        scene->script->now = now;
        lua_pushnil(L);
        lua_setfield(L, -3, event_key);
    }
    lua_pop(L, 1);
}

static void plan(lua_State *L, tw_scene *scene, const tw_object *o) {
    toggle *s = malloc(sizeof *s);
    if (!s) tw_raise(L, tw_fail_memory(), o->name);
    *s = (toggle){scene, o->class_, o->id, false};
    tw_event e = {.kind = TW_EVENT_WHEN,
                  .from = scene->world->time,
                  .to = INFINITY,
                  .direction = TW_BOTH,
                  .times = INFINITY,
                  .run = run,
                  .probe = probe,
                  .context = s,
                  .release = free,
                  .file = o->file,
                  .line = o->line};
    tw_id id;
    tw_status status = tw_sim_event(scene->sim, &e, &id);
    if (status != TW_OK) {
        free(s);
        tw_raise(L, status, o->name);
    }
    lua_pushinteger(L, (lua_Integer)((uint64_t)id.generation << 32 | id.index));
    lua_setfield(L, -2, event_key);
}

void tw_keep_switch(lua_State *L, tw_scene *scene, const tw_object *o, const tw_param *p,
                    bool function) {
    if (strcmp(p->name, "enabled") != 0) return;
    tw_push_attachment(L, scene, o->class_, o->id, function);
    if (lua_istable(L, -1)) cancel(L, scene);
    if (function) {
        tw_world *w = scene->world;
        toggle s = {scene, o->class_, o->id, false};
        tw_probe now = {.value = 0};
        lua_State *before = scene->script->now;
        bool frozen = w->frozen;
        const char *by = w->frozen_by;
        plan(L, scene, o);
        scene->script->now = L;
        w->frozen = true;
        w->frozen_by = "a function of t";
        tw_status status = probe(&s, w->time, &now);
        w->frozen = frozen;
        w->frozen_by = by;
        if (status == TW_OK && !now.gone && now.value != 0) status = run(&s, w->time, 0);
        scene->script->now = before;
        if (status != TW_OK) tw_raise(L, status, NULL);
    }
    lua_pop(L, 1);
}
