/*
 * Keeps deviations on their law in spite of the integrator's error: after a step from t0 to t the
 * law requires
 *
 *     D^(t), D^'(t) = closed form of D'' + d D' + k D = 0 from D, D' at t0,
 *
 * and the difference of D, D' from these is removed by the least change of pose and velocities in
 * the mass metric,
 *
 *     dx = -M^-1 J^T A^+ (D - D^),   then, at the corrected pose,   dv = -M^-1 J^T A^+ (D' - D^').
 *
 * At velocity level, V' + V/tau = 0, only dv is applied. Islands are not corrected where the law
 * does not hold (constraints that contradict each other, are bounded, or have varying k and d), or
 * where the difference is far above the integrator's tolerance.
 *
 * In the last case, at a singular pose that a mechanism passes, even a deviation D of the size of
 * the tolerance would move it by D/sigma along the freedom that opens there (sigma: the singular
 * value that is almost 0).
 */
#include "dynamics/step/settle.h"

#include "base/math/turn.h"
#include "dynamics/points/points.h"
#include "dynamics/step/project_impl.h"

#include <float.h>
#include <math.h>
#include <string.h>

struct tw_settle {
    /* [rows] D^ and D^' that the law requires; at velocity level D^' is the required V */
    double *D, *D1;
    double *r, *r1; /* [rows] differences D - D^, and D' - D^' (velocity level: V - V^) */
    double *lambda; /* [unknowns] */
    tw_wrench *sum; /* [bodies] wrenches J^T lambda of a correction */
    /* [bodies] J^T lambda with J a short time later; then the change of momenta that goes along
     * with a correction of poses */
    tw_wrench *later;
    double *y; /* [states] scratch */
    /* islands that are corrected by this file; islands on the fast path are corrected by
     * points/settle.c */
    tw_part part;
};

/* Residual of the island's constraint equations, relative to their right side, up to which
 * constraints do not count as contradicting each other: near a singular pose a residual remains
 * without contradiction */
static const double CONFLICT = 1e-3;

/* ratio of the largest to the smallest singular value from which a pose counts as nearly
 * singular */
static const double NEAR_SINGULAR = 1e3;

tw_status tw_settle_build(tw_dynamics *d) {
    d->settle = tw_arena_new(&d->arena, struct tw_settle, 1);
    return d->settle ? TW_OK : tw_fail_memory();
}

/* allocates the arrays of d->settle, when they are first needed: scenes whose islands all take the
 * fast path need none */
static tw_status make_arrays(tw_dynamics *d) {
    struct tw_settle *s = d->settle;
    if (s->y) return TW_OK;
    s->D = tw_arena_new(&d->arena, double, d->pass.rows);
    s->D1 = tw_arena_new(&d->arena, double, d->pass.rows);
    s->r = tw_arena_new(&d->arena, double, d->pass.rows);
    s->r1 = tw_arena_new(&d->arena, double, d->pass.rows);
    s->lambda = tw_arena_new(&d->arena, double, d->pass.dofs);
    s->sum = tw_arena_new(&d->arena, tw_wrench, d->pass.bodies);
    s->later = tw_arena_new(&d->arena, tw_wrench, d->pass.bodies);
    if (!s->D || !s->D1 || !s->r || !s->r1 || !s->lambda || !s->sum || !s->later)
        return tw_fail_memory();
    s->y = tw_arena_new(&d->arena, double, d->states);
    return s->y ? TW_OK : tw_fail_memory();
}

/* largest distance, m, of the island's bodies from the origin, at least 1: rounding errors of
 * positions are relative to it */
static double place(const tw_dynamics *d, const tw_island *isl) {
    double x = 1;
    for (int i = 0; i < isl->bodies; i++) x = fmax(x, v3_length(d->pass.motion[isl->body[i]].x));
    return x;
}

/* evaluates D, D' and J of all rows of s->part at (t, y), in the pass */
static void look(tw_dynamics *d, double t, const double *y) {
    const tw_part *part = &d->settle->part;
    tw_pass_kinematics(d, part, t, y);
    for (int n = 0; n < part->blocks; n++) tw_block_terms(d, &d->pass.block[part->block[n]], t);
}

