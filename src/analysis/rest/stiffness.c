/*
 * Computes the stiffness of small motions and its eigenvalues, each as exactly as its own forces
 * are known.
 *
 * A pendulum beside a steel bar has eigenvalues of 10 and of 10^10 /s^2, and rounding of K as a
 * whole is as large as the smaller one. Therefore differences are taken twice: first along N, then
 * along the eigenvectors that result, because a motion along a soft one of these does not stretch
 * stiff parts. The off-diagonal entries that are left are removed by Jacobi's rotations, which keep
 * small eigenvalues beside large ones accurate.
 */
#include "analysis/rest/rest.h"

#include "base/math/random.h"
#include "numeric/linear/spectrum.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* largest motion of a body over which a difference is taken. TURN: rotation, rad; WAY:
 * displacement, relative to the body's size */
static const double TURN = 1e-3, WAY = 5e-3;
/* LEVELS: number of step lengths that are tried along an eigenvector, each shorter than the one
 * before by the factor SHORTER. SHAKES: number of evaluations with coordinates changed by as much
 * as rounding */
enum { LEVELS = 3, SHAKES = 4 };
static const double SHORTER = 8;
/* Factors in the estimated error of a difference. BY_NOISE: of the noise of the forces divided by
 * the step's length. BY_LENGTH: of the change of the difference from one length to the next */
static const double BY_NOISE = 8, BY_LENGTH = 2;
/* rounding error of an eigenvector, times the ratio of the largest coordinate to the size of the
 * smallest body */
static const double VECTOR = 8 * DBL_EPSILON;

/* length of a step along freedom k that moves no body by more than TURN or WAY */
static double length_of(tw_small *s, int k) {
    double most = 0;
    for (int i = 0; i < s->bodies; i++) {
        vec3 dx, dtheta;
        tw_small_body(s, s->N + (size_t)k * (size_t)s->n, i, &dx, &dtheta);
        most = fmax(most, v3_length(dx) / (WAY * tw_small_size(s, i)));
        most = fmax(most, v3_length(dtheta) / TURN);
    }
    return 1 / most;
}

/* column: column k of K, by central differences of fourth order with step h; room [5 freedoms]:
 * scratch, of which the first `freedoms` must be 0 */
static tw_status column_of(tw_small *s, size_t k, double h, double *room, double *column) {
    size_t n = (size_t)s->freedoms;
    double *xi = room, *g[4];
    tw_status status = TW_OK;
    for (size_t i = 0; i < 4; i++) g[i] = room + (i + 1) * n;
    for (int i = 0; i < 4 && status == TW_OK; i++) {
        xi[k] = h * (i < 2 ? i - 2 : i - 1); /* displacements -2 h, -h, h, 2 h */
        status = tw_small_forces(s, xi, NULL, g[i]);
    }
    xi[k] = 0;
    for (size_t i = 0; i < n && status == TW_OK; i++)
        column[i] = -(8 * (g[2][i] - g[1][i]) - (g[3][i] - g[0][i])) / (12 * h);
    return status;
}

tw_status tw_small_stiffness(tw_small *s, double *K, double *asymmetry) {
    size_t n = (size_t)s->freedoms;
    double *room = calloc(5 * n + 1, sizeof *room), apart = 0, all = 0;
    tw_status status = room ? TW_OK : tw_fail_memory();
    for (size_t k = 0; k < n && status == TW_OK; k++)
        status = column_of(s, k, length_of(s, (int)k), room, K + k * n);
    for (size_t i = 0; i < n && status == TW_OK; i++)
        for (size_t k = 0; k <= i; k++) {
            double a = K[k * n + i], b = K[i * n + k];
            apart += (a - b) * (a - b);
            all += a * a + b * b;
            K[k * n + i] = K[i * n + k] = 0.5 * (a + b);
        }
    *asymmetry = all > 0 ? sqrt(apart / all) : 0;
    free(room);
    return status;
}

/* ---- the spectrum ---------------------------------------------------------------------------- */

/* N becomes N V; V [freedoms x freedoms] */
static tw_status turn_freedoms(tw_small *s, const double *V) {
    size_t n = (size_t)s->freedoms, m = (size_t)s->n;
    double *turned = malloc((n * m + 1) * sizeof *turned);
    if (!turned) return tw_fail_memory();
    for (size_t k = 0; k < n; k++) {
        tw_small_motion(s, V + k * n, s->z);
        memcpy(turned + k * m, s->z, m * sizeof *turned);
    }
    memcpy(s->N, turned, n * m * sizeof *turned);
    free(turned);
    return TW_OK;
}

/* noise [freedoms]: largest change of g, at the pose moved by N xi, when all coordinates change by
 * as much as rounding; room [2 freedoms + states]: scratch */
