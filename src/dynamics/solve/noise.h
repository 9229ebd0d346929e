/* Estimates of the rounding errors of accelerations; see noise.c. */
#ifndef TW_DYNAMICS_SOLVE_NOISE_H
#define TW_DYNAMICS_SOLVE_NOISE_H

#include "dynamics/pass/pass.h"

/* sets isl->noise and isl->spread of a square island; to be called right after tw_sparse_prepare */
tw_status tw_noise_of(tw_dynamics *d, tw_island *isl);

#endif
