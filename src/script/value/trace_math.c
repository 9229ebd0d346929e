/*
 * tw.math: the elementary functions, for plain and for traced numbers. Their results have the same
 * bits on every machine (base/math/elementary.h by numeric/value/tape.h).
 */
#include "script/value/trace.h"

#include "numeric/value/tape_impl.h"

static tw_tape_op op_of(lua_State *L, int operands) {
    tw_tape_op op = (tw_tape_op)lua_tointeger(L, lua_upvalueindex(1));
    /* like Lua's math.atan(y, x), atan with two arguments is atan2 */
    return op == TW_TAPE_ATAN && operands == 2 ? TW_TAPE_ATAN2 : op;
}

static void check_operand(lua_State *L, int i, tw_tape_op op) {
    char got[64];
    if (lua_type(L, i) != LUA_TNUMBER && !tw_is_traced(L, i))
        tw_error(L, "tw.math.%s: expected a number as argument %d, got %s", tw_tape_op_name(op), i,
                 tw_describe(L, i, got, sizeof got));
}

/* computes op of the operands at stack indices a, b, c, or records it if one is traced; pushes the
 * result */
static void apply(lua_State *L, tw_tape_op op, int a, int b, int c) {
    if (!tw_is_traced(L, a) && !tw_is_traced(L, b) && !tw_is_traced(L, c)) {
        lua_pushnumber(
            L, tw_tape_op_value(op, lua_tonumber(L, a), lua_tonumber(L, b), lua_tonumber(L, c)));
        return;
    }
    const tw_tracer *tr = tw_active_tracer(L);
    tw_node x[4] = {0}, y[4] = {0}, z[4] = {0};
    tw_traced_operand(L, a, x, NULL);
    if (tw_tape_operands(op) > 1) tw_traced_operand(L, b, y, NULL);
    if (tw_tape_operands(op) > 2) tw_traced_operand(L, c, z, NULL);
    tw_node out = tw_tape_apply(tr->builder, op, x[0], y[0], z[0]);
    tw_push_traced(L, tr, 1, &out);
}

static int math_op(lua_State *L) {
    int given = lua_gettop(L);
    tw_tape_op op = op_of(L, given);
    int n = tw_tape_operands(op);
    bool many = op == TW_TAPE_MIN || op == TW_TAPE_MAX;
    if (many && given > n) n = given;
    if (many && given == 1) n = 1;
    if (op == TW_TAPE_LOG && given == 2) n = 2;
    if (given != n)
        tw_error(L, "tw.math.%s: expected %d argument%s, got %d", tw_tape_op_name(op), n,
                 n == 1 ? "" : "s", given);
    for (int i = 1; i <= n; i++) check_operand(L, i, op);
    if (many) {
        lua_pushvalue(L, 1);
        for (int i = 2; i <= n; i++) apply(L, op, lua_gettop(L), i, i);
    } else if (op == TW_TAPE_LOG && n == 2) {
        apply(L, op, 1, 1, 1);
        apply(L, op, 2, 2, 2);
        apply(L, TW_TAPE_DIV, -2 + lua_gettop(L) + 1, lua_gettop(L), lua_gettop(L));
    } else {
        apply(L, op, 1, n > 1 ? 2 : 1, n > 2 ? 3 : 1);
    }
    return 1;
}

void tw_open_math(lua_State *L, int module) {
    lua_newtable(L);
    for (int op = TW_TAPE_POW; op < TW_TAPE_OP_COUNT; op++) {
        lua_pushinteger(L, op);
        lua_pushcclosure(L, math_op, 1);
        lua_setfield(L, -2, tw_tape_op_name((tw_tape_op)op));
    }
    lua_pushnumber(L, M_PI);
    lua_setfield(L, -2, "pi");
    lua_pushnumber(L, HUGE_VAL);
    lua_setfield(L, -2, "huge");
    lua_setfield(L, module, "math");
}
