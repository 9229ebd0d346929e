/*
 * The diagnosis of a scene's constraints; see diagnose.h for what the words mean.
 *
 *   1. assemble from the present poses, with all constraints in force: the pose that is judged;
 *   2. what is not met there: minimal sets, by static assembly of fewer constraints
 *      (diagnose_sets.c); rates that contradict each other likewise, by linear algebra;
 *   3. ranks and dependent constraints, island by island (diagnose_rank.c);
 *   4. the same at other poses of the assembled motion: moved a little along a motion that no
 *      constraint sees, and assembled again. What is dependent in all of them is redundant, what
 *      is so in the first only, singular.
 */
#include "dynamics/diagnose_impl.h"

#include "base/random.h"
#include "dynamics/assemble.h"
#include "dynamics/rhs.h"

#include <stdlib.h>
#include <string.h>

enum { SAMPLES = 6, RESTARTS = 3, FRESH_STARTS = 8 };

typedef struct job {
    tw_dynamics *d;
    double t;
    size_t states;
    double *start, *judged, *work; /* [states] */
    bool *all, *from, *stuck;      /* [blocks] in force; candidates; carries a conflict */
    int restarts;                  /* what the oracle may try */
    tw_rank *here;                 /* [islands] at the judged pose */
    bool *dependent;               /* [blocks] at the judged pose */
    bool *always;                  /* [blocks] also at every other pose of full rank */
    int *island_of;                /* [blocks] -1: none */
    tw_diagnosis *out;
} job;

static bool position_level(const tw_block *b) {
    return tw_level_of(b->kind, b->c->o.own) == TW_POSITION_LEVEL;
}

/* a constraint whose force is not J^T lambda (cosine): J vanishes at its goal and says nothing */
static bool odd(const tw_block *b) {
    return b->W != NULL;
}

/* ---- positions ------------------------------------------------------------------------------ */

/* do the constraints of `in` hold within their tolerances in poses y? *worst: the largest |D| */
static tw_status met(job *j, const bool *in, const double *y, bool *yes, double *worst) {
    tw_pass *p = &j->d->pass;
    TW_TRY(tw_diagnose_look(j->d, j->t, y));
    *yes = true;
    *worst = 0;
    for (int k = 0; k < p->blocks; k++) {
        const tw_block *b = &p->block[k];
        if (!in[k] || !position_level(b)) continue;
        double D = tw_norm(p->D + b->row, b->rows);
        *worst = fmax(*worst, D);
        if (D > b->c->tolerance) *yes = false;
    }
    return TW_OK;
}

/* assembles those of `in`, from j->work on */
static tw_status assemble(job *j, const bool *in, int restarts) {
    int n = j->d->pass.blocks;
    bool *skip = malloc((size_t)n + 1);
    if (!skip) return tw_fail_memory();
    for (int i = 0; i < n; i++) skip[i] = !in[i];
    tw_assembly_options o = {.tolerance = 1e-12, .restarts = restarts};
    tw_assembly_report r;
    tw_status s = tw_assemble_state(j->d, j->t, j->work, skip, &o, &r);
    free(skip);
    return s;
}

static tw_status positions_hold(void *context, const bool *in, bool *yes) {
    job *j = context;
    const double *starts[] = {j->judged, j->start};
    double worst;
    *yes = false;
    for (int i = 0; i < 2 && !*yes; i++) {
        memcpy(j->work, starts[i], j->states * sizeof(double));
        TW_TRY(assemble(j, in, i == 0 ? -1 : j->restarts));
        TW_TRY(met(j, in, j->work, yes, &worst));
    }
    return TW_OK;
}

/* ---- sets that are found -------------------------------------------------------------------- */

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

/* the least that this set alone leaves, and whether it holds from other poses */
static tw_status judge(job *j, const bool *set, bool *elsewhere, double *deviation) {
    bool yes;
    memcpy(j->work, j->judged, j->states * sizeof(double));
    TW_TRY(assemble(j, set, -1));
    TW_TRY(met(j, set, j->work, &yes, deviation));
    memcpy(j->work, j->start, j->states * sizeof(double));
    TW_TRY(assemble(j, set, FRESH_STARTS));
    double worst;
    return met(j, set, j->work, elsewhere, &worst);
}

