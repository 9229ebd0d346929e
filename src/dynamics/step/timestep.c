/*
 * The step of the stepper `timestep`, for films that are needed soon: of second order where the
 * motion is smooth, with contacts and bounded forces as one problem of impulses per step.
 *
 * Bodies without contacts move by RATTLE (timestep_free.c): forces act for half a step, with
 * impulses along J of the start that bring the poses at the end to their goals D^; bodies move for
 * the whole step; forces of the end act for half a step. For other bodies contacts and bounds act
 * first (contact.h): p' and L' contain their impulses, the path uses the mean velocities or those
 * of the end (contact/way.c), and the poses x*, q* at its end are moved to their goals by the least
 * change in the mass metric,
 *
 *     A(q*) lambda = -(D(x*, q*, t + h) - D^),   x' = x* + M^-1 G^T lambda,  q' = exp(I^-1 G^T
 *                                                lambda) q*, with L carried along
 *
 * The same is done for islands for which RATTLE finds no impulses (nearly singular poses, rotations
 * of a radian in a step), with the velocities that they would have without constraints: this loses
 * energy, at a rate of h omega^2 / 2, and never gains any. Then for all
 *
 *     A(q') mu = -(D'(x', q', v'*, t + h) - D^')
 *     p' = p'* + G^T mu,  L' = L'* + G^T mu
 *
 * with A = J M^-1 G^T, G = J except for kinds with directions of their own; D^, D^' are D, D' of
 * the start after h seconds of D'' + d D' + k D = 0, in closed form. Velocity level: goal
 * V e^(-h/tau); acceleration level: J v - h bias with J and bias of the start (RATTLE: half of each
 * end's); there lambda answers h (V - goal).
 *
 * Near a singular pose (a straight chain that is to be longer still) J holds for a short way only
 * and lambda, mu are large. So a correction of poses is halved until it gains half of what J
 * promises, and D^' is reduced like a step with the velocities of mu would have to be.
 */
#include "dynamics/step/timestep.h"

#include "dynamics/contact/impl.h"
#include "dynamics/pass/spin.h"

#include "base/math/elementary.h"
#include "base/math/turn.h"

#include <math.h>
#include <string.h>

static tw_status make(tw_dynamics *d) {
    tw_project *s = d->project;
    s->rate = tw_arena_new(&d->arena, double, d->pass.rows);
    s->wish = tw_arena_new(&d->arena, double, d->pass.rows);
    s->mean = tw_arena_new(&d->arena, double, d->pass.rows);
    s->r = tw_arena_new(&d->arena, double, d->pass.rows);
    s->r1 = tw_arena_new(&d->arena, double, d->pass.rows);
    s->mu = tw_arena_new(&d->arena, double, d->pass.dofs);
    s->pull = tw_arena_new(&d->arena, double, d->pass.dofs);
    if (!s->rate || !s->wish || !s->mean || !s->r || !s->r1 || !s->mu || !s->pull)
        return tw_fail_memory();
    return tw_timestep_make_parts(d);
}

/* sets the goals of rows at the step's end from their values at its start that tw_project_begin has
 * not set (s->goal, D^): s->rate, the required D^', s->wish, and s->mean, the required mean of V
 * over the step. Clears s->pull */
static void aim(tw_dynamics *d, double t, double h) {
    const tw_pass *p = &d->pass;
    d->project->pulls = false;
    memset(d->project->pull, 0, (size_t)p->dofs * sizeof *d->project->pull);
    for (int i = 0; i < p->blocks; i++) {
        const tw_block *b = &p->block[i];
        double tau, k, dd;
        tw_rates(d->world, b->c, t, &tau, &k, &dd);
        for (int row = b->row; row < b->row + b->rows; row++) {
            double D = p->D[row], D1 = p->D1[row];
            d->project->rate[row] = tw_project_decay(k, dd, D1, -dd * D1 - k * D, h);
            bool poses = tw_level_of(b->kind, b->c->o.own) == TW_POSITION_LEVEL;
            d->project->wish[row] = poses ? d->project->rate[row] : d->project->goal[row];
            d->project->mean[row] = -D * tau / h * tw_expm1(-h / tau);
        }
    }
}

