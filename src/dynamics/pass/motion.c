/*
 * Kinematics at the state of a pass.
 *
 * First the motions of bodies: free ones from the state vector, fixed and driven ones from the
 * world. Then, for each force or constraint, its points and directions b (c: the same in body
 * coordinates, R: rotation of the body) with the parts of their second derivatives that do not
 * depend on the unknown accelerations [BB88 eqs. 12, 13, corrected signs]:
 *
 *     b = R c(t):   b'  = omega x b + R c'
 *                   b'' = alpha x b + omega x (omega x b) + 2 omega x R c' + R c''
 */
#include "dynamics/pass/pass.h"

/* motion at time t of a fixed body, or of a driven one, which follows its path without turning */
static void kinematics_given(const tw_world *w, const tw_body *b, double t, tw_body_motion *m) {
    m->x = b->position;
    m->q = b->orientation;
    m->R = q_matrix(m->q);
    m->m = b->mass;
    const tw_point *path = tw_world_point(w, b->motion);
    if (!path) return;
    tw_jet3 j = tw_value_jet3(&path->position, t);
    m->x = j.v;
    m->v = j.d1;
    m->a = j.d2;
}

static void kinematics_free(const tw_body *b, const double *y, tw_body_motion *m) {
    m->x = v3_load(y);
    m->q = q_normalized(q_load(y + 3));
    m->R = q_matrix(m->q);
    m->m = b->mass;
    m->m_inv = 1 / b->mass;
    m->v = v3_scale(v3_load(y + 7), m->m_inv);
    m->L = v3_load(y + 10);
    m->I_inv = m3_rotate(&m->R, &b->inertia_inv);
    m->omega = m3_mul_v(&m->I_inv, m->L);
}

void tw_motion_of(const tw_dynamics *d, int body, double t, const double *y, tw_body_motion *m) {
    const tw_body *b = d->world->body.data[body];
    *m = (tw_body_motion){.form = &b->form};
    if (d->free_body[body])
        kinematics_free(b, y + d->state_of[body], m);
    else
        kinematics_given(d->world, b, t, m);
}

void tw_pass_body(tw_dynamics *d, int body, double t, const double *y) {
    tw_motion_of(d, body, t, y, &d->pass.motion[body]);
}

void tw_pass_kinematics(tw_dynamics *d, const tw_part *part, double t, const double *y) {
    d->pass.t = t;
    for (int i = 0; i < part->bodies; i++) tw_pass_body(d, part->body[i], t, y);
}

static tw_jet3 jet_rotate(const mat3 *R, tw_jet3 c) {
    return (tw_jet3){m3_mul_v(R, c.v), m3_mul_v(R, c.d1), m3_mul_v(R, c.d2)};
}

/* jet of the unit vector c / |c|: value and first two derivatives */
static tw_jet3 jet_unit(tw_jet3 c) {
    double l = v3_length(c.v);
    vec3 n = v3_scale(c.v, 1 / l);
    double l1 = v3_dot(n, c.d1);
    vec3 n1 = v3_scale(v3_madd(c.d1, -l1, n), 1 / l);
    double l2 = v3_dot(n, c.d2) + v3_dot(n1, c.d1);
    vec3 n2 = v3_scale(v3_madd(v3_madd(c.d2, -l2, n), -2 * l1, n1), 1 / l);
    return (tw_jet3){n, n1, n2};
}

/* second derivative of a vector c carried by a body, without the term alpha x b: omega x (omega x
 * c) + 2 omega x c' + c'', world axes */
static vec3 carried_bias(vec3 omega, tw_jet3 c) {
    vec3 turning = v3_cross(omega, v3_cross(omega, c.v));
    return v3_add(v3_madd(turning, 2, v3_cross(omega, c.d1)), c.d2);
}

static void point_resolve(const tw_bind_point *p, const tw_bind *b, const tw_body_motion *motion,
                          double t, tw_point_motion *out) {
    tw_jet3 c = {p->local, v3_zero(), v3_zero()};
    if (p->value) c = tw_value_jet3(p->value, t);
    *out = (tw_point_motion){.slot = p->slot};
    if (p->slot < 0) {
        out->x = c.v;
        out->v = c.d1;
        out->bias = c.d2;
        return;
    }
    const tw_body_motion *m = &motion[b->body[p->slot]];
    c = jet_rotate(&m->R, c);
    out->b = c.v;
    out->x = v3_add(m->x, c.v);
    out->v = v3_add(v3_add(m->v, v3_cross(m->omega, c.v)), c.d1);
    out->bias = carried_bias(m->omega, c);
}

static void vector_resolve(const tw_bind_vector *v, const tw_bind *b, const tw_body_motion *motion,
                           double t, tw_vector_motion *out) {
    tw_jet3 c = jet_unit(tw_value_jet3(v->value, t));
    *out = (tw_vector_motion){c.v, c.d1, c.d2, v->slot};
    if (v->slot < 0) return;
    const tw_body_motion *m = &motion[b->body[v->slot]];
    c = jet_rotate(&m->R, c);
    out->v = c.v;
    out->d1 = v3_add(v3_cross(m->omega, c.v), c.d1);
    out->bias = carried_bias(m->omega, c);
}

void tw_bind_resolve(tw_bind *b, const tw_body_motion *motion, double t) {
    for (int s = 0; s < b->slots; s++) b->body_motion[s] = &motion[b->body[s]];
    for (int i = 0; i < b->points; i++) point_resolve(&b->point_of[i], b, motion, t, &b->point[i]);
    for (int i = 0; i < b->vectors; i++)
        vector_resolve(&b->vector_of[i], b, motion, t, &b->vector[i]);
}
