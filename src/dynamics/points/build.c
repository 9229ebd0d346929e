/* Plan of the fast path (points.h): divides islands into batches, and the bodies of each batch into
 * groups of four. */
#include "base/math/processor.h"
#include "dynamics/points/chain.h"

#include <math.h>
#include <string.h>

/* ---- constants ------------------------------------------------------------------------------- */

static void set_all(tw_lanes *to, int lane, double x) {
    (*to)[lane] = x;
}

/* [b]x */
static mat3 skew(vec3 b) {
    return (mat3){{{0, -b.z, b.y}, {b.z, 0, -b.x}, {-b.y, b.x, 0}}};
}

/* S_kl = [b_k]x^T I^-1 [b_l]x for points k, l (body axes) of one body, see points.h */
static mat3 pair_matrix(const tw_body *b, vec3 k, vec3 l) {
    mat3 left = skew(k), right = skew(l);
    left = m3_transpose(&left);
    left = m3_mul(&left, &b->inertia_inv);
    return m3_mul(&left, &right);
}

static int constants_of(int slots) {
    return 8 + 3 * slots + 9 * tw_plan_pairs(slots);
}

static void fill_lane(const tw_plan *p, const tw_points_group *g, int index, int lane,
                      tw_lanes *c) {
    const tw_body *b = p->d->world->body.data[index];
    const tw_plan_body *own = &p->body[index];
    const mat3 *I = &b->inertia_inv;
    const double inertia[6] = {I->m[0][0], I->m[1][1], I->m[2][2],
                               I->m[0][1], I->m[0][2], I->m[1][2]};
    set_all(c++, lane, 1 / b->mass);
    set_all(c++, lane, b->mass);
    for (int i = 0; i < 6; i++) set_all(c++, lane, inertia[i]);
    for (int k = 0; k < g->slots; k++) {
        set_all(c++, lane, own->local[k].x);
        set_all(c++, lane, own->local[k].y);
        set_all(c++, lane, own->local[k].z);
    }
    for (int k = 0; k < g->slots; k++)
        for (int l = 0; l <= k; l++) {
            mat3 S = pair_matrix(b, own->local[k], own->local[l]);
            for (int i = 0; i < 9; i++) set_all(c++, lane, S.m[i / 3][i % 3]);
        }
}

/* Sets g->like and g->sign of each pair of points: an earlier pair whose matrix S is the same, or
 * the same with the opposite sign, for all bodies of the group (lanes) */
static void find_like(tw_points_group *g, const tw_lanes *constant) {
    const tw_lanes *S = constant + 8 + 3 * g->slots;
    for (int n = 0; n < tw_plan_pairs(g->slots); n++) {
        g->like[n] = -1;
        g->sign[n] = 1;
        for (int m = 0; m < n && g->like[n] < 0; m++) {
            bool equal = true, opposite = true;
            if (g->like[m] >= 0) continue;
            for (int i = 0; i < 9 * TW_LANES; i++) {
                double a = S[9 * n + i / TW_LANES][i % TW_LANES];
                double b = S[9 * m + i / TW_LANES][i % TW_LANES];
                equal = equal && a == b;
                opposite = opposite && a == -b;
            }
            if (!equal && !opposite) continue;
            g->like[n] = (signed char)m;
            g->sign[n] = equal ? 1 : -1;
        }
    }
}

/* does each body of the group (each lane) have two points, exactly opposite each other about its
 * centre of mass? */
static bool is_rod(const tw_points_group *g, const tw_lanes *constant) {
    const tw_lanes *b = constant + 8;
    if (g->slots != 2) return false;
    for (int i = 0; i < 3 * TW_LANES; i++)
        if (b[i / TW_LANES][i % TW_LANES] != -b[3 + i / TW_LANES][i % TW_LANES]) return false;
    return true;
}

/* sets g->symmetric: which pairs of points have a symmetric matrix S for all bodies of the group
 * (lanes) */
