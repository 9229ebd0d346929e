/* scene.look: the look of the picture, by its name or adjusted by a table (frame/look.h). */
#include "frame/look.h"
#include "script/scene/scene.h"

#include <string.h>

static const tw_look_kind *kind_of(const tw_stage *s) {
    return s->look.kind ? s->look.kind : tw_look_default(s->light_count > 0);
}

/* ---- assigning ------------------------------------------------------------------------------ */

/* look that the text at index names; raises an error if there is none; field: where the text
 * stands, "[1]" or "", for the message */
static const tw_look_kind *read_kind(lua_State *L, int index, const char *field) {
    char got[64];
    const char *near;
    if (lua_type(L, index) != LUA_TSTRING)
        tw_error(L, "scene: field 'look'%s: expected the name of a look, got %s", field,
                 tw_describe(L, index, got, sizeof got));
    const char *name = lua_tostring(L, index);
    const tw_look_kind *kind = tw_look_find(name, &near);
    if (kind) return kind;
    if (near)
        tw_error(L, "scene: field 'look'%s: expected a look, got '%s'; did you mean '%s'?", field,
                 name, near);
    tw_error(L, "scene: field 'look'%s: expected a look, got '%s'; 'tauwerk help looks' lists them",
             field, name);
    return NULL;
}

/* pushes a copy of the table at index without its element [1]; floor = false becomes floor = "none"
 */
static void push_adjusted(lua_State *L, int index) {
    lua_newtable(L);
    int copy = lua_gettop(L);
    for (lua_pushnil(L); lua_next(L, index); lua_pop(L, 1)) {
        if (lua_isinteger(L, -2) && lua_tointeger(L, -2) == 1) continue;
        lua_pushvalue(L, -2);
        lua_pushvalue(L, -2);
        lua_rawset(L, copy);
    }
    lua_getfield(L, copy, "floor");
    if (lua_isboolean(L, -1) && !lua_toboolean(L, -1)) {
        lua_pushliteral(L, "none");
        lua_setfield(L, copy, "floor");
    }
    lua_pop(L, 1);
}

void tw_set_look(lua_State *L, tw_scene *scene, int index) {
    char got[64];
    const tw_look_kind *kind = NULL; /* stays NULL if the value is nil: the scene has no look */
    index = lua_absindex(L, index);
    bool adjusts = lua_istable(L, index);
    if (lua_type(L, index) == LUA_TSTRING) {
        kind = read_kind(L, index, "");
    } else if (adjusts) {
        lua_rawgeti(L, index, 1);
        /* a table without a name in [1] adjusts the look that the scene has */
        kind = lua_isnil(L, -1) ? kind_of(&scene->world->stage) : read_kind(L, -1, "[1]");
        lua_pop(L, 1);
    } else if (!lua_isnil(L, index)) {
        tw_error(L, "scene: field 'look': expected the name of a look or a table, got %s",
                 tw_describe(L, index, got, sizeof got));
    }
    tw_stage_look *fresh =
        tw_push_draft(L, tw_look_params, tw_look_param_count, sizeof(tw_stage_look));
    int draft = lua_gettop(L);
    if (adjusts) {
        push_adjusted(L, index);
        tw_read_fields(L, -1, scene, "scene.look", tw_look_params, tw_look_param_count, fresh,
                       NULL);
        lua_pop(L, 1);
    }
    fresh->kind = kind;
    tw_take_draft(L, draft, &scene->world->stage.look);
    lua_pop(L, 1);
}

/* ---- reading back --------------------------------------------------------------------------- */

static bool adjusted(const tw_stage_look *l, const tw_param *p) {
    if (p->type == TW_PARAM_CHOICE) return l->floor != TW_FLOOR_AUTO;
    return !tw_value_is_unset(tw_param_value(p, l));
}

void tw_push_look(lua_State *L, tw_scene *scene) {
    const tw_stage *stage = &scene->world->stage;
    const char *name = kind_of(stage)->name;
    bool any = false;
    for (int i = 0; i < tw_look_param_count; i++) any |= adjusted(&stage->look, &tw_look_params[i]);
    if (!any) {
        lua_pushstring(L, name);
        return;
    }
    lua_newtable(L);
    lua_pushstring(L, name);
    lua_rawseti(L, -2, 1);
    for (int i = 0; i < tw_look_param_count; i++) {
        const tw_param *p = &tw_look_params[i];
        if (!adjusted(&stage->look, p)) continue;
        tw_push_field(L, scene, p, &stage->look);
        lua_setfield(L, -2, p->name);
    }
}

static const char *const tones[] = {
    [TW_TONE_NONE] = "none", [TW_TONE_FILM] = "film", [TW_TONE_FILMIC] = "filmic"};

void tw_push_stage_field(lua_State *L, tw_scene *scene, const tw_param *row) {
    const tw_stage *stage = &scene->world->stage;
    const tw_look_kind *kind = kind_of(stage);
    bool said = stage->said & tw_stage_said(row);
    if (said || row->type == TW_PARAM_VALUE3)
        tw_push_field(L, scene, row, stage);
    else if (row->type == TW_PARAM_CHOICE)
        lua_pushstring(L, tones[kind->tone]);
    else if (row->type == TW_PARAM_INTEGER)
        lua_pushinteger(L, kind->bounces);
    else
        lua_pushnumber(L, tw_stage_said(row) == TW_SAID_BLOOM ? kind->bloom : kind->exposure);
}
