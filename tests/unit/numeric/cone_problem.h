/* Contact problems for tests: built contact by contact, N multiplied out, answers judged in long
 * double. */
#ifndef TW_TESTS_CONE_PROBLEM_H
#define TW_TESTS_CONE_PROBLEM_H

#include "numeric/cone/cone.h"

#include "../../support/near.h"
#include "../../support/random.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct problem {
    int most_bodies, most_contacts, most_bounded;
    int count;
    double *inverse_mass, *inverse_inertia;
    double *v; /* [count][6] before, or acceleration without contacts */
    int contacts, bounded;
    int *contact_body, *bounded_body;
    double *contact_D, *bounded_D, *mu, *lo, *hi, *r;
    double *N;
} problem;

static inline void *zeros(int n, size_t size) {
    void *p = calloc((size_t)n + 12, size);
    if (!p) abort();
    return p;
}

static inline problem *problem_new(int bodies, int contacts, int bounded) {
    problem *p = zeros(1, sizeof *p);
    p->most_bodies = bodies;
    p->most_contacts = contacts;
    p->most_bounded = bounded;
    p->inverse_mass = zeros(bodies, sizeof(double));
    p->inverse_inertia = zeros(6 * bodies, sizeof(double));
    p->v = zeros(6 * bodies, sizeof(double));
    p->contact_body = zeros(2 * contacts, sizeof(int));
    p->bounded_body = zeros(2 * bounded, sizeof(int));
    p->contact_D = zeros(36 * contacts, sizeof(double));
    p->bounded_D = zeros(12 * bounded, sizeof(double));
    p->mu = zeros(contacts, sizeof(double));
    p->lo = zeros(bounded, sizeof(double));
    p->hi = zeros(bounded, sizeof(double));
    p->r = zeros(3 * contacts + bounded, sizeof(double));
    return p;
}

static inline void problem_free(problem *p) {
    void *all[] = {p->inverse_mass,
                   p->inverse_inertia,
                   p->v,
                   p->contact_body,
                   p->bounded_body,
                   p->contact_D,
                   p->bounded_D,
                   p->mu,
                   p->lo,
                   p->hi,
                   p->r,
                   p->N};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) free(all[i]);
    free(p);
}

/* inertia: about its axes, turned by R */
static inline int add_body(problem *p, double mass, vec3 inertia, const mat3 *R) {
    int i = p->count++;
    if (i >= p->most_bodies) abort();
    p->inverse_mass[i] = 1 / mass;
    double in[3] = {1 / inertia.x, 1 / inertia.y, 1 / inertia.z}, W[3][3];
    for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++) {
            W[a][b] = 0;
            for (int k = 0; k < 3; k++) W[a][b] += R->m[a][k] * in[k] * R->m[b][k];
        }
    double six[6] = {W[0][0], W[0][1], W[0][2], W[1][1], W[1][2], W[2][2]};
    memcpy(p->inverse_inertia + 6 * i, six, sizeof six);
    return i;
}

static inline int add_upright(problem *p, double mass, vec3 inertia) {
    mat3 one = m3_identity();
    return add_body(p, mass, inertia, &one);
}

/* normal from a to b; body -1: the ground */
static inline void add_contact(problem *p, int a, int b, vec3 normal, vec3 ra, vec3 rb, double mu) {
    int k = p->contacts++;
    if (k >= p->most_contacts || p->bounded) abort();
    vec3 t1 = v3_orthogonal(normal), t2 = v3_cross(normal, t1);
    double frame[3][3], xa[3], xb[3];
    v3_store(frame[0], normal);
    v3_store(frame[1], t1);
    v3_store(frame[2], t2);
    v3_store(xa, ra);
    v3_store(xb, rb);
    tw_cone_contact((const double(*)[3])frame, xa, xb, p->contact_D + 36 * k);
    p->contact_body[2 * k] = a;
    p->contact_body[2 * k + 1] = b;
    p->mu[k] = mu;
}

static inline void add_bounded(problem *p, int a, int b, const double *D, double lo, double hi) {
    int k = p->bounded++;
    if (k >= p->most_bounded) abort();
    memcpy(p->bounded_D + 12 * k, D, 12 * sizeof *D);
    p->bounded_body[2 * k] = a;
    p->bounded_body[2 * k + 1] = b;
    p->lo[k] = lo;
    p->hi[k] = hi;
}

static inline int rows_of(const problem *p) {
    return 3 * p->contacts + p->bounded;
}

static inline const double *row_of(const problem *p, int i, int side, int *body) {
    int k = i / 3, m = i - 3 * p->contacts;
    if (m < 0) {
        *body = p->contact_body[2 * k + side];
        return p->contact_D + 36 * k + 18 * side + 6 * (i % 3);
    }
    *body = p->bounded_body[2 * m + side];
    return p->bounded_D + 12 * m + 6 * side;
}