/* sets the motions in the pass to the step's end, time t, before corrections: driven bodies at the
 * places of their paths, free ones moved by the impulses found so far */
static void predict(tw_dynamics *d, double t, const double *y) {
    double h = d->project->h;
    tw_pass_kinematics(d, &d->everything, t, y);
    for (int i = 0; i < d->pass.bodies; i++) {
        tw_body_motion *m = &d->pass.motion[i];
        const tw_project_body *own = &d->project->body[i];
        const tw_body *b = d->world->body.data[i];
        if (!d->free_body[i]) continue;
        if (!own->given) {
            *m = d->project->going[i];
            continue;
        }
        vec3 L_way = own->L_way;
        m->L = own->L;
        tw_contact_shift(d, i, m, &L_way, &m->L);
        m->v = v3_scale(own->p, m->m_inv);
        m->x = v3_madd(m->x, h, own->v_way);
        m->q = tw_spin(&b->inertia_inv, m->q, L_way, h);
        m->R = q_matrix(m->q);
        m->I_inv = m3_rotate(&m->R, &b->inertia_inv);
        m->omega = m3_mul_v(&m->I_inv, m->L);
    }
}

/* s->r, s->r1: errors of the rows of a part, in poses and in rates, at the motions of the pass;
 * also sets J at these. TW_DIVERGED: an error is not finite */
