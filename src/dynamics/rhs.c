/* The right-hand side for steppers; see rhs.h. */
#include "dynamics/rhs.h"

#include "dynamics/contact/contact.h"
#include "dynamics/points/points.h"
#include "dynamics/step/settle.h"

#include <stdio.h>

tw_status tw_rhs_prepare(tw_dynamics *d, int *n) {
    TW_TRY(tw_dynamics_rebuild(d));
    *n = d->states;
    return TW_OK;
}

void tw_rhs_pack(const tw_dynamics *d, double *y) {
    for (int i = 0; i < d->pass.bodies; i++) {
        const tw_body *b = d->world->body.data[i];
        if (!d->free_body[i]) continue;
        double *s = y + d->state_of[i];
        /* angular momentum L = R I R^T omega */
        vec3 local = q_rotate(q_conj(b->orientation), b->angular_velocity);
        vec3 L = q_rotate(b->orientation, m3_mul_v(&b->inertia, local));
        v3_store(s, b->position);
        q_store(s + 3, b->orientation);
        v3_store(s + 7, v3_scale(b->velocity, b->mass));
        v3_store(s + 10, L);
    }
}

void tw_rhs_unpack(tw_dynamics *d, double t, const double *y) {
    tw_world *w = d->world;
    w->time = t;
    for (int i = 0; i < d->pass.bodies; i++) {
        tw_body *b = w->body.data[i];
        const tw_point *path = tw_world_point(w, b->motion);
        if (d->free_body[i]) {
            const double *s = y + d->state_of[i];
            b->position = v3_load(s);
            b->orientation = q_normalized(q_load(s + 3));
            b->velocity = v3_scale(v3_load(s + 7), 1 / b->mass);
            mat3 R = q_matrix(b->orientation);
            vec3 local = m3_tmul_v(&R, v3_load(s + 10));
            b->angular_velocity = m3_mul_v(&R, m3_mul_v(&b->inertia_inv, local));
        } else if (path) {
            tw_jet3 j = tw_value_jet3(&path->position, t);
            b->position = j.v;
            b->velocity = j.d1;
            b->angular_velocity = v3_zero();
        }
    }
}

/* factor of the sizes (tw_rhs_sizes) to which rtol applies: rtol is meant for the error of the
 * whole motion, in which errors of the steps add up */
static const double LOCAL = 0.1;

/* scale of angular momenta for tolerances: the smallest moment of inertia, so that omega = I^-1 L
 * is as exact as the rest; but at least 1e-3 of the largest, so that invisible spin of a needle
 * does not shorten steps */
static double least_moment(const mat3 *I) {
    double smallest = fmin(I->m[0][0], fmin(I->m[1][1], I->m[2][2]));
    return fmax(smallest, 1e-3 * m3_largest(I));
}

/* largest component of v [3] in absolute value; unlike the length it stays finite for a state that
 * runs away */
static double greatest(const double *v) {
    return tw_max(fabs(v[0]), tw_max(fabs(v[1]), fabs(v[2])));
}

void tw_rhs_sizes(void *context, const double *y, double *size) {
    const tw_dynamics *d = context;
    for (int i = 0; i < d->pass.bodies; i++) {
        if (!d->free_body[i]) continue;
        const tw_body *b = d->world->body.data[i];
        const double *own = y + d->state_of[i];
        double *s = size + d->state_of[i];
        double x = greatest(own), p = greatest(own + 7), L = greatest(own + 10);
        double moment = least_moment(&b->inertia), from_p = p * sqrt(moment / b->mass);
        p = tw_max(p, L * sqrt(b->mass / m3_largest(&b->inertia)));
        L = tw_max(L, from_p);
        for (int j = 0; j < TW_STATE; j++)
            s[j] = tw_max(s[j], LOCAL * (j < 3 ? x : j < 7 ? 1 : j < 10 ? p : L));
    }
}

