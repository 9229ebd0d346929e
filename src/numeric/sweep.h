/*
 * A tape evaluated for a constraint: value, first and second derivative along a motion, and the
 * gradient of every output, in one sweep forward and one sweep back per output.
 *
 * A sweep owns its scratch, so running it allocates nothing and one sweep serves one thread at a
 * time; the tape is shared. What does not depend on the inputs' values (constants, gradients of
 * outputs that are linear) is computed once, when the sweep is made.
 */
#ifndef TW_NUMERIC_SWEEP_H
#define TW_NUMERIC_SWEEP_H

#include "numeric/tape.h"
#include "numeric/value.h"

typedef struct tw_sweep tw_sweep;

/* retains the tape */
tw_status tw_sweep_create(tw_tape *tape, tw_sweep **sweep);
void tw_sweep_destroy(tw_sweep *s); /* NULL is fine */
tw_tape *tw_sweep_tape(const tw_sweep *s);

/* [inputs]: the caller puts value, first and second derivative of each input that is used here */
tw_jet1 *tw_sweep_inputs(tw_sweep *s);
bool tw_sweep_uses(const tw_sweep *s, int input);

/* y, y', y'' of every output [outputs], and the gradients. Where an operation has no derivative
 * (a root at 0) the result is not finite, even when the inputs are at rest. */
void tw_sweep_run(tw_sweep *s, double *y, double *y1, double *y2);

/* after a run: dy/dx of one output, for the inputs that it depends on, in their order */
typedef struct tw_sweep_row {
    int count;
    const int *input;    /* [count] */
    const double *value; /* [count] */
} tw_sweep_row;
tw_sweep_row tw_sweep_gradient(const tw_sweep *s, int output);

#endif
