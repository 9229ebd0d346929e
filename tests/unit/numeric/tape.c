/*
 * Expression tapes against an evaluator of their own: expression trees computed in long double, and
 * differentiated along a motion by central differences of eighth order.
 */
#include "numeric/value/tape.h"

#include "../../support/fail_malloc.h"
#include "../../support/near.h"
#include "../../support/random.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { INPUTS = 3, TREE_MAX = 2048 };

/* an expression tree; nodes by index, children before parents */
typedef struct tree {
    int count;
    struct {
        tw_tape_op op;
        int input, arg[3];
        double c;
    } node[TREE_MAX];
} tree;

/* x(s) = x0 + x1 s + x2 s^2 / 2 */
typedef struct motion {
    double x0[INPUTS], x1[INPUTS], x2[INPUTS];
} motion;

static long double reference(tw_tape_op op, long double a, long double b, long double c) {
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
        return powl(a, b);
    case TW_TAPE_SQRT:
        return sqrtl(a);
    case TW_TAPE_SIN:
        return sinl(a);
    case TW_TAPE_COS:
        return cosl(a);
    case TW_TAPE_TAN:
        return tanl(a);
    case TW_TAPE_ASIN:
        return asinl(a);
    case TW_TAPE_ACOS:
        return acosl(a);
    case TW_TAPE_ATAN:
        return atanl(a);
    case TW_TAPE_ATAN2:
        return atan2l(a, b);
    case TW_TAPE_SINH:
        return sinhl(a);
    case TW_TAPE_COSH:
        return coshl(a);
    case TW_TAPE_TANH:
        return tanhl(a);
    case TW_TAPE_EXP:
        return expl(a);
    case TW_TAPE_LOG:
        return logl(a);
    case TW_TAPE_ABS:
        return fabsl(a);
    case TW_TAPE_MIN:
        return b < a ? b : a; /* with NaN: the first, as in Lua */
    case TW_TAPE_MAX:
        return a < b ? b : a;
    case TW_TAPE_FLOOR:
        return floorl(a);
    case TW_TAPE_MOD:
        return a - floorl(a / b) * b;
    case TW_TAPE_STEP:
        return a >= 0 ? 1 : 0;
    case TW_TAPE_SELECT:
        return a >= 0 ? b : c;
    default:
        fail_msg("no reference for op %d", (int)op);
        return 0;
    }
}

static long double tree_value(const tree *e, const motion *m, long double s) {
    static long double v[TREE_MAX];
    for (int i = 0; i < e->count; i++) {
        int in = e->node[i].input;
        const int *arg = e->node[i].arg;
        if (e->node[i].op == TW_TAPE_CONST)
            v[i] = e->node[i].c;
        else if (e->node[i].op == TW_TAPE_INPUT)
            v[i] = m->x0[in] + s * (m->x1[in] + s / 2 * m->x2[in]);
        else
            v[i] = reference(e->node[i].op, v[arg[0]], v[arg[1]], v[arg[2]]);
    }
    return v[e->count - 1];
}

/* first and second derivative along the motion, order 8 in h */
static void differences(const tree *e, const motion *m, long double h, long double d[2]) {
    static const long double c1[] = {4.0L / 5, -1.0L / 5, 4.0L / 105, -1.0L / 280};
    static const long double c2[] = {8.0L / 5, -1.0L / 5, 8.0L / 315, -1.0L / 560};
    d[0] = 0;
    d[1] = -205.0L / 72 * tree_value(e, m, 0);
    for (int k = 1; k <= 4; k++) {
        long double p = tree_value(e, m, (long double)k * h);
        long double q = tree_value(e, m, -(long double)k * h);
        d[0] += c1[k - 1] * (p - q);
        d[1] += c2[k - 1] * (p + q);
    }
    d[0] /= h;
    d[1] /= h * h;
}

/* the tree as a tape; with `open`, constants are further inputs (x [INPUTS ...]), so that nothing
 * can be folded */
