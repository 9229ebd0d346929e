/*
 * Vectors and quaternions in Lua: tw.vec3, tw.quat, and functions that make and combine them. They
 * are immutable userdata, so that a vector read from an object keeps its value.
 */
#include "script/value/value.h"

#include "base/math/elementary.h"

#include <math.h>
#include <string.h>

typedef struct vec_data {
    const void *tag;
    vec3 v;
} vec_data;

typedef struct quat_data {
    const void *tag;
    quat q;
} quat_data;

static const char vec_tag, quat_tag;

void *tw_test_tag(lua_State *L, int index, const void *tag) {
    if (lua_type(L, index) != LUA_TUSERDATA) return NULL;
    void *p = lua_touserdata(L, index);
    if (lua_rawlen(L, index) < sizeof tag || memcmp(p, &tag, sizeof tag) != 0) return NULL;
    return p;
}

void tw_push_vec3(lua_State *L, vec3 v) {
    vec_data *d = lua_newuserdatauv(L, sizeof *d, 0);
    *d = (vec_data){&vec_tag, v};
    luaL_setmetatable(L, "tw.vec3");
}

void tw_push_quat(lua_State *L, quat q) {
    quat_data *d = lua_newuserdatauv(L, sizeof *d, 0);
    *d = (quat_data){&quat_tag, q};
    luaL_setmetatable(L, "tw.quat");
}

const vec3 *tw_test_vec3(lua_State *L, int index) {
    vec_data *d = tw_test_tag(L, index, &vec_tag);
    return d ? &d->v : NULL;
}

const quat *tw_test_quat(lua_State *L, int index) {
    quat_data *d = tw_test_tag(L, index, &quat_tag);
    return d ? &d->q : NULL;
}

bool tw_get_numbers(lua_State *L, int index, int n, double *out) {
    if (lua_type(L, index) != LUA_TTABLE || (int)lua_rawlen(L, index) != n) return false;
    index = lua_absindex(L, index);
    bool ok = true;
    for (int i = 0; i < n && ok; i++) {
        ok = lua_rawgeti(L, index, i + 1) == LUA_TNUMBER;
        out[i] = lua_tonumber(L, -1);
        lua_pop(L, 1);
    }
    return ok;
}

/* out: numbers of the table at index by their one-letter names, like {x =, y =, z =}; false: one is
 * missing */
static bool named(lua_State *L, int index, const char *names, double *out) {
    if (lua_type(L, index) != LUA_TTABLE) return false;
    index = lua_absindex(L, index);
    bool ok = true;
    for (int i = 0; names[i] && ok; i++) {
        lua_pushlstring(L, names + i, 1);
        ok = lua_rawget(L, index) == LUA_TNUMBER;
        out[i] = lua_tonumber(L, -1);
        lua_pop(L, 1);
    }
    return ok;
}

bool tw_get_vec3(lua_State *L, int index, vec3 *v) {
    const vec3 *known = tw_test_vec3(L, index);
    double a[3];
    if (known) {
        *v = *known;
        return true;
    }
    if (!tw_get_numbers(L, index, 3, a) && !named(L, index, "xyz", a)) return false;
    *v = v3_load(a);
    return true;
}

bool tw_get_quat(lua_State *L, int index, quat *q) {
    const quat *known = tw_test_quat(L, index);
    double a[4];
    if (known) {
        *q = *known;
        return true;
    }
    if (!tw_get_numbers(L, index, 4, a) && !named(L, index, "wxyz", a)) return false;
    *q = (quat){a[0], a[1], a[2], a[3]};
    return true;
}

vec3 tw_check_vec3(lua_State *L, int index, const char *what) {
    vec3 v;
    char got[128];
    if (!tw_get_vec3(L, index, &v))
        tw_error(L, "%s: expected a vector {x, y, z}, got %s", what,
                 tw_describe(L, index, got, sizeof got));
    if (!isfinite(v.x) || !isfinite(v.y) || !isfinite(v.z))
        tw_error(L, "%s: expected finite numbers, got %s", what,
                 tw_describe(L, index, got, sizeof got));
    return v;
}