void tw_rhs_tolerances(const tw_dynamics *d, double atol, double *tolerance) {
    for (int i = 0; i < d->pass.bodies; i++) {
        if (!d->free_body[i]) continue;
        const tw_body *b = d->world->body.data[i];
        const mat3 *I = &b->inertia;
        double moment = least_moment(I);
        double *s = tolerance + d->state_of[i];
        for (int j = 0; j < TW_STATE; j++) s[j] = atol * (j < 7 ? 1 : j < 10 ? b->mass : moment);
    }
}

/* steps 2 to 4 of [BB88 fig. 15] (constraint equations, unknowns, net forces) for a part of the
 * world */
static tw_status constrain(tw_dynamics *d, const tw_part *part, tw_solve_for what) {
    TW_TRY(tw_rows(d, part));
    TW_TRY(tw_solve(d, part, d->pass.r, d->pass.lambda, what));
    tw_net(d, part);
    return TW_OK;
}

void tw_rhs_begin(tw_dynamics *d) {
    d->evaluated = false;
    d->culprit[0] = 0;
    d->stats.evaluations++;
}

/* ydot of free body i, from its accelerations and forces in the pass */
static tw_status body_rates(tw_dynamics *d, int i, const double *y, double *ydot) {
    const tw_pass *p = &d->pass;
    const double *own = y + d->state_of[i];
    double *s = ydot + d->state_of[i], sum = 0;
    v3_store(s, p->motion[i].v);
    q_store(s + 3, q_rate(q_load(own + 3), p->motion[i].omega));
    v3_store(s + 7, v3_add(p->external[i].force, p->constraint[i].force));
    v3_store(s + 10, v3_add(p->external[i].torque, p->constraint[i].torque));
    for (int j = 0; j < TW_STATE; j++) sum += s[j];
    if (isfinite(sum)) return TW_OK;
    tw_object_label(&d->world->body.data[i]->o, d->culprit, sizeof d->culprit);
    return tw_fail(TW_NONFINITE, "%s: its motion is not finite", d->culprit);
}

tw_status tw_rhs_rates(tw_dynamics *d, const tw_part *part, const double *y, double *ydot) {
    for (int i = 0; i < part->islands; i++) {
        const tw_island *isl = &d->island[part->island[i]];
        for (int k = 0; k < isl->bodies; k++) TW_TRY(body_rates(d, isl->body[k], y, ydot));
    }
    return TW_OK;
}

static tw_status everything(tw_dynamics *d, double t, const double *y, tw_solve_for what) {
    tw_rhs_begin(d);
    tw_points_forget(d);
    tw_pass_kinematics(d, &d->everything, t, y);
    TW_TRY(tw_external(d, &d->everything));
    TW_TRY(constrain(d, &d->everything, what));
    for (int i = 0; i < d->pass.bodies; i++)
        if (d->free_body[i]) TW_TRY(body_rates(d, i, y, d->ydot));
    return TW_OK;
}

tw_status tw_rhs_all(tw_dynamics *d, double t, const double *y) {
    return everything(d, t, y, TW_SOLVE_PASS);
}

tw_status tw_rhs_all_exact(tw_dynamics *d, double t, const double *y) {
    return everything(d, t, y, TW_SOLVE_EXACT);
}

/* adds the forces of held contacts to ydot */
static tw_status press(tw_dynamics *d, double *ydot) {
    const tw_wrench *contact;
    TW_TRY(tw_contact_press(d, &contact));
    for (int i = 0; i < d->pass.bodies; i++) {
        if (!d->free_body[i]) continue;
        double *s = ydot + d->state_of[i];
        v3_store(s + 7, v3_add(v3_load(s + 7), contact[i].force));
        v3_store(s + 10, v3_add(v3_load(s + 10), contact[i].torque));
    }
    return TW_OK;
}

static void add_body(tw_part *part, int body) {
    for (int i = 0; i < part->bodies; i++)
        if (part->body[i] == body) return;
    part->body[part->bodies++] = body;
}

/* The part of the world that is evaluated on the general path: d->rest, the islands that
 * joined-point elimination (the fast path) cannot solve in this evaluation, and bodies and islands
 * of held contacts */
