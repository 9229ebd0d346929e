/*
 * Functions for the readers of robot files in lua/tauwerk/robot: an XML file as a table, the path
 * of a file that it names, the vertices and triangles of a mesh. The formats are interpreted in
 * Lua, where a malicious file cannot corrupt memory.
 */
#include "script/scene/scene.h"

#include "base/file.h"
#include "base/text/path.h"
#include "io/mesh/convert.h"
#include "io/mesh/mesh.h"
#include "io/text/xml.h"
#include "model/field/formula.h"
#include "model/side.h"
#include "numeric/value/tape_same.h"
#include "script/object/object.h"
#include "shape/mesh/mesh.h"

#include <stdlib.h>
#include <string.h>

/* userdata that owns a file's bytes, path, XML tree and mesh: __gc frees them, also after an error
 */
typedef struct holder {
    char *bytes, *real;
    tw_xml xml;
    tw_mesh_data mesh;
} holder;

static int holder_gc(lua_State *L) {
    holder *h = lua_touserdata(L, 1);
    free(h->bytes);
    free(h->real);
    tw_xml_free(&h->xml);
    tw_mesh_data_free(&h->mesh);
    *h = (holder){0};
    return 0;
}

static holder *push_holder(lua_State *L) {
    holder *h = lua_newuserdatauv(L, sizeof *h, 0);
    *h = (holder){0};
    if (luaL_newmetatable(L, "tw.robot.holder")) {
        lua_pushcfunction(L, holder_gc);
        lua_setfield(L, -2, "__gc");
    }
    lua_setmetatable(L, -2);
    return h;
}

/* pushes nil and the text of the failure; raises an error for failures that the file did not cause,
 * such as missing memory */
static int push_reason(lua_State *L, tw_status s) {
    if (s != TW_IO && s != TW_ARGUMENT && s != TW_SCRIPT) tw_try(L, s);
    lua_pushnil(L);
    lua_pushstring(L, tw_failure());
    return 2;
}

/* sets h->real to the path of a file that may be read; shown: the file's name in messages */
static tw_status find(lua_State *L, holder *h, const char *path, const char *shown) {
    tw_status s = tw_script_may_read(tw_script_of(L), path, &h->real);
    if (s != TW_ARGUMENT) return s;
    return tw_fail(s, "a sandbox reads files below the folder of the script alone, got '%s'",
                   shown);
}

/* pushes an XML element as {name =, line =, text =, attributes = {NAME = VALUE}, file =}, without
 * children */
static void push_element(lua_State *L, const tw_xml_element *e, const char *file) {
    lua_createtable(L, 0, 6);
    tw_set_text(L, "name", e->name);
    tw_set_text(L, "file", file);
    tw_set_integer(L, "line", e->line);
    if (e->text) tw_set_text(L, "text", e->text);
    lua_newtable(L);
    for (int i = 0; e->attribute[i]; i += 2) tw_set_text(L, e->attribute[i], e->attribute[i + 1]);
    lua_setfield(L, -2, "attributes");
}

/* pushes the root element of h->xml, with all elements in it; shown: the file's name */
static void push_xml(lua_State *L, const holder *h, const char *shown) {
    luaL_checkstack(L, TW_XML_DEPTH + 10, "elements are nested too deeply");
    int root = lua_gettop(L) + 1, open[TW_XML_DEPTH], depth = 0;
    for (size_t i = 0; i < h->xml.element.count; i++) {
        const tw_xml_element *e = &h->xml.element.data[i];
        while (depth > 0 && open[depth - 1] != e->parent) {
            lua_pop(L, 1);
            depth--;
        }
        push_element(L, e, shown);
        if (depth > 0) {
            /* the new element is added to the table of its parent and stays on the stack while its
             * children are read */
            lua_pushvalue(L, -1);
            lua_rawseti(L, -3, (lua_Integer)lua_rawlen(L, -3) + 1);
        }
        open[depth++] = (int)i;
    }
    lua_settop(L, root);
}

/* host.xml(path, shown): root element of an XML file as a table {name =, line =, attributes =, [1
 * ..] = children}, or nil and the reason */
static int host_xml(lua_State *L) {
    const char *path = luaL_checkstring(L, 1), *shown = luaL_checkstring(L, 2);
    holder *h = push_holder(L);
    size_t size;
    tw_status s = find(L, h, path, shown);
    if (s == TW_OK) s = tw_file_read_bounded(h->real, &h->bytes, &size);
    if (s == TW_OK) s = tw_xml_parse(shown, h->bytes, size, &h->xml);
    if (s != TW_OK) return push_reason(L, s);
    tw_script_work(L, (double)size);
    push_xml(L, h, shown);
    return 1;
}