static double check_number(lua_State *L, int index, const char *what) {
    char got[128];
    if (lua_type(L, index) != LUA_TNUMBER)
        tw_error(L, "%s: expected a number, got %s", what, tw_describe(L, index, got, sizeof got));
    return lua_tonumber(L, index);
}

/* ---- vectors -------------------------------------------------------------------------------- */

static int new_vec3(lua_State *L) {
    for (int i = 1; i <= 3; i++)
        if (tw_is_traced(L, i)) return tw_traced_vector(L);
    if (lua_gettop(L) == 1)
        tw_push_vec3(L, tw_check_vec3(L, 1, "tw.vec3"));
    else
        tw_push_vec3(L, v3(check_number(L, 1, "tw.vec3"), check_number(L, 2, "tw.vec3"),
                           check_number(L, 3, "tw.vec3")));
    return 1;
}

/* reads both operands as vectors */
static void two(lua_State *L, const char *op, vec3 *a, vec3 *b) {
    char ga[64], gb[64];
    if (!tw_get_vec3(L, 1, a) || !tw_get_vec3(L, 2, b))
        tw_error(L, "cannot %s %s and %s", op, tw_describe(L, 1, ga, sizeof ga),
                 tw_describe(L, 2, gb, sizeof gb));
}

static int vec_add(lua_State *L) {
    vec3 a, b;
    if (tw_any_traced(L)) return tw_traced_arith(L, TW_TAPE_ADD);
    two(L, "add", &a, &b);
    tw_push_vec3(L, v3_add(a, b));
    return 1;
}

static int vec_sub(lua_State *L) {
    vec3 a, b;
    if (tw_any_traced(L)) return tw_traced_arith(L, TW_TAPE_SUB);
    two(L, "subtract", &a, &b);
    tw_push_vec3(L, v3_sub(a, b));
    return 1;
}

static int vec_mul(lua_State *L) {
    vec3 a;
    if (tw_any_traced(L)) return tw_traced_arith(L, TW_TAPE_MUL);
    char ga[64], gb[64];
    int number = lua_type(L, 1) == LUA_TNUMBER ? 1 : 2;
    if (lua_type(L, number) != LUA_TNUMBER || !tw_get_vec3(L, 3 - number, &a))
        tw_error(L, "cannot multiply %s by %s (a:dot(b) and a:cross(b) multiply vectors)",
                 tw_describe(L, 1, ga, sizeof ga), tw_describe(L, 2, gb, sizeof gb));
    tw_push_vec3(L, v3_scale(a, lua_tonumber(L, number)));
    return 1;
}

static int vec_div(lua_State *L) {
    vec3 a;
    if (tw_any_traced(L)) return tw_traced_arith(L, TW_TAPE_DIV);
    char ga[64], gb[64];
    if (!tw_get_vec3(L, 1, &a) || lua_type(L, 2) != LUA_TNUMBER)
        tw_error(L, "cannot divide %s by %s", tw_describe(L, 1, ga, sizeof ga),
                 tw_describe(L, 2, gb, sizeof gb));
    double s = lua_tonumber(L, 2);
    tw_push_vec3(L, v3(a.x / s, a.y / s, a.z / s));
    return 1;
}

static int vec_unm(lua_State *L) {
    tw_push_vec3(L, v3_neg(*tw_test_vec3(L, 1)));
    return 1;
}

static int vec_eq(lua_State *L) {
    const vec3 *a = tw_test_vec3(L, 1), *b = tw_test_vec3(L, 2);
    lua_pushboolean(L, a && b && a->x == b->x && a->y == b->y && a->z == b->z);
    return 1;
}

static int vec_len(lua_State *L) {
    lua_pushinteger(L, 3);
    return 1;
}

static int vec_tostring(lua_State *L) {
    const vec3 *v = tw_test_vec3(L, 1);
    char text[128];
    snprintf(text, sizeof text, "(%.14g, %.14g, %.14g)", v->x, v->y, v->z);
    lua_pushstring(L, text);
    return 1;
}

static int vec_dot(lua_State *L) {
    vec3 a, b;
    if (tw_any_traced(L)) return tw_traced_dot(L);
    two(L, "take the dot product of", &a, &b);
    lua_pushnumber(L, v3_dot(a, b));
    return 1;
}

