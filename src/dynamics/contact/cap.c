/*
 * Bounded constraint forces beside contacts. Rows of constraints whose bounds are reached leave the
 * projection P of solve.c and join the contacts in their problem (numeric/cone/cone.h),
 *
 *     u = J v - target = -sum kappa_c G_c^T G_c lambda,
 *     0 <= kappa_c  _|_  cap_c - |G_c lambda| >= 0,
 *
 * where G_c lambda is the force or torque of the constraint, and kappa_c the multiplier by which it
 * yields along that force. Constraints join in rounds. First those whose force without bounds, with
 * the contact forces of the last step, exceeds LIKELY times the bound (at an instant: the bound).
 * After each solution those whose force exceeds the bound; all, if constraints yield to contacts.
 * It ends when none joins. A row that has joined need not yield.
 *
 * Targets that contradict each other are first replaced by the rates that least squares attain. If
 * a constraint with a bound contradicts others, those without bounds come first (caps_first.c), and
 * all constraints with bounds join at once: rows without bounds get the rates that they attain
 * alone; rows with bounds the rates of least squares, moved toward their own targets by the part
 * bounding.share. How redundant constraints share a force is computed anew when it is read.
 * An impact takes no time: along bounded forces constraints transmit no impulse in it.
 */
#include "dynamics/contact/cap.h"
#include "dynamics/solve/caps.h"
#include "dynamics/solve/impl.h"

#include <math.h>
#include <string.h>

/* A force counts as at its bound if it is less than CLOSE times the bound away from it. ROUNDING:
 * further distance, relative to the largest of the terms whose sum the force is, since these may
 * cancel */
static const double CLOSE = 1e-9, ROUNDING = 1e-13;

/* constraints whose force in the first guess exceeds this part of their bound join the problem at
 * once; others only if a solution shows that their bound is exceeded */
static const double LIKELY = 0.5;

/* MOST: the solver may make at least this many iterations, even if the task's limit is lower, since
 * an iteration costs little compared with solving again */
enum { MOST = 5000 };

/* multiplier of the bound of a force, in units of the constraint's mobility, that makes a
 * constraint give way fully: its remaining effect is below single precision */
static const double LOOSE = 1e8;

/* compliance of rows that contradict others, relative to the row's own mobility, J M^-1 J^T. The
 * mobility that other constraints leave to such a row is 0 but for rounding, and without the
 * compliance the solver would divide by that */
static const double SOFT = 1e-5;

bool tw_contact_capped(const tw_dynamics *d, const tw_contact_set *s, const tw_contact_group *g) {
    for (int i = 0; i < g->islands; i++)
        if (d->island[s->members.island.data[g->island + i]].caps > 0) return true;
    return false;
}

static tw_island *island_of(tw_dynamics *d, const tw_contact_set *s, const tw_contact_group *g,
                            int i) {
    return &d->island[s->members.island.data[g->island + i]];
}

/* ---- loose rows ------------------------------------------------------------------------------
 *
 * There are two ways to make rows loose. While the problem is solved, a constraint whose bound may
 * be reached has weight 0 (tw_contact_loosen): P ignores it, since its rows are in the problem,
 * whether it yields or not. Once the yielding constraints are known, they have weight 0, or, if a
 * bound limits only some of their unknowns, multipliers (soften, caps_soft.c): along bounded forces
 * they take no part in the corrections after a step, nor in an impact, along other forces they do.
 */

void tw_contact_loosen(tw_block *b) {
    b->loosened = b->weight;
    b->weight = 0;
}

void tw_contact_tighten_island(tw_dynamics *d, tw_island *isl) {
    tw_soft_end(isl);
    for (int k = 0; k < isl->blocks; k++) {
        tw_block *b = &d->pass.block[isl->block[k]];
        if (!(b->loosened > 0)) continue;
        b->weight = b->loosened;
        b->loosened = 0;
        isl->factored = false;
    }
}

static void tighten_group(tw_dynamics *d, const tw_contact_set *s, const tw_contact_group *g) {
    for (int i = 0; i < g->islands; i++) tw_contact_tighten_island(d, island_of(d, s, g, i));
}

/* gives each bounded force (cap) of the group's islands the multiplier `mu` [caps of the group],
 * LOOSE or 0; mu NULL: all get LOOSE */
