/* Creation, end and simple calls of a simulation; see sim.h. */
#include "timeline/sim_internal.h"

#include "dynamics/limit.h"

#include <limits.h>
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
    s->advance.finish = INFINITY;
    s->contradiction.since = NAN;
    s->hints.still_since = NAN;
    s->contradiction.early_topology = ULONG_MAX;
    *sim = s;
    return TW_OK;
}

void tw_sim_destroy(tw_sim *s) {
    if (!s) return;
    tw_saves_orphan(s);
    for (size_t i = 0; i < s->events.list.count; i++) {
        s->events.list.data[i]->listed = false;
        tw_planned_let_go(s->events.list.data[i]);
    }
    free(s->contradiction.early);
    free(s->contradiction.told);
    tw_strands_free(s);
    tw_dynamics_destroy(s->dynamics);
    tw_array_free(&s->rough.list);
    tw_array_free(&s->events.list);
    tw_array_free(&s->events.queue);
    tw_array_free(&s->events.waiting);
    tw_array_free(&s->events.looking);
    for (int i = 0; i < 2; i++) tw_array_free(&s->events.sight[i]);
    tw_array_free(&s->events.meeting);
    tw_array_free(&s->meetings.touching);
    tw_array_free(&s->meetings.next);
    tw_array_free(&s->meetings.begun);
    tw_array_free(&s->watches.list);
    tw_array_free(&s->strand);
    tw_array_free(&s->y);
    tw_array_free(&s->velocity);
    tw_array_free(&s->division.root);
    tw_array_free(&s->division.group);
    tw_array_free(&s->division.strand);
    tw_array_free(&s->division.count);
    tw_array_free(&s->division.meets);
    tw_array_free(&s->division.affected);
    tw_array_free(&s->division.mark);
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
    s->advance.finish = fmin(s->advance.finish, t);
}

void tw_sim_poll(tw_sim *s, tw_poll poll) {
    s->calls.poll = poll;
    tw_dynamics_poll(s->dynamics, poll);
    for (size_t k = 0; k < s->strand.count; k++)
        tw_dynamics_poll(s->strand.data[k]->dynamics, poll);
}

void tw_sim_on_notice(tw_sim *s, void (*notice)(void *context, const char *text), void *context) {
    s->calls.notice = notice;
    s->calls.notice_context = context;
}

void tw_sim_on_conflict(tw_sim *s, void (*conflict)(void *context, const char *text),
                        void *context) {
    s->calls.conflict = conflict;
    s->calls.conflict_context = context;
}

void tw_sim_silence(tw_sim *s, bool silent) {
    s->contradiction.silent = silent;
}

void tw_sim_on_happening(tw_sim *s, tw_happened_fn happened, void *context) {
    s->calls.happened = happened;
    s->calls.happened_context = context;
}

const char *tw_sim_stepper(const tw_sim *s) {
    for (size_t k = 0; k < s->strand.count; k++)
        if (s->strand.data[k]->role != TW_STRAND_COARSE && s->strand.data[k]->first >= 0)
            return tw_stepper_choices[s->world->set.stepper];
    return s->strand.count > 0 ? "timestep" : tw_stepper_choices[s->world->set.stepper];
}

/* adds the contact counts of one engine to *to */
static void add_contacts(tw_contact_stats *to, const tw_contact_stats *x) {
    to->sweeps += x->sweeps;
    to->unfinished += x->unfinished;
    to->unsolved += x->unsolved;
    to->yields += x->yields;
    to->divided += x->divided;
    to->passed += x->passed;
}

static void add_solves(tw_solve_stats *to, const tw_solve_stats *x) {
    to->evaluations += x->evaluations;
    to->svd_calls += x->svd_calls;
    to->sparse_solves += x->sparse_solves;
}

void tw_sim_retire(tw_sim *s, const tw_dynamics *d) {
    tw_contact_stats contacts;
    tw_solve_stats solves;
    tw_contact_statistics(d, &contacts);
    tw_dynamics_statistics(d, &solves);
    add_contacts(&s->retired.contacts, &contacts);
    add_solves(&s->retired.solves, &solves);
}

void tw_sim_contact_statistics(const tw_sim *s, tw_contact_stats *stats) {
    tw_contact_stats one;
    const tw_dynamics *keeper = tw_strands_keeper(s);
    tw_contact_statistics(keeper, stats);
    add_contacts(stats, &s->retired.contacts);
    if (keeper != s->dynamics) {
        tw_contact_statistics(s->dynamics, &one);
        add_contacts(stats, &one);
    }
    for (size_t k = 0; k < s->strand.count; k++) {
        const tw_strand *g = s->strand.data[k];
        if (!g->owns || g->dynamics == keeper) continue;
        tw_contact_statistics(g->dynamics, &one);
        add_contacts(stats, &one);
    }
}

void tw_sim_solve_statistics(const tw_sim *s, tw_solve_stats *stats) {
    tw_solve_stats one;
    tw_dynamics_statistics(s->dynamics, stats);
    add_solves(stats, &s->retired.solves);
    for (size_t k = 0; k < s->strand.count; k++) {
        if (!s->strand.data[k]->owns) continue;
        tw_dynamics_statistics(s->strand.data[k]->dynamics, &one);
        add_solves(stats, &one);
    }
}
