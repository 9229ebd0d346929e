/*
 * The diagnosis of a scene's constraints, island by island; see diagnose.h for its terms.
 *
 *   1. assemble from the present poses, with all constraints in force: the judged pose;
 *   2. constraints that are not met there: minimal contradicting sets, by static assembly of fewer
 *      constraints (sets.c); sets with contradicting rates likewise, by linear algebra;
 *   3. ranks and dependent constraints (rank.c);
 *   4. ranks and dependences at other assembled poses, to which bodies move a little with J v = 0.
 *      Constraints dependent at all these poses are redundant, those at the first pose only are
 *      singular. Also singular are constraints that depend on others to first order only: without
 *      such a constraint the others can move to poses where it would not hold.
 */
#include "analysis/diagnosis/impl.h"

#include "analysis/assembly/assemble.h"
#include "base/math/random.h"
#include "dynamics/rhs.h"

#include <stdlib.h>
#include <string.h>

enum { SAMPLES = 6, SAMPLES_LARGE = 2, BENDS = 2 };
enum { RESTARTS = 3, FRESH_STARTS = 8, EVALUATIONS = 40 };
/* curvature of a constraint's D along a motion, 1/m, up to which it counts as 0 */
static const double BENT = 1e-4;

typedef struct job {
    tw_dynamics *d;
    double t;
    size_t states;
    /* states [states + turns.count] with joints' angles: the world's, the judged one, scratch */
    double *start, *judged, *work;
    tw_turn_list turns;
    /* [blocks of the pass] candidates of a search; members of conflicts; scratch */
    bool *from, *stuck, *skip;
    int restarts;    /* tries from random poses for an answer that must be thorough */
    double spent;    /* cost of the answers to an oracle's questions so far, see tw_oracle.work */
    int most_rows;   /* minimal sets are searched in islands of at most this many rows; 0: in all */
    bool *dependent; /* [blocks] is the constraint dependent on others at the judged pose? */
    bool *always;    /* [blocks] is it dependent at all poses of full rank that were seen? */
    bool *elsewhere; /* [blocks] scratch: is it dependent at another pose? */
    tw_island fixed; /* constraints without a free body, in the form of an island */
    tw_diagnosis *out;
} job;

static bool position_level(const tw_block *b) {
    return tw_level_of(b->kind, b->c->o.own) == TW_POSITION_LEVEL;
}

/* has the constraint force directions W of its own ("cosine")? At its goal J and its rank are 0 */
static bool odd(const tw_block *b) {
    return b->W != NULL;
}

/* the island with this index; -1: the constraints without a free body */
static const tw_island *island_of(const job *j, int island) {
    return island < 0 ? &j->fixed : &j->d->island[island];
}

/* makes all constraints of the island candidates of the next search (yes), or none of them */
static void choose(const job *j, const tw_island *isl, bool yes) {
    for (int k = 0; k < isl->blocks; k++) j->from[isl->block[k]] = yes;
}

/* evaluates the island's constraints at the poses in y, with all its bodies at rest */
static tw_status look(const job *j, const tw_island *isl, const double *y) {
    tw_turn_list_show(&j->turns, y + j->states, j->t);
    return tw_diagnose_look(j->d, j->t, y, isl);
}

/* copies the island's poses, and the turns of all joints, from `from` to j->work */
static void go_to(job *j, const tw_island *isl, const double *from) {
    tw_turn_list_show(&j->turns, from + j->states, j->t);
    memcpy(j->work + j->states, from + j->states, (size_t)j->turns.count * sizeof *from);
    for (int i = 0; i < isl->bodies; i++) {
        size_t at = (size_t)j->d->state_of[isl->body[i]];
        memcpy(j->work + at, from + at, TW_STATE * sizeof(double));
    }
}

/* ---- positions ------------------------------------------------------------------------------ */

