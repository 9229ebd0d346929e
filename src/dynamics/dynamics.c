/* Creation and end of the engine, and its evaluation of the world's present state; see dynamics.h.
 */
#include "dynamics/dynamics.h"

#include "dynamics/contact/contact.h"
#include "dynamics/pass/pass.h"
#include "dynamics/rhs.h"

#include <stdlib.h>

tw_status tw_dynamics_create(tw_world *world, tw_dynamics **dynamics) {
    tw_dynamics *d = calloc(1, sizeof *d);
    if (!d) return tw_fail_memory();
    d->world = world;
    *dynamics = d;
    return TW_OK;
}

void tw_dynamics_poll(tw_dynamics *d, tw_poll poll) {
    d->poll = poll;
}

void tw_dynamics_destroy(tw_dynamics *d) {
    if (!d) return;
    tw_contact_free(d);
    free(d->member);
    tw_arena_free(&d->arena);
    free(d);
}

/* does the pass still belong to the world's present state? */
static bool is_current(const tw_dynamics *d) {
    const tw_world *w = d->world;
    return d->evaluated && d->at_state == w->state && d->at_view == w->view &&
           d->at_time == w->time;
}

tw_status tw_dynamics_update(tw_dynamics *d) {
    const tw_world *w = d->world;
    TW_TRY(tw_dynamics_rebuild(d));
    if (is_current(d)) return TW_OK;
    tw_rhs_pack(d, d->y);
    tw_strain_begin(d, w->time);
    TW_TRY(tw_rhs_all(d, w->time, d->y));
    d->evaluated = true;
    d->at_state = w->state;
    d->at_view = w->view;
    d->at_time = w->time;
    return TW_OK;
}

tw_status tw_dynamics_look(tw_dynamics *d) {
    const tw_world *w = d->world;
    TW_TRY(tw_dynamics_rebuild(d));
    if (is_current(d)) return TW_OK;
    d->evaluated = false;
    tw_rhs_pack(d, d->y);
    tw_pass_kinematics(d, &d->everything, w->time, d->y);
    return TW_OK;
}

void tw_dynamics_statistics(const tw_dynamics *d, tw_solve_stats *s) {
    *s = d->stats;
    s->rows = d->pass.rows;
    s->rank = d->pass.rank;
    s->sparse_islands = d->pass.sparse;
    s->svd_islands = d->pass.dense;
    s->islands = d->islands;
    s->residual = d->pass.residual_norm;
    s->condition = d->pass.condition;
}
