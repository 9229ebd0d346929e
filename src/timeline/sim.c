/* A simulation's life and its small calls; see sim.h. */
#include "timeline/sim_internal.h"

#include "dynamics/limit.h"

#include <stdlib.h>

tw_status tw_sim_create(tw_world *world, tw_sim **sim) {
    tw_sim *s = calloc(1, sizeof *s);
    if (!s) return tw_fail_memory();
    tw_status status = tw_dynamics_create(world, &s->dynamics);
    if (status != TW_OK) {
        free(s);
        return status;
    }
    s->world = world;
    s->finish = INFINITY;
    s->rest_since = NAN;
    *sim = s;
    return TW_OK;
}

void tw_sim_destroy(tw_sim *s) {
    if (!s) return;
    tw_saves_orphan(s);
    for (size_t i = 0; i < s->event.count; i++) {
        s->event.data[i]->listed = false;
        tw_planned_let_go(s->event.data[i]);
    }
    if (s->stepper) s->kind->destroy(s->stepper);
    tw_dynamics_destroy(s->dynamics);
    tw_array_free(&s->event);
    tw_array_free(&s->queue);
    tw_array_free(&s->waiting);
    tw_array_free(&s->looking);
    for (int i = 0; i < 2; i++) tw_array_free(&s->sight[i]);
    tw_array_free(&s->meeting);
    tw_array_free(&s->touching);
    tw_array_free(&s->touching_next);
    tw_array_free(&s->begun);
    tw_array_free(&s->watch);
    tw_array_free(&s->resume.y);
    tw_array_free(&s->y);
    tw_array_free(&s->from);
    tw_array_free(&s->tolerance);
    free(s);
}

tw_world *tw_sim_world(tw_sim *s) {
    return s->world;
}

tw_status tw_sim_pass(tw_sim *s, tw_dynamics **dynamics) {
    TW_TRY(tw_sim_engine(s, dynamics));
    return tw_dynamics_update(s->dynamics);
}

tw_status tw_sim_engine(tw_sim *s, tw_dynamics **dynamics) {
    *dynamics = s->dynamics;
    return tw_sim_runs_on(s) ? TW_OK : tw_limits_look(s->dynamics);
}

tw_dynamics *tw_sim_dynamics(tw_sim *s) {
    return s->dynamics;
}

void tw_sim_finish(tw_sim *s, double t) {
    s->finish = fmin(s->finish, t);
}

void tw_sim_poll(tw_sim *s, tw_status (*poll)(void *context), void *context) {
    s->poll = poll;
    s->poll_context = context;
    tw_dynamics_poll(s->dynamics, poll, context);
}

void tw_sim_on_notice(tw_sim *s, void (*notice)(void *context, const char *text), void *context) {
    s->notice = notice;
    s->notice_context = context;
}

void tw_sim_on_happening(tw_sim *s, tw_happened_fn happened, void *context) {
    s->happened = happened;
    s->happened_context = context;
}

const char *tw_sim_stepper(const tw_sim *s) {
    return s->in_touch ? "timestep" : tw_stepper_choices[s->world->set.stepper];
}
