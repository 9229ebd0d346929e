/*
 * Deviations of the fast islands back to their law after a step; settle.c has the equations. What a
 * force that moves the pose does to the momenta on the way is here -(omega x arm) x lambda.
 */
#include "dynamics/points_impl.h"

#include "base/turn.h"
#include "dynamics/project_impl.h"
#include "dynamics/settle.h"

#include <math.h>

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

/* lambda that takes an island's pose back to its law, with A of that pose, where it is off by more
 * than rounding and not too far; `off` says where */
static void solve_pose(tw_dynamics *d, tw_points_island *isl) {
    const tw_points *f = d->points;
    tw_sparse_pivots pivots;
    double extent, difference = f->kernel->differences(f, isl, false, &extent);
    isl->off = isl->off && difference > TW_SETTLE_ROUNDING * fmax(extent, 1) &&
               difference <= allowed(d, extent) && tw_points_factor(isl, &pivots);
    isl->extent = extent;
    if (isl->off) tw_sparse_solve_padded(isl->sparse, f->lambda + isl->at);
}

static bool any_off(const tw_points *f) {
    for (int i = 0; i < f->islands; i++)
        if (f->island[i].off) return true;
    return false;
}

void tw_points_settle(tw_dynamics *d, double t0, const double *y0, double t, double *y,
                      bool *changed) {
    tw_points *f = d->points;
    for (int i = 0; i < f->islands; i++)
        f->island[i].off = !f->island[i].varies && !f->island[i].general;
    if (!any_off(f)) return;
    foresee(d, t0, y0, t - t0);
    tw_points_look(d, t, y, true);
    for (int i = 0; i < f->islands; i++) solve_pose(d, &f->island[i]);
    if (!any_off(f)) return;
    f->kernel->changes(f, y);
    for (int i = 0; i < f->islands; i++) {
        tw_points_island *isl = &f->island[i];
        isl->off = isl->off && total_of(f, isl).most <= allowed(d, isl->extent);
        if (isl->off) displace(d, isl, y);
    }
    if (!any_off(f)) return;
    *changed = true;
    tw_points_look(d, t, y, false);
    for (int i = 0; i < f->islands; i++) {
        tw_points_island *isl = &f->island[i];
        f->kernel->differences(f, isl, true, &isl->extent);
        /* A of a moment ago will do */
        if (isl->off) tw_sparse_solve_padded(isl->sparse, f->lambda + isl->at);
    }
    f->kernel->changes(f, y);
    for (int i = 0; i < f->islands; i++) {
        const tw_points_island *isl = &f->island[i];
        if (isl->off && total_of(f, isl).most <= allowed(d, isl->extent)) push(f, isl, y);
    }
}
