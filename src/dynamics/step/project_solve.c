/*
 * C(q* + M^-1 G^T lambda) = goal for one island: Broyden's method on lambda, started with the
 * pseudo-inverse of J M^-1 G^T at the start of the step or at the predicted pose (project.c)
 * [Kelley, Iterative Methods for Linear and Nonlinear Equations, ch. 7, good Broyden from its steps
 * alone]. All steps lie in the range of that pseudo-inverse H, so that lambda has minimum norm
 * where constraints are redundant; where they contradict each other, the contradictory part of the
 * error remains. With f_n the residual after n steps and s_j the steps,
 *
 *     z_0 = -H f,   z_n = -H f_n, then for j < n: z += s_(j+1) (s_j . z)/|s_j|^2,
 *     s_n = z / (1 - s_(n-1) . z / |s_(n-1)|^2)
 */
#include "dynamics/step/project_impl.h"

#include "numeric/linear/lsq.h"

#include <math.h>
#include <string.h>

/* ---- the start ------------------------------------------------------------------------------ */

tw_status tw_project_factor(tw_dynamics *d, const tw_island *isl, double *inverse) {
    tw_lsq_info info;
    d->stats.svd_calls++;
    if (!isl->square) {
        TW_TRY(tw_fill_general(d, isl));
        return tw_lsq_inverse(isl->rows, isl->dofs, d->matrix, TW_SINGULAR_CUTOFF, inverse,
                              d->scratch, &info);
    }
    TW_TRY(tw_fill_gram(d, isl));
    TW_TRY(tw_lsq_inverse_gram(isl->rows, 6 * isl->bodies, d->matrix, TW_SINGULAR_CUTOFF, inverse,
                               d->scratch, &info));
    /* P is the pseudo-inverse of the weighted equations, u = P w f; with lambda = w u, w is
     * multiplied to its rows and columns */
    double *row = inverse;
    for (int k = 0; k < isl->blocks; k++) {
        const tw_block *b = &d->pass.block[isl->block[k]];
        for (int i = 0; i < b->rows; i++, row += isl->rows)
            for (int j = 0; j < isl->rows; j++) row[j] *= b->weight;
    }
    return TW_OK;
}

/* ---- a trial -------------------------------------------------------------------------------- */

bool tw_project_move(tw_dynamics *d, int body) {
    tw_project *s = d->project;
    const tw_project_body *from = &s->body[body];
    tw_body_motion *m = &d->pass.motion[body];
    vec3 p = v3_madd(from->p, 1 / s->h, s->sum[body].force);
    m->L = v3_madd(from->L, 1 / s->h, s->sum[body].torque);
    m->v = v3_scale(p, m->m_inv);
    m->x = v3_madd(from->x, s->h, m->v);
    const tw_body *b = d->world->body.data[body];
    /* first guess of the angular velocity at the end: omega' = omega + h I^-1 (T + L x omega) */
    mat3 R = q_matrix(from->q), I_inv = m3_rotate(&R, &b->inertia_inv);
    m->omega = v3_add(from->omega, m3_mul_v(&I_inv, v3_sub(m->L, from->spin)));
    if (!tw_project_turn(b, from->q, m->L, s->h, &m->q, &m->omega)) {
        tw_object_label(&b->o, d->culprit, sizeof d->culprit);
        return false;
    }
    m->R = q_matrix(m->q);
    m->I_inv = m3_rotate(&m->R, &b->inertia_inv);
    return isfinite(m->x.x + m->x.y + m->x.z);
}

/* s->sum: wrenches of lambda, or of a step of it, on the island's bodies; 0 on others */
static void distribute(tw_dynamics *d, const tw_island *isl, const double *lambda) {
    tw_wrench *sum = d->project->sum;
    for (int i = 0; i < isl->bodies; i++) sum[isl->body[i]] = (tw_wrench){0};
    for (int k = 0; k < isl->blocks; k++) {
        const tw_block *b = &d->pass.block[isl->block[k]];
        const double *g = b->W ? b->W : b->J;
        for (int i = 0; i < b->dofs; i++, lambda++)
            for (int s = 0; s < b->bind->slots; s++, g += 6) {
                tw_wrench *w = &sum[b->bind->body[s]];
                w->force = v3_madd(w->force, *lambda, v3_load(g));
                w->torque = v3_madd(w->torque, *lambda, v3_load(g + 3));
            }
    }
}