/* *yes: are the constraints in `in` met at the poses in y? *worst: their largest |D| */
static tw_status met(job *j, int island, const bool *in, const double *y, bool *yes,
                     double *worst) {
    const tw_pass *p = &j->d->pass;
    const tw_island *isl = island_of(j, island);
    TW_TRY(look(j, isl, y));
    *yes = true;
    *worst = 0;
    for (int k = 0; k < isl->blocks; k++) {
        const tw_block *b = &p->block[isl->block[k]];
        if (!in[isl->block[k]] || !position_level(b)) continue;
        double D = tw_norm(p->D + b->row, b->rows);
        *worst = fmax(*worst, D);
        if (D > b->c->tolerance) *yes = false;
    }
    return TW_OK;
}

/* assembles the constraints in `in` from the poses j->work; evaluations: limit, 0: default */
static tw_status assemble_within(job *j, int island, const bool *in, int restarts,
                                 int evaluations) {
    const tw_island *isl = island_of(j, island);
    if (island < 0) return TW_OK;
    for (int k = 0; k < isl->blocks; k++) j->skip[isl->block[k]] = !in[isl->block[k]];
    tw_assembly_options o = {
        .tolerance = 1e-12, .restarts = restarts, .max_iterations = evaluations};
    tw_assembly_report r;
    TW_TRY(tw_assemble_island(j->d, j->t, j->work, island, j->skip, &o, &r));
    tw_turn_list_note(&j->turns, j->work + j->states);
    int rows = 32; /* fixed cost of an evaluation, as a number of rows */
    for (int k = 0; k < isl->blocks; k++)
        if (in[isl->block[k]]) rows += j->d->pass.block[isl->block[k]].rows;
    j->spent += (double)r.evaluations * rows * (6 * isl->bodies);
    return TW_OK;
}

static tw_status assemble(job *j, int island, const bool *in, int restarts) {
    return assemble_within(j, island, in, restarts, 0);
}

/* context of the callbacks that tell whether a set of constraints of an island can be met */
typedef struct question {
    job *j;
    int island;
    double left; /* amount by which required rates contradict each other */
} question;

static tw_status positions_hold(void *context, const bool *in, bool thorough, bool *yes) {
    const question *q = context;
    job *j = q->j;
    const double *starts[] = {j->judged, j->start};
    double worst;
    *yes = false;
    for (int i = 0; i < (thorough ? 2 : 1) && !*yes; i++) {
        go_to(j, island_of(j, q->island), starts[i]);
        TW_TRY(assemble(j, q->island, in, i == 1 ? j->restarts : -1));
        TW_TRY(met(j, q->island, in, j->work, yes, &worst));
    }
    return TW_OK;
}

/* ---- sets that contradict ------------------------------------------------------------------- */

static tw_status add_conflict(job *j, const bool *set, bool rates, bool always, double deviation) {
    tw_diagnosis *o = j->out;
    const tw_pass *p = &j->d->pass;
    int n = 0;
    for (int k = 0; k < p->blocks; k++) n += set[k];
    tw_conflict *grown = realloc(o->conflict, ((size_t)o->conflicts + 1) * sizeof *grown);
    if (!grown) return tw_fail_memory();
    o->conflict = grown;
    tw_constraint **item = malloc(((size_t)n + 1) * sizeof *item);
    if (!item) return tw_fail_memory();
    n = 0;
    for (int k = 0; k < p->blocks; k++)
        if (set[k]) {
            item[n++] = p->block[k].c;
            j->stuck[k] = true;
        }
    o->conflict[o->conflicts++] = (tw_conflict){n, item, deviation, rates, always};
    return TW_OK;
}

/* *holds: can the set be assembled from the world's poses, or from random poses near them? */
static tw_status fresh(job *j, int island, const bool *set, bool *holds) {
    double worst;
    go_to(j, island_of(j, island), j->start);
    TW_TRY(assemble(j, island, set, FRESH_STARTS));
    return met(j, island, set, j->work, holds, &worst);
}

