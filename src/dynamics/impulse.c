/* Impulses redistributed by the constraints; see impulse.h. */
#include "dynamics/impulse.h"

#include "dynamics/pass/pass.h"

#include <stdlib.h>

/* r [rows]: change J M^-1 P of each row's rate by the impulse P on a body */
static void velocity_jump(const tw_dynamics *d, int body, const tw_wrench *P, double *r) {
    const tw_pass *p = &d->pass;
    const tw_body_motion *m = &p->motion[body];
    vec3 v = v3_scale(P->force, m->m_inv), omega = m3_mul_v(&m->I_inv, P->torque);
    for (int k = 0; k < p->blocks; k++) {
        const tw_block *b = &p->block[k];
        for (int i = 0; i < b->rows; i++) {
            r[b->row + i] = 0;
            for (int s = 0; s < b->bind->slots; s++) {
                const double *j = b->J + ((size_t)i * (size_t)b->bind->slots + (size_t)s) * 6;
                if (b->bind->body[s] == body)
                    r[b->row + i] += v3_dot(v3_load(j), v) + v3_dot(v3_load(j + 3), omega);
            }
        }
    }
}

static void apply(tw_dynamics *d, const tw_wrench *sum) {
    for (int i = 0; i < d->pass.bodies; i++) {
        tw_body *b = d->world->body.data[i];
        const tw_body_motion *m = &d->pass.motion[i];
        if (!d->free_body[i]) continue;
        b->velocity = v3_madd(b->velocity, m->m_inv, sum[i].force);
        b->angular_velocity = v3_add(b->angular_velocity, m3_mul_v(&m->I_inv, sum[i].torque));
    }
    tw_world_touch_state(d->world);
}

/* fails if the body's island has a constraint whose force is not J^T lambda */
static tw_status check_island(const tw_dynamics *d, int body) {
    if (d->island_of[body] < 0) return TW_OK;
    const tw_island *isl = &d->island[d->island_of[body]];
    for (int j = 0; j < isl->blocks && !isl->square; j++) {
        const tw_block *b = &d->pass.block[isl->block[j]];
        char label[256];
        if (b->W)
            return tw_fail(TW_ARGUMENT,
                           "an impulse cannot be redistributed by %s: its force is not J^T lambda",
                           tw_object_label(&b->c->o, label, sizeof label));
    }
    return TW_OK;
}

/* applies the impulse to a body that no constraint acts on; the world need not be evaluated for
 * that */
static void apply_alone(tw_dynamics *d, tw_body *b, const tw_wrench *impulse) {
    mat3 R = q_matrix(q_normalized(b->orientation)), I_inv = m3_rotate(&R, &b->inertia_inv);
    b->velocity = v3_madd(b->velocity, 1 / b->mass, impulse->force);
    b->angular_velocity = v3_add(b->angular_velocity, m3_mul_v(&I_inv, impulse->torque));
    tw_world_touch_state(d->world);
}

/* applies `impulse` on the body (-1: none) together with the impulses mu of the constraints, A mu =
 * -r, to the velocities in the world */
static tw_status share_out(tw_dynamics *d, const double *r, int body, const tw_wrench *impulse) {
    const tw_pass *p = &d->pass;
    double *mu = calloc((size_t)p->dofs + 1, sizeof *mu);
    tw_wrench *sum = calloc((size_t)p->bodies + 1, sizeof *sum);
    tw_status s = mu && sum ? TW_OK : tw_fail_memory();
    if (s == TW_OK) s = tw_solve(d, &d->everything, r, mu, TW_SOLVE_FREE);
    if (s == TW_OK) {
        tw_distribute(p, &d->everything, mu, sum);
        if (body >= 0) {
            sum[body].force = v3_add(sum[body].force, impulse->force);
            sum[body].torque = v3_add(sum[body].torque, impulse->torque);
        }
        apply(d, sum);
    }
    free(mu);
    free(sum);
    return s;
}

tw_status tw_impulse(tw_dynamics *d, tw_body *b, const tw_wrench *impulse) {
    TW_TRY(tw_dynamics_rebuild(d));
    if (d->free_body[b->index] && d->island_of[b->index] < 0) {
        apply_alone(d, b, impulse);
        return TW_OK;
    }
    TW_TRY(tw_dynamics_update(d));
    TW_TRY(check_island(d, b->index));
    double *r = calloc((size_t)d->pass.rows + 1, sizeof *r);
    if (!r) return tw_fail_memory();
    velocity_jump(d, b->index, impulse, r);
    tw_status s = share_out(d, r, b->index, impulse);
    free(r);
    return s;
}

tw_status tw_impulse_rates(tw_dynamics *d, const double *off) {
    return share_out(d, off, -1, NULL);
}
