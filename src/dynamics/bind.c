/* Bindings: which bodies, points and directions each force and constraint refers to, and the memory
 * of the pass. They are rebuilt when objects or fields of the world change, never within a step. */
#include "dynamics/pass/pass.h"

#include "model/joint.h"

#include <string.h>

typedef struct binder {
    tw_dynamics *d;
    tw_bind *bind;
    /* two arrays, one entry per body: number of the last binding in which the body got a slot (its
     * index in that binding's list of bodies), and that slot */
    int *seen, *slot;
    int number;
} binder;

static int slot_of(binder *b, tw_id id) {
    const tw_body *body = tw_world_body(b->d->world, id);
    if (!body) return -1;
    int i = body->index;
    if (b->seen[i] == b->number) return b->slot[i];
    b->seen[i] = b->number;
    b->slot[i] = b->bind->slots;
    b->bind->body[b->bind->slots] = i;
    return b->bind->slots++;
}

static tw_status bind_point(binder *b, tw_id id, tw_bind_point *out) {
    *out = (tw_bind_point){.slot = -1};
    const tw_point *p = tw_world_point(b->d->world, id);
    if (!p) return tw_fail(TW_ARGUMENT, "a point of %s is gone", b->bind->o->name);
    if (p->source == TW_POINT_SPACE) {
        out->value = &p->position;
        return TW_OK;
    }
    out->slot = slot_of(b, p->body);
    return tw_point_local(b->d->world, p, &out->local);
}

/* adds to the binding the bodies of the joint `id` that a driver or spring refers to, in the order
 * of the joint's body parameters */
static tw_status bind_joint(binder *b, tw_id id) {
    const tw_constraint *c = tw_world_joint(b->d->world, id);
    if (tw_id_none(id)) {
        b->bind->joint[b->bind->joints++] = (tw_joint_ref){0};
        return TW_OK;
    }
    if (!c) return tw_fail(TW_ARGUMENT, "a joint of %s is gone", b->bind->o->name);
    const tw_constraint_kind *kind = (const tw_constraint_kind *)c->o.kind;
    int *slot = tw_arena_new(&b->d->arena, int, kind->kind.param_count), n = 0;
    if (!slot) return tw_fail_memory();
    for (int i = 0; i < kind->kind.param_count; i++) {
        const tw_param *p = &kind->kind.params[i];
        if (p->type == TW_PARAM_BODY)
            slot[n++] = slot_of(b, *(const tw_id *)((const char *)c->o.own + p->offset));
    }
    b->bind->joint[b->bind->joints++] = (tw_joint_ref){kind, c->o.own, slot};
    return TW_OK;
}

/* Is the body `id` of a list moved by another engine, and to be left out here? Only in lists
 * without TW_LISTED: there the force acts on each body separately, so the rest of the list still
 * counts. */
static bool stands_apart(const tw_dynamics *d, const tw_param *p, tw_id id) {
    const tw_body *body = tw_world_body(d->world, id);
    return !(p->flags & TW_LISTED) && body && !tw_is_member(d, body->index);
}

static tw_status bind_field(binder *b, const tw_param *p) {
    const tw_object *o = b->bind->o;
    tw_bind *bind = b->bind;
    const void *field = (const char *)o->own + p->offset;
    switch (p->type) {
    case TW_PARAM_POINT:
        return bind_point(b, *(const tw_id *)field, &bind->point_of[bind->points++]);
    case TW_PARAM_BODY:
        bind->body_slot[bind->bodies++] = slot_of(b, *(const tw_id *)field);
        return TW_OK;
    case TW_PARAM_TURN:
        bind->body_slot[bind->bodies++] = slot_of(b, ((const tw_turn *)field)->body);
        return TW_OK;
    case TW_PARAM_JOINT:
        return bind_joint(b, *(const tw_id *)field);
    case TW_PARAM_BODIES: {
        const tw_id_list *list = field;
        for (size_t i = 0; i < list->count; i++) {
            if (stands_apart(b->d, p, list->id[i])) continue;
            int slot = slot_of(b, list->id[i]);
            if (p->flags & TW_LISTED) bind->body_slot[bind->bodies++] = slot;
        }
        if (list->count == 0 && !(p->flags & TW_LISTED)) /* all bodies */
            for (size_t i = 0; i < b->d->world->body.count; i++)
                if (tw_is_member(b->d, (int)i)) slot_of(b, b->d->world->body.data[i]->o.id);
        return TW_OK;
    }
    case TW_PARAM_POINTS: {
        const tw_id_list *list = field;
        for (size_t i = 0; i < list->count; i++)
            TW_TRY(bind_point(b, list->id[i], &bind->point_of[bind->points++]));
        return TW_OK;
    }
    case TW_PARAM_VEC3:
        if (p->flags & TW_CARRIED_POINT)
            bind->point_of[bind->points++] =
                (tw_bind_point){slot_of(b, tw_object_carrier(o, p)), NULL, *(const vec3 *)field};
        return TW_OK;
    case TW_PARAM_PLACE:
        bind->point_of[bind->points++] =
            (tw_bind_point){slot_of(b, tw_object_carrier(o, p)), field, {0, 0, 0}};
        return TW_OK;
    case TW_PARAM_AXIS:
        bind->vector_of[bind->vectors++] =
            (tw_bind_vector){slot_of(b, tw_object_carrier(o, p)), field};
        return TW_OK;
    case TW_PARAM_DIRECTION: {
        const tw_direction *dir = field;
        bind->vector_of[bind->vectors++] = (tw_bind_vector){slot_of(b, dir->body), &dir->v};
        return TW_OK;
    }
    default:
        return TW_OK;
    }
}