static tw_status shake(tw_small *s, const double *xi, double *room, double *noise) {
    size_t n = (size_t)s->freedoms;
    double *still = room, *shaken = still + n, *kept = shaken + n;
    tw_random random = tw_random_seed(1);
    TW_TRY(tw_small_forces(s, xi, NULL, still));
    memset(noise, 0, n * sizeof *noise);
    memcpy(kept, s->y, (size_t)s->states * sizeof *kept);
    tw_status status = TW_OK;
    for (int i = 0; i < SHAKES && status == TW_OK; i++) {
        for (int k = 0; k < s->states; k++)
            s->y[k] = kept[k] * (1 + DBL_EPSILON * (4 * tw_random_uniform(&random) - 2));
        status = tw_small_forces(s, xi, NULL, shaken);
        for (size_t k = 0; k < n; k++) noise[k] = fmax(noise[k], fabs(shaken[k] - still[k]));
    }
    memcpy(s->y, kept, (size_t)s->states * sizeof *kept);
    return status;
}

/* column: column k of K, computed with the step for which the error of its diagonal entry is least;
 * *h: that step; *error: that error; noise: noise of g along freedom k; room [(8 + LEVELS) freedoms
 * + states]: scratch */
static tw_status surest_column(tw_small *s, size_t k, double noise, double *room, double *column,
                               double *h, double *error) {
    size_t n = (size_t)s->freedoms;
    double *xi = room, *level = room + 5 * n, *moved = level + LEVELS * n;
    double length[LEVELS], apart[LEVELS + 1] = {0};
    for (size_t j = 0; j < LEVELS; j++) {
        length[j] = j > 0 ? length[j - 1] / SHORTER : length_of(s, (int)k);
        TW_TRY(column_of(s, k, length[j], room, level + j * n));
        if (j > 0) apart[j] = fabs(level[j * n + k] - level[(j - 1) * n + k]);
    }
    /* forces that balance each other grow with the displacement, and their noise with them, so it
     * is measured there, too */
    xi[k] = length[0];
    tw_status status = shake(s, xi, moved + n, moved);
    xi[k] = 0;
    TW_TRY(status);
    *error = INFINITY;
    for (size_t j = 1; j < LEVELS; j++) {
        double e = BY_NOISE * fmax(noise / length[j], moved[k] / length[0]) +
                   BY_LENGTH * (apart[j] + apart[j + 1] / SHORTER);
        if (e >= *error) continue;
        *error = e;
        *h = length[j];
        memcpy(column, level + j * n, n * sizeof *column);
    }
    return TW_OK;
}

/* makes K symmetric: if noise explains the difference of two opposite entries, both become the more
 * exact of the two, otherwise their mean; noise, h [freedoms]: noise of g and step along each
 * freedom */
static void make_symmetric(size_t n, const double *noise, const double *h, double *K) {
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < i; k++) {
            double *a = &K[k * n + i], *b = &K[i * n + k];
            double of_a = BY_NOISE * noise[i] / h[k], of_b = BY_NOISE * noise[k] / h[i];
            bool alike = fabs(*a - *b) <= of_a + of_b;
            *a = *b = !alike ? 0.5 * (*a + *b) : of_a < of_b ? *a : *b;
        }
}

/* bound on the errors of eigenvalues that are caused by rounding of the eigenvectors; largest:
 * greatest eigenvalue */
static double leak_of(const tw_small *s, double largest) {
    double part = 1, far = tw_small_far(s);
    for (int i = 0; i < s->bodies; i++) part = fmax(part, far / tw_small_size(s, i));
    return largest * s->freedoms * VECTOR * part * VECTOR * part;
}

static tw_status refine(tw_small *s, double *K, double *w, double *error) {
    size_t n = (size_t)s->freedoms;
    double *room = calloc((8 + LEVELS) * n + (size_t)s->states + 3 * n + n * n + 1, sizeof *room);
    if (!room) return tw_fail_memory();
    double *noise = room + (8 + LEVELS) * n + (size_t)s->states, *h = noise + n, *own = h + n,
           *V = own + n;
    tw_status status = shake(s, NULL, room, noise);
    memset(room, 0, n * sizeof *room);
    for (size_t k = 0; k < n && status == TW_OK; k++)
        status = surest_column(s, k, noise[k], room, K + k * n, &h[k], &own[k]);
    if (status == TW_OK) {
        make_symmetric(n, noise, h, K);
        tw_eigenvectors_graded(s->freedoms, K, V, w);
        status = turn_freedoms(s, V);
    }
    double leak = n > 0 ? leak_of(s, fmax(fabs(w[0]), fabs(w[n - 1]))) : 0;
    for (size_t k = 0; k < n && status == TW_OK; k++) {
        double sum = 0;
        for (size_t i = 0; i < n; i++) sum += V[k * n + i] * V[k * n + i] * own[i] * own[i];
        error[k] = sqrt(sum) + leak;
        if (fabs(w[k]) <= error[k]) w[k] = 0;
    }
    free(room);
    return status;
}

tw_status tw_small_spectrum(tw_small *s, double *w, double *error, double *asymmetry) {
    size_t n = (size_t)s->freedoms;
    double *K = malloc((n * n + 1) * sizeof *K);
    tw_status status = K ? tw_small_stiffness(s, K, asymmetry) : tw_fail_memory();
    if (status == TW_OK) status = tw_eigenvectors(s->freedoms, K, w);
    if (status == TW_OK) status = turn_freedoms(s, K);
    if (status == TW_OK) status = refine(s, K, w, error);
    free(K);
    return status;
}
