/* Finds the constraints of an island that are redundant in every pose: edges between points that
 * close loops, and constraints with equal parameters; see bundle.h. */
#include "dynamics/solve/bundle_impl.h"

#include <stdlib.h>
#include <string.h>

/* LONG: loops of more vertices are not merged, unless many of their edges are redundant, since a
 * row of a bundle couples all its bodies and so fills the factor. MOST_VERTICES: limit for any
 * bundle. GROUND: vertex number of the ground */
enum { LONG = 12, MOST_VERTICES = 200, GROUND = 0 };

/* one of the two points that an edge connects */
typedef struct end {
    int body; /* index of the body; -1: the ground */
    vec3 local;
    int edge, side;
} end;

/* graph of an island: its edges are the blocks that connect two points */
typedef struct edges {
    int count, vertices;
    /* place [count]: index in the island of each edge's block; slot [count] for both ends: slot of
     * the point's body in the block's tw_bind, -1: the point is on the ground or on a body that is
     * not free */
    int *place, *slot[2];
    int *vertex[2];
    int *part, parts;
} edges;

/* Sets *out to the point at end `side` of the edge that bind b would be, and *slot to the slot of
 * the point's body. All points that no free body has are the ground. Returns false if the point
 * moves relative to its body, so that the block is no edge */
static bool end_of(const tw_dynamics *d, const tw_bind *b, int side, end *out, int *slot) {
    const tw_bind_point *p = &b->point_of[side];
    bool free = p->slot >= 0 && d->free_body[b->body[p->slot]];
    *slot = free ? p->slot : -1;
    out->body = free ? b->body[p->slot] : -1;
    out->local = free ? p->local : v3_zero();
    out->side = side;
    return !free || !p->value;
}

static int compare(double x, double y) {
    return (x > y) - (x < y);
}

static int same_point(const end *x, const end *y) {
    int c = (x->body > y->body) - (x->body < y->body);
    if (!c) c = compare(x->local.x, y->local.x);
    if (!c) c = compare(x->local.y, y->local.y);
    return c ? c : compare(x->local.z, y->local.z);
}

static int by_point(const void *a, const void *b) {
    const end *x = a, *y = b;
    int c = same_point(x, y);
    if (!c) c = (x->edge > y->edge) - (x->edge < y->edge);
    return c ? c : x->side - y->side;
}

/* numbers the vertices: ends on the same body at the same place get the same number; 0 is the
 * ground */
static void number(edges *g, end *ends) {
    qsort(ends, 2 * (size_t)g->count, sizeof *ends, by_point);
    int n = GROUND;
    for (int i = 0; i < 2 * g->count; i++) {
        if (ends[i].body >= 0 && (i == 0 || same_point(&ends[i - 1], &ends[i]))) n++;
        g->vertex[ends[i].side][ends[i].edge] = ends[i].body < 0 ? GROUND : n;
    }
    g->vertices = n + 1;
}

static tw_status collect(tw_finder *f, edges *g) {
    const tw_island *isl = f->isl;
    end *ends = tw_arena_new(&f->memory, end, 2 * isl->blocks + 1);
    g->place = tw_arena_new(&f->memory, int, isl->blocks + 1);
    for (int side = 0; side < 2; side++) {
        g->slot[side] = tw_arena_new(&f->memory, int, isl->blocks + 1);
        g->vertex[side] = tw_arena_new(&f->memory, int, isl->blocks + 1);
        if (!g->slot[side] || !g->vertex[side]) return tw_fail_memory();
    }
    g->part = tw_arena_new(&f->memory, int, isl->blocks + 1);
    if (!ends || !g->place || !g->part) return tw_fail_memory();
    for (int k = 0; k < isl->blocks; k++) {
        const tw_block *b = &f->d->pass.block[isl->block[k]];
        if (f->taken[k] || !b->kind->connects) continue;
        end *pair = &ends[2 * g->count];
        int slot[2];
        bool fit = end_of(f->d, b->bind, 0, &pair[0], &slot[0]) &&
                   end_of(f->d, b->bind, 1, &pair[1], &slot[1]);
        if (!fit || !same_point(&pair[0], &pair[1])) continue;
        pair[0].edge = pair[1].edge = g->count;
        g->place[g->count] = k;
        g->slot[0][g->count] = slot[0];
        g->slot[1][g->count++] = slot[1];
    }
    number(g, ends);
    return tw_graph_parts(g->vertices, g->count, g->vertex[0], g->vertex[1], g->part, &g->parts);
}