/* *deviation: least |D| of the set alone; *elsewhere: can it be met from other poses? */
static tw_status judge(job *j, int island, const bool *set, bool *elsewhere, double *deviation) {
    bool yes;
    go_to(j, island_of(j, island), j->judged);
    TW_TRY(assemble(j, island, set, -1));
    TW_TRY(met(j, island, set, j->work, &yes, deviation));
    return fresh(j, island, set, elsewhere);
}

/* Finds one minimal contradicting set, kept unless other poses allow it. If these allow the whole
 * island, too, the judged pose is only a local minimum: later answers then try no random poses */
static tw_status first_set(job *j, const tw_oracle *oracle, int island, tw_block_sets *sets) {
    size_t size = ((size_t)oracle->blocks + 1) * sizeof(bool);
    bool holds = false;
    TW_TRY(tw_reserve(sets, sets->count + 1));
    bool *set = malloc(size);
    if (!set) return tw_fail_memory();
    memcpy(set, j->from, size);
    j->restarts = RESTARTS;
    tw_status s = tw_minimal_set(oracle, false, set);
    if (s == TW_OK) s = fresh(j, island, set, &holds);
    if (s == TW_OK && !holds) {
        sets->data[sets->count++] = set;
        return TW_OK;
    }
    free(set);
    if (s == TW_OK) s = fresh(j, island, j->from, &holds);
    if (holds) j->restarts = -1;
    return s;
}

static tw_status find_sets(job *j, int island) {
    const tw_pass *p = &j->d->pass;
    const tw_island *isl = island_of(j, island);
    question q = {j, island, 0};
    tw_oracle oracle = {positions_hold, &q, p->blocks, &j->spent};
    tw_block_sets sets = {0};
    for (int k = 0; k < isl->blocks; k++)
        j->from[isl->block[k]] = position_level(&p->block[isl->block[k]]);
    j->spent = 0;
    tw_status s = first_set(j, &oracle, island, &sets);
    if (s == TW_OK) s = tw_minimal_sets(&oracle, j->from, &sets, &j->out->complete);
    choose(j, isl, false);
    for (size_t i = 0; i < sets.count && s == TW_OK; i++) {
        bool elsewhere;
        double deviation;
        s = judge(j, island, sets.data[i], &elsewhere, &deviation);
        if (s == TW_OK) s = add_conflict(j, sets.data[i], false, !elsewhere, deviation);
    }
    tw_block_sets_free(&sets);
    return s;
}

/* finds the island's sets of contradicting positions; *worst: largest |D| at the judged pose */
static tw_status position_conflicts(job *j, int island, double *worst) {
    const tw_pass *p = &j->d->pass;
    const tw_island *isl = island_of(j, island);
    bool yes;
    choose(j, isl, true);
    TW_TRY(met(j, island, j->from, j->judged, &yes, worst));
    j->out->assembled = j->out->assembled && yes;
    j->out->deviation = fmax(j->out->deviation, *worst);
    bool small = j->most_rows <= 0 || isl->rows <= j->most_rows;
    if (yes || !small) {
        j->out->complete = j->out->complete && yes;
        choose(j, isl, false);
        return TW_OK;
    }
    TW_TRY(find_sets(j, island));
    /* every constraint that is not met at the judged pose counts as part of a conflict */
    TW_TRY(look(j, isl, j->judged));
    for (int k = 0; k < isl->blocks; k++) {
        const tw_block *b = &p->block[isl->block[k]];
        if (position_level(b) && tw_norm(p->D + b->row, b->rows) > b->c->tolerance)
            j->stuck[isl->block[k]] = true;
    }
    return TW_OK;
}

/* ---- rates ---------------------------------------------------------------------------------- */

static const double CONTRADICTION = 1e-6;

/* *yes: can the rates that the constraints in `in` require all be met at the pose in the pass? */
static tw_status rates_hold(void *context, const bool *in, bool thorough, bool *yes) {
    question *q = context;
    tw_rank rank;
    (void)thorough; /* the question is linear: each answer is certain */
    TW_TRY(tw_rank_of(q->j->d, island_of(q->j, q->island), in, &rank));
    q->j->spent += 16.0 * rank.rows * rank.columns;
    tw_status s = tw_rank_contradiction(&rank, &q->left);
    *yes = q->left <= CONTRADICTION;
    tw_rank_free(&rank);
    return s;
}

