/*
 * How fast can a constraint that a script wrote be evaluated? The tape is turned into a list of
 * steps without constants and inputs; each step computes value, first and second derivative, the
 * commonest without the general rules of tape_diff.c. Then, per output, the adjoints of the steps
 * that it depends on (its cone), found once, run backwards
 * [Griewank & Walther 2008, Evaluating Derivatives, ch. 3, 4, 13].
 *
 * An adjoint that is exactly 0 ends there, so that the branch that select does not take may be
 * anything; any other adjoint is multiplied as it is: sqrt at 0 gives infinity or NaN.
 */
#include "numeric/sweep.h"

#include "numeric/tape_impl.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef enum step_op {
    STEP_ADD,
    STEP_SUB,
    STEP_NEG,
    STEP_SCALE, /* a constant a times b */
    STEP_MUL,
    STEP_DIV,
    STEP_SQRT,
    STEP_OTHER /* by the rules of tape_diff.c; its partial derivatives are kept */
} step_op;

typedef struct step {
    step_op op;
    int y, a, b, c;      /* slots */
    tw_tape_op of;       /* OTHER: what it does */
    int partial;         /* OTHER: where its 3 partial derivatives are kept */
    unsigned char moves; /* bits of the operands that are no constants */
} step;

/* what one output depends on */
typedef struct cone {
    int slot;
    bool linear; /* the gradient is the same everywhere */
    int steps;
    const int *step; /* [steps], the last first */
    int inputs;
    const int *slot_of, *input; /* [inputs] */
    double *gradient;           /* [inputs] */
} cone;

struct tw_sweep {
    tw_tape *tape;
    int steps;
    step *step;
    tw_jet1 *x;        /* [inputs] */
    tw_jet1 *at;       /* [length] */
    double *adjoint;   /* [length] */
    double *partial;   /* [3 x steps of kind OTHER] */
    int used;          /* inputs that are used */
    int *used_input;   /* [used] */
    cone *cone;        /* [outputs] */
    int *numbers;      /* what the cones point to */
    double *gradients; /* likewise */
};

/* ---- one sweep forward ---------------------------------------------------------------------- */

static double times(double a, double b) {
    return a == 0 || b == 0 ? 0 : a * b;
}

/* any operation, by its partial derivatives */
static void general(const step *s, tw_tape_op op, tw_jet1 *at, double *g) {
    const tw_jet1 *u[3] = {&at[s->a], &at[s->b], &at[s->c]};
    double y = tw_tape_op_value(op, u[0]->v, u[1]->v, u[2]->v), h[3];
    tw_tape_op_partials(op, u[0]->v, u[1]->v, y, g, h);
    double d1 = 0, d2 = times(h[0], u[0]->d1 * u[0]->d1);
    int n = tw_tape_operands(op);
    for (int k = 0; k < n; k++) {
        d1 += times(g[k], u[k]->d1);
        d2 += times(g[k], u[k]->d2);
    }
    if (n > 1) d2 += 2 * times(h[1], times(u[0]->d1, u[1]->d1)) + times(h[2], u[1]->d1 * u[1]->d1);
    at[s->y] = (tw_jet1){y, d1, d2};
}

static void root(const step *s, tw_jet1 *at) {
    const tw_jet1 *a = &at[s->a];
    double y = sqrt(a->v), g[3];
    if (!(y > 0)) {
        general(s, TW_TAPE_SQRT, at, g);
        return;
    }
    double r = 0.5 / y, d1 = r * a->d1;
    at[s->y] = (tw_jet1){y, d1, 2 * r * (0.5 * a->d2 - d1 * d1)};
}

