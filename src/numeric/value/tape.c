/*
 * Evaluation and reference counting of finished expression tapes. A tape is a straight list:
 * operation i writes slot i of the scratch and reads earlier slots. A tape owns its three arrays;
 * it never changes after tw_tape_finish, so threads share it.
 */
#include "base/math/elementary.h"
#include "numeric/value/tape_impl.h"

#include <math.h>
#include <stdlib.h>

static const struct {
    const char *name;
    int operands;
} op_table[TW_TAPE_OP_COUNT] = {
#define X(name, lua, operands) {lua, operands},
    TW_TAPE_OPS(X)
#undef X
};

int tw_tape_operands(tw_tape_op op) {
    return op_table[op].operands;
}

const char *tw_tape_op_name(tw_tape_op op) {
    return op_table[op].name;
}

/* a % b as Lua computes it for floats, a - floor(a/b) b: the remainder of C's fmod, which is exact
 * on every machine, plus b if its sign is not that of b */
static double lua_mod(double a, double b) {
    double m = fmod(a, b);
    if (m > 0 ? b < 0 : m < 0 && b > 0) m += b;
    return m;
}

double tw_tape_op_value(tw_tape_op op, double a, double b, double c) {
    switch (op) {
    case TW_TAPE_ADD:
        return a + b;
    case TW_TAPE_SUB:
        return a - b;
    case TW_TAPE_MUL:
        return a * b;
    case TW_TAPE_DIV:
        return a / b;
    case TW_TAPE_NEG:
        return -a;
    case TW_TAPE_POW:
        return tw_pow(a, b);
    case TW_TAPE_SQRT:
        return sqrt(a);
    case TW_TAPE_SIN:
        return tw_sin(a);
    case TW_TAPE_COS:
        return tw_cos(a);
    case TW_TAPE_TAN:
        return tw_tan(a);
    case TW_TAPE_ASIN:
        return tw_asin(a);
    case TW_TAPE_ACOS:
        return tw_acos(a);
    case TW_TAPE_ATAN:
        return tw_atan(a);
    case TW_TAPE_ATAN2:
        return tw_atan2(a, b);
    case TW_TAPE_SINH:
        return tw_sinh(a);
    case TW_TAPE_COSH:
        return tw_cosh(a);
    case TW_TAPE_TANH:
        return tw_tanh(a);
    case TW_TAPE_EXP:
        return tw_exp(a);
    case TW_TAPE_LOG:
        return tw_log(a);
    case TW_TAPE_ABS:
        return fabs(a);
    case TW_TAPE_MIN:
        return b < a ? b : a; /* result of Lua's math.min and math.max, also if an operand is NaN */
    case TW_TAPE_MAX:
        return a < b ? b : a;
    case TW_TAPE_FLOOR:
        return floor(a);
    case TW_TAPE_MOD:
        return lua_mod(a, b);
    case TW_TAPE_STEP:
        return a >= 0 ? 1 : 0;
    case TW_TAPE_SELECT:
        return a >= 0 ? b : c;
    case TW_TAPE_CONST:
    case TW_TAPE_INPUT:
    case TW_TAPE_OP_COUNT:
        break;
    }
    return NAN;
}

void tw_tape_run(const tw_tape *t, const double *x, double *v) {
    for (int i = 0; i < t->length; i++) {
        const tw_tape_node *n = &t->node[i];
        switch (n->op) {
        case TW_TAPE_CONST:
            v[i] = n->value;
            break;
        case TW_TAPE_INPUT:
            v[i] = x[n->arg[0]];
            break;
        default:
            v[i] = tw_tape_op_value(n->op, v[n->arg[0]], v[n->arg[1]], v[n->arg[2]]);
        }
    }
}

void tw_tape_eval(const tw_tape *t, const double *x, double *y, double *scratch) {
    tw_tape_run(t, x, scratch);
    for (int k = 0; k < t->outputs; k++) y[k] = scratch[t->output[k]];
}

tw_tape *tw_tape_retain(tw_tape *t) {
    if (t) atomic_fetch_add(&t->references, 1);
    return t;
}

void tw_tape_release(tw_tape *t) {
    if (!t || atomic_fetch_sub(&t->references, 1) > 1) return;
    free(t->node);
    free(t->output);
    free(t->input);
    free(t);
}

int tw_tape_inputs(const tw_tape *t) {
    return t->inputs;
}

int tw_tape_outputs(const tw_tape *t) {
    return t->outputs;
}

int tw_tape_length(const tw_tape *t) {
    return t->length;
}

size_t tw_tape_scratch(const tw_tape *t) {
    /* length of the scratch: a jet needs v, v', v'' of all slots; a Jacobian needs v, the partial
     * derivatives of all operations, and the adjoints */
    size_t n = (size_t)t->length, jet = 3 * n, jacobian = 2 * n + (size_t)t->partials;
    return jet > jacobian ? jet : jacobian;
}
