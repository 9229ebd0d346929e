/*
 * Private header of expression tapes: an operation, and a finished tape.
 * tape.c evaluates, tape_diff.c differentiates, tape_build.c records.
 */
#ifndef TW_NUMERIC_VALUE_TAPE_IMPL_H
#define TW_NUMERIC_VALUE_TAPE_IMPL_H

#include "numeric/value/tape.h"

#include <stdatomic.h>

/* one operation; its result goes into the slot with its own index, its operands are in earlier
 * slots */
typedef struct tw_tape_node {
    tw_tape_op op;
    int arg[3]; /* operands (slots); 0 where op has fewer. INPUT: arg[0] is the number of the input
                 */
    double value; /* CONST: the constant; otherwise 0 */
} tw_tape_node;

struct tw_tape {
    atomic_int references;
    int inputs, outputs, length;
    int partials;       /* total number of operands of all operations */
    tw_tape_node *node; /* [length] */
    int *output;        /* [outputs] slots */
    int *input;         /* [inputs] slot of each input; -1: unused */
};

/* value of op(a, b, c), for every op except CONST and INPUT: the single definition of the
 * operations */
double tw_tape_op_value(tw_tape_op op, double a, double b, double c);

/* partial derivatives at y = op(a, b, ...): first ones g [3]; second ones h [3] = f_aa, f_ab, f_bb
 */
void tw_tape_op_partials(tw_tape_op op, double a, double b, double y, double g[3], double h[3]);

/* v [length]: results of all operations at x [inputs] */
void tw_tape_run(const tw_tape *t, const double *x, double *v);

#endif