static tw_status position_conflicts(job *j) {
    const tw_pass *p = &j->d->pass;
    bool yes;
    double worst;
    TW_TRY(met(j, j->all, j->judged, &yes, &worst));
    j->out->assembled = yes;
    j->out->deviation = worst;
    if (yes) return TW_OK;
    /* if a new start helps, it is a local minimum: then only what is stuck from here is told */
    memcpy(j->work, j->start, j->states * sizeof(double));
    TW_TRY(assemble(j, j->all, FRESH_STARTS));
    TW_TRY(met(j, j->all, j->work, &yes, &worst));
    j->restarts = yes ? -1 : RESTARTS;
    TW_TRY(tw_diagnose_look(j->d, j->t, j->judged));
    tw_block_sets sets = {0};
    tw_status s = TW_OK;
    /* islands one by one: sets of different islands have nothing to do with each other */
    for (int i = -1; i < j->d->islands && s == TW_OK; i++) {
        bool any = false;
        for (int k = 0; k < p->blocks; k++) {
            const tw_block *b = &p->block[k];
            j->from[k] = j->island_of[k] == i && position_level(b);
            any = any || (j->from[k] && tw_norm(p->D + b->row, b->rows) > b->c->tolerance);
        }
        tw_oracle oracle = {positions_hold, j, p->blocks};
        if (any) s = tw_minimal_sets(&oracle, j->from, &sets, &j->out->complete);
        if (any && s == TW_OK) s = tw_diagnose_look(j->d, j->t, j->judged);
    }
    for (size_t i = 0; i < sets.count && s == TW_OK; i++) {
        bool elsewhere;
        double deviation;
        s = judge(j, sets.data[i], &elsewhere, &deviation);
        if (s == TW_OK) s = add_conflict(j, sets.data[i], false, !elsewhere, deviation);
    }
    tw_block_sets_free(&sets);
    if (s != TW_OK) return s;
    /* whatever is bent at the judged pose carries a conflict, too */
    TW_TRY(tw_diagnose_look(j->d, j->t, j->judged));
    for (int k = 0; k < p->blocks; k++) {
        const tw_block *b = &p->block[k];
        if (position_level(b) && tw_norm(p->D + b->row, b->rows) > b->c->tolerance)
            j->stuck[k] = true;
    }
    return TW_OK;
}

/* ---- rates ---------------------------------------------------------------------------------- */

typedef struct rates {
    job *j;
    const tw_island *island;
    double tolerance, left;
} rates;

/* the pass shows the pose */
static tw_status rates_hold(void *context, const bool *in, bool *yes) {
    rates *r = context;
    tw_rank rank;
    TW_TRY(tw_rank_of(r->j->d, r->island, in, &rank));
    r->left = tw_rank_contradiction(&rank);
    *yes = r->left <= r->tolerance;
    tw_rank_free(&rank);
    return TW_OK;
}

static tw_status rate_conflicts(job *j) {
    const tw_pass *p = &j->d->pass;
    tw_status s = TW_OK;
    for (int i = 0; i < j->d->islands && s == TW_OK; i++) {
        if (tw_rank_contradiction(&j->here[i]) <= 1e-6) continue;
        tw_block_sets sets = {0};
        rates r = {j, &j->d->island[i], 1e-6, 0};
        tw_oracle oracle = {rates_hold, &r, p->blocks};
        for (int k = 0; k < p->blocks; k++) j->from[k] = j->island_of[k] == i && !j->stuck[k];
        s = tw_minimal_sets(&oracle, j->from, &sets, &j->out->complete);
        for (size_t k = 0; k < sets.count && s == TW_OK; k++) {
            bool yes;
            s = rates_hold(&r, sets.data[k], &yes);
            /* where the rows depend on each other in this pose only, other poses may do */
            bool always = true;
            for (int c = 0; c < p->blocks; c++)
                if (sets.data[k][c] && j->dependent[c] && !j->always[c]) always = false;
            if (s == TW_OK) s = add_conflict(j, sets.data[k], true, always, r.left);
        }
        tw_block_sets_free(&sets);
    }
    return s;
}

