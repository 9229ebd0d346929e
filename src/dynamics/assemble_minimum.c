/*
 * Where the constraints contradict each other, or seem to: Newton's method on f = |w D|^2 / 2 with
 * its whole second derivative,
 *
 *     H = A^T A + sum_i w^2 D_i D_i'',
 *
 * in a trust region, from the eigenvalues of H: convergence is quadratic at a local minimum with
 * D != 0, and a saddle is left along its most negative curvature (in the direction whose largest
 * component is positive: the same input goes the same way).
 *
 * D_i'' needs no formulas of its own: along a motion with constant velocities D'' is the bias of
 * the kind, a quadratic form of the velocities plus parts that are linear and constant in them
 * (explicit time), so that 2 q(u, v) = bias(u + v) - bias(u) - bias(v) + bias(0).
 */
#include "dynamics/assemble_impl.h"

#include "numeric/symmetric.h"

#include <string.h>

/* more columns than this are left to Levenberg-Marquardt: the eigenvalues would take minutes */
enum { MOST_COLUMNS = 600, MOST_STEPS = 200, SLOT_DOF = 6 };

static const double TURN = 0.5;         /* rad, first radius */
static const double STATIONARY = 1e-12; /* of the relative gradient */
static const double NEARLY = 1e-7;      /* the same when rounding stops the descent */
static const double FLAT = 1e-9;        /* of the largest eigenvalue: neither up nor down */

typedef struct newton {
    tw_assembly *a;
    double *H, *value, *scratch; /* [n n], [n] */
    double *gradient, *along;    /* [n] in the axes of the island; of the eigenvectors */
    double *terms;               /* D, D1, bias, J, W of one constraint */
    double *bias;                /* [1 + dofs] biases of the single velocities */
    double radius;
} newton;

static void set_velocity(const tw_assembly *a, const tw_assembly_block *k, int u, double sign) {
    if (u < 0) return;
    int slot = u / SLOT_DOF, body = k->b->bind->body[k->slot[slot]];
    tw_body_motion *m = &a->d->pass.motion[body];
    double z[SLOT_DOF] = {0};
    z[u % SLOT_DOF] = sign;
    vec3 omega = m3_mul_v(&m->R, m3_mul_v(&a->d->root[body], v3_load(z + 3)));
    m->v = v3_madd(m->v, sqrt(m->m_inv), v3_load(z));
    m->omega = v3_add(m->omega, omega);
}

/* sum_i w^2 D_i bias_i with velocities u and v (-1: none); D weighted by l */
static double weighed_bias(newton *n, const tw_assembly_block *k, int u, int v) {
    const tw_assembly *a = n->a;
    const tw_bind *bind = k->b->bind;
    for (int s = 0; s < k->slots; s++) {
        tw_body_motion *m = &a->d->pass.motion[bind->body[k->slot[s]]];
        m->v = m->omega = v3_zero();
    }
    set_velocity(a, k, u, 1);
    set_velocity(a, k, v, 1);
    tw_bind_resolve(k->b->bind, a->d->pass.motion, a->t);
    size_t rows = (size_t)k->b->rows, slots = (size_t)bind->slots;
    double *D = n->terms, *J = D + 3 * rows;
    tw_terms terms = {k->b->rows,
                      bind->slots,
                      D,
                      D + rows,
                      D + 2 * rows,
                      J,
                      k->b->W ? J + rows * slots * 6 : NULL};
    tw_terms_of(bind, a->t, &terms);
    double sum = 0;
    for (size_t i = 0; i < rows; i++)
        sum += k->b->weight * a->now.D[(size_t)k->row + i] * terms.bias[i];
    return sum;
}

