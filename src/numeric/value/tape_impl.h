/* Private header of expression tapes: an operation, and a finished tape. Evaluation: tape.c;
 * derivatives: tape_diff.c; recording: tape_build.c. */
#ifndef TW_NUMERIC_VALUE_TAPE_IMPL_H
#define TW_NUMERIC_VALUE_TAPE_IMPL_H

#include "numeric/value/tape.h"

#include <stdatomic.h>

/* an operation of a tape; its result goes into the slot with its own index; its operands are in
 * earlier slots */
typedef struct tw_tape_node {
    tw_tape_op op;
    /* slots of the operands; 0 for operands that op does not have; for INPUT arg[0] is the index of
     * the input */
    int arg[3];
    double value; /* the value of a CONST; otherwise 0 */
} tw_tape_node;

struct tw_tape {
    atomic_int references;
    int inputs, outputs, length;
    /* sum over all operations of their numbers of operands: the length of the list of partial
     * derivatives */
    int partials;
    tw_tape_node *node; /* [length] */
    int *output;        /* [outputs] slots */
    int *input;         /* [inputs] slot of each input; -1: it is not used */
};

/* value of op(a, b, c) for every op except CONST and INPUT: the only definition of the
 * operations */
double tw_tape_op_value(tw_tape_op op, double a, double b, double c);

/* partial derivatives of y = op(a, b, c): g [3]: first ones; h [3] = f_aa, f_ab, f_bb: second
 * ones */
void tw_tape_op_partials(tw_tape_op op, double a, double b, double y, double g[3], double h[3]);

/* v [length]: results of all operations at x [inputs] */
void tw_tape_run(const tw_tape *t, const double *x, double *v);

#endif
