/*
 * Forces where a deviation that cannot vanish drives its bodies into a singular pose (a chain that
 * is too short, stretched): A^+ asks for accelerations without bound, sigma -> 0 with w r finite.
 *
 * A shift of A bounds them, |sqrt(M) x''|, by GREATEST times the acceleration that each row would
 * need by itself, |r_i| / |J_i M^-1/2|, if all bodies were as heavy as the heaviest, and the one
 * that stops free motion, which is a projection of it and never larger. Consistent motion through a
 * singular pose needs no more.
 *
 * Bounded accelerations alone would leave such a model trembling for ever about the pose where |D|
 * is least: across the stretch its constraints are a spring without a damper. So as far as the
 * shift is used, all motion of the island is slowed, too, with the least rate d of its rows, x'' -=
 * d v: it comes to rest within some 1/d. v is taken relative to the fixed or driven body that the
 * island is joined to; if there is none, to the rigid motion that has its momenta, which are
 * conserved.
 *
 * The parts of a force are damped like the whole.
 */
#include "dynamics/solve/impl.h"

#include "numeric/linear/lsq.h"

/* |sqrt(M) a| of the island without constraint forces */
static double free_size(const tw_dynamics *d, const tw_island *isl) {
    double sum = 0;
    for (int k = 0; k < isl->bodies; k++) {
        int body = isl->body[k];
        const tw_body_motion *m = &d->pass.motion[body];
        const tw_wrench *w = &d->pass.external[body];
        vec3 T = v3_add(w->torque, v3_cross(m->L, m->omega));
        vec3 turn = m3_tmul_v(&d->root[body], m3_tmul_v(&m->R, T));
        sum += m->m_inv * v3_dot(w->force, w->force) + v3_dot(turn, turn);
    }
    return sqrt(sum);
}

static double limit_of(const tw_dynamics *d, const tw_island *isl, double reach) {
    static const double GREATEST = 100;
    double each = GREATEST * tw_sparse_each(d, isl);
    if (reach <= each) return each; /* the rest makes it larger only */
    double light = HUGE_VAL, heavy = 0, slim = HUGE_VAL, stout = 0; /* masses, moments */
    for (int k = 0; k < isl->bodies; k++) {
        const tw_body *own = d->world->body.data[isl->body[k]];
        double moment = m3_largest(&own->inertia);
        light = fmin(light, own->mass);
        heavy = fmax(heavy, own->mass);
        slim = fmin(slim, moment);
        stout = fmax(stout, moment);
    }
    return each * sqrt(fmax(heavy / light, stout / slim)) + 2 * free_size(d, isl);
}

/* the smallest rate by which a row of the island brings its own velocity to rest, 1/s */
static double least_rate(const tw_dynamics *d, const tw_island *isl) {
    double least = HUGE_VAL;
    for (int k = 0; k < isl->blocks; k++) {
        const tw_block *b = &d->pass.block[isl->block[k]];
        double tau, stiffness, damping;
        tw_rates(d->world, b->c, d->pass.t, &tau, &stiffness, &damping);
        switch (tw_level_of(b->kind, b->c->o.own)) {
        case TW_POSITION_LEVEL:
            least = fmin(least, damping);
            break;
        case TW_VELOCITY_LEVEL:
            least = fmin(least, 1 / tau);
            break;
        default:
            return 0;
        }
    }
    return fmax(least, 0);
}

void tw_damp_choose(tw_dynamics *d, tw_island *isl, const tw_solve_info *info) {
    double share;
    isl->shift = tw_lsq_shift(info->reach, info->range, limit_of(d, isl, info->reach), &share);
    isl->slowing = share > 0 ? share * least_rate(d, isl) : 0;
}

/* ---- slowing --------------------------------------------------------------------------------- */

/* velocities of a rigid motion: v at x */
typedef struct rigid_motion {
    vec3 x, v, omega;
} rigid_motion;

/* is a constraint bound to the world, or to a body that is not free? m: the motion of that */
static bool held(const tw_dynamics *d, const tw_block *b, rigid_motion *m) {
    const tw_bind *bind = b->bind;
    for (int i = 0; i < bind->points; i++)
        if (bind->point_of[i].slot < 0) return true;
    for (int i = 0; i < bind->vectors; i++)
        if (bind->vector_of[i].slot < 0) return true;
    for (int s = 0; s < bind->slots; s++) {
        const tw_body_motion *own = &d->pass.motion[bind->body[s]];
        if (d->free_body[bind->body[s]]) continue;
        *m = (rigid_motion){own->x, own->v, own->omega};
        return true;
    }
    return false;
}