static tw_part general_part(tw_dynamics *d) {
    for (int i = 0; i < tw_contact_held(d); i++) {
        int body[2];
        tw_contact_held_bodies(d, i, body);
        for (int side = 0; side < 2; side++)
            if (body[side] >= 0) tw_points_leave(d, body[side]);
    }
    tw_part part = tw_points_rest(d);
    for (int i = 0; i < tw_contact_held(d); i++) {
        int body[2];
        tw_contact_held_bodies(d, i, body);
        for (int side = 0; side < 2; side++)
            if (body[side] >= 0 && d->island_of[body[side]] < 0) add_body(&part, body[side]);
    }
    return part;
}

void tw_rhs_tries(void *context, bool begin) {
    tw_contact_tries(context, begin);
}

bool tw_rhs_jumps(void *context) {
    return tw_contact_held(context) > 0;
}

/* raises each island's worst_noise to its rounding error in this evaluation; tw_rhs_noise reports
 * it */
static void keep_noise(tw_dynamics *d) {
    for (int i = 0; i < d->islands; i++)
        d->island[i].worst_noise = fmax(d->island[i].worst_noise, d->island[i].noise);
}

/* raises turning and swinging in *swift (base/math/swift.h) to those of the bodies in the part's
 * islands; vibration becomes INFINITY, as it is unknown */
static void swift_of(const tw_dynamics *d, const tw_part *part, tw_swift *swift) {
    const tw_pass *p = &d->pass;
    swift->vibration = INFINITY;
    for (int i = 0; i < part->islands; i++) {
        const tw_island *isl = &d->island[part->island[i]];
        for (int k = 0; k < isl->bodies; k++) {
            int body = isl->body[k];
            const tw_body_motion *m = &p->motion[body];
            vec3 torque = v3_add(p->external[body].torque, p->constraint[body].torque);
            vec3 alpha = m3_mul_v(&m->I_inv, v3_add(torque, v3_cross(m->L, m->omega)));
            swift->turning = fmax(swift->turning, v3_length(m->omega));
            swift->swinging = fmax(swift->swinging, v3_length(alpha));
        }
    }
}

static tw_status rates(tw_dynamics *d, double t, const double *y, double *ydot, tw_swift *swift,
                       tw_solve_for what) {
    bool held = tw_contact_held(d) > 0;
    /* with held contacts all bodies need motions, since contacts are searched among all of
     * them */
    const tw_part *known = held ? &d->everything : &d->rest;
    tw_pass_kinematics(d, known, t, y);
    TW_TRY(tw_external(d, known));
    tw_part part = d->rest;
    if (d->points) {
        tw_points_rhs(d, t, y, ydot, swift);
        part = general_part(d);
        /* islands that joined-point elimination could not solve in this evaluation are not in
         * `known`, so they get motions and external forces now */
        if (part.islands > d->rest.islands && !held) {
            tw_pass_kinematics(d, &part, t, y);
            TW_TRY(tw_external(d, &part));
        }
    }
    TW_TRY(constrain(d, &part, what));
    if (swift && (!d->points || held || part.islands > 0)) swift_of(d, &part, swift);
    TW_TRY(tw_rhs_rates(d, &part, y, ydot));
    if (what == TW_SOLVE_PASS) keep_noise(d);
    return held ? press(d, ydot) : TW_OK;
}

tw_status tw_rhs(void *context, double t, const double *y, double *ydot) {
    tw_rhs_begin(context);
    return rates(context, t, y, ydot, NULL, TW_SOLVE_PASS);
}

tw_status tw_rhs_spare(void *context, double t, const double *y, double *ydot) {
    tw_dynamics *d = context;
    tw_solve_for what = d->noise_known ? TW_SOLVE_EXACT : TW_SOLVE_PASS;
    tw_rhs_begin(d);
    d->noise_known = true;
    return rates(d, t, y, ydot, NULL, what);
}

tw_status tw_rhs_swift(void *context, double t, const double *y, double *ydot, tw_swift *swift) {
    *swift = (tw_swift){0, 0, 0, 0};
    tw_rhs_begin(context);
    return rates(context, t, y, ydot, swift, TW_SOLVE_PASS);
}