static tw_status rate_conflicts(job *j, int island, tw_rank *here) {
    const tw_pass *p = &j->d->pass;
    const tw_island *isl = island_of(j, island);
    double left;
    TW_TRY(tw_rank_contradiction(here, &left));
    if (left <= CONTRADICTION) return TW_OK;
    TW_TRY(look(j, isl, j->judged));
    tw_block_sets sets = {0};
    question q = {j, island, 0};
    tw_oracle oracle = {rates_hold, &q, p->blocks, &j->spent};
    j->spent = 0;
    for (int k = 0; k < isl->blocks; k++) j->from[isl->block[k]] = !j->stuck[isl->block[k]];
    tw_status s = tw_minimal_sets(&oracle, j->from, &sets, &j->out->complete);
    choose(j, isl, false);
    for (size_t k = 0; k < sets.count && s == TW_OK; k++) {
        bool yes;
        s = rates_hold(&q, sets.data[k], true, &yes);
        /* if rows are dependent only at this pose, rates may not be in conflict at others */
        bool always = true;
        for (int c = 0; c < p->blocks; c++)
            if (sets.data[k][c] && j->dependent[c] && !j->always[c]) always = false;
        if (s == TW_OK) s = add_conflict(j, sets.data[k], true, always, q.left);
    }
    tw_block_sets_free(&sets);
    return s;
}

/* ---- ranks ---------------------------------------------------------------------------------- */

/* out [blocks]: is each row of the constraint a combination of rows of others? */
static void dependent_blocks(const job *j, const tw_island *isl, const tw_rank *r, bool *out) {
    int row = 0;
    for (int k = 0; k < isl->blocks; k++) {
        const tw_block *b = &j->d->pass.block[isl->block[k]];
        out[isl->block[k]] = !odd(b) && tw_rank_dependent(r, row, b->rows);
        row += b->rows;
    }
}

/* Moves j->work by `amount` (m, rad) along a random motion with J v = 0 from the judged pose and
 * assembles. *moved: the result is another assembled pose; worst: largest |D| at the judged pose */
static tw_status wander(job *j, int island, const tw_rank *r, double worst, double amount,
                        tw_random *random, bool *moved) {
    tw_dynamics *d = j->d;
    const tw_island *isl = island_of(j, island);
    double *motion = calloc((size_t)r->columns + 1, sizeof *motion);
    if (!motion) return tw_fail_memory();
    tw_rank_motion(r, random, motion);
    go_to(j, isl, j->judged);
    tw_rank_move(d, isl, motion, amount, j->work);
    free(motion);
    choose(j, isl, true);
    /* evaluations are limited in a large island; if they do not suffice, sample() moves less far */
    tw_status s =
        assemble_within(j, island, j->from, -1, isl->rows > TW_DENSE_RANK ? EVALUATIONS : 0);
    /* the new pose counts only if constraints are met there as well as at the judged pose */
    bool yes;
    double now = 0, way = 0;
    if (s == TW_OK) s = met(j, island, j->from, j->work, &yes, &now);
    choose(j, isl, false);
    for (int i = 0; i < isl->bodies; i++) {
        size_t at = (size_t)d->state_of[isl->body[i]];
        for (size_t c = 0; c < 7; c++) way = fmax(way, fabs(j->work[at + c] - j->judged[at + c]));
    }
    *moved = way > 1e-3 * amount && now <= fmax(1.01 * worst, 1e-8);
    return s;
}

/* clears j->always of constraints that turn out independent at other assembled poses; raises
 * *generic to the largest rank found there */
