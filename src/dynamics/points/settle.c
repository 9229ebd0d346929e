/* Corrects deviations of islands on the fast path to their law after a step; step/settle.c has the
 * equations. A correction that moves poses by forces lambda changes angular momenta, too, here by
 * -(omega x arm) x lambda. */
#include "dynamics/points/chain.h"

#include "base/math/turn.h"
#include "dynamics/step/project_impl.h"
#include "dynamics/step/settle.h"

#include <math.h>
#include <string.h>

/* MOST: largest number of corrections of the poses in a step */
enum { MOST = 4 };

/* if a correction leaves more than this part of the difference, A is computed anew for the next
 * one */
static const double SLOW = 0.1;

/* ---- the law --------------------------------------------------------------------------------- */

static tw_points_seen *oldest(tw_points *f) {
    tw_points_seen *s = &f->seen[0];
    for (int i = 1; i < TW_POINTS_SEEN; i++)
        if (f->seen[i].used < s->used) s = &f->seen[i];
    return s;
}

static void note(tw_dynamics *d, tw_points_seen *s, double t, const double *y, bool known) {
    s->t = t;
    memcpy(s->y, y, (size_t)d->states * sizeof *y);
    s->known = known;
    s->used = ++d->points->uses;
}

/* record of D and D' at (t, y): of an earlier evaluation, or of a correction at another time of the
 * same step; otherwise computed now */
static const tw_points_seen *see(tw_dynamics *d, double t, const double *y) {
    tw_points *f = d->points;
    size_t size = (size_t)d->states * sizeof *y;
    for (int i = 0; i < TW_POINTS_SEEN; i++) {
        tw_points_seen *s = &f->seen[i];
        if (!s->known || s->t != t || memcmp(s->y, y, size) != 0) continue;
        s->used = ++f->uses;
        return s;
    }
    tw_points_seen *s = oldest(f);
    tw_points_look_at_grounds(d, t, y);
    for (int i = 0; i < f->batches; i++) {
        if (f->batch[i].chain) continue;
        tw_points_look(d, &f->batch[i], y);
        f->kernel->see(f, &f->batch[i], s);
    }
    note(d, s, t, y, true);
    return s;
}

/* sets the goals f->D, f->D1 of a batch: D and D' a time h after `seen`, by D'' + d D' + k D = 0 */
static void foresee(const tw_points *f, const tw_points_batch *b, const tw_points_seen *seen,
                    double h) {
    const tw_points_joint *joint = b->form->joint;
    for (int i = 0, end; i < b->form->joints; i = end) {
        double k = joint[i].k, rate = joint[i].d;
        for (end = i + 1; end < b->form->joints; end++)
            if (joint[end].k != k || joint[end].d != rate) break;
        f->kernel->foresee(f, b, i, end, tw_project_decay(k, rate, 1, 0, h),
                           tw_project_decay(k, rate, 0, 1, h), seen);
    }
}

/* ---- corrections ----------------------------------------------------------------------------- */

/* effect of lambda on an island: for each of the four tw_points_change.size its sum or its maximum
 * over the bodies */
typedef struct total {
    double most, moved, carried, turning;
} total;

static total total_of(const tw_points *f, const tw_points_batch *b, const tw_points_part *part) {
    total t = {0};
    const int *member = b->form->member + part->first_body;
    for (int i = 0; i < part->bodies; i++) {
        const double *size = f->change[member[i]].size;
        t.most = tw_max(t.most, size[0]);
        t.moved += size[1];
        t.carried += size[2];
        t.turning = tw_max(t.turning, size[3]);
    }
    t.most = sqrt(t.most);
    t.turning = sqrt(t.turning);
    return t;
}

/* address in y of the 13 numbers of the body at a place of the batch */
static double *state_of(const tw_points *f, const tw_points_batch *b, int place, double *y) {
    return y + f->state[b->group + place / TW_LANES][place % TW_LANES];
}

/* the quaternion q turned by a small rotation vector v, to first order; that suffices, since
 * corrections are repeated */
static quat turned(vec3 v, quat q) {
    return q_normalized(q_mul((quat){1, v.x / 2, v.y / 2, v.z / 2}, q));
}

