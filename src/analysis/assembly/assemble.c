/*
 * Static assembly, island by island; see assemble.h.
 *
 * Three stages, each from the poses where the one before it stopped: along the path of the animated
 * assembly (flow.c), damped Newton steps (steps.c), and, where these make little progress, Newton's
 * method with the whole second derivative (minimum.c), which gets away from saddles and recognises
 * a local minimum. If constraints are not met then, stages two and three are tried again, from the
 * best poses changed at random ("shaken") with a fixed seed, so that the result is reproducible.
 * The best poses are kept.
 *
 * Memory: one arena per call, freed at its end.
 */
#include "analysis/assembly/impl.h"

#include "base/math/random.h"
#include "dynamics/rhs.h"
#include "numeric/linear/qr.h"
#include "numeric/linear/symmetric.h"

#include <stdlib.h>
#include <string.h>

enum { EVALUATIONS = 12000, RESTARTS = 8, ROUNDS = 20, AGAIN = 3, DENSE = 20 };
static const double TOLERANCE = 1e-10;

static bool takes_part(const tw_block *b, int index, const bool *skip) {
    return tw_level_of(b->kind, b->c->o.own) == TW_POSITION_LEVEL && b->rows > 0 &&
           !(skip && skip[index]);
}

/* lists the island's constraints, except those marked in `skip` [blocks of the pass] (NULL: all),
 * and for each constraint the slots whose bodies are free */
static tw_status collect(tw_assembly *a, const tw_island *isl, const bool *skip) {
    const tw_dynamics *d = a->d;
    a->block = tw_arena_new(&a->memory, tw_assembly_block, isl->blocks);
    if (!a->block) return tw_fail_memory();
    int *order = tw_arena_new(&a->memory, int, isl->blocks);
    if (!order) return tw_fail_memory();
    TW_TRY(tw_assembly_order(d, isl, &a->memory, order));
    size_t at = 0;
    for (int i = 0; i < isl->blocks; i++) {
        int index = isl->block[order[i]];
        tw_block *b = &d->pass.block[index];
        if (!takes_part(b, index, skip)) continue;
        tw_assembly_block *k = &a->block[a->blocks++];
        *k = (tw_assembly_block){.b = b, .index = index, .row = a->rows, .at = at};
        k->slot = tw_arena_new(&a->memory, int, b->bind->slots);
        k->place = tw_arena_new(&a->memory, int, b->bind->slots);
        if (!k->slot || !k->place) return tw_fail_memory();
        for (int s = 0; s < b->bind->slots; s++) {
            if (!d->free_body[b->bind->body[s]]) continue;
            k->slot[k->slots] = s;
            k->place[k->slots++] = tw_island_place(isl, b->bind->body[s]);
        }
        a->rows += b->rows;
        at += (size_t)(b->rows * k->slots * 6);
    }
    tw_linear *both[] = {&a->now, &a->trial};
    for (int i = 0; i < 2; i++) {
        both[i]->pose = tw_arena_new(&a->memory, double, TW_POSE * isl->bodies);
        both[i]->A = tw_arena_new(&a->memory, double, at);
        both[i]->D = tw_arena_new(&a->memory, double, a->rows);
        if (!both[i]->pose || !both[i]->A || !both[i]->D) return tw_fail_memory();
    }
    return TW_OK;
}

/* lists for each body the constraints that act on it, and finds the band width of A A^T, which
 * couples constraints that share a body */
static tw_status connect(tw_assembly *a) {
    int uses = 0;
    for (int i = 0; i < a->blocks; i++) uses += a->block[i].slots;
    a->use = tw_arena_new(&a->memory, tw_assembly_use, uses);
    a->use_from = tw_arena_new(&a->memory, int, a->bodies + 1);
    int *fill = tw_arena_new(&a->memory, int, a->bodies + 1);
    if (!a->use || !a->use_from || !fill) return tw_fail_memory();
    for (int i = 0; i < a->blocks; i++)
        for (int s = 0; s < a->block[i].slots; s++) a->use_from[a->block[i].place[s] + 1]++;
    for (int i = 0; i < a->bodies; i++) a->use_from[i + 1] += a->use_from[i];
    for (int i = 0; i < a->blocks; i++)
        for (int s = 0; s < a->block[i].slots; s++) {
            int body = a->block[i].place[s];
            a->use[a->use_from[body] + fill[body]++] = (tw_assembly_use){i, s};
        }
    for (int body = 0; body < a->bodies; body++) {
        if (a->use_from[body] == a->use_from[body + 1]) continue;
        const tw_assembly_block *first = &a->block[a->use[a->use_from[body]].block];
        const tw_assembly_block *last = &a->block[a->use[a->use_from[body + 1] - 1].block];
        int width = last->row + last->b->rows - 1 - first->row;
        a->width = width > a->width ? width : a->width;
    }
    return TW_OK;
}

