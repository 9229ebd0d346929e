/*
 * The step of the stepper `project`: semi-implicit Euler with the constraints met by the positions
 * at its end. The functions for what precedes the solve serve `timestep` (timestep.c), too.
 *
 *     p* = p + h F,  L* = L + h T           momenta without constraint forces
 *     p' = p* + G_lin^T lambda / h,  L' = L* + G_ang^T lambda / h
 *     x' = x + h v',  v' = p'/m;  q' = exp(h omega') q,  omega' = I(q')^-1 L'
 *     C(x', q', t + h) = goal                                                solved for lambda
 *
 * so lambda / h^2 are the multipliers of the forces, and the velocities at the end are the
 * differences of the poses: v' = (x' - x) / h, and omega' likewise.
 *
 * G are the gradients at the start of the step (setting gradient = "start") or at the pose without
 * constraint forces, ("predicted"). With gradients of the start, forces have the arms of the start,
 * and constraints between free bodies conserve linear and angular momentum to rounding; with
 * predicted ones only the linear momentum.
 *
 * goal: D at t + h by the decay D'' + d D' + k D = 0 of a row, in closed form; V e^(-h/tau) for
 * velocities; J v - h bias for rows on the level of accelerations. From D = D' = 0 the goal is D =
 * 0. D' at the start of the step is J v if the velocities are those of that instant (no step came
 * before: `before` = 0). After a step they are differences over that step, and J v lags behind D'
 * by h D''/2, which is too inexact; so then D' is the rate of the decay through D now and D at the
 * pose where the last step began, which follows from the velocities.
 *
 * Bodies that no constraint holds turn as free bodies do, in closed form. Convergence is of first
 * order in h.
 */
#include "dynamics/step/project_impl.h"

#include "dynamics/pass/spin.h"
#include "dynamics/rhs.h"

#include "base/math/elementary.h"
#include "base/math/turn.h"

#include <math.h>
#include <string.h>

/* ---- allocation ----------------------------------------------------------------------------- */

static tw_status make(tw_dynamics *d) {
    tw_arena *a = &d->arena;
    const tw_pass *p = &d->pass;
    int block_rows = 0, J = 0, W = 0;
    for (int i = 0; i < p->blocks; i++) {
        const tw_block *b = &p->block[i];
        int j = 6 * b->rows * b->bind->slots, w = 6 * b->dofs * b->bind->slots;
        block_rows = b->rows > block_rows ? b->rows : block_rows;
        J = j > J ? j : J;
        W = w > W ? w : W;
    }
    tw_project *s = tw_arena_new(a, tw_project, 1);
    if (!s) return tw_fail_memory();
    s->body = tw_arena_new(a, tw_project_body, p->bodies);
    s->sum = tw_arena_new(a, tw_wrench, p->bodies);
    s->trial.D = tw_arena_new(a, double, block_rows);
    s->trial.D1 = tw_arena_new(a, double, block_rows);
    s->trial.bias = tw_arena_new(a, double, block_rows);
    s->trial.J = tw_arena_new(a, double, J);
    s->trial.W = tw_arena_new(a, double, W);
    s->goal = tw_arena_new(a, double, p->rows);
    s->earlier = tw_arena_new(a, double, p->rows);
    s->lambda = tw_arena_new(a, double, p->dofs);
    if (!s->body || !s->sum || !s->trial.D || !s->trial.D1 || !s->trial.bias || !s->trial.J ||
        !s->trial.W || !s->goal || !s->earlier || !s->lambda)
        return tw_fail_memory();
    d->project = s;
    return TW_OK;
}

/* allocates what only the solve of `project` needs, since it is large */
static tw_status make_inverse(tw_dynamics *d) {
    tw_project *s = d->project;
    size_t inverse = 0;
    int rows = 0, dofs = 0;
    for (int i = 0; i < d->islands; i++) {
        inverse += (size_t)d->island[i].rows * (size_t)d->island[i].dofs;
        rows = d->island[i].rows > rows ? d->island[i].rows : rows;
        dofs = d->island[i].dofs > dofs ? d->island[i].dofs : dofs;
    }
    s->f = tw_arena_new(&d->arena, double, rows);
    s->z = tw_arena_new(&d->arena, double, dofs);
    s->step = tw_arena_new(&d->arena, double, (size_t)TW_PROJECT_MOST *(size_t)dofs);
    s->inverse = tw_arena_new(&d->arena, double, inverse);
    return s->inverse && s->f && s->z && s->step ? TW_OK : tw_fail_memory();
}

/* fails if an enabled constraint has a bound, which steps of `project` cannot respect */
static tw_status check(const tw_dynamics *d) {
    for (int i = 0; i < d->pass.blocks; i++) {
        const tw_block *b = &d->pass.block[i];
        const tw_constraint *c = b->c;
        if (isnan(tw_value1(tw_bound_of(b, false), d->pass.t)) &&
            isnan(tw_value1(tw_bound_of(b, true), d->pass.t)))
            continue;
        char label[256];
        return tw_fail(TW_ARGUMENT,
                       "%s: stepper 'project' cannot bound forces (max_force, max_torque)",
                       tw_object_label(&c->o, label, sizeof label));
    }
    return TW_OK;
}

