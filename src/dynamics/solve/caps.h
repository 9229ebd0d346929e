/* Bounded constraint forces: max_force and max_torque; caps.c states the problem that is solved. */
#ifndef TW_DYNAMICS_SOLVE_CAPS_H
#define TW_DYNAMICS_SOLVE_CAPS_H

#include "dynamics/pass/pass.h"

/* number of bounds that a block has: 0, 1 or 2, on its force and its torque */
static inline int tw_caps_of(const tw_block *b) {
    return !tw_value_is_unset(tw_bound_of(b, false)) + !tw_value_is_unset(tw_bound_of(b, true));
}

/* counts the bounds (caps) of every island, and allocates d->caps; TW_ARGUMENT: an island with caps
 * also has a constraint whose force is not J^T lambda */
tw_status tw_caps_build(tw_dynamics *d);

/* ---- caps_first.c ---------------------------------------------------------------------------- */

/* allocates the arrays of tw_block that only a block with bounds has */
tw_status tw_caps_first_room(tw_dynamics *d, tw_block *b);

/* Must the forces u [rows of the island], computed for d->rhs without bounds, be bounded? Yes if a
 * bound is exceeded, or, if rows depend on each other (`singular`), a constraint with a bound
 * contradicts others. Stores share, compliance and `within` of each block with bounds; keep: also
 * for parts of the forces, and clears the multipliers stored last */
bool tw_caps_first_choose(tw_dynamics *d, tw_island *isl, bool keep, bool singular,
                          const double *u);

/* Replaces u [rows of the island], the solution for d->rhs without bounds, by the bounded one; to
 * be called after tw_caps_first_choose. Stores the multipliers in the blocks, except for
 * TW_SOLVE_CAPS. TW_SOLVE_PART and TW_SOLVE_VELOCITY use the stored ones: a linear map, so that
 * parts add up to the whole */
tw_status tw_caps_solve(tw_dynamics *d, tw_island *isl, tw_solve_for what, double *u);

/* between begin and end J and weights of the island's blocks are those of unknowns without bounds,
 * N J (caps_first.c) */
void tw_caps_first_begin(tw_dynamics *d, tw_island *isl);
void tw_caps_first_end(tw_dynamics *d, tw_island *isl);
/* x [rows of b] becomes N x; tw_caps_first_part: P x (only for a block with bounds). To be called
 * after tw_caps_first_begin */
void tw_caps_first_rows(const tw_block *b, double *x);
void tw_caps_first_part(const tw_block *b, double *x);

/* sets isl->extent, isl->pace */
void tw_caps_extent(const tw_dynamics *d, tw_island *isl);
/* upper bound on the terms of a block's equations, as accelerations along its rows; it does not
 * depend on where the scene stands, as far as rounding errors do not. To be called after
 * tw_caps_extent of the block's island */
double tw_caps_terms(const tw_dynamics *d, const tw_block *b);
/* fraction, 0 .. 1, of an equation's remainder `left` that counts as intended contradiction; terms:
 * size of the equation's terms */
double tw_caps_share(double left, double terms);

/* ---- caps_soft.c: an island whose caps have given multipliers ------------------------------- */

/* Until tw_soft_end, tw_solve with TW_SOLVE_FREE or TW_SOLVE_AGAIN lets bounded forces of the
 * island yield by the multipliers mu [caps of the island], >= 0, in units of the mobility along the
 * cap */
tw_status tw_soft_begin(tw_dynamics *d, tw_island *isl, const double *mu);
void tw_soft_end(tw_island *isl);
/* u [rows of the island]: replaces the solution of the weighted rows without caps by the one that
 * yields; again: the gradients are those of the last call */
tw_status tw_soft_answer(tw_dynamics *d, const tw_island *isl, bool again, double *u);

#endif
