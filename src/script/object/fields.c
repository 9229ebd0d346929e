/*
 * Conversion of fields between Lua values and the memory that a parameter row describes. One switch
 * over the types of rows serves every kind of object; error texts name the expected and the given
 * value.
 */
#include "script/object/object.h"

#include "base/text/color.h"
#include "base/text/suggest.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

_Static_assert(sizeof(tw_material_fields) <= TW_FIELD_MEMORY,
               "a field must fit the scratch memory");

tw_param tw_param_at_zero(const tw_param *p) {
    tw_param q = *p;
    q.offset = 0;
    q.read_offset = 0;
    return q;
}

const char *tw_param_expectation(const tw_param *p) {
    switch (p->type) {
    case TW_PARAM_NUMBER:
    case TW_PARAM_VALUE:
        return p->range == TW_POSITIVE ? "a positive number" : "a number";
    case TW_PARAM_INTEGER:
        return "a whole number";
    case TW_PARAM_BOOL:
        return p->flags & TW_OR_CALLBACK ? "true, false, a spline or a function of t"
                                         : "true or false";
    case TW_PARAM_TEXT:
        return p->flags & TW_OR_CALLBACK ? "a text or a function of t" : "a text";
    case TW_PARAM_CHOICE:
        return "one of its names";
    case TW_PARAM_QUAT:
    case TW_PARAM_VALUE4:
        return "a quaternion";
    case TW_PARAM_MAT3:
        return "{xx, yy, zz} or a symmetric 3 x 3 matrix";
    case TW_PARAM_POINT:
        return p->flags & TW_OR_BODY ? "a body or a point" : "a point";
    case TW_PARAM_BODY:
        return "a body";
    case TW_PARAM_BODIES:
        return p->flags & TW_OR_GROUP ? "a body, a group or a list of them" : "a list of bodies";
    case TW_PARAM_POINTS:
        return "a list of points";
    case TW_PARAM_FORMULA:
        return "a function";
    case TW_PARAM_JOINT:
        return p->flags & TW_ANY_CONSTRAINT ? "a constraint" : "a joint";
    case TW_PARAM_DIRECTION:
        return "a direction {x, y, z} or {body, axis}";
    case TW_PARAM_TURN:
        return p->flags & TW_OR_BODY ? "a quaternion, a body or a function of t"
                                     : "a number, a quaternion or \"posed\"";
    case TW_PARAM_MATERIAL:
        return "a material's name or a table";
    case TW_PARAM_TEXTURE:
        return p->flags & TW_RADIANCE ? "'studio', 'sky' or the name of a light map's file"
                                      : "'none', 'checker', 'stripes', 'wood', 'grid' or the name "
                                        "of a picture's file";
    case TW_PARAM_STATIONS:
        return p->flags & TW_LISTED
                   ? "a point, a body, {x, y, z}, a function of t, or a list of them"
                   : "a point, a body, {x, y, z} or a function of t";
    case TW_PARAM_PARTS:
        return "a list of parts {kind = ..., ...}";
    case TW_PARAM_MESH:
        return strcmp(p->name, "file") ? "a list" : "the name of a file .obj, .stl or .ply";
    default:
        return p->flags & TW_COLOR ? tw_color_expectation : "a vector {x, y, z}";
    }
}

/* ---- one type each -------------------------------------------------------------------------- */

static bool read_number(tw_reader *r, int index, const tw_param *p, double *x) {
    if (lua_type(r->L, index) != LUA_TNUMBER)
        return tw_read_expected(r, index, tw_param_expectation(p));
    *x = lua_tonumber(r->L, index);
    /* refused, because NaN in the engine's memory means that a field is not set */
    if (isnan(*x)) return tw_read_fail(r, "expected a finite number, got nan");
    return true;
}

static bool read_integer(tw_reader *r, int index, int *i) {
    int exact;
    lua_Integer n = lua_tointegerx(r->L, index, &exact);
    if (lua_type(r->L, index) != LUA_TNUMBER || !exact || n < -2147483647 || n > 2147483647)
        return tw_read_expected(r, index, "a whole number");
    *i = (int)n;
    return true;
}

