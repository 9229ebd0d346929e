/*
 * Step 2 of [BB88 fig. 15]: the constraint equation. Per enabled constraint, with d = 2/tau and
 * k = 1/tau^2 unless given [BB88 eq. 7 with D1 * 2/tau and D / tau^2, K06]:
 *
 *     A lambda = -r,   A = J M^-1 J^T,   r = J a + bias + d D' + k D      (position level)
 *                                        r = J a + bias + V / tau         (velocity level)
 *                                        r = J a + bias                   (acceleration level)
 *
 * where a are the accelerations without constraint forces: F_E/m, I^-1 (T_E + L x omega), or the
 * known ones of driven bodies. r is kept in four parts, so that a force can be split as in [BB88
 * fig. 10].
 */
#include "dynamics/pass/pass.h"

#include <float.h>

#include <string.h>

void tw_rates(const tw_world *w, const tw_constraint *c, double t, double *tau, double *k,
              double *d) {
    double own = tw_value1(&c->tau, t), kk = tw_value1(&c->k, t), dd = tw_value1(&c->d, t);
    *tau = isnan(own) ? tw_value1(&w->set.tau, t) : own;
    *k = isnan(kk) ? 1 / (*tau * *tau) : kk;
    *d = isnan(dd) ? 2 / *tau : dd;
}

void tw_terms_of(const tw_bind *b, double t, tw_terms *terms) {
    tw_terms_from(b, t, ((const tw_constraint *)(const void *)b->o)->beyond_now, terms);
}

void tw_terms_from(const tw_bind *b, double t, int bound, tw_terms *terms) {
    const tw_constraint_kind *kind = (const tw_constraint_kind *)b->o->kind;
    size_t rows = (size_t)terms->rows, slots = (size_t)terms->slots;
    memset(terms->D, 0, rows * sizeof(double));
    memset(terms->D1, 0, rows * sizeof(double));
    memset(terms->bias, 0, rows * sizeof(double));
    memset(terms->J, 0, rows * slots * 6 * sizeof(double));
    if (terms->W) memset(terms->W, 0, (size_t)kind->dof(b->o->own) * slots * 6 * sizeof(double));
    tw_terms_in in = {t,        b->o->own, b->point, b->vector, b->body_motion, b->body_slot,
                      b->slots, b->joint};
    kind->terms(&in, terms);
    if (!bound) return;
    tw_bounds1 bounds = kind->bounds(b->o->own, t);
    tw_jet1 at = bound > 0 ? bounds.lower : bounds.upper;
    terms->D[0] -= at.v;
    terms->D1[0] -= at.d1;
    terms->bias[0] -= at.d2;
}

tw_terms tw_block_terms(tw_dynamics *d, tw_block *b, double t) {
    tw_pass *p = &d->pass;
    tw_terms terms = {b->rows,          b->bind->slots, p->D + b->row, p->D1 + b->row,
                      p->bias + b->row, b->J,           b->W};
    tw_bind_resolve(b->bind, p->motion, t);
    tw_terms_of(b->bind, t, &terms);
    if (b->kind->torque_point && b->bind->slots > 0)
        b->arm = m3_mul_v(&p->motion[b->bind->body[0]].R, b->kind->torque_point(b->c->o.own));
    return terms;
}

vec3 tw_bound_column(const tw_block *b, bool torque, int i) {
    static const double ROUNDING = 1e-13;
    const double *row = b->J + (ptrdiff_t)i * b->bind->slots * 6;
    vec3 force = v3_load(row);
    if (!torque) return force;
    vec3 about = v3_sub(v3_load(row + 3), v3_cross(b->arm, force));
    bool none = v3_length(about) <= ROUNDING * v3_length(b->arm) * v3_length(force);
    return none ? v3_zero() : about;
}

/* accelerations that a body has without constraint forces: by external force and torque, and by
 * inertia (the gyroscopic term; for a driven body the accelerations of its path) */
typedef struct free_acceleration {
    vec3 external, external_angular, inertial, inertial_angular;
} free_acceleration;

static free_acceleration free_motion(const tw_body_motion *m, const tw_wrench *external) {
    free_acceleration a;
    a.external = v3_scale(external->force, m->m_inv);
    a.external_angular = m3_mul_v(&m->I_inv, external->torque);
    a.inertial = m->a;
    a.inertial_angular = v3_add(m->alpha, m3_mul_v(&m->I_inv, v3_cross(m->L, m->omega)));
    return a;
}

/* relative error of a state within a step that p->unknown assumes, in units of the stepper's
 * rtol */
static const double UNKNOWN = 1;

/* size that relative rounding errors of d D' + k D refer to: the value that this sum would have if
 * D were as large as the largest coordinate of the constraint's points, or 1 rad for angles */
static double unrounded(const tw_pass *p, const tw_bind *b, double k, double dd) {
    double x = b->vectors > 0 || b->bodies > 0 ? 1 : 0, v = 0;
    for (int i = 0; i < b->points; i++) {
        x = fmax(x, v3_length(b->point[i].x));
        v = fmax(v, v3_length(b->point[i].v));
    }
    for (int s = 0; s < b->slots && x == 1; s++)
        v = fmax(v, v3_length(p->motion[b->body[s]].omega));
    return k * x + dd * v;
}