static tw_status soften(tw_dynamics *d, tw_contact_set *s, const tw_contact_group *g,
                        const double *mu) {
    for (int i = 0; i < g->islands; i++) {
        tw_island *isl = island_of(d, s, g, i);
        if (isl->caps == 0) continue;
        TW_TRY(tw_reserve(&s->caps.soft, (size_t)isl->caps));
        for (int c = 0; c < isl->caps; c++) s->caps.soft.data[c] = mu ? *mu++ : LOOSE;
        TW_TRY(tw_soft_begin(d, isl, s->caps.soft.data));
    }
    return TW_OK;
}

void tw_contact_tighten(tw_dynamics *d) {
    for (int i = 0; i < d->islands; i++) tw_contact_tighten_island(d, &d->island[i]);
}

/* ---- the problem ----------------------------------------------------------------------------- */

typedef struct bounded {
    tw_dynamics *d;
    tw_contact_set *s;
    const tw_contact_group *g;
    const tw_contact_task *task;
    tw_twist *v;
    tw_contact_stats before;
    /* constraints contradict each other, so those without bounds are met first, then those with
     * bounds */
    bool staged;
    /* length of the step, s, whose impulses are bounded; 0: the problem is at an instant, and
     * forces are bounded */
    double step;
    int caps; /* number of caps in s->caps.list; caps of one block are adjacent */
} bounded;

/* largest number of rows that a constraint with a bounded force may have here: the capacity of
 * tw_cone_cap */
enum { MOST_ROWS = 6 };

/* fails for a constraint with more than MOST_ROWS rows: constraints defined in scripts may have any
 * number */
static tw_status check_rows(const bounded *b) {
    for (int c = 0; c < b->caps && b->g->contacts > 0; c++) {
        const tw_block *block = b->s->caps.list.data[c].block;
        char label[256];
        if (block->rows <= MOST_ROWS) continue;
        return tw_fail(TW_ARGUMENT,
                       "%s: a constraint with a bound and %d equations cannot be solved together "
                       "with contacts; expected at most %d equations",
                       tw_object_label(&block->c->o, label, sizeof label), block->rows, MOST_ROWS);
    }
    return TW_OK;
}

static tw_status collect(bounded *b) {
    for (int i = 0; i < b->g->islands; i++) {
        const tw_island *isl = island_of(b->d, b->s, b->g, i);
        if (isl->caps == 0) continue;
        TW_TRY(tw_reserve(&b->s->caps.list, (size_t)(b->caps + isl->caps)));
        b->caps += tw_caps_collect(b->d, isl, b->step, b->s->caps.list.data + b->caps);
    }
    return check_rows(b);
}

/* size |G lambda| of a bounded force (cap), given the unknowns lambda of its block; *all: length of
 * the largest of the vectors that it sums, for the bound on rounding */
static double size_of(const tw_cap *c, const double *lambda, double *all) {
    vec3 f = v3_zero();
    *all = 0;
    for (int i = 0; i < c->rows; i++) {
        vec3 part = v3_scale(tw_bound_column(c->block, c->torque, i), lambda[i]);
        f = v3_add(f, part);
        *all = fmax(*all, v3_length(part));
    }
    return v3_length(f);
}

/* restores velocities, biases and statistics to what they were before the first solution */
static void restore(const bounded *b) {
    for (int i = 0; i < b->g->bodies; i++)
        b->v[b->s->members.body.data[b->g->body + i]] = b->s->caps.start.data[i];
    for (int i = b->g->first; i >= 0; i = b->s->touching.data[i].next) {
        tw_touching *t = &b->s->touching.data[i];
        if (t->bounce != 0) t->bias[0] = t->bounce + t->drift;
    }
    b->s->stats = b->before;
}

/* velocity change of a body by a wrench: v += M^-1 w */
static void push(const bounded *b, int body, const tw_wrench *w) {
    const tw_body_motion *m = &b->d->pass.motion[body];
    tw_twist *v = &b->v[body];
    v->v = v3_madd(v->v, m->m_inv, w->force);
    v->omega = v3_add(v->omega, m3_mul_v(&m->I_inv, w->torque));
}

