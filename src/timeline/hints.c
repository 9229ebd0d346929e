/*
 * Reports, once each, conditions that are probably unintended and show only during a run:
 *
 * strain: a force out of proportion while the scene is at rest. In a pose that is nearly singular,
 * such as a rope nearly straight across, constraints hold a weight by forces millions of times as
 * large. The largest force is reported, by name and line.
 *
 * toil: the chosen stepper takes ten times as long over contacts as `timestep` would.
 *
 * stiff: the steps of `auto` are limited by stability and much shorter than accuracy requires; the
 * stepper `bdf` is made for such problems.
 */
#include "timeline/sim_internal.h"

#include <stdio.h>

/* a force is reported if it exceeds this multiple of the weight of all moving bodies */
#define PROPORTION 1e6
/* A slow stepper is reported if held contacts have taken more than MUCH solver iterations (about a
 * second of computing), and more than TOIL times as many as `timestep` would have needed */
#define MUCH 1e5
enum { TOIL = 10 };
/* a stiff problem is reported after this many steps that were limited by stability (seconds of
 * computing for a robot, less for a rod) */
#define STIFF 10000
/* the scene is at rest if all bodies are slower than this, m/s and rad/s */
#define SLOW 1e-3
/* times, s. OFTEN: between two checks; RESTED: duration of rest before forces are read; AGAIN: time
 * until forces are read again */
#define OFTEN 0.02
#define RESTED 0.1
#define AGAIN 1.0

static bool at_rest(const tw_world *w) {
    for (size_t i = 0; i < w->body.count; i++) {
        const tw_body *b = w->body.data[i];
        if (v3_length(b->velocity) > SLOW || v3_length(b->angular_velocity) > SLOW) return false;
    }
    return true;
}

/* weight of all bodies that are neither fixed nor driven, N */
static double weights(const tw_world *w) {
    double mass = 0;
    for (size_t i = 0; i < w->body.count; i++) {
        const tw_body *b = w->body.data[i];
        if (!b->fixed && !tw_world_point(w, b->motion)) mass += b->mass;
    }
    return mass * v3_length(tw_value3(&w->set.gravity, w->time));
}

static tw_status find_largest(const tw_sim *s, const tw_constraint **largest, double *most) {
    *largest = NULL;
    *most = 0;
    for (size_t i = 0; i < s->world->constraint.count; i++) {
        tw_constraint_reading r;
        TW_TRY(tw_read_constraint(s->dynamics, s->world->constraint.data[i], &r));
        if (!(v3_length(r.force) > *most)) continue;
        *most = v3_length(r.force);
        *largest = s->world->constraint.data[i];
    }
    return TW_OK;
}

/* reports a stepper that is slow over held contacts. Judged by counts of iterations, which are the
 * same on every machine, not by time */
static void tell_toil(tw_sim *s) {
    char text[400];
    if (s->hints.toil || tw_touch_is_auto(s)) return;
    if (s->hints.held_work < MUCH || s->hints.held_work < TOIL * s->hints.step_work) return;
    s->hints.toil = true;
    snprintf(text, sizeof text,
             "stepper '%s' takes %d times as long or more over what lies or slides on something as "
             "'timestep' would; 'auto' chooses between the two",
             tw_stepper_choices[s->world->set.stepper], TOIL);
    s->calls.notice(s->calls.notice_context, text);
}

/* reports a strand without held contacts whose steps are short only for the sake of stability */
static void tell_stiff(tw_sim *s) {
    char text[400];
    for (size_t k = 0; k < s->strand.count && !s->hints.stiff; k++) {
        const tw_strand *g = s->strand.data[k];
        tw_stepper_stats stats;
        if (g->n == 0 || tw_contact_held(g->dynamics) > 0) continue;
        g->kind->stats(g->stepper, &stats);
        if (stats.stiff < STIFF || 2 * stats.stiff < stats.steps) continue;
        s->hints.stiff = true;
        snprintf(
            text, sizeof text,
            "stepper '%s' takes steps of %.2g s, for something is stiff (a spring, a damper, a "
            "small tau): longer ones would be exact enough, but not stable; 'bdf' takes these",
            g->kind->name, g->end - g->step_begin);
        s->calls.notice(s->calls.notice_context, text);
    }
}

tw_status tw_hints_look(tw_sim *s) {
    double t = s->world->time, most;
    /* the second condition holds if time was set back by a restore */
    bool due = t >= s->hints.next_strain || t < s->hints.next_strain - AGAIN;
    if (!s->calls.notice) return TW_OK;
    tell_toil(s);
    tell_stiff(s);
    if (!due) return TW_OK;
    s->hints.next_strain = t + OFTEN;
    if (s->contradiction.noticed || s->hints.strain) return TW_OK;
    if (!at_rest(s->world))
        s->hints.still_since = NAN;
    else if (isnan(s->hints.still_since) || s->hints.still_since > t)
        s->hints.still_since = t;
    if (!(t - s->hints.still_since >= RESTED)) return TW_OK;
    s->hints.next_strain = t + AGAIN;
    const tw_constraint *c;
    TW_TRY(find_largest(s, &c, &most));
    double weight = weights(s->world);
    if (!(weight > 0) || !(most > PROPORTION * weight)) return TW_OK;
    s->hints.strain = true;
    char text[1000], label[400];
    snprintf(text, sizeof text,
             "at rest, %s has a force of %.3g N, %.2g times the weight of all that moves; is the "
             "pose nearly singular?",
             tw_object_label(&c->o, label, sizeof label), most, most / weight);
    s->calls.notice(s->calls.notice_context, text);
    return TW_OK;
}