static int vec_cross(lua_State *L) {
    vec3 a, b;
    if (tw_any_traced(L)) return tw_traced_cross(L);
    two(L, "take the cross product of", &a, &b);
    tw_push_vec3(L, v3_cross(a, b));
    return 1;
}

static int vec_length(lua_State *L) {
    lua_pushnumber(L, v3_length(tw_check_vec3(L, 1, "length")));
    return 1;
}

static int vec_normalized(lua_State *L) {
    vec3 v = tw_check_vec3(L, 1, "normalized");
    if (!(v3_length(v) > 0)) tw_error(L, "normalized: the vector has length 0");
    tw_push_vec3(L, v3_normalized(v));
    return 1;
}

static int no_change(lua_State *L) {
    tw_error(L, "vectors and quaternions never change: assign a new one, as in "
                "body.position = tw.vec3(1, 2, 3)");
}

/* v.x, v[1], v:dot(...) */
static int vec_index(lua_State *L) {
    const vec3 *v = tw_test_vec3(L, 1);
    const double a[3] = {v->x, v->y, v->z};
    if (lua_type(L, 2) == LUA_TNUMBER) {
        lua_Integer i = lua_tointeger(L, 2);
        if (i < 1 || i > 3) return 0; /* no value for a number out of range, so that ipairs ends */
        lua_pushnumber(L, a[i - 1]);
        return 1;
    }
    size_t n = 0;
    const char *s = lua_type(L, 2) == LUA_TSTRING ? lua_tolstring(L, 2, &n) : "";
    if (n == 1 && *s >= 'x' && *s <= 'z') {
        lua_pushnumber(L, a[*s - 'x']);
        return 1;
    }
    lua_pushvalue(L, 2);
    if (lua_rawget(L, lua_upvalueindex(1)) == LUA_TNIL)
        tw_error(L, "a vector has no field '%s'; it has x, y, z, dot, cross, length, normalized",
                 s);
    return 1;
}

/* ---- quaternions ---------------------------------------------------------------------------- */

static bool is_traced(lua_State *L, int index) {
    return tw_is_traced(L, index) || tw_is_traced3(L, index);
}

/* true: an argument is traced, or is a table like {0, t, 1} with a traced number */
static bool traced(lua_State *L) {
    bool found = false;
    for (int i = 1; i <= lua_gettop(L) && !found; i++) {
        found = is_traced(L, i);
        for (int k = 1; k <= 4 && !found && lua_type(L, i) == LUA_TTABLE; k++) {
            lua_rawgeti(L, i, k);
            found = is_traced(L, lua_gettop(L));
            lua_pop(L, 1);
        }
    }
    return found;
}

static int new_quat(lua_State *L) {
    quat q;
    if (traced(L)) return tw_traced_quat(L);
    if (lua_gettop(L) == 1) {
        if (!tw_get_quat(L, 1, &q)) tw_error(L, "tw.quat: expected w, x, y, z");
    } else {
        if (lua_type(L, 1) != LUA_TNUMBER && lua_gettop(L) == 2)
            tw_error(
                L,
                "tw.quat: expected w, x, y, z; a turn about an axis is tw.axis_angle(axis, angle)");
        q = (quat){check_number(L, 1, "tw.quat"), check_number(L, 2, "tw.quat"),
                   check_number(L, 3, "tw.quat"), check_number(L, 4, "tw.quat")};
    }
    tw_push_quat(L, q);
    return 1;
}

static quat turn(vec3 axis, double angle) {
    double s = tw_sin(0.5 * angle);
    return (quat){tw_cos(0.5 * angle), s * axis.x, s * axis.y, s * axis.z};
}

static int axis_angle(lua_State *L) {
    if (traced(L)) return tw_traced_axis_angle(L);
    vec3 axis = tw_check_vec3(L, 1, "tw.axis_angle");
    if (!(v3_length(axis) > 0)) tw_error(L, "tw.axis_angle: the axis has length 0");
    tw_push_quat(L, turn(v3_normalized(axis), check_number(L, 2, "tw.axis_angle")));
    return 1;
}

/* issues a notice of a likely mistake if all angles are multiples of 15: these are probably
 * degrees, not radians */