/* host.xml_of(text): the same of a text */
static int host_xml_of(lua_State *L) {
    size_t size;
    const char *text = luaL_checklstring(L, 1, &size);
    holder *h = push_holder(L);
    tw_status s = tw_xml_parse("text", text, size, &h->xml);
    if (s != TW_OK) return push_reason(L, s);
    tw_script_work(L, (double)size);
    push_xml(L, h, "text");
    return 1;
}

/* host.beside(name): path of a file `name` beside the script or the file that calls, or `name`
 * itself; nil: there is none that the script may read */
static int host_beside(lua_State *L) {
    const char *path = tw_push_beside(L, luaL_checkstring(L, 1));
    if (!path) lua_pushnil(L);
    return 1;
}

/* host.below(folder, name, from): path of a file that must lie below the folder; `name` is relative
 * to `from` (nil: to the folder); nil and the reason */
static int host_below(lua_State *L) {
    const char *folder = luaL_checkstring(L, 1), *name = luaL_checkstring(L, 2);
    holder *h = push_holder(L);
    lua_pushfstring(L, "%s/%s", luaL_optstring(L, 3, folder), name);
    tw_status s = tw_file_below(folder, lua_tostring(L, -1), &h->real);
    if (s != TW_OK) return push_reason(L, s);
    lua_pushstring(L, h->real);
    return 1;
}

/* host.exists(path) */
static int host_exists(lua_State *L) {
    lua_pushboolean(L, !tw_file_absent(luaL_checkstring(L, 1)));
    return 1;
}

static bool is_read_here(const char *path) {
    return tw_ends_in(path, ".obj") || tw_ends_in(path, ".stl") || tw_ends_in(path, ".ply") ||
           tw_ends_in(path, ".OBJ") || tw_ends_in(path, ".STL") || tw_ends_in(path, ".PLY");
}

/* host.mesh(path, shown): vertices {{x, y, z}, ...} and triangles {{i, j, k}, ...}, numbered from
 * 1, of a mesh file; nil and the reason; shown: name of the file in messages */
