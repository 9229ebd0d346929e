/* A pass of the fast islands; see points.h. */
#include "dynamics/points_impl.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* a + d v + k x of a ground, see tw_points_motion */
static void sum_up(const tw_points *f, tw_points_motion *to) {
    double sizes = 0;
    for (int i = 0; i < 3; i++) {
        sizes += fabs(to->a[i]) + f->d * fabs(to->v[i]) + f->k * fabs(to->x[i]);
        to->a[i] += f->d * to->v[i] + f->k * to->x[i];
    }
    to->a[3] = sizes;
}

static void look_at_grounds(const tw_dynamics *d, double t) {
    const tw_points *f = d->points;
    for (int i = 0; i < f->grounds; i++) {
        tw_points_ground *g = &f->ground[i];
        tw_points_motion *to = &f->motion[g->point];
        if (g->still && g->known) continue;
        tw_bind_resolve(g->bind, d->pass.motion, t);
        const tw_point_motion *p = &g->bind->point[g->which];
        vec3 a = p->bias;
        if (p->slot >= 0) { /* of a driven body */
            const tw_body_motion *m = g->bind->body_motion[p->slot];
            a = v3_add(v3_add(a, m->a), v3_cross(m->alpha, p->b));
        }
        *to = (tw_points_motion){
            .x = {p->x.x, p->x.y, p->x.z}, .v = {p->v.x, p->v.y, p->v.z}, .a = {a.x, a.y, a.z}};
        if (f->alike) sum_up(f, to);
        g->known = true;
    }
}

/* the bodies of grounds at t: outside of a pass they are wherever the last one was */
static void move_carriers(tw_dynamics *d, double t, const double *y) {
    const tw_points *f = d->points;
    for (int i = 0; i < f->grounds; i++) {
        const tw_bind *bind = f->ground[i].bind;
        int slot = bind->point_of[f->ground[i].which].slot;
        if (slot >= 0) tw_pass_body(d, bind->body[slot], t, y);
    }
}

void tw_points_look(tw_dynamics *d, double t, const double *y) {
    move_carriers(d, t, y);
    look_at_grounds(d, t);
    d->points->kernel->look(d->points, y);
}

void tw_points_fill(tw_dynamics *d, const double *y) {
    tw_points *f = d->points;
    f->factored = NAN;
    for (int i = 0; i < f->islands; i++) tw_sparse_begin_fill(f->island[i].sparse);
    f->kernel->fill(f, y);
}

bool tw_points_factor(tw_points_island *isl, tw_sparse_pivots *pivots) {
    return tw_sparse_factor_assembled(isl->sparse, pivots) && pivots->left_out == 0 &&
           pivots->ratio >= 1e-4 && pivots->least >= 1e-8 * pivots->most;
}

/* lambda = -A^-1 r of an island; false: it must go the general way */
static bool solve_island(tw_dynamics *d, tw_points_island *isl) {
    const tw_points *f = d->points;
    tw_sparse_pivots pivots;
    for (int i = isl->begin; i < isl->end && isl->varies; i++) {
        double tau;
        tw_points_joint *j = &f->joint[i];
        tw_rates(d->world, d->pass.block[j->block].c, d->pass.t, &tau, &j->k, &j->d);
    }
    double size2 = f->kernel->right_side(f, isl);
    if (!tw_points_factor(isl, &pivots)) return false;
    tw_sparse_solve_padded(isl->sparse, f->lambda + isl->at);
    tw_island *own = &d->island[isl->island];
    own->noise = 10 * DBL_EPSILON * sqrt(size2 / pivots.least); /* noise.c, nowhere weak */
    own->spread = sqrt(pivots.most / pivots.least);
    own->shift = 0;
    d->stats.sparse_solves++;
    return true;
}

/* Is this the state that tw_points_settle has left? Then its D and D' are those that the next step
 * begins with. */
static bool awaited(const tw_dynamics *d, double t, const double *y) {
    const tw_points *f = d->points;
    if (f->waits < 0) return false;
    const tw_points_seen *s = &f->seen[f->waits];
    return s->t == t && memcmp(s->y, y, (size_t)d->states * sizeof *y) == 0;
}

static void keep(tw_points *f) {
    tw_points_seen *s = &f->seen[f->waits];
    f->kernel->see(f, s->D, s->D1);
    s->known = true;
    f->waits = -1;
}

void tw_points_rhs(tw_dynamics *d, double t, const double *y, double *ydot) {
    tw_points *f = d->points;
    vec3 gravity = tw_value3(&d->world->set.gravity, t);
    bool places = awaited(d, t, y);
    look_at_grounds(d, t);
    for (int b = 0; b < f->batches; b++) {
        const tw_points_batch *batch = &f->batch[b];
        for (int i = batch->island; i < batch->islands_end; i++)
            tw_sparse_begin_fill(f->island[i].sparse);
        f->kernel->begin_rates(f, batch, d->pass.external, gravity, y, places, ydot);
        for (int i = batch->island; i < batch->islands_end; i++)
            f->island[i].general = !solve_island(d, &f->island[i]);
        f->kernel->end_rates(f, batch, d->pass.external, gravity, ydot);
    }
    f->factored = t;
    if (places) keep(f);
}

tw_part tw_points_rest(tw_dynamics *d) {
    tw_part part = d->rest;
    const tw_points *f = d->points;
    for (int i = 0; i < f->islands; i++) {
        const tw_island *isl = &d->island[f->island[i].island];
        if (!f->island[i].general) continue;
        part.island[part.islands++] = f->island[i].island;
        for (int k = 0; k < isl->bodies; k++) part.body[part.bodies++] = isl->body[k];
        for (int k = 0; k < isl->blocks; k++) part.block[part.blocks++] = isl->block[k];
    }
    return part;
}