static void find_symmetric(tw_points_group *g, const tw_lanes *constant) {
    const tw_lanes *S = constant + 8 + 3 * g->slots;
    for (int n = 0; n < tw_plan_pairs(g->slots); n++, S += 9) {
        g->symmetric[n] = true;
        for (int j = 0; j < TW_LANES; j++)
            g->symmetric[n] =
                g->symmetric[n] && S[1][j] == S[3][j] && S[2][j] == S[6][j] && S[5][j] == S[7][j];
    }
}

/* Fills in the constants of group number `which`, and the flags that follow from them. Consecutive
 * groups of equal bodies share constants */
static void fill_group(tw_plan *p, tw_points_group *g, int which) {
    tw_points *f = p->f;
    int n = constants_of(g->slots), *last = &p->last_constants[g->slots];
    tw_lanes *own = p->constant + p->constants;
    for (int j = 0; j < TW_LANES; j++) fill_lane(p, g, f->body[which][j], j, own);
    if (*last < 0 || memcmp(p->constant + *last, own, (size_t)n * sizeof *own) != 0) {
        tw_points_group *as = &p->last[g->slots];
        *as = (tw_points_group){.slots = g->slots};
        find_like(as, own);
        find_symmetric(as, own);
        as->rod = is_rod(as, own);
        as->plain =
            as->rod && as->like[1] == 0 && as->sign[1] < 0 && as->like[2] == 0 && as->sign[2] > 0;
        *last = p->constants;
        p->constants += n;
    }
    f->constants[which] = *last;
    const tw_points_group *as = &p->last[g->slots];
    g->rod = as->rod;
    g->plain = as->plain;
    memcpy(g->like, as->like, sizeof g->like);
    memcpy(g->sign, as->sign, sizeof g->sign);
    memcpy(g->symmetric, as->symmetric, sizeof g->symmetric);
}

/* ---- batches --------------------------------------------------------------------------------- */

/* BATCH: number of bodies at which a batch is closed: so many that most groups of four are full,
 * and so few that the intermediate results of a batch fit the cache */
enum { BATCH = 96 };

/* Gives each body with one point a second one, opposite to it and without a joint, if groups of
 * two-point bodies have enough unused lanes for all of them: that saves a group for one-point
 * bodies */
static void pad(tw_plan *p, const int *from, int count) {
    int one = 0, two = 0;
    for (int i = 0; i < count; i++) {
        one += p->body[from[i]].points == 1;
        two += p->body[from[i]].points == 2;
    }
    if (one > (TW_LANES - two % TW_LANES) % TW_LANES) return;
    for (int i = 0; i < count; i++) {
        tw_plan_body *b = &p->body[from[i]];
        if (b->points == 1) b->local[b->points++] = v3_scale(b->local[0], -1);
    }
}

/* appends a group of `lanes` (at most 4) bodies to the batch's form; body [lanes]: their indices */
static void add_group(tw_plan *p, tw_points_form *form, const int *body, int lanes) {
    tw_points *f = p->f;
    tw_points_group *g = &form->group[form->groups];
    int which = f->groups++;
    g->lanes = lanes;
    g->slots = p->body[body[0]].points;
    g->point = form->points;
    g->pair = form->pairs;
    for (int j = 0; j < TW_LANES; j++) {
        int index = body[j < lanes ? j : lanes - 1];
        f->body[which][j] = index;
        f->state[which][j] = p->d->state_of[index];
        g->pushed = g->pushed || p->body[index].pushed;
    }
    for (int j = 0; j < lanes; j++) {
        p->body[body[j]].place = form->groups * TW_LANES + j;
        p->body[body[j]].pushed = g->pushed;
    }
    fill_group(p, g, which);
    form->points += TW_LANES * g->slots;
    form->pairs += TW_LANES * tw_plan_pairs(g->slots);
    form->groups++;
}

/* divides the batch's bodies into groups; all bodies of a group have equal numbers of points */
static tw_status make_groups(tw_plan *p, const int *from, int count, tw_points_form *form) {
    form->group = tw_arena_new(&p->trial, tw_points_group, count + 1);
    if (!form->group) return tw_fail_memory();
    for (int points = TW_POINTS_MOST; points >= 0; points--) {
        int body[TW_LANES], lanes = 0;
        for (int i = 0; i < count; i++) {
            if (p->body[from[i]].points != points) continue;
            body[lanes++] = from[i];
            if (lanes < TW_LANES) continue;
            add_group(p, form, body, lanes);
            lanes = 0;
        }
        if (lanes > 0) add_group(p, form, body, lanes);
    }
    return TW_OK;
}