static void quotient(const step *s, tw_jet1 *at) {
    const tw_jet1 *a = &at[s->a], *b = &at[s->b];
    double y = a->v / b->v, r = 1 / b->v, g[3];
    if (!isfinite(y) || !isfinite(r)) {
        general(s, TW_TAPE_DIV, at, g);
        return;
    }
    double d1 = (a->d1 - y * b->d1) * r;
    at[s->y] = (tw_jet1){y, d1, (a->d2 - 2 * d1 * b->d1 - y * b->d2) * r};
}

static void product(const step *s, tw_jet1 *at) {
    const tw_jet1 *a = &at[s->a], *b = &at[s->b];
    double y = a->v * b->v, g[3];
    if (!isfinite(y)) {
        general(s, TW_TAPE_MUL, at, g);
        return;
    }
    at[s->y] =
        (tw_jet1){y, a->d1 * b->v + a->v * b->d1, a->d2 * b->v + a->v * b->d2 + 2 * a->d1 * b->d1};
}

static void forward(tw_sweep *w) {
    tw_jet1 *at = w->at;
    const step *end = w->step + w->steps;
    for (const step *s = w->step; s < end; s++) {
        const tw_jet1 *a = &at[s->a], *b = &at[s->b];
        switch (s->op) {
        case STEP_ADD:
            at[s->y] = (tw_jet1){a->v + b->v, a->d1 + b->d1, a->d2 + b->d2};
            break;
        case STEP_SUB:
            at[s->y] = (tw_jet1){a->v - b->v, a->d1 - b->d1, a->d2 - b->d2};
            break;
        case STEP_NEG:
            at[s->y] = (tw_jet1){-a->v, -a->d1, -a->d2};
            break;
        case STEP_SCALE:
            at[s->y] = (tw_jet1){a->v * b->v, a->v * b->d1, a->v * b->d2};
            break;
        case STEP_MUL:
            product(s, at);
            break;
        case STEP_DIV:
            quotient(s, at);
            break;
        case STEP_SQRT:
            root(s, at);
            break;
        case STEP_OTHER:
            general(s, s->of, at, w->partial + s->partial);
            break;
        }
    }
}

/* ---- one sweep back per output -------------------------------------------------------------- */

/* what reaches the slot of a constant is never read */
static void pull(const tw_sweep *w, const step *s, double by, double *adjoint) {
    const tw_jet1 *at = w->at;
    switch (s->op) {
    case STEP_ADD:
        adjoint[s->a] += by;
        adjoint[s->b] += by;
        break;
    case STEP_SUB:
        adjoint[s->a] += by;
        adjoint[s->b] -= by;
        break;
    case STEP_NEG:
        adjoint[s->a] -= by;
        break;
    case STEP_SCALE:
        adjoint[s->b] += at[s->a].v * by;
        break;
    case STEP_MUL:
        adjoint[s->a] += at[s->b].v * by;
        adjoint[s->b] += at[s->a].v * by;
        break;
    case STEP_DIV:
        by /= at[s->b].v;
        adjoint[s->a] += by;
        if (s->moves & 2) adjoint[s->b] -= at[s->y].v * by;
        break;
    case STEP_SQRT:
        adjoint[s->a] += 0.5 / at[s->y].v * by;
        break;
    case STEP_OTHER: {
        const double *g = w->partial + s->partial;
        const int operand[3] = {s->a, s->b, s->c};
        for (int k = 0; k < 3; k++)
            if ((s->moves >> k & 1) && g[k] != 0) adjoint[operand[k]] += g[k] * by;
        break;
    }
    }
}

static void backward(tw_sweep *w, cone *c) {
    double *adjoint = w->adjoint;
    for (int i = 0; i < c->steps; i++) adjoint[w->step[c->step[i]].y] = 0;
    for (int i = 0; i < c->inputs; i++) adjoint[c->slot_of[i]] = 0;
    adjoint[c->slot] = 1;
    for (int i = 0; i < c->steps; i++) {
        const step *s = &w->step[c->step[i]];
        double by = adjoint[s->y];
        if (by != 0) pull(w, s, by, adjoint);
    }
    for (int i = 0; i < c->inputs; i++) c->gradient[i] = adjoint[c->slot_of[i]];
}