/* gain of a row: J M^-1 G^T for its own direction G; J: gradient at the present pose; G: direction
 * at the step's start */
static double own_gain(const tw_dynamics *d, const tw_block *b, int row, const double *J) {
    double sum = 0;
    for (int s = 0; s < b->bind->slots; s++) {
        const tw_body_motion *m = &d->pass.motion[b->bind->body[s]];
        const double *g = b->J + ((size_t)row * (size_t)b->bind->slots + (size_t)s) * 6;
        const double *j = J + ((size_t)row * (size_t)b->bind->slots + (size_t)s) * 6;
        sum += m->m_inv * v3_dot(v3_load(j), v3_load(g)) +
               v3_dot(v3_load(j + 3), m3_mul_v(&m->I_inv, v3_load(g + 3)));
    }
    return sum;
}

/* rate J v of a row, with J of the step's start and the present velocities */
static double own_speed(const tw_dynamics *d, const tw_block *b, int row) {
    double sum = 0;
    for (int s = 0; s < b->bind->slots; s++) {
        const tw_body_motion *m = &d->pass.motion[b->bind->body[s]];
        const double *g = b->J + ((size_t)row * (size_t)b->bind->slots + (size_t)s) * 6;
        sum += v3_dot(v3_load(g), m->v) + v3_dot(v3_load(g + 3), m->omega);
    }
    return sum;
}

/* f: weighted errors w (C - goal) of a block's rows at the poses in the pass; false: one is not
 * finite */
static bool block_residual(tw_dynamics *d, const tw_block *b, double *f) {
    tw_project *s = d->project;
    tw_terms *o = &s->trial;
    o->rows = b->rows;
    o->slots = b->bind->slots;
    double *W = o->W;
    if (!b->W) o->W = NULL;
    tw_bind_resolve(b->bind, d->pass.motion, d->pass.t);
    tw_terms_of(b->bind, d->pass.t, o);
    o->W = W;
    tw_level level = tw_level_of(b->kind, b->c->o.own);
    bool finite = true;
    for (int i = 0; i < b->rows; i++) {
        double goal = s->goal[b->row + i];
        if (level == TW_POSITION_LEVEL) {
            f[i] = b->weight * (o->D[i] - goal);
            if (!b->W && own_gain(d, b, i, b->J) > 0 && !(own_gain(d, b, i, o->J) > 0))
                s->behind = (int)(b - d->pass.block);
        } else {
            double now = level == TW_VELOCITY_LEVEL ? o->D[i] : own_speed(d, b, i);
            f[i] = b->weight * s->h * (now - goal);
        }
        finite = finite && isfinite(f[i]);
    }
    return finite;
}

static bool residual(tw_dynamics *d, const tw_island *isl, const double *lambda) {
    tw_project *s = d->project;
    s->behind = -1;
    distribute(d, isl, lambda);
    for (int i = 0; i < isl->bodies; i++)
        if (!tw_project_move(d, isl->body[i])) return false;
    double *f = s->f;
    for (int k = 0; k < isl->blocks; k++) {
        const tw_block *b = &d->pass.block[isl->block[k]];
        if (!block_residual(d, b, f)) return false;
        f += b->rows;
    }
    return true;
}

/* ---- Broyden -------------------------------------------------------------------------------- */

static double dot(int n, const double *a, const double *b) {
    double sum = 0;
    for (int i = 0; i < n; i++) sum += a[i] * b[i];
    return sum;
}

/* next: Broyden's next step of lambda, from the present residual s->f and the `count` steps made
 * before */