/* ---- ranks ---------------------------------------------------------------------------------- */

/* which constraints of the island are combinations of others */
static void dependent_blocks(const job *j, const tw_island *isl, const tw_rank *r, bool *out) {
    int row = 0;
    for (int k = 0; k < isl->blocks; k++) {
        const tw_block *b = &j->d->pass.block[isl->block[k]];
        out[isl->block[k]] = !odd(b) && tw_rank_dependent(r, row, b->rows);
        row += b->rows;
    }
}

static tw_status ranks_here(job *j) {
    tw_dynamics *d = j->d;
    tw_diagnosis *o = j->out;
    TW_TRY(tw_diagnose_look(d, j->t, j->judged));
    o->rows = d->pass.rows;
    for (int k = 0; k < d->pass.blocks; k++)
        if (j->island_of[k] < 0) j->dependent[k] = j->always[k] = true;
    for (int i = 0; i < d->islands; i++) {
        TW_TRY(tw_rank_of(d, &d->island[i], NULL, &j->here[i]));
        dependent_blocks(j, &d->island[i], &j->here[i], j->dependent);
        o->rank += j->here[i].rank;
    }
    for (int i = 0; i < d->pass.bodies; i++) o->freedoms += d->free_body[i] ? 6 : 0;
    o->freedoms -= o->rank;
    memcpy(j->always, j->dependent, (size_t)d->pass.blocks * sizeof *j->always);
    return TW_OK;
}

/* j->work becomes another pose of the assembled motion of an island; false: it does not move */
static tw_status wander(job *j, int island, double amount, tw_random *random, bool *moved) {
    tw_dynamics *d = j->d;
    const tw_island *isl = &d->island[island];
    const tw_rank *r = &j->here[island];
    size_t n = (size_t)r->columns, free_ = n - (size_t)r->rank;
    double *motion = calloc(n + 1, sizeof *motion);
    if (!motion) return tw_fail_memory();
    for (size_t k = 0; k < free_; k++) {
        double share = 2 * tw_random_uniform(random) - 1;
        for (size_t c = 0; c < n; c++) motion[c] += share * r->right[k * n + c];
    }
    memcpy(j->work, j->judged, j->states * sizeof(double));
    tw_rank_move(d, isl, motion, amount, j->work);
    free(motion);
    for (int k = 0; k < d->pass.blocks; k++) j->from[k] = j->island_of[k] == island;
    TW_TRY(assemble(j, j->from, -1));
    double way = 0, worst;
    for (int i = 0; i < isl->bodies; i++) {
        size_t at = (size_t)d->state_of[isl->body[i]];
        for (size_t c = 0; c < 7; c++) way = fmax(way, fabs(j->work[at + c] - j->judged[at + c]));
    }
    /* it must be as well assembled as the judged pose is */
    bool yes;
    TW_TRY(met(j, j->from, j->work, &yes, &worst));
    *moved = way > 1e-3 * amount && worst <= fmax(1.01 * j->out->deviation, 1e-8);
    return TW_OK;
}

/* compares an island with other poses of its motion; *generic: the largest rank that was seen */
static tw_status sample(job *j, int island, int *generic) {
    tw_dynamics *d = j->d;
    const tw_island *isl = &d->island[island];
    tw_random random = tw_random_seed(7);
    bool *dependent = calloc((size_t)d->pass.blocks + 1, sizeof *dependent);
    if (!dependent) return tw_fail_memory();
    *generic = j->here[island].rank;
    tw_status s = TW_OK;
    for (int i = 0; i < SAMPLES && s == TW_OK; i++) {
        static const double amounts[] = {0.3, 0.1, 0.03};
        bool moved = false;
        for (int a = 0; a < 3 && s == TW_OK && !moved; a++)
            s = wander(j, island, amounts[a], &random, &moved);
        if (s != TW_OK || !moved) break;
        tw_rank r;
        s = tw_rank_of(d, isl, NULL, &r);
        if (s != TW_OK) break;
        dependent_blocks(j, isl, &r, dependent);
        /* another singular pose proves nothing */
        if (r.rank >= *generic)
            for (int k = 0; k < isl->blocks; k++)
                if (!dependent[isl->block[k]]) j->always[isl->block[k]] = false;
        if (r.rank > *generic) *generic = r.rank;
        tw_rank_free(&r);
    }
    free(dependent);
    return s;
}