static tw_status sample(job *j, int island, const tw_rank *here, double worst, int *generic) {
    tw_dynamics *d = j->d;
    const tw_island *isl = island_of(j, island);
    tw_random random = tw_random_seed(7);
    tw_status s = TW_OK;
    int samples = isl->rows > TW_DENSE_RANK ? SAMPLES_LARGE : SAMPLES;
    for (int i = 0; i < samples && s == TW_OK; i++) {
        static const double amounts[] = {0.3, 0.1, 0.03};
        bool moved = false;
        for (int a = 0; a < 3 && s == TW_OK && !moved; a++)
            s = wander(j, island, here, worst, amounts[a], &random, &moved);
        if (s != TW_OK || !moved) break;
        tw_rank r;
        s = tw_rank_of(d, isl, NULL, &r);
        if (s != TW_OK) break;
        dependent_blocks(j, isl, &r, j->elsewhere);
        /* a pose of lower rank is singular itself: rows that are dependent there tell nothing */
        if (r.rank >= *generic)
            for (int k = 0; k < isl->blocks; k++)
                if (!j->elsewhere[isl->block[k]]) j->always[isl->block[k]] = false;
        if (r.rank > *generic) *generic = r.rank;
        tw_rank_free(&r);
    }
    return s;
}

/* *left: can the other constraints, without `block`, be met at a place along `motion` where `block`
 * is not? Then `block` depends on them only to first order, as with spheres that touch */
static tw_status leave(job *j, int island, int block, const double *motion, bool *left) {
    tw_dynamics *d = j->d;
    const tw_island *isl = island_of(j, island);
    const tw_block *b = &d->pass.block[block];
    static const double amounts[] = {0.1, 0.03, 0.01};
    *left = false;
    for (int a = 0; a < 3 && !*left; a++) {
        bool yes;
        double worst;
        choose(j, isl, true);
        j->from[block] = false;
        go_to(j, isl, j->judged);
        tw_rank_move(d, isl, motion, amounts[a], j->work);
        tw_status s = assemble(j, island, j->from, -1);
        if (s == TW_OK) s = met(j, island, j->from, j->work, &yes, &worst);
        choose(j, isl, false);
        TW_TRY(s);
        double tangent = amounts[a] * amounts[a] * BENT; /* bound on terms of second order */
        *left = worst < 1e-9 && tw_norm(d->pass.D + b->row, b->rows) > fmax(tangent, 1e-7);
    }
    return TW_OK;
}

/* clears j->always of constraints that depend on others only to first order: along a motion with J
 * v = 0 their D changes in second order, and the others do not prevent that */
static tw_status bent(job *j, int island, tw_rank *here, double *motion, double *part) {
    const tw_island *isl = island_of(j, island);
    tw_random random = tw_random_seed(11);
    for (int i = 0; i < BENDS; i++) {
        memset(motion, 0, (size_t)here->columns * sizeof *motion);
        tw_rank_motion(here, &random, motion);
        tw_turn_list_show(&j->turns, j->judged + j->states, j->t);
        TW_TRY(tw_rank_bend(j->d, j->t, j->judged, isl, here, motion, part));
        double size = tw_norm(motion, here->columns);
        for (int k = 0, row = 0; k < isl->blocks; k++) {
            int block = isl->block[k];
            const tw_block *b = &j->d->pass.block[block];
            double bends = tw_norm(part + row, b->rows);
            row += b->rows;
            if (!j->always[block] || j->stuck[block] || !position_level(b)) continue;
            if (!(bends > BENT * size * size)) continue;
            bool left;
            TW_TRY(leave(j, island, block, motion, &left));
            if (left) j->always[block] = false;
        }
    }
    return TW_OK;
}

static tw_status bends(job *j, int island, tw_rank *here) {
    size_t m = (size_t)here->rows, n = (size_t)here->columns;
    double *motion = calloc(m + n + 1, sizeof *motion);
    if (!motion) return tw_fail_memory();
    tw_status s = bent(j, island, here, motion, motion + n);
    free(motion);
    return s;
}

