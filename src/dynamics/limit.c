/* Joints that are beyond their limits when motion begins; see limit.h. */
#include "dynamics/limit.h"

#include "dynamics/impulse.h"
#include "dynamics/pass/pass.h"

#include <math.h>
#include <stdlib.h>

/* Depths of joints, rad or m. BEYOND: a joint deeper than this counts as beyond its limit; it is
 * more than steps leave at contacts. JUMPED: the same threshold in place of BEYOND once a bound has
 * jumped while the joint moves */
static const double BEYOND = 1e-3, JUMPED = 1e-2;
/* a joint has returned if its deviation |D| and tau |D'| are both below this, rad or m: what is
 * left is too little to count as depth of a contact */
static const double BACK = 1e-10;
/* if |tau D'| is below this, rad or m, when a joint has returned, an impulse stops the joint; a
 * faster joint keeps its rate */
static const double STILL = 1e-6;
/* rounding error of a located crossing of a bound, rad or m */
static const double ROUNDING = 1e-12;

/* deviation D and rate D' of the joint of limit i (index in world.constraint) from its lower bound
 * (bound = 1) or upper bound (-1) */
static void read(tw_dynamics *d, int i, int bound, double *D, double *D1) {
    tw_bind *bind = &d->constraint_bind[i];
    double bias, J[TW_TERMS_SLOTS * 6];
    tw_terms terms = {1, bind->slots, D, D1, &bias, J, NULL};
    tw_bind_resolve(bind, d->pass.motion, d->pass.t);
    tw_terms_from(bind, d->pass.t, bound, &terms);
}

static bool is_beyond(tw_dynamics *d, int i, int side, double least) {
    double D, D1;
    read(d, i, side, &D, &D1);
    return -side * D > least;
}

/* Is the joint of limit i still outside its bound on this side? No longer if |D| and |tau D'| are
 * both below BACK, or if the joint has crossed the bound */
static bool stays(tw_dynamics *d, int i, int side) {
    const tw_constraint *c = d->world->constraint.data[i];
    double D, D1, tau, k, damping;
    read(d, i, side, &D, &D1);
    tw_rates(d->world, c, d->pass.t, &tau, &k, &damping);
    return side * D < -ROUNDING && !(fabs(D) <= BACK && tau * fabs(D1) <= BACK);
}

static int side_of(tw_dynamics *d, int i, double least) {
    const tw_constraint *c = d->world->constraint.data[i];
    if (!c->enabled || d->constraint_bind[i].slots == 0) return 0;
    if (c->beyond && stays(d, i, c->beyond)) return c->beyond;
    return is_beyond(d, i, 1, least) ? 1 : is_beyond(d, i, -1, least) ? -1 : 0;
}

tw_status tw_limits_look(tw_dynamics *d) {
    tw_world *w = d->world;
    bool same =
        d->looked[0] == w->topology && d->looked[1] == w->state && d->looked[2] == w->fields;
    bool changed = false;
    TW_TRY(tw_dynamics_rebuild(d));
    if (!same && d->limits > 0) {
        TW_TRY(tw_dynamics_look(d));
        for (int i = 0; i < d->constraints; i++) {
            tw_constraint *c = w->constraint.data[i];
            if (!tw_constraint_kind_of(c)->bounds) continue;
            int side = side_of(d, i, BEYOND);
            changed = changed || side != c->beyond_now;
            c->beyond_now = side;
        }
    }
    if (changed) tw_world_touch_topology(w);
    d->looked[0] = w->topology, d->looked[1] = w->state, d->looked[2] = w->fields;
    return TW_OK;
}

void tw_limits_leave(tw_dynamics *d) {
    bool changed = false;
    for (size_t i = 0; i < d->world->constraint.count; i++) {
        tw_constraint *c = d->world->constraint.data[i];
        changed = changed || c->beyond_now;
        c->beyond_now = 0;
    }
    if (changed) tw_world_touch_topology(d->world);
}

