/* Evaluates the islands on the fast path; see points.h. */
#include "dynamics/points/chain.h"

#include <float.h>
#include <math.h>
#include <string.h>

void tw_points_sum_up(tw_points_motion *to, double k, double d) {
    double sizes = 0;
    for (int i = 0; i < 3; i++) {
        sizes += fabs(to->a[i]) + d * fabs(to->v[i]) + k * fabs(to->x[i]);
        to->a[i] += d * to->v[i] + k * to->x[i];
    }
    to->a[3] = sizes;
}

static void look_at_grounds(const tw_dynamics *d, double t) {
    const tw_points *f = d->points;
    for (int i = 0; i < f->grounds; i++) {
        tw_points_ground *g = &f->ground[i];
        if (g->still && g->known) continue;
        tw_bind_resolve(g->bind, d->pass.motion, t);
        const tw_point_motion *p = &g->bind->point[g->which];
        vec3 a = p->bias;
        if (p->slot >= 0) { /* the ground is on a body that is driven or fixed */
            const tw_body_motion *m = g->bind->body_motion[p->slot];
            a = v3_add(v3_add(a, m->a), v3_cross(m->alpha, p->b));
        }
        g->motion = (tw_points_motion){
            .x = {p->x.x, p->x.y, p->x.z}, .v = {p->v.x, p->v.y, p->v.z}, .a = {a.x, a.y, a.z}};
        if (f->alike) tw_points_sum_up(&g->motion, f->k, f->d);
        g->known = true;
    }
}

/* moves the bodies that carry grounds to time t; without this their motions are those of the last
 * pass */
static void move_carriers(tw_dynamics *d, double t, const double *y) {
    const tw_points *f = d->points;
    for (int i = 0; i < f->grounds; i++) {
        const tw_bind *bind = f->ground[i].bind;
        int slot = bind->point_of[f->ground[i].which].slot;
        if (slot >= 0) tw_pass_body(d, bind->body[slot], t, y);
    }
}

void tw_points_look_at_grounds(tw_dynamics *d, double t, const double *y) {
    move_carriers(d, t, y);
    look_at_grounds(d, t);
}

/* copies the motions of a batch's grounds behind those of its points */
static void place_grounds(const tw_points *f, const tw_points_batch *b) {
    for (int i = 0; i < b->form->grounds; i++)
        f->motion[b->form->points + i] = f->ground[b->ground + i].motion;
}

void tw_points_look(const tw_dynamics *d, const tw_points_batch *b, const double *y) {
    place_grounds(d->points, b);
    d->points->kernel->look(d->points, b, y);
}

static void begin_fill(const tw_points_batch *b) {
    for (int i = 0; i < b->form->islands; i++) tw_sparse_begin_fill(b->form->island[i].sparse);
}

void tw_points_fill(tw_dynamics *d, const tw_points_batch *b, const double *y) {
    d->points->factored = NAN;
    begin_fill(b);
    d->points->kernel->fill(d->points, b, y);
}

bool tw_points_factor(const tw_points_part *part, tw_sparse_pivots *pivots) {
    double size = tw_max(1, (part->end - part->begin) / (double)TW_POINTS_LONG);
    return tw_sparse_factor_assembled(part->sparse, pivots) && pivots->left_out == 0 &&
           pivots->ratio * size * size >= TW_POINTS_RATIO &&
           pivots->least >= TW_POINTS_LEAST * pivots->most;
}

/* sets k and d of an island's joints to their values at the pass's time */
static void renew_rates(tw_dynamics *d, const tw_points_batch *b, const tw_points_part *part) {
    for (int i = part->begin; i < part->end; i++) {
        double tau;
        tw_points_joint *j = &b->form->joint[i];
        const tw_block *block = &d->pass.block[d->points->block[b->joint + i]];
        tw_rates(d->world, block->c, d->pass.t, &tau, &j->k, &j->d);
    }
}

void tw_points_note(tw_dynamics *d, const tw_points_batch *b, int island, double sizes2,
                    double least, double most) {
    tw_island *own = &d->island[d->points->island[b->island + island].island];
    /* the formula of noise.c for an A in which no direction is weak */
    own->noise = 10 * DBL_EPSILON * sqrt(sizes2 / least);
    own->spread = sqrt(most / least);
    own->shift = own->slowing = 0;
    d->stats.sparse_solves++;
}

