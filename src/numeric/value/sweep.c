/*
 * Fast evaluation of a tape for a constraint that a script defines. The tape is turned into a list
 * of steps without constants and inputs; each step computes value, first and second derivative, the
 * most frequent operations by code of their own, others by the general rules of tape_diff.c. Then,
 * for each output, adjoints are computed backwards through the steps on which it depends (its cone,
 * found once) [Griewank & Walther 2008, Evaluating Derivatives, ch. 3, 4, 13].
 *
 * Where an adjoint is exactly 0 the operands get nothing, so that the branch that `select` does not
 * take may have any value, also NaN. Any other adjoint is multiplied by the derivatives as they
 * are: sqrt at 0 gives infinity or NaN.
 */
#include "numeric/value/sweep.h"

#include "numeric/value/tape_impl.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef enum step_op {
    STEP_ADD,
    STEP_SUB,
    STEP_NEG,
    STEP_SCALE, /* product of a constant, which is u[0], and u[1] */
    STEP_MUL,
    STEP_DIV,
    STEP_SQRT,
    STEP_OTHER /* any other operation, computed by tape_diff.c */
} step_op;

typedef struct step {
    step_op op;
    tw_tape_op of; /* for STEP_OTHER: the operation of the tape */
    int moves;     /* bit k is set if operand k is not a constant */
    int slot;      /* slot of the result */
    tw_jet *y;
    const tw_jet *u[3]; /* operands */
    double *dy, *du[3]; /* their adjoints */
    /* for STEP_OTHER: [3] partial derivatives of the operation, from the last forward sweep */
    double *g;
} step;

/* the steps and inputs on which one output depends */
typedef struct cone {
    int slot;
    /* is the output a linear function of the inputs, so that its gradient is constant? */
    bool linear;
    int steps;
    const step **step; /* [steps] in the order of the backward sweep: the last step first */
    int inputs;
    const int *slot_of, *input; /* [inputs] */
    double *gradient;           /* [inputs] */
} cone;

struct tw_sweep {
    tw_tape *tape;
    int steps;
    step *step;
    /* [length + 1] jets of the tape's slots; the last slot stands for all unused inputs */
    tw_jet *at;
    double *adjoint; /* [length + 1] adjoints of these slots */
    double *partial; /* memory for g of all steps of kind STEP_OTHER, 3 numbers each */
    int *slot;       /* [inputs] index in `at` of each input's slot */
    cone *cone;      /* [outputs] */
    int *numbers;    /* memory for slot_of and input of all cones */
    const step **lists;
    double *gradients; /* likewise */
};

/* ---- one sweep forward ---------------------------------------------------------------------- */

static double times(double a, double b) {
    return a == 0 || b == 0 ? 0 : a * b;
}

/* computes the jet of any operation from its partial derivatives, which it leaves in g [3] */
static void general(const step *s, tw_tape_op op, double *g) {
    tw_jet a = *s->u[0], b = *s->u[1];
    double y = tw_tape_op_value(op, a[0], b[0], (*s->u[2])[0]), h[3];
    tw_tape_op_partials(op, a[0], b[0], y, g, h);
    double d1 = 0, d2 = times(h[0], a[1] * a[1]);
    int n = tw_tape_operands(op);
    for (int k = 0; k < n; k++) {
        d1 += times(g[k], (*s->u[k])[1]);
        d2 += times(g[k], (*s->u[k])[2]);
    }
    if (n > 1) d2 += 2 * times(h[1], times(a[1], b[1])) + times(h[2], b[1] * b[1]);
    *s->y = (tw_jet){y, d1, d2, 0};
}

static void root(const step *s) {
    tw_jet a = *s->u[0];
    double y = sqrt(a[0]), g[3];
    if (!(y > 0)) {
        general(s, TW_TAPE_SQRT, g);
        return;
    }
    double r = 0.5 / y, d1 = r * a[1];
    *s->y = (tw_jet){y, d1, 2 * r * (0.5 * a[2] - d1 * d1), 0};
}

