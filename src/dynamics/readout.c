/* Values at the world's present state for scripts: of one constraint, force, body or point. They
 * evaluate the state if needed, so they are right before the first step and inside a step, too. */
#include "dynamics/contact/contact.h"
#include "dynamics/pass/pass.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int constraint_index(const tw_dynamics *d, const tw_constraint *c) {
    int i = c->index;
    return i < d->constraints && d->constraint_bind[i].o == &c->o ? i : -1;
}

/* evaluates deviation, rate and bias of a constraint, enabled or not, into d->read, and lets *out
 * point to them */
static void read_terms(tw_dynamics *d, tw_bind *b, tw_constraint_reading *out) {
    const tw_constraint_kind *kind = (const tw_constraint_kind *)b->o->kind;
    int rows = kind->rows(b->o->own), f = kind->dof ? kind->dof(b->o->own) : 0;
    double *deviation = d->read, *rate = deviation + rows, *residual = rate + rows;
    double *bias = residual + rows, *J = bias + rows;
    memset(residual, 0, (size_t)rows * sizeof *residual);
    tw_terms terms = {rows,
                      b->slots,
                      deviation,
                      rate,
                      bias,
                      J,
                      f > 0 ? J + (size_t)rows * (size_t)b->slots * 6 : NULL};
    tw_bind_resolve(b, d->pass.motion, d->pass.t);
    tw_terms_of(b, d->pass.t, &terms);
    out->rows = rows;
    out->deviation = deviation;
    out->rate = rate;
    out->residual = residual;
    tw_level level = tw_level_of(kind, b->o->own);
    /* Rows at velocity level measure V, rows at acceleration level J x'' + bias itself, so for both
     * J x'' + bias is computed. At velocity level it is V' and read as the rate; at acceleration
     * level it is D and read as the deviation */
    double *second = level == TW_VELOCITY_LEVEL ? rate : deviation;
    for (int i = 0; i < rows && level != TW_POSITION_LEVEL; i++) {
        second[i] = bias[i];
        for (int s = 0; s < b->slots; s++) {
            const double *j = tw_row(&terms, i, s);
            second[i] += v3_dot(v3_load(j), d->pass.linear[b->body[s]]) +
                         v3_dot(v3_load(j + 3), d->pass.angular[b->body[s]]);
        }
    }
}

/* wrench on the first body by the unknowns of a block; lambda [dofs of the pass] */
static tw_wrench first_wrench(const tw_block *b, const double *lambda) {
    tw_wrench w = {0};
    const double *W = b->W ? b->W : b->J;
    for (int i = 0; i < b->dofs && b->bind->slots > 0; i++) {
        const double *on = W + (size_t)i * (size_t)b->bind->slots * 6;
        w.force = v3_madd(w.force, lambda[b->dof + i], v3_load(on));
        w.torque = v3_madd(w.torque, lambda[b->dof + i], v3_load(on + 3));
    }
    return w;
}

/* *out: how far a limit's joint is beyond its bounds, its rate there, and the wrench on the first
 * body; `i`: index in world.constraint */
static tw_status read_limit(tw_dynamics *d, const tw_constraint *c, int i,
                            tw_constraint_reading *out) {
    const tw_constraint_kind *kind = tw_constraint_kind_of(c);
    double lambda = 0;
    if (c->enabled) TW_TRY(tw_contact_limit_force(d, i, &lambda));
    read_terms(d, &d->constraint_bind[i], out);
    /* d->read: deviation, rate, residual, bias, one number each, then J */
    const double *J = d->read + 4;
    tw_bounds1 b = kind->bounds(c->o.own, d->pass.t);
    double q = d->read[0], below = b.lower.v - q, above = q - b.upper.v;
    double rate = below > above ? b.lower.d1 - d->read[1] : d->read[1] - b.upper.d1;
    d->read[0] = fmax(fmax(below, above), 0);
    d->read[1] = fmax(below, above) >= 0 ? rate : 0;
    out->force = v3_scale(v3_load(J), lambda);
    out->torque = v3_scale(v3_load(J + 3), lambda);
    out->met = d->read[0] <= c->tolerance;
    out->settled = out->met;
    return TW_OK;
}

/* *w: wrench on the first body by which the constraint reacts to contacts; unchanged if there are
 * none */
static tw_status contact_share(tw_dynamics *d, const tw_constraint *c, tw_wrench *w) {
    const tw_wrench *body;
    const double *lambda;
    TW_TRY(tw_contact_net(d, &body, &lambda));
    if (lambda) *w = first_wrench(&d->pass.block[d->block_of[c->index]], lambda);
    return TW_OK;
}