static tw_status allocate(tw_assembly *a) {
    a->gram = tw_arena_new(&a->memory, double, tw_band_size(a->rows, a->width));
    a->lambda = tw_arena_new(&a->memory, double, a->rows);
    a->rest = tw_arena_new(&a->memory, double, a->rows);
    a->right = tw_arena_new(&a->memory, double, a->rows);
    a->rate = tw_arena_new(&a->memory, double, a->rows);
    a->z = tw_arena_new(&a->memory, double, a->columns);
    a->step = tw_arena_new(&a->memory, double, a->columns);
    int longer = a->rows > a->columns ? a->rows : a->columns;
    if (a->bodies <= DENSE) {
        a->dense = tw_arena_new(&a->memory, double, (size_t)a->rows *(size_t)a->columns);
        a->long_z = tw_arena_new(&a->memory, double, longer);
        a->work = tw_arena_new(&a->memory, double, tw_qr_scratch(a->rows, a->columns));
        if (!a->dense || !a->long_z || !a->work) return tw_fail_memory();
    }
    return a->gram && a->lambda && a->rest && a->right && a->rate && a->z && a->step
               ? TW_OK
               : tw_fail_memory();
}

/* sets a->now.pose from the state y, a->scale to the size of the island, and a->rate to the
 * relative rates at which deviations fall in the first stage (flow.c) */
static void start(tw_assembly *a, const double *y) {
    vec3 mean = v3_zero();
    for (int i = 0; i < a->bodies; i++) {
        const double *s = y + a->d->state_of[a->body[i]];
        memcpy(a->now.pose + TW_POSE * i, s, TW_POSE * sizeof *s);
        mean = v3_madd(mean, 1.0 / a->bodies, v3_load(s));
    }
    for (int i = 0; i < a->bodies; i++) {
        const tw_body *b = a->d->world->body.data[a->body[i]];
        double inertia = b->inertia.m[0][0] + b->inertia.m[1][1] + b->inertia.m[2][2];
        double away = v3_length(v3_sub(v3_load(a->now.pose + TW_POSE * i), mean));
        a->scale = fmax(a->scale, fmax(away, sqrt(inertia / (2 * b->mass))));
    }
    for (int i = 0; i < a->blocks; i++) {
        const tw_assembly_block *k = &a->block[i];
        double tau, stiffness, damping;
        tw_rates(a->d->world, k->b->c, a->t, &tau, &stiffness, &damping);
        for (int r = 0; r < k->b->rows; r++) a->rate[k->row + r] = sqrt(fmax(stiffness, 1e-12));
    }
}

/* runs stages two (steps.c) and three (minimum.c) in turn from a->now. *assembled: every deviation
 * is within the tolerance; *minimum: the descent has stopped at a local minimum where some
 * deviation is not */
static tw_status descend(tw_assembly *a, bool *assembled, bool *minimum) {
    *assembled = *minimum = false;
    for (int i = 0; i < ROUNDS && !*assembled && !*minimum && a->left > 0; i++) {
        double before = a->now.cost;
        *assembled = tw_assembly_steps(a);
        if (*assembled) return TW_OK;
        TW_TRY(tw_assembly_minimum(a, minimum));
        *assembled = a->now.deviation <= a->tolerance;
        if (a->now.cost > 0.999 * before) break;
    }
    return TW_OK;
}

/* poses `to`: each body of `from` is turned at random by about `most` rad, and moved by up to 0.2
 * `most` times the island's size */
static void shake(const tw_assembly *a, tw_random *random, double most, const double *from,
                  double *to) {
    double *z = a->z;
    for (int i = 0; i < a->bodies; i++, z += 6) {
        const tw_body *b = a->d->world->body.data[a->body[i]];
        double inertia = b->inertia.m[0][0] + b->inertia.m[1][1] + b->inertia.m[2][2];
        double x = a->scale * sqrt(b->mass) * 0.2 * most, turn = sqrt(inertia / 3) * most;
        for (int c = 0; c < 6; c++) z[c] = (c < 3 ? x : turn) * (2 * tw_random_uniform(random) - 1);
    }
    tw_assembly_move(a, from, a->z, to);
}