/* adds to the diagnosis: the island's rank, dependent constraints, contradicting rates, and
 * circuits (minimal dependent sets, circuits.c); worst: its largest |D| at the judged pose */
static tw_status ranks(job *j, int island, double worst) {
    tw_dynamics *d = j->d;
    tw_diagnosis *o = j->out;
    const tw_island *isl = island_of(j, island);
    tw_rank here;
    TW_TRY(look(j, isl, j->judged));
    TW_TRY(tw_rank_of(d, isl, NULL, &here));
    dependent_blocks(j, isl, &here, j->dependent);
    for (int k = 0; k < isl->blocks; k++) j->always[isl->block[k]] = j->dependent[isl->block[k]];
    o->rank += here.rank;
    int generic = here.rank;
    tw_status s = TW_OK;
    /* other poses show nothing new if all rows are independent here, or if no body can move */
    if (here.rank < here.rows && here.rank < here.columns)
        s = sample(j, island, &here, worst, &generic);
    o->generic_rank += generic;
    if (s == TW_OK && here.rank < here.rows && here.rank < here.columns && worst < 1e-8)
        s = bends(j, island, &here);
    if (s == TW_OK) s = rate_conflicts(j, island, &here);
    tw_rank_free(&here);
    tw_poses at = {j->t, j->states, &j->turns, {j->work, j->judged}};
    if (s == TW_OK && generic < isl->rows) s = tw_circuits_find(d, isl, &at, generic, o);
    return s;
}

/* finds contradicting rates of constraints without a free body, whose rates no force can change */
static tw_status fixed_rates(job *j) {
    tw_rank here;
    TW_TRY(look(j, &j->fixed, j->judged));
    TW_TRY(tw_rank_of(j->d, &j->fixed, NULL, &here));
    tw_status s = rate_conflicts(j, -1, &here);
    tw_rank_free(&here);
    return s;
}

static tw_status list_dependents(job *j) {
    tw_diagnosis *o = j->out;
    const tw_pass *p = &j->d->pass;
    size_t n = (size_t)p->blocks + 1;
    o->redundant = calloc(n, sizeof *o->redundant);
    o->singular = calloc(n, sizeof *o->singular);
    if (!o->redundant || !o->singular) return tw_fail_memory();
    for (int k = 0; k < p->blocks; k++) {
        if (!j->dependent[k] || j->stuck[k]) continue;
        if (j->always[k])
            o->redundant[o->redundants++] = p->block[k].c;
        else
            o->singular[o->singulars++] = p->block[k].c;
    }
    return TW_OK;
}

/* ---- the whole diagnosis -------------------------------------------------------------------- */

/* lists the constraints without a free body as j->fixed; they count as always dependent */
static tw_status list_fixed(job *j) {
    const tw_dynamics *d = j->d;
    j->fixed.block = calloc((size_t)d->pass.blocks + 1, sizeof(int));
    if (!j->fixed.block) return tw_fail_memory();
    for (int k = 0; k < d->pass.blocks; k++) j->dependent[k] = true;
    for (int i = 0; i < d->islands; i++)
        for (int k = 0; k < d->island[i].blocks; k++) j->dependent[d->island[i].block[k]] = false;
    for (int k = 0; k < d->pass.blocks; k++)
        if (j->dependent[k]) {
            j->fixed.block[j->fixed.blocks++] = k;
            j->always[k] = true;
        }
    return TW_OK;
}

static tw_status begin(job *j) {
    tw_dynamics *d = j->d;
    int states;
    TW_TRY(tw_rhs_prepare(d, &states));
    size_t n = j->states = (size_t)states, blocks = (size_t)d->pass.blocks + 1;
    j->t = d->world->time;
    TW_TRY(tw_turn_list_begin(d->world, &j->turns));
    size_t numbers = n + (size_t)j->turns.count;
    j->start = calloc(3 * numbers + 1, sizeof(double));
    j->from = calloc(6 * blocks, sizeof(bool));
    if (!j->start || !j->from) return tw_fail_memory();
    j->judged = j->start + numbers;
    j->work = j->judged + numbers;
    bool **flags[] = {&j->stuck, &j->skip, &j->dependent, &j->always, &j->elsewhere};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        *flags[i] = j->from + (i + 1) * blocks;
    TW_TRY(list_fixed(j));
    tw_rhs_pack(d, j->start);
    tw_turn_list_note(&j->turns, j->start + n);
    memcpy(j->judged, j->start, numbers * sizeof(double));
    memcpy(j->work, j->start, numbers * sizeof(double));
    tw_pass_kinematics(d, &d->everything, j->t, j->start);
    return TW_OK;
}