static void quotient(const step *s) {
    tw_jet a = *s->u[0], b = *s->u[1];
    double y = a[0] / b[0], r = 1 / b[0], g[3];
    if (!isfinite(y) || !isfinite(r)) {
        general(s, TW_TAPE_DIV, g);
        return;
    }
    double d1 = (a[1] - y * b[1]) * r;
    *s->y = (tw_jet){y, d1, (a[2] - 2 * d1 * b[1] - y * b[2]) * r, 0};
}

static void product(const step *s) {
    tw_jet a = *s->u[0], b = *s->u[1];
    double y = a[0] * b[0], g[3];
    if (!isfinite(y)) {
        general(s, TW_TAPE_MUL, g);
        return;
    }
    *s->y = (tw_jet){y, a[1] * b[0] + a[0] * b[1], a[2] * b[0] + a[0] * b[2] + 2 * a[1] * b[1], 0};
}

static void forward(tw_sweep *w) {
    const step *end = w->step + w->steps;
    for (const step *s = w->step; s < end; s++) {
        switch (s->op) {
        case STEP_ADD:
            *s->y = *s->u[0] + *s->u[1];
            break;
        case STEP_SUB:
            *s->y = *s->u[0] - *s->u[1];
            break;
        case STEP_NEG:
            *s->y = -*s->u[0];
            break;
        case STEP_SCALE:
            *s->y = (*s->u[0])[0] * *s->u[1];
            break;
        case STEP_MUL:
            product(s);
            break;
        case STEP_DIV:
            quotient(s);
            break;
        case STEP_SQRT:
            root(s);
            break;
        case STEP_OTHER:
            general(s, s->of, s->g);
            break;
        }
    }
}

/* ---- one sweep back per output -------------------------------------------------------------- */

/* adds the step's adjoint `by` times its partial derivatives to its operands' adjoints; those of
 * constants are never read */
static void pull(const step *s, double by) {
    double *const *to = s->du;
    switch (s->op) {
    case STEP_ADD:
        *to[0] += by;
        *to[1] += by;
        break;
    case STEP_SUB:
        *to[0] += by;
        *to[1] -= by;
        break;
    case STEP_NEG:
        *to[0] -= by;
        break;
    case STEP_SCALE:
        *to[1] += (*s->u[0])[0] * by;
        break;
    case STEP_MUL:
        *to[0] += (*s->u[1])[0] * by;
        *to[1] += (*s->u[0])[0] * by;
        break;
    case STEP_DIV:
        by /= (*s->u[1])[0];
        *to[0] += by;
        if (s->moves & 2) *to[1] -= (*s->y)[0] * by;
        break;
    case STEP_SQRT:
        *to[0] += 0.5 / (*s->y)[0] * by;
        break;
    case STEP_OTHER:
        for (int k = 0; k < 3; k++)
            if ((s->moves >> k & 1) && s->g[k] != 0) *to[k] += s->g[k] * by;
        break;
    }
}

static void backward(tw_sweep *w, cone *c) {
    double *adjoint = w->adjoint;
    if (c->slot < 4 * (c->steps + c->inputs)) {
        memset(adjoint, 0, (size_t)c->slot * sizeof *adjoint);
    } else {
        for (int i = 0; i < c->steps; i++) *c->step[i]->dy = 0;
        for (int i = 0; i < c->inputs; i++) adjoint[c->slot_of[i]] = 0;
    }
    adjoint[c->slot] = 1;
    for (int i = 0; i < c->steps; i++) {
        const step *s = c->step[i];
        if (*s->dy != 0) pull(s, *s->dy);
    }
    for (int i = 0; i < c->inputs; i++) c->gradient[i] = adjoint[c->slot_of[i]];
}

void tw_sweep_run(tw_sweep *w, double *y, double *y1, double *y2) {
    const tw_tape *t = w->tape;
    forward(w);
    for (int k = 0; k < t->outputs; k++) {
        cone *c = &w->cone[k];
        y[k] = w->at[c->slot][0];
        y1[k] = w->at[c->slot][1];
        y2[k] = w->at[c->slot][2];
        if (!c->linear) backward(w, c);
    }
}

tw_sweep_row tw_sweep_gradient(const tw_sweep *w, int output) {
    const cone *c = &w->cone[output];
    return (tw_sweep_row){c->inputs, c->input, c->gradient};
}

