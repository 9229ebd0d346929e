/* Forms (tw_points_form): layout of a batch of the fast path, shared by batches that are alike:
 * joints, places of their rows in lambda, and places in A of each pair of points. */
#include "dynamics/points/plan.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* ---- joints ---------------------------------------------------------------------------------- */

static int point_of(const tw_plan *p, const tw_points_form *form, const tw_plan_end *e) {
    if (e->body < 0) return e->ground;
    int place = p->body[e->body].place;
    return form->group[place / TW_LANES].point + TW_LANES * e->point + place % TW_LANES;
}

static void add_ground(tw_plan *p, tw_points_form *form, int end, tw_plan_end *e) {
    const tw_bind_point *point = &e->bind->point_of[end];
    bool still = point->slot < 0 && (!point->value || tw_value_is_constant(point->value));
    e->ground = form->points + form->grounds++;
    p->f->ground[p->f->grounds++] =
        (tw_points_ground){.which = end, .bind = e->bind, .still = still, .known = false};
}

/* fills in the joints, grounds and members of the form, for the islands of the batch */
static tw_status connect(tw_plan *p, tw_points_batch *b, tw_points_form *form) {
    tw_points *f = p->f;
    const tw_plan_joint *end = p->joint + p->first[b->island + form->islands];
    int bodies = 0;
    b->joint = p->first[b->island];
    b->ground = f->grounds;
    for (int i = 0; i < form->islands; i++) {
        form->own = form->own || f->island[b->island + i].varies;
        bodies += p->d->island[f->island[b->island + i].island].bodies;
    }
    form->island = tw_arena_new(&p->trial, tw_points_part, form->islands + 1);
    form->member = tw_arena_new(&p->trial, int, bodies + 1);
    form->joint = tw_arena_new(&p->trial, tw_points_joint, end - (p->joint + b->joint) + 1);
    if (!form->island || !form->member || !form->joint) return tw_fail_memory();
    for (tw_plan_joint *j = p->joint + b->joint; j < end; j++) {
        tw_points_joint *to = &form->joint[form->joints];
        f->block[b->joint + form->joints++] = j->block;
        for (int i = 0; i < 2; i++)
            if (j->end[i].body < 0) add_ground(p, form, i, &j->end[i]);
        to->p = point_of(p, form, &j->end[0]);
        to->q = point_of(p, form, &j->end[1]);
        to->k = j->k;
        to->d = j->d;
    }
    for (int i = 0, n = 0; i < form->islands; i++) {
        const tw_island *isl = &p->d->island[f->island[b->island + i].island];
        const int *first = p->first + b->island + i;
        form->island[i] = (tw_points_part){.begin = first[0] - b->joint,
                                           .end = first[1] - b->joint,
                                           .first_body = n,
                                           .bodies = isl->bodies};
        for (int k = 0; k < isl->bodies; k++) form->member[n++] = p->body[isl->body[k]].place;
    }
    return TW_OK;
}

/* ---- forms alike ----------------------------------------------------------------------------- */

static bool alike_groups(const tw_points_group *a, const tw_points_group *b) {
    return a->lanes == b->lanes && a->slots == b->slots && a->rod == b->rod &&
           a->plain == b->plain && a->pushed == b->pushed &&
           !memcmp(a->like, b->like, sizeof a->like) && !memcmp(a->sign, b->sign, sizeof a->sign) &&
           !memcmp(a->symmetric, b->symmetric, sizeof a->symmetric);
}

/* are both forms equal? Then so are their numbers of points and pairs, and their patterns of A. */
static bool alike(const tw_points_form *a, const tw_points_form *b) {
    if (a->groups != b->groups || a->joints != b->joints || a->islands != b->islands ||
        a->grounds != b->grounds || a->own || b->own)
        return false;
    for (int i = 0; i < a->groups; i++)
        if (!alike_groups(&a->group[i], &b->group[i])) return false;
    for (int i = 0; i < a->joints; i++) {
        const tw_points_joint *x = &a->joint[i], *y = &b->joint[i];
        if (x->p != y->p || x->q != y->q || x->k != y->k || x->d != y->d) return false;
    }
    for (int i = 0; i < a->islands; i++) {
        const tw_points_part *x = &a->island[i], *y = &b->island[i];
        if (x->begin != y->begin || x->end != y->end || x->bodies != y->bodies ||
            memcmp(a->member + x->first_body, b->member + y->first_body,
                   (size_t)x->bodies * sizeof *a->member) != 0)
            return false;
    }
    return true;
}