/* sizes of arrays that one binding needs */
typedef struct counts {
    int slots, points, vectors, bodies, joints;
} counts;

static void count_field(const tw_world *w, const tw_object *o, const tw_param *p, counts *n) {
    const tw_id_list *list = (const void *)((const char *)o->own + p->offset);
    switch (p->type) {
    case TW_PARAM_POINT:
    case TW_PARAM_PLACE:
        n->points++, n->slots++;
        break;
    case TW_PARAM_VEC3:
        if (p->flags & TW_CARRIED_POINT) n->points++, n->slots++;
        break;
    case TW_PARAM_POINTS:
        n->points += (int)list->count, n->slots += (int)list->count;
        break;
    case TW_PARAM_AXIS:
    case TW_PARAM_DIRECTION:
        n->vectors++, n->slots++;
        break;
    case TW_PARAM_BODY:
    case TW_PARAM_TURN:
        n->bodies++, n->slots++;
        break;
    case TW_PARAM_BODIES:
        if (p->flags & TW_LISTED) n->bodies += (int)list->count;
        n->slots += (int)(list->count ? list->count : w->body.count);
        break;
    case TW_PARAM_JOINT:
        n->joints++, n->slots += TW_TERMS_SLOTS;
        break;
    default:
        break;
    }
}

/* takes the next `count` elements of `size` bytes from *memory, and advances *memory behind them */
static void *cut(char **memory, size_t count, size_t size) {
    char *part = *memory;
    *memory += (count * size + 7) / 8 * 8;
    return part;
}

static bool is_free(const tw_dynamics *d, const tw_bind *b, int slot) {
    return slot >= 0 && d->free_body[b->body[slot]];
}

/* Sets b->joins: does the object couple its bodies, so that one cannot be moved without the others?
 * Constraints do, and forces that refer to a joint, or to a free body or its points, by name or in
 * a list with TW_LISTED. Forces that only act on each body of a list separately do not */
static void know_joined(const tw_dynamics *d, tw_bind *b) {
    b->joins = b->o->class_ == TW_CONSTRAINT;
    for (int i = 0; i < b->points; i++) b->joins |= is_free(d, b, b->point_of[i].slot);
    for (int i = 0; i < b->vectors; i++) b->joins |= is_free(d, b, b->vector_of[i].slot);
    for (int i = 0; i < b->bodies; i++) b->joins |= is_free(d, b, b->body_slot[i]);
    b->joins |= b->joints > 0;
}

