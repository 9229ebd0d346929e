/* A strand: its engine, its stepper and its steps; see strand.h. */
#include "timeline/sim_internal.h"

#include "dynamics/members.h"
#include "dynamics/step/project.h"
#include "dynamics/step/timestep.h"
#include "model/joint.h"

#include <stdlib.h>
#include <string.h>

/* longest step, s, limited so that a step does not miss a short pulse of a function of time */
#define LONGEST_STEP 0.1

/* the engine's own steps, by sort. A stepper whose sort is not listed here fails to start */
static tw_leap_fn *const leaps[TW_LEAP_COUNT] = {
    [TW_LEAP_PROJECT] = tw_project_step,
    [TW_LEAP_TIMESTEP] = tw_timestep_step,
};

tw_status tw_strand_make(tw_sim *s, tw_role role, const unsigned char *member, size_t bodies,
                         bool own, tw_strand **strand) {
    tw_strand *g = calloc(1, sizeof *g);
    if (!g) return tw_fail_memory();
    g->role = role;
    g->dynamics = s->dynamics;
    g->first = -1;
    tw_status status = tw_reserve(&g->member, bodies);
    if (status == TW_OK && own) status = tw_dynamics_create(s->world, &g->dynamics);
    g->owns = own && status == TW_OK;
    if (g->owns) tw_dynamics_poll(g->dynamics, s->calls.poll);
    if (status == TW_OK) status = tw_dynamics_select(g->dynamics, own ? member : NULL, bodies);
    if (status != TW_OK) {
        tw_strand_free(s, g);
        return status;
    }
    if (bodies > 0) memcpy(g->member.data, member, bodies);
    g->member.count = bodies;
    *strand = g;
    return TW_OK;
}

void tw_strand_free(tw_sim *s, tw_strand *g) {
    if (!g) return;
    tw_strand_drop_stepper(s, g);
    if (g->owns) {
        tw_sim_retire(s, g->dynamics);
        tw_dynamics_destroy(g->dynamics);
    }
    tw_array_free(&g->member);
    tw_array_free(&g->y);
    tw_array_free(&g->from);
    tw_array_free(&g->tolerance);
    tw_array_free(&g->resume.y);
    free(g);
}

void tw_strand_add(const tw_strand *g, tw_sim_stats *total) {
    if (!g->stepper) return;
    tw_stepper_stats now;
    g->kind->stats(g->stepper, &now);
    total->steps += now.steps - g->seen.steps;
    if (g->role == TW_STRAND_COARSE) total->coarse += now.steps - g->seen.steps;
    total->rejected += now.rejected - g->seen.rejected;
    total->evaluations += now.evaluations - g->seen.evaluations;
    total->restarts += now.restarts - g->seen.restarts;
}

void tw_strand_count(tw_sim *s, tw_strand *g) {
    tw_strand_add(g, &s->stats);
    if (g->stepper) g->kind->stats(g->stepper, &g->seen);
}

void tw_strand_drop_stepper(tw_sim *s, tw_strand *g) {
    tw_strand_count(s, g);
    if (g->stepper) g->kind->destroy(g->stepper);
    g->stepper = NULL;
    g->seen = (tw_stepper_stats){0};
}

/* true: c is the dry friction of a joint, and the stepper `timestep` or `project`. The program
 * chooses tau of such a constraint, and these steppers follow its decay in closed form, so tau does
 * not bound the step. */
static bool decays_in_closed_form(const tw_world *w, const tw_constraint *c,
                                  const tw_stepper_kind *kind) {
    const tw_constraint_kind *own = tw_constraint_kind_of(c);
    return kind->leaps != TW_LEAP_NONE && own->part_of && tw_world_joint(w, own->part_of(c->o.own));
}

/* TW_ARGUMENT: a fixed step h is too long for the decay of some constraint: h > 2 tau, beyond which
 * the decay is unstable */
static tw_status check_fixed_step(const tw_sim *s, const tw_strand *g,
                                  const tw_stepper_kind *kind) {
    const tw_world *w = s->world;
    for (size_t i = 0; i < w->constraint.count; i++) {
        const tw_constraint *c = w->constraint.data[i];
        if (!tw_dynamics_has(g->dynamics, (int)i) || decays_in_closed_form(w, c, kind)) continue;
        double tau = tw_value1(&c->tau, w->time);
        if (isnan(tau)) tau = tw_value1(&w->set.tau, w->time);
        if (w->set.step <= 2 * tau) continue;
        char label[256];
        return tw_fail(TW_ARGUMENT, "step = %g s is longer than 2 tau = %g s of %s", w->set.step,
                       2 * tau, tw_object_label(&c->o, label, sizeof label));
    }
    return TW_OK;
}

static tw_status choose_kind(tw_sim *s, const tw_strand *g, const tw_stepper_kind **kind) {
    bool coarse = g->role == TW_STRAND_COARSE;
    const char *name = coarse ? "timestep" : tw_stepper_choices[s->world->set.stepper];
    *kind = tw_stepper_find(name);
    if (!*kind) return tw_fail(TW_ARGUMENT, "stepper '%s' is not part of this version", name);
    TW_TRY(tw_touch_check(s, *kind));
    return (*kind)->adaptive ? TW_OK : check_fixed_step(s, g, *kind);
}

/* tw_ode.settle of one-step methods, and of others */
static tw_status settle(void *context, double t0, const double *y0, double t, double *y,
                        bool *changed) {
    tw_strain_end(context, t, changed);
    return tw_rhs_settle(context, t0, y0, t, y, changed);
}

static tw_status normalize(void *context, double t0, const double *y0, double t, double *y,
                           bool *changed) {
    tw_strain_end(context, t, changed);
    return tw_rhs_normalize(context, t0, y0, t, y, changed);
}