static tw_status read_equation(tw_dynamics *d, const tw_constraint *c, int i,
                               tw_constraint_reading *out) {
    read_terms(d, &d->constraint_bind[i], out);
    double tau, k, dd, D = tw_norm(out->deviation, out->rows), D1 = tw_norm(out->rate, out->rows);
    tw_rates(d->world, c, d->pass.t, &tau, &k, &dd);
    out->met = D <= c->tolerance;
    out->settled = out->met && tau * D1 <= c->tolerance;
    if (d->block_of[i] < 0) return TW_OK;
    const tw_block *b = &d->pass.block[d->block_of[i]];
    tw_wrench w = first_wrench(b, d->pass.lambda), by_contact = {0};
    TW_TRY(contact_share(d, c, &by_contact));
    out->force = v3_add(w.force, by_contact.force);
    out->torque = v3_add(w.torque, by_contact.torque);
    out->residual = d->pass.residual + b->row;
    return TW_OK;
}

tw_status tw_read_constraint(tw_dynamics *d, const tw_constraint *c, tw_constraint_reading *out) {
    *out = (tw_constraint_reading){0};
    TW_TRY(tw_dynamics_update(d));
    int i = constraint_index(d, c);
    if (i < 0) return tw_fail(TW_ARGUMENT, "constraint '%s' is not part of the scene", c->o.name);
    bool bounds = tw_constraint_kind_of(c)->bounds && !c->beyond_now;
    TW_TRY((bounds ? read_limit : read_equation)(d, c, i, out));
    /* a limit whose joint returns has a row that measures D from the bound, negative or positive;
     * it is shown as a positive distance beyond the bound */
    for (int k = 0; k < 2 && c->beyond_now; k++) d->read[k] *= -c->beyond_now;
    /* of a disabled constraint all but `met` and `settled` reads 0 */
    if (!c->enabled) memset(d->read, 0, 2 * (size_t)out->rows * sizeof *d->read);
    return TW_OK;
}

/* computes d->split, the unknowns due to each part of r, unless it belongs to the present
 * evaluation */
static tw_status solve_parts(tw_dynamics *d) {
    size_t n = (size_t)d->pass.dofs;
    if (!d->split) {
        d->split = tw_arena_new(&d->arena, double, TW_SPLIT_COUNT *n);
        if (!d->split) return tw_fail_memory();
    } else if (d->split_of == d->stats.evaluations) {
        return TW_OK;
    }
    d->split_of = 0;
    for (size_t k = 0; k < TW_SPLIT_COUNT; k++)
        TW_TRY(tw_solve(d, &d->everything, d->pass.part[k], d->split + k * n,
                        k == TW_SPLIT_VELOCITY ? TW_SOLVE_VELOCITY : TW_SOLVE_PART));
    d->split_of = d->stats.evaluations;
    return TW_OK;
}

/* lambda depends linearly on r, so each part of r gives a part of the force [BB88 fig. 10] */
tw_status tw_read_split(tw_dynamics *d, const tw_constraint *c, vec3 part[TW_SPLIT_COUNT]) {
    for (int k = 0; k < TW_SPLIT_COUNT; k++) part[k] = v3_zero();
    TW_TRY(tw_dynamics_update(d));
    int i = constraint_index(d, c);
    if (i < 0 || d->block_of[i] < 0) return TW_OK;
    TW_TRY(solve_parts(d));
    for (int k = 0; k < TW_SPLIT_COUNT; k++)
        part[k] = first_wrench(&d->pass.block[d->block_of[i]],
                               d->split + (size_t)k * (size_t)d->pass.dofs)
                      .force;
    tw_wrench by_contact = {0}; /* reactions to contacts count as external */
    TW_TRY(contact_share(d, c, &by_contact));
    part[TW_SPLIT_EXTERNAL] = v3_add(part[TW_SPLIT_EXTERNAL], by_contact.force);
    return TW_OK;
}

tw_status tw_read_force(tw_dynamics *d, const tw_force *f, vec3 *force, vec3 *torque) {
    *force = *torque = v3_zero();
    TW_TRY(tw_dynamics_update(d));
    tw_bind *b = f->index < d->forces ? &d->force_bind[f->index] : NULL;
    if (!f->enabled || !b || b->o != &f->o || b->slots == 0) return TW_OK;
    tw_wrench *out = calloc((size_t)b->slots, sizeof *out);
    if (!out) return tw_fail_memory();
    tw_bind_resolve(b, d->pass.motion, d->pass.t);
    tw_force_in in = {d->pass.t,      f->o.own,     b->point, b->vector,
                      b->body_motion, b->body_slot, b->slots, b->joint};
    ((const tw_force_kind *)f->o.kind)->apply(&in, out);
    *force = out[0].force;
    *torque = out[0].torque;
    free(out);
    return TW_OK;
}