static tw_status solve(tw_assembly *a, int restarts, bool *assembled, bool *minimum) {
    int budget = a->left;
    TW_TRY(tw_assembly_flow(a));
    TW_TRY(descend(a, assembled, minimum));
    if (*assembled || restarts <= 0) return TW_OK;
    double *best = tw_arena_new(&a->memory, double, tw_assembly_numbers(a));
    if (!best) return tw_fail_memory();
    tw_assembly_save(a, best);
    double cost = a->now.cost, way = a->report->movement;
    tw_random random = tw_random_seed(1);
    /* number of restarts that ended in the same minimum as before: in a large island, where
     * restarts are slow, AGAIN of them are enough */
    int again = 0;
    for (int i = 0; i < restarts && !*assembled && (again < AGAIN || a->bodies <= DENSE); i++) {
        bool here;
        a->left = budget;
        a->report->restarts++;
        a->report->movement = way;
        tw_assembly_load(a, best);
        shake(a, &random, 0.5 * (1 + i), best, a->now.pose);
        if (!tw_assembly_evaluate(a, &a->now)) continue;
        tw_assembly_count(a);
        TW_TRY(descend(a, assembled, &here));
        if (here && fabs(a->now.cost - cost) < 1e-6 * cost) again++;
        if (!*assembled && !(a->now.cost < (1 - 1e-9) * cost)) continue;
        tw_assembly_save(a, best);
        cost = a->now.cost;
        way = a->report->movement;
        *minimum = here;
    }
    if (!*assembled) a->report->movement = way;
    tw_assembly_load(a, best);
    if (!tw_assembly_evaluate(a, &a->now)) return tw_fail(TW_NONFINITE, "%s", a->d->culprit);
    return TW_OK;
}

static void judge(tw_assembly *a, bool assembled, bool minimum) {
    tw_assembly_report *r = a->report;
    if (!assembled) {
        r->minimum = minimum && (r->assembled || r->minimum);
        r->assembled = false;
        r->gradient = fmax(r->gradient, tw_assembly_gradient(a, &a->now));
    }
    if (a->now.deviation > r->deviation) {
        r->deviation = a->now.deviation;
        r->worst = a->now.worst;
    }
}

tw_status tw_assembly_open(tw_assembly *a, const tw_island *isl, const bool *skip,
                           const double *y) {
    a->bodies = isl->bodies;
    a->body = isl->body;
    a->columns = 6 * isl->bodies;
    TW_TRY(collect(a, isl, skip));
    if (a->rows == 0) return TW_OK;
    TW_TRY(tw_assembly_joints(a, isl));
    TW_TRY(connect(a));
    TW_TRY(allocate(a));
    start(a, y);
    if (tw_assembly_evaluate(a, &a->now)) return TW_OK;
    return tw_fail(TW_NONFINITE, "%s: its deviation is not finite", a->d->culprit);
}

tw_status tw_assembly_close(tw_assembly *a, tw_status s) {
    tw_arena_free(&a->memory);
    return a->stopped.status == TW_OK ? s : tw_failure_again(&a->stopped);
}

static tw_status assemble_island(tw_assembly *a, const tw_island *isl, const bool *skip,
                                 const tw_assembly_options *o, double *y) {
    TW_TRY(tw_assembly_open(a, isl, skip, y));
    if (a->rows == 0) return TW_OK;
    bool assembled = a->now.deviation <= a->tolerance, minimum = false;
    bool compare = !assembled && a->bodies <= o->compare;
    double *from = tw_arena_new(&a->memory, double, tw_assembly_numbers(a));
    double *to = tw_arena_new(&a->memory, double, tw_assembly_numbers(a));
    if (!from || !to) return tw_fail_memory();
    tw_assembly_count(a);
    tw_assembly_save(a, from);
    if (!assembled) TW_TRY(solve(a, o->restarts, &assembled, &minimum));
    tw_assembly_save(a, to);
    judge(a, assembled, minimum);
    if (a->bodies <= o->compare && assembled && a->report->branch == TW_BRANCH_UNKNOWN)
        a->report->branch = TW_BRANCH_SAME;
    a->left = EVALUATIONS / 3;
    if (compare && assembled) TW_TRY(tw_assembly_compare(a, from, to));
    tw_assembly_load(a, to);
    for (int i = 0; i < a->bodies; i++)
        memcpy(y + a->d->state_of[a->body[i]], to + TW_POSE * i, TW_POSE * sizeof *y);
    return TW_OK;
}

/* |D| of a constraint at the pass's motions and time t */
static double deviation_of(tw_dynamics *d, tw_block *b, double t) {
    tw_terms terms = tw_block_terms(d, b, t);
    double sum = 0;
    for (int k = 0; k < b->rows; k++) sum += terms.D[k] * terms.D[k];
    return sqrt(sum);
}

/* adds the constraints without a free body to the report: raises its greatest deviations to theirs,
 * which no pose can change */
static void judge_fixed(tw_dynamics *d, double t, const bool *skip, double tolerance,
                        tw_assembly_report *r) {
    for (int i = 0; i < d->pass.blocks; i++) {
        tw_block *b = &d->pass.block[i];
        bool moves = !takes_part(b, i, skip);
        for (int s = 0; s < b->bind->slots; s++) moves = moves || d->free_body[b->bind->body[s]];
        if (moves) continue;
        double deviation = deviation_of(d, b, t);
        if (deviation > tolerance) {
            r->minimum = r->assembled || r->minimum;
            r->assembled = false;
        }
        if (deviation > r->deviation) {
            r->deviation = deviation;
            r->worst = i;
        }
    }
}

