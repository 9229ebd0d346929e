/*
 * The path of bodies on which contacts or bounded forces act: where a step of length h carries
 * them. v, v': velocities before and after the impulses.
 *
 *     x' = x + h (v + v') / 2      the mean velocity, of second order
 *     x' = x + h v'                "late" bodies: the velocity of the step's end
 *
 * The impulses of a step determine the velocities at its end, u' >= -gap / h. A contact that
 * presses all through the step has u = 0 at both ends, and the mean velocity is right. A body that
 * arrives within the step stops where its gap is closed if it moves with the velocity of the end;
 * with the mean velocity it would end inside, by half the step times its speed at arrival. A body
 * that rests on one that turns or speeds up has the velocity of the chord of the carrier's path,
 * not that of its end. So bodies are late whose mean velocity would lead into others or off those
 * on which they press, or that are carried by late ones; and with them all bodies of their islands.
 */
#include "dynamics/contact/cap.h"

#include <math.h>

/* a body is late if impulses move it off its path without contacts by more than this, relative to
 * its thickness */
static const double ASIDE = 0.1;

/* distance along the normal between the paths by mean velocity and by end velocity that is ignored,
 * relative to tw_contact_band */
static const double APART = 0.01;

tw_twist tw_contact_way(const tw_dynamics *d, const tw_contact_set *s, int body) {
    tw_twist v = s->twist.data[body];
    const tw_body_motion *m = &d->pass.motion[body];
    if (s->way.late.data[body] == TW_LATE_STRUCK) return s->blows.way.data[body];
    if (!d->free_body[body] || s->way.late.data[body]) return v;
    return (tw_twist){v3_scale(v3_add(v.v, m->v), 0.5), v3_scale(v3_add(v.omega, m->omega), 0.5)};
}

static vec3 momentum_of(const tw_dynamics *d, int body, vec3 omega) {
    const tw_body_motion *m = &d->pass.motion[body];
    vec3 local = m3_tmul_v(&m->R, omega);
    return m3_mul_v(&m->R, m3_mul_v(&d->world->body.data[body]->inertia, local));
}

void tw_contact_store_body(tw_dynamics *d, const tw_contact_set *s, int body) {
    const tw_body_motion *m = &d->pass.motion[body];
    tw_project_body *b = &d->project->body[body];
    const tw_twist *v = &s->twist.data[body];
    tw_twist way = tw_contact_way(d, s, body);
    b->given = true;
    b->p = v3_scale(v->v, m->m);
    b->L = momentum_of(d, body, v->omega);
    b->v_way = way.v;
    b->L_way = momentum_of(d, body, way.omega);
}

/* gap of a contact, m, at the end of the step, if the bodies advance by the velocities chosen so
 * far (mean or late) */
static double gap_after(const tw_dynamics *d, const tw_contact_set *s, const tw_touching *t,
                        double h) {
    double rate = t->drift;
    for (int side = 0; side < 2; side++) {
        int body = side ? t->c->b : t->c->a;
        if (body < 0) continue;
        tw_twist v = tw_contact_way(d, s, body);
        rate += tw_twist_along(t->D[side][0], &v);
    }
    return t->gap + h * rate;
}

static bool make_late(const tw_dynamics *d, tw_contact_set *s, int body) {
    if (body < 0 || !d->free_body[body] || s->way.late.data[body]) return false;
    s->way.late.data[body] = TW_LATE;
    return true;
}

/* Does a body's path deviate from the one at its first velocity by more than `most` (m) in the
 * step, because it speeds up (if it is driven) or follows a curve (if it is constrained)? Then a
 * body that rests on it needs the velocity at the step's end */
static bool carries(const tw_dynamics *d, const tw_contact_set *s, int body, double h,
                    double most) {
    if (body < 0) return false;
    const tw_body_motion *m = &d->pass.motion[body];
    if (!d->free_body[body]) return 0.5 * h * v3_length(v3_sub(s->twist.data[body].v, m->v)) > most;
    if (d->island_of[body] < 0) return false;
    const tw_island *isl = &d->island[d->island_of[body]];
    for (int k = 0; k < isl->blocks; k++) {
        const tw_block *b = &d->pass.block[isl->block[k]];
        for (int row = b->row; row < b->row + b->rows; row++)
            if (0.5 * h * fabs(tw_contact_bend_of(d, b, row)) > most) return true;
    }
    return false;
}

/* Does a contact with a force need the velocities at the step's end, because the mean ones would
 * part its bodies or press them together? band: tw_contact_band of the contact, m */
static bool holds_back(const tw_dynamics *d, const tw_contact_set *s, const tw_touching *t,
                       double h, double band) {
    if (!(t->lambda[0] > 0)) return false;
    double apart = 0;
    for (int side = 0; side < 2; side++) {
        int body = side ? t->c->b : t->c->a;
        if (body < 0 || !d->free_body[body]) continue;
        const tw_twist from = tw_motion_twist(&d->pass.motion[body]);
        apart += 0.5 * h *
                 (tw_twist_along(t->D[side][0], &s->twist.data[body]) -
                  tw_twist_along(t->D[side][0], &from));
    }
    double most = APART * band;
    if (fabs(apart) > most) return true;
    if (t->limit) return false;
    vec3 slip = tw_contact_chord(d, t->c, h);
    return h * v3_length(slip) > most || carries(d, s, t->c->a, h, most) ||
           carries(d, s, t->c->b, h, most);
}

