/* Forces of small motions about a pose; see rest.h. */
#include "analysis/rest/rest.h"

#include "base/math/turn.h"
#include "dynamics/limit.h"
#include "dynamics/pass/pass.h"
#include "dynamics/rhs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

mat3 tw_small_whitener(const tw_small *s, int body) {
    mat3 R = q_matrix(q_load(s->y + s->d->state_of[body] + 3));
    return m3_mul(&R, &s->d->root[body]);
}

static const tw_body *body_of(const tw_small *s, int i) {
    return s->d->world->body.data[s->body[i]];
}

static void stop(const tw_small *s, double *y) {
    for (int i = 0; i < s->bodies; i++)
        memset(y + s->d->state_of[s->body[i]] + 7, 0, 6 * sizeof *y);
}

tw_status tw_small_begin(tw_dynamics *d, const double *y, tw_small *s) {
    *s = (tw_small){.d = d, .t = d->world->time};
    tw_limits_leave(d);
    TW_TRY(tw_rhs_prepare(d, &s->states));
    for (int i = 0; i < d->pass.bodies; i++) s->bodies += d->free_body[i];
    s->n = 6 * s->bodies;
    if (s->n > TW_REST_MOST)
        return tw_fail(TW_ARGUMENT, "%d bodies that move are too many: at most %d", s->bodies,
                       TW_REST_MOST / 6);
    size_t n = (size_t)s->n, states = (size_t)s->states;
    s->memory = malloc((2 * states + n * n + n + 1) * sizeof(double));
    s->body = malloc(((size_t)s->bodies + 1) * sizeof(int));
    if (!s->memory || !s->body) {
        tw_small_free(s);
        return tw_fail_memory();
    }
    s->y = s->memory, s->moved = s->y + states, s->N = s->moved + states, s->z = s->N + n * n;
    for (int i = 0, k = 0; i < d->pass.bodies; i++)
        if (d->free_body[i]) s->body[k++] = i;
    if (y)
        memcpy(s->y, y, states * sizeof *y);
    else
        tw_rhs_pack(d, s->y);
    stop(s, s->y);
    tw_status status = tw_rhs_all(d, s->t, s->y);
    if (status == TW_OK) status = tw_small_freedoms(s);
    d->evaluated = false;
    if (status != TW_OK) tw_small_free(s);
    return status;
}

void tw_small_free(tw_small *s) {
    free(s->memory);
    free(s->body);
    *s = (tw_small){0};
}

void tw_small_motion(const tw_small *s, const double *xi, double *z) {
    memset(z, 0, (size_t)s->n * sizeof *z);
    for (int k = 0; k < s->freedoms; k++) {
        const double *column = s->N + (size_t)k * (size_t)s->n;
        for (int i = 0; i < s->n && xi[k] != 0; i++) z[i] += xi[k] * column[i];
    }
}

/* scalar product of a and b in six partial sums, which allows the compiler to use SIMD lanes
 * without changing the order of summation */
static double dot(int n, const double *a, const double *b) {
    double sum[6] = {0};
    for (int i = 0; i < n; i += 6)
        for (int c = 0; c < 6; c++) sum[c] += a[i + c] * b[i + c];
    return (sum[0] + sum[1]) + (sum[2] + sum[3]) + (sum[4] + sum[5]);
}

void tw_small_body(const tw_small *s, const double *z, int i, vec3 *dx, vec3 *dtheta) {
    mat3 K = tw_small_whitener(s, s->body[i]);
    *dx = v3_scale(v3_load(z + 6 * i), 1 / sqrt(body_of(s, i)->mass));
    *dtheta = m3_mul_v(&K, v3_load(z + 6 * i + 3));
}

void tw_small_move(const tw_small *s, const double *z, double *moved) {
    memcpy(moved, s->y, (size_t)s->states * sizeof *moved);
    for (int i = 0; i < s->bodies; i++) {
        double *own = moved + s->d->state_of[s->body[i]];
        vec3 dx, dtheta;
        tw_small_body(s, z, i, &dx, &dtheta);
        v3_store(own, v3_add(v3_load(own), dx));
        q_store(own + 3, q_turned(dtheta, q_normalized(q_load(own + 3))));
    }
}

/* momenta of the velocities z, written into the state `moved` */
static void set_moving(const tw_small *s, const double *z, double *moved) {
    for (int i = 0; i < s->bodies; i++) {
        const tw_body *b = body_of(s, i);
        double *own = moved + s->d->state_of[s->body[i]];
        mat3 R = q_matrix(q_load(own + 3)), I = m3_rotate(&R, &b->inertia);
        vec3 v, omega;
        tw_small_body(s, z, i, &v, &omega);
        v3_store(own + 7, v3_scale(v, b->mass));
        v3_store(own + 10, m3_mul_v(&I, omega));
    }
}

tw_status tw_small_forces(tw_small *s, const double *xi, const double *xi1, double *g) {
    memset(s->z, 0, (size_t)s->n * sizeof *s->z);
    if (xi) tw_small_motion(s, xi, s->z);
    tw_small_move(s, s->z, s->moved);
    if (xi1) {
        tw_small_motion(s, xi1, s->z);
        set_moving(s, s->z, s->moved);
    }
    TW_TRY(tw_poll_ask(s->d->poll));
    tw_status status = tw_rhs_all_exact(s->d, s->t, s->moved);
    s->d->evaluated = false;
    TW_TRY(status);
    for (int i = 0; i < s->bodies; i++) { /* writes M^1/2 a to z, with M at the pose s->y */
        const tw_body *b = body_of(s, i);
        mat3 K = tw_small_whitener(s, s->body[i]),
             R = q_matrix(q_load(s->y + s->d->state_of[s->body[i]] + 3));
        mat3 I = m3_rotate(&R, &b->inertia);
        vec3 alpha = s->d->pass.angular[s->body[i]];
        v3_store(s->z + 6 * i, v3_scale(s->d->pass.linear[s->body[i]], sqrt(b->mass)));
        v3_store(s->z + 6 * i + 3, m3_tmul_v(&K, m3_mul_v(&I, alpha)));
    }
    for (int k = 0; k < s->freedoms; k++) g[k] = dot(s->n, s->N + (size_t)k * (size_t)s->n, s->z);
    return TW_OK;
}

double tw_small_size(const tw_small *s, int i) {
    const tw_body *b = body_of(s, i);
    return sqrt(m3_largest(&b->inertia) / b->mass);
}

double tw_small_extent(const tw_small *s) {
    double size = 0, apart = 0;
    for (int i = 0; i < s->bodies; i++) {
        vec3 from_first = v3_sub(v3_load(s->y + s->d->state_of[s->body[i]]),
                                 v3_load(s->y + s->d->state_of[s->body[0]]));
        size = fmax(size, tw_small_size(s, i));
        apart = fmax(apart, v3_length(from_first));
    }
    return size + apart;
}

double tw_small_far(const tw_small *s) {
    double far = tw_small_extent(s);
    for (int i = 0; i < s->bodies; i++)
        far = fmax(far, v3_length(v3_load(s->y + s->d->state_of[s->body[i]])));
    return far;
}