static tw_status ranks_elsewhere(job *j) {
    tw_dynamics *d = j->d;
    tw_diagnosis *o = j->out;
    int lost = 0;
    for (int i = 0; i < d->islands; i++) {
        const tw_rank *r = &j->here[i];
        int generic = r->rank;
        /* with every row independent, or nothing that moves, other poses tell nothing new */
        if (r->rank < r->rows && r->rank < r->columns) TW_TRY(sample(j, i, &generic));
        lost += generic - r->rank;
    }
    o->generic_rank = o->rank + lost;
    o->generic_freedoms = o->freedoms - lost;
    return tw_diagnose_look(d, j->t, j->judged);
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

/* ---- all ------------------------------------------------------------------------------------ */

static tw_status begin(job *j) {
    tw_dynamics *d = j->d;
    int states;
    TW_TRY(tw_rhs_prepare(d, &states));
    size_t n = j->states = (size_t)states, blocks = (size_t)d->pass.blocks + 1;
    j->t = d->world->time;
    j->start = calloc(3 * n + 1, sizeof(double));
    bool **flags[] = {&j->all, &j->from, &j->stuck, &j->dependent, &j->always};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        if (!(*flags[i] = calloc(blocks, sizeof(bool)))) return tw_fail_memory();
    j->island_of = calloc(blocks, sizeof *j->island_of);
    j->here = calloc((size_t)d->islands + 1, sizeof *j->here);
    if (!j->start || !j->island_of || !j->here) return tw_fail_memory();
    j->judged = j->start + n;
    j->work = j->judged + n;
    for (int k = 0; k < d->pass.blocks; k++) {
        j->all[k] = true;
        j->island_of[k] = -1;
    }
    for (int i = 0; i < d->islands; i++)
        for (int k = 0; k < d->island[i].blocks; k++) j->island_of[d->island[i].block[k]] = i;
    tw_rhs_pack(d, j->start);
    memcpy(j->work, j->start, n * sizeof(double));
    TW_TRY(assemble(j, j->all, -1));
    memcpy(j->judged, j->work, n * sizeof(double));
    return TW_OK;
}

static void end(job *j) {
    free(j->start);
    bool *flags[] = {j->all, j->from, j->stuck, j->dependent, j->always};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) free(flags[i]);
    for (int i = 0; j->here && i < j->d->islands; i++) tw_rank_free(&j->here[i]);
    free(j->here);
    free(j->island_of);
    j->d->evaluated = false;
}

tw_status tw_diagnose(tw_dynamics *d, tw_diagnosis *out) {
    *out = (tw_diagnosis){.complete = true};
    job j = {.d = d, .out = out};
    tw_status s = begin(&j);
    if (s == TW_OK) s = position_conflicts(&j);
    if (s == TW_OK) s = ranks_here(&j);
    if (s == TW_OK) s = ranks_elsewhere(&j);
    if (s == TW_OK) s = rate_conflicts(&j);
    if (s == TW_OK) s = list_dependents(&j);
    end(&j);
    if (s != TW_OK) tw_diagnosis_free(out);
    return s;
}

void tw_diagnosis_free(tw_diagnosis *x) {
    for (int i = 0; i < x->conflicts; i++) free(x->conflict[i].item);
    free(x->conflict);
    free(x->redundant);
    free(x->singular);
    *x = (tw_diagnosis){0};
}