static bool read_choice(tw_reader *r, int index, const tw_param *p, int *choice) {
    char list[256] = "";
    size_t used = 0;
    if (lua_type(r->L, index) == LUA_TSTRING) {
        const char *s = lua_tostring(r->L, index);
        tw_suggestion near = tw_suggestion_for(s);
        for (int i = 0; p->choices[i]; i++) {
            if (!strcmp(p->choices[i], s)) {
                *choice = i;
                return true;
            }
            tw_suggestion_offer(&near, p->choices[i]);
        }
    }
    for (int i = 0; p->choices[i] && used < sizeof list; i++)
        used += (size_t)snprintf(list + used, sizeof list - used, "%s'%s'", i ? ", " : "",
                                 p->choices[i]);
    char what[300];
    snprintf(what, sizeof what, "one of %s", list);
    return tw_read_expected(r, index, what);
}

static vec3 into_frame(const tw_param *p, const tw_pose *pose, vec3 v) {
    if (pose && (p->flags & (TW_FRAME_POINT | TW_FRAME_VECTOR))) v = q_rotate(pose->q, v);
    return pose && (p->flags & TW_FRAME_POINT) ? v3_add(pose->x, v) : v;
}

static bool read_vec3(tw_reader *r, int index, const tw_param *p, const tw_pose *pose, vec3 *v) {
    if (lua_type(r->L, index) == LUA_TFUNCTION || tw_test_spline(r->L, index))
        return tw_read_fail(r, "expected a vector {x, y, z} that is constant");
    if (!tw_get_vec3(r->L, index, v)) return tw_read_expected(r, index, "a vector {x, y, z}");
    if (isnan(v->x) || isnan(v->y) || isnan(v->z))
        return tw_read_fail(r, "expected finite numbers, got nan");
    *v = into_frame(p, pose, *v);
    return true;
}

static bool read_quat(tw_reader *r, int index, const tw_param *p, const tw_pose *pose, quat *q) {
    if (!tw_get_quat(r->L, index, q))
        return tw_read_expected(r, index, "a quaternion {w, x, y, z}");
    double n = q_dot(*q, *q);
    if (!isfinite(n)) return tw_read_fail(r, "expected finite numbers in a quaternion");
    if (!(n > 1e-12)) return tw_read_fail(r, "expected a quaternion of some length, got zeros");
    *q = q_normalized(*q);
    if (pose && (p->flags & TW_FRAME_ROTATION)) *q = q_normalized(q_mul(pose->q, *q));
    return true;
}

static bool read_mat3(tw_reader *r, int index, mat3 *m) {
    lua_State *L = r->L;
    double a[3];
    *m = m3_diag(0, 0, 0);
    if (tw_get_numbers(L, index, 3, a)) {
        *m = m3_diag(a[0], a[1], a[2]);
        return true;
    }
    if (lua_type(L, index) != LUA_TTABLE || lua_rawlen(L, index) != 3)
        return tw_read_expected(r, index, "{xx, yy, zz} or a symmetric 3 x 3 matrix");
    for (int i = 0; i < 3; i++) {
        lua_rawgeti(L, index, i + 1);
        bool ok = tw_get_numbers(L, -1, 3, m->m[i]);
        lua_pop(L, 1);
        if (!ok) return tw_read_expected(r, index, "{xx, yy, zz} or a symmetric 3 x 3 matrix");
    }
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < i; j++)
            if (!(fabs(m->m[i][j] - m->m[j][i]) <= 1e-9 * (fabs(m->m[i][i]) + fabs(m->m[j][j]))))
                return tw_read_fail(r,
                                    "expected a symmetric matrix, got %g in row %d and %g in "
                                    "row %d",
                                    m->m[i][j], i + 1, m->m[j][i], j + 1);
    return true;
}