void tw_sweep_run(tw_sweep *w, double *y, double *y1, double *y2) {
    const tw_tape *t = w->tape;
    for (int i = 0; i < w->used; i++) w->at[t->input[w->used_input[i]]] = w->x[w->used_input[i]];
    forward(w);
    for (int k = 0; k < t->outputs; k++) {
        cone *c = &w->cone[k];
        y[k] = w->at[c->slot].v;
        y1[k] = w->at[c->slot].d1;
        y2[k] = w->at[c->slot].d2;
        if (!c->linear) backward(w, c);
    }
}

tw_sweep_row tw_sweep_gradient(const tw_sweep *w, int output) {
    const cone *c = &w->cone[output];
    return (tw_sweep_row){c->inputs, c->input, c->gradient};
}

tw_jet1 *tw_sweep_inputs(tw_sweep *w) {
    return w->x;
}

bool tw_sweep_uses(const tw_sweep *w, int input) {
    return w->tape->input[input] >= 0;
}

tw_tape *tw_sweep_tape(const tw_sweep *w) {
    return w->tape;
}

/* ---- making --------------------------------------------------------------------------------- */

static bool is_const(const tw_tape *t, int slot) {
    return t->node[slot].op == TW_TAPE_CONST;
}

static step step_of(const tw_tape *t, int slot, int *partials) {
    const tw_tape_node *n = &t->node[slot];
    step s = {.op = STEP_OTHER, .y = slot, .a = n->arg[0], .b = n->arg[1], .c = n->arg[2]};
    s.of = n->op;
    for (int k = 0; k < tw_tape_operands(n->op); k++)
        if (!is_const(t, n->arg[k])) s.moves |= (unsigned char)(1 << k);
    switch (n->op) {
    case TW_TAPE_ADD:
        s.op = STEP_ADD;
        break;
    case TW_TAPE_SUB:
        s.op = STEP_SUB;
        break;
    case TW_TAPE_NEG:
        s.op = STEP_NEG;
        break;
    case TW_TAPE_MUL:
        s.op = s.moves == 3 ? STEP_MUL : STEP_SCALE;
        if (s.moves == 1) {
            s.a = n->arg[1];
            s.b = n->arg[0];
        }
        break;
    case TW_TAPE_DIV:
        s.op = STEP_DIV;
        break;
    case TW_TAPE_SQRT:
        s.op = STEP_SQRT;
        break;
    default:
        s.partial = *partials;
        *partials += 3;
    }
    return s;
}

/* marks what slot `from` depends on and counts it; mark [length] */
static void depends(const tw_tape *t, int from, unsigned char *mark, int *steps, int *inputs) {
    memset(mark, 0, (size_t)t->length);
    mark[from] = 1;
    *steps = *inputs = 0;
    for (int i = from; i >= 0; i--) {
        const tw_tape_node *n = &t->node[i];
        if (!mark[i] || n->op == TW_TAPE_CONST) continue;
        if (n->op == TW_TAPE_INPUT) (*inputs)++;
        if (n->op == TW_TAPE_INPUT) continue;
        (*steps)++;
        for (int k = 0; k < tw_tape_operands(n->op); k++) mark[n->arg[k]] = 1;
    }
}

/* step_at [length]: the step that writes a slot */
static void fill_cone(tw_sweep *w, cone *c, const unsigned char *mark, const int *step_at,
                      int *numbers, double *gradient) {
    const tw_tape *t = w->tape;
    int *steps = numbers, *slots = steps + c->steps, *inputs = slots + c->inputs, k = 0;
    c->linear = true;
    for (int i = c->slot; i >= 0; i--) {
        if (!mark[i] || t->node[i].op <= TW_TAPE_INPUT) continue;
        steps[k++] = step_at[i];
        const step *s = &w->step[step_at[i]];
        c->linear = c->linear && (s->op <= STEP_SCALE || (s->op == STEP_DIV && s->moves == 1));
    }
    k = 0;
    for (int i = 0; i < t->inputs; i++)
        if (t->input[i] >= 0 && mark[t->input[i]] && t->input[i] <= c->slot) {
            slots[k] = t->input[i];
            inputs[k++] = i;
        }
    c->step = steps;
    c->slot_of = slots;
    c->input = inputs;
    c->gradient = gradient;
}