static tw_status bind_object(binder *b, const tw_object *o, tw_bind *bind) {
    counts n = {0};
    for (int i = 0; i < o->kind->param_count; i++)
        count_field(b->d->world, o, &o->kind->params[i], &n);
    size_t slots = (size_t)n.slots, points = (size_t)n.points, vectors = (size_t)n.vectors;
    size_t bodies = (size_t)n.bodies, joints = (size_t)n.joints;
    size_t size = slots * (sizeof(int) + sizeof(void *)) + bodies * sizeof(int) +
                  points * (sizeof(tw_bind_point) + sizeof(tw_point_motion)) +
                  vectors * (sizeof(tw_bind_vector) + sizeof(tw_vector_motion)) +
                  joints * sizeof(tw_joint_ref);
    char *memory = tw_arena_alloc(&b->d->arena, size + 8 * 8);
    if (!memory) return tw_fail_memory();
    *bind = (tw_bind){.o = o};
    bind->point_of = cut(&memory, points, sizeof(tw_bind_point));
    bind->point = cut(&memory, points, sizeof(tw_point_motion));
    bind->vector_of = cut(&memory, vectors, sizeof(tw_bind_vector));
    bind->vector = cut(&memory, vectors, sizeof(tw_vector_motion));
    bind->joint = cut(&memory, joints, sizeof(tw_joint_ref));
    bind->body_motion = cut(&memory, slots, sizeof(tw_body_motion *));
    bind->body = cut(&memory, slots, sizeof(int));
    bind->body_slot = cut(&memory, bodies, sizeof(int));
    b->bind = bind;
    b->number++;
    for (int i = 0; i < o->kind->param_count; i++) TW_TRY(bind_field(b, &o->kind->params[i]));
    know_joined(b->d, bind);
    for (int k = 0; k < bind->slots; k++)
        bind->away = bind->away || !tw_is_member(b->d, bind->body[k]);
    if (bind->away) *bind = (tw_bind){.o = o, .away = true};
    return TW_OK;
}

/* Cholesky factor: lower triangular C with C C^T = a (symmetric positive definite) */
static mat3 cholesky(const mat3 *a) {
    mat3 c = {0};
    for (int j = 0; j < 3; j++)
        for (int i = j; i < 3; i++) {
            double s = a->m[i][j];
            for (int k = 0; k < j; k++) s -= c.m[i][k] * c.m[j][k];
            c.m[i][j] = i == j ? sqrt(s) : s / c.m[j][j];
        }
    return c;
}

static tw_status build_bodies(tw_dynamics *d) {
    const tw_world *w = d->world;
    int n = (int)w->body.count;
    d->pass.bodies = n;
    d->pass.motion = tw_arena_new(&d->arena, tw_body_motion, n);
    d->pass.external = tw_arena_new(&d->arena, tw_wrench, n);
    d->pass.constraint = tw_arena_new(&d->arena, tw_wrench, n);
    d->pass.linear = tw_arena_new(&d->arena, vec3, n);
    d->pass.angular = tw_arena_new(&d->arena, vec3, n);
    d->free_body = tw_arena_new(&d->arena, bool, n);
    d->state_of = tw_arena_new(&d->arena, int, n);
    d->root = tw_arena_new(&d->arena, mat3, n);
    if (!d->pass.motion || !d->pass.external || !d->pass.constraint || !d->pass.linear ||
        !d->pass.angular || !d->free_body || !d->state_of || !d->root)
        return tw_fail_memory();
    d->states = 0;
    for (int i = 0; i < n; i++) {
        const tw_body *b = w->body.data[i];
        d->free_body[i] = !b->fixed && !tw_world_point(w, b->motion) && tw_is_member(d, i);
        d->state_of[i] = d->free_body[i] ? d->states : -1;
        if (d->free_body[i]) d->states += TW_STATE;
        d->root[i] = cholesky(&b->inertia_inv);
    }
    d->y = tw_arena_new(&d->arena, double, d->states);
    d->ydot = tw_arena_new(&d->arena, double, d->states);
    return d->y && d->ydot ? TW_OK : tw_fail_memory();
}

static tw_status build_binds(tw_dynamics *d) {
    const tw_world *w = d->world;
    d->forces = (int)w->force.count;
    d->constraints = (int)w->constraint.count;
    d->force_bind = tw_arena_new(&d->arena, tw_bind, d->forces);
    d->constraint_bind = tw_arena_new(&d->arena, tw_bind, d->constraints);
    d->block_of = tw_arena_new(&d->arena, int, d->constraints);
    binder b = {.d = d};
    b.seen = tw_arena_new(&d->arena, int, d->pass.bodies);
    b.slot = tw_arena_new(&d->arena, int, d->pass.bodies);
    if (!d->force_bind || !d->constraint_bind || !d->block_of || !b.seen || !b.slot)
        return tw_fail_memory();
    for (int i = 0; i < d->forces; i++)
        TW_TRY(bind_object(&b, &w->force.data[i]->o, &d->force_bind[i]));
    for (int i = 0; i < d->constraints; i++)
        TW_TRY(bind_object(&b, &w->constraint.data[i]->o, &d->constraint_bind[i]));
    return TW_OK;
}