static int host_mesh(lua_State *L) {
    const char *path = luaL_checkstring(L, 1), *shown = luaL_checkstring(L, 2);
    holder *h = push_holder(L);
    size_t size;
    tw_status s = find(L, h, path, shown);
    bool here = is_read_here(path);
    /* refused in a sandbox: assimp would read all files that the mesh names, with the rights of the
     * user */
    if (s == TW_OK && !here && tw_script_of(L)->options.bounds.sandbox)
        s = tw_fail(
            TW_ARGUMENT,
            "meshes of this format are read by a program (assimp), and a sandbox starts none; "
            "convert it to .obj, .stl or .ply, or give --trust to a robot that you know");
    if (s == TW_OK)
        s = here ? tw_file_read_bounded(h->real, &h->bytes, &size)
                 : tw_mesh_convert(h->real, &h->bytes, &size);
    if (s == TW_OK) s = tw_mesh_parse(here ? shown : "mesh.obj", h->bytes, size, &h->mesh);
    if (s != TW_OK) return push_reason(L, s);
    tw_script_work(L, (double)size);
    const tw_mesh_data *d = &h->mesh;
    lua_createtable(L, (int)d->vertex_count, 0);
    for (size_t i = 0; i < d->vertex_count; i++) {
        lua_createtable(L, 3, 0);
        for (int k = 0; k < 3; k++) {
            lua_pushnumber(L, d->vertex[3 * i + (size_t)k]);
            lua_rawseti(L, -2, k + 1);
        }
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    lua_createtable(L, (int)d->triangle_count, 0);
    for (size_t i = 0; i < d->triangle_count; i++) {
        lua_createtable(L, 3, 0);
        for (int k = 0; k < 3; k++) {
            lua_pushinteger(L, d->triangle[3 * i + (size_t)k] + 1);
            lua_rawseti(L, -2, k + 1);
        }
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    return 2;
}

/* adds the vertices and triangles of a mesh shape, in the form of host.mesh but scaled, to the
 * table on top of the stack */
static void push_mesh(lua_State *L, const tw_shape *shape) {
    const tw_mesh *m = shape->mesh;
    tw_script_work(L, (double)(m->vertex_count + m->triangle_count));
    lua_createtable(L, (int)m->vertex_count, 0);
    for (size_t i = 0; i < m->vertex_count; i++) {
        const double *x = m->vertex + 3 * i;
        tw_push_vec3(L, v3_scale(v3(x[0], x[1], x[2]), shape->p[0]));
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    lua_setfield(L, -2, "vertices");
    lua_createtable(L, (int)m->triangle_count, 0);
    for (size_t i = 0; i < m->triangle_count; i++) {
        lua_createtable(L, 3, 0);
        for (int k = 0; k < 3; k++) {
            lua_pushinteger(L, m->triangle[3 * i + (size_t)k] + 1);
            lua_rawseti(L, -2, k + 1);
        }
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    lua_setfield(L, -2, "triangles");
}

/* host.shapes(body): list of the body's shapes in body axes: {{kind = "box", [1 ..] = x, y, z,
 * position =, orientation =, vertices =, triangles =}, ...}; [1 ..]: the parameters p of
 * shape/shape.h */
static int host_shapes(lua_State *L) {
    const tw_body *b = tw_check_object(L, 1, TW_BODY, "shapes", NULL);
    lua_createtable(L, b->form.count, 0);
    for (int i = 0; i < b->form.count; i++) {
        const tw_shape *shape = &b->form.shape[i];
        lua_newtable(L);
        tw_set_text(L, "kind", tw_shape_of(shape)->name);
        for (int k = 0; k < TW_SHAPE_PARAMETERS; k++) {
            lua_pushnumber(L, shape->p[k]);
            lua_rawseti(L, -2, k + 1);
        }
        tw_push_vec3(L, b->form.pose[i].x);
        lua_setfield(L, -2, "position");
        tw_push_quat(L, b->form.pose[i].q);
        lua_setfield(L, -2, "orientation");
        if (shape->mesh) push_mesh(L, shape);
        lua_rawseti(L, -2, i + 1);
    }
    return 1;
}

/* the members of a side as a list; its field ground: the ground is one of them */
static void push_side(lua_State *L, tw_scene *scene, const tw_side *side) {
    const tw_world *w = scene->world;
    lua_newtable(L);
    tw_set_boolean(L, "ground", tw_side_has(w, side, NULL));
    if (side->kind == TW_SIDE_BODY) {
        tw_body *b = tw_world_body(w, side->id);
        if (!b) return; /* it was removed */
        tw_push_object(L, scene, &b->o);
        lua_rawseti(L, -2, 1);
        return;
    }
    if (side->kind == TW_SIDE_GROUND) return;
    tw_script_work(L, (double)w->body.count);
    for (size_t i = 0, n = 0; i < w->body.count; i++) {
        if (!w->body.data[i] || !tw_side_has(w, side, w->body.data[i])) continue;
        tw_push_object(L, scene, &w->body.data[i]->o);
        lua_rawseti(L, -2, (lua_Integer)++n);
    }
}

/* host.rules(scene): what scene:collide has said, in its order: { { a = side, b = side, on = }, ...
 * }; a side is a list of bodies with the field `ground` */
static int host_rules(lua_State *L) {
    tw_scene *scene = tw_check_scene(L, "rules");
    const tw_world *w = scene->world;
    tw_script_work(L, (double)w->rule.count);
    lua_newtable(L);
    for (size_t i = 0; i < w->rule.count; i++) {
        const tw_collide_rule *r = &w->rule.data[i];
        lua_createtable(L, 0, 3);
        push_side(L, scene, &r->a);
        lua_setfield(L, -2, "a");
        push_side(L, scene, &r->b);
        lua_setfield(L, -2, "b");
        tw_set_boolean(L, "on", r->collide);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

/* host.point(point): the body that it is fixed to, or nil, and its place there, to the last bit;
 * nil alone: it moves, or is computed */
static int host_point(lua_State *L) {
    tw_handle *h;
    const tw_point *p = tw_check_object(L, 1, TW_POINT, "point", &h);
    const tw_body *b = tw_world_body(h->scene->world, p->body);
    vec3 x, v;
    if (b && p->source != TW_POINT_SPACE) {
        tw_try(L, tw_point_local(h->scene->world, p, &x));
        tw_push_object(L, h->scene, &b->o);
    } else {
        tw_point_now(h->scene->world, p, &x, &v);
        lua_pushnil(L);
        if (!tw_value_is_constant(&p->position)) return 1;
    }
    tw_push_vec3(L, x);
    return 2;
}

static bool is_unset(const tw_param *p, const void *base) {
    const void *m = (const char *)base + p->offset;
    const tw_value *v = tw_param_value(p, base);
    if (v) return tw_value_is_constant(v) && isnan(v->c[0]);
    switch (p->type) {
    case TW_PARAM_NUMBER:
        return isnan(*(const double *)m);
    case TW_PARAM_VEC3:
        return isnan(((const vec3 *)m)->x);
    case TW_PARAM_TEXT:
        return !*(char *const *)m;
    case TW_PARAM_POINT:
    case TW_PARAM_BODY:
    case TW_PARAM_JOINT:
        return tw_id_none(*(const tw_id *)m);
    default:
        return false;
    }
}

static void push_rows(lua_State *L, const tw_param *p, int n, const void *base) {
    for (int i = 0; i < n; i++) {
        if ((p[i].flags & TW_READ_ONLY) || is_unset(&p[i], base)) continue;
        lua_pushstring(L, p[i].name);
        lua_rawseti(L, -2, (lua_Integer)lua_rawlen(L, -2) + 1);
    }
}

/* host.fields(x): names of the fields of an object, a part or a scene that are set and can be given
 * when it is made, in the order of their tables */
static int host_fields(lua_State *L) {
    const tw_handle *h = tw_test_handle(L, 1);
    const tw_param *p = tw_settings_params;
    tw_scene *scene;
    int n = tw_settings_param_count;
    void *base = tw_test_part(L, 1, &scene, &p, &n);
    const tw_object *o = h && !base ? tw_check_object(L, 1, h->class_, "fields", NULL) : NULL;
    lua_newtable(L);
    if (o) tw_object_params(o, &p, &n, &base);
    if (!o && !base) base = &tw_check_scene(L, "fields")->world->set;
    push_rows(L, p, n, base);
    if (o) push_rows(L, o->kind->params, o->kind->param_count, o->own);
    return 1;
}

/* host.ground(scene): the scene's ground, or nil */
static int host_ground(lua_State *L) {
    tw_scene *scene = tw_check_scene(L, "ground");
    if (scene->world->stage.ground.present)
        tw_push_part(L, scene, TW_PART_GROUND, (tw_id){0, 0}, 0);
    else
        lua_pushnil(L);
    return 1;
}

/* host.varies(x, field): true if the field of an object, a part or a scene is a function of time */
static int host_varies(lua_State *L) {
    const tw_handle *h = tw_test_handle(L, 1);
    const char *name = luaL_checkstring(L, 2);
    const tw_param *p;
    tw_scene *scene;
    int n;
    bool asks = false; /* true: the field is a Lua function */
    void *base = tw_test_part(L, 1, &scene, &p, &n);
    if (base) {
        p = tw_params_find(p, n, name);
    } else if (h) {
        tw_object *o = tw_check_object(L, 1, h->class_, "varies", NULL);
        p = tw_object_param(o, name, &base);
        asks = p && (p->flags & TW_OR_CALLBACK) && tw_push_callback(L, h->scene, o, p);
    } else {
        base = &tw_check_scene(L, "varies")->world->set;
        p = tw_params_find(tw_settings_params, tw_settings_param_count, name);
    }
    const tw_value *v = p ? tw_param_value(p, base) : NULL;
    lua_pushboolean(L, asks || (v && !tw_value_is_constant(v)));
    return 1;
}

/* host.alike(a, b, field): true if this field of two objects, a function, is the same function */
static int host_alike(lua_State *L) {
    const char *name = luaL_checkstring(L, 3);
    const tw_formula *f[2];
    for (int i = 0; i < 2; i++) {
        const tw_handle *h = tw_test_handle(L, i + 1);
        if (!h) return luaL_argerror(L, i + 1, "expected an object");
        void *base;
        tw_object *o = tw_check_object(L, i + 1, h->class_, "alike", NULL);
        const tw_param *p = tw_object_param(o, name, &base);
        bool has = p && p->type == TW_PARAM_FORMULA;
        f[i] = has ? *(tw_formula *const *)((const char *)base + p->offset) : NULL;
    }
    lua_pushboolean(L, f[0] && f[1] && f[0]->points == f[1]->points &&
                           f[0]->bodies == f[1]->bodies && f[0]->velocities == f[1]->velocities &&
                           tw_tape_same(f[0]->tape, f[1]->tape));
    return 1;
}

/* host.chunk(name, ...): calls a chunk of lua/tauwerk with the arguments; returns its first
 * result */
static int host_chunk(lua_State *L) {
    tw_try(L, tw_load_library(L, luaL_checkstring(L, 1)));
    lua_replace(L, 1);
    lua_call(L, lua_gettop(L) - 1, 1);
    return 1;
}

/* host.notice(text): reports a likely mistake, with the script's line */
static int host_notice(lua_State *L) {
    tw_notice(L, "%s", luaL_checkstring(L, 1));
    return 0;
}

void tw_open_robot(lua_State *L, int host) {
    static const luaL_Reg functions[] = {{"xml", host_xml},       {"xml_of", host_xml_of},
                                         {"beside", host_beside}, {"below", host_below},
                                         {"mesh", host_mesh},     {"exists", host_exists},
                                         {"notice", host_notice}, {"chunk", host_chunk},
                                         {"shapes", host_shapes}, {"rules", host_rules},
                                         {"ground", host_ground}, {"varies", host_varies},
                                         {"fields", host_fields}, {"point", host_point},
                                         {"alike", host_alike},   {NULL, NULL}};
    lua_pushvalue(L, host);
    luaL_setfuncs(L, functions, 0);
    lua_pop(L, 1);
}