/* appends a batch for the bodies body [count] of the islands [begin, end) */
static tw_status add_batch(tw_plan *p, const int *body, int count, int begin, int end) {
    tw_points *f = p->f;
    tw_points_batch *b = &f->batch[f->batches++];
    tw_points_form form = {.islands = end - begin};
    tw_arena_reset(&p->trial);
    b->island = begin;
    b->group = f->groups;
    if (form.islands > 0) pad(p, body, count);
    TW_TRY(make_groups(p, body, count, &form));
    TW_TRY(tw_points_join(p, b, &form));
    return tw_chain_find(p, b);
}

/* makes all batches: first of the islands on the fast path, then of free bodies without
 * constraints */
static tw_status make_batches(tw_plan *p) {
    const tw_dynamics *d = p->d;
    const tw_points *f = p->f;
    bool *bound = tw_arena_new(&p->memory, bool, d->pass.bodies + 1);
    int *some = tw_arena_new(&p->memory, int, d->pass.bodies + 1), n = 0, begun = 0;
    if (!bound || !some) return tw_fail_memory();
    for (int i = 0; i < d->islands; i++)
        for (int k = 0; k < d->island[i].bodies; k++) bound[d->island[i].body[k]] = true;
    for (int i = 0; i < f->islands; i++) {
        const tw_island *isl = &d->island[f->island[i].island];
        bool chain;
        TW_TRY(tw_chain_is(p, i, &chain));
        if (chain && n > 0) {
            TW_TRY(add_batch(p, some, n, begun, i));
            begun = i;
            n = 0;
        }
        for (int k = 0; k < isl->bodies; k++) some[n++] = isl->body[k];
        if (!chain && n < BATCH && i + 1 < f->islands) continue;
        TW_TRY(add_batch(p, some, n, begun, i + 1));
        begun = i + 1;
        n = 0;
    }
    for (int i = 0; i < d->pass.bodies; i++) {
        if (d->free_body[i] && !bound[i]) some[n++] = i;
        if (n < BATCH && (i + 1 < d->pass.bodies || n == 0)) continue;
        TW_TRY(add_batch(p, some, n, begun, begun));
        n = 0;
    }
    return TW_OK;
}

/* ---- the whole plan ------------------------------------------------------------------------- */

/* sets f->alike: do all joints have the same constant k and d? */
static void compare_joints(tw_points *f) {
    const tw_points_joint *first = NULL;
    f->alike = f->islands > 0;
    for (int b = 0; b < f->batches; b++) {
        const tw_points_form *form = f->batch[b].form;
        f->alike = f->alike && !form->own;
        if (b > 0 && form == f->batch[b - 1].form) continue;
        for (int i = 0; i < form->joints; i++) {
            const tw_points_joint *j = &form->joint[i];
            if (!first) first = j;
            f->alike = f->alike && j->k == first->k && j->d == first->d;
        }
    }
    if (f->alike) f->k = first->k, f->d = first->d;
}

/* marks the bodies on which a force object acts, or the damping of a joint's coordinate */
static void find_pushed(tw_plan *p) {
    const tw_dynamics *d = p->d;
    for (int i = 0; i < d->forces; i++) {
        const tw_bind *b = &d->force_bind[i];
        if (!d->world->force.data[i]->enabled) continue;
        for (int s = 0; s < b->slots; s++) p->body[b->body[s]].pushed = true;
    }
    for (int i = 0; i < d->damps; i++) {
        const tw_bind *b = &d->constraint_bind[d->damped[i]];
        for (int s = 0; s < b->slots; s++) p->body[b->body[s]].pushed = true;
    }
}