/* solves A lambda = -r of an island for lambda; false: A is too nearly singular, and the island
 * must take the general path */
static bool solve_island(tw_dynamics *d, const tw_points_batch *b, int island) {
    const tw_points *f = d->points;
    const tw_points_part *part = &b->form->island[island];
    tw_sparse_pivots pivots;
    if (f->island[b->island + island].varies) renew_rates(d, b, part);
    double size2 = f->kernel->right_side(f, b, part);
    if (!tw_points_factor(part, &pivots)) return false;
    tw_sparse_solve_padded(part->sparse, f->lambda + part->at);
    tw_points_note(d, b, island, size2, pivots.least, pivots.most);
    return true;
}

/* Is (t, y) the state for which tw_points_await was called? Then D and D' are recorded, as goals of
 * the next step start from them. */
static bool awaited(const tw_dynamics *d, double t, const double *y) {
    const tw_points *f = d->points;
    if (f->waits < 0) return false;
    const tw_points_seen *s = &f->seen[f->waits];
    return s->t == t && memcmp(s->y, y, (size_t)d->states * sizeof *y) == 0;
}

/* a strained island takes the general path, which slows it (solve/strain.c) */
static bool strained(const tw_dynamics *d, const tw_points_batch *b, int island) {
    return d->island[d->points->island[b->island + island].island].strained;
}

/* sets ydot of a batch's bodies; islands for which lambda cannot be solved become `general` */
static void batch_rates(tw_dynamics *d, const tw_points_batch *b, vec3 gravity,
                        const tw_points_at *at, bool places, double *ydot, tw_swift *swift) {
    tw_points *f = d->points;
    if (b->chain) {
        f->island[b->island].general =
            strained(d, b, 0) || !tw_chain_rates(d, b, gravity, at, ydot, swift);
        return;
    }
    place_grounds(f, b);
    begin_fill(b);
    f->kernel->begin_rates(f, b, d->pass.external, gravity, at, places, ydot);
    if (places) f->kernel->see(f, b, &f->seen[f->waits]);
    for (int k = 0; k < b->form->islands; k++)
        f->island[b->island + k].general = strained(d, b, k) || !solve_island(d, b, k);
    f->kernel->end_rates(f, b, d->pass.external, gravity, ydot);
    if (swift) f->kernel->swiftness(f, b, at->y, swift);
}

static void rates(tw_dynamics *d, double t, const tw_points_at *at, bool places, double *ydot,
                  tw_swift *swift) {
    tw_points *f = d->points;
    vec3 gravity = tw_value3(&d->world->set.gravity, t);
    bool chains = false;
    f->general = false;
    look_at_grounds(d, t);
    for (int i = 0; i < f->batches; i++) {
        const tw_points_batch *b = &f->batch[i];
        batch_rates(d, b, gravity, at, places, ydot, swift);
        chains = chains || b->chain;
        for (int k = 0; k < b->form->islands; k++)
            f->general = f->general || f->island[b->island + k].general;
    }
    f->factored = f->shared || chains ? NAN : t;
}

void tw_points_rhs(tw_dynamics *d, double t, const double *y, double *ydot, tw_swift *swift) {
    tw_points *f = d->points;
    bool places = awaited(d, t, y);
    rates(d, t, &(tw_points_at){y, NULL, 0}, places, ydot, swift);
    if (!places) return;
    f->seen[f->waits].known = true;
    f->waits = -1;
}

bool tw_points_alone(const tw_dynamics *d) {
    const tw_points *f = d->points;
    return f && f->alone && !f->general;
}

bool tw_points_rhs_along(tw_dynamics *d, double t, const double *y, double h, const double *k,
                         double *ydot) {
    rates(d, t, &(tw_points_at){y, k, h}, false, ydot, NULL);
    return !d->points->general;
}

void tw_points_leave(tw_dynamics *d, int body) {
    const tw_points *f = d->points;
    int island = d->island_of[body], lo = 0, hi = f->islands - 1;
    while (lo < hi) {
        int mid = (lo + hi) / 2;
        if (f->island[mid].island < island)
            lo = mid + 1;
        else
            hi = mid;
    }
    if (lo == hi && f->island[lo].island == island) f->island[lo].general = true;
}

void tw_points_forget(tw_dynamics *d) {
    if (d->points) d->points->factored = NAN;
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