tw_sweep_inputs tw_sweep_begin(tw_sweep *w) {
    return (tw_sweep_inputs){w->at, w->slot};
}

/* ---- making --------------------------------------------------------------------------------- */

static bool is_const(const tw_tape *t, int slot) {
    return t->node[slot].op == TW_TAPE_CONST;
}

static step step_of(const tw_sweep *w, int slot) {
    const tw_tape *t = w->tape;
    const tw_tape_node *n = &t->node[slot];
    step s = {.op = STEP_OTHER, .of = n->op, .slot = slot};
    int arg[3] = {n->arg[0], n->arg[1], n->arg[2]};
    for (int k = 0; k < tw_tape_operands(n->op); k++)
        if (!is_const(t, n->arg[k])) s.moves |= 1 << k;
    if (n->op == TW_TAPE_ADD) s.op = STEP_ADD;
    if (n->op == TW_TAPE_SUB) s.op = STEP_SUB;
    if (n->op == TW_TAPE_NEG) s.op = STEP_NEG;
    if (n->op == TW_TAPE_DIV) s.op = STEP_DIV;
    if (n->op == TW_TAPE_SQRT) s.op = STEP_SQRT;
    if (n->op == TW_TAPE_MUL) {
        s.op = s.moves == 3 ? STEP_MUL : STEP_SCALE;
        if (s.moves == 1) {
            arg[0] = n->arg[1];
            arg[1] = n->arg[0];
        }
    }
    s.y = w->at + slot;
    s.dy = w->adjoint + slot;
    for (int k = 0; k < 3; k++) {
        s.u[k] = w->at + arg[k];
        s.du[k] = w->adjoint + arg[k];
    }
    return s;
}

/* sets mark [length] for the slots on which slot `from` depends; returns the number of operations
 * among these */
static int depends(const tw_tape *t, int from, unsigned char *mark) {
    int steps = 0;
    memset(mark, 0, (size_t)t->length);
    mark[from] = 1;
    for (int i = from; i >= 0; i--) {
        const tw_tape_node *n = &t->node[i];
        if (!mark[i] || n->op <= TW_TAPE_INPUT) continue;
        steps++;
        for (int k = 0; k < tw_tape_operands(n->op); k++) mark[n->arg[k]] = 1;
    }
    return steps;
}

/* does a marked slot hold an input that is in the same group as input i? */
static bool touched(const tw_sweep *w, const unsigned char *mark, const int *group, int i) {
    const tw_tape *t = w->tape;
    int first = i;
    while (first > 0 && group[first - 1] == group[i]) first--;
    for (; first < t->inputs && group[first] == group[i]; first++)
        if (t->input[first] >= 0 && mark[t->input[first]]) return true;
    return false;
}

static int count_inputs(const tw_sweep *w, const unsigned char *mark, const int *group) {
    int n = 0;
    for (int i = 0; i < w->tape->inputs; i++) n += touched(w, mark, group, i);
    return n;
}

/* fills cone c from the marked slots; step_at [length]: index of the step that writes each slot;
 * the other arguments point to memory for its lists, and are advanced */
static void fill_cone(tw_sweep *w, cone *c, const unsigned char *mark, const int *group,
                      const int *step_at, const step **list, int *numbers, double *gradient) {
    const tw_tape *t = w->tape;
    int *slots = numbers, *inputs = slots + c->inputs, k = 0;
    c->linear = true;
    for (int i = c->slot; i >= 0; i--) {
        if (!mark[i] || t->node[i].op <= TW_TAPE_INPUT) continue;
        const step *s = &w->step[step_at[i]];
        list[k++] = s;
        c->linear = c->linear && (s->op <= STEP_SCALE || (s->op == STEP_DIV && s->moves == 1));
    }
    k = 0;
    for (int i = 0; i < t->inputs; i++)
        if (touched(w, mark, group, i)) {
            bool used = t->input[i] >= 0 && mark[t->input[i]];
            /* inputs that the tape does not use all get the last slot, whose adjoint stays 0 */
            slots[k] = used ? t->input[i] : t->length;
            inputs[k++] = i;
        }
    c->step = list;
    c->slot_of = slots;
    c->input = inputs;
    c->gradient = gradient;
}