/* allocates the intermediate results, large enough for every batch */
static tw_status make_room(tw_plan *p) {
    tw_points *f = p->f;
    tw_arena *arena = &p->d->arena;
    int points = 0, groups = 0, size = 0, rows = 0;
    f->numbers = tw_arena_new(arena, double, p->numbers + TW_LANES);
    if (!f->numbers) return tw_fail_memory();
    for (int b = 0; b < f->batches; b++) {
        const tw_points_form *form = f->batch[b].form;
        int all = form->points + form->grounds;
        points = all > points ? all : points;
        groups = form->groups > groups ? form->groups : groups;
        if (f->batch[b].chain && f->batch[b].chain->rows > rows) rows = f->batch[b].chain->rows;
        size = form->size > size ? form->size : size;
        f->shared = f->shared || (b > 0 && form->islands > 0);
        for (int i = 0; i < form->islands && (b == 0 || form != f->batch[b - 1].form); i++)
            tw_sparse_place(form->island[i].sparse, f->numbers + form->island[i].numbers);
    }
    f->motion = tw_arena_new(arena, tw_points_motion, points + 1);
    f->lambda = tw_arena_new(arena, double, size + TW_LANES);
    f->D = tw_arena_new(arena, double, size + TW_LANES);
    f->D1 = tw_arena_new(arena, double, size + TW_LANES);
    f->change = tw_arena_new(arena, tw_points_change, groups * TW_LANES + 1);
    f->row = tw_arena_new(arena, tw_chain_row, rows + 1);
    return f->motion && f->lambda && f->D && f->D1 && f->change && f->row ? TW_OK
                                                                          : tw_fail_memory();
}

/* allocates, for all batches, the records f->seen of deviations D and D', which are kept from step
 * to step */
static tw_status make_memory(tw_plan *p) {
    tw_points *f = p->f;
    f->waits = -1;
    f->factored = NAN;
    for (int i = 0; i < TW_POINTS_SEEN; i++) {
        tw_points_seen *s = &f->seen[i];
        s->t = NAN;
        s->y = tw_arena_new(&p->d->arena, double, p->d->states + 1);
        s->D = tw_arena_new(&p->d->arena, double, f->size + TW_LANES);
        s->D1 = tw_arena_new(&p->d->arena, double, f->size + TW_LANES);
        if (!s->y || !s->D || !s->D1) return tw_fail_memory();
    }
    return TW_OK;
}

/* Sets d->rest, what the general code computes: islands on the general path with their blocks, and
 * bodies whose motions or forces are needed. Sets f->alone */
static tw_status list_rest(tw_plan *p) {
    tw_dynamics *d = p->d;
    tw_part *rest = &d->rest;
    /* length twice the number of bodies, since tw_points_rest may append a body that is in the list
     * already */
    int *body = tw_arena_new(&d->arena, int, 2 * (size_t)d->pass.bodies + 1);
    int *block = tw_arena_new(&d->arena, int, d->pass.blocks + 1);
    int *island = tw_arena_new(&d->arena, int, d->islands + 1);
    if (!body || !block || !island) return tw_fail_memory();
    *rest = (tw_part){.body = body, .block = block, .island = island};
    p->f->alone = true;
    for (int i = 0; i < d->pass.bodies; i++) {
        bool fast = d->free_body[i] && p->body[i].place >= 0;
        if (!tw_is_member(d, i)) continue;
        if (!fast || p->body[i].pushed) body[rest->bodies++] = i;
        p->f->alone = p->f->alone && (fast || !d->free_body[i]) && !p->body[i].pushed;
    }
    for (int i = 0; i < d->islands; i++) {
        const tw_island *isl = &d->island[i];
        if (isl->fast) continue;
        island[rest->islands++] = i;
        p->f->alone = false;
        for (int k = 0; k < isl->blocks; k++) block[rest->blocks++] = isl->block[k];
    }
    return TW_OK;
}