/* adds to the velocities b->v the effect M^-1 D lambda of the contacts and of the loose constraint
 * rows in the problem */
static void press(const bounded *b) {
    const tw_contact_set *s = b->s;
    for (int i = b->g->first; i >= 0; i = s->touching.data[i].next) {
        const tw_touching *t = &s->touching.data[i];
        for (int side = 0; side < 2; side++) {
            int body = side ? t->c->b : t->c->a;
            tw_wrench w = {0};
            if (body < 0 || !b->d->free_body[body]) continue;
            tw_contact_add_wrench(t, side, &w);
            push(b, body, &w);
        }
    }
    for (int i = 0; i < s->caps.count; i++) {
        const tw_capped_row *row = &s->caps.row.data[i];
        for (int k = 0; k < row->slots; k++) {
            tw_wrench w = {v3_scale(v3_load(row->D[k]), row->lambda),
                           v3_scale(v3_load(row->D[k] + 3), row->lambda)};
            if (row->body[k] >= 0) push(b, s->members.body.data[b->g->body + row->body[k]], &w);
        }
    }
}

/* rate J v of the row `row` of the pass, which is one of the block's, at the velocities b->v */
static double rate_of(const bounded *b, const tw_block *block, int row) {
    const double *J = block->J + (ptrdiff_t)(row - block->row) * block->bind->slots * 6;
    double sum = 0;
    for (int k = 0; k < block->bind->slots; k++, J += 6)
        sum += tw_twist_along(J, &b->v[block->bind->body[k]]);
    return sum;
}

/* First guess, with the contact forces of the last step applied. Sets s->project.multiplier to the
 * constraint forces without bounds, s->caps.asked to the changes of rates that constraints require,
 * s->caps.aimed to the rates that they attain: the part of `target` free of contradictions */
static tw_status aim(const bounded *b, const double *target) {
    tw_contact_set *s = b->s;
    TW_TRY(tw_reserve(&s->caps.aimed, (size_t)b->d->pass.rows));
    TW_TRY(tw_reserve(&s->caps.asked, (size_t)b->d->pass.rows));
    /* before that, s->project.part may describe the group that was solved last */
    TW_TRY(tw_contact_know_part(b->d, s, b->g));
    press(b);
    for (int i = 0; i < s->project.part.blocks; i++) {
        const tw_block *block = &b->d->pass.block[s->project.part.block[i]];
        for (int row = block->row; row < block->row + block->rows; row++)
            s->caps.asked.data[row] = target[row] - rate_of(b, block, row);
    }
    TW_TRY(tw_contact_bilateral(b->d, b->g, target, b->v));
    for (int i = 0; i < s->project.part.blocks; i++) {
        const tw_block *block = &b->d->pass.block[s->project.part.block[i]];
        for (int row = block->row; row < block->row + block->rows; row++)
            s->caps.aimed.data[row] = rate_of(b, block, row);
    }
    return TW_OK;
}

/* Sets bounding.share of blocks with bounds to a number > 0 if they contradict others, so that
 * s->caps.aimed misses their targets, and to 0 if not. Returns true if any contradicts */
static bool contradict(const bounded *b, const double *target) {
    tw_contact_set *s = b->s;
    bool any = false;
    for (int i = 0; i < b->g->islands; i++) tw_caps_extent(b->d, island_of(b->d, s, b->g, i));
    for (int c = 0; c < b->caps; c++) {
        tw_block *block = s->caps.list.data[c].block;
        double left = 0, asked = 0;
        for (int row = block->row; row < block->row + block->rows; row++) {
            left = fmax(left, fabs(s->caps.aimed.data[row] - target[row]));
            asked = fmax(asked, fabs(s->caps.asked.data[row]));
        }
        block->bounding.share =
            tw_caps_share(left, tw_caps_unit(b->step) * tw_caps_terms(b->d, block) + asked);
        any = any || block->bounding.share > 0;
    }
    return any;
}

/* Sets s->caps.aimed to the rates that are attained if constraints without bounds are met first.
 * Rows of constraints with bounds keep the rates that least squares over all rows give, moved
 * toward their own target by the part bounding.share */