/* the rigid motion with the momenta of the island's bodies */
static rigid_motion together(const tw_dynamics *d, const tw_island *isl) {
    rigid_motion all = {0};
    double mass = 0;
    for (int k = 0; k < isl->bodies; k++) {
        const tw_body_motion *m = &d->pass.motion[isl->body[k]];
        double own = 1 / m->m_inv;
        mass += own;
        all.x = v3_madd(all.x, own, m->x);
        all.v = v3_madd(all.v, own, m->v);
    }
    all.x = v3_scale(all.x, 1 / mass);
    all.v = v3_scale(all.v, 1 / mass);
    mat3 I = m3_diag(0, 0, 0);
    vec3 L = v3_zero();
    for (int k = 0; k < isl->bodies; k++) {
        const tw_body_motion *m = &d->pass.motion[isl->body[k]];
        mat3 own = m3_inverse(&m->I_inv);
        vec3 arm = v3_sub(m->x, all.x), p = v3_scale(v3_sub(m->v, all.v), 1 / m->m_inv);
        L = v3_add(L, v3_add(m->L, v3_cross(arm, p)));
        for (int i = 0; i < 3; i++) { /* I + m (|arm|^2 - arm arm^T) */
            const double *x = &arm.x;
            I.m[i][i] += v3_dot(arm, arm) / m->m_inv;
            for (int j = 0; j < 3; j++) I.m[i][j] += own.m[i][j] - x[i] * x[j] / m->m_inv;
        }
    }
    I = m3_inverse(&I);
    all.omega = m3_mul_v(&I, L);
    return all;
}

static rigid_motion reference(const tw_dynamics *d, const tw_island *isl) {
    rigid_motion m = {0};
    for (int k = 0; k < isl->blocks; k++)
        if (held(d, &d->pass.block[isl->block[k]], &m)) return m;
    return together(d, isl);
}

/* the velocities of a body relative to the reference */
static void relative(const tw_body_motion *m, const rigid_motion *to, vec3 *v, vec3 *omega) {
    vec3 there = v3_add(to->v, v3_cross(to->omega, v3_sub(m->x, to->x)));
    *v = v3_sub(m->v, there);
    *omega = v3_sub(m->omega, to->omega);
}

void tw_damp_slow(const tw_dynamics *d, const tw_island *isl, tw_wrench *out) {
    if (isl->slowing == 0) return;
    rigid_motion to = reference(d, isl);
    for (int k = 0; k < isl->bodies; k++) {
        const tw_body_motion *m = &d->pass.motion[isl->body[k]];
        tw_wrench *sum = &out[isl->body[k]];
        mat3 I = m3_inverse(&m->I_inv);
        vec3 v, omega;
        relative(m, &to, &v, &omega);
        sum->force = v3_madd(sum->force, -isl->slowing / m->m_inv, v);
        sum->torque = v3_madd(sum->torque, -isl->slowing, m3_mul_v(&I, omega));
    }
}

/* b += w J a, a the accelerations that slow the island */
static void add_slowing(const tw_dynamics *d, const tw_island *isl, double *b) {
    rigid_motion to = reference(d, isl);
    for (int k = 0; k < isl->blocks; k++) {
        const tw_block *c = &d->pass.block[isl->block[k]];
        const double *J = c->J;
        for (int i = 0; i < c->rows; i++, b++)
            for (int s = 0; s < c->bind->slots; s++, J += 6) {
                int body = c->bind->body[s];
                vec3 v, omega;
                if (!d->free_body[body]) continue;
                relative(&d->pass.motion[body], &to, &v, &omega);
                *b += c->weight * isl->slowing *
                      (v3_dot(v3_load(J), v) + v3_dot(v3_load(J + 3), omega));
            }
    }
}

tw_status tw_damp(tw_dynamics *d, tw_island *isl, bool moves, bool sparse, tw_solve_info *info) {
    if (moves && isl->slowing > 0) add_slowing(d, isl, d->rhs);
    if (sparse && tw_sparse_damp(d, isl)) return TW_OK;
    if (sparse) TW_TRY(tw_solve_by_svd(d, isl, info));
    tw_dense_damp(d, isl);
    return TW_OK;
}
