/*
 * Objects in Lua: a handle is {scene, class, id}. Each object has at most one handle at a time, so
 * handles compare as equal and can be keys of tables. A handle keeps its scene alive but not its
 * object: using the handle of a removed object is an error that names the object.
 */
#include "script/value/value.h"

#include "base/text/suggest.h"
#include "base/text/text.h"
#include "model/field/parts.h"

#include <math.h>
#include <string.h>

static const char handle_tag;

static const char *const class_names[] = {"body", "point", "force", "constraint", "group", "prop"};
const char *const tw_handle_metatables[] = {"tw.body",       "tw.point", "tw.force",
                                            "tw.constraint", "tw.group", "tw.prop"};

/* an integer that is different for all objects of all classes */
static lua_Integer key_of(tw_class class_, tw_id id) {
    return (lua_Integer)class_ << 58 | (lua_Integer)(id.generation & 0x3fffffff) << 28 |
           (lua_Integer)(id.index & 0xfffffff);
}

tw_handle *tw_test_handle(lua_State *L, int index) {
    return tw_test_tag(L, index, &handle_tag);
}

void tw_open_metatable(lua_State *L, const char *name, const luaL_Reg *functions) {
    luaL_newmetatable(L, name);
    luaL_setfuncs(L, functions, 0);
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
}

void tw_push_object(lua_State *L, tw_scene *scene, const tw_object *o) {
    lua_Integer key = key_of(o->class_, o->id);
    tw_push_scene(L, scene);
    int self = lua_gettop(L);
    lua_getiuservalue(L, self, 2);
    if (lua_rawgeti(L, -1, key) == LUA_TNIL) {
        lua_pop(L, 1);
        lua_pushfstring(L, o->written ? "%s" : "%s '%s'", o->written ? o->written : o->kind->name,
                        o->name);
        size_t size = lua_rawlen(L, -1) + 1;
        tw_handle *h = lua_newuserdatauv(L, sizeof *h + size, 1);
        *h = (tw_handle){&handle_tag, scene, o->class_, o->id};
        memcpy(h->label, lua_tostring(L, -2), size);
        lua_remove(L, -2);
        luaL_setmetatable(L, tw_handle_metatables[o->class_]);
        lua_pushvalue(L, self);
        lua_setiuservalue(L, -2, 1);
        lua_pushvalue(L, -1);
        lua_rawseti(L, -3, key);
    }
    lua_replace(L, self);
    lua_settop(L, self);
}

void tw_push_id(lua_State *L, tw_scene *scene, tw_class class_, tw_id id) {
    const tw_object *o = tw_world_get(scene->world, class_, id);
    if (o)
        tw_push_object(L, scene, o);
    else
        lua_pushnil(L);
}

void tw_push_attachment(lua_State *L, tw_scene *scene, tw_class class_, tw_id id, bool make) {
    lua_Integer key = key_of(class_, id);
    tw_push_scene(L, scene);
    lua_getiuservalue(L, -1, 3);
    lua_remove(L, -2);
    if (lua_rawgeti(L, -1, key) == LUA_TNIL && make) {
        lua_pop(L, 1);
        lua_newtable(L);
        lua_pushvalue(L, -1);
        lua_rawseti(L, -3, key);
    }
    lua_remove(L, -2);
}

void tw_gone(lua_State *L, const tw_handle *h) {
    h->scene->script->gone = true;
    tw_error(L, "%s was removed", h->label);
}

void *tw_check_object(lua_State *L, int index, tw_class class_, const char *what,
                      tw_handle **handle) {
    tw_handle *h = tw_test_handle(L, index);
    char got[128];
    if (!h || h->class_ != class_) {
        const char *colon = strchr(what, ':');
        if (index == 1 && colon)
            tw_error(L, "%s: call it with a colon, as in %s(...); expected a %s before it, got %s",
                     what, what, class_names[class_], tw_describe(L, index, got, sizeof got));
        tw_error(L, "%s: expected a %s, got %s", what, class_names[class_],
                 tw_describe(L, index, got, sizeof got));
    }
    void *o = tw_world_get(h->scene->world, class_, h->id);
    if (!o) tw_gone(L, h);
    if (handle) *handle = h;
    return o;
}

int tw_method_remove(lua_State *L, tw_class class_, const char *what) {
    tw_handle *h;
    tw_check_object(L, 1, class_, what, &h);
    tw_try(L, tw_world_retire(h->scene->world, class_, h->id));
    return 0;
}

int tw_method_exists(lua_State *L) {
    tw_handle *h = tw_test_handle(L, 1);
    lua_pushboolean(L, h && tw_world_get(h->scene->world, h->class_, h->id));
    return 1;
}
