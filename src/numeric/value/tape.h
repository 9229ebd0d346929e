/*
 * Expression tapes: a function of n inputs, recorded once as a straight list of operations, then
 * evaluated in C as often as needed with exact derivatives.
 *
 * A builder records; finishing it gives an immutable, reference-counted tape with common
 * subexpressions merged, constants folded and dead operations dropped. Functions of time have one
 * input, t; constraints that a script writes have the coordinates of their points as inputs.
 *
 * Evaluation allocates nothing: the caller gives scratch of tw_tape_scratch() doubles, so one tape
 * may serve many threads.
 */
#ifndef TW_NUMERIC_VALUE_TAPE_H
#define TW_NUMERIC_VALUE_TAPE_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>

/* the list of all operations: identifier, name in C and in Lua's tw.math, number of operands */
#define TW_TAPE_OPS(X)                                         \
    X(CONST, "const", 0)                                       \
    X(INPUT, "input", 0)                                       \
    X(ADD, "add", 2)                                           \
    X(SUB, "sub", 2)                                           \
    X(MUL, "mul", 2)                                           \
    X(DIV, "div", 2)                                           \
    X(NEG, "neg", 1)                                           \
    X(POW, "pow", 2)                                           \
    X(SQRT, "sqrt", 1)                                         \
    X(SIN, "sin", 1)                                           \
    X(COS, "cos", 1)                                           \
    X(TAN, "tan", 1)                                           \
    X(ASIN, "asin", 1)                                         \
    X(ACOS, "acos", 1)                                         \
    X(ATAN, "atan", 1)                                         \
    X(ATAN2, "atan2", 2)                                       \
    X(SINH, "sinh", 1)                                         \
    X(COSH, "cosh", 1)                                         \
    X(TANH, "tanh", 1)                                         \
    X(EXP, "exp", 1)                                           \
    X(LOG, "log", 1)                                           \
    X(ABS, "abs", 1)                                           \
    X(MIN, "min", 2)                                           \
    X(MAX, "max", 2)                                           \
    X(FLOOR, "floor", 1)                                       \
    X(MOD, "fmod", 2)      /* Lua's a % b: a - floor(a/b) b */ \
    X(STEP, "step", 1)     /* 1 where x >= 0, otherwise 0 */   \
    X(SELECT, "select", 3) /* select(c, a, b): a where c >= 0, otherwise b */

typedef enum tw_tape_op {
#define X(name, lua, operands) TW_TAPE_##name,
    TW_TAPE_OPS(X)
#undef X
        TW_TAPE_OP_COUNT
} tw_tape_op;

typedef struct tw_tape tw_tape;
typedef struct tw_tape_builder tw_tape_builder;

/* Node of a builder, >= 0. If memory is lacking, or the number of an input or an operand is wrong,
 * this and every later new node is -1, and tw_tape_finish returns the first failure */
typedef int tw_node;

tw_status tw_tape_builder_create(int inputs, tw_tape_builder **builder);
void tw_tape_builder_destroy(tw_tape_builder *b);
tw_node tw_tape_const(tw_tape_builder *b, double value);
tw_node tw_tape_input(tw_tape_builder *b, int input);
/* node for op(x, y, z); arguments beyond those that op takes are ignored */
tw_node tw_tape_apply(tw_tape_builder *b, tw_tape_op op, tw_node x, tw_node y, tw_node z);
/* is the node a constant? Then *value is set */
bool tw_tape_constant(const tw_tape_builder *b, tw_node x, double *value);
int tw_tape_operands(tw_tape_op op);
const char *tw_tape_op_name(tw_tape_op op);

/* *tape: a tape whose outputs are the nodes `outputs` [count]; the builder can still be used. Fails
 * with the builder's first failure, if there was one */
tw_status tw_tape_finish(tw_tape_builder *b, const tw_node *outputs, int count, tw_tape **tape);
tw_tape *tw_tape_retain(tw_tape *t);
void tw_tape_release(tw_tape *t); /* t may be NULL */
int tw_tape_inputs(const tw_tape *t);
int tw_tape_outputs(const tw_tape *t);
/* number of operations of the simplified tape, including constants and inputs */
int tw_tape_length(const tw_tape *t);

/* number of doubles of scratch that each evaluation function below needs */
size_t tw_tape_scratch(const tw_tape *t);

/* y [outputs] = f(x [inputs]) */
void tw_tape_eval(const tw_tape *t, const double *x, double *y, double *scratch);

/* Along a motion x(s) with x' = dx and x'' = ddx: y = f(x), dy = df/ds, ddy = d^2f/ds^2, exact
 * (second-order forward mode). ddx NULL: x'' is 0. A product with a factor that is exactly 0 has
 * derivatives 0, whatever the other factor is (tape_diff.c). */
void tw_tape_jet(const tw_tape *t, const double *x, const double *dx, const double *ddx, double *y,
                 double *dy, double *ddy, double *scratch);

/* J [outputs x inputs, row-major] = df/dx by reverse mode, and y [outputs] = f(x); y NULL: not
 * wanted */
void tw_tape_jacobian(const tw_tape *t, const double *x, double *y, double *J, double *scratch);

#endif
