/*
 * The smooth part of a step of `timestep`: bodies on which no contact acts, by RATTLE
 * [Andersen 1983; Hairer, Lubich, Wanner, Geometric Numerical Integration, VII.1.4], with the free
 * rotation of rigid bodies in closed form (spin.h). F, T contain the forces of constraints at their
 * bounds (timestep_bounds.c).
 *
 *     p_h = p + h/2 F + J^T lambda,  L_h = L + h/2 T + J^T lambda     J, F at the start
 *     x' = x + h p_h/m,  q' by L_h                                    D(x', q', t + h) = D^
 *     p'* = p_h + h/2 F',  L'* = L_h + h/2 T'                         F' at the end
 *
 * (timestep.c goes on from p'*). The method is its own reverse, so of second order; where forces
 * have potentials and the constraints are met it is symplectic, and energy does not drift.
 *
 * lambda is found by Newton's method with the matrix A = J M^-1 J^T of the start, which is
 * symmetric: errors shrink by about h omega in each round. Where rows contradict each other errors
 * remain, so the iteration ends when lambda hardly changes any more. For rows at velocity level the
 * mean of V over the step has a goal: half of V at the start with p_h, half of V at the end.
 */
#include "dynamics/pass/spin.h"
#include "dynamics/step/timestep.h"

#include "dynamics/step/project_impl.h"

#include <math.h>

/* ---- parts ---------------------------------------------------------------------------------- */

static tw_status make_part(tw_dynamics *d, tw_part *p) {
    p->body = tw_arena_new(&d->arena, int, d->pass.bodies);
    p->block = tw_arena_new(&d->arena, int, d->pass.blocks);
    p->island = tw_arena_new(&d->arena, int, d->islands);
    return p->body && p->block && p->island ? TW_OK : tw_fail_memory();
}

tw_status tw_timestep_make_parts(tw_dynamics *d) {
    tw_project *s = d->project;
    s->going = tw_arena_new(&d->arena, tw_body_motion, d->pass.bodies);
    if (!s->going) return tw_fail_memory();
    TW_TRY(make_part(d, &s->free));
    return make_part(d, &s->given);
}

static void add_island(tw_dynamics *d, tw_part *p, int i) {
    const tw_island *isl = &d->island[i];
    p->island[p->islands++] = i;
    for (int k = 0; k < isl->blocks; k++) p->block[p->blocks++] = isl->block[k];
    for (int k = 0; k < isl->bodies; k++) p->body[p->bodies++] = isl->body[k];
}

void tw_timestep_know_parts(tw_dynamics *d) {
    tw_project *s = d->project;
    tw_part *parts[] = {&s->free, &s->given};
    for (int k = 0; k < 2; k++) parts[k]->bodies = parts[k]->blocks = parts[k]->islands = 0;
    for (int i = 0; i < d->islands; i++)
        add_island(d, parts[s->body[d->island[i].body[0]].given], i);
}

tw_part tw_timestep_part(const tw_island *isl, int *island) {
    return (tw_part){.bodies = isl->bodies,
                     .blocks = isl->blocks,
                     .islands = 1,
                     .body = isl->body,
                     .block = isl->block,
                     .island = island};
}

/* ---- the first half ------------------------------------------------------------------------- */

/* s->going of body i: its motion after h seconds from its pose in the pass, by v_way and L_way */
static void go(tw_dynamics *d, int i, double h) {
    const tw_body_motion *from = &d->pass.motion[i];
    const tw_project_body *s = &d->project->body[i];
    const tw_body *b = d->world->body.data[i];
    tw_body_motion *m = &d->project->going[i];
    m->v = s->v_way;
    m->x = v3_madd(from->x, h, m->v);
    m->L = s->L_way;
    m->q = tw_spin(&b->inertia_inv, from->q, m->L, h);
    m->R = q_matrix(m->q);
    m->I_inv = m3_rotate(&m->R, &b->inertia_inv);
    m->omega = m3_mul_v(&m->I_inv, m->L);
}

void tw_timestep_wrenches(tw_dynamics *d, const tw_part *part, const double *lambda) {
    tw_wrench *sum = d->project->sum;
    for (int k = 0; k < part->bodies; k++) sum[part->body[k]] = (tw_wrench){0};
    /* s->sum is cleared for bodies that are not free as well */
    for (int k = 0; k < part->blocks; k++) {
        const tw_bind *bind = d->pass.block[part->block[k]].bind;
        for (int j = 0; j < bind->slots; j++) sum[bind->body[j]] = (tw_wrench){0};
    }
    tw_distribute(&d->pass, part, lambda, sum);
}

void tw_timestep_push(tw_dynamics *d, int body, double part) {
    tw_body_motion *m = &d->pass.motion[body];
    const tw_wrench *w = &d->project->sum[body];
    m->v = v3_madd(m->v, part * m->m_inv, w->force);
    m->L = v3_madd(m->L, part, w->torque);
    m->omega = m3_mul_v(&m->I_inv, m->L);
}

