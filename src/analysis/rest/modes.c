/* Computes the natural modes: eigenvectors of the stiffness in the mass metric, as rest.h
 * describes. */
#include "analysis/rest/rest.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* speed at which differences for damping are taken: the mode's shape times this, 1/s */
static const double SPEED = 1e-3;

/* z: shape of mode k, scaled so that the body that moves most moves by 1 m or 1 rad and the largest
 * component is positive */
static void shape_of(const tw_small *s, int k, double *z) {
    double most = 0, sign = 1, largest = 0;
    memcpy(z, s->N + (size_t)k * (size_t)s->n, (size_t)s->n * sizeof *z);
    for (int i = 0; i < s->bodies; i++) {
        vec3 dx, dtheta;
        tw_small_body(s, z, i, &dx, &dtheta);
        most = fmax(most, fmax(v3_length(dx), v3_length(dtheta)));
        const double part[6] = {dx.x, dx.y, dx.z, dtheta.x, dtheta.y, dtheta.z};
        for (int c = 0; c < 6; c++)
            if (fabs(part[c]) > largest * (1 + 1e-6)) {
                largest = fabs(part[c]);
                sign = part[c] < 0 ? -1 : 1;
            }
    }
    for (int i = 0; i < s->n && most > 0; i++) z[i] *= sign / most;
}

/* *damping: damping of mode k by itself, without coupling to other modes, 1/s; scratch [3
 * freedoms] */
static tw_status damping_of(tw_small *s, size_t k, double *scratch, double *damping) {
    size_t n = (size_t)s->freedoms;
    double *moving = scratch, *forward = moving + n, *backward = forward + n;
    memset(moving, 0, n * sizeof *moving);
    moving[k] = SPEED;
    TW_TRY(tw_small_forces(s, NULL, moving, forward));
    moving[k] = -SPEED;
    TW_TRY(tw_small_forces(s, NULL, moving, backward));
    *damping = -(forward[k] - backward[k]) / (2 * SPEED);
    return TW_OK;
}

static tw_status decompose(tw_small *s, double *scratch, tw_modes *m) {
    size_t n = (size_t)s->freedoms;
    TW_TRY(tw_small_forces(s, NULL, NULL, scratch));
    for (size_t i = 0; i < n; i++) m->force += scratch[i] * scratch[i];
    m->force = sqrt(m->force);
    TW_TRY(tw_small_spectrum(s, m->stiffness, scratch, &m->asymmetry));
    for (size_t k = 0; k < n; k++) {
        TW_TRY(damping_of(s, k, scratch, &m->damping[k]));
        shape_of(s, (int)k, m->shape + k * (size_t)s->n);
    }
    return TW_OK;
}

tw_status tw_modes_of(tw_small *s, tw_modes *m) {
    size_t n = (size_t)s->freedoms;
    *m = (tw_modes){.count = s->freedoms, .n = s->n};
    m->memory = calloc(n * (2 + (size_t)s->n) + 3 * n + 1, sizeof(double));
    if (!m->memory) return tw_fail_memory();
    m->stiffness = m->memory, m->damping = m->stiffness + n, m->shape = m->damping + n;
    tw_status status = decompose(s, m->shape + n * (size_t)s->n, m);
    if (status != TW_OK) tw_modes_free(m);
    return status;
}

void tw_modes_free(tw_modes *m) {
    free(m->memory);
    *m = (tw_modes){0};
}
