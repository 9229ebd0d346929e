/*
 * Contacts in Lua: scene.contacts, pairs of bodies that are to collide or not, and functions that
 * are called when bodies begin to touch.
 */
#include "script/scene/scene.h"

#include "dynamics/contact/contact.h"
#include "model/side.h"

#include <string.h>

/* ---- sides of a pair ------------------------------------------------------------------------ */

static const char EXPECTED[] = "a body, a group or \"ground\"";

/* true: the value at index means the ground: "ground", the result of scene:ground{}, or
 * scene.ground (the method) */
static bool is_ground(lua_State *L, tw_scene *scene, int index, const char *what) {
    tw_scene *of = NULL;
    const tw_param *rows;
    int n;
    if (lua_type(L, index) == LUA_TSTRING) return !strcmp(lua_tostring(L, index), "ground");
    if (lua_type(L, index) == LUA_TFUNCTION) {
        lua_getfield(L, LUA_REGISTRYINDEX, "tw.scene.methods");
        lua_getfield(L, -1, "ground");
        bool same = lua_rawequal(L, -1, index);
        lua_pop(L, 2);
        return same;
    }
    if (!tw_test_part(L, index, &of, &rows, &n) || rows != tw_ground_params) return false;
    if (of != scene) tw_error(L, "%s: expected the ground of the same scene", what);
    return true;
}

/* reads the value at index as one side of a pair; nil: any body, if `any` allows it */
static tw_side check_side(lua_State *L, tw_scene *scene, int index, const char *what, bool any) {
    char got[128];
    if (any && lua_isnoneornil(L, index)) return (tw_side){TW_SIDE_ANY, {0, 0}};
    if (is_ground(L, scene, index, what)) return (tw_side){TW_SIDE_GROUND, {0, 0}};
    const tw_handle *h = tw_test_handle(L, index);
    if (!h || (h->class_ != TW_BODY && h->class_ != TW_GROUP))
        tw_error(L, "%s: expected %s, got %s", what, EXPECTED,
                 tw_describe(L, index, got, sizeof got));
    if (h->scene != scene) tw_error(L, "%s: %s belongs to another scene", what, h->label);
    if (!tw_world_get(scene->world, h->class_, h->id)) tw_gone(L, h);
    return (tw_side){h->class_ == TW_BODY ? TW_SIDE_BODY : TW_SIDE_GROUP, h->id};
}

/* raises an error if both sides are the same body or the ground */
static void check_two(lua_State *L, const char *call, const tw_side *a, const tw_side *b) {
    if (a->kind == TW_SIDE_BODY && b->kind == TW_SIDE_BODY && tw_id_equal(a->id, b->id))
        tw_error(L, "%s: expected two bodies, got the same one twice", call);
    if (a->kind == TW_SIDE_GROUND && b->kind == TW_SIDE_GROUND)
        tw_error(L, "%s: expected a body or a group beside the ground, got the ground twice", call);
}

/* scene:collide(a, b, flag). false: the two never collide; true: they collide even if a constraint
 * connects them */
static int scene_collide(lua_State *L) {
    tw_scene *scene = tw_check_scene(L, "collide");
    char got[64];
    tw_check_writable(L, scene, "say which bodies collide");
    tw_side a = check_side(L, scene, 2, "scene:collide: the first argument", false);
    tw_side b = check_side(L, scene, 3, "scene:collide: the second argument", false);
    if (lua_type(L, 4) != LUA_TBOOLEAN)
        tw_error(L, "scene:collide: the third argument: expected true or false, got %s",
                 tw_describe(L, 4, got, sizeof got));
    check_two(L, "scene:collide", &a, &b);
    /* earlier rules for the same sides are looked for in all of them */
    tw_script_work(L, (double)scene->world->rule.count / 4);
    tw_try(L, tw_world_collide(scene->world, a, b, lua_toboolean(L, 4)));
    return 0;
}

/* ---- present contacts ----------------------------------------------------------------------- */

static void set_value(lua_State *L, const char *name, vec3 v) {
    tw_push_vec3(L, v);
    lua_setfield(L, -2, name);
}

/* pushes a contact as a table; c->a, c->b: indices in world.body; b < 0: the ground */
static void push_contact(lua_State *L, tw_scene *scene, const tw_contact_reading *c) {
    lua_createtable(L, 0, 8);
    tw_push_object(L, scene, &scene->world->body.data[c->a]->o);
    lua_setfield(L, -2, "a");
    if (c->b >= 0) {
        tw_push_object(L, scene, &scene->world->body.data[c->b]->o);
        lua_setfield(L, -2, "b");
    }
    tw_set_boolean(L, "ground", c->b < 0);
    set_value(L, "point", c->point);
    set_value(L, "normal", c->normal);
    set_value(L, "force", c->force);
    tw_set_number(L, "gap", c->gap);
}

/* list [*count]: the contacts at the present state, after evaluating it */
static void read_now(lua_State *L, tw_scene *scene, const tw_contact_reading **list, int *count) {
    tw_dynamics *d;
    tw_refuse_traced(L, "contacts");
    tw_world_tidy(scene->world);
    tw_try(L, tw_sim_pass(scene->sim, &d));
    tw_try(L, tw_contact_read(d, list, count));
}