static tw_tape *record(const tree *e, bool open) {
    static tw_node id[TREE_MAX];
    tw_tape_builder *b;
    tw_tape *tape;
    int inputs = open ? INPUTS + e->count : INPUTS;
    assert_int_equal(tw_tape_builder_create(inputs, &b), TW_OK);
    for (int i = 0; i < e->count; i++) {
        const int *arg = e->node[i].arg;
        if (e->node[i].op == TW_TAPE_INPUT)
            id[i] = tw_tape_input(b, e->node[i].input);
        else if (e->node[i].op == TW_TAPE_CONST && open)
            id[i] = tw_tape_input(b, INPUTS + i);
        else if (e->node[i].op == TW_TAPE_CONST)
            id[i] = tw_tape_const(b, e->node[i].c);
        else
            id[i] = tw_tape_apply(b, e->node[i].op, id[arg[0]], id[arg[1]], id[arg[2]]);
        assert_true(id[i] >= 0);
    }
    assert_int_equal(tw_tape_finish(b, &id[e->count - 1], 1, &tape), TW_OK);
    tw_tape_builder_destroy(b);
    return tape;
}

static int grow(tree *e, int depth) {
    int arg[3] = {0, 0, 0}, i;
    tw_tape_op op;
    if (depth == 0 || random_int(8) == 0) {
        op = random_int(3) ? TW_TAPE_INPUT : TW_TAPE_CONST;
    } else {
        op = (tw_tape_op)(TW_TAPE_ADD + random_int(TW_TAPE_OP_COUNT - TW_TAPE_ADD));
        for (int k = 0; k < tw_tape_operands(op); k++) arg[k] = grow(e, depth - 1);
    }
    assert_true(e->count < TREE_MAX);
    static const double constants[] = {0, 1, 2, 3, -1, 0.5, -0.0, 1.75};
    i = e->count++;
    e->node[i].op = op;
    e->node[i].input = random_int(INPUTS);
    e->node[i].c = constants[random_int(8)];
    memcpy(e->node[i].arg, arg, sizeof arg);
    return i;
}

static motion random_motion(void) {
    motion m;
    for (int k = 0; k < INPUTS; k++) {
        m.x0[k] = uniform(-2, 2);
        m.x1[k] = uniform(-1, 1);
        m.x2[k] = uniform(-1, 1);
    }
    return m;
}

static double *scratch_for(const tw_tape *t) {
    double *s = malloc((tw_tape_scratch(t) + 1) * sizeof *s);
    assert_non_null(s);
    return s;
}

static bool same_number(double a, double b) {
    return memcmp(&a, &b, sizeof a) == 0 || (isnan(a) && isnan(b));
}

/* a tree of one operation on the inputs */
static tree single(tw_tape_op op) {
    tree e;
    e.count = 4;
    for (int i = 0; i < 3; i++) {
        e.node[i].op = TW_TAPE_INPUT;
        e.node[i].input = i;
        e.node[3].arg[i] = i;
    }
    e.node[3].op = op;
    return e;
}

/* is x inside the smooth part of op, with room for the differences? */
static bool smooth_at(tw_tape_op op, const double *x) {
    double q = x[0] / x[1];
    switch (op) {
    case TW_TAPE_SQRT:
    case TW_TAPE_LOG:
    case TW_TAPE_POW:
        return x[0] > 0.2;
    case TW_TAPE_DIV:
        return fabs(x[1]) > 0.3;
    case TW_TAPE_TAN:
        return fabs(x[0]) < 1.2;
    case TW_TAPE_ASIN:
    case TW_TAPE_ACOS:
        return fabs(x[0]) < 0.85;
    case TW_TAPE_ATAN2:
        return fabs(x[0]) > 0.2;
    case TW_TAPE_ABS:
    case TW_TAPE_STEP:
    case TW_TAPE_SELECT:
        return fabs(x[0]) > 0.1;
    case TW_TAPE_MIN:
    case TW_TAPE_MAX:
        return fabs(x[0] - x[1]) > 0.1;
    case TW_TAPE_FLOOR:
        return fabs(x[0] - floor(x[0]) - 0.5) < 0.4;
    case TW_TAPE_MOD:
        return fabs(x[1]) > 0.5 && fabs(q - floor(q) - 0.5) < 0.4;
    default:
        return true;
    }
}