static tw_assembly_options with_defaults(const tw_assembly_options *options) {
    tw_assembly_options o = options ? *options : (tw_assembly_options){0};
    if (!(o.tolerance > 0)) o.tolerance = TOLERANCE;
    if (o.max_iterations <= 0) o.max_iterations = EVALUATIONS;
    if (o.restarts == 0) o.restarts = RESTARTS;
    return o;
}

static tw_status assemble_one(tw_dynamics *d, double t, double *y, const tw_island *isl,
                              const bool *skip, const tw_assembly_options *o,
                              tw_assembly_report *report) {
    tw_assembly a = {
        .d = d, .t = t, .tolerance = o->tolerance, .left = o->max_iterations, .report = report};
    return tw_assembly_close(&a, assemble_island(&a, isl, skip, o, y));
}

tw_status tw_assemble_state(tw_dynamics *d, double t, double *y, const bool *skip,
                            const tw_assembly_options *options, tw_assembly_report *report) {
    tw_assembly_options o = with_defaults(options);
    *report = (tw_assembly_report){.assembled = true, .worst = -1};
    TW_TRY(tw_dynamics_rebuild(d));
    d->evaluated = false;
    tw_pass_kinematics(d, &d->everything, t, y);
    judge_fixed(d, t, skip, o.tolerance, report);
    for (int i = 0; i < d->islands; i++)
        TW_TRY(assemble_one(d, t, y, &d->island[i], skip, &o, report));
    return TW_OK;
}

tw_status tw_assemble_island(tw_dynamics *d, double t, double *y, int island, const bool *skip,
                             const tw_assembly_options *options, tw_assembly_report *report) {
    tw_assembly_options o = with_defaults(options);
    *report = (tw_assembly_report){.assembled = true, .worst = -1};
    d->evaluated = false;
    return assemble_one(d, t, y, &d->island[island], skip, &o, report);
}

void tw_assembly_show(tw_dynamics *d, const double *y) {
    tw_world *w = d->world;
    for (int i = 0; i < d->pass.bodies; i++) {
        if (!d->free_body[i]) continue;
        const double *at = y + d->state_of[i];
        w->body.data[i]->position = v3_load(at);
        w->body.data[i]->orientation = q_normalized(q_load(at + 3));
        w->body.data[i]->o.jumps++;
    }
}

tw_status tw_assemble_world(tw_dynamics *d, const tw_assembly_options *options,
                            tw_assembly_report *report) {
    tw_world *w = d->world;
    int n;
    TW_TRY(tw_rhs_prepare(d, &n));
    double *y = malloc(((size_t)n + 1) * sizeof *y);
    if (!y) return tw_fail_memory();
    tw_rhs_pack(d, y);
    tw_status s = tw_assemble_state(d, w->time, y, NULL, options, report);
    if (s == TW_OK) tw_assembly_show(d, y);
    /* the new poses keep linear and angular velocities, not momenta; then the velocities are
     * projected on what the constraints allow */
    tw_rhs_pack(d, y);
    if (s == TW_OK)
        s = tw_assemble_velocities(d, w->time, y, NULL, &report->velocity_change, &report->rate);
    if (s == TW_OK) tw_rhs_unpack(d, w->time, y);
    tw_world_touch_state(w);
    free(y);
    return s;
}

static void add_left(tw_dynamics *d, int block, int island, double tolerance,
                     tw_assembly_left *left, int *count) {
    tw_block *b = &d->pass.block[block];
    if (!takes_part(b, block, NULL)) return;
    double deviation = deviation_of(d, b, d->world->time);
    if (deviation > tolerance) left[(*count)++] = (tw_assembly_left){b->c, deviation, island};
}

tw_status tw_assembly_rest(tw_dynamics *d, double tolerance, tw_assembly_left *left, int *count) {
    *count = 0;
    TW_TRY(tw_dynamics_rebuild(d));
    d->evaluated = false;
    tw_rhs_pack(d, d->y);
    tw_pass_kinematics(d, &d->everything, d->world->time, d->y);
    for (int k = 0; k < d->pass.blocks; k++) {
        const tw_bind *bind = d->pass.block[k].bind;
        bool moves = false;
        for (int s = 0; s < bind->slots; s++) moves = moves || d->free_body[bind->body[s]];
        if (!moves) add_left(d, k, -1, tolerance, left, count);
    }
    for (int i = 0; i < d->islands; i++)
        for (int k = 0; k < d->island[i].blocks; k++)
            add_left(d, d->island[i].block[k], i, tolerance, left, count);
    return TW_OK;
}