/* sets v_way, L_way and s->going to the motion after half a step of forces, including those of
 * constraints at a bound, but without the other constraint forces */
static void begin(tw_dynamics *d, double t, double h) {
    if (d->project->pulls) tw_timestep_wrenches(d, &d->project->free, d->project->pull);
    for (int i = 0; i < d->pass.bodies; i++) {
        tw_body_motion *m = &d->project->going[i];
        if (!d->free_body[i]) { /* fixed and driven bodies: motion at the step's end */
            tw_motion_of(d, i, t + h, NULL, m);
            continue;
        }
        *m = d->pass.motion[i];
        tw_project_body *s = &d->project->body[i];
        if (s->given) continue;
        const tw_wrench *w = &d->pass.external[i];
        s->v_way = v3_madd(m->v, h / 2 * m->m_inv, w->force);
        s->L_way = v3_madd(m->L, h / 2, w->torque);
        if (d->project->pulls && d->island_of[i] >= 0) {
            const tw_wrench *pull = &d->project->sum[i];
            s->v_way = v3_madd(s->v_way, 0.5 * m->m_inv, pull->force);
            s->L_way = v3_madd(s->L_way, 0.5, pull->torque);
        }
        go(d, i, h);
    }
}

/* change of a row's rate J v from the start's velocities to v_way and L_way, with J of the start */
static double change_of(const tw_dynamics *d, const tw_block *b, int row) {
    const double *J = b->J + 6 * (size_t)row * (size_t)b->bind->slots;
    double sum = 0;
    for (int k = 0; k < b->bind->slots; k++, J += 6) {
        int body = b->bind->body[k];
        if (!d->free_body[body]) continue;
        const tw_body_motion *m = &d->pass.motion[body];
        const tw_project_body *s = &d->project->body[body];
        vec3 turn = m3_mul_v(&m->I_inv, v3_sub(s->L_way, m->L));
        sum += v3_dot(v3_load(J), v3_sub(s->v_way, m->v)) + v3_dot(v3_load(J + 3), turn);
    }
    return sum;
}

/* s->r: errors of a block's rows at the poses in s->going, divided by the step, as rates */
static void compare(tw_dynamics *d, const tw_block *b, double t, double h) {
    const tw_pass *p = &d->pass;
    tw_project *s = d->project;
    tw_level level = tw_level_of(b->kind, b->c->o.own);
    tw_terms at = s->trial;
    at.rows = b->rows;
    at.slots = b->bind->slots;
    if (!b->W) at.W = NULL;
    if (level != TW_ACCELERATION_LEVEL) {
        tw_bind_resolve(b->bind, s->going, t + h);
        tw_terms_of(b->bind, t + h, &at);
    }
    for (int j = 0; j < b->rows; j++) {
        int row = b->row + j;
        double by = level == TW_POSITION_LEVEL ? 0 : change_of(d, b, j);
        s->r[row] = level == TW_POSITION_LEVEL   ? (at.D[j] - s->goal[row]) / h
                    : level == TW_VELOCITY_LEVEL ? 0.5 * (p->D[row] + by + at.D[j]) - s->mean[row]
                                                 : by + 0.5 * h * p->bias[row];
    }
}

/* adds the impulses in s->sum to v_way and L_way of an island's bodies, and moves s->going
 * accordingly; returns the longest change of a body's path, m; raises *size to the largest distance
 * of these bodies from the origin, m */
static double kick(tw_dynamics *d, const tw_island *isl, double h, double *size) {
    double most = 0;
    for (int k = 0; k < isl->bodies; k++) {
        int i = isl->body[k];
        const tw_body_motion *m = &d->pass.motion[i];
        tw_project_body *s = &d->project->body[i];
        const tw_wrench *w = &d->project->sum[i];
        s->v_way = v3_madd(s->v_way, m->m_inv, w->force);
        s->L_way = v3_add(s->L_way, w->torque);
        double arm2 = v3_dot(w->torque, m3_mul_v(&m->I_inv, w->torque)) * m->m_inv;
        most = fmax(most, h * (m->m_inv * v3_length(w->force) + sqrt(fmax(arm2, 0))));
        *size = fmax(*size, v3_length(m->x));
        go(d, i, h);
    }
    return most;
}

/* finds the impulses of an island for the first half of the step by Newton's method; *found =
 * false: it does not converge */