static void displace(const tw_points *f, const tw_points_batch *b, const tw_points_part *part,
                     const total *t, double *y) {
    bool carries = tw_settle_carries(t->carried, t->turning, t->moved);
    for (int i = 0; i < part->bodies; i++) {
        int place = b->form->member[part->first_body + i];
        const tw_points_change *c = &f->change[place];
        const tw_lanes *constant = f->constant + f->constants[b->group + place / TW_LANES];
        double *s = state_of(f, b, place, y), m_inv = constant[0][place % TW_LANES];
        v3_store(s, v3_madd(v3_load(s), m_inv, v3_load(c->force)));
        q_store(s + 3, turned(v3_load(c->turn), q_load(s + 3)));
        if (carries) v3_store(s + 10, v3_add(v3_load(s + 10), v3_load(c->later)));
    }
}

static void push(const tw_points *f, const tw_points_batch *b, const tw_points_part *part,
                 double *y) {
    for (int i = 0; i < part->bodies; i++) {
        int place = b->form->member[part->first_body + i];
        const tw_points_change *c = &f->change[place];
        double *s = state_of(f, b, place, y);
        v3_store(s + 7, v3_add(v3_load(s + 7), v3_load(c->force)));
        v3_store(s + 10, v3_add(v3_load(s + 10), v3_load(c->torque)));
    }
}

/* does any island of the batch have `far` set? Then lambda holds the differences of its poses */
static bool any_far(const tw_points *f, const tw_points_batch *b) {
    const tw_points_island *isl = tw_points_islands_of(f, b);
    for (int i = 0; i < b->form->islands; i++)
        if (isl[i].far) return true;
    return false;
}

/* sets `off` and `far` of each island of a batch, by its differences from the goals at the present
 * state */
static void compare(const tw_dynamics *d, const tw_points_batch *b) {
    const tw_points *f = d->points;
    for (int i = 0; i < b->form->islands; i++) {
        tw_points_island *isl = &tw_points_islands_of(f, b)[i];
        isl->far = isl->off = false;
        if (isl->varies || isl->general) continue;
        tw_points_difference is = f->kernel->differences(f, b, &b->form->island[i], false);
        double difference = tw_max(is.pose, is.rate),
               most = tw_settle_allowed(&d->world->set, is.extent);
        isl->far = isl->off =
            difference > tw_settle_close(&d->world->set, is.extent) && difference <= most;
        isl->difference = is.pose;
        isl->contraction = 0;
        isl->extent = is.extent;
    }
}

/* Solution lambda for each island that is `far` from its goals, by the factor in memory. renew: A
 * has been computed at y and is factored first, for all islands that are `off` (to be corrected in
 * this step), since the correction of their rates uses the factor too; an island whose A is too
 * nearly singular is no longer corrected */
static void solve(const tw_points *f, const tw_points_batch *b, bool renew) {
    tw_sparse_pivots pivots;
    for (int i = 0; i < b->form->islands; i++) {
        tw_points_island *isl = &tw_points_islands_of(f, b)[i];
        const tw_points_part *part = &b->form->island[i];
        if (renew && isl->off && !tw_points_factor(part, &pivots)) isl->far = isl->off = false;
        if (isl->far) tw_sparse_solve_padded(part->sparse, f->lambda + part->at);
    }
}

/* Corrects the poses of islands that are far from their goals, once. The path to the law is curved,
 * and A may belong to a nearby pose, so that some difference remains: `contraction` tells how much.
 * first: this is the first correction in the step */
static void approach(const tw_dynamics *d, const tw_points_batch *b, double *y, bool first,
                     bool renew, bool *changed) {
    const tw_points *f = d->points;
    tw_points_island *island = tw_points_islands_of(f, b);
    solve(f, b, renew);
    f->kernel->changes(f, b, y);
    for (int i = 0; i < b->form->islands; i++) {
        tw_points_island *isl = &island[i];
        if (!isl->far) continue;
        total all = total_of(f, b, &b->form->island[i]);
        isl->far = all.most <= tw_settle_allowed(&d->world->set, isl->extent);
        if (first) isl->off = isl->far;
        if (isl->far) displace(f, b, &b->form->island[i], &all, y);
        *changed = *changed || isl->far;
    }
    tw_points_look(d, b, y);
    for (int i = 0; i < b->form->islands; i++) {
        tw_points_island *isl = &island[i];
        if (!isl->far) continue;
        tw_points_difference left = f->kernel->differences(f, b, &b->form->island[i], false);
        isl->contraction = isl->difference > 0 ? left.pose / isl->difference : 0;
        isl->difference = left.pose;
        isl->far = left.pose > tw_settle_close(&d->world->set, left.extent);
    }
}

