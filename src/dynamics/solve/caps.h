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

/* allocates the arrays of a block with bounds */
tw_status tw_caps_first_room(tw_dynamics *d, tw_block *b);

/* must the forces u, computed for d->rhs without bounds, be bounded? Yes if a bound is exceeded, or
 * if rows depend on each other (`singular`) and one with a bound contradicts others. keep: shares
 * and compliances are stored for parts of the forces, too, and the last multipliers erased */
bool tw_caps_first_choose(tw_dynamics *d, tw_island *isl, bool keep, bool singular,
                          const double *u);

/* replaces u [rows of the island], the solution for d->rhs without bounds, by the bounded one; call
 * after tw_caps_first_choose. Multipliers are stored in the blocks, except for TW_SOLVE_CAPS. Parts
 * of the pass's forces are computed with the stored ones, by one linear map, so that they add up to
 * the whole */
tw_status tw_caps_solve(tw_dynamics *d, tw_island *isl, tw_solve_for what, double *u);

/* between begin and end the island has only unknowns without bounds: J and weights are those of N
 * (caps_first.c) */
void tw_caps_first_begin(tw_dynamics *d, tw_island *isl);
void tw_caps_first_end(tw_dynamics *d, tw_island *isl);
/* x [rows of b] becomes N x, or P x (only for a block with bounds); call after tw_caps_first_begin
 */
void tw_caps_first_rows(const tw_block *b, double *x);
void tw_caps_first_part(const tw_block *b, double *x);

/* bound on the terms of a block's equations between accelerations */
double tw_caps_terms(const tw_dynamics *d, const tw_block *b);
/* part of an equation's remainder `left` that counts as a contradiction, 0 .. 1; terms: size of the
 * equation's terms */
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
