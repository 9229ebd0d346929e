/*
 * Deviations of the fast islands back to their law after a step; settle.c has the equations. What a
 * force that moves the pose does to the momenta on the way is here -(omega x arm) x lambda.
 */
#include "dynamics/points_impl.h"

#include "base/turn.h"
#include "dynamics/project_impl.h"
#include "dynamics/settle.h"

#include <float.h>
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

/* what D and D' have become a time h after (t, y), into f->D and f->D1 */
static void foresee(tw_dynamics *d, double t, const double *y, double h) {
    const tw_points *f = d->points;
    decay law = {.h = NAN};
    tw_points_look(d, t, y, false);
    for (int i = 0; i < f->joints; i++) {
        const tw_points_joint *j = &f->joint[i];
        const tw_points_motion *p = &f->motion[j->p], *q = &f->motion[j->q];
        know(&law, j->k, j->d, h);
        for (int c = 0; c < 3; c++) {
            double D = p->x[c] - q->x[c], D1 = p->v[c] - q->v[c], D2 = -j->d * D1 - j->k * D;
            f->D[j->at + c] = law.of_D * D + law.of_D1 * D1;
            f->D1[j->at + c] = law.of_D * D1 + law.of_D1 * D2;
        }
    }
}

/* lambda = what D, or D', should be, less what it is; the largest difference */
static double compare(const tw_points *f, const tw_points_island *isl, bool rate) {
    double most = 0;
    for (int i = isl->begin; i < isl->end; i++) {
        const tw_points_joint *j = &f->joint[i];
        const tw_points_motion *p = &f->motion[j->p], *q = &f->motion[j->q];
        for (int c = 0; c < 3; c++) {
            double r = rate ? f->D1[j->at + c] - (p->v[c] - q->v[c])
                            : f->D[j->at + c] - (p->x[c] - q->x[c]);
            f->lambda[j->at + c] = r;
            if (!(fabs(r) <= most)) most = fabs(r);
        }
        f->lambda[j->at + 3] = 0;
    }
    return most;
}

/* how far the points of the island are from the origin, at least 1 */
static double extent(const tw_points *f, const tw_points_island *isl) {
    double x = 1;
    for (int i = isl->begin; i < isl->end; i++)
        for (int c = 0; c < 3; c++) x = fmax(x, fabs(f->motion[f->joint[i].p].x[c]));
    return x;
}

/* a body of an island, where the pass has its numbers */
typedef struct member {
    const tw_body *body;
    const tw_points_group *group;
    int lane, state;
} member;

static member member_of(const tw_dynamics *d, const tw_points_island *isl, int i) {
    int place = d->points->member[isl->first_body + i];
    const tw_points_group *g = &d->points->group[place / TW_LANES];
    int lane = place % TW_LANES;
    return (member){d->world->body.data[g->body[lane]], g, lane, g->state[lane]};
}

/* sum of forces, and of torques, by lambda */
static tw_wrench wrench_of(const tw_points *f, const member *m) {
    double F[4], T[4];
    f->kernel->wrench(f, m->group, m->lane, F, T);
    return (tw_wrench){v3_load(F), v3_load(T)};
}

/* R I^-1 R^T T */
static vec3 by_inertia(const tw_body *b, quat q, vec3 T) {
    mat3 R = q_matrix(q);
    return m3_mul_v(&R, m3_mul_v(&b->inertia_inv, m3_tmul_v(&R, T)));
}

/* -(omega x arm) x lambda, of all points of a body; omega x arm = v of the point - v */
static vec3 carried(const tw_points *f, const member *m, const double *s) {
    vec3 v = v3_scale(v3_load(s + 7), 1 / m->body->mass), sum = v3_zero();
    for (int k = 0; k < m->group->slots; k++) {
        int point = m->group->point + TW_LANES * k + m->lane;
        double on[4];
        f->kernel->force(f, point, on);
        sum = v3_sub(sum, v3_cross(v3_sub(v3_load(f->motion[point].v), v), v3_load(on)));
    }
    return sum;
}

/* what lambda does to the bodies of an island */
typedef struct change {
    double most;  /* m or rad, of a body */
    double moved; /* square in the mass metric */
    double carried, turning;
} change;

