/*
 * The sums of explicit Runge-Kutta methods: out = y + h sum of a_j k_j, in the order of j, so the
 * bits are those of one component after the other. y = NULL: out = h sum of a_j k_j.
 */
#ifndef TW_STEPPERS_PARTS_STAGE_H
#define TW_STEPPERS_PARTS_STAGE_H

#include <stdbool.h>

enum { TW_STAGE_MOST = 16 }; /* terms */

/* type of the sum above, of `terms` <= TW_STAGE_MOST arrays k_j [n]. Each function has two builds:
 * for any processor, and for processors with AVX2 */
typedef void tw_stage_sum(int n, const double *y, double h, int terms, const double *a,
                          const double *const *k, double *out);
extern tw_stage_sum tw_stage_sum_plain, tw_stage_sum_wide;

/* out = y + h k for arrays [n] */
typedef void tw_stage_along(int n, const double *y, double h, const double *k, double *out);
extern tw_stage_along tw_stage_along_plain, tw_stage_along_wide;

/* build for this processor */
tw_stage_sum *tw_stage_choose(void);

/* are all of a[0], ..., a[n - 1] finite? */
typedef bool tw_stage_finite(const double *a, int n);
extern tw_stage_finite tw_stage_finite_plain, tw_stage_finite_wide;

#endif