static void *copied(tw_arena *to, const void *from, size_t size) {
    void *copy = tw_arena_alloc(to, size);
    return copy ? memcpy(copy, from, size) : NULL;
}

/* copies a form into the arena `to`; NULL: no memory */
static tw_points_form *keep(tw_arena *to, const tw_points_form *trial) {
    tw_points_form *form = copied(to, trial, sizeof *trial);
    if (!form) return NULL;
    int members = 0;
    for (int i = 0; i < form->islands; i++) members += form->island[i].bodies;
    form->group = copied(to, trial->group, (size_t)form->groups * sizeof *form->group);
    form->joint = copied(to, trial->joint, (size_t)form->joints * sizeof *form->joint);
    form->island = copied(to, trial->island, (size_t)form->islands * sizeof *form->island);
    form->member = copied(to, trial->member, (size_t)members * sizeof *form->member);
    return form->group && form->joint && form->island && form->member ? form : NULL;
}

/* ---- rows ------------------------------------------------------------------------------------ */

static bool same_pattern(const tw_plan_pattern *a, const tw_plan_pattern *b) {
    return a->joints == b->joints && a->bodies == b->bodies &&
           !memcmp(a->first, b->first, (size_t)(a->joints + 1) * sizeof *a->first) &&
           !memcmp(a->body, b->body, (size_t)a->first[a->joints] * sizeof *a->body);
}

/* *sparse: sparse pattern of an island with the joints [begin, end); successive islands of the same
 * pattern share it */
static tw_status make_sparse(tw_plan *p, const tw_island *isl, int begin, int end,
                             tw_sparse **sparse) {
    tw_plan_pattern *now = &p->pattern[0], *last = &p->pattern[1];
    int entries = 0;
    now->joints = end - begin;
    now->bodies = isl->bodies;
    for (int k = 0; k < now->joints; k++) {
        now->first[k] = entries;
        for (int i = 0; i < 2; i++) {
            int b = p->joint[begin + k].end[i].body;
            if (b >= 0) now->body[entries++] = tw_island_place(isl, b);
        }
    }
    now->first[now->joints] = entries;
    if (last->sparse && same_pattern(now, last))
        return tw_sparse_create_like(last->sparse, &p->d->arena, sparse);
    tw_sparse_shape shape = {now->joints, now->bodies, p->rows, now->first, now->body, true};
    TW_TRY(tw_sparse_create(&shape, &p->d->arena, sparse));
    now->sparse = *sparse;
    tw_plan_pattern spare = *now;
    *now = *last;
    *last = spare;
    return TW_OK;
}

/* assigns to each island its place in tw_points.numbers for A, and to its joints their rows of
 * lambda; *numbers: length of all A */
static tw_status make_rows(tw_plan *p, const tw_points_batch *b, tw_points_form *form,
                           size_t *numbers) {
    *numbers = 0;
    for (int i = 0; i < form->islands; i++) {
        tw_points_part *part = &form->island[i];
        const tw_island *isl = &p->d->island[p->f->island[b->island + i].island];
        TW_TRY(make_sparse(p, isl, b->joint + part->begin, b->joint + part->end, &part->sparse));
        part->at = form->size;
        part->numbers = *numbers;
        for (int k = part->begin; k < part->end; k++)
            form->joint[k].at = part->at + tw_sparse_row_place(part->sparse, k - part->begin);
        form->size += tw_sparse_padded_size(part->sparse);
        *numbers += tw_sparse_numbers(part->sparse);
    }
    if (*numbers > INT_MAX)
        return tw_fail(TW_ARGUMENT,
                       "the constraint equations of %d islands need %zu numbers: more "
                       "than there can be",
                       form->islands, *numbers);
    return TW_OK;
}