/* lists the vertices of a bundle's edges: first the points of free bodies in the order of their
 * `number`, then the ground if an edge has it */
static void list_vertices(const edges *g, const int *edge, tw_bundle *b, int *number) {
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < b->edges; i++) number[g->vertex[side][edge[i]]] = -1;
    for (int i = 0; i < b->edges; i++)
        for (int side = 0; side < 2; side++) {
            int v = g->vertex[side][edge[i]];
            if (v == GROUND || number[v] >= 0) continue;
            number[v] = b->held;
            b->block[b->held] = g->place[edge[i]];
            b->slot[b->held] = g->slot[side][edge[i]];
            b->sign[b->held++] = side ? -1 : 1;
        }
    b->vertices = b->held + (number[GROUND] == -1);
    number[GROUND] = b->held;
    for (int i = 0; i < b->edges; i++) {
        b->from[i] = number[g->vertex[0][edge[i]]];
        b->to[i] = number[g->vertex[1][edge[i]]];
    }
}

static tw_status add_loop(tw_finder *f, const edges *g, const int *edge, int count, int *number) {
    tw_bundle b = {.edges = count, .rows = 3};
    TW_TRY(tw_bundle_edges(f, &b, 2 * count));
    b.from = tw_arena_new(&f->d->arena, int, count);
    b.to = tw_arena_new(&f->d->arena, int, count);
    if (!b.from || !b.to) return tw_fail_memory();
    number[GROUND] = -2;
    list_vertices(g, edge, &b, number);
    b.rank = b.vertices - 1;
    int extra = b.edges - b.rank;
    if (extra < 1 || b.vertices > MOST_VERTICES) return TW_OK;
    if (b.vertices > LONG && 2 * extra < b.rank) return TW_OK;
    for (int i = 0; i < count; i++) b.edge[i] = g->place[edge[i]];
    return tw_bundle_add(f, &b);
}

static tw_status find_loops(tw_finder *f) {
    edges g = {0};
    TW_TRY(collect(f, &g));
    int *first = tw_arena_new(&f->memory, int, g.parts + 2);
    int *edge = tw_arena_new(&f->memory, int, g.count + 1);
    int *number = tw_arena_new(&f->memory, int, g.vertices + 1);
    if (!first || !edge || !number) return tw_fail_memory();
    for (int e = 0; e < g.count; e++) first[g.part[e] + 2]++;
    for (int p = 0; p < g.parts; p++) first[p + 2] += first[p + 1];
    for (int e = 0; e < g.count; e++) edge[first[g.part[e] + 1]++] = e;
    for (int p = 0; p < g.parts; p++)
        if (first[p + 1] - first[p] > 1)
            TW_TRY(add_loop(f, &g, edge + first[p], first[p + 1] - first[p], number));
    return TW_OK;
}

/* ---- equal constraints ----------------------------------------------------------------------- */

static bool equal_number(double x, double y) {
    return x == y || (isnan(x) && isnan(y));
}

static bool equal_value(const tw_value *x, const tw_value *y) {
    if (x->kind != y->kind || x->dim != y->dim) return false;
    switch (x->kind) {
    case TW_VALUE_CONSTANT:
        for (int i = 0; i < x->dim; i++)
            if (!equal_number(x->c[i], y->c[i])) return false;
        return true;
    case TW_VALUE_SPLINE:
        return x->of.spline == y->of.spline;
    case TW_VALUE_TAPE:
        return x->of.tape == y->of.tape;
    default:
        return x->of.ramp == y->of.ramp;
    }
}

static bool equal_numbers(const double *x, const double *y, size_t size) {
    for (size_t i = 0; i < size / sizeof(double); i++)
        if (!equal_number(x[i], y[i])) return false;
    return true;
}

/* has a field the same value in the objects a and b? Lists and formulas always count as
 * different */