/* does limit i bound a length, not an angle? That is so if its row depends on positions */
static bool is_length(tw_dynamics *d, int i) {
    double D, D1, bias, J[TW_TERMS_SLOTS * 6];
    tw_bind *bind = &d->constraint_bind[i];
    tw_terms terms = {1, bind->slots, &D, &D1, &bias, J, NULL};
    tw_bind_resolve(bind, d->pass.motion, d->pass.t);
    tw_terms_from(bind, d->pass.t, 0, &terms);
    bool length = false;
    for (int slot = 0; slot < bind->slots; slot++)
        length = length || v3_length(v3_load(J + (size_t)slot * 6)) > 0;
    return length;
}

tw_status tw_limits_passed(tw_dynamics *d, double angle, double length, int *index) {
    const tw_world *w = d->world;
    *index = -1;
    TW_TRY(tw_dynamics_look(d));
    for (int i = 0; i < d->constraints && *index < 0; i++) {
        const tw_constraint *c = w->constraint.data[i];
        if (!tw_constraint_kind_of(c)->bounds || !c->enabled || d->constraint_bind[i].slots == 0)
            continue;
        double least = is_length(d, i) ? length : angle;
        if (is_beyond(d, i, 1, least) || is_beyond(d, i, -1, least)) *index = i;
    }
    return TW_OK;
}

tw_status tw_limits_begin(tw_dynamics *d) {
    TW_TRY(tw_limits_look(d));
    for (size_t i = 0; i < d->world->constraint.count && d->limits > 0; i++) {
        tw_constraint *c = d->world->constraint.data[i];
        c->beyond = c->beyond_now;
    }
    return TW_OK;
}

bool tw_limits_any(const tw_dynamics *d) {
    for (int i = 0; i < d->constraints && d->limits > 0; i++)
        if (d->world->constraint.data[i]->beyond) return true;
    return false;
}

tw_status tw_limits_depth(tw_dynamics *d, double *depth) {
    const tw_world *w = d->world;
    *depth = -INFINITY;
    TW_TRY(tw_dynamics_look(d));
    for (int i = 0; i < d->constraints; i++) {
        const tw_constraint *c = w->constraint.data[i];
        double D, D1;
        if (!c->beyond) continue;
        read(d, i, c->beyond, &D, &D1);
        *depth = fmax(*depth, c->beyond * D);
    }
    return TW_OK;
}

/* if the joint of limit i has returned and moves slowly (STILL), stops it by an impulse that
 * changes its rate to 0 */
static tw_status stop(tw_dynamics *d, int i) {
    double D, D1, tau, k, damping;
    const tw_constraint *c = d->world->constraint.data[i];
    read(d, i, c->beyond, &D, &D1);
    tw_rates(d->world, c, d->pass.t, &tau, &k, &damping);
    if (!(fabs(D) <= BACK && tau * fabs(D1) <= STILL)) return TW_OK;
    TW_TRY(tw_dynamics_update(d));
    if (d->block_of[i] < 0) return TW_OK;
    double *off = calloc((size_t)d->pass.rows + 1, sizeof *off);
    if (!off) return tw_fail_memory();
    off[d->pass.block[d->block_of[i]].row] = D1;
    tw_status s = tw_impulse_rates(d, off);
    free(off);
    return s;
}

/* do bounds of the limit depend on time? */
static bool varies(const tw_constraint *c) {
    const tw_kind *kind = c->o.kind;
    for (int i = 0; i < kind->param_count; i++) {
        const tw_value *v = tw_param_value(&kind->params[i], c->o.own);
        if (v && !tw_value_is_constant(v)) return true;
    }
    return false;
}

tw_status tw_limits_arrive(tw_dynamics *d) {
    tw_world *w = d->world;
    bool changed = false;
    for (int i = 0; i < d->constraints && d->limits > 0; i++) {
        tw_constraint *c = w->constraint.data[i];
        if (!tw_constraint_kind_of(c)->bounds || !c->enabled || !(c->beyond || varies(c))) continue;
        TW_TRY(tw_dynamics_look(d));
        int side = side_of(d, i, JUMPED);
        if (side == c->beyond) continue;
        if (c->beyond) TW_TRY(stop(d, i));
        c->beyond = c->beyond_now = side;
        changed = true;
    }
    if (changed) tw_world_touch_topology(w);
    return TW_OK;
}
