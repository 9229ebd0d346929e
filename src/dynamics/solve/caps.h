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

/* u [rows of the island], the unbounded solution of the weighted rows, becomes the bounded one.
 * others: solution with blocks standing aside; NULL: none does. keep: stores the multipliers in the
 * blocks, for tw_caps_repeat. d->rhs: right side of all rows */
tw_status tw_caps_solve(tw_dynamics *d, const tw_island *isl, bool keep, const double *others,
                        double *u);

/* applies the linear map of the last tw_caps_solve with `keep` to the unbounded solution u of
 * another right side, so that the parts of a bounded force add up to it. u: with the same blocks
 * standing aside */
tw_status tw_caps_repeat(tw_dynamics *d, const tw_island *isl, double *u);

/* ---- caps_aside.c: bounded constraints that contradict others ------------------------------- */

/* decides which blocks stand aside, from the unbounded solution u of all rows, d->rhs; true: some
 * do. keep: store this for the parts of the pass's forces; singular: rows depend on each other */
bool tw_caps_aside_choose(tw_dynamics *d, tw_island *isl, bool keep, bool singular,
                          const double *u);
/* lowers the weights of blocks that stand aside (in_pass: stood aside in the pass), and restores
 * them. u: a solution with the lowered weights, becomes that for the full ones; NULL: none */
void tw_caps_aside_begin(tw_dynamics *d, tw_island *isl, bool in_pass);
void tw_caps_aside_end(tw_dynamics *d, tw_island *isl, double *u);

/* ---- caps_soft.c: an island whose caps have given multipliers ------------------------------- */

/* Until tw_soft_end, tw_solve with TW_SOLVE_FREE or TW_SOLVE_AGAIN lets forces of the island yield
 * by the multipliers mu [caps of the island], >= 0, in units of the mobility along the cap */
tw_status tw_soft_begin(tw_dynamics *d, tw_island *isl, const double *mu);
void tw_soft_end(tw_island *isl);
/* u [rows of the island], a solution of the weighted rows without caps, becomes the yielding one;
 * again: at the gradients of the last call */
tw_status tw_soft_answer(tw_dynamics *d, const tw_island *isl, bool again, double *u);

#endif