static void every_operation(void **state) {
    (void)state;
    for (int op = TW_TAPE_ADD; op < TW_TAPE_OP_COUNT; op++) {
        tree e = single((tw_tape_op)op);
        tw_tape *t = record(&e, false);
        double *scratch = scratch_for(t);
        for (int trial = 0; trial < 200; trial++) {
            motion m = random_motion();
            while (!smooth_at((tw_tape_op)op, m.x0)) m = random_motion();
            double y, dy, ddy, only, J[INPUTS], y_J;
            tw_tape_eval(t, m.x0, &only, scratch);
            tw_tape_jet(t, m.x0, m.x1, m.x2, &y, &dy, &ddy, scratch);
            tw_tape_jacobian(t, m.x0, &y_J, J, scratch);
            assert_true(same_number(only, y) && same_number(only, y_J));
            assert_near(y, (double)tree_value(&e, &m, 0), 1e-14 * (1 + fabs(y)));
            long double d[2];
            differences(&e, &m, 2e-3L, d);
            if (!(fabsl(dy - d[0]) <= 1e-11L * (1 + fabsl(d[0])) &&
                  fabsl(ddy - d[1]) <= 1e-10L * (1 + fabsl(d[1]))))
                fail_msg("%s at (%g, %g, %g): y' %.15g not %.15Lg, y'' %.15g not %.15Lg",
                         tw_tape_op_name((tw_tape_op)op), m.x0[0], m.x0[1], m.x0[2], dy, d[0], ddy,
                         d[1]);
            double along = 0;
            for (int k = 0; k < INPUTS; k++) along += J[k] * m.x1[k];
            assert_near(along, dy, 1e-14 * (1 + fabs(dy) + fabs(J[0]) + fabs(J[1])));
        }
        free(scratch);
        tw_tape_release(t);
    }
}

/* forward and reverse mode, folding and differences on one random expression; counts what the
 * differences could judge */
static void try_expression(const tree *e, int *judged) {
    tw_tape *t = record(e, false), *open = record(e, true);
    double *scratch = scratch_for(t), *scratch_open = scratch_for(open);
    static double x_open[INPUTS + TREE_MAX];
    motion m = random_motion();
    double y, dy, ddy, only, from_open, J[INPUTS], y_J;
    tw_tape_eval(t, m.x0, &only, scratch);
    tw_tape_jacobian(t, m.x0, &y_J, J, scratch);

    memcpy(x_open, m.x0, sizeof m.x0);
    for (int i = 0; i < e->count; i++) x_open[INPUTS + i] = e->node[i].c;
    tw_tape_eval(open, x_open, &from_open, scratch_open);
    assert_true(same_number(only, from_open));
    assert_true(tw_tape_length(t) <= tw_tape_length(open));

    for (int k = 0; k < INPUTS; k++) {
        double unit[INPUTS] = {0}, largest = 1;
        unit[k] = 1;
        tw_tape_jet(t, m.x0, unit, NULL, &y, &dy, &ddy, scratch);
        assert_true(same_number(y, only) && same_number(y, y_J));
        /* relative to the largest number on the way: sums cancel in a different order */
        for (int i = 0; i < 2 * tw_tape_length(t); i++)
            if (isfinite(scratch[i])) largest = fmax(largest, fabs(scratch[i]));
        if (isfinite(dy) && isfinite(J[k])) assert_near(J[k], dy, 1e-13 * largest);
    }

    tw_tape_jet(t, m.x0, m.x1, m.x2, &y, &dy, &ddy, scratch);
    assert_true(same_number(y, only));
    bool regular =
        true; /* no infinity and no NaN on the way; without, the derivatives must exist */
    for (int i = 0; i < tw_tape_length(t); i++) regular = regular && isfinite(scratch[i]);
    long double d[2], half[2];
    differences(e, &m, 1e-3L, d);
    differences(e, &m, 5e-4L, half);
    long double size = 1 + fmaxl(fabsl(half[0]), fabsl(half[1]));
    bool clear = isfinite(y) && size < 1e6 && (regular || (isfinite(dy) && isfinite(ddy)));
    for (int k = 0; k < 2; k++) clear = clear && fabsl(d[k] - half[k]) < 1e-11L * size;
    if (clear) {
        ++*judged;
        if (!(fabsl(dy - half[0]) <= 1e-9L * size && fabsl(ddy - half[1]) <= 1e-9L * size))
            fail_msg("y' %.15g not %.15Lg, y'' %.15g not %.15Lg (%d nodes)", dy, half[0], ddy,
                     half[1], e->count);
    }
    free(scratch);
    free(scratch_open);
    tw_tape_release(t);
    tw_tape_release(open);
}