int tw_scene_contacts(lua_State *L, tw_handle *h, void *o) {
    (void)o;
    const tw_contact_reading *list;
    int count;
    read_now(L, h->scene, &list, &count);
    lua_createtable(L, count, 0);
    luaL_setmetatable(L, "tw.contacts");
    for (int i = 0; i < count; i++) {
        const tw_contact_reading c = list[i];
        push_contact(L, h->scene, &c);
        lua_rawseti(L, -2, i + 1);
    }
    return 1;
}

/* __call of the list scene.contacts, so that scene:contacts() gives the list, too */
static int contacts_call(lua_State *L) {
    tw_scene *scene = tw_test_scene(L, 2);
    char got[64];
    if (!scene)
        tw_error(L,
                 "scene:contacts: call it with a colon, as in scene:contacts(); expected a scene "
                 "before it, got %s",
                 tw_describe(L, 2, got, sizeof got));
    lua_settop(L, 1);
    return 1;
}

/* ---- events --------------------------------------------------------------------------------- */

/* *best: of the pair's contacts at present the one nearest to the point met->point, with its force;
 * if the pair no longer touches, *best = *met */
static tw_status present(tw_scene *scene, const tw_contact_reading *met, tw_contact_reading *best) {
    const tw_contact_reading *list;
    tw_dynamics *d;
    int count;
    *best = *met;
    TW_TRY(tw_sim_pass(scene->sim, &d));
    TW_TRY(tw_contact_read(d, &list, &count));
    double nearest = INFINITY;
    for (int i = 0; i < count; i++) {
        double far = v3_length(v3_sub(list[i].point, met->point));
        if (list[i].a != met->a || list[i].b != met->b || !(far < nearest)) continue;
        nearest = far;
        *best = list[i];
    }
    return TW_OK;
}

tw_status tw_push_meeting(lua_State *L, tw_scene *scene, const tw_contact_reading *met) {
    tw_contact_reading now;
    TW_TRY(present(scene, met, &now));
    push_contact(L, scene, &now);
    return TW_OK;
}

/* pushes the function that the table of arguments gives; raises an error if it gives none */
static void push_function(lua_State *L, int table) {
    char got[64];
    if (lua_rawgeti(L, table, 1) == LUA_TNIL) {
        lua_pop(L, 1);
        lua_getfield(L, table, "f");
    }
    if (lua_type(L, -1) == LUA_TFUNCTION) return;
    tw_error(L,
             "scene:on_contact: expected a function, as in scene:on_contact{a = ball, f}, got %s",
             tw_describe(L, -1, got, sizeof got));
}

static void check_fields(lua_State *L, int table) {
    static const char *const names[] = {"a", "b", "f", "times", NULL};
    lua_newtable(L); /* a copy without the function, for the check of the names */
    lua_pushnil(L);
    while (lua_next(L, table)) {
        if (lua_type(L, -2) == LUA_TNUMBER && lua_tonumber(L, -2) == 1) {
            lua_pop(L, 1);
            continue;
        }
        lua_pushvalue(L, -2);
        lua_insert(L, -2);
        lua_rawset(L, -4);
    }
    tw_read_fields(L, -1, NULL, "scene:on_contact", NULL, 0, NULL, names);
    lua_pop(L, 1);
}

/* scene:on_contact{a =, b =, f}, or on_contact(a, b, f): calls f whenever the two begin to touch */
static int scene_on_contact(lua_State *L) {
    tw_scene *scene = tw_check_scene(L, "on_contact");
    tw_check_writable(L, scene, "plan events");
    tw_event e = {.kind = TW_EVENT_CONTACT, .times = HUGE_VAL};
    lua_settop(L, 4);
    if (lua_istable(L, 2)) {
        check_fields(L, 2);
        push_function(L, 2);
        lua_replace(L, 4);
        if (lua_getfield(L, 2, "times") != LUA_TNIL) {
            char got[64];
            e.times = lua_type(L, -1) == LUA_TNUMBER ? lua_tonumber(L, -1) : 0;
            if (!(e.times >= 1))
                tw_error(L, "scene:on_contact: field 'times': expected 1 or more, got %s",
                         tw_describe(L, -1, got, sizeof got));
        }
        lua_settop(L, 4);
        lua_getfield(L, 2, "b");
        lua_replace(L, 3);
        lua_getfield(L, 2, "a");
        lua_replace(L, 2);
    } else {
        lua_createtable(L, 1, 0);
        lua_pushvalue(L, 4);
        lua_rawseti(L, 5, 1);
        push_function(L, 5);
    }
    e.a = check_side(L, scene, 2, "scene:on_contact: field 'a'", true);
    e.b = check_side(L, scene, 3, "scene:on_contact: field 'b'", true);
    check_two(L, "scene:on_contact", &e.a, &e.b);
    e.from = scene->world->time;
    return tw_add_event(L, scene, "scene:on_contact", &e, 4, 0);
}

const luaL_Reg tw_contact_functions[] = {
    {"collide", scene_collide}, {"on_contact", scene_on_contact}, {NULL, NULL}};

void tw_open_contacts(lua_State *L) {
    luaL_newmetatable(L, "tw.contacts");
    lua_pushcfunction(L, contacts_call);
    lua_setfield(L, -2, "__call");
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    lua_pop(L, 1);
}