tw_status tw_rhs_exact(tw_dynamics *d, double t, const double *y, double *ydot) {
    tw_rhs_begin(d);
    return rates(d, t, y, ydot, NULL, TW_SOLVE_EXACT);
}

tw_status tw_rhs_along(void *context, double t, const double *y, double h, const double *k,
                       double *ydot, bool *done) {
    tw_dynamics *d = context;
    *done = false;
    if (!tw_points_alone(d) || tw_contact_held(d) > 0) return TW_OK;
    /* only the fixed and driven bodies are in d->rest here; their motions do not depend on y */
    tw_pass_kinematics(d, &d->rest, t, y);
    *done = tw_points_rhs_along(d, t, y, h, k, ydot);
    if (!*done) return TW_OK;
    tw_rhs_begin(d);
    keep_noise(d);
    return TW_OK;
}

tw_status tw_rhs_normalize(void *context, double t0, const double *y0, double t, double *y,
                           bool *changed) {
    (void)t0, (void)y0, (void)t;
    const tw_dynamics *d = context;
    for (int i = 0; i < d->pass.bodies; i++) {
        if (!d->free_body[i]) continue;
        double *s = y + d->state_of[i] + 3;
        double norm2 = s[0] * s[0] + s[1] * s[1] + s[2] * s[2] + s[3] * s[3];
        /* readers of q divide by |q|, so a small deviation is harmless; a correction would cost an
         * evaluation */
        if (fabs(norm2 - 1) < 1e-6) continue;
        double scale = 1 / sqrt(norm2);
        for (int j = 0; j < 4; j++) s[j] *= scale;
        *changed = true;
    }
    return TW_OK;
}

tw_status tw_rhs_settle(void *context, double t0, const double *y0, double t, double *y,
                        bool *changed) {
    tw_dynamics *d = context;
    TW_TRY(tw_rhs_normalize(context, t0, y0, t, y, changed));
    bool fast = d->points && d->world->set.projection;
    if (fast) tw_points_settle(d, t0, y0, t, y, changed);
    TW_TRY(tw_settle_constraints(context, t0, y0, t, y, changed));
    if (fast) tw_points_await(d, t, y);
    return TW_OK;
}

tw_status tw_rhs_check(const tw_dynamics *d, double t, const double *y) {
    /* a simulation has diverged if a body is further from the origin, m, or faster, m/s */
    static const double far = 1e9;
    for (int i = 0; i < d->pass.bodies; i++) {
        if (!d->free_body[i]) continue;
        const tw_body *b = d->world->body.data[i];
        const double *s = y + d->state_of[i];
        double sum = 0;
        for (int j = 0; j < TW_STATE; j++) sum += s[j];
        double speed = v3_length(v3_load(s + 7)) / b->mass;
        if (isfinite(sum) && v3_length(v3_load(s)) < far && speed < far) continue;
        char label[256];
        tw_object_label(&b->o, label, sizeof label);
        return tw_fail(TW_DIVERGED,
                       "the simulation diverged: %s is at distance %g m with %g m/s, t = %.9g s",
                       label, v3_length(v3_load(s)), speed, t);
    }
    return TW_OK;
}

/* label of the constraint or body that was not finite; otherwise of the body with the largest
 * acceleration */
const char *tw_rhs_culprit(const tw_dynamics *d) {
    static _Thread_local char text[320];
    const tw_pass *p = &d->pass;
    if (d->culprit[0]) return d->culprit;
    int worst = -1;
    double most = -1;
    for (int i = 0; i < p->bodies; i++) {
        double a = v3_length(p->linear[i]) + v3_length(p->angular[i]);
        if (!d->free_body[i] || (a <= most)) continue;
        most = a;
        worst = i;
    }
    if (worst < 0) return "no body moves";
    char label[256];
    snprintf(text, sizeof text, "%s",
             tw_object_label(&d->world->body.data[worst]->o, label, sizeof label));
    return text;
}