/* ---- goals of the rows ---------------------------------------------------------------------- */

/* sets s->earlier: D of all rows at the poses at which the last step, `before` seconds long,
 * began */
static void look_back(tw_dynamics *d, double t, double before, const double *y) {
    tw_pass *p = &d->pass;
    tw_project *s = d->project;
    tw_pass_kinematics(d, &d->everything, t, y);
    for (int i = 0; i < p->bodies; i++) {
        tw_body_motion *m = &p->motion[i];
        if (!d->free_body[i]) continue;
        m->x = v3_madd(m->x, -before, m->v);
        m->q = q_turned(v3_scale(m->omega, -before), m->q);
        m->R = q_matrix(m->q);
    }
    /* driven bodies are put at the places of their paths at that time */
    for (int i = 0; i < p->bodies; i++) {
        const tw_point *path = tw_world_point(d->world, d->world->body.data[i]->motion);
        if (path) p->motion[i].x = tw_value_jet3(&path->position, t - before).v;
    }
    for (int i = 0; i < p->blocks; i++) {
        tw_block *b = &p->block[i];
        tw_terms *o = &s->trial;
        double *W = o->W;
        o->rows = b->rows;
        o->slots = b->bind->slots;
        if (!b->W) o->W = NULL;
        tw_bind_resolve(b->bind, p->motion, t - before);
        tw_terms_of(b->bind, t - before, o);
        o->W = W;
        memcpy(s->earlier + b->row, o->D, (size_t)b->rows * sizeof(double));
    }
}

static tw_status aim(tw_dynamics *d, double t, double h, double before) {
    tw_pass *p = &d->pass;
    tw_project *s = d->project;
    for (int i = 0; i < p->blocks; i++) {
        const tw_block *b = &p->block[i];
        tw_level level = tw_level_of(b->kind, b->c->o.own);
        double tau, k, dd;
        tw_rates(d->world, b->c, t, &tau, &k, &dd);
        for (int row = b->row; row < b->row + b->rows; row++) {
            double D = p->D[row], D1 = p->D1[row];
            if (level == TW_POSITION_LEVEL && before > 0)
                D1 = tw_project_rate(k, dd, D, s->earlier[row], before);
            s->goal[row] = level == TW_POSITION_LEVEL ? tw_project_decay(k, dd, D, D1, h)
                           : level == TW_VELOCITY_LEVEL
                               ? D * tw_exp(-h / tau)
                               : tw_row_speed(d, b, row - b->row) - h * p->bias[row];
            if (isfinite(s->goal[row])) continue;
            char label[256];
            return tw_fail(TW_ARGUMENT, "step = %g s is too long for k = %g, d = %g of %s", h, k,
                           dd, tw_object_label(&b->c->o, label, sizeof label));
        }
    }
    return TW_OK;
}

/* ---- the step ------------------------------------------------------------------------------- */

/* sets s->body: motion at the step's start, and momenta at its end without constraint forces */
static void push(tw_dynamics *d, double h, const double *y) {
    const tw_pass *p = &d->pass;
    tw_project *s = d->project;
    for (int i = 0; i < p->bodies; i++) {
        s->sum[i] = (tw_wrench){0};
        if (!d->free_body[i]) continue;
        const double *own = y + d->state_of[i];
        s->body[i] = (tw_project_body){
            p->motion[i].x,
            p->motion[i].q,
            v3_madd(v3_load(own + 7), h, p->external[i].force),
            v3_madd(v3_load(own + 10), h, p->external[i].torque),
            p->motion[i].omega,
            v3_madd(p->motion[i].L, -h, v3_cross(p->motion[i].L, p->motion[i].omega)),
            v3_zero(),
            v3_zero(),
            false};
    }
}

/* moves a body without constraints to the step's end; its rotation is exact at any speed */
static void go_freely(tw_dynamics *d, int body) {
    const tw_project *s = d->project;
    const tw_project_body *from = &s->body[body];
    const tw_body *b = d->world->body.data[body];
    tw_body_motion *m = &d->pass.motion[body];
    m->L = from->L;
    m->v = v3_scale(from->p, m->m_inv);
    m->x = v3_madd(from->x, s->h, m->v);
    m->q = tw_spin(&b->inertia_inv, from->q, m->L, s->h);
    m->R = q_matrix(m->q);
    m->I_inv = m3_rotate(&m->R, &b->inertia_inv);
    m->omega = m3_mul_v(&m->I_inv, m->L);
}