static void question_degrees(lua_State *L, int count, const char *what) {
    double most = 0;
    for (int i = 1; i <= count; i++) {
        double x = lua_tonumber(L, i);
        if (lua_type(L, i) != LUA_TNUMBER || x / 15 != floor(x / 15)) return;
        if (fabs(x) > fabs(most)) most = x;
    }
    if (most != 0)
        tw_notice(L, "%s: %.14g is read as radians; %.14g degrees are tw.deg(%.14g)", what, most,
                  most, most);
}

/* tw.euler(x, y, z): the rotation Rz Ry Rx */
static int euler(lua_State *L) {
    if (traced(L)) return tw_traced_euler(L);
    question_degrees(L, 3, "tw.euler");
    quat x = turn(v3(1, 0, 0), check_number(L, 1, "tw.euler"));
    quat y = turn(v3(0, 1, 0), check_number(L, 2, "tw.euler"));
    quat z = turn(v3(0, 0, 1), check_number(L, 3, "tw.euler"));
    tw_push_quat(L, q_mul(z, q_mul(y, x)));
    return 1;
}

static int rotation(lua_State *L) {
    if (traced(L)) return tw_traced_rotation(L);
    vec3 a = tw_check_vec3(L, 1, "tw.rotation"), b = tw_check_vec3(L, 2, "tw.rotation");
    if (!(v3_length(a) > 0) || !(v3_length(b) > 0))
        tw_error(L, "tw.rotation: a direction has length 0");
    tw_push_quat(L, q_between(v3_normalized(a), v3_normalized(b)));
    return 1;
}

static int radians(lua_State *L) {
    lua_pushnumber(L, check_number(L, 1, "tw.deg") * (M_PI / 180));
    return 1;
}

static int quat_mul(lua_State *L) {
    quat a, b;
    vec3 v;
    char ga[64], gb[64];
    if (tw_any_traced(L)) return tw_traced_arith(L, TW_TAPE_MUL);
    if (!tw_get_quat(L, 1, &a))
        tw_error(L, "cannot multiply %s by a quaternion", tw_describe(L, 1, ga, sizeof ga));
    if (tw_get_quat(L, 2, &b))
        tw_push_quat(L, q_mul(a, b));
    else if (tw_get_vec3(L, 2, &v))
        tw_push_vec3(L, q_rotate(a, v));
    else
        tw_error(L, "cannot multiply a quaternion by %s", tw_describe(L, 2, gb, sizeof gb));
    return 1;
}

static int quat_dot(lua_State *L) {
    char got[64];
    quat a, b;
    if (tw_any_traced(L)) return tw_traced_q_dot(L);
    for (int i = 1; i <= 2; i++)
        if (!tw_get_quat(L, i, i == 1 ? &a : &b))
            tw_error(L, "dot: expected two quaternions, got %s",
                     tw_describe(L, i, got, sizeof got));
    lua_pushnumber(L, q_dot(a, b));
    return 1;
}

static int quat_conj(lua_State *L) {
    char got[64];
    quat q;
    if (!tw_get_quat(L, 1, &q))
        tw_error(L, "conj: expected a quaternion, got %s", tw_describe(L, 1, got, sizeof got));
    tw_push_quat(L, q_conj(q));
    return 1;
}

/* the first argument, a quaternion other than 0, scaled by q_scaled with 2^*exponent, so that its
 * norm neither overflows nor underflows */
static quat get_scaled(lua_State *L, const char *what, int *exponent) {
    char got[64];
    quat q;
    bool finite =
        tw_get_quat(L, 1, &q) && isfinite(q.w) && isfinite(q.x) && isfinite(q.y) && isfinite(q.z);
    if (!finite || (q.w == 0 && q.x == 0 && q.y == 0 && q.z == 0))
        tw_error(L, "%s: expected a finite quaternion that is not 0, got %s", what,
                 tw_describe(L, 1, got, sizeof got));
    return q_scaled(q, exponent);
}

static int quat_inverse(lua_State *L) {
    int e;
    quat q = get_scaled(L, "inverse", &e), c = q_conj(q);
    double s = 1 / q_dot(q, q);
    tw_push_quat(
        L, (quat){ldexp(c.w * s, -e), ldexp(c.x * s, -e), ldexp(c.y * s, -e), ldexp(c.z * s, -e)});
    return 1;
}