/* assembles an island; the pose at which that ends is its judged pose */
static tw_status settle(job *j, int island) {
    const tw_island *isl = island_of(j, island);
    tw_turn_list_show(&j->turns, j->work + j->states, j->t);
    choose(j, isl, true);
    TW_TRY(assemble(j, island, j->from, -1));
    choose(j, isl, false);
    memcpy(j->judged + j->states, j->work + j->states, (size_t)j->turns.count * sizeof(double));
    for (int i = 0; i < isl->bodies; i++) {
        size_t at = (size_t)j->d->state_of[isl->body[i]];
        memcpy(j->judged + at, j->work + at, TW_STATE * sizeof(double));
    }
    return TW_OK;
}

static void end(job *j) {
    tw_turn_list_end(&j->turns);
    free(j->start);
    free(j->from);
    free(j->fixed.block);
    j->d->evaluated = false;
}

/* Diagnoses the islands marked in asked [islands + 1], but only their positions; the last entry
 * stands for constraints without a free body. asked NULL: diagnoses everything */
static tw_status diagnose(job *j, const bool *asked) {
    tw_dynamics *d = j->d;
    tw_diagnosis *o = j->out;
    for (int i = -1; i < d->islands; i++) {
        double worst;
        if (asked && !asked[i < 0 ? d->islands : i]) continue;
        TW_TRY(settle(j, i));
        TW_TRY(position_conflicts(j, i, &worst));
        if (!asked && i >= 0) TW_TRY(ranks(j, i, worst));
    }
    if (asked) return TW_OK;
    TW_TRY(fixed_rates(j));
    for (int i = 0; i < d->pass.bodies; i++) o->freedoms += d->free_body[i] ? 6 : 0;
    o->rows = d->pass.rows;
    o->generic_freedoms = o->freedoms - o->generic_rank;
    o->freedoms -= o->rank;
    return list_dependents(j);
}

/* marks in asked [islands + 1] the islands of `list`; last entry: constraints without free body */
static void find_islands(const tw_dynamics *d, tw_constraint *const *list, int count, bool *asked) {
    for (int n = 0; n < count; n++) {
        int at = d->islands;
        for (int i = 0; i < d->islands && at == d->islands; i++)
            for (int k = 0; k < d->island[i].blocks; k++)
                if (d->pass.block[d->island[i].block[k]].c == list[n]) at = i;
        asked[at] = true;
    }
}

static tw_status run(job *j, const bool *asked) {
    *j->out = (tw_diagnosis){.complete = true, .assembled = true};
    tw_status s = begin(j);
    if (s == TW_OK) s = diagnose(j, asked);
    end(j);
    if (s != TW_OK) tw_diagnosis_free(j->out);
    return s;
}

tw_status tw_diagnose(tw_dynamics *d, tw_diagnosis *out) {
    return run(&(job){.d = d, .out = out}, NULL);
}

tw_status tw_diagnose_positions(tw_dynamics *d, tw_constraint *const *list, int count,
                                int most_rows, tw_diagnosis *out) {
    TW_TRY(tw_dynamics_rebuild(d));
    bool *asked = calloc((size_t)d->islands + 1, sizeof *asked);
    if (!asked) return tw_fail_memory();
    find_islands(d, list, count, asked);
    tw_status s = run(&(job){.d = d, .most_rows = most_rows, .out = out}, asked);
    free(asked);
    return s;
}
