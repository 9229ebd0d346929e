/* Decides which islands take the fast path (points.h), and which of their joints are needed: where
 * joints close a cycle at one place, some follow from the others. */
#include "dynamics/points/plan.h"
#include "dynamics/solve/caps.h"

#include <math.h>
#include <string.h>

/* ---- which islands --------------------------------------------------------------------------- */

static bool same_point(vec3 a, vec3 b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

/* index of a point on its body, to which it is added if new; -1: the body has too many points */
static int number_point(tw_plan_body *b, vec3 local) {
    for (int i = 0; i < b->points; i++)
        if (same_point(b->local[i], local)) return i;
    if (b->points == TW_POINTS_MOST) return -1;
    b->local[b->points] = local;
    return b->points++;
}

static bool steady(const tw_dynamics *d, const tw_constraint *c) {
    return tw_value_is_constant(&c->tau) && tw_value_is_constant(&c->k) &&
           tw_value_is_constant(&c->d) && tw_value_is_constant(&d->world->set.tau);
}

/* *bind: a binding of the two points of block b, which its kind gives by `ends` */
static tw_status bind_ends(tw_arena *arena, const tw_block *b, tw_bind **bind) {
    tw_bind *own = *bind = tw_arena_new(arena, tw_bind, 1);
    if (!own) return tw_fail_memory();
    *own = *b->bind;
    own->vectors = 0;
    own->points = 2;
    own->point_of = tw_arena_new(arena, tw_bind_point, 2);
    own->point = tw_arena_new(arena, tw_point_motion, 2);
    if (!own->point_of || !own->point) return tw_fail_memory();
    vec3 at[2];
    b->kind->ends(b->c->o.own, at);
    for (int i = 0; i < 2; i++)
        own->point_of[i] = (tw_bind_point){.slot = b->bind->body_slot[i], .local = at[i]};
    return TW_OK;
}

/* sets p->bind */
static tw_status bind_joints(tw_plan *p) {
    const tw_dynamics *d = p->d;
    p->bind = tw_arena_new(&p->memory, tw_bind *, d->pass.blocks + 1);
    if (!p->bind) return tw_fail_memory();
    for (int i = 0; i < d->pass.blocks; i++) {
        const tw_block *b = &d->pass.block[i];
        if (b->kind->ends) TW_TRY(bind_ends(&p->d->arena, b, &p->bind[i]));
        if (b->kind->connects && b->bind->points == 2) p->bind[i] = b->bind;
    }
    return TW_OK;
}

/* end: both ends of the joint that a block is; false: the fast path has no such joints */
static bool plan_joint(tw_plan *p, int block, tw_plan_end end[2]) {
    tw_bind *bind = p->bind[block];
    if (!bind) return false;
    for (int i = 0; i < 2; i++) {
        const tw_bind_point *point = &bind->point_of[i];
        end[i] = (tw_plan_end){-1, -1, -1, bind};
        if (point->slot < 0 || !p->d->free_body[bind->body[point->slot]]) continue;
        if (point->value) return false;
        end[i].body = bind->body[point->slot];
        end[i].point = number_point(&p->body[end[i].body], point->local);
        if (end[i].point < 0) return false;
    }
    return true;
}

/* least weight of a joint relative to the island's largest. The general path treats singular values
 * below TW_SINGULAR_CUTOFF as 0, and so might ignore lighter joints, which the fast path cannot */
static const double LIGHT = 1e-4;

/* are all weights constant, and close enough to each other that the solution does not depend on
 * them where joints agree? */
static bool weighs(const tw_dynamics *d, const tw_island *isl) {
    double least = INFINITY, most = 0;
    for (int k = 0; k < isl->blocks; k++) {
        const tw_value *weight = &d->pass.block[isl->block[k]].c->weight;
        if (!tw_value_is_constant(weight)) return false;
        least = fmin(least, weight->c[0]);
        most = fmax(most, weight->c[0]);
    }
    return least >= LIGHT * most;
}

static bool plan_island(tw_plan *p, const tw_island *isl, tw_plan_end (*end)[2]) {
    if (!isl->square || isl->caps || isl->blocks == 0 || !weighs(p->d, isl)) return false;
    for (int k = 0; k < isl->blocks; k++)
        if (!plan_joint(p, isl->block[k], end[k])) return false;
    return true;
}

/* ---- cycles ---------------------------------------------------------------------------------- */

static bool same_rates(const tw_dynamics *d, const tw_constraint *a, const tw_constraint *b) {
    double tau, k[2], r[2];
    tw_rates(d->world, a, 0, &tau, &k[0], &r[0]);
    tw_rates(d->world, b, 0, &tau, &k[1], &r[1]);
    return steady(d, a) && steady(d, b) && k[0] == k[1] && r[0] == r[1];
}

/* a point, as node of a union-find over points that joints connect: once these joints are met, all
 * points of a set are at one place */
typedef struct vertex {
    /* of the set, valid only at its root: joint: one of its joints, -1: none; grounds: number
     * of its points that are grounds */
    int parent, joint, grounds;
} vertex;

static vertex *root_of(vertex *all, int i) {
    while (all[i].parent != i) i = all[i].parent = all[all[i].parent].parent;
    return &all[i];
}

/* Sets keep[k]: true if joint k does not follow from the joints before it. Returns false if the
 * island must take the general path: it has a cycle, and joints that meet at one place have
 * different or varying k or d; or a set of points is tied to two grounds */
static bool spanning_trees(const tw_plan *p, const tw_island *isl, tw_plan_end (*end)[2],
                           vertex *all, bool *keep) {
    int grounds = isl->bodies * TW_POINTS_MOST, n = grounds + isl->blocks;
    bool cycles = false, mixed = false;
    for (int i = 0; i < n; i++) all[i] = (vertex){i, -1, i >= grounds};
    for (int k = 0; k < isl->blocks; k++) {
        vertex *v[2];
        for (int i = 0; i < 2; i++) {
            const tw_plan_end *e = &end[k][i];
            int place = e->body < 0 ? 0 : tw_island_place(isl, e->body);
            v[i] = root_of(all, e->body < 0 ? grounds + k : place * TW_POINTS_MOST + e->point);
            if (v[i]->joint >= 0 && !same_rates(p->d, p->d->pass.block[isl->block[k]].c,
                                                p->d->pass.block[isl->block[v[i]->joint]].c))
                mixed = true;
        }
        keep[k] = v[0] != v[1];
        v[0]->joint = v[1]->joint = k;
        if (!keep[k]) {
            cycles = true;
            continue;
        }
        v[0]->parent = v[1]->parent;
        v[1]->grounds += v[0]->grounds;
        if (v[1]->grounds > 1) return false;
    }
    return !(cycles && mixed);
}

/* ---- islands --------------------------------------------------------------------------------- */

static void add_joint(tw_plan *p, int block, const tw_plan_end end[2], int *joints) {
    const tw_block *b = &p->d->pass.block[block];
    tw_plan_joint *j = &p->joint[(*joints)++];
    double tau;
    *j = (tw_plan_joint){.end = {end[0], end[1]}, .block = block};
    tw_rates(p->d->world, b->c, 0, &tau, &j->k, &j->d);
}

tw_status tw_points_choose(tw_plan *p) {
    const tw_dynamics *d = p->d;
    tw_points *f = p->f;
    int most = 0; /* largest number of vertices of an island */
    for (int i = 0; i < d->islands; i++) {
        int n = d->island[i].bodies * TW_POINTS_MOST + d->island[i].blocks;
        most = n > most ? n : most;
    }
    vertex *all = tw_arena_new(&p->memory, vertex, most + 1);
    bool *keep = tw_arena_new(&p->memory, bool, d->pass.blocks + 1);
    tw_plan_end(*end)[2] = tw_arena_alloc(&p->memory, (size_t)(d->pass.blocks + 1) * sizeof *end);
    if (!all || !keep || !end) return tw_fail_memory();
    TW_TRY(bind_joints(p));
    int joints = 0;
    for (int i = 0; i < d->islands; i++) {
        tw_island *isl = &d->island[i];
        isl->fast = d->world->set.solver != TW_SOLVER_SVD && plan_island(p, isl, end) &&
                    spanning_trees(p, isl, end, all, keep);
        for (int k = 0; k < isl->bodies; k++)
            if (!isl->fast) p->body[isl->body[k]].points = 0;
        if (!isl->fast) continue;
        tw_points_island *to = &f->island[f->islands];
        *to = (tw_points_island){.island = i};
        p->first[f->islands++] = joints;
        for (int k = 0; k < isl->blocks; k++)
            if (keep[k]) add_joint(p, isl->block[k], end[k], &joints);
        p->first[f->islands] = joints;
        for (int k = p->first[f->islands - 1]; k < joints; k++)
            to->varies = to->varies || !steady(d, d->pass.block[p->joint[k].block].c);
    }
    return TW_OK;
}
