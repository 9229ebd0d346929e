/* Limits of joints as contacts: each bound near the joint's coordinate q is a contact without
 * friction, with the gap q - lower or upper - q, and with the gradient of q, or its negative, as D.
 * These contacts follow those of surfaces in tw_contact_set.search.found and .touching, and are
 * handled like them; tolerances relative to the size of a body take TW_LIMIT_SIZE (rad or m) for
 * it. */
#include "dynamics/contact/impl.h"

#include <math.h>
#include <string.h>

/* a bound of a joint is listed if its coordinate is nearer than this, rad or m, or may reach it
 * within s->range.ahead */
static const double NEAR = 1e-3;

static bool limits(const tw_constraint *c) {
    return c->enabled && !c->beyond_now && tw_constraint_kind_of(c)->bounds;
}

bool tw_contact_any_limit(const tw_world *w) {
    for (size_t i = 0; i < w->constraint.count; i++)
        if (limits(w->constraint.data[i]) || w->constraint.data[i]->beyond_now) return true;
    return false;
}

static uint64_t key_of(const tw_constraint *c, bool upper) {
    return (uint64_t)0xb << 60 | (uint64_t)upper << 59 | (uint64_t)c->o.serial;
}

/* lists one bound of a joint's coordinate q as a contact, if q is near it or may soon reach it; at:
 * the bound; sign: 1 for a lower, -1 for an upper bound; gap = sign (q - at) */
static tw_status add(tw_contact_set *s, const tw_bind *bind, const tw_terms *terms, int index,
                     const tw_jet1 *at, double sign, double restitution) {
    const tw_constraint *c = (const tw_constraint *)(const void *)bind->o;
    tw_limit_row row = {.constraint = index,
                        .sign = sign,
                        .drift = -sign * at->d1,
                        .second = sign * (terms->bias[0] - at->d2)};
    int body[2] = {TW_CONTACT_GROUND, TW_CONTACT_GROUND};
    double gap = sign * (terms->D[0] - at->v), rate = sign * (terms->D1[0] - at->d1);
    if (!(gap <= NEAR + s->range.ahead * (fabs(rate) + TW_CONTACT_HASTE * s->range.ahead)))
        return TW_OK;
    for (int k = 0; k < bind->slots && k < 2; k++) {
        const double *J = tw_row(terms, 0, k);
        body[k] = bind->body[k];
        for (int i = 0; i < 6; i++) row.D[k][i] = sign * J[i];
    }
    TW_TRY(tw_push(&s->search.limit, row));
    return tw_push(&s->search.found.list, ((tw_contact){.a = body[0],
                                                        .b = body[1],
                                                        .gap = gap,
                                                        .restitution = restitution,
                                                        .key = key_of(c, sign < 0)}));
}

tw_status tw_contact_add_limits(tw_dynamics *d, tw_contact_set *s) {
    s->search.limit.count = 0;
    for (int i = 0; i < d->constraints; i++) {
        tw_bind *bind = &d->constraint_bind[i];
        const tw_constraint *c = (const tw_constraint *)(const void *)bind->o;
        if (!limits(c) || bind->slots == 0) continue;
        bool moves = false;
        for (int k = 0; k < bind->slots; k++) {
            int body = bind->body[k];
            bool among = s->range.among.count == 0 || s->range.among.data[body] == TW_AMONG;
            moves = moves || (d->free_body[body] && among);
        }
        if (!moves) continue;
        double D, D1, bias, J[TW_TERMS_SLOTS * 6];
        tw_terms terms = {1, bind->slots, &D, &D1, &bias, J, NULL};
        tw_bind_resolve(bind, d->pass.motion, d->pass.t);
        tw_terms_of(bind, d->pass.t, &terms);
        tw_bounds1 b = tw_constraint_kind_of(c)->bounds(c->o.own, d->pass.t);
        if (!(b.restitution >= 0 && b.restitution <= 1)) {
            tw_object_label(&c->o, d->culprit, sizeof d->culprit);
            return tw_fail(TW_ARGUMENT,
                           "%s: field 'restitution': expected a number from 0 to 1, got %g at "
                           "t = %g",
                           d->culprit, b.restitution, d->pass.t);
        }
        TW_TRY(add(s, bind, &terms, i, &b.lower, 1, b.restitution));
        TW_TRY(add(s, bind, &terms, i, &b.upper, -1, b.restitution));
    }
    return TW_OK;
}

void tw_contact_orient_limit(tw_touching *t, const tw_limit_row *row) {
    static const double frame[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    memcpy(t->frame, frame, sizeof frame);
    for (int side = 0; side < 2; side++) memcpy(t->D[side][0], row->D[side], sizeof row->D[side]);
    t->limit = row->constraint + 1;
    t->sign = row->sign;
    t->drift = row->drift;
    t->second = row->second;
}
