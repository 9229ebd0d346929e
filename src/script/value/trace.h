/*
 * What the files that trace functions share: a traced value stands for a number, a vector or a
 * quaternion that depends on the inputs of a tape which is being recorded (numeric/value/tape.h).
 *
 * trace.c runs functions, trace_vec.c and trace_quat.c compute with what they are given,
 * trace_math.c is tw.math, trace_state.c traces functions of points and bodies.
 */
#ifndef TW_SCRIPT_VALUE_TRACE_H
#define TW_SCRIPT_VALUE_TRACE_H

#include "script/value/value.h"

typedef struct tw_traced {
    const void *tag;
    unsigned serial; /* serial number of its trace */
    int dim;         /* 1, 3 or 4 (quaternion: w, x, y, z) */
    bool unit;       /* a quaternion of length 1, whatever the inputs are */
    int axes;        /* orientation of a body: 1 + the number of the input R, its axes */
    bool inverse;    /* ... or the inverse of that */
    tw_node node[4];
} tw_traced;

struct tw_tracer {
    tw_tape_builder *builder;
    unsigned serial;
    tw_tracer *outer;
    const char *function, *function_of; /* "the function of t", "a function of t" */
    const char *instead; /* advice: value to read instead of an object's state, or "" */
    const char *value;   /* "value that depends on t": name of traced values */
};

tw_traced *tw_test_traced(lua_State *L, int index);
/* the trace that runs, or an error: the value was kept beyond its function */
const tw_tracer *tw_active_tracer(lua_State *L);
tw_traced *tw_push_traced(lua_State *L, const tw_tracer *tr, int dim, const tw_node *node);
/* the value at index as nodes; returns its dimension, 0 when it is no number, vector or quaternion;
 * unit may be NULL */
int tw_traced_operand(lua_State *L, int index, tw_node out[4], bool *unit);

/* ---- trace_vec.c, trace_quat.c: nodes ------------------------------------------------------ */

tw_node tw_node_add(const tw_tracer *tr, tw_node x, tw_node y);
tw_node tw_node_sub(const tw_tracer *tr, tw_node x, tw_node y);
tw_node tw_node_mul(const tw_tracer *tr, tw_node x, tw_node y);
tw_node tw_node_const(const tw_tracer *tr, double value);
tw_node tw_node_dot(const tw_tracer *tr, int dim, const tw_node *x, const tw_node *y);
void tw_node_cross(const tw_tracer *tr, const tw_node x[3], const tw_node y[3], tw_node out[3]);
/* x / |x| */
void tw_node_normalize(const tw_tracer *tr, int dim, const tw_node *x, tw_node *out);
void tw_node_q_mul(const tw_tracer *tr, const tw_node p[4], const tw_node q[4], tw_node out[4]);
/* v turned by q / |q|; unit: |q| is 1 */
void tw_node_q_rotate(const tw_tracer *tr, const tw_node q[4], bool unit, const tw_node v[3],
                      tw_node out[3]);

/* v turned by a body's orientation, or its inverse, whose axes are the inputs from `axes` on */
void tw_node_turn(const tw_tracer *tr, int axes, bool inverse, const tw_node v[3], tw_node out[3]);

extern const luaL_Reg tw_traced_vec_methods[], tw_traced_quat_methods[];
void tw_open_traced(lua_State *L);
void tw_open_math(lua_State *L, int module);
void tw_open_state(lua_State *L);

/* ---- trace.c: running ---------------------------------------------------------------------- */

/* calls f(L) protected with the values that `trace` leads to recorded into tr->builder; f finds
 * `data` at 2 as light userdata and the function to trace at 1. The world is frozen meanwhile.
 * False, with the reader's text: an error came out. */
bool tw_trace_protected(tw_reader *r, int function, tw_tracer *tr, lua_CFunction f, void *data);

#endif