/* reads an object of the class, which must exist and belong to this scene */
bool tw_read_id(tw_reader *r, int index, tw_class class_, const char *what, tw_id *id) {
    tw_handle *h = tw_test_handle(r->L, index);
    if (!h || h->class_ != class_) {
        char text[96];
        vec3 place;
        const char *hint = class_ != TW_POINT          ? NULL
                           : h && h->class_ == TW_BODY ? "a body's centre is body.center"
                           : tw_get_vec3(r->L, index, &place)
                               ? "a place in space is scene:nail{x, y, z}"
                               : NULL;
        if (hint) snprintf(text, sizeof text, "%s (%s)", what, hint);
        return tw_read_expected(r, index, hint ? text : what);
    }
    if (h->scene != r->scene) return tw_read_fail(r, "%s belongs to another scene", h->label);
    if (!tw_world_get(h->scene->world, class_, h->id))
        return tw_read_fail(r, "%s was removed", h->label);
    *id = h->id;
    return true;
}

/* reads a point, or a body, which stands for its centre */
bool tw_read_place(tw_reader *r, int index, const tw_param *p, tw_id *id) {
    lua_State *L = r->L;
    tw_handle *h = tw_test_handle(L, index);
    if (!h || h->class_ != TW_BODY)
        return tw_read_id(r, index, TW_POINT, tw_param_expectation(p), id);
    tw_id body;
    if (!tw_read_id(r, index, TW_BODY, tw_param_expectation(p), &body)) return false;
    bool ok = tw_push_body_point(L, r->scene, tw_world_body(r->scene->world, body), "center");
    ok = ok && tw_read_id(r, lua_gettop(L), TW_POINT, "a point", id);
    lua_pop(L, 1);
    return ok;
}

bool tw_read_varying(tw_reader *r, int index, int dim, const tw_param *p, const tw_pose *pose,
                     tw_value *v) {
    tw_frame_change change = {.color = p->flags & TW_COLOR};
    bool varies = lua_type(r->L, index) == LUA_TFUNCTION || tw_test_spline(r->L, index);
    vec3 color;
    if (change.color && !varies) {
        if (!tw_read_color(r, index, &color)) return false;
        *v = tw_value_vector(color);
    }
    if (pose) {
        change.pose = *pose;
        change.point = p->flags & TW_FRAME_POINT;
        change.vector = p->flags & TW_FRAME_VECTOR;
        change.rotation = p->flags & TW_FRAME_ROTATION;
    }
    if ((varies || !change.color) && !tw_read_value(r, index, dim, &change, v)) return false;
    for (int i = 0; i < dim; i++)
        if (tw_value_is_constant(v) && isnan(v->c[i]))
            return tw_read_fail(r, "expected %s, got nan",
                                dim == 1 ? "a finite number" : "finite numbers");
    return true;
}

/* reads a direction: {x, y, z} in world axes, or, if `pose` is not NULL, in its axes; or {body,
 * axis}, in the axes of the body. Either may be a function of t */
static bool read_direction(tw_reader *r, int index, const tw_param *p, const tw_pose *pose,
                           tw_direction *d) {
    lua_State *L = r->L;
    *d = (tw_direction){0};
    if (lua_type(L, index) == LUA_TTABLE && lua_rawgeti(L, index, 1) == LUA_TUSERDATA) {
        bool ok = tw_read_id(r, lua_gettop(L), TW_BODY, "a direction {x, y, z} or {body, axis}",
                             &d->body);
        lua_pop(L, 1);
        if (!ok) return false;
        lua_rawgeti(L, index, 2);
        ok = tw_read_varying(r, lua_gettop(L), 3, p, NULL, &d->v);
        lua_pop(L, 1);
        return ok;
    }
    if (lua_type(L, index) == LUA_TTABLE) lua_pop(L, 1);
    return tw_read_varying(r, index, 3, p, pose, &d->v);
}

