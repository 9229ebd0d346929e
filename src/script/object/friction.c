/*
 * Dry friction of joints: a joint made with the field `friction` gets a motor, NAME_friction, which
 * drives the joint's rate to 0 with a force bounded by that field
 * (kinds/constraints/couplings/motor.c, dry = true). The motor is enabled, disabled and removed
 * together with the joint, and can be read like any constraint.
 */
#include "script/object/object.h"

#include <string.h>

/* time constant of the motor as a share of the scene's tau: the joint comes to rest within a few
 * such times */
static const double PART = 0.01;

void tw_make_friction(lua_State *L, tw_scene *scene, tw_id group, const tw_object *o) {
    const tw_constraint_kind *kind = (const tw_constraint_kind *)o->kind;
    if (o->class_ != TW_CONSTRAINT || !kind->friction) return;
    if (tw_value_is_unset(kind->friction(o->own))) return;
    int top = lua_gettop(L);
    lua_getfield(L, LUA_REGISTRYINDEX, "tw.makers");
    lua_getfield(L, -1, "motor");
    const tw_group *g = tw_world_group(scene->world, group);
    if (g)
        tw_push_object(L, scene, &g->o);
    else
        tw_push_scene(L, scene);
    lua_createtable(L, 0, 5);
    tw_push_object(L, scene, o);
    lua_setfield(L, -2, "joint");
    tw_set_number(L, "speed", 0);
    tw_set_boolean(L, "dry", true);
    tw_set_number(L, "tau", PART * tw_value1(&scene->world->set.tau, scene->world->time));
    const char *name = strrchr(o->name, '/');
    lua_pushfstring(L, "%s_friction", name ? name + 1 : o->name);
    lua_setfield(L, -2, "name");
    lua_call(L, 2, 0);
    lua_settop(L, top);
}