static tw_status allocate(tw_plan *p) {
    tw_dynamics *d = p->d;
    tw_points *f = p->f;
    size_t bodies = (size_t)d->pass.bodies + 1, joints = (size_t)d->pass.blocks + 1;
    p->body = tw_arena_new(&p->memory, tw_plan_body, bodies);
    p->joint = tw_arena_new(&p->memory, tw_plan_joint, joints);
    p->first = tw_arena_new(&p->memory, int, d->islands + 1);
    f->island = tw_arena_new(&d->arena, tw_points_island, d->islands + 1);
    f->ground = tw_arena_new(&d->arena, tw_points_ground, 2 * joints);
    f->block = tw_arena_new(&d->arena, int, joints);
    f->batch = tw_arena_new(&d->arena, tw_points_batch, (size_t)d->islands + bodies / BATCH + 2);
    f->state = tw_arena_alloc(&d->arena, bodies * sizeof *f->state);
    f->body = tw_arena_alloc(&d->arena, bodies * sizeof *f->body);
    f->constants = tw_arena_new(&d->arena, int, bodies);
    if (!p->body || !p->joint || !p->first || !f->island || !f->ground || !f->block || !f->batch ||
        !f->state || !f->body || !f->constants)
        return tw_fail_memory();
    for (int i = 0; i < d->pass.bodies; i++) p->body[i].place = -1;
    for (int i = 0; i <= TW_POINTS_MOST; i++) p->last_constants[i] = -1;
    p->last_row = -1;
    return TW_OK;
}

/* allocates memory for the constants of all groups and chains, plus one group, in which new
 * constants are formed before they are compared with the last ones */
static tw_status make_constants(tw_plan *p) {
    size_t most = 0;
    for (int i = 0; i < p->d->pass.bodies; i++) {
        int points = p->body[i].points; /* pad() may give a body one point more */
        most += (size_t)constants_of(points == 1 ? 2 : points);
    }
    /* a row of a chain has up to four bodies, one in each lane; each chain needs at most so many
     * rows */
    most += ((size_t)p->d->pass.bodies / 2 + 1) * TW_CHAIN_CONSTANTS;
    p->constant = tw_arena_new(&p->memory, tw_lanes, most + (size_t)constants_of(TW_POINTS_MOST));
    return p->constant ? TW_OK : tw_fail_memory();
}

/* allocates what the largest island needs: the numbers of rows of its blocks (3 each), and two
 * sparse patterns */
static tw_status make_patterns(tw_plan *p) {
    int most = 0; /* largest number of joints of an island */
    for (int i = 0; i < p->d->islands; i++)
        if (p->d->island[i].blocks > most) most = p->d->island[i].blocks;
    p->rows = tw_arena_new(&p->memory, int, most + 1);
    if (!p->rows) return tw_fail_memory();
    for (int i = 0; i < most; i++) p->rows[i] = 3;
    for (int i = 0; i < 2; i++) {
        p->pattern[i].first = tw_arena_new(&p->memory, int, most + 1);
        p->pattern[i].body = tw_arena_new(&p->memory, int, 2 * most + 1);
        if (!p->pattern[i].first || !p->pattern[i].body) return tw_fail_memory();
    }
    return TW_OK;
}

static tw_status build(tw_plan *p) {
    tw_points *f = p->f;
    TW_TRY(allocate(p));
    TW_TRY(tw_points_choose(p));
    TW_TRY(make_constants(p));
    TW_TRY(make_patterns(p));
    find_pushed(p);
    TW_TRY(make_batches(p));
    f->constant = tw_arena_new(&p->d->arena, tw_lanes, p->constants + 1);
    if (!f->constant) return tw_fail_memory();
    memcpy(f->constant, p->constant, (size_t)p->constants * sizeof *f->constant);
    compare_joints(f);
    TW_TRY(make_room(p));
    TW_TRY(make_memory(p));
    return list_rest(p);
}

tw_status tw_points_build(tw_dynamics *d) {
    d->points = tw_arena_new(&d->arena, tw_points, 1);
    if (!d->points) return tw_fail_memory();
    tw_plan p = {.d = d, .f = d->points};
    d->points->kernel = TW_BUILD(&tw_points_kernel_wide, &tw_points_kernel_plain);
    tw_status s = build(&p);
    tw_arena_free(&p.trial);
    tw_arena_free(&p.memory);
    if (s == TW_OK && d->points->groups == 0) d->points = NULL;
    return s;
}
