/*
 * What the fast way (points.h) needs to know of its islands: points, joints, groups of four bodies,
 * and where in A the part of each pair of points goes.
 */
#include "base/processor.h"
#include "dynamics/points_plan.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- groups ---------------------------------------------------------------------------------- */

/* bodies of a batch, at least, so that most groups are full; few enough for the cache */
enum { BATCH = 96 };

/* those of `from` [count] into list, by the number of points, so that bodies of a group have as
 * many */
static void sort_bodies(const tw_plan *p, const int *from, int count, int *list) {
    for (int points = TW_POINTS_MOST, n = 0; points >= 0; points--)
        for (int i = 0; i < count; i++)
            if (p->body[from[i]].points == points) list[n++] = from[i];
}

/* Those with one point get another, opposite and held by nothing, where rods have room for them:
 * one group less. */
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

/* the bodies that go the fast way, batch by batch: those of fast islands, then those without
 * constraints; a batch's last body is followed by -1 */
static tw_status list_bodies(tw_plan *p, int *list, int *count) {
    const tw_dynamics *d = p->d;
    tw_points *f = p->f;
    bool *bound = tw_arena_new(&p->memory, bool, d->pass.bodies + 1);
    int *some = tw_arena_new(&p->memory, int, d->pass.bodies + 1), n = 0, begun = 0;
    f->batch = tw_arena_new(&p->d->arena, tw_points_batch, f->islands + d->pass.bodies / BATCH + 2);
    if (!bound || !some || !f->batch) return tw_fail_memory();
    for (int i = 0; i < d->islands; i++)
        for (int k = 0; k < d->island[i].bodies; k++) bound[d->island[i].body[k]] = true;
    *count = 0;
    for (int i = 0; i < f->islands; i++) {
        const tw_island *isl = &d->island[f->island[i].island];
        for (int k = 0; k < isl->bodies; k++) some[n++] = isl->body[k];
        if (n < BATCH && i + 1 < f->islands) continue;
        pad(p, some, n);
        sort_bodies(p, some, n, list + *count);
        *count += n;
        list[(*count)++] = -1;
        f->batch[f->batches++] = (tw_points_batch){.island = begun, .islands_end = i + 1};
        begun = i + 1;
        n = 0;
    }
    for (int i = 0; i < d->pass.bodies; i++) {
        if (d->free_body[i] && !bound[i]) some[n++] = i;
        if (n < BATCH && (i + 1 < d->pass.bodies || n == 0)) continue;
        memcpy(list + *count, some, (size_t)n * sizeof *list);
        *count += n;
        list[(*count)++] = -1;
        f->batch[f->batches++] = (tw_points_batch){.island = begun, .islands_end = begun};
        n = 0;
    }
    return TW_OK;
}

static void set_all(tw_lanes *to, int lane, double x) {
    (*to)[lane] = x;
}

/* [b]x */
static mat3 skew(vec3 b) {
    return (mat3){{{0, -b.z, b.y}, {b.z, 0, -b.x}, {-b.y, b.x, 0}}};
}

/* S_kl = [b_k]x^T I^-1 [b_l]x */
static mat3 pair_matrix(const tw_body *b, vec3 k, vec3 l) {
    mat3 left = skew(k), right = skew(l);
    left = m3_transpose(&left);
    left = m3_mul(&left, &b->inertia_inv);
    return m3_mul(&left, &right);
}

static int pairs_of(int slots) {
    return slots * (slots + 1) / 2;
}

static int constants_of(int slots) {
    return 8 + 3 * slots + 9 * pairs_of(slots);
}

