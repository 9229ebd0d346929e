/* Step 4 of [BB88 fig. 15]: distributes the constraint forces to the bodies, computes from net
 * force and torque the accelerations v' = F/m, omega' = I^-1 (T + L x omega), and from these the
 * residual of each constraint equation. */
#include "dynamics/pass/pass.h"

void tw_distribute(const tw_pass *p, const tw_part *part, const double *lambda, tw_wrench *out) {
    for (int k = 0; k < part->blocks; k++) {
        const tw_block *b = &p->block[part->block[k]];
        const double *w = b->W ? b->W : b->J;
        for (int i = 0; i < b->dofs; i++)
            for (int s = 0; s < b->bind->slots; s++, w += 6) {
                tw_wrench *sum = &out[b->bind->body[s]];
                sum->force = v3_madd(sum->force, lambda[b->dof + i], v3_load(w));
                sum->torque = v3_madd(sum->torque, lambda[b->dof + i], v3_load(w + 3));
            }
    }
}

static void accelerate(tw_pass *p, int i) {
    const tw_body_motion *m = &p->motion[i];
    vec3 F = v3_add(p->external[i].force, p->constraint[i].force);
    vec3 T = v3_add(p->external[i].torque, p->constraint[i].torque);
    p->linear[i] = v3_madd(m->a, m->m_inv, F);
    p->angular[i] = v3_add(m->alpha, m3_mul_v(&m->I_inv, v3_add(T, v3_cross(m->L, m->omega))));
}

/* sets p->residual of each row to A lambda + r, that is J x'' + bias + d D' + k D; and
 * p->residual_norm */
static void residuals(tw_pass *p, const tw_part *part) {
    p->residual_norm = 0;
    for (int k = 0; k < part->blocks; k++) {
        const tw_block *b = &p->block[part->block[k]];
        const double *j = b->J;
        for (int i = 0; i < b->rows; i++) {
            int row = b->row + i;
            double sum =
                p->bias[row] + p->part[TW_SPLIT_VELOCITY][row] + p->part[TW_SPLIT_DEVIATION][row];
            for (int s = 0; s < b->bind->slots; s++, j += 6) {
                int body = b->bind->body[s];
                sum +=
                    v3_dot(v3_load(j), p->linear[body]) + v3_dot(v3_load(j + 3), p->angular[body]);
            }
            p->residual[row] = sum;
            p->residual_norm += sum * sum;
        }
    }
    p->residual_norm = sqrt(p->residual_norm);
}

void tw_net(tw_dynamics *d, const tw_part *part) {
    tw_pass *p = &d->pass;
    for (int i = 0; i < part->bodies; i++) p->constraint[part->body[i]] = (tw_wrench){0};
    tw_distribute(p, part, p->lambda, p->constraint);
    for (int i = 0; i < part->islands; i++) tw_slow(d, &d->island[part->island[i]], p->constraint);
    for (int i = 0; i < part->bodies; i++) accelerate(p, part->body[i]);
    residuals(p, part);
}
