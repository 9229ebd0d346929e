/* Subject of an automatic camera: scene.camera.frame = body, group or a list of them. */
#include "script/scene/scene.h"

/* adds the body or group on top of the stack to *to; place: its number in a list, for errors; 0: it
 * is not in a list */
static void read_one(lua_State *L, tw_scene *scene, int place, tw_framed *to) {
    static const tw_param body = {.name = "frame", .type = TW_PARAM_BODY};
    tw_reader r = {.L = L, .scene = scene};
    char where[32] = "";
    if (tw_read_followed(&r, &body, &to->id, &to->group)) return;
    if (place) snprintf(where, sizeof where, "[%d]", place);
    tw_error(L, "scene.camera: field 'frame%s': %s", where, r.error);
}

static bool is_handle(lua_State *L, int index) {
    tw_handle *h = tw_test_handle(L, index);
    return h && (h->class_ == TW_BODY || h->class_ == TW_GROUP);
}

void tw_read_framed(lua_State *L, tw_scene *scene, int index, tw_stage_camera *camera) {
    tw_framed list[TW_FRAMED];
    char got[64];
    int count = 0;
    index = lua_absindex(L, index);
    if (lua_istable(L, index)) {
        lua_Integer n = (lua_Integer)lua_rawlen(L, index);
        if (n < 1 || n > TW_FRAMED)
            tw_error(L,
                     "scene.camera: field 'frame': expected a list of 1 to %d bodies and groups, "
                     "got %d; a group may stand for many",
                     TW_FRAMED, (int)n);
        for (; count < (int)n; count++) {
            lua_rawgeti(L, index, count + 1);
            read_one(L, scene, count + 1, &list[count]);
            lua_pop(L, 1);
        }
    } else if (!lua_isnil(L, index)) {
        if (!is_handle(L, index))
            tw_error(L,
                     "scene.camera: field 'frame': expected a body, a group or a list of them, "
                     "got %s",
                     tw_describe(L, index, got, sizeof got));
        lua_pushvalue(L, index);
        read_one(L, scene, 0, &list[count++]);
        lua_pop(L, 1);
    }
    for (int i = 0; i < count; i++) camera->framed[i] = list[i];
    camera->framed_count = count;
}

void tw_push_framed(lua_State *L, tw_scene *scene, const tw_stage_camera *camera) {
    if (!camera->framed_count) {
        lua_pushnil(L);
        return;
    }
    lua_newtable(L);
    for (int i = 0, n = 0; i < camera->framed_count; i++) {
        const tw_framed *f = &camera->framed[i];
        tw_class class_ = f->group ? TW_GROUP : TW_BODY;
        if (!tw_world_get(scene->world, class_, f->id)) continue;
        tw_push_id(L, scene, class_, f->id);
        lua_rawseti(L, -2, ++n);
    }
}