/* is there an island whose deviations are still above tw_settle_close, and were hardly reduced by
 * the last correction with the A in use? */
static bool outdated(const tw_points *f, const tw_points_batch *b) {
    const tw_points_island *isl = tw_points_islands_of(f, b);
    for (int i = 0; i < b->form->islands; i++)
        if (isl[i].far && isl[i].contraction > SLOW) return true;
    return false;
}

/* corrects D' at the corrected poses, with a new A if the one in memory is not good enough */
static void correct_rates(tw_dynamics *d, const tw_points_batch *b, double *y) {
    const tw_points *f = d->points;
    tw_points_island *island = tw_points_islands_of(f, b);
    bool renew = false;
    for (int i = 0; i < b->form->islands; i++) {
        tw_points_island *isl = &island[i];
        tw_points_difference is = f->kernel->differences(f, b, &b->form->island[i], true);
        double close = tw_settle_close(&d->world->set, is.extent);
        isl->far = isl->off;
        renew = renew || (isl->off && is.rate * isl->contraction > close);
    }
    if (renew) tw_points_fill(d, b, y);
    solve(f, b, renew);
    f->kernel->impulses(f, b, y);
    for (int i = 0; i < b->form->islands; i++) {
        const tw_points_part *part = &b->form->island[i];
        if (!island[i].far) continue;
        double most = 0;
        for (int k = 0; k < part->bodies; k++)
            most = tw_max(most, f->change[b->form->member[part->first_body + k]].size[0]);
        if (sqrt(most) <= tw_settle_allowed(&d->world->set, island[i].extent)) push(f, b, part, y);
    }
}

/* Has the batch a large island, for which A must be computed at y? The A of the last
 * evaluation belongs to a nearby pose, but the condition of A grows as the square of the number of
 * joints. */
static bool long_ones(const tw_points_batch *b) {
    for (int i = 0; i < b->form->islands; i++)
        if (b->form->island[i].end - b->form->island[i].begin > TW_POINTS_LONG) return true;
    return false;
}

/* corrects a batch to the D and D' that the law requires; factored: A in memory is that of the last
 * evaluation, factored */
static void settle(tw_dynamics *d, const tw_points_batch *b, bool factored, double *y,
                   bool *changed) {
    const tw_points *f = d->points;
    bool any = false, renew = !factored || long_ones(b);
    tw_points_look(d, b, y);
    compare(d, b);
    for (int i = 0; i < MOST && any_far(f, b); i++) {
        if (i > 0) renew = outdated(f, b);
        if (renew) tw_points_fill(d, b, y);
        approach(d, b, y, i == 0, renew, changed);
    }
    for (int i = 0; i < b->form->islands; i++) any = any || tw_points_islands_of(f, b)[i].off;
    if (any) correct_rates(d, b, y);
}

/* sets the goals of all chains: the D and D' that the state (t0, y0) has by the law at time t;
 * true: there are batches that are no chains, too */
static bool aim_chains(tw_dynamics *d, double t0, const double *y0, double t) {
    const tw_points *f = d->points;
    bool looked = false, others = false;
    for (int i = 0; i < f->batches; i++) {
        if (!f->batch[i].chain) {
            others = true;
            continue;
        }
        if (!looked) tw_points_look_at_grounds(d, t0, y0);
        looked = true;
        tw_chain_aim(f, &f->batch[i], y0, t - t0);
    }
    return others;
}

void tw_points_settle(tw_dynamics *d, double t0, const double *y0, double t, double *y,
                      bool *changed) {
    tw_points *f = d->points;
    bool factored = f->factored == t, others = aim_chains(d, t0, y0, t);
    const tw_points_seen *seen = others ? see(d, t0, y0) : NULL;
    tw_points_look_at_grounds(d, t, y);
    for (int i = 0; i < f->batches; i++) {
        const tw_points_batch *b = &f->batch[i];
        if (b->chain) {
            tw_chain_settle(d, b, y, changed);
            continue;
        }
        foresee(f, b, seen, t - t0);
        settle(d, b, factored, y, changed);
    }
}

void tw_points_await(tw_dynamics *d, double t, const double *y) {
    tw_points *f = d->points;
    tw_points_seen *next = oldest(f);
    note(d, next, t, y, false);
    f->waits = (int)(next - f->seen);
}
