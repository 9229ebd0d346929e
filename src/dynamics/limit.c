/* Limits that a joint stands beyond; see limit.h. */
#include "dynamics/limit.h"

#include "dynamics/pass.h"

#include <math.h>

/* so many tolerances beyond a bound is more than what steps leave of a contact */
static const double BEYOND = 10;
/* rad or m, of D and of tau D': it is back */
static const double BACK = 1e-6;

static const tw_constraint_kind *kind_of(const tw_constraint *c) {
    return (const tw_constraint_kind *)(const void *)c->o.kind;
}

/* D and D', of q where no bound is taken off */
static void read(tw_dynamics *d, int i, double *D, double *D1) {
    tw_bind *bind = &d->constraint_bind[i];
    double bias, J[TW_TERMS_SLOTS * 6];
    tw_terms terms = {1, bind->slots, D, D1, &bias, J, NULL};
    tw_bind_resolve(bind, d->pass.motion, d->pass.t);
    tw_terms_of(bind, d->pass.t, &terms);
}

/* has what was beyond come back, or been put back? D' may be inwards: then it goes on freely */
static bool is_back(tw_dynamics *d, int i, const tw_constraint *c) {
    double D, D1, tau, k, damping;
    read(d, i, &D, &D1);
    tw_rates(d->world, c, d->pass.t, &tau, &k, &damping);
    return c->beyond * D >= 0 || (fabs(D) <= BACK && tau * fabs(D1) <= BACK);
}

static int side_of(tw_dynamics *d, int i, const tw_constraint *c) {
    double q, rate;
    if (!c->enabled || d->constraint_bind[i].slots == 0) return 0;
    if (c->beyond) return is_back(d, i, c) ? 0 : c->beyond;
    read(d, i, &q, &rate);
    tw_bounds1 b = kind_of(c)->bounds(c->o.own, d->pass.t);
    double most = BEYOND * c->tolerance;
    return q < b.lower.v - most ? 1 : q > b.upper.v + most ? -1 : 0;
}

tw_status tw_limits_begin(tw_dynamics *d) {
    tw_world *w = d->world;
    bool any = false, changed = false;
    for (size_t i = 0; i < w->constraint.count && !any; i++)
        any = kind_of(w->constraint.data[i])->bounds != NULL;
    if (!any) return TW_OK;
    TW_TRY(tw_dynamics_update(d));
    for (int i = 0; i < d->constraints; i++) {
        tw_constraint *c = w->constraint.data[i];
        if (!kind_of(c)->bounds) continue;
        int side = side_of(d, i, c);
        changed = changed || side != c->beyond;
        c->beyond = side;
    }
    if (changed) tw_world_touch_topology(w);
    return TW_OK;
}

tw_status tw_limits_arrive(tw_dynamics *d) {
    tw_world *w = d->world;
    bool any = false, changed = false;
    for (size_t i = 0; i < w->constraint.count && !any; i++) any = w->constraint.data[i]->beyond;
    if (!any) return TW_OK;
    TW_TRY(tw_dynamics_update(d));
    for (int i = 0; i < d->constraints; i++) {
        tw_constraint *c = w->constraint.data[i];
        if (!c->beyond || !is_back(d, i, c)) continue;
        c->beyond = 0;
        changed = true;
    }
    if (changed) tw_world_touch_topology(w);
    return TW_OK;
}