static void add_curvature(newton *n, const tw_assembly_block *k) {
    int dofs = SLOT_DOF * k->slots, columns = n->a->columns;
    double rest = weighed_bias(n, k, -1, -1);
    for (int u = 0; u < dofs; u++) n->bias[u] = weighed_bias(n, k, u, -1) - rest;
    for (int u = 0; u < dofs; u++)
        for (int v = 0; v <= u; v++) {
            double both = weighed_bias(n, k, u, v) - rest - n->bias[u] - n->bias[v];
            int i = SLOT_DOF * k->place[u / SLOT_DOF] + u % SLOT_DOF;
            int j = SLOT_DOF * k->place[v / SLOT_DOF] + v % SLOT_DOF;
            n->H[(size_t)i * (size_t)columns + (size_t)j] += 0.5 * both;
            if (i != j) n->H[(size_t)j * (size_t)columns + (size_t)i] += 0.5 * both;
        }
}

static void add_square(newton *n, const tw_assembly_block *k) {
    const double *row = n->a->now.A + k->at;
    int dofs = SLOT_DOF * k->slots, columns = n->a->columns;
    for (int r = 0; r < k->b->rows; r++, row += dofs)
        for (int u = 0; u < dofs; u++) {
            int i = SLOT_DOF * k->place[u / SLOT_DOF] + u % SLOT_DOF;
            for (int v = 0; v < dofs; v++) {
                int j = SLOT_DOF * k->place[v / SLOT_DOF] + v % SLOT_DOF;
                n->H[(size_t)i * (size_t)columns + (size_t)j] += row[u] * row[v];
            }
        }
}

/* eigenvalues and vectors of the second derivative at a->now, the gradient along them */
static tw_status expand(newton *n) {
    tw_assembly *a = n->a;
    size_t c = (size_t)a->columns;
    /* the motions belong to the last pose that was tried */
    tw_linear here = a->now;
    memcpy(a->trial.pose, here.pose, (size_t)(TW_POSE * a->bodies) * sizeof(double));
    if (!tw_assembly_evaluate(a, &a->trial)) return tw_fail(TW_NONFINITE, "%s", a->d->culprit);
    memset(n->H, 0, c * c * sizeof(double));
    for (int i = 0; i < a->blocks; i++) {
        add_square(n, &a->block[i]);
        add_curvature(n, &a->block[i]);
    }
    TW_TRY(tw_eigen(a->columns, n->H, n->value, n->scratch));
    tw_assembly_transposed(a, &a->now, a->now.D, n->gradient);
    for (size_t i = 0; i < c; i++) {
        n->along[i] = 0;
        for (size_t j = 0; j < c; j++) n->along[i] += n->H[i * c + j] * n->gradient[j];
    }
    return TW_OK;
}

/* |z| for a shift mu of the eigenvalues */
static double step_length(const newton *n, double mu) {
    double sum = 0;
    for (int i = 0; i < n->a->columns; i++) {
        double s = n->value[i] + mu;
        double c = s > 0 ? n->along[i] / s : 0;
        sum += c * c;
    }
    return sqrt(sum);
}

/* the minimum of the quadratic model within the radius into a->z; returns what it promises */
static double propose(newton *n) {
    tw_assembly *a = n->a;
    size_t c = (size_t)a->columns;
    double top = fmax(fabs(n->value[0]), fabs(n->value[c - 1])), floor = FLAT * top;
    double least = fmax(0, -n->value[0]) + floor, mu = least;
    if (step_length(n, mu) > n->radius) {
        double low = mu, high = fmax(2 * mu, top);
        while (step_length(n, high) > n->radius) high *= 4;
        for (int i = 0; i < 60; i++) {
            mu = 0.5 * (low + high);
            if (step_length(n, mu) > n->radius)
                low = mu;
            else
                high = mu;
        }
        mu = high;
    }
    double length = step_length(n, mu), promised = 0;
    for (size_t j = 0; j < c; j++) a->z[j] = 0;
    for (size_t i = 0; i < c; i++) {
        double s = -n->along[i] / (n->value[i] + mu);
        if (i == 0 && n->value[0] < -floor && length < 0.5 * n->radius) {
            /* nothing pulls along the most negative curvature: go there all the same */
            double extra = sqrt(n->radius * n->radius - length * length), largest = 0;
            for (size_t j = 0; j < c; j++)
                if (fabs(n->H[j]) > fabs(largest) * (1 + 1e-9)) largest = n->H[j];
            bool positive =
                s != 0 && fabs(n->along[0]) > STATIONARY * top * n->radius ? s > 0 : largest > 0;
            s += positive ? extra : -extra;
            a->report->escapes++;
        }
        promised -= s * (n->along[i] + 0.5 * n->value[i] * s);
        for (size_t j = 0; j < c; j++) a->z[j] += s * n->H[i * c + j];
    }
    return promised;
}