/* allocates the memory of readout.c for evaluating the constraint with the most terms */
static tw_status build_readout(tw_dynamics *d) {
    size_t most = 0;
    for (int i = 0; i < d->constraints; i++) {
        const tw_bind *b = &d->constraint_bind[i];
        const tw_constraint_kind *kind = (const tw_constraint_kind *)b->o->kind;
        int rows = kind->rows(b->o->own), f = kind->dof ? kind->dof(b->o->own) : 0;
        size_t n = 4 * (size_t)rows + (size_t)(rows + f) * (size_t)b->slots * 6;
        if (n > most) most = n;
    }
    d->read = tw_arena_new(&d->arena, double, most);
    return d->read ? TW_OK : tw_fail_memory();
}

/* is the constraint enabled, and also the joint of which it may be a part? */
static bool acts(const tw_world *w, const tw_constraint *c) {
    const tw_constraint_kind *kind = tw_constraint_kind_of(c);
    const tw_constraint *joint = kind->part_of ? tw_world_joint(w, kind->part_of(c->o.own)) : NULL;
    return c->enabled && (!joint || joint->enabled);
}

static tw_status build_blocks(tw_dynamics *d) {
    tw_pass *p = &d->pass;
    const tw_world *w = d->world;
    p->block = tw_arena_new(&d->arena, tw_block, d->constraints);
    d->damped = tw_arena_new(&d->arena, int, d->constraints);
    if (!p->block || !d->damped) return tw_fail_memory();
    p->blocks = p->rows = p->dofs = d->damps = 0;
    d->limits = 0;
    for (int i = 0; i < d->constraints; i++) {
        tw_constraint *c = w->constraint.data[i];
        d->block_of[i] = -1;
        bool limit = tw_constraint_kind_of(c)->bounds;
        d->limits += limit;
        if (!acts(w, c) || (limit && !c->beyond_now) || d->constraint_bind[i].away) continue;
        /* a constraint without rows only names a joint's coordinate, for drivers, springs and
         * read-outs */
        if (tw_constraint_kind_of(c)->rows(c->o.own) == 0) {
            if (tw_constraint_kind_of(c)->damping) d->damped[d->damps++] = i;
            continue;
        }
        d->block_of[i] = p->blocks;
        tw_block *b = &p->block[p->blocks++];
        b->c = c;
        b->kind = (const tw_constraint_kind *)c->o.kind;
        b->bind = &d->constraint_bind[i];
        b->row = p->rows;
        b->rows = b->kind->rows(c->o.own);
        int f = b->kind->dof ? b->kind->dof(c->o.own) : 0;
        b->dof = p->dofs;
        b->dofs = f > 0 ? f : b->rows;
        size_t slots = (size_t)b->bind->slots;
        b->J = tw_arena_new(&d->arena, double, (size_t)b->rows *slots * 6);
        if (!b->J) return tw_fail_memory();
        if (f > 0) {
            b->W = tw_arena_new(&d->arena, double, (size_t)f *slots * 6);
            if (!b->W) return tw_fail_memory();
        }
        p->rows += b->rows;
        p->dofs += b->dofs;
    }
    double **arrays[] = {&p->D,        &p->D1,      &p->bias,    &p->r,
                         &p->residual, &p->part[0], &p->part[1], &p->part[2],
                         &p->part[3],  &p->noise,   &p->unknown};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        if (!(*arrays[i] = tw_arena_new(&d->arena, double, p->rows))) return tw_fail_memory();
    p->lambda = tw_arena_new(&d->arena, double, p->dofs);
    return p->lambda ? TW_OK : tw_fail_memory();
}

static tw_status find_islands(tw_dynamics *d) {
    TW_TRY(tw_islands_build(d));
    d->island_of = tw_arena_new(&d->arena, int, d->pass.bodies);
    if (!d->island_of) return tw_fail_memory();
    for (int i = 0; i < d->pass.bodies; i++) d->island_of[i] = -1;
    for (int i = 0; i < d->islands; i++)
        for (int j = 0; j < d->island[i].bodies; j++) d->island_of[d->island[i].body[j]] = i;
    return TW_OK;
}

tw_status tw_dynamics_rebuild(tw_dynamics *d) {
    tw_world_tidy(d->world);
    if (d->built && d->seen_topology == d->world->topology && d->seen_fields == d->world->fields)
        return TW_OK;
    d->built = d->evaluated = false;
    tw_arena_reset(&d->arena);
    d->project = NULL;
    d->split = NULL;
    TW_TRY(build_bodies(d));
    TW_TRY(build_binds(d));
    TW_TRY(build_readout(d));
    TW_TRY(build_blocks(d));
    TW_TRY(find_islands(d));
    d->seen_topology = d->world->topology;
    d->seen_fields = d->world->fields;
    d->built = true;
    return TW_OK;
}
