/* Parts of scenes and objects as Lua values: scene.camera, scene.ground, body.material. */
#include "script/object/object.h"

const char tw_part_tag;

void tw_push_part(lua_State *L, tw_scene *scene, tw_part_kind kind, tw_id body, size_t light) {
    tw_part_handle *p = lua_newuserdatauv(L, sizeof *p, 1);
    *p = (tw_part_handle){&tw_part_tag, scene, kind, body, light};
    luaL_setmetatable(L, "tw.part");
    tw_push_scene(L, scene);
    lua_setiuservalue(L, -2, 1);
}

void *tw_part_struct(const tw_part_handle *p, const tw_param **rows, int *n) {
    tw_stage *stage = &p->scene->world->stage;
    tw_body *b;
    tw_prop *prop;
    *rows = tw_material_params;
    *n = tw_material_param_count;
    switch (p->kind) {
    case TW_PART_CAMERA:
        *rows = tw_camera_params, *n = tw_camera_param_count;
        return &stage->camera;
    case TW_PART_GROUND:
        *rows = tw_ground_params, *n = tw_ground_param_count;
        return &stage->ground;
    case TW_PART_GROUND_MATERIAL:
        return &stage->ground.material;
    case TW_PART_LIGHT:
        *rows = tw_light_params, *n = tw_light_param_count;
        if (p->light >= stage->light_count || stage->light[p->light].removed) return NULL;
        return &stage->light[p->light];
    case TW_PART_GRADIENT:
        *rows = tw_gradient_params, *n = tw_gradient_param_count;
        return stage->gradient.present ? &stage->gradient : NULL;
    case TW_PART_FOG:
        *rows = tw_fog_params, *n = tw_fog_param_count;
        return stage->fog.present ? &stage->fog : NULL;
    case TW_PART_PROP_MATERIAL:
        prop = tw_world_prop(p->scene->world, p->body);
        return prop ? &prop->material : NULL;
    default:
        b = tw_world_body(p->scene->world, p->body);
        return b ? &b->material : NULL;
    }
}

void *tw_test_part(lua_State *L, int index, tw_scene **scene, const tw_param **rows, int *n) {
    tw_part_handle *p = tw_test_tag(L, index, &tw_part_tag);
    if (!p) return NULL;
    *scene = p->scene;
    return tw_part_struct(p, rows, n);
}