static bool equal_field(const tw_param *p, const void *a, const void *b) {
    const void *x = (const char *)a + p->offset, *y = (const char *)b + p->offset;
    switch (p->type) {
    case TW_PARAM_NUMBER:
    case TW_PARAM_VEC3:
    case TW_PARAM_QUAT:
    case TW_PARAM_MAT3:
        return equal_numbers(x, y, tw_param_size(p->type));
    case TW_PARAM_INTEGER:
    case TW_PARAM_CHOICE:
        return *(const int *)x == *(const int *)y;
    case TW_PARAM_BOOL:
        return *(const bool *)x == *(const bool *)y;
    case TW_PARAM_VALUE:
    case TW_PARAM_VALUE3:
    case TW_PARAM_VALUE4:
    case TW_PARAM_PLACE:
    case TW_PARAM_AXIS:
        return equal_value(x, y);
    case TW_PARAM_POINT:
    case TW_PARAM_BODY:
    case TW_PARAM_JOINT:
        return tw_id_equal(*(const tw_id *)x, *(const tw_id *)y);
    case TW_PARAM_DIRECTION: {
        const tw_direction *u = x, *v = y;
        return tw_id_equal(u->body, v->body) && equal_value(&u->v, &v->v);
    }
    case TW_PARAM_TURN: {
        const tw_turn *u = x, *v = y;
        return tw_id_equal(u->body, v->body) && u->posed == v->posed && equal_value(&u->v, &v->v);
    }
    default:
        return false;
    }
}

static bool equal(const tw_block *a, const tw_block *b) {
    if (a->kind != b->kind || a->rows != b->rows || a->bind->slots != b->bind->slots) return false;
    const tw_kind *kind = &a->kind->kind;
    for (int i = 0; i < kind->param_count; i++)
        if (!equal_field(&kind->params[i], a->c->o.own, b->c->o.own)) return false;
    return true;
}

typedef struct candidate {
    const tw_block *block;
    int place;
} candidate;

/* order for sorting by bodies, then kind: 0 for constraints that may be equal, which so become
 * neighbours */
static int like(const candidate *x, const candidate *y) {
    const tw_bind *a = x->block->bind, *b = y->block->bind;
    int c = (a->slots > b->slots) - (a->slots < b->slots);
    for (int s = 0; !c && s < a->slots; s++)
        c = (a->body[s] > b->body[s]) - (a->body[s] < b->body[s]);
    return c ? c : strcmp(x->block->kind->kind.name, y->block->kind->kind.name);
}

static int by_likeness(const void *a, const void *b) {
    const candidate *x = a, *y = b;
    int c = like(x, y);
    return c ? c : (x->place > y->place) - (x->place < y->place);
}

/* adds a bundle of `count` equal constraints, given by their indices in the island; its U has one
 * row, and each free body is a vertex */
static tw_status add_equal(tw_finder *f, const int *place, int count) {
    const tw_block *own = &f->d->pass.block[f->isl->block[place[0]]];
    tw_bundle b = {.edges = count, .rank = 1, .rows = own->rows};
    TW_TRY(tw_bundle_edges(f, &b, own->bind->slots));
    memcpy(b.edge, place, (size_t)count * sizeof *place);
    for (int s = 0; s < own->bind->slots; s++) {
        if (!f->d->free_body[own->bind->body[s]]) continue;
        b.block[b.held] = place[0];
        b.slot[b.held] = s;
        b.sign[b.held++] = 1;
    }
    b.vertices = b.held;
    return tw_bundle_add(f, &b);
}

static tw_status find_equal(tw_finder *f) {
    const tw_island *isl = f->isl;
    candidate *list = tw_arena_new(&f->memory, candidate, isl->blocks + 1);
    int *place = tw_arena_new(&f->memory, int, isl->blocks + 1), n = 0;
    if (!list || !place) return tw_fail_memory();
    for (int k = 0; k < isl->blocks; k++)
        if (!f->taken[k]) list[n++] = (candidate){&f->d->pass.block[isl->block[k]], k};
    qsort(list, (size_t)n, sizeof *list, by_likeness);
    for (int i = 0; i < n; i++) {
        if (f->taken[list[i].place]) continue;
        int count = 0;
        place[count++] = list[i].place;
        for (int j = i + 1; j < n && !like(&list[i], &list[j]); j++)
            if (!f->taken[list[j].place] && equal(list[i].block, list[j].block))
                place[count++] = list[j].place;
        if (count > 1) TW_TRY(add_equal(f, place, count));
    }
    return TW_OK;
}

tw_status tw_bundles_find(tw_finder *f) {
    TW_TRY(find_loops(f));
    return find_equal(f);
}