/* s->D, s->D1: D and D' (velocity level: V) that the law requires h seconds after the state (t,
 * y) */
static void foresee(tw_dynamics *d, double t, const double *y, double h) {
    struct tw_settle *s = d->settle;
    look(d, t, y);
    for (int n = 0; n < s->part.blocks; n++) {
        const tw_block *b = &d->pass.block[s->part.block[n]];
        tw_level level = tw_level_of(b->kind, b->c->o.own);
        double tau, k, rate;
        tw_rates(d->world, b->c, t, &tau, &k, &rate);
        for (int i = b->row; i < b->row + b->rows; i++) {
            double D = d->pass.D[i], D1 = d->pass.D1[i];
            s->D[i] = s->D1[i] = 0;
            if (level == TW_VELOCITY_LEVEL) s->D1[i] = D * tw_exp(-h / tau);
            if (level != TW_POSITION_LEVEL) continue;
            s->D[i] = tw_project_decay(k, rate, D, D1, h);
            s->D1[i] = tw_project_decay(k, rate, D1, -rate * D1 - k * D, h);
        }
    }
}

/* If the island is near a singular pose, and all required D and tau D' are within the tolerance,
 * replaces these by 0: the errors that they carry from before cannot all be corrected there */
static void forget(tw_dynamics *d, const tw_island *isl) {
    struct tw_settle *s = d->settle;
    if (isl->spread < NEAR_SINGULAR) return;
    double tolerance = d->world->set.atol + d->world->set.rtol * place(d, isl), worst = 0;
    for (int n = 0; n < isl->blocks; n++) {
        const tw_block *b = &d->pass.block[isl->block[n]];
        double tau, k, rate;
        tw_rates(d->world, b->c, d->pass.t, &tau, &k, &rate);
        for (int i = b->row; i < b->row + b->rows; i++)
            worst = fmax(worst, fmax(fabs(s->D[i]), tau * fabs(s->D1[i])));
    }
    for (int n = 0; n < isl->blocks && worst <= tolerance; n++) {
        const tw_block *b = &d->pass.block[isl->block[n]];
        for (int i = b->row; i < b->row + b->rows; i++) s->D[i] = s->D1[i] = 0;
    }
}

/* s->r, s->r1: differences of D and D' from the law at (t, y) */
static void compare(tw_dynamics *d, double t, const double *y) {
    struct tw_settle *s = d->settle;
    look(d, t, y);
    for (int n = 0; n < s->part.blocks; n++) {
        tw_block *b = &d->pass.block[s->part.block[n]];
        tw_level level = tw_level_of(b->kind, b->c->o.own);
        b->weight = tw_value1(&b->c->weight, t);
        for (int i = b->row; i < b->row + b->rows; i++) {
            s->r[i] = s->r1[i] = 0;
            if (level == TW_POSITION_LEVEL) s->r[i] = d->pass.D[i] - s->D[i];
            if (level == TW_POSITION_LEVEL) s->r1[i] = d->pass.D1[i] - s->D1[i];
            if (level == TW_VELOCITY_LEVEL) s->r1[i] = d->pass.D[i] - s->D1[i];
        }
    }
}

/* s->sum: wrenches -J^T A^+ r, on all bodies of s->part; r [rows] */
static tw_status distribute(tw_dynamics *d, const double *r) {
    struct tw_settle *s = d->settle;
    TW_TRY(tw_solve(d, &s->part, r, s->lambda, TW_SOLVE_FREE));
    for (int i = 0; i < s->part.bodies; i++) s->sum[s->part.body[i]] = (tw_wrench){0};
    tw_distribute(&d->pass, &s->part, s->lambda, s->sum);
    return TW_OK;
}

/* moves the pose in the body's state s: x += dx, q = exp(turn) q */
static void displace(double *s, vec3 dx, vec3 turn) {
    quat q = q_mul(q_exp(turn), q_load(s + 3));
    v3_store(s, v3_add(v3_load(s), dx));
    q_store(s + 3, q);
}