tw_status tw_strand_open(tw_sim *s, tw_strand *g) {
    const tw_world *w = s->world;
    int n;
    TW_TRY(tw_rhs_prepare(g->dynamics, &n));
    const tw_stepper_kind *kind;
    TW_TRY(choose_kind(s, g, &kind));
    tw_stepper_options options = {w->set.step, LONGEST_STEP};
    if (kind != g->kind || n != g->n || options.step != g->options.step ||
        w->set.rtol != g->ode.rtol)
        tw_strand_drop_stepper(s, g);
    g->kind = kind;
    g->n = n;
    g->options = options;
    TW_TRY(tw_reserve(&g->y, (size_t)n));
    TW_TRY(tw_reserve(&g->from, (size_t)n));
    TW_TRY(tw_reserve(&g->tolerance, (size_t)n));
    tw_rhs_tolerances(g->dynamics, w->set.atol, g->tolerance.data);
    g->ode = (tw_ode){.n = n,
                      .rhs = tw_rhs,
                      .rhs_swift = tw_rhs_swift,
                      .rhs_along = tw_rhs_along,
                      .settle = kind->one_step ? settle : normalize,
                      .context = g->dynamics,
                      .rtol = w->set.rtol,
                      .atol = g->tolerance.data,
                      .block = TW_STATE,
                      .sizes = tw_rhs_sizes,
                      .noise = tw_rhs_noise,
                      .tries = tw_rhs_tries,
                      .jumps = tw_rhs_jumps,
                      .leap = leaps[kind->leaps],
                      .poll = s->calls.poll};
    return n > 0 && !g->stepper ? kind->create(&g->ode, &g->options, &g->stepper) : TW_OK;
}

/* After a restore that makes the stepper restart: starts the stepper at the saved state, and gives
 * its memory back to it. If that fails, because objects have changed, it starts without memory */
static void warm_up(tw_strand *g) {
    tw_resume *r = &g->resume;
    bool same = g->n > 0 && g->n == r->n && g->kind == r->kind;
    if ((r->warm || (r->pending && r->end == r->begin)) && same && g->kind->resume &&
        g->kind->start(g->stepper, r->begin, r->y.data, r->hint) == TW_OK)
        g->kind->resume(g->stepper, r->mark);
    r->pending = r->warm = false;
}

tw_status tw_strand_start(tw_sim *s, tw_strand *g) {
    TW_TRY(tw_strand_open(s, g));
    warm_up(g);
    tw_rhs_pack(g->dynamics, g->y.data);
    tw_strain_begin(g->dynamics, s->world->time);
    if (g->n > 0) TW_TRY(g->kind->start(g->stepper, s->world->time, g->y.data, g->hint));
    g->step_begin = g->end = g->until = s->world->time;
    g->anew = g->stops = g->comes_in = g->gives_up = false;
    return TW_OK;
}

tw_status tw_strand_resume(tw_sim *s, tw_strand *g) {
    tw_resume *r = &g->resume;
    TW_TRY(tw_strand_open(s, g));
    if (g->n != r->n || g->kind != r->kind) return tw_strand_start(s, g);
    /* this strand will be divided again; its stepper is started, and gets its memory, then */
    if (g->anew) return TW_OK;
    tw_strain_begin(g->dynamics, r->begin);
    if (g->n > 0) {
        TW_TRY(g->kind->start(g->stepper, r->begin, r->y.data, r->hint));
        if (g->kind->resume) g->kind->resume(g->stepper, r->mark);
    }
    g->end = g->until = r->begin;
    if (r->end > r->begin) TW_TRY(tw_strand_step(s, g, r->limit));
    r->pending = false;
    return TW_OK;
}

tw_status tw_strand_look(tw_strand *g, double t, bool shown) {
    if (g->n == 0) return TW_OK;
    bool changed = false;
    if (!shown || g->kind->leaps != TW_LEAP_NONE || t == g->end)
        return g->kind->dense(g->stepper, t, g->y.data);
    TW_TRY(g->kind->dense(g->stepper, g->step_begin, g->from.data));
    TW_TRY(g->kind->dense(g->stepper, t, g->y.data));
    return tw_rhs_settle(g->dynamics, g->step_begin, g->from.data, t, g->y.data, &changed);
}

tw_status tw_strand_view(tw_sim *s, tw_strand *g, double t) {
    TW_TRY(tw_strand_look(g, t, false));
    tw_rhs_unpack(g->dynamics, t, g->y.data);
    s->world->view++;
    return TW_OK;
}

/* appends the time and the most likely cause to the text of a step's failure */
static tw_status step_failed(const tw_strand *g, tw_status status) {
    if (status != TW_UNDERFLOW && status != TW_NONFINITE) return status;
    return tw_fail(status, "the simulation failed after t = %.9g s: %s (most likely from %s)",
                   g->end, tw_failure(), tw_rhs_culprit(g->dynamics));
}

tw_status tw_strand_step(tw_sim *s, tw_strand *g, double limit) {
    g->step_begin = g->end;
    g->stops = g->comes_in = g->gives_up = false;
    if (g->n == 0) {
        g->end = g->until = limit;
        return TW_OK;
    }
    g->step_limit = limit;
    g->step_hint = g->kind->next_step(g->stepper);
    if (g->kind->mark) g->kind->mark(g->stepper, g->step_mark);
    tw_touch_begin_step(s, g);
    tw_strain_begin(g->dynamics, g->end);
    tw_status status = g->kind->step(g->stepper, limit, &g->end);
    g->until = g->end;
    if (status != TW_OK) return step_failed(g, status);
    g->hint = g->kind->next_step(g->stepper);
    return tw_touch_follow(s, g);
}
