/*
 * Wrenches of contacts and limits at an instant, for read-outs. With w these wrenches on the
 * bodies, J the constraint rows, A = J M^-1 J^T, and P the projection onto the motions that the
 * constraints allow,
 *
 *    a = a* + P M^-1 w,    lambda = lambda* - A^+ J M^-1 w,
 *
 * where a* and lambda* are the accelerations and unknowns of the pass, without contacts. The result
 * is kept until the state of the world changes.
 */
#include "dynamics/contact/cap.h"

static tw_contact_key key_now(const tw_dynamics *d) {
    const tw_world *w = d->world;
    return (tw_contact_key){w->state, w->view, w->topology, w->fields, d->stats.evaluations,
                            w->time};
}

static bool same_key(const tw_contact_key *a, const tw_contact_key *b) {
    return a->state == b->state && a->view == b->view && a->topology == b->topology &&
           a->fields == b->fields && a->evaluations == b->evaluations && a->time == b->time;
}

static tw_status make_room(const tw_dynamics *d, tw_contact_set *s) {
    size_t bodies = (size_t)d->pass.bodies, dofs = (size_t)d->pass.dofs;
    TW_TRY(tw_reserve(&s->net.body, bodies));
    TW_TRY(tw_reserve(&s->net.lambda, dofs));
    for (size_t i = 0; i < bodies; i++) s->net.body.data[i] = (tw_wrench){0};
    for (size_t i = 0; i < dofs; i++) s->net.lambda.data[i] = 0;
    return TW_OK;
}

/* adds the wrenches of all contacts in s->touching to s->net.body */
static void press(tw_contact_set *s) {
    for (size_t i = 0; i < s->touching.count; i++) {
        const tw_touching *t = &s->touching.data[i];
        for (int side = 0; side < 2; side++) {
            int body = side ? t->c->b : t->c->a;
            if (body >= 0) tw_contact_add_wrench(t, side, &s->net.body.data[body]);
        }
    }
}

/* Reaction of constraints with bounded forces. They do not depend linearly on loads, so both
 * problems are solved: s->project.multiplier becomes the unknowns under all loads, less those of
 * the pass, which has no contacts. s->project.sum becomes the wrenches of this difference on the
 * bodies */
static tw_status bound(tw_dynamics *d, tw_contact_set *s) {
    const tw_pass *p = &d->pass;
    const tw_part *part = &s->project.part;
    for (int i = 0; i < part->blocks; i++) {
        const tw_block *b = &p->block[part->block[i]];
        for (int row = b->row; row < b->row + b->rows; row++)
            s->project.rate.data[row] += p->r[row];
    }
    TW_TRY(tw_solve(d, part, s->project.rate.data, s->project.multiplier.data, TW_SOLVE_CAPS));
    for (int i = 0; i < part->blocks; i++) {
        const tw_block *b = &p->block[part->block[i]];
        for (int k = b->dof; k < b->dof + b->dofs; k++)
            s->project.multiplier.data[k] -= p->lambda[k];
        for (int k = 0; k < b->bind->slots; k++)
            s->project.sum.data[b->bind->body[k]] = (tw_wrench){0};
    }
    tw_distribute(p, part, s->project.multiplier.data, s->project.sum.data);
    return TW_OK;
}

/* adds to s->net.body the wrenches by which the constraints of group g react to its contacts, and
 * stores the unknowns of these reactions in s->net.lambda */
static tw_status hold(tw_dynamics *d, tw_contact_set *s, const tw_contact_group *g) {
    if (g->islands == 0) return TW_OK;
    TW_TRY(tw_contact_bilateral(d, g, NULL, s->twist.data));
    if (tw_contact_capped(d, s, g)) TW_TRY(bound(d, s));
    for (int i = 0; i < s->project.part.blocks; i++) {
        const tw_block *b = &d->pass.block[s->project.part.block[i]];
        for (int k = b->dof; k < b->dof + b->dofs; k++)
            s->net.lambda.data[k] = s->project.multiplier.data[k];
    }
    for (int i = 0; i < s->project.part.bodies; i++) {
        int body = s->project.part.body[i];
        tw_wrench *w = &s->net.body.data[body];
        w->force = v3_add(w->force, s->project.sum.data[body].force);
        w->torque = v3_add(w->torque, s->project.sum.data[body].torque);
    }
    return TW_OK;
}

tw_status tw_contact_wrenches(tw_dynamics *d, tw_contact_set *s) {
    s->net.known = false;
    TW_TRY(make_room(d, s));
    press(s);
    TW_TRY(tw_contact_group_up(d, s));
    TW_TRY(tw_reserve(&s->twist, (size_t)d->pass.bodies));
    for (int i = 0; i < d->pass.bodies; i++) {
        const tw_body_motion *m = &d->pass.motion[i];
        const tw_wrench *w = &s->net.body.data[i];
        s->twist.data[i] = (tw_twist){v3_scale(w->force, m->m_inv), m3_mul_v(&m->I_inv, w->torque)};
    }
    for (size_t i = 0; i < s->group.count; i++) TW_TRY(hold(d, s, &s->group.data[i]));
    return TW_OK;
}

tw_status tw_contact_net(tw_dynamics *d, const tw_wrench **body, const double **lambda) {
    const tw_contact_reading *list;
    tw_contact_set *s;
    int count;
    *body = NULL;
    *lambda = NULL;
    if (!tw_contact_wanted(d->world)) return TW_OK;
    TW_TRY(tw_dynamics_update(d));
    TW_TRY(tw_contact_set_of(d, &s));
    tw_contact_key now = key_now(d);
    if (!s->net.known || !same_key(&now, &s->net.key)) {
        s->net.known = false;
        TW_TRY(tw_contact_read(d, &list, &count));
        s->net.nothing = s->touching.count == 0;
        for (size_t i = 0; i < s->touching.count; i++)
            tw_contact_forces(d, s, &s->touching.data[i], s->touching.data[i].lambda);
        if (!s->net.nothing) TW_TRY(tw_contact_wrenches(d, s));
        s->net.key = now;
        s->net.known = true;
    }
    if (s->net.nothing) return TW_OK;
    *body = s->net.body.data;
    *lambda = s->net.lambda.data;
    return TW_OK;
}

tw_status tw_contact_unsolved(tw_dynamics *d, unsigned char *mark, bool *any) {
    const tw_contact_reading *list;
    const tw_contact_set *s = d->contact;
    int count;
    *any = false;
    if (!d->caps || !s) return TW_OK;
    unsigned long before = s->stats.unsolved;
    TW_TRY(tw_contact_read(d, &list, &count));
    /* if tw_contact_read had nothing to solve, the `unsolved` flags of the groups belong to an
     * older state of the world */
    *any = s->stats.unsolved > before;
    for (size_t i = 0; *any && i < s->group.count; i++) {
        const tw_contact_group *g = &s->group.data[i];
        for (int k = g->first; g->unsolved && k >= 0; k = s->touching.data[k].next)
            tw_contact_mark(&s->touching.data[k], mark);
    }
    return TW_OK;
}