static tw_status make_cones(tw_sweep *w, unsigned char *mark, const int *step_at) {
    const tw_tape *t = w->tape;
    size_t numbers = 0, gradients = 0;
    for (int k = 0; k < t->outputs; k++) {
        cone *c = &w->cone[k];
        c->slot = t->output[k];
        depends(t, c->slot, mark, &c->steps, &c->inputs);
        numbers += (size_t)c->steps + 2 * (size_t)c->inputs;
        gradients += (size_t)c->inputs;
    }
    w->numbers = malloc((numbers + 1) * sizeof *w->numbers);
    w->gradients = calloc(gradients + 1, sizeof *w->gradients);
    if (!w->numbers || !w->gradients) return tw_fail_memory();
    numbers = gradients = 0;
    for (int k = 0; k < t->outputs; k++) {
        cone *c = &w->cone[k];
        depends(t, c->slot, mark, &c->steps, &c->inputs);
        fill_cone(w, c, mark, step_at, w->numbers + numbers, w->gradients + gradients);
        numbers += (size_t)c->steps + 2 * (size_t)c->inputs;
        gradients += (size_t)c->inputs;
        if (c->linear) backward(w, c);
    }
    return TW_OK;
}

static tw_status make(tw_sweep *w, unsigned char *mark, int *step_at) {
    const tw_tape *t = w->tape;
    size_t n = (size_t)t->length, inputs = (size_t)t->inputs;
    w->step = malloc((n + 1) * sizeof *w->step);
    w->x = calloc(inputs + 1, sizeof *w->x);
    w->at = calloc(n + 1, sizeof *w->at);
    w->adjoint = calloc(n + 1, sizeof *w->adjoint);
    w->used_input = malloc((inputs + 1) * sizeof *w->used_input);
    w->cone = calloc((size_t)t->outputs, sizeof *w->cone);
    if (!w->step || !w->x || !w->at || !w->adjoint || !w->used_input || !w->cone)
        return tw_fail_memory();
    int partials = 0;
    for (int i = 0; i < t->length; i++) {
        if (is_const(t, i)) w->at[i].v = t->node[i].value;
        if (t->node[i].op <= TW_TAPE_INPUT) continue;
        step_at[i] = w->steps;
        w->step[w->steps++] = step_of(t, i, &partials);
    }
    w->partial = calloc((size_t)partials + 1, sizeof *w->partial);
    if (!w->partial) return tw_fail_memory();
    for (int i = 0; i < t->inputs; i++)
        if (t->input[i] >= 0) w->used_input[w->used++] = i;
    return make_cones(w, mark, step_at);
}

tw_status tw_sweep_create(tw_tape *tape, tw_sweep **sweep) {
    *sweep = NULL;
    tw_sweep *w = calloc(1, sizeof *w);
    unsigned char *mark = malloc((size_t)tape->length + 1);
    int *step_at = malloc(((size_t)tape->length + 1) * sizeof *step_at);
    tw_status s = w && mark && step_at ? TW_OK : tw_fail_memory();
    if (w) w->tape = tw_tape_retain(tape);
    if (s == TW_OK) s = make(w, mark, step_at);
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
    free(w->x);
    free(w->at);
    free(w->adjoint);
    free(w->partial);
    free(w->used_input);
    free(w->cone);
    free(w->numbers);
    free(w->gradients);
    free(w);
}
