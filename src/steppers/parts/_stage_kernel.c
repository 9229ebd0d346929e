/* The sums of _stage.h and the other loops of steppers, two vectors of four components at a time.
 * This file is compiled twice, for plain and wide vectors (base/math/lanes.h). */
#include "base/math/lanes.h"
#include "steppers/parts/_stage.h"

#ifdef TW_WIDE
#define tw_stage_sum_here tw_stage_sum_wide
#define tw_stage_along_here tw_stage_along_wide
#define tw_stage_finite_here tw_stage_finite_wide
#else
#define tw_stage_sum_here tw_stage_sum_plain
#define tw_stage_along_here tw_stage_along_plain
#define tw_stage_finite_here tw_stage_finite_plain
#endif

void tw_stage_sum_here(int n, const double *y, double h, int terms, const double *a,
                       const double *const *k, double *out) {
    int i = 0;
    for (; i + 2 * TW_LANES <= n; i += 2 * TW_LANES) {
        tw_lanes p = {0}, q = {0};
        for (int j = 0; j < terms; j++) {
            tw_lanes f = tw_all(a[j]);
            p += f * tw_get(k[j] + i);
            q += f * tw_get(k[j] + i + TW_LANES);
        }
        tw_lanes s = tw_all(h);
        p = s * p;
        q = s * q;
        if (y) {
            p = tw_get(y + i) + p;
            q = tw_get(y + i + TW_LANES) + q;
        }
        tw_put(out + i, p);
        tw_put(out + i + TW_LANES, q);
    }
    for (; i < n; i++) {
        double sum = 0;
        for (int j = 0; j < terms; j++) sum += a[j] * k[j][i];
        out[i] = y ? y[i] + h * sum : h * sum;
    }
}

void tw_stage_along_here(int n, const double *y, double h, const double *k, double *out) {
    int i = 0;
    tw_lanes s = tw_all(h);
    for (; i + 2 * TW_LANES <= n; i += 2 * TW_LANES) {
        tw_put(out + i, tw_get(y + i) + s * tw_get(k + i));
        tw_put(out + i + TW_LANES, tw_get(y + i + TW_LANES) + s * tw_get(k + i + TW_LANES));
    }
    for (; i < n; i++) out[i] = y[i] + h * k[i];
}

bool tw_stage_finite_here(const double *a, int n) {
    /* multiplies each component by 0 and adds up: the sum is 0 if all are finite, and NaN if one is
     * not */
    tw_lanes zero = tw_all(0), p = zero, q = zero;
    int i = 0;
    for (; i + 2 * TW_LANES <= n; i += 2 * TW_LANES) {
        p += tw_get(a + i) * zero;
        q += tw_get(a + i + TW_LANES) * zero;
    }
    p += q;
    double sum = (p[0] + p[1]) + (p[2] + p[3]);
    for (; i < n; i++) sum += a[i] * 0;
    return sum == 0;
}
