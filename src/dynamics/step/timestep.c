/*
 * The step of the stepper `timestep`, for films that are to be seen soon rather than exactly:
 * semi-implicit Euler, then the positions and after them the velocities are moved onto their goals
 * by the least change in the mass metric, each by one linear solve.
 *
 *     p* = p + h F,  L* = L + h T                momenta without constraint forces
 *     x* = x + h v*,  q*: a free turn of h       where they lead
 *     A(q*) lambda = -(D(x*, q*, t + h) - D^)
 *     x' = x* + M^-1 G^T lambda,  q' = exp(I^-1 G^T lambda) q*, with L* carried along
 *     A(q') mu = -(D'(x', q', v*, t + h) - D^')
 *     p' = p* + G^T mu,  L' = L* + G^T mu
 *
 * with A = J M^-1 G^T, G = J but for kinds with directions of their own; D^, D^' are where
 * D'' + d D' + k D = 0 takes D, D' of the start in h, in closed form. Level of velocities: goal
 * V e^(-h/tau); of accelerations, with J of the start: J v - h bias; there lambda answers
 * h (V - goal).
 *
 * v' is a projection of v*, so constraints that are met never add to the kinetic energy, whatever
 * the step: what whips loses energy, at a rate of h omega^2 / 2, and does not burst. With J of any
 * other pose than the last, D' would be off by (h^2 acceleration) omega in each step, which D would
 * then follow, and with v' = (x' - x) / h the errors of D would come back by D'.
 *
 * What touches acts before all that (contact.h): p* and L* have its impulses in them, x and q the
 * shifts that take out depths.
 *
 * The motion is of first order in h, D of its law, too. The linear momentum stays to rounding, the
 * angular one to O(h).
 */
#include "dynamics/step/timestep.h"

#include "dynamics/contact/impl.h"

#include "base/math/turn.h"

#include <math.h>

static tw_status make(tw_dynamics *d) {
    tw_project *s = d->project;
    s->rate = tw_arena_new(&d->arena, double, d->pass.rows);
    s->r = tw_arena_new(&d->arena, double, d->pass.rows);
    s->r1 = tw_arena_new(&d->arena, double, d->pass.rows);
    s->mu = tw_arena_new(&d->arena, double, d->pass.dofs);
    return s->rate && s->r && s->r1 && s->mu ? TW_OK : tw_fail_memory();
}

/* D^' of the rows of the start */
static void aim(tw_dynamics *d, double t, double h) {
    const tw_pass *p = &d->pass;
    for (int i = 0; i < p->blocks; i++) {
        const tw_block *b = &p->block[i];
        double tau, k, dd;
        tw_rates(d->world, b->c, t, &tau, &k, &dd);
        for (int row = b->row; row < b->row + b->rows; row++) {
            double D = p->D[row], D1 = p->D1[row];
            d->project->rate[row] = tw_project_decay(k, dd, D1, -dd * D1 - k * D, h);
        }
    }
}

/* a free turn of h with angular momentum L, by the midpoint rule in parts of at most PART rad;
 * false: more than MOST of them */
static bool turn(const tw_body *b, vec3 L, double h, tw_body_motion *m) {
    static const double PART = 0.1, MOST = 1000;
    double parts = fmax(1, ceil(h * v3_length(m->omega) / PART));
    if (!(parts <= MOST)) return false;
    double s = h / parts;
    for (int i = 0; i < (int)parts; i++) {
        for (int half = 0; half < 2; half++) {
            quat q = half ? q_turned(v3_scale(m->omega, s / 2), m->q) : m->q;
            mat3 R = q_matrix(q), I_inv = m3_rotate(&R, &b->inertia_inv);
            m->omega = m3_mul_v(&I_inv, L);
        }
        m->q = q_turned(v3_scale(m->omega, s), m->q);
    }
    m->R = q_matrix(m->q);
    m->I_inv = m3_rotate(&m->R, &b->inertia_inv);
    m->L = L;
    m->omega = m3_mul_v(&m->I_inv, L);
    return true;
}

/* the pass where the momenta lead at the end of the step, t */
static tw_status predict(tw_dynamics *d, double t, const double *y) {
    double h = d->project->h;
    tw_pass_kinematics(d, &d->everything, t, y);
    for (int i = 0; i < d->pass.bodies; i++) {
        tw_body_motion *m = &d->pass.motion[i];
        const tw_project_body *from = &d->project->body[i];
        const tw_body *b = d->world->body.data[i];
        if (!d->free_body[i]) continue;
        vec3 L = from->L;
        tw_contact_shift(d, i, m, &L);
        m->v = v3_scale(from->p, m->m_inv);
        m->x = v3_madd(m->x, h, m->v);
        if (turn(b, L, h, m)) continue;
        tw_object_label(&b->o, d->culprit, sizeof d->culprit);
        return tw_fail(TW_DIVERGED, "%s turns too fast for a step of %g s, t = %.9g s", d->culprit,
                       h, t);
    }
    return TW_OK;
}

