/*
 * Derivatives of a tape. Every operation y = f(a, b, c) has its first partial
 * derivatives g and, where it is not linear in pieces, the second ones h = {f_aa, f_ab, f_bb} in
 * `partials` below; both modes are built on these.
 *
 *   forward, along x(s):   y'  = g_a a' + g_b b' + g_c c'
 *                          y'' = g_a a'' + g_b b'' + g_c c'' + h_aa a'^2 + 2 h_ab a' b' + h_bb b'^2
 *   reverse:               adjoint(a) += g_a adjoint(y), from the last operation to the first
 *                          [Griewank & Walther 2008, Evaluating Derivatives, ch. 3, 13]
 *
 * Where a rule has a choice: abs, min, max and select have the derivative of the branch that the
 * value takes (abs of 0: +1); step and floor have 0; a % b has 1 and -floor(a/b).
 *
 * A factor that is exactly zero makes its product zero, also with infinity or NaN as the other
 * factor (function `times`). So sqrt(f) where f and f' are 0, x^2.5 at 0, or the branch that select
 * does not take give 0 and not NaN, while sqrt at 0 with a moving argument gives infinity, as it
 * should. Forward and reverse mode agree in this.
 */
#include "base/math/elementary.h"
#include "numeric/value/tape_impl.h"

#include <math.h>
#include <stddef.h>

typedef struct partial {
    double g[3]; /* first partial derivatives: by a, by b, by c */
    double h[3]; /* second partial derivatives: by a twice, by a and b, by b twice */
} partial;

static double times(double a, double b) {
    return a == 0 || b == 0 ? 0 : a * b;
}

static partial first(double ga, double gb, double gc) {
    return (partial){{ga, gb, gc}, {0, 0, 0}};
}

static partial unary(double f1, double f2) {
    return (partial){{f1, 0, 0}, {f2, 0, 0}};
}

/* partial derivatives of y = a/b */
static partial quotient(double b, double y) {
    double r = 1 / b;
    return (partial){{r, -y * r, 0}, {0, -r * r, 2 * y * r * r}};
}

/* partial derivatives of y = a^b. The factors b and b (b - 1) are multiplied by `times`, so that
 * x^1 and x^2 have finite derivatives at 0, although powers with negative exponents occur in them.
 * With a < 0 the derivatives by b are NaN; `times` drops them if b is constant. */
static partial power(double a, double b, double y) {
    double l = tw_log(a);
    double a1 = tw_pow(a, b - 1);
    partial p;
    p.g[0] = times(b, a1);
    p.g[1] = times(y, l);
    p.g[2] = 0;
    p.h[0] = times(b * (b - 1), tw_pow(a, b - 2));
    p.h[1] = times(a1, 1 + times(b, l));
    p.h[2] = times(y, times(l, l));
    return p;
}

/* partial derivatives of y = atan2(a, b): with r^2 = a^2 + b^2, y_a = b/r^2, y_b = -a/r^2 */
static partial angle(double a, double b) {
    double r = tw_hypot(a, b);
    /* a point at infinite distance: its angle does not change */
    if (isinf(r)) return first(0, 0, 0);
    double p = b / r / r, q = a / r / r;
    return (partial){{p, -q, 0}, {-2 * p * q, (q - p) * (q + p), 2 * p * q}};
}

/* partial derivatives of asin (sign 1) or acos (-1): sign / sqrt(1 - a^2), and the second one */
static partial arc(double a, double sign) {
    double r = 1 / sqrt((1 - a) * (1 + a));
    return unary(sign * r, sign * a * r * r * r);
}

/* floor(a / b), exactly, from the remainder y = a % b: the floor of the rounded quotient may be too
 * large by one */
static double mod_quotient(double a, double b, double y) {
    return floor((a - y) / b + 0.5);
}

static partial partials(tw_tape_op op, double a, double b, double y) {
    double s;
    switch (op) {
    case TW_TAPE_ADD:
        return first(1, 1, 0);
    case TW_TAPE_SUB:
        return first(1, -1, 0);
    case TW_TAPE_MUL:
        return (partial){{b, a, 0}, {0, 1, 0}};
    case TW_TAPE_DIV:
        return quotient(b, y);
    case TW_TAPE_NEG:
        return first(-1, 0, 0);
    case TW_TAPE_POW:
        return power(a, b, y);
    case TW_TAPE_SQRT:
        return unary(0.5 / y, -0.25 / y / a);
    case TW_TAPE_SIN:
        return unary(tw_cos(a), -y);
    case TW_TAPE_COS:
        return unary(-tw_sin(a), -y);
    case TW_TAPE_TAN:
        return unary(1 + y * y, 2 * y * (1 + y * y));
    case TW_TAPE_ASIN:
        return arc(a, 1);
    case TW_TAPE_ACOS:
        return arc(a, -1);
    case TW_TAPE_ATAN:
        s = 1 / (1 + a * a);
        return unary(s, -2 * a * s * s);
    case TW_TAPE_ATAN2:
        return angle(a, b);
    case TW_TAPE_SINH:
        return unary(tw_cosh(a), y);
    case TW_TAPE_COSH:
        return unary(tw_sinh(a), y);
    case TW_TAPE_TANH:
        s = 1 / tw_cosh(a);
        return unary(s * s, -2 * y * s * s);
    case TW_TAPE_EXP:
        return unary(y, y);
    case TW_TAPE_LOG:
        return unary(1 / a, -1 / a / a);
    case TW_TAPE_ABS:
        return first(a < 0 ? -1 : 1, 0, 0);
    case TW_TAPE_MIN:
        return b < a ? first(0, 1, 0) : first(1, 0, 0);
    case TW_TAPE_MAX:
        return a < b ? first(0, 1, 0) : first(1, 0, 0);
    case TW_TAPE_MOD:
        return first(1, -mod_quotient(a, b, y), 0);
    case TW_TAPE_SELECT:
        return a >= 0 ? first(0, 1, 0) : first(0, 0, 1);
    case TW_TAPE_FLOOR:
    case TW_TAPE_STEP:
    case TW_TAPE_CONST:
    case TW_TAPE_INPUT:
    case TW_TAPE_OP_COUNT:
        break;
    }
    return first(0, 0, 0);
}