static tw_status aim_first(const bounded *b, const double *target) {
    tw_contact_set *s = b->s;
    double *first = s->caps.asked.data;
    for (int i = 0; i < b->g->islands; i++) tw_caps_first_begin(b->d, island_of(b->d, s, b->g, i));
    for (int i = 0; i < s->project.part.blocks; i++) {
        const tw_block *block = &b->d->pass.block[s->project.part.block[i]];
        memcpy(first + block->row, target + block->row, (size_t)block->rows * sizeof *first);
        tw_caps_first_rows(block, first + block->row);
    }
    restore(b);
    press(b);
    tw_status status = tw_contact_bilateral(b->d, b->g, first, b->v);
    for (int i = 0; i < b->g->islands; i++) tw_caps_first_end(b->d, island_of(b->d, s, b->g, i));
    TW_TRY(status);
    for (int i = 0; i < s->project.part.blocks; i++) {
        tw_block *block = &b->d->pass.block[s->project.part.block[i]];
        bool capped = tw_caps_of(block) > 0;
        double *to = s->caps.aimed.data + block->row, *rate = first + block->row;
        for (int k = 0; k < block->rows; k++) {
            rate[k] = rate_of(b, block, block->row + k);
            to[k] = capped
                        ? to[k] + block->bounding.share * (target[block->row + k] - to[k]) - rate[k]
                        : 0;
        }
        if (capped) tw_caps_first_part(block, to);
        for (int k = 0; k < block->rows; k++) to[k] += rate[k];
        if (capped) tw_contact_loosen(block);
    }
    return TW_OK;
}

/* makes loose the blocks whose force in s->project.multiplier exceeds `part` times one of their
 * bounds; *any: true if there were some */
static void choose(const bounded *b, double part, bool *any) {
    *any = false;
    for (int c = 0; c < b->caps; c++) {
        const tw_cap *cap = &b->s->caps.list.data[c];
        tw_block *block = cap->block;
        if (!(block->weight > 0)) continue;
        double parts, size = size_of(cap, b->s->project.multiplier.data + block->dof, &parts);
        if (size <= cap->limit * part) continue;
        tw_contact_loosen(block);
        *any = true;
    }
}

/* adds row i of a loose block to the problem, with its unknown of the last solution as first
 * guess */
static tw_status add_row(const bounded *b, const tw_block *block, int i) {
    tw_contact_set *s = b->s;
    tw_capped_row row = {.slots = block->bind->slots, .lo = -INFINITY, .hi = INFINITY};
    for (int k = 0; k < row.slots; k++) {
        int body = block->bind->body[k];
        row.D[k] = block->J + ((ptrdiff_t)i * row.slots + k) * 6;
        row.body[k] = b->d->free_body[body] ? s->solve.place.data[body] : -1;
    }
    row.lambda = s->caps.loose.data[block->dof + i];
    if (b->staged) row.compliance = SOFT * tw_dense_entry(b->d, block, i, block, i);
    row.r = rate_of(b, block, block->row + i) - s->caps.aimed.data[block->row + i] -
            row.compliance * row.lambda;
    return tw_push(&s->caps.row, row);
}

/* Sets the bounds of a block's rows in the problem, from the caps of the block (bounds on its force
 * or torque). first: index of the block's first row in s->caps.row; c: index of its first cap in
 * s->caps.list */
static tw_status add_bounds(const bounded *b, int first, int c) {
    tw_contact_set *s = b->s;
    const tw_block *block = s->caps.list.data[c].block;
    tw_cone_cap ball = {.first = first, .rows = block->rows};
    for (; c < b->caps && s->caps.list.data[c].block == block; c++) {
        const tw_cap *cap = &s->caps.list.data[c];
        double all = 0;
        for (int i = 0; i < cap->rows; i++) {
            double f[3];
            v3_store(f, tw_bound_column(block, cap->torque, i));
            for (int j = 0; j < 3; j++) {
                ball.G[ball.limits][j][i] = f[j];
                all += f[j] * f[j];
            }
        }
        /* the constraint has no force (or no torque, if the cap bounds its torque) */
        if (!(all > 0)) continue;
        ball.limit[ball.limits++] = cap->limit;
        if (cap->rows > 1) continue;
        tw_capped_row *row = &s->caps.row.data[first];
        row->hi = fmin(row->hi, cap->limit / sqrt(all));
        row->lo = -row->hi;
    }
    return block->rows > 1 && ball.limits > 0 ? tw_push(&s->caps.ball, ball) : TW_OK;
}