static void random_expressions(void **state) {
    (void)state;
    int judged = 0, tried = 0;
    for (; judged < 2000 && tried < 6000; tried++) {
        static tree e;
        e.count = 0;
        grow(&e, 1 + tried % 6);
        try_expression(&e, &judged);
    }
    print_message("%d of %d expressions judged by differences\n", judged, tried);
    assert_true(judged >= 2000);
}

/* y, y', y'' of a^b at a, b moving with a' = 1, b' = 0 */
static void power_jet(double a, double b, double out[3]) {
    tree e = single(TW_TAPE_POW);
    tw_tape *t = record(&e, false);
    double *scratch = scratch_for(t), x[INPUTS] = {a, b, 0}, dx[INPUTS] = {1, 0, 0};
    tw_tape_jet(t, x, dx, NULL, &out[0], &out[1], &out[2], scratch);
    free(scratch);
    tw_tape_release(t);
}

static void constant_powers(void **state) {
    (void)state;
    /* a^n = n a^(n-1), n (n-1) a^(n-2) by multiplication, for negative a and for 0 */
    for (int n = -3; n <= 5; n++)
        for (double a = -2; a <= 2; a += 0.5) {
            if (a == 0 && n < 0) continue;
            double want[3], got[3];
            for (int k = 0; k < 3; k++) {
                double factor = k == 0 ? 1 : k == 1 ? n : n * (n - 1);
                want[k] = factor;
                for (int j = 0; j < n - k && factor != 0; j++) want[k] *= a;
                for (int j = 0; j > n - k && factor != 0; j--) want[k] /= a;
            }
            power_jet(a, n, got);
            for (int k = 0; k < 3; k++) assert_near(got[k], want[k], 1e-14 * fabs(want[k]));
        }
    double got[3];
    power_jet(0, 2.5, got);
    assert_true(got[0] == 0 && got[1] == 0 && got[2] == 0);
    power_jet(0, 0.5, got);
    assert_true(got[0] == 0 && isinf(got[1]));
}

/* records f with the inputs as nodes 0, 1, 2 and gives its jet at x along dx */
static void jet_of(tw_node (*f)(tw_tape_builder *b, const tw_node *x), const double *x,
                   const double *dx, double out[3], double *J) {
    tw_tape_builder *b;
    tw_tape *t;
    tw_node in[INPUTS];
    assert_int_equal(tw_tape_builder_create(INPUTS, &b), TW_OK);
    for (int k = 0; k < INPUTS; k++) in[k] = tw_tape_input(b, k);
    tw_node y = f(b, in);
    assert_int_equal(tw_tape_finish(b, &y, 1, &t), TW_OK);
    double *scratch = scratch_for(t);
    tw_tape_jet(t, x, dx, NULL, &out[0], &out[1], &out[2], scratch);
    tw_tape_jacobian(t, x, NULL, J, scratch);
    free(scratch);
    tw_tape_release(t);
    tw_tape_builder_destroy(b);
}

static tw_node radius(tw_tape_builder *b, const tw_node *x) {
    tw_node xx = tw_tape_apply(b, TW_TAPE_MUL, x[0], x[0], 0);
    tw_node yy = tw_tape_apply(b, TW_TAPE_MUL, x[1], x[1], 0);
    return tw_tape_apply(b, TW_TAPE_SQRT, tw_tape_apply(b, TW_TAPE_ADD, xx, yy, 0), 0, 0);
}

/* sqrt(x) where x >= 0, else 0 */
static tw_node guarded(tw_tape_builder *b, const tw_node *x) {
    tw_node root = tw_tape_apply(b, TW_TAPE_SQRT, x[0], 0, 0);
    return tw_tape_apply(b, TW_TAPE_SELECT, x[0], root, tw_tape_const(b, 0));
}

