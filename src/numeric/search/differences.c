/* Derivatives by differences, as differences.h describes. A difference is divided by the distance
 * of the points as they are rounded, not by h. */
#include "numeric/search/differences.h"

#include <math.h>
#include <stddef.h>

static double step_of(const tw_differences *d, int j) {
    return fmin(d->step[j], 0.25 * (d->high[j] - d->low[j]));
}

double tw_difference_point(const tw_differences *d, const double *x, int j, int k) {
    double h = step_of(d, j);
    if (x[j] - h < d->low[j]) return x[j] + (k ? 2 * h : h);
    if (x[j] + h > d->high[j]) return x[j] - (k ? 2 * h : h);
    return k ? x[j] + h : x[j] - h;
}

bool tw_differences_take(const tw_differences *d, const double *x, const double *v,
                         const double *at, const bool *there, double *D, int *which) {
    size_t m = (size_t)d->values, n = (size_t)d->n;
    for (int j = 0; j < d->n; j++) {
        double a = tw_difference_point(d, x, j, 0) - x[j],
               b = tw_difference_point(d, x, j, 1) - x[j];
        const double *va = at + 2 * (size_t)j * m, *vb = va + m;
        bool has_a = there[2 * j], has_b = there[2 * j + 1];
        *which = j;
        if (!has_a && !has_b) return false;
        for (size_t i = 0; i < m; i++) {
            double sa = has_a ? (va[i] - v[i]) / a : 0, sb = has_b ? (vb[i] - v[i]) / b : 0;
            /* derivative at x of the parabola through the values at x, x + a and x + b */
            double both = (sa * b - sb * a) / (b - a);
            D[i * n + (size_t)j] = has_a && has_b ? both : has_a ? sa : sb;
        }
    }
    return true;
}
