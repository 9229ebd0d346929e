/*
 * For poses where the constraints contradict each other, or seem to: Newton's method on f = |w D|^2
 * / 2 with its whole second derivative,
 *
 *     H = A^T A + sum_i w^2 D_i D_i'',   z = -(H + mu)^-1 A^T w D,
 *
 * where mu > 0 is at least so large that H + mu is positive definite, and grows if a step gains
 * too little. Convergence is quadratic at a local minimum with D != 0: there the gradient vanishes
 * and H has no negative eigenvalue. A saddle is left along the direction of the most negative
 * curvature, found by inverse iteration. The direction has the sign that leads downhill; if the
 * gradient has no part along it, the sign that makes its largest component positive, so that equal
 * input gives equal results.
 *
 * D_i'' needs no formulas of its own: along a motion with constant velocities D'' is the bias of
 * the kind, a quadratic form of the velocities plus parts that are linear and constant in them
 * (explicit time), so that 2 q(u, v) = bias(u + v) - bias(u) - bias(v) + bias(0).
 *
 * H couples bodies that share a constraint; it is stored as a band, with the bodies in their order
 * in the island.
 */
#include "analysis/assembly/impl.h"

#include "numeric/linear/symmetric.h"

#include <string.h>

enum { MOST_STEPS = 400, SLOT_DOF = 6, HALVINGS = 12, INVERSE = 20 };

static const double TURN = 0.5; /* largest rotation of a body in one step, rad */
/* longest step that leaves a saddle: rad, or relative to the island's size */
static const double LEAVE = 0.2;
static const double STATIONARY = 1e-13; /* a relative gradient below this counts as 0 */
/* a relative gradient below this counts as 0 if rounding prevents a further descent */
static const double NEARLY = 1e-7;
/* a negative eigenvalue of H counts as 0 if it is less than about twice this part of the largest
 * diagonal entry */
static const double FLAT = 1e-9;