static tw_status predict(tw_dynamics *d, double t, const double *y) {
    /* fixed and driven bodies get their motion at the step's end; free ones follow below */
    tw_pass_kinematics(d, &d->everything, t, y);
    for (int i = 0; i < d->pass.bodies; i++) {
        if (!d->free_body[i]) continue;
        if (d->island_of[i] < 0)
            go_freely(d, i);
        else if (!tw_project_move(d, i))
            return tw_fail(TW_NONFINITE, "%s turns too fast for a step of %g s, t = %.9g s",
                           d->culprit, d->project->h, d->pass.t);
    }
    return TW_OK;
}

void tw_project_store(const tw_dynamics *d, double *y) {
    for (int i = 0; i < d->pass.bodies; i++) {
        if (!d->free_body[i]) continue;
        const tw_body_motion *m = &d->pass.motion[i];
        double *s = y + d->state_of[i];
        v3_store(s, m->x);
        q_store(s + 3, m->q);
        v3_store(s + 7, v3_scale(m->v, m->m));
        v3_store(s + 10, m->L);
    }
}

/* sets J and W of all rows at the poses predicted without constraint forces: directions of the
 * forces */
static void gradients(tw_dynamics *d, double t) {
    tw_pass *p = &d->pass;
    for (int i = 0; i < p->blocks; i++) {
        tw_block *b = &p->block[i];
        if (tw_level_of(b->kind, b->c->o.own) == TW_ACCELERATION_LEVEL) continue;
        tw_terms *s = &d->project->trial;
        tw_terms terms = {b->rows, b->bind->slots, s->D, s->D1, s->bias, b->J, b->W};
        tw_bind_resolve(b->bind, p->motion, t);
        tw_terms_of(b->bind, t, &terms);
    }
}

static tw_status factor(tw_dynamics *d) {
    double *inverse = d->project->inverse;
    for (int i = 0; i < d->islands; i++) {
        const tw_island *isl = &d->island[i];
        tw_status status = tw_project_factor(d, isl, inverse);
        if (status != TW_OK) {
            tw_object_label(&d->pass.block[isl->block[0]].c->o, d->culprit, sizeof d->culprit);
            return tw_fail(status, "%s: the directions of its island's forces: %s", d->culprit,
                           tw_failure());
        }
        inverse += (size_t)isl->rows * (size_t)isl->dofs;
    }
    return TW_OK;
}

static tw_status solve(tw_dynamics *d) {
    const double *inverse = d->project->inverse;
    for (int i = 0; i < d->islands; i++) {
        TW_TRY(tw_project_solve(d, &d->island[i], inverse));
        inverse += (size_t)d->island[i].rows * (size_t)d->island[i].dofs;
    }
    return TW_OK;
}

/* largest rotation, rad, that a body with constraints may make in one step */
static const double FAR = 0.5;

bool tw_project_far(tw_dynamics *d, double t, double h, const double *y) {
    for (int i = 0; i < d->pass.bodies; i++) {
        if (!d->free_body[i] || d->island_of[i] < 0) continue;
        /* `most` |L| is an upper bound of |omega| that costs little; for a slim body it is far too
         * high unless the body spins about its long axis */
        const mat3 *I = &d->world->body.data[i]->inertia_inv;
        double most = I->m[0][0] + I->m[1][1] + I->m[2][2];
        if (h * most * v3_length(v3_load(y + d->state_of[i] + 10)) <= FAR) continue;
        tw_body_motion m;
        tw_motion_of(d, i, t, y, &m);
        if (!(h * v3_length(m.omega) > FAR)) continue;
        tw_object_label(&d->world->body.data[i]->o, d->culprit, sizeof d->culprit);
        return true;
    }
    return false;
}

tw_status tw_project_begin(tw_dynamics *d, double t, double h, double before, const double *y) {
    d->evaluated = false;
    d->culprit[0] = 0;
    d->stats.evaluations++;
    if (!d->project) TW_TRY(make(d));
    d->project->h = h;
    if (before > 0) look_back(d, t, before, y);
    tw_pass_kinematics(d, &d->everything, t, y);
    TW_TRY(tw_external(d, &d->everything));
    TW_TRY(tw_rows(d, &d->everything));
    TW_TRY(aim(d, t, h, before));
    push(d, h, y);
    return TW_OK;
}

tw_status tw_project_step(void *context, double t, double h, double before, const double *y,
                          double *next) {
    tw_dynamics *d = context;
    TW_TRY(check(d));
    if (tw_project_far(d, t, h, y))
        return tw_fail(TW_NONFINITE, "%s turns too fast for a step of %g s, t = %.9g s", d->culprit,
                       h, t);
    TW_TRY(tw_project_begin(d, t, h, before, y));
    if (!d->project->inverse) TW_TRY(make_inverse(d));
    bool at_start = d->world->set.gradient == TW_GRADIENT_START;
    if (at_start) TW_TRY(factor(d));
    TW_TRY(predict(d, t + h, y));
    if (!at_start) {
        gradients(d, t + h);
        TW_TRY(factor(d));
    }
    TW_TRY(solve(d));
    tw_project_store(d, next);
    return TW_OK;
}
