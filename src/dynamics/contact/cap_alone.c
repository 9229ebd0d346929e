/*
 * Islands with bounded forces that touch no contact, in a step of `timestep`. Impulses of
 * constraints at their bounds (d->project->pull) act as external forces of the step, half of them
 * along the gradients of its start and half along those of its end (step/timestep_free.c); all
 * other rows are met there as usual.
 *
 * A row V at velocity level with a bound, like that of dry friction, may stop or turn back within
 * a step, and its tau may be much shorter than the step. Its impulse is then that of the law in
 * continuous time, with a, the rate of V without it, constant in the step,
 *
 *     V' = a + clamp(-V/tau - a, -f, f),      f: the bound in units of V'
 *
 * and not that of a constant force, which would shift each turn by a part of the step.
 */
#include "dynamics/contact/cap.h"
#include "dynamics/solve/caps.h"
#include "dynamics/solve/impl.h"

#include "base/math/elementary.h"

#include <math.h>
#include <string.h>

/* an impulse counts as at its bound if it is less than this away from the bound, relative to the
 * bound */
static const double CLOSE = 1e-9;
/* a row moves, and so may stop or turn back, if |V| / tau is greater than this part of the bound f
 * (both in units of V') */
static const double MOVES = 1e-6;

tw_status tw_contact_group_alone(tw_dynamics *d, tw_contact_set *s) {
    for (int i = 0; i < d->islands; i++) d->island[i].touched = false;
    for (size_t i = 0; i < s->group.count; i++) {
        const tw_contact_group *g = &s->group.data[i];
        for (int k = 0; k < g->islands; k++)
            d->island[s->members.island.data[g->island + k]].touched = true;
    }
    s->group.count = 0;
    int bodies = 0, islands = 0;
    for (int i = 0; i < d->islands; i++) {
        const tw_island *isl = &d->island[i];
        if (isl->touched || isl->caps == 0) continue;
        tw_contact_group g = {.first = -1,
                              .last = -1,
                              .body = bodies,
                              .bodies = isl->bodies,
                              .island = islands,
                              .islands = 1};
        TW_TRY(tw_push(&s->group, g));
        TW_TRY(tw_reserve(&s->members.body, (size_t)(bodies + isl->bodies)));
        TW_TRY(tw_reserve(&s->members.island, (size_t)islands + 1));
        for (int k = 0; k < isl->bodies; k++) s->members.body.data[bodies++] = isl->body[k];
        s->members.island.data[islands++] = i;
    }
    return TW_OK;
}

/* ---- impulses at bounds --------------------------------------------------------------------- */

void tw_contact_keep_pulls(tw_dynamics *d, int caps) {
    const tw_contact_set *s = d->contact;
    for (int c = 0; c < caps; c++) {
        const tw_block *b = s->caps.list.data[c].block;
        memcpy(d->project->pull + b->dof, s->project.multiplier.data + b->dof,
               (size_t)b->dofs * sizeof *d->project->pull);
    }
}

/* the value of V after h seconds of the law in the file's header */
static double law(double V, double a, double f, double tau, double h) {
    double sign = V < 0 ? -1 : 1;
    V *= sign;
    a *= sign;
    double high = tau * (f - a), low = tau * (-f - a);
    if (V > high) { /* as long as V > high the force is at its bound, -f */
        double slope = a - f;
        if (!(slope < 0) || V + slope * h >= high) return sign * (V + slope * h);
        h -= (V - high) / -slope;
        V = high;
    }
    if (!(low > 0)) return sign * V * tw_exp(-h / tau);
    if (V > low) { /* V decays exponentially until the force that this takes is f */
        double until = tau * tw_log(V / low);
        if (until >= h) return sign * V * tw_exp(-h / tau);
        h -= until;
        V = low;
    }
    return sign * (V + (a + f) * h);
}

/* *by: change of the rate of a block's single row by a unit impulse along it, while all other
 * constraints hold as they do at present */
static tw_status mobility(tw_dynamics *d, const tw_contact_group *g, const tw_block *b,
                          double *by) {
    tw_contact_set *s = d->contact;
    TW_TRY(tw_contact_know_part(d, s, g));
    TW_TRY(tw_reserve(&s->project.velocity, (size_t)d->pass.bodies));
    tw_twist *v = s->project.velocity.data;
    for (int i = 0; i < s->project.part.blocks; i++) {
        const tw_bind *bind = d->pass.block[s->project.part.block[i]].bind;
        for (int k = 0; k < bind->slots; k++) v[bind->body[k]] = (tw_twist){0};
    }
    const double *J = b->J;
    for (int k = 0; k < b->bind->slots; k++, J += 6) {
        int body = b->bind->body[k];
        const tw_body_motion *m = &d->pass.motion[body];
        if (!d->free_body[body]) continue;
        v[body].v = v3_scale(v3_load(J), m->m_inv);
        v[body].omega = m3_mul_v(&m->I_inv, v3_load(J + 3));
    }
    TW_TRY(tw_contact_bilateral(d, g, NULL, v));
    *by = 0;
    for (int k = 0; k < b->bind->slots; k++)
        if (d->free_body[b->bind->body[k]])
            *by += tw_twist_along(b->J + (ptrdiff_t)6 * k, &v[b->bind->body[k]]);
    return TW_OK;
}