/* fails if a bound (max_force, max_torque) of the block is not a number; a negative bound counts as
 * 0, since a bound that decays may pass 0 */
static tw_status check_bounds(tw_dynamics *d, const tw_block *b) {
    const tw_value *bound[2] = {tw_bound_of(b, false), tw_bound_of(b, true)};
    for (int i = 0; i < 2; i++) {
        if (tw_value_is_unset(bound[i]) || !isnan(tw_value1(bound[i], d->pass.t))) continue;
        tw_object_label(&b->c->o, d->culprit, sizeof d->culprit);
        return tw_fail(TW_NONFINITE, "%s: its %s is not a number", d->culprit,
                       i == 0 ? "max_force" : "max_torque");
    }
    return TW_OK;
}

/* sets the two parts of a block's r that come from its law: d D' and k D; at velocity level V /
 * tau; at acceleration level 0 */
static void law_parts(tw_pass *p, const tw_block *b, double tau, double k, double dd) {
    tw_level level = tw_level_of(b->kind, b->c->o.own);
    for (int row = b->row; row < b->row + b->rows; row++) {
        p->part[TW_SPLIT_VELOCITY][row] = level == TW_POSITION_LEVEL ? dd * p->D1[row] : 0;
        p->part[TW_SPLIT_DEVIATION][row] = level == TW_POSITION_LEVEL   ? k * p->D[row]
                                           : level == TW_VELOCITY_LEVEL ? p->D[row] / tau
                                                                        : 0;
    }
}

/* adds J a of a block to the external and inertial parts of r, and the sizes of its terms to
 * p->noise; a: accelerations of its bodies without constraint forces */
static void add_accelerations(tw_pass *p, const tw_block *b, const tw_terms *terms) {
    for (int s = 0; s < terms->slots; s++) {
        int body = b->bind->body[s];
        free_acceleration a = free_motion(&p->motion[body], &p->external[body]);
        for (int i = 0; i < b->rows; i++) {
            int row = b->row + i;
            const double *j = tw_row(terms, i, s);
            double part[4] = {
                v3_dot(v3_load(j), a.external), v3_dot(v3_load(j + 3), a.external_angular),
                v3_dot(v3_load(j), a.inertial), v3_dot(v3_load(j + 3), a.inertial_angular)};
            p->part[TW_SPLIT_EXTERNAL][row] += part[0] + part[1];
            p->part[TW_SPLIT_INERTIAL][row] += part[2] + part[3];
            for (int n = 0; n < 4; n++) p->noise[row] += fabs(part[n]);
        }
    }
}

static tw_status block_rows(tw_dynamics *d, tw_block *b) {
    tw_pass *p = &d->pass;
    TW_TRY(check_bounds(d, b));
    tw_terms terms = tw_block_terms(d, b, p->t);
    double tau, k, dd;
    tw_rates(d->world, b->c, p->t, &tau, &k, &dd);
    b->weight = tw_value1(&b->c->weight, p->t);
    double rest = unrounded(p, b->bind, k, dd);
    law_parts(p, b, tau, k, dd);
    for (int i = 0; i < b->rows; i++) {
        p->part[TW_SPLIT_EXTERNAL][b->row + i] = 0;
        p->part[TW_SPLIT_INERTIAL][b->row + i] = terms.bias[i];
        p->noise[b->row + i] = rest + fabs(terms.bias[i]);
    }
    add_accelerations(p, b, &terms);
    for (int row = b->row; row < b->row + b->rows; row++) {
        double size = p->noise[row];
        p->noise[row] = DBL_EPSILON * size;
        p->unknown[row] = UNKNOWN * d->world->set.rtol * (size - rest);
        p->r[row] = p->part[TW_SPLIT_EXTERNAL][row] + p->part[TW_SPLIT_INERTIAL][row] +
                    p->part[TW_SPLIT_VELOCITY][row] + p->part[TW_SPLIT_DEVIATION][row];
        if (!isfinite(p->r[row])) {
            tw_object_label(&b->c->o, d->culprit, sizeof d->culprit);
            return tw_fail(TW_NONFINITE, "%s: its deviation or a derivative of it is not finite",
                           d->culprit);
        }
    }
    return TW_OK;
}

tw_status tw_rows(tw_dynamics *d, const tw_part *part) {
    for (int i = 0; i < part->blocks; i++) TW_TRY(block_rows(d, &d->pass.block[part->block[i]]));
    return TW_OK;
}

void tw_rows_terms(tw_dynamics *d, const tw_part *part) {
    for (int i = 0; i < part->blocks; i++) {
        tw_block *b = &d->pass.block[part->block[i]];
        double tau, k, dd;
        tw_block_terms(d, b, d->pass.t);
        tw_rates(d->world, b->c, d->pass.t, &tau, &k, &dd);
        law_parts(&d->pass, b, tau, k, dd);
    }
}

double tw_row_speed(const tw_dynamics *d, const tw_block *b, int row) {
    const double *J = b->J + 6 * (size_t)row * (size_t)b->bind->slots;
    double sum = 0;
    for (int s = 0; s < b->bind->slots; s++, J += 6) {
        const tw_body_motion *m = &d->pass.motion[b->bind->body[s]];
        sum += v3_dot(v3_load(J), m->v) + v3_dot(v3_load(J + 3), m->omega);
    }
    return sum;
}