/* out: the state y with the poses of the part's bodies advanced by s seconds at constant
 * velocities; other bodies are not set */
static void drift(const tw_dynamics *d, const double *y, double s, double *out) {
    for (int n = 0; n < d->settle->part.bodies; n++) {
        int i = d->settle->part.body[n];
        const tw_body_motion *m = &d->pass.motion[i];
        const double *from = y + d->state_of[i];
        if (!d->free_body[i]) continue;
        memcpy(out + d->state_of[i], from, TW_STATE * sizeof *out);
        displace(out + d->state_of[i], v3_scale(m->v, s), v3_scale(m->omega, s));
    }
}

/* W^T M^-1 W for the wrench W of a body: the square, in the mass metric, of the displacement (or
 * change of velocity) M^-1 W */
static double squared(const tw_body_motion *m, const tw_wrench *w) {
    return m->m_inv * v3_dot(w->force, w->force) +
           v3_dot(w->torque, m3_mul_v(&m->I_inv, w->torque));
}

static void bound_carried(const tw_dynamics *d, const tw_island *isl) {
    struct tw_settle *s = d->settle;
    double moved = 0, carried = 0, turning = 0;
    for (int i = 0; i < isl->bodies; i++) {
        const tw_body_motion *m = &d->pass.motion[isl->body[i]];
        moved += squared(m, &s->sum[isl->body[i]]);
        carried += squared(m, &s->later[isl->body[i]]);
        turning = fmax(turning, v3_length(m->omega));
    }
    if (tw_settle_carries(carried, turning, moved)) return;
    for (int i = 0; i < isl->bodies; i++) s->later[isl->body[i]] = (tw_wrench){0};
}

/* s->later: change of the momenta by a force along J^T that moves the pose by dx = M^-1 J^T lambda,
 * however fast it acts: -(dJ/dt)^T lambda, formed as a difference. Example: a pendulum whose string
 * is shortened turns faster. h: length of the last step, s */
static void carry(tw_dynamics *d, double t, const double *y, double h) {
    struct tw_settle *s = d->settle;
    double step = 1e-3 * h;
    drift(d, y, step, s->y);
    look(d, t + step, s->y);
    for (int i = 0; i < s->part.bodies; i++) s->later[s->part.body[i]] = (tw_wrench){0};
    tw_distribute(&d->pass, &s->part, s->lambda, s->later);
    tw_pass_kinematics(d, &s->part, t, y);
    for (int n = 0; n < s->part.islands; n++) {
        const tw_island *isl = &d->island[s->part.island[n]];
        for (int k = 0; k < isl->bodies; k++) {
            int i = isl->body[k];
            tw_wrench *w = &s->later[i];
            w->force = v3_scale(v3_sub(w->force, s->sum[i].force), -1 / step);
            w->torque = v3_scale(v3_sub(w->torque, s->sum[i].torque), -1 / step);
        }
        bound_carried(d, isl);
    }
}

/* Do the constraints of the island follow the law D'' + d D' + k D = 0? Not if they contradict each
 * other, have bounded forces, or have k or d that vary. To be called right after an evaluation */
static bool lawful(const tw_dynamics *d, const tw_island *isl) {
    double left = 0, all = 0;
    for (int n = 0; n < isl->blocks; n++) {
        const tw_block *b = &d->pass.block[isl->block[n]];
        const tw_value *tau = &b->c->tau;
        if (!tw_value_is_constant(tau) || !tw_value_is_constant(&b->c->k) ||
            !tw_value_is_constant(&b->c->d) || !tw_value_is_constant(&d->world->set.tau))
            return false;
        for (int i = 0; i < b->rows; i++) {
            left += d->pass.residual[b->row + i] * d->pass.residual[b->row + i];
            all += d->pass.r[b->row + i] * d->pass.r[b->row + i];
        }
    }
    return !isl->caps && left <= CONFLICT * CONFLICT * all;
}