void tw_tape_op_partials(tw_tape_op op, double a, double b, double y, double g[3], double h[3]) {
    partial p = partials(op, a, b, y);
    for (int k = 0; k < 3; k++) {
        g[k] = p.g[k];
        h[k] = p.h[k];
    }
}

/* *y1, *y2: first and second derivative of the operation n with result y; v, v1, v2: values and
 * derivatives of all slots */
static void push_forward(const tw_tape_node *n, const double *v, const double *v1, const double *v2,
                         double y, double *y1, double *y2) {
    int i = n->arg[0], j = n->arg[1];
    partial p = partials(n->op, v[i], v[j], y);
    double d1 = 0, d2 = 0;
    for (int k = 0; k < tw_tape_operands(n->op); k++) {
        d1 += times(p.g[k], v1[n->arg[k]]);
        d2 += times(p.g[k], v2[n->arg[k]]);
    }
    d2 += times(p.h[0], v1[i] * v1[i]);
    if (tw_tape_operands(n->op) > 1)
        d2 += 2 * times(p.h[1], times(v1[i], v1[j])) + times(p.h[2], v1[j] * v1[j]);
    *y1 = d1;
    *y2 = d2;
}

void tw_tape_jet(const tw_tape *t, const double *x, const double *dx, const double *ddx, double *y,
                 double *dy, double *ddy, double *scratch) {
    double *v = scratch, *v1 = v + t->length, *v2 = v1 + t->length;
    tw_tape_run(t, x, v);
    for (int i = 0; i < t->length; i++) {
        const tw_tape_node *n = &t->node[i];
        switch (n->op) {
        case TW_TAPE_CONST:
            v1[i] = v2[i] = 0;
            break;
        case TW_TAPE_INPUT:
            v1[i] = dx[n->arg[0]];
            v2[i] = ddx ? ddx[n->arg[0]] : 0;
            break;
        default:
            push_forward(n, v, v1, v2, v[i], &v1[i], &v2[i]);
        }
    }
    for (int k = 0; k < t->outputs; k++) {
        y[k] = v[t->output[k]];
        dy[k] = v1[t->output[k]];
        ddy[k] = v2[t->output[k]];
    }
}

/* row [inputs]: gradient of the output in slot `from`. g_end: end of the list of all operations'
 * partial derivatives, which is read backwards; adjoint [length]: scratch */
static void pull_back(const tw_tape *t, int from, const double *g_end, double *adjoint,
                      double *row) {
    const double *g = g_end;
    for (int i = 0; i < t->length; i++) adjoint[i] = 0;
    adjoint[from] = 1;
    for (int i = t->length - 1; i >= 0; i--) {
        const tw_tape_node *n = &t->node[i];
        int operands = tw_tape_operands(n->op);
        g -= operands;
        if (i > from || adjoint[i] == 0) continue;
        for (int k = 0; k < operands; k++) adjoint[n->arg[k]] += times(g[k], adjoint[i]);
    }
    for (int k = 0; k < t->inputs; k++) row[k] = t->input[k] < 0 ? 0 : adjoint[t->input[k]];
}

void tw_tape_jacobian(const tw_tape *t, const double *x, double *y, double *J, double *scratch) {
    double *v = scratch, *adjoint = v + t->length, *g = adjoint + t->length;
    tw_tape_run(t, x, v);
    for (int i = 0; i < t->length; i++) {
        const tw_tape_node *n = &t->node[i];
        int operands = tw_tape_operands(n->op);
        if (operands == 0) continue;
        partial p = partials(n->op, v[n->arg[0]], v[n->arg[1]], v[i]);
        for (int k = 0; k < operands; k++) *g++ = p.g[k];
    }
    for (int k = 0; k < t->outputs; k++) {
        if (y) y[k] = v[t->output[k]];
        pull_back(t, t->output[k], g, adjoint, J + (size_t)k * (size_t)t->inputs);
    }
}
