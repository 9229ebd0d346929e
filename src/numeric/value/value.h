/*
 * A numeric field of any object: a function of time with two exact derivatives.
 *
 * A value has 1 to 4 components and is a constant, a spline, a tape of one input t, or a ramp (a
 * chain of eased transitions). Values are small and copied by tw_value_copy; their splines, tapes
 * and ramps are shared and immutable, so a copy is a snapshot. Evaluation allocates nothing.
 */
#ifndef TW_NUMERIC_VALUE_VALUE_H
#define TW_NUMERIC_VALUE_VALUE_H

#include "base/math/vec.h"
#include "base/status.h"
#include "numeric/value/tape.h"

#include <stdbool.h>

enum { TW_VALUE_MAX = 4, TW_VALUE_SCRATCH = 4096 };

typedef enum tw_value_kind {
    TW_VALUE_CONSTANT,
    TW_VALUE_SPLINE,
    TW_VALUE_TAPE,
    TW_VALUE_RAMP
} tw_value_kind;

typedef struct tw_spline tw_spline; /* spline.h */
typedef struct tw_ramp tw_ramp;     /* ramp.h */

typedef struct tw_value {
    tw_value_kind kind;
    int dim;                /* components, 1 .. 4 */
    double c[TW_VALUE_MAX]; /* the constant */
    union {
        tw_spline *spline;
        tw_tape *tape;
        tw_ramp *ramp;
    } of; /* retained */
} tw_value;

/* a component's value and first two derivatives by time, at one time */
typedef struct tw_jet1 {
    double v, d1, d2;
} tw_jet1;

typedef struct tw_jet3 {
    vec3 v, d1, d2;
} tw_jet3;

tw_value tw_value_constant(const double *c, int dim);
tw_value tw_value_scalar(double c);
tw_value tw_value_vector(vec3 c);
/* may the tape be a value? It must have one input, 1 to 4 outputs, and need at most
 * TW_VALUE_SCRATCH doubles of scratch (on the stack); otherwise TW_ARGUMENT with the reason */
tw_status tw_value_check_tape(const tw_tape *tape);
/* make values that take over one reference of their argument; a tape must have passed
 * tw_value_check_tape */
tw_value tw_value_from_tape(tw_tape *tape);
tw_value tw_value_from_spline(tw_spline *spline);
tw_value tw_value_from_ramp(tw_ramp *ramp);

tw_value tw_value_copy(const tw_value *v); /* retains */
/* releases the spline, tape or ramp of v, which becomes the constant 0 with the same dim */
void tw_value_clear(tw_value *v);
bool tw_value_is_constant(const tw_value *v);
/* is the first component of v the constant NAN, the mark of a field that is not set? */
bool tw_value_is_unset(const tw_value *v);

/* out[derivative][component] at t for derivatives 0 .. order, order 0 .. 2; components from dim on
 * are 0. At a jump: the values just after it. */
void tw_value_eval(const tw_value *v, double t, int order, double out[3][TW_VALUE_MAX]);
double tw_value1(const tw_value *v, double t);
vec3 tw_value3(const tw_value *v, double t);
tw_jet1 tw_value_jet1(const tw_value *v, double t);
tw_jet3 tw_value_jet3(const tw_value *v, double t);

/* first time after t at which the value or one of its first two derivatives may jump, so that a
 * stepper must end a step there; INFINITY: none known. Jumps inside a tape (step, select, ...) are
 * not known */
double tw_value_next_break(const tw_value *v, double t);
/* first time after t at which the value or its first derivative may jump; INFINITY: none known.
 * Jumps inside a tape are not known */
double tw_value_next_jump(const tw_value *v, double t);

#endif