static void fill_lane(const tw_plan *p, const tw_points_group *g, int lane, tw_lanes *c) {
    int index = g->body[lane];
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

/* which S are those of an earlier pair, or their negative, in all lanes */
static void find_like(tw_points_group *g, const tw_lanes *constant) {
    const tw_lanes *S = constant + 8 + 3 * g->slots;
    for (int n = 0; n < pairs_of(g->slots); n++) {
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

/* two points, one the other's negative in all lanes? */
static bool is_rod(const tw_points_group *g, const tw_lanes *constant) {
    const tw_lanes *b = constant + 8;
    if (g->slots != 2) return false;
    for (int i = 0; i < 3 * TW_LANES; i++)
        if (b[i / TW_LANES][i % TW_LANES] != -b[3 + i / TW_LANES][i % TW_LANES]) return false;
    return true;
}

/* their constants, once for groups of equal bodies that follow each other */
static tw_status fill_groups(tw_plan *p) {
    tw_points *f = p->f;
    int most = 0, used = 0, last[TW_POINTS_MOST + 1];
    for (int i = 0; i < f->groups; i++) most += constants_of(f->group[i].slots);
    tw_lanes *all = tw_arena_new(&p->memory, tw_lanes, most + 1);
    if (!all) return tw_fail_memory();
    for (int i = 0; i <= TW_POINTS_MOST; i++) last[i] = -1;
    for (int i = 0; i < f->groups; i++) {
        tw_points_group *g = &f->group[i];
        int n = constants_of(g->slots);
        size_t size = (size_t)n * sizeof *all;
        for (int j = 0; j < TW_LANES; j++) fill_lane(p, g, j, all + used);
        if (last[g->slots] < 0 || memcmp(all + last[g->slots], all + used, size) != 0) {
            last[g->slots] = used;
            used += n;
        }
        g->constant = last[g->slots];
        find_like(g, all + g->constant);
        g->rod = is_rod(g, all + g->constant);
        g->plain = g->rod && g->like[1] == 0 && g->sign[1] < 0 && g->like[2] == 0 && g->sign[2] > 0;
    }
    f->constant = tw_arena_new(&p->d->arena, tw_lanes, used + 1);
    if (!f->constant) return tw_fail_memory();
    memcpy(f->constant, all, (size_t)used * sizeof *all);
    return TW_OK;
}

static tw_status make_groups(tw_plan *p) {
    const tw_dynamics *d = p->d;
    tw_points *f = p->f;
    int *list = tw_arena_new(&p->memory, int, 2 * (size_t)d->pass.bodies + 2), count;
    if (!list) return tw_fail_memory();
    TW_TRY(list_bodies(p, list, &count));
    f->group = tw_arena_new(&p->d->arena, tw_points_group, count + 1);
    if (!f->group) return tw_fail_memory();
    int batch = 0;
    for (int i = 0; i < count;) {
        if (list[i] < 0) {
            f->batch[batch++].groups_end = f->groups;
            if (batch < f->batches) f->batch[batch].group = f->groups;
            i++;
            continue;
        }
        tw_points_group *g = &f->group[f->groups];
        g->slots = p->body[list[i]].points;
        while (g->lanes < TW_LANES && list[i] >= 0 && p->body[list[i]].points == g->slots) {
            p->body[list[i]].place = f->groups * TW_LANES + g->lanes;
            g->body[g->lanes++] = list[i++];
        }
        for (int j = g->lanes; j < TW_LANES; j++) g->body[j] = g->body[g->lanes - 1];
        for (int j = 0; j < TW_LANES; j++) g->state[j] = d->state_of[g->body[j]];
        g->point = f->points;
        g->pair = f->pairs;
        f->points += TW_LANES * g->slots;
        f->pairs += TW_LANES * pairs_of(g->slots);
        f->groups++;
    }
    f->targets = tw_arena_new(&p->d->arena, int, f->pairs + 1);
    return f->targets ? fill_groups(p) : tw_fail_memory();
}

/* ---- joints ---------------------------------------------------------------------------------- */

static int point_of(const tw_plan *p, const tw_plan_end *e) {
    if (e->body < 0) return e->ground;
    int place = p->body[e->body].place;
    return p->f->group[place / TW_LANES].point + TW_LANES * e->point + place % TW_LANES;
}

static tw_status make_grounds(tw_plan *p) {
    tw_points *f = p->f;
    f->ground = tw_arena_new(&p->d->arena, tw_points_ground, 2 * (size_t)f->joints + 1);
    if (!f->ground) return tw_fail_memory();
    for (int k = 0; k < f->joints; k++)
        for (int i = 0; i < 2; i++) {
            if (p->end[k][i].body >= 0) continue;
            tw_bind *bind = p->d->pass.block[f->joint[k].block].bind;
            const tw_bind_point *point = &bind->point_of[i];
            bool still = point->slot < 0 && point->value && tw_value_is_constant(point->value);
            p->end[k][i].ground = f->points;
            f->ground[f->grounds++] = (tw_points_ground){f->points++, i, bind, still, false};
        }
    f->motion = tw_arena_new(&p->d->arena, tw_points_motion, f->points + 1);
    return f->motion ? TW_OK : tw_fail_memory();
}

/* have all joints the same k and d? */
static void compare_joints(tw_points *f) {
    f->alike = f->joints > 0;
    for (int i = 0; i < f->islands; i++) f->alike = f->alike && !f->island[i].varies;
    for (int i = 1; i < f->joints; i++)
        f->alike = f->alike && f->joint[i].k == f->joint[0].k && f->joint[i].d == f->joint[0].d;
    if (f->alike) f->k = f->joint[0].k, f->d = f->joint[0].d;
}

/* where each joint has its rows, what holds each point */
static tw_status make_joints(tw_plan *p) {
    tw_points *f = p->f;
    for (int i = 0; i < f->islands; i++) {
        tw_points_island *isl = &f->island[i];
        isl->at = f->size;
        for (int k = isl->begin; k < isl->end; k++) {
            f->joint[k].p = point_of(p, &p->end[k][0]);
            f->joint[k].q = point_of(p, &p->end[k][1]);
            f->joint[k].at = isl->at + tw_sparse_row_place(isl->sparse, k - isl->begin);
        }
        f->size += tw_sparse_padded_size(isl->sparse);
    }
    f->lambda = tw_arena_new(&p->d->arena, double, f->size + TW_LANES);
    f->D = tw_arena_new(&p->d->arena, double, f->size + TW_LANES);
    f->D1 = tw_arena_new(&p->d->arena, double, f->size + TW_LANES);
    f->holds = tw_arena_new(&p->d->arena, int, f->points + 2);
    f->hold = tw_arena_new(&p->d->arena, tw_points_hold, 2 * (size_t)f->joints + 1);
    if (!f->lambda || !f->D || !f->D1 || !f->holds || !f->hold) return tw_fail_memory();
    for (int k = 0; k < f->joints; k++) {
        f->holds[f->joint[k].p + 2]++;
        f->holds[f->joint[k].q + 2]++;
    }
    for (int i = 1; i < f->points + 2; i++) f->holds[i] += f->holds[i - 1];
    for (int k = 0; k < f->joints; k++) {
        const tw_points_joint *j = &f->joint[k];
        f->hold[f->holds[j->p + 1]++] = (tw_points_hold){j->at, k, 1};
        f->hold[f->holds[j->q + 1]++] = (tw_points_hold){j->at, k, -1};
    }
    for (int i = 0; i < f->groups; i++) {
        tw_points_group *g = &f->group[i];
        g->single = g->lanes == TW_LANES;
        for (int k = 0; k < TW_LANES * g->slots; k++)
            g->single = g->single && f->holds[g->point + k + 1] == f->holds[g->point + k] + 1;
    }
    return TW_OK;
}

/* the blocks of A that hold +-K of two points of one body */
static void targets_of(tw_plan *p, int *count, const tw_points_island *isl, int point_k,
                       int point_l, bool symmetric, tw_points_target *to) {
    const tw_points *f = p->f;
    for (int x = f->holds[point_k]; x < f->holds[point_k + 1]; x++)
        for (int y = f->holds[point_l]; y < f->holds[point_l + 1]; y++) {
            const tw_points_hold *a = &f->hold[x], *b = &f->hold[y];
            if (point_k == point_l && b->joint > a->joint) continue; /* once */
            if (to) {
                tw_points_target *t = &to[*count];
                /* K has the axes of a as rows */
                tw_sparse_block block =
                    tw_sparse_block_of(isl->sparse, a->joint - isl->begin, b->joint - isl->begin);
                *t = (tw_points_target){.to = block.at,
                                        .stride = block.stride,
                                        .negative = a->sign * b->sign < 0,
                                        .transposed = block.swapped && !symmetric};
            }
            ++*count;
        }
}

static bool is_symmetric(const tw_points *f, const tw_points_group *g, int n, int lane) {
    const tw_lanes *S = f->constant + g->constant + 8 + 3 * g->slots + 9 * n;
    return S[1][lane] == S[3][lane] && S[2][lane] == S[6][lane] && S[5][lane] == S[7][lane];
}

/* a target, and when it is written: pairs of a group in their order, first as they are */
typedef struct write {
    tw_points_target *target;
    long when;
} write;

static int by_place(const void *a, const void *b) {
    const write *x = a, *y = b;
    if (x->target->to != y->target->to) return x->target->to < y->target->to ? -1 : 1;
    return (x->when > y->when) - (x->when < y->when);
}

/* the first to write a block sets it, the others add */
static tw_status mark_first(tw_plan *p, int count) {
    const tw_points *f = p->f;
    write *all = tw_arena_new(&p->memory, write, count + 1);
    if (!all) return tw_fail_memory();
    for (int n = 0; n < f->pairs; n++)
        for (int i = f->targets[n]; i < f->targets[n + 1]; i++) {
            long turn = 2L * (n / TW_LANES) + f->target[i].transposed;
            all[i] = (write){&f->target[i], turn * (count + 1L) + i};
        }
    qsort(all, (size_t)count, sizeof *all, by_place);
    for (int i = 0; i < count; i++)
        all[i].target->first = i == 0 || all[i].target->to != all[i - 1].target->to;
    return TW_OK;
}

/* pairs of which each lane has one target, alike */
static void find_even(const tw_points *f, tw_points_group *g) {
    for (int n = 0; n < pairs_of(g->slots); n++) {
        const int *first = f->targets + g->pair + TW_LANES * n;
        const tw_points_target *t = &f->target[first[0]];
        g->even[n] = g->lanes == TW_LANES && !g->transposed[n];
        for (int j = 0; j < TW_LANES; j++)
            g->even[n] = g->even[n] && first[j + 1] == first[j] + 1 &&
                         f->target[first[j]].negative == t->negative;
        g->turn[n] = g->even[n] && t->negative ? -1 : 1;
    }
}

static tw_status make_targets(tw_plan *p) {
    tw_points *f = p->f;
    for (int list = 0; list < 2; list++) {
        int count = 0;
        for (int i = 0; i < f->groups; i++) {
            tw_points_group *g = &f->group[i];
            for (int k = 0, n = 0; k < g->slots; k++)
                for (int l = 0; l <= k; l++, n++)
                    for (int j = 0; j < TW_LANES; j++) {
                        f->targets[g->pair + TW_LANES * n + j] = count;
                        if (j >= g->lanes) continue;
                        const tw_points_island *isl = &f->island[p->body[g->body[j]].island];
                        int from = count;
                        targets_of(p, &count, isl, g->point + TW_LANES * k + j,
                                   g->point + TW_LANES * l + j,
                                   g->plain || is_symmetric(f, g, n, j), list ? f->target : NULL);
                        for (int x = from; x < count && list; x++) {
                            g->transposed[n] = g->transposed[n] || f->target[x].transposed;
                            g->straight[n] = g->straight[n] || !f->target[x].transposed;
                        }
                    }
        }
        f->targets[f->pairs] = count;
        for (int i = 0; i < f->groups && list; i++) find_even(f, &f->group[i]);
        if (list) return mark_first(p, count);
        f->target = tw_arena_new(&p->d->arena, tw_points_target, count + 1);
        if (!f->target) return tw_fail_memory();
    }
    return TW_OK;
}

/* the bodies of each island, as places in groups; which bodies are pushed */
static tw_status list_members(tw_plan *p) {
    tw_points *f = p->f;
    const tw_dynamics *d = p->d;
    size_t places = (size_t)f->groups * TW_LANES;
    f->member = tw_arena_new(&p->d->arena, int, places + 1);
    f->change = tw_arena_new(&p->d->arena, tw_points_change, places + 1);
    if (!f->member || !f->change) return tw_fail_memory();
    f->waits = -1;
    f->factored = NAN;
    for (int i = 0; i < TW_POINTS_SEEN; i++) {
        tw_points_seen *s = &f->seen[i];
        s->t = NAN;
        s->y = tw_arena_new(&p->d->arena, double, d->states + 1);
        s->D = tw_arena_new(&p->d->arena, double, f->size + TW_LANES);
        s->D1 = tw_arena_new(&p->d->arena, double, f->size + TW_LANES);
        if (!s->y || !s->D || !s->D1) return tw_fail_memory();
    }
    for (int i = 0, n = 0; i < f->islands; i++) {
        const tw_island *isl = &d->island[f->island[i].island];
        f->island[i].first_body = n;
        f->island[i].bodies = isl->bodies;
        for (int k = 0; k < isl->bodies; k++) f->member[n++] = p->body[isl->body[k]].place;
    }
    for (int i = 0; i < d->forces; i++) {
        const tw_bind *b = &d->force_bind[i];
        if (!d->world->force.data[i]->enabled) continue;
        for (int s = 0; s < b->slots; s++) {
            int body = b->body[s];
            if (d->free_body[body] && p->body[body].place >= 0)
                f->group[p->body[body].place / TW_LANES].pushed = true;
        }
    }
    return TW_OK;
}

/* bodies and blocks that go the general way, and bodies whose motions or forces are needed */
static tw_status list_rest(tw_plan *p) {
    tw_dynamics *d = p->d;
    tw_part *rest = &d->rest;
    const tw_points *f = p->f;
    /* with room for all, see tw_points_rest; a pushed body of an island may come twice */
    int *body = tw_arena_new(&d->arena, int, 2 * (size_t)d->pass.bodies + 1);
    int *block = tw_arena_new(&d->arena, int, d->pass.blocks + 1);
    int *island = tw_arena_new(&d->arena, int, d->islands + 1);
    if (!body || !block || !island) return tw_fail_memory();
    *rest = (tw_part){.body = body, .block = block, .island = island};
    for (int i = 0; i < d->pass.bodies; i++) {
        int place = p->body[i].place;
        bool fast = d->free_body[i] && place >= 0;
        if (!fast || f->group[place / TW_LANES].pushed) body[rest->bodies++] = i;
    }
    for (int i = 0; i < d->islands; i++) {
        const tw_island *isl = &d->island[i];
        if (isl->fast) continue;
        island[rest->islands++] = i;
        for (int k = 0; k < isl->blocks; k++) block[rest->blocks++] = isl->block[k];
    }
    return TW_OK;
}

static tw_status build(tw_plan *p) {
    tw_dynamics *d = p->d;
    tw_points *f = p->f;
    p->body = tw_arena_new(&p->memory, tw_plan_body, d->pass.bodies + 1);
    p->end = tw_arena_alloc(&p->memory, (size_t)(d->pass.blocks + 1) * sizeof *p->end);
    f->joint = tw_arena_new(&d->arena, tw_points_joint, d->pass.blocks + 1);
    f->island = tw_arena_new(&d->arena, tw_points_island, d->islands + 1);
    if (!p->body || !p->end || !f->joint || !f->island) return tw_fail_memory();
    for (int i = 0; i < d->pass.bodies; i++) p->body[i].place = -1;
    TW_TRY(tw_points_choose(p));
    TW_TRY(make_groups(p));
    TW_TRY(make_grounds(p));
    TW_TRY(make_joints(p));
    compare_joints(f);
    TW_TRY(make_targets(p));
    TW_TRY(list_members(p));
    return list_rest(p);
}

tw_status tw_points_build(tw_dynamics *d) {
    d->points = tw_arena_new(&d->arena, tw_points, 1);
    if (!d->points) return tw_fail_memory();
    tw_plan p = {.d = d, .f = d->points};
    d->points->kernel = tw_processor_wide() ? &tw_points_kernel_wide : &tw_points_kernel_plain;
    tw_status s = build(&p);
    tw_arena_free(&p.memory);
    if (s == TW_OK && d->points->groups == 0) d->points = NULL;
    return s;
}