static void zero_times_infinity(void **state) {
    (void)state;
    double out[3], J[INPUTS];
    /* a radius at its centre: infinite second derivative, but no NaN */
    jet_of(radius, (double[]){0, 0, 0}, (double[]){1, 0, 0}, out, J);
    assert_true(out[0] == 0 && out[1] == 0 && isinf(out[2]));
    assert_true(J[0] == 0 && J[1] == 0 && J[2] == 0);
    jet_of(radius, (double[]){0, 0, 0}, (double[]){0, 0, 1}, out, J);
    assert_true(out[0] == 0 && out[1] == 0 && out[2] == 0);
    /* the branch not taken is not a number, and does not matter */
    jet_of(guarded, (double[]){-1, 0, 0}, (double[]){1, 0, 0}, out, J);
    assert_true(out[0] == 0 && out[1] == 0 && out[2] == 0 && J[0] == 0);
    jet_of(guarded, (double[]){4, 0, 0}, (double[]){1, 0, 0}, out, J);
    assert_true(out[0] == 2 && out[1] == 0.25 && out[2] == -1.0 / 32 && J[0] == 0.25);
}

static void simplification(void **state) {
    (void)state;
    tw_tape_builder *b;
    tw_tape *t;
    assert_int_equal(tw_tape_builder_create(2, &b), TW_OK);
    tw_node x = tw_tape_input(b, 0), y = tw_tape_input(b, 1);
    tw_node one = tw_tape_const(b, 1), zero = tw_tape_const(b, 0), two = tw_tape_const(b, 2);
    assert_int_equal(tw_tape_input(b, 0), x);
    assert_int_equal(tw_tape_const(b, 2), two);
    assert_int_not_equal(tw_tape_const(b, -0.0), zero);
    assert_int_equal(tw_tape_apply(b, TW_TAPE_MUL, x, one, 0), x);
    assert_int_equal(tw_tape_apply(b, TW_TAPE_MUL, one, x, 0), x);
    assert_int_equal(tw_tape_apply(b, TW_TAPE_DIV, x, one, 0), x);
    assert_int_equal(tw_tape_apply(b, TW_TAPE_SUB, x, zero, 0), x);
    assert_int_equal(tw_tape_apply(b, TW_TAPE_ADD, one, one, 0), two);
    assert_int_equal(tw_tape_apply(b, TW_TAPE_ADD, x, y, 0),
                     tw_tape_apply(b, TW_TAPE_ADD, y, x, 0));
    assert_int_not_equal(tw_tape_apply(b, TW_TAPE_SUB, x, y, 0),
                         tw_tape_apply(b, TW_TAPE_SUB, y, x, 0));
    assert_int_not_equal(tw_tape_apply(b, TW_TAPE_ADD, x, zero, 0), x);
    assert_int_not_equal(tw_tape_apply(b, TW_TAPE_MUL, x, zero, 0), zero);

    /* sin(x) once though written twice, cos(y) not at all; the outputs may repeat */
    tw_node s = tw_tape_apply(b, TW_TAPE_SIN, x, 0, 0);
    tw_tape_apply(b, TW_TAPE_COS, y, 0, 0);
    tw_node sum = tw_tape_apply(b, TW_TAPE_ADD, s, tw_tape_apply(b, TW_TAPE_SIN, x, 0, 0), 0);
    tw_node outputs[3] = {sum, two, sum};
    assert_int_equal(tw_tape_finish(b, outputs, 3, &t), TW_OK);
    assert_int_equal(tw_tape_length(t), 4);
    assert_int_equal(tw_tape_inputs(t), 2);
    assert_int_equal(tw_tape_outputs(t), 3);
    double *scratch = scratch_for(t), v[3], J[6], in[2] = {0.5, 7};
    tw_tape_jacobian(t, in, v, J, scratch);
    assert_true(v[0] == v[2] && v[1] == 2);
    assert_near(J[0], 2 * cos(0.5), 1e-15);
    assert_true(J[1] == 0 && J[2] == 0 && J[3] == 0 && J[4] == J[0] && J[5] == 0);

    /* another reference keeps it alive; the builder stays usable */
    tw_tape_retain(t);
    tw_tape_release(t);
    tw_tape_eval(t, in, v, scratch);
    assert_true(v[1] == 2);
    tw_tape *again;
    assert_int_equal(tw_tape_finish(b, &y, 1, &again), TW_OK);
    tw_tape_builder_destroy(b);
    tw_tape_eval(again, in, v, scratch);
    assert_true(v[0] == 7);
    tw_tape_release(again);
    tw_tape_release(t);
    tw_tape_release(NULL);
    free(scratch);
}

