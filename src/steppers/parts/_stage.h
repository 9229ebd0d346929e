/* The sums of explicit Runge-Kutta methods: out = y + h times the sum of a_j k_j, added in the
 * order of j, so that results have the same bits as if one component were computed after the other.
 * y = NULL: out is h times the sum alone. */
#ifndef TW_STEPPERS_PARTS_STAGE_H
#define TW_STEPPERS_PARTS_STAGE_H

#include <stdbool.h>

enum { TW_STAGE_MOST = 16 }; /* terms */

/* type of functions for the sum above, over `terms` <= TW_STAGE_MOST arrays k_j [n]. There are two
 * builds of each function, for any processor and for processors with AVX2 */
typedef void tw_stage_sum(int n, const double *y, double h, int terms, const double *a,
                          const double *const *k, double *out);
extern tw_stage_sum tw_stage_sum_plain, tw_stage_sum_wide;

/* out = y + h k for arrays [n] */
typedef void tw_stage_along(int n, const double *y, double h, const double *k, double *out);
extern tw_stage_along tw_stage_along_plain, tw_stage_along_wide;

/* returns the build that this processor runs best */
tw_stage_sum *tw_stage_choose(void);

/* are all of a[0], ..., a[n - 1] finite? */
typedef bool tw_stage_finite(const double *a, int n);
extern tw_stage_finite tw_stage_finite_plain, tw_stage_finite_wide;

#endif