/* largest impulse that the bounds of a block allow its single row; list[c]: first of the block's
 * caps (bounds on force and torque), caps: number of entries in the list */
static double most_of(const tw_cap *list, int c, int caps) {
    double most = INFINITY;
    for (const tw_block *b = list[c].block; c < caps && list[c].block == b; c++)
        most = fmin(most, list[c].limit / v3_length(tw_bound_column(b, list[c].torque, 0)));
    return most;
}

/* change of the rate J v of the block's single row over the step, with v the velocities at its
 * end */
static double change_of(const tw_dynamics *d, const tw_block *b, const tw_twist *v) {
    double change = tw_contact_bend_of(d, b, b->row);
    for (int k = 0; k < b->bind->slots; k++) {
        int body = b->bind->body[k];
        const double *J = b->J + (ptrdiff_t)6 * k;
        const tw_twist from = tw_motion_twist(&d->pass.motion[body]);
        change += tw_twist_along(J, &v[body]) - tw_twist_along(J, &from);
    }
    return change;
}

static void tighten(tw_dynamics *d, const tw_contact_group *g, tw_block *b) {
    b->weight = b->loosened;
    b->loosened = 0;
    d->island[d->contact->members.island.data[g->island]].factored = false;
}

/* replaces the impulse of a block's single row by that of the law in the file's header, which may
 * change sign within the step */
static tw_status turn(tw_dynamics *d, const tw_contact_group *g, tw_block *b, double most,
                      double tau, const tw_twist *v) {
    double h = d->project->h, *pull = &d->project->pull[b->dof], V = d->pass.D[b->row], each;
    bool held = b->loosened > 0;
    if (!held) {
        tw_contact_loosen(b);
        d->island[d->contact->members.island.data[g->island]].factored = false;
    }
    TW_TRY(mobility(d, g, b, &each));
    if (each > 0) {
        double a = (change_of(d, b, v) - each * *pull) / h;
        double to = law(V, a, most * each / h, tau, h);
        double by = fmin(fmax((to - V - a * h) / each, -most), most);
        held = held || fabs(by - *pull) > CLOSE * most;
        if (held) *pull = by;
    }
    if (!held) tighten(d, g, b);
    return TW_OK;
}

/* May the row of the block stop or turn back within the step? Only if it moves, and if the impulse
 * found so far is not the whole bound against the motion right up to the end of the step */
static bool may_turn(const tw_dynamics *d, const tw_block *b, double most, const tw_twist *v,
                     double *tau) {
    double k, dd, V = d->pass.D[b->row], pull = d->project->pull[b->dof];
    if (b->rows > 1 || tw_level_of(b->kind, b->c->o.own) != TW_VELOCITY_LEVEL) return false;
    tw_rates(d->world, b->c, d->pass.t, tau, &k, &dd);
    double h = d->project->h, f = most * tw_dense_entry(d, b, 0, b, 0) / h;
    if (!(fabs(V) > MOVES * *tau * f)) return false;
    double change = change_of(d, b, v), end = V + change + *tau * change / h;
    return !(pull * V < 0 && fabs(pull) >= most * (1 - CLOSE) && end * V > 0);
}

tw_status tw_contact_turn_back(tw_dynamics *d, const tw_contact_group *g, int caps,
                               const tw_twist *v, bool *any) {
    const tw_contact_set *s = d->contact;
    tw_project *to = d->project;
    *any = false;
    for (int c = 0; c < caps; c++) {
        tw_block *b = s->caps.list.data[c].block;
        if (c > 0 && s->caps.list.data[c - 1].block == b) continue;
        double tau, most = most_of(s->caps.list.data, c, caps);
        if (may_turn(d, b, most, v, &tau)) TW_TRY(turn(d, g, b, most, tau, v));
        bool held = b->loosened > 0;
        for (int k = c; k < caps && s->caps.list.data[k].block == b; k++)
            held = held || s->caps.mu.data[k] > 0;
        if (!held) memset(to->pull + b->dof, 0, (size_t)b->dofs * sizeof *to->pull);
        *any = *any || held;
    }
    to->pulls = to->pulls || *any;
    return TW_OK;
}