typedef struct newton {
    tw_assembly *a;
    int width;
    double *H, *factor;       /* bands [columns] */
    double *gradient, *v, *p; /* [columns] */
    double *terms;            /* scratch for D, D1, bias, J and W of one constraint */
    /* [dofs] scratch: bias of each constraint for a unit velocity along one coordinate */
    double *bias;
    double top; /* largest diagonal entry of H */
    double mu;
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

/* sum over the rows of constraint k of w^2 D_i times its bias for unit velocities in the
 * coordinates u and v (-1: none) */
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

static void add_entry(newton *n, const tw_assembly_block *k, int u, int v, double x) {
    int i = SLOT_DOF * k->place[u / SLOT_DOF] + u % SLOT_DOF;
    int j = SLOT_DOF * k->place[v / SLOT_DOF] + v % SLOT_DOF;
    n->H[i >= j ? tw_band_at(n->width, i, j) : tw_band_at(n->width, j, i)] += x;
}

static void add_curvature(newton *n, const tw_assembly_block *k) {
    int dofs = SLOT_DOF * k->slots;
    double rest = weighed_bias(n, k, -1, -1);
    for (int u = 0; u < dofs; u++) n->bias[u] = weighed_bias(n, k, u, -1) - rest;
    for (int u = 0; u < dofs; u++)
        for (int v = 0; v <= u; v++)
            add_entry(n, k, u, v,
                      0.5 * (weighed_bias(n, k, u, v) - rest - n->bias[u] - n->bias[v]));
}

static void add_square(newton *n, const tw_assembly_block *k) {
    const double *row = n->a->now.A + k->at;
    int dofs = SLOT_DOF * k->slots;
    for (int r = 0; r < k->b->rows; r++, row += dofs)
        for (int u = 0; u < dofs; u++)
            for (int v = 0; v <= u; v++) add_entry(n, k, u, v, row[u] * row[v]);
}

/* computes H and the gradient at a->now; false: a number is not finite */
static bool expand(newton *n) {
    tw_assembly *a = n->a;
    /* a->now is evaluated again, since the pass has the motions of the last trial */
    memcpy(a->trial.pose, a->now.pose, (size_t)(TW_POSE * a->bodies) * sizeof(double));
    if (!tw_assembly_evaluate(a, &a->trial)) return false;
    memset(n->H, 0, tw_band_size(a->columns, n->width) * sizeof(double));
    for (int i = 0; i < a->blocks; i++) {
        add_square(n, &a->block[i]);
        add_curvature(n, &a->block[i]);
    }
    n->top = 0;
    for (int i = 0; i < a->columns; i++)
        n->top = fmax(n->top, fabs(n->H[tw_band_at(n->width, i, i)]));
    tw_assembly_transposed(a, &a->now, a->now.D, n->gradient);
    return isfinite(n->top);
}

/* factors H + mu; false: not positive definite */
static bool shift(newton *n, double mu) {
    tw_assembly *a = n->a;
    memcpy(n->factor, n->H, tw_band_size(a->columns, n->width) * sizeof(double));
    for (int i = 0; i < a->columns; i++) n->factor[tw_band_at(n->width, i, i)] += mu;
    return tw_band_factor(a->columns, n->width, n->factor);
}

/* finds the least shift mu >= FLAT n->top for which H + mu is positive definite, to a few parts in
 * a thousand, and factors H + mu with it */
static double least_shift(newton *n) {
    double low = 0, high = FLAT * n->top;
    if (shift(n, high)) return high;
    while (!shift(n, high) && high < 1e6 * n->top) {
        low = high;
        high *= 8;
    }
    for (int i = 0; i < HALVINGS; i++) {
        double mu = 0.5 * (low + high);
        if (shift(n, mu))
            high = mu;
        else
            low = mu;
    }
    shift(n, high);
    return high;
}

static double dot(const double *x, const double *y, int n) {
    double sum = 0;
    for (int i = 0; i < n; i++) sum += x[i] * y[i];
    return sum;
}

/* n->v: unit vector of the most negative curvature of H, by inverse iteration with the factors of
 * the least shift */
static void most_negative(newton *n) {
    int c = n->a->columns;
    /* the start vector has no symmetry, so that it has a part along every direction */
    for (int i = 0; i < c; i++) n->v[i] = 1 + 0.1 * (i % 7);
    for (int k = 0; k < INVERSE; k++) {
        tw_band_solve(c, n->width, n->factor, n->v);
        double length = sqrt(dot(n->v, n->v, c));
        for (int i = 0; i < c; i++) n->v[i] /= length;
    }
    double largest = 0;
    for (int i = 0; i < c; i++)
        if (fabs(n->v[i]) > fabs(largest) * (1 + 1e-6)) largest = n->v[i];
    double g = dot(n->gradient, n->v, c), size = sqrt(dot(n->gradient, n->gradient, c));
    double sign = fabs(g) > 1e-6 * size ? -g : largest;
    if (sign < 0)
        for (int i = 0; i < c; i++) n->v[i] = -n->v[i];
}

/* longest motion of a body by the step z: rad, or relative to the island's size */
static double reach(const tw_assembly *a, const double *z) {
    double most = tw_assembly_move(a, a->now.pose, z, NULL);
    for (int i = 0; i < a->bodies; i++) {
        double m = a->d->world->body.data[a->body[i]]->mass;
        most = fmax(most, v3_length(v3_load(z + SLOT_DOF * i)) / sqrt(m) / a->scale);
    }
    return most;
}

/* tries the step a->z, which leads to the poses a->trial. Returns the reduction of the cost divided
 * by `promised`, the predicted reduction; < 0: the cost grows */
static double attempt(newton *n, double promised) {
    tw_assembly *a = n->a;
    a->report->iterations++;
    tw_assembly_move(a, a->now.pose, a->z, a->trial.pose);
    if (!tw_assembly_evaluate(a, &a->trial)) return -1;
    /* if the predicted change of the cost is below rounding, gradients are compared instead */
    if (promised < 1e-12 * a->now.cost)
        return tw_assembly_gradient(a, &a->trial) < tw_assembly_gradient(a, &a->now) ? 1 : -1;
    return (a->now.cost - a->trial.cost) / promised;
}

static void take(newton *n) {
    tw_assembly *a = n->a;
    a->report->movement += tw_assembly_length(a, a->z);
    tw_assembly_accept(a);
}

/* makes a step off a saddle along n->v, halved until the cost falls; false: it never does */
static bool leave(newton *n) {
    tw_assembly *a = n->a;
    double part = LEAVE / reach(a, n->v);
    for (int i = 0; i < 30 && a->left > 0; i++, part *= 0.5) {
        for (int j = 0; j < a->columns; j++) a->z[j] = part * n->v[j];
        tw_assembly_move(a, a->now.pose, a->z, a->trial.pose);
        a->report->iterations++;
        if (!tw_assembly_evaluate(a, &a->trial) || !(a->trial.cost < a->now.cost)) continue;
        a->report->escapes++;
        take(n);
        return true;
    }
    return false;
}

/* Does only negative curvature lead away from a->now: is the step with the least shift (which is
 * factored) short, and does it promise less than a step along n->v? The second condition is needed
 * because, where the gradient is not 0, rotation vectors as coordinates may show a negative
 * curvature that means nothing, as for the turn of a rod about its own axis. */
static bool is_saddle(newton *n, double least) {
    int c = n->a->columns;
    for (int i = 0; i < c; i++) n->p[i] = -n->gradient[i];
    tw_band_solve(c, n->width, n->factor, n->p);
    if (!(reach(n->a, n->p) < 0.1 * LEAVE)) return false;
    most_negative(n);
    double part = LEAVE / reach(n->a, n->v);
    return least * part * part > -dot(n->p, n->gradient, c);
}

/* makes a Newton step, with a shift that is increased until the step lowers the cost; false: no
 * shift does */
static bool advance(newton *n, double least) {
    tw_assembly *a = n->a;
    int c = a->columns;
    n->mu = fmax(n->mu, least);
    for (; n->mu < 1e3 * n->top && a->left > 0; n->mu = fmax(4 * n->mu, 1e-6 * n->top)) {
        if (!shift(n, n->mu)) continue;
        for (int i = 0; i < c; i++) n->p[i] = -n->gradient[i];
        tw_band_solve(c, n->width, n->factor, n->p);
        double angle = tw_assembly_move(a, a->now.pose, n->p, NULL);
        if (!isfinite(angle)) continue;
        double part = angle > TURN ? TURN / angle : 1;
        /* p H p of Newton's step p, which follows from (H + mu) p = -g: p H p = -p g - mu p p */
        double pg = -dot(n->p, n->gradient, c), pp = dot(n->p, n->p, c);
        double promised = part * pg - 0.5 * part * part * (pg - n->mu * pp);
        for (int i = 0; i < c; i++) a->z[i] = part * n->p[i];
        double gain = attempt(n, promised);
        if (!(gain > 1e-4)) continue;
        take(n);
        if (gain > 0.5) n->mu *= gain > 0.9 ? 0.01 : 0.3;
        return true;
    }
    return false;
}

static tw_status prepare(newton *n) {
    tw_assembly *a = n->a;
    size_t c = (size_t)a->columns, terms = 0;
    int dofs = 0, gap = 0;
    for (int i = 0; i < a->blocks; i++) {
        const tw_assembly_block *k = &a->block[i];
        const tw_block *b = k->b;
        size_t rows = (size_t)b->rows + (size_t)(b->W ? b->dofs : 0);
        size_t need = 3 * (size_t)b->rows + rows * (size_t)b->bind->slots * 6;
        terms = need > terms ? need : terms;
        dofs = k->slots * SLOT_DOF > dofs ? k->slots * SLOT_DOF : dofs;
        for (int u = 0; u < k->slots; u++)
            for (int v = 0; v < k->slots; v++)
                gap = k->place[u] - k->place[v] > gap ? k->place[u] - k->place[v] : gap;
    }
    n->width = SLOT_DOF * gap + SLOT_DOF - 1;
    n->H = tw_arena_new(&a->memory, double, tw_band_size(a->columns, n->width));
    n->factor = tw_arena_new(&a->memory, double, tw_band_size(a->columns, n->width));
    n->gradient = tw_arena_new(&a->memory, double, c);
    n->v = tw_arena_new(&a->memory, double, c);
    n->p = tw_arena_new(&a->memory, double, c);
    n->terms = tw_arena_new(&a->memory, double, terms);
    n->bias = tw_arena_new(&a->memory, double, dofs);
    return n->H && n->factor && n->gradient && n->v && n->p && n->terms && n->bias
               ? TW_OK
               : tw_fail_memory();
}

tw_status tw_assembly_minimum(tw_assembly *a, bool *minimum) {
    *minimum = false;
    newton n = {.a = a};
    TW_TRY(prepare(&n));
    double start = a->now.cost;
    for (int i = 0; i < MOST_STEPS && a->left > 0; i++) {
        if (!expand(&n)) return tw_fail(TW_NONFINITE, "%s", a->d->culprit);
        double gradient = tw_assembly_gradient(a, &a->now), least = least_shift(&n);
        bool bent = least > 2 * FLAT * n.top;
        *minimum = !bent && gradient < NEARLY;
        if (!bent && gradient < STATIONARY) return TW_OK;
        bool taken =
            bent && is_saddle(&n, least) ? leave(&n) : advance(&n, bent ? 2 * least : least);
        if (!taken) return TW_OK;
        *minimum = false;
        if (a->now.deviation <= a->tolerance || a->now.cost < 0.25 * start) return TW_OK;
    }
    return TW_OK;
}