static int quat_normalized(lua_State *L) {
    int exponent;
    tw_push_quat(L, q_normalized(get_scaled(L, "normalized", &exponent)));
    return 1;
}

static int quat_eq(lua_State *L) {
    const quat *a = tw_test_quat(L, 1), *b = tw_test_quat(L, 2);
    lua_pushboolean(L, a && b && a->w == b->w && a->x == b->x && a->y == b->y && a->z == b->z);
    return 1;
}

static int quat_tostring(lua_State *L) {
    const quat *q = tw_test_quat(L, 1);
    char text[160];
    snprintf(text, sizeof text, "(%.14g, %.14g, %.14g, %.14g)", q->w, q->x, q->y, q->z);
    lua_pushstring(L, text);
    return 1;
}

static int quat_index(lua_State *L) {
    const quat *q = tw_test_quat(L, 1);
    const double a[4] = {q->w, q->x, q->y, q->z};
    if (lua_type(L, 2) == LUA_TNUMBER) {
        lua_Integer i = lua_tointeger(L, 2);
        if (i < 1 || i > 4) return 0;
        lua_pushnumber(L, a[i - 1]);
        return 1;
    }
    size_t n = 0;
    const char *s = lua_type(L, 2) == LUA_TSTRING ? lua_tolstring(L, 2, &n) : "";
    if (n == 1 && *s >= 'w' && *s <= 'z') {
        lua_pushnumber(L, a[*s - 'w']);
        return 1;
    }
    lua_pushvalue(L, 2);
    if (lua_rawget(L, lua_upvalueindex(1)) == LUA_TNIL)
        tw_error(
            L, "a quaternion has no field '%s'; it has w, x, y, z, dot, conj, inverse, normalized",
            s);
    return 1;
}

/* ---- the module's part ---------------------------------------------------------------------- */

static void metatable(lua_State *L, const char *name, const luaL_Reg *meta, const luaL_Reg *methods,
                      lua_CFunction index) {
    luaL_newmetatable(L, name);
    luaL_setfuncs(L, meta, 0);
    lua_newtable(L);
    luaL_setfuncs(L, methods, 0);
    lua_pushcclosure(L, index, 1);
    lua_setfield(L, -2, "__index");
    lua_pushcfunction(L, no_change);
    lua_setfield(L, -2, "__newindex");
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    lua_pop(L, 1);
}

const luaL_Reg tw_vec3_methods[] = {{"dot", vec_dot},
                                    {"cross", vec_cross},
                                    {"length", vec_length},
                                    {"normalized", vec_normalized},
                                    {NULL, NULL}};
const luaL_Reg tw_quat_methods[] = {{"dot", quat_dot},
                                    {"conj", quat_conj},
                                    {"inverse", quat_inverse},
                                    {"normalized", quat_normalized},
                                    {NULL, NULL}};

void tw_open_vec(lua_State *L, int module) {
    static const luaL_Reg vec_meta[] = {
        {"__add", vec_add}, {"__sub", vec_sub},           {"__mul", vec_mul},
        {"__div", vec_div}, {"__unm", vec_unm},           {"__eq", vec_eq},
        {"__len", vec_len}, {"__tostring", vec_tostring}, {NULL, NULL}};
    static const luaL_Reg quat_meta[] = {
        {"__mul", quat_mul}, {"__eq", quat_eq}, {"__tostring", quat_tostring}, {NULL, NULL}};
    static const luaL_Reg functions[] = {
        {"vec3", new_vec3},     {"quat", new_quat}, {"axis_angle", axis_angle}, {"euler", euler},
        {"rotation", rotation}, {"deg", radians},   {"rad", radians},           {NULL, NULL}};
    metatable(L, "tw.vec3", vec_meta, tw_vec3_methods, vec_index);
    metatable(L, "tw.quat", quat_meta, tw_quat_methods, quat_index);
    lua_pushvalue(L, module);
    luaL_setfuncs(L, functions, 0);
    lua_pop(L, 1);
}