/* do deviations of the island's constraints differ from the decay that they should have by more
 * than rounding, but by no more than the integrator's error may explain? */
static bool off_law(const tw_dynamics *d, const tw_island *isl) {
    const struct tw_settle *s = d->settle;
    double size = place(d, isl), difference = 0;
    for (int n = 0; n < isl->blocks; n++) {
        const tw_block *b = &d->pass.block[isl->block[n]];
        for (int i = b->row; i < b->row + b->rows; i++) {
            double now = fmax(fabs(s->r[i]), fabs(s->r1[i]));
            if (!(now <= difference)) difference = now;
        }
    }
    const tw_settings *set = &d->world->set;
    return difference > TW_SETTLE_ROUNDING * size &&
           difference <= TW_SETTLE_LARGEST * (set->atol + set->rtol * size);
}

/* would the correction by s->sum displace no body by more than the integrator's error may explain?
 * Near a singular pose even a small difference may require a large displacement */
static bool small_change(const tw_dynamics *d, const tw_island *isl) {
    const tw_settings *set = &d->world->set;
    double most = 0;
    for (int i = 0; i < isl->bodies; i++) {
        const tw_body_motion *m = &d->pass.motion[isl->body[i]];
        const tw_wrench *w = &d->settle->sum[isl->body[i]];
        most = fmax(most, m->m_inv * v3_length(w->force));
        most = fmax(most, v3_length(m3_mul_v(&m->I_inv, w->torque)));
    }
    return most <= TW_SETTLE_LARGEST * (set->atol + set->rtol * place(d, isl));
}

static void add_momenta(const tw_wrench *w, double *s) {
    v3_store(s + 7, v3_add(v3_load(s + 7), w->force));
    v3_store(s + 10, v3_add(v3_load(s + 10), w->torque));
}

static void move(const tw_dynamics *d, int body, double *s) {
    const tw_body_motion *m = &d->pass.motion[body];
    const tw_wrench *w = &d->settle->sum[body];
    displace(s, v3_scale(w->force, m->m_inv), m3_mul_v(&m->I_inv, w->torque));
    add_momenta(&d->settle->later[body], s);
}

tw_status tw_settle_constraints(tw_dynamics *d, double t0, const double *y0, double t, double *y,
                                bool *changed) {
    struct tw_settle *s = d->settle;
    s->part = d->points ? tw_points_rest(d) : d->rest;
    if (s->part.islands == 0 || !d->world->set.projection) return TW_OK;
    TW_TRY(make_arrays(d));
    const int *island = s->part.island, islands = s->part.islands;
    bool any = false;
    for (int i = 0; i < islands; i++) {
        d->island[island[i]].off = lawful(d, &d->island[island[i]]);
        any = any || d->island[island[i]].off;
    }
    if (!any) return TW_OK;
    d->evaluated = any = false;
    foresee(d, t0, y0, t - t0);
    for (int i = 0; i < islands; i++) forget(d, &d->island[island[i]]);
    compare(d, t, y);
    for (int i = 0; i < islands; i++) {
        tw_island *isl = &d->island[island[i]];
        isl->off = isl->off && off_law(d, isl);
        any = any || isl->off;
    }
    if (!any) return TW_OK;
    TW_TRY(distribute(d, s->r));
    carry(d, t, y, t - t0);
    for (int i = 0; i < islands; i++) {
        tw_island *isl = &d->island[island[i]];
        isl->off = isl->off && small_change(d, isl);
        *changed = *changed || isl->off;
        for (int k = 0; isl->off && k < isl->bodies; k++)
            move(d, isl->body[k], y + d->state_of[isl->body[k]]);
    }
    compare(d, t, y);
    TW_TRY(distribute(d, s->r1));
    for (int i = 0; i < islands; i++) {
        const tw_island *isl = &d->island[island[i]];
        if (!isl->off || !small_change(d, isl)) continue;
        for (int k = 0; k < isl->bodies; k++)
            add_momenta(&s->sum[isl->body[k]], y + d->state_of[isl->body[k]]);
    }
    return TW_OK;
}
