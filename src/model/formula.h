/*
 * A function of points and bodies that a script wrote: a tape whose inputs are time and state, in
 * this order,
 *
 *     t,  per point: x (3),  per body: x (3), q (4: w x y z) [, v (3), omega (3)]
 *
 * all in world axes; the last two where the formula is one of velocities, too (forces). Kinds own a
 * formula by a row of type TW_PARAM_FORMULA. It has its own scratch: one thread at a time.
 */
#ifndef TW_MODEL_FORMULA_H
#define TW_MODEL_FORMULA_H

#include "numeric/sweep.h"

typedef struct tw_formula {
    tw_tape *tape;
    int points, bodies; /* how many of them the function was traced with */
    bool velocities;
    tw_sweep *sweep;         /* formulas of positions: derivatives */
    bool *uses;              /* [points], then [bodies]: the position, [bodies]: the orientation */
    double *x, *y, *scratch; /* formulas of velocities: inputs, outputs, scratch of tw_tape_eval */
} tw_formula;

/* inputs of such a tape, and where those of point i and body k (from 0) begin */
int tw_formula_inputs(int points, int bodies, bool velocities);
int tw_formula_point(int i);
int tw_formula_body(int points, bool velocities, int k);

/* takes over the tape, also when it fails */
tw_status tw_formula_create(tw_tape *tape, int points, int bodies, bool velocities,
                            tw_formula **formula);
/* NULL gives NULL */
tw_status tw_formula_copy(const tw_formula *from, tw_formula **to);
void tw_formula_destroy(tw_formula *f); /* NULL is fine */

#endif