tw_status tw_read_body(tw_dynamics *d, const tw_body *b, vec3 *force, vec3 *torque, vec3 *a,
                       vec3 *alpha) {
    TW_TRY(tw_dynamics_update(d));
    const tw_pass *p = &d->pass;
    int i = b->index;
    *force = v3_add(p->external[i].force, p->constraint[i].force);
    *torque = v3_add(p->external[i].torque, p->constraint[i].torque);
    *a = p->linear[i];
    *alpha = p->angular[i];
    const tw_wrench *net;
    const double *lambda;
    TW_TRY(tw_contact_net(d, &net, &lambda));
    if (!net || !d->free_body[i]) return TW_OK;
    const tw_body_motion *m = &p->motion[i];
    *force = v3_add(*force, net[i].force);
    *torque = v3_add(*torque, net[i].torque);
    *a = v3_madd(*a, m->m_inv, net[i].force);
    *alpha = v3_add(*alpha, m3_mul_v(&m->I_inv, net[i].torque));
    return TW_OK;
}

tw_status tw_read_point(tw_dynamics *d, const tw_point *point, vec3 *x, vec3 *v, vec3 *a) {
    TW_TRY(tw_dynamics_update(d));
    const tw_body *body = tw_world_body(d->world, point->body);
    if (!body) {
        tw_jet3 j = tw_value_jet3(&point->position, d->pass.t);
        *x = j.v;
        *v = j.d1;
        *a = j.d2;
        return TW_OK;
    }
    vec3 local;
    TW_TRY(tw_point_local(d->world, point, &local));
    const tw_body_motion *m = &d->pass.motion[body->index];
    vec3 b = m3_mul_v(&m->R, local);
    *x = v3_add(m->x, b);
    *v = v3_add(m->v, v3_cross(m->omega, b));
    vec3 force, torque, linear, angular;
    TW_TRY(tw_read_body(d, body, &force, &torque, &linear, &angular));
    *a = v3_add(linear, v3_add(v3_cross(angular, b), v3_cross(m->omega, v3_cross(m->omega, b))));
    return TW_OK;
}

/* kinetic and potential energy of one body, from the world's state alone */
static void energy_of(const tw_world *w, const tw_body *b, tw_energy *e) {
    if (b->fixed || tw_world_point(w, b->motion)) return;
    vec3 g = tw_value3(&w->set.gravity, w->time);
    vec3 omega = q_rotate(q_conj(b->orientation), b->angular_velocity);
    e->kinetic = 0.5 * b->mass * v3_dot(b->velocity, b->velocity) +
                 0.5 * v3_dot(omega, m3_mul_v(&b->inertia, omega));
    e->potential = -b->mass * v3_dot(g, b->position);
}

tw_status tw_read_energy(tw_dynamics *d, const tw_body *one, tw_energy *e) {
    const tw_world *w = d->world;
    *e = (tw_energy){0, 0};
    if (one) {
        energy_of(w, one, e);
        return TW_OK;
    }
    bool forces = false;
    for (size_t i = 0; i < w->body.count; i++) {
        tw_energy own = {0, 0};
        energy_of(w, w->body.data[i], &own);
        e->kinetic += own.kinetic;
        e->potential += own.potential;
    }
    for (size_t i = 0; i < w->force.count; i++)
        forces |= w->force.data[i]->enabled &&
                  ((const tw_force_kind *)w->force.data[i]->o.kind)->potential;
    if (!forces) return TW_OK;
    TW_TRY(tw_dynamics_look(d));
    const tw_pass *p = &d->pass;
    for (int i = 0; i < d->forces; i++) {
        const tw_force *f = w->force.data[i];
        const tw_force_kind *kind = (const tw_force_kind *)f->o.kind;
        if (!f->enabled || !kind->potential) continue;
        tw_bind *b = &d->force_bind[i];
        tw_bind_resolve(b, p->motion, p->t);
        tw_force_in in = {p->t,           f->o.own,     b->point, b->vector,
                          b->body_motion, b->body_slot, b->slots, b->joint};
        e->potential += kind->potential(&in);
    }
    return TW_OK;
}
