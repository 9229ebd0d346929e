/*
 * Deviations of the fast islands back to their law after a step; settle.c has the equations. What a
 * force that moves the pose does to the momenta on the way is here -(omega x arm) x lambda.
 */
#include "dynamics/points_impl.h"

#include "base/turn.h"
#include "dynamics/project_impl.h"
#include "dynamics/settle.h"

#include <math.h>

/* corrections of a pose in a step */
enum { MOST = 4 };

/* D(h), D'(h) of D'' + d D' + k D = 0 as linear functions of D, D' */
typedef struct decay {
    double k, d, h;
    double of_D, of_D1; /* in D(h) */
} decay;

static void know(decay *now, double k, double d, double h) {
    if (now->k == k && now->d == d && now->h == h) return;
    *now = (decay){k, d, h, tw_project_decay(k, d, 1, 0, h), tw_project_decay(k, d, 0, 1, h)};
}

/* what D and D' have become a time h after (t, y) */
static void foresee(tw_dynamics *d, double t, const double *y, double h) {
    const tw_points *f = d->points;
    decay law = {.h = NAN};
    tw_points_look(d, t, y, false);
    for (int i = 0; i < f->joints; i++) {
        know(&law, f->joint[i].k, f->joint[i].d, h);
        f->kernel->foresee(f, &f->joint[i], law.of_D, law.of_D1);
    }
}

/* what lambda does to the bodies of an island: sums and maxima of tw_points_change */
typedef struct total {
    double most, moved, carried, turning;
} total;

static total total_of(const tw_points *f, const tw_points_island *isl) {
    total t = {0};
    for (int i = 0; i < isl->bodies; i++) {
        const double *size = f->change[f->member[isl->first_body + i]].size;
        t.most = fmax(t.most, size[0]);
        t.moved += size[1];
        t.carried += size[2];
        t.turning = fmax(t.turning, size[3]);
    }
    t.most = sqrt(t.most);
    t.turning = sqrt(t.turning);
    return t;
}

static double allowed(const tw_dynamics *d, double extent) {
    const tw_settings *set = &d->world->set;
    return TW_SETTLE_LARGEST * (set->atol + set->rtol * fmax(extent, 1));
}

/* where the bodies of an island are in y, and what is to be done to them */
static double *state_of(const tw_points *f, int place, double *y) {
    return y + f->group[place / TW_LANES].state[place % TW_LANES];
}

static void displace(const tw_dynamics *d, const tw_points_island *isl, double *y) {
    const tw_points *f = d->points;
    total t = total_of(f, isl);
    bool carries = tw_settle_carries(t.carried, t.turning, t.moved);
    for (int i = 0; i < isl->bodies; i++) {
        int place = f->member[isl->first_body + i];
        const tw_points_change *c = &f->change[place];
        const tw_points_group *g = &f->group[place / TW_LANES];
        double *s = state_of(f, place, y), m_inv = f->constant[g->constant][place % TW_LANES];
        v3_store(s, v3_madd(v3_load(s), m_inv, v3_load(c->force)));
        q_store(s + 3, q_mul(q_exp(v3_load(c->turn)), q_load(s + 3)));
        if (carries) v3_store(s + 10, v3_add(v3_load(s + 10), v3_load(c->later)));
    }
}

static void push(const tw_points *f, const tw_points_island *isl, double *y) {
    for (int i = 0; i < isl->bodies; i++) {
        int place = f->member[isl->first_body + i];
        const tw_points_change *c = &f->change[place];
        double *s = state_of(f, place, y);
        v3_store(s + 7, v3_add(v3_load(s + 7), v3_load(c->force)));
        v3_store(s + 10, v3_add(v3_load(s + 10), v3_load(c->torque)));
    }
}

/* is any island `far`? lambda is then what its poses are off by */
static bool any_far(const tw_points *f) {
    for (int i = 0; i < f->islands; i++)
        if (f->island[i].far) return true;
    return false;
}

/* which islands are off their law: by more than may stay, and not too far */
static void compare(tw_dynamics *d) {
    const tw_points *f = d->points;
    for (int i = 0; i < f->islands; i++) {
        tw_points_island *isl = &f->island[i];
        isl->far = isl->off = false;
        if (isl->varies || isl->general) continue;
        tw_points_difference is = f->kernel->differences(f, isl, false);
        double difference = fmax(is.pose, is.rate), most = allowed(d, is.extent);
        isl->far = isl->off =
            difference > tw_settle_close(&d->world->set, is.extent) && difference <= most;
        isl->difference = is.pose;
        isl->contraction = 0;
        isl->extent = is.extent;
    }
}

/* lambda of the islands that are far, by A of a moment ago, or `renew`ed: filled at y */
static void solve(tw_dynamics *d, const double *y, bool renew) {
    const tw_points *f = d->points;
    tw_sparse_pivots pivots;
    for (int i = 0; i < f->islands; i++) {
        tw_points_island *isl = &f->island[i];
        if (!isl->far) continue;
        if (renew && !tw_points_factor(isl, &pivots))
            isl->far = isl->off = false;
        else
            tw_sparse_solve_padded(isl->sparse, f->lambda + isl->at);
    }
    f->kernel->changes(f, y);
}

/* The poses of islands that are far. The way to the law is no straight line, and A is that of where
 * the step ended: what a correction leaves, beside what it has taken away, says how good it was. */
static void approach(tw_dynamics *d, double t, double *y, bool first, bool *changed) {
    const tw_points *f = d->points;
    solve(d, y, first);
    for (int i = 0; i < f->islands; i++) {
        tw_points_island *isl = &f->island[i];
        if (!isl->far) continue;
        isl->far = total_of(f, isl).most <= allowed(d, isl->extent);
        if (first) isl->off = isl->far;
        if (isl->far) displace(d, isl, y);
        *changed = *changed || isl->far;
    }
    tw_points_look(d, t, y, false);
    for (int i = 0; i < f->islands; i++) {
        tw_points_island *isl = &f->island[i];
        if (!isl->far) continue;
        tw_points_difference left = f->kernel->differences(f, isl, false);
        isl->contraction = isl->difference > 0 ? left.pose / isl->difference : 0;
        isl->difference = left.pose;
        isl->far = left.pose > tw_settle_close(&d->world->set, left.extent);
    }
}

/* D' at the corrected poses, with A of these where that of a moment ago is not good enough */
static void correct_rates(tw_dynamics *d, double t, double *y) {
    const tw_points *f = d->points;
    bool renew = false;
    for (int i = 0; i < f->islands; i++) {
        tw_points_island *isl = &f->island[i];
        tw_points_difference is = f->kernel->differences(f, isl, true);
        double close = tw_settle_close(&d->world->set, is.extent);
        isl->far = isl->off;
        renew = renew || (isl->off && is.rate * isl->contraction > close);
    }
    if (renew) tw_points_look(d, t, y, true);
    solve(d, y, renew);
    for (int i = 0; i < f->islands; i++) {
        const tw_points_island *isl = &f->island[i];
        if (isl->far && total_of(f, isl).most <= allowed(d, isl->extent)) push(f, isl, y);
    }
}

void tw_points_settle(tw_dynamics *d, double t0, const double *y0, double t, double *y,
                      bool *changed) {
    const tw_points *f = d->points;
    bool any = false;
    foresee(d, t0, y0, t - t0);
    tw_points_look(d, t, y, true);
    compare(d);
    for (int i = 0; i < MOST && any_far(f); i++) approach(d, t, y, i == 0, changed);
    for (int i = 0; i < f->islands; i++) any = any || f->island[i].off;
    if (any) correct_rates(d, t, y);
}