static tw_status compare(tw_dynamics *d, const tw_part *part, double t) {
    tw_pass *p = &d->pass;
    tw_project *s = d->project;
    for (int i = 0; i < part->blocks; i++) {
        tw_block *b = &p->block[part->block[i]];
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

/* s->sum: wrenches of the multipliers lambda of the part on all bodies */
static void distribute(tw_dynamics *d, const tw_part *part, const double *lambda) {
    tw_wrench *sum = d->project->sum;
    for (int i = 0; i < d->pass.bodies; i++) sum[i] = (tw_wrench){0};
    tw_distribute(&d->pass, part, lambda, sum);
}

/* Sets the poses of an island in the pass to those of s->going, moved by the part `share` of the
 * correction in s->sum. Angular momenta turn with the bodies, so that no body spins faster by it */
static void move(tw_dynamics *d, const tw_island *isl, double share) {
    for (int k = 0; k < isl->bodies; k++) {
        int i = isl->body[k];
        tw_body_motion *m = &d->pass.motion[i];
        const tw_wrench *w = &d->project->sum[i];
        *m = d->project->going[i];
        m->x = v3_madd(m->x, share * m->m_inv, w->force);
        vec3 by = v3_scale(m3_mul_v(&m->I_inv, w->torque), share);
        quat q = q_turned(by, m->q), turn = q_mul(q, q_conj(m->q));
        m->q = q;
        m->R = q_matrix(q);
        m->I_inv = m3_rotate(&m->R, &d->world->body.data[i]->inertia_inv);
        m->L = q_rotate(turn, m->L);
        m->omega = m3_mul_v(&m->I_inv, m->L);
    }
}

/* sum of the squared, weighted pose errors of an island; with `linear` not the present errors, but
 * those that the gradients predict after the correction in s->sum */
static double square_left(const tw_dynamics *d, const tw_island *isl, bool linear) {
    const tw_project *s = d->project;
    double sum = 0;
    for (int k = 0; k < isl->blocks; k++) {
        const tw_block *b = &d->pass.block[isl->block[k]];
        if (tw_level_of(b->kind, b->c->o.own) != TW_POSITION_LEVEL) continue;
        const double *J = b->J;
        for (int row = b->row; row < b->row + b->rows; row++) {
            double r = s->r[row];
            for (int n = 0; n < b->bind->slots; n++, J += 6) {
                int body = b->bind->body[n];
                if (!linear || !d->free_body[body]) continue;
                const tw_body_motion *m = &d->pass.motion[body];
                const tw_wrench *w = &s->sum[body];
                r += m->m_inv * v3_dot(v3_load(J), w->force) +
                     v3_dot(v3_load(J + 3), m3_mul_v(&m->I_inv, w->torque));
            }
            sum += b->weight * b->weight * r * r;
        }
    }
    return sum;
}

static void keep(tw_dynamics *d, const tw_island *isl) {
    for (int k = 0; k < isl->bodies; k++)
        d->project->going[isl->body[k]] = d->pass.motion[isl->body[k]];
}

static void put_back(tw_dynamics *d, const tw_island *isl) {
    for (int k = 0; k < isl->bodies; k++)
        d->pass.motion[isl->body[k]] = d->project->going[isl->body[k]];
}

/* Applies the largest share, 1, 1/2, 1/4 ... or 0, of the correction in s->sum that gains at least
 * half of what the gradients promise: rows that cannot be met lead bodies to singular poses, near
 * which paths are curved and a whole correction may overshoot. *share: the share applied; 1 if no
 * gain is promised */
static tw_status correct(tw_dynamics *d, int island, double t, double *share) {
    static const double LEAST = 1e-6, GOOD = 0.5;
    const tw_island *isl = &d->island[island];
    const tw_part own = tw_timestep_part(isl, &island);
    double before = square_left(d, isl, false), close = d->world->set.atol * d->world->set.atol;
    double promised = before - square_left(d, isl, true);
    keep(d, isl);
    for (*share = 1; *share > LEAST; *share /= 2) {
        move(d, isl, *share);
        if (!(promised > close)) return TW_OK;
        TW_TRY(compare(d, &own, t));
        if (before - square_left(d, isl, false) >= GOOD * *share * promised) return TW_OK;
    }
    *share = 0;
    put_back(d, isl);
    return TW_OK;
}

/* twice the kinetic energy of an island; pushed: with the impulses in s->sum added to its
 * momenta */
static double kinetic(const tw_dynamics *d, const tw_island *isl, bool pushed) {
    double sum = 0;
    for (int k = 0; k < isl->bodies; k++) {
        const tw_body_motion *m = &d->pass.motion[isl->body[k]];
        const tw_wrench *w = &d->project->sum[isl->body[k]];
        vec3 p = v3_scale(m->v, m->m), L = m->L;
        if (pushed) {
            p = v3_add(p, w->force);
            L = v3_add(L, w->torque);
        }
        sum += m->m_inv * v3_dot(p, p) + v3_dot(L, m3_mul_v(&m->I_inv, L));
    }
    return sum;
}

/* part of a row's rate D' that is not J v: from paths and other functions of time; 0 if it is
 * rounding */
static double driven(const tw_dynamics *d, const tw_block *b, int row) {
    static const double ROUNDING = 1e-9;
    double rate = d->pass.D1[row], speed = tw_row_speed(d, b, row - b->row);
    return fabs(rate - speed) > ROUNDING * (fabs(rate) + fabs(speed)) ? rate - speed : 0;
}

/* Doubts impulses that would speed an island up: tries their velocities as a displacement over one
 * step. If this does not reduce errors as the gradients promise (near a singular pose), the
 * required rates, including those of paths, are reduced to the share that correct() finds. *tried:
 * becomes true if s->sum was overwritten */
static tw_status doubt(tw_dynamics *d, int island, double t, bool *tried) {
    const tw_island *isl = &d->island[island];
    const tw_part own = tw_timestep_part(isl, &island);
    tw_project *s = d->project;
    if (kinetic(d, isl, true) <= kinetic(d, isl, false)) return TW_OK;
    *tried = true; /* the trial needs s->sum for displacements */
    for (int k = 0; k < isl->bodies; k++) {
        tw_wrench *w = &s->sum[isl->body[k]];
        *w = (tw_wrench){v3_scale(w->force, s->h), v3_scale(w->torque, s->h)};
    }
    for (int k = 0; k < isl->blocks; k++) {
        const tw_block *b = &d->pass.block[isl->block[k]];
        for (int row = b->row; row < b->row + b->rows; row++) {
            s->goal[row] += s->r[row] - s->h * s->r1[row];
            s->r[row] = s->h * s->r1[row];
        }
    }
    double share;
    TW_TRY(correct(d, island, t, &share));
    put_back(d, isl);
    TW_TRY(compare(d, &own, t));
    if (share == 1) return TW_OK;
    for (int k = 0; k < isl->blocks; k++) {
        const tw_block *b = &d->pass.block[isl->block[k]];
        if (tw_level_of(b->kind, b->c->o.own) != TW_POSITION_LEVEL) continue;
        for (int row = b->row; row < b->row + b->rows; row++)
            s->r1[row] += (1 - share) * (s->rate[row] - driven(d, b, row));
    }
    return tw_solve(d, &own, s->r1, s->mu, TW_SOLVE_FREE);
}

/* changes the momenta at the step's end t so that rates meet their goals */
static tw_status push(tw_dynamics *d, double t) {
    tw_project *s = d->project;
    TW_TRY(compare(d, &d->everything, t));
    TW_TRY(tw_solve(d, &d->everything, s->r1, s->mu, TW_SOLVE_FREE));
    distribute(d, &d->everything, s->mu);
    bool tried = false;
    for (int i = 0; i < d->islands; i++) TW_TRY(doubt(d, i, t, &tried));
    if (tried) distribute(d, &d->everything, s->mu);
    for (int i = 0; i < d->pass.bodies; i++)
        if (d->free_body[i]) tw_timestep_push(d, i, 1);
    return TW_OK;
}

/* replaces q by -q where that is nearer to q at the start, so that the mean of both does not
 * vanish */
static void turn_nearest(const tw_dynamics *d, const double *y, double *next) {
    for (int i = 0; i < d->pass.bodies; i++) {
        if (!d->free_body[i]) continue;
        const double *from = y + d->state_of[i] + 3;
        double *to = next + d->state_of[i] + 3;
        if (q_dot(q_load(from), q_load(to)) < 0)
            for (int k = 0; k < 4; k++) to[k] = -to[k];
    }
}

/* makes a step of length h, which may be a part of the stepper's; *good = false: a shorter step is
 * needed, since bodies would pass through each other, or one with constraints would turn by more
 * than half a radian; with last_resort the step is made even then */
static tw_status take(tw_dynamics *d, double t, double h, bool last_resort, const double *y,
                      double *next, bool *good) {
    *good = last_resort || !tw_project_far(d, t, h, y);
    if (!*good) return TW_OK;
    TW_TRY(tw_project_begin(d, t, h, 0, y));
    tw_project *s = d->project;
    if (!s->mu) TW_TRY(make(d));
    aim(d, t, h);
    TW_TRY(tw_contact_step(d, t, h, last_resort, good));
    if (!*good) return TW_OK;
    tw_timestep_know_parts(d);
    TW_TRY(tw_timestep_go(d, t, h));
    predict(d, t + h, y);
    if (s->given.islands > 0) {
        TW_TRY(compare(d, &s->given, t + h));
        TW_TRY(tw_solve(d, &s->given, s->r, s->lambda, TW_SOLVE_FREE));
        distribute(d, &s->given, s->lambda);
        for (int k = 0; k < s->given.islands; k++) {
            double share;
            TW_TRY(correct(d, s->given.island[k], t + h, &share));
        }
    }
    TW_TRY(tw_timestep_arrive(d, t + h, h, y));
    TW_TRY(push(d, t + h));
    TW_TRY(tw_timestep_bound(d, t + h));
    tw_project_store(d, next);
    turn_nearest(d, y, next);
    return tw_contact_end(d, t + h, h, next);
}

/* Makes a step of length h, in parts where contacts or fast rotations require shorter steps: parts
 * are h divided by powers of 2, which is exact in binary numbers */
tw_status tw_timestep_step(void *context, double t, double h, double before, const double *y,
                           double *next) {
    enum { PARTS = 64 };
    (void)before; /* `before` is not needed: velocities are those of the instant */
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