/* fills s->caps.row with the rows of all loose blocks; b->v already contains the effect of the
 * blocks that are not loose */
static tw_status gather(const bounded *b) {
    tw_contact_set *s = b->s;
    s->caps.row.count = s->caps.ball.count = 0;
    for (int c = 0; c < b->caps; c++) {
        const tw_block *block = b->s->caps.list.data[c].block;
        bool again = c > 0 && block == b->s->caps.list.data[c - 1].block;
        if (!(block->loosened > 0) || again) continue;
        int first = (int)s->caps.row.count;
        for (int i = 0; i < block->rows; i++) TW_TRY(add_row(b, block, i));
        TW_TRY(add_bounds(b, first, c));
    }
    s->caps.count = (int)s->caps.row.count;
    return TW_OK;
}

/* copies the unknowns of the loose blocks from the solution, s->caps.row, to s->project.multiplier,
 * which has the unknowns of the other blocks already */
static void put_back(const bounded *b) {
    int i = 0;
    for (int c = 0; c < b->caps; c++) {
        const tw_block *block = b->s->caps.list.data[c].block;
        bool again = c > 0 && block == b->s->caps.list.data[c - 1].block;
        if (!(block->loosened > 0) || again) continue;
        for (int row = 0; row < block->rows; row++)
            b->s->project.multiplier.data[block->dof + row] = b->s->caps.row.data[i++].lambda;
    }
}

/* Solves the problem once, for the velocities b->v. Then computes into s->project.multiplier the
 * unknowns of the constraints that are not loose, given all other forces, without changing b->v */
static tw_status run(const bounded *b) {
    tw_contact_set *s = b->s;
    const int *member = s->members.body.data + b->g->body;
    restore(b);
    TW_TRY(tw_reserve(&s->caps.loose, (size_t)b->d->pass.dofs));
    memcpy(s->caps.loose.data, s->project.multiplier.data,
           (size_t)b->d->pass.dofs * sizeof(double));
    TW_TRY(tw_contact_bilateral(b->d, b->g, s->caps.aimed.data, b->v));
    TW_TRY(gather(b));
    s->project.yields = 0;
    if (b->g->contacts + s->caps.count > 0)
        TW_TRY((b->task->step ? tw_contact_solve_bouncing : tw_contact_solve)(b->d, b->g, b->task,
                                                                              b->v));
    for (int i = 0; i < b->g->bodies; i++) {
        s->caps.solved.data[i] = b->v[member[i]];
        b->v[member[i]] = s->caps.start.data[i];
    }
    press(b);
    TW_TRY(tw_contact_bilateral_again(b->d, b->g, s->caps.aimed.data, b->v));
    put_back(b);
    for (int i = 0; i < b->g->bodies; i++) b->v[member[i]] = s->caps.solved.data[i];
    return TW_OK;
}

static tw_status solve(bounded *b, const double *target) {
    bool any;
    b->s->project.yields = 0;
    if (b->g->contacts == 0) return tw_contact_bilateral_bounded(b->d, b->g, target, b->step, b->v);
    TW_TRY(aim(b, target));
    b->staged = contradict(b, target);
    if (b->staged) TW_TRY(aim_first(b, target));
    choose(b, b->task->step ? LIKELY : 1 + CLOSE, &any);
    do {
        TW_TRY(run(b));
        choose(b, b->s->project.yields > 0 ? -1 : 1 + CLOSE, &any);
    } while (any);
    /* rows that contradict others have a compliance (SOFT) in the solution; the second run starts
     * from the first one's unknowns and removes most of the deviation that the compliance causes */
    return b->staged ? run(b) : TW_OK;
}

/* mu [caps]: becomes LOOSE for forces at their bounds, 0 for others; returns true if any force is
 * at its bound */