static tw_status find(tw_dynamics *d, int island, double t, double h, bool *found) {
    enum { ROUNDS = 30 };
    /* CLOSE: the method has converged when paths change by less than this, relative to `size`, the
     * largest distance of the island's bodies from the origin, at least 1 m; beyond a size of FAR
     * (m) the change must be as small as at FAR, unless ROUNDING errors of such positions are
     * larger. SHRINKS: each change must be smaller than this factor times the last one */
    static const double CLOSE = 1e-11, FAR = 10, ROUNDING = 1e-15, SHRINKS = 0.7;
    const tw_island *isl = &d->island[island];
    const tw_part own = tw_timestep_part(isl, &island);
    double before = INFINITY, size = 1;
    *found = false;
    for (int n = 0; n < ROUNDS; n++) {
        for (int k = 0; k < isl->blocks; k++) compare(d, &d->pass.block[isl->block[k]], t, h);
        for (int k = 0; k < isl->blocks; k++) {
            const tw_block *b = &d->pass.block[isl->block[k]];
            for (int row = b->row; row < b->row + b->rows; row++)
                if (!isfinite(d->project->r[row])) return TW_OK;
        }
        TW_TRY(tw_solve(d, &own, d->project->r, d->project->mu,
                        n == 0 ? TW_SOLVE_FREE : TW_SOLVE_AGAIN));
        tw_timestep_wrenches(d, &own, d->project->mu);
        double way = kick(d, isl, h, &size);
        /* found if the change is small enough, or if the next one will be, assuming that it shrinks
         * by the same factor again */
        double close = size < FAR ? CLOSE * size : fmax(CLOSE * FAR, ROUNDING * size);
        *found = way <= close || (n > 0 && way * way <= close * before);
        if (*found || !isfinite(way) || way > SHRINKS * before) return TW_OK;
        before = way;
    }
    return TW_OK;
}

tw_status tw_timestep_go(tw_dynamics *d, double t, double h) {
    tw_project *s = d->project;
    begin(d, t, h);
    for (int k = 0; k < s->free.islands; k++) {
        int island = s->free.island[k];
        bool found;
        TW_TRY(find(d, island, t, h, &found));
        const tw_island *isl = &d->island[island];
        for (int n = 0; n < isl->bodies && !found; n++) {
            int i = isl->body[n];
            tw_project_body *b = &s->body[i];
            b->given = true;
            b->v_way = v3_scale(b->p, d->pass.motion[i].m_inv);
            b->L_way = b->L;
        }
    }
    tw_timestep_know_parts(d);
    return TW_OK;
}

/* ---- the second half ------------------------------------------------------------------------ */

/* a row's rate J v with the velocities of the middle of the step, v_way and L_way, and J of the
 * poses in the pass */
static double speed_of_way(const tw_dynamics *d, const tw_block *b, int row) {
    const double *J = b->J + 6 * (size_t)row * (size_t)b->bind->slots;
    double sum = 0;
    for (int k = 0; k < b->bind->slots; k++, J += 6) {
        int body = b->bind->body[k];
        const tw_body_motion *m = &d->pass.motion[body];
        const tw_project_body *s = &d->project->body[body];
        bool free = d->free_body[body];
        vec3 v = free ? s->v_way : m->v;
        vec3 omega = free ? m3_mul_v(&m->I_inv, s->L_way) : m->omega;
        sum += v3_dot(v3_load(J), v) + v3_dot(v3_load(J + 3), omega);
    }
    return sum;
}

/* Sets the goals of the rows of acceleration level that RATTLE takes: after the first half of the
 * step with the acceleration of its start, the second half has that of its end, time t, J v' = J
 * v_way - h / 2 bias, both at the poses and velocities in the pass */
static void aim_accelerations(tw_dynamics *d, double t, double h) {
    const tw_project *s = d->project;
    for (int n = 0; n < s->free.blocks; n++) {
        tw_block *b = &d->pass.block[s->free.block[n]];
        if (tw_level_of(b->kind, b->c->o.own) != TW_ACCELERATION_LEVEL) continue;
        tw_block_terms(d, b, t);
        for (int j = 0; j < b->rows; j++) {
            int row = b->row + j;
            s->goal[row] = speed_of_way(d, b, j) - 0.5 * h * d->pass.bias[row];
        }
    }
}

tw_status tw_timestep_arrive(tw_dynamics *d, double t, double h, const double *y) {
    const tw_project *s = d->project;
    bool any = false;
    for (int i = 0; i < d->pass.bodies; i++) {
        if (!d->free_body[i] || s->body[i].given) continue;
        any = true;
        /* velocity at the step's end, on which forces of the end may depend, by extrapolation: that
         * of the middle is the mean of start and end */
        tw_body_motion *m = &d->pass.motion[i];
        const double *own = y + d->state_of[i];
        m->v = v3_sub(v3_scale(s->body[i].v_way, 2), v3_scale(v3_load(own + 7), m->m_inv));
        m->L = v3_sub(v3_scale(s->body[i].L_way, 2), v3_load(own + 10));
        m->omega = m3_mul_v(&m->I_inv, m->L);
    }
    if (!any) return TW_OK;
    aim_accelerations(d, t, h);
    TW_TRY(tw_external(d, &d->everything));
    for (int i = 0; i < d->pass.bodies; i++) {
        if (!d->free_body[i] || s->body[i].given) continue;
        tw_body_motion *m = &d->pass.motion[i];
        const tw_wrench *w = &d->pass.external[i];
        m->v = v3_madd(s->body[i].v_way, h / 2 * m->m_inv, w->force);
        m->L = v3_madd(s->body[i].L_way, h / 2, w->torque);
        m->omega = m3_mul_v(&m->I_inv, m->L);
    }
    if (s->pulls) tw_timestep_pull(d, t);
    return TW_OK;
}
