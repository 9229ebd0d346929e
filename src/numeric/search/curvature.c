/* See curvature.h. */
#include "numeric/search/curvature.h"

#include "numeric/linear/symmetric.h"

#include <math.h>
#include <string.h>

/* the number r of tw_shortest_multipliers, relative to the square of the longest row */
static const double NEARLY = 1e-4;

void tw_curvature_learn(int n, const double *d, double *change, double *B, bool *taught,
                        double *z) {
    size_t N = (size_t)n;
    double dd = 0, dy = 0, yy = 0, dz = 0, bend = 0;
    for (size_t j = 0; j < N; j++) {
        dd += d[j] * d[j];
        dy += d[j] * change[j];
        yy += change[j] * change[j];
    }
    if (!(dd > 0)) return;
    if (!*taught && dy > 0)
        for (size_t j = 0; j < N; j++) B[j * N + j] = yy / dy;
    *taught = true;
    for (size_t j = 0; j < N; j++) {
        z[j] = 0;
        for (size_t k = 0; k < N; k++) z[j] += B[j * N + k] * d[k];
        dz += d[j] * z[j];
    }
    if (!(dz > 0)) return;
    double part = dy >= 0.2 * dz ? 1 : 0.8 * dz / (dz - dy);
    for (size_t j = 0; j < N; j++) {
        change[j] = part * change[j] + (1 - part) * z[j];
        bend += d[j] * change[j];
    }
    for (size_t j = 0; j < N; j++)
        for (size_t k = 0; k < N; k++)
            B[j * N + k] += change[j] * change[k] / bend - z[j] * z[k] / dz;
}

void tw_shortest_multipliers(int n, int rows, const double *J, const bool *active, const double *g,
                             double *mu, double *z, double *L) {
    double longest = 0;
    memset(L, 0, tw_band_size(n, n - 1) * sizeof *L);
    for (int k = 0; k < rows; k++) {
        const double *a = J + (size_t)k * (size_t)n;
        double size = 0;
        for (int i = 0; i < n && active[k]; i++) {
            size += a[i] * a[i];
            for (int j = 0; j <= i; j++) L[tw_band_at(n - 1, i, j)] += a[i] * a[j];
        }
        longest = fmax(longest, size);
    }
    for (int i = 0; i < n; i++) L[tw_band_at(n - 1, i, i)] += NEARLY * longest;
    if (!(longest > 0) || !tw_band_factor(n, n - 1, L)) return;
    memcpy(z, g, (size_t)n * sizeof *z);
    tw_band_solve(n, n - 1, L, z);
    for (int k = 0; k < rows; k++) {
        const double *a = J + (size_t)k * (size_t)n;
        mu[k] = 0;
        for (int j = 0; j < n && active[k]; j++) mu[k] += a[j] * z[j];
    }
}