/* reads a quaternion, or, if the row's flags allow it, an angle, a body or "posed" */
static bool read_turn(tw_reader *r, int index, const tw_param *p, const tw_pose *pose,
                      tw_turn *turn) {
    lua_State *L = r->L;
    static const double identity[4] = {1, 0, 0, 0};
    bool varies = lua_type(L, index) == LUA_TFUNCTION || tw_test_spline(L, index);
    *turn = (tw_turn){.v = tw_value_constant(identity, 4)};
    if ((p->flags & TW_OR_POSED) && lua_type(L, index) == LUA_TSTRING &&
        !strcmp(lua_tostring(L, index), "posed")) {
        turn->posed = true;
        return true;
    }
    if ((p->flags & TW_OR_BODY) && tw_test_handle(L, index))
        return tw_read_id(r, index, TW_BODY, tw_param_expectation(p), &turn->body);
    if ((p->flags & TW_OR_ANGLE) && (varies || lua_type(L, index) == LUA_TNUMBER)) {
        bool ok = tw_read_varying(r, index, 1, p, NULL, &turn->v);
        if (ok || !varies) return ok;
    }
    quat q;
    if (!varies && !tw_get_quat(L, index, &q))
        return tw_read_expected(r, index, tw_param_expectation(p));
    return tw_read_varying(r, index, 4, p, pose, &turn->v);
}

/* ---- reading -------------------------------------------------------------------------------- */

static bool read_text(tw_reader *r, int index, char **text) {
    if (lua_type(r->L, index) != LUA_TSTRING) return tw_read_expected(r, index, "a text");
    *text = strdup(lua_tostring(r->L, index));
    return *text || tw_read_no_memory(r);
}

static bool read_any(tw_reader *r, int index, const tw_param *p, const tw_pose *pose, void *m) {
    switch (p->type) {
    case TW_PARAM_NUMBER:
        return read_number(r, index, p, m);
    case TW_PARAM_INTEGER:
        return read_integer(r, index, m);
    case TW_PARAM_BOOL:
        if (lua_type(r->L, index) != LUA_TBOOLEAN)
            return tw_read_expected(r, index, tw_param_expectation(p));
        *(bool *)m = lua_toboolean(r->L, index);
        return true;
    case TW_PARAM_TEXT:
        return read_text(r, index, m);
    case TW_PARAM_CHOICE:
        return read_choice(r, index, p, m);
    case TW_PARAM_VEC3:
        return read_vec3(r, index, p, pose, m);
    case TW_PARAM_QUAT:
        return read_quat(r, index, p, pose, m);
    case TW_PARAM_MAT3:
        return read_mat3(r, index, m);
    case TW_PARAM_VALUE:
        return tw_read_varying(r, index, 1, p, NULL, m);
    case TW_PARAM_VALUE3:
    case TW_PARAM_PLACE:
    case TW_PARAM_AXIS:
        return tw_read_varying(r, index, 3, p, pose, m);
    case TW_PARAM_VALUE4:
        return tw_read_varying(r, index, 4, p, pose, m);
    case TW_PARAM_POINT:
        if (p->flags & TW_OR_BODY) return tw_read_place(r, index, p, m);
        return tw_read_id(r, index, TW_POINT, "a point", m);
    case TW_PARAM_BODY:
        return tw_read_id(r, index, TW_BODY, "a body", m);
    case TW_PARAM_BODIES:
        if (p->flags & TW_OR_GROUP) return tw_read_bodies(r, index, p, m);
        return tw_read_ids(r, index, TW_BODY, m);
    case TW_PARAM_POINTS:
        return tw_read_ids(r, index, TW_POINT, m);
    case TW_PARAM_FORMULA:
        return tw_read_formula(r, index, m);
    case TW_PARAM_JOINT:
        return tw_read_id(r, index, TW_CONSTRAINT, tw_param_expectation(p), m);
    case TW_PARAM_DIRECTION:
        return read_direction(r, index, p, pose, m);
    case TW_PARAM_TURN:
        return read_turn(r, index, p, pose, m);
    case TW_PARAM_MATERIAL:
        return tw_read_material(r, index, m);
    case TW_PARAM_MESH:
        return tw_read_mesh(r, index, p, m);
    case TW_PARAM_TEXTURE:
        return tw_read_texture(r, index, p, m);
    case TW_PARAM_PARTS:
        return tw_read_parts(r, index, m);
    case TW_PARAM_STATIONS:
        return tw_read_stations(r, index, p, pose, m);
    case TW_PARAM_TYPE_COUNT:
        break;
    }
    return tw_read_fail(r, "cannot be given by a script");
}