/* the rows at the motion of the pass: their gradients, and what they are off */
static tw_status compare(tw_dynamics *d, double t) {
    tw_pass *p = &d->pass;
    tw_project *s = d->project;
    for (int i = 0; i < p->blocks; i++) {
        tw_block *b = &p->block[i];
        tw_level level = tw_level_of(b->kind, b->c->o.own);
        if (level != TW_ACCELERATION_LEVEL) tw_block_terms(d, b, t);
        for (int j = 0; j < b->rows; j++) {
            int row = b->row + j;
            double now = level == TW_ACCELERATION_LEVEL ? tw_row_speed(d, b, j) : p->D[row];
            s->r1[row] = now - s->goal[row];
            s->r[row] = s->h * s->r1[row];
            if (level == TW_POSITION_LEVEL) {
                s->r[row] = now - s->goal[row];
                s->r1[row] = p->D1[row] - s->rate[row];
            }
            if (isfinite(s->r[row]) && isfinite(s->r1[row])) continue;
            tw_object_label(&b->c->o, d->culprit, sizeof d->culprit);
            return tw_fail(TW_DIVERGED, "%s: its deviation is not finite, t = %.9g s", d->culprit,
                           t);
        }
    }
    return TW_OK;
}

/* wrenches of multipliers into `sum` */
static void distribute(tw_dynamics *d, const double *lambda) {
    tw_wrench *sum = d->project->sum;
    for (int i = 0; i < d->pass.bodies; i++) sum[i] = (tw_wrench){0};
    tw_distribute(&d->pass, &d->everything, lambda, sum);
}

/* poses by a correction; the momenta turn with them, so that nothing spins faster by it */
static void move(tw_dynamics *d) {
    for (int i = 0; i < d->pass.bodies; i++) {
        if (!d->free_body[i]) continue;
        tw_body_motion *m = &d->pass.motion[i];
        const tw_wrench *w = &d->project->sum[i];
        m->x = v3_madd(m->x, m->m_inv, w->force);
        quat q = q_turned(m3_mul_v(&m->I_inv, w->torque), m->q), turn = q_mul(q, q_conj(m->q));
        m->q = q;
        m->R = q_matrix(q);
        m->I_inv = m3_rotate(&m->R, &d->world->body.data[i]->inertia_inv);
        m->L = q_rotate(turn, m->L);
        m->omega = m3_mul_v(&m->I_inv, m->L);
    }
}

/* momenta by impulses */
static void push(tw_dynamics *d) {
    for (int i = 0; i < d->pass.bodies; i++) {
        if (!d->free_body[i]) continue;
        tw_body_motion *m = &d->pass.motion[i];
        const tw_wrench *w = &d->project->sum[i];
        m->v = v3_madd(m->v, m->m_inv, w->force);
        m->L = v3_add(m->L, w->torque);
        m->omega = m3_mul_v(&m->I_inv, m->L);
    }
}

/* a step of h or a part of one; *good: false where it is to be shorter */
static tw_status take(tw_dynamics *d, double t, double h, bool last_resort, const double *y,
                      double *next, bool *good) {
    TW_TRY(tw_project_begin(d, t, h, 0, y));
    tw_project *s = d->project;
    if (!s->mu) TW_TRY(make(d));
    aim(d, t, h);
    TW_TRY(tw_contact_step(d, t, h, last_resort, good));
    if (!*good) return TW_OK;
    TW_TRY(predict(d, t + h, y));
    TW_TRY(compare(d, t + h));
    TW_TRY(tw_solve(d, &d->everything, s->r, s->lambda, TW_SOLVE_FREE));
    distribute(d, s->lambda);
    move(d);
    TW_TRY(compare(d, t + h));
    TW_TRY(tw_solve(d, &d->everything, s->r1, s->mu, TW_SOLVE_FREE));
    distribute(d, s->mu);
    push(d);
    tw_project_store(d, next);
    return tw_contact_end(d, t + h, h, next);
}

/* in halves of halves, where contacts ask for them: those of h are exact */
tw_status tw_timestep_step(void *context, double t, double h, double before, const double *y,
                           double *next) {
    enum { PARTS = 64 };
    (void)before; /* velocities are those of the instant */
    tw_dynamics *d = context;
    tw_contact_begin(d);
    for (int done = 0, part = PARTS; done < PARTS;) {
        double at = h * done / PARTS, by = h * part / PARTS;
        bool good, whole = part == PARTS;
        tw_status status = take(d, t + at, by, part == 1, done > 0 ? next : y, next, &good);
        if (d->caps) tw_contact_tighten(d);
        if (status != TW_OK) return status;
        if (good) {
            if (!whole) TW_TRY(tw_contact_part(d));
            done += part;
            if (done % (2 * part) == 0) part *= 2;
        } else {
            part /= 2;
        }
    }
    return tw_contact_whole(d, t + h, h);
}