static change change_of(const tw_dynamics *d, const tw_points_island *isl, const double *y) {
    change c = {0};
    for (int i = 0; i < isl->bodies; i++) {
        member m = member_of(d, isl, i);
        const double *s = y + m.state;
        quat q = q_load(s + 3);
        tw_wrench w = wrench_of(d->points, &m);
        vec3 turn = by_inertia(m.body, q, w.torque), later = carried(d->points, &m, s);
        c.most = fmax(c.most, fmax(v3_length(w.force) / m.body->mass, v3_length(turn)));
        c.moved += v3_dot(w.force, w.force) / m.body->mass + v3_dot(w.torque, turn);
        c.carried += v3_dot(later, by_inertia(m.body, q, later));
        c.turning = fmax(c.turning, v3_length(by_inertia(m.body, q, v3_load(s + 10))));
    }
    return c;
}

static void displace(const tw_dynamics *d, const tw_points_island *isl, bool carry, double *y) {
    for (int i = 0; i < isl->bodies; i++) {
        member m = member_of(d, isl, i);
        double *s = y + m.state;
        tw_wrench w = wrench_of(d->points, &m);
        vec3 turn = by_inertia(m.body, q_load(s + 3), w.torque);
        vec3 later = carried(d->points, &m, s);
        v3_store(s, v3_madd(v3_load(s), 1 / m.body->mass, w.force));
        q_store(s + 3, q_mul(q_exp(turn), q_load(s + 3)));
        if (carry) v3_store(s + 10, v3_add(v3_load(s + 10), later));
    }
}

static void push(const tw_dynamics *d, const tw_points_island *isl, double *y) {
    for (int i = 0; i < isl->bodies; i++) {
        member m = member_of(d, isl, i);
        double *s = y + m.state;
        tw_wrench w = wrench_of(d->points, &m);
        v3_store(s + 7, v3_add(v3_load(s + 7), w.force));
        v3_store(s + 10, v3_add(v3_load(s + 10), w.torque));
    }
}

/* the pose of an island, with A of that pose */
static void settle_pose(tw_dynamics *d, tw_points_island *isl, double *y) {
    const tw_points *f = d->points;
    const tw_settings *set = &d->world->set;
    tw_sparse_pivots pivots;
    double size = extent(f, isl), difference = compare(f, isl, false);
    double allowed = TW_SETTLE_LARGEST * (set->atol + set->rtol * size);
    double of_rate = 0;
    for (int i = isl->begin; i < isl->end; i++) {
        const tw_points_joint *j = &f->joint[i];
        const tw_points_motion *p = &f->motion[j->p], *q = &f->motion[j->q];
        for (int c = 0; c < 3; c++)
            of_rate = fmax(of_rate, fabs(f->D1[j->at + c] - (p->v[c] - q->v[c])));
    }
    difference = fmax(difference, of_rate);
    isl->off = difference > TW_SETTLE_ROUNDING * size && difference <= allowed &&
               tw_points_factor(isl, &pivots);
    if (!isl->off) return;
    tw_sparse_solve_padded(isl->sparse, f->lambda + isl->at);
    change c = change_of(d, isl, y);
    isl->off = c.most <= allowed;
    if (isl->off) displace(d, isl, tw_settle_carries(c.carried, c.turning, c.moved), y);
}

void tw_points_settle(tw_dynamics *d, double t0, const double *y0, double t, double *y,
                      bool *changed) {
    tw_points *f = d->points;
    const tw_settings *set = &d->world->set;
    bool any = false;
    for (int i = 0; i < f->islands; i++) {
        tw_points_island *isl = &f->island[i];
        isl->off = !isl->varies && !isl->general;
        any = any || isl->off;
    }
    if (!any) return;
    foresee(d, t0, y0, t - t0);
    tw_points_look(d, t, y, true);
    any = false;
    for (int i = 0; i < f->islands; i++) {
        if (f->island[i].off) settle_pose(d, &f->island[i], y);
        any = any || f->island[i].off;
    }
    if (!any) return;
    *changed = true;
    tw_points_look(d, t, y, false);
    for (int i = 0; i < f->islands; i++) {
        tw_points_island *isl = &f->island[i];
        if (!isl->off) continue;
        compare(f, isl, true);
        tw_sparse_solve_padded(isl->sparse, f->lambda + isl->at); /* A of a moment ago will do */
        double allowed = TW_SETTLE_LARGEST * (set->atol + set->rtol * extent(f, isl));
        if (change_of(d, isl, y).most <= allowed) push(d, isl, y);
    }
}