static bool held(const bounded *b, double *mu) {
    bool any = false;
    for (int c = 0; c < b->caps; c++) {
        const tw_cap *cap = &b->s->caps.list.data[c];
        const tw_block *block = cap->block;
        double parts, size = size_of(cap, b->s->project.multiplier.data + block->dof, &parts);
        bool at = size >= cap->limit * (1 - CLOSE) - ROUNDING * parts;
        mu[c] = (block->loosened > 0 || b->g->contacts == 0) && at ? LOOSE : 0;
        any = any || mu[c] > 0;
    }
    return any;
}

/* are all caps (bounds on force and torque) of the block to which cap c belongs reached, as
 * recorded in s->caps.mu? */
static bool all_held(const bounded *b, int c) {
    const tw_cap *list = b->s->caps.list.data;
    const double *mu = b->s->caps.mu.data;
    for (int k = 0; k < b->caps; k++)
        if (list[k].block == list[c].block && !(mu[k] > 0)) return false;
    return true;
}

/* makes the constraints whose forces are at their bounds (s->caps.mu) loose, so that the
 * corrections at the step's end do not move the bodies along these forces */
static tw_status give_up(const bounded *b) {
    double *mu = b->s->caps.mu.data;
    for (int c = 0; c < b->caps; c++) {
        const tw_cap *cap = &b->s->caps.list.data[c];
        if (!(cap->block->weight > 0) || !all_held(b, c) || tw_cap_range(cap->block) < cap->rows)
            continue;
        tw_contact_loosen(cap->block);
    }
    for (int c = 0; c < b->caps; c++)
        if (b->s->caps.list.data[c].block->loosened > 0) mu[c] = 0;
    return soften(b->d, b->s, b->g, mu);
}

tw_status tw_contact_solve_bounded(tw_dynamics *d, const tw_contact_group *g,
                                   const tw_contact_task *task, const double *target, double step,
                                   tw_twist *v, tw_contact_yield *yields) {
    tw_contact_set *s = d->contact;
    tw_contact_task own = *task;
    bounded b = {.d = d, .s = s, .g = g, .task = &own, .v = v, .before = s->stats, .step = step};
    own.factored = true;
    own.limit = own.limit < MOST ? MOST : own.limit;
    s->caps.count = 0;
    tighten_group(d, s, g); /* an earlier solution in this step may have left rows loose */
    tw_status status = collect(&b);
    if (status == TW_OK) status = tw_reserve(&s->caps.start, (size_t)g->bodies);
    if (status == TW_OK) status = tw_reserve(&s->caps.solved, (size_t)g->bodies);
    if (status == TW_OK) status = tw_reserve(&s->caps.mu, (size_t)b.caps);
    for (int i = 0; i < g->bodies && status == TW_OK; i++)
        s->caps.start.data[i] = v[s->members.body.data[g->body + i]];
    if (status == TW_OK) status = tw_contact_places(d, g);
    if (status == TW_OK) status = solve(&b, target);
    bool any = status == TW_OK && held(&b, s->caps.mu.data);
    *yields = s->project.yields > 0 ? TW_YIELDS_TO_CONTACTS
              : any                 ? TW_YIELDS_AT_BOUNDS
                                    : TW_YIELDS_NOT;
    s->caps.count = 0;
    tighten_group(d, s, g);
    if (status != TW_OK || !task->step) return status;
    if (g->contacts == 0) tw_contact_keep_pulls(d, b.caps);
    if (any) TW_TRY(give_up(&b));
    if (g->contacts > 0) return TW_OK;
    TW_TRY(tw_contact_turn_back(d, g, b.caps, v, &any));
    if (any) *yields = TW_YIELDS_AT_BOUNDS;
    return TW_OK;
}

tw_status tw_contact_solve_struck(tw_dynamics *d, const tw_contact_group *g,
                                  const tw_contact_task *task, tw_twist *v) {
    tw_contact_set *s = d->contact;
    if (!tw_contact_capped(d, s, g)) return tw_contact_solve_bouncing(d, g, task, v);
    tw_status status = soften(d, s, g, NULL);
    if (status == TW_OK) status = tw_contact_solve_bouncing(d, g, task, v);
    tighten_group(d, s, g);
    return status;
}

/* ---- at an instant -------------------------------------------------------------------------- */

