/* Elimination for the small systems of the contact problem; see impl.h. */
#include "numeric/cone/impl.h"

bool tw_cone_eliminate(double *J, double *d, int m, double *sharp) {
    size_t width = (size_t)m;
    double least = INFINITY, most = 0;
    for (int c = 0; c < m; c++) {
        int pivot = c;
        for (int i = c + 1; i < m; i++)
            if (fabs(J[(size_t)i * width + (size_t)c]) > fabs(J[(size_t)pivot * width + (size_t)c]))
                pivot = i;
        double *top = J + (size_t)c * width;
        if (pivot != c) {
            double *other = J + (size_t)pivot * width, swap = d[c];
            for (int j = c; j < m; j++) {
                double x = top[j];
                top[j] = other[j];
                other[j] = x;
            }
            d[c] = d[pivot];
            d[pivot] = swap;
        }
        if (!(fabs(top[c]) > 1e-300)) return false;
        least = fmin(least, fabs(top[c]));
        most = fmax(most, fabs(top[c]));
        double inverse = 1 / top[c];
        for (int i = c + 1; i < m; i++) {
            double *to = J + (size_t)i * width, f = to[c] * inverse;
            if (f == 0) continue;
            for (int j = c + 1; j < m; j++) to[j] -= f * top[j];
            d[i] -= f * d[c];
        }
    }
    if (sharp) *sharp = m > 0 ? least / most : 1;
    for (int c = m - 1; c >= 0; c--) {
        const double *top = J + (size_t)c * width;
        double sum = d[c];
        for (int j = c + 1; j < m; j++) sum -= top[j] * d[j];
        d[c] = sum / top[c];
        if (!isfinite(d[c])) return false;
    }
    return true;
}