static void propose(const tw_project *s, const tw_island *isl, const double *inverse, int count,
                    double *next) {
    int n = isl->dofs;
    for (int i = 0; i < n; i++) next[i] = -dot(isl->rows, inverse + i * isl->rows, s->f);
    for (int j = 0; j < count; j++) {
        const double *before = s->step + j * n;
        double size = dot(n, before, before), part = size > 0 ? dot(n, before, next) / size : 0;
        if (j + 1 < count) {
            const double *after = before + n;
            for (int i = 0; i < n; i++) next[i] += part * after[i];
        } else {
            for (int i = 0; i < n; i++) next[i] /= 1 - part;
        }
    }
}

/* largest motion of a body by a step of lambda: displacement relative to 1 m plus the body's
 * distance from the origin, or rotation in rad */
static double movement(tw_dynamics *d, const tw_island *isl, const double *step) {
    distribute(d, isl, step);
    double most = 0;
    for (int i = 0; i < isl->bodies; i++) {
        const tw_body_motion *m = &d->pass.motion[isl->body[i]];
        const tw_wrench *w = &d->project->sum[isl->body[i]];
        double x = m->m_inv * v3_length(w->force) / (1 + v3_length(m->x));
        double move = fmax(x, v3_length(m3_mul_v(&m->I_inv, w->torque)));
        if (!(move <= most)) most = move;
    }
    return most;
}

/* d->culprit: label of the constraint with the largest residual */
static void blame(tw_dynamics *d, const tw_island *isl) {
    const double *f = d->project->f;
    double most = -1;
    for (int k = 0; k < isl->blocks; k++) {
        const tw_block *b = &d->pass.block[isl->block[k]];
        for (int i = 0; i < b->rows; i++, f++) {
            if (fabs(*f) <= most) continue;
            most = fabs(*f);
            tw_object_label(&b->c->o, d->culprit, sizeof d->culprit);
        }
    }
}

static tw_status none_near(tw_dynamics *d) {
    return tw_fail(TW_NONFINITE,
                   "%s: no pose near the present one meets it at t = %.9g s, not even "
                   "by a step of %g s",
                   d->culprit, d->pass.t, d->project->h);
}

tw_status tw_project_solve(tw_dynamics *d, const tw_island *isl, const double *inverse) {
    /* bounds on the motion by a step of lambda, as movement() measures it. NEAR: the motion is
     * rounding. ENOUGH: the result is accepted if the motion before was at most this, and the next
     * one would not be less than half of it */
    static const double NEAR = 1e-15, ENOUGH = 1e-10;
    tw_project *s = d->project;
    int n = isl->dofs;
    double *lambda = s->z, before = INFINITY;
    for (int i = 0; i < n; i++) lambda[i] = 0;
    for (int count = 0;; count++) {
        if (!residual(d, isl, lambda)) {
            if (!d->culprit[0]) blame(d, isl);
            return none_near(d);
        }
        double *step = s->step + (size_t)count * (size_t)n;
        propose(s, isl, inverse, count, step);
        double move = movement(d, isl, step);
        /* the iteration ends before its steps are rounding, which would make Broyden's updates
         * meaningless */
        if (move <= NEAR || (before <= ENOUGH && !(move < before / 2))) break;
        if (!isfinite(move) || count == TW_PROJECT_MOST - 1) {
            blame(d, isl);
            return none_near(d);
        }
        before = move;
        for (int i = 0; i < n; i++) lambda[i] += step[i];
    }
    if (s->behind >= 0) {
        tw_object_label(&d->pass.block[s->behind].c->o, d->culprit, sizeof d->culprit);
        return none_near(d);
    }
    for (int k = 0; k < isl->blocks; k++) {
        const tw_block *b = &d->pass.block[isl->block[k]];
        memcpy(s->lambda + b->dof, lambda, (size_t)b->dofs * sizeof *lambda);
        lambda += b->dofs;
    }
    return TW_OK;
}
