/* Fields that are lists: of bodies, of points, of places; see fields.c. */
#include "script/object/object.h"

#include "model/users.h"

#include <stdlib.h>

/* appends the bodies of group h, and of the groups inside it, to the list */
static bool add_group(tw_reader *r, tw_handle *h, tw_id_list *list) {
    const tw_member *member;
    size_t n;
    if (!tw_world_get(r->scene->world, TW_GROUP, h->id))
        return tw_read_fail(r, "%s was removed", h->label);
    if (tw_group_members(r->scene->world, h->id, TW_BODY, &member, &n) != TW_OK)
        return tw_read_no_memory(r);
    tw_id *id = realloc(list->id, (list->count + n + 1) * sizeof *id);
    if (!id) return tw_read_no_memory(r);
    list->id = id;
    for (size_t i = 0; i < n; i++) list->id[list->count++] = member[i].id;
    return true;
}

/* reads a body, a group, or a list of these, as a list of bodies' ids */
bool tw_read_bodies(tw_reader *r, int index, const tw_param *p, tw_id_list *list) {
    lua_State *L = r->L;
    bool one = lua_type(L, index) != LUA_TTABLE, ok = true;
    size_t n = one ? 1 : lua_rawlen(L, index);
    *list = (tw_id_list){0};
    for (size_t i = 0; i < n && ok; i++) {
        if (one)
            lua_pushvalue(L, index);
        else
            lua_rawgeti(L, index, (lua_Integer)i + 1);
        tw_handle *h = tw_test_handle(L, -1);
        if (h && h->class_ == TW_GROUP && h->scene == r->scene) {
            ok = add_group(r, h, list);
        } else {
            tw_id body, *id = realloc(list->id, (list->count + 2) * sizeof *id);
            if (id) list->id = id;
            ok = id ? tw_read_id(r, lua_gettop(L), TW_BODY, tw_param_expectation(p), &body)
                    : tw_read_no_memory(r);
            if (ok) list->id[list->count++] = body;
        }
        lua_pop(L, 1);
    }
    if (ok && !list->count) ok = tw_read_fail(r, "expected at least one body, got none");
    if (ok) return true;
    free(list->id);
    *list = (tw_id_list){0};
    return false;
}

/* reads one object of a class, or a list of them; the result is a list of ids in both cases */
bool tw_read_ids(tw_reader *r, int index, tw_class class_, tw_id_list *list) {
    lua_State *L = r->L;
    const char *what = class_ == TW_BODY ? "a list of bodies" : "a list of points";
    *list = (tw_id_list){0};
    bool one = lua_type(L, index) != LUA_TTABLE;
    size_t n = one ? 1 : lua_rawlen(L, index);
    if (n == 0) return tw_read_fail(r, "expected %s, got an empty table", what);
    list->id = calloc(n, sizeof *list->id);
    if (!list->id) return tw_read_no_memory(r);
    for (size_t i = 0; i < n; i++) {
        if (one)
            lua_pushvalue(L, index);
        else
            lua_rawgeti(L, index, (lua_Integer)i + 1);
        bool ok = tw_read_id(r, lua_gettop(L), class_, what, &list->id[i]);
        lua_pop(L, 1);
        if (!ok) {
            free(list->id);
            *list = (tw_id_list){0};
            return false;
        }
        list->count++;
    }
    return true;
}

/* reads a station (a place on the path of a field that is a list of places): a point, a body, which
 * stands for its centre, coordinates, or a function of t */
static bool read_station(tw_reader *r, int index, const tw_param *p, const tw_pose *pose,
                         tw_station *s) {
    static const double nowhere[3] = {0, 0, 0};
    static const tw_param point = {
        .name = "point", .type = TW_PARAM_POINT, .flags = TW_OR_BODY | TW_UNSET_OK};
    vec3 place;
    *s = (tw_station){.at = tw_value_constant(nowhere, 3)};
    if (tw_test_handle(r->L, index)) return tw_read_place(r, index, &point, &s->point);
    if (lua_type(r->L, index) != LUA_TFUNCTION && !tw_test_spline(r->L, index) &&
        !tw_get_vec3(r->L, index, &place))
        return tw_read_expected(r, index, tw_param_expectation(p));
    return tw_read_varying(r, index, 3, p, pose, &s->at);
}

bool tw_read_stations(tw_reader *r, int index, const tw_param *p, const tw_pose *pose,
                      tw_station_list *list) {
    lua_State *L = r->L;
    vec3 place;
    bool many = (p->flags & TW_LISTED) && lua_type(L, index) == LUA_TTABLE &&
                !tw_get_vec3(L, index, &place);
    size_t n = many ? lua_rawlen(L, index) : 1;
    *list = (tw_station_list){0};
    if (n == 0) return tw_read_expected(r, index, tw_param_expectation(p));
    list->station = calloc(n, sizeof *list->station);
    if (!list->station) return tw_read_no_memory(r);
    for (size_t i = 0; i < n; i++) {
        if (many)
            lua_rawgeti(L, index, (lua_Integer)i + 1);
        else
            lua_pushvalue(L, index);
        bool ok = read_station(r, lua_gettop(L), p, pose, &list->station[i]);
        lua_pop(L, 1);
        if (!ok) {
            tw_param row = tw_param_at_zero(p);
            tw_param_clear(&row, list);
            return false;
        }
        list->count++;
    }
    return true;
}