bool tw_read_field(tw_reader *r, int index, const tw_param *p, const tw_pose *pose, void *memory) {
    tw_param q = tw_param_at_zero(p);
    index = lua_absindex(r->L, index);
    memset(memory, 0, tw_param_size(p->type));
    if (!read_any(r, index, p, pose, memory)) return false;
    double t = r->scene ? r->scene->world->time : 0;
    if (tw_param_check(&q, memory, t) == TW_OK) return true;
    tw_param_clear(&q, memory);
    return tw_read_failed(r, NULL);
}

void tw_read_fields(lua_State *L, int index, tw_scene *scene, const char *what, const tw_param *p,
                    int n, void *base, const char *const *others) {
    index = lua_absindex(L, index);
    char got[128];
    if (lua_type(L, index) != LUA_TTABLE)
        tw_error(L, "%s: expected a table of fields, got %s", what,
                 tw_describe(L, index, got, sizeof got));
    tw_push_keys(L, index);
    int keys = lua_gettop(L);
    lua_Integer count = (lua_Integer)lua_rawlen(L, keys);
    for (lua_Integer i = 1; i <= count; i++) {
        bool text = lua_rawgeti(L, keys, i) == LUA_TSTRING;
        if (!text)
            tw_error(L, "%s: expected named fields, got %s as a name", what,
                     tw_describe(L, -1, got, sizeof got));
        const char *key = lua_tostring(L, -1);
        bool other = false;
        tw_suggestion near = tw_suggestion_for(key);
        for (int k = 0; others && others[k]; k++) {
            other = other || !strcmp(others[k], key);
            tw_suggestion_offer(&near, others[k]);
        }
        const tw_param *row = other ? NULL : tw_params_find(p, n, key);
        if (!row && !other) {
            for (int k = 0; k < n; k++) tw_suggestion_offer(&near, p[k].name);
            tw_error_field(L, what, key, &near, NULL);
        }
        if (row) {
            tw_reader r = {.L = L, .scene = scene};
            tw_field_memory memory;
            lua_pushvalue(L, -1);
            lua_gettable(L, index);
            if (!tw_read_field(&r, -1, row, NULL, &memory))
                tw_error(L, "%s: field '%s': %s", what, key, r.error);
            tw_param_clear(row, base);
            memcpy((char *)base + row->offset, &memory, tw_param_size(row->type));
            lua_pop(L, 1);
        }
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
}

/* ---- and back ------------------------------------------------------------------------------- */

static void push_mat3(lua_State *L, const mat3 *m) {
    lua_createtable(L, 3, 0);
    for (int i = 0; i < 3; i++) {
        lua_createtable(L, 3, 0);
        for (int j = 0; j < 3; j++) {
            lua_pushnumber(L, m->m[i][j]);
            lua_rawseti(L, -2, j + 1);
        }
        lua_rawseti(L, -2, i + 1);
    }
}

static void push_list(lua_State *L, tw_scene *scene, tw_class class_, const tw_id_list *list) {
    if (!list->count) {
        lua_pushnil(L);
        return;
    }
    lua_newtable(L);
    for (size_t i = 0; i < list->count; i++) {
        tw_push_id(L, scene, class_, list->id[i]);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
}

/* pushes a list of stations; a single one is pushed as it is, not as a list */
static void push_stations(lua_State *L, tw_scene *scene, const tw_station_list *list) {
    if (list->count > 1) lua_createtable(L, (int)list->count, 0);
    if (list->count == 0) lua_pushnil(L);
    for (size_t i = 0; i < list->count; i++) {
        const tw_station *s = &list->station[i];
        if (tw_id_none(s->point))
            tw_push_value(L, &s->at, scene->world->time);
        else
            tw_push_id(L, scene, TW_POINT, s->point);
        if (list->count > 1) lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
}

static void push_direction(lua_State *L, tw_scene *scene, const tw_direction *d) {
    if (tw_id_none(d->body)) {
        tw_push_value(L, &d->v, scene->world->time);
        return;
    }
    lua_newtable(L);
    tw_push_id(L, scene, TW_BODY, d->body);
    lua_rawseti(L, -2, 1);
    tw_push_value(L, &d->v, scene->world->time);
    lua_rawseti(L, -2, 2);
}

/* pushes a field whose type neither varies with time nor refers to objects; false: it is of another
 * type */
static bool push_constant(lua_State *L, const tw_param *p, const void *m) {
    const vec3 *v = m;
    double x;
    switch (p->type) {
    case TW_PARAM_NUMBER:
        x = *(const double *)m;
        if (isnan(x))
            lua_pushnil(L);
        else
            lua_pushnumber(L, x);
        return true;
    case TW_PARAM_INTEGER:
        lua_pushinteger(L, *(const int *)m);
        return true;
    case TW_PARAM_BOOL:
        lua_pushboolean(L, *(const bool *)m);
        return true;
    case TW_PARAM_TEXT:
        lua_pushstring(L, *(char *const *)m);
        return true;
    case TW_PARAM_CHOICE:
        lua_pushstring(L, p->choices[*(const int *)m]);
        return true;
    case TW_PARAM_VEC3:
        if (isnan(v->x))
            lua_pushnil(L);
        else
            tw_push_vec3(L, *v);
        return true;
    case TW_PARAM_QUAT:
        tw_push_quat(L, *(const quat *)m);
        return true;
    case TW_PARAM_MAT3:
        push_mat3(L, m);
        return true;
    case TW_PARAM_MESH:
        tw_push_mesh(L, p, m);
        return true;
    case TW_PARAM_TEXTURE:
        lua_pushstring(L, ((const tw_texture_ref *)m)->file
                              ? ((const tw_texture_ref *)m)->file
                              : p->choices[((const tw_texture_ref *)m)->pattern]);
        return true;
    default:
        return false;
    }
}

void tw_push_field(lua_State *L, tw_scene *scene, const tw_param *p, const void *base) {
    const void *m = (const char *)base + (p->read_offset ? p->read_offset : p->offset);
    if (push_constant(L, p, m)) return;
    switch (p->type) {
    case TW_PARAM_VALUE:
    case TW_PARAM_VALUE3:
    case TW_PARAM_VALUE4:
    case TW_PARAM_PLACE:
    case TW_PARAM_AXIS:
        if (p->flags &
            /* a curve is a function of its parameter, not of time, so it has no value now */
            TW_OF_PARAMETER)
            lua_pushnil(L);
        else
            tw_push_value(L, m, scene->world->time);
        break;
    case TW_PARAM_POINT:
        tw_push_id(L, scene, TW_POINT, *(const tw_id *)m);
        break;
    case TW_PARAM_BODY:
        tw_push_id(L, scene, TW_BODY, *(const tw_id *)m);
        break;
    case TW_PARAM_BODIES:
        /* removes the ids of objects that no longer exist from all lists */
        tw_world_tidy(scene->world);
        push_list(L, scene, TW_BODY, m);
        break;
    case TW_PARAM_POINTS:
        push_list(L, scene, TW_POINT, m);
        break;
    case TW_PARAM_STATIONS:
        push_stations(L, scene, m);
        break;
    case TW_PARAM_JOINT:
        tw_push_id(L, scene, TW_CONSTRAINT, *(const tw_id *)m);
        break;
    case TW_PARAM_DIRECTION:
        push_direction(L, scene, m);
        break;
    case TW_PARAM_TURN:
        if (tw_id_none(((const tw_turn *)m)->body))
            tw_push_value(L, &((const tw_turn *)m)->v, scene->world->time);
        else
            tw_push_id(L, scene, TW_BODY, ((const tw_turn *)m)->body);
        break;
    default: /* not materials, which are parts with handles of their own (picture.c) */
        lua_pushnil(L);
    }
}