/* are the paths by mean and by end velocity of the contact's bodies the same within APART band?
 * s->way.apart has bounds on their distance */
static bool stays(const tw_contact_set *s, const tw_touching *t, double band) {
    double b = t->c->b < 0 ? 0 : s->way.apart.data[t->c->b];
    return s->way.apart.data[t->c->a] + b <= APART * band;
}

/* Does the contact have a force, and is just one of its two free bodies late? Then that body takes
 * the other one along */
static bool drags(const tw_dynamics *d, const tw_contact_set *s, const tw_touching *t,
                  double band) {
    int b = t->c->b;
    if (b < 0 || !(t->lambda[0] > 0) || !d->free_body[t->c->a] || !d->free_body[b]) return false;
    if (!s->way.late.data[t->c->a] == !s->way.late.data[b]) return false;
    return s->way.apart.data[s->way.late.data[b] ? t->c->a : b] > APART * band;
}

/* Makes the bodies of contacts late whose paths would lead into each other (or where one late body
 * takes the other along); with `first` also where holds_back is true. Returns true if any body
 * became late */
static bool look(const tw_dynamics *d, tw_contact_set *s, const tw_touching *t, size_t count,
                 bool first, double h) {
    bool any = false;
    for (size_t i = 0; i < count; i++, t++) {
        double band = tw_contact_band(s, t->c);
        if (stays(s, t, band)) continue;
        double after = gap_after(d, s, t, h);
        bool leads_in = after < -band && after < t->gap;
        bool late = leads_in || drags(d, s, t, band) || (first && holds_back(d, s, t, h, band));
        if (!late) continue;
        bool a = make_late(d, s, t->c->a), b = make_late(d, s, t->c->b);
        any = any || a || b;
    }
    return any;
}

/* makes all free bodies of an island late if one is; returns true if any became late */
static bool spread(const tw_dynamics *d, tw_contact_set *s) {
    bool any = false;
    for (int i = 0; i < d->islands; i++) {
        const tw_island *isl = &d->island[i];
        bool late = false;
        for (int k = 0; k < isl->bodies; k++) late = late || s->way.late.data[isl->body[k]];
        for (int k = 0; k < isl->bodies && late; k++) any = make_late(d, s, isl->body[k]) || any;
    }
    return any;
}

/* makes late those bodies without constraints that impulses move far (ASIDE) off their path without
 * contacts */
static void look_aside(const tw_dynamics *d, tw_contact_set *s, double h) {
    for (size_t i = 0; i < s->group.count; i++) {
        const tw_contact_group *g = &s->group.data[i];
        for (int k = 0; k < g->bodies; k++) {
            int body = s->members.body.data[g->body + k];
            const tw_body_motion *m = &d->pass.motion[body];
            const tw_project_body *b = &d->project->body[body];
            /* bodies of islands are left out: constraints lead them */
            if (d->island_of[body] >= 0) continue;
            const tw_twist *v = &s->twist.data[body];
            tw_twist off = {v3_madd(v->v, -m->m_inv, b->p),
                            v3_sub(v->omega, m3_mul_v(&m->I_inv, b->L))};
            if (0.5 * h * tw_contact_fastest(s, body, off) > ASIDE * s->size.thin.data[body])
                make_late(d, s, body);
        }
    }
}

tw_status tw_contact_know_late(tw_dynamics *d, tw_contact_set *s, double h) {
    size_t n = (size_t)d->pass.bodies;
    TW_TRY(tw_reserve(&s->way.late, n));
    TW_TRY(tw_reserve(&s->way.apart, n));
    for (size_t i = 0; i < n; i++) {
        const tw_body_motion *m = &d->pass.motion[i];
        const tw_twist *v = &s->twist.data[i];
        const tw_twist off = {v3_sub(v->v, m->v), v3_sub(v->omega, m->omega)};
        s->way.late.data[i] = s->blows.struck.data[i] ? TW_LATE_STRUCK : TW_IN_TIME;
        s->way.apart.data[i] = 0.5 * h * tw_contact_fastest(s, (int)i, off);
    }
    look_aside(d, s, h);
    bool any = true;
    for (bool first = true; any; first = false) {
        any = spread(d, s);
        any = look(d, s, s->touching.data, s->touching.count, first, h) || any;
        any = look(d, s, s->miss.list.data, s->miss.list.count, false, h) || any;
    }
    /* bodies that are late now are stored again, even those without impulses, since the velocity
     * that advances them has changed */
    for (int i = 0; i < d->pass.bodies; i++)
        if (s->way.late.data[i]) tw_contact_store_body(d, s, i);
    return TW_OK;
}
