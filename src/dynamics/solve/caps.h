/*
 * Bounded constraint forces: max_force and max_torque. See caps.c for the problem that is solved.
 */
#ifndef TW_DYNAMICS_SOLVE_CAPS_H
#define TW_DYNAMICS_SOLVE_CAPS_H

#include "dynamics/pass/pass.h"

/* bounds on the force and the torque of a block */
static inline int tw_caps_of(const tw_block *b) {
    return !tw_value_is_unset(tw_bound_of(b, false)) + !tw_value_is_unset(tw_bound_of(b, true));
}

/* counts the caps of every island and makes room for them; TW_ARGUMENT when an island with caps
 * holds a kind whose force is not J^T lambda */
tw_status tw_caps_build(tw_dynamics *d);

/* u [rows of the island], the unbounded answer of the weighted rows, becomes the bounded one;
 * others: the answer where some stand aside; NULL: none does. `keep`: the
 * multipliers are kept in the blocks, for tw_caps_repeat. d->rhs: of all rows */
tw_status tw_caps_solve(tw_dynamics *d, const tw_island *isl, bool keep, const double *others,
                        double *u);

/* the same linear map as the last tw_caps_solve that kept it, for a part of its right-hand side:
 * the parts of a bounded force add up to it. u: the answer where some stood aside */
tw_status tw_caps_repeat(tw_dynamics *d, const tw_island *isl, double *u);

/* ---- caps_aside.c: constraints with bounds that contradict others ---------------------------- */

/* the blocks that stand aside, by the unbounded answer u of all rows, d->rhs; true: there are some.
 * `keep`: also for the parts of the pass's forces; `singular`: the rows depend on each other */
bool tw_caps_aside_choose(tw_dynamics *d, tw_island *isl, bool keep, bool singular,
                          const double *u);
/* their weights are less in between; `in_pass`: of those of the pass. u, the answer with these,
 * becomes that of the weights as they were; NULL: none */
void tw_caps_aside_begin(tw_dynamics *d, tw_island *isl, bool in_pass);
void tw_caps_aside_end(tw_dynamics *d, tw_island *isl, double *u);

/* ---- caps_soft.c: an island whose caps have given multipliers -------------------------------- */

/* Until tw_soft_end tw_solve (TW_SOLVE_FREE, TW_SOLVE_AGAIN) gives the forces that yield by the
 * multipliers mu [caps of the island]; >= 0, in units of the mobility along the cap */
tw_status tw_soft_begin(tw_dynamics *d, tw_island *isl, const double *mu);
void tw_soft_end(tw_island *isl);
/* the answer u [rows of the island] of the weighted rows without caps becomes the one with them;
 * `again`: at the gradients of the answer before */
tw_status tw_soft_answer(tw_dynamics *d, const tw_island *isl, bool again, double *u);

#endif