static tw_status prepare(newton *n) {
    tw_assembly *a = n->a;
    size_t c = (size_t)a->columns, terms = 0;
    int dofs = 0;
    for (int i = 0; i < a->blocks; i++) {
        const tw_block *b = a->block[i].b;
        size_t rows = (size_t)(b->rows + (b->W ? b->dofs : 0));
        size_t need = 3 * (size_t)b->rows + rows * (size_t)b->bind->slots * 6;
        terms = need > terms ? need : terms;
        dofs = a->block[i].slots * SLOT_DOF > dofs ? a->block[i].slots * SLOT_DOF : dofs;
    }
    n->H = tw_arena_new(&a->memory, double, c *c);
    n->value = tw_arena_new(&a->memory, double, c);
    n->scratch = tw_arena_new(&a->memory, double, tw_eigen_scratch(a->columns));
    n->gradient = tw_arena_new(&a->memory, double, c);
    n->along = tw_arena_new(&a->memory, double, c);
    n->terms = tw_arena_new(&a->memory, double, terms);
    n->bias = tw_arena_new(&a->memory, double, dofs);
    return n->H && n->value && n->scratch && n->gradient && n->along && n->terms && n->bias
               ? TW_OK
               : tw_fail_memory();
}

/* a trial step; true: taken */
static bool advance(newton *n) {
    tw_assembly *a = n->a;
    double promised = propose(n), angle = tw_assembly_move(a, a->now.pose, a->z, a->trial.pose);
    double length = tw_assembly_length(a, a->z);
    a->report->iterations++;
    bool finite = isfinite(angle) && angle < 1.5 && tw_assembly_evaluate(a, &a->trial);
    double gain = finite && promised > 0 ? (a->now.cost - a->trial.cost) / promised : -1;
    /* the cost does not show the last digits: there the gradient decides */
    if (finite && promised < 1e-12 * a->now.cost)
        gain = tw_assembly_gradient(a, &a->trial) < tw_assembly_gradient(a, &a->now) ? 1 : -1;
    if (gain > 0.75 && length > 0.7 * n->radius) n->radius *= 2;
    if (gain < 0.25) n->radius = 0.25 * fmin(length, n->radius);
    if (!(gain > 1e-4)) return false;
    a->report->movement += length;
    tw_assembly_accept(a);
    return true;
}

tw_status tw_assembly_minimum(tw_assembly *a, bool *minimum) {
    *minimum = false;
    if (a->columns > MOST_COLUMNS) return TW_OK;
    newton n = {.a = a};
    TW_TRY(prepare(&n));
    double inertia = 0, start = a->now.cost;
    for (int i = 0; i < a->bodies; i++) {
        const mat3 *I = &a->d->world->body.data[a->body[i]]->inertia;
        inertia = fmax(inertia, (I->m[0][0] + I->m[1][1] + I->m[2][2]) / 2);
    }
    n.radius = TURN * sqrt(inertia);
    for (int i = 0; i < MOST_STEPS && a->left > 0; i++) {
        TW_TRY(expand(&n));
        double top = fmax(fabs(n.value[0]), fabs(n.value[a->columns - 1]));
        double gradient = tw_assembly_gradient(a, &a->now);
        bool saddle = n.value[0] < -FLAT * top;
        *minimum = !saddle && gradient < NEARLY;
        if (!saddle && gradient < STATIONARY) return TW_OK;
        double smallest = 1e-12 * n.radius;
        bool taken = false;
        while (!taken && a->left > 0 && n.radius > smallest) taken = advance(&n);
        if (!taken) return TW_OK;
        *minimum = false;
        if (a->now.deviation <= a->tolerance || a->now.cost < 0.25 * start) return TW_OK;
    }
    return TW_OK;
}
