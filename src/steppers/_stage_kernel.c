/* Built twice, see stage.h: two vectors of four components at a time, a b + c never fused. */
#include "steppers/_stage.h"

enum { LANES = 4 };
typedef double lanes __attribute__((vector_size(LANES * sizeof(double)), aligned(8), may_alias));

static inline lanes get(const double *x) {
    return *(const lanes *)(const void *)x;
}

static inline void put(double *x, lanes a) {
    *(lanes *)(void *)x = a;
}

#ifdef TW_WIDE
#define tw_stage_sum_here tw_stage_sum_wide
#else
#define tw_stage_sum_here tw_stage_sum_plain
#endif

void tw_stage_sum_here(int n, const double *y, double h, int terms, const double *a,
                       const double *const *k, double *out) {
    int i = 0;
    for (; i + 2 * LANES <= n; i += 2 * LANES) {
        lanes p = {0}, q = {0};
        for (int j = 0; j < terms; j++) {
            lanes f = {a[j], a[j], a[j], a[j]};
            p += f * get(k[j] + i);
            q += f * get(k[j] + i + LANES);
        }
        lanes s = {h, h, h, h};
        p = s * p;
        q = s * q;
        if (y) {
            p = get(y + i) + p;
            q = get(y + i + LANES) + q;
        }
        put(out + i, p);
        put(out + i + LANES, q);
    }
    for (; i < n; i++) {
        double sum = 0;
        for (int j = 0; j < terms; j++) sum += a[j] * k[j][i];
        out[i] = y ? y[i] + h * sum : h * sum;
    }
}
