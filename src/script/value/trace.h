/*
 * Shared declarations of the files that trace functions. A traced value stands for a number, a
 * vector or a quaternion that depends on the inputs of a tape that is being recorded
 * (numeric/value/tape.h). trace.c runs functions; trace_vec.c and trace_quat.c record operations on
 * traced values; trace_spline.c records splines; trace_math.c is tw.math; trace_state.c traces
 * functions of points and bodies.
 */
#ifndef TW_SCRIPT_VALUE_TRACE_H
#define TW_SCRIPT_VALUE_TRACE_H

#include "script/value/value.h"

typedef struct tw_traced {
    const void *tag;
    unsigned serial; /* number of the trace to which the value belongs */
    int dim;         /* dimension: 1, 3 or 4 (quaternion: w, x, y, z) */
    bool unit;       /* true: a quaternion that is known to have length 1 whatever the inputs are */
    /* orientation of a body: 1 + index of the first of nine inputs that are its rotation matrix R;
     * 0: the value is something else */
    int axes;
    bool inverse; /* true: it is the inverse of the body's orientation */
    tw_node node[4];
} tw_traced;

struct tw_tracer {
    tw_tape_builder *builder;
    unsigned serial;
    tw_tracer *outer;
    /* what is being traced, for messages: "the function of t" (function), and "a function of t"
     * (function_of) */
    const char *function, *function_of;
    /* advice for messages: what to use in place of an object's state; "": no advice */
    const char *instead;
    const char *value; /* name of traced values for messages, like "value that depends on t" */
};

tw_traced *tw_test_traced(lua_State *L, int index);
/* the trace that is running; raises an error if there is none, which happens if a script keeps a
 * traced value after the function has ended */
const tw_tracer *tw_active_tracer(lua_State *L);
tw_traced *tw_push_traced(lua_State *L, const tw_tracer *tr, int dim, const tw_node *node);
/* out: nodes of the tape for the components of the value at index, traced or not; returns its
 * dimension, or 0 if it is no number, vector or quaternion; raises an error for a value of another
 * trace. *unit: true for a quaternion that is known to have length 1; unit may be NULL */
int tw_traced_operand(lua_State *L, int index, tw_node out[4], bool *unit);

/* ---- trace_vec.c, trace_quat.c: nodes ------------------------------------------------------ */

tw_node tw_node_add(const tw_tracer *tr, tw_node x, tw_node y);
tw_node tw_node_sub(const tw_tracer *tr, tw_node x, tw_node y);
tw_node tw_node_mul(const tw_tracer *tr, tw_node x, tw_node y);
tw_node tw_node_const(const tw_tracer *tr, double value);
tw_node tw_node_dot(const tw_tracer *tr, int dim, const tw_node *x, const tw_node *y);
void tw_node_cross(const tw_tracer *tr, const tw_node x[3], const tw_node y[3], tw_node out[3]);
/* out [dim]: the vector x [dim] divided by its length */
void tw_node_normalize(const tw_tracer *tr, int dim, const tw_node *x, tw_node *out);
void tw_node_q_mul(const tw_tracer *tr, const tw_node p[4], const tw_node q[4], tw_node out[4]);
/* out: v rotated by q / |q|; unit: |q| is known to be 1 */
void tw_node_q_rotate(const tw_tracer *tr, const tw_node q[4], bool unit, const tw_node v[3],
                      tw_node out[3]);

/* out: v rotated by a body's orientation, or by its inverse; the rotation matrix consists of the
 * nine inputs from number `axes` on */
void tw_node_turn(const tw_tracer *tr, int axes, bool inverse, const tw_node v[3], tw_node out[3]);

extern const luaL_Reg tw_traced_vec_methods[], tw_traced_quat_methods[];
void tw_open_traced(lua_State *L);
void tw_open_math(lua_State *L, int module);
void tw_open_state(lua_State *L);

/* out [dimension of the spline]: nodes for the value of the spline at x */
void tw_node_spline(const tw_tracer *tr, const tw_spline *s, tw_node x, tw_node *out);

/* ---- trace.c: running ---------------------------------------------------------------------- */

/* calls f(L) in protected mode while operations on traced values are recorded into tr->builder, and
 * the world is frozen. On f's stack are 1: the function to trace, 2: `data` as light userdata.
 * false: an error occurred, and its text is in the reader */
bool tw_trace_protected(tw_reader *r, int function, tw_tracer *tr, lua_CFunction f, void *data);

#endif