/* lists the joints at each point of the form */
static tw_status make_holds(tw_plan *p, tw_points_form *form) {
    int points = form->points + form->grounds;
    form->holds = tw_arena_new(&p->d->arena, int, points + 2);
    form->hold = tw_arena_new(&p->d->arena, tw_points_hold, 2 * (size_t)form->joints + 1);
    if (!form->holds || !form->hold) return tw_fail_memory();
    for (int k = 0; k < form->joints; k++) {
        form->holds[form->joint[k].p + 2]++;
        form->holds[form->joint[k].q + 2]++;
    }
    for (int i = 1; i < points + 2; i++) form->holds[i] += form->holds[i - 1];
    for (int k = 0; k < form->joints; k++) {
        const tw_points_joint *j = &form->joint[k];
        form->hold[form->holds[j->p + 1]++] = (tw_points_hold){j->at, k, 1};
        form->hold[form->holds[j->q + 1]++] = (tw_points_hold){j->at, k, -1};
    }
    for (int i = 0; i < form->groups; i++) {
        tw_points_group *g = &form->group[i];
        g->single = g->lanes == TW_LANES;
        for (int k = 0; k < TW_LANES * g->slots; k++)
            g->single = g->single && form->holds[g->point + k + 1] == form->holds[g->point + k] + 1;
    }
    return TW_OK;
}

/* ---- A --------------------------------------------------------------------------------------- */

/* [places] index in the form of the island of each body; NULL: no memory */
static int *islands_of_places(tw_plan *p, const tw_points_form *form) {
    int *island = tw_arena_new(&p->trial, int, form->groups *TW_LANES + 1);
    for (int i = 0; island && i < form->islands; i++)
        for (int k = 0; k < form->island[i].bodies; k++)
            island[form->member[form->island[i].first_body + k]] = i;
    return island;
}

/* Lists the blocks of A to which +-K of the points k, l of one body is added, from
 * form->target[*count] on; advances *count. If form->target is NULL, only counts them. numbers:
 * address of A, from which their places are counted */
static void targets_of(const tw_points_form *form, int *count, const tw_points_part *part,
                       int point_k, int point_l, bool symmetric, const double *numbers) {
    for (int x = form->holds[point_k]; x < form->holds[point_k + 1]; x++)
        for (int y = form->holds[point_l]; y < form->holds[point_l + 1]; y++) {
            const tw_points_hold *a = &form->hold[x], *b = &form->hold[y];
            /* each pair of joints is listed once, since A is symmetric */
            if (point_k == point_l && b->joint > a->joint) continue;
            if (form->target) {
                /* the block of A for joints a and b, whose rows belong to joint a */
                tw_sparse_block block = tw_sparse_block_of(part->sparse, a->joint - part->begin,
                                                           b->joint - part->begin);
                form->target[*count] =
                    (tw_points_target){.to = (int)(block.at - numbers),
                                       .stride = block.stride,
                                       .negative = a->sign * b->sign < 0,
                                       .transposed = block.swapped && !symmetric};
            }
            ++*count;
        }
}

/* a target, and the time at which it is written, for finding the first write to each block */
typedef struct write {
    tw_points_target *target;
    long when;
} write;

static int by_place(const void *a, const void *b) {
    const write *x = a, *y = b;
    if (x->target->to != y->target->to) return x->target->to < y->target->to ? -1 : 1;
    return (x->when > y->when) - (x->when < y->when);
}

/* marks in each block of A the target that is written first: this one sets the block, later ones
 * add to it */
static tw_status mark_first(tw_plan *p, const tw_points_form *form) {
    int count = form->targets[form->pairs];
    write *all = tw_arena_new(&p->trial, write, count + 1);
    if (!all) return tw_fail_memory();
    for (int n = 0; n < form->pairs; n++)
        for (int i = form->targets[n]; i < form->targets[n + 1]; i++) {
            long turn = 2L * (n / TW_LANES) + form->target[i].transposed;
            all[i] = (write){&form->target[i], turn * (count + 1L) + i};
        }
    qsort(all, (size_t)count, sizeof *all, by_place);
    for (int i = 0; i < count; i++)
        all[i].target->first = i == 0 || all[i].target->to != all[i - 1].target->to;
    return TW_OK;
}

