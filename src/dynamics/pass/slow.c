/*
 * Slowing of islands that are damped (solve/damp.c): x'' -= slowing v, with v relative to the fixed
 * or driven body to which the island is joined; if there is none, relative to the rigid motion that
 * has its momenta, which are conserved.
 */
#include "dynamics/pass/pass.h"

/* a rigid motion: velocity v of the point x, angular velocity omega */
typedef struct rigid_motion {
    vec3 x, v, omega;
} rigid_motion;

/* Does the constraint connect its island to the world, or to a body that is not free? Then *m
 * becomes that body's motion, or stays unchanged (0) for the world */
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

/* the rigid motion with the total linear and angular momentum of the island's bodies */
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
        /* adds I + m (|arm|^2 - arm arm^T), the parallel-axis theorem */
        for (int i = 0; i < 3; i++) {
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

/* *v, *omega: velocities of a body relative to the rigid motion `to`, taken at the body's centre of
 * mass */
static void relative(const tw_body_motion *m, const rigid_motion *to, vec3 *v, vec3 *omega) {
    vec3 there = v3_add(to->v, v3_cross(to->omega, v3_sub(m->x, to->x)));
    *v = v3_sub(m->v, there);
    *omega = v3_sub(m->omega, to->omega);
}

void tw_slow(const tw_dynamics *d, const tw_island *isl, tw_wrench *out) {
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

void tw_slow_rows(const tw_dynamics *d, const tw_island *isl, double *b) {
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
