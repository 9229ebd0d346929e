/*
 * Reports, once, constraints that cannot all hold, by their names and lines of the script. There
 * are three cases:
 *
 * early: some constraints are not met and come no nearer, or these objects are looked at for the
 * first time. If static assembly finds from no start a pose that meets them, that is reported at
 * once.
 *
 * at rest: some constraints have not been met for a time of 2 tau in which nothing about them has
 * changed. If static assembly finds that it can meet them all, they are reported only after a
 * longer rest; so it is tried at most twice.
 *
 * failed: the simulation cannot go on; the reason that it ends with names the constraints, too.
 */
#include "analysis/conflict.h"
#include "timeline/sim_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* MOST: largest number of constraints that are examined; ROWS: larger islands, and scenes, in rows,
 * are not searched for contradicting sets, which would take too long */
enum { MOST = 16, ROWS = 300 };

/* time between two looks, s; the interval of looks for early conflicts grows as long as they find
 * nothing */
#define OFTEN 0.02

/* *never: the constraints of the list cannot all hold, whatever pose the search starts from; sets
 * [size]: their smallest contradicting sets, as text */
static tw_status never_hold(tw_sim *s, tw_constraint *const *list, int count, bool *never,
                            char *sets, size_t size) {
    return tw_conflict_never(s->dynamics, list, count < MOST ? count : MOST, ROWS, never, sets,
                             size);
}

static void in_words(double since, const char *sets, char *text, size_t size) {
    snprintf(text, size, "these constraints cannot all hold (since t = %.4g s):%s", since, sets);
}

/* Reports a conflict. The receiver of notices gets only the first one. The receiver of conflicts
 * also gets later ones, if they concern other constraints */
static tw_status tell(tw_sim *s, const char *sets, const char *text) {
    if (s->calls.notice) {
        s->contradiction.noticed = true;
        s->calls.notice(s->calls.notice_context, text);
        return TW_OK;
    }
    if (!s->calls.conflict || (s->contradiction.told && !strcmp(s->contradiction.told, sets)))
        return TW_OK;
    free(s->contradiction.told);
    s->contradiction.told = strdup(sets);
    if (!s->contradiction.told) return tw_fail_memory();
    s->calls.conflict(s->calls.conflict_context, text);
    return TW_OK;
}

/* the early case: examines constraints that are not met and come no nearer; from: time at which the
 * step began, which is reported if these objects are looked at for the first time */
static tw_status early(tw_sim *s, double from) {
    double t = s->world->time;
    bool first = s->contradiction.early_topology != s->world->topology;
    if (first) s->contradiction.early_wait = 0;
    if ((!first && t < s->contradiction.next_early) || s->contradiction.early_wait == INFINITY)
        return TW_OK;
    tw_constraint *list[MOST];
    int count, rows;
    TW_TRY(tw_conflicts_coming(s->dynamics, !first, list, MOST, &count, &rows));
    s->contradiction.early_topology = s->world->topology;
    if (count == 0 || rows > ROWS) return TW_OK;
    bool never;
    char sets[1900], text[2048];
    TW_TRY(never_hold(s, list, count, &never, sets, sizeof sets));
    s->contradiction.early_wait = fmax(2 * s->contradiction.early_wait, OFTEN);
    s->contradiction.next_early = t + s->contradiction.early_wait;
    if (!never) return TW_OK;
    in_words(first ? from : t, sets, text, sizeof text);
    free(s->contradiction.early);
    s->contradiction.early = strdup(text);
    if (!s->contradiction.early) return tw_fail_memory();
    s->contradiction.topology = s->world->topology;
    /* the answer for these objects is known, so they are not looked at again */
    s->contradiction.early_wait = INFINITY;
    return tell(s, sets, text);
}

static tw_status at_rest(tw_sim *s) {
    double t = s->world->time;
    tw_constraint *list[MOST];
    int count;
    TW_TRY(tw_conflicts(s->dynamics, list, MOST, &count));
    if (count == 0) {
        s->contradiction.since = NAN;
        return TW_OK;
    }
    double slowest = 0;
    for (int i = 0; i < count && i < MOST; i++) {
        double tau = tw_value1(&list[i]->tau, t);
        slowest = fmax(slowest, isnan(tau) ? tw_value1(&s->world->set.tau, t) : tau);
    }
    if (isnan(s->contradiction.since)) s->contradiction.since = t;
    if (t - s->contradiction.since < (s->contradiction.asked ? 10 : 2) * slowest) return TW_OK;
    char text[2048];
    bool conflict;
    TW_TRY(tw_conflict_explain(s->dynamics, list, count < MOST ? count : MOST, ROWS, &conflict,
                               text, sizeof text));
    s->contradiction.noticed = conflict || s->contradiction.asked;
    s->contradiction.asked = true;
    if (s->contradiction.noticed) s->calls.notice(s->calls.notice_context, text);
    return TW_OK;
}

tw_status tw_contradiction_look(tw_sim *s, double from) {
    double t = s->world->time;
    bool first = s->contradiction.early_topology != s->world->topology;
    if (s->contradiction.silent || s->contradiction.noticed ||
        (!first && (!s->calls.notice || t < s->contradiction.next)))
        return TW_OK;
    if (!s->calls.notice && !s->calls.conflict)
        return TW_OK; /* without a receiver nothing is done here; if the simulation fails,
                         tw_contradiction_blame examines the constraints */
    s->contradiction.next = t + OFTEN;
    TW_TRY(early(s, from));
    return s->contradiction.noticed || !s->calls.notice ? TW_OK : at_rest(s);
}

/* true: static assembly can start from the world's state, which is finite and not far from the
 * origin */
static bool sound(const tw_world *w) {
    static const double far = 1e6; /* m */
    for (size_t i = 0; i < w->body.count; i++) {
        const tw_body *b = w->body.data[i];
        vec3 v = b->velocity, omega = b->angular_velocity;
        if (!(v3_length(b->position) < far) || !isfinite(v3_dot(v, v) + v3_dot(omega, omega)))
            return false;
    }
    return true;
}

tw_status tw_contradiction_blame(tw_sim *s, tw_status status) {
    if (status != TW_UNDERFLOW && status != TW_NONFINITE && status != TW_DIVERGED) return status;
    char reason[2048], sets[1900], text[2048];
    tw_constraint *list[MOST];
    int count, rows;
    snprintf(reason, sizeof reason, "%s", tw_failure());
    bool never = s->contradiction.early && s->contradiction.topology == s->world->topology;
    if (never) {
        snprintf(text, sizeof text, "%s", s->contradiction.early);
    } else if (sound(s->world) &&
               tw_conflicts_coming(s->dynamics, false, list, MOST, &count, &rows) == TW_OK &&
               count > 0 && rows <= ROWS) {
        if (never_hold(s, list, count, &never, sets, sizeof sets) != TW_OK) never = false;
        if (never) in_words(s->world->time, sets, text, sizeof text);
    }
    return never ? tw_fail(status, "%s; %s", reason, text) : tw_fail(status, "%s", reason);
}