static void wrong_use(void **state) {
    (void)state;
    tw_tape_builder *b;
    tw_tape *t;
    assert_int_equal(tw_tape_builder_create(-1, &b), TW_ARGUMENT);
    assert_null(b);
    assert_int_equal(tw_tape_builder_create(1, &b), TW_OK);
    tw_node x = tw_tape_input(b, 0), none = 99;
    assert_int_equal(tw_tape_finish(b, &none, 1, &t), TW_ARGUMENT);
    assert_int_equal(tw_tape_finish(b, &x, 0, &t), TW_ARGUMENT);
    assert_int_equal(tw_tape_input(b, 1), -1);
    assert_int_equal(tw_tape_const(b, 1), -1);
    assert_int_equal(tw_tape_finish(b, &x, 1, &t), TW_ARGUMENT);
    tw_tape_builder_destroy(b);
    tw_tape_builder_destroy(NULL);
    assert_string_equal(tw_tape_op_name(TW_TAPE_MOD), "fmod");
    assert_int_equal(tw_tape_operands(TW_TAPE_SELECT), 3);
}

/* Lua's a % b, which is exact where a - floor(a/b) b rounds */
static void modulo(void **state) {
    (void)state;
    static const double cases[][3] = {{5.5, 2, 1.5},    {-5.5, 2, 0.5}, {5.5, -2, -0.5},
                                      {-5.5, -2, -1.5}, {-1e-20, 1, 1}, {6, 3, 0},
                                      {3, INFINITY, 3}, {1e18, 3, 1},   {0.5, 0.1, 0.1}};
    tree e = single(TW_TAPE_MOD);
    tw_tape *t = record(&e, false);
    double *scratch = scratch_for(t), y;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tw_tape_eval(t, (double[]){cases[i][0], cases[i][1], 0}, &y, scratch);
        assert_near(y, cases[i][2], 1e-16);
    }
    free(scratch);
    tw_tape_release(t);
}

/* memory ends at the k-th allocation, for every k until all is done */
static void memory_runs_out(void **state) {
    (void)state;
    bool done = false;
    for (long k = 0; !done; k++) {
        assert_true(k < 100);
        tw_tape_builder *b = NULL;
        tw_tape *t = NULL;
        allocations_left = k;
        tw_status s = tw_tape_builder_create(1, &b);
        if (s == TW_OK) {
            tw_node x = tw_tape_input(b, 0);
            for (int i = 0; i < 300; i++)
                x = tw_tape_apply(b, TW_TAPE_ADD, x, tw_tape_const(b, i + 0.5), 0);
            s = tw_tape_finish(b, &x, 1, &t);
            if (x < 0) {
                /* a failed builder stays failed when there is memory again */
                allocations_left = -1;
                assert_int_equal(tw_tape_input(b, 0), -1);
                tw_node zero = 0;
                assert_int_equal(tw_tape_finish(b, &zero, 1, &t), TW_MEMORY);
                assert_int_equal(s, TW_MEMORY);
            }
        }
        allocations_left = -1;
        done = s == TW_OK;
        if (!done) {
            assert_int_equal(s, TW_MEMORY);
            assert_null(t);
        }
        tw_tape_release(t);
        tw_tape_builder_destroy(b);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_operation), cmocka_unit_test(random_expressions),
        cmocka_unit_test(constant_powers), cmocka_unit_test(zero_times_infinity),
        cmocka_unit_test(simplification),  cmocka_unit_test(wrong_use),
        cmocka_unit_test(modulo),          cmocka_unit_test(memory_runs_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
