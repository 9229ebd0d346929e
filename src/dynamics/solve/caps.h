/*
 * Bounded constraint forces: max_force and max_torque. The problem that is solved: see caps.c.
 */
#ifndef TW_DYNAMICS_SOLVE_CAPS_H
#define TW_DYNAMICS_SOLVE_CAPS_H

#include "dynamics/pass/pass.h"

/* number of bounds of a block: on its force, its torque */
static inline int tw_caps_of(const tw_block *b) {
    return !tw_value_is_unset(tw_bound_of(b, false)) + !tw_value_is_unset(tw_bound_of(b, true));
}

/* counts the caps of every island and allocates for them; TW_ARGUMENT: an island with caps has a
 * kind whose force is not J^T lambda */
tw_status tw_caps_build(tw_dynamics *d);

/* ---- caps_first.c ---------------------------------------------------------------------------- */

/* room in a block with bounds */
tw_status tw_caps_first_room(tw_dynamics *d, tw_block *b);

/* are the unbounded forces u of d->rhs to be bounded? A bound is passed, or the rows depend on each
 * other (`singular`) and one that has a bound contradicts others. `keep`: for parts of them, too;
 * forgets the last multipliers */
bool tw_caps_first_choose(tw_dynamics *d, tw_island *isl, bool keep, bool singular,
                          const double *u);

/* u [rows of the island], the unbounded answer to d->rhs, becomes the bounded one, after
 * tw_caps_first_choose. Multipliers are kept in the blocks, but of TW_SOLVE_CAPS; parts of the
 * pass's forces are the same linear map with these, so that they add up to it */
tw_status tw_caps_solve(tw_dynamics *d, tw_island *isl, tw_solve_for what, double *u);

/* from begin to end the island has only what comes first: J and weights are of N */
void tw_caps_first_begin(tw_dynamics *d, tw_island *isl);
void tw_caps_first_end(tw_dynamics *d, tw_island *isl);
/* x [rows of b] = N x, and P x of a block with bounds: after tw_caps_first_begin */
void tw_caps_first_rows(const tw_block *b, double *x);
void tw_caps_first_part(const tw_block *b, double *x);

/* terms of which the equations of a block consist, as large as they may be, of accelerations */
double tw_caps_terms(const tw_dynamics *d, const tw_block *b);
/* part that counts of what is left of an equation */
double tw_caps_share(double left, double terms);

/* ---- caps_soft.c: an island whose caps have given multipliers ------------------------------- */

/* Until tw_soft_end, tw_solve with TW_SOLVE_FREE or TW_SOLVE_AGAIN lets forces of the island yield
 * by the multipliers mu [caps of the island], >= 0, in units of the mobility along the cap */
tw_status tw_soft_begin(tw_dynamics *d, tw_island *isl, const double *mu);
void tw_soft_end(tw_island *isl);
/* u [rows of the island], a solution of the weighted rows without caps, becomes the yielding one;
 * again: at the gradients of the last call */
tw_status tw_soft_answer(tw_dynamics *d, const tw_island *isl, bool again, double *u);

#endif