/* a M^-1 of body b */
static inline void times_inverse(const problem *p, int b, const double *a, double *out) {
    const double *I = p->inverse_inertia + 6 * b;
    for (int i = 0; i < 3; i++) out[i] = a[i] * p->inverse_mass[b];
    out[3] = I[0] * a[3] + I[1] * a[4] + I[2] * a[5];
    out[4] = I[1] * a[3] + I[3] * a[4] + I[4] * a[5];
    out[5] = I[2] * a[3] + I[4] * a[4] + I[5] * a[5];
}

/* r += D v */
static inline void add_approach(problem *p) {
    for (int i = 0; i < rows_of(p); i++)
        for (int side = 0; side < 2; side++) {
            int b;
            const double *D = row_of(p, i, side, &b);
            for (int j = 0; b >= 0 && j < 6; j++) p->r[i] += D[j] * p->v[6 * b + j];
        }
}

/* N = D^T M^-1 D by definition */
static inline void multiply_out(problem *p) {
    int n = rows_of(p);
    free(p->N);
    p->N = zeros(n * n, sizeof(double));
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int s = 0; s < 4; s++) {
                int a, b;
                const double *A = row_of(p, i, s / 2, &a), *B = row_of(p, j, s % 2, &b);
                if (a < 0 || a != b) continue;
                double MB[6];
                times_inverse(p, a, B, MB);
                for (int k = 0; k < 6; k++) p->N[i * n + j] += A[k] * MB[k];
            }
}

static inline tw_cone_rows given(const problem *p) {
    return (tw_cone_rows){.contacts = p->contacts,
                          .bounded = p->bounded,
                          .mu = p->mu,
                          .lo = p->lo,
                          .hi = p->hi,
                          .r = p->r};
}

static inline tw_cone_bodies bodies_of(const problem *p) {
    return (tw_cone_bodies){.count = p->count,
                            .inverse_mass = p->inverse_mass,
                            .inverse_inertia = p->inverse_inertia,
                            .contact_body = p->contact_body,
                            .contact_D = p->contact_D,
                            .bounded_body = p->bounded_body,
                            .bounded_D = p->bounded_D};
}

static inline long double most(long double a, long double b) {
    return a > b ? a : b;
}

/*
 * How much the conditions themselves are missed, without any projection: gaps that close, pulls,
 * friction beyond its limit, friction that does not oppose sliding, products that are not 0. In
 * units of u: multipliers count w times, and u itself; the products are divided by what makes them
 * a velocity where the other factor is of the size `size`.
 */
static inline long double missed(const tw_cone_rows *rows, const double *N, const double *x,
                                 long double size) {
    int n = 3 * rows->contacts + rows->bounded;
    long double worst = 0, *u = zeros(n, sizeof *u);
    for (int i = 0; i < n; i++) {
        u[i] = rows->r[i];
        for (int j = 0; j < n; j++) u[i] += (long double)N[i * n + j] * x[j];
    }
    for (int k = 0; k < rows->contacts; k++) {
        int i = 3 * k;
        long double w =
            ((long double)N[i * n + i] + N[(i + 1) * n + i + 1] + N[(i + 2) * n + i + 2]) / 3;
        long double t = sqrtl((long double)x[i + 1] * x[i + 1] + (long double)x[i + 2] * x[i + 2]);
        long double s = sqrtl(u[i + 1] * u[i + 1] + u[i + 2] * u[i + 2]);
        long double room = (long double)rows->mu[k] * x[i] - t;
        worst = most(worst, -u[i]);
        worst = most(worst, -w * x[i]);
        worst = most(worst, w * x[i] * u[i] / size);
        worst = most(worst, -w * room);
        worst = most(worst, w * room * s / size);
        /* |t| |u_t| + t u_t = 0: opposite */
        long double work = x[i + 1] * u[i + 1] + x[i + 2] * u[i + 2];
        worst = most(worst, w * (t * s + work) / size);
    }
    for (int k = 0; k < rows->bounded; k++) {
        int i = 3 * rows->contacts + k;
        long double w = N[i * n + i] > 0 ? N[i * n + i] : 1;
        long double below = (long double)x[i] - rows->lo[k],
                    above = (long double)rows->hi[k] - x[i];
        worst = most(worst, -w * below);
        worst = most(worst, -w * above);
        if (u[i] > 0) worst = most(worst, fminl(u[i], w * below));
        if (u[i] < 0) worst = most(worst, fminl(-u[i], w * above));
    }
    free(u);
    return worst;
}

#endif