static tw_status make_cones(tw_sweep *w, const int *group, unsigned char *mark,
                            const int *step_at) {
    const tw_tape *t = w->tape;
    size_t steps = 0, numbers = 0, gradients = 0;
    for (int k = 0; k < t->outputs; k++) {
        cone *c = &w->cone[k];
        c->slot = t->output[k];
        c->steps = depends(t, c->slot, mark);
        c->inputs = count_inputs(w, mark, group);
        steps += (size_t)c->steps;
        numbers += 2 * (size_t)c->inputs;
        gradients += (size_t)c->inputs;
    }
    w->numbers = malloc((numbers + 1) * sizeof *w->numbers);
    w->gradients = calloc(gradients + 1, sizeof *w->gradients);
    w->lists = malloc((steps + 1) * sizeof *w->lists);
    if (!w->numbers || !w->gradients || !w->lists) return tw_fail_memory();
    steps = numbers = gradients = 0;
    for (int k = 0; k < t->outputs; k++) {
        cone *c = &w->cone[k];
        depends(t, c->slot, mark);
        fill_cone(w, c, mark, group, step_at, w->lists + steps, w->numbers + numbers,
                  w->gradients + gradients);
        steps += (size_t)c->steps;
        numbers += 2 * (size_t)c->inputs;
        gradients += (size_t)c->inputs;
        if (c->linear) backward(w, c);
    }
    return TW_OK;
}

static tw_status make(tw_sweep *w, const int *group, unsigned char *mark, int *step_at) {
    const tw_tape *t = w->tape;
    size_t n = (size_t)t->length, inputs = (size_t)t->inputs;
    w->step = malloc((n + 1) * sizeof *w->step);
    w->at = aligned_alloc(sizeof *w->at, (n + 1) * sizeof *w->at);
    w->adjoint = calloc(n + 1, sizeof *w->adjoint);
    w->slot = malloc((inputs + 1) * sizeof *w->slot);
    w->cone = calloc((size_t)t->outputs, sizeof *w->cone);
    if (!w->step || !w->at || !w->adjoint || !w->slot || !w->cone) return tw_fail_memory();
    memset(w->at, 0, (n + 1) * sizeof *w->at);
    int partials = 0;
    for (int i = 0; i < t->length; i++) {
        if (is_const(t, i)) w->at[i][0] = t->node[i].value;
        if (t->node[i].op <= TW_TAPE_INPUT) continue;
        step_at[i] = w->steps;
        step *s = &w->step[w->steps++];
        *s = step_of(w, i);
        partials += s->op == STEP_OTHER ? 3 : 0;
    }
    w->partial = calloc((size_t)partials + 1, sizeof *w->partial);
    if (!w->partial) return tw_fail_memory();
    double *g = w->partial;
    for (int i = 0; i < w->steps; i++) {
        if (w->step[i].op != STEP_OTHER) continue;
        w->step[i].g = g;
        g += 3;
    }
    for (int i = 0; i < t->inputs; i++) w->slot[i] = t->input[i] >= 0 ? t->input[i] : t->length;
    return make_cones(w, group, mark, step_at);
}

tw_status tw_sweep_create(tw_tape *tape, const int *group, tw_sweep **sweep) {
    *sweep = NULL;
    tw_sweep *w = calloc(1, sizeof *w);
    unsigned char *mark = malloc((size_t)tape->length + 1);
    int *step_at = malloc(((size_t)tape->length + 1) * sizeof *step_at);
    tw_status s = w && mark && step_at ? TW_OK : tw_fail_memory();
    if (w) w->tape = tw_tape_retain(tape);
    if (s == TW_OK) s = make(w, group, mark, step_at);
    free(mark);
    free(step_at);
    if (s != TW_OK) {
        tw_sweep_destroy(w);
        return s;
    }
    *sweep = w;
    return TW_OK;
}

void tw_sweep_destroy(tw_sweep *w) {
    if (!w) return;
    tw_tape_release(w->tape);
    free(w->step);
    free(w->at);
    free(w->adjoint);
    free(w->partial);
    free(w->slot);
    free(w->cone);
    free(w->numbers);
    free((void *)w->lists);
    free(w->gradients);
    free(w);
}