/* sets g->even: true for pairs of points that have exactly one target for each body (lane), all of
 * the same sign, none transposed */
static void find_even(const tw_points_form *form, tw_points_group *g) {
    for (int n = 0; n < tw_plan_pairs(g->slots); n++) {
        const int *first = form->targets + g->pair + TW_LANES * n;
        const tw_points_target *t = &form->target[first[0]];
        g->even[n] = g->lanes == TW_LANES && !g->transposed[n];
        for (int j = 0; j < TW_LANES; j++)
            g->even[n] = g->even[n] && first[j + 1] == first[j] + 1 &&
                         form->target[first[j]].negative == t->negative;
        g->turn[n] = g->even[n] && t->negative ? -1 : 1;
    }
}

/* lists, or only counts, the targets in A of pair number n of a group, the points k and l; see
 * targets_of */
static void pair_targets(const tw_points_form *form, tw_points_group *g, const int *island, int k,
                         int l, int n, const double *numbers, int *count) {
    for (int j = 0; j < TW_LANES; j++) {
        int from = *count;
        form->targets[g->pair + TW_LANES * n + j] = from;
        if (j >= g->lanes) continue;
        int place = (int)(g - form->group) * TW_LANES + j;
        targets_of(form, count, &form->island[island[place]], g->point + TW_LANES * k + j,
                   g->point + TW_LANES * l + j, g->plain || g->symmetric[n], numbers);
        for (int x = from; x < *count && form->target; x++) {
            g->transposed[n] = g->transposed[n] || form->target[x].transposed;
            g->straight[n] = g->straight[n] || !form->target[x].transposed;
        }
    }
}

static int all_targets(const tw_points_form *form, const int *island, const double *numbers) {
    int count = 0;
    for (int i = 0; i < form->groups; i++) {
        tw_points_group *g = &form->group[i];
        for (int k = 0, n = 0; k < g->slots; k++)
            for (int l = 0; l <= k; l++, n++)
                pair_targets(form, g, island, k, l, n, numbers, &count);
    }
    return count;
}

static tw_status make_targets(tw_plan *p, tw_points_form *form, size_t size) {
    /* memory for A is only needed for addresses in it; its contents are not used */
    double *numbers = tw_arena_new(&p->trial, double, size + 1);
    int *island = islands_of_places(p, form);
    form->targets = tw_arena_new(&p->d->arena, int, form->pairs + 1);
    if (!numbers || !island || !form->targets) return tw_fail_memory();
    for (int i = 0; i < form->islands; i++)
        tw_sparse_place(form->island[i].sparse, numbers + form->island[i].numbers);
    form->target = NULL;
    int count = all_targets(form, island, numbers);
    form->target = tw_arena_new(&p->d->arena, tw_points_target, count + 1);
    if (!form->target) return tw_fail_memory();
    all_targets(form, island, numbers);
    form->targets[form->pairs] = count;
    for (int i = 0; i < form->groups; i++) find_even(form, &form->group[i]);
    return mark_first(p, form);
}

tw_status tw_points_join(tw_plan *p, tw_points_batch *b, tw_points_form *trial) {
    size_t numbers;
    TW_TRY(connect(p, b, trial));
    if (!p->form || !alike(p->form, trial)) {
        tw_points_form *form = keep(&p->d->arena, trial);
        if (!form) return tw_fail_memory();
        TW_TRY(make_rows(p, b, form, &numbers));
        TW_TRY(make_holds(p, form));
        TW_TRY(make_targets(p, form, numbers));
        p->form = form;
        p->numbers = numbers > p->numbers ? numbers : p->numbers;
    }
    b->form = p->form;
    b->row = p->f->size;
    p->f->size += b->form->size;
    return TW_OK;
}
