/*
 * Value and derivatives of a numeric field at time t: one switch over its four kinds: constant,
 * spline, tape, ramp. A value owns one reference of its spline, tape or ramp.
 */
#include "numeric/value/value.h"

#include "numeric/value/ramp.h"
#include "numeric/value/spline.h"

#include <assert.h>
#include <math.h>
#include <string.h>

tw_value tw_value_constant(const double *c, int dim) {
    assert(dim >= 1 && dim <= TW_VALUE_MAX);
    tw_value v = {.kind = TW_VALUE_CONSTANT, .dim = dim};
    for (int i = 0; i < dim; i++) v.c[i] = c[i];
    return v;
}

tw_value tw_value_scalar(double c) {
    return tw_value_constant(&c, 1);
}

tw_value tw_value_vector(vec3 c) {
    double a[3];
    v3_store(a, c);
    return tw_value_constant(a, 3);
}

tw_status tw_value_check_tape(const tw_tape *tape) {
    if (tw_tape_inputs(tape) != 1)
        return tw_fail(TW_ARGUMENT, "a function of t has one input, this one has %d",
                       tw_tape_inputs(tape));
    if (tw_tape_outputs(tape) > TW_VALUE_MAX)
        return tw_fail(TW_ARGUMENT, "a function of t gives 1 to %d numbers, this one gives %d",
                       (int)TW_VALUE_MAX, tw_tape_outputs(tape));
    if (tw_tape_scratch(tape) > TW_VALUE_SCRATCH)
        return tw_fail(TW_ARGUMENT, "function of t is too long (%d operations, at most about %d)",
                       tw_tape_length(tape), TW_VALUE_SCRATCH / 4);
    return TW_OK;
}

tw_value tw_value_from_tape(tw_tape *tape) {
    assert(tw_value_check_tape(tape) == TW_OK);
    return (tw_value){.kind = TW_VALUE_TAPE, .dim = tw_tape_outputs(tape), .of.tape = tape};
}

tw_value tw_value_from_spline(tw_spline *spline) {
    return (tw_value){.kind = TW_VALUE_SPLINE, .dim = tw_spline_dim(spline), .of.spline = spline};
}

tw_value tw_value_from_ramp(tw_ramp *ramp) {
    return (tw_value){.kind = TW_VALUE_RAMP, .dim = tw_ramp_dim(ramp), .of.ramp = ramp};
}

tw_value tw_value_copy(const tw_value *v) {
    switch (v->kind) {
    case TW_VALUE_CONSTANT:
        break;
    case TW_VALUE_SPLINE:
        tw_spline_retain(v->of.spline);
        break;
    case TW_VALUE_TAPE:
        tw_tape_retain(v->of.tape);
        break;
    case TW_VALUE_RAMP:
        tw_ramp_retain(v->of.ramp);
        break;
    }
    return *v;
}

void tw_value_clear(tw_value *v) {
    switch (v->kind) {
    case TW_VALUE_CONSTANT:
        break;
    case TW_VALUE_SPLINE:
        tw_spline_release(v->of.spline);
        break;
    case TW_VALUE_TAPE:
        tw_tape_release(v->of.tape);
        break;
    case TW_VALUE_RAMP:
        tw_ramp_release(v->of.ramp);
        break;
    }
    *v = (tw_value){.kind = TW_VALUE_CONSTANT, .dim = v->dim};
}

bool tw_value_is_constant(const tw_value *v) {
    return v->kind == TW_VALUE_CONSTANT;
}

bool tw_value_is_unset(const tw_value *v) {
    return tw_value_is_constant(v) && isnan(v->c[0]);
}

static void eval_tape(const tw_tape *tape, double t, int order, double out[3][TW_VALUE_MAX]) {
    double scratch[TW_VALUE_SCRATCH];
    const double one = 1;
    if (tw_value_check_tape(tape) != TW_OK) {
        /* NaN, which every caller checks for; reached only with a tape that tw_value_check_tape has
         * refused before */
        for (int k = 0; k <= order; k++)
            for (int i = 0; i < TW_VALUE_MAX; i++) out[k][i] = NAN;
        return;
    }
    if (order == 0) {
        tw_tape_eval(tape, &t, out[0], scratch);
        return;
    }
    double unasked[TW_VALUE_MAX];
    tw_tape_jet(tape, &t, &one, NULL, out[0], out[1], order > 1 ? out[2] : unasked, scratch);
}

void tw_value_eval(const tw_value *v, double t, int order, double out[3][TW_VALUE_MAX]) {
    memset(out, 0, (size_t)(order + 1) * sizeof out[0]);
    switch (v->kind) {
    case TW_VALUE_CONSTANT:
        memcpy(out[0], v->c, (size_t)v->dim * sizeof v->c[0]);
        break;
    case TW_VALUE_SPLINE:
        tw_spline_eval(v->of.spline, t, order, out);
        break;
    case TW_VALUE_TAPE:
        eval_tape(v->of.tape, t, order, out);
        break;
    case TW_VALUE_RAMP:
        tw_ramp_eval(v->of.ramp, t, order, out);
        break;
    }
}

double tw_value1(const tw_value *v, double t) {
    double out[3][TW_VALUE_MAX];
    if (v->kind == TW_VALUE_CONSTANT) return v->c[0];
    tw_value_eval(v, t, 0, out);
    return out[0][0];
}

vec3 tw_value3(const tw_value *v, double t) {
    double out[3][TW_VALUE_MAX];
    tw_value_eval(v, t, 0, out);
    return v3_load(out[0]);
}

tw_jet1 tw_value_jet1(const tw_value *v, double t) {
    double out[3][TW_VALUE_MAX];
    tw_value_eval(v, t, 2, out);
    return (tw_jet1){out[0][0], out[1][0], out[2][0]};
}

tw_jet3 tw_value_jet3(const tw_value *v, double t) {
    double out[3][TW_VALUE_MAX];
    tw_value_eval(v, t, 2, out);
    return (tw_jet3){v3_load(out[0]), v3_load(out[1]), v3_load(out[2])};
}

double tw_value_next_break(const tw_value *v, double t) {
    switch (v->kind) {
    case TW_VALUE_SPLINE:
        return tw_spline_next_break(v->of.spline, t);
    case TW_VALUE_RAMP:
        return tw_ramp_next_break(v->of.ramp, t);
    case TW_VALUE_CONSTANT:
    case TW_VALUE_TAPE:
        break;
    }
    return INFINITY;
}

/* does v jump at t: do its value or first derivative just before t differ from those at t? */
static bool jumps(const tw_value *v, double t) {
    double a[3][TW_VALUE_MAX], b[3][TW_VALUE_MAX];
    tw_value_eval(v, nextafter(t, -INFINITY), 1, a);
    tw_value_eval(v, t, 1, b);
    for (int c = 0; c < v->dim; c++) {
        double size = fabs(a[0][c]) + fabs(b[0][c]), slope = fabs(a[1][c]) + fabs(b[1][c]);
        if (fabs(a[0][c] - b[0][c]) > 1e-9 * (size + slope)) return true;
        if (fabs(a[1][c] - b[1][c]) > 1e-6 * slope + 1e-9 * size) return true;
    }
    return false;
}

double tw_value_next_jump(const tw_value *v, double t) {
    double next = tw_value_next_break(v, t);
    while (next < INFINITY && !jumps(v, next)) next = tw_value_next_break(v, next);
    return next;
}
