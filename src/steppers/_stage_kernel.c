/* Built twice (base/lanes.h), see _stage.h: two vectors of four components at a time. */
#include "base/lanes.h"
#include "steppers/_stage.h"

#ifdef TW_WIDE
#define tw_stage_sum_here tw_stage_sum_wide
#else
#define tw_stage_sum_here tw_stage_sum_plain
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