tw_status tw_contact_solve_forces(tw_dynamics *d, const tw_contact_group *g,
                                  const tw_contact_task *task, tw_twist *a) {
    tw_contact_set *s = d->contact;
    const tw_pass *p = &d->pass;
    tw_contact_yield unused;
    if (!tw_contact_capped(d, s, g)) return tw_contact_solve(d, g, task, a);
    for (int i = 0; i < g->bodies; i++) {
        int body = s->members.body.data[g->body + i];
        const tw_body_motion *m = &p->motion[body];
        const tw_wrench *w = &p->constraint[body];
        a[body].v = v3_madd(a[body].v, -m->m_inv, w->force);
        a[body].omega = v3_sub(a[body].omega, m3_mul_v(&m->I_inv, w->torque));
    }
    /* s->target: change that each row requires of its rate J a, which is its goal less the present
     * J a */
    TW_TRY(tw_reserve(&s->target, (size_t)p->rows));
    for (int i = 0; i < g->islands; i++) {
        const tw_island *isl = island_of(d, s, g, i);
        for (int k = 0; k < isl->blocks; k++) {
            const tw_block *b = &p->block[isl->block[k]];
            const double *J = b->J;
            for (int row = b->row; row < b->row + b->rows; row++) {
                double sum = -p->r[row];
                for (int j = 0; j < b->bind->slots; j++, J += 6)
                    sum += tw_twist_along(J, &a[b->bind->body[j]]);
                s->target.data[row] = sum;
            }
        }
    }
    return tw_contact_solve_bounded(d, g, task, s->target.data, 0, a, &unused);
}

/* ---- a step ---------------------------------------------------------------------------------- */

double tw_contact_bend_of(const tw_dynamics *d, const tw_block *b, int row) {
    double sum = d->pass.bias[row];
    const double *J = b->J + (ptrdiff_t)(row - b->row) * b->bind->slots * 6;
    for (int k = 0; k < b->bind->slots; k++, J += 6) {
        int body = b->bind->body[k];
        const tw_body_motion *m = &d->pass.motion[body];
        if (!d->free_body[body]) continue;
        /* plus the rate of omega at constant angular momentum: the inertia turns with the body, I
         * omega' = L x omega */
        sum += v3_dot(v3_load(J + 3), m3_mul_v(&m->I_inv, v3_cross(m->L, m->omega)));
    }
    return d->project->h * sum;
}

/* Goals are the values that constraint rows should have at the step's end. Where contacts or bounds
 * keep rows of a block from their goals, replaces these by the values to which the velocities after
 * the impulses lead */
static void give_way(tw_dynamics *d, const tw_contact_set *s, const tw_block *b) {
    const tw_pass *p = &d->pass;
    tw_project *goals = d->project;
    tw_level level = tw_level_of(b->kind, b->c->o.own);
    const double *J = b->J;
    for (int row = b->row; row < b->row + b->rows; row++) {
        double change = 0, way = 0;
        for (int k = 0; k < b->bind->slots; k++, J += 6) {
            int body = b->bind->body[k];
            const tw_twist from = tw_motion_twist(&p->motion[body]);
            const tw_twist mean = tw_contact_way(d, s, body);
            double before = tw_twist_along(J, &from);
            change += tw_twist_along(J, &s->twist.data[body]) - before;
            way += tw_twist_along(J, &mean) - before;
        }
        double bend = tw_caps_of(b) == 0 ? 0 : tw_contact_bend_of(d, b, row);
        goals->rate[row] = p->D1[row] + change + bend;
        goals->goal[row] = level == TW_POSITION_LEVEL
                               ? p->D[row] + goals->h * (p->D1[row] + way + 0.5 * bend)
                           : level == TW_VELOCITY_LEVEL ? p->D[row] + change
                                                        : tw_row_speed(d, b, row - b->row) + change;
    }
}

void tw_contact_give_way(tw_dynamics *d, const tw_contact_set *s, const tw_contact_group *g) {
    for (int i = 0; i < g->islands; i++) {
        const tw_island *isl = &d->island[s->members.island.data[g->island + i]];
        for (int k = 0; k < isl->blocks; k++) {
            const tw_block *b = &d->pass.block[isl->block[k]];
            if (g->yields == TW_YIELDS_TO_CONTACTS || tw_caps_of(b) > 0) give_way(d, s, b);
        }
    }
}
